"""Reverse differentiation by objects with operators, in topological order."""

import math

import numpy as np


class Value:
    def __init__(self, data, children=(), op=""):
        self.data = data
        self.grad = 0.0
        self._prev = list(children)
        self._op = op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def backward(self):
        topo = []
        visited = set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for c in v._prev:
                    build(c)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            if v._op == "+":
                v._prev[0].grad += v.grad
                v._prev[1].grad += v.grad
            elif v._op == "*":
                v._prev[0].grad += v._prev[1].data * v.grad
                v._prev[1].grad += v._prev[0].data * v.grad
            elif v._op == "tanh":
                v._prev[0].grad += (1 - v.data**2) * v.grad


def f(x):
    a, b, c = Value(x[0]), Value(x[1]), Value(x[2])
    out = (a * b + c).tanh() * a
    out.backward()
    return out.data + a.grad * 2 + b.grad * c.grad


x0 = np.array([0.5, 0.1, 0.9])
