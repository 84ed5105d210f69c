"""A heap of tuples that hold events."""

import heapq

import numpy as np


class Event:
    def __init__(self, kind, amount):
        self.kind = kind
        self.amount = amount


def f(x):
    q = []
    n = 0
    for k in range(4):
        heapq.heappush(q, (x[k] * 2, n, Event("in" if k % 2 == 0 else "out", x[k])))
        n += 1
    level, area, t_old = 1.0, 0.0, 0.0
    while q:
        t, _, e = heapq.heappop(q)
        area += level * (t - t_old)
        t_old = t
        if e.kind == "in":
            level += e.amount
            if n < 8:
                heapq.heappush(q, (t + 0.5 * e.amount, n, Event("out", 0.5 * e.amount)))
                n += 1
        else:
            level -= e.amount
    return area + level


x0 = np.array([0.5, 0.1, 0.9, 0.3])
