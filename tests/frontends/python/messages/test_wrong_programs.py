"""Messages of programs with errors: the type, the places with their lines, the names, and a traceback that ends at the call."""

from __future__ import annotations

import inspect
import traceback
from pathlib import Path

import pytest

import irad

from .more_wrong_programs import CASES as MORE
from .more_wrong_programs import Linked, build, endless
from .wrong_programs import CASES, Case, deep

ALL = [*CASES, *MORE]
CALLEES = {  # with marked lines
    "error_in_helper": deep,
    "linked_list": Linked.push,
    "recursion_of_new_types": build,
    "calls_endless": endless,
}
NAMES_OF_OURS = (
    "Joined", "ListComp", "NoneType", "KnownV", "ScalarV", "ast.", "defect of irad", "AssertionError", "Traceback", "ꞏ",
    "site-packages",
)  # fmt: skip


def marked_lines(case: Case) -> list[int]:
    found = []
    for f in (case.fn, *([CALLEES[case.name]] if case.name in CALLEES else [])):
        lines, first = inspect.getsourcelines(f)
        found += [first + k for k, line in enumerate(lines) if "# <--" in line]
    return found


def message(error: BaseException) -> str:
    return "\n".join([str(error), *getattr(error, "__notes__", ())])


@pytest.mark.parametrize("case", ALL, ids=[c.name for c in ALL])
def test_wrong_programs(case: Case) -> None:
    with pytest.raises(case.kind) as caught:
        case.call()
    text = message(caught.value)
    for said in case.says:
        assert said in text
    for line in marked_lines(case):
        assert f"wrong_programs.py:{line}" in text, line
    for name in NAMES_OF_OURS:
        assert name not in text
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert all(Path(f.filename).parent == Path(__file__).parent for f in frames)
    if isinstance(caught.value, irad.IradError) and len(caught.value.problems) > 1:
        places = [(p.place.file, p.place.line, p.place.column) for p in caught.value.problems if p.place is not None]
        assert places == sorted(set(places))
        assert len(caught.value.problems) == text.count("^")
