"""Distributions of `scipy.stats`: methods beside SciPy's, derivatives beside differences of SciPy's values."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
from scipy import special, stats

import irad
from irad.frontends.python.library.stats import distribution_calls
from tests.frontends.python.library.beside_scipy import check_slopes

SHAPES: dict[str, tuple[float, ...]] = {
    "norm": (), "t": (3.5,), "laplace": (), "logistic": (), "cauchy": (), "gumbel_r": (), "gumbel_l": (), "skewnorm": (1.7,),
    "lognorm": (0.8,), "expon": (), "gamma": (2.3,), "chi2": (3.0,), "beta": (1.6, 2.7), "f": (3.0, 7.0), "uniform": (),
    "halfnorm": (), "weibull_min": (1.8,), "pareto": (4.5,), "invgamma": (4.2,), "invgauss": (1.3,), "rayleigh": (),
    "truncnorm": (-0.7, 2.1), "vonmises": (1.4,), "halfcauchy": (),
    "genextreme": (0.4,), "genpareto": (0.2,), "triang": (0.4,), "maxwell": (), "chi": (2.6,), "loguniform": (0.5, 3.0),
    "erlang": (2.0,), "reciprocal": (0.5, 3.0),
    "lomax": (3.3,), "burr": (3.2, 1.4), "fisk": (2.7,), "burr12": (2.2, 1.7), "betaprime": (1.7, 3.4), "mielke": (2.4, 3.3),
    "kappa3": (2.6,), "powerlaw": (1.7,), "truncpareto": (1.6, 4.4), "loglaplace": (2.8,), "bradford": (0.7,), "rice": (0.8,),
    "gengamma": (1.7, 1.4), "nakagami": (1.6,), "exponweib": (1.8, 1.3), "exponpow": (1.4,), "invweibull": (3.2,),
    "weibull_max": (1.7,), "gompertz": (0.8,), "fatiguelife": (0.7,), "gibrat": (), "levy": (), "levy_l": (),
    "halfgennorm": (1.6,), "alpha": (1.5,), "recipinvgauss": (0.9,), "truncexpon": (3.2,),
    "arcsine": (), "anglit": (), "semicircular": (),
    "argus": (1.3,), "wrapcauchy": (0.3,), "cosine": (), "trapezoid": (0.2, 0.7), "genhalflogistic": (0.4,),
    "genlogistic": (1.6,), "gennorm": (1.7,), "johnsonsu": (0.6, 1.5), "johnsonsb": (0.6, 1.5), "exponnorm": (1.4,), "moyal": (),
    "pearson3": (0.7,), "loggamma": (1.6,), "powernorm": (1.7,), "powerlognorm": (1.7, 0.8), "jf_skew_t": (2.6, 3.4),
    "dgamma": (1.7,), "dweibull": (1.8,), "hypsecant": (), "laplace_asymmetric": (1.4,), "norminvgauss": (1.6, 0.4),
    "skewcauchy": (0.3,), "foldcauchy": (0.7,), "foldnorm": (0.8,), "halflogistic": (), "crystalball": (1.2, 2.6),
    "rel_breitwigner": (1.7,),
}  # fmt: skip
WHOLE: dict[str, tuple[float, ...]] = {
    "poisson": (2.3,), "binom": (6.0, 0.3), "bernoulli": (0.3,), "geom": (0.4,), "nbinom": (2.5, 0.4),
    "betabinom": (6.0, 2.3, 1.7), "hypergeom": (12.0, 7.0, 5.0),
    "zipf": (2.4,), "zipfian": (1.3, 7.0), "randint": (2.0, 8.0), "planck": (0.6,), "boltzmann": (0.6, 7.0), "dlaplace": (0.7,),
    "logser": (0.4,), "betanbinom": (4.0, 3.3, 1.6), "nhypergeom": (12.0, 6.0, 3.0), "yulesimon": (2.7,), "skellam": (1.4, 2.2),
}  # fmt: skip
AT_INFINITY = ("jf_skew_t", "pearson3")
NUMERIC = ("kappa3", "gompertz", "halfgennorm", "recipinvgauss")  # whose moments are integrals in SciPy
LOC, SCALE = 0.3, 1.4
EDGES = np.array([-np.inf, -3.0, 0.0, 0.3, 0.31, 1.0, 1.7, 2.2, 7.5, 40.0, np.inf, np.nan])


def calls(listed: list[str], *args: str) -> str:
    """Source text: calls of these methods of ``d``."""
    return ", ".join(f"d.{n}({', '.join(args)})" for n in listed) + ","


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Functions of a source text, with ``d`` as a global name."""
    folder = tmp_path_factory.mktemp("distributions")

    def make(code: str, **names: Any) -> Any:
        file = folder / f"f{len(list(folder.iterdir()))}.py"
        file.write_text(code)
        space = dict(names)
        exec(compile(code, str(file), "exec"), space)
        return space["f"]

    return make


