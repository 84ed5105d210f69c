# ruff: noqa: E501  (the C programs are kept on one line each)
"""Whole C programs, each about one idea: reverse, forward and split derivatives against finite differences.

Central differences with h = 1e-6 have an error of about 1e-9 of the largest value here (truncation h^2 f''' and rounding
1e-16 / h); 1e-6 is asserted.  `cache_everything` is the reference mode; it, loops that run again wherever
they can, and the usual mode must agree with the differences.
"""

from __future__ import annotations

import numpy as np
import pytest

import irad
from irad.api.pyfunc.ir_module import ModuleFunction
from irad.options import Options

HEAD = "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"
SIGNATURE = "double NAME(double *x, long n, double *y, long m, double s)"
PROGRAMS = {
    "one_cell_overwritten": "{ for (long i = 0; i < n; i++) { if (i == 0) y[0] = x[i]; else y[0] = 0.5 * x[i] + s * y[0]; } return y[0] * y[0]; }",
    "triangular_nest": "{ double a = 0; for (long i = 0; i < n; i++) for (long j = 0; j <= i; j++) { y[j % m] += x[i] * x[j] * s; a += sin(y[j % m]); } return a; }",
    "while_with_break": "{ double r = 1; int k = 0; while (r < 50 && k < 100) { r = r * 1.1 + x[k % n] * x[k % n]; k++; if (r > 40) break; y[k % m] = r * s; } return r; }",
    "do_while_continue": "{ double r = 1; long i = 0; do { double t = x[i % n] * r; r = t + s; if (t > 3) continue; y[i % m] *= t; i++; } while (++i < 7); return r; }",
    "irreducible_goto": "{ double r = s; long i = 0; if (x[0] > 1) goto B; A: r = r * x[i % n] + 1; i++; if (i > 9) goto E; B: r = sin(r) + x[(i + 1) % n]; i++; if (i < 8) goto A; if (i == 8) goto B; E: y[0] = r; return r * r; }",
    "swapped_phis": "{ double a = x[0], b = x[1]; for (int i = 0; i < n + 3; i++) { double t = a; a = b * s; b = t + a; } y[0] = a; return a * b; }",
    "heap_in_a_loop": "{ double r = 0; for (int k = 0; k < 3; k++) { double *p = malloc(8 * n); for (long i = 0; i < n; i++) p[i] = x[i] * s * (k + 1); for (long i = 0; i < n; i++) r += p[i] * p[n - 1 - i]; free(p); } return r; }",
    "bulk_copies": "{ double t[8]; memset(t, 0, sizeof t); memcpy(t, x, 8 * n); memmove(t + 1, t, 8 * n); for (long i = 0; i < m; i++) y[i] = t[i] * t[i + 1] * s; memcpy(x, y, 8 * (n < m ? n : m)); return y[0] + t[2]; }",
    "growing_array": "{ double *p = 0; long c = 0; for (long i = 0; i < n * 3; i++) { if (i >= c) { c = 2 * c + 1; p = realloc(p, 8 * c); } p[i] = x[i % n] * s; if (i) p[i] += p[i - 1] * p[i - 1] * 0.1; } double r = p[n * 3 - 1]; free(p); return r; }",
    "speculated_sqrt": "{ double r = 0; for (long i = 0; i < n; i++) { if (x[i] > 0.5) r += sqrt(x[i] - 0.5); double q = x[i] > 0 ? x[i] : s * x[i]; y[i % m] = fmax(q, 0.3); } return r + exp(s) * y[0] / y[1]; }",
    "switch_with_fallthrough": "{ double r = 1; for (long i = 0; i < 3 * n; i++) { switch ((i * 7) % 5) { case 0: r += x[i % n]; break; case 1: r *= x[i % n]; case 2: y[0] += r; break; case 3: if (r > 2) return r * s; default: r = r * s; } } return r; }",
    "several_cases_of_a_switch": "{ double r = 1; for (long i = 0; i < 3 * n; i++) { double t = r; switch ((int)(i * i + 3 * (x[i % n] > 1)) % 9) { case 0: case 4: case 6: t = sin(r) + x[0]; case 1: case 7: case 3: t *= s; } r = t * x[i % n]; if (i == 5) switch (m) { case 3: case 5: case 6: case 9: y[0] += t; continue; } y[i % m] += r; } return r; }",
    "return_from_inner_loop": "{ for (long i = 0; i < n; i++) { for (long j = 0; j < m; j++) { y[j] = y[j] * x[i] + s; if (y[j] > 4) return y[j] * s; if (y[j] < -2) goto next; } y[0] += 1; next:; } return y[m - 1]; }",
    "bound_overwritten": "{ long k[1] = {n}; double r = s; for (long i = 0; i < k[0]; i++) { r = r * x[i] + 0.1; if (i == 1) k[0] = n - 1; } y[0] *= r; return r; }",
}
WITH_HELPERS = {
    "recursion": (
        "__attribute__((noinline)) static double g(double *p, double v, int d) { if (d == 0) return v * p[0]; p[0] += v; double r = g(p, v * 0.5, d - 1); p[0] *= r; return r + p[0]; }",
        "{ return g(y, x[0] * s, 4) + y[0]; }",
    ),
    "pointer_in_a_struct": (
        "struct S { double a; int k; double *p; }; __attribute__((noinline)) static void h(struct S *q, double v) { q->a = q->a * v; q->p[q->k] += q->a; }",
        "{ struct S q = {s, 1, y}; for (long i = 0; i < n; i++) { h(&q, x[i]); q.k = i % m; } return q.a; }",
    ),
    "function_table": (
        "static double fa(double *x, double v) { x[0] *= v; return v * v; } static double fb(double *x, double v) { return sin(v) + x[1]; } typedef double (*F)(double *, double); static F tab[2] = {fa, fb};",
        "{ double r = s; for (long i = 0; i < n; i++) r += tab[i & 1](y, x[i] * r); return r; }",
    ),
    "linked_list": (
        "struct N { double v; struct N *next; };",
        "{ struct N *h = 0; for (long i = 0; i < n; i++) { struct N *q = malloc(sizeof *q); q->v = x[i] * s; q->next = h; h = q; } double r = 0; for (struct N *q = h; q; q = q->next) r = r * 0.5 + q->v * q->v; while (h) { struct N *t = h->next; free(h); h = t; } return r; }",
    ),
    "struct_by_value": (
        "typedef struct { double a, b; long k; } P; __attribute__((noinline)) static P gp(P p, double v) { P r = {p.a * v, p.b + v, p.k + 1}; return r; }",
        "{ P p = {s, 1, 0}; for (long i = 0; i < n; i++) p = gp(p, x[i]); return p.a * p.b * p.k; }",
    ),
}
NAMES = [*PROGRAMS, *WITH_HELPERS]
N, M = 4, 3


