"""The text of derivatives of small functions, before the final optimisation, beside files that were read by a person.

``NAME.ll`` is one idea: the first line says which derivative (mode, activity of each parameter and of the result), the lines
behind it what to look for in ``NAME.expected.ll``.  After a change that is meant to alter derivatives ``pytest tests/golden
--update-golden`` writes the expected texts anew; the difference belongs into the commit, and before an eye.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest

from irad.llvm.border.session import canonical
from irad.llvm.normalize import reachable
from irad.pipeline import derive
from irad.transform.base.request import ACTIVE, CONST, DUP, Request

FOLDER = Path(__file__).resolve().parent
INPUTS = sorted(p for p in FOLDER.glob("*.ll") if not p.name.endswith(".expected.ll"))
ACTIVITIES = {"const": CONST, "active": ACTIVE, "dup": DUP}
WANTED = re.compile(r"; (gradient|forward|split) (\w+)\(([\w, ]*)\) -> (const|active)(?:, width (\d+))?\n")
# What says nothing of the derivative: the module's head, metadata, attribute groups, and the lists of predecessors.
_NOISE = (
    re.compile(r"^(?:; ModuleID|source_filename|target |!|attributes #|; Function Attrs|declare ).*\n", re.M),
    re.compile(r", ![\w.]+ !\d+|(?<=\)) #\d+| +; preds = .*| nounwind(?= \{)"),
)


def request_of(text: str) -> Request:
    """The derivative that the first line of an input asks for."""
    found = WANTED.match(text)
    assert found is not None, "the first line names no derivative"
    mode, function, params, result, width = found.groups()
    given = tuple(ACTIVITIES[word] for word in params.split(", ") if word)
    return Request(function, mode, given, result == "active", width=int(width or 1))


def readable(text: str) -> str:
    """Generated functions without what changes by itself."""
    for noise in _NOISE:
        text = noise.sub("", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def derivative(text: str) -> str:
    """What the differentiator writes for an input, with the generated functions that it calls."""
    derived = derive(text, [request_of(text)])
    whole = canonical(derived.text)
    return "\n".join(readable(reachable(whole, made.symbol)) for made in derived.made[0])


def test_there_are_ten() -> None:
    assert len(INPUTS) >= 10
    assert {p.name for p in FOLDER.glob("*.ll")} == {p.stem + s for p in INPUTS for s in (".ll", ".expected.ll")}


@pytest.mark.parametrize("path", INPUTS, ids=lambda p: p.stem)
def test_derivative(path: Path, update_golden: bool) -> None:
    expected, found = path.with_suffix(".expected.ll"), derivative(path.read_text())
    if update_golden:
        expected.write_text(found)
    wanted = expected.read_text() if expected.exists() else ""
    if found != wanted:
        told = difflib.unified_diff(wanted.splitlines(), found.splitlines(), expected.name, "the derivative now", lineterm="")
        pytest.fail("\n".join(told), pytrace=False)
