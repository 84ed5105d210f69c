"""Soft decision tree and gradient boosting: recursive Node objects, depth-first walk, memoised leaves."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

import numpy as np


@dataclass
class Leaf:
    value: float

    def __len__(self):
        return 1


@dataclass
class Split:
    feature: int
    threshold: float
    left: Union[Leaf, "Split"]
    right: Union[Leaf, "Split"]
    sharpness: Optional[float] = None

    def __len__(self):
        return len(self.left) + len(self.right)

    @property
    def depth(self):
        return 1 + max(getattr(child, "depth", 0) for child in (self.left, self.right))


def predict(node, x, default_sharpness=3.0):
    if isinstance(node, Leaf):
        return node.value
    s = node.sharpness if node.sharpness is not None else default_sharpness
    gate = 1 / (1 + np.exp(-s * (x[node.feature] - node.threshold)))
    return (1 - gate) * predict(node.left, x, default_sharpness) + gate * predict(node.right, x, default_sharpness)


def walk(node):
    yield node
    if isinstance(node, Split):
        yield from walk(node.left)
        yield from walk(node.right)


def ensemble(trees, x, shrink=0.5):
    return sum(shrink**k * predict(t, x) for k, t in enumerate(trees))


def regulariser(trees):
    total = 0.0
    for tree in trees:
        for node in walk(tree):
            match node:
                case Leaf(value=v):
                    total += v**2
                case Split(feature=f, threshold=t) if f == 0:
                    total += 0.5 * t**2
                case _:
                    pass
    return total


def loss(trees, X, y):
    residual = 0.0
    for x, target in zip(X, y):
        residual += (ensemble(trees, x) - target) ** 2
    leaves = sum(len(t) for t in trees)
    assert max(t.depth for t in trees) <= 3
    return residual / len(y) + 0.01 * regulariser(trees) / leaves


def args():
    rng = np.random.default_rng(35)
    trees = [
        Split(0, 0.2, Leaf(1.0), Split(1, -0.3, Leaf(0.2), Leaf(-1.0), sharpness=5.0)),
        Split(2, 0.0, Split(0, 0.5, Leaf(0.1), Leaf(0.4)), Leaf(-0.2), sharpness=2.0),
    ]
    return trees, rng.standard_normal((8, 3)), rng.standard_normal(8)


ARGNUM = 0
