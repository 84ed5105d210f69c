"""Random loop nests that overwrite what they read, beside the complex step of plain Python.

By default a few; ``-m slow`` runs four hundred.  ``IRAD_FUZZ_SEED`` chooses the first number.
"""

from __future__ import annotations

import os

import pytest

from tests.generators.affine_programs import check

SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))


@pytest.mark.parametrize("first", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(25, 400, 25))])
def test_nests(first: int) -> None:
    found = {n: check(SEED + n) for n in range(first, first + 25)}
    assert not {n: said for n, said in found.items() if said not in ("right", "unfit")}
    assert sum(said == "right" for said in found.values()) > 20
