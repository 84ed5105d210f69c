"""Random numbers of the module ``random``: those of CPython, in order, once in each call; derivatives of its formulas."""

from __future__ import annotations

import random
from random import Random, gauss, shuffle

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

RNG = random.Random(5)
DRAW = RNG.gauss


def formulas(x):
    g = random.Random(3)
    s = x * g.uniform(x, 2.0) + g.gauss(x, x * x) + g.normalvariate(x, 2 * x) + g.expovariate(x) + g.triangular(0.0, x, x / 3)
    s += g.triangular(x, 2 * x) + g.lognormvariate(x, x / 4) + g.paretovariate(x) + g.weibullvariate(x, 2 + x) + g.triangular()
    return s + g.normalvariate() + g.gauss(sigma=x) + g.triangular(high=x, low=-x) + g.triangular(x, x)


def integers(x):
    g = Random("abc")
    s = g.randint(1, 10) * x + g.randrange(5) * x + g.randrange(2, 9) * x + g.randrange(1, 20, 3) * x + g.getrandbits(10) * x
    return s + g.randint(a=1, b=6) + g.randrange(start=int(x) + 3) * x


def items(x):
    g = Random(2.5)
    s = g.choice([1, 2, 3]) * x + g.choice([x, 2 * x, 3 * x]) + g.choice("abc").count("a") * x + g.choice((x, x * x))
    s += g.choice(range(7)) + sum(g.choices([x, 2 * x, 3.0], k=5)) + sum(g.choices([1, 2, 3], weights=[0.1, 2, x], k=4)) * x
    s += sum(g.choices((1, 2, x), cum_weights=[1, 2, 3], k=4)) + sum(g.choices(np.array([x, 2.0]), [1, 2], k=3))
    return s + sum(g.sample([x, 2.0, 3 * x, x * x], 3)) + sum(g.sample(range(100), 30)) * x


def shuffled(x):
    g = Random(1)
    a, b, c = [x, 2.0, 3 * x, x * x], np.array([1.0, 2.0, x, 4.0]), [(1, x), (2, 2 * x), (3, 1.0)]
    d = [k * x for k in range(int(x) + 4)]
    for v in (a, b, c, d):
        g.shuffle(v)
    return a[0] * x + a[1] + b[2] * x + b[0] + c[0][0] * c[0][1] + d[0] * x + d[1]


def of_the_module(x):
    random.seed(7)
    s = random.random() * x + gauss(x, 2.0) + random.gauss(mu=1.0, sigma=x)
    random.seed(int(x) + 1)
    s += random.uniform(a=x, b=3 * x) + random.choice([x, x * x])
    random.seed("text")
    names = ["a", "b", "c"]
    shuffle(names)
    return s + {"a": x, "b": x * x, "c": 3 * x}[random.choice(names)] + (x if names[0] == "a" else 0)


def held(x):
    class Walker:
        def __init__(self, rng):
            self.rng, self.v = rng, 0.0

        def step(self, x):
            self.v += x * self.rng.gauss(0, 1)

    g = Random(4)
    one, other = Walker(g), Walker(g)
    for _ in range(3):
        one.step(x)
        other.step(2 * x)
    draw = g.random
    return one.v + other.v + passed(g, x) + draw() * x


def passed(rng, x):
    return rng.random() * x


def from_outside(x):
    RNG.seed(11)
    return RNG.gauss(0, x) + DRAW(x, 1) + RNG.random()


def objects(x):
    class Held:
        def __init__(self, v):
            self.v = v

    g, some = Random(1), [Held(x), Held(2 * x), Held(3.0)]
    found = g.choice(some).v * x
    g.shuffle(some)
    return found + some[0].v * x + some[1].v


def taken_out(x):
    g, left, taken = Random(8), list(range(6)), []
    while len(taken) < 4:
        taken.append(left.pop(g.randrange(len(left))))
    return sum(y * x**i for i, y in enumerate(taken))


def monte_carlo(x):
    g, s = Random(int(x) + 3), 0.0
    for _ in range(200):
        a, b = g.random() * x, g.random()
        if a * a + b * b < 1:
            s += a
    return s + np.array([g.gauss(0, x) for _ in range(5)]).sum()


PROGRAMS = [formulas, integers, items, shuffled, of_the_module, held, from_outside, objects, taken_out, monte_carlo]


