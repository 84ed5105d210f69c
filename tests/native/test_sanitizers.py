"""Derivatives under AddressSanitizer, UndefinedBehaviorSanitizer, LeakSanitizer and valgrind: they touch and leave nothing.

``irad cc -fsanitize=...`` checks derivatives as it checks what they are made of.  The programs of the slow test have heap
memory, recursion, exceptions, containers and random contents.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from irad.api.export.programs import parse_command, run_command
from irad.errors import IradError
from tests.generators.c_checks import MARKED, NX, NY, N, point
from tests.generators.cpp_checks import marked_text
from tests.generators.cpp_programs import program as cpp_program
from tests.generators.m_programs import program as m_program

FOLDER = Path(__file__).resolve().parent
C = """adaptive_steps allocators any_order bit_fields_and_bools bits_copied complex_arrays copy_mixed_struct
copy_overlapping copy_parts
dynamic_program early_calls force_buffer function_tables globals globals_of_threads graph_network kept_values linked_list
loop_exits loop_irreducible loop_triangular lu_factors matrix_struct memory_in_loops neural_network no_leaks outcomes_of_calls
pointer_arrays realloc_growth realloc_in_callee recomputed_calls recursion ring_buffer second_derivatives sorting_library strings
struct_of_pointers tree union_views varargs""".split()
CPP = """algorithms arguments caught classes closures containers inheritance keyed matrices moved_objects output overrides owners
records rethrown statics thrown_values values vectors virtual_throw""".split()
RANDOM = [("memory", k) for k in (12, 13, 19, 21, 28)] + [("c++", k) for k in (32, 7, 11, 14)]
PROGRAMS = [("c", n) for n in C] + [("cpp", n) for n in CPP] + RANDOM
VALGRIND = "valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible".split()

OVERFLOW = """
#include <irad/irad.h>
#include <stdio.h>
#include <stdlib.h>
static double f(const double *x, int n, int scale) {
  double *b = malloc(n * sizeof *b), s = 0;
  for (int i = 0; i < n; i++) b[i] = x[i] * x[i] * (scale * 1000);
  for (int i = 0; i < n; i++) s += b[i] * b[i];
  free(b);
  return s;
}
int main(int argc, char **argv) {
  int many = atoi(argv[1]), scale = atoi(argv[2]);
  double x[] = {1, 2, 3}, *dx = calloc(many, sizeof *dx);
  __irad_autodiff((void *)f, irad_dup, x, dx, irad_const, 3, irad_const, scale);
  printf("%g %g\\n", dx[0], dx[1]);
  free(dx);
}
"""

LOOP = """
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
static double f(double k, double h) { return k * k * h; }
int main(void) {
  double s = 0;
  for (double k = 1; k < 5; k *= 2) s += __enzyme_autodiff((void *)f, k, enzyme_const, 0.5);
  return s != 1 + 2 + 4;
}
"""


@pytest.fixture(scope="module", autouse=True)
def sanitizers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A compiler that links programs with sanitizers."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe.c").write_text("int main(void) { return 0; }")
    try:
        build(folder / "probe.c", folder / "probe", "-fsanitize=address,undefined")
    except IradError as error:
        pytest.skip(str(error))


def build(source: Path, program: Path, *flags: str) -> None:
    run_command(parse_command([str(source), *flags, "-w", "-lm", "-o", str(program)]))


def test_derivatives_are_checked_as_their_functions_are(tmp_path: Path) -> None:
    """A shadow that is too small is found in the derivative, an overflow of integers in the function."""
    source, program = tmp_path / "overflow.c", tmp_path / "program"
    source.write_text(OVERFLOW)
    build(source, program, "-O1", "-g", "-fsanitize=address,undefined")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(program), *words], capture_output=True, text=True, check=False)

    right = run("3", "1")
    assert (right.returncode, right.stdout, right.stderr) == (0, "4e+06 3.2e+07\n", "")
    small = run("2", "1")
    assert small.returncode != 0 and "heap-buffer-overflow" in small.stderr
    assert "signed integer overflow" in run("3", "3000000").stderr


def test_markers_are_not_looked_at(tmp_path: Path) -> None:
    """Loads of ``enzyme_const`` in a loop have to go with the marked call: the variable is nowhere."""
    (tmp_path / "loop.c").write_text(LOOP)
    build(tmp_path / "loop.c", tmp_path / "program", "-O0", "-fsanitize=address")
    clean([str(tmp_path / "program")])


@pytest.mark.slow
@pytest.mark.parametrize("kind,name", PROGRAMS)
def test_clean(kind: str, name: str | int, tmp_path: Path) -> None:
    source = written(kind, name, tmp_path)
    level = f"-O{PROGRAMS.index((kind, name)) % 4}"
    flags = [level, "-std=c++20"] if source.suffix == ".cpp" else [level]
    arguments = ["0.7"] if kind == "cpp" else []
    build(source, tmp_path / "checked", *flags, "-g", "-fsanitize=address")
    clean([str(tmp_path / "checked"), *arguments])
    if shutil.which("valgrind"):
        build(source, tmp_path / "plain", *flags, "-march=x86-64-v3")  # valgrind stops at AVX-512
        clean([*VALGRIND, str(tmp_path / "plain"), *arguments])


def clean(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0 and "ERROR" not in done.stderr, done.stderr[-3000:]


def written(kind: str, name: str | int, folder: Path) -> Path:
    """The source of a program with a ``main`` that gives back what it allocates."""
    if isinstance(name, str):
        return FOLDER / kind / f"{name}.c" if kind == "c" else FOLDER / "cpp" / "programs" / f"{name}.cpp"
    source = folder / ("random.c" if kind == "memory" else "random.cpp")
    source.write_text(memory_text(name) if kind == "memory" else marked_text([cpp_program(name)]))
    return source


def memory_text(number: int) -> str:
    x, y, s, _ = point(number)
    lists = [", ".join(map(repr, map(float, values))) for values in (x, y)]
    return f"""{m_program(number).to_c()}{MARKED}
int main(void) {{
  double x[{NX}] = {{{lists[0]}}}, y[{NY}] = {{{lists[1]}}}, dx[{NX}] = {{1, 2}}, dy[{NY}] = {{3}}, r = 0;
  double a[{NX}] = {{{lists[0]}}}, b[{NY}] = {{{lists[1]}}}, da[{NX}] = {{1, 2}}, db[{NY}] = {{3}};
  r = gradient(x, dx, y, dy, {N}, {s!r}, 1.5, &r) + tangent(a, da, b, db, {N}, {s!r}, 0.5);
  return r != r;
}}
"""
