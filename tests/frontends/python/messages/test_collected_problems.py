# ruff: noqa: F841
"""All that is wrong with a function in one error: nothing is missed, nothing follows from another, and nothing of it compiles."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
from scipy.stats import Covariance

import irad

X = np.array([1.0, 2.0, 3.0])


def problems(f: Any, *args: Any) -> list[irad.IradError]:
    with pytest.raises(irad.IradError) as caught:
        irad.grad(f)(*args)
    return list(caught.value.problems)


def lines(f: Any, *args: Any) -> list[int]:
    """The lines of the problems, counted from that of the def."""
    first = inspect.getsourcelines(f)[1]
    return [p.place.line - first for p in problems(f, *args) if p.place is not None]


def names_that_are_unknown(x):
    a = np.einsum_path(x, 1)  # 1
    b = a * 2.0 + "text"  # follows
    c = b.nothing()  # follows
    d = np.busday_offset(0.5, x, c)  # 4: whatever the argument is
    for k in range(3):
        a += k  # follows
    e, f = a, 1.0  # follows, both names
    g = k + "text"  # 8
    return c + d + e[0] + g


def test_what_follows_is_not_listed() -> None:
    assert lines(names_that_are_unknown, X) == [1, 4, 8]


def branches(x):
    if np.einsum_path(x, 1)[0] > 0:  # 1
        y = x[0].nothing  # 2
    else:
        y = np.busday_offset(0.5, x, x)  # 4
    while np.is_busday(y, 1.0) > 0:  # 5
        y = x.summ()  # 6
    for v in np.busday_count(x):  # 7
        z = v + "text"  # follows: what v is, is not known
        w = x[0] + "text"  # 9
    return y


def test_parts_of_branches_and_loops() -> None:
    assert lines(branches, X) == [1, 2, 4, 5, 6, 7, 9]


def operands(x):
    return np.einsum_path(x, 1)[0] + np.busday_offset(0.5, x, x) * (x[0] + "a") - np.sin(np.busday_count(x), np.is_busday(x, 1.0))


def test_operands_and_arguments() -> None:
    found = [p.message.partition(" ")[0] for p in problems(operands, X)]
    assert found == ["np.einsum_path", "np.busday_offset", "arithmetic", "np.busday_count", "np.is_busday"]


def inner(x):
    y = np.einsum_path(x, 1)
    return x.sum()


def outer(x):
    a = inner(x)
    b = np.busday_offset(a, x, x)
    return a + b


def test_called_functions_first_by_line() -> None:
    found = problems(outer, X)
    assert [p.message.partition(" ")[0] for p in found] == ["np.einsum_path", "np.busday_offset"]
    assert found[0].place is not None and found[1].place is not None and found[0].place.line < found[1].place.line


LARGE = False


def not_taken(x, w=None):
    y = x.sum()
    if LARGE:
        y = np.einsum_path(x, 1)[0]
    if w is not None:
        y = np.busday_offset(0.5, x, w)
    z = y if w is None else np.busday_count(x)[0]
    return z


def also_wrong(x):
    return not_taken(x) + np.is_busday(x[0], 0.5)


def test_branches_that_are_not_compiled() -> None:
    assert np.array_equal(irad.grad(not_taken)(X), np.ones(3))
    assert [p.message.partition(" ")[0] for p in problems(also_wrong, X)] == ["np.is_busday"]


def lists(x):
    xs = []
    for v in x:
        xs.append(np.is_busday(v, 0.5))
    ys = [np.busday_count(v) for v in x]
    return np.array(xs).sum() + np.array(ys).sum() + len(xs)


def test_lists() -> None:
    assert [p.message.partition(" ")[0] for p in problems(lists, X)] == ["np.is_busday", "np.busday_count"]


def mixed(x):
    a = x[0] + "text"
    return np.einsum_path(x, 1)[0] + a


def test_the_type_is_that_of_the_first() -> None:
    with pytest.raises(irad.TypingError) as caught:
        irad.jit(mixed)(X)
    assert [type(p) for p in caught.value.problems] == [irad.TypingError, irad.UnsupportedError]
    assert str(caught.value).startswith("mixed() cannot be compiled, for 2 reasons:\n\n")


def one(x):
    return np.einsum_path(x, 1)[0]


def test_one_problem_is_the_error_itself() -> None:
    with pytest.raises(irad.UnsupportedError) as caught:
        irad.jit(one)(X)
    assert caught.value.problems == (caught.value,) and caught.value.place is not None
    assert str(caught.value).splitlines()[2].index("^") == str(caught.value).splitlines()[1].index("np.einsum_path")


def unused(x):
    y = np.einsum_path(x, 1)
    return x.sum()


def raising(x):
    if x[0] > 100.0:
        np.einsum_path(x, 1)
    return x.sum()


@pytest.mark.parametrize("f", [unused, raising])
def test_what_is_not_used_does_not_compile(f: Any) -> None:
    for _ in range(2):
        with pytest.raises(irad.UnsupportedError, match=r"np\.einsum_path"):
            irad.jit(f)(X)
        with pytest.raises(irad.UnsupportedError, match=r"np\.einsum_path"):
            irad.jvp(f, (X,), (X,))


def recursive(x, n):
    if n == 0:
        return np.einsum_path(x, 1)[0]
    return recursive(x, n - 1) + x.summ()


def test_recursion() -> None:
    assert lines(recursive, X, 3) == [2, 3]


def refuse(x):
    raise ValueError(f"{x[0]} is too large")


def guarded(x):
    if x[0] > 5.0:
        refuse(x)
    return (x * x).sum()


def test_functions_that_always_raise() -> None:
    assert np.array_equal(irad.grad(guarded)(X), 2.0 * X)
    assert irad.jvp(guarded, (X,), (X,))[1] == 2.0 * (X @ X)
    for f in (irad.grad(guarded), irad.jit(guarded), irad.jit(refuse)):
        with pytest.raises(ValueError, match=r"9\.0 is too large"):
            f(9.0 * X)


def whitened(x):
    first = Covariance.from_diagonal(x).whiten(x)
    second = Covariance.from_cholesky(first)
    return np.linalg.norm(second.colorize(x))


def test_methods_of_unknown_classes() -> None:
    assert lines(whitened, X) == [1, 2]
