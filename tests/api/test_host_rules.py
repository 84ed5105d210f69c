"""Rules and functions that run as ordinary Python: SciPy's transforms and solvers, and what goes wrong in them."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.fft
import scipy.linalg

import irad

X = np.array([0.3, 1.0, -0.7, 0.2])
S = 1.3


@irad.host_rule(returns="float64")
def energy(x, s):
    """x <- s dct(x) in place, and its energy."""
    x[:] = s * scipy.fft.dct(x, norm="ortho")
    return float((x**2).sum())


@irad.augmented_primal(energy)
@irad.host_rule
def energy_augmented(config, x, s):
    value = energy(x.val, s.val)
    return irad.AugmentedReturn(value, None, {"output": x.val.copy()})


@irad.reverse(energy)
@irad.host_rule
def energy_reverse(config, dret, tape, x, s):
    y = tape["output"]
    d = x.dval + 2 * y * dret
    x.dval[:] = s.val * scipy.fft.idct(d, norm="ortho")
    return None, (d * y).sum() / s.val


@irad.forward(energy)
@irad.host_rule
def energy_forward(config, x, s):
    y = scipy.fft.dct(x.val, norm="ortho")
    dy = s.val * scipy.fft.dct(x.dval, norm="ortho") + s.dval * y
    x.dval[:] = dy
    return (2 * s.val * y * dy).sum()


def uses_energy(x, s):
    e = energy(x, s)
    for _ in range(2):
        e += energy(x, 0.5 * s)
    return e * x[1] + x[0] ** 2


def plain(z):
    return uses_energy(z[:4].copy(), z[4])


WANT = np.array([(plain(np.append(X, S) + h) - plain(np.append(X, S) - h)) / 2e-6 for h in 1e-6 * np.eye(5)])


def test_reverse_and_forward() -> None:
    for _ in range(2):
        shadow = np.zeros(4)
        _, ds = irad.autodiff(uses_energy, irad.Duplicated(X.copy(), shadow), irad.Active(S))
        np.testing.assert_allclose([*shadow, ds], WANT, rtol=1e-7)
    found = [
        irad.autodiff(uses_energy, irad.Duplicated(X.copy(), e[:4].copy()), irad.Duplicated(S, e[4]), mode=irad.Forward)[0]
        for e in np.eye(5)
    ]
    np.testing.assert_allclose(found, WANT, rtol=1e-7)


def test_split() -> None:
    augmented, reverse = irad.autodiff_thunk(uses_energy, irad.Duplicated, irad.Active)
    shadows = [np.zeros(4), np.zeros(4)]
    args = [(irad.Duplicated(X.copy(), d), irad.Active(S)) for d in shadows]
    tapes = [augmented(*a) for a in args]
    assert tapes[0][1] == plain(np.append(X, S))
    for a, (tape, _) in zip(args, tapes, strict=True):
        _, ds = reverse(*a, tape=tape)
        np.testing.assert_allclose([*a[0].dval, ds], WANT, rtol=1e-7)


@irad.host_rule(returns="(float64[:], int64)")
def doubled(x):
    return 2.0 * np.sort(x), len(x)


def array_from_python(x):
    y, n = doubled(x)
    return y[0] * n + y.sum()


def test_arrays_come_back() -> None:
    compiled = irad.jit(array_from_python)
    for _ in range(2):
        assert compiled(X) == array_from_python(X)


def solve(a, b, out):
    out[:] = scipy.linalg.solve(a, b)


irad.host_rule(solve)


@irad.custom
@irad.host_rule(returns="float64")
def log_determinant(a):
    return float(np.linalg.slogdet(a)[1])


log_determinant.defvjp(
    irad.host_rule(lambda a: (float(np.linalg.slogdet(a)[1]), np.linalg.inv(a))),
    irad.host_rule(lambda inverse, ct: (ct * inverse.T,)),
)
log_determinant.defjvp(irad.host_rule(lambda p, t: (0.0, np.trace(np.linalg.solve(p[0], t[0])))))


def scaled_log_determinant(a):
    return log_determinant(2.0 * a) ** 2


def test_short_forms() -> None:
    a = np.array([[2.0, 0.3], [-0.1, 1.5]])
    value = np.linalg.slogdet(2 * a)[1]
    want = 2 * value * np.linalg.inv(a).T
    np.testing.assert_allclose(irad.grad(scaled_log_determinant)(a), want)
    t = np.array([[0.1, 0.2], [0.7, -0.4]])
    (found,) = irad.autodiff(scaled_log_determinant, irad.Duplicated(a.copy(), t), mode=irad.Forward)
    assert np.isclose(found, (want * t).sum())


# ---- what goes wrong


class Own(Exception):
    pass


@irad.host_rule(returns="float64")
def failing(x):
    if x[0] > 1:
        raise Own("too large")
    return x[0]


def calls_failing(x):
    return failing(x) + 1.0


def test_exceptions_pass_through() -> None:
    compiled = irad.jit(calls_failing)
    assert compiled(X) == X[0] + 1
    for _ in range(3):
        with pytest.raises(Own, match="too large"):
            compiled(X + 1)
    assert compiled(X) == X[0] + 1


def fragile(x):
    return x.sum()


@irad.augmented_primal(fragile)
@irad.host_rule
def fragile_augmented(config, x):
    return irad.AugmentedReturn(x.val.sum(), None, None)


@irad.reverse(fragile)
@irad.host_rule
def fragile_reverse(config, dret, tape, x):
    if dret > 1:
        raise Own("in reverse")
    x.dval += dret


def scaled_fragile(x, s):
    return s * fragile(x)


def test_exceptions_in_reverse_rules() -> None:
    for _ in range(2):
        with pytest.raises(Own, match="in reverse"):
            irad.autodiff(scaled_fragile, irad.Duplicated(X.copy(), np.zeros(4)), irad.Const(2.0))
        shadow = np.zeros(4)
        irad.autodiff(scaled_fragile, irad.Duplicated(X.copy(), shadow), irad.Const(0.5))
        np.testing.assert_array_equal(shadow, 0.5)


@irad.host_rule(returns="float64")
def mistyped(x):
    return x


@irad.host_rule
def undeclared(x):
    return 1.0


def calls_mistyped(x):
    return mistyped(x)


def calls_undeclared(x):
    undeclared(x)
    return 1.0


def test_results_of_another_type() -> None:
    with pytest.raises(TypeError, match="an array of 1 axes, float64, where float64 is declared"):
        irad.jit(calls_mistyped)(X)
    with pytest.raises(TypeError, match="returns="):
        irad.jit(calls_undeclared)(X)


def through(x):
    y, n = doubled(x * x)
    return y.sum() * n


def test_no_rule_is_an_error() -> None:
    with pytest.raises(irad.DifferentiationError, match=r"doubled\(\) runs as ordinary Python"):
        irad.grad(through)(X)


@irad.inactive
@irad.host_rule
def peek(x):
    SEEN.append(x.copy())


@irad.inactive
@irad.host_rule
def poke(x):
    x[0] = 1.0


SEEN: list[np.ndarray] = []


def peeked(x):
    peek(x)
    return (x * x).sum()


def poked(x):
    poke(x)
    return (x * x).sum()


def test_inactive_functions_look_but_do_not_touch() -> None:
    np.testing.assert_allclose(irad.grad(peeked)(X), 2 * X)
    np.testing.assert_array_equal(SEEN[-1], X)
    with pytest.raises(ValueError, match="read-only"):
        irad.grad(poked)(X)


@irad.augmented_primal(failing)
@irad.host_rule
def failing_augmented(config, x):
    return irad.AugmentedReturn(failing(x.val), None, "any object")


@irad.reverse(failing)
def failing_reverse(config, dret, tape, x):
    x.dval[0] += dret


def test_a_compiled_reverse_cannot_read_a_python_tape() -> None:
    with pytest.raises(irad.RuleError, match="so the reverse rule must too"):
        irad.grad(calls_failing)(X)


def test_a_library_cannot_call_python(tmp_path) -> None:
    from irad.api.export.shared_library import ExportRequest, build

    with pytest.raises(irad.RuleError, match=r"energy\(\) runs as ordinary Python"):
        build([ExportRequest(uses_energy, "float64(float64[::1], float64)")], tmp_path / "libenergy.so")


def test_numbers_of_all_kinds() -> None:
    @irad.host_rule(returns="(float32, bool, int64)")
    def mixed(a, b, c, d, t):
        assert isinstance(a, np.float32) and isinstance(b, bool) and t == (1, (2.5, None)), (a, b, c, d, t)
        assert d.shape == (2, 2) and d.strides == (16, 32)
        return a * 2, not b, c + 1

    def f(a, b, c, d):
        return mixed(a, b, c, d[:, ::2].T, (1, (2.5, None)))

    found = irad.jit(f)(np.float32(1.5), True, 2**40, np.arange(8.0).reshape(2, 4))
    assert found == (3.0, False, 2**40 + 1)


def test_calls_from_several_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    compiled = irad.jit(array_from_python)
    rng = np.random.default_rng(1)
    data = [rng.normal(size=5) for _ in range(40)]
    with ThreadPoolExecutor(4) as pool:
        np.testing.assert_allclose(list(pool.map(compiled, data)), [array_from_python(x) for x in data], rtol=1e-13)


