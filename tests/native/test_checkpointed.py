"""Checkpointed loops in C: the gradients of the same programs without checkpoints, which finite differences confirm."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad

HEAD = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern void __irad_checkpoint_loop(long long, long long, long long);
extern void __irad_checkpoint_disk(const char *);
#ifdef TAPED
#define STEP(k)
#elif defined DISK
#define STEP(k) __irad_checkpoint_loop(k, SEGMENT, 0); __irad_checkpoint_disk(0)
#else
#define STEP(k) __irad_checkpoint_loop(k, SEGMENT, 0)
#endif
"""
F = "double f(double *x, double *y, int n, int steps, int K, int SEGMENT) {"
SMOOTH = "for (int i = 1; i < n - 1; i++) b[i] = a[i] + 0.1 * y[i] * (a[i-1] - 2 * a[i] + a[i+1]) + 1e-4 * t * a[i] * a[i];"
PROGRAMS = {
    "in place": F + """
        for (int t = 0; t < steps; t++) {
            STEP(K);
            double left = x[0];
            for (int i = 1; i < n - 1; i++) {
                double here = x[i];
                x[i] = here + 0.1 * y[i] * (left - 2 * here + x[i+1]) + 1e-3 * t * here * here;
                left = here;
            }
        }
        double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }""",
    "numbers": F + """
        double s = x[0], r = x[1]; unsigned long z = 12345;
        for (int t = 0; t < steps; t++) {
            STEP(K); z = z * 6364136223846793005UL + 1442695040888963407UL;
            double q = s; s = s + 0.01 * sin(r) * y[t % n] * ((z >> 33) % 10); r = 0.9 * r + 0.1 * q * t;
        }
        return s * r; }""",
    "length unknown": F + """
        double s = x[0]; int t = 0;
        while (s < 50.0 && t < steps) { STEP(K); s = s * 1.01 + 0.01 * fabs(sin(s)) * y[0]; t++; }
        return s * s + t; }""",
    "break": F + """
        double s = x[0];
        for (int t = 0; t < steps; t++) { STEP(K); s = s * 1.02 + 0.01 * y[1] * s; if (s > 0.5) break; x[1] = x[1] * 0.99 + s; }
        return s * s + x[1]; }""",
    "test at the end": F + """
        double s = x[0]; int t = 0;
        do { STEP(K); s = s + 0.1 * sin(s + y[t % n]); t++; } while (t < steps);
        return s; }""",
    "swapped": F + """
        double *a = malloc(8 * n), *b = malloc(8 * n); memcpy(a, x, 8 * n); memset(b, 0, 8 * n);
        for (int t = 0; t < steps; t++) {
            STEP(K); """ + SMOOTH + """ b[0] = a[0]; b[n-1] = a[n-1]; double *c = a; a = b; b = c;
        }
        double s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i]; free(a); free(b); return s; }""",
    "swapped parameters": F + """
        double *a = x, *b = malloc(8 * n); memcpy(b, x, 8 * n);
        for (int t = 0; t < steps; t++) { STEP(K); """ + SMOOTH + """ double *c = a; a = b; b = c; }
        double s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i] + x[i]; return s; }""",
    "trajectory": F + """
        double *u = malloc(8 * n), *all = malloc(8L * n * steps); memcpy(u, x, 8 * n);
        for (int t = 0; t < steps; t++) {
            STEP(K);
            for (int i = 1; i < n - 1; i++) u[i] = u[i] + 0.1 * (u[i-1] - 2 * u[i] + u[i+1]) * y[i];
            for (int i = 0; i < n; i++) all[t * (long)n + i] = u[i];
        }
        double s = 0; for (long i = 0; i < (long)n * steps; i++) s += all[i] * all[i] * (i % 3);
        free(u); free(all); return s; }""",
    "records": """
        __attribute__((noinline)) static double *one_of(double *p, double *q, int k) { return k > 1000 ? q : p; }
        """ + F + """
        double *u = malloc(8 * n), *v = calloc(n, 8), *own = malloc(8 * n), *kept = malloc(8 * n), s = 0;
        memcpy(u, x, 8 * n); for (int i = 0; i < n; i++) own[i] = kept[i] = x[i];
        double *other = one_of(kept, own, steps);
        for (int t = 0; t < steps; t++) {
            STEP(K);
            for (int i = 1; i < n - 1; i++) v[i] = 1.9 * u[i] - v[i] + 0.1 * y[i] * (u[i-1] - 2 * u[i] + u[i+1]) + 0.1 * other[i];
            own[t % n] = u[1]; kept[t % n] = v[2] * u[3];
            double *w = u; u = v; v = w;
        }
        for (int i = 0; i < n; i++) s += u[i] * u[i] * (i + 1) + own[i] * own[i] + v[i] + kept[i];
        free(u); free(v); free(own); free(kept); return s; }""",
    "work array": F + """
        double s = 0;
        for (int t = 0; t < steps; t++) {
            STEP(K); double w[16];
            for (int i = 0; i < 16; i++) w[i] = x[i % n] * y[0] + t * 1e-3;
            for (int i = 1; i < 16; i++) w[i] += w[i-1] * 0.1;
            for (int i = 0; i < n && i < 16; i++) x[i] = x[i] * 0.9 + 0.1 * sin(w[i]);
            s += w[15];
        }
        return s; }""",
    "heap in the body": F + """
        double s = x[0];
        for (int t = 0; t < steps; t++) {
            STEP(K); double *w = malloc(8 * n), z = 0;
            for (int i = 0; i < n; i++) w[i] = x[i] * s;
            for (int i = 0; i < n; i++) z += w[i] * y[i];
            s = s + 1e-3 * sin(z); free(w);
        }
        return s; }""",
    "nested": F + """
        double s = x[0];
        for (int t = 0; t < steps; t++) {
            STEP(K); double r = s;
            for (int k = 0; k < 5 + t % 3; k++) { STEP(2); r = r + 0.01 * sin(r * y[0]) + x[1] * 1e-3 * k; }
            s = 0.5 * s + 0.5 * r; x[2] += s * 1e-2;
        }
        return s + x[2]; }""",
    "helper": """
        __attribute__((noinline)) static void step(double *u, const double *c, int n, int t) {
            for (int i = 1; i < n - 1; i++) u[i] = u[i] + 0.1 * c[i] * (u[i-1] - 2 * u[i] + u[i+1]) + 1e-4 * t * u[i]; }
        """ + F + """
        double *u = malloc(8 * n); memcpy(u, x, 8 * n);
        for (int t = 0; t < steps; t++) { STEP(K); step(u, y, n, t); }
        double s = 0; for (int i = 0; i < n; i++) s += u[i] * u[i]; free(u); return s; }""",
    "helper with memory of its own": """
        __attribute__((noinline)) static double run(double *u, int *c, int n, int steps, int K, int SEGMENT) {
            double s = 0;
            for (int t = 0; t < steps; t++) {
                STEP(K); c[0]++; s += u[1];
                for (int i = n - 2; i >= 0; i--) u[i] = 0.9 * u[i] + 0.1 * sin(u[i + 1]) * (c[0] % 3);
            }
            return s; }
        __attribute__((noinline)) static double own(double *x, double *y, int n, int steps, int K, int SEGMENT) {
            double *u = malloc(8 * n), r; int c[4]; c[0] = 2;
            for (int i = 0; i < n; i++) u[i] = x[i] * y[i];
            r = run(u, c, n, steps, K, SEGMENT) + u[1] + c[0];
            for (int i = 0; i < n; i++) u[i] = 1e3;
            free(u); return r; }
        """ + F + "return own(x, y, n, steps, K, SEGMENT) * own(y, x, n - 1, steps, K, SEGMENT); }",
    "memory of each iteration": F + """
        double s = 0;
        for (int o = 0; o < 3; o++) {
            double *u = malloc(8 * n); int c = o;
            for (int i = 0; i < n; i++) u[i] = x[i] * (o + 1);
            for (int t = 0; t < steps; t++) {
                STEP(K); c++; for (int i = 0; i < n; i++) u[i] = 0.9 * u[i] + 0.1 * sin(u[(i + 1) % n]) * y[i] * (c % 3);
            }
            s += u[1] + c; free(u);
        }
        return s; }""",
    "one element": F + """
        double *c = malloc(8 * n), s = x[1]; int *k = malloc(16); k[0] = 3; for (int i = 0; i < n; i++) c[i] = y[i] * x[0];
        for (int t = 0; t < steps; t++) {
            STEP(K); x[2] = 0.9 * x[2] + 0.1 * sin(x[2]) * c[1] * (k[0] % 3); k[0] = k[0] + 1; s += x[2] * c[0]; }
        for (int i = 0; i < n; i++) c[i] = 7;
        double r = s * c[0] + c[1] * x[2] + k[0]; free(c); free(k); return r; }""",
    "moved within": F + """
        for (int t = 0; t < steps; t++) {
            STEP(K); memmove(x + 1, x, 8 * (n - 1)); x[0] = 0.5 * x[n-1] + 0.3 * y[0]; memmove(y, y + 2, 8L * (n - 2)); }
        double s = 0; for (int i = 0; i < n; i++) s += (i + 1) * x[i] * x[i] + y[i]; return s; }""",
    "inputs that change": F + """
        double *c = malloc(8 * n), s = x[1]; for (int i = 0; i < n; i++) c[i] = y[i] * x[0];
        for (int t = 0; t < steps; t++) { STEP(K); s = s + 1e-2 * sin(s * c[t % n]); }
        for (int i = 0; i < n; i++) c[i] = 7;
        double r = s * c[0] + c[1] * x[2]; free(c); return r; }""",
    "partly changed": F + """
        double *c = malloc(8 * n), s = x[1]; for (int i = 0; i < n; i++) c[i] = y[i] * x[0];
        for (int t = 0; t < steps; t++) {
            STEP(K); c[1] = 0.9 * c[1] + 0.1 * s; s = s + 1e-2 * sin(s * c[t % n]) + 0.01 * c[0];
            y[0] = s; y[1] = 0.5 * y[0] + y[2]; s += 1e-3 * y[1] * y[3];
        }
        for (int i = 0; i < n; i++) c[i] = 7;
        for (int i = 0; i < n; i++) y[i] = y[i] * y[i] * (i + 1);
        double r = s * c[0] + c[1] * x[2]; for (int i = 0; i < n; i++) r += y[i]; free(c); return r; }""",
    "in another loop": F + """
        double s = x[1];
        for (int o = 0; o < 3; o++) {
            for (int t = 0; t < steps; t++) {
                STEP(K); for (int i = 0; i < n; i++) y[i] = y[i] * 0.999 + 1e-3 * x[i] * s; s = s + 1e-3 * sin(y[t % n]);
            }
            for (int i = 0; i < n; i++) x[i] = x[i] * 0.5 + y[i] * s;
        }
        return s + x[0]; }""",
    "scattered": F + """
        double *u = calloc(n, 8); memcpy(u, x, 8 * n);
        for (int t = 0; t < steps; t++) { STEP(K); u[(t * 7) % n] += 0.1 * sin(u[(t * 3 + 1) % n]) * y[t % n]; }
        double s = 0; for (int i = 0; i < n; i++) s += u[i] * u[i]; free(u); return s; }""",
    "scattered parameter": F + """
        for (int t = 0; t < steps; t++) { STEP(K); x[(t * 7) % n] += 0.1 * sin(x[(t * 3 + 1) % n]) * y[t & 7]; }
        double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }""",
    "by value": """
        __attribute__((noinline)) static double g(double p, double q, int steps, int K, int SEGMENT) {
            double s = p; for (int t = 0; t < steps; t++) { STEP(K); s = s + q * sin(s) * 1e-2; } return s; }
        """ + F + "return g(x[0], y[0], steps, K, SEGMENT) * g(x[1], x[0], steps, K, SEGMENT); }",
    "vectors": """
        typedef double wide __attribute__((vector_size(64), aligned(8)));
        """ + F + """
        wide c = *(wide *)x, d = *(wide *)y, s = c * 0.5;
        for (int t = 0; t < steps; t++) { STEP(K); s = s * 0.9 + c * d * 0.1 + 0.01 * s * d; }
        double r = 0; for (int i = 0; i < 8; i++) r += s[i] * s[i]; return r; }""",
    "single precision": F + """
        float u[8]; for (int i = 0; i < 8; i++) u[i] = x[i % n];
        for (int t = 0; t < steps; t++) { STEP(K); for (int i = 0; i < 8; i++) u[i] = u[i] * 0.9f + 0.1f * sinf(u[(i + t) % 8]); }
        return u[0] + u[3]; }""",
}  # fmt: skip
SIZE = 8


