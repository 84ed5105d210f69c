# ruff: noqa: E501
"""Small programs about memory that were wrong or refused once, found by random programs; derivatives by hand.

``double f(double *x, double s)`` with four values in x, from C and as IR; the shadow of x and the seed are 1.
"""

from __future__ import annotations

import math
import subprocess
from pathlib import Path

import numpy as np
import pytest

import irad
from irad.api.export.programs import parse_command, run_command

X, S = np.array([0.3, -0.4, 0.5, 0.7]), 0.6
HEAD = "#include <math.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n#define N __attribute__((noinline)) static\n"
F = "double f(double *x, double s) "

# name: (source, value, d/dx, d/ds)
PROGRAMS: dict[str, tuple[str, float, list[float], float]] = {
    "null pointer in place of an active structure": (  # the callee thinks of the case that there is one
        "struct n { double v; struct n *next; };"
        "N double g(struct n *p, double k) { if (!p) return sin(k); for (struct n *q = p; q;) { struct n *r = q->next; q->next = 0;"
        " q = r; } return erf(p->v); } typedef double (*fn)(struct n *, double); static const fn table[1] = {g};"
        + F + "{ fn t = table[0]; return t((struct n *)0, x[0]); }",
        math.sin(0.3), [1 + math.cos(0.3), 1, 1, 1], 0.0,
    ),
    "memset of fields that a varying index mixes up": (
        "struct t { double a[2]; struct t *next; double v; int k; double in[2]; };"
        "N int g(struct t **p) { int k = 0; while (*p) { p = &(*p)->next; k++; } return k; }"
        + F + "{ struct t *e = malloc(sizeof *e); *e = (struct t){.v = x[2], .k = 3}; int k = g(&e->next) & 1;"
        " double r = e->a[k] + e->v * x[1] + s; free(e); return r; }",
        0.5 * -0.4 + 0.6, [1, 1 + 0.5, 1 - 0.4, 1], 1.0,
    ),
    "parts of a structure passed by value that nobody looks at": (
        "struct t { float a, b[2]; double c; int64_t d; }; static double keep; N double *g(struct t v) { keep = v.c; return &keep; }"
        + F + "{ g((struct t){.c = s, .d = 0}); return keep * x[0]; }",
        0.6 * 0.3, [1 + 0.6, 1, 1, 1], 0.3,
    ),
    "structure passed by value through a pointer": (  # where nothing is active, the functions themselves are called
        "struct t { double c; int64_t d; double e[3]; }; typedef double (*fn)(struct t, double);"
        "N double g0(struct t v, double k) { v.e[v.d] *= k; return v.c * v.e[0] + v.e[1]; }"
        "N double g1(struct t v, double k) { v.c += 1; return v.c * v.c * k; } static const fn table[2] = {g0, g1};"
        + F + "{ int64_t k = x[3] > 5; struct t v = {s, k, {x[0], x[1], x[2]}}; double r = table[k](v, x[2]);"
        " r += table[1 - k](v, x[3]); return r + v.c + table[k]((struct t){2.0, 1, {3.0}}, 4.0); }",
        # g0: s x0 x2 + x1, g1: (s + 1)^2 x3, then s and 2 * 3 + 0
        0.6 * 0.3 * 0.5 - 0.4 + 1.6**2 * 0.7 + 0.6 + 6, [1 + 0.6 * 0.5, 2.0, 1 + 0.6 * 0.3, 1 + 1.6**2],
        0.3 * 0.5 + 2 * 1.6 * 0.7 + 1,
    ),
    "structure copied by a function that knows one member": (  # the caller knows the other
        "struct t { struct t *b; double v; }; N void g(struct t *p) { memcpy(p->b, p, sizeof(struct t)); }"
        + F + "{ struct t q = {0, x[0]}, r = {&q, x[1]}; g(&r); return q.v * s + r.v; }",
        -0.4 * 0.6 - 0.4, [1, 1 + 0.6 + 1, 1, 1], -0.4,
    ),
    "structure cleared by a function that knows one member": (
        "struct t { struct t *b; double v; }; N void g(struct t *p) { if (p->b) memset(p, 0, sizeof(struct t)); }"
        + F + "{ struct t q = {0, x[0]}, r = {&q, x[1]}; g(&r); g(&q); return q.v * s + r.v; }",
        0.3 * 0.6, [1 + 0.6, 1, 1, 1], 0.3,
    ),
    "one of two links of a tree": (  # the place is chosen by a varying offset; the structure is copied as a whole
        "struct t { struct t *a, *b, *l[2]; double v; }; N struct t *g(struct t **p) { memcpy((*p)->b, *p, sizeof(struct t));"
        " return (*p)->l[1]; }"
        + F + "{ struct t *r = 0; for (int i = 0; i < 2; i++) { double k = x[i] * s; struct t *e = calloc(1, sizeof *e), **q = &r;"
        " e->v = k; for (; *q; q = 0.5 < k ? &(*q)->a : &(*q)->b) {} *q = e; } struct t *second = r->b; g(&r);"
        " double d = r->v + 2 * second->v; free(second); free(r); return d; }",
        3 * 0.3 * 0.6, [1 + 3 * 0.6, 1, 1, 1], 3 * 0.3,
    ),
    "array that grows, reached by the way of a pointer that may go elsewhere": (
        "struct t { struct t *n; float w; double a[2]; }; N double g(double **p) { (*p)[0] *= 2; return (*p)[1]; }"
        + F + "{ struct t e = {0, 2, {s, x[3]}}; double *in = e.a, *h = 0; for (int i = 0; i < 3; i++) {"
        " h = realloc(h, (i + 1) * sizeof(double)); h[i] = x[i] * s; } double r = g(x[0] < 0.5 ? &h : &in); r += g(&in) + h[0];"
        " free(h); return r + e.w * e.a[0]; }",
        # h = (2 s x0, s x1, s x2), a = (2 s, x3), w = 2: s x1 + x3 + 2 s x0 + 4 s
        0.6 * -0.4 + 0.7 + 2 * 0.6 * 0.3 + 4 * 0.6, [1 + 1.2, 1 + 0.6, 1, 2], -0.4 + 0.6 + 4,
    ),
    "structure copied by a function that looks at none of it": (
        "struct t { double *p; double q; }; N void g(void *d, void *s, size_t n) { memcpy(d, s, n); }"
        + F + "{ struct t a = {x, s}, *b = malloc(sizeof a); g(b, &a, sizeof a); double r = b->p[0] * b->q * x[1]; free(b); return r; }",
        0.3 * 0.6 * -0.4, [1 + 0.6 * -0.4, 1 + 0.3 * 0.6, 1, 1], 0.3 * -0.4,
    ),
    "structure copied by way of memory that the caller does not see": (
        "struct t { double *p; double q; }; N void g(void *d, void *s, size_t n) { memcpy(d, s, n); }"
        "N void h(void *d, void *s, int k) { double w[3][2]; g(w[k], s, 16); g(d, w[k], 16); }"
        + F + "{ struct t a = {x, s}, *b = malloc(sizeof a); h(b, &a, x[0] < x[1]); double r = b->p[0] * b->q * x[1]; free(b);"
        " return r; }",
        0.3 * 0.6 * -0.4, [1 + 0.6 * -0.4, 1 + 0.3 * 0.6, 1, 1], 0.3 * -0.4,
    ),
    "zeros for a part of a structure that nobody looks at": (  # they lie in a variable without a shadow
        "struct t { double v; struct t *n; double a[2]; }; N void g(void *p, size_t n) { memset(p, 0, n); }"
        + F + "{ struct t e = {.v = x[0], .n = &e}; double a[2]; g(a, sizeof a); memcpy(e.a, a, sizeof a);"
        " struct t *volatile l = &e; return l->n->v * s; }",
        0.3 * 0.6, [1 + 0.6, 1, 1, 1], 0.3,
    ),
}  # fmt: skip


