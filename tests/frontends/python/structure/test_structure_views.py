"""What is a view in NumPy is one here: what is written through it reaches the array; and copies do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.structure.structure_cases import functions, inputs
from tests.reference.differences import gradient

BODIES = (
    "p, q = np.split(v, [3]); p[0] = 50.0; q[:] = q[::-1] * 2.0; v",
    "parts = np.split(a, 2, axis=1); parts[1][0] = parts[0][1]; a", "for p in np.array_split(v, 3):\n        p *= 2.0; v",
    "h = np.hsplit(a, 3); h[2][:, 0] += h[0][:, 1]; a, h[2]", "r = np.rot90(a); r[0, 0] = 70.0; a",
    "r = np.rot90(a, 3); r[1] = r[2] * 3.0; a", "r = np.rot90(a, 2); r[0] += 1.0; r[:, 1] = 5.0; a",
    "f = np.flip(v); f[0] = 9.0; f[1:] *= f[0]; v",
    "s = np.squeeze(c[:1], axis=0); s[1, 1] = 4.0; e = np.expand_dims(v, 1); e[2, 0] = 8.0; c, v",
    "w = np.swapaxes(c, 0, 2); w[0, 1, 1] = 6.0; m = np.moveaxis(c, 0, -1); m[0, 0, 0] = 3.0; c",
    "d = np.diff(v); v[0] = 90.0; d, v", "d = np.concatenate([v, u]); d[0] = 1.0; v[1] = 2.0; d, v",
    "r = np.roll(v, 2); v[:] = 0.0; r", "v[1:] = np.diff(v); v", "v[:] = np.roll(v, 1) - 2.0 * v + np.roll(v, -1); v",
    "a[:2] = np.concatenate([a[1:2], a[:1]]); a", "p = np.pad(v, 1, 'edge'); v[0] = 30.0; p[1] = 2.0; p, v",
    "m, n = np.meshgrid(v, u); m[0, 0] = 5.0; n[:] *= 2.0; m, n, v, u",
    "t = np.tile(v, 1); t[0] = 5.0; r = np.repeat(v, 1); r[1] = 6.0; v, t, r", "v[2:4] = np.stack([v[5], v[6]]); v",
)  # fmt: skip


def of_row_and_column(x: Any) -> Any:
    """Arrays in a loop, which each iteration makes anew."""
    out = np.zeros(4)
    for i in range(3):
        both = np.concatenate([x[i : i + 2], np.roll(x, i)[:2]])
        for part in np.split(both, 2):
            out[:2] += part * both[::-1][:2]
        out = np.append(out[1:], both[0])
    return out


@pytest.mark.parametrize("number", range(len(BODIES)))
def test_writes(number: int, tmp_path: Path) -> None:
    f: Callable[..., Any]
    (f,) = functions(tmp_path, f"views_{number}", [BODIES[number]])
    compiled = irad.jit(f)
    for layout in ("C", "F"):
        given, plain = inputs(layout, np.float64), inputs(layout, np.float64)
        got, want = compiled(*given), f(*plain)
        for x, y in zip(got if isinstance(want, tuple) else [got], want if isinstance(want, tuple) else [want], strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-13, err_msg=BODIES[number])
        for x, y in zip(given, plain, strict=True):
            np.testing.assert_array_equal(x, y, err_msg=BODIES[number])


def test_arrays_of_iterations() -> None:
    x = np.array([1.0, 2.0, -1.0, 0.5, 3.0])
    np.testing.assert_allclose(irad.jit(of_row_and_column)(x), of_row_and_column(x), rtol=1e-14)
    for mode in (irad.jacfwd, irad.jacrev):
        np.testing.assert_allclose(mode(of_row_and_column)(x), gradient(of_row_and_column, x).T, atol=1e-8)
