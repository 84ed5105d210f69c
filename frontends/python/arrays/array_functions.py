"""The table of NumPy functions that multiply arrays (`products.py`, `einsum.py`) or make views of them (`views.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.arrays import conversions, einsum, products, views
from irad.frontends.python.arrays.array_arguments import stand_in
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.parameters import Takes
from irad.frontends.python.core.code_writer import RaisedAlways
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, TupleV, Val

Given = dict[str, Any]
Lower = Callable[[Lowering, Given, Any], Val]

METHODS = ("dot", "transpose", "trace", "diagonal", "swapaxes")
_EXACT = ("dot", "einsum", "linalg.multi_dot")  # what is computed into out= has its shape; the others broadcast (at the front)


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if it is one of these."""
    try:
        found = _TABLE.get(fn)
    except TypeError:  # not hashable
        return None
    if found is None:
        return None
    name = fn.__name__
    return _handler(name if getattr(np, name, None) is fn else f"linalg.{name}", *found)


def _handler(name: str, takes: Takes, lower: Lower) -> Callable[..., Val]:
    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        given = dict(parameters.bound(low, f"np.{name}", takes, args, kw, node).arguments)
        out = given.pop("out", None)
        if name in ("matmul", "dot") and isinstance(out, ArrayV) and _written(low, name, given, out, node):
            return out
        try:
            result = lower(low, given, node)
        except RaisedAlways:
            return stand_in([*args, *kw.values()])
        return result if products.absent(out) else _into(low, name, given, result, out, node)

    return call


def _into(low: Lowering, name: str, given: Given, result: Val, out: Any, node: Any) -> Val:
    """``out=``: the result is complete before anything is written."""
    if not isinstance(out, ArrayV):
        low.wrong(node, "out= must be an array")
    shape = result.shape if isinstance(result, (ArrayV, LazyV)) else []
    kind = result.ty.dtype if isinstance(result, (ArrayV, LazyV)) else result.ty.kind
    if not np.can_cast(kind, out.ty.dtype, "same_kind"):
        low.wrong(node, f"np.{name}(): what is computed is {kind}, and out= has {out.ty.dtype}")
    if name in _EXACT and len(shape) != out.ty.ndim:
        low.wrong(node, f"np.{name}(): out= has {out.ty.ndim} axes, the result {len(shape)}")
    if name in _EXACT:
        _check_sizes(low, name, shape, out, node)
    elif name == "matmul":
        _check_sizes(low, name, shape[len(shape) - _matrix_axes(*given.values()) :], out, node)
    low.arrays.assign(out, result, node)
    return out


def _written(low: Lowering, name: str, given: Given, out: ArrayV, node: Any) -> bool:
    """Write a product of two matrices straight to ``out``; False where that may not be possible."""
    x, y = given.values()
    if not isinstance(x, (ArrayV, LazyV)) or not isinstance(y, (ArrayV, LazyV)) or not x.ty.ndim == y.ty.ndim == out.ty.ndim == 2:
        return False
    _check_sizes(low, name, [x.shape[0], y.shape[1]], out, node)
    return products.write_product(low, out, x, y, node, name)


def _matrix_axes(x: Val, y: Val) -> int:
    """How many axes of the result are not broadcast."""
    return sum(isinstance(v, (ArrayV, LazyV)) and v.ty.ndim > 1 for v in (x, y))


def _check_sizes(low: Lowering, name: str, shape: list[Any], out: ArrayV, node: Any) -> None:
    """Check that the last axes of ``out`` have the sizes of the result's."""
    for n, m in zip(shape, out.shape[len(out.shape) - len(shape) :], strict=True):
        text = f"np.{name}(): out= has the size {{0}} where the result has {{1}}"
        low.check(low.b.icmp_signed("==", n, m), ValueError, text, node, [m, n])


def method(low: Lowering, name: str, owner: Val, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A method of an array."""
    if name == "transpose" and len(args) > 1:
        args = [TupleV(args)]
    found = handler(getattr(np, name))
    assert found is not None
    return found(low, [owner, *args], kw, node)


def _two(lower: Callable[..., Val], first: str = "a", second: str = "b") -> Lower:
    return lambda low, given, node: lower(low, given[first], given[second], node)


def _diagonals(lower: Callable[..., Val]) -> Lower:
    return lambda low, g, node: lower(low, g["a"], g.get("offset"), g.get("axis1"), g.get("axis2"), node)


def _triangle(upper: bool) -> Lower:
    return lambda low, g, node: views.triangle(low, g["m"], g.get("k"), upper, node)


def _multi_dot(low: Lowering, given: Given, node: Any) -> Val:
    return products.multi_dot(low, given["arrays"], node)


def _einsum(low: Lowering, given: Given, node: Any) -> Val:
    return einsum.einsum(low, given["subscripts"], given.get("operands", ()), node)


_OFFSET: Takes = lambda a, offset=None, axis1=None, axis2=None: 0  # noqa: E731

_TABLE: dict[Any, tuple[Takes, Lower]] = {
    np.matmul: (lambda x1, x2, /, out=None: 0, _two(products.matmul, "x1", "x2")),
    np.dot: (lambda a, b, out=None: 0, _two(products.dot)),
    np.inner: (lambda a, b, /: 0, _two(products.inner)),
    np.vdot: (lambda a, b, /: 0, _two(products.vdot)),
    np.outer: (lambda a, b, out=None: 0, _two(products.outer)),
    np.kron: (lambda a, b: 0, _two(products.kron)),
    np.tensordot: (
        lambda a, b, axes=None: 0, lambda low, g, node: products.tensordot(low, g["a"], g["b"], g.get("axes"), node)
    ),
    np.einsum: (lambda subscripts, /, *operands, out=None, optimize=None: 0, _einsum),
    np.linalg.multi_dot: (lambda arrays, *, out=None: 0, _multi_dot),
    np.linalg.matrix_power: (lambda a, n: 0, _two(products.matrix_power, "a", "n")),
    np.transpose: (lambda a, axes=None: 0, lambda low, g, node: views.transpose(low, g["a"], g.get("axes"), node)),
    np.swapaxes: (
        lambda a, axis1, axis2: 0, lambda low, g, node: views.swapaxes(low, g["a"], g["axis1"], g["axis2"], node)
    ),
    np.moveaxis: (
        lambda a, source, destination: 0,
        lambda low, g, node: views.moveaxis(low, g["a"], g["source"], g["destination"], node),
    ),
    np.diagonal: (_OFFSET, _diagonals(views.diagonal)),
    np.lib.stride_tricks.sliding_window_view: (
        lambda x, window_shape, axis=None, *, subok=None: 0,
        lambda low, g, node: views.windows(low, g["x"], g["window_shape"], g.get("axis"), node),
    ),
    np.trace: (lambda a, offset=None, axis1=None, axis2=None, *, out=None: 0, _diagonals(views.trace)),
    np.diag: (lambda v, k=None: 0, lambda low, g, node: views.diag(low, g["v"], g.get("k"), node)),
    np.tril: (lambda m, k=None: 0, _triangle(False)),
    np.triu: (lambda m, k=None: 0, _triangle(True)),
    np.eye: (
        lambda N, M=None, k=None, dtype=None: 0,
        lambda low, g, node: views.eye(low, g["N"], g.get("M"), g.get("k"), g.get("dtype"), node),
    ),
    **conversions.TABLE,
    np.identity: (lambda n, dtype=None: 0, lambda low, g, node: views.eye(low, g["n"], None, None, g.get("dtype"), node)),
}  # fmt: skip
