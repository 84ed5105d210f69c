"""A parser by a stack, and the value of the tree of objects that it makes."""

import numpy as np


class Expr:
    def eval(self, env):
        raise NotImplementedError


class Const(Expr):
    def __init__(self, v):
        self.v = v

    def eval(self, env):
        return self.v


class Var(Expr):
    def __init__(self, name):
        self.name = name

    def eval(self, env):
        return env[self.name]


class BinOp(Expr):
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b

    def eval(self, env):
        left, right = self.a.eval(env), self.b.eval(env)
        if self.op == "+":
            return left + right
        if self.op == "*":
            return left * right
        raise ValueError(self.op)


def parse(tokens):
    stack = []
    for t in tokens:
        if t in ("+", "*"):
            b = stack.pop()
            a = stack.pop()
            stack.append(BinOp(t, a, b))
        elif t in ("x", "y"):
            stack.append(Var(t))
        else:
            stack.append(Const(float(t)))
    return stack.pop()


def f(x):
    e = parse("x y * 2 + x *".split())
    return e.eval({"x": x[0], "y": x[1]})


x0 = np.array([0.53, 0.12])
