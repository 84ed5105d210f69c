"""Custom rules in the company of other features: layouts, tuples, captured arrays, jit, rules that come late, recursion."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

import irad
from tests.reference.differences import gradient

X = np.array([0.5, 1.2, -0.8, 0.3])


def square_into(x, out):
    out[:] = x * x


@irad.augmented_primal(square_into)
def square_into_augmented(config, x, out):
    old = x.val.copy()
    out.val[:] = old * old
    return irad.AugmentedReturn(None, None, old)


@irad.reverse(square_into)
def square_into_reverse(config, dret, old, x, out):
    d = out.dval.copy()
    out.dval[:] = 0.0
    x.dval += 2.0 * old * d


@irad.forward(square_into)
def square_into_forward(config, x, out):
    out.dval[:] = 2.0 * x.val * x.dval


def every_second(x):
    square_into(x[::2], x[1::2])
    return (x * x).sum()


def backwards(x):
    square_into(x, x[::-1])
    return x[0] * x[1]


def buffered(x, out):
    square_into(x, out)
    return out[0] * out[1]


def in_two_axes(a):
    square_into(a[0], a[1])
    square_into(a.T[0], a.T[2])
    return (a * a).sum()


def gradients(f, x, *more):
    forward = [
        irad.autodiff(f, irad.Duplicated(x.copy(), e.reshape(x.shape)), *more, mode=irad.Forward)[0] for e in np.eye(x.size)
    ]
    reverse = irad.grad(f)(x, *more)
    np.testing.assert_allclose(np.reshape(forward, x.shape), reverse, rtol=1e-12, atol=1e-13)
    return reverse


@pytest.mark.parametrize("f", [every_second, backwards], ids=lambda f: f.__name__)
def test_strides_and_overlap(f) -> None:
    if f is backwards:  # both arguments are the same memory: NumPy copies, and so does the rule
        want = np.zeros(4)
        a, b = X[3], X[2]
        want[3], want[2] = 2 * a * b * b, 2 * b * a * a
        np.testing.assert_allclose(irad.grad(f)(X), want, rtol=1e-12)
        return
    np.testing.assert_allclose(gradients(f, X), gradient(f, X), rtol=1e-7, atol=1e-9)


def test_two_axes_and_sizes_of_zero() -> None:
    a = np.linspace(-1, 1.5, 9).reshape(3, 3)
    np.testing.assert_allclose(gradients(in_two_axes, a), gradient(in_two_axes, a), rtol=1e-7, atol=1e-8)
    np.testing.assert_array_equal(irad.grad(every_second)(np.zeros(0)), np.zeros(0))


def test_a_constant_buffer_gets_a_shadow_of_its_own() -> None:
    shadow = np.zeros(4)
    irad.autodiff(buffered, irad.Duplicated(X.copy(), shadow), irad.Const(np.zeros(4)))
    np.testing.assert_allclose(shadow, [2 * X[0] * X[1] ** 2, 2 * X[1] * X[0] ** 2, 0, 0])


# ---- tuples


def dot_pair(pair, n):
    a, b = pair
    return (a * b).sum() * n


@irad.augmented_primal(dot_pair)
def dot_pair_augmented(config, pair, n):
    a, b = pair.val
    return irad.AugmentedReturn((a * b).sum() * n.val, None, pair.val)


@irad.reverse(dot_pair)
def dot_pair_reverse(config, dret, tape, pair, n):
    a, b = tape
    da, db = pair.dval
    da += dret * n.val * b
    db += dret * n.val * a


def uses_pair(x, y):
    return dot_pair((x, y), 2) + dot_pair((x, np.ones(4)), 3)


def test_tuples_of_arrays() -> None:
    y = X + 1
    dx, dy = irad.grad(uses_pair, argnums=(0, 1))(X, y)
    np.testing.assert_allclose(dx, 2 * y + 3)
    np.testing.assert_allclose(dy, 2 * X)
    np.testing.assert_allclose(irad.grad(lambda x: uses_pair(x, y))(X), 2 * y + 3)


# ---- captured arrays

TABLE = np.array([1.0, 2.0, 3.0, 4.0])
OTHER = np.ones(4)


def weighted(x):
    return (TABLE * x * x).sum()


@irad.augmented_primal(weighted)
def weighted_augmented(config, x):
    return irad.AugmentedReturn(weighted(x.val), None, x.val)


@irad.reverse(weighted)
def weighted_reverse(config, dret, tape, x):
    x.dval += 2.0 * dret * TABLE * tape


def stranger(x):
    return x.sum()


@irad.augmented_primal(stranger)
def stranger_augmented(config, x):
    return irad.AugmentedReturn(x.val.sum())


@irad.reverse(stranger)
def stranger_reverse(config, dret, tape, x):
    x.dval += dret * OTHER


def test_arrays_from_outside() -> None:
    np.testing.assert_allclose(irad.grad(weighted)(X), 2 * TABLE * X)
    with pytest.raises(irad.RuleError, match="uses the array OTHER from outside"):
        irad.grad(stranger)(X)


# ---- compiled functions, rules that come late


@irad.jit
def compiled(x):
    return x * x * x


@irad.augmented_primal(compiled)
@irad.jit
def compiled_augmented(config, x):
    return irad.AugmentedReturn(compiled(x.val), None, x.val)


@irad.reverse(compiled)
def compiled_reverse(config, dret, tape, x):
    return (30.0 * tape * tape * dret,)


def test_compiled_functions_have_rules() -> None:
    assert irad.grad(compiled)(2.0) == 120.0
    assert irad.grad(lambda x: compiled(x) + x)(2.0) == 121.0
    assert compiled(2.0) == 8.0


def late(x):
    return x * x


def calls_late(x):
    return late(x) + 1.0


def give_rule(f, factor):
    @irad.augmented_primal(f)
    def augmented(config, x):
        return irad.AugmentedReturn(f(x.val), None, x.val)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        return (factor * tape * dret,)


def test_a_rule_may_come_late_and_change() -> None:
    gradient = irad.grad(calls_late)
    for _ in range(3):
        assert gradient(3.0) == 6.0
        assert irad.autodiff(calls_late, irad.Active(3.0)) == (6.0,)

    for factor in (5.0, 7.0):
        give_rule(late, factor)
        for _ in range(3):
            assert gradient(3.0) == 3 * factor
            assert irad.autodiff(calls_late, irad.Active(3.0)) == (3 * factor,)


# ---- recursion, and calls that are run again


def power(x, n):
    return x if n == 1 else x * power(x, n - 1)


@irad.augmented_primal(power)
def power_augmented(config, x, n):
    return irad.AugmentedReturn(power(x.val, n.val), None, (x.val, n.val))


@irad.reverse(power)
def power_reverse(config, dret, tape, x, n):
    base, k = tape
    if k == 1:
        return dret, None
    return dret * k * power(base, k - 1), None


def test_recursion() -> None:
    assert irad.grad(power)(2.0, 5) == 80.0
    assert irad.grad(irad.grad(power))(2.0, 5) == 160.0


def layered(x, n):
    s = 0.0
    for _ in range(n):
        square_into(x, x)
        x *= 0.9
        s += x[0]
    return s


def test_loops() -> None:
    for n in (0, 1, 5):
        np.testing.assert_allclose(
            irad.grad(layered)(X, n), gradient(lambda x, n=n: layered(x.copy(), n), X), rtol=1e-7, atol=1e-9
        )


def test_float32_and_numbers_of_other_kinds() -> None:
    def blend(a, flag, k, x):
        return a * k if flag else a * x[0]

    @irad.augmented_primal(blend)
    def augmented(config, a, flag, k, x):
        return irad.AugmentedReturn(blend(a.val, flag.val, k.val, x.val), None, (a.val, flag.val, x.val[0]))

    @irad.reverse(blend)
    def reverse(config, dret, tape, a, flag, k, x):
        number, chosen, first = tape
        if chosen:
            return (dret * k.val,)
        x.dval[0] += dret * number
        return (dret * first,)

    def uses(a, flag, k, x):
        return blend(a, flag, k, x) * np.float32(2.0)

    x = np.array([3.0, 1.0], np.float32)
    for flag, want in ((True, 10.0), (False, 6.0)):
        shadow = np.zeros(2, np.float32)
        found = irad.autodiff(uses, irad.Active(np.float32(1.5)), flag, 5, irad.Duplicated(x.copy(), shadow))
        assert found == (want, None, None, None)
        np.testing.assert_array_equal(shadow, [0.0 if flag else 3.0, 0.0])


# ---- arrays that live for one iteration: in the reverse sweep the rule looks at them, or at what it has kept


def energy(x):
    return (x * x).sum()


@irad.augmented_primal(energy)
def energy_augmented(config, x):
    if config.overwritten[0]:
        return irad.AugmentedReturn(energy(x.val), None, (x.val,))
    return irad.AugmentedReturn(energy(x.val), None, ())


@irad.reverse(energy)
def energy_reverse(config, dret, tape, x):
    if config.overwritten[0]:
        x.dval += 2.0 * dret * tape[0]
    else:
        x.dval += 2.0 * dret * x.val


def made_in_a_loop(x, n):
    t = 0.0
    for i in range(n):
        y = x * (i + 1)
        t += energy(y + 1.0) * energy(y)
        w = np.zeros(50)
        w[0] = t
        t += w.sum()
    return t


def made_in_a_call(x, i):
    return energy(x * (i + 1))


def calls_in_a_loop(x, n):
    t = 0.0
    for i in range(n):
        t += made_in_a_call(x, i)
        q = np.ones(100) * t
        t += q[3] * 0.001
    return t


def unknown_number(x, n):
    i, t = 0, 0.0
    while t < 30.0 and i < n:
        t += energy(x * t + x) * 0.1
        i += 1
    return t


def buffer_in_a_loop(x, n):
    for _ in range(3):
        buffer = np.zeros(x.size)
        for _ in range(n):
            buffer += x * 0.1
            x[0] += energy(buffer) * 1e-3
    return x.sum()


@pytest.mark.parametrize("f", [made_in_a_loop, calls_in_a_loop, unknown_number, buffer_in_a_loop], ids=lambda f: f.__name__)
def test_arrays_of_one_iteration(f) -> None:
    want = gradient(lambda x: f(x.copy(), 6), X)
    np.testing.assert_allclose(gradients(f, X, 6), want, rtol=1e-7)
    augmented, reverse = irad.autodiff_thunk(f, irad.Duplicated, irad.Const)
    shadow = np.zeros(4)
    args = (irad.Duplicated(X.copy(), shadow), irad.Const(6))
    tape, _ = augmented(*args)
    reverse(*args, tape=tape)
    np.testing.assert_allclose(shadow, want, rtol=1e-7)


def root_of_cubic(a: float) -> float:
    """The root of r**3 + r = a, by bisection: the derivative of the plain body is 0."""
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if middle * middle * middle + middle < a:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@irad.custom
def implicit_root(a):
    return root_of_cubic(a)


def _root_ahead(a):
    r = implicit_root(a)
    return r, r


def _root_back(r, seed):
    return (seed / (3.0 * r * r + 1.0),)


def _root_along(primals, tangents):
    r = implicit_root(primals[0])
    return r, tangents[0] / (3.0 * r * r + 1.0)


implicit_root.defvjp(_root_ahead, _root_back)
implicit_root.defjvp(_root_along)


def squared_root(a):
    return implicit_root(a) ** 2


def test_rules_of_functions_that_a_rule_calls_hold_for_higher_derivatives() -> None:
    """A solver with an implicit rule that calls the solver itself, as one writes it for JAX."""
    with mp.workdps(40):
        second, third = (float(mp.diff(lambda a: mp.findroot(lambda r: r**3 + r - a, 1.7) ** 2, 7, n)) for n in (2, 3))
    grad = irad.grad
    for name, got in {
        "grad of grad": grad(grad(squared_root))(7.0),
        "hessian": irad.hessian(squared_root)(7.0),
        "grad of jacfwd": grad(irad.jacfwd(squared_root))(7.0),
        "jacfwd of jacfwd": irad.jacfwd(irad.jacfwd(squared_root))(7.0),
    }.items():
        assert got == pytest.approx(second, rel=1e-12), name
    assert grad(grad(grad(squared_root)))(7.0) == pytest.approx(third, rel=1e-12)

