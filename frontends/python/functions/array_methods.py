"""Methods of arrays, of NumPy's numbers, and of containers."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from irad.frontends.python.arrays import array_functions, complex_parts, conversions, sorting
from irad.frontends.python.arrays.array_arguments import array_or_number
from irad.frontends.python.arrays.array_attributes import ATTRIBUTES
from irad.frontends.python.calls import parameters
from irad.frontends.python.containers import counters, fixed_containers, growing_lists, list_values, shared_lists
from irad.frontends.python.core.checked_integers import to_integer
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.functions import index_functions, numpy_functions
from irad.frontends.python.functions.numpy_functions import REDUCTIONS, numpy_call
from irad.frontends.python.iteration import library_functions, set_methods
from irad.frontends.python.iteration.collection_types import DequeKind, deque_method
from irad.frontends.python.iteration.iterators import needed_items
from irad.frontends.python.library.of_python import math_written
from irad.frontends.python.messages.callable_names import near
from irad.frontends.python.sources.dtypes import DTYPES, widest
from irad.frontends.python.sources.python_types import SETS, Scalar
from irad.frontends.python.structure import several_places, structure_table

_OF_NUMPY = (*REDUCTIONS, "var", "std", "argsort", "clip")
_METHODS = (
    *conversions.METHODS, *parameters.METHODS, "sort", *array_functions.METHODS, *index_functions.METHODS,
    *structure_table.METHODS, *_OF_NUMPY, "searchsorted", "partition", "argpartition",
)  # fmt: skip
_INSTEAD = {
    "tolist": "an array can be iterated and indexed as it is",
    "append": "write to an array of the final size, or collect the values in a list: xs = []; xs.append(v)",
    **dict.fromkeys(("numpy", "to_numpy", "cpu", "cuda", "to"), "arrays in compiled functions are NumPy's: leave it out"),
    **dict.fromkeys(
        ("rolling", "groupby", "apply", "map", "to_dict"), "arrays in compiled functions are NumPy's, without what frames have"
    ),
    **dict.fromkeys(("requires_grad_", "requires_grad", "zero_grad"), "irad.grad(f) needs no marks: leave it out"),
    "detach": "irad.stop_gradient(x)",
    "clone": "x.copy()",
    "unsqueeze": "x[:, None]",
    "permute": "x.transpose(...)",
    "view": "x.reshape(...)",
    **dict.fromkeys(("mm", "bmm"), "a @ b"),
    "backward": "differentiate the function: irad.grad(f)",
    "exp": "np.exp(x)",
    "log": "np.log(x)",
    "sqrt": "np.sqrt(x)",
    "abs": "abs(x)",
    "norm": "np.linalg.norm(x)",
}


_KEEPING = ("append", "appendleft", "insert", "index", "count")  # methods of containers that may be given None


def is_known(name: str) -> bool:
    """Whether arrays have this method or attribute in compiled code."""
    return name in _METHODS or name in ATTRIBUTES or name in ("conj", "conjugate", "fill", "item", "tolist", "sort")


def _instead(name: str) -> str:
    """What to write instead of a method that arrays do not have here."""
    if name in ATTRIBUTES:
        return f"it is no method: write x.{name}"
    if name not in _INSTEAD and callable(getattr(np, name, None)) and numpy_functions.is_known(name):
        return f"write np.{name}(x)"
    return _INSTEAD.get(name) or near(name, _METHODS)


def python_number(low: Lowering, v: ScalarV) -> ScalarV:
    """``v.item()``: a Python number."""
    low.expr.dtype(v.ty, low.at)
    if v.ty.is_integer:
        return to_integer(low, v, low.at)
    return low.convert(v, Scalar(widest(v.ty.kind, "float64") if v.ty.is_inexact else v.ty.kind, weak=True))


def _item_at(low: Lowering, a: ArrayV, args: list[Val], node: Any) -> Val:
    """``a.item(k)``, counted row by row, or ``a.item(i, j)``."""
    places = args[0].items if len(args) == 1 and isinstance(args[0], TupleV) else args
    if not all(isinstance(k, ScalarV) and k.ty.is_integer for k in places) or len(places) not in (1, a.ty.ndim):
        low.wrong(node, "incorrect number of indices for array, or an index that is no integer")
    owner: Val = low.expr.apply(np.ravel, [a], {}, node) if len(places) < a.ty.ndim else a
    return python_number(low, low.expr.as_scalar(library_functions.item_of(low, owner, TupleV(list(places)), node), node))


def method(low: Lowering, owner: Val, node: Any) -> Val:
    name = node.func.attr
    args: list[Val] = []
    maybe = name in _KEEPING and isinstance(owner, (ListV, SharedV, TupleV))
    for a in node.args:
        star = isinstance(a, ast.Starred)
        args += needed_items(low, low.expr.value(a.value), "arguments", a) if star else [low.expr.value(a, maybe=maybe)]
    kw = {k: low.expr.value(v) for k, v in parameters.named(low, node).items()}
    owner = low.present(owner, node)  # the arguments may have changed it
    for v in (*args, *kw.values()):
        low.check_kept(v, node)
    if isinstance(owner, RangeV) or (isinstance(owner, KnownV) and isinstance(owner.value, range)):
        low.unsupported(node, f"the method '{name}' of a range is not supported in compiled functions")
    if isinstance(owner, ScalarV) and name == "item" and not owner.ty.weak:
        return python_number(low, owner)
    if isinstance(owner, (ListV, SharedV)) and name == "copy" and not args and not kw:
        return low.expr.apply(list, [owner], {}, node)
    if isinstance(owner, SharedV):
        return shared_lists.method(low, owner, name, args, kw, node)
    if isinstance(owner, ListV) and not owner.name:
        return list_values.method(low, owner, name, args, kw, node)
    if isinstance(owner, ScalarV) and name == "conjugate" and not args:
        return numpy_call(low, name, [owner], kw, node) if not owner.ty.weak else complex_parts.conjugate(low, owner)
    if isinstance(owner, ListV):
        return growing_lists.method(low, owner, name, args, kw, node)
    if isinstance(owner, TupleV):
        return _of_container(low, owner, name, args, kw, node)
    own, number = owner, isinstance(owner, ScalarV)
    if isinstance(owner, ScalarV) and name in ("is_integer", "bit_length") and owner.ty.is_float == (name == "is_integer"):
        return low.expr.apply(getattr(math_written, name), [owner], {}, node)
    if isinstance(owner, ScalarV) and not owner.ty.weak:  # NumPy's numbers have the methods of arrays
        owner = array_or_number(low, owner, node)
    if number and name in ("copy", "astype") and isinstance(owner, LazyV):
        changed = conversions.method(low, name, owner, args, kw, node)
        return ScalarV(Scalar(changed.ty.dtype), low.arrays.element(changed, []))
    if not isinstance(owner, (ArrayV, LazyV)):
        low.wrong(node, f"{owner.ty} has no method '{name}'", near(name, ATTRIBUTES))
    if name in conversions.METHODS:
        return conversions.method(low, name, owner, args, kw, node)
    if name in parameters.METHODS:
        given = parameters.bound(low, name, parameters.METHODS[name], args, kw, node)
        args, kw = list(given.args), given.kwargs
    if name in ("conj", "conjugate"):
        if not args and not kw and not number and not Scalar(owner.ty.dtype).is_complex:
            return owner  # the array itself
        return numpy_call(low, name, [owner, *args], kw, node)
    if name == "fill":
        low.arrays.assign(low.arrays.in_memory(owner), low.expr.as_scalar(args[0], node), node)
        return NoneV()
    if name == "item":
        a = low.arrays.in_memory(owner)
        if args:
            return _item_at(low, a, args, node)
        if a.ty.ndim:
            one = low.b.icmp_signed("==", low.arrays.size(a.shape), const(1))
            low.check(one, ValueError, "can only convert an array of size 1 to a Python scalar", node)
            element = low.arrays.load(a, [const(0)] * a.ty.ndim)
            return python_number(low, ScalarV(Scalar(a.ty.dtype), element))
        return python_number(low, low.expr.as_scalar(a, node))
    if name == "tolist" and not args and not kw and owner.ty.ndim == 1:
        kind = DTYPES[owner.ty.dtype]
        of_python: type = complex if kind.is_complex else float if kind.is_inexact else bool if kind.name == "bool" else int
        return low.expr.apply(list, [low.expr.apply(map, [KnownV(of_python), owner], {}, node)], {}, node)
    if name == "tolist" and not args and not kw:
        if owner.ty.ndim == 0:
            return python_number(low, low.expr.as_scalar(owner, node))
        if owner.ty.ndim not in several_places.NESTED:
            low.unsupported(node, f"tolist() of an array with {owner.ty.ndim} axes is not supported", "make a list of each part")
        return low.expr.apply(several_places.NESTED[owner.ty.ndim], [low.arrays.in_memory(owner)], {}, node)
    if name in ("searchsorted", "argpartition"):
        return low.expr.apply(getattr(np, name), [owner, *args], kw, node)
    if name == "partition":
        low.arrays.assign(low.arrays.in_memory(owner), low.expr.apply(np.partition, [owner, *args], kw, node), node)
        return NoneV()
    if name == "sort":
        return sorting.sort_in_place(low, low.arrays.in_memory(owner), args, kw, node)
    if name in array_functions.METHODS:
        return array_functions.method(low, name, owner, args, kw, node)
    if name in index_functions.METHODS:
        return index_functions.method(low, name, owner, args, kw, node)
    if name in structure_table.METHODS:
        return structure_table.method(low, name, owner, args, kw, node)
    if name in _OF_NUMPY:
        if name == "clip":
            kw = {{"min": "a_min", "max": "a_max"}.get(k, k): v for k, v in kw.items()}
        return numpy_call(low, name, [owner, *args], kw, node)
    if hasattr(np.ndarray, name) and name not in ATTRIBUTES:
        low.unsupported(node, f"the array method '{name}' is not supported in compiled functions", _instead(name))
    low.unsupported(node, f"{own.ty} has no method '{name}'", _instead(name))
    raise AssertionError


def _of_container(low: Lowering, owner: TupleV, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A method of a container of known structure."""
    form = owner.form
    if form is not None and form.kind in SETS:
        return set_methods.method(low, owner, name, args, kw, node)
    found: Val | None = None
    if form is not None and isinstance(form.cls, DequeKind):
        found = deque_method(low, owner, name, args, node)
    if counters.is_counter(owner):
        found = counters.method(low, owner, name, args, kw, node)
    return found if found is not None else fixed_containers.method(low, owner, name, args, kw, node)
