"""Objects that hold functions which read the object: automatic differentiation by hand, callbacks."""

from __future__ import annotations

import math

import pytest

from tests.frontends.python.plain import compare


class Value:
    def __init__(self, data, before=()):
        self.data, self.grad = data, 0.0
        self.before = list(before)
        self.back = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out.back = back
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.back = back
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def back():
            self.grad += (1 - t**2) * out.grad

        out.back = back
        return out

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if v not in seen:
                seen.add(v)
                for b in v.before:
                    visit(b)
                order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            if v.back is not None:
                v.back()


class Unordered(Value):
    def __init__(self, data, before=()):
        self.data, self.grad = data, 0.0
        self.before = set(before)
        self.back = None

    def __mul__(self, other):
        out = Unordered(self.data * other.data, (self, other))

        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.back = back
        return out


def over_sets(x):
    a, b = Unordered(x), Unordered(2 * x)
    c = a * b
    loss = c * a
    loss = loss * c
    loss.backward()
    return loss.data + a.grad * b.grad


def gradients(x):
    a, b = Value(x), Value(2 * x)
    loss = (a * b + a * 3.0).tanh() * b + a
    loss.backward()
    return loss.data + a.grad * b.grad


def steps_of_descent(x):
    w, c = Value(x), Value(0.1 * x)
    for _ in range(2):
        w.grad = c.grad = 0.0
        loss = (w * 0.5 + c).tanh()
        loss.backward()
        w = Value(w.data - 0.1 * w.grad)
        c = Value(c.data - 0.1 * c.grad)
    return w.data * c.data


class Button:
    def __init__(self, name):
        self.name, self.pressed = name, None

    def press(self, x):
        return 0.0 if self.pressed is None else self.pressed(x)


def callbacks(x):
    total = Button("total")
    buttons = [Button("a"), Button("b"), Button("c")]
    total.value = x
    scale = 2.0 * x

    def add(v):
        total.value += v * scale
        return v

    def times(v, by=3.0):
        total.value *= v
        return by * v

    buttons[0].pressed = add
    buttons[1].pressed = times
    return sum([b.press(x + k) for k, b in enumerate(buttons)]) + total.value


@pytest.mark.parametrize("f", [gradients, over_sets, steps_of_descent, callbacks], ids=lambda f: f.__name__)
def test_closures(f) -> None:
    compare(f, 0.7)