def source() -> str:
    parts = [HEAD]
    for name, body in PROGRAMS.items():
        parts.append(SIGNATURE.replace("NAME", name) + body)
    for name, (helper, body) in WITH_HELPERS.items():
        parts += [helper, SIGNATURE.replace("NAME", name) + body]
    return "\n".join(parts)


@pytest.fixture(scope="module")
def module() -> irad.Module:
    return irad.Module.from_c(source(), flags=("-O1",))


class Case:
    """One program at one point, with its Jacobian by central differences."""

    def __init__(self, f: ModuleFunction) -> None:
        rng = np.random.default_rng(1)
        self.f = f
        self.z = np.concatenate([rng.uniform(0.3, 1.6, N), rng.uniform(0.2, 1, M), [0.7]])
        self.w = rng.normal(size=1 + N + M)
        self.v = rng.normal(size=N + M + 1)
        h = 1e-6
        self.jacobian = np.array(
            [(self.primal(self.z + h * e) - self.primal(self.z - h * e)) / (2 * h) for e in np.eye(N + M + 1)]
        ).T

    def primal(self, z: np.ndarray) -> np.ndarray:
        x, y = z[:N].copy(), z[N : N + M].copy()
        r = self.f(x, N, y, M, z[-1])
        return np.concatenate([[r], x, y])

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        return self.z[:N].copy(), self.w[1 : 1 + N].copy(), self.z[N : N + M].copy(), self.w[1 + N :].copy()

    def close(self, got: np.ndarray, want: np.ndarray) -> None:
        np.testing.assert_allclose(got, want, atol=1e-6 * max(1.0, float(np.abs(want).max())), rtol=0)


