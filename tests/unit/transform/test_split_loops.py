"""Loops that run again where the two sweeps are two functions: what callers change in between is not read."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from irad.options import Options

# The loop writes y[2] and reads other elements, whose places depend on the data.
PROGRAM = """
__attribute__((noinline)) static double inner(double *y) {
  for (long i = 1; i > -1; i--) y[2] = y[2 + (long)(y[i] * 4.5)] * y[i];
  return y[2];
}
double f(double *x, double *y, long n, double s) { return inner(y) * s; }
double g(double *x, double *y, long n, double s) {
  double r = inner(y) * s;
  for (long i = 0; i < 8; i++) y[i] = x[0];
  return r;
}
"""
Y = np.array([-0.6, -0.4, 0.3, 1.0, -0.6, 0.8, 0.9, -0.9])


def arguments() -> tuple[np.ndarray, np.ndarray, tuple]:
    """y, its shadow, and the arguments; i = 1 reads y[2 - 1], i = 0 reads y[2 - 2]."""
    y, dy = Y.copy(), np.zeros(8)
    return y, dy, (irad.Duplicated(np.ones(2), np.zeros(2)), irad.Duplicated(y, dy), 4, irad.Active(0.5))


@pytest.fixture(params=[False, True], ids=["chosen", "run again"])
def _run_again(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param:
        monkeypatch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(run_again=True, **k))


@pytest.mark.usefixtures("_run_again")
@pytest.mark.parametrize("level", ["-O1", "-O2"])
def test_arguments_that_change_between_the_sweeps(level: str) -> None:
    """f is s y[0]^2, whatever is in y when the reverse sweep begins."""
    f = irad.Module.from_c(PROGRAM, [level])["f"]
    y, dy, args = arguments()
    augmented, back = irad.autodiff_thunk(f, *args)
    tape, value = augmented(*args)
    assert value == pytest.approx(0.5 * 0.36, rel=1e-14)
    y[:] = np.nan
    *_, ds = back(*args, tape=tape, seed=1.0)
    assert dy == pytest.approx([2 * 0.5 * -0.6, 0, 0, 0, 0, 0, 0, 0], abs=1e-14)
    assert ds == pytest.approx(0.36, rel=1e-14)


@pytest.mark.usefixtures("_run_again")
@pytest.mark.parametrize("level", ["-O1", "-O2"])
def test_memory_that_the_caller_overwrites(level: str) -> None:
    g = irad.Module.from_c(PROGRAM, [level])["g"]
    _, dy, args = arguments()
    (*_, ds), value = irad.autodiff(g, *args, mode=irad.ReverseWithPrimal, seed=1.0)
    assert value == pytest.approx(0.5 * 0.36, rel=1e-14)
    assert dy == pytest.approx([2 * 0.5 * -0.6, 0, 0, 0, 0, 0, 0, 0], abs=1e-14)
    assert ds == pytest.approx(0.36, rel=1e-14)
