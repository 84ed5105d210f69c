"""The kernels of ``benchmarks/kernels``: what is compared is right, and its figures are what their names say.

Small sizes: irad against adjoints by hand and against differences of the functions run by Python.
"""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.kernels import kernel_table
from benchmarks.kernels.c_catalogue import C_KERNELS
from benchmarks.kernels.c_runs import c_measured
from benchmarks.kernels.kernel_table import Figures
from benchmarks.kernels.python_kernels import KERNELS
from benchmarks.kernels.python_times import measured


@pytest.mark.parametrize("name", ["gramschmidt", "nbody"])
def test_a_kernel_in_python(name: str) -> None:
    pytest.importorskip("numba")
    row = measured(KERNELS[name], rounds=1, tiny=True)
    assert not row.wrong
    assert row.gradient_hand and row.primal_numba and row.hand_primal
    assert row.tape and row.scratch


def test_a_kernel_in_c(tmp_path: Path) -> None:
    row = c_measured(C_KERNELS["c_heat_nonlinear"], rounds=1, folder=tmp_path, weigh=False, tiny=True)
    assert not row.wrong
    assert row.gradient_hand and row.gradient_primal


def test_a_wrong_adjoint_is_seen() -> None:
    pytest.importorskip("numba")
    kernel = KERNELS["sum_of_products"]
    wrong = replace(kernel, name="wrong", hand=_wrong)
    assert "by hand and by irad differ" in measured(wrong, rounds=1, weigh=False, tiny=True).wrong


def _wrong(a, b, c, d, da, db, dc, dd):  # type: ignore[no-untyped-def]
    for i in range(len(a)):
        da[i] += b[i]
        db[i] -= a[i]
        dc[i] += d[i]
        dd[i] += c[i]


@pytest.mark.parametrize("name", KERNELS)
def test_adjoints_take_arguments_shadows_and_memory(name: str) -> None:
    kernel = KERNELS[name]
    args = kernel.arguments(tiny=True)
    if kernel.hand is not None:
        wanted = len(args) + len(kernel.active(args)) + len(kernel.scratch(*args))
        assert len(inspect.signature(kernel.hand).parameters) == wanted
    assert set(kernel.constant) <= set(inspect.signature(kernel.function).parameters)


def test_what_misses_a_goal() -> None:
    good = Figures("good", {}, 4.0, 1.0, 4.0, 1.0, 150_000, 100_000)
    slow = Figures("slow", {}, 7.0, 1.7, 4.0, 1.2, 160_000, 100_000)
    by_hand_as_slow = Figures("as slow", {}, 7.0, 1.0, 7.0)
    assert not good.misses() and not by_hand_as_slow.misses()
    assert len(slow.misses()) == 4
    assert kernel_table.ordered([good, slow])[0] is slow
    assert kernel_table.mean([1.0, 4.0, None]) == pytest.approx(2.0)