@lru_cache(maxsize=None)
def module(name: str, *words: str, level: str = "-O2") -> irad.Module:
    return irad.Module.from_c(HEAD + PROGRAMS[name], flags=(level, *words))


def inputs() -> tuple[np.ndarray, np.ndarray]:
    return np.linspace(0.3, 1, SIZE) ** 2, np.linspace(1, 0.5, SIZE)


def numbers(steps: int, snapshots: int = 3, segment: int = 1) -> tuple[Any, ...]:
    return tuple(np.int32(v) for v in (SIZE, steps, snapshots, segment))


def gradient(m: irad.Module, steps: int, snapshots: int = 3, segment: int = 1) -> tuple[np.ndarray, ...]:
    x, y = inputs()
    dx, dy = np.zeros(SIZE), np.zeros(SIZE)
    irad.autodiff(m["f"], irad.Duplicated(x, dx), irad.Duplicated(y, dy), *numbers(steps, snapshots, segment))
    return x, y, dx, dy


def differences(m: irad.Module, steps: int, step: float) -> np.ndarray:
    out = np.zeros((2, SIZE))
    for k in range(2):
        for i in range(SIZE):
            ends = []
            for sign in (1, -1):
                given = inputs()
                given[k][i] += sign * step
                ends.append(m["f"](*given, *numbers(steps)))
            out[k, i] = (ends[0] - ends[1]) / (2 * step)
    return out


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients(name: str) -> None:
    """With one snapshot, a few and as many as irad likes; segments of one step and of several; primals as without checkpoints."""
    taped, version = module(name, "-DTAPED"), module(name)
    for steps in (1, 2, 3, 17):
        wanted = gradient(taped, steps)
        for snapshots, segment in ((1, 1), (3, 1), (0, 3), (-1, 0)):
            for found, expected in zip(gradient(version, steps, snapshots, segment), wanted, strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
    step, relative, absolute = (1e-2, 1e-2, 1e-3) if name == "single precision" else (1e-6, 2e-6, 1e-7)
    found = gradient(version, 17)[2:]
    np.testing.assert_allclose(found, differences(taped, 17, step), rtol=relative, atol=absolute)


@pytest.mark.parametrize("name", ["length unknown", "vectors"])
def test_on_disk(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    taped, version = module(name, "-DTAPED"), module(name, "-DDISK")
    for steps, snapshots, segment in ((3, 1, 1), (17, 3, 1), (17, 0, 3), (17, -1, 0)):
        for found, expected in zip(gradient(version, steps, snapshots, segment), gradient(taped, steps), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["in place", "swapped", "break", "nested"])
def test_other_levels(name: str) -> None:
    for level in ("-O0", "-O3"):
        taped, version = (module(name, *words, level=level) for words in (("-DTAPED",), ()))
        for found, expected in zip(gradient(version, 9), gradient(taped, 9), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", ["in place", "in another loop", "length unknown", "nested", "one element"])
def test_other_modes(name: str) -> None:
    """Forward mode runs the loop as it is; two halves; several seeds are the same derivative times a factor."""
    version = module(name)
    x, _, dx, dy = gradient(version, 9)
    px, py = inputs()
    tx, ty = np.cos(np.arange(SIZE)), np.sin(np.arange(SIZE))
    args = (irad.Duplicated(px, tx.copy()), irad.Duplicated(py, ty.copy()), *numbers(9))
    (tangent,) = irad.autodiff(version["f"], *args, mode=irad.Forward)
    assert tangent == pytest.approx(dx @ tx + dy @ ty, rel=1e-10)
    px, py = inputs()
    ex, ey = np.zeros(SIZE), np.zeros(SIZE)
    args = (irad.Duplicated(px, ex), irad.Duplicated(py, ey), *map(irad.Const, numbers(9)))
    augmented, reverse = irad.autodiff_thunk(version["f"], *args, mode=irad.ReverseSplit)
    tape, _ = augmented(*args)
    reverse(*args, tape=tape, seed=2.0)
    np.testing.assert_allclose(ex, 2 * dx, rtol=1e-12)
    np.testing.assert_allclose(ey, 2 * dy, rtol=1e-12)
    np.testing.assert_array_equal(px, x)


@pytest.mark.parametrize("name", ["swapped", "helper", "helper with memory of its own", "memory of each iteration"])
def test_memory_of_the_function(name: str) -> None:
    """What the function itself frees is still there when the second half of a split derivative runs."""
    version = module(name)
    dx, dy = gradient(module(name, "-DTAPED"), 9)[2:]
    ex, ey = np.zeros(SIZE), np.zeros(SIZE)
    args = tuple(irad.Duplicated(v, s) for v, s in zip(inputs(), (ex, ey), strict=True)), map(irad.Const, numbers(9))
    augmented, reverse = irad.autodiff_thunk(version["f"], *(both := (*args[0], *args[1])), mode=irad.ReverseSplit)
    tape, _ = augmented(*both)
    reverse(*both, tape=tape, seed=1.0)
    np.testing.assert_allclose(ex, dx, rtol=1e-12)
    np.testing.assert_allclose(ey, dy, rtol=1e-12)


VECTORS = """
#include <utility>
#include <vector>
extern "C" void __irad_checkpoint_loop(long long, long long, long long) noexcept;
#ifdef TAPED
#define STEP(k)
#else
#define STEP(k) __irad_checkpoint_loop(k, SEGMENT, 0)
#endif
extern "C" double f(double *x, double *y, int n, int steps, int K, int SEGMENT) noexcept {
  std::vector<double> u(x, x + n), v(n, 0.1);
  for (int t = 0; t < steps; t++) {
    STEP(K);
#ifdef NEW
    std::vector<double> w(u);
    for (int i = 1; i < n - 1; i++) w[i] = u[i] + 0.1 * y[i] * (u[i-1] - 2 * u[i] + u[i+1]) + 1e-3 * t * u[i];
    u = std::move(w);
#else
    for (int i = 1; i < n - 1; i++) v[i] = u[i] + 0.1 * y[i] * (u[i-1] - 2 * u[i] + u[i+1]) + 1e-3 * t * u[i];
    std::swap(u, v);
#endif
  }
  double s = 0; for (int i = 0; i < n; i++) s += u[i] * u[i] * (i + 1) + v[i]; return s; }
"""


def test_vectors(tmp_path: Path) -> None:
    """Two vectors in C++ that change places; a vector that each step makes anew is refused."""
    source = tmp_path / "vectors.cpp"
    source.write_text(VECTORS)
    taped, version, new = (irad.Module.from_c(source, flags=("-O2", *w)) for w in (["-DTAPED"], [], ["-DNEW"]))
    for found, expected in zip(gradient(version, 17), gradient(taped, 17), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(gradient(version, 17)[2:], differences(taped, 17, 1e-6), rtol=2e-6, atol=1e-7)
    with pytest.raises(irad.DifferentiationError, match="memory that is gone before the reverse sweep"):
        gradient(new, 17)


REFUSED = {
    "int printf(const char *, ...);" + F + 'double s = x[0]; for (int t = 0; t < steps; t++) '
    '{ STEP(1); s = s + 0.1 * sin(s); printf("%g", s); } return s; }':
        "it calls printf, which may do more than compute",
    F + "double s = x[0]; for (int t = 0; t < steps; t++) { STEP(1); s = s + 0.1 * sin(s) * (rand() % 10); } return s; }":
        "it calls rand, which may do more than compute",
    F + "for (int t = 0; t < steps; t++) { STEP(1); x[(int)y[t]] += 0.1 * sin(x[(t * 3 + 1) % n]) * y[0]; } return x[0]; }":
        "an iteration reads what the one before has left, and it cannot be told how much memory that is",
    F + "double *u = calloc(n, 8); double s = x[0]; for (int t = 0; t < steps; t++) { STEP(1); double *w = malloc(8 * n); "
    "for (int i = 0; i < n; i++) w[i] = u[i] * 0.9 + s; free(u); u = w; s += u[0]; } free(u); return s; }":
        "the checkpointed loop uses memory that is gone before the reverse sweep",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_refused(text: str) -> None:
    m = irad.Module.from_c(HEAD + text, flags=("-O2",))
    with pytest.raises(irad.DifferentiationError, match=REFUSED[text]) as caught:
        gradient(m, 3)
    assert caught.value.place is not None
