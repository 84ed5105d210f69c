"""Random programs that write and read work arrays loop after loop, in Python and in C, beside the complex step of plain Python.

By default a few; ``-m slow`` runs two hundred.  ``IRAD_FUZZ_SEED`` chooses the first number.
"""

from __future__ import annotations

import os

import pytest

from tests.generators.work_array_programs import check

SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))


@pytest.mark.parametrize("first", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(10, 200, 10))])
def test_steps(first: int) -> None:
    found = {n: check(SEED + n) for n in range(first, first + 10)}
    assert not {n: said for n, said in found.items() if said not in ("right", "unfit")}
    assert sum(said == "right" for said in found.values()) > 7
