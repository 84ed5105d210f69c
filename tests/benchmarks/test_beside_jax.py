"""`python -m benchmarks.kernels --jax`: the kernels that are written for JAX have irad's gradients.  Skipped without JAX."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from benchmarks.kernels import __main__ as command
from benchmarks.kernels import jax_runs


def test_without_jax_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(jax_runs, "available", lambda: False)
    monkeypatch.setattr(sys, "argv", ["kernels", "--jax"])
    assert command.main() == 2
    assert "pip install jax" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["cholesky", "jacobi1d", "kalman_scalar", "softmax_rows"])
def test_gradients_are_the_same(name: str) -> None:
    pytest.importorskip("jax")
    jax_runs.configure()
    from benchmarks.kernels.jax_kernels import BESIDE

    beside = next(one for one in BESIDE if one.kernel.name == name)
    row = jax_runs.measured(replace(beside, kernel=beside.kernel.sized(*beside.kernel.tiny)), rounds=1)
    assert row.apart <= jax_runs.TOLERANCE
    assert row.irad > 0 and row.jax > 0
    assert " (they differ" not in "".join(jax_runs.lines([row]))
    assert " (they differ by 1.0e-03)" in "".join(jax_runs.lines([replace(row, apart=1e-3)]))
