"""String attributes of functions and calls in IR: inactive ones, and functions that are the sine, say, whatever their bodies."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

import irad

SQUARE = "  %r = fmul double %x, %x\n  ret double %r\n}\n"
CASES: dict[str, tuple[str, Callable[[float], float]]] = {
    "call": (
        f"define internal double @g(double %x) {{\n{SQUARE}"
        'define double @f(double %x) {\n  %a = call double @g(double %x)\n  %b = call double @g(double %x) "enzyme_inactive"\n'
        "  %r = fmul double %a, %b\n  ret double %r\n}\n",
        lambda x: 2 * x * x * x,
    ),
    "definition": (
        f'define internal double @g(double %x) "enzyme_inactive" {{\n{SQUARE}'
        "define double @f(double %x) {\n  %a = call double @g(double %x)\n  %r = fmul double %a, %x\n  ret double %r\n}\n",
        lambda x: x * x,
    ),
    "always inlined": (
        f'define internal double @g(double %x) alwaysinline "enzyme_inactive" {{\n{SQUARE}'
        "define double @f(double %x) {\n  %a = call double @g(double %x)\n  %r = fmul double %a, %x\n  ret double %r\n}\n",
        lambda x: x * x,
    ),
    "always inlined there": (
        f'define internal double @g(double %x) "enzyme_inactive" {{\n{SQUARE}'
        "define double @f(double %x) {\n  %a = call double @g(double %x) alwaysinline\n  %r = fmul double %a, %x\n"
        "  ret double %r\n}\n",
        lambda x: x * x,
    ),
    "library": (
        "declare double @sin(double)\n"
        'define double @f(double %x) {\n  %a = call double @sin(double %x) "enzyme_inactive"\n'
        "  %b = call double @sin(double %x)\n"
        "  %r = fmul double %a, %b\n  ret double %r\n}\n",
        lambda x: math.sin(x) * math.cos(x),
    ),
    "math": (
        'define internal double @odd(double %x) "enzyme_math"="sin" {\n  ret double 5.0\n}\n'
        "define double @f(double %x) {\n  %a = call double @odd(double %x)\n  ret double %a\n}\n",
        math.cos,
    ),
    "value": (
        f'define internal double @g(double %x) "enzyme_inactive_val" {{\n{SQUARE}'
        'declare double @cos(double) memory(none)\ndefine double @f(double %x) {\n  %a = call double @g(double %x)\n'
        '  %b = call double @cos(double %x) "enzyme_inactive_val"\n  %c = call double @cos(double %x)\n'
        "  %d = fmul double %a, %x\n  %e = fmul double %d, %b\n  %r = fmul double %e, %c\n  ret double %r\n}\n",
        lambda x: x * x * math.cos(x) * (math.cos(x) - x * math.sin(x)),
    ),
    "hints": (
        f'define internal double @g(double %x) "enzyme_nofree" "enzyme_shouldrecompute" {{\n{SQUARE}'
        "define double @f(double %x) {\n"
        '  %a = call double @g(double %x) "enzyme_nofree" "enzyme_shouldrecompute" "enzyme_active"\n  ret double %a\n}\n',
        lambda x: 2 * x,
    ),
    "integer": (
        'define internal double @g(double %x, i64 "enzyme_inactive" %n) {\n  %k = sitofp i64 %n to double\n'
        "  %r = fmul double %x, %k\n  ret double %r\n}\n"
        'define double @f(double %x) {\n  %a = call double @g(double %x, i64 "enzyme_inactive" 3)\n  ret double %a\n}\n',
        lambda x: 3.0,
    ),
    "allocator": (
        "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n@made = global i64 0\n"
        'define internal ptr @get(i32 %k, i64 %n) noinline "enzyme_allocator"="1" "enzyme_deallocator"="-1" '
        "!enzyme_deallocator_fn !0 {\n"
        "  %m = load i64, ptr @made\n  %m1 = add i64 %m, 1\n  store i64 %m1, ptr @made\n"
        "  %q = call ptr @malloc(i64 %n)\n  %i = ptrtoint ptr %q to i64\n  %p = inttoptr i64 %i to ptr\n  ret ptr %p\n}\n"
        "define internal void @give(ptr %p) noinline {\n  %m = load i64, ptr @made\n  %m1 = sub i64 %m, 1\n"
        "  store i64 %m1, ptr @made\n"
        "  call void @free(ptr %p)\n  ret void\n}\n"
        "define double @left() {\n  %m = load i64, ptr @made\n  %r = sitofp i64 %m to double\n  ret double %r\n}\n"
        "define double @f(double %x) {\n  %p = call ptr @get(i32 1, i64 16)\n  store double %x, ptr %p\n"
        "  %q = getelementptr double, ptr %p, i64 1\n  %y = fmul double %x, %x\n  store double %y, ptr %q\n"
        "  %a = load double, ptr %p\n  %b = load double, ptr %q\n  %r = fmul double %a, %b\n  call void @give(ptr %p)\n"
        "  ret double %r\n}\n!0 = !{ptr @give}\n",
        lambda x: 3 * x * x,
    ),
    "memory": (
        "define internal void @g(ptr %p) {\n  %x = load double, ptr %p\n"
        "  %r = fmul double %x, %x\n  store double %r, ptr %p\n  ret void\n}\n"
        "define double @f(double %x) {\n  %p = alloca double\n  store double 3.0, ptr %p\n"
        '  call void @g(ptr %p) "enzyme_inactive"\n  %a = load double, ptr %p\n  %r = fmul double %a, %x\n  ret double %r\n}\n',
        lambda x: 9.0,
    ),
    "reads": (
        'define internal double @g(ptr %p) "enzyme_inactive" {\n  %a = load double, ptr %p\n  %r = fadd double %a, 1.0\n'
        "  ret double %r\n}\ndefine double @f(double %x) {\n  %p = alloca double\n  store double %x, ptr %p\n"
        "  %n = call double @g(ptr %p)\n  %a = load double, ptr %p\n  %r = fmul double %a, %n\n  ret double %r\n}\n",
        lambda x: x + 1,
    ),
    "scanned": (
        '@text = private constant [2 x i8] c"3\\00"\n@format = private constant [4 x i8] c"%lf\\00"\n'
        "declare i32 @sscanf(ptr, ptr, ...)\ndefine double @f(double %x) {\n  %p = alloca double\n  store double %x, ptr %p\n"
        "  %n = call i32 (ptr, ptr, ...) @sscanf(ptr @text, ptr @format, ptr %p)\n  %a = load double, ptr %p\n"
        "  %r = fmul double %a, %x\n  ret double %r\n}\n",
        lambda x: 3.0,
    ),
}
MARKED = """
declare double @__enzyme_autodiff(ptr, double)
declare double @__enzyme_fwddiff(ptr, double, double)
define double @reverse(double %x) {
  %r = call double @__enzyme_autodiff(ptr @f, double %x)
  ret double %r
}
define double @forward(double %x) {
  %r = call double @__enzyme_fwddiff(ptr @f, double %x, double 1.0)
  ret double %r
}
"""
CALLER = """
declare double @__enzyme_autodiff(ptr, ...)
@enzyme_const = external global i32
define double @reverse(double %x) {
  %c = load i32, ptr @enzyme_const
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %c, ptr null, double %x)
  ret double %r
}
"""


@pytest.mark.parametrize("name", CASES)
def test_attributes(name: str) -> None:
    text, derivative = CASES[name]
    module = irad.Module.from_ir(text + MARKED)
    for x in (0.7, 2.0):
        for function in ("reverse", "forward"):
            assert module[function](x) == pytest.approx(derivative(x), rel=1e-14)
            assert "@left" not in text or module["left"]() == 0
        assert irad.grad(module["f"])(x) == pytest.approx(derivative(x), rel=1e-14)


REFUSED = {
    "writes": (
        "define internal double @g(double %x) {\n  store double %x, ptr @v\n  ret double %x\n}\n",
        ' "enzyme_inactive_val"', "",
    ),
    "unknown": ("declare double @g(double)\n", ' "enzyme_inactive_val"', ""),
    "instruction": (f"define internal double @g(double %x) {{\n{SQUARE}", ' "enzyme_inactive_inst"', ""),
    "argument": (f"define internal double @g(double %x) {{\n{SQUARE}", "", '"enzyme_inactive" '),
    "parameter": (f'define internal double @g(double "enzyme_inactive" %x) {{\n{SQUARE}', "", ""),
    "result": (f'define internal "enzyme_inactive" double @g(double %x) {{\n{SQUARE}', "", ""),
    "metadata": (f"define internal double @g(double %x) {{\n{SQUARE}", ", !enzyme_inactive_val !0", ""),
    "allocator": (f'define internal double @g(double %x) "enzyme_allocator"="0" {{\n{SQUARE}', "", ""),
}


@pytest.mark.parametrize("name", REFUSED)
def test_words_that_are_not_followed(name: str) -> None:
    head, behind, inside = REFUSED[name]
    text = f"{head}@v = global double 0.0\ndefine double @f(double %x) {{\n  %a = call double @g(double {inside}%x){behind}\n"
    with pytest.raises(irad.IradError, match=r"enzyme_\w+\" at .*g.* is not followed|inactive is not followed|needs the number"):
        irad.Module.from_ir(f"{text}  ret double %a\n}}\n!0 = !{{}}\n{MARKED}")["reverse"](2.0)


WRITES = """
double __irad_autodiff(void *, ...);
IRAD_BODY
static double f(double x) { double a[2] = {x, x * x}; double n = norm(a, 2); return a[0] * n; }
static double g(double x) { double a[2]; double n = norm(a, 0); a[0] = x * x; a[1] = x; return a[0] * (n + 1); }
double mixed(double x) { return __irad_autodiff((void *)f, x); }
double fresh(double x) { return __irad_autodiff((void *)g, x); }
"""


@pytest.mark.parametrize("body", ["{ a[0] = n; return n; }", ";"])
def test_inactive_functions_that_may_write(body: str) -> None:
    """What was in the memory has no derivative any more, but how much of it that is nobody knows."""
    head = '__attribute__((annotate("irad_inactive"), noinline)) double norm(double *a, int n)'
    source = WRITES.replace("IRAD_BODY", f"{head} {body}")
    with pytest.raises(irad.DifferentiationError, match=r":4:66: norm\(\) has no derivative, but may write into memory"):
        irad.Module.from_c(source)["mixed"](2.0)
    only = source.replace("double mixed(double x) { return __irad_autodiff((void *)f, x); }", "")
    if body != ";":
        assert irad.Module.from_c(only)["fresh"](2.0) == pytest.approx(4.0, rel=1e-14)


FRESH = """
#include <stdlib.h>
double __irad_autodiff(void *, ...);
__attribute__((annotate("irad_inactive"), noinline)) void fill(double *a, double n) { a[0] = n; a[1] = n + 1; }
static __attribute__((noinline)) double *made(double x, int k) {
  double *a = malloc(2 * sizeof(double));
  fill(a, k);
  a[1] = a[0] * x;
  return a;
}
static double each(double x) {
  double s = 0;
  for (int k = 1; k < 4; k++) { double *a = made(x, k); s += a[0] * a[1] * x; free(a); }
  return s;
}
static double again(double x) {
  double s = 0, *a = malloc(2 * sizeof(double));
  for (int k = 1; k < 4; k++) { fill(a, k); a[1] = a[0] * x; s += a[0] * a[1] * x; }
  free(a);
  return s;
}
IRAD_CALL
"""


def test_inactive_functions_that_write_to_new_memory() -> None:
    """Memory that is new in each iteration holds nothing that has a derivative; what was there before may."""
    each, again = (f"double d(double x) {{ return __irad_autodiff((void *){name}, x); }}" for name in ("each", "again"))
    value = irad.Module.from_c(FRESH.replace("IRAD_CALL", each))["d"](1.5)
    assert value == pytest.approx(2 * (1 + 4 + 9) * 1.5, rel=1e-14)
    with pytest.raises(irad.DifferentiationError, match=r"fill\(\) has no derivative, but may write into memory"):
        irad.Module.from_c(FRESH.replace("IRAD_CALL", again))["d"](1.5)


LOGGER = """
double __irad_autodiff(void *, ...);
IRAD_HEAD void lcong48(const double *);
IRAD_SAID
static double f(double x) { double a[2] = {x, x * x}; lcong48(a); return a[0] * a[1]; }
double cube(double x) { return __irad_autodiff((void *)f, x); }
"""


@pytest.mark.parametrize(
    "said",
    [
        ('__attribute__((annotate("irad_inactive=reads")))', ""),
        ("", 'void *__enzyme_inactivefn_log[] = {(void *)lcong48, "reads"};'),
    ],
)
def test_inactive_functions_of_a_library_that_only_read(said: tuple[str, str]) -> None:
    """(The C library's lcong48 takes fourteen bytes for a seed.)"""
    source = LOGGER.replace("IRAD_HEAD", said[0]).replace("IRAD_SAID", said[1])
    assert irad.Module.from_c(source)["cube"](1.5) == pytest.approx(3 * 1.5**2, rel=1e-14)
    with pytest.raises(irad.DifferentiationError, match=r"lcong48\(\) has no derivative, but may write into memory"):
        irad.Module.from_c(source.replace("=reads", "").replace(', "reads"', ""))["cube"](1.5)


def test_calls_that_cannot_be_set_apart() -> None:
    text = 'define double @f(ptr %g, double %x) {\n  %a = call double %g(double %x) "enzyme_inactive"\n  ret double %a\n}\n'
    with pytest.raises(irad.IradError, match=r"enzyme_inactive.* is not followed"):
        irad.Module.from_ir(text + CALLER)["reverse"](2.0)


@pytest.mark.parametrize("flag", ["-fprofile-instr-generate", "-fcoverage-mapping", "-fprofile-instr-generate=there"])
def test_profiles_of_the_source(flag: str) -> None:
    with pytest.raises(irad.IradError, match=f"{flag} is not supported"):
        irad.Module.from_c("double f(double x) { return x * x; }", flags=("-O2", flag))
