"""Reverse differentiation of scalars, with sets of operands and a function for each operation."""

from __future__ import annotations

import math

import numpy as np


class Value:
    def __init__(self, data, children=(), op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(children)
        self._backward = lambda: None
        self._op = op
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out
    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")
        def _backward():
            self.grad += (1 - t**2) * out.grad
        out._backward = _backward
        return out
    __radd__ = __add__
    __rmul__ = __mul__
    def backward(self):
        topo, visited = [], set()
        def build(v):
            if v not in visited:
                visited.add(v)
                for c in v._prev:
                    build(c)
                topo.append(v)
        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()

def f(x):
    x1, x2 = Value(2.0), Value(-1.0)
    w, b = Value(x[0]), Value(x[1])
    out = (w * x1 + b * x2 + b * x[2]).tanh() * w
    out.backward()
    return out.data + w.grad * b.grad


x0 = np.array([0.4, 0.3, 0.7])
