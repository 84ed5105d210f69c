"""Each call of the table is right or refused as the table says: never wrong, and nothing is refused that was not."""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.library_table.calls import Call, table
from tests.library_table.judged import Judge, outcomes
from tests.library_table.page import OUTCOMES, PAGE, page

# Names of modules that are no functions of arrays: dtypes, settings, and methods of tests.
NO_CALLS = """
np.dtype np.errstate scipy.stats.BootstrapMethod scipy.stats.MonteCarloMethod scipy.stats.PermutationMethod
""".split()
ROWS = table()
KNOWN: dict[str, Any] = json.loads(OUTCOMES.read_text())


def _cases() -> list[Any]:
    often = {n for n in ROWS if zlib.crc32(n.encode()) % 389 == 0}
    return [pytest.param(n, marks=[] if n in often else [pytest.mark.slow], id=n) for n in ROWS]


@pytest.mark.parametrize("name", _cases())
def test_calls_are_numpys(name: str, tmp_path: Path) -> None:
    known = KNOWN[name]["outcomes"] if name in KNOWN else []
    bad = {(o["call"], o["form"], o["is"]) for o in known if o["is"] in ("refused", "wrong")}
    for o in outcomes(name, ROWS[name], tmp_path):
        if o["is"] == "wrong" or (known and o["is"] == "refused"):
            assert (o["call"], o["form"], o["is"]) in bad, o


def test_the_page_is_of_these_outcomes() -> None:
    assert PAGE.read_text() == page(KNOWN)
    assert set(KNOWN) <= set(ROWS)


def test_each_function_that_is_known_has_a_row() -> None:
    folder = str(Path(__file__).resolve().parents[2] / "docs" / "dev")
    sys.path.insert(0, folder)
    try:
        import library_page
    finally:
        sys.path.remove(folder)
    for module in library_page.MODULES:
        if module.startswith(("numpy", "scipy")):
            names = [f"{module.replace('numpy', 'np')}.{n}" for n in library_page.known(module)[0]]
            missing = [n for n in names if n not in NO_CALLS and not any(row == n or row.startswith(f"{n}.") for row in ROWS)]
            assert missing == [], module


@pytest.mark.parametrize(
    ("theirs", "why"),
    [
        (lambda x: np.sum(x) + 1e-6, "for"),
        (lambda x: np.float32(np.sum(x)), "dtype"),
        (lambda x: np.sum(x, keepdims=True), "shape"),
        (lambda x: (np.sum(x), x), "results"),
    ],
)
def test_what_differs_is_seen(theirs: Any, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge("np.sum", 0, Call((), "np.sum(x)"), tmp_path)
    monkeypatch.setattr(judge, "_reference", theirs)
    found = judge.value("float64")
    assert found["is"] == "wrong"
    assert why in found["why"]


def test_a_copy_for_a_view_and_a_missing_error_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge("np.flip", 0, Call((), "np.flip(x)"), tmp_path)
    monkeypatch.setattr(judge, "_reference", lambda x: np.flip(x).copy())
    assert "a view for a copy" in judge.value("float64")["why"]
    monkeypatch.setattr(judge, "_reference", lambda x: np.flip(x, axis=3))
    assert "no error for AxisError" in judge.value("float64")["why"]


def test_a_wrong_slope_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge("np.sin", 0, Call((), "np.sin(x)"), tmp_path)
    assert judge.slope("float64")["is"] == "right"
    monkeypatch.setattr(judge, "_differences", lambda loss, args, k, h: np.zeros(6))
    assert judge.slope("float64")["is"] == "wrong"
