"""Loading code into this process, objects, and what is missing."""

from __future__ import annotations

import ctypes
import math
import shutil
import subprocess
from pathlib import Path

import pytest

from irad.errors import IradError, UnsupportedError
from irad.frontends.clang import compile_to_ir
from irad.llvm.final import Final, optimize
from irad.llvm.jit import Engine, object_for_jit
from irad.llvm.object_code import emit_asm, emit_object, undefined_symbols

D = ctypes.c_double


def function(engine: Engine, name: str, result: object, *args: object) -> ctypes._CFuncPtr:
    return ctypes.CFUNCTYPE(result, *args)(engine.address(name))  # type: ignore[arg-type]


def test_code_lives_as_long_as_the_engine_only() -> None:
    text = "define double @f(double %x) {\n  %y = fmul double %x, 2.0\n  ret double %y\n}"
    for _ in range(50):  # names may repeat: each engine is a library of its own
        engine = Engine.load(text)
        assert function(engine, "f", D, D)(3.0) == 6.0
    with pytest.raises(KeyError, match="g"):
        engine.address("g")


@pytest.mark.parametrize(
    ("body", "arguments", "value"),
    [
        ("%y = frem double %a, %b", (7.5, 2.0), 1.5),
        ("%y = call double @llvm.pow.f64(double %a, double %b)", (1.5, 3.0), 3.375),
        ("%y = call double @lgamma(double %a)", (5.0, 0.0), math.log(24)),
        ("%h = fptrunc double %a to half\n  %y = fpext half %h to double", (0.1, 0.0), 0.0999755859375),
        ("%i = fptosi double %b to i32\n  %y = call double @llvm.powi.f64.i32(double %a, i32 %i)", (3.0, 4.0), 81.0),
    ],
)
def test_calls_that_the_code_generator_adds(body: str, arguments: tuple[float, float], value: float) -> None:
    text = (
        f"define double @f(double %a, double %b) {{\n  {body}\n  ret double %y\n}}\n"
        "declare double @llvm.pow.f64(double, double)\ndeclare double @llvm.powi.f64.i32(double, i32)\n"
        "declare double @lgamma(double)\n"
    )
    assert function(Engine.load(text), "f", D, D, D)(*arguments) == pytest.approx(value, rel=1e-15)


COMPLEX = """
double re(double a, double b) { _Complex double z; __real__ z = a; __imag__ z = b; z = z * z / (z + 1.0); return __real__ z; }
"""


def test_complex_arithmetic_of_c() -> None:
    z = 1.25 - 2.5j
    engine = Engine.load(optimize(compile_to_ir(COMPLEX)))
    assert function(engine, "re", D, D, D)(z.real, z.imag) == pytest.approx((z * z / (z + 1)).real, rel=1e-14)


def test_unknown_functions_are_named() -> None:
    text = (
        "declare double @no_such_one(double)\ndeclare double @nor_this(double)\ndeclare double @never_called(double)\n"
        "define double @f(double %x) {\n  %y = call double @no_such_one(double %x)\n"
        "  %z = call double @nor_this(double %y)\n  ret double %z\n}"
    )
    with pytest.raises(UnsupportedError) as caught:
        Engine.load(text)
    assert "no_such_one, nor_this" in str(caught.value)
    assert "never_called" not in str(caught.value)
    assert "link=" in caught.value.hint


def test_unknown_weak_symbols_are_errors_too() -> None:
    with pytest.raises(UnsupportedError, match="nowhere_at_all"):
        Engine.load("@nowhere_at_all = extern_weak global i32\ndefine ptr @f() {\n  ret ptr @nowhere_at_all\n}")


def test_thread_local_variables_are_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"counter.*thread-local"):
        Engine.load("@counter = internal thread_local global i32 0\ndefine ptr @f() {\n  ret ptr @counter\n}")


def test_given_symbols_come_first() -> None:
    callback = ctypes.CFUNCTYPE(D, D)(lambda x: x + 100)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    assert address is not None
    text = "declare double @sin(double)\ndefine double @f(double %x) {\n  %y = call double @sin(double %x)\n  ret double %y\n}"
    engine = Engine.load(text, symbols={"sin": address})
    assert function(engine, "f", D, D)(1.0) == 101.0
    assert function(Engine.load(text), "f", D, D)(1.0) == math.sin(1.0)


