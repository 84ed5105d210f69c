"""Command lines that are wrong in one way or another, and the files that they name."""

from __future__ import annotations

import os
import random
import shlex
from collections.abc import Iterator
from pathlib import Path

PYTHON = b"""
import numpy as np
import irad
def f(x):
    return x * x
def g(x, y):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * y[i]
    return s
def fails(x):
    raise ValueError("no")
def deep(x):
    return deep(x)
def strings(x):
    return "a" + x
class Thing:
    pass
number = 3
thing = Thing()
lazy = lambda x: x
def varied(*args):
    return args[0]
def named(x, *, k=1.0):
    return x * k
def generator(x):
    yield x
async def later(x):
    return x
"""
C = b"""double f(double x) { return x * x; }
double g(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
"""
MAIN = C + b"double __enzyme_autodiff(void *, ...);\nint main(void) { return __enzyme_autodiff((void *)f, 1.0) != 2.0; }\n"
WRONG_C = MAIN.replace(b"1.0)", b"1.0, 2.0)")
IR = b"define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"
NOISE = random.Random(7).randbytes(3000)

FILES: dict[bytes, bytes] = {
    **{b"good" + s: t for s, t in ((b".py", PYTHON), (b".c", MAIN), (b".ll", IR), (b".f90", b"program p\nend program\n"))},
    **{b"empty" + s: b"" for s in (b".py", b".c", b".ll", b".bc", b".cpp", b".f90", b".o")},
    **{b"noise" + s: NOISE for s in (b".py", b".c", b".ll", b".bc", b".cpp", b".f90", b".o", b".so")},
    **{b"nul" + s: b"\0 garbage" for s in (b".py", b".c", b".ll", b".bc")},
    b"cut.bc": b"BC\xc0\xde" + NOISE[:40],
    b"magic.ll": b"BC\xc0\xde",
    b"half.ll": IR[:50],
    b"then_nul.ll": IR + b"\0" + IR,
    b"latin.py": b"# \xe9\n" + PYTHON,
    b"latin.ll": b"; \xe9\n" + IR,
    b"latin.c": b"/* \xe9 */" + C,
    b"wrong.c": WRONG_C,
    b"syntax.py": b"def f(x:\n",
    b"exits.py": b"import sys\nsys.exit(0)\n",
    b"raises.py": b"raise RuntimeError('a\\nb')\n",
    b"recursion.py": b"def r(): r()\nr()\n",
    b"missing_import.py": b"import nothing_of_that_name\n",
    b"json.py": PYTHON,
    b"numpy.py": b"raise ImportError('not numpy')\n",
    b"interrupt.py": b"raise KeyboardInterrupt\n",
    b"nested.py": b"def f(x):\n    return "
    + b"(" * 90
    + b"x"
    + b")" * 90
    + b"\n"
    + b"def g(x, y):\n    return x"
    + b" + x" * 3000
    + b"\n",
    b"-O2.c": C,
    b"@x.c": C,
    b"-O2.ll": IR,
    b"new\nline.c": C,
    b"new\nline.ll": IR,
    b"new\nline.py": PYTHON,
    b"brace{.c": C,
    b"\xff.c": C,
    b"\xff.ll": IR,
    b"\xff.py": PYTHON,
    b"a b'\".py": PYTHON,
    b"a b'\".c": C,
    b"no_suffix": C,
    b"x:f.py": PYTHON,
}

