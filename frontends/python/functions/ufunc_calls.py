"""Universal functions with ``where=``, ``dtype=`` and ``casting=``, and their methods."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import array_or_number, as_array, dtype_of, put_out
from irad.frontends.python.arrays.elementwise import check_cast
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.arrays.reductions import as_kind
from irad.frontends.python.arrays.reshaping import with_axes
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core import conditions
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import equal, negated
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, NoneV, ScalarV, TupleV, Val, const
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.library.of_numpy import ufunc_methods
from irad.frontends.python.numeric.promotion import loops_of, of_ufunc
from irad.frontends.python.sources.python_types import Scalar
from irad.frontends.python.structure.array_parts import axis_of, flag, text_of

Given = dict[str, Any]
_KEYWORDS = {"where", "dtype", "casting", "order", "subok"}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_REDUCE: dict[str, Any] = {
    "add": np.sum, "multiply": np.prod, "maximum": np.max, "minimum": np.min, "logical_and": np.all, "logical_or": np.any,
}  # fmt: skip
_ACCUMULATE: dict[str, Any] = {"add": np.cumsum, "multiply": np.cumprod}


def takes_keywords(fn: Any, kw: dict[str, Val]) -> bool:
    """Whether a call is one of a universal function with keywords that all of them have."""
    return isinstance(fn, np.ufunc) and not _KEYWORDS.isdisjoint(kw)


def with_keywords(low: Lowering, fn: np.ufunc, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A call with ``where=``, ``dtype=`` or ``casting=``."""
    kw, name = dict(kw), f"np.{fn.__name__}()"
    where, dtype, casting = kw.pop("where", None), kw.pop("dtype", None), kw.pop("casting", None)
    order, subok = text_of(low, kw.pop("order", None), "K", "order=", node), kw.pop("subok", None)
    if order != "K" or not flag(low, subok, True, "subok=", node):
        low.unsupported(node, f"the keyword '{'order' if order != 'K' else 'subok'}' of {name} is not supported here")
    rule = text_of(low, casting, "same_kind", "casting=", node)
    if rule not in _CASTINGS:
        low.wrong(node, f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got '{rule}')")
    operands, out = list(args[: fn.nin]), args[fn.nin] if len(args) > fn.nin else kw.pop("out", None)
    if kw or len(operands) < fn.nin or len(args) > fn.nin + 1 or fn.nout != 1 or fn.signature is not None:
        low.unsupported(node, f"{name} is not supported with these arguments")
    operands = [v if isinstance(v, ScalarV) else array_or_number(low, v, node) for v in operands]
    operands = _in_loop(low, fn, operands, dtype, None if absent(out) else out, rule, node)
    if absent(where) or (isinstance(where, ScalarV) and getattr(where.v, "constant", 0) == 1):
        result = low.expr.apply(fn, operands, {}, node)
        if rule == "unsafe" and isinstance(out, ArrayV):
            low.arrays.assign(out, result, node)
            return out
        return put_out(low, out, result, fn.__name__, node)
    assert where is not None
    return _selected(low, fn, operands, where, out, rule, node)


def _in_loop(
    low: Lowering, fn: np.ufunc, operands: list[Val], dtype: Val | None, out: Val | None, rule: str, node: Any
) -> list[Val]:
    """The operands in the types in which the function computes, if that is not what it does with them as they are."""
    kind = None if absent(dtype) else dtype_of(low, dtype, "", node)
    types = tuple(v.ty if isinstance(v, ScalarV) else Scalar(v.ty.dtype) for v in operands)
    target = out.ty.dtype if isinstance(out, ArrayV) else None
    try:
        loops = loops_of(fn, types, kind, target, rule)
    except TypeError as error:
        low.wrong(node, str(error).replace("\n", " "), "convert an operand: x.astype(...)")
        raise AssertionError from None
    if kind is None:
        return operands
    found = []
    for v, ty, loop in zip(operands, types, loops, strict=True):
        check_cast(low, ty, Scalar(loop), node)
        found.append(v if ty == Scalar(loop) else as_kind(low, v, loop, node))
    return found