def methods(name: str, *all_names: str) -> list[str]:
    """Those of these that are written; docs/library.md, which a test compares, says which."""
    return [n for n in all_names if distribution_calls.handler(getattr(getattr(stats, name), n)) is not None]


def starts(name: str) -> np.ndarray:
    """Places inside of the support."""
    if name in ("levy_l", "weibull_max"):
        return np.array([-1.5, -0.9, -0.2])
    if name in ("pareto", "loguniform", "reciprocal", "truncpareto"):
        return np.array([2.0, 2.9, 4.0])
    return np.array([0.7, 1.0, 1.2]) if name == "anglit" else np.array([0.9, 1.2, 1.5])


@pytest.mark.sampled(27)
@pytest.mark.parametrize("name", SHAPES)
def test_continuous(name: str, written: Any) -> None:
    d, shapes = getattr(stats, name), SHAPES[name]
    listed = methods(name, "logpdf", "pdf", "cdf", "sf", "logcdf", "logsf", "ppf", "isf")
    args = [f"s{k}" for k in range(len(shapes) + 2)]
    code = f"def f(x, {', '.join(args)}):\n    return {calls(listed, 'x', *args)}\n"
    f = written(code, d=d)
    values = np.concatenate([EDGES, [0.05, 0.4, 0.97]])
    for scale, *own in ((SCALE, *shapes), (-1.0, *shapes), (SCALE, *(-s for s in shapes))):
        given = (*own, LOC, scale)
        with np.errstate(all="ignore"):
            wanted = f(values, *given)
        for n, value, exact in zip(listed, irad.jit(f)(values, *given), wanted, strict=True):
            if n.startswith("log"):  # of a number that is too small for SciPy
                exact = np.where((exact == -np.inf) & (value < -700.0), value, exact)
            if name in AT_INFINITY and n in ("pdf", "logpdf") and not np.isnan(exact[3:8]).all():  # where SciPy's are nan
                exact = np.where(np.isinf(values), 0.0 if n == "pdf" else -np.inf, exact)
            np.testing.assert_allclose(value, exact, rtol=2e-12, atol=4e-15, err_msg=f"{n} of {given}")
            assert value.dtype == exact.dtype
    x = starts(name)
    given = (*shapes, LOC, SCALE)
    smooth = [n for n in listed if n not in ("ppf", "isf")]
    code = f"def f(x, {', '.join(args)}):\n    return {calls(smooth, 'x', *args)}\n"
    of_x = written(code, d=d)
    _, tangents = irad.jvp(lambda x: of_x(x, *given), (x,), (np.ones(3),))
    for n, tangent, wanted in zip(smooth, tangents, differences(lambda x: of_x(x, *given), x), strict=True):
        np.testing.assert_allclose(tangent, wanted, rtol=2e-7, atol=1e-9, err_msg=n)
    code = f"def f({', '.join(args)}):\n    return d.logpdf(x, {', '.join(args)}).sum()\n"
    of_parameters = written(code, d=d, x=x)
    slopes = irad.grad(of_parameters, argnums=tuple(range(len(given))))(*given)
    for k, slope in enumerate(slopes):
        def along(v: float, k: int = k) -> tuple[float]:
            return (of_parameters(*given[:k], v, *given[k + 1 :]),)
        np.testing.assert_allclose(slope, differences(along, given[k])[0], rtol=2e-7, atol=1e-8, err_msg=args[k])


def differences(f: Any, x: Any) -> list[Any]:
    """Central differences of the fourth order."""
    h = 1e-3
    parts = zip(f(x + h), f(x - h), f(x + 2 * h), f(x - 2 * h), strict=True)
    return [(8.0 * (a - b) - (c - e)) / (12.0 * h) for a, b, c, e in parts]


@pytest.mark.sampled(27)
@pytest.mark.parametrize("name", [*SHAPES, *WHOLE])
def test_moments(name: str, written: Any) -> None:
    d, shapes = getattr(stats, name), (SHAPES | WHOLE)[name]
    more = (LOC,) if name in WHOLE else (LOC, SCALE)
    listed = methods(name, "mean", "var", "std", *(() if name in WHOLE else ("entropy", "median")))
    if not listed:
        return
    args = [f"s{k}" for k in range(len(shapes) + len(more))]
    f = written(f"def f({', '.join(args)}):\n    return {calls(listed, *args)}\n", d=d)
    for given in ((*shapes, *more), (*(-s for s in shapes), *more)):
        wanted = f(*given)
        for n, value, exact in zip(listed, irad.jit(f)(*given), wanted, strict=True):
            close = 1e-10 if name in NUMERIC else 1e-12
            np.testing.assert_allclose(value, exact, rtol=close, atol=1e-13, err_msg=f"{n} of {given}")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", WHOLE)