SIGNATURES = (
    "",
    "(",
    ")",
    "()",
    "float64",
    "float64(",
    "float64()",
    "(float64,)",
    "(float64)",
    "foo(bar)",
    "foo(bar)(float64)",
    "float64(float64))",
    "(float64[::2],)",
    "(float64[::1, :],)",
    "(float64[:,:,:,:],)",
    "(complex128,)",
    "(float16[:],)",
    "((float64, float64),)",
    "((((float64,),),),)",
    "(void,)",
    "(int64[::1], float64[::1])",
    "(float64[::1], float64[::1])",
    "\0(x)".replace("\0", "\x01"),
    "(float64 , ,)",
    "(" * 500 + ")" * 500,
    "(" + "float64, " * 300 + ")",
    "(float64[" + ":," * 70 + ":],)",
    "\udcff(float64)",
    "é(float64)",
    "float64(float64)(float64)",
    "(float32[:], int64)",
    "(bool,)",
    "(int64,)",
)
OUTPUTS = (
    "libx.so",
    "missing/libx.so",
    "folder.so",
    "/dev/full",
    "/dev/null",
    "",
    ".",
    "lib.so",
    "x",
    "good.c/libx.so",
    "lib\udcff.so",
    "lib" + "x" * 300 + ".so",
    "good.py",
    "/proc/libx.so",
)
ACTIVITIES = (
    "",
    "dup",
    "dup,",
    "dup,dup,dup,dup",
    "foo",
    "const,const",
    "active",
    "dup dup",
    ",",
    "const",
    "dupnoneed,dup",
    "\udcff",
)
STAGES = ("", "all", "foo", "gradient,foo", "plan", "asm", ",", "augmented,reverse", "\x1b[31m")
FUNCTIONS = (
    "f",
    "g",
    "none",
    "",
    "f,g",
    "f:g",
    "fails",
    "deep",
    "strings",
    "Thing",
    "number",
    "thing",
    "lazy",
    "varied",
    "named",
    "generator",
    "later",
    "np",
    "irad",
    "__doc__",
    "\udcff",
    "f ",
    "1",
)
ARGUMENTS = (
    "",
    "1",
    "2.0",
    "nothing",
    "1/0",
    "(",
    "np.zeros(3), np.zeros(2)",
    "np.zeros(3), np.zeros(3)",
    "'a'",
    "None",
    "[1.0, 'x']",
    "np.zeros((0,)), np.zeros(0)",
    "np.nan",
    "1e400",
    "exit()",
    "np.zeros(3, np.float16), 1.0",
    "2.0, 3.0, 4.0",
    "*range(9)",
)

OPTIONS = """
nothing
dump
build
build -o libx.so
cc
fc
opt
check
rules a b
rules ''
rules _ZSt3cosf
doctor x
--what
demo --points -5
demo --points 0
demo --points x
demo --seed -1
opt good.ll
opt good.ll -S -O 9
opt good.ll -S --cpu znver9
opt good.ll -o x.txt
opt good.c -S
check good.py:f --args 2.0 --directions 0
check good.py:f --args 2.0 --rtol nan
check good.py:f --args 2.0 --rtol -1
build good.py:f --signature '(float64,)' -o libx.so --derivative foo
build good.py:f --signature '(float64,)' -o libx.so --link -lnothing_of_that_name
build good.py:f --signature '(float64,)' -o libx.so --cpu none
build good.py:f,f --signature '(float64,)' --signature '(float64,)' -o libx.so
build good.py:f good.c:f --signature '(float64,)' -o libx.so
build good.py:f -MF x.d -o libx.so
cc -o
cc good.c -O9
cc good.c -march=none
cc good.ll -march=none -c
cc -x cobol good.c
cc -x c - -c
cc @args.rsp
cc @none.rsp
cc @good.c
cc good.c -fno-such-flag
cc good.c -lnothing_of_that_name
cc good.c wrong.c -o x
cc -c good.c wrong.c
cc wrong.c
cc good.c -target none
cc good.c --target=wasm32
cc good.c -emit-llvm -S -o -
cc good.c -Wl,--none
cc -E none.c
cc good.c -o good.c
cc -S good.c -o /dev/full
fc good.f90 -o missing/x
fc noise.f90 -c
fc good.c -fno-such-flag
fc -x none
"""


