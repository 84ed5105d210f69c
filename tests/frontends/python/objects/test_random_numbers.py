"""Random numbers in compiled code: those of NumPy, bit for bit and in order, once in each call; derivatives in closed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.1, 0.2, 0.3])
RNG = np.random.default_rng(3)


def rng() -> np.random.Generator:
    """A generator of NumPy's, for what is expected."""
    return np.random.default_rng(3)


def several(x):
    r = np.random.default_rng(len(x))
    s = 0.0
    for i in range(5):
        s += r.normal(x[i % 3], 1.0) * r.random()
        if s > 0:
            s += r.integers(3)
    other = np.random.default_rng(r.integers(100))
    return s + passed(r, x) + other.random() + passed(r, x)


def passed(r, x):
    return (r.normal(x) * x).sum()


def shuffled(x):
    r = np.random.default_rng(4)
    y = x * 1
    r.shuffle(y)
    z = np.outer(x, np.arange(4.0))
    r.shuffle(z)
    r.shuffle(z, axis=1)
    return y.sum() + z


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "normal": lambda x: np.random.default_rng(3).normal(size=4),
    "normal of arrays": lambda x: np.random.default_rng(3).normal(x, 2.0),
    "normal of a shape": lambda x: np.random.default_rng(3).normal(1.5, x, size=(4, 3)),
    "normal number": lambda x: np.random.default_rng(3).normal(1.5, 2),
    "normal of numbers": lambda x: np.random.default_rng(3).normal(x[0], x[1], 5),
    "standard": lambda x: np.random.default_rng(seed=3).standard_normal((2, len(x))),
    "standard number": lambda x: np.random.default_rng(3).standard_normal(),
    "standard exponential": lambda x: np.random.default_rng(3).standard_exponential(4),
    "uniform number": lambda x: np.random.default_rng(3).uniform(0.1, 0.9),
    "uniform": lambda x: np.random.default_rng(3).uniform(x, 1.0),
    "uniform of a shape": lambda x: np.random.default_rng(3).uniform(size=x.shape),
    "random": lambda x: np.random.default_rng(3).random(5),
    "exponential": lambda x: np.random.default_rng(3).exponential(x, (2, 3)),
    "lognormal": lambda x: np.random.default_rng(3).lognormal(x, 0.2),
    "integer": lambda x: np.random.default_rng(3).integers(10),
    "integers": lambda x: np.random.default_rng(3).integers(0, len(x), size=7),
    "endpoint": lambda x: np.random.default_rng(3).integers(1, 6, (2, 2), endpoint=True),
    "choice number": lambda x: np.random.default_rng(3).choice(5),
    "choice item": lambda x: np.random.default_rng(3).choice(x),
    "choice": lambda x: np.random.default_rng(3).choice(x, 10),
    "choice once each": lambda x: np.random.default_rng(3).choice(x, 3, replace=False),
    "choice weighted": lambda x: np.random.default_rng(3).choice(5, (2, 3), p=[0.1, 0.2, 0.3, 0.2, 0.2]),
    "choice of columns": lambda x: np.random.default_rng(3).choice(np.outer(x, x), 4, axis=1),
    "permutation of numbers": lambda x: np.random.default_rng(3).permutation(5),
    "permutation": lambda x: np.random.default_rng(3).permutation(x),
    "permutation of rows": lambda x: np.random.default_rng(3).permutation(np.outer(x, np.arange(4.0))),
    "permutation of columns": lambda x: np.random.default_rng(3).permutation(np.outer(x, np.arange(4.0)), axis=1),
    "of itself": lambda x: np.random.default_rng(np.random.default_rng(3)).normal(x),
    "shuffled": shuffled,
    "several": several,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers_are_those_of_numpy(name: str) -> None:
    found, wanted = irad.jit(PROGRAMS[name])(X), PROGRAMS[name](X)
    assert np.shape(found) == np.shape(wanted) and np.asarray(found).dtype == np.asarray(wanted).dtype
    np.testing.assert_array_equal(found, wanted)


def check(f: Any, slope: np.ndarray, make: Callable[[], Any] | None = None) -> None:
    """Gradient and directional derivative beside a closed form; ``make``: a new function for each call."""
    call = (lambda: f) if make is None else make
    value, gradient = irad.value_and_grad(call())(X)
    assert value == call()(X)
    np.testing.assert_allclose(gradient, slope, rtol=1e-13)
    np.testing.assert_allclose(irad.jvp(call(), (X,), (np.ones(3),))[1], slope.sum(), rtol=1e-13)


def test_derivatives_by_location_and_scale() -> None:
    z, u, e = rng().standard_normal(3), rng().random(3), rng().standard_exponential(3)
    check(lambda x: np.random.default_rng(3).normal(x, x * x).sum(), 1 + 2 * X * z)
    check(lambda x: np.random.default_rng(3).uniform(x, 2 * x).sum(), 1 + u)
    check(lambda x: np.random.default_rng(3).exponential(x).sum(), e)
    check(lambda x: np.random.default_rng(3).lognormal(x, 0.5).sum(), np.exp(X + 0.5 * z))
    check(lambda x: np.random.default_rng(3).normal(x[0], x[1]), np.array([1.0, z[0], 0.0]))


