"""Items of dicts in objects in memory, sorted: the order is an array that a function makes whose reverse sweep runs at once."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from tests.frontends.python.plain import compare


class Node:
    def __init__(self):
        self.cost = defaultdict(float)

    def serve(self, d):
        self.cost["hold"] += 0.5 * d * d
        if d > 1:
            self.cost["fixed"] += d
        if d > 3:
            self.cost["third"] += 1.0


def test_sums_over_sorted_items():
    def f(x):
        a, b = Node(), Node()
        for v in np.array([x, 2.0 * x, 0.1]):
            for n in (a, b):
                n.serve(v)
            b.serve(v)
        total = sum(v * k for n in (a, b) for k, (_, v) in enumerate(sorted(n.cost.items()), 1))
        return total + sorted(b.cost.items())[0][1]

    compare(f, 0.7)