def _selected(low: Lowering, fn: np.ufunc, operands: list[Val], where: Val, out: Val | None, rule: str, node: Any) -> Val:
    """``where=``: elements that are not selected stay what they are in ``out``; without it (NumPy: anything) 0."""
    mask: Val = where if isinstance(where, ScalarV) else as_array(low, where, node)
    if (mask.ty.kind if isinstance(mask, ScalarV) else mask.ty.dtype) != "bool":
        low.wrong(node, f"where= must be truth values, not {mask.ty}")
    if not absent(out) and not isinstance(out, ArrayV):
        low.wrong(node, "out= must be an array")
    values: list[Val] = [*operands, mask, *([out] if isinstance(out, ArrayV) else [])]
    shape = low.arrays.broadcast_shape([v.shape for v in values if isinstance(v, (ArrayV, LazyV))], node)
    types = tuple(v.ty if isinstance(v, ScalarV) else Scalar(v.ty.dtype) for v in operands)
    kind = Scalar(out.ty.dtype if isinstance(out, ArrayV) else of_ufunc(fn, types)[1])
    at = [None if isinstance(v, ScalarV) else low.arrays.aligned(v, shape) for v in values]
    found = low.arrays.allocate(kind.kind, shape)

    def element(k: int, idx: list[Any]) -> ScalarV:
        v, read = values[k], at[k]
        return v if isinstance(v, ScalarV) else ScalarV(Scalar(v.ty.dtype), read(idx) if read is not None else None)

    def one(idx: list[Any]) -> None:
        def computed() -> None:
            result = low.expr.as_scalar(low.expr.apply(fn, [element(k, idx) for k in range(fn.nin)], {}, node), node)
            if rule != "unsafe":
                low.arrays.check_kind(kind.kind, result, fn.__name__, node)
            low.arrays.store(found, idx, low.convert(result, kind).v)

        def kept() -> None:
            low.arrays.store(found, idx, element(fn.nin + 1, idx).v if isinstance(out, ArrayV) else zero_of(kind.kind))

        conditions.choose(low, element(fn.nin, idx).v, computed, kept)

    low.arrays.each(shape, one)
    if isinstance(out, ArrayV):
        low.arrays.assign(out, found, node)
        return out
    return found if shape else ScalarV(kind, low.arrays.load(found, []))


# ---- methods


def _is_numpys(fn: np.ufunc) -> bool:
    return getattr(np, fn.__name__, None) is fn


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of a method of a universal function of NumPy's."""
    of_numbers = _of_vectorize(fn)
    if of_numbers is not None:
        return of_numbers
    owner = getattr(fn, "__self__", None)
    made = _METHODS.get(getattr(fn, "__name__", ""))
    if made is None or not isinstance(owner, np.ufunc) or not _is_numpys(owner):
        return None
    if owner.nout != 1 or owner.nin != 2 or owner.signature is not None or fn == np.logaddexp.reduce:
        return None
    name = f"np.{owner.__name__}.{fn.__name__}"
    takes, lower = made

    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        given = dict(parameters.bound(low, name, takes, args, kw, node).arguments)
        return lower(low, owner, given, node)

    return call


def _as_own(low: Lowering, fn: np.ufunc, a: ArrayV | LazyV, what: str, node: Any) -> ArrayV | LazyV:
    """In the dtype that the function's results of it have; refused where these are truth values."""
    own = Scalar(a.ty.dtype)
    try:
        _, result = of_ufunc(fn, (own, own))
    except TypeError as error:
        low.wrong(node, str(error))
        raise AssertionError from None
    if result != a.ty.dtype and Scalar(result).is_inexact:
        found = as_kind(low, a, result, node)
        assert isinstance(found, (ArrayV, LazyV))
        return found
    if result != a.ty.dtype:
        text = f"np.{fn.__name__}.{what}() of {a.ty.dtype} gives {result}, which is not supported here"
        low.unsupported(node, text, f"convert the array: a.astype(np.{result})")
    return a


def _as_added(low: Lowering, fn: np.ufunc, a: ArrayV | LazyV, node: Any) -> ArrayV | LazyV:
    """Small integers and truth values as NumPy adds and multiplies them."""
    kind = np.dtype(a.ty.dtype)
    if fn in (np.add, np.multiply) and kind.kind in "iub" and kind.itemsize < 8:
        found = as_kind(low, a, "uint64" if kind.kind == "u" else "int64", node)
        assert isinstance(found, (ArrayV, LazyV))
        return found
    return a


