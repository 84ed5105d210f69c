"""Random Python programs as practitioners write them, beside CPython: values, changes, derivatives beside differences.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` as in `test_random_python.py`; ``python -m tests.generators.practice_run`` runs more.
Programs that are no test (of large values, or at a kink) and those that are refused are replaced by others: what irad supports
has tests of its own.  A defect of irad is no refusal.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from irad.errors import IradError
from tests.generators.practice_checks import Unfit, compare
from tests.generators.practice_programs import program
from tests.property.test_random_python import COUNT, SEED


def check(number: int, folder: Path) -> bool:
    """Compare one program; False if it is no test."""
    try:
        compare(number, program(number), folder)
    except Unfit:
        return False
    except IradError as error:
        assert "defect of irad" not in str(error) and "inconsistent" not in str(error)
        return False
    return True


@pytest.mark.parametrize("number", range(SEED, SEED + max(1, COUNT * 3 // 5)))
def test_program(number: int, tmp_path: Path) -> None:
    assert any(check(k, tmp_path) for k in range(number, number + 6_000_000, 1_000_000))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SEED + 1000, SEED + 1300))
def test_more_programs(number: int, tmp_path: Path) -> None:
    assert any(check(k, tmp_path) for k in range(number, number + 6_000_000, 1_000_000))