def write_files(folder: Path) -> None:
    for name, content in FILES.items():
        with open(os.fsencode(folder) + b"/" + name, "wb") as file:
            file.write(content)
    for name in ("folder.py", "folder.ll", "folder.c", "folder.so", "readonly"):
        (folder / name).mkdir()
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "dangling.ll").symlink_to("nowhere.ll")
    (folder / "args.rsp").write_text("good.c -o '")


def command_lines() -> Iterator[list[str]]:
    """Hundreds of them; what they name is in the working folder."""
    names = [os.fsdecode(n) for n in FILES]
    python = [n for n in names if n.endswith(".py")] + ["folder.py", "loop.py", "none.py", "./good.py"]
    native = [n for n in names if not n.endswith(".py")]
    for n in [*names, "folder.py", "folder.ll", "folder.c", "loop.py", "dangling.ll", "none.c", "none.bc", ""]:
        word = f"./{n}" if n.startswith(("-", "@")) else n
        yield ["dump", f"{word}:f", *(["--signature", "(float64,)"] if n.endswith(".py") else [])]
        yield ["opt", word, "-S"]
        yield ["cc", "-c", word, "-o", "out.o"]
        yield ["cc", word, "-o", "out"]
    for n in python:
        yield ["build", f"{n}:f", "--signature", "(float64,)", "-o", "libx.so"]
        yield ["check", f"{n}:f", "--args", "2.0"]
        yield ["dump", n]
        yield ["build", n, "-o", "libx.so"]
    for f in FUNCTIONS:
        yield ["dump", f"good.py:{f}", "--signature", "(float64,)"]
        yield ["build", f"good.py:{f}", "--signature", "(float64,)", "-o", "libx.so", "--derivative", "vjp"]
        yield ["check", f"good.py:{f}", "--args", "2.0"]
        yield ["dump", f"good.c:{f}"]
    for s in SIGNATURES:
        yield ["dump", "good.py:f", "--signature", s, "--stage", "primal"]
        yield ["build", "good.py:f", "--signature", s, "-o", "libx.so"]
    for o in OUTPUTS:
        yield ["build", "good.py:f", "--signature", "(float64,)", "-o", o]
        yield ["build", "good.py:f", "--signature", "(float64,)", "-o", "libx.so", "-MD", "-MF", o]
        yield ["dump", "good.py:f", "--signature", "(float64,)", "--stage", "primal", "-o", o]
        yield ["dump", "good.py:f", "--signature", "(float64,)", "--html", o]
        yield ["opt", "good.ll", "-o", o]
        yield ["cc", "good.c", "-o", o]
        yield ["cc", "-c", "good.c", "-o", o]
    for o in ("out.ll", "out.bc", "out.s", "out.o", "folder.ll", "missing/x.ll", "/dev/full", "-", "good.ll"):
        yield ["opt", "good.ll", "-o", o]
    for a in ACTIVITIES:
        yield ["dump", "good.py:g", "--signature", "(float64[::1], float64[:])", "--activity", a]
        yield ["dump", "good.c:g", "--activity", a, "--mode", "forward"]
        yield ["build", "good.py:g", "--signature", "(float64[::1], float64[:])", "-o", "libx.so", "--activity", a]
    for s in STAGES:
        yield ["dump", "good.c:f", "--stage", s]
        yield ["dump", "good.ll:f", "--stage", s, "--mode", "forward", "--arrays", "apart"]
    for a in ARGUMENTS:
        yield ["check", "good.py:g", "--args", a]
        yield ["check", "good.py:f", "--args", a, "--json"]
    yield from _options(native)


def _options(native: list[str]) -> Iterator[list[str]]:
    yield from ([], ["rules", "\udcff"], ["rules", "{}[]%s\n"], ["rules", "x" * 5000], ["opt", "a\nb.ll", "-S"])
    yield from (shlex.split(line) for line in OPTIONS.strip().split("\n"))
    for n in native:
        yield ["fc", "-c", f"./{n}", "-o", "out.o"]
