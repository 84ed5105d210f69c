"""A tape belongs to a function, its arguments and one reverse; seeds, adjoints and tangents are like what they belong to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, ActivityError, BatchDuplicated, Const, Duplicated

X = np.array([1.0, 2.0, 3.0])


def cubes(x: Any, s: Any) -> Any:
    total = 0.0
    for i in range(x.size):
        total += s * x[i] * x[i] * x[i]
    return total


def squares(x: Any, s: Any) -> Any:
    return (s * x * x).sum()


MODULE = """define double @cubes(ptr %x, double %s) {
  %a = load double, ptr %x
  %p = fmul double %a, %a
  %q = fmul double %p, %a
  %r = fmul double %q, %s
  ret double %r
}
define double @squares(ptr %x, double %s) {
  %a = load double, ptr %x
  %p = fmul double %a, %a
  ret double %p
}"""


def pair(kind: str) -> tuple[Any, Any]:
    if kind == "python":
        return cubes, squares
    m = irad.Module.from_ir(MODULE)
    return m["cubes"], m["squares"]


def shadow(x: np.ndarray, batch: bool) -> Any:
    return (np.zeros_like(x), np.zeros_like(x)) if batch else np.zeros_like(x)


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("kind", ["python", "module"])
def test_tapes(kind: str, batch: bool) -> None:
    f, other = pair(kind)
    note = BatchDuplicated if batch else Duplicated
    x, d = X.copy(), shadow(X, batch)
    args = (note(x, d), Active(2.0))
    augmented, reverse = irad.autodiff_thunk(f, *args)
    tape, value = augmented(*args)
    assert value == (2.0 * (X**3).sum() if kind == "python" else 2.0)
    foreign, _ = irad.autodiff_thunk(other, *args)[0](*args)
    short = (np.zeros(1), np.zeros(1)) if batch else np.zeros(1)
    for wrong, given in (
        (args, None), (args, 7), (args, foreign), ((), tape), (args[:1], tape), ((*args, 1.0), tape),
        ((note(x, shadow(X, batch)), args[1]), tape), ((note(x, short), args[1]), tape), ((Const(x), args[1]), tape),
        ((note(X, d), args[1]), tape), ((args[0], Active(3.0)), tape), ((args[0], Const(2.0)), tape),
    ):  # fmt: skip
        with pytest.raises(ActivityError):
            reverse(*wrong, tape=given)
    found = reverse(*args, tape=tape)  # none of these has used it
    first = d[0] if batch else d
    assert first[0] == 2.0 * 3.0 * X[0] ** 2
    wanted = (X**3).sum() if kind == "python" else 1.0
    assert found[1] == ((wanted, wanted) if batch else wanted)
    with pytest.raises(ActivityError, match="used or closed"):
        reverse(*args, tape=tape)
    with pytest.raises(ActivityError, match="was told"):
        augmented(Const(x), Active(2.0))
    foreign.close()


def test_a_tape_may_not_be_left_out() -> None:
    _, reverse = irad.autodiff_thunk(cubes)
    with pytest.raises(TypeError):
        reverse(Duplicated(X, np.zeros(3)), Active(2.0))


def both(x: Any) -> Any:
    return (x * x).sum(), 3.0 * x


def named(x: Any) -> Any:
    return {"a": (x * x).sum(), "b": 3.0 * x}


ONES = np.ones(3)
BAD_ARRAYS: list[Any] = [
    1.0, np.ones(2), np.ones((1, 3)), np.ones(3, np.float32), np.ones(3, int), np.ones(3, bool), np.ones(3, complex),
    [1.0, 1.0, 1.0], (ONES,), None, "a", np.ones(()), np.ma.masked_array(ONES),
]  # fmt: skip
BAD_NUMBERS: list[Any] = [True, np.ones(1), np.ones(()), 1j, "a", None, [1.0], (1.0,), ONES]
ADJOINTS: list[tuple[Callable[..., Any], Any, list[Any]]] = [
    (lambda x: 2.0 * x, ONES, BAD_ARRAYS),
    (lambda x: 2.0 * x.sum(), 1.0, BAD_NUMBERS),
    (both, (1.0, ONES), [1.0, [1.0, ONES], (1.0,), (1.0, 1.0), (ONES, 1.0), (1.0, ONES, 2.0), {"a": 1.0}, (1.0, ONES[:2])]),
    (named, {"b": ONES, "a": 1.0}, [1.0, (1.0, ONES), {"a": 1.0}, {"a": 1.0, "c": ONES}, {"a": 1.0, "b": 1.0}]),
]


@pytest.mark.parametrize(("f", "good", "bad"), ADJOINTS)
def test_adjoints(f: Callable[..., Any], good: Any, bad: list[Any]) -> None:
    _, pull = irad.vjp(f, X)
    for given in bad:
        with pytest.raises(ActivityError):
            pull(given)
    wanted = {0: 2.0 * ONES, 1: 2.0 * ONES}.get([a[0] for a in ADJOINTS].index(f), 2.0 * X + 3.0)
    assert np.array_equal(pull(good)[0], wanted)
    assert np.array_equal(pull(good)[0], wanted)  # by a new tape


def test_seeds_of_autodiff() -> None:
    for given in BAD_ARRAYS[1:]:
        if not isinstance(given, tuple):  # one for each result
            d = np.zeros(3)
            with pytest.raises(ActivityError):
                irad.autodiff(lambda x: 2.0 * x, Duplicated(X, d), returns=Duplicated, seed=given)
            assert not d.any()
    for given in BAD_NUMBERS:
        if not isinstance(given, (tuple, list)):
            with pytest.raises(ActivityError):
                irad.autodiff(lambda x: x * x, Active(2.0), seed=given)
    wrong_second = (ONES, np.ones(2))
    lanes = (np.zeros(3), np.zeros(3))
    with pytest.raises(ActivityError):
        irad.autodiff(lambda x: 2.0 * x, BatchDuplicated(X, lanes), returns=Duplicated, seed=wrong_second)
    assert not lanes[0].any()


@pytest.mark.parametrize("push", [
    lambda t: irad.jvp(lambda x: 2.0 * x, (X,), (t,)),
    lambda t: irad.linearize(lambda x: 2.0 * x, X)[1](t),
    lambda t: irad.hvp(lambda x: (x * x).sum(), (X,), (t,)),
    lambda t: irad.autodiff(lambda x: 2.0 * x, Duplicated(X, t), mode=irad.Forward),
    lambda t: irad.jit(lambda x, t: irad.jvp(twice, (x,), (t,)))(X, t),
    lambda t: irad.jit(lambda x, t: irad.vjp(twice, x)[1](t))(X, t),
])  # fmt: skip
def test_tangents_of_arrays(push: Callable[[Any], Any]) -> None:
    for given in BAD_ARRAYS:
        with pytest.raises((irad.IradError, ValueError)):
            push(given)
    push(ONES)


def twice(x: Any) -> Any:
    return 2.0 * x


def test_tangents_of_numbers() -> None:
    for given in BAD_NUMBERS:
        with pytest.raises(irad.IradError):
            irad.jvp(lambda x: x * x, (2.0,), (given,))
        with pytest.raises(irad.IradError):
            irad.autodiff(lambda x: x * x, Duplicated(2.0, given), mode=irad.Forward)


@irad.host_rule(returns="float64")
def measured(x: Any) -> Any:
    return float(x[0])


@irad.augmented_primal(measured)
@irad.host_rule
def measured_augmented(config: Any, x: Any) -> Any:
    return irad.AugmentedReturn(float(x.val[0]), None, {})


@irad.reverse(measured)
@irad.host_rule
def measured_reverse(config: Any, dret: Any, tape: Any, x: Any) -> Any:
    raise ValueError("no reverse today")


def test_a_reverse_that_ends_early_has_used_its_tape() -> None:
    args = (Duplicated(X.copy(), np.zeros(3)),)
    augmented, reverse = irad.autodiff_thunk(lambda x: measured(x) * x[1], *args)
    tape, value = augmented(*args)
    assert value == X[0] * X[1]
    with pytest.raises(ValueError, match="no reverse today"):
        reverse(*args, tape=tape)
    with pytest.raises(ActivityError, match="used or closed"):
        reverse(*args, tape=tape)
