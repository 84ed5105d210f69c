"""Expressions with NumPy's structural functions, as plain functions in a file of their own, which NumPy and irad both run.

In each expression ``v`` and ``u`` have one axis (7 and 4 elements), ``a`` and ``b`` two (4, 6), ``c`` three (2, 4, 3), and ``k``
is a number that is known at run time only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.generators.modules import module_from

JOINED = (
    "np.concatenate([v, u])", "np.concatenate((a, b), axis=1)", "np.concatenate([a, b, a], -2)",
    "np.concatenate([a, v], axis=None)", "np.concatenate([c, c[:, :1], c], axis=1)", "np.concatenate([c, c[:, :, ::-1]], 2)",
    "np.concatenate([v[::2], u[1:1]])", "np.concatenate([[1, 2.5], v])", "np.concatenate([a.T, b.T])",
    "np.concatenate([a + b, b[:2]])", "np.concat([v, v])", "np.stack([a, b])", "np.stack((a, b), axis=1)",
    "np.stack([a, b, a], axis=-1)", "np.stack([v[0], v[1], 2.0])", "np.stack([u, v[:4]], 1)", "np.stack([c, c + c], axis=2)",
    "np.vstack([a, b[0]])", "np.vstack((u, u))", "np.vstack([v[0], v[1]])", "np.hstack([v, u])", "np.hstack([a, b[:, :1]])",
    "np.hstack((v[0], 1, u))", "np.dstack([u, u])", "np.dstack((a, b))", "np.dstack([c, c])", "np.column_stack([u, a, u])",
    "np.column_stack((u, u))", "np.append(v, u)", "np.append(a, b, axis=0)", "np.append(a, v)", "np.append(v, 3)",
    "np.append(v, [1, 2])", "np.append(v[0], u)", "np.block([[a, b], [b, a]])", "np.block([u, v])",
    "np.block([a, u[:, None]])", "np.block([[np.zeros((2, 2)), a[:2]], [a[2:], np.ones((2, 2))]])",
)  # fmt: skip
SPLIT = (
    "np.split(a, 3, axis=1)", "np.split(a, 2)", "np.split(v, [2, 5])", "np.split(v, (3,))", "np.split(v, [k, -1, 40])",
    "np.split(v, [5, 2])", "np.array_split(v, 3)", "np.array_split(c, 4, axis=-1)", "np.array_split(a, 5, axis=1)",
    "np.hsplit(a, 2)", "np.hsplit(v, [1])", "np.vsplit(a, [1, 3])", "np.dsplit(c, 3)", "np.split(a, 2)[1]",
    "np.array_split(v, 9)",
)  # fmt: skip
MOVED = (
    "np.roll(v, 2)", "np.roll(v, -k)", "np.roll(a, 1)", "np.roll(a, 1, axis=0)", "np.roll(a, k, axis=1)",
    "np.roll(c, (1, -2), axis=(0, 2))", "np.roll(a, 3, axis=(0, 1))", "np.roll(a, (1, k), axis=1)", "np.roll(v, 100)",
    "np.roll(a, (1,))", "np.roll(a, (3, -k))", "np.roll(v, [2])",
    "np.roll(v[:0], 3)", "np.roll(a + b, 1, axis=-1)", "np.rot90(a)", "np.rot90(a, 2)", "np.rot90(a, k=-1)",
    "np.rot90(c, 1, axes=(1, 2))", "np.rot90(a, 4)", "np.flip(a, 1)", "np.fliplr(a)", "np.repeat(v, 3)", "np.repeat(a, 2)",
    "np.repeat(a, k, axis=1)", "np.repeat(c, 2, axis=0)", "np.repeat(a, [1, 0, 2, 3], axis=0)",
    "np.repeat(v, np.array([2, 0, 1, 1, 3, 0, k]))", "np.repeat(v, 0)", "np.repeat(v[0], 4)", "v.repeat(2)",
    "a.repeat(2, axis=0)", "np.repeat(u, [2])", "np.tile(v, 2)", "np.tile(a, 2)", "np.tile(a, (2, k))",
    "np.tile(v, (2, 1, 3))", "np.tile(c, (2, 1))", "np.tile(a, (1, 1))", "np.tile(v, 0)", "np.tile(v[0], 3)",
    "np.tile(a, k - 2)", "np.meshgrid(v, u)", "np.meshgrid(v, u, indexing='ij')", "np.meshgrid(v, u, sparse=True)",
    "np.meshgrid(v, u, v[:2])", "np.meshgrid(v)", "np.diagflat(u, 1)", "np.diagflat(a, -k)", "np.diagflat(u)",
)  # fmt: skip
PADDED = (
    "np.pad(v, 2)", "np.pad(a, 1)", "np.pad(a, (1, 2))", "np.pad(a, ((1, 0), (k, 2)))", "np.pad(a, ((1, 2),))",
    "np.pad(a, ((1,), (2,)))", "np.pad(v, (k, 0), constant_values=7)", "np.pad(a, 1, constant_values=(1, 2))",
    "np.pad(a, 2, constant_values=((1, 2), (3, 4)))", "np.pad(a, 2, mode='constant', constant_values=v[0])",
    "np.pad(v, 2, 'edge')", "np.pad(a, ((1, 2), (3, 4)), mode='edge')", "np.pad(v, 3, 'reflect')",
    "np.pad(v, (20, 31), 'reflect')", "np.pad(a, (k, 9), 'reflect')", "np.pad(v[:1], 2, 'reflect')",
    "np.pad(v, 3, 'symmetric')", "np.pad(a, (11, 5), 'symmetric')", "np.pad(v, (2, k), 'wrap')",
    "np.pad(a, (11, 13), 'wrap')", "np.pad(c, ((0, 0), (1, 1), (2, 2)), 'wrap')",
    "np.pad(c, ((1, 1), (0, 2), (2, 1)), mode='reflect')", "np.pad(a.T, 1)",
)  # fmt: skip
ALONG = (
    "np.diff(v)", "np.diff(a)", "np.diff(a, axis=0)", "np.diff(v, 2)", "np.diff(a, n=3, axis=-1)", "np.diff(v, 0)",
    "np.diff(v, prepend=0)", "np.diff(a, axis=0, prepend=1.5, append=b[:1])", "np.diff(v, append=u)", "np.diff(v[:1])",
    "np.diff(v[:0])", "np.diff(v, 8)", "np.cumsum(v)", "np.cumsum(a)", "np.cumsum(a, axis=0)", "np.cumsum(c, axis=1)",
    "np.cumprod(v)", "np.cumprod(a, axis=1)", "np.cumprod(c, -1)", "np.cumprod(a)", "v.cumprod()", "a.cumsum(0)",
    "a.cumprod(axis=1)", "np.cumsum(v, dtype=np.float64)", "np.cumsum(v[0])", "np.cumsum(a + b, axis=1)", "np.ptp(v)",
    "np.ptp(a, axis=0)", "np.ptp(a, axis=1, keepdims=True)", "np.count_nonzero(v)", "np.count_nonzero(a, axis=1)",
    "np.average(v)", "np.average(a, axis=0)", "np.average(v, weights=v + 1)", "np.average(a, axis=0, weights=u)",
    "np.average(a, weights=b + 2)", "np.average(a, axis=1, weights=b + 2)", "np.average(c, axis=1, weights=u, keepdims=True)",
    "np.average(v, weights=[1, 2, 3, 4, 5, 6, 7])", "np.array_equal(a, b)", "np.array_equal(v, u)", "np.array_equal(a, a)",
    "np.array_equal(a, v)", "np.allclose(a, b)", "np.allclose(v, v)", "np.isclose(a, b, rtol=0.5)",
    "np.isclose(v, 1, atol=k)", "np.isclose(v[0], v[1])",
)  # fmt: skip
PLACES = (
    "np.insert(v, 2, 5)", "np.insert(v, k, u)", "np.insert(a, 1, 7)", "np.insert(a, -1, u, axis=1)",
    "np.insert(a, k, b[1:3], axis=0)", "np.insert(a, 4, b[0], axis=0)", "np.insert(a, 2, b[:, :2].T, axis=1)",
    "np.insert(v, 7, [1, 2])", "np.insert(c, 1, 3, axis=1)", "np.delete(v, 0)", "np.delete(v, -k)", "np.delete(a, 5)",
    "np.delete(a, k, axis=1)", "np.delete(c, 1, axis=0)", "np.tri(3)", "np.tri(k, 4, -1, dtype=np.int64)",
    "np.tri(4, k, k=1)", "np.broadcast_arrays(a, b[0])", "np.broadcast_arrays(u, a[:, :1], 2)",
    "w = a.copy(); np.fill_diagonal(w, 9); w", "w = a.T.copy(); np.fill_diagonal(w, w[1, 1]); w",
)  # fmt: skip
NUMBERS = (  # not of truth values
    "np.ediff1d(a)", "np.ediff1d(v, to_begin=0)", "np.ediff1d(v, to_end=[1, 2], to_begin=v[:1])", "np.trapezoid(v)",
    "np.trapezoid(a)", "np.trapezoid(a, axis=0)", "np.trapezoid(v, dx=0.5)", "np.trapezoid(v, np.cumsum(v))",
    "np.trapezoid(a, b)", "np.trapezoid(a, u, axis=0)", "np.gradient(v)", "np.gradient(a)", "np.gradient(v, 0.5)",
    "np.gradient(a, 2.0, axis=1)", "np.gradient(v, edge_order=2)", "np.gradient(a, 0.5, k, edge_order=2)",
    "np.gradient(v, np.arange(7.0) ** 2)", "np.gradient(a, np.arange(4.0) ** 2, 0.5, edge_order=2)",
    "np.gradient(c, axis=(0, 2))", "np.gradient(c, axis=-1)", "np.round(v)", "np.round(a, 1)", "v.round(2)", "np.around(v)",
    "np.round(v[0], 1)", "np.median(v)", "np.median(u)", "np.median(a)", "np.median(a, axis=0)", "np.median(c, axis=-1)",
    "np.median(a, axis=1, keepdims=True)", "np.percentile(v, 30)", "np.percentile(a, 75, axis=0)",
    "np.percentile(u, (25, 50, 75))", "np.percentile(a, (10, 100), axis=1)", "np.cross(v[:3], v[3:6])",
    "np.cross(c, c[:, ::-1])", "np.cross(c, v[:3])", "np.cross(a[:3], b[:3], axis=0)", "np.cross(c, c[::-1], axisc=0)",
    "np.cross(a[:3], c[0, 0], axisa=0)", "np.quantile(v, 0.25)", "np.quantile(v, v[0] * 0 + 0.5)", "np.quantile(v, 1.0)",
    "np.quantile(a, 0.5, keepdims=True)", "np.diff(a, axis=1) * 2 + a[:, 1:]",
)  # fmt: skip


def functions(folder: Path, name: str, bodies: Sequence[str], parameters: str = "v, u, a, b, c, k") -> list[Callable[..., Any]]:
    """A function for each body (statements with ``;`` between them, then an expression), in a file for irad to read."""
    text = "import numpy as np\n"
    for i, body in enumerate(bodies):
        *before, last = body.split("; ")
        text += "".join(f"    {line}\n" for line in (*before, f"return {last}")).join((f"\n\ndef f{i}({parameters}):\n", ""))
    module = module_from(folder / f"{name}.py", text)
    return [getattr(module, f"f{i}") for i in range(len(bodies))]


def grouped(expressions: Sequence[str], count: int) -> list[list[str]]:
    """Expressions in groups of about ``count``, which are compiled together; statements stand alone."""
    plain = [e for e in expressions if "; " not in e]
    return [list(plain[k : k + count]) for k in range(0, len(plain), count)] + [[e] for e in expressions if "; " in e]


def together(group: list[str]) -> str:
    """The body of a function with the results of a group in a tuple."""
    return (
        f"({', '.join(group)},)" if "; " not in group[0] else f"{group[0].rpartition('; ')[0]}; ({group[0].rpartition('; ')[2]},)"
    )


def inputs(layout: str, dtype: Any, seed: int = 3) -> tuple[Any, ...]:
    """Arguments in this layout: "C", "F" or "strided"."""
    rng = np.random.default_rng(seed)
    made = []
    for shape in ((7,), (4,), (4, 6), (4, 6), (2, 4, 3)):
        x = rng.normal(size=shape) * 3.0
        made.append(_laid(np.round(x, 2 if np.dtype(dtype).kind == "f" else 0).astype(dtype), layout))
    return (*made, 3)


def _laid(x: Any, layout: str) -> Any:
    if layout == "F":
        return np.asfortranarray(x) if x.ndim > 1 else x[::-1]
    if layout == "strided":
        wide = np.zeros([2 * n for n in x.shape], x.dtype)
        wide[tuple(slice(None, None, 2) for _ in x.shape)] = x
        return wide[tuple(slice(None, None, 2) for _ in x.shape)]
    return x
