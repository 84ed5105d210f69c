"""A chain of links that is walked and changed."""

import numpy as np


class Link:
    def __init__(self, mass):
        self.mass = mass
        self.next = None


class Chain:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, m):
        n = Link(m)
        n.next = self.head
        self.head = n
        self.size += 1


def f(x):
    c = Chain()
    for k in range(len(x)):
        c.push(x[k] * (k + 1))
    total = 0.0
    node = c.head
    w = 1.0
    while node is not None:
        total += w * node.mass**2
        node.mass *= 2.0
        w *= 0.9
        node = node.next
    node = c.head
    while node:
        total += node.mass
        node = node.next
    return total / c.size


x0 = np.array([0.5, 0.1, 0.9])
