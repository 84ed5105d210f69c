"""Random C++ programs against the same text on dual numbers, compiled by clang alone (`tests.generators.cpp_programs`).

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many programs and from which seed; a few share one translation unit, and
the first one's number chooses the level and the flags.  Programs with near ties or enormous derivatives are no test.
``python -m tests.generators.cpp_run FIRST COUNT`` runs many, ``python -m tests.generators.cpp_reduce SEED`` makes one small.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.generators.cpp_checks import compare, flags_of
from tests.generators.cpp_programs import program

pytestmark = pytest.mark.usefixtures("cxx_compiler")
COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "0"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "100000"))
BATCH = 2
CHOSEN = [
    (1003, 1004),
    pytest.param((1006, 1011, 1012, 1013), marks=pytest.mark.slow),
]  # 1006 has closures beside class information
BATCHES = [(k, k + 1) for k in range(SEED, SEED + COUNT, BATCH)] or CHOSEN


@pytest.mark.parametrize("numbers", BATCHES)
def test_programs(numbers: tuple[int, ...], tmp_path: Path) -> None:
    assert compare([program(k) for k in numbers], tmp_path, flags_of(numbers[0]))
