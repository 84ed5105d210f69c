"""Functions of `scipy.special` of complex numbers, one element each, by SciPy's own code of their parts; Hankel's functions.

Which derivatives they have: those of the parts (`irad.rules.tables.scipy_special`), by DLMF 5.2.2, 7.2.1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import jv, yv

from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.special import scipy_code


def gamma(z: complex) -> Any:
    """Γ(z)."""
    return complex(scipy_code.gamma_re(z.real, z.imag), scipy_code.gamma_im(z.real, z.imag))


def loggamma(z: complex) -> Any:
    """The principal branch of log Γ(z)."""
    return complex(scipy_code.loggamma_re(z.real, z.imag), scipy_code.loggamma_im(z.real, z.imag))


def psi(z: complex) -> Any:
    """Γ'(z) / Γ(z)."""
    return complex(scipy_code.psi_re(z.real, z.imag), scipy_code.psi_im(z.real, z.imag))


def erf(z: complex) -> Any:
    """The error function."""
    return complex(scipy_code.erf_re(z.real, z.imag), scipy_code.erf_im(z.real, z.imag))


def erfc(z: complex) -> Any:
    """1 - erf(z)."""
    return complex(scipy_code.erfc_re(z.real, z.imag), scipy_code.erfc_im(z.real, z.imag))


OF_COMPLEX = {"gamma": gamma, "loggamma": loggamma, "psi": psi, "erf": erf, "erfc": erfc}


def _positive(z: Any, name: str) -> Any:
    given = np.asarray(z)
    if given.dtype.kind == "c":
        refused(f"scipy.special.{name}() of complex numbers is not supported in compiled functions", "real arguments")
    if np.any(given < 0):
        raise NotImplementedError("Hankel's functions of numbers below 0 in compiled functions")
    return given * 1.0


def hankel1(v: Any, z: Any) -> Any:
    """Hankel's function of the first kind (DLMF 10.4.3)."""
    x = _positive(z, "hankel1")
    return jv(v, x) + 1j * yv(v, x)


def hankel2(v: Any, z: Any) -> Any:
    """Hankel's function of the second kind (DLMF 10.4.3)."""
    x = _positive(z, "hankel2")
    return jv(v, x) - 1j * yv(v, x)


def sph_harm_y(n: Any, m: Any, theta: Any, phi: Any, *, diff_n: Any = 0) -> Any:
    """The spherical harmonic of degree n and order m (DLMF 14.30.1), by recurrence in the degree."""
    if np.ndim(n) > 0 or np.ndim(m) > 0:
        refused("sph_harm_y() of several degrees or orders is not supported in compiled functions", "a loop over them")
    if diff_n != 0:
        raise NotImplementedError("sph_harm_y(diff_n=) in compiled functions")
    if n < 0:
        raise NotImplementedError("sph_harm_y() of degrees below 0 in compiled functions")
    k = abs(m)
    x, s = np.cos(np.asarray(theta)), np.sin(np.asarray(theta))
    s = np.where(s < 0.0, -s, s)  # outside of 0 to π as the sine of the angle between there
    last, scale = 0.0 * x, math.sqrt(0.25 / math.pi)
    for i in range(1, k + 1):
        scale *= -math.sqrt((2.0 * i + 1.0) / (2.0 * i))
    here = scale * s**k
    for i in range(k + 1, n + 1):
        before = math.sqrt(((i - 1.0) ** 2 - k * k) / (4.0 * (i - 1.0) ** 2 - 1.0)) if i > k + 1 else 0.0
        last, here = here, math.sqrt((4.0 * i * i - 1.0) / (1.0 * i * i - k * k)) * (x * here - before * last)
    if k > n:
        here = 0.0 * here
    sign = -1.0 if m < 0 and k % 2 == 1 else 1.0
    return sign * here * np.exp(1j * (m * np.asarray(phi)))
