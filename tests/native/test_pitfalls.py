# ruff: noqa: E501
"""What goes wrong in reverse mode on LLVM IR, one program per trap, against central differences of the primal.

``double f(double *x, double *y, long n, double s)`` with x of six, y of eight values, n = 4; every array counts as result.
The differences have an error of about 1e-9 of the derivative (two step sizes, extrapolated; the tolerance includes their own
estimate).  Programs in C++ end in ``cpp``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import irad
from irad.api.checks.differences import compare

pytestmark = pytest.mark.sampled

HEAD = "#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#define N __attribute__((noinline)) static\n"
F = "double f(double *x, double *y, long n, double s) "

PROGRAMS = {
    # ---- phis and loops
    "rotating phis": F
    + "{ double a = x[0], b = x[1], c = x[2]; for (long i = 0; i < n; i++) { double t = a; a = b * s; b = c + t; c = t * a; } return a * b * c; }",
    "value of the last iteration only": F + "{ double t = 0; for (long i = 0; i <= n; i++) t = x[i] * x[i] * s; return t * t; }",
    "several exits": F
    + "{ double r = s; for (long i = 0; i < 9; i++) { r += x[i % 6] * r; if (r > 3) return r * x[0]; if (r < -3) break; if (i == n) goto out; y[i % 8] *= r; } return r; out: return r * r; }",
    "endless loop with a break": F
    + "{ double r = s; long i = 0; for (;;) { r = r * 0.5 + x[i % 6]; if (++i > n + 2) break; y[i] += r; } return r; }",
    "dynamic in static in dynamic": F
    + "{ double r = s; long k = 0; while (r < 20 && k++ < 6) for (int j = 0; j < 3; j++) { double t = r; while (t > 0.5) { t = t * 0.4 + x[j] * 0.1; y[j] += t * 0.1; r += t; } r += 0.7; } return r; }",
    "bound from memory that changes": F
    + "{ long b[1] = {n}; double r = s; for (long i = 0; i < b[0]; i++) { r = r * x[i] + 1; if (i == 1 && b[0] < 6) b[0]++; } return r; }",
    "no iteration, null array": F + "{ double *p = 0, r = s; for (long i = n; i < 2; i++) r += p[i] * x[i]; return r * r; }",
    "exit through unreachable": F
    + "{ double r = 1; for (long i = 0; i < n; i++) { if (x[i] > 1e9) abort(); r *= x[i] + s; } return r; }",
    "backward loop with a step": F
    + "{ double r = s; for (long i = 5; i >= 0; i -= 2) { r = r * x[i] + y[i]; y[i] = r; } return r; }",
    "unsigned counter of 32 bits": F
    + "{ double r = s; for (uint32_t i = 3; i != 0; i--) r = r * x[i] + 0.1; for (uint8_t i = 250; i != 2; i++) r = r * 0.9 + x[i % 6]; return r; }",
    # ---- memory
    "inactive value into active memory": F
    + "{ y[0] = x[0] * s; double r = y[0] * y[0]; y[0] = 3.0; y[1] = n; return r + y[0] * y[1]; }",
    "overwritten by a callee": "N void g(double *p, double v) { p[0] = p[0] * p[1] + v; p[1] = v; }"
    + F
    + "{ double t = sin(x[0]) * x[1]; g(x, s); g(x, t); return t * x[0] * x[1]; }",
    "overwritten by the caller later": "N double g(const double *p) { return p[0] * p[1] * p[0]; }"
    + F
    + "{ double r = 0; for (int i = 0; i < 3; i++) { r += g(x + i); x[i] = r * s; } return r; }",
    "struct of int, double, pointer copied": "struct S { int k; double v; double *p; };"
    + F
    + "{ struct S a = {1, s * x[0], y}, b, c[2]; memcpy(&b, &a, sizeof a); c[1] = b; b.v *= x[1]; c[1].p[c[1].k] += b.v * c[1].v; return c[1].v + b.v; }",
    "overlapping memmove in a loop": F
    + "{ for (int i = 0; i < 3; i++) { memmove(y + 1, y, 6 * sizeof(double)); y[0] = x[i] * y[3]; } return y[6] * s; }",
    "memset of a part": F
    + "{ double t[6]; memcpy(t, x, sizeof t); memset(t + 1, 0, 3 * sizeof(double)); double r = 0; for (int i = 0; i < 6; i++) r += t[i] * x[i]; return r * s; }",
    "array of pointers": F
    + "{ double *p[4]; for (long i = 0; i < 4; i++) p[i] = i & 1 ? x + i : y + i; double *t = p[0]; p[0] = p[3]; p[3] = t; double r = s; for (int i = 0; i < 4; i++) { *p[i] *= r; r += *p[i]; } return r; }",
    "tree": "struct T { double v; struct T *l, *r; }; N double walk(struct T *t) { return t ? t->v * (1 + walk(t->l)) + 0.5 * walk(t->r) : 0.2; } N void drop(struct T *t) { if (t) { drop(t->l); drop(t->r); free(t); } }"
    + F
    + "{ struct T *root = 0; for (long i = 0; i < 6; i++) { struct T *q = malloc(sizeof *q); q->v = x[i] * s; q->l = q->r = 0; struct T **at = &root; long k = i * 5 % 7; while (*at) { at = k & 1 ? &(*at)->l : &(*at)->r; k /= 2; } *at = q; } double r = walk(root); drop(root); return r; }",
    "pointer as an integer": F
    + "{ uintptr_t a = (uintptr_t)(x + 1), b = a | 1; double *p = (double *)(b & ~(uintptr_t)1); p[1] *= s; return p[0] * p[1]; }",
    "stack array in a loop": F
    + "{ double r = s; for (long i = 0; i < n; i++) { double t[3] = {x[i], r}; t[2] += t[0] * t[1]; r = t[2] + t[1] * y[i]; } return r; }",
    "stack memory with a large alignment": "N double g(const double *p, double v) { double t[8] __attribute__((aligned(64))), u[4] __attribute__((aligned(32))); for (int i = 0; i < 8; i++) t[i] = p[i % 6] * v; for (int i = 0; i < 4; i++) u[i] = t[i] * t[7 - i]; for (int i = 0; i < 4; i++) t[2 * i] += u[i]; return t[0] * t[6] + u[3]; }"
    + F
    + "{ double r = s; for (int i = 0; i < 3; i++) { volatile char pad[5]; pad[0] = 1; r = g(x, r) * 0.2 + g(y, r * 0.3) * pad[0]; } return r; }",
    "array of variable length": F
    + "{ double r = s; for (long i = 1; i <= n; i++) { double t[i]; for (long k = 0; k < i; k++) t[k] = x[k] * r; for (long k = 0; k < i; k++) r += t[i - 1 - k] * y[k]; } return r; }",
    "stack array of a callee": "N double g(const double *p, double v) { double t[4]; for (int i = 0; i < 4; i++) t[i] = p[i] * v; for (int i = 1; i < 4; i++) t[i] *= t[i - 1]; return t[3] + t[1]; }"
    + F
    + "{ double r = s; for (int i = 0; i < 2; i++) r = g(x + i, r) + g(y, r); return r; }",
    "calloc, realloc, free": F
    + "{ double *p = calloc(2, 8); p[1] = s; for (long i = 2; i < 6; i++) { p = realloc(p, (i + 1) * 8); p[i] = p[i - 1] * x[i] + p[i - 2]; } double r = p[5]; free(p); return r * r; }",
    "aligned allocation": F
    + "{ void *q; if (posix_memalign(&q, 64, 64)) return 0; double *p = q, *u = aligned_alloc(64, 64); for (int i = 0; i < 6; i++) { p[i] = x[i] * s; u[i] = p[i] * y[i]; } double r = u[0] * u[5] + p[3]; free(p); free(u); return r; }",
    "memory returned by a callee": "N double *make(const double *p, long n) { double *q = malloc(n * 8); for (long i = 0; i < n; i++) q[i] = p[i] * p[i]; return q; }"
    + F
    + "{ double *a = make(x, 6), *b = make(a, 5); double r = 0; for (int i = 0; i < 5; i++) r += a[i + 1] * b[i] * s; free(b); free(a); return r; }",
    # ---- values
    "double as an integer": F
    + "{ int64_t b; memcpy(&b, &x[0], 8); int64_t c[2] = {b, 0}; memcpy(&c[1], &x[1], 8); double t[2]; memcpy(t, c, 16); return t[0] * t[1] * s; }",
    "sign bit": F
    + "{ double r = 0; for (int i = 0; i < 6; i++) { uint64_t b; memcpy(&b, &x[i], 8); b &= 0x7fffffffffffffffull; double a; memcpy(&a, &b, 8); r += a * a * a; b ^= 1ull << 63; memcpy(&a, &b, 8); r += a * y[i]; } return r * s; }",
    "union": "union U { double d; int64_t i; char c[8]; };"
    + F
    + "{ union U u, v; u.d = x[0] * s; v = u; return v.d * v.d + u.d; }",
    "half of a vector overwritten": "typedef double v2 __attribute__((vector_size(16)));"
    + F
    + "{ v2 a = {x[0], x[1]}, b = {s, y[0]}; a = a * b + a; a[0] = a[1] * x[2]; b = __builtin_shufflevector(a, b, 1, 2); return a[0] * b[0] + b[1] * a[1]; }",
    "index from a float": F
    + "{ double r = 0; for (int i = 0; i < 6; i++) { int k = (int)(fabs(x[i]) * 3) % 6; r += y[k] * x[i] + (double)(long)(x[i] * 100); } return r * s; }",
    "complex numbers": "#include <complex.h>\n"
    + F
    + "{ double complex z = x[0] + x[1] * I, w = s; for (int i = 0; i < 3; i++) w = w * z + cexp(I * y[i]) / (z + 2); return creal(w) * cimag(w) + cabs(w); }",
    # ---- calls
    "pointer into an argument returned": "N double *pick(double *p, long k) { return k % 2 ? p + k : p; }"
    + F
    + "{ double *a = pick(x, n + 1), *b = pick(y, n); *a *= s; *b += *a * x[1]; return *a * *b; }",
    "large structure returned": "struct B { double v[5]; long k; }; N struct B g(struct B b, double t) { for (int i = 0; i < 5; i++) b.v[i] = b.v[(i + 1) % 5] * t; b.k++; return b; }"
    + F
    + "{ struct B b = {{x[0], x[1], x[2], x[3], x[4]}, 0}; b = g(b, s); b = g(b, y[0]); return b.v[0] * b.v[2] + b.v[4] * b.k; }",
    "mutual recursion": "N double a(double *p, double v, int d); N double b(double *p, double v, int d) { p[d] *= v; return d ? a(p, v * p[d], d - 1) + v : v; } N double a(double *p, double v, int d) { double t = d ? b(p, v + p[d], d - 1) : v * v; p[d] += t * 0.1; return t * p[d]; }"
    + F
    + "{ return a(x, s, 4) + b(y, s, 3); }",
    "table of functions": "typedef double (*fn)(double *, double); static double g0(double *p, double v) { p[0] *= v; return v; } static double g1(double *p, double v) { return p[1] * v; } static double g2(double *p, double v) { p[1] = v * v; return p[0]; } static fn table[3] = {g0, g1, g2};"
    + F
    + "{ double r = s; for (long i = 0; i < 7; i++) r += 0.3 * table[i * 2 % 3](i & 1 ? x : y, r); return r; }",
    "function pointer in a structure": "struct O { double (*go)(struct O *, double); double w; }; N double lin(struct O *o, double v) { o->w *= 1.1; return o->w * v; } N double sq(struct O *o, double v) { return o->w * v * v; }"
    + F
    + "{ struct O o[2] = {{lin, x[0]}, {sq, x[1]}}; double r = s; for (int i = 0; i < 4; i++) r = o[i & 1].go(&o[i & 1], r); return r + o[0].w; }",
    # ---- globals, inactive calls, qualifiers
    "table and scratch in globals": "static const double w[3] = {0.5, -1.25, 2.0}; static double scratch[8];"
    + F
    + "{ for (int i = 0; i < 6; i++) scratch[i] = x[i] * w[i % 3]; double r = s; for (int i = 0; i < 5; i++) { scratch[i] *= scratch[i + 1]; r += scratch[i]; } return r; }",
    "output on the way": F
    + '{ double r = s; char t[32]; for (int i = 0; i < 3; i++) { r *= x[i]; snprintf(t, sizeof t, "%g", r); if (r > 1e9) fprintf(stderr, "large %s\\n", t); } return r * (t[0] ? 1 : 2); }',
    "volatile and relaxed atomics": "static volatile double v;"
    + F
    + "{ v = x[0] * s; double r = v * v; double t; __atomic_load(&y[0], &t, __ATOMIC_RELAXED); t *= x[1]; __atomic_store(&y[1], &t, __ATOMIC_RELAXED); return r + y[1]; }",
    "assembly that touches nothing": F
    + '{ double r = s; for (int i = 0; i < 3; i++) { __asm__ volatile("nop" :::); r = r * x[i] + y[i]; } return r; }',
    "restrict": F.replace("double *x, double *y", "double *restrict x, double *restrict y")
    + "{ for (long i = 0; i < 6; i++) { y[i] = x[i] * y[i]; x[i] = y[i] * s; } return x[2] * y[3]; }",
    "the same array twice": "N void g(double *a, double *b) { for (int i = 0; i < 5; i++) a[i + 1] += b[i] * b[i + 1]; }"
    + F
    + "{ g(x, x); g(y, x); g(y + 1, y); return x[5] * y[5] * s; }",
    # ---- C++
    "destructors cpp": "struct G { double *p; double v; G(double *q, double w) : p(q), v(w) { p[0] += v; } ~G() { p[1] *= v; } };"
    + 'extern "C" '
    + F
    + "{ double r = s; for (long i = 0; i < n; i++) { G g(y + i, x[i] * r); r += g.v * y[i]; } return r; }",
    "new and delete cpp": 'extern "C" '
    + F
    + "{ double *p = new double[6]; double *q = new double(s); for (int i = 0; i < 6; i++) p[i] = x[i] * *q; *q = p[2] * p[3]; double r = *q + p[5]; delete q; delete[] p; return r; }",
    "virtual calls and templates cpp": "struct A { double w; A(double v) : w(v) {} virtual double go(double v) { return w * v; } virtual ~A() {} }; struct B : A { using A::A; double go(double v) override { w += v; return w * v * v; } }; template <class T> static T twice(A *a, T v) { return a->go(a->go(v)); }"
    + 'extern "C" '
    + F
    + "{ A *o[2] = {new A(x[0]), new B(x[1])}; double r = twice(o[n & 1 ? 0 : 1], s) + twice(o[0], y[0]); delete o[0]; delete o[1]; return r; }",
    "lambda cpp": 'extern "C" '
    + F
    + "{ double r = s; auto step = [&](double v) { r = r * v + x[0]; return r; }; for (long i = 0; i < n; i++) y[i] += step(x[i]) * step(y[i]); return r; }",
}


def module(name: str, level: str, folder: Path) -> irad.Module:
    source = HEAD + PROGRAMS[name]
    if not name.endswith("cpp"):
        return irad.Module.from_c(source, flags=(level, "-w"))
    path = folder / "program.cpp"
    path.write_text(source)
    return irad.Module.from_c(path, flags=(level, "-w", "-fno-exceptions", "-fno-rtti"))


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("name", list(PROGRAMS))
def test_pitfall(name: str, level: str, tmp_path: Path) -> None:
    f = module(name, level, tmp_path)["f"]
    rng = np.random.default_rng(7)
    args = [rng.uniform(0.3, 1.2, 6), rng.uniform(0.3, 1.2, 8), 4, 0.8]
    found = compare(f, args, ["x", "y", "n", "s"], directions=3)
    assert len(found) == 18
    wrong = [c for c in found if not c.right]
    assert not wrong, wrong
    assert any(abs(c.wanted) > 1e-3 for c in found)


def test_debug_information_and_no_optimisation_attribute() -> None:
    for flags in (("-O0", "-g", "-w"), ("-O2", "-g", "-w"), ("-O0", "-Xclang", "-disable-O0-optnone", "-w")):
        f = irad.Module.from_c(HEAD + PROGRAMS["several exits"], flags=flags)["f"]
        assert all(c.right for c in compare(f, [np.linspace(0.2, 1, 6), np.linspace(0.3, 1, 8), 4, 0.8]))
