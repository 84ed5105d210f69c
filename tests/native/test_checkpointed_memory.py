"""Checkpointed loops in C over memory of which each step uses another part: what is saved of it, and where pointers go."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

import irad
from tests.generators.checkpointed_c_run import alone
from tests.native.test_checkpointed import HEAD, F, differences, gradient

PROGRAMS = {
    "trajectory in a parameter": """
        static double run(double *x, double *y, double *u, int n, int steps, int K, int SEGMENT) {
            double s = 0; u[0] = x[0];
            for (int t = 0; t < steps; t++) { STEP(K); u[t + 1] = u[t] + 0.1 * sin(u[t]) * y[t & 7] + x[1]; }
            for (int t = 0; t <= steps; t++) { s += u[t] * u[t]; u[t] = 3.0; }
            return s; }
        """ + F + "double *u = malloc(8 * (steps + 1)); double s = run(x, y, u, n, steps, K, SEGMENT); free(u); return s; }",
    "read along a parameter": """
        __attribute__((noinline)) static double run(double *x, double *y, double *u, int steps, int K, int SEGMENT) {
            double s = x[0]; for (int t = 0; t < steps; t++) { STEP(K); s = s * 0.9 + 0.1 * sin(s * u[t]) * y[0]; }
            for (int t = 0; t < steps; t++) u[t] = s * t;
            return s; }
        """ + F + """
        double *u = malloc(8 * steps); for (int t = 0; t < steps; t++) u[t] = x[t % n] + y[t % 3];
        double s = run(x, y, u, steps, K, SEGMENT) * run(y, x, u, steps, K, SEGMENT);
        for (int t = 0; t < steps; t++) s += 1e-3 * u[t] * u[t];
        free(u); return s; }""",
    "backwards": """
        __attribute__((noinline)) static double run(double *x, double *u, int steps, int K, int SEGMENT) {
            double s = x[0]; for (int t = steps - 1; t >= 0; t--) { STEP(K); s = s * 0.9 + 0.1 * sin(s * u[2 * t]); }
            for (int t = 0; t < 2 * steps; t++) u[t] = s * t;
            return s; }
        """ + F + """
        double *u = malloc(16 * steps); for (int t = 0; t < 2 * steps; t++) u[t] = x[t % n] + y[t % 3];
        double s = run(x, u, steps, K, SEGMENT); for (int t = 0; t < 2 * steps; t++) s += 1e-3 * u[t] * u[t];
        free(u); return s; }""",
    "rows of a parameter": """
        __attribute__((noinline)) static double run(double *y, double *u, long n, int steps, int K, int SEGMENT) {
            for (int t = 1; t < steps; t++) {
                STEP(K);
                for (long i = 0; i < n; i++) u[t * n + i] = 0.9 * u[(t - 1) * n + i] + 0.1 * sin(u[(t - 1) * n + i]) * y[i]; }
            double s = 0; for (long i = 0; i < n * steps; i++) { s += u[i] * u[i]; u[i] = 1; }
            return s; }
        """ + F + """
        double *u = malloc(8 * n * steps); memcpy(u, x, 8 * n);
        double s = run(y, u, n, steps, K, SEGMENT); free(u); return s; }""",
    "a pointer that moves on": F + """
        double *u = malloc(8 * (2 * steps + 1)), *p = u, s = x[0];
        for (int t = 0; t < steps; t++) {
            STEP(K); if (s > 0.3) *p++ = s * y[0]; *p = s * s; p++; s = 0.8 * s + 0.3 * sin(x[t % n] * s); }
        s += p - u; while (p > u) { s += p[-1] * p[-1]; p--; } free(u); return s; }""",
    "a pointer that reads on": F + """
        double *u = malloc(8 * (2 * steps + 1)), *p = u + 2 * steps, s = x[0];
        for (int t = 0; t < 2 * steps + 1; t++) u[t] = x[t % n] * y[(t + 3) % n];
        for (int t = 0; t < steps; t++) { STEP(K); s = 0.8 * s + 0.3 * sin(*--p * s); if (s < 0.4) p--; }
        for (int t = 0; t < 2 * steps + 1; t++) { s += u[t] * s; u[t] = 0; } free(u); return s; }""",
    "two pointers in one array": F + """
        double *u = malloc(8 * n * (steps + 1)), *before = u, *row = u + n, s = 0; memcpy(u, x, 8 * n);
        for (int t = 0; t < steps; t++) {
            STEP(K);
            for (int i = 1; i < n - 1; i++) row[i] = before[i] + 0.1 * y[i] * (before[i-1] - 2 * before[i] + before[i+1]);
            row[0] = before[0]; row[n-1] = before[n-1]; before = row; row += n; }
        for (int i = 0; i < n; i++) s += before[i] * before[i] * i; free(u); return s; }""",
    "loops in a row": F + """
        double *u = malloc(8 * (2 * steps + 2)), *p = u, s = x[0]; memset(u, 0, 8 * (2 * steps + 2));
        for (int t = 0; t < steps; t++) { STEP(K); *p = s * y[1]; if (s > 0.3) p++; s = 0.8 * s + 0.3 * sin(x[t % n] * s); }
        for (int t = 0; t < steps; t++) { STEP(K); *p += s * y[2]; if (s > 0.3) p++; s = 0.8 * s + 0.3 * sin(x[t % n] * s); }
        for (int t = 0; t < 2 * steps + 2; t++) s += u[t] * u[t]; free(u); return s; }""",
    "swapped in a helper": """
        __attribute__((noinline)) static double run(double *a, double *b, double *y, long n, int k, int K, int SEGMENT) {
            for (int t = 0; t < k; t++) {
                STEP(K); for (int i = 1; i < n - 1; i++) b[i] = a[i] + 0.1 * y[i] * (a[i-1] - 2 * a[i] + a[i+1]);
                double *c = a; a = b; b = c; }
            return a[1] * b[2]; }
        """ + F + """
        double s = 0;
        for (int t = 0; t < steps; t++) { STEP(K); s = 0.5 * s + run(x, y, x, n, 3, 2, 1); x[t & 7] += 0.1 * s; y[0] = x[1]; }
        return s; }""",
    "swapped and nested": F + """
        double *u = malloc(8 * n), *v = malloc(8 * n), *a = u, *b = v, s = 0; memcpy(b, y, 8 * n); memcpy(a, x, 8 * n);
        for (int t = 0; t < steps; t++) {
            STEP(K);
            for (int k = 0; k < 4; k++) { STEP(2); if (s > 3.0) break; s += 0.1 * a[k] * b[3]; a[k] *= 0.9; b[k + 1] = a[k]; }
            double *c = a; a = b; b = c; }
        for (int i = 0; i < n; i++) s += a[i] * b[i]; free(u); free(v); return s; }""",
    "no array": """
        __attribute__((noinline)) static double run(double *x, double *y, double *extra, int n, int steps, int K, int SEGMENT) {
            double s = 0;
            for (int t = 0; t < steps; t++) {
                STEP(K); if (extra) for (int i = 0; i < n; i++) extra[i] = 0.9 * extra[i] + 0.1 * x[i];
                for (int i = 0; i < n; i++) x[i] = 0.9 * x[i] + 0.1 * sin(x[i] * y[i]) + (extra ? extra[i] : 0.0);
                s += x[0]; }
            return s; }
        """ + F + "return run(x, y, 0, n, steps, K, SEGMENT) * run(y, x, x, n, steps, K, SEGMENT); }",
    "counters and numbers": """
        struct state { double a, b; int count; double tab[3]; };
        static int advance(struct state *q, double s) {
            q->a = 0.9 * q->a + 0.1 * s; q->b = sin(q->a) + 0.2 * q->b; q->count++; q->tab[q->count % 3] = q->b;
            return q->count % 5 == 4 && q->a > 0.4 ? -1 : 0; }
        """ + F + """
        struct state q = {x[0], y[0], 0, {0.1, 0.2, 0.3}}; double s = x[1];
        for (int t = 0; t < steps; t++) {
            STEP(K); for (int k = 0; k < 2; k++) { STEP(1); if (advance(&q, s) < 0) s = 0.5 * s; } s += 0.1 * q.tab[1]; }
        return s + q.a * q.b * q.tab[2]; }""",
}  # fmt: skip


@lru_cache(maxsize=None)
def module(name: str, *words: str) -> irad.Module:
    return irad.Module.from_c(HEAD + PROGRAMS[name], flags=("-O2", *words))


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients(name: str) -> None:
    taped, version = module(name, "-DTAPED"), module(name)
    for steps in (1, 2, 17):
        wanted = gradient(taped, steps)
        for snapshots, segment in ((1, 1), (3, 1), (0, 3), (-1, 0)):
            for found, expected in zip(gradient(version, steps, snapshots, segment), wanted, strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(gradient(version, 17)[2:], differences(taped, 17, 1e-6), rtol=2e-6, atol=1e-7)


@pytest.mark.parametrize("number", [6, 9, 28, 47])
def test_random_programs(number: int, tmp_path: Path) -> None:
    """Numbers in cells beside floats (6, 47), rows of an array (9), pointers that two loops move on (28), by dual numbers."""
    assert alone(number, tmp_path) in ("", "rounded")


SHORT = """
double f(double *u, double *y, int n, int m, int steps, int K, int SEGMENT) {
    double s = 0;
    for (int t = 0; t < steps; t++) {
        STEP(K);
        for (int i = 0; i < n; i++) { if (i < m) u[i] = 0.9 * u[i] + 0.1 * sin(u[i]); s += y[i]; }
        for (int i = 0; i < n; i++) if (i > 0 && i <= m) y[i] = 0.9 * y[i] + 0.1 * u[i - 1];
    }
    return s; }