def test_libraries(tmp_path: Path, cc: str) -> None:
    source = tmp_path / "foo.c"
    source.write_text("int foo_calls = 0; double foo(double x) { foo_calls++; return 10 * x; }")
    library = tmp_path / "libfoo.so"
    subprocess.run([cc, "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    text = (
        "@foo_calls = external global i32\ndeclare double @foo(double)\n"
        "define double @f(double %x) {\n  %y = call double @foo(double %x)\n  ret double %y\n}\n"
        "define i32 @calls() {\n  %n = load i32, ptr @foo_calls\n  ret i32 %n\n}"
    )
    with pytest.raises(UnsupportedError, match="foo"):
        Engine.load(text)
    engine = Engine.load(text, libraries=[str(library)])
    assert function(engine, "f", D, D)(4.0) == 40.0
    assert function(engine, "calls", ctypes.c_int)() == 1
    with pytest.raises(IradError, match=r"libnot_there\.so"):
        Engine.load(text, libraries=["libnot_there.so"])


CXX = """
#include <stdexcept>
#include <vector>
struct Counter { double value; Counter() : value(42) {} ~Counter() { value = 0; } } counter;
static std::vector<double> table(3, 2.5);
extern "C" double counted() { return counter.value + table[2]; }
extern "C" double guarded(double x) {
  try { if (x < 0) throw std::invalid_argument("negative"); return x; } catch (std::exception &) { return -1; }
}
extern "C" double total(int n) { std::vector<double> v(n, 2.0); double s = 0; for (double d : v) s += d; return s; }
"""


@pytest.mark.parametrize("level", [0, 3])
def test_cxx(level: int) -> None:
    """Static constructors have run, exceptions are caught, new and delete are found."""
    engine = Engine.load(optimize(compile_to_ir(CXX, language="c++"), level=level))
    assert function(engine, "counted", D)() == 44.5
    assert function(engine, "guarded", D, D)(3.0) == 3.0
    assert function(engine, "guarded", D, D)(-3.0) == -1.0
    assert function(engine, "total", D, ctypes.c_int)(1000) == 2000.0


def test_constructors_run_in_the_order_of_their_priorities() -> None:
    source = """
    int log_[2], at;
    __attribute__((constructor(300))) static void second(void) { log_[at++] = 2; }
    __attribute__((constructor(200))) static void first(void) { log_[at++] = 1; }
    int get(int i) { return log_[i]; }
    """
    get = function(engine := Engine.load(compile_to_ir(source)), "get", ctypes.c_int, ctypes.c_int)
    assert (get(0), get(1)) == (1, 2)
    del engine


def test_objects_load_as_text_does() -> None:
    text = "@v = global double 3.0\ndefine double @f() {\n  %x = load double, ptr @v\n  ret double %x\n}"
    data, exports = object_for_jit(Final(text))
    assert sorted(exports) == ["f", "v"]
    engine = Engine.load_object(data, exports)
    D.from_address(engine.address("v")).value = 4.0
    assert function(engine, "f", D)() == 4.0


def test_undefined_symbols_are_those_of_nm(tmp_path: Path) -> None:
    nm = shutil.which("nm")
    if nm is None:
        pytest.skip("no nm")
    data = emit_object(compile_to_ir(CXX, language="c++"))
    path = tmp_path / "x.o"
    path.write_bytes(data)
    listed = subprocess.run([nm, "-u", str(path)], capture_output=True, text=True, check=True).stdout.split()
    assert sorted(undefined_symbols(data) or []) == sorted(n for n in listed if len(n) > 1)
    assert undefined_symbols(b"\xcf\xfa\xed\xfe") is None


def test_objects_are_for_any_machine_unless_asked() -> None:
    text = "define <8 x double> @f(<8 x double> %x) {\n  %y = fmul <8 x double> %x, %x\n  ret <8 x double> %y\n}"
    assert "xmm" in emit_asm(text, cpu=None) and "zmm" not in emit_asm(text, cpu=None)
    assert "zmm" in emit_asm(text, cpu="skylake-avx512") or "ymm" in emit_asm(text, cpu="skylake-avx512")


SUM = """
double total(const double *x, long n) { double s = 0; for (long i = 0; i < n; i++) s += x[i] * x[i]; return s; }
static double helper(double x) { return x + 1; }
double other(double x) { return helper(x); }
"""


def test_optimize_internalizes_and_vectorizes_on_request() -> None:
    ir = compile_to_ir(SUM, ("-O2", "-ffast-math"))
    assert "@other(" not in optimize(ir, internalize_except=["total"])
    assert "@other(" in optimize(ir)
    assert " x double>" in optimize(ir, cpu="skylake")
    assert " x double>" not in optimize(ir, cpu="skylake", vectorize=False)
