"""Arrays that calls without a derivative have made, and that are written to afterwards."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.frontends.python.library.beside_scipy import check_slopes

Q = np.array([1.0, 2.0, 0.5])


@irad.pure_host(returns="(float64[:], float64[:, :])")
def two(n):
    return np.arange(3.0), np.ones((2, 3))


def zeros_like(x):
    return np.zeros(len(x))


def leapfrog(q):
    rng, total = np.random.default_rng(0), 0.0
    for _ in range(2):
        p = rng.normal(size=3)
        p -= 0.1 * q
        for _ in range(2):
            q = q + 0.1 * p
            p -= 0.1 * q
        total += p @ p
    u = rng.uniform(0, 1, size=(2, 3))
    u *= q
    return total + u.sum()


def of_python(q):
    p, a = two(3)
    p[1:] += q[1:]
    a[1] = q
    return np.sum(p * p) + np.sum(a @ a.T)


def of_compiled(q):
    p = irad.inactive(zeros_like)(q)
    for i in range(len(q)):
        p[i] += q[i] ** 2
    return np.sum(p * p)


@pytest.mark.parametrize("f", [leapfrog, of_python, of_compiled], ids=lambda f: f.__name__)
def test_gradients(f) -> None:
    check_slopes(f, Q)


def line(t, a, k, c):
    return a * np.exp(-k * t) + c


def with_defaults(t, a, k, c=2.0):
    return a * t + k * c


class Parabola:
    def at(self, t, a, b, c):
        return a + b * t + c * t * t

    def __call__(self, p):
        return self.at(0.5, *(p * 2.0))


def of_an_array(p):
    q = p * 1.0
    for _ in range(len(p)):
        q = q + 0.1 * p
    return np.sum(line(np.linspace(0.0, 1.0, 5), *q) ** 2)


def of_a_list(p):
    listed = []
    for v in p:
        listed.append(v * 2.0)
    return line(0.3, *listed)


def of_a_part(p):
    return with_defaults(1.0, *p[: len(p) - 2], k=p[1], c=p[2])


@pytest.mark.parametrize("f", [of_an_array, of_a_list, of_a_part, Parabola()], ids=["array", "list", "part", "method"])
def test_stars_before_what_the_signature_counts(f) -> None:
    check_slopes(f, Q)


def at_last(a, k, c, t):
    return a * t + k * t * t + c


def of_any(*args, k=1.0):
    return args[0] * args[-1] * k + args[1]


def changing(q):
    def change():
        q[0] = 7.0
        return 0.5

    return change


def items_are_read_in_order(p):
    q, known, listed = p * 1.0, np.array([1.0, 2.0, 3.0]) * p[0], [2.0 * v for v in p]
    total = at_last(*q, changing(q)()) + at_last(*known, changing(known)()) + at_last(*listed, listed.pop())
    q, known, listed = p * 1.0, np.array([1.0, 2.0, 3.0]) * p[0], [2.0 * v for v in p]
    return total + of_any(*q, changing(q)()) + of_any(*known, changing(known)()) + of_any(*listed, listed.pop())


def arguments_in_front_are_first(p):
    listed = []
    for v in p:
        listed.append(2.0 * v)
    listed.append(9.0)
    return line(listed.pop(), *listed)


def a_star_alone_comes_after_keywords(p):
    q, r = p * 1.0, p * 1.0
    alone = of_any(*q, k=changing(q)())
    return alone + of_any(1.0, *r, k=changing(r)())


ORDERS = [items_are_read_in_order, arguments_in_front_are_first, a_star_alone_comes_after_keywords]


@pytest.mark.parametrize("f", ORDERS, ids=lambda f: f.__name__)
def test_stars_as_python_reads_them(f) -> None:
    check_slopes(f, Q)


def test_another_number_of_arguments() -> None:
    def short(p):
        return line(0.3, *p[: len(p) - 1])

    with pytest.raises(TypeError):
        short(Q)
    with pytest.raises(TypeError, match="takes 3 arguments in the place of the star"):
        irad.jit(short)(Q)
