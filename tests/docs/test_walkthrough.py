"""The IR in docs/dev/walkthrough.md is what irad makes today of docs/dev/walkthrough.ll.

A block of the page is ``llvm STAGE``; behind ``;`` stand comments, of the page (which do not count) or of irad (in the stages
"facts" and "plan").  ``...`` stands for lines left out.  ``--update-golden`` writes instructions anew where only numbers differ.
"""

from __future__ import annotations

import difflib
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import irad
from irad.api.export.stages import Subject, stages
from irad.errors import IradError
from irad.frontends.clang import find_clang
from irad.ir.reader import read_module
from irad.options import Options
from irad.pipeline import derive, finish, normal_form
from irad.transform.base.request import CONST, DUP, GRADIENT
from tests.golden.test_golden import readable
from tests.unit.analysis.test_facts import annotated

DEV = Path(__file__).resolve().parents[2] / "docs" / "dev"
PAGE, SOURCE = DEV / "walkthrough.md", DEV / "walkthrough.ll"
STEP = "write-the-reverse-sweep"
ANALYSES = ("trips", "commuting", "activity", "to_be_recorded", "reload_safety")
PARAMS = (DUP, DUP, CONST)
_BLOCK = re.compile(r"^```llvm ([\w-]+)\n(.*?)^```$", re.M | re.S)
_NUMBER = re.compile(r"%\d+\b|(?<=%wide\.load)\d*\b")


def subject() -> Subject:
    return Subject(SOURCE.read_text(), "damp", PARAMS, True, ("x", "y", "n"))


@cache
def stage(name: str) -> list[str]:
    """The lines of a stage of `irad dump`."""
    ((_, text),) = stages(subject(), [name], False)
    return lines_of(readable(text), name)


def facts() -> list[str]:
    """The normal form; behind each instruction what the analyses say, one behind the other."""
    ((_, text),) = stages(subject(), ["primal"], False)
    text = f"; params: dup, dup, const\n{readable(text)}declare double @sin(double)\n".replace(" local_unnamed_addr #0", "")
    told = [annotated(text, name)[1].split("\n") for name in ANALYSES]
    out = []
    for same in zip(*told, strict=True):
        words = [line.split(" ; ")[1] for line in same if " ; " in line]
        out.append(same[0].split(" ; ")[0] + (f" ; {'; '.join(words)}" if words else ""))
    return out


def optimized() -> list[str]:
    """For no machine in particular, so that every machine makes the same of it."""
    derived = derive(SOURCE.read_text(), [subject().request(GRADIENT)])
    final = finish(derived.module, [derived.made[0][0].symbol], Options(), cpu=None)
    return lines_of(readable(final.text), "optimized")


