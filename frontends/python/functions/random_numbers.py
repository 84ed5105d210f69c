"""``np.random.default_rng`` and the methods of its generators: NumPy draws the numbers, each where and when it is reached.

Normal, uniform and exponential numbers are computed from standard ones as NumPy does it, so that they have the same bits, and a
derivative by location and scale.  What is drawn has none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import array_of
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.objects.outside_changes import note_drawn
from irad.frontends.python.sources import generators
from irad.frontends.python.sources.function_notes import called_by_python
from irad.frontends.python.sources.generators import MADE
from irad.frontends.python.sources.python_types import INT, RANDOM, WHOLE, Scalar

Args = list[Val]
Keywords = dict[str, Val]
Given = dict[str, Val | None]
_FLOAT = Scalar("float64", weak=True)


def is_generator(v: Val) -> bool:
    """Whether a value is a generator of random numbers."""
    if isinstance(v, TupleV):
        return v.form is not None and v.form.kind == RANDOM
    return isinstance(v, KnownV) and isinstance(v.value, np.random.Generator)


def default_rng(low: Lowering, args: Args, keywords: Keywords, node: Any) -> Val:
    """``np.random.default_rng(seed)``."""
    seed = _bound(low, "default_rng", ("seed",), args, keywords, node)["seed"]
    if seed is None or isinstance(seed, NoneV):
        text = "np.random.default_rng() without a seed is not supported: a function that runs twice would compute two things"
        low.unsupported(node, text, "give a seed, or make the generator outside of the compiled function")
    assert seed is not None
    if is_generator(seed):
        return seed
    low.instance.compiler.makes_generators = True
    known = known_value(seed)
    if known is UNKNOWN and not (isinstance(seed, ScalarV) and seed.ty.is_integer):
        low.unsupported(node, f"the seed of np.random.default_rng is {seed.ty}", "give an integer")
    values = [seed] if known is UNKNOWN else []
    make: Callable[..., int] = generators.made if known is UNKNOWN else partial(generators.made, known)
    number = _called(low, "default_rng", make, values, "int64", node, ("made", repr(known)))
    return TupleV([number], MADE.form)


def method(low: Lowering, owner: Val, name: str, args: Args, keywords: Keywords, node: Any) -> Val:
    """``rng.name(...)``."""
    if name not in _METHODS:
        listed = ", ".join(sorted(_METHODS))
        text = f"the method {name}() of random number generators is not supported in compiled functions"
        low.unsupported(node, text, f"draw outside of the compiled function ({listed} are supported)")
    names, lower = _METHODS[name]
    given = _bound(low, name, names, args, keywords, node)
    for word in ("dtype", "out", "method"):
        v = given.get(word)
        if v is not None and not isinstance(v, NoneV) and known_value(v) not in _USUAL:
            low.unsupported(node, f"{word}= of {name}() is not supported in compiled functions", "leave it out")
    return lower(low, owner, given, node)


_USUAL: tuple[Any, ...] = (np.float64, float, "float64", "d", np.int64, int, "int64", "zig")


def _bound(low: Lowering, name: str, names: tuple[str, ...], args: Args, keywords: Keywords, node: Any) -> Given:
    """The arguments by name."""
    if len(args) > len(names):
        low.wrong(node, f"{name}() takes at most {len(names)} arguments ({len(args)} given)")
    found: Given = dict.fromkeys(names)
    found.update(zip(names, args, strict=False))
    for key, v in keywords.items():
        if key not in names or found[key] is not None:
            what = f"got an unexpected keyword argument '{key}'" if key not in names else f"got '{key}' twice"
            low.wrong(node, f"{name}() {what}")
        found[key] = v
    return {k: low.expr.stable(v) if v is not None else None for k, v in found.items()}


def _called(low: Lowering, name: str, fn: Callable[..., Any], values: list[Val], returns: str, node: Any, key: Any) -> Val:
    """A call of ordinary Python, of which nothing has a derivative."""
    known = low.instance.compiler.put_backs
    key = ("random", name, key, returns, len(values))
    if key not in known:
        known[key] = called_by_python(fn, name, len(values), returns)
    return call_python(low, known[key], values, {}, node, inactive=True)


def _draw(
    low: Lowering, owner: Val, name: str, draw: Callable[..., Any], values: list[Val], shape: Any, kind: str, node: Any
) -> Val:
    """Numbers that a generator draws: an array of a shape, or a number of Python's (``shape`` None)."""
    dims = [] if shape is None else [TupleV(list(shape))]
    if shape is None:
        drawn: Callable[..., Any] = lambda g, *given: draw(g, *given, None)  # noqa: E731
    else:
        drawn = lambda g, *given: np.asarray(draw(g, *given[:-1], tuple(int(n) for n in given[-1])))  # noqa: E731
    first: list[Val] = []
    generator = owner.value if isinstance(owner, KnownV) else None
    if generator is not None:
        note_drawn(low, generator, node)
    else:
        assert isinstance(owner, TupleV)
        first = [owner.item(0)]
    returns = kind if shape is None else f"{kind}[{', '.join(':' * len(shape))}]"
    key = (draw, id(generator), len(shape) if shape is not None else None)
    return _called(low, name, generators.drawing(generator, drawn), [*first, *values, *dims], returns, node, key)


