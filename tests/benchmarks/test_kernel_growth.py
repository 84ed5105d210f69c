"""`benchmarks.kernels.kernel_growth`: sizes that grow over three decades of work, and what is made of times and tapes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.kernels.c_catalogue import C_KERNELS
from benchmarks.kernels.growing_sizes import GROWING, Growing, one
from benchmarks.kernels.kernel_growth import Growth, grown, lines, panels
from benchmarks.kernels.python_kernels import KERNELS


def test_every_kernel_grows() -> None:
    assert set(GROWING) == {k.name for k in KERNELS.values() if not k.single} | set(C_KERNELS)
    assert set(GROWING) <= {name for names in panels().values() for name in names}
    for growing in GROWING.values():
        first, *_, last = growing.values()
        assert growing.work(last) / growing.work(first) >= 990


@pytest.mark.parametrize(("name", "power"), [("cholesky", 0), ("doitgen", 3)])
def test_a_kernel_is_measured(name: str, power: int, tmp_path: Path) -> None:
    found = grown(name, rounds=1, folder=tmp_path, points=5)
    assert len(found.seconds["gradient"]) == len(found.work) == 5
    assert found.tape_power == pytest.approx(power, abs=0.05)


def test_the_table() -> None:
    tape = {10: 100, 100: 80_000, 1000: 8_000_000}
    seconds = {"primal": [1e-3, 1e-1, 10.0], "gradient": [1e-3, 2e-1, 40.0]}
    steep = Growth("steep", Growing(2, 10, one), [10, 100, 1000], seconds, tape)
    assert lines([steep])[2] == "| steep | 10 to 1000 | 1 to 4e+04 | 1.15 | 1.00 |  | 2.00 | 8,000,000 |"
    assert steep.steep
    bounded = Growth("bounded", Growing(2, 10, one), [10, 100], {"gradient": [1e-3, 1e-1]}, {10: 80_000, 100: 256})
    assert lines([bounded])[2] == "| bounded | 10 to 100 | 1 to 100 | 1.00 |  |  | none |  |"
    assert not bounded.steep