def written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What ``IRAD_DUMP`` writes after a step."""
    monkeypatch.setenv("IRAD_DUMP", str(folder))
    derive(SOURCE.read_text(), [subject().request(GRADIENT)])
    (path,) = folder.glob(f"*grad.damp-{STEP}.ll")
    return lines_of(path.read_text(), STEP)


def lines_of(text: str, name: str) -> list[str]:
    """The lines that count."""
    if name == "plan":
        return [line for line in text.split("\n") if line.startswith(";")]
    if name == "facts":
        return [line.rstrip() for line in text.split("\n") if line.strip()]
    return [code for line in text.split("\n") if (code := line.split(";")[0].rstrip())]


def runs(lines: list[str]) -> list[list[str]]:
    """Lines that stand one behind the other."""
    out: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == "...":
            out.append([])
        else:
            out[-1].append(line)
    return [run for run in out if run]


def found_in(whole: list[str], wanted: list[str]) -> bool:
    return any(whole[k : k + len(wanted)] == wanted for k in range(len(whole)))


def nearest(whole: list[str], wanted: list[str]) -> list[str]:
    """The lines of a stage that are most like those of the page."""
    ratio = lambda k: difflib.SequenceMatcher(None, shape(whole[k : k + len(wanted)]), shape(wanted)).ratio()
    best = max(range(len(whole)), key=ratio)
    return whole[best : best + len(wanted)]


def shape(lines: list[str]) -> list[str]:
    """Lines without the numbers of values."""
    return [_NUMBER.sub("%", line) for line in lines]


def renumbered(block: str, name: str, whole: list[str]) -> str:
    """A block of the page with the numbers of today, where nothing else has changed; comments stay where they are."""
    out = block.split("\n")
    places = iter([k for k, line in enumerate(out) if lines_of(line, name) and line.strip() != "..."])
    for run in runs(lines_of(block, name)):
        today = run if found_in(whole, run) else nearest(whole, run)
        for line, code in zip(run, today, strict=True):
            k = next(places)
            _, semicolon, comment = out[k].partition(";")
            if shape(today) == shape(run) and name not in ("plan", "facts") and line != code:
                out[k] = code.ljust(len(out[k]) - len(semicolon + comment)) + semicolon + comment if comment else code
        whole = whole[whole.index(today[0]) + 1 :] if shape(today) == shape(run) else whole
    return "\n".join(out)


def blocks() -> list[tuple[str, str]]:
    return _BLOCK.findall(PAGE.read_text())


def lines_today(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    made = {"facts": facts, "optimized": optimized, STEP: lambda: written(folder, monkeypatch)}
    return made[name]() if name in made else stage(name)


def test_all_stages_are_there() -> None:
    wanted = {"primal", "facts", "plan", STEP, "gradient", "augmented", "optimized"}
    assert {name for name, _ in blocks()} == wanted


@pytest.mark.parametrize("k", range(len(blocks())), ids=[f"{k}-{name}" for k, (name, _) in enumerate(blocks())])
def test_block(k: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update_golden: bool) -> None:
    name, block = blocks()[k]
    whole = lines_today(name, tmp_path, monkeypatch)
    if update_golden:
        PAGE.write_text(PAGE.read_text().replace(block, renumbered(block, name, whole)))
        name, block = blocks()[k]
    at = 0
    for run in runs(lines_of(block, name)):
        if not found_in(whole[at:], run):
            told = difflib.unified_diff(run, nearest(whole, run), "the page", f"{name} today", lineterm="")
            pytest.fail("\n".join(told), pytrace=False)
        at = next(j for j in range(at, len(whole)) if whole[j : j + len(run)] == run) + len(run)


def test_the_whole_primal_is_shown() -> None:
    (block,) = (b for name, b in blocks() if name == "primal")
    assert lines_of(block, "primal") == stage("primal")


def test_the_source_is_that_function() -> None:
    """As far as opcodes go: names and the order of blocks are clang's affair, and change from version to version."""
    try:
        find_clang()
    except IradError as error:
        pytest.skip(str(error))
    (source,) = re.findall(r"^```c\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    of_c = normal_form(irad.Module.from_c(source).text, ["damp"])
    of_ir = normal_form(SOURCE.read_text(), ["damp"])
    opcodes = [[i.opcode for i in m.functions["damp"].instructions()] for m in (of_c, of_ir)]
    assert sorted(opcodes[0]) == sorted(opcodes[1])


def test_the_derivative_by_hand() -> None:
    """The three lines of the page, beside the gradient."""
    f = irad.Module.from_ir(SOURCE)["damp"]
    x, y = np.array([0.3, -1.2, 2.0]), np.zeros(3)
    old, dx, dy = x.copy(), np.array([0.5, -0.25, 1.5]), np.array([1.0, 2.0, -3.0])
    s, g, t = np.sin(old), 1.0 + dx, dy.copy()
    irad.autodiff(f, irad.Duplicated(x, dx), irad.Duplicated(y, dy), 3)
    np.testing.assert_allclose(x, old * (1 + s), rtol=1e-14)
    np.testing.assert_allclose(dx, g * (1 + s) + (g * old + 2 * s * t) * np.cos(old), rtol=1e-13)
    assert not dy.any()


def test_numbers_are_written_anew_and_comments_stay() -> None:
    block = "  %7 = load i64, ptr %a   ; why\n...\n  ret i64 %7 ; out\n"
    whole = ["  %12 = load i64, ptr %a", "  %13 = add i64 %12, 1", "  ret i64 %12"]
    assert renumbered(block, "gradient", whole) == "  %12 = load i64, ptr %a  ; why\n...\n  ret i64 %12; out\n"


def test_the_text_is_read() -> None:
    assert "damp" in read_module(SOURCE.read_text()).functions
