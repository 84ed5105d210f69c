"""Random C programs about memory against an interpreter on dual numbers (`tests.generators.m_programs`).

A program that is refused since its memory is mixed up (`REFUSED`, one in a hundred) is replaced by another one.
``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED``, tolerances and ways as in `test_random_c`;
``python -m tests.generators.m_reduce SEED`` makes a failing program small.
"""

from __future__ import annotations

import os
import re

import pytest

from irad.errors import DifferentiationError
from irad.options import Options
from tests.generators.c_checks import Program, compare
from tests.generators.m_programs import program

pytestmark = pytest.mark.usefixtures("c_compiler")
COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "12"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
# Copies and reallocations of memory in which the analysis (by unification) has mixed what lies at different places.
REFUSED = re.compile(r"at different times|a pointer in one place and data in another|cannot tell where")
STRIDE = 1_001_000  # a multiple of 4, 5, 7 and 11, so that the level, the modes and the way stay


def check_as_test(made: Program, number: int) -> bool:
    """`compare` with what the number chooses: level, way, split mode, the reference mode, loops that run again."""
    with pytest.MonkeyPatch.context() as patch:
        if number % 7 == 3:
            patch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(cache_everything=True, **k))
        elif number % 7 in (1, 4):
            patch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(run_again=True, **k))
        try:
            return compare(made, number, split=number % 5 == 0)
        except DifferentiationError as error:
            if REFUSED.search(error.message):
                return False
            raise


@pytest.mark.parametrize("number", range(SEED, SEED + COUNT))
def test_program(number: int) -> None:
    assert any(check_as_test(program(k), k) for k in range(number, number + 6 * STRIDE, STRIDE))
