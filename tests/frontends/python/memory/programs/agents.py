"""Agents that hold lists of their neighbours; the richest one is kept in an attribute."""

import numpy as np


class Agent:
    def __init__(self, idx, wealth):
        self.idx = idx
        self.wealth = wealth
        self.neighbours = []

    def share(self, rate):
        for n in self.neighbours:
            d = rate * (self.wealth - n.wealth)
            self.wealth -= d
            n.wealth += d


class World:
    def __init__(self, w):
        self.agents = [Agent(i, v) for i, v in enumerate(w)]
        for a in self.agents:
            for b in self.agents:
                if abs(a.idx - b.idx) == 1:
                    a.neighbours.append(b)
        self.current = self.agents[0]

    def step(self, rate):
        for a in self.agents:
            a.share(rate)
        self.current = max(self.agents, key=lambda a: a.wealth)
        self.current.wealth *= 0.9


def f(x):
    w = World(x)
    for _ in range(5):
        w.step(0.1)
    return sum(a.wealth**2 for a in w.agents) + w.current.wealth


x0 = np.array([0.5, 0.1, 0.9, 0.3])
