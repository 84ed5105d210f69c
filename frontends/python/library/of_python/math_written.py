"""Functions of `math` and `cmath` that are made of others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def fsum(seq: Any) -> Any:
    """The sum, rounded once but for the rarest cases: twice the working precision, twice over.

    Two running errors are kept (T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", 2005, algorithm 4.8 with K = 3).
    """
    total, rest, last = 0.0, 0.0, 0.0
    for item in seq:
        x = float(item)
        s = total + x
        z = s - total
        e = (total - (s - z)) + (x - z)
        total = s
        s = rest + e
        z = s - rest
        last += (rest - (s - z)) + (e - z)
        rest = s
    if not math.isfinite(total):
        return total
    return total + (rest + last)


def dist(p: Any, q: Any) -> Any:
    """The distance of two points."""
    a, b = np.asarray(p) * 1.0, np.asarray(q) * 1.0
    if len(a) != len(b):
        raise ValueError("both points must have the same number of dimensions")
    return float(np.linalg.norm(a - b))


def hypot(*coordinates: Any) -> Any:
    """The length of a vector."""
    found = 0.0
    for x in coordinates:
        found = math.hypot(found, x)
    return found


def isclose(a: Any, b: Any, *, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> Any:
    """Whether two numbers are close to each other, by the larger of both."""
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if math.isinf(abs(a)) or math.isinf(abs(b)):
        return False
    d = abs(a - b)
    return bool(d <= max(rel_tol * max(abs(a), abs(b)), abs_tol))


def modf(x: Any) -> Any:
    """What is behind the point, and what is in front of it."""
    given = float(x)
    if math.isinf(given):
        return math.copysign(0.0, given), given
    whole = float(np.trunc(given))
    rest = -(whole - given) if math.copysign(1.0, given) < 0.0 else given - whole  # (of -3.0 -0.0, with the derivative 1)
    return rest, whole


def remainder(x: Any, y: Any) -> Any:
    """x - n y for the integer n that is next to x / y, the even one of two."""
    a, b = float(x), abs(float(y))
    if (math.isinf(a) and not math.isnan(b)) or (b == 0.0 and not math.isnan(a)):
        raise ValueError("math domain error")
    if math.isinf(b):
        return a
    r = math.fmod(a, b)
    size = abs(r)
    other = b - size
    if size > other or (size == other and math.fmod(0.5 * (abs(a) - size), b) != 0.0):
        return math.copysign(1.0, r) * (size - b)
    return r


def scaled(x: Any, n: Any) -> Any:
    """x times 2 to the n: in steps that round once."""
    e = min(max(int(n), -2200), 2200)
    while e > 1000:
        x = x * 2.0**1000
        e -= 1000
    if e < -1000:
        shift = 0
        while 0.0 < abs(x) < 2.0**500 and shift < 1000:
            x = x * 2.0**500
            shift += 500
        e -= shift
        while e < -1000 and abs(x) >= 2.0**-22:
            x = x * 2.0**-500
            e += 500
    while e < -1000:
        x = x * 2.0**-1000
        e += 1000
    return x * 2.0**e


def ldexp(x: Any, i: Any) -> Any:
    """x times 2 to the i."""
    found = scaled(float(x), i)
    if math.isinf(found) and not math.isinf(x):
        raise OverflowError("math range error")
    return found


def frexp(x: Any) -> Any:
    """The mantissa, at least 0.5 and below 1, and the exponent."""
    a = float(x)
    if a == 0.0 or not math.isfinite(a):
        return a, 0
    e = 0
    while abs(a) < 2.0**-512:
        a *= 2.0**512
        e -= 512
    while abs(a) >= 2.0**512:
        a *= 2.0**-512
        e += 512
    while abs(a) < 2.0**-32:
        a *= 2.0**32
        e -= 32
    while abs(a) >= 2.0**32:
        a *= 2.0**-32
        e += 32
    while abs(a) < 0.5:
        a *= 2.0
        e -= 1
    while abs(a) >= 1.0:
        a *= 0.5
        e += 1
    return a, e


def nextafter(x: Any, y: Any) -> Any:
    """The float behind x on the way to y."""
    return behind(float(x), float(y), 53, -1074)


def behind(a: Any, b: Any, digits: Any, least: Any) -> Any:
    """`nextafter` for numbers of so many binary digits, whose smallest is 2 to the power ``least``."""
    if math.isnan(a) or math.isnan(b):
        return a + b
    if a == b:
        return b
    if a == 0.0:
        return math.copysign(2.0**-537 * 2.0 ** (least + 537), b)
    step = width(a, digits, least)
    if (b > a) == (a > 0.0):
        return a + math.copysign(step, a)
    if math.isinf(a):
        return math.copysign((2.0 - 2.0 ** (1 - digits)) * 2.0 ** (-least - digits + 2), a)
    m, e = frexp(a)
    return a - math.copysign(0.5 * step if abs(m) == 0.5 and e - digits > least else step, a)


def width(a: Any, digits: Any, least: Any) -> Any:
    """The distance of |a| to the next larger float."""
    if not math.isfinite(a):
        return abs(a)
    e = frexp(a)[1] - digits if a != 0.0 else least
    return scaled(1.0, max(e, least))


def ulp(x: Any) -> Any:
    """The distance of |x| to the next larger float."""
    return width(float(x), 53, -1074)


def gcd(x: int, y: int) -> int:
    """The largest integer that divides both (Euclid)."""
    a, b = abs(x), abs(y)
    while b != 0:
        a, b = b, a % b
    return a


def lcm(x: int, y: int) -> int:
    """The smallest integer that both divide."""
    return abs(x) // gcd(x, y) * abs(y) if x != 0 and y != 0 else 0


def round_integer(i: int, unit: int) -> int:
    """The multiple of ``unit``, a power of ten, that is nearest to an integer; of two the one with an even multiplier."""
    q, rest = i // unit, i % unit
    if 2 * rest > unit or (2 * rest == unit and q % 2 == 1):
        q += 1
    return q * unit


def round_to_multiple(x: float, unit: float) -> float:
    """The float nearest to the multiple of ``unit`` that is nearest to ``x``; of two the one with an even multiplier.

    The remainder is exact, and so is its distance from a multiple: only the last sum is rounded.
    """
    if not math.isfinite(x):
        return x
    rest = math.fmod(abs(x), 2.0 * unit)
    near = 0.0 if rest <= 0.5 * unit else unit if rest < 1.5 * unit else 2.0 * unit
    return math.copysign(abs(x) + (near - rest), x)


def is_integer(x: float) -> bool:
    """``float.is_integer``."""
    return bool(np.floor(x) == x and x - x == 0.0)


def bit_length(i: int) -> int:
    """``int.bit_length``."""
    count, rest = 0, abs(i)
    while rest > 0:
        rest //= 2
        count += 1
    return count


def pow_mod(x: int, n: int, m: int) -> int:
    """``pow(x, n, m)``, by squaring."""
    if m == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if n < 0:
        raise NotImplementedError("pow() of a negative exponent and a modulus in compiled code")
    found, square = 1 % m, x % m
    while n > 0:
        if n % 2 == 1:
            found = found * square % m
        n //= 2
        if n > 0:
            square = square * square % m
    return found


def isqrt(n: int) -> int:
    """The square root, rounded down."""
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    found = min(int(math.sqrt(n)), 3037000499)
    while found * found > n:
        found -= 1
    while found < 3037000499 and (found + 1) * (found + 1) <= n:
        found += 1
    return found


def comb(n: int, k: int) -> int:
    """How many sets of k things of n there are."""
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    if k > n:
        return 0
    found = 1
    for i in range(1, min(k, n - k) + 1):
        divisor = gcd(found, i)
        found = found // divisor * ((n - min(k, n - k) + i) // (i // divisor))
    return found


def perm(n: int, k: int | None = None) -> int:
    """How many sequences of k things of n there are."""
    last = n if k is None else k
    if n < 0 and k is None:
        raise ValueError("factorial() not defined for negative values")
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if last < 0:
        raise ValueError("k must be a non-negative integer")
    found = 1
    for i in range(last):
        found *= n - i
    return found


def factorial(n: int) -> int:
    """The product of all integers up to n."""
    return perm(n)
