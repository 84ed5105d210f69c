"""Derivatives of structural functions in both modes, beside the complex step of the same function run by NumPy."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.structure.structure_cases import functions, grouped, inputs
from tests.reference.differences import slope

# Functions of the five arrays; k is 3, and known at run time only.
SMOOTH = (
    "np.concatenate([a * a, b[:2]])", "np.concatenate((v, v * u[0]), axis=-1)", "np.concatenate([a, u], axis=None)",
    "np.stack([u, u * v[:4]], axis=1)", "np.vstack([a, b[0] * v[0]])", "np.hstack([v[0], v, u * u])", "np.dstack((a, b * a))",
    "np.column_stack([u, a * b])", "np.append(v * v, u)", "np.append(a, b * b, axis=1)",
    "np.block([[a, b * a], [b, u[:, None] * b]])", "np.split(a * b, 3, axis=1)[1]", "np.array_split(v * v, 3)[0]",
    "np.concatenate(np.split(v, [2, k]))", "np.hsplit(a, 2)[1] * b[:, :3]", "np.roll(v, k) * v",
    "np.roll(a, (1, -k), axis=(1, 0)) * b", "np.roll(c * c, 5)", "np.rot90(a) * np.rot90(b, 3)[::-1]", "np.repeat(v * v, k)",
    "np.repeat(a, 2, axis=1) * v[0]", "np.repeat(u, [1, 0, 2, 3]) * v[1]", "np.tile(a * u[:, None], (2, k))",
    "np.meshgrid(v, u)[0] * np.meshgrid(v, u)[1]", "np.diagflat(u * u, -1)", "np.pad(a * a, ((1, k), (2, 0)))",
    "np.pad(v, 2, constant_values=u[0]) * 2.0", "np.pad(a * b, 2, 'edge')", "np.pad(v * v, 9, 'reflect')",
    "np.pad(a, (k, 7), mode='symmetric') * v[0]", "np.pad(c * c, ((0, 0), (5, k), (1, 4)), 'wrap')", "np.diff(v * v)",
    "np.diff(a, n=2, axis=0) * b[:2]", "np.diff(v, prepend=u[0], append=u)", "np.cumsum(a * b, axis=0)", "np.cumprod(v)",
    "np.cumprod(c, axis=1)", "np.cumsum(a) * np.cumprod(b * 0.3)", "np.ediff1d(a, to_end=u) * v[0]",
    "np.trapezoid(v * v, dx=u[0])", "np.trapezoid(a * a, u, axis=0)", "np.trapezoid(a, b)", "np.gradient(v * v)",
    "np.gradient(a * b)[0]", "np.gradient(v, np.cumsum(v * v), edge_order=2)",
    "np.gradient(c, u * u * u[0], 1.5, axis=(1, 2), edge_order=2)[0]", "np.average(a, weights=b * b)",
    "np.average(a * a, axis=0, weights=u * u)", "np.insert(v, k, u * u)", "np.insert(a, 1, v[0], axis=1) * u[1]",
    "np.delete(a * a, k, axis=1)", "np.cross(c, c[:, ::-1] * v[:3])", "np.cross(v[:3], v[3:6])",
    "np.broadcast_arrays(a, b[0])[1] * a", "z = a * a; p, q = np.split(z, 2); p *= q; z",
    "z = v * v; np.flip(z)[1:] *= u[0]; z", "z = np.roll(a, 1, axis=0); z[0] = z[1] * u[0]; z",
    "z = v * 1.0\n    for i in range(3):\n        z = z + 0.1 * (np.roll(z, 1) - 2.0 * z * z + np.roll(z, -1)); z",
)  # fmt: skip

# The complex step cannot pass where numbers are compared, sorted or rounded: along a direction these are (piecewise) linear.
LINEAR = (
    "np.median(v)", "np.median(a, axis=1)", "np.percentile(v, 30)", "np.quantile(a, (0.1, 0.8), axis=0)", "np.ptp(a, axis=0)",
    "np.round(v) * u[0]", "np.average(v)", "np.diff(np.round(a, 1)) + np.diff(a)", "np.median(u) * 2.0",
)  # fmt: skip


def _body(group: list[str]) -> str:
    """The sum of what each expression has and of its squares, every element with a factor of its own."""
    lines = ["k = u.shape[0] - 1", "total = 0.0 * v[0]"]
    for n, text in enumerate(group):
        *before, last = text.split("; ")
        lines += [*before, f"y{n} = np.ravel({last})", f"total += (w[: y{n}.size] * (y{n} + 0.1 * y{n} * y{n})).sum()"]
    return "; ".join([*lines, "total"])


def complex_gradient(f: Any, args: tuple[Any, ...]) -> list[np.ndarray]:
    """The derivatives by all elements; all arrays are complex, so that none loses what another one passes on."""
    out = []
    for k, x in enumerate(args):
        found = np.zeros(x.shape)
        for place in np.ndindex(x.shape):
            given = [y.astype(complex) for y in args]
            given[k][place] += 1e-30j
            found[place] = f(*given).imag / 1e-30
        out.append(found)
    return out


def arguments(layout: str) -> tuple[Any, ...]:
    """The five arrays, and the factors of the results' elements."""
    return (*(0.4 * x for x in inputs(layout, np.float64, seed=11)[:5]), np.cos(np.arange(600.0)))


