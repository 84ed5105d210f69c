"""Functions of `scipy.special` of arrays: those with several results, and those that are no universal functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import special

from irad.frontends.python.library.special import primitives, scipy_code

_NEAR_0 = 1e-3
_INVERSE_E = math.exp(-1.0)
_BELOW_PI = math.pi * (1.0 - 2.0**-52)  # beside the cuts at odd multiples of π, where branches are closed from below


def sici(x: Any) -> Any:
    """The integrals of sine and cosine; that of cosine is nan below 0."""
    return scipy_code.si(x), scipy_code.ci(x)


def shichi(x: Any) -> Any:
    """The integrals of sinh and cosh."""
    return scipy_code.shi(x), scipy_code.chi(x)


def fresnel(z: Any) -> Any:
    """Fresnel's integrals, S and C."""
    return scipy_code.fresnel_s(z), scipy_code.fresnel_c(z)


def airy(z: Any) -> Any:
    """Ai, Ai', Bi, Bi'."""
    return scipy_code.airy_ai(z), scipy_code.airy_aip(z), scipy_code.airy_bi(z), scipy_code.airy_bip(z)


def ellipj(u: Any, m: Any) -> Any:
    """sn, cn, dn and the amplitude."""
    return scipy_code.ellipj_sn(u, m), scipy_code.ellipj_cn(u, m), scipy_code.ellipj_dn(u, m), scipy_code.ellipj_ph(u, m)


def _size(z: Any) -> Any:
    """|z|, with the derivative 1 at 0."""
    return np.where(np.asarray(z) < 0, -z, z)


def _odd(n: Any, z: Any) -> Any:
    """Where an odd function has an argument below 0, of those that are odd for odd n."""
    return (np.asarray(n) % 2 == 1) & (np.asarray(z) < 0)


def _jn(n: Any, z: Any) -> Any:
    v = scipy_code.spherical_jn(n, _size(z))  # DLMF 10.47.14
    return np.where(_odd(n, z), -v, v)


def _in(n: Any, z: Any) -> Any:
    v = scipy_code.spherical_in(n, _size(z))  # DLMF 10.47.16
    return np.where(_odd(n, z), -v, v)


def _kn(n: Any, z: Any) -> Any:
    v = scipy_code.spherical_kn(n, _size(z))  # below 0 by DLMF 10.47.11 and 10.47.16
    return np.where(np.asarray(z) < 0, np.where(_odd(n, z), v, -v) - math.pi * scipy_code.spherical_in(n, _size(z)), v)


def spherical_jn(n: Any, z: Any, derivative: bool = False) -> Any:
    """The spherical Bessel function of the first kind, or its derivative (DLMF 10.51.2)."""
    if derivative:
        return (n * _jn(np.maximum(n - 1, 0), z) - (n + 1.0) * _jn(n + 1, z)) / (2.0 * n + 1.0)
    return _jn(n, z)


def spherical_yn(n: Any, z: Any, derivative: bool = False) -> Any:
    """The spherical Bessel function of the second kind, or its derivative (DLMF 10.51.2)."""
    if derivative:
        below, above = scipy_code.spherical_yn(np.maximum(n - 1, 0), z), scipy_code.spherical_yn(n + 1, z)
        return (np.where(np.asarray(n) == 0, 0.0, n * below) - (n + 1.0) * above) / (2.0 * n + 1.0)
    return scipy_code.spherical_yn(n, z)


def spherical_in(n: Any, z: Any, derivative: bool = False) -> Any:
    """The modified spherical Bessel function of the first kind, or its derivative (DLMF 10.51.5)."""
    if derivative:
        return (n * _in(np.maximum(n - 1, 0), z) + (n + 1.0) * _in(n + 1, z)) / (2.0 * n + 1.0)
    return _in(n, z)


def spherical_kn(n: Any, z: Any, derivative: bool = False) -> Any:
    """The modified spherical Bessel function of the second kind, or its derivative (DLMF 10.51.5)."""
    if np.asarray(z).dtype == np.float32:  # (SciPy keeps single precision here, not in the others)
        return spherical_kn(n, np.asarray(z).astype(np.float64), derivative).astype(np.float32)
    if derivative:
        below = np.where(np.asarray(n) == 0, 0.0, n * _kn(np.maximum(n - 1, 0), z))
        return -(below + (n + 1.0) * _kn(n + 1, z)) / (2.0 * n + 1.0)
    return _kn(n, z)


def multigammaln(a: Any, d: Any) -> Any:
    """The logarithm of the multivariate gamma function (DLMF 35.3.4)."""
    if d != int(d):
        raise ValueError("d should be a positive integer (dimension)")
    given = np.asarray(a) * 1.0
    if np.any(given <= 0.5 * (d - 1)):
        raise ValueError("condition a > 0.5 * (d - 1) not met")
    total = (d * (d - 1) * 0.25) * np.log(np.pi) + special.gammaln(given)
    for j in range(1, int(d)):
        total = total + special.gammaln(given - 0.5 * j)
    return total


