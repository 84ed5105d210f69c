"""Random C programs against an interpreter on dual numbers that runs the tree the C was written from.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many programs and from which seed; tolerance 1e-7 of the largest component
(more where the program computes in float, and with fast-math, see `tests.generators.c_checks`); programs with a near tie in a
comparison, with derivatives above 1e8 or too many steps are replaced by others.  The number also chooses how the program is given
to irad: from C at all levels and with -ffast-math, -march=native and -g, as IR that clang has optimised and vectorised, or with
marked calls through ``irad cc``.  ``python -m tests.generators.c_reduce SEED`` makes a failing program small.
"""

from __future__ import annotations

import os

import pytest

from irad.options import Options
from tests.generators.c_checks import Program, compare
from tests.generators.c_programs import program

pytestmark = pytest.mark.usefixtures("c_compiler")
COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "22"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
STRIDE = 1_001_000  # a multiple of 4, 5, 7 and 11, so that the level, the modes and the way stay


def check_as_test(made: Program, number: int) -> bool:
    """`compare` with what the number chooses: level, way, split mode, the reference mode, loops that run again."""
    with pytest.MonkeyPatch.context() as patch:
        if number % 7 == 3:
            patch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(cache_everything=True, **k))
        elif number % 7 in (1, 4):
            patch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(run_again=True, **k))
        return compare(made, number, split=number % 5 == 0)


@pytest.mark.parametrize("number", range(SEED, SEED + COUNT))
def test_program(number: int) -> None:
    """A program with a near tie, a large derivative or too many steps is replaced by another one."""
    assert any(check_as_test(program(k), k) for k in range(number, number + 6 * STRIDE, STRIDE))
