"""Functions of C and IR modules called from Python: numbers, arrays, structures, results, and what is refused."""

from __future__ import annotations

import array
import ctypes
import math
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError, ParseError, TypingError, UnsupportedError
from irad.llvm.object_code import emit_bitcode

SQUARE = "define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"


def test_from_ir_text_file_and_bitcode(tmp_path: Path) -> None:
    text, code = tmp_path / "f.ll", tmp_path / "f.bc"
    text.write_text(SQUARE)
    code.write_bytes(emit_bitcode(SQUARE))
    for given in (SQUARE, text, str(text), code):
        assert irad.Module.from_ir(given)["f"](3.0) == 9.0
    with pytest.raises(IradError, match=r"missing\.ll"):
        irad.Module.from_ir(tmp_path / "missing.ll")
    with pytest.raises(ParseError, match="2:24"):
        irad.Module.from_ir("define double @f(double %x) {\n  %y = fmul double %x, %z\n  ret double %y\n}\n")


def test_from_c_text_and_file(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("double f(double x) { return x + 1; }")
    assert irad.Module.from_c(path)["f"](1.0) == 2.0
    assert irad.Module.from_c("double f(double x) { return x * K; }", flags=("-O1", "-DK=5"))["f"](2.0) == 10.0


def test_modules_are_mappings_of_their_functions() -> None:
    m = irad.Module.from_c("static double h(double x) { return x; } double f(double x) { return h(x); } double g(double);")
    assert "f" in m and "g" not in m and "nope" not in m
    assert "f" in list(m)
    with pytest.raises(KeyError, match="nope"):
        m["nope"]
    assert repr(m["f"]) == "<function f(double) -> double>"


LABELS = """
double f(const double *x) {
  static void *steps[] = {&&add, &&end};
  double s = 1;
  goto *steps[x[0] > 5];
add:
  s += x[0] * x[1];
  goto *steps[1];
end:
  return s;
}
"""


@pytest.mark.parametrize("flags", [("-O0",), ("-O2",)], ids=" ".join)
def test_tables_of_labels(flags: tuple[str, ...]) -> None:
    f = irad.Module.from_c(LABELS, flags=flags)["f"]
    for x, value, slope in (((1.5, 2.0), 4.0, [2.0, 1.5]), ((6.0, 2.0), 1.0, [0.0, 0.0])):
        dx = np.zeros(2)
        assert f(np.array(x)) == value
        irad.autodiff(f, irad.Duplicated(np.array(x), dx))
        assert dx.tolist() == slope


NUMBERS = """
#include <stdbool.h>
#include <stdint.h>
double d(double x) { return x / 3; }
float s(float x) { return x / 3; }
long double ld(long double x) { return x / 3; }
int8_t i8(int8_t x) { return x - 1; }
uint8_t u8(uint8_t x) { return x + 1; }
int16_t i16(int16_t x) { return x - 1; }
int32_t i32(int32_t x) { return x - 1; }
int64_t i64(int64_t x) { return x - 1; }
uint64_t u64(uint64_t x) { return x; }
__int128 wide(__int128 x) { return x * 3; }
bool flip(bool x) { return !x; }
int sign(int8_t x, int16_t y) { return (x < 0) + 2 * (y < 0); }
void nothing(void) {}
"""


@pytest.fixture(scope="module")
def numbers() -> irad.Module:
    return irad.Module.from_c(NUMBERS)


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("d", (1.0,), 1 / 3),
        ("d", (np.float64(1),), 1 / 3),
        ("d", (1,), 1 / 3),
        ("d", (np.float32(0.5),), 0.5 / 3),
        ("s", (1.0,), float(np.float32(1) / np.float32(3))),
        ("ld", (1.0,), 1 / 3),
        ("i8", (-127,), -128),
        ("u8", (254,), -1),  # LLVM has no unsigned types: 255 is read as signed
        ("i16", (-5,), -6),
        ("i32", (2**31 - 1,), 2**31 - 2),
        ("i64", (-(2**63) + 1,), -(2**63)),
        ("u64", (2**64 - 1,), -1),
        ("wide", (-(2**100),), -3 * 2**100),
        ("flip", (True,), False),
        ("flip", (0,), True),
        ("sign", (-1, 1), 1),
        ("sign", (1, -1), 2),
        ("nothing", (), None),
    ],
)
def test_numbers(numbers: irad.Module, name: str, arguments: tuple[Any, ...], value: Any) -> None:
    got = numbers[name](*arguments)
    assert got == value and type(got) is type(value)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("d", (), "takes 1 argument"),
        ("d", (1.0, 2.0), "takes 1 argument"),
        ("d", ("1",), r"x is double, a number is needed and str"),
        ("d", (True,), "bool"),
        ("d", (1 + 2j,), "complex"),
        ("i32", (1.0,), "x is i32, an int is needed and float"),
        ("i32", (2**32,), "does not fit"),
        ("i32", (-(2**31) - 1,), "does not fit"),
        ("i8", (300,), "does not fit"),
        ("flip", (2,), "does not fit"),
    ],
)
def test_wrong_numbers_are_typing_errors(numbers: irad.Module, name: str, arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(TypingError, match=message):
        numbers[name](*arguments)


POINTERS = """
#include <stddef.h>
struct point { double x; int k; float w[2]; };
double total(const double *x, long n) { double s = 0; for (long i = 0; i < n; i++) s += x[i]; return s; }
void scale(struct point *p, double a) { p->x *= a; p->k++; p->w[1] = a; }
int is_null(void *p) { return p == NULL; }
int first(const int *p) { return *p; }
long address(void *p) { return (long)p; }
double apply(double (*f)(double), double x) { return f(x); }
"""


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("k", ctypes.c_int), ("w", ctypes.c_float * 2)]


