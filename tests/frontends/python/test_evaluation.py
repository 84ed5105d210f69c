"""The order in which operands are computed, and what is not computed: beside plain Python."""

import numpy as np
import pytest

import irad


def double(x):
    x *= 2.0
    return x


def both(a, b):
    return a + b


def early_sum(x):
    return (x * 2) + double(x)


def early_out(x):
    return x * 2 + np.multiply(x, 2.0, out=x)


def early_third_operand(x):
    return -x + np.add(x, 1.0, x)


def early_argument(x):
    return both(x * 2, double(x))


def early_keyword(x):
    return both(b=x * 3, a=double(x))


def early_mask(x):
    return np.where(x > 5, 1.0, double(x))


def early_product(x):
    y = np.zeros(1)
    y[0] = (x * 2) @ double(x)
    return y


def early_assigned_product(x):
    y = (x + 1) @ double(x)
    return y * x


def early_comparison(x):
    return 1.0 * ((x < 5) == (double(x) < 5))


def early_value_of_target(x):
    y = np.zeros(2)
    y[int(double(x)[0]) * 0] = (x * 2)[1]
    return y + x


def early_recursion(x, n=2):
    return x * 1.0 if n == 0 else (x * 2) + early_recursion(double(x), n - 1)


def early_choice(x):
    return (x * 2) + (double(x) if x[0] > 0 else x)


EARLY = [f for name, f in list(globals().items()) if name.startswith("early_")]


@pytest.mark.parametrize("f", EARLY, ids=lambda f: f.__name__)
def test_operands_are_computed_before_later_ones_write(f):
    x, y = np.array([1.0, 3.0]), np.array([1.0, 3.0])
    assert np.array_equal(irad.jit(f)(x), f(y))
    assert np.array_equal(x, y)


def test_derivative_of_an_operand_that_is_written_later():
    def f(x):
        return ((x * 2) ** 2 + double(x)).sum()  # 4 x^2 + 2 x

    assert irad.grad(f)(np.array([1.0, 3.0])).tolist() == [10.0, 26.0]
    assert irad.jvp(f, (np.array([1.0, 3.0]),), (np.array([1.0, 0.0]),))[1] == 10.0


def bump(x):
    x[0] += 1
    return x[0]


def chain_never(x):
    r = 1.0 > 2.0 > bump(x)
    return x[0] + r


def chain_middle_once(x):
    r = 0.0 < bump(x) < 10.0 < 20.0 + bump(x)
    return x[0] * 10 + r


def chain_stops_in_the_middle(x):
    if 0.0 < x[0] < 0.5 < bump(x):
        return -x[0]
    return x[0]


def chain_guards_a_division(x):
    b = x[0] - 1.0
    return float(b > 0 >= 1 / b)


def chain_guards_an_index(x):
    i = 5
    return float(0 <= i < len(x) == x[i])


def chain_in_a_loop(x):
    n = 0
    while n < 3 < bump(x) + 3:
        n += 1
    return n + x[0]


CHAINS = [f for name, f in list(globals().items()) if name.startswith("chain_")]


@pytest.mark.parametrize("f", CHAINS, ids=lambda f: f.__name__)
def test_chained_comparisons_stop(f):
    x, y = np.array([1.0, 3.0]), np.array([1.0, 3.0])
    assert irad.jit(f)(x) == f(y)
    assert np.array_equal(x, y)


def test_derivative_behind_a_chain_that_stops():
    def square(x):
        x[1] *= 3
        return 200.0

    def f(x):
        if 100.0 < x[0] < square(x):
            return 0.0
        return (x * x).sum()

    assert irad.grad(f)(np.ones(2)).tolist() == [2.0, 2.0]


def largest(x):
    return max(x)


def smallest(x):
    return min(x)


@pytest.mark.parametrize("f", [largest, smallest])
@pytest.mark.parametrize("x", [[1, np.nan, 0.5], [np.nan, 1, 2], [3.0], [-0.0, 0.0], [2, 5, 5, 1]], ids=str)
def test_largest_item(f, x):
    found, wanted = irad.jit(f)(np.array(x, float)), f(np.array(x, float))
    assert np.array_equal(found, wanted, equal_nan=True) and np.signbit(found) == np.signbit(wanted)


def test_largest_of_nothing():
    for f in (largest, irad.jit(largest)):
        with pytest.raises(ValueError, match="empty"):
            f(np.zeros(0))


def test_derivative_of_the_largest_item():
    assert irad.grad(largest)(np.array([1.0, np.nan, 3.0, 3.0])).tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("f", [lambda x: max(x), lambda x: min(x), lambda x: sum(x)], ids=["max", "min", "sum"])
@pytest.mark.parametrize("shape", [(), (2, 2)])
def test_items_that_are_no_numbers(f, shape):
    with pytest.raises(irad.UnsupportedError, match=r"Python's \w+\(\) of an array with"):
        irad.jit(f)(np.ones(shape))


@pytest.mark.parametrize("value", [np.uint8(200), np.int32(1), np.uint64(5), np.int8(-1)], ids=lambda v: v.dtype.name)
def test_narrow_integers_wrap(value):
    with np.errstate(over="ignore"):
        wanted = np.ones(1) * (value * value)
    assert irad.jit(lambda x, k: x * (k * k))(np.ones(1), value) == wanted


def set_item(a, v):
    a[0] = v


def set_all(a, v):
    a[...] = v


def fill(a, v):
    a.fill(v)


def convert(a, v):
    a[0] = np.int64(float(v))


def gather(a, v):
    a[:1] = np.array([v], np.int64)


@pytest.mark.parametrize("f", [set_item, set_all, fill, convert, gather])
@pytest.mark.parametrize("value", [np.nan, np.inf, -1e300, 2.75, -2.75, np.float64("nan")], ids=str)
def test_floats_that_are_no_integers(f, value):
    outcomes = []
    for g in (f, irad.jit(f)):
        a = np.array([7, 8])
        try:
            g(a, value)
            outcomes.append(a.tolist())
        except (ValueError, OverflowError) as error:
            outcomes.append(type(error).__name__)
    assert outcomes[0] == outcomes[1]
