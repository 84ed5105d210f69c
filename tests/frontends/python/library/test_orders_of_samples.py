"""Tests by ranks, nodes of Gauss's rules, harmonics and estimates of spectra in compiled code, beside SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal, special, stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(7)
X, Y, Z = RNG.normal(size=9), RNG.normal(size=7), RNG.normal(size=40)
TIMES, RATES = np.sort(RNG.uniform(0.0, 9.0, 12)), np.linspace(0.4, 3.0, 5)


def correlated():
    tied, w = np.round(Z), Z[::-1] + Z
    plain, other = stats.kendalltau(X[:7], Y), stats.kendalltau(tied, w, variant="c", alternative="greater")
    return (*plain, *other, *stats.kendalltau(tied, w), stats.kendalltau(X[:7], -Y, alternative="less").pvalue, plain.correlation)


def compared():
    far = stats.ks_2samp(X, Y)
    whitney = (*stats.mannwhitneyu(X, Y), *stats.mannwhitneyu(np.round(Z), X), *stats.mannwhitneyu(X, Y, alternative="less"))
    whitney = (*whitney, *stats.ks_2samp(X, Y, alternative="less"))
    return (*far, far.statistic_location, *stats.ks_2samp(Z, np.round(X)), *whitney, *stats.kruskal(X, Y, np.round(Z)))


def nodes():
    found = special.bernoulli(30), special.bernoulli(0), *special.roots_legendre(5), *special.roots_hermite(4, mu=True)
    others = *special.roots_laguerre(3), *special.roots_chebyt(6), *special.roots_chebyu(5), *special.roots_hermitenorm(3)
    return (*found, *others, special.hankel1(1.5, RATES), special.hankel2(0, 2.0), special.sph_harm_y(5, -3, X, 0.4))


def spectra():
    plain = signal.lombscargle(TIMES, np.sin(TIMES), RATES)
    more = signal.lombscargle(TIMES, np.sin(TIMES), RATES, normalize=True, weights=TIMES, floating_mean=True)
    waves = signal.lombscargle(TIMES, np.sin(TIMES), RATES, normalize="amplitude")
    quotient = signal.deconvolve(Z[:12], [2.0, 1.0, 0.5])
    filters = *signal.bilinear([1.0], [2.0, 1.0, 3.0], 2.0), *quotient, *signal.group_delay((X, Y), 8)
    return (plain, more, waves, *filters, signal.wiener(Z, 5), signal.gausspulse(TIMES, 0.5, retenv=True)[1])


@pytest.mark.slow
@pytest.mark.parametrize("f", [correlated, compared, nodes, spectra], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-9, atol=1e-12)


def by_harmonics(x):
    return special.sph_harm_y(4, 2, x[:3], x[3:]).real.sum() + special.hankel1(1, x + 2.0).imag.sum()


def by_spectra(x):
    power = signal.lombscargle(x[:6], np.cos(x[:6]) * x[3], RATES + x[0], floating_mean=True)
    return (power * RATES).sum() + (signal.wiener(x**2, 3) * x).sum() + signal.group_delay((x[:3], x[3:]), RATES)[1].sum()


@pytest.mark.slow
@pytest.mark.parametrize("f", [by_harmonics, by_spectra], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, np.array([0.4, 1.3, 2.1, 3.0, 4.4, 5.7]))


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: stats.kendalltau(X, Y), lambda: signal.lombscargle(X, Y, RATES), lambda: signal.gausspulse(X, bw=-1.0),
    )  # fmt: skip
    with pytest.raises(irad.TypingError, match="n must be a positive integer"):  # computed when compiling
        irad.jit(lambda: special.roots_legendre(0))()
