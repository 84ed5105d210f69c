"""Class methods, static methods and bound methods that a compiled function finds outside: each is compiled once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import irad
from irad.frontends.python.compiler.python_compiler import PythonCompiler


class Matrix:
    scale = 2.0

    def __init__(self, rows):
        self.rows = rows

    @classmethod
    def identity(cls, n):
        return cls([[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)])

    @staticmethod
    def one():
        return 1.0

    def plus(self, v):
        return v + self.rows[0][0]


M = Matrix([[1.0, 2.0]])
PLUS, IDENTITY = M.plus, Matrix.identity
TABLE = {"p": M.plus, "i": Matrix.identity, "o": Matrix.one}
LISTED = [M.plus, Matrix.one]


def of_a_class(x):
    return x[0] * Matrix.identity(2).rows[0][0] + x[1]


def static(x):
    return x[0] * Matrix.one() + x[1] * M.one()


def bound(x):
    return M.plus(x[0]) + PLUS(x[1])


def of_a_class_by_name(x):
    return IDENTITY(2).rows[0][0] * x[0] + x[1] * M.identity(1).rows[0][0]


def default(x, plus=M.plus, made=Matrix.identity):
    return plus(x[0]) + x[1] * made(2).rows[1][1]


def in_a_dict(x):
    return TABLE["p"](x[0]) + x[1] * TABLE["i"](2).rows[0][0] * TABLE["o"]()


def in_a_list(x):
    return LISTED[0](x[0]) + LISTED[1]() * x[1]


def held(x):
    plus = M.plus
    return sum(map(plus, x))


@pytest.fixture
def compilers(monkeypatch) -> list[PythonCompiler]:
    """The compilers that are made in a test."""
    made: list[PythonCompiler] = []
    begin: Callable[..., None] = PythonCompiler.__init__

    def counted(self, *args, **kw):
        made.append(self)
        begin(self, *args, **kw)

    monkeypatch.setattr(PythonCompiler, "__init__", counted)
    return made


@pytest.mark.parametrize("f", [of_a_class, static, bound, of_a_class_by_name, default, in_a_dict, in_a_list, held])
def test_compiled_once(f, compilers) -> None:
    x = np.array([0.6, 1.3])
    for compiled in (irad.jit(f), irad.grad(f)):
        expected = f(x) if compiled is not None and len(compilers) == 0 else None
        found = compiled(x)
        if expected is not None:
            assert found == expected
        before = len(compilers)
        assert before > 0
        for _ in range(3):
            np.testing.assert_array_equal(compiled(x), found)
        assert len(compilers) == before
    np.testing.assert_array_equal(irad.grad(f)(x), [1.0, 1.0])


def test_another_method_is_another_function(compilers, monkeypatch) -> None:
    f, x = irad.jit(bound), np.array([0.6, 1.3])
    assert f(x) == bound(x)
    before = len(compilers)
    monkeypatch.setitem(globals(), "M", Matrix([[5.0]]))
    assert f(x) == bound(x)
    monkeypatch.setattr(Matrix, "plus", lambda self, v: 2.0 * v)
    assert f(x) == bound(x) and len(compilers) > before
    g = irad.jit(in_a_dict)
    assert g(x) == in_a_dict(x)
    monkeypatch.setitem(TABLE, "p", M.plus)
    assert g(x) == in_a_dict(x)
