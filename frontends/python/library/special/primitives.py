"""Functions that irad has as LLVM IR, for the functions of this library to call; `library_table` lowers calls of them.

Their bodies are what they compute, by SciPy: compiled code never runs them.
"""

from __future__ import annotations


def digamma(x: float) -> float:
    """The derivative of log Γ (Abramowitz and Stegun 6.3.1)."""
    import scipy.special

    return float(scipy.special.psi(x))


def polygamma(n: int, x: float) -> float:
    """The n-th derivative of `digamma`, n > 0 (Abramowitz and Stegun 6.4.1)."""
    import scipy.special

    return float(scipy.special.polygamma(n, x))


def hurwitz_zeta(s: float, q: float) -> float:
    """The sum of (q + k)**-s over k >= 0, for s > 1 and q > 0 (DLMF 25.11.1)."""
    import scipy.special

    return float(scipy.special.zeta(s, q))