# ---- shapes


def _size(low: Lowering, v: Val | None, node: Any) -> list[Val] | None:
    """The shape that ``size=`` stands for, None for a number."""
    if v is None or isinstance(v, NoneV):
        return None
    items = [v.item(k) for k in range(len(v.items))] if isinstance(v, TupleV) else [v]
    out: list[Val] = []
    for item in items:
        n = low.expr.as_scalar(item, node) if isinstance(item, (ArrayV, LazyV)) else item
        if not isinstance(n, ScalarV) or not n.ty.is_integer:
            low.wrong(node, f"size= must be an integer or a tuple of integers, not {item.ty}")
        assert isinstance(n, ScalarV)
        out.append(ScalarV(WHOLE, low.word(n)))
    return out


def _as_float(low: Lowering, v: Val | None, default: float, node: Any) -> Val:
    """A parameter of a distribution, as float64."""
    if v is None:
        return low.expr.constant(default, node)
    if isinstance(v, TupleV):
        v = array_of(low, v, node, None)
    if isinstance(v, ScalarV):
        return low.convert(v, _FLOAT)
    if not isinstance(v, (ArrayV, LazyV)) or v.ty.dtype == "complex128":
        low.wrong(node, f"a parameter of a distribution is a number or an array of numbers, not {v.ty}")
    return v


def _shape_for(low: Lowering, params: list[Val], size: list[Val] | None, node: Any) -> list[Val] | None:
    """The shape of numbers with these parameters; checks that they fit ``size``."""
    arrays = [p for p in params if isinstance(p, (ArrayV, LazyV))]
    if size is None:
        if not arrays:
            return None
        whole: Val = arrays[0]
        for other in arrays[1:]:
            whole = low.expr.binary(ast.Add(), whole, other, node)
        assert isinstance(whole, (ArrayV, LazyV))
        return [ScalarV(WHOLE, n) for n in whole.shape]
    for a in arrays:
        if len(a.shape) > len(size):
            low.wrong(node, f"size= has {len(size)} axes, and a parameter {len(a.shape)}")
        for n, s in zip(reversed(a.shape), reversed(size), strict=False):
            assert isinstance(s, ScalarV)
            fits = low.b.or_(low.b.icmp_signed("==", n, s.v), low.b.icmp_signed("==", n, ir.Constant(n.type, 1)))
            low.check(fits, ValueError, "Output size is not compatible with broadcast dimensions of inputs.", node)
    return size


# ---- distributions


