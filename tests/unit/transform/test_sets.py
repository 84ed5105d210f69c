"""Index sets through IR that no Python function becomes: vectors, bits, atomic operations, rules, several lanes.

``void f(double *x, double *y)`` writes y; the sets are known by looking.
"""

from __future__ import annotations

import numpy as np
import pytest

import irad
from irad.options import Options
from irad.pipeline import derive
from irad.runtime.compiled import Lease
from irad.transform.base.request import DUP, FORWARD, Request

HEAD = """#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define N __attribute__((noinline)) static
"""
F = "void f(double *x, double *y) "


def sets(module: irad.Module, rows: int, columns: int = 64, lanes: int = 1) -> list[list[int]]:
    """For each element of y the elements of x that it depends on."""
    x, y = np.linspace(0.1, 2.0, 64), np.zeros(rows)
    x[0] = -0.3
    shadows = [np.zeros(64, np.uint64) for _ in range(lanes)]
    for lane in range(lanes):
        part = np.arange(lane, columns, lanes)  # every lanes-th column
        shadows[lane][part] = np.uint64(1) << part.astype(np.uint64)
    results = [np.zeros(rows, np.uint64) for _ in range(lanes)]
    source = module["f"].source
    request = Request("f", FORWARD, (DUP, DUP), False, ("double", "double"), width=lanes)
    derivative = source.derivative(request, Options(index_sets=64))
    addresses = [int(a.__array_interface__["data"][0]) for a in (x, *shadows, y, *results)]
    with Lease() as arena:
        derivative.code(derivative.made[0].symbol, [arena, *addresses])
    found = np.bitwise_or.reduce(results)
    return [[k for k in range(64) if int(s) >> k & 1] for s in found]


def ir(body: str, more: str = "") -> irad.Module:
    return irad.Module.from_ir(f"define void @f(ptr %x, ptr %y) {{\n{body}\n  ret void\n}}\n{more}")


def c(body: str, before: str = "") -> irad.Module:
    return irad.Module.from_c(HEAD + before + F + body)


def test_vectors() -> None:
    found = sets(
        ir("""
  %a = load <2 x double>, ptr %x
  %p = getelementptr double, ptr %x, i64 4
  %b = load <2 x double>, ptr %p
  %m = fmul <2 x double> %a, %b
  %s = shufflevector <2 x double> %m, <2 x double> %a, <4 x i32> <i32 1, i32 0, i32 2, i32 3>
  %r = call double @llvm.vector.reduce.fadd.v2f64(double 0.0, <2 x double> %m)
  store <4 x double> %s, ptr %y
  %q = getelementptr double, ptr %y, i64 4
  store double %r, ptr %q""", "declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>)"),
        5,
    )  # fmt: skip
    assert found == [[1, 5], [0, 4], [0], [1], [0, 1, 4, 5]]


def test_bits_and_narrow_numbers() -> None:
    module = ir("""
  %a = load i64, ptr %x
  %b = and i64 %a, 9223372036854775807
  store i64 %b, ptr %y
  %p = getelementptr double, ptr %x, i64 3
  %c = load double, ptr %p
  %i = fptosi double %c to i64
  %j = sitofp i64 %i to double
  %d = fadd double %j, 1.0
  %q = getelementptr double, ptr %y, i64 1
  store double %d, ptr %q
  %z = fneg double %c
  %w = getelementptr double, ptr %y, i64 2
  store double %z, ptr %w""")
    assert sets(module, 3) == [[0], [], [3]]
    for small in ("float", "half"):
        module = ir(f"""
  %a = load double, ptr %x
  %b = fptrunc double %a to {small}
  %c = fmul {small} %b, %b
  %d = fpext {small} %c to double
  store double %d, ptr %y""")
        with pytest.raises(irad.DifferentiationError, match=r"does not fit into|not known for numbers of type"):
            sets(module, 1)