def test_structure_passed_by_value_from_another_file(tmp_path: Path) -> None:
    """What ``irad cc -c`` makes of a visible function is called as the C compiler says."""
    (tmp_path / "a.c").write_text(
        "#include <irad/irad.h>\nstruct t { double c, d, e; };\ndouble area(struct t v) { v.c *= 2; return v.c * v.d + v.e; }\n"
        "static double f(double x) { return area((struct t){x, x, 1}); }\n"
        "double slope(double x) { return __irad_autodiff((void *)f, x); }\n"
    )
    (tmp_path / "main.c").write_text(
        "#include <stdio.h>\nstruct t { double c, d, e; };\ndouble area(struct t v); double slope(double x);\n"
        'int main(void) { printf("%g %g\\n", area((struct t){2, 3, 4}), slope(5)); }\n'
    )
    run_command(parse_command([str(tmp_path / "a.c"), "-O1", "-c", "-o", str(tmp_path / "a.o")]))
    program = tmp_path / "program"
    run_command(parse_command([str(tmp_path / "main.c"), str(tmp_path / "a.o"), "-lm", "-o", str(program)]))
    done = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    assert done.stdout == "16 20\n"


def check(f: object, value: float, dx: list[float], ds: float) -> None:
    """Reverse in one and in two parts, and forward."""
    x, a = X.copy(), np.ones(4)
    derivatives, found = irad.autodiff(f, irad.Duplicated(x, a), irad.Active(S), mode=irad.ReverseWithPrimal)
    assert found == pytest.approx(value, rel=1e-14)
    np.testing.assert_allclose(a, dx, rtol=1e-13, atol=1e-15)
    assert derivatives[1] == pytest.approx(ds, rel=1e-13)
    a = np.ones(4)
    args = (irad.Duplicated(X.copy(), a), irad.Active(S))
    augmented, reverse = irad.autodiff_thunk(f, *args)
    tape, _ = augmented(*args)
    assert reverse(*args, tape=tape)[1] == pytest.approx(ds, rel=1e-13)
    np.testing.assert_allclose(a, dx, rtol=1e-13, atol=1e-15)
    a = np.ones(4)
    (slope,) = irad.autodiff(f, irad.Duplicated(X.copy(), a), irad.Duplicated(S, 1.0), mode=irad.Forward)
    assert slope + a.sum() == pytest.approx(sum(dx) + ds, rel=1e-13)


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("name", list(PROGRAMS))
def test_reduced_program(name: str, level: str) -> None:
    source, *wanted = PROGRAMS[name]
    check(irad.Module.from_c(HEAD + source, flags=(level, "-w"))["f"], *wanted)  # type: ignore[arg-type]


