"""Sums over j of ``x[j] exp(±2πi j k / n)`` for all k, by passes for the factors of n; real and imaginary parts lie apart.

Stockham's self-sorting algorithm (C. Van Loan, *Computational Frameworks for the Fast Fourier Transform*, 1992, section 1.7);
where a prime factor is large, Bluestein's chirp (section 4.2.3) with a power of 2.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

LARGE = 40  # prime factors for which a pass would be slow


def smallest_factor(n: Any, least: Any) -> Any:
    """The smallest prime factor that is not below ``least``, below which there are none."""
    p = least
    while p * p <= n:
        if n % p == 0:
            return p
        p += 1
    return n


def largest_factor(n: Any) -> Any:
    """The largest prime factor, 1 of 1."""
    rest, p = n, 2
    while rest > 1:
        p = smallest_factor(rest, p)
        rest //= p
    return p if n > 1 else 1


def unit(k: Any, n: Any) -> Any:
    """The cosine and the sine of 2π k / n, 0 <= k < n, from angles of at most π/4."""
    eighths = 8 * k
    if eighths < n or eighths >= 7 * n:
        at = 2.0 * math.pi * (k if eighths < n else k - n) / n
        return math.cos(at), math.sin(at)
    if eighths < 3 * n:
        at = 0.5 * math.pi * (4 * k - n) / n
        return -math.sin(at), math.cos(at)
    if eighths < 5 * n:
        at = math.pi * (2 * k - n) / n
        return -math.cos(at), -math.sin(at)
    at = 0.5 * math.pi * (4 * k - 3 * n) / n
    return math.sin(at), -math.cos(at)


def roots_of_unity(n: Any, sign: Any) -> Any:
    """exp(±2πi k / n) for all k, each a product of two of a few."""
    re, im = np.empty(n), np.empty(n)
    few = int(math.sqrt(n)) + 1
    fr, fi = np.empty(few), np.empty(few)
    for k in range(min(few, n)):
        c, s = unit(k, n)
        fr[k], fi[k] = c, sign * s
    first = 0
    while first < n:
        c, s = unit(first, n)
        s *= sign
        for k in range(min(few, n - first)):
            re[first + k] = c * fr[k] - s * fi[k]
            im[first + k] = c * fi[k] + s * fr[k]
        first += few
    return re, im


def put(zr: Any, zi: Any, to: Any, a: Any, b: Any, wr: Any, wi: Any, k: Any) -> Any:
    """Store (a + i b) times a root of unity."""
    c, d = wr[k], wi[k]
    zr[to] = a * c - b * d
    zi[to] = a * d + b * c


def two(yr: Any, yi: Any, zr: Any, zi: Any, wr: Any, wi: Any, at: Any, step: Any, to: Any, s: Any, k: Any, sign: Any) -> Any:
    """One transform of length 2."""
    a, b, c, d = yr[at], yi[at], yr[at + step], yi[at + step]
    zr[to] = a + c
    zi[to] = b + d
    put(zr, zi, to + s, a - c, b - d, wr, wi, k)


def three(yr: Any, yi: Any, zr: Any, zi: Any, wr: Any, wi: Any, at: Any, step: Any, to: Any, s: Any, k: Any, sign: Any) -> Any:
    """One transform of length 3."""
    root = 0.8660254037844386 * sign
    a, b = yr[at], yi[at]
    c, d, e, f = yr[at + step], yi[at + step], yr[at + 2 * step], yi[at + 2 * step]
    pr, pi, mr, mi = c + e, d + f, root * (c - e), root * (d - f)
    zr[to] = a + pr
    zi[to] = b + pi
    hr, hi = a - 0.5 * pr, b - 0.5 * pi
    put(zr, zi, to + s, hr - mi, hi + mr, wr, wi, k)
    put(zr, zi, to + 2 * s, hr + mi, hi - mr, wr, wi, 2 * k)


def four(yr: Any, yi: Any, zr: Any, zi: Any, wr: Any, wi: Any, at: Any, step: Any, to: Any, s: Any, k: Any, sign: Any) -> Any:
    """One transform of length 4."""
    a, b, e, f = yr[at], yi[at], yr[at + 2 * step], yi[at + 2 * step]
    c, d, g, h = yr[at + step], yi[at + step], yr[at + 3 * step], yi[at + 3 * step]
    pr, pi, mr, mi = a + e, b + f, a - e, b - f
    qr, qi, nr, ni = c + g, d + h, sign * (h - d), sign * (c - g)
    zr[to] = pr + qr
    zi[to] = pi + qi
    put(zr, zi, to + s, mr + nr, mi + ni, wr, wi, k)
    put(zr, zi, to + 2 * s, pr - qr, pi - qi, wr, wi, 2 * k)
    put(zr, zi, to + 3 * s, mr - nr, mi - ni, wr, wi, 3 * k)


def five(yr: Any, yi: Any, zr: Any, zi: Any, wr: Any, wi: Any, at: Any, step: Any, to: Any, s: Any, k: Any, sign: Any) -> Any:
    """One transform of length 5."""
    c1, c2, s1, s2 = 0.30901699437494745, -0.8090169943749475, 0.9510565162951535 * sign, 0.5877852522924731 * sign
    a, b = yr[at], yi[at]
    pr, pi = yr[at + step] + yr[at + 4 * step], yi[at + step] + yi[at + 4 * step]
    mr, mi = yr[at + step] - yr[at + 4 * step], yi[at + step] - yi[at + 4 * step]
    qr, qi = yr[at + 2 * step] + yr[at + 3 * step], yi[at + 2 * step] + yi[at + 3 * step]
    nr, ni = yr[at + 2 * step] - yr[at + 3 * step], yi[at + 2 * step] - yi[at + 3 * step]
    zr[to] = a + pr + qr
    zi[to] = b + pi + qi
    er, ei, fr, fi = a + c1 * pr + c2 * qr, b + c1 * pi + c2 * qi, s1 * mr + s2 * nr, s1 * mi + s2 * ni
    put(zr, zi, to + s, er - fi, ei + fr, wr, wi, k)
    put(zr, zi, to + 4 * s, er + fi, ei - fr, wr, wi, 4 * k)
    er, ei, fr, fi = a + c2 * pr + c1 * qr, b + c2 * pi + c1 * qi, s2 * mr - s1 * nr, s2 * mi - s1 * ni
    put(zr, zi, to + 2 * s, er - fi, ei + fr, wr, wi, 2 * k)
    put(zr, zi, to + 3 * s, er + fi, ei - fr, wr, wi, 3 * k)


def any_prime(yr: Any, yi: Any, zr: Any, zi: Any, wr: Any, wi: Any, n: Any, p: Any, m: Any, s: Any) -> Any:
    """All transforms of length ``p`` of a pass."""
    for j in range(m):
        for k in range(p):
            c, d = wr[j * k * s], wi[j * k * s]
            to = s * (p * j + k)
            for q in range(s):
                zr[to + q], zi[to + q] = yr[q + s * j], yi[q + s * j]
            for r in range(1, p):
                w, at = (r * k) % p * (n // p), s * (j + m * r)
                e, f = wr[w], wi[w]
                for q in range(s):
                    zr[to + q] += yr[at + q] * e - yi[at + q] * f
                    zi[to + q] += yr[at + q] * f + yi[at + q] * e
            for q in range(s):
                a, b = zr[to + q], zi[to + q]
                zr[to + q], zi[to + q] = a * c - b * d, a * d + b * c


def all_of(one: Any, p: Any, yr: Any, yi: Any, zr: Any, zi: Any, wr: Any, wi: Any, m: Any, s: Any, sign: Any) -> Any:
    """All transforms of a pass."""
    for j in range(m):
        for q in range(s):
            one(yr, yi, zr, zi, wr, wi, q + s * j, s * m, q + s * p * j, s, j * s, sign)


def passes(yr: Any, yi: Any, zr: Any, zi: Any, wr: Any, wi: Any, sign: Any) -> Any:
    """The transform of yr + i yi, in these arrays or the others; returns those in which it is."""
    n = len(yr)
    m, s, p = n, 1, 2
    while m > 1:
        p = 4 if m % 4 == 0 else smallest_factor(m, 2)
        m //= p
        if p == 4:
            all_of(four, 4, yr, yi, zr, zi, wr, wi, m, s, sign)
        elif p == 2:
            all_of(two, 2, yr, yi, zr, zi, wr, wi, m, s, sign)
        elif p == 3:
            all_of(three, 3, yr, yi, zr, zi, wr, wi, m, s, sign)
        elif p == 5:
            all_of(five, 5, yr, yi, zr, zi, wr, wi, m, s, sign)
        else:
            any_prime(yr, yi, zr, zi, wr, wi, n, p, m, s)
        s *= p
        yr, zr = zr, yr
        yi, zi = zi, yi
    return yr, yi


def size_of(n: Any) -> Any:
    """The length of the transforms that one of length ``n`` is made of."""
    if largest_factor(n) <= LARGE:
        return n
    size = 1
    while size < 2 * n - 1:
        size *= 2
    return size


def chirps(n: Any, size: Any, sign: Any, wr: Any, wi: Any) -> Any:
    """exp(±πi k² / n) for all k, and the transform of the cyclic sequence of their conjugates."""
    re, im = roots_of_unity(2 * n, sign)
    cr, ci = np.empty(n), np.empty(n)
    br, bi, zr, zi = np.zeros(size), np.zeros(size), np.empty(size), np.empty(size)
    for k in range(n):
        at = (k * k) % (2 * n)
        cr[k], ci[k] = re[at], im[at]
        br[k], bi[k] = re[at], -im[at]
        if k > 0:
            br[size - k], bi[size - k] = re[at], -im[at]
    br, bi = passes(br, bi, zr, zi, wr, wi, -1.0)
    return cr, ci, br, bi


for _f in (largest_factor, unit, roots_of_unity, put, two, three, four, five, any_prime, all_of, passes, chirps):
    vars(_f)["irad_unchecked"] = True  # all their indices are in range
