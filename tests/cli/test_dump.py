"""``irad dump``: every stage is a module that LLVM parses, and says what it should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from irad.api.export.stages import available
from irad.llvm.border.session import parse

SIGNATURE = "float64(float64[::1], float64, float64[::1])"
IR = """
define double @poly(double %x, ptr %c, i64 %n) {
entry:
  %a = load double, ptr %c
  %y = fmul double %x, %x
  %z = fmul double %y, %a
  ret double %z
}
declare double @unused(double)
"""


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_every_stage_parses(model: Path, irad_command: Any, mode: str) -> None:
    for stage in available(mode == "forward"):
        text = irad_command("dump", f"{model}:energy", "--signature", SIGNATURE, "--stage", stage, "--mode", mode).output
        if stage == "asm":
            assert "\t.text" in text
        else:
            assert "define" in text
            parse(text)


def test_stages_hold_what_they_say(model: Path, irad_command: Any) -> None:
    def dump(stage: str, activity: str = "dup,active,dup") -> str:
        out: str = irad_command(
            "dump", f"{model}:energy", "--signature", SIGNATURE, "--activity", activity, "--stage", stage
        ).output
        return out

    assert "irad_reserve" not in dump("primal")
    activity = dump("activity")
    assert "; %x: points to active memory" in activity and "; active" in activity
    assert "; %k: active" in activity
    assert "; %k" not in dump("activity", "dup,const,dup")
    assert "@irad_reserve" in dump("augmented")
    assert "ptr %tape" in dump("reverse") or "ptr %" in dump("reverse")
    assert dump("gradient").count("define ") >= 1


def test_all_stages_have_headings(model: Path, irad_command: Any, tmp_path: Path) -> None:
    out = tmp_path / "all.txt"
    irad_command("dump", f"{model}:energy", "--signature", SIGNATURE, "--stage", "all", "-o", out)
    text = out.read_text()
    for stage in available(False):
        assert f"; ==== {stage} ====" in text


def test_page(model: Path, irad_command: Any, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    irad_command("dump", f"{model}:energy", "--signature", SIGNATURE, "--html", out)
    text = out.read_text()
    for stage in available(False):
        assert f'<section id="stage-{stage}">' in text
    assert text.count("<pre>") == len(available(False)) and '<span class="v">%x</span>' in text
    assert "<script>" in text and "http" not in text.split("<script>")[0].replace("http-equiv", "")


def test_ir_and_c(tmp_path: Path, irad_command: Any) -> None:
    ll = tmp_path / "f.ll"
    ll.write_text(IR)
    text = irad_command("dump", f"{ll}:poly", "--activity", "active,const,const").output
    parse(text)
    assert "@unused" not in text
    source = tmp_path / "f.c"
    source.write_text("double cube(double x) { return x * x * x; }\n")
    parse(irad_command("dump", f"{source}:cube", "--stage", "optimized").output)


@pytest.mark.parametrize(
    "words,status,message",
    [
        (["model.py:energy"], 2, "energy() has no signature"),
        (["model.py"], 2, "one function is needed"),
        (["model:energy"], 2, "does not name a file"),
        (["model.py:energy", "--signature", SIGNATURE, "--stage", "ptx"], 2, "there is no stage 'ptx'"),
        (["model.py:energy", "--signature", SIGNATURE, "--activity", "dup,dup"], 1, "3 parameters, 2 activities"),
        (["model.py:energy", "--signature", SIGNATURE, "--activity", "dup,maybe,dup"], 1, "'maybe' is not an activity"),
        (["model.py:energy", "--signature", SIGNATURE, "--activity", "active,active,dup"], 1, "an array is dup or const"),
        (["f.ll:poly", "--activity", "active,dup,dup"], 1, "%n is i64"),
        (["f.ll:poly", "--signature", SIGNATURE], 2, "--signature is for functions in Python"),
        (["f.ll:other"], 1, "no function 'other'"),
        (["bad.ll:f"], 1, "LLVM does not accept this IR"),
    ],
)
def test_wrong_input(model: Path, irad_command: Any, monkeypatch: pytest.MonkeyPatch, words: list[str], status: int,
                     message: str) -> None:  # fmt: skip
    monkeypatch.chdir(model.parent)
    Path("f.ll").write_text(IR)
    Path("bad.ll").write_text("define double @f( {\n}\n")
    assert message.replace("%n", "n") in irad_command("dump", *words, status=status).output