def test_pointers() -> None:
    m = irad.Module.from_c(POINTERS)
    x = np.arange(5.0)
    assert m["total"](x, 5) == 10.0
    assert m["total"](x[1:], 4) == 10.0
    assert m["total"](array.array("d", [1, 2]), 2) == 3.0
    assert m["total"](memoryview(x), 5) == 10.0
    assert m["total"]((ctypes.c_double * 2)(3, 4), 2) == 7.0
    p = Point(2.0, 5)
    assert m["scale"](p, 3.0) is None
    assert (p.x, p.k, p.w[1]) == (6.0, 6, 3.0)
    m["scale"](ctypes.pointer(p), 0.5)
    assert (p.x, p.k) == (3.0, 7)
    assert m["is_null"](None) == 1 and m["is_null"](x) == 0
    assert m["first"](ctypes.c_int(42)) == 42
    assert m["address"](ctypes.c_void_p(4096)) == 4096
    half = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda v: v / 2)
    assert m["apply"](ctypes.cast(half, ctypes.c_void_p), 9.0) == 4.5
    with pytest.raises(TypingError, match=r"x is a pointer.*list"):
        m["total"]([1.0, 2.0], 2)
    with pytest.raises(TypingError, match="float"):
        m["total"](1.0, 1)


STRUCTURES = """
#include <complex.h>
struct pair { double a, b; };
struct mixed { int k; float f; double d; };
struct floats { float a, b, c; };
struct large { double v[5]; long n; };
double pair_in(struct pair p) { return p.a - 2 * p.b; }
double mixed_in(double s, struct mixed m, int t) { return s + 10 * m.k + 100 * m.f + 1000 * m.d + 10000 * t; }
double floats_in(struct floats f) { return f.a + 10 * f.b + 100 * f.c; }
double large_in(struct large s, double t) { double r = t; for (long i = 0; i < s.n; i++) r += s.v[i]; s.v[0] = 99; return r; }
struct pair pair_out(double a) { struct pair p = {a, 2 * a}; return p; }
struct mixed mixed_out(int k) { struct mixed m = {k, k / 4.0f, k / 8.0}; return m; }
struct large large_out(double a) { struct large s = {{a, 2 * a, 3 * a, 4 * a, 5 * a}, 7}; return s; }
double complex square(double complex z) { return z * z; }
float complex fsquare(float complex z) { return z * z; }
"""


class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_double), ("b", ctypes.c_double)]


class Mixed(ctypes.Structure):
    _fields_ = [("k", ctypes.c_int), ("f", ctypes.c_float), ("d", ctypes.c_double)]


class Floats(ctypes.Structure):
    _fields_ = [("a", ctypes.c_float), ("b", ctypes.c_float), ("c", ctypes.c_float)]


class Large(ctypes.Structure):
    _fields_ = [("v", ctypes.c_double * 5), ("n", ctypes.c_long)]


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_structures_and_complex_numbers_by_value(level: str) -> None:
    m = irad.Module.from_c(STRUCTURES, flags=(level,))
    assert m["pair_in"](Pair(7, 2)) == 3.0
    assert m["pair_in"](7.0, 2.0) == 3.0, "as the compiler passes it"
    assert m["mixed_in"](1.0, Mixed(2, 3.0, 4.0), 5) == 54321.0
    assert m["floats_in"](Floats(1, 2, 3)) == 321.0
    s = Large((1, 2, 3, 4, 5), 5)
    assert m["large_in"](s, 100.0) == 115.0
    assert s.v[0] == 1.0, "a structure by value is a copy"
    assert m["pair_out"](3.0) == (3.0, 6.0)
    packed = int.from_bytes(bytes(Mixed(2, 0.5, 0.0))[:8], "little")
    assert m["mixed_out"](2) == (packed, 0.25), "small mixed structures come back as the compiler packs them"
    assert m["large_out"](1.0) == (1.0, 2.0, 3.0, 4.0, 5.0, 7)
    assert m["square"](1 + 2j) == (-3.0, 4.0)
    assert m["fsquare"](1 + 2j) == (-3.0, 4.0)
    with pytest.raises(TypingError, match="p"):
        m["pair_in"]("no")


