"""``irad fc``: Fortran programs with marked calls; skipped without flang, but for its message."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from irad.cli import main
from irad.errors import IradError
from irad.frontends.clang import find_flang

NORM = Path(__file__).resolve().parent / "fortran" / "norm.f90"
CHECKPOINTED = NORM.with_name("checkpointed.f90")
SCALED = """
double scaled_slope(double x);
extern int enzyme_out;
double __enzyme_autodiff(void *, ...);
void scaled_(const double *x, double *y);
static double f(double x) { double y; scaled_(&x, &y); return y * y; }
double slope_(const double *x) { return __enzyme_autodiff((void *)f, enzyme_out, *x); }
"""
USER = """subroutine scaled(x, y)
  real(8) :: x, y
  y = 3 * sin(x)
end subroutine
program main
  real(8), external :: slope
  if (abs(slope(0.5d0) - 9 * sin(1d0)) > 1d-13) error stop 1
end program
"""


@pytest.fixture
def flang() -> None:
    try:
        find_flang()
    except IradError:
        pytest.skip("no flang on the path")


def invoke(*words: str, status: int = 0, command: str = "fc") -> str:
    done = CliRunner().invoke(main, [command, *words])
    assert done.exit_code == status, done.output
    return done.output


@pytest.mark.usefixtures("flang")
@pytest.mark.parametrize("command", ["fc", "cc"])
@pytest.mark.parametrize("flags", [("-O0",), ("-O1",), ("-O2",), ("-O3", "-g")])
def test_program(command: str, flags: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    invoke(str(NORM), *flags, "-o", "program", command=command)
    assert "right" in subprocess.run(["./program"], capture_output=True, text=True, check=True).stdout


@pytest.mark.usefixtures("flang")
@pytest.mark.parametrize("level", ["-O2", *(pytest.param(level, marks=pytest.mark.slow) for level in ("-O0", "-O1", "-O3"))])
def test_checkpointed_loops(level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    invoke(str(CHECKPOINTED), level, "-o", "program")
    assert "right" in subprocess.run(["./program"], capture_output=True, text=True, check=True).stdout


@pytest.mark.usefixtures("flang")
def test_checkpointed_loop_with_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that prints cannot run again."""
    monkeypatch.chdir(tmp_path)
    text = CHECKPOINTED.read_text()
    Path("prints.f90").write_text(text.replace("      left = u(1)\n", "      left = u(1)\n      print *, t\n"))
    said = invoke("-c", "prints.f90", status=1)
    assert "prints.f90:" in said and "the checkpointed loop cannot be run again: it calls _FortranA" in said


@pytest.mark.usefixtures("flang")
def test_with_c_and_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("user.f90").write_text(USER)
    Path("scaled.c").write_text(SCALED)
    invoke("user.f90", "scaled.c", "-O2", "-o", "program")
    subprocess.run(["./program"], check=True)
    invoke("-c", str(NORM), "-O2", "-o", "norm.o")
    invoke("norm.o", "-o", "norm")
    assert "right" in subprocess.run(["./norm"], capture_output=True, text=True, check=True).stdout


@pytest.mark.usefixtures("flang")
def test_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.f90").write_text("subroutine f(x)\n  real(8) :: x\n  x = sin(y z)\nend subroutine\n")
    assert "bad.f90:3:" in invoke("-c", "bad.f90", status=1)
    text = (
        NORM.read_text()
        .replace("y = y + x(i)**3 * exp(x(1))", "y = y + mystery(x(i))")
        .replace("  integer :: i\n  y = 0", "  real(8), external :: mystery\n  integer :: i\n  y = 0")
    )
    Path("mystery.f90").write_text(text)
    said = invoke("mystery.f90", "-o", "program", status=1)
    line = text[: text.index("mystery(x(i))")].count("\n") + 1
    assert f"mystery.f90:{line}:" in said and "mystery_ has no definition and no rule" in said
    assert not Path("program").exists()


def test_without_flang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.f90").write_text("end program\n")
    monkeypatch.setattr("irad.frontends.clang.compilers._on_path", lambda name: None)
    monkeypatch.delenv("IRAD_FLANG", raising=False)
    said = invoke(str(tmp_path / "a.f90"), "-o", str(tmp_path / "a"), status=1)
    assert "no Fortran compiler was found" in said and "apt-get install flang" in said