def _reduce(low: Lowering, fn: np.ufunc, g: Given, node: Any) -> Val:
    a, name = array_or_number(low, g["array"], node), fn.__name__
    axis, out = g.get("axis"), g.pop("out", None)
    kw: dict[str, Val] = {k: g[k] for k in ("dtype", "keepdims", "initial", "where") if k in g and not isinstance(g[k], NoneV)}
    axis = low.expr.constant(0, node) if axis is None else axis
    if not a.shape:
        return put_out(low, out, low.expr.as_scalar(a, node), name, node)
    if name in _REDUCE:
        return put_out(low, out, low.expr.apply(_REDUCE[name], [a], {"axis": axis, **kw}, node), name, node)
    kept = flag(low, kw.pop("keepdims", None), False, "keepdims=", node)
    if kw:
        low.unsupported(node, f"the keyword '{next(iter(kw))}' of np.{name}.reduce() is not supported here")
    if name == "logical_xor":
        a = array_or_number(low, as_kind(low, a, "bool", node), node)
    a = _as_own(low, fn, a, "reduce", node)
    if fn.identity is not None:
        some = negated(low, equal(low, low.arrays.size(a.shape), const(0)))
        low.check(some, NotImplementedError, f"np.{name}.reduce() of no elements in compiled functions", node)
    if isinstance(axis, NoneV):
        if len(a.shape) > 1 and fn.identity != 0:
            low.unsupported(node, f"np.{name}.reduce() over several axes is not supported", "reduce one after the other")
        result = call_python(low, ufunc_methods.folded, [KnownV(fn), low.arrays.in_memory(a)], {}, node)
        axes = list(range(len(a.shape)))
    else:
        k = axis_of(low, axis, 0, len(a.shape), node)
        given = [KnownV(fn), NoneV(), low.arrays.in_memory(a), low.expr.constant(k, node)]
        result = call_python(low, ufunc_methods.reduced, given, {}, node)
        axes = [k]
    if kept:
        result = with_axes(low, low.arrays.in_memory(array_or_number(low, result, node)), axes)
    return put_out(low, out, result, name, node)


def _accumulate(low: Lowering, fn: np.ufunc, g: Given, node: Any) -> Val:
    a, name = array_or_number(low, g["array"], node), fn.__name__
    if not a.shape:
        low.raise_always(TypeError, "cannot accumulate on a scalar", node)
    k = axis_of(low, g.get("axis"), 0, len(a.shape), node)
    axis = low.expr.constant(k, node)
    if name in _ACCUMULATE:
        kw = {"axis": axis, **({} if absent(g.get("dtype")) else {"dtype": g["dtype"]})}
        return put_out(low, g.get("out"), low.expr.apply(_ACCUMULATE[name], [a], kw, node), name, node)
    if not absent(g.get("dtype")):
        low.unsupported(node, f"the keyword 'dtype' of np.{name}.accumulate() is not supported here", "a.astype(...)")
    a = _as_own(low, fn, a, "accumulate", node)
    result = call_python(low, ufunc_methods.accumulated, [KnownV(fn), low.arrays.in_memory(a), axis], {}, node)
    return put_out(low, g.get("out"), result, name, node)


def _reduce_at(low: Lowering, fn: np.ufunc, g: Given, node: Any) -> Val:
    a = _as_added(low, fn, array_or_number(low, g["array"], node), node)
    if not a.shape:
        low.raise_always(TypeError, "cannot reduceat on a scalar", node)
    if not absent(g.get("dtype")):
        low.unsupported(node, f"the keyword 'dtype' of np.{fn.__name__}.reduceat() is not supported here", "a.astype(...)")
    a = _as_own(low, fn, a, "reduceat", node)
    axis = low.expr.constant(axis_of(low, g.get("axis"), 0, len(a.shape), node), node)
    given = [KnownV(fn), low.arrays.in_memory(a), g["indices"], axis]
    return put_out(low, g.get("out"), call_python(low, ufunc_methods.reduced_at, given, {}, node), fn.__name__, node)


def _outer(low: Lowering, fn: np.ufunc, g: Given, node: Any) -> Val:
    """The function for each pair of elements."""
    kw = {k: v for k, v in g.items() if k not in ("A", "B")}
    a, b = (v if isinstance(v, ScalarV) else array_or_number(low, v, node) for v in (g["A"], g["B"]))
    if isinstance(a, (ArrayV, LazyV)) and isinstance(b, (ArrayV, LazyV)) and b.shape:
        wide = low.arrays.in_memory(a)
        a = with_axes(low, wide, list(range(wide.ty.ndim, wide.ty.ndim + len(b.shape))))
    return low.expr.apply(fn, [a, b], kw, node)