def test_whole_numbers(name: str, written: Any) -> None:
    d, shapes = getattr(stats, name), WHOLE[name]
    listed = methods(name, "pmf", "logpmf", "cdf", "sf", "logcdf", "logsf")
    args = [f"s{k}" for k in range(len(shapes) + 1)]
    f = written(f"def f(x, {', '.join(args)}):\n    return {calls(listed, 'x', *args)}\n", d=d)
    compiled = irad.jit(f)
    numbers = np.array([-np.inf, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 6.0, 7.0, 30.0, np.inf, np.nan])
    for x in (numbers, np.arange(4), 2):
        for given in ((*shapes, 0), (*shapes, 1), (*(-s for s in shapes), 0)):
            with np.errstate(all="ignore"):
                wanted = f(x, *given)
            for n, value, exact in zip(listed, compiled(x, *given), wanted, strict=True):
                if n == "logcdf" and given[-2] < 0.0:  # where SciPy's own numbers differ from case to case
                    exact = np.full_like(exact, np.nan)
                close = 1e-8 if name == "dlaplace" else 2e-12  # SciPy's has the errors of 1 less the rest
                np.testing.assert_allclose(value, exact, rtol=close, atol=1e-14, err_msg=f"{n} of {given}")
                assert np.shape(value) == np.shape(exact)
    if name in ("hypergeom", "nhypergeom", "randint"):  # whose parameters are whole
        return
    code = f"def f({', '.join(args[:-1])}):\n    return d.logpmf(x, {', '.join(args[:-1])}).sum()\n"
    of_parameters = written(code, d=d, x=np.array([1, 1, 1]) if name == "bernoulli" else np.array([1, 2, 4]))
    k = 0 if name in ("zipfian", "boltzmann") else len(shapes) - 1
    slope = irad.grad(of_parameters, argnums=k)(*shapes)
    wanted = differences(lambda v: (of_parameters(*shapes[:k], v, *shapes[k + 1 :]),), shapes[k])[0]
    np.testing.assert_allclose(slope, wanted, rtol=1e-8)


X = np.array([[0.3, 1.2], [2.5, 0.7]])
OUTSIDE = stats.gamma(2.3, scale=1.5)


def of_keywords(x, m):
    return (stats.norm.logpdf(x, loc=m) * stats.norm.pdf(x=x, scale=m)).sum() + stats.beta.logpdf(0.3, a=m, b=2.0)


def frozen_inside(x, m):
    d = stats.norm(m, scale=1.5)
    return d.logpdf(x).sum() + d.cdf(m + 0.1) + d.std() + stats.t(df=m).logpdf(x).sum()


def frozen_outside(x, m):
    return OUTSIDE.logpdf(m * x).sum() + OUTSIDE.mean() * m


def broadcast(x, m):
    return stats.norm.logpdf(x[:, None, :], loc=m * x, scale=np.array([1.0, 2.0])).sum()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [of_keywords, frozen_inside, frozen_outside, broadcast], ids=lambda f: f.__name__)
def test_ways_to_call(f: Any) -> None:
    value, (of_x, of_m) = irad.value_and_grad(f, argnums=(0, 1))(X.copy(), 1.3)
    assert value == pytest.approx(f(X, 1.3), rel=1e-13)
    assert of_m == pytest.approx(differences(lambda m: (f(X, m),), 1.3)[0], rel=1e-8)
    step = np.array([[0.4, -1.0], [0.2, 0.7]])
    assert (of_x * step).sum() == pytest.approx(differences(lambda t: (f(X + t * step, 1.3),), 0.0)[0], rel=1e-8)


def test_another_distribution_outside() -> None:
    """What it was made with is read at each call."""
    global OUTSIDE
    kept, compiled = OUTSIDE, irad.jit(frozen_outside)
    try:
        for d in (stats.gamma(2.3, scale=1.5), stats.gamma(3.3, 0.1), stats.norm(0.5)):
            OUTSIDE = d
            assert compiled(X, 1.3) == pytest.approx(frozen_outside(X, 1.3), rel=1e-13)
    finally:
        OUTSIDE = kept