def softplus(x: Any) -> Any:
    """log(1 + exp(x))."""
    return np.logaddexp(0, x)


def factorial(n: Any, exact: bool = False, extend: Any = "zero") -> Any:
    """n! = Γ(n + 1), 0 of negative numbers."""
    if exact:
        if np.ndim(n) > 0:
            raise NotImplementedError("factorial(exact=True) of an array in compiled functions: use math.factorial")
        return math.factorial(n) if n >= 0 else 0
    given = np.asarray(n)
    return np.where(given < 0, np.float64(0.0), special.gamma(np.where(given < 0, 0, given) + 1))


def comb(N: Any, k: Any, exact: bool = False, repetition: bool = False) -> Any:
    """The number of ways to choose k of N."""
    if exact:
        if np.ndim(N) > 0 or np.ndim(k) > 0 or repetition:
            raise NotImplementedError("comb(exact=True) of arrays, or with repetition, in compiled functions: use math.comb")
        return math.comb(N, k) if k >= 0 and k <= N else 0
    if repetition:
        return _chosen(N + k - 1.0, k)
    return _chosen(N, k)


def _chosen(N: Any, k: Any) -> Any:
    return np.where((np.asarray(k) <= N) & (np.asarray(N) >= 0) & (np.asarray(k) >= 0), special.binom(N, k), np.float64(0.0))


def perm(N: Any, k: Any, exact: bool = False) -> Any:
    """The number of ways to choose k of N in order."""
    if exact:
        if np.ndim(N) > 0 or np.ndim(k) > 0:
            raise NotImplementedError("perm(exact=True) of arrays in compiled functions: use math.perm")
        return math.perm(N, k) if k >= 0 and k <= N else 0
    given = (np.asarray(k) <= N) & (np.asarray(N) >= 0) & (np.asarray(k) >= 0)
    return np.where(given, special.poch(N - k + 1.0, k), np.float64(0.0))


def lambertw(z: Any, k: Any = 0, tol: Any = 1e-8) -> Any:
    """The solution w of w exp(w) = z on branch k: that of w + log(w) = log(z) + 2πik (Corless and Jeffrey 2002)."""
    given = np.asarray(z, dtype=float)
    size = np.where(given == 0.0, 1.0, np.abs(given))
    re, im = np.log(size), np.where(given < 0.0, _BELOW_PI, 0.0) + 2.0 * math.pi * k
    is_real = (given < 0.0) & (given >= -_INVERSE_E) & (k == 0 or k == -1)
    w = scipy_code.wrightomega_re(re, im) + 1j * np.where(is_real, 0.0, scipy_code.wrightomega_im(re, im))
    if k != 0:
        return np.where(given == 0.0, -np.inf, w)
    series = 1.0 - given * (1.0 - given * (1.5 - given * (8.0 / 3.0 - given * (125.0 / 24.0 - given * 10.8))))
    return np.where(np.abs(given) < _NEAR_0, given * series, w)


def wofz(z: Any) -> Any:
    """Faddeeva's function exp(-z²) erfc(-iz)."""
    given = np.asarray(z) * (1.0 + 0.0j)
    re, im = given.real, given.imag
    return scipy_code.wofz_re(re, im) + 1j * scipy_code.wofz_im(re, im)


def _zeta(s: float, q: float) -> float:
    """Hurwitz's zeta function."""
    if s == 1.0:
        return np.inf
    if np.isnan(s) or np.isnan(q) or s < 1.0:
        return np.nan
    if q <= 0.0:
        if q == np.floor(q):
            return np.inf
        if s != np.floor(s):
            return np.nan
    if q > 1e8:
        return (1.0 / (s - 1.0) + 0.5 / q) * math.pow(q, 1.0 - s)  # DLMF 25.11.43
    total = 0.0
    while q <= 0.0:
        total += q**-s
        q += 1.0
    return total + primitives.hurwitz_zeta(s, q)


def zeta(x: Any, q: Any = None) -> Any:
    """Riemann's zeta function, or with ``q`` Hurwitz's."""
    if q is None:
        return 1.0 + scipy_code.zetac(np.asarray(x) * 1.0)
    s, start = np.asarray(x) * 1.0, np.asarray(q) * 1.0
    both = s + q
    exponents, places = np.broadcast_to(s, both.shape).ravel(), np.broadcast_to(start, both.shape).ravel()
    found = np.empty(places.size, dtype=both.dtype)
    for k in range(places.size):
        found[k] = _zeta(exponents[k], places[k])
    return found[0] if both.ndim == 0 else found.reshape(both.shape)