PARAMETERS = "v, u, a, b, c, w"
SMOOTH_GROUPS = grouped(SMOOTH, 5)


@pytest.mark.sampled
@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("number", range(len(SMOOTH_GROUPS)))
def test_both_modes(number: int, mode: str, tmp_path: Path) -> None:
    group = SMOOTH_GROUPS[number]
    (f,) = functions(tmp_path, f"smooth_{number}_{mode}", [_body(group)], PARAMETERS)
    *args, factors = arguments(("C", "F")[number % 2])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = complex_gradient(lambda *given: f(*given, factors), tuple(args))
    if mode == "reverse":
        got = irad.grad(f, argnums=(0, 1, 2, 3, 4))(*args, factors)
        for x, y, name in zip(got, want, "vuabc", strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-10, atol=1e-11 * max(1.0, np.abs(y).max()), err_msg=f"{name} of {group}")
        return
    rng = np.random.default_rng(number)
    toward = tuple(rng.normal(size=x.shape) for x in args)
    value, tangent = irad.jvp(f, (*args, factors), (*toward, 0.0 * factors))
    np.testing.assert_allclose(value, f(*args, factors), rtol=1e-12)
    scale = sum(float(np.abs(w * t).sum()) for w, t in zip(want, toward, strict=True))
    along = sum((w * t).sum() for w, t in zip(want, toward, strict=True))
    np.testing.assert_allclose(tangent, along, atol=1e-11 * scale, err_msg=str(group))


def test_piecewise_linear(tmp_path: Path) -> None:
    (f,) = functions(tmp_path, "linear", [_body(list(LINEAR))], PARAMETERS)
    *args, factors = arguments("C")
    rng = np.random.default_rng(1)
    toward = tuple(rng.normal(size=x.shape) for x in args)

    def along(t: Any) -> Any:
        return f(*(x + t[0] * d for x, d in zip(args, toward, strict=True)), factors)

    want = slope(along, np.zeros(1), np.ones(1), h=1e-5)
    gradient = irad.grad(f, argnums=(0, 1, 2, 3, 4))(*args, factors)
    np.testing.assert_allclose(irad.jvp(f, (*args, factors), (*toward, 0.0 * factors))[1], want, rtol=1e-7)
    np.testing.assert_allclose(sum((g * t).sum() for g, t in zip(gradient, toward, strict=True)), want, rtol=1e-7)


def heat(x: Any) -> Any:
    return (np.diff(np.concatenate([x * x, x])) ** 2).sum() + (np.pad(x, 1, "wrap")[:-2] * x**3).sum()


def test_second_derivatives() -> None:
    """Of a quartic, by hand: through joined, padded and subtracted arrays."""
    x = np.array([0.5, -1.0, 2.0])

    def plain(x: Any) -> Any:
        return np.array([slope_of(x, e) for e in np.eye(3)])

    def slope_of(x: Any, e: Any) -> Any:
        return heat(x + 1e-30j * e).imag / 1e-30

    want = np.array([slope(plain, x, e) for e in np.eye(3)])
    np.testing.assert_allclose(irad.hessian(heat)(x), want, rtol=1e-8, atol=1e-8)
