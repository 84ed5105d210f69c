"""Wrong or unsupported C and IR: the type of the error, the place it names, its wording; and the process lives on."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, Duplicated, autodiff


def buffers() -> Duplicated:
    return Duplicated((ctypes.c_char * 8)(), (ctypes.c_char * 8)())


def pair() -> Duplicated:
    return Duplicated(np.ones(3), np.zeros(3))


def slope(f: Any) -> Any:
    return irad.grad(f)(1.0)


# name: (source, what is done with f, the words of the error, the line it points to)
ACTIVE: dict[str, tuple[str, Callable[[Any], Any], str, str]] = {
    "unknown external function": (
        "double mystery(double);\ndouble f(double x) {\n  return mystery(x) * x;\n}",
        slope,
        "the function mystery has no definition and no rule, and active values pass through it",
        "return mystery(x) * x;",
    ),
    "unknown type at memcpy": (
        "#include <string.h>\nvoid f(void *d, void *s, long n) {\n  memcpy(d, s, n);\n}",
        lambda f: autodiff(f, buffers(), buffers(), 8),
        "cannot tell what kind of data this copy moves",
        "memcpy(d, s, n);",
    ),
    "eight bytes of unknown type": (
        "#include <string.h>\nvoid f(void *d, void *s) {\n  memcpy(d, s, 8);\n}",
        lambda f: autodiff(f, buffers(), buffers()),
        "cannot tell what kind of data this copy moves",
        "memcpy(d, s, 8);",
    ),
    "four bytes of unknown type": (
        "#include <string.h>\nvoid f(void *d, void *s) {\n  memcpy(d, s, 4);\n}",
        lambda f: autodiff(f, buffers(), buffers()),
        "cannot tell whether the i32 accessed here is a number or copied floating-point data",
        "memcpy(d, s, 4);",
    ),
    "arithmetic on bits": (
        "#include <string.h>\n#include <stdint.h>\ndouble f(double x) {\n  int64_t b; memcpy(&b, &x, 8);\n  b += 12345;\n"
        "  memcpy(&x, &b, 8);\n  return x;\n}",
        slope,
        "no derivative is known for the active operation 'add' on floating-point bits",
        "b += 12345;",
    ),
    "inline assembly": (
        'double f(double x) {\n  double r;\n  __asm__("addsd %1, %0" : "=x"(r) : "x"(x), "0"(x));\n  return r;\n}',
        slope,
        "active values pass through inline assembly",
        "__asm__(",
    ),
    "variable arguments": (
        "#include <stdarg.h>\nstruct S { double v[3]; };\n"
        "__attribute__((noinline)) static double g(int n, ...) { va_list l; va_start(l, n); double s = 0;\n"
        "for (int i = 0; i < n; i++) s += va_arg(l, struct S).v[1]; va_end(l); return s; }\n"
        "double f(double x) {\n  struct S s = {{x, x * x, 1}};\n  return g(2, s, s);\n}",
        slope,
        "active values are passed as variable arguments",
        "return g(2, s, s);",
    ),
    "atomic exchange": (
        "double f(double *p) {\n  double y = p[1] * p[2];\n  __atomic_exchange(p, &y, &y, 5);\n  return y;\n}",
        lambda f: autodiff(f, pair()),
        "an atomic operation on i64 in active memory",
        "__atomic_exchange(p, &y, &y, 5);",
    ),
    "setjmp": (
        "#include <setjmp.h>\nstatic jmp_buf b;\ndouble f(double x) {\n  if (setjmp(b)) return x;\n  longjmp(b, 1);\n}",
        slope,
        "a function that calls setjmp cannot be differentiated",
        "if (setjmp(b)) return x;",
    ),
    "library sort": (
        "#include <stdlib.h>\nstatic int c(const void *a, const void *b) { return *(double *)a > *(double *)b; }\n"
        "double f(double *x) {\n  qsort(x, 3, 8, c);\n  return x[0];\n}",
        lambda f: autodiff(f, pair()),
        "the function qsort has no definition and no rule",
        "qsort(x, 3, 8, c);",
    ),
}


# In forward mode copies of unknown type are no problem: tangents are copied like what they belong to.
COPIES = ("unknown type at memcpy", "eight bytes of unknown type")
CASES = [(n, m) for n in ACTIVE for m in ("reverse", "forward") if m == "reverse" or n not in COPIES]


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_no_derivative(name: str, mode: str) -> None:
    source, call, words, line = ACTIVE[name]
    f = irad.Module.from_c(source, flags=("-O1", "-w"))["f"]
    with pytest.raises(irad.DifferentiationError) as caught:
        if mode == "forward" and call is slope:
            autodiff(f, Duplicated(1.0, 1.0), mode=irad.Forward)
        elif mode == "forward":
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("tests.native.test_bad_input.autodiff", lambda *a: irad.autodiff(*a, mode=irad.Forward))
                call(f)
        else:
            call(f)
    assert words in str(caught.value)
    place = caught.value.place
    assert place is not None and place.column > 0
    assert place.source_line().strip().startswith(line)
    assert source.split("\n")[place.line - 1].strip().startswith(line)


@pytest.mark.parametrize("size", ["n", "8"])
def test_tangents_of_unknown_bytes_are_copied(size: str) -> None:
    source = f"#include <string.h>\nvoid f(void *d, void *s, long n) {{ memcpy(d, s, {size}); }}"
    f = irad.Module.from_c(source, flags=("-O1",))["f"]
    value = [(ctypes.c_char * 8).from_buffer_copy(struct.pack("d", v)) for v in (1.0, 2.0, 3.0, 4.0)]
    irad.autodiff(f, Duplicated(value[0], value[1]), Duplicated(value[2], value[3]), 8, mode=irad.Forward)
    assert [struct.unpack("d", bytes(v))[0] for v in value] == [3.0, 4.0, 3.0, 4.0]


IR = {
    "unknown value": ("define double @f(double %x) {\n  %y = fmul double %x, %z\n  ret double %y\n}", irad.ParseError, "'%z'"),
    "garbage collector": (
        'define double @f(double %x) gc "other" {\n  ret double %x\n}',
        irad.UnsupportedError,
        "garbage collector",
    ),
    "another machine's calls": ("define amdgpu_kernel void @f() {\n  ret void\n}", irad.UnsupportedError, "'amdgpu_kernel'"),
    "unknown calling convention": (
        "define cc 1000 double @f(double %x) {\n  ret double %x\n}",
        irad.UnsupportedError,
        "'cc1000'",
    ),
    "bogus assembly": (
        'define void @f() {\n  call void asm sideeffect "nosuch", ""()\n  ret void\n}',
        irad.UnsupportedError,
        "nosuch",
    ),
    "bogus constraint": (
        'define void @f() {\n  call void asm sideeffect "", "{nosuch}"(i32 1)\n  ret void\n}',
        irad.UnsupportedError,
        "inline assembly",
    ),
    "bogus module assembly": ('module asm "nosuch"\ndefine void @f() {\n  ret void\n}', irad.UnsupportedError, "module asm"),
    "not IR at all": ("int main() { return 0; }", irad.ParseError, "LLVM does not accept this IR"),
}


@pytest.mark.parametrize("name", list(IR))
def test_ir_that_llvm_would_not_survive(name: str) -> None:
    text, kind, words = IR[name]
    with pytest.raises(kind, match=words):
        irad.Module.from_ir(text)


def test_good_assembly_is_taken() -> None:
    m = irad.Module.from_c('double f(double x) { __asm__ volatile("nop" ::: "memory"); return x * x; }')
    assert m["f"](3.0) == 9.0 and irad.grad(m["f"])(3.0) == 6.0


DOT = "double f(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }"
CALLS: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "too few": (lambda f: f(np.zeros(3)), irad.TypingError, r"f\(\) takes 2 arguments, 1 were given"),
    "number for pointer": (
        lambda f: f(1.0, 3),
        irad.TypingError,
        "x is a pointer; an array or a ctypes object is needed and float",
    ),
    "float for int": (lambda f: f(np.zeros(3), 3.0), irad.TypingError, "n is i32, an int is needed and float was given"),
    "int too large": (lambda f: f(np.zeros(3), 2**40), irad.TypingError, "does not fit i32"),
    "float32": (lambda f: f(np.zeros(3, np.float32), 3), irad.TypingError, "x points to float64, an array of float32 was given"),
    "integers": (lambda f: f(np.zeros(3, np.int64), 3), irad.TypingError, "x points to float64, an array of int64 was given"),
    "float32 shadowed": (
        lambda f: autodiff(f, Duplicated(np.zeros(3, np.float32), np.zeros(3, np.float32)), 3),
        irad.TypingError,
        "points to float64",
    ),
    "integer active": (
        lambda f: autodiff(f, pair(), Active(3)),
        irad.ActivityError,
        "n is Active, but it is not a floating-point",
    ),
    "pointer active": (lambda f: autodiff(f, Active(np.ones(3)), 3), irad.ActivityError, "use Duplicated"),
    "shadow of another shape": (lambda f: autodiff(f, Duplicated(np.ones(3), np.ones(2)), 3), irad.ActivityError, "shape"),
    "int result active": (
        lambda f: autodiff(irad.Module.from_c("int f(double x) { return x > 0; }")["f"], Active(1.0), returns=Active),
        irad.ActivityError,
        "returns i32, which cannot be active",
    ),
}


@pytest.mark.parametrize("name", list(CALLS))
def test_wrong_calls(name: str) -> None:
    call, kind, words = CALLS[name]
    f = irad.Module.from_c(DOT)["f"]
    with pytest.raises(kind, match=words):
        call(f)
    assert f(np.ones(3), 3) == 3.0


def test_names_and_sources() -> None:
    with pytest.raises(KeyError, match="no function 'g' with a body in this module; it has: f"):
        irad.Module.from_c(DOT)["g"]
    with pytest.raises(irad.IradError, match=r"1:32: error: expected expression"):
        irad.Module.from_c("double f(double x) { return x +; }")
    with pytest.raises(irad.IradError, match="cannot read"):
        irad.Module.from_ir("/nowhere/f.ll")
    m = irad.Module.from_c("double mystery(double);\ndouble f(double x) { return mystery(1.0) * x; }")
    with pytest.raises(irad.UnsupportedError, match="mystery is used, but not defined anywhere"):
        m["f"](1.0)
    with pytest.raises(irad.IradError, match=r"libnowhere\.so cannot be loaded"):
        irad.Module.from_ir(
            "declare double @g(double)\ndefine double @f(double %x) {\n  %y = call double @g(double %x)\n  ret double %y\n}",
            link=("libnowhere.so",),
        )["f"](1.0)
