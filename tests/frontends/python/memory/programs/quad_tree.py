"""The forces of Barnes and Hut."""

import numpy as np


class Body:
    def __init__(self, m, p):
        self.m, self.p = m, np.array(p)


class Quad:
    def __init__(self, lo, hi):
        self.lo, self.hi = lo, hi
        self.mass = 0.0
        self.com = np.zeros(2)
        self.body = None
        self.children = None

    def index(self, p):
        mid = 0.5 * (self.lo + self.hi)
        return int(p[0] > mid[0]) + 2 * int(p[1] > mid[1])

    def child_box(self, k):
        mid = 0.5 * (self.lo + self.hi)
        lo, hi = self.lo.copy(), self.hi.copy()
        for d in range(2):
            if (k >> d) & 1:
                lo[d] = mid[d]
            else:
                hi[d] = mid[d]
        return lo, hi

    def insert(self, b):
        if self.body is None and self.children is None:
            self.body = b
        else:
            if self.children is None:
                self.children = [None, None, None, None]
                old = self.body
                self.body = None
                self._put(old)
            self._put(b)
        self.com = (self.com * self.mass + b.m * b.p) / (self.mass + b.m)
        self.mass += b.m

    def _put(self, b):
        k = self.index(b.p)
        if self.children[k] is None:
            lo, hi = self.child_box(k)
            self.children[k] = Quad(lo, hi)
        self.children[k].insert(b)

    def force(self, p, theta=0.5):
        d = self.com - p
        r2 = d @ d + 1e-3
        size = self.hi[0] - self.lo[0]
        if self.children is None or size * size < theta * theta * r2:
            return self.mass * d / r2**1.5
        out = np.zeros(2)
        for c in self.children:
            if c is not None:
                out = out + c.force(p, theta)
        return out


def f(x):
    bodies = [Body(1.0 + 0.1 * k, [x[2 * k], x[2 * k + 1]]) for k in range(len(x) // 2)]
    root = Quad(np.array([0.0, 0.0]), np.array([1.0, 1.0]))
    for b in bodies:
        root.insert(b)
    return sum(float(np.sum(root.force(b.p) ** 2)) for b in bodies)


x0 = np.array([0.53, 0.12, 0.94, 0.35, 0.2, 0.8, 0.24, 0.83])