def test_atomic_addition() -> None:
    module = ir("""
  %a = load double, ptr %x
  store double %a, ptr %y
  %p = getelementptr double, ptr %x, i64 2
  %b = load double, ptr %p
  %old = atomicrmw fadd ptr %y, double %b seq_cst
  %q = getelementptr double, ptr %y, i64 1
  store double %old, ptr %q""")
    assert sets(module, 2) == [[0, 2], [0]]


FAST = """
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %n, %loop ]
  %s = phi nnan ninf double [ 0.0, %0 ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %p
  %t = fadd fast double %s, %a
  %n = add i64 %i, 1
  %more = icmp ult i64 %n, 64
  br i1 %more, label %loop, label %done
done:
  %big = fcmp fast ogt double %t, 1.0
  %r = select nnan ninf i1 %big, double %t, double %a
  store double %r, ptr %y"""


def test_sets_that_look_like_nans() -> None:
    """All 64 bits: were they a number, fast arithmetic might assume that it does not exist."""
    assert sets(ir(FAST), 1) == [list(range(64))]
    request = Request("f", FORWARD, (DUP, DUP), False, ("double", "double"))
    text = derive(ir(FAST).text, [request], Options(index_sets=64)).text
    bodies = [text[text.index(f" {name}(") :].split("\n}")[0] for name in ("@f", "@fwd.f")]
    assert bodies[0].count("nnan") == bodies[1].count("nnan") > 0  # those of the primal


MEMORY = """{
  struct { double a[3]; int64_t n; double b; } s = {{x[0], x[1], x[2]}, 1, x[3]};
  double *p = malloc(4 * sizeof(double));
  memcpy(p, s.a, sizeof(s.a));
  p[3] = s.b * s.a[s.n];
  double (*g)(double, double) = x[7] > 0 ? add : first;
  y[0] = p[0]; y[1] = p[3]; y[2] = g(p[2], x[5]); y[3] = inner(p, 3); y[4] = frexp(x[6], &(int){0}); y[5] = fma(x[8], 0.0, x[9]);
  memset(p, 0, 8);
  y[6] = p[0] + p[1];
  free(p);
}"""
HELPERS = """
N double add(double a, double b) { return a + b; }
N double first(double a, double b) { return a * 3.0; }
N double inner(double *p, int n) { return n ? p[n - 1] * inner(p, n - 1) : 1.0; }
"""


@pytest.mark.parametrize("lanes", [1, 3])
def test_memory_calls_and_lanes(lanes: int) -> None:
    found = sets(c(MEMORY if lanes == 1 else MEMORY.replace("x[7] > 0 ? add : first", "add"), HELPERS), 7, lanes=lanes)
    assert found == [[0], [1, 3], [2, 5], [0, 1, 2], [6], [8, 9], [1]]


def test_rules_of_the_program() -> None:
    """Of a rule for numbers the union of all that goes in is taken; what a rule does with memory is not known."""
    rule = """
N double g(double a, double b) { return a * b; }
double dg(double a, double da, double b, double db) { return da * b + a * db; }
void *__irad_register_derivative_g[] = {(void *)g, (void *)dg};
"""
    assert sets(c("{ y[0] = g(x[0], x[1]) + x[2]; y[1] = g(x[3], 2.0); }", rule), 2) == [[0, 1, 2], [3]]
    rule = """
N void g(double *a, double *b) { b[0] = a[0]; }
void dg(double *a, double *da, double *b, double *db) { b[0] = a[0]; db[0] = da[0]; }
void *__irad_register_derivative_g[] = {(void *)g, (void *)dg};
"""
    with pytest.raises(irad.DifferentiationError, match="which of its outputs depend on which inputs of g"):
        sets(c("{ g(x, y); }", rule), 1)


def test_routines_of_libraries() -> None:
    routine = """
void dgemm_(char *, char *, int *, int *, int *, double *, double *, int *, double *, int *, double *, double *, int *);
"""
    call = """{
  int n = 2; char t = 'N'; double one = 1.0, zero = 0.0;
  dgemm_(&t, &t, &n, &n, &n, &one, x, &n, x, &n, &zero, y, &n);
}"""
    with pytest.raises(irad.DifferentiationError, match="give the pattern"):
        sets(c(call, routine), 4)