def test_code_is_compiled_once_per_function(monkeypatch: pytest.MonkeyPatch) -> None:
    from irad.runtime import compiled

    made: list[bytes] = []
    emit = compiled.object_for_jit
    monkeypatch.setattr(compiled, "object_for_jit", lambda *args: made.append(b"") or emit(*args))
    m = irad.Module.from_c("double f(double x) { return x; } double g(double x) { return -x; }")
    assert not made
    for _ in range(3):
        assert m["f"](2.0) == 2.0
    assert len(made) == 1
    assert m["g"](2.0) == -2.0
    assert len(made) == 2


def test_external_functions(tmp_path: Path, cc: str) -> None:
    source = "double outside(double); double lgamma(double); double f(double x) { return outside(x) + lgamma(x); }"
    with pytest.raises(UnsupportedError, match="outside"):
        irad.Module.from_c(source)["f"](1.0)
    library = tmp_path / "liboutside.so"
    (tmp_path / "o.c").write_text("double outside(double x) { return 2 * x; }")
    subprocess.run([cc, "-shared", "-fPIC", str(tmp_path / "o.c"), "-o", str(library)], check=True)
    m = irad.Module.from_c(source, link=(str(library),))
    assert m["f"](4.0) == pytest.approx(8 + math.lgamma(4.0), rel=1e-15)


def test_cxx_modules() -> None:
    source = """
    #include <vector>
    #include <numeric>
    extern "C" double total(const double *x, int n) {
      std::vector<double> v(x, x + n);
      return std::accumulate(v.begin(), v.end(), 0.0);
    }
    """
    m = irad.Module.from_c(source, flags=("-O2", "-std=c++17"))
    assert m["total"](np.arange(4.0), 4) == 6.0


def test_static_variables_live_as_long_as_the_module() -> None:
    m = irad.Module.from_c("static int n; int next(void) { return ++n; }")
    assert [m["next"]() for _ in range(3)] == [1, 2, 3]


def test_long_double_results_take_seeds() -> None:
    m = irad.Module.from_c("long double f(long double x) { return x * x * x; }")
    assert irad.grad(m["f"])(2.0) == 12.0
    assert irad.autodiff(m["f"], irad.Active(2.0), seed=0.5) == (6.0,)
    augmented, reverse = irad.autodiff_thunk(m["f"], irad.Active(2.0))
    tape, value = augmented(irad.Active(2.0))
    assert value == 8.0 and reverse(irad.Active(2.0), tape=tape, seed=2.0) == (24.0,)
    with pytest.raises(TypingError, match="seed is x86_fp80, a number is needed"):
        irad.autodiff(m["f"], irad.Active(2.0), seed="no")


RECORD = "#include <string.h>\nstruct S { double a; long k; }; static struct S g = {0.5, 2};\n"


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize(
    ("body", "dx", "dy"),
    [
        ("if (g.a > n) x[0] = 0; memcpy(y, &g, sizeof g);", [1.0, 1.0, 1.0], [0.0, 0.0, 1.0]),
        ("g.k = n; g.a = 3 * x[0]; memcpy(y, &g, sizeof g);", [4.0, 1.0, 1.0], [0.0, 0.0, 1.0]),
        ("g.k = n; g.a = 3 * x[0]; struct S *p = (struct S *)(y + 1); *p = g;", [4.0, 1.0, 1.0], [1.0, 0.0, 0.0]),
    ],
)
def test_integers_copied_into_an_array_of_floats(level: str, body: str, dx: list[float], dy: list[float]) -> None:
    module = irad.Module.from_c(RECORD + "double f(double *x, double *y, long n) { " + body + " return 0; }", (level, "-w"))
    shadows = np.ones(3), np.ones(3)
    notes = irad.Duplicated(np.full(3, 2.0), shadows[0]), irad.Duplicated(np.zeros(3), shadows[1]), irad.Const(1)
    irad.autodiff(module["f"], *notes)
    assert [list(s) for s in shadows] == [dx, dy]


def test_names_of_the_runtime_are_refused() -> None:
    """A function of that name would be taken for the allocator that gives memory of its own."""
    source = "static double pool[8];\nvoid *irad_reserve(void *p, long n) { return pool; }\ndouble f(double x) { return x; }\n"
    with pytest.raises(irad.UnsupportedError, match="irad_reserve belongs to the runtime"):
        irad.Module.from_c(source)