MASKED = """
define double @f(ptr %x, double %s) {
  %old = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %x, <4 x i1> <i1 0, i1 1, i1 1, i1 1>, <4 x double> zeroinitializer)
  %one = insertelement <4 x double> poison, double %s, i64 0
  %all = shufflevector <4 x double> %one, <4 x double> poison, <4 x i32> zeroinitializer
  %new = fmul <4 x double> %all, %old
  call void @llvm.masked.store.v4f64.p0(<4 x double> %new, ptr %x, <4 x i1> <i1 1, i1 0, i1 1, i1 1>)
  %at = getelementptr double, ptr %x, i64 2
  %y = load double, ptr %at
  ret double %y
}
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
"""


def test_masked_loads_and_stores() -> None:
    """x becomes (0, x1, s x2, s x3) and s x2 is returned."""
    check(irad.Module.from_ir(MASKED)["f"], S * 0.5, [0.0, 1.0, 2 * S, S], 2 * 0.5 + 0.7)


NUMBERS = """
define internal double @g(ptr %m) noinline {
  %at = getelementptr i8, ptr %m, i64 8
  %b = load double, ptr %at
  ret double %b
}
define double @f(ptr %x, double %s) {
  %m = call ptr @malloc(i64 16)
  %first = load double, ptr %x
  %below = fcmp olt double %first, 1.0
  %k = select i1 %below, i32 1, i32 2
  store i32 %k, ptr %m
  %at = getelementptr i8, ptr %m, i64 8
  %a = fmul double %first, %s
  store double %a, ptr %at
  %b = call double @g(ptr %m)
  call void @free(ptr %m)
  ret double %b
}
declare ptr @malloc(i64)
declare void @free(ptr)
"""


def test_one_of_two_constants_that_nobody_looks_at() -> None:
    check(irad.Module.from_ir(NUMBERS)["f"], 0.3 * S, [1 + S, 1.0, 1.0, 1.0], 0.3)


def test_a_callee_stores_a_pointer_that_leads_to_active_memory_further_on() -> None:
    """It never looks behind the pointer; only its caller knows that there is a way to something active: x[0] = y[0]."""
    module = irad.Module.from_c(
        """
        #include <stdlib.h>
        #include <string.h>
        struct node { double v; double **way; };
        static struct node *kept;
        static __attribute__((noinline)) void keep(double **way) {
          struct node *n = malloc(sizeof(struct node));
          n->v = 0.5;
          n->way = way;
          kept = n;
        }
        double f(double *x, double *y) {
          keep(&y);
          memcpy(x, *kept->way, sizeof(double));
          return 0.5;
        }
        """
    )
    x, y, dx, dy = np.array([1.0]), np.array([2.0]), np.array([3.0]), np.array([4.0])
    irad.autodiff(module["f"], irad.Duplicated(x, dx), irad.Duplicated(y, dy))
    assert (dx[0], dy[0]) == (0.0, 7.0)


def test_a_call_returns_a_structure_that_leads_to_functions_only() -> None:
    """No float is in what it touches, but the function in it has a derivative: 2 x."""
    module = irad.Module.from_c(
        """
        typedef double (*rule)(double);
        struct node { int key; rule apply; };
        static double square(double x) { return x * x; }
        static struct node shared = {3, square};
        static __attribute__((noinline)) struct node *find(int key) { return key > 2 ? &shared : 0; }
        double f(double x, int key) {
          struct node *n = find(key);
          return n ? n->apply(x) : x;
        }
        """
    )
    f = module["f"]
    assert irad.autodiff(f, irad.Active(3.0), irad.Const(5))[0] == 6.0
    assert irad.autodiff(f, irad.Active(3.0), irad.Const(1))[0] == 1.0