@pytest.mark.parametrize("policy", ["cut", "cache_everything", "run_again"])
@pytest.mark.parametrize("name", NAMES)
def test_reverse(module: irad.Module, name: str, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if policy != "cut":
        monkeypatch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(**{policy: True}, **k))
    case = Case(module[name])
    x, dx, y, dy = case.arrays()
    (_, _, _, _, ds), value = irad.autodiff(
        case.f, irad.Duplicated(x, dx), N, irad.Duplicated(y, dy), M, irad.Active(case.z[-1]),
        mode=irad.ReverseWithPrimal, seed=case.w[0],
    )  # fmt: skip
    case.close(np.concatenate([dx, dy, [ds]]), case.w @ case.jacobian)
    np.testing.assert_array_equal(np.concatenate([[value], x, y]), case.primal(case.z))


@pytest.mark.parametrize("name", NAMES)
def test_forward(module: irad.Module, name: str) -> None:
    case = Case(module[name])
    x, y = case.z[:N].copy(), case.z[N : N + M].copy()
    dx, dy = case.v[:N].copy(), case.v[N : N + M].copy()
    (tangent,) = irad.autodiff(
        case.f, irad.Duplicated(x, dx), N, irad.Duplicated(y, dy), M, irad.Duplicated(case.z[-1], case.v[-1]),
        mode=irad.Forward,
    )  # fmt: skip
    case.close(np.concatenate([[tangent], dx, dy]), case.jacobian @ case.v)


@pytest.mark.parametrize("name", NAMES)
def test_split(module: irad.Module, name: str) -> None:
    """Between the two halves the primal arrays are overwritten: nothing may be read from them again."""
    case = Case(module[name])
    x, dx, y, dy = case.arrays()
    args = (irad.Duplicated(x, dx), N, irad.Duplicated(y, dy), M, irad.Active(case.z[-1]))
    augmented, reverse = irad.autodiff_thunk(case.f, *args)
    tape, value = augmented(*args)
    assert value == case.primal(case.z)[0]
    x[:] = y[:] = np.nan
    *_, ds = reverse(*args, tape=tape, seed=case.w[0])
    case.close(np.concatenate([dx, dy, [ds]]), case.w @ case.jacobian)
    with pytest.raises(irad.ActivityError, match="used or closed"):
        reverse(*args, tape=tape)


NEST = """
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  %none = icmp eq ptr %x, null
  br i1 %none, label %end, label %begin
begin:
  %c = getelementptr i8, ptr %y, i64 16
  %k = and i64 %n, 7
  %p = getelementptr double, ptr %y, i64 %k
  br label %outer
outer:
  %i = phi i64 [ 0, %begin ], [ %i1, %next ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %a = load double, ptr %c, align 8, !tbaa !0
  %b = load double, ptr %p, align 8, !tbaa !0
  %d = fsub double %b, %a
  store double %d, ptr %p, align 8, !tbaa !0
  %j1 = add nuw nsw i64 %j, 1
  %last = icmp eq i64 %j1, 5
  br i1 %last, label %next, label %inner
next:
  %i1 = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i1, 4
  br i1 %done, label %end, label %outer
end:
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"C"}
"""


def test_both_loops_of_a_nest_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the inner one saves is found by an index from outside of both: y[n & 7] -= y[2], twenty times."""
    monkeypatch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(run_again=True, **k))
    x, dx, y, dy = np.ones(1), np.ones(1), np.ones(8), np.arange(8.0)
    irad.autodiff(irad.Module.from_ir(NEST)["f"], irad.Duplicated(x, dx), irad.Duplicated(y, dy), 3)
    assert dy.tolist() == [0, 1, 2 - 20 * 3, 3, 4, 5, 6, 7]
