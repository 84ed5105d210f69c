"""No command writes over what it reads or over what irad did not make, and an interrupted one leaves files as they were."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from irad import files
from irad.cli import main
from irad.errors import IradError

IR = "define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"
C = "double f(double x) { return x * x; }\n"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.c").write_text(C)
    (tmp_path / "f.ll").write_text(IR)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "f.c").write_text(C)
    (tmp_path / "rules").write_text(C)
    os.link("f.c", "hard.o")
    os.symlink("f.c", "soft.o")
    return tmp_path


def invoke(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("words", [
    "f.c -o f.c", "./f.c -o f.c", "-c f.c -of.c", "-c f.c -o sub/../f.c", "-c f.c -o hard.o", "-c f.c -o soft.o",
    "-S -emit-llvm f.ll", "-c -O2 f.c sub/f.c", "-c f.c -o other.c", "missing.o -o f.c", "-c f.c -o f.o -MMD -MF f.c",
    "-E f.c -o f.c", "-M -o ./f.c f.c", "-c -x c rules -o rules", "-c missing.c -o f.ll", "-MD -MF f.o -c f.c",
])  # fmt: skip
def test_inputs_stay(work: Path, words: str) -> None:
    before = contents(work)
    done = invoke("cc", *words.split())
    assert done.exit_code in (1, 2) and "Traceback" not in done.output, done.output
    assert contents(work) == before


def test_opt_may_work_in_place(work: Path) -> None:
    os.chmod("f.ll", 0o640)
    assert invoke("opt", "f.ll", "-o", "f.ll").exit_code == 0
    assert b"@f(" in Path("f.ll").read_bytes() and os.stat("f.ll").st_mode & 0o777 == 0o640
    Path("bad.ll").write_text("define double @g( {\n")
    before = contents(work)
    os.symlink("bad.ll", "link.ll")
    for output in ("bad.ll", "./bad.ll", "link.ll"):
        assert invoke("opt", "bad.ll", "-o", output).exit_code == 1
    assert invoke("opt", "missing.ll", "-o", "f.ll").exit_code == 1
    assert {n: d for n, d in contents(work).items() if n != "link.ll"} == before


def test_dump_and_build_write_over_nothing_of_the_users(work: Path) -> None:
    source = "def f(x):\n    return x * x\n"
    Path("model.py").write_text(source)
    for flag in ("-o", "--html"):
        assert invoke("dump", "model.py:f", "--signature", "float64(float64)", flag, "./model.py").exit_code == 2
    Path("model.h").write_text("/* mine */\n")
    before = contents(work)
    build = ("build", "model.py:f", "--signature", "float64(float64)", "-o", "libmodel.so")
    done = invoke(*build)
    assert done.exit_code == 2 and "model.h is there already, and irad did not make it" in done.output
    assert contents(work) == before
    Path("model.h").unlink()
    for _ in range(2):  # its own files it may replace
        done = invoke(*build)
        assert done.exit_code == 0, done.output
    assert all(Path(n).exists() for n in ("libmodel.so", "model.h", "model.pc", "modelConfig.cmake"))


def test_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    files.write_whole(link, "one", executable=True)
    assert link.is_symlink() and target.read_text() == "one" and os.access(target, os.X_OK)
    files.write_whole(target, b"two")
    assert target.read_text() == "two" and os.access(target, os.X_OK)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        files.write_whole(target, b"three")
    monkeypatch.undo()
    assert target.read_text() == "two" and sorted(p.name for p in tmp_path.iterdir()) == ["link", "target"]
    files.write_whole("/dev/null", b"gone")
    with pytest.raises(IradError, match="is an input as well"):
        files.refuse_input(link, [target])
    files.remove_output(link)
    assert link.is_symlink()


def test_programs_replace_programs(work: Path) -> None:
    """A program that runs may be built again: the text of the one that runs is another file."""
    Path("main.c").write_text("int main(void) { return 3; }\n")
    for _ in range(2):
        assert invoke("cc", "main.c", "-o", "program").exit_code == 0
    assert subprocess.run(["./program"], check=False).returncode == 3
