# ruff: noqa: E501
"""Wrong programs through ``irad cc``: a message at the line in question, status 1, and no output."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from irad.cli import main
from irad.frontends.clang import find_clang

HEAD = """#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_dupnoneed, enzyme_width, enzyme_dupe;
double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
double mystery(double);
void fill(double *);
#define OWN static __attribute__((noinline))
"""
AGAIN = '__attribute__((noinline, annotate("irad_recompute"))) static '
SQUARE = "OWN double f(double x) { return x * x; }\n"
SUM = "OWN double f(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }\n"


def call(text: str, before: str = "") -> str:
    """A program whose main makes one marked call."""
    return f"int main(void) {{\n  double x[4] = {{1, 2, 3, 4}}, d[4] = {{0}};{before}\n  {text};\n}}\n"


# name: (source behind HEAD, words of the message, the line it is about)
WRONG: dict[str, tuple[str, str, str]] = {
    "floats copied in halves": (
        "typedef uint32_t __attribute__((may_alias)) half;\n"
        "OWN void copy(half *to, const half *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }\n"
        "OWN double f(double *x) { double y; copy((half *)&y, (half *)x, 2); return y * y; }\n"
        + call("__enzyme_autodiff((void *)f, x, d)"),
        "copied in pieces",
        "to[i] = from[i]",
    ),
    "external function that writes through a pointer in memory": (
        "struct both { double *in, *out; };\nvoid mysterious(struct both *);\n"
        "double f(double x) {\n  double v = x, w;\n  struct both s = {&v, &w};\n  mysterious(&s);\n  return w * 2;\n}\n"
        + call("__enzyme_autodiff((void *)f, x[0])"),
        "mysterious has no definition and no rule",
        "  mysterious(&s);",
    ),
    "an address that was multiplied": (
        "static volatile uintptr_t one = 1;\n"
        "OWN double f(double *x) { uintptr_t p = (uintptr_t)x * one; double *q = (double *)p; return *q * *q; }\n"
        + call("__enzyme_autodiff((void *)f, x, d)"),
        "in a way that cannot be followed",
        "* one",
    ),
    # ---- calls that are to be run again, and cannot be
    "run again, but what it reads changes": (
        AGAIN + "double g(double *x) { return x[0] * x[0]; }\n"
        "double f(double *x) { double s = g(x); x[0] = s * s; return x[0] + s; }\n" + call("__enzyme_autodiff((void *)f, x, d)"),
        "run again.* reads memory that may be changed",
        "double s = g(x)",
    ),
    "run again, but it overwrites what it reads": (
        AGAIN + "void g(double *x) { x[0] = x[0] * x[0]; }\n"
        "double f(double *x) { g(x); return x[0]; }\n" + call("__enzyme_autodiff((void *)f, x, d)"),
        "run again.* overwrites memory that it reads",
        "g(x); return",
    ),
    "run again, but what it writes is written later": (
        AGAIN + "void g(double v, double *y) { *y = v * v; }\n"
        "double f(double *x) { double y = x[0]; for (int i = 0; i < 3; i++) { g(y, x); y = *x + 1; } return y; }\n"
        + call("__enzyme_autodiff((void *)f, x, d)"),
        "run again.* writes to memory that may be written to later",
        "g(y, x); y",
    ),
    "run again, but it counts its calls": (
        "static int calls;\n" + AGAIN + "double g(double v) { calls++; return v * v; }\n"
        "double f(double x) { return g(x); }\n" + call("__enzyme_autodiff((void *)f, 1.0)"),
        "run again.* overwrites memory that it reads",
        "return g(x)",
    ),
    "run again, but it prints": (
        "#include <stdio.h>\n" + AGAIN + 'double g(double v) { printf("%g", v); return v * v; }\n'
        "double f(double x) { return g(x); }\n" + call("__enzyme_autodiff((void *)f, 1.0)"),
        "run again.* printf, which may do more than compute",
        "return g(x)",
    ),
    "run again, but it frees what it was given": (
        AGAIN + "double g(double *p) { double v = *p; free(p); return v * v; }\n"
        "double f(double x) { double *p = malloc(8); *p = x; return g(p); }\n" + call("__enzyme_autodiff((void *)f, 1.0)"),
        "run again.* may free memory that it has not allocated",
        "return g(p)",
    ),
    "run again, but it makes an array": (
        AGAIN + "double *g(double v) { double *p = malloc(8); *p = v * v; return p; }\n"
        "double f(double x) { double *p = g(x), v = *p; free(p); return v; }\n" + call("__enzyme_autodiff((void *)f, 1.0)"),
        "run again.* returns a pointer",
        "p = g(x)",
    ),
    "run again, but in a function in two halves": (
        AGAIN + "double g(double *x) { return x[0] * x[0]; }\n"
        "OWN double h(double *x, double v, int n) { return n ? g(x) * sin(h(x, v * v, n - 1)) : v; }\n"
        "double f(double *x) { return h(x, x[1], 3); }\n" + call("__enzyme_autodiff((void *)f, x, d)"),
        "run again.* is differentiated in two halves",
        "return n ? g(x)",
    ),
    # ---- the marked call
    "no function": (call("__enzyme_autodiff(0, 1.0)"), "must name a function", "__enzyme_autodiff(0"),
    "a variable for the function": (
        "static double value;\n" + call("__enzyme_autodiff((void *)&value, 1.0)"),
        "must name a function",
        "(void *)&value",
    ),
    "a function pointer": (
        SQUARE + "double (*volatile chosen)(double) = f;\n" + call("__enzyme_autodiff((void *)chosen, 1.0)"),
        "must name a function",
        "(void *)chosen",
    ),
    "no body": (call("__enzyme_autodiff((void *)mystery, 1.0)"), "mystery has no body", "(void *)mystery"),
    "too few arguments": (SUM + call("__enzyme_autodiff((void *)f, x, d)"), "too few arguments for f", "(void *)f, x, d)"),
    "no arguments": (SQUARE + call("__enzyme_autodiff((void *)f)"), "too few arguments for f", "((void *)f)"),
    "too many arguments": (SQUARE + call("__enzyme_autodiff((void *)f, 1.0, 2.0)"), "too many", "1.0, 2.0"),
    "shadow missing": (SUM + call("__enzyme_autodiff((void *)f, enzyme_dup, x)"), "shadow", "enzyme_dup, x)"),
    "tangent missing": (SQUARE + call("__enzyme_fwddiff((void *)f, 1.0)"), "shadow|tangent", "((void *)f, 1.0)"),
    "a number for a shadow": (SUM + call("__enzyme_autodiff((void *)f, x, 3.0, 4)"), "ptr|pointer", "x, 3.0, 4"),
    "a number for an array": (SUM + call("__enzyme_autodiff((void *)f, 2.0, d, 4)"), "ptr|pointer", "2.0, d, 4"),
    "an array for a number": (SQUARE + call("__enzyme_autodiff((void *)f, x)"), "ptr|pointer", "((void *)f, x)"),
    "an integer for a double": (SQUARE + call("__enzyme_autodiff((void *)f, 1)"), "i32|integer", "((void *)f, 1)"),
    "out on a pointer": (SUM + call("__enzyme_autodiff((void *)f, enzyme_out, x, 4)"), "enzyme_out", "enzyme_out, x"),
    "out on an integer": (SUM + call("__enzyme_autodiff((void *)f, x, d, enzyme_out, 4)"), "enzyme_out", "enzyme_out, 4"),
    "out in forward mode": (SQUARE + call("__enzyme_fwddiff((void *)f, enzyme_out, 1.0)"), "enzyme_out", "enzyme_out, 1.0"),
    "a marker at the end": (
        SQUARE + call("__enzyme_autodiff((void *)f, 1.0, enzyme_const)"),
        "marker|too many",
        "1.0, enzyme_const",
    ),
    "two markers": (
        SUM + call("__enzyme_autodiff((void *)f, enzyme_const, enzyme_dup, x, d, 4)"),
        "two markers",
        "enzyme_const, enzyme_dup, x",
    ),
    "an unknown marker": (SUM + call("__enzyme_autodiff((void *)f, enzyme_dupe, x, d, 4)"), "enzyme_dupe", "enzyme_dupe, x"),
    "an unknown marked function": (
        SQUARE + "double __enzyme_differentiate(void *, ...);\n" + call("__enzyme_differentiate((void *)f, 1.0)"),
        "__enzyme_differentiate",
        "__enzyme_differentiate((void *)f",
    ),
    "result of another type": (
        "typedef struct { double a, b; } pair; pair __enzyme_autodiff_pair(void *, ...);\n"
        + SQUARE
        + call("pair p = __enzyme_autodiff_pair((void *)f, 1.0); return p.a > p.b"),
        "returns 2 values, 1 derivatives",
        "__enzyme_autodiff_pair((void *)f",
    ),
    "inside its own derivative": (
        "OWN double f(double x) { return x > 9 ? x : __enzyme_autodiff((void *)f, x + 1) * x; }\n" + call("f(1)"),
        "inside its own derivative",
        "__enzyme_autodiff((void *)f, x + 1)",
    ),
    # ---- what is called
    "external function": (
        "OWN double f(double x) {\n  double y = x * x;\n  return mystery(y);\n}\n" + call("__enzyme_autodiff((void *)f, 1.0)"),
        "mystery has no definition and no rule",
        "return mystery(y);",
    ),
    "external function with an array": (
        "OWN double f(double *x) {\n  fill(x);\n  return x[0];\n}\n" + call("__enzyme_autodiff((void *)f, x, d)"),
        "fill has no definition and no rule",
        "fill(x);",
    ),
    "external function in forward mode": (
        "OWN double f(double x) {\n  return x * mystery(x);\n}\n" + call("__enzyme_fwddiff((void *)f, 1.0, 1.0)"),
        "mystery has no definition and no rule",
        "return x * mystery(x);",
    ),
    "external function deep down": (
        "OWN double h(double x) {\n  return mystery(x) + 1;\n}\nOWN double g(double x) { return h(x) * 2; }\n"
        "OWN double f(double x) { return g(x) * x; }\n" + call("__enzyme_autodiff((void *)f, 1.0)"),
        "mystery has no definition and no rule",
        "return mystery(x) + 1;",
    ),
    "sorted by the library": (
        "static int order(const void *a, const void *b) { return *(double *)a < *(double *)b ? -1 : 1; }\n"
        "OWN double f(double *x, int n) {\n  qsort(x, n, sizeof *x, order);\n  return x[0];\n}\n"
        + call("__enzyme_autodiff((void *)f, x, d, 4)"),
        "qsort",
        "qsort(x, n, sizeof *x, order);",
    ),
    "assembly": (
        'OWN double f(double x) {\n  double r;\n  __asm__("mulsd %1, %0" : "=x"(r) : "x"(x), "0"(x));\n  return r;\n}\n'
        + call("__enzyme_autodiff((void *)f, 1.0)"),
        "inline assembly",
        "__asm__",
    ),
    "setjmp": (
        "static jmp_buf place;\nOWN double f(double x) {\n  if (setjmp(place)) return x;\n  return x * x;\n}\n"
        + call("__enzyme_autodiff((void *)f, 1.0)"),
        "setjmp",
        "setjmp(place)",
    ),
    "structures as variable arguments": (
        "struct S { double v[3]; };\nOWN double g(int n, ...) { va_list l; va_start(l, n); double s = va_arg(l, struct S).v[1]; va_end(l); return s; }\n"
        "OWN double f(double x) {\n  struct S s = {{x, x * x, 1}};\n  return g(1, s);\n}\n"
        + call("__enzyme_autodiff((void *)f, 1.0)"),
        "variable arguments",
        "return g(1, s);",
    ),
    # ---- memory
    "copy of an unknown type": (
        "OWN void f(void *to, const void *from, long n) {\n  memcpy(to, from, n);\n}\n"
        "int main(int argc, char **argv) {\n  __enzyme_autodiff((void *)f, argv[0], argv[1], argv[2], argv[3], (long)argc);\n}\n",
        "kind of data",
        "memcpy(to, from, n);",
    ),
    "a pointer stored in halves": (
        "#include <stdint.h>\n"
        "OWN void keep(volatile uint32_t *h, double *p) {\n  h[0] = (uint32_t)(uintptr_t)p;\n  h[1] = (uintptr_t)p >> 32;\n}\n"
        "OWN double f(double *x) {\n  volatile uint32_t h[2];\n  keep(h, x);\n"
        "  double *p = (double *)(h[0] | (uintptr_t)h[1] << 32);\n  return *p * *p;\n}\n"
        + call("__enzyme_autodiff((void *)f, x, d)"),
        "a part of a pointer to active memory is stored as a number",
        "h[0] = (uint32_t)(uintptr_t)p;",
    ),
    "a copy byte by byte": (
        "OWN void cp(char *to, const char *from, int n) {\n  for (int i = 0; i < n; i++) to[i] = from[i];\n}\n"
        "OWN double f(double x) {\n  double y = x * x, z;\n  cp((char *)&z, (char *)&y, 8);\n  return z;\n}\n"
        + call("__enzyme_autodiff((void *)f, 1.0)"),
        "active floating-point data is copied in pieces",
        "to[i] = from[i];",
    ),
    "copy of bytes that nothing looks at": (
        "OWN void f(char *to, const char *from) {\n  memcpy(to, from, 24);\n  *(int *)to = 1;\n}\n"
        "int main(int argc, char **argv) {\n  __enzyme_autodiff((void *)f, argv[0], argv[1], argv[2], argv[3]);\n}\n",
        "cannot tell what bytes 8 to 15 of this copy are",
        "memcpy(to, from, 24);",
    ),
    "no directions": (
        "OWN double f(double x) { return x; }\n" + call("__enzyme_fwddiff((void *)f, enzyme_width, 0, enzyme_dup, 1.0, 1.0)"),
        "enzyme_width must be followed by a constant that is positive",
        "(void *)f, enzyme_width, 0",
    ),
    "active values in constant memory": (
        "OWN double f(double *x, double *work, int k) {\n  work[0] = x[0] * x[0];\n  return work[k];\n}\n"
        + call("__enzyme_autodiff((void *)f, x, d, enzyme_const, w, 0)", " double w[1];"),
        r"argument 2 of f is constant, but active values are stored in its memory at .*wrong\.c:\d+:11",
        "(void *)f, x, d, enzyme_const, w",
    ),
    "constant memory in forward mode": (
        "OWN double f(double *x, double *work, int k) {\n  work[0] = x[0] * x[0];\n  return work[k];\n}\n"
        + call("__enzyme_fwddiff((void *)f, x, d, enzyme_const, w, 0)", " double w[1];"),
        r"argument 2 of f is constant, but active values are stored in its memory at .*wrong\.c:\d+:11",
        "(void *)f, x, d, enzyme_const, w",
    ),
    "a pointer to active or constant memory": (
        "OWN double f(double *x, double *c, int k) {\n  double *p = k ? x : c;\n  return p[0] * p[0];\n}\n"
        + call("__enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, c, 1)", " double c[1] = {5};"),
        "argument 2 of f is constant, but a pointer in it may lead to the memory of this argument or to that of argument 1",
        "(void *)f, enzyme_dup, x, d, enzyme_const, c",
    ),
    "a table of active and constant memory": (
        "OWN double f(double *x, double *c, int k) {\n  double *t[2] = {x, c};\n  return t[k][0] * t[1 - k][1];\n}\n"
        + call("__enzyme_fwddiff((void *)f, enzyme_dup, x, d, enzyme_const, c, 1)", " double c[2] = {5, 7};"),
        "argument 2 of f is constant, but a pointer in it may lead to the memory of this argument or to that of argument 1",
        "(void *)f, enzyme_dup, x, d, enzyme_const, c",
    ),
    "atomic exchange": (
        "OWN double f(double *x) {\n  double y = x[1] * x[2];\n  __atomic_exchange(x, &y, &y, 5);\n  return y;\n}\n"
        + call("__enzyme_autodiff((void *)f, x, d)"),
        "atomic",
        "__atomic_exchange(x",
    ),
    # ---- bits
    "exponent bits": (
        "OWN double f(double x) {\n  int64_t b;\n  memcpy(&b, &x, 8);\n  b += 1ll << 52;\n  memcpy(&x, &b, 8);\n  return x;\n}\n"
        + call("__enzyme_autodiff((void *)f, 1.0)"),
        "floating-point bits",
        "b += 1ll << 52;",
    ),
    "the fast inverse square root": (
        "OWN float f(float x) {\n  int32_t i;\n  memcpy(&i, &x, 4);\n  i = 0x5f3759df - (i >> 1);\n  float y;\n  memcpy(&y, &i, 4);\n"
        "  return y * (1.5f - 0.5f * x * y * y);\n}\n" + call("__enzyme_autodiff((void *)f, 2.0f)"),
        "floating-point bits",
        "i = 0x5f3759df - (i >> 1);",
    ),
}


def invoke(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["cc", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("flags", [("-O2",), ("-O0", "-g")], ids=["O2", "O0-g"])
@pytest.mark.parametrize("name", list(WRONG))
def test_wrong_program(name: str, flags: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body, words, line = WRONG[name]
    source = HEAD + body
    number = next(i for i, text in enumerate(source.split("\n"), 1) if line in text)
    monkeypatch.chdir(tmp_path)
    Path("wrong.c").write_text(source)
    Path("program").write_text("of an earlier run")
    status, said = invoke("wrong.c", *flags, "-lm", "-o", "program")
    assert status == 1, said
    assert re.search(words, said), said
    assert re.search(rf"wrong\.c:{number}:\d+: ", said) and f"\n    {source.split(chr(10))[number - 1]}" in said, said
    assert "Traceback" not in said
    assert sorted(p.name for p in tmp_path.iterdir()) == ["wrong.c"]


def test_ir_without_lines_names_function_and_value(tmp_path: Path) -> None:
    source, text = tmp_path / "f.c", tmp_path / "f.ll"
    source.write_text(HEAD + WRONG["external function deep down"][0])
    clang = [*find_clang().driver(False), "-O1", "-S", "-emit-llvm"]
    subprocess.run([*clang, str(source), "-o", str(text)], check=True)
    for command in (["cc", str(text), "-o", str(tmp_path / "f")], ["opt", str(text), "-o", str(tmp_path / "f.o")]):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 1
        assert "mystery has no definition and no rule" in done.output
        assert re.search(r"\(in @h: %\w+ = .*call double @mystery\(double", done.output), done.output
        assert sorted(p.name for p in tmp_path.iterdir()) == ["f.c", "f.ll"]


def test_errors_of_compiler_and_linker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("int main(void) {\n  return none;\n}\n")
    Path("b.c").write_text("int other(void);\nint main(void) { return other(); }\n")
    Path("c.ll").write_text("define i32 @main() {\n  ret i64 0\n}\n")
    for name, words in (("a.c", "a.c:2:10: error: use of undeclared identifier 'none'"), ("b.c", "undefined reference to `other'"),
                        ("c.ll", "value doesn't match function result type"), ("d.c", "there is no file d.c")):  # fmt: skip
        Path("out").write_text("of an earlier run")
        status, said = invoke(name, "-o", "out")
        assert (status, words in said, Path("out").exists()) == (1, True, name == "d.c"), said
    for stage, suffix in (("-c", ".o"), ("-S", ".s")):
        Path(f"a{suffix}").write_text("of an earlier run")
        assert invoke(stage, "a.c")[0] == 1 and not Path(f"a{suffix}").exists()
    assert invoke("-c", "b.c", "-o", "b.c")[0] == 2 and Path("b.c").exists(), "never the source"


def test_an_error_of_irad_itself_is_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise AssertionError("something impossible")

    monkeypatch.setattr("irad.api.export.programs.expand_program", broken)
    monkeypatch.delenv("IRAD_VERIFY")
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("int main(void) { return 0; }\n")
    status, said = invoke("a.c")
    assert status == 1 and "internal error: AssertionError: something impossible" in said and "report it" in said


AT_RUN_TIME = """
#define OWN static __attribute__((noinline))
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...), mystery(double), sin(double);
struct both { double *a, *b; };
OWN double f(struct both *s) { return s->a[0] * s->b[0]; }
static double (*table[2])(double) = {sin, mystery};
OWN double g(double x, int k) { return table[k](x) * x; }
int main(int argc, char **argv) {
  double x = 2, y = 3, dx = 0;
  struct both s = {&x, &y}, d = {&dx, 0};
  if (argc > 1) return __enzyme_autodiff((void *)g, 1.0, 1) > 0;
  __enzyme_autodiff((void *)f, &s, &d);
  return 0;
}
"""


def test_what_is_missing_when_the_program_runs_ends_it(tmp_path: Path) -> None:
    """A null for a shadow, and a function without a derivative in a table: only the running program knows."""
    (tmp_path / "a.c").write_text(AT_RUN_TIME)
    (tmp_path / "b.c").write_text("double mystery(double x) { return x; }\n")
    subprocess.run([*find_clang().driver(False), "-c", str(tmp_path / "b.c"), "-o", str(tmp_path / "b.o")], check=True)
    for level in ("-O0", "-O2"):
        status, said = invoke(str(tmp_path / "a.c"), str(tmp_path / "b.o"), level, "-o", str(tmp_path / "program"))
        assert status == 0, said
        for words in ([], ["table"]):
            done = subprocess.run([str(tmp_path / "program"), *words], capture_output=True, text=True, check=False)
            assert done.returncode < 0 and "no shadow" in done.stderr, done
