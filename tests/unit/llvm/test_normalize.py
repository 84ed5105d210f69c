"""The normal form: SSA, loops that stay loops, one return, functions that LLVM must not look into."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Sequence

import pytest

from irad.frontends.clang import compile_to_ir
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Module
from irad.llvm.border.normal_text import strip_loop_hints
from irad.llvm.border.session import canonical
from irad.llvm.final import optimize
from irad.llvm.jit import Engine
from irad.llvm.linking import link
from irad.llvm.normalize import normalize
from irad.pipeline import read_heads
from irad.transform.lower.deferred_bodies import Aside, put_aside, put_away


def body(text: str, name: str) -> str:
    found = re.search(rf"^define [^@\n]*@{name}\(.*?^}}", text, re.M | re.S)
    assert found is not None, f"{name} is not defined"
    return found[0]


# As clang prints -O0: every variable in memory, optnone.
UNOPTIMISED = """
define double @power(double noundef %x, i32 noundef %n) noinline optnone {
entry:
  %x.addr = alloca double
  %n.addr = alloca i32
  %r = alloca double
  %i = alloca i32
  store double %x, ptr %x.addr
  store i32 %n, ptr %n.addr
  store double 1.0, ptr %r
  store i32 0, ptr %i
  br label %cond
cond:
  %0 = load i32, ptr %i
  %1 = load i32, ptr %n.addr
  %2 = icmp slt i32 %0, %1
  br i1 %2, label %body, label %end
body:
  %3 = load double, ptr %r
  %4 = load double, ptr %x.addr
  %5 = fmul double %3, %4
  store double %5, ptr %r
  %6 = load i32, ptr %i
  %7 = add i32 %6, 1
  store i32 %7, ptr %i
  br label %cond
end:
  %8 = load double, ptr %r
  ret double %8
}
"""


def test_unoptimised_code_gets_into_ssa_form() -> None:
    text = body(normalize(canonical(UNOPTIMISED)), "power")
    assert "alloca" not in text and "load" not in text
    assert len(re.findall(r"= phi double", text)) >= 2


SMALL_LOOPS = """
#include <math.h>
double f(const double *x) {
  double s = 0;
#pragma clang loop unroll(full) vectorize(enable)
  for (int i = 0; i < 4; i++) s += sin(x[i]);
#pragma nounroll
  for (int i = 0; i < 3; i++) s *= x[i];
  return s;
}
double g(double *restrict y, const double *restrict x, long n) {
  for (long i = 0; i < n; i++) y[i] = 2 * x[i] + y[i];
  return y[0];
}
double many(double x) {
  if (x > 3) return sin(x);
  if (x > 2) return cos(x);
  if (x < -7) return x * x * x;
  return 0;
}
"""


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3"])
def test_loops_stay_loops_and_scalar(level: str) -> None:
    text = normalize(compile_to_ir(SMALL_LOOPS, (level,)))
    assert len(re.findall(r"icmp \w+ i\d+ %\S+, [34]\b", body(text, "f"))) == 2
    assert len(re.findall(r"call double @sin\(", body(text, "f"))) == 1
    assert "x double>" not in text
    assert "llvm.loop.unroll" not in text and "llvm.loop.vectorize" not in text


def test_pragmas_do_not_outlive_the_normal_form() -> None:
    """What forbade unrolling must not forbid it after differentiation."""
    text = optimize(normalize(compile_to_ir(SMALL_LOOPS)))
    assert body(text, "f").count("@sin(") == 4
    assert re.search(r"<\d x double>", body(text, "g"))


def test_one_return() -> None:
    assert body(normalize(compile_to_ir(SMALL_LOOPS)), "many").count("ret double") == 1


def test_normal_form_is_that_of_any_machine() -> None:
    ir = compile_to_ir(SMALL_LOOPS, ("-O2", "-march=native"))
    assert "target-cpu" not in normalize(ir)


def test_forward_progress_stays_a_fact() -> None:
    text = canonical(
        "define void @f(i32 %n) {\nentry:\n  br label %l\nl:\n  %c = call i1 @g()\n  br i1 %c, label %l, label %o, !llvm.loop !0\n"  # noqa: E501
        "o:\n  ret void\n}\ndeclare i1 @g()\n"
        '!0 = distinct !{!0, !1, !2}\n!1 = !{!"llvm.loop.mustprogress"}\n!2 = !{!"llvm.loop.unroll.disable"}'
    )
    out = canonical(strip_loop_hints(text))
    assert "mustprogress" in out and "unroll.disable" not in out


STATIC_ROOT = "define internal double @f(double %x, i32 %unused) {\n  %y = fmul double %x, %x\n  ret double %y\n}"


def test_roots_stay_with_their_signature() -> None:
    assert "@f(" not in normalize(STATIC_ROOT)
    assert re.search(r"define (?!internal)[^@]*@f\(double [^,]*, i32", normalize(STATIC_ROOT, roots=["f"]))


RULED = """
#include <stdio.h>
static double table[3] = {1, 2, 3};
static int calls = 0;
static double helper(double x) { calls++; return x * table[calls % 3]; }
double ruled(double x) { char text[20]; snprintf(text, 20, "%d", calls); return helper(x) + (text[0] == '0'); }
static double zero(double x) { return 0.0; }
int count(void) { return calls; }
double f(double x, int n) { double s = 0; for (int i = 0; i < n; i++) s += ruled(x) + zero(x); return s + table[1]; }
"""


def expected(x: float, n: int) -> float:
    total = 0.0
    for call in range(1, n + 1):
        total += x * (1, 2, 3)[call % 3] + (call == 1)
    return total + 2


Put = Callable[[Module, Sequence[str]], Aside]


def there_and_back(ir: str, put: Put, names: Sequence[str], roots: Sequence[str] = ()) -> tuple[str, str]:
    """The normal form while functions are set aside, and the module with them again."""
    module = read_heads(ir)
    aside = put(module, names)
    text = normalize(print_module(module), roots=roots)
    again = read_module(text, unread=aside.functions)
    aside.restore(again)
    return text, print_module(again)


@pytest.mark.parametrize("put", [put_aside, put_away])
@pytest.mark.parametrize("flags", [("-O0", "-g"), ("-O2",)])
def test_bodies_are_put_aside_and_back(flags: tuple[str, ...], put: Put) -> None:
    text, whole = there_and_back(compile_to_ir(RULED, flags), put, ["ruled", "zero", "not_there"], ["f"])
    for name in ("ruled", "zero"):
        assert re.search(rf"^(?:declare|define weak) [^\n]*@{name}\(", text, re.M)
        assert f"@{name}(" in body(text, "f"), "the call must not be folded away"
    assert re.search(r"^define internal [^\n]*@helper\(", whole, re.M)
    assert re.search(r"^define internal [^\n]*@zero\(", whole, re.M)
    assert re.search(r"^@calls = internal ", whole, re.M)
    for final in (whole, optimize(whole)):
        engine = Engine.load(final)
        f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_int)(engine.address("f"))
        count = ctypes.CFUNCTYPE(ctypes.c_int)(engine.address("count"))
        assert f(1.5, 7) == expected(1.5, 7)
        assert count() == 7, "all functions must mean the same variable"


def test_a_body_that_was_not_set_aside_is_inlined() -> None:
    assert "@zero(" not in normalize(compile_to_ir(RULED), roots=["f"])


@pytest.mark.parametrize("put", [put_aside, put_away])
def test_globals_without_a_name_keep_their_meaning(put: Put) -> None:
    ir = (
        '@0 = private constant [6 x i8] c"a @0 b"\n@1 = internal global double 3.0\n@2 = private constant double 7.0\n'
        "define double @k(double %x) {\n  %c = load double, ptr @1\n  %y = fmul double %x, %c\n  ret double %y\n}\n"
        "define double @f(double %x) {\n  store double 5.0, ptr @1\n  %y = call double @k(double %x)\n  ret double %y\n}\n"
        "define double @unused() {\n  %c = load double, ptr @2\n  ret double %c\n}\n"
        "define ptr @s() {\n  ret ptr @0\n}\n"
    )
    _, whole = there_and_back(canonical(ir), put, ["k", "unused"])
    engine = Engine.load(whole)
    f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(engine.address("f"))
    assert f(2.0) == 10.0
    assert ctypes.CFUNCTYPE(ctypes.c_double)(engine.address("unused"))() == 7.0
    s = ctypes.CFUNCTYPE(ctypes.c_void_p)(engine.address("s"))
    assert ctypes.string_at(s(), 6) == b"a @0 b"


CXX = """
#include <stdexcept>
template <class T> T half(T x) { if (x < 0) throw std::runtime_error("negative"); return x / 2; }
extern "C" double ruled(double x) { try { return half(x); } catch (std::exception &) { return -1; } }
extern "C" double f(double x) { return ruled(x) + half(4.0); }
"""


@pytest.mark.parametrize("put", [put_aside, put_away])
def test_bodies_of_cxx_functions_with_exceptions(put: Put) -> None:
    _, whole = there_and_back(compile_to_ir(CXX, ("-O2", "-g"), language="c++"), put, ["ruled"])
    engine = Engine.load(optimize(whole))
    f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(engine.address("f"))
    assert f(3.0) == 3.5
    assert f(-3.0) == 1.0


def test_linking_two_definitions_is_an_error() -> None:
    from irad.errors import UnsupportedError

    one = "define i32 @f() {\n  ret i32 1\n}"
    with pytest.raises(UnsupportedError, match="f"):
        link([one, one])
    assert "@f" in link([one, "declare i32 @f()"])
