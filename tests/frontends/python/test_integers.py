"""Integers of Python: constants of any size, OverflowError beyond 64 bits at run time, names with values of several types."""

import dataclasses
import math
import warnings

import numpy as np
import pytest

import irad
from irad.errors import IradError

BIG = 2**70
LIMITS = (2**64, (10**30, 3))


@dataclasses.dataclass(frozen=True)
class Units:
    avogadro: int = 6 * 10**23


UNITS = Units()


def constants(x):
    a = 6.022 * 10**23 * x + float(2**63) * x + 10**30 // 10**28 + (2**64 - 2**64)
    b = (BIG >> 60) + (-BIG % 7) + divmod(BIG, 1000)[1] + min(BIG, 3) + abs(-BIG) / BIG + (BIG & 2**70 | 1) / 2**69 + ~BIG / BIG
    c = LIMITS[1][0] / 10**29 + UNITS.avogadro * x + pow(3, 60) / 3**58 + 2**-2 + (1 << 80) / 2.0**79
    d = math.factorial(25) / math.factorial(23) + math.comb(80, 40) / 10**20 + int(BIG) / 10**24
    return a + b + c * x + d * x + max(-BIG, 4) * x


def through_names(x):
    n = 10**10
    square = n * n
    big = 2**70
    big = big // 2**60
    return float(square) * x + big * x


def comparisons(x):
    out = 0.0
    if float(2**53) < 2**53 + 1:
        out += x
    if x < 2**1100 and x < 10**400 and x != 2**53 + 1:
        out += 2.0 * x
    if 2**64 > 2**63 >= -(2**64):
        out += 4.0 * x
    return out


def taylor(x):
    return x - x**3 / math.factorial(3) + x**25 / math.factorial(25) - x**27 / math.factorial(27)


@pytest.mark.parametrize("f", [constants, through_names, comparisons, taylor])
def test_constants_are_exact_integers(f):
    assert irad.jit(f)(1.25) == pytest.approx(f(1.25), rel=1e-15)
    step = 1e-20
    if f not in (comparisons, constants):  # (a complex number cannot be compared or shifted)
        assert irad.grad(f)(1.25) == pytest.approx(f(1.25 + 1j * step).imag / step, rel=1e-14)
    else:
        assert irad.grad(f)(1.25) == pytest.approx((f(1.5) - f(1.0)) / 0.5, rel=1e-12)


def too_large_power(x):
    return x * 10 ** 10**10


def too_large_shift(x):
    return x * (1 << 10**12)


def huge_loop(x):
    for _ in range(2**63):
        x += 1.0
    return x


def huge_variable(x):
    n = 2**70 if x > 0 else 1
    return x * n


def huge_default(x, n=2**65):
    return x * n


@pytest.mark.parametrize("f", [too_large_power, too_large_shift, huge_loop, huge_variable])
def test_what_has_no_register_is_refused(f):
    with pytest.raises(IradError, match=r"too large|does not fit 64 bits"):
        irad.jit(f)(1.0)


def test_arguments_and_defaults_are_never_cut_off():
    def times(x, n):
        return x * n

    for n in (2**63, -(2**63) - 1, 2**64 + 1):
        for call in (irad.jit(times), irad.grad(times)):
            assert call(1.0, 3) is not None
            with pytest.raises(OverflowError, match="64 bits"):
                call(1.0, n)
    with pytest.raises(OverflowError, match="64 bits"):
        irad.jit(huge_default)(1.0)
    with pytest.raises(OverflowError, match="64 bits"):
        irad.jit(lambda p: p[0] * p[1])((1.0, 2**63))


def slices(x, n):
    return x[:n].sum() + 10 * x[n:].sum() + 100 * x[::n].sum() + x[-(2**70) : 2**64 : 2**65].sum() + x[2**70 :: -(2**64)].sum()


def test_bounds_of_slices_are_clipped():
    x = np.arange(1.0, 6.0)
    f = irad.jit(slices)
    for n in (1, -1, 3, -4, 7, 2**62, 2**63 - 1, -(2**63), -(2**63) + 1):
        assert f(x, n) == slices(x, n)
        assert f(x[:0], n) == slices(x[:0], n)


def huge_index(x):
    return x[2**64 + 1]


def test_an_index_beyond_64_bits_is_out_of_range():
    with pytest.raises(IndexError, match="index-sized"):
        irad.jit(huge_index)(np.arange(3.0))


# ---- at run time


def operations(a, b):
    return a + b, a - b, a * b


def powers(a, n):
    return a**n, a**2, a**3


def divisions(a, b):
    return a // b, a % b, divmod(a, b)


def shifts(a, n):
    return a << n, a >> n


def alone(a):
    return -a, abs(a), a**2 // 3


def bits(a, b):
    return a & b, a | b, a ^ b, ~a


