"""Polynomials as objects: ``np.poly1d``, the highest power first, and ``np.polynomial.Polynomial``, the lowest first."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.coefficients import as_series, sum_of, trimmed
from irad.frontends.python.library.shared.compiler_words import refused


def _from_highest(c: Any) -> Any:
    """Coefficients without leading zeros."""
    if len(c) == 0:
        return np.zeros(1, dtype=c.dtype)
    first, last = 0, len(c) - 1
    while first < last and c[first] == 0:
        first += 1
    return c[first:].copy()


def _falling(v: Any) -> Any:
    """The coefficients that a number, an array or a polynomial stands for."""
    return v.coeffs if isinstance(v, FallingPowers) else _from_highest(np.atleast_1d(np.asarray(v)))


class FallingPowers:
    """``np.poly1d``."""

    irad_compiled = True
    irad_attributes = ("coeffs",)

    def __init__(self, c_or_r: Any, r: bool = False, variable: Any = None) -> None:
        self.coeffs = np.poly(c_or_r) if r else _falling(c_or_r)

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return np.poly1d(self.coeffs)

    @property
    def c(self) -> Any:
        return self.coeffs

    @property
    def coef(self) -> Any:
        return self.coeffs

    @property
    def coefficients(self) -> Any:
        return self.coeffs

    @property
    def order(self) -> Any:
        return len(self.coeffs) - 1

    @property
    def o(self) -> Any:
        return len(self.coeffs) - 1

    @property
    def roots(self) -> Any:
        return np.roots(self.coeffs)

    @property
    def r(self) -> Any:
        return np.roots(self.coeffs)

    def __len__(self) -> int:
        return len(self.coeffs) - 1

    def __call__(self, val: Any) -> Any:
        at = np.asarray(val)
        found = at * 0 + self.coeffs[0]
        for k in range(1, len(self.coeffs)):
            found = found * at + self.coeffs[k]
        return found

    def __getitem__(self, val: int) -> Any:
        n = len(self.coeffs) - 1
        return self.coeffs[n - val] if 0 <= val <= n else 0.0 * self.coeffs[0]

    def __neg__(self) -> Any:
        return FallingPowers(-self.coeffs)

    def __pos__(self) -> Any:
        return self

    def __add__(self, other: Any) -> Any:
        return FallingPowers(np.polyadd(self.coeffs, _falling(other)))

    def __radd__(self, other: Any) -> Any:
        return FallingPowers(np.polyadd(self.coeffs, _falling(other)))

    def __sub__(self, other: Any) -> Any:
        return FallingPowers(np.polysub(self.coeffs, _falling(other)))

    def __rsub__(self, other: Any) -> Any:
        return FallingPowers(np.polysub(_falling(other), self.coeffs))

    def __mul__(self, other: Any) -> Any:
        return FallingPowers(np.polymul(self.coeffs, _falling(other)))

    def __rmul__(self, other: Any) -> Any:
        return FallingPowers(np.polymul(_falling(other), self.coeffs))

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, FallingPowers):
            q, r = np.polydiv(self.coeffs, other.coeffs)
            return FallingPowers(q), FallingPowers(r)
        return FallingPowers(self.coeffs / other)

    def __pow__(self, val: int) -> Any:
        if val < 0:
            raise ValueError("Power to non-negative integers only.")
        found = self.coeffs[:1] * 0 + 1
        for _ in range(val):
            found = np.polymul(found, self.coeffs)
        return FallingPowers(found)

    def deriv(self, m: int = 1) -> Any:
        """The m-th derivative."""
        return FallingPowers(np.polyder(self.coeffs, m))

    def integ(self, m: int = 1, k: Any = 0) -> Any:
        """The m-th integral, with constants k."""
        constants = np.atleast_1d(np.asarray(k)) * 1.0
        if len(constants) != 1 and len(constants) < m:
            raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
        c = self.coeffs * 1.0
        for i in range(m):
            c = np.polyint(c)
            c[len(c) - 1] = constants[i] if len(constants) > 1 else constants[0]
        return FallingPowers(c)


class RisingPowers:
    """``np.polynomial.Polynomial``."""

    irad_compiled = True
    irad_attributes = ("coef", "domain", "window")

    def __init__(self, coef: Any, domain: Any = None, window: Any = None, symbol: Any = "x") -> None:
        self.coef = as_series(coef)
        self.domain = np.array([-1.0, 1.0]) if domain is None else np.asarray(domain) * 1.0
        self.window = np.array([-1.0, 1.0]) if window is None else np.asarray(window) * 1.0

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return np.polynomial.Polynomial(self.coef, self.domain, self.window)

    def mapparms(self) -> Any:
        """Start and factor of the map from the domain to the window."""
        d, w = self.domain, self.window
        length = d[1] - d[0]
        return (d[1] * w[0] - d[0] * w[1]) / length, (w[1] - w[0]) / length

    def __call__(self, arg: Any) -> Any:
        start, factor = self.mapparms()
        at = start + factor * np.asarray(arg)
        found = self.coef[len(self.coef) - 1] + at * 0.0
        for k in range(2, len(self.coef) + 1):
            found = self.coef[len(self.coef) - k] + found * at
        return found

    def degree(self) -> Any:
        return len(self.coef) - 1

    def __len__(self) -> int:
        return len(self.coef)

    def _with(self, coef: Any) -> Any:
        return RisingPowers(coef, self.domain, self.window)

    def _coefficients_of(self, other: Any) -> Any:
        if isinstance(other, RisingPowers):
            if np.any(other.domain != self.domain):
                raise TypeError("Domains differ")
            if np.any(other.window != self.window):
                raise TypeError("Windows differ")
            return other.coef
        return as_series(other)

    def __neg__(self) -> Any:
        return self._with(-self.coef)

    def __pos__(self) -> Any:
        return self

    def __add__(self, other: Any) -> Any:
        return self._with(sum_of(self.coef, self._coefficients_of(other)))

    def __radd__(self, other: Any) -> Any:
        return self._with(sum_of(as_series(other), self.coef))

    def __sub__(self, other: Any) -> Any:
        return self._with(sum_of(self.coef, -self._coefficients_of(other)))

    def __rsub__(self, other: Any) -> Any:
        return self._with(sum_of(as_series(other), -self.coef))

    def __mul__(self, other: Any) -> Any:
        return self._with(trimmed(np.convolve(trimmed(self.coef), trimmed(self._coefficients_of(other)))))

    def __rmul__(self, other: Any) -> Any:
        return self._with(trimmed(np.convolve(trimmed(as_series(other)), trimmed(self.coef))))

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, RisingPowers):
            raise TypeError("unsupported types for true division: 'Polynomial'")
        return self._with(self.coef / other)

    def __pow__(self, other: int) -> Any:
        if other < 0:
            raise ValueError("Power must be a non-negative integer.")
        found = self.coef[:1] * 0.0 + 1.0
        for _ in range(other):
            found = np.convolve(found, self.coef)
        return self._with(found)

    def deriv(self, m: int = 1) -> Any:
        """The m-th derivative."""
        _, factor = self.mapparms()
        c = self.coef
        for _ in range(m):
            n = len(c)
            c = c[1:] * np.arange(1, n) * factor if n > 1 else c[:1] * 0.0
        return self._with(c)

    def integ(self, m: int = 1, k: Any = 0.0, lbnd: Any = None) -> Any:
        """The m-th integral, with constants k."""
        start, factor = self.mapparms()
        at = 0.0 if lbnd is None else start + factor * lbnd
        constants = np.atleast_1d(np.asarray(k)) * 1.0
        if len(constants) > m:
            raise ValueError("Too many integration constants")
        c = self.coef
        for i in range(m):
            n = len(c)
            more = np.zeros(n + 1, dtype=c.dtype)
            value, power = 0.0 * c[0], at
            for j in range(n):
                more[j + 1] = c[j] / factor / (j + 1)
                value += more[j + 1] * power
                power *= at
            more[0] = (constants[i] if i < len(constants) else 0.0) - value
            c = more
        return self._with(c)

    def roots(self) -> Any:
        """The zeros, in order; always complex."""
        start, factor = self.mapparms()
        c = trimmed(self.coef)
        n = len(c) - 1
        if n < 1:
            return np.zeros(0, dtype=np.complex128)
        found = np.zeros((n, n))
        for j in range(n - 1):
            found[j, j + 1] = 1.0
        for j in range(n):
            found[j, 0] -= c[n - 1 - j] / c[n]
        return (np.sort_complex(np.linalg.eigvals(found)) - start) / factor

    def trim(self, tol: Any = 0) -> Any:
        """Without small coefficients at the highest powers."""
        n = len(self.coef)
        while n > 1 and abs(self.coef[n - 1]) <= tol:
            n -= 1
        return self._with(self.coef[:n].copy())

    def convert(self, domain: Any = None, kind: Any = None, window: Any = None) -> Any:
        """The same polynomial with another domain."""
        if kind is not None:
            refused("convert() of a polynomial with kind= is not supported in compiled functions", "leave it out")
        to = RisingPowers(np.zeros(1), domain, window)
        start, factor = self.mapparms()
        back, scale = to.window, to.domain
        length = back[1] - back[0]
        first, slope = (back[1] * scale[0] - back[0] * scale[1]) / length, (scale[1] - scale[0]) / length
        line = np.array([start + factor * first, factor * slope])
        n = len(self.coef)
        c = self.coef[n - 1 :] * 1.0
        for k in range(2, n + 1):
            c = np.convolve(c, line)
            c[0] = c[0] + self.coef[n - k]
        return RisingPowers(c, domain, window)

    def linspace(self, n: int = 100, domain: Any = None) -> Any:
        """Places and values."""
        ends = self.domain if domain is None else domain
        x = np.linspace(ends[0], ends[1], n)
        return x, self(x)


def fit(
    x: Any, y: Any, deg: int, domain: Any = None, rcond: Any = None, full: bool = False, w: Any = None, window: Any = None
) -> Any:  # fmt: skip
    """``Polynomial.fit``: the polynomial that is next to points, with their range as its domain."""
    if full:
        refused("Polynomial.fit() with full=True is not supported in compiled functions", "leave it out")
    at, values = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    if domain is None:
        low, high = np.min(at), np.max(at)
        ends = np.array([low - 1.0, high + 1.0]) if low == high else np.array([low, high])
    else:
        ends = np.asarray(domain) * 1.0
    empty = RisingPowers(np.zeros(1), ends, window)
    start, factor = empty.mapparms()
    powers = np.vander(start + factor * at, deg + 1)[:, ::-1].copy()
    wanted = values
    if w is not None:
        weights = np.asarray(w) * 1.0
        powers, wanted = powers * weights[:, None], values * weights
    scale = np.sqrt((powers * powers).sum(axis=0))
    small = len(at) * 2.220446049250313e-16 if rcond is None else rcond
    return RisingPowers(np.linalg.lstsq(powers / scale, wanted, rcond=small)[0] / scale, ends, window)


def fromroots(roots: Any, domain: Any = None, window: Any = None) -> Any:
    """``Polynomial.fromroots``: the polynomial with these zeros and the highest coefficient 1."""
    if domain is not None or window is not None:
        refused("Polynomial.fromroots() with domain= or window= is not supported in compiled functions", "leave them out")
    return RisingPowers(np.poly(np.atleast_1d(np.asarray(roots)))[::-1] * 1.0)