@pytest.mark.parametrize("x", [0.63, 1.27])
@pytest.mark.parametrize("f", PROGRAMS)
def test_numbers_and_derivatives(f, x: float) -> None:
    compare(f, x)


def gammas(x):
    g = random.Random(9)
    return [
        g.gammavariate(0.7, x), g.gammavariate(1.0, x), g.gammavariate(3.3, x), g.betavariate(2.0, x),
        g.gammavariate(x, beta=2.0),
    ]  # fmt: skip


def test_gamma_and_beta() -> None:
    """By the scale as in the formula, by other parameters as NumPy's generators: along the distribution's quantiles."""
    np.testing.assert_allclose(irad.jit(gammas)(1.5), gammas(1.5), rtol=1e-15)
    for k in (0, 1, 2):
        assert irad.grad(lambda x, k=k: gammas(x)[k])(1.5) == pytest.approx(gammas(1.5)[k] / 1.5)
    stats = pytest.importorskip("scipy.stats")
    for k, quantile in ((3, lambda q, x: stats.beta.ppf(q, 2.0, x)), (4, lambda q, x: stats.gamma.ppf(q, x, scale=2.0))):
        q = stats.beta.cdf(gammas(1.5)[3], 2.0, 1.5) if k == 3 else stats.gamma.cdf(gammas(1.5)[4], 1.5, scale=2.0)
        slope = (quantile(q, 1.5 + 1e-5) - quantile(q, 1.5 - 1e-5)) / 2e-5
        assert irad.grad(lambda x, k=k: gammas(x)[k])(1.5) == pytest.approx(slope, rel=1e-6)


def test_each_call_draws_once_and_goes_on() -> None:
    f = irad.value_and_grad(lambda x: RNG.random() * x)
    RNG.seed(3)
    found = [f(1.0) for _ in range(3)]
    RNG.seed(3)
    assert found == [(v, v) for v in (RNG.random() for _ in range(3))]


class Own(random.Random):
    def gauss(self, mu, sigma):
        return 17.0


OWN = Own(3)


@pytest.mark.parametrize(
    ("f", "kind", "text"),
    [
        (lambda x: random.Random().random() * x, irad.UnsupportedError, r"random\.Random\(\) without a seed"),
        (lambda x: OWN.gauss(0.0, x), irad.UnsupportedError, "Own is a class of generators of its own"),
        (lambda x: RNG.vonmisesvariate(0.0, x), irad.UnsupportedError, r"the method vonmisesvariate\(\) of random\.Random"),
        (lambda x: RNG.sample([1, 2], 2, counts=[1, 2])[0] * x, irad.UnsupportedError, r"the method sample\(\) of random"),
        (lambda x: RNG.gaus(0.0, x), irad.TypingError, "did you mean gauss"),
        (lambda x: RNG.gauss(1, 2, 3), irad.TypingError, "too many positional arguments"),
        (lambda x: RNG.randint(1, b=4, c=5) * x, irad.TypingError, "unexpected keyword"),
        (lambda x: RNG.randint(1.5, 2) * x, irad.UnsupportedError, "bounds that are no integers"),
        (lambda x: random.seed([1]), irad.TypingError, "The only supported seed types"),
        (lambda x: RNG.gammavariate(-1.0, x), ValueError, "alpha and beta must be > 0.0"),
        (lambda x: sum(RNG.sample([1, 2, x], 5)), ValueError, "Sample larger than population"),
        (lambda x: RNG.randint(5, 2) * x, ValueError, "empty range"),
    ],
)
def test_messages(f, kind, text) -> None:
    with pytest.raises(kind, match=text):
        irad.jit(f)(1.5)


def indexed_texts_and_copies(x):
    k = int(x)
    s = {"a": x, "b": 2 * x, "c": x * x}["abc"[k]] + sum(x for i in range(k + 3) if "hello"[i] == "l")
    a = [x * k for k in range(int(x) + 3)]
    b = a.copy()
    b.append(x)
    b[0] = 7 * x
    return s + sum(a) + sum(b) * x


def test_texts_by_computed_places_and_copies_of_lists() -> None:
    compare(indexed_texts_and_copies, 1.3)
    with pytest.raises(IndexError, match="string index out of range"):
        irad.jit(lambda x: "abc"[int(x)] == "a")(3.5)