"""


def test_conditions_on_counters() -> None:
    """An array is no longer than the conditions say: what lies behind it, here its shadow, is not saved and put back."""
    found = {}
    for words in (("-DTAPED",), ()):
        f = irad.Module.from_c(HEAD + SHORT, flags=("-O1", *words))["f"]
        memory, y, dy = np.linspace(0.1, 0.9, 8), np.linspace(1.0, 0.5, 20), np.zeros(20)
        u, du = memory[:4], memory[4:]
        du[:] = 0.0
        irad.autodiff(f, irad.Duplicated(u, du), irad.Duplicated(y, dy), *(np.int32(v) for v in (20, 4, 6, 2, 1)))
        found[words] = memory, y, dy
    for a, b in zip(*found.values(), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13)
    starts, wanted = np.linspace(0.1, 0.9, 8)[:4], np.zeros(4)
    for k in range(4):  # by complex steps; later sums of y see what u adds to it
        u, y, s = starts + 1e-30j * (np.arange(4) == k), np.linspace(1.0, 0.5, 20).astype(complex), 0j
        for _ in range(6):
            u = 0.9 * u + 0.1 * np.sin(u)
            s += y.sum()
            y[1:5] = 0.9 * y[1:5] + 0.1 * u
        wanted[k] = s.imag / 1e-30
    np.testing.assert_allclose(found[()][0][4:], wanted, rtol=1e-12)


POINTER_IN_MEMORY = """
struct s { double *p; };
__attribute__((noinline)) static double run(struct s *s, double *y, int n, int steps, int K, int SEGMENT) {
    double *a = malloc(8 * n), r = 0; memcpy(a, y, 8 * n);
    for (int t = 0; t < steps; t++) {
        STEP(K); double *u = (int)(10 * y[t % n]) % 2 ? a : s->p; int k = (int)(y[t % n] * 7.9);
        u[k] = 0.9 * u[k] + 0.1 * sin(u[k]); r += u[k] * u[k] * y[1]; }
    free(a); return r; }
""" + F + "struct s s = {x}; return run(&s, y, n, steps, K, SEGMENT); }"


def test_array_behind_a_pointer_in_memory() -> None:
    """Of two arrays that steps write to anywhere one is of unknown size: the other alone is not enough."""
    m = irad.Module.from_c(HEAD + POINTER_IN_MEMORY, flags=("-O2",))
    with pytest.raises(irad.DifferentiationError, match="it cannot be told how much memory that is"):
        gradient(m, 3)