def whole(x, how):
    if how == 0:
        return int(x)
    if how == 1:
        return round(x)
    if how == 2:
        return math.floor(x)
    if how == 3:
        return math.ceil(x)
    return math.trunc(x)


def sums(a, n):
    return sum(range(a, n)), sum((a, n, 1)), len(range(n, a, -3)), max(a, n), min(a, n)


def joined(n, x):
    return (n < x) + 2 * (n <= x) + 4 * (n == x) + 8 * (n != x) + 16 * (n > x) + 32 * (n >= x)


def with_constant(x):
    n = 2**53 + 1
    return (x < n) + 2 * (n >= x) + 4 * (x == n) + 8 * (n != x) + 16 * (n > x) + 32 * (x >= 2**1100) + 64 * (x > -(10**400))


def with_floats(n):
    return (n < 1e18) + 2 * (n <= 9007199254740993.0) + 4 * (n == 0.5) + 8 * (n > 2.0**63) + 16 * (n < 0.5) + 32 * (n != 1e300)


INTEGERS = [0, 1, -1, 2, 3, -7, 62, 63, 2**31, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63), -(2**63) + 1]
FLOATS = [0.0, 0.5, -1.5, 1.0, 2.0**53, 2.0**53 + 2, 2.0**63, -(2.0**63), 2.0**63 - 1024, 1e300, math.inf, -math.inf, math.nan]


def outcome(f, args):
    """What a call gives: values, or the kind of error; values of more than 64 bits are an OverflowError."""
    try:
        out = f(*args)
    except (ArithmeticError, ValueError, MemoryError) as error:
        return type(error)
    flat = [v for o in (out if isinstance(out, tuple) else (out,)) for v in (o if isinstance(o, tuple) else (o,))]
    return OverflowError if any(isinstance(v, int) and not -(2**63) <= v < 2**63 for v in flat) else out


CASES = [
    *[(operations, (a, b)) for a in INTEGERS for b in INTEGERS],
    *[(divisions, (a, b)) for a in INTEGERS for b in INTEGERS],
    *[(bits, (a, b)) for a in INTEGERS[-6:] for b in INTEGERS],
    *[(joined, (a, x)) for a in INTEGERS for x in (*FLOATS, float(a), math.nextafter(a, 0.0))],
    *[(shifts, (a, n)) for a in INTEGERS for n in (0, 1, 5, 61, 62, 63, 64, 65, 200, -1)],
    *[(powers, (a, n)) for a in (*INTEGERS[:9], 10) for n in (0, 1, 2, 5, 18, 19, 62, 63, 64, 101)],
    *[(f, (a,)) for f in (alone, with_floats) for a in INTEGERS],
    *[(with_constant, (x,)) for x in FLOATS],
    *[(whole, (x, how)) for x in FLOATS for how in range(5)],
    *[(sums, p) for p in ((1, 100), (2**62, 2**62 + 3), (5, 1), (-3, 3), (2**63 - 4, 2**63 - 1))],
]


def test_arithmetic_of_python_integers_is_exact_or_an_overflow_error():
    compiled = {f: irad.jit(f) for f, _ in CASES}
    for f, args in CASES:
        want = outcome(f, args)
        assert outcome(compiled[f], args) == want, (f.__name__, args)


def test_the_error_names_the_place():
    with pytest.raises(OverflowError, match="64 bits") as info:
        irad.jit(operations)(2**62, 2**62)
    assert "test_integers.py" in str(info.value) or any("test_integers.py" in n for n in getattr(info.value, "__notes__", []))


def numpy_integers(a, n):
    return a[0] * a[1], a[0] + n, a[0] << 70, a[1] >> 70, -a[2]


