"""Functions inside of a function that share variables: one binds them anew, others read them, or call it."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


def apply_twice(fn, v):
    fn(v)
    fn(v)


def maker(x):
    n = 0.0

    def inc(v):
        nonlocal n
        n += v * x
        return n

    return inc


def reads_behind_a_call(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def twice(v):
        add(v)
        add(v * 2)
        return total

    r = twice(x)
    return r + total


def three_levels(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def mid(v):
        add(v)

    def top(v):
        mid(v)
        mid(v)
        return total * 2

    r = top(x)
    return r + total


def both_bind(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def rec(k):
        nonlocal total
        if k == 0:
            return 0.0
        add(x * k)
        total *= 1.5
        return rec(k - 1)

    return rec(4) + total


def reads_through_another(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def get():
        return total

    def both(v):
        add(v)
        return get()

    return both(x) + total + get()


def binds_and_calls_a_reader(x):
    total = 0.0

    def get():
        return total * 2

    def bump(v):
        nonlocal total
        total += v
        return get()

    return bump(x) + bump(x) + get()


def given_to_a_reader(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def run(fn, v):
        fn(v)
        return total

    return run(add, x) + total


def given_to_map_and_sorted(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v
        return v

    ys = list(map(add, [x, x * x]))
    s = sum(add(v) for v in ys)
    z = sorted([3.0, x], key=lambda v: add(v) * 0 - v)
    return total + s + z[0]


def given_to_a_global_function(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def inner(v):
        apply_twice(add, v)
        return total

    apply_twice(add, x)
    return total + inner(x) + total


def two_levels_of_functions(x):
    total = 0.0

    def outer2(v):
        loc = v

        def add(w):
            nonlocal total, loc
            total += w
            loc *= w

        def get():
            return total + loc

        def both():
            add(x)
            return get()

        return both() + loc + total

    r = outer2(x + 1)
    return r + total


def mutual_recursion_with_a_list(x):
    best = [x]
    n = 0

    def visit(k):
        nonlocal n
        n += 1
        best.append(best[-1] * x + n)
        if k > 0:
            helper(k)

    def helper(k):
        visit(k - 1)
        if n < 6:
            visit(k - 1)
        best[0] += n

    visit(3)
    return sum(best) + n


def lambdas_with_names(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v
        return total

    h = lambda v: add(v) + total

    def g():
        return h(x) + total

    return g() + h(1.0) + total


def in_loops(x):
    a, b = 1.0, 2.0

    def fa():
        nonlocal a
        a = a * x + b

    def fb():
        nonlocal b
        fa()
        b = b + a

    def fc():
        for _ in range(3):
            fb()
        return a * b

    return fc() + a + b


def in_comprehensions_and_keys(x):
    n = 0

    def count(v):
        nonlocal n
        n += 1
        return v * x

    ys = [count(v) for v in np.arange(4.0)]
    d = {k: count(1.0) for k in range(2)}
    m = max([1.0, 2.0], key=count)
    return sum(ys) + n + d[1] + m


def lambdas_given_on(x):
    n = 0

    def count(v):
        nonlocal n
        n += 1
        return v * x

    def run(xs, fn):
        return [fn(v) for v in xs]

    ys = run(np.arange(4.0), count)
    zs = run([1.0, 2.0], lambda v: count(v) + n)
    return sum(ys) + n + sum(zs)


def two_makers(x):
    a, b = maker(x), maker(x * x)
    a(1.0)
    b(1.0)
    a(2.0)
    return a(0.0) * 10 + b(0.5)


def made_elsewhere_and_used_inside(x):
    a = maker(x)

    def use(v):
        return a(v) + a(v)

    return use(1.0) + a(1.0)


def made_elsewhere_and_mapped(x):
    a = maker(x)
    s = 0.0
    for k in range(4):
        s += a(k)
    return s + sum(map(a, [1.0, 2.0]))


def functions_in_a_tuple(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v
        return total

    for fn in (add, lambda v: v * total):  # noqa: B023
        total += fn(x)
    return total


def recursion_with_another(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def rec(k):
        if k == 0:
            return 0.0
        add(x * k)
        r = rec(k - 1)
        add(r)
        return total

    return rec(4) + total


def a_parameter_in_a_loop(x):
    def add(v):
        nonlocal x
        x += v

    for k in range(3):
        add(k)
    return x * x


def even_and_odd(x):
    def ev(n):
        return 1.0 if n == 0 else x * od(n - 1)

    def od(n):
        return 0.5 if n == 0 else x + ev(n - 1)

    return ev(5)


def recursive_descent(x):
    """recursive descent over known tokens"""
    tokens = ["2", "*", "(", "x", "+", "3", ")", "-", "x", "*", "x"]
    pos = 0

    def peek():
        return tokens[pos] if pos < len(tokens) else None

    def take():
        nonlocal pos
        pos += 1
        return tokens[pos - 1]

    def expr():
        v = term()
        while peek() == "+" or peek() == "-":
            if take() == "+":
                v = v + term()
            else:
                v = v - term()
        return v

    def term():
        v = factor()
        while peek() == "*":
            take()
            v = v * factor()
        return v

    def factor():
        t = take()
        if t == "(":
            v = expr()
            take()
            return v
        if t == "x":
            return x
        return float(t)

    return expr()


def mutual_recursion(x):
    count = 0
    total = 0.0

    def a(k, w):
        nonlocal count, total
        if k == 0:
            return w
        count += 1
        total += w * k
        return b(k - 1, w * 0.5) + b(k - 1, w * x)

    def b(k, w):
        nonlocal total
        total -= 0.1 * x
        return w if k <= 0 else a(k - 1, w + 1.0)

    r = a(5, x)
    return r + total * count


def declared_only(x):
    a = 0.3 + 0.1 * x
    n = 0

    def g1(d):
        nonlocal a, n
        a += x
        return 0.5

    def run(fn, d):
        return fn(d)

    t = run(g1, 2)
    return 2.0 * a + 100 * t


def key_that_calls_the_function_around(x):
    n = 0

    def g2(d):
        nonlocal n
        t = 0.1 * d
        if d > 0:
            t += max([0.3, 0.1], key=lambda w: w + g2(d - 1))
        n += 1
        return 0.5 * t + x

    return g2(2) + 10 * n


def parameter_of_the_same_name(x):
    count = 0

    def func(y):
        nonlocal count
        count += 1
        return y * y - x

    def newton(x):
        for _ in range(4):
            x = x - func(x) / (2 * x)
        return x

    return newton(1.5) + count * x


def variables_of_the_same_names(x):
    n = 0

    def f(v):
        nonlocal n
        n += 1
        return v * x

    def g(k):
        def inner(n):
            return f(n) + n

        n = 3.0
        try:
            if k > 1:
                raise ValueError(2)
            n = n + 1
        except ValueError as x:
            n += x.args[0]
        return inner(n) + n + f(k) + max([1.0, 2.0], key=lambda n: f(n))

    return g(1) + g(2) + n


def two_given_on(x):
    total = 0.0

    def add(v):
        nonlocal total
        total += v

    def get():
        return total

    def run(fn, g, v):
        fn(v)
        return g()

    return run(add, get, x) + total


def called_twice(fn, d):
    return fn(d) + fn(d)


def bound_two_functions_further_in(x):
    def inner(d):
        scale = 0.5 * x

        def set_total(d):
            nonlocal total
            total = total * scale + d
            return scale

        return run(set_total, d - 1)

    def run(fn, d):
        return fn(d) + 0.5 * total

    total = 0.2 * x
    return inner(2) + called_twice(inner, 1) + 5 * total


def bound_by_a_lambda_further_in(x):
    def inner(d):
        return run(lambda e: set_total(e * x), d - 1)

    def set_total(d):
        nonlocal total
        total = total * x + d
        return 0.5

    def run(fn, d):
        return fn(d) + 0.5 * total

    total = 0.2 * x
    return inner(2) + 5 * total


def one_variable_in_all_calls(x):
    total = x

    def level(n, fn):
        def change(d):
            nonlocal total
            total = total * 0.5 + d
            return total

        def run(q, d):
            return q(d) + total

        if n == 0:
            return run(fn, x) + run(change, 2.0)
        return level(n - 1, change) + run(fn, 1.0)

    return level(2, lambda d: d * x) + 3 * total


def a_variable_for_each_call(x):
    def level(n, fn):
        total = x * n

        def add(d):
            nonlocal total
            total += d
            return total

        if n == 0:
            return add(1.0) * 2 + fn(2.0) * 3 + total
        return level(n - 1, add) + total

    return level(2, lambda d: d * x)


FUNCTIONS = [
    reads_behind_a_call,
    three_levels,
    both_bind,
    reads_through_another,
    binds_and_calls_a_reader,
    given_to_a_reader,
    given_to_map_and_sorted,
    given_to_a_global_function,
    two_levels_of_functions,
    mutual_recursion_with_a_list,
    lambdas_with_names,
    in_loops,
    in_comprehensions_and_keys,
    lambdas_given_on,
    two_makers,
    made_elsewhere_and_used_inside,
    made_elsewhere_and_mapped,
    functions_in_a_tuple,
    recursion_with_another,
    a_parameter_in_a_loop,
    even_and_odd,
    recursive_descent,
    mutual_recursion,
    declared_only,
    key_that_calls_the_function_around,
    parameter_of_the_same_name,
    variables_of_the_same_names,
    bound_two_functions_further_in,
    bound_by_a_lambda_further_in,
    one_variable_in_all_calls,
]


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(f):
    compare(f, 1.3)


def test_two_functions_that_share_a_variable_are_given_on():
    with pytest.raises(irad.UnsupportedError, match="binds 'total' anew, which get"):
        irad.jit(two_given_on)(1.3)


def test_a_function_that_shares_a_variable_is_given_to_another_call():
    with pytest.raises(irad.UnsupportedError, match="which shares 'total' with other functions, is given to another call of"):
        irad.jit(a_variable_for_each_call)(1.3)
