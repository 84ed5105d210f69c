"""Aliases, resolved functions, comdats, weak and local symbols around functions that are set aside, at all levels.

The programs of ``symbols/`` check each value themselves; a wrong one is a bit of the status.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import irad
from irad.api.export.programs import parse_command, run_command
from irad.cli import main
from irad.frontends.clang import find_clang
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Module
from irad.llvm.border.session import canonical
from irad.pipeline import read_heads
from irad.transform.lower.deferred_bodies import Aside, put_aside

FOLDER = Path(__file__).resolve().parent / "symbols"
LEVELS = ["-O0", "-O1", "-O2", "-O3"]


def status(program: Path) -> tuple[int, str]:
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


def translate(source: Path, output: Path, *flags: str) -> Path:
    run_command(parse_command([str(source), *flags, "-o", str(output)]))
    return output


@pytest.mark.parametrize("level", LEVELS)
def test_names_of_cxx_in_two_objects(level: str, tmp_path: Path) -> None:
    """Template instances and weak functions stand in both objects; one is made by clang alone as well."""
    one = translate(FOLDER / "one.cpp", tmp_path / "one.o", "-c", level)
    two = translate(FOLDER / "two.cpp", tmp_path / "two.o", "-c", level)
    other = tmp_path / "other.o"
    subprocess.run([*find_clang().driver(True), "-w", "-c", level, str(FOLDER / "two.cpp"), "-o", str(other)], check=True)
    for second in (two, other):
        run_command(parse_command([str(one), str(second), "-lstdc++", "-o", str(tmp_path / "program")]))
        assert status(tmp_path / "program") == (0, "")


def test_names_of_cxx_in_one_module(tmp_path: Path) -> None:
    run_command(parse_command([str(FOLDER / "one.cpp"), str(FOLDER / "two.cpp"), "-O1", "-o", str(tmp_path / "program")]))
    assert status(tmp_path / "program") == (0, "")


@pytest.mark.parametrize("level", LEVELS)
def test_names_of_ir(level: str, tmp_path: Path) -> None:
    assert status(translate(FOLDER / "symbols.ll", tmp_path / "program", level)) == (0, "")
    out = tmp_path / "out.ll"
    done = CliRunner().invoke(main, ["opt", str(FOLDER / "symbols.ll"), "-O", level[2:], "-o", str(out)])
    assert done.exit_code == 0, done.output
    for kept in ("@odr(i32", "@u3(i32"):
        assert any("weak" in line for line in out.read_text().split("\n") if line.startswith("define") and kept in line)


IN_C = """
double whole[4] = {1, 2, 3, 4};
extern double same[4] __attribute__((alias("whole")));
static int table[2] = {1, 2};
extern int first[2] __attribute__((alias("table")));
double cube(double x) { return x * x * x; }
double cube_too(double) __attribute__((alias("cube")));
double cube_weak(double) __attribute__((alias("cube"), weak));
static void *choose(void) { return (void *)cube; }
double chosen(double) __attribute__((ifunc("choose")));
double f(double x) { return cube_too(x) + cube_weak(x) * same[1] * first[0]; }
double g(double x) { return chosen(x); }
void set(double v) { same[1] = v; }
double get(void) { return whole[1]; }
"""


@pytest.mark.parametrize("level", LEVELS)
def test_names_in_python(level: str) -> None:
    m = irad.Module.from_c(IN_C, flags=(level,))
    assert (m["f"](2.0), irad.grad(m["f"])(2.0), irad.grad(m["g"])(2.0)) == (24.0, 36.0, 12.0)
    m["set"](5.0)
    assert (m["get"](), m["f"](2.0), irad.grad(m["f"])(2.0)) == (5.0, 48.0, 72.0)


RULE = """
double f0(double x) { return x * x * x; }
double f1(double) __attribute__((alias("f0")));
double f2(double) __attribute__((alias("f0"), weak));
static double reverse(double x, double s) { return 100 * s; }
void *__enzyme_register_gradient_f[] = {(void *)f0, (void *)0, (void *)reverse};
double __enzyme_autodiff(void *, ...);
static double h(double x) { return f1(x) + f0(x); }
int printf(const char *, ...);
int main(void) { return __enzyme_autodiff((void *)h, 2.0) != 200 || f2(2.0) != 8; }
"""


@pytest.mark.parametrize("level", LEVELS)
def test_rule_of_a_function_called_by_another_name(level: str, tmp_path: Path) -> None:
    source = tmp_path / "rule.c"
    source.write_text(RULE)
    assert status(translate(source, tmp_path / "program", level)) == (0, "")


@pytest.mark.parametrize("put", [put_aside])
def test_scopes_are_restored_to_the_letter(put: Callable[[Module, Sequence[str]], Aside]) -> None:
    """What is set aside and linked in again has the head that it had: linkage, visibility, section, comdat."""
    text = canonical((FOLDER / "symbols.ll").read_text())

    def heads(text: str) -> set[str]:
        text = re.sub(r" #\d+|local_unnamed_addr |\.alias(?= |,)", "", text)  # aliases that last are written out
        return set(re.findall(r"^(?:define [^{]*|@\S+ = .*|\$.*)", text, re.M))

    names = [n for n in re.findall(r"^define [^@\n]*@([\w.]+)\(", text, re.M) if n not in ("main", "f", "square")]
    module = read_heads(text)
    aside = put(module, names)
    split = print_module(module)
    assert not re.search(r"^define (?!weak)[^\n]*@(?!main|f\(|square|check)", split, re.M)
    again = read_module(canonical(split), unread=aside.functions)
    aside.restore(again)
    changed = heads(canonical(print_module(again))) ^ heads(text)
    assert not {line for line in changed if "llvm.metadata" not in line and not line.startswith(("@copy", "@u1"))}
