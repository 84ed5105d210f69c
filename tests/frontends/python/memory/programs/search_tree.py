"""A binary search tree that is built by recursive insertion."""

import numpy as np


class Node:
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right

    def insert(self, v):
        if v < self.value:
            if self.left is None:
                self.left = Node(v)
            else:
                self.left.insert(v)
        else:
            if self.right is None:
                self.right = Node(v)
            else:
                self.right.insert(v)

    def total(self, depth=1):
        s = self.value * depth
        if self.left is not None:
            s += self.left.total(depth + 1)
        if self.right is not None:
            s += self.right.total(depth + 1)
        return s


def f(x):
    root = Node(x[0])
    for v in x[1:]:
        root.insert(v)
    return root.total() ** 2


x0 = np.array([0.5, 0.1, 0.9, 0.3, 0.7])
