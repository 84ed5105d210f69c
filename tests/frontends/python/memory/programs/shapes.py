"""A list of objects of two classes, chosen at run time."""

import math

import numpy as np


class Shape:
    scale = 1.0

    def area(self):
        raise NotImplementedError

    def grow(self, s):
        self.scale = self.scale * s


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r**2 * self.scale


class Rect(Shape):
    def __init__(self, w, h):
        self.w, self.h = w, h

    def area(self):
        return self.w * self.h * self.scale


def f(x):
    shapes = []
    for v in x:
        if v > 0.4:
            shapes.append(Circle(v))
        else:
            shapes.append(Rect(v, v + 1))
    for s in shapes:
        s.grow(1.5)
    circles = [s for s in shapes if isinstance(s, Circle)]
    return sum(s.area() for s in shapes) + sum(c.r for c in circles)


x0 = np.array([0.5, 0.1, 0.9, 0.3])