def test_integers_of_numpy_wrap():
    a = np.array([2**62, 3, -(2**63)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = numpy_integers(a, 2**62)
        assert irad.jit(numpy_integers)(a, 2**62) == want


def weak(x, p):
    out = x * len(x)
    for i in range(2):
        out = out * i + out * x.shape[0] + out * x.ndim
    for i, _ in enumerate(p):
        out = out + i
    return out


def test_counts_do_not_widen_arrays():
    x = np.arange(3, dtype=np.float32)
    got = irad.jit(weak)(x, (1.0, 2.0))
    assert got.dtype == weak(x, (1.0, 2.0)).dtype == np.float32
    np.testing.assert_array_equal(got, weak(x, (1.0, 2.0)))


# ---- names


def first_integer(x):
    a = 2**53 + 1
    c = a - 2**53
    a = 0.5
    return c * x + a


def first_argument(x, n):
    c = n - 2**53
    n = 0.5
    return c * x + n


def reused(x, n):
    s = 0
    for i in range(n):
        s += i * 2**50
    t = s % 1000003
    s = 0
    for i in range(n):
        s += x * i
        if i == 7:
            break
    else:
        s = s * 2
    i = x + t
    return s * i


def one_of_two(x, n):
    if n > 3:
        a = n
    else:
        a = x
    return a * x


def through_loop(x, n):
    y = x
    while n > 0:
        y = n * y
        n -= 1
        if n == 2:
            y = 3
            break
    n = y
    return n * x


NAMES = [
    (first_integer, (1.5,)),
    (first_argument, (1.5, 2**53 + 1)),
    (reused, (1.5, 5)),
    (reused, (1.5, 12)),
    (one_of_two, (1.5, 2)),
    (one_of_two, (1.5, 5)),
    (through_loop, (1.5, 2)),
    (through_loop, (1.5, 5)),
    (through_loop, (1.5, 0)),
]


@pytest.mark.parametrize(("f", "args"), NAMES)
def test_a_name_has_the_type_of_the_value_that_it_stands_for(f, args):
    assert irad.jit(f)(*args) == f(*args)
    x, *rest = args
    assert irad.grad(f)(*args) == pytest.approx(f(x + 1e-20j, *rest).imag / 1e-20, rel=1e-14)


def test_an_integer_among_floats_must_be_one():
    with pytest.raises(OverflowError, match="53 bits"):
        irad.jit(one_of_two)(1.5, 2**53 + 1)


# ---- loops: the checks are ruled out before, or made


def indices(x, n, m, start):
    s, c = 0.0, start
    for i in range(n):
        for j in range(m):
            k = i * m + j
            if x[k] > 0.5:
                c += 3
            s += x[k] * x[k] * (2 * j + 1)
    return s, c


def mixed_count(x, start, step):
    c, s = start, 0.0
    for i in range(len(x)):
        s += x[i] * (i * step)
        if x[i] > 0.5:
            c += step
        else:
            c -= i
    return s + 0.0 * c, c


def in_64_bits(n):
    if not -(2**63) <= n < 2**63:
        raise OverflowError
    return n


def mixed_count_in_64_bits(x, start, step):
    c = start
    for i in range(len(x)):
        in_64_bits(i * step)
        c = in_64_bits(c + step if x[i] > 0.5 else c - i)
    return mixed_count(x, start, step)


def test_loops_with_checked_integers():
    x = np.random.default_rng(3).random(60)
    f, g = irad.jit(indices), irad.jit(mixed_count)
    for start in (0, 2**63 - 40, 2**63 - 200, 2**63 - 1, -(2**63)):
        assert outcome(f, (x, 6, 10, start)) == outcome(indices, (x, 6, 10, start))
        for step in (1, -1, 2**56, -(2**57), 2**62, -(2**63), 2**63 - 1):
            got, want = outcome(g, (x, start, step)), outcome(mixed_count_in_64_bits, (x, start, step))
            if isinstance(want, tuple):
                assert got[0] == pytest.approx(want[0], rel=1e-13)
                got, want = got[1], want[1]
            assert got == want, (start, step)


def test_gradients_of_loops_with_checked_integers():
    x = np.random.default_rng(4).random(60)

    def f(x, n, m):
        return indices(x, n, m, 0)[0]

    def g(x, step):
        return mixed_count(x, 5, step)[0]

    weights = 2.0 * x * np.tile(2.0 * np.arange(10) + 1, 6)
    np.testing.assert_allclose(irad.grad(f)(x, 6, 10), weights, rtol=1e-14)
    np.testing.assert_allclose(irad.grad(g)(x, 3), 3.0 * np.arange(60), rtol=1e-14)
    with pytest.raises(OverflowError):
        irad.grad(g)(x, 2**62)


@irad.jit
def tens(x):
    return round(x, -1), round(x, -2), round(x, -7), round(x, -22)


def test_rounding_to_tens() -> None:
    """To the float nearest to the decimal number, of two numbers to the even one: as Python, whose results these are."""
    powers = [10.0**k for k in (1, 2, 7, 22)]
    places = [0.0, -0.0, 1e-300, 1e308, -1.7e308, math.inf, -math.inf, math.nan, 2.0**53, 2.0**60 + 512.0, 12345678.9]
    for u in powers:
        for q in (0, 1, 2, 7, 2**31 + 1, 2**51 - 1, 2**53 - 1):
            middle = (q + 0.5) * u
            places += [middle, -middle, math.nextafter(middle, 0.0), math.nextafter(middle, math.inf), q * u, q * u * 1.25]
    for x in places:
        wanted = [round(x, -1), round(x, -2), round(x, -7), round(x, -22)]
        assert [v.hex() for v in tens(x)] == [v.hex() for v in wanted], x
    assert irad.value_and_grad(lambda x: round(x * 3, -1) * x)(14.7) == (588.0, 40.0)
    assert irad.jit(lambda b: round(b, -1))(True) == 0
    with pytest.raises(irad.UnsupportedError, match="from -22 to 22"):
        irad.jit(lambda x: round(x, -23))(1.0)