@pytest.mark.sampled(4)
@pytest.mark.parametrize("x", [-1.0, 0.0, 2.0, np.inf])
def test_no_derivative_outside_of_the_support(x: float) -> None:
    """0, not nan, beside a number that counts."""
    def f(x, a):
        v = np.array([x, 0.5])
        return stats.expon.pdf(v).sum() + stats.gamma.cdf(v, 2.0).sum() + stats.beta.pdf(v, a, 2.0).sum()

    slope, of_a = irad.grad(f, argnums=(0, 1))(x, 2.5)
    assert np.isfinite(of_a)
    if x < 0.0 or x == np.inf:
        assert slope == 0.0
    assert np.isfinite(slope)


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(irad.IradError, match="rvs"):
        irad.jit(lambda x: x * stats.norm.rvs())(1.0)
    with pytest.raises(irad.IradError, match="missing a required argument: 'a'"):
        irad.jit(lambda x: stats.gamma.logpdf(x))(1.0)
    with pytest.raises(irad.DifferentiationError, match="is not known"):
        irad.grad(lambda v: special.jv(v, 1.0))(2.0)


def of_shapes(s):
    """Probabilities and quantiles, in both tails."""
    total = 0.0
    for p in (0.02, 0.4, 0.97):
        gammas = stats.gamma.ppf(p, s[0]) + 3 * stats.gamma.isf(p, s[1]) + stats.chi2.ppf(p, s[1]) + stats.invgamma.ppf(p, s[0])
        betas = stats.beta.ppf(p, s[0], s[1]) + 2 * stats.beta.isf(p, s[1], s[2]) + stats.t.ppf(p, s[1]) + stats.t.isf(p, s[2])
        total = total + p * (gammas + betas + stats.f.ppf(p, s[1], 2 + s[2]))
    for x in (-1.1, 0.2, 0.7, 9.0):
        gammas = stats.gamma.cdf(x, s[0]) - stats.gamma.sf(x, s[2]) + stats.chi2.logsf(x, s[1])
        betas = stats.beta.cdf(x, s[0], s[1]) - stats.beta.sf(x, s[1], s[2]) + stats.t.logcdf(x, s[2]) - stats.t.sf(x, s[0])
        total = total + x * (gammas + betas) + stats.f.cdf(x, s[0], s[2])
    return total


def test_derivatives_by_shapes() -> None:
    check_slopes(of_shapes, np.array([0.7, 2.4, 5.3]), h=1e-3)


def test_derivatives_by_shapes_far_out() -> None:
    """Beside those of integrals with many digits."""
    def f(a, x, b, y):
        return special.gammainc(a, x), special.betainc(a, b, y)

    for a, x, b, y in ((0.1, 1e-4, 0.2, 0.5), (50.0, 80.0, 40.0, 0.5), (3.0, 60.0, 0.01, 0.999), (500.0, 480.0, 20.0, 0.97)):
        with mpmath.workdps(40):
            of_gamma = mpmath.diff(lambda t, x=x: mpmath.gammainc(t, 0, x, regularized=True), a)
            of_beta = [
                mpmath.diff(lambda t, b=b, y=y: mpmath.betainc(t, b, 0, y, regularized=True), a),
                mpmath.diff(lambda t, a=a, y=y: mpmath.betainc(a, t, 0, y, regularized=True), b),
            ]
        _, (by_a, also_by_a) = irad.jvp(lambda v, x=x, b=b, y=y: f(v, x, b, y), (a,), (1.0,))
        _, (_, by_b) = irad.jvp(lambda v, a=a, x=x, y=y: f(a, x, v, y), (b,), (1.0,))
        np.testing.assert_allclose([by_a, also_by_a, by_b], [float(v) for v in (of_gamma, *of_beta)], rtol=1e-10)


def of_two(a, x):
    return special.gammainc(a, x) + special.betainc(a, 1.7, 0.3 * x)


def slope_of_two(x):
    return irad.grad(of_two)(2.3, x)


def test_second_derivatives_by_shapes_and_places() -> None:
    def exact(a, x):
        return mpmath.gammainc(a, 0, x, regularized=True) + mpmath.betainc(a, 1.7, 0, 0.3 * x, regularized=True)

    with mpmath.workdps(30):
        wanted = float(mpmath.diff(exact, (2.3, 1.1), (1, 1)))
    assert irad.grad(slope_of_two)(1.1) == pytest.approx(wanted, rel=1e-7)


def test_extremes_at_the_shape_0() -> None:
    """Where formulas have the shape 0 as a limit, values and the slope by it are those beside it."""
    x = np.array([0.3, 1.2, 2.4])
    for name in ("genextreme", "genpareto"):
        d = getattr(stats, name)
        for method in ("logpdf", "cdf", "ppf"):
            f, given = getattr(d, method), x if method != "ppf" else x / 3.0
            value, slope = irad.value_and_grad(lambda c: f(given, c).sum())(0.0)  # noqa: B023
            np.testing.assert_allclose(value, f(given, 0.0).sum(), rtol=1e-12)
            h = 1e-3
            wanted = (8 * (f(given, h) - f(given, -h)) - (f(given, 2 * h) - f(given, -2 * h))).sum() / (12 * h)
            np.testing.assert_allclose(slope, wanted, rtol=1e-7)