def test_derivatives_follow_the_elements() -> None:
    order, chosen = rng().permutation(3), rng().choice(3, 8)
    weights = np.arange(1.0, 4.0)
    slope = np.zeros(3)
    slope[order] = weights
    check(lambda x: (np.random.default_rng(3).permutation(x) * np.arange(1.0, 4.0)).sum(), slope)
    check(lambda x: np.random.default_rng(3).choice(x, 8).sum(), np.bincount(chosen, minlength=3).astype(float))

    def f(x):
        y = x * 2.0
        np.random.default_rng(3).shuffle(y)
        return (y * np.arange(1.0, 4.0)).sum()

    check(f, 2 * slope)


def test_what_is_drawn_in_loops_is_kept_for_the_reverse_sweep() -> None:
    def f(x):
        r = np.random.default_rng(3)
        s = x[0]
        for _ in range(6):
            s = s * 0.9 + r.normal() * s
        return s

    z = rng().standard_normal(6)
    check(f, np.array([np.prod(0.9 + z), 0.0, 0.0]))


class Sampler:
    """Holds a generator."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def run(self, x):
        return (self.rng.uniform(x, 1.0) * x).sum() * self.rng.normal()


def test_objects_that_hold_generators() -> None:
    def f(x):
        m = Sampler(7)
        return m.run(x) + m.run(x * 2)

    assert irad.jit(f)(X) == f(X)
    own, plain = Sampler(5), Sampler(5)
    g = irad.value_and_grad(own.run)
    for _ in range(3):
        u, z = Sampler(5).rng, 0.0
        u.bit_generator.state = plain.rng.bit_generator.state
        w = u.random(3)
        z = u.standard_normal()
        value, slope = g(X)
        assert value == plain.run(X)
        np.testing.assert_allclose(slope, z * (2 * X * (1 - w) + w), rtol=1e-12)
        assert own.rng.bit_generator.state == plain.rng.bit_generator.state
    assert irad.jit(own.run)(X) == plain.run(X)
    assert irad.jvp(own.run, (X,), (X,))[0] == plain.run(X)
    assert irad.vjp(own.run, X)[0] == plain.run(X)
    assert len(g.irad_function.specialisations) == 1


def from_a_name(x):
    return RNG.normal(x).sum()


def test_generators_of_names() -> None:
    global RNG
    f = irad.jit(from_a_name)
    for seed in (3, 4, 3):
        RNG = np.random.default_rng(seed)
        plain = np.random.default_rng(seed)
        assert [f(X), f(X)] == [plain.normal(X).sum(), plain.normal(X).sum()]

    def make():
        r = np.random.default_rng(9)
        return lambda x: r.normal(x).sum()

    own, plain = make(), make()
    assert [irad.jit(own)(X), irad.value_and_grad(own)(X)[0]] == [plain(X), plain(X)]


def test_calls_do_not_keep_generators() -> None:
    from irad.frontends.python.sources import generators

    irad.grad(lambda x: np.random.default_rng(1).normal(x).sum())(X)
    assert getattr(generators._local, "made", None) is None


ERRORS: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda x: np.random.default_rng(1).normal(0.0, -x[0]), ValueError, "scale < 0"),
    (lambda x: np.random.default_rng(1).exponential(-x).sum(), ValueError, "scale < 0"),
    (lambda x: np.random.default_rng(1).uniform(1.0, x[0]), ValueError, "high - low < 0"),
    (lambda x: np.random.default_rng(1).normal(x, 1.0, size=(2, 1)).sum(), ValueError, "Output size"),
    (lambda x: np.random.default_rng(1).integers(len(x), 1) * x[0], ValueError, "low >= high"),
]


@pytest.mark.parametrize(("f", "kind", "text"), ERRORS, ids=range(len(ERRORS)))
def test_errors_are_those_of_numpy(f: Any, kind: type[Exception], text: str) -> None:
    for call in (irad.jit(f), irad.grad(f)):
        with pytest.raises(kind, match=text):
            call(X)


def checkpointed(x):
    r = np.random.default_rng(1)
    s = x[0]
    for _ in irad.checkpointed(range(6)):
        s = s * 0.9 + r.normal() * s
    return s


REFUSED: list[tuple[Callable[[Any], Any], str]] = [
    (lambda x: np.random.default_rng().normal(x).sum(), "without a seed is not supported"),
    (lambda x: x * len(np.random.default_rng(1).bytes(3)), "the method bytes() of random number generators is not supported"),
    (checkpointed, "the checkpointed loop cannot be run again"),
    (lambda x: irad.jacfwd(from_a_name)(x)[0], "changes RNG, from outside"),
    (lambda x: irad.grad(lambda v: irad.grad(from_a_name)(v).sum())(x)[0], "changes RNG, from outside"),
    (lambda x: np.random.default_rng(1).normal(size=3, dtype=float).sum(), "unexpected keyword argument 'dtype'"),
]


@pytest.mark.parametrize(("f", "text"), REFUSED, ids=range(len(REFUSED)))
def test_refused(f: Any, text: str) -> None:
    with pytest.raises(irad.IradError) as caught:
        irad.grad(f)(X)
    assert text in str(caught.value)


def test_refused_where_it_would_run_again() -> None:
    own = Sampler(5)
    with pytest.raises(irad.UnsupportedError, match="its linear function would run it again"):
        irad.linearize(own.run, X)
    _, pull = irad.vjp(own.run, X)
    pull(1.0)
    with pytest.raises(irad.UnsupportedError, match="its pullback can be called once"):
        pull(1.0)
    with pytest.raises(irad.UnsupportedError, match="a generator of random numbers cannot be returned"):
        irad.jit(lambda x: np.random.default_rng(1))(X)
