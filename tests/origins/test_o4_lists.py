"""O4: lists that grow by ``append``, in every mode."""

from __future__ import annotations

import numpy as np

import irad
from tests.origins.modes import Case, check_modes, in_modes

RNG = np.random.default_rng(5)
V = RNG.normal(size=11)
W = RNG.normal(size=11)


def squares(x, w):
    xs = []
    for i in range(len(x)):
        xs.append(x[i] * x[i])
    s = 0.0
    for v in xs:
        s += v * v
    return s + xs[-1] * xs[2] * len(xs)


def changed_items(x, w):
    xs = [1.0, x[0]]
    for i in range(len(x)):
        if x[i] > 0:
            xs.append(x[i] * xs[-1] * xs[i // 3])
        xs[0] = xs[0] * w[i] + x[i]
        xs[-1] += x[i]
    return (np.array(xs) * np.array(xs)).sum() + sum(xs)


def stack(x, w):
    st = [x[0]]
    s = 0.0
    for i in range(1, len(x)):
        if i % 3 == 2:
            a = st.pop()
            b = st.pop()
            st.append(a * b)
        else:
            st.append(x[i] * w[i])
    while st:
        s += st.pop() * x[len(st)]
    return s


def states(x, w):
    hist = []
    h = x
    for _ in range(5):
        h = np.tanh(h * w + x)
        hist.append(h)
    s = 0.0
    for a in hist:
        s += (a * a).sum()
    return s + (hist[0] * hist[-1]).sum()


def new_in_each_iteration(x, w):
    s = 0.0
    for i in range(len(x)):
        t = []
        for j in range(i + 1):
            t.append(x[j] * w[i])
        s += sum(t) * t[-1]
    return s


def views_are_written(x, w):
    r = []
    for i in range(3):
        r.append(x[i : i + 4])
    r[0][1] = x[5] * x[6]
    r[2][:] *= 2.0
    s = 0.0
    for a in r:
        s += (a * a).sum()
    return s


def active_and_constant(x, w):
    r = []
    r.append(x)
    r.append(w)
    s = 0.0
    for k in range(6):
        a = r[k % 2]
        a[k] = a[k] * x[k + 1]
        s += a[k] * r[(k + 1) % 2][k + 1]
    return s + r[0].sum() + w.sum()


def of_tuples(x, w):
    r = []
    for i in range(5):
        r.append((x[i], i, w))
    s = 0.0
    for v, i, a in r:
        s += v * v * i * a[i]
    return s


def emptied(x, w):
    xs = []
    for v in w:
        xs.append(v)
    for i in range(4):
        xs[i] *= x[i]
    s = sum(xs)
    xs.clear()
    xs.extend(x)
    xs.extend([x[0] * x[1], 2.0])
    return s * sum(xs) * min(xs) * np.mean(xs)


def until_it_converges(x, w):
    hist = []
    y = 1.0
    while abs(y * y - x[0] * x[0] - 1.0) > 1e-9:
        y = 0.5 * (y + (x[0] * x[0] + 1.0) / y)
        hist.append(y)
    return hist[-1] * hist[0]


def new_in_a_branch(x, w):
    xs = [x[0]]
    for i in range(len(x)):
        if x[i] > 0:
            xs = [x[i], w[i]]
        else:
            xs.append(x[i] * xs[0])
        if len(xs) > 4:
            break
    return sum(xs) * xs[0]


def queue(x, w):
    numbers = [0]
    values = [x[0]]
    k = 0
    s = 0.0
    while k < len(numbers):
        j = numbers[k]
        v = values[k]
        k += 1
        if j % 4 == 3:
            continue
        s += v * v * w[j % 9]
        if j < 12:
            numbers.append(2 * j + 1)
            values.append(v * x[(j + 1) % 9])
            numbers.append(2 * j + 2)
            values.append(v + x[(j + 2) % 9])
    return s


def arrays_are_replaced(x, w):
    r = []
    for _ in range(3):
        r.append(np.zeros(len(x)))
    for i in range(8):
        t = x * w[i] + r[(i + 1) % 3]
        r[i % 3] = t * 0.5
    return (r[0] * r[1] * r[2]).sum() + r[0].sum()


def views_in_tuples(x, w):
    m = []
    for i in range(3):
        m.append((x[i : i + 3], x[i] * 2.0, i))
    s = 0.0
    for k in range(3):
        v, c, i = m[k]
        v[0] = c * w[i]
        s += m[0][0][1] * c
    return s + x.sum()


def folded(x, n):
    xs = []
    for i in range(n):
        xs.append(x[i] * folded(x, i) if i < n - 1 else x[i])
    return sum(xs) + 1.0


def in_a_recursion(x, w):
    return folded(x, 5)


def sorted_and_summed(x, w):
    xs = []
    for v in x:
        if v > -0.5:
            xs.append(v * v)
    a = np.array(xs)
    a.sort()
    np.cumsum(a, out=a)
    return (a * a).sum()


def cube(v):
    return v * v * v


def of_derivatives(x, w):
    xs = []
    for i in range(4):
        d = irad.grad(cube)(x[i])
        xs.append(d * w[i])
    return sum(xs) * xs[1]


PROGRAMS = [
    new_in_a_branch, queue, arrays_are_replaced, views_in_tuples, in_a_recursion, sorted_and_summed, of_derivatives,
    squares, changed_items, stack, states, new_in_each_iteration, views_are_written, active_and_constant, of_tuples, emptied,
    until_it_converges,
]  # fmt: skip


@in_modes("f", PROGRAMS, [f.__name__ for f in PROGRAMS])
def test_lists(f, mode: str) -> None:
    check_modes(Case(f, [V], None, (W,)), modes=[mode])


def short(x):
    xs = []
    for i in range(len(x)):
        xs.append(x[i] * x[i] * x[0])
    return sum(xs) * xs[1]


def test_transforms() -> None:
    x = V[:4].copy()
    want = Case(short, [x]).differences()
    np.testing.assert_allclose(irad.grad(short)(x), want, atol=1e-7)
    np.testing.assert_allclose(irad.jacfwd(short)(x), want, atol=1e-7)
    step = 1e-5
    gradient = irad.grad(short)
    columns = [(gradient(x + step * e) - gradient(x - step * e)) / (2 * step) for e in np.eye(4)]
    np.testing.assert_allclose(irad.hessian(short)(x), np.array(columns), atol=1e-6)
