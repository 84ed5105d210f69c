"""Transfers that raise and are caught."""

import numpy as np


class Account:
    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.history = []
        self.limit = None

    def withdraw(self, amt):
        self.history.append(("w", amt))
        if amt > self.balance:
            raise ValueError(f"insufficient funds: {amt}")
        self.balance -= amt

    def deposit(self, amt):
        self.history.append(("d", amt))
        self.balance += amt


class Bank:
    def __init__(self):
        self.accounts = {}
        self.failed = 0

    def open(self, name, amount):
        if name in self.accounts:
            raise KeyError(name)
        self.accounts[name] = Account(name, amount)
        return self.accounts[name]

    def transfer(self, a, b, amt):
        try:
            self.accounts[a].withdraw(amt)
        except ValueError:
            self.failed += 1
            self.accounts[a].limit = amt if self.accounts[a].limit is None else max(self.accounts[a].limit, amt)
        else:
            self.accounts[b].deposit(amt * 0.99)
        finally:
            self.accounts[b].history.append(("x", amt))


def f(x):
    bank = Bank()
    for k, v in enumerate(x):
        bank.open(k, v)
    for i in range(3):
        for k in range(len(x)):
            bank.transfer(k, (k + 1) % len(x), 0.2 + 0.3 * i * x[k])
    try:
        bank.transfer(0, 99, 0.01)
    except KeyError:
        bank.failed += 10
    tot = sum(a.balance**2 for a in bank.accounts.values())
    lim = sum(a.limit for a in bank.accounts.values() if a.limit is not None)
    entries = sum(len(a.history) for a in bank.accounts.values()) + sum(h[1] for h in bank.accounts[0].history)
    return tot + lim + bank.failed + entries


x0 = np.array([0.53, 1.12, 0.7])
