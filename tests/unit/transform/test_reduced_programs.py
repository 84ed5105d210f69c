# ruff: noqa: E501
"""Small programs in C that were wrong once, found by random programs; derivatives by hand.

``double f(double *x, double *y, int64_t n, double s)`` with six values in x, eight in y; all shadows and the seed are 1, so
the derivatives are those of (result + sum of x + sum of y afterwards).
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import irad

X, Y, S = np.linspace(0.1, 0.6, 6), np.linspace(-0.5, 0.7, 8), 0.7
HEAD = "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n#define N __attribute__((noinline)) static\n"
F = "double f(double *x, double *y, int64_t n, double s) "


def ones(count: int, **changed: float) -> list[float]:
    out = [1.0] * count
    for name, value in changed.items():
        out[int(name[1:])] = value
    return out


# name: (source, value, d/dx, d/dy, d/ds)
PROGRAMS: dict[str, tuple[str, float, list[float], list[float], float]] = {
    "helper clears one number": (  # store i64 0 in the helper, which alone cannot know what it clears
        "N void z(double *a) { memset(a, 0, 8); }" + F + "{ double t = sin(x[0]) * x[1]; z(x); return t + x[0]; }",
        math.sin(0.1) * 0.2, ones(6, x0=math.cos(0.1) * 0.2, x1=1 + math.sin(0.1)), ones(8), 0.0,
    ),
    "only the last call counts": (  # its derivative was run at once in each iteration
        "N double g(double *q, int64_t i) { return i > 5 ? g(q, i - 1) * q[i] : q[i] * q[i]; }"
        + F + "{ double w = 0; for (int i = 0; i < 4; i++) w = g(x, i); return 3 * w; }",
        3 * X[3] ** 2, ones(6, x3=1 + 6 * X[3]), ones(8), 0.0,
    ),
    "only bytes are moved": (
        F + "{ memmove(y, y + 2, 5 * sizeof(double)); return 0.5; }",
        0.5, ones(6), [0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 1.0], 0.0,
    ),
    "only bytes are cleared": (F + "{ memset(x, 0, 4 * sizeof(double)); return 0.5; }", 0.5, [0, 0, 0, 0, 1, 1], ones(8), 0.0),
    "bytes of a table": (  # a load of a constant, folded to an integer
        "static const double g[2] = {-0.47, 0.79};" + F + "{ memmove(y, g, sizeof(double)); return y[1]; }",
        Y[1], ones(6), ones(8, y0=0.0, y1=2.0), 0.0,
    ),
    "bits in a helper": (
        "N void c(double *q) { int64_t b; memcpy(&b, q + 1, 8); memcpy(q, &b, 8); }" + F + "{ c(y); return 0.5; }",
        0.5, ones(6), ones(8, y0=0.0, y1=2.0), 0.0,
    ),
    "global only read by the callee": (
        "static double keep[3]; N double g(double q) { return sin(q * keep[1]); }" + F + "{ keep[1] = y[3]; return g(s); }",
        math.sin(S * Y[3]), ones(6), ones(8, y3=1 + S * math.cos(S * Y[3])), Y[3] * math.cos(S * Y[3]),
    ),
    "global only written by the callee": (
        "static double keep[3]; N void g(double q) { keep[1] = q * q; }" + F + "{ g(s); return sin(keep[1]); }",
        math.sin(S * S), ones(6), ones(8), 2 * S * math.cos(S * S),
    ),
    "global in a recursion": (
        "static double keep; N void g(double q, int64_t d) { if (d > 0) { keep = keep * q; g(q, d - 1); } }"
        + F + "{ keep = y[0]; g(s, 3); return keep; }",
        Y[0] * S**3, ones(6), ones(8, y0=1 + S**3), 3 * Y[0] * S**2,
    ),
    "arguments of a recursion alias": (  # the caller knows x and y to be distinct; the callee gets x twice
        "N double c(int64_t d, double *p, double v, double *q) { if (d <= 0) return 0.5; *q = v; "
        "volatile double r = c(d - 1, p, 0.5, p); return *q; }" + F + "{ return atan(c(3, x, 15, x)); }",
        math.atan(0.5), ones(6, x0=0.0), ones(8), 0.0,
    ),
    "global cleared by one of a table": (  # the callee is known only as one of a type; it needs the shadow of what it clears
        "static double keep[3]; typedef double (*fn)(double *, double); static double t0(double *a, double k) { return a[0] * k; }"
        "static double t1(double *a, double k) { keep[0] = keep[1] = 0.25; return 0.5; } static const fn table[2] = {t0, t1};"
        + F + "{ keep[0] = s; for (int64_t i = 0; i < n; i++) table[i % 2](x, 0.5); return keep[0]; }",
        0.25, ones(6), ones(8), 0.0,
    ),
    "aligned shadow of a global": (  # stores say align 16 or 64, because the variable is; so must its shadow be
        "static double odd = 1, keep[2]; static double wide[8] __attribute__((aligned(64)));"
        "N double g(int64_t k) { return keep[k] * keep[1] + wide[k] * wide[7] + odd; }"
        + F + "{ keep[0] = s; keep[1] = x[1]; for (int i = 0; i < 8; i++) wide[i] = y[i] * s; return g(n & 1); }",
        S * X[1] + Y[0] * Y[7] * S * S + 1, ones(6, x1=1 + S), ones(8, y0=1 + Y[7] * S * S, y7=1 + Y[0] * S * S),
        X[1] + 2 * S * Y[0] * Y[7],
    ),
    "constant array to one of a table": (  # nothing in it is active, but whoever is called expects its shadow
        "typedef double (*fn)(double *, int *, double); N double t0(double *a, int *i, double k) { return a[i[1]] * k; }"
        "static double t1(double *a, int *i, double k) { return 0.5; } static const fn table[2] = {t0, t1};"
        + F + "{ double a[5] = {0.5, 2}; int i[2] = {3, 1}; double r = table[n & 1](a, i, x[2]); return r + a[0]; }",
        2 * X[2] + 0.5, ones(6, x2=3.0), ones(8), 0.0,
    ),
    "several cases to one block": (
        F + "{ double r = s; switch (n) { case 1: case 4: case 9: r = s * x[2]; case 2: case 7: r *= y[1]; } return r * r; }",
        (S * X[2] * Y[1]) ** 2, ones(6, x2=1 + 2 * X[2] * (S * Y[1]) ** 2), ones(8, y1=1 + 2 * Y[1] * (S * X[2]) ** 2),
        2 * S * (X[2] * Y[1]) ** 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("name", list(PROGRAMS))
def test_reduced_program(name: str, level: str) -> None:
    source, value, dx, dy, ds = PROGRAMS[name]
    f = irad.Module.from_c(HEAD + source, flags=(level, "-w"))["f"]
    x, y, a, b = X.copy(), Y.copy(), np.ones(6), np.ones(8)
    derivatives, found = irad.autodiff(
        f, irad.Duplicated(x, a), irad.Duplicated(y, b), 4, irad.Active(S), mode=irad.ReverseWithPrimal
    )
    assert found == pytest.approx(value, rel=1e-14)
    np.testing.assert_allclose(a, dx, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(b, dy, rtol=1e-13, atol=1e-15)
    assert derivatives[3] == pytest.approx(ds, rel=1e-13)
    a, b = np.ones(6), np.ones(8)
    (slope,) = irad.autodiff(
        f, irad.Duplicated(X.copy(), a), irad.Duplicated(Y.copy(), b), 4, irad.Duplicated(S, 1.0), mode=irad.Forward
    )
    assert slope + a.sum() + b.sum() == pytest.approx(sum(dx) + sum(dy) + ds, rel=1e-13)
    augmented, reverse = irad.autodiff_thunk(f, irad.Duplicated(x, a), irad.Duplicated(y, b), 4, irad.Active(S))
    a, b = np.ones(6), np.ones(8)
    args = (irad.Duplicated(X.copy(), a), irad.Duplicated(Y.copy(), b), 4, irad.Active(S))
    tape, _ = augmented(*args)
    reverse(*args, tape=tape)
    np.testing.assert_allclose(a, dx, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(b, dy, rtol=1e-13, atol=1e-15)


def test_globals_keep_no_derivatives_between_calls() -> None:
    """What a static variable holds when a derivative is asked for is a constant: f = keep s + s^2, df = keep + 2 s."""
    source = "static double keep[3]; double f(double s) { double r = keep[0] * s; keep[0] = s * s; return r + keep[0]; }"
    for forward in (False, True):
        f, keep = irad.Module.from_c(source)["f"], 0.0
        for s in (0.5, 0.7, 0.9):
            if forward:
                (found,) = irad.autodiff(f, irad.Duplicated(s, 1.0), mode=irad.Forward)
            else:
                (found,) = irad.autodiff(f, irad.Active(s))
            assert found == pytest.approx(keep + 2 * s, rel=1e-14)
            keep = s * s


def test_constant_bytes_that_nobody_looks_at() -> None:
    """Are the eight bytes a number or a double?  Taken as a double: what the shadow held is dropped, in both modes."""
    import ctypes

    class Pair(ctypes.Structure):
        _fields_ = [("a", ctypes.c_double), ("b", ctypes.c_double)]

    f = irad.Module.from_c(HEAD + "double f(void *p, double s) { memset((char *)p + 8, 0, 8); return *(double *)p * s; }")["f"]
    shadow = Pair(0.0, 5.0)
    assert irad.autodiff(f, irad.Duplicated(Pair(3, 2), shadow), irad.Active(2.0)) == (None, 3.0)
    assert (shadow.a, shadow.b) == (2.0, 0.0)
    tangent = Pair(1.0, 5.0)
    assert irad.autodiff(f, irad.Duplicated(Pair(3, 2), tangent), irad.Duplicated(2.0, 0.0), mode=irad.Forward) == (2.0,)
    assert (tangent.a, tangent.b) == (1.0, 0.0)


MIXED = """
struct S { double a, b; float c; double d[2]; };
N double get(struct S q, int64_t i) { struct S v = q; v.d[i & 1] *= 2; return v.a * v.b + v.c * v.d[0] + v.d[1]; }
double f(double *x, double *y, int64_t n, double s) {
  struct S q = {x[0], y[0], (float)s, {x[1], y[1]}};
  struct S r = q;
  r.d[n & 1] += s;
  memset(&q.d, 0, sizeof q.d);
  return get(r, n + 1) + q.d[n & 1];
}
"""


def test_varying_indices_do_not_mix_up_the_fields_of_a_structure() -> None:
    """r.d = (x1 + s, y1); then d[1] doubles: f = x0 y0 + c (x1 + s) + 2 y1 with c = (float) s."""
    f = irad.Module.from_c(HEAD + MIXED)["f"]
    for mode in ("reverse", "split"):
        a, b = np.zeros(6), np.zeros(8)
        args = (irad.Duplicated(X.copy(), a), irad.Duplicated(Y.copy(), b), 4, irad.Active(S))
        if mode == "split":
            augmented, reverse = irad.autodiff_thunk(f, *args)
            tape, _ = augmented(*args)
            derivatives = reverse(*args, tape=tape)
        else:
            derivatives = irad.autodiff(f, *args)
        c = float(np.float32(S))
        np.testing.assert_allclose(a[:3], [Y[0], c, 0], rtol=1e-12)
        np.testing.assert_allclose(b[:3], [X[0], 2.0, 0], rtol=1e-12)
        assert derivatives[3] == pytest.approx(float(np.float32(X[1] + S)) + c, rel=1e-6)
