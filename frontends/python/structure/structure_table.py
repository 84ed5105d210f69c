"""The table of NumPy's structural functions, and their methods of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.arrays.array_arguments import array_or_number, put_out, stand_in
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.parameters import Takes
from irad.frontends.python.containers import shared_lists
from irad.frontends.python.core.code_writer import RaisedAlways
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ListV, Val
from irad.frontends.python.structure import (
    accumulation,
    averages,
    comparing,
    inserting,
    joining,
    list_joining,
    moving,
    neighbours,
    padding,
    splitting,
)

Given = dict[str, Any]
Lower = Callable[[Lowering, Given, Any], Val]


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if it is one of these."""
    try:
        found = _TABLE.get(fn)
    except TypeError:  # not hashable
        return None
    return None if found is None else _handler(fn.__name__, *found)


def _handler(name: str, takes: Takes, lower: Lower) -> Callable[..., Val]:
    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        given = dict(parameters.bound(low, f"np.{name}", takes, args, kw, node).arguments)
        out = given.pop("out", None)
        try:
            result = lower(low, given, node)
        except RaisedAlways:
            return stand_in([*args, *kw.values()])
        return put_out(low, out, result, name, node)

    return call


def method(low: Lowering, name: str, owner: Val, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A method of an array."""
    found = handler(getattr(np, name))
    assert found is not None
    return found(low, [array_or_number(low, owner, node), *args], kw, node)


def _of_lists(name: str, parameter: str, lower: Lower) -> Lower:
    """A function that joins arrays, and takes lists that grow, too."""

    def call(low: Lowering, given: Given, node: Any) -> Val:
        xs = given[parameter]
        if isinstance(xs, (ArrayV, LazyV)) and xs.shape:  # the parts along its first axis
            xs = low.expr.apply(list, [xs], {}, node)
        xs = shared_lists.opened(low, xs)
        if not isinstance(xs, ListV):
            return lower(low, given | {parameter: xs}, node)
        if "dtype" in given:
            low.unsupported(
                node, f"np.{name} of a list that grows with dtype= is not supported", "convert the result: .astype(...)"
            )
        return list_joining.joined_list(low, name, xs, given.get("axis"), node)

    return call


METHODS = ("repeat", "cumsum", "cumprod", "round")

_SPLIT: Takes = lambda ary, indices_or_sections, axis=None: 0  # noqa: E731
_SPLIT_ALONG: Takes = lambda ary, indices_or_sections: 0  # noqa: E731
_STACK: Takes = lambda tup, *, dtype=None: 0  # noqa: E731
_TUP: Takes = lambda tup: 0  # noqa: E731
_RUNNING: Takes = lambda a, axis=None, dtype=None, out=None: 0  # noqa: E731
_CLOSE: Takes = lambda a, b, rtol=None, atol=None, equal_nan=None: 0  # noqa: E731
_ROUND: Takes = lambda a, decimals=None, out=None: 0  # noqa: E731

_TABLE: dict[Any, tuple[Takes, Lower]] = {
    np.concatenate: (lambda arrays, /, axis=None, *, dtype=None: 0, _of_lists("concatenate", "arrays", joining.concatenate)),
    np.stack: (lambda arrays, axis=None, *, dtype=None: 0, _of_lists("stack", "arrays", joining.stack)),
    np.vstack: (_STACK, _of_lists("vstack", "tup", joining.vstack)),
    np.hstack: (_STACK, _of_lists("hstack", "tup", joining.hstack)),
    np.dstack: (_TUP, joining.dstack),
    np.column_stack: (_TUP, _of_lists("column_stack", "tup", joining.column_stack)),
    np.append: (lambda arr, values, axis=None: 0, joining.append),
    np.block: (lambda arrays: 0, joining.block),
    np.split: (_SPLIT, splitting.split),
    np.array_split: (_SPLIT, splitting.array_split),
    np.hsplit: (_SPLIT_ALONG, splitting.split_along("hsplit", 1, 1)),
    np.vsplit: (_SPLIT_ALONG, splitting.split_along("vsplit", 2, 0)),
    np.dsplit: (_SPLIT_ALONG, splitting.split_along("dsplit", 3, 2)),
    np.roll: (lambda a, shift, axis=None: 0, moving.roll),
    np.rot90: (lambda m, k=None, axes=None: 0, moving.rot90),
    np.repeat: (lambda a, repeats, axis=None: 0, moving.repeat),
    np.tile: (lambda A, reps: 0, moving.tile),
    np.meshgrid: (lambda *xi, copy=None, sparse=None, indexing=None: 0, moving.meshgrid),
    np.diagflat: (lambda v, k=None: 0, moving.diagflat),
    np.pad: (
        lambda array, pad_width, mode=None, *, constant_values=None, end_values=None, stat_length=None, reflect_type=None: 0,
        padding.pad,
    ),
    np.diff: (lambda a, n=None, axis=None, prepend=None, append=None: 0, neighbours.diff),
    np.ediff1d: (lambda ary, to_end=None, to_begin=None: 0, neighbours.ediff1d),
    np.trapezoid: (lambda y, x=None, dx=None, axis=None: 0, neighbours.trapezoid),
    np.gradient: (lambda f, *varargs, axis=None, edge_order=None: 0, neighbours.gradient),
    np.cumsum: (_RUNNING, accumulation.accumulated(False)),
    np.cumprod: (_RUNNING, accumulation.accumulated(True)),
    np.average: (lambda a, axis=None, weights=None, returned=False, *, keepdims=None: 0, averages.average),
    np.ptp: (lambda a, axis=None, *, keepdims=None: 0, averages.ptp),
    np.count_nonzero: (lambda a, axis=None, *, keepdims=None: 0, averages.count_nonzero),
    np.insert: (lambda arr, obj, values, axis=None: 0, inserting.insert),
    np.delete: (lambda arr, obj, axis=None: 0, inserting.delete),
    np.cross: (lambda a, b, axisa=None, axisb=None, axisc=None, axis=None: 0, inserting.cross),
    np.tri: (lambda N, M=None, k=None, dtype=None: 0, inserting.tri),
    np.fill_diagonal: (lambda a, val: 0, inserting.fill_diagonal),
    np.broadcast_arrays: (lambda *args: 0, inserting.broadcast_arrays),
    np.array_equal: (lambda a1, a2, equal_nan=None: 0, comparing.array_equal),
    np.isclose: (_CLOSE, comparing.isclose),
    np.allclose: (_CLOSE, comparing.allclose),
    np.round: (_ROUND, comparing.rounded),
    np.around: (_ROUND, comparing.rounded),
}  # fmt: skip
