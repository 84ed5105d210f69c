"""Functions of `scipy.special` that are SciPy's own code: values as SciPy's, derivatives beside differences of SciPy's values.

Each function here is several of SciPy's at once, which are compiled together; the reference is the same function, run by Python.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special as sp

import irad

Group = Callable[..., Any]


def bessel(x):
    return sp.j0(x), sp.j1(x), sp.jn(3, x), sp.jv(1.5, x), sp.y0(x), sp.y1(x), sp.yn(2, x), sp.yv(0.3, x)


def modified(x):
    return sp.i0(x), sp.i1(x), sp.iv(1.5, x), sp.k0(x), sp.k1(x), sp.kn(2, x), sp.kv(0.3, x)


def scaled(x):
    return sp.i0e(x), sp.i1e(x), sp.ive(1.5, x), sp.k0e(x), sp.k1e(x), sp.kve(0.3, x)


def spherical(x):
    orders = (sp.spherical_jn(0, x), sp.spherical_jn(2, x), sp.spherical_yn(1, x), sp.spherical_in(2, x), sp.spherical_kn(0, x))
    return *orders, sp.spherical_jn(2, x, derivative=True), sp.spherical_kn(1, x, True), sp.spherical_yn(0, x, True)


def airy_and_struve(x):
    return *sp.airy(x), sp.struve(0.5, x), sp.modstruve(1.5, x)


def errors(x):
    return sp.erfinv(x), sp.erfcinv(1.0 + x), sp.erfi(x), sp.dawsn(x), sp.ndtri(0.5 + 0.5 * x), sp.ndtri_exp(-2.0 - x)


def integrals(x):
    return sp.expi(x), sp.exp1(x), sp.expn(0, x), sp.expn(3, x), sp.spence(x), *sp.sici(x), *sp.shichi(x), *sp.fresnel(x)


def elliptic(x):
    incomplete = sp.ellipkinc(0.7, x), sp.ellipeinc(0.7, x), sp.ellipkinc(x, 0.4), sp.ellipeinc(x, 0.4)
    return sp.ellipk(x), sp.ellipe(x), sp.ellipkm1(1.2 * x), *incomplete


def jacobian_elliptic(x):
    return sp.ellipj(x, 0.4)


def gammas(x):
    shapes = sp.gammainc(1.5, x), sp.gammaincc(0.5, x), sp.gammaincinv(1.5, x), sp.gammainccinv(2.5, x), sp.gammainc(1.0, x)
    return *shapes, sp.poch(x, 1.5), sp.poch(2.0, x), sp.binom(4.5 + x, 2.0), sp.loggamma(x), sp.multigammaln(1.0 + x, 2)


def betas(x):
    forward = sp.betainc(1.5, 2.5, x), sp.betaincc(0.5, 1.0, x), sp.betainc(1.0, 3.0, x)
    return *forward, sp.betaincinv(1.5, 2.5, x), sp.betainccinv(0.5, 1.5, x)


def distributions(x):
    of_t = sp.stdtr(3.0, x), sp.stdtrit(3.5, x), sp.fdtr(3.0, 4.0, x), sp.fdtrc(3.0, 4.0, x), sp.fdtri(3.0, 4.0, x)
    of_gamma = sp.chdtr(3.0, x), sp.chdtrc(3.0, x), sp.chdtri(3.0, x), sp.gdtr(2.0, 1.5, x), sp.gdtrc(x, 1.5, 2.0)
    of_whole = sp.pdtr(2.0, x), sp.pdtrc(2.0, x), sp.bdtr(2.0, 5.0, x), sp.bdtrc(2.0, 5.0, x), sp.nbdtr(2, 3, x)
    return *of_t, *of_gamma, *of_whole, sp.nbdtrc(2, 3, x)


def profiles(x):
    voigt = sp.voigt_profile(x, 0.7, 1.2), sp.voigt_profile(0.3, x, 0.5), sp.voigt_profile(0.3, 0.5, x)
    return *voigt, sp.owens_t(x, 0.4), sp.owens_t(0.4, x), sp.wrightomega(x), sp.softplus(x), sp.lambertw(x).real


def series(x):
    return sp.hyp2f1(0.5, 1.5, 2.5, x), sp.hyp1f1(0.5, 1.5, x), sp.hyp0f1(1.5, x), sp.hyperu(0.5, 1.5, 1.0 + x)


def polynomials(x):
    jacobi = sp.eval_legendre(3, x), sp.eval_jacobi(3, 0.5, 1.5, x), sp.eval_gegenbauer(3, 0.5, x), sp.eval_legendre(0, x)
    first = sp.eval_chebyt(4, x), sp.eval_chebyu(3, x), sp.eval_chebyc(3, x), sp.eval_chebys(3, x), sp.eval_legendre(1.5, x)
    shifted = sp.eval_sh_legendre(2, x), sp.eval_sh_chebyt(3, x), sp.eval_sh_chebyu(3, x)
    others = sp.eval_laguerre(3, x), sp.eval_genlaguerre(2, 0.5, x), sp.eval_hermite(3, x), sp.eval_hermitenorm(4, x)
    return *jacobi, *first, *shifted, *others


def elementary(x):
    powers = sp.cbrt(x), sp.exp2(x), sp.log1p(x), sp.expm1(x), sp.inv_boxcox1p(x, 0.4), sp.inv_boxcox1p(x, 0.0)
    return *powers, sp.sindg(x), sp.cosdg(x), sp.factorial(x), sp.comb(4.5, x), sp.perm(4.5, x)


INSIDE = np.array([0.05, 0.31, 0.5, 0.77, 0.9])
POSITIVE = np.array([0.05, 0.4, 1.0, 2.2, 7.5])
EVERYWHERE = np.array([-3.3, -0.7, -1e-3, 0.2, 0.9, 1.7, 4.2])
GROUPS: dict[Group, np.ndarray] = {
    bessel: POSITIVE, modified: POSITIVE, scaled: POSITIVE, spherical: POSITIVE, airy_and_struve: POSITIVE, errors: INSIDE,
    integrals: POSITIVE, elliptic: np.append(INSIDE, 0.8), jacobian_elliptic: EVERYWHERE, gammas: INSIDE, betas: INSIDE,
    distributions: INSIDE, profiles: POSITIVE, series: INSIDE, polynomials: INSIDE, elementary: POSITIVE[:-2],
}  # fmt: skip
EDGES = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.5, 12.0, 40.0, 1e-9, np.inf, -np.inf, np.nan])


def differences(f: Group, x: np.ndarray) -> list[np.ndarray]:
    """Central differences of the sixth order."""
    h = 2e-3 * np.minimum(1.0, np.abs(x))
    ends = [[np.subtract(p, m) for p, m in zip(f(x + k * h), f(x - k * h), strict=True)] for k in (1, 2, 3)]
    return [(45.0 * a - 9.0 * b + c) / (60.0 * h) for a, b, c in zip(*ends, strict=True)]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("f", GROUPS, ids=lambda f: f.__name__)
def test_derivatives(f: Group) -> None:
    x = GROUPS[f]
    values, tangents = irad.jvp(f, (x,), (np.ones_like(x),))
    wanted = differences(f, x)
    for k, (value, tangent) in enumerate(zip(values, tangents, strict=True)):
        np.testing.assert_allclose(value, f(x)[k], rtol=4e-14, atol=1e-300, err_msg=str(k))
        np.testing.assert_allclose(tangent, wanted[k], rtol=2e-8, atol=1e-9, err_msg=str(k))
    weights = np.cos(np.arange(len(wanted)))

    def total(x):
        out = f(x)
        found = 0.0
        for k in range(len(out)):
            found += weights[k] * (out[k] * out[k]).sum()
        return found

    slope = irad.grad(total)(x.copy())
    np.testing.assert_allclose(slope, 2.0 * sum(w * v * d for w, v, d in zip(weights, f(x), tangents, strict=True)), rtol=1e-11)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", GROUPS, ids=lambda f: f.__name__)
def test_second_derivatives(f: Group) -> None:
    x = GROUPS[f][1:4]

    def slope(x):
        return irad.jvp(f, (x,), (np.ones_like(x),))[1]

    compiled = irad.jit(slope)
    _, second = irad.jvp(slope, (x,), (np.ones_like(x),))
    for k, wanted in enumerate(differences(compiled, x)):
        np.testing.assert_allclose(second[k], wanted, rtol=1e-7, atol=1e-8, err_msg=str(k))


@pytest.mark.sampled(7)
@pytest.mark.parametrize("f", GROUPS, ids=lambda f: f.__name__)
def test_edges(f: Group) -> None:
    compiled = irad.jit(f)
    edges = np.abs(EDGES) if f is gammas else EDGES
    if f in (series, spherical):  # SciPy's hyp2f1(inf) never ends, and the derivative of spherical_kn is inf - inf there
        edges = EDGES[np.isfinite(EDGES) & ~(np.signbit(EDGES) & (EDGES == 0.0))]
    for x in (edges, edges.astype(np.float32), np.arange(1, 4), edges[:8].reshape(2, 4)[:, ::2], np.zeros(0), 0.5, 1):
        with np.errstate(all="ignore"):
            wanted = f(x)
        for k, (value, exact) in enumerate(zip(compiled(x), wanted, strict=True)):
            tolerance = 4e-6 if getattr(x, "dtype", None) == np.float32 else 1e-13
            np.testing.assert_allclose(value, exact, rtol=tolerance, atol=1e-290, err_msg=f"{k} of {x!r}")
            assert np.shape(value) == np.shape(exact)
            if np.ndim(x) and not (f is spherical and np.asarray(x).dtype == np.float32):  # of which SciPy makes either kind
                assert value.dtype == exact.dtype, f"{k} of {x!r}"


def test_unknown_derivatives_are_errors() -> None:
    for f in (sp.jv, sp.struve):
        with pytest.raises(irad.DifferentiationError, match="is not known"):
            irad.grad(lambda a, f=f: f(a, 0.3))(0.7)
        assert irad.grad(lambda x, f=f: f(0.7, x))(0.3) != 0.0


def test_complex_numbers_are_refused() -> None:
    with pytest.raises(irad.IradError, match="complex"):
        irad.jit(lambda z: sp.jv(1.0, z))(1j)


def test_infinite_where_the_function_is_steep() -> None:
    assert irad.grad(lambda x: sp.jv(0.5, x))(0.0) == np.inf
    assert irad.grad(lambda x: sp.gammainc(0.5, x))(0.0) == np.inf
    assert irad.grad(lambda x: sp.gammainc(1.0, x))(0.0) == 1.0
    assert irad.grad(lambda x: sp.gammainc(2.0, x))(0.0) == 0.0
    assert irad.grad(lambda x: sp.betainc(1.0, 2.0, x))(0.0) == pytest.approx(2.0, rel=1e-15)
    assert irad.grad(lambda x: sp.j1(x))(0.0) == 0.5


BRANCHES = np.array([-0.3, -0.1, -1e-4, 0.4, 3.0])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("k", [0, -1, 1])
def test_lambertw(k: int) -> None:
    """Below 0 too; its derivative is w / (z (1 + w))."""
    def f(z):
        return sp.lambertw(z, k)

    w = f(BRANCHES)
    value, tangent = irad.jvp(f, (BRANCHES,), (np.ones(5),))
    np.testing.assert_allclose(value, w, rtol=1e-13)
    np.testing.assert_allclose(tangent, w / (BRANCHES * (1.0 + w)), rtol=1e-12)


def test_libraries_cannot_call_scipy(tmp_path: Any) -> None:
    """Addresses are those of a process that has SciPy."""
    program = tmp_path / "program.py"
    program.write_text("import scipy.special as sp\n\n\ndef f(x):\n    return sp.j0(x)\n")
    code = [sys.executable, "-m", "irad", "build", f"{program}:f", "--signature", "float64(float64)", "-o", f"{tmp_path}/libf.so"]
    run = subprocess.run(code, capture_output=True, text=True, check=False)
    assert run.returncode != 0 and "scipy.special.j0" in run.stderr, run.stderr
