"""Functions without branches, so that loops over them become vectors; of doubles at most 2 units in the last place off.

Special values are those of the C library (C23, annex F), which are NumPy's.  Nothing here needs a fused multiply-add to be right:
where products must be exact their factors have zeros at their ends (T. Dekker, "A floating-point technique for extending the
available precision", 1971).

exp: x = n ln(2) + r, |r| <= ln(2)/2, and the series of exp(r) (Abramowitz and Stegun 4.2.1); 2^n in two factors, as it may be no
normal number while the result is one.  log: x = 2^k m, sqrt(1/2) <= m < sqrt(2); with s = (m-1)/(m+1) the series of 2 artanh(s)
(4.1.27).  log1p, expm1, sinh, cosh: of these.  pow: 2^(y log2(x)), for which log2(x) has 26 bits and a rest, s too.
atan2: the smaller of |x| and |y| by the larger one, turned by pi/4 where that is nearer, and the series of arctan.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import factorial, inf, nan

from irad.rules.formulas.double_terms import DoubleTerm, bits_of, by_pairs, economised, function_text, of_floats

_PURE = "nounwind willreturn memory(none)"
_LN2 = Fraction(Decimal("0.693147180559945309417232121458176568075500134360255254120680009"))
_PI = Fraction(Decimal("3.141592653589793238462643383279502884197169399375105820974944592"))
_SHIFT = 1.5 * 2.0**52  # what is added to it is rounded to a whole number, which its last bits are
_HALF_BITS = -1 << 27  # a double with that mask has 26 bits: products of two such are exact
_SIGN, _SIGNIFICAND = 1 << 63, (1 << 52) - 1
_ROOT = bits_of(0.5**0.5)
_TINY, _LEAST_NORMAL = 2.0**-54, 2.0**-1022


def _head(x: Fraction, bits: int) -> Fraction:
    """The first ``bits`` bits of a number between 1/2 and 4."""
    return Fraction(int(x * 2**bits), 2**bits)


def _power(n: DoubleTerm) -> DoubleTerm:
    """2^n for whole n from -1022 to 1023."""
    return (((n + _SHIFT).word << 52) + bits_of(1.0)).double


def _scaled(x: DoubleTerm, n: DoubleTerm) -> DoubleTerm:
    """x 2^n, rounded once; 2^n may be too small or too large for a double."""
    first = ((n * 0.5) + _SHIFT) - _SHIFT
    return x * _power(first) * _power(n - first)


def _sum(a: DoubleTerm, b: DoubleTerm) -> tuple[DoubleTerm, DoubleTerm]:
    """a + b, and what rounding has lost (D. Knuth, *The Art of Computer Programming* 2, section 4.2.2)."""
    found = a + b
    part = found - a
    return found, (a - (found - part)) + (b - part)


def _between(x: DoubleTerm, low: float, high: float) -> DoubleTerm:
    """x, or the border that it is beyond; nan stays."""
    x = (x < low).where(low, x)
    return (x > high).where(high, x)


# ---- exp and what is made of it


@cache
def _exponential_series() -> list[Fraction]:
    """(exp(r) - 1 - r) / r^2."""
    border = _LN2 / 2 + Fraction(1, 1000)
    return economised([Fraction(1, factorial(k + 2)) for k in range(22)], -border, border, 11)


def _reduced(x: DoubleTerm) -> tuple[DoubleTerm, DoubleTerm, DoubleTerm]:
    """n, r and what r lacks of x - n ln(2); |x| < 1100."""
    n = x.times_plus(1 / _LN2, _SHIFT) - _SHIFT
    high = _head(_LN2, 40)  # products with n are exact
    near = x - n * high
    rest = n * (_LN2 - high)
    r = near - rest
    return n, r, (near - r) - rest


def _exp_less_one(r: DoubleTerm, rest: DoubleTerm) -> DoubleTerm:
    """exp(r + rest) - 1 for small r."""
    square = r * r
    return r + square.times_plus(by_pairs(r, _exponential_series()), rest)


def exp(x: DoubleTerm) -> DoubleTerm:
    n, r, rest = _reduced(_between(x, -760.0, 720.0))
    return _scaled(1.0 + _exp_less_one(r, rest), n)


def _half_expm1(n: DoubleTerm, r: DoubleTerm, rest: DoubleTerm) -> DoubleTerm:
    """(exp(n ln(2) + r + rest) - 1) / 2, for n up to 1024."""
    half = _power(n - 1.0)
    tail = (r * r).times_plus(by_pairs(r, _exponential_series()), rest)
    found, lost = _sum(half - 0.5, half * r)
    return found + half.times_plus(tail, lost)


def expm1(x: DoubleTerm) -> DoubleTerm:
    half = _half_expm1(*_reduced(_between(x, -50.0, 710.0)))
    return (x.called("fabs") < _TINY).where(x, half + half)


def sinh(x: DoubleTerm) -> DoubleTerm:
    size = x.called("fabs")
    n, r, rest = _reduced(_between(size, 0.0, 720.0))
    half = _half_expm1(n, r, rest)
    small = half + half / (half + half + 1.0)
    large = _scaled(1.0 + _exp_less_one(r, rest), n - 1.0)
    return (size < _TINY).where(x, (size > 40.0).where(large, small).called("copysign", x))


def cosh(x: DoubleTerm) -> DoubleTerm:
    n, r, rest = _reduced(_between(x.called("fabs"), 0.0, 720.0))
    half = _scaled(1.0 + _exp_less_one(r, rest), n - 1.0)
    return half + 0.25 / half


# ---- log and what is made of it


@cache
def _logarithmic_series() -> list[Fraction]:
    """(2 artanh(s) - 2 s) / s^3, of s^2."""
    return economised([Fraction(2, 2 * k + 3) for k in range(24)], Fraction(0), Fraction(30, 1000), 8)


def _parts(x: DoubleTerm) -> tuple[DoubleTerm, DoubleTerm]:
    """k and m with x = 2^k m and sqrt(1/2) <= m < sqrt(2), for x > 0 and finite."""
    low = x < _LEAST_NORMAL
    word = low.where(x * 2.0**54, x).word + (bits_of(1.0) - _ROOT)
    k = ((word >> 52) | bits_of(2.0**52)).double - (2.0**52 + 1023)
    return low.where(k - 54.0, k), ((word & _SIGNIFICAND) + _ROOT).double


def _log(x: DoubleTerm, rest: DoubleTerm | None) -> DoubleTerm:
    """log(x + rest), where rest is small."""
    k, m = _parts(x)
    f = m - 1.0
    s = f / (m + 1.0)
    z = s * s
    high = _head(_LN2, 40)
    half = 0.5 * f * f
    last = k * (_LN2 - high)
    if rest is not None:
        last = last + rest / x
    tail = s.times_plus(z.times_plus(by_pairs(z, _logarithmic_series()), half), last)
    return k * high + (f - (half - tail))


def _at_the_ends(x: DoubleTerm, result: DoubleTerm, border: float) -> DoubleTerm:
    """A logarithm of what is ``border`` away from x: minus infinity at zero, nan below, and infinity."""
    result = x.equals(border).where(-inf, (x < border).where(nan, result))
    return x.equals(inf).where(inf, x.is_nan.where(x, result))


def log(x: DoubleTerm) -> DoubleTerm:
    return _at_the_ends(x, _log(x, None), 0.0)


def log1p(x: DoubleTerm) -> DoubleTerm:
    u = 1.0 + x
    rest = (u > 2.0).where(1.0 - (u - x), x - (u - 1.0))
    result = _at_the_ends(x, _log(u, rest), -1.0)
    return (x.called("fabs") < _TINY).where(x, result)


# ---- pow


@cache
def _rest_of_logarithm() -> list[Fraction]:
    """(3 artanh(s)/s - 3 - s^2) / s^4, of s^2."""
    return economised([Fraction(3, 2 * k + 5) for k in range(24)], Fraction(0), Fraction(30, 1000), 8)


def _short(x: DoubleTerm) -> DoubleTerm:
    """The first 26 bits."""
    return (x.word & _HALF_BITS).double


def _binary_logarithm(x: DoubleTerm) -> tuple[DoubleTerm, DoubleTerm]:
    """log2(x) in 26 bits, and the rest, for x > 0 and finite."""
    k, m = _parts(x)
    u, v = m - 1.0, m + 1.0
    s = u / v
    s_high, v_high = _short(s), _short(v)
    s_low = ((u - s_high * v_high) - s_high * (m - (v_high - 1.0))) / v
    z = s * s
    small = (z * z).times_plus(by_pairs(z, _rest_of_logarithm()), s_low * (s_high + s))
    square = s_high * s_high
    t_high = _short(3.0 + square + small)  # 3 artanh(s) / s
    t_low = small - ((t_high - 3.0) - square)
    p, q = s_high * t_high, s_low * t_high + t_low * s
    p_high = _short(p + q)
    p_low = q - (p_high - p)
    factor = 2 / (3 * _LN2)
    high = _head(factor, 25)
    a = p_high * high
    b = p_high * (factor - high) + p_low * factor
    found = _short((a + b) + k)
    return found, b - ((found - k) - a)


def power(x: DoubleTerm, y: DoubleTerm) -> DoubleTerm:
    size, exponent = x.called("fabs"), _between(y, -(2.0**66), 2.0**66)  # beyond that only 1 is not at its end
    high, low = _binary_logarithm(size)
    y_high = _short(exponent)
    p = y_high * high
    q = (exponent - y_high) * high + exponent * low
    beyond = p.called("fabs") > 2000.0
    p, q = _between(p, -2000.0, 2000.0), beyond.where(0.0, q)
    n = ((p + q) + _SHIFT) - _SHIFT
    part = p - n
    r = part + q
    rest = q - (r - part)
    r_high, ln2 = _short(r), _head(_LN2, 25)
    a, b = r_high * ln2, (r - r_high) * _LN2 + r_high * (_LN2 - ln2) + rest * _LN2
    z = a + b
    result = _scaled(1.0 + _exp_less_one(z, b - (z - a)), _between(n, -1100.0, 1030.0))
    return _power_at_the_ends(x, y, result)


def _power_at_the_ends(x: DoubleTerm, y: DoubleTerm, result: DoubleTerm) -> DoubleTerm:
    """x^y, from |x|^y for finite |x| > 0."""
    # Of zero and infinity: the power of log2(x) = -inf and inf.
    size = x.called("fabs")
    at_zero = size.equals(0.0)
    grows = (at_zero.where(-1.0, 1.0) * y) > 0.0
    result = (at_zero | size.equals(inf)).where(grows.where(inf, 0.0), result)
    half = y * 0.5
    whole = y.called("rint").equals(y)
    odd = whole & half.called("rint").compared("une", half)
    result = (result.word | odd.where(x.word & _SIGN, 0)).double
    result = ((x < 0.0) & (x > -inf) & (whole ^ 1)).where(nan, result)
    result = (x.is_nan | y.is_nan).where(x + y, result)
    return (y.equals(0.0) | x.equals(1.0)).where(1.0, result)


# ---- of floats, which need half as many bits


@cache
def _short_series() -> tuple[list[Fraction], list[Fraction]]:
    """As `_exponential_series` and `_logarithmic_series`."""
    border = _LN2 / 2 + Fraction(1, 1000)
    exponential = economised([Fraction(1, factorial(k + 2)) for k in range(16)], -border, border, 7)
    return exponential, economised([Fraction(2, 2 * k + 3) for k in range(16)], Fraction(0), Fraction(30, 1000), 5)


def exp_of_float(x: DoubleTerm) -> DoubleTerm:
    """Of a double between -1000 and 1000, or what is beyond."""
    inside = _between(x, -1000.0, 1000.0)
    n = inside.times_plus(1 / _LN2, _SHIFT) - _SHIFT
    r = n.times_plus(-_LN2, inside)
    return (r * r).times_plus(by_pairs(r, _short_series()[0]), 1.0 + r) * _power(_between(n, -1022.0, 1023.0))


def _log_of_normal(x: DoubleTerm) -> DoubleTerm:
    word = x.word + (bits_of(1.0) - _ROOT)
    k = ((word >> 52) | bits_of(2.0**52)).double - (2.0**52 + 1023)
    m = ((word & _SIGNIFICAND) + _ROOT).double
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    return k.times_plus(_LN2, s * z.times_plus(by_pairs(z, _short_series()[1]), 2.0))


def log_of_float(x: DoubleTerm) -> DoubleTerm:
    return _at_the_ends(x, _log_of_normal(x), 0.0)


def power_of_floats(x: DoubleTerm, y: DoubleTerm) -> DoubleTerm:
    return _power_at_the_ends(x, y, exp_of_float(_between(y, -1e30, 1e30) * _log_of_normal(x.called("fabs"))))


# ---- atan2


@cache
def _arctangent_series() -> list[Fraction]:
    """(arctan(t) - t) / t^3, of t^2."""
    return economised([Fraction((-1) ** (k + 1), 2 * k + 3) for k in range(44)], Fraction(0), Fraction(1717, 10000), 13)


def atan2(y: DoubleTerm, x: DoubleTerm) -> DoubleTerm:
    up, along = y.called("fabs"), x.called("fabs")
    steep = up > along
    small, large = steep.where(along, up), steep.where(up, along)
    endless = large.equals(inf)
    small, large = small.equals(inf).where(1.0, endless.where(0.0, small)), endless.where(1.0, large)
    factor = (large > 2.0**1000).where(2.0**-60, (large < 2.0**-900).where(2.0**200, 1.0))  # sums and reciprocals are finite
    small, large = small * factor, large * factor
    near = small > large * (2**0.5 - 1)
    less, more = small - large, small + large
    over = near.where(less, small)
    under = near.where(more, large.equals(0.0).where(1.0, large))
    inverse = 1.0 / under
    t = over * inverse
    lost = near.where((small - (less + large)) - t * (small - (more - large)), 0.0)
    rest = ((-1.0 * t).times_plus(under, over) + lost) * inverse  # of over / under
    z = t * t
    tail = (t * z).times_plus(by_pairs(z, _arctangent_series()), rest)
    left = (1.0 + 0.0 * small).called("copysign", x) < 0.0
    eighths = near.where(1.0, 0.0 * small)  # of a turn
    eighths = steep.where(2.0 - eighths, eighths)
    eighths = left.where(4.0 - eighths, eighths)
    turn = (steep ^ left).where(-1.0, 1.0)
    t, tail, high = turn * t, turn * tail, _head(_PI / 4, 50)
    base = eighths * high
    found = base + t
    result = found + ((tail + eighths * (_PI / 4 - high)) + (t - (found - base)))
    return (y.is_nan | x.is_nan).where(y + x, result.called("copysign", y))


# ---- names

_FORMULAS: dict[str, tuple[int, Callable[..., DoubleTerm]]] = {
    "exp": (1, exp), "expm1": (1, expm1), "sinh": (1, sinh), "cosh": (1, cosh), "log": (1, log), "log1p": (1, log1p),
    "pow": (2, power), "atan2": (2, atan2),
    "float.exp": (1, exp_of_float), "float.log": (1, log_of_float), "float.pow": (2, power_of_floats),
}  # fmt: skip
PREFIX = "irad."
_ATAN = f"""define linkonce_odr hidden double @irad.atan.f64(double %x) alwaysinline {_PURE} {{
  %r = call double @irad.atan2.f64(double %x, double 1.0)
  ret double %r
}}"""
NAMES = frozenset((*(name for name in _FORMULAS if not name.startswith("float.")), "atan"))


def is_vector_function(name: str) -> bool:
    """Whether the function is one of these or tanh."""
    own, _, suffix = name.removeprefix(PREFIX).rpartition(".")
    return name.startswith(PREFIX) and suffix in ("f64", "f32") and own in (*NAMES, "tanh")


def definition(name: str) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """The body of ``irad.NAME.f64`` or ``irad.NAME.f32``, what it needs declared, and which of these functions it calls."""
    own, _, suffix = name.removeprefix(PREFIX).rpartition(".")
    inner = own in _FORMULAS and suffix == "f64"
    if not name.startswith(PREFIX) or not (inner or (own in NAMES and is_vector_function(name))):
        return None
    count, formula = _FORMULAS.get(own, (1, exp))
    if suffix == "f32":
        wide = f"{PREFIX}{'float.' if f'float.{own}' in _FORMULAS else ''}{own}.f64"
        return of_floats(name, wide, count, _PURE), (), (wide,)
    if own == "atan":
        return _ATAN, (), ("irad.atan2.f64",)
    return *_text(name, count, formula), ()


@cache
def _text(name: str, count: int, formula: Callable[..., DoubleTerm]) -> tuple[str, tuple[str, ...]]:
    return function_text(name, count, formula, _PURE)
