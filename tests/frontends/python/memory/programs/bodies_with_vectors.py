"""Bodies with vectors that have operators, slots and class methods."""

import numpy as np


class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __mul__(self, s):
        return Vec(self.x * s, self.y * s)

    __rmul__ = __mul__

    def __iadd__(self, o):
        self.x += o.x
        self.y += o.y
        return self

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __abs__(self):
        return (self.x**2 + self.y**2) ** 0.5

    def __eq__(self, o):
        return self.x == o.x and self.y == o.y

    def __lt__(self, o):
        return abs(self) < abs(o)

    def __iter__(self):
        yield self.x
        yield self.y

    def __getitem__(self, k):
        return self.x if k == 0 else self.y

    def __len__(self):
        return 2

    def dot(self, o):
        return self.x * o.x + self.y * o.y

    @classmethod
    def polar(cls, r, t):
        return cls(r * np.cos(t), r * np.sin(t))

    @staticmethod
    def zero():
        return Vec(0.0, 0.0)


class Body:
    def __init__(self, p, v, m):
        self.p, self.v, self.m = p, v, m
        self.trail = [p]

    @property
    def energy(self):
        return 0.5 * self.m * self.v.dot(self.v)

    def move(self, dt):
        self.p = self.p + dt * self.v
        self.trail.append(self.p)


def f(x):
    bodies = []
    for k in range(len(x) - 1):
        bodies.append(Body(Vec.polar(x[k], x[k + 1]), Vec.zero(), 1.0 + k))
    for _ in range(4):
        for a in bodies:
            acc = Vec.zero()
            for b in bodies:
                if b is not a:
                    d = b.p - a.p
                    acc += d * (b.m / (abs(d) ** 3 + 0.1))
            a.v += 0.1 * acc
        for a in bodies:
            a.move(0.1)
    far = max(bodies, key=lambda b: abs(b.p))
    near = min(b.p for b in bodies)
    px, py = near
    order = sorted(bodies, key=lambda b: b.energy)
    return sum(b.energy for b in bodies) + far.p[0] * px + py * order[0].m + abs(-bodies[0].trail[1]) + len(far.trail)


x0 = np.array([0.53, 1.12, 0.7, 2.0])
