# ruff: noqa: B007, B033  (programs as people write them)
"""``match``, comparisons of containers, identity and membership, beside CPython."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad
from tests.reference.differences import close, gradient


@dataclass(frozen=True)
class P:
    a: float
    b: float


class Q(NamedTuple):
    u: float
    v: float


K = 3


def q1(x):
    if x.shape == (3,):
        return x.sum()
    return x[0]


def q2(x):
    if np.outer(x, x).shape != (3, 4) and x.shape != (3, 4):
        return x[0] * 2
    return x[1]


def q3(x):
    s = 0.0
    for i in range(3):
        for j in range(3):
            if (i, j) == (0, 0):
                s += x[0]
            elif (i, j) < (1, 1):
                s += x[1] * 2
            elif (i, j) >= (2, 1):
                s += x[2] * 3
            elif [i, j] <= [1, 2]:
                s -= x[0] ** 2
            if i in (0, 2) and j not in (1,):
                s += x[j] ** 2
            if i in range(1, 5):
                s *= 1.1
            if i in range(4, -1, -2):
                s *= 1.2
            if i + j in {2, 3}:
                s += x[1]
            if j in {i, 1}:
                s -= x[2]
    return s


def q4(x):
    s = 0.0
    for k in range(6):
        match k:
            case 0:
                s += x[0]
            case 1 | 2:
                s += x[1] * k
            case n if n == 4:
                s += x[2] * n
            case _:
                s *= 1.5
    return s


def q5(x):
    p = (x[0], x[1], 2)
    match p:
        case (a, 5.0, _):
            return a
        case (a, b):
            return b
        case (a, *rest, 2):
            return a * rest[0] * 3
        case _:
            return x[2]


def q6(x):
    match P(x[0], x[1]):
        case P(a=0.0):
            return x[2]
        case P(a, b) if a > b:
            return a * b
        case P(b=c):
            return c**2


def q7(x):
    match {"m": "fast", "k": x[0]}:
        case {"m": "slow"}:
            return x[1]
        case {"m": "fast", **rest}:
            return rest["k"] ** 2


def q8(x):
    return (x if x[0] > 0 else 2 * x).sum() + (x[0], x[1])[1] * ((x[0], 1.0) if x[1] > 0 else (x[1], 2.0))[0]


def q9(x):
    return (math.sin if x[0] > 0 else math.cos)(x[1]) + (np.sin if True else np.cos)(x[0])


def q10(x):
    i = 0
    s = 0.0
    while i < 3:
        s += x[i]
        i += 1
    else:
        s *= 2
    for j in range(2):
        if x[j] < -5:
            break
    else:
        s *= x[0]
    return s


def q11(x):
    a = np.array([1, 2, 3])
    xs = []
    for i in range(4):
        xs.append(i * 2)
    s = x[0]
    if 2 in a:
        s *= 2
    if 7 not in a:
        s *= 3
    if 4 in xs:
        s *= 5
    if 5 in xs:
        s *= 7
    if 0.5 in x:
        s *= 11
    return s


def q12(x):
    f = True
    s = x[0]
    if (x[1] > 0) is True:
        s *= 2
    if f is True:
        s *= 3
    if f is not False:
        s *= 5
    if math.sin is math.sin:
        s *= 7
    if x is not None:
        s *= 11
    return s


def q13(x):
    global K
    d = {"a": 1, "b": 2}
    s = x[0] * K
    if d == {"b": 2, "a": 1}:
        s *= 2
    if d != {"b": 3, "a": 1}:
        s *= 3
    if "a" in d:
        s *= 5
    if Q(x[0], x[1]) == (x[0], x[1]):
        s *= 7
    if P(x[0], 1.0) == P(x[0], 1.0):
        s *= 11
    if P(x[0], 1.0) == (x[0], 1.0):
        s *= 13
    if (1, 2) == [1, 2]:
        s *= 17
    if (1, None) == (1, None):
        s *= 19
    if 0 < x[0] < 5 != 3:
        s *= 23
    return s


def q14(x):
    match x[0] > 0:
        case True:
            return x[1]
        case False:
            return x[2]
    return 0.0


def q15(x):
    n = x.shape[0]
    match n:
        case 1:
            r = x[0]
        case 3 if x[1] > 0:
            r = x[1] * 2
        case int(k):
            r = x[2] * k
    return r


def q16(x):
    match x[0]:
        case float(v) if v > 0:
            return v * v
        case None:
            return 1.0
    return x[1]


def q17(x):
    match "mean":
        case "sum":
            return x.sum()
        case "mean" | "avg":
            return x.mean()


def q18(x):
    s = 0.0
    for name in {"a", "b"}:
        s += x[0]
    for k in {2, 1, 2}:
        s += x[k]
    return s + len({1, 1, 2})


def q20(x):
    s = 0.0
    for k in range(6):
        if k * 0.5 in range(3):
            s += x[k % 3]
        if x[0] in {x[k % 3], 2.0}:
            s *= 1.5
    return s


def q19(x):
    s = 0.0
    for t in ((0, x[0]), (1, x[1]), (2, x[2])):
        match t:
            case (0, v):
                s += v
            case (1, v) if v > 0:
                s += v**2
            case (k, v):
                s += k * v
    return s


PROGRAMS = [f for name, f in list(globals().items()) if name[0] == "q" and callable(f)]


@pytest.mark.parametrize("f", PROGRAMS, ids=[f.__name__ for f in PROGRAMS])
def test_program(f: Any) -> None:
    """Values are equal; derivatives agree with central differences of CPython's runs."""
    for seed in range(4):
        x = np.random.default_rng(seed).uniform(-1, 1, 3)
        slopes = gradient(f, x)
        close(irad.jit(f)(x.copy()), f(x.copy()), 1e-12)
        close(irad.grad(f)(x.copy()), slopes, 1e-6)
        close([irad.jvp(f, (x.copy(),), (d,))[1] for d in np.eye(3)], slopes, 1e-6)


def unhashed(x: Any) -> Any:
    return len({(x[0] * 1j, "a"), (x[1] * 1j, "b")})


def arrays_in_tuples(x: Any) -> Any:
    return x[0] if (x, 1) == (x + 0.0, 1) else x[1]


def set_item(x: Any) -> Any:
    return {1, 2}[0] * x[0]


def names_in_alternatives(x: Any) -> Any:
    match (x[0], x[1]):
        case (0.0, a) | (a, 0.0):
            return a
    return x[2]


REFUSED = [
    (unhashed, "the items of a set must be known when compiling"),
    (arrays_in_tuples, "the truth value of an array is ambiguous"),
    (set_item, "'set' object is not subscriptable"),
    (names_in_alternatives, "names in alternatives that a number decides are not supported"),
]


@pytest.mark.parametrize(("f", "text"), REFUSED, ids=[f.__name__ for f, _ in REFUSED])
def test_refused(f: Any, text: str) -> None:
    with pytest.raises(irad.IradError, match=text):
        irad.jit(f)(np.array([0.5, 0.2, 0.1]))