def _moved(low: Lowering, start: Val | None, factor: Val, z: Val, node: Any) -> Val:
    """``start + factor * z``, in NumPy's order."""
    out = low.expr.binary(ast.Mult(), factor, z, node)
    return low.expr.stable(low.expr.binary(ast.Add(), start, out, node) if start is not None else out)


def _standard(name: str, draw: Callable[..., Any]) -> Callable[[Lowering, Val, Given, Any], Val]:
    def lower(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
        return _draw(low, owner, name, draw, [], _size(low, given["size"], node), "float64", node)

    return lower


def _normal(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    loc, scale = _as_float(low, given["loc"], 0.0, node), _as_float(low, given["scale"], 1.0, node)
    shape = _shape_for(low, [loc, scale], _size(low, given["size"], node), node)
    return _moved(low, loc, scale, _draw(low, owner, "normal", generators.normal, [scale], shape, "float64", node), node)


def _lognormal(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    exponent = _normal(low, owner, given | {"loc": given["mean"], "scale": given["sigma"]}, node)
    return low.expr.stable(low.expr.apply(np.exp, [exponent], {}, node))


def _uniform(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    start, end = _as_float(low, given["low"], 0.0, node), _as_float(low, given["high"], 1.0, node)
    shape = _shape_for(low, [start, end], _size(low, given["size"], node), node)
    z = _draw(low, owner, "uniform", generators.uniform, [start, end], shape, "float64", node)
    return _moved(low, start, low.expr.binary(ast.Sub(), end, start, node), z, node)


def _exponential(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    scale = _as_float(low, given["scale"], 1.0, node)
    shape = _shape_for(low, [scale], _size(low, given["size"], node), node)
    z = _draw(low, owner, "exponential", generators.exponential, [scale], shape, "float64", node)
    return _moved(low, None, scale, z, node)


# ---- integers and choices


def _integer(low: Lowering, v: Val | None, node: Any) -> Val:
    if not isinstance(v, ScalarV) or not v.ty.is_integer:
        low.unsupported(node, "bounds that are no integers are not supported in compiled functions", "give integers")
    assert isinstance(v, ScalarV)
    return ScalarV(WHOLE, low.word(v))


def _integers(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    asked = given["endpoint"]
    end = known_value(asked) if asked is not None else False
    if end is UNKNOWN:
        low.unsupported(node, "endpoint= of integers() must be known when compiling")
    bounds = [_integer(low, given["low"], node)]
    if given["high"] is not None and not isinstance(given["high"], NoneV):
        bounds.append(_integer(low, given["high"], node))
    inclusive, both = bool(end), len(bounds) == 2
    draw = _INTEGERS[inclusive, both]
    v = _draw(low, owner, "integers", draw, bounds, _size(low, given["size"], node), "int64", node)
    return ScalarV(INT, v.v) if isinstance(v, ScalarV) else v


def _of_one(endpoint: bool) -> Callable[..., Any]:
    return lambda g, high, shape: g.integers(high, size=shape, endpoint=endpoint)


def _of_two(endpoint: bool) -> Callable[..., Any]:
    return lambda g, start, high, shape: g.integers(start, high, size=shape, endpoint=endpoint)


_INTEGERS = {(end, both): (_of_two if both else _of_one)(end) for end in (False, True) for both in (False, True)}


def _flags(low: Lowering, given: Given, node: Any) -> tuple[bool, bool]:
    found = []
    for word in ("replace", "shuffle"):
        v = given[word]
        known = known_value(v) if v is not None else True
        if not isinstance(known, (bool, int)):
            low.unsupported(node, f"{word}= of choice() must be known when compiling")
        found.append(bool(known))
    return found[0], found[1]


def _chosen(replace: bool, shuffle: bool, weighted: bool) -> Callable[..., Any]:
    if weighted:
        return lambda g, n, p, shape: g.choice(n, shape, replace, p, shuffle=shuffle)
    return lambda g, n, shape: g.choice(n, shape, replace, shuffle=shuffle)


_CHOSEN = {(r, s, w): _chosen(r, s, w) for r in (False, True) for s in (False, True) for w in (False, True)}


def _choice(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    among, p = given["a"], given["p"]
    along = given["axis"]
    axis = known_value(along) if along is not None else 0
    if not isinstance(axis, int):
        low.unsupported(node, "axis= of choice() must be known when compiling")
    if isinstance(among, TupleV):
        among = array_of(low, among, node, None)
    if isinstance(among, (ArrayV, LazyV)) and among.shape:
        count: Val = ScalarV(WHOLE, among.shape[axis])
    else:
        count = _integer(low, among, node)
    weights = [] if p is None or isinstance(p, NoneV) else [array_of(low, p, node, None) if isinstance(p, TupleV) else p]
    draw = _CHOSEN[(*_flags(low, given, node), bool(weights))]
    found = _draw(low, owner, "choice", draw, [count, *weights], _size(low, given["size"], node), "int64", node)
    if not isinstance(among, (ArrayV, LazyV)):
        return found
    return low.expr.stable(low.expr.apply(np.take, [among, found], {"axis": low.expr.constant(axis, node)}, node))


def _permuted(low: Lowering, owner: Val, x: ArrayV | LazyV, axis: int, node: Any) -> Val:
    """The elements along an axis in a new order."""
    n = ScalarV(WHOLE, x.shape[axis])
    order = _draw(low, owner, "permutation", _permutation_of, [n], [n], "int64", node)
    return low.expr.stable(low.expr.apply(np.take, [x, order], {"axis": low.expr.constant(axis, node)}, node))


def _permutation_of(g: np.random.Generator, n: int, _: Any) -> Any:
    return g.permutation(n)


def _axis(low: Lowering, given: Given, x: ArrayV | LazyV, node: Any) -> int:
    along = given["axis"]
    axis = known_value(along) if along is not None else 0
    if not isinstance(axis, int) or not -len(x.shape) <= axis < len(x.shape):
        low.unsupported(node, "axis= must be known when compiling, and one of the array's")
    return int(axis) % len(x.shape)


def _permutation(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    x = given["x"]
    if isinstance(x, TupleV):
        x = array_of(low, x, node, None)
    if isinstance(x, (ArrayV, LazyV)) and x.shape:
        return _permuted(low, owner, x, _axis(low, given, x, node), node)
    n = _integer(low, x, node)
    return _draw(low, owner, "permutation", _permutation_of, [n], [n], "int64", node)


def _shuffle(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    x = given["x"]
    if not isinstance(x, ArrayV) or not x.shape:
        low.unsupported(node, "shuffle() of what is no array is not supported in compiled functions", "use rng.permutation(x)")
    assert isinstance(x, ArrayV)
    low.arrays.assign(x, _permuted(low, owner, x, _axis(low, given, x, node), node), node)
    return NoneV()


_METHODS: dict[str, tuple[tuple[str, ...], Callable[[Lowering, Val, Given, Any], Val]]] = {
    "standard_normal": (("size", "dtype", "out"), _standard("standard_normal", lambda g, shape: g.standard_normal(shape))),
    "random": (("size", "dtype", "out"), _standard("random", lambda g, shape: g.random(shape))),
    "standard_exponential": (
        ("size", "dtype", "method", "out"),
        _standard("standard_exponential", lambda g, shape: g.standard_exponential(shape)),
    ),
    "normal": (("loc", "scale", "size"), _normal),
    "lognormal": (("mean", "sigma", "size"), _lognormal),
    "uniform": (("low", "high", "size"), _uniform),
    "exponential": (("scale", "size"), _exponential),
    "integers": (("low", "high", "size", "dtype", "endpoint"), _integers),
    "choice": (("a", "size", "replace", "p", "axis", "shuffle"), _choice),
    "permutation": (("x", "axis"), _permutation),
    "shuffle": (("x", "axis"), _shuffle),
}  # fmt: skip
TABLE: dict[Any, Any] = {np.random.default_rng: default_rng}