_METHODS: dict[str, tuple[parameters.Takes, Callable[[Lowering, np.ufunc, Given, Any], Val]]] = {
    "reduce": (lambda array, axis=None, dtype=None, out=None, keepdims=None, initial=None, where=None: 0, _reduce),
    "accumulate": (lambda array, axis=None, dtype=None, out=None: 0, _accumulate),
    "reduceat": (lambda array, indices, axis=None, dtype=None, out=None: 0, _reduce_at),
    "outer": (lambda A, B, /, *, out=None, where=None, dtype=None: 0, _outer),
}


# ---- functions of numbers, for each element

_OTYPES: dict[str, Any] = {"float64": float, "float32": float, "int64": int, "bool": bool, "complex128": complex}
_OF_PYTHON: dict[str, Any] = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


def vectorized(pyfunc: Any, *args: Any) -> Any:
    """What ``np.vectorize(pyfunc)`` computes; calls of it are lowered here."""
    return np.vectorize(pyfunc)(*args)


def vectorized_as(pyfunc: Any, dtype: str, *args: Any) -> Any:
    """As `vectorized`, with the dtype of the results."""
    return np.vectorize(pyfunc, otypes=[dtype])(*args)


def _made_elementwise(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``np.vectorize(f)``."""
    if len(args) != 1 or set(kw) - {"doc", "otypes"}:
        low.unsupported(node, "np.vectorize() with excluded=, cache= or signature= is not supported", "np.vectorize(f)")
    if isinstance(kw.get("otypes", NoneV()), NoneV):
        return low.expr.apply(functools.partial, [KnownV(vectorized), args[0]], {}, node)
    given = kw["otypes"]
    only = given.items[0] if isinstance(given, TupleV) and len(given.items) == 1 else given
    dtype = known_value(only)
    if dtype is UNKNOWN:
        low.unsupported(node, "np.vectorize() with otypes= that are not known when compiling is not supported", "otypes=[float]")
    name = low.expr.constant(_of_type(low, dtype, node), node)
    return low.expr.apply(functools.partial, [KnownV(vectorized_as), args[0], name], {}, node)


def _of_type(low: Lowering, given: Any, node: Any) -> str:
    """The name of the one dtype that ``otypes=`` says."""
    try:
        name = np.dtype(given[0] if isinstance(given, (list, tuple)) and len(given) == 1 else given).name
    except TypeError:
        name = ""
    if name not in _OTYPES:
        hint = "one of float, int, bool and complex"
        low.unsupported(node, f"np.vectorize() with these otypes= is not supported: {given}", hint)
    return name


_AS_PYTHONS = ("float64", "complex128", "int64")  # whose numbers are computed with as Python's are


def _each_element(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any, dtype: str = "") -> Val:
    """A call of it: the function gets Python's numbers, as in NumPy; its results are of ``dtype``, or what they are."""
    fn, *operands = args
    if kw or not operands:
        low.unsupported(node, "a function of np.vectorize takes arguments by position here")

    def one(p: list[ScalarV]) -> ScalarV:
        numbers = [low.expr.apply(_OF_PYTHON[np.dtype(v.ty.kind).kind], [v], {}, node) for v in p]
        found = low.expr.as_scalar(low.expr.call_value(fn, numbers, {}, node), node)
        if dtype:
            python = _OTYPES[dtype]
            if found.ty.is_complex and python in (int, float):
                low.wrong(node, f"a complex number cannot be made {dtype}, as otypes= says", "otypes=[complex]")
            found = low.expr.as_scalar(low.expr.apply(python, [found], {}, node), node)
            return ScalarV(Scalar(dtype), low.convert(found, Scalar(dtype)).v)
        if any(v.ty.kind not in _AS_PYTHONS and (v.ty.kind != "bool" or found.ty.is_integer) for v in p):
            kinds = " and ".join(sorted({v.ty.kind for v in p}))
            text = f"np.vectorize() of {kinds} gives the dtype of the first result, which is not known here"
            low.unsupported(node, text, "np.vectorize(f, otypes=[float]), or x.astype(float)")
        return ScalarV(Scalar(low.expr.dtype(found.ty, node)), found.v)

    given = [v if isinstance(v, ScalarV) else array_or_number(low, v, node) for v in operands]
    for n in [] if dtype else [n for v in given if not isinstance(v, ScalarV) for n in v.shape]:
        some = low.b.icmp_signed("!=", n, ir.Constant(n.type, 0))
        low.check(some, ValueError, "cannot call `vectorize` on size 0 inputs unless `otypes` is set", node)
    return low.expr.elementwise(list(given), one, node, True)


def _each_element_as(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    fn, dtype, *operands = args
    return _each_element(low, [fn, *operands], kw, node, known_value(dtype))


def _each_of(fn: np.vectorize, low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A call of an object of ``np.vectorize`` that was made outside."""
    given = [KnownV(fn.pyfunc), *args]
    return _each_element(low, given, kw, node, "" if fn.otypes is None else _of_type(low, fn.otypes, node))


def _of_vectorize(fn: Any) -> Callable[..., Val] | None:
    """The handler of ``np.vectorize``, and of what it gives."""
    if fn is np.vectorize:
        return _made_elementwise
    if fn is vectorized:
        return _each_element
    if fn is vectorized_as:
        return _each_element_as
    if isinstance(fn, np.vectorize) and not fn.excluded and fn.signature is None:
        return functools.partial(_each_of, fn)
    return None


# ---- reductions of some elements

_OF_SOME: dict[str, Any] = {
    "sum": ufunc_methods.total_of, "prod": ufunc_methods.product_of, "mean": ufunc_methods.mean_of,
    "any": ufunc_methods.any_of, "all": ufunc_methods.all_of, "max": ufunc_methods.most_of, "min": ufunc_methods.least_of,
    "var": ufunc_methods.variance_of,
}  # fmt: skip
_WITH_INITIAL = ("sum", "prod", "max", "min")


def reduce_some(low: Lowering, name: str, a: ArrayV | LazyV, given: Given, node: Any) -> Val:
    """A reduction with ``where=`` or ``initial=``."""
    name = {"amin": "min", "amax": "max"}.get(name, name)
    where, initial = given.get("where"), given.get("initial")
    known = low.expr.constant(flag(low, given.get("keepdims"), False, "keepdims=", node), node)
    axis = given.get("axis") or NoneV()
    mask: Val = NoneV()
    if not absent(where):
        mask = array_or_number(low, where, node)  # type: ignore[arg-type]
        if mask.ty.dtype != "bool":
            low.wrong(node, f"where= must be truth values, not {mask.ty}")
        if isinstance(initial, (NoneV, type(None))) and name in ("max", "min"):
            text = "does not have an identity, so to use a where mask one has to specify 'initial'"
            low.fail(ValueError, f"reduction operation '{name}imum' {text}", node)
            initial = low.expr.constant(0, node)
    if initial is not None and not isinstance(initial, NoneV):
        start = low.expr.as_scalar(initial, node)
        if start.ty.is_inexact and not a.ty.is_inexact:
            low.unsupported(node, f"initial= of {start.ty} for an array of {a.ty.dtype} is not supported", "a.astype(float)")
    values: list[Val] = [low.arrays.in_memory(a), axis, known, mask]
    if name in _WITH_INITIAL:
        values.append(initial or NoneV())
    if name == "var":
        values.append(given.get("ddof") or low.expr.constant(0, node))
    if isinstance(mask, NoneV) and name not in _WITH_INITIAL:
        low.unsupported(node, f"the keyword 'initial' of np.{name}() is not supported here")
    low.instance.compiler.static_parameters.setdefault(_OF_SOME[name], set()).add(2)
    return call_python(low, _OF_SOME[name], values, {}, node)


def variance_about(low: Lowering, a: ArrayV | LazyV, given: Given, node: Any) -> Val:
    """`np.var` with ``mean=``."""
    kept = low.expr.constant(flag(low, given.get("keepdims"), False, "keepdims=", node), node)
    mask = NoneV() if absent(given.get("where")) else array_or_number(low, given["where"], node)
    values = [low.arrays.in_memory(a), given.get("axis") or NoneV(), kept, mask]
    values += [given.get("ddof") or low.expr.constant(0, node), low.arrays.in_memory(array_or_number(low, given["mean"], node))]
    low.instance.compiler.static_parameters.setdefault(ufunc_methods.variance_about, set()).add(2)
    return call_python(low, ufunc_methods.variance_about, values, {}, node)
