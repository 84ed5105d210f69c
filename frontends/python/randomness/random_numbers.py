"""``np.random.default_rng``, ``np.random.RandomState`` and the methods of these, also of the one behind ``np.random.normal``.

NumPy draws the numbers, each where and when it is reached.  Normal, uniform and exponential numbers are computed from standard
ones as NumPy does it, so that they have the same bits, and a derivative by location and scale.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from irad.errors import UnsupportedError
from irad.frontends.python.arrays.array_arguments import array_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, MaybeV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.randomness import python_generators, random_distributions
from irad.frontends.python.randomness.random_draws import (
    Args,
    Given,
    Keywords,
    as_float,
    bound,
    called,
    draw_numbers,
    is_generator,
    is_legacy,
    moved,
    shape_for,
    size_of,
    whole,
)
from irad.frontends.python.sources import generators
from irad.frontends.python.sources.generators import MADE
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import INT, WHOLE


def make_generator(make: Any, low: Lowering, args: Args, keywords: Keywords, node: Any) -> Val:
    """``np.random.default_rng(seed)`` or ``np.random.RandomState(seed)``."""
    name = make.__name__
    seed = bound(low, name, ("seed",), args, keywords, node)["seed"]
    text = f"np.random.{name}() without a seed is not supported: a function that runs twice would compute two things"
    if isinstance(seed, MaybeV):
        low.check(seed.there, UnsupportedError, text, node)
        seed = low.not_none(seed)
    if seed is None or isinstance(seed, NoneV):
        low.unsupported(node, text, "give a seed, or make the generator outside of the compiled function")
    assert seed is not None
    if is_generator(seed) and make is np.random.default_rng and not is_legacy(seed):
        return seed
    low.instance.compiler.makes_generators = True
    known = known_value(seed)
    if known is UNKNOWN and not (isinstance(seed, ScalarV) and seed.ty.is_integer):
        low.unsupported(node, f"the seed of np.random.{name} is {seed.ty}", "give an integer")
    values = [seed] if known is UNKNOWN else []
    maker: Callable[..., int] = partial(generators.made, make, *([] if known is UNKNOWN else [known]))
    number = called(low, name, maker, values, "int64", node, ("made", name, repr(known)))
    return TupleV([number], MADE[np.random.RandomState if make is np.random.RandomState else np.random.Generator].form)


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``np.random.normal`` and the like, methods of one generator that all share."""
    shared = np.random.mtrand._rand
    name = getattr(fn, "__name__", None)
    if (fn is not np.random.seed and getattr(fn, "__self__", None) is not shared) or name not in _LEGACY:
        return None
    return partial(_shared, name)


def _shared(name: str, low: Lowering, args: Args, keywords: Keywords, node: Any) -> Val:
    path = low.instance.compiler.path(Outside("name", vars(np.random.mtrand), "_rand", "np.random"))
    low.instance.compiler.uses[path, "value"] = None
    return method(low, KnownV(path.read()), name, args, keywords, node)


def method(low: Lowering, owner: Val, name: str, args: Args, keywords: Keywords, node: Any) -> Val:
    """``rng.name(...)``."""
    if python_generators.is_of_python(owner):
        return python_generators.method(low, owner, name, args, keywords, node)
    known = _LEGACY if is_legacy(owner) else _METHODS
    if name not in known:
        listed = ", ".join(sorted(known))
        text = f"the method {name}() of random number generators is not supported in compiled functions"
        low.unsupported(node, text, f"draw outside of the compiled function ({listed} are supported)")
    names, lower = known[name]
    given = _dimensions(name, args) or bound(low, name, names, args, keywords, node)
    for word in ("dtype", "out", "method"):
        v = given.get(word)
        if name in random_distributions.METHODS or v is None or isinstance(v, NoneV):
            continue
        if known_value(v) not in _USUAL:
            low.unsupported(node, f"{word}= of {name}() is not supported in compiled functions", "leave it out")
    return lower(low, owner, given, node)


def _dimensions(name: str, args: Args) -> Given | None:
    """What ``rand(2, 3)`` and ``randn(2, 3)`` give as ``size``."""
    if name not in ("rand", "randn"):
        return None
    return {"size": TupleV(args) if args else None}


_USUAL: tuple[Any, ...] = (np.float64, float, "float64", "d", np.int64, int, "int64", "zig")


# ---- distributions


def _standard(name: str, draw: Callable[..., Any]) -> Callable[[Lowering, Val, Given, Any], Val]:
    def lower(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
        return draw_numbers(low, owner, name, draw, [], size_of(low, given["size"], node), "float64", node)

    return lower


def _normal(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    loc, scale = as_float(low, given["loc"], 0.0, node), as_float(low, given["scale"], 1.0, node)
    shape = shape_for(low, [loc, scale], size_of(low, given["size"], node), node)
    return moved(low, loc, scale, draw_numbers(low, owner, "normal", generators.normal, [scale], shape, "float64", node), node)


def _lognormal(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    exponent = _normal(low, owner, given | {"loc": given["mean"], "scale": given["sigma"]}, node)
    return low.expr.stable(low.expr.apply(np.exp, [exponent], {}, node))


def _uniform(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    start, end = as_float(low, given["low"], 0.0, node), as_float(low, given["high"], 1.0, node)
    shape = shape_for(low, [start, end], size_of(low, given["size"], node), node)
    z = draw_numbers(low, owner, "uniform", generators.uniform, [start, end], shape, "float64", node)
    return moved(low, start, low.expr.binary(ast.Sub(), end, start, node), z, node)


def _exponential(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    scale = as_float(low, given["scale"], 1.0, node)
    shape = shape_for(low, [scale], size_of(low, given["size"], node), node)
    z = draw_numbers(low, owner, "exponential", generators.exponential, [scale], shape, "float64", node)
    return moved(low, None, scale, z, node)


# ---- integers and choices


def _integers(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    asked = given["endpoint"]
    end = known_value(asked) if asked is not None else False
    if end is UNKNOWN:
        low.unsupported(node, "endpoint= of integers() must be known when compiling")
    bounds = [whole(low, given["low"], node)]
    if given["high"] is not None and not isinstance(given["high"], NoneV):
        bounds.append(whole(low, given["high"], node))
    inclusive, both = bool(end), len(bounds) == 2
    draw = _INTEGERS[inclusive, both]
    v = draw_numbers(low, owner, "integers", draw, bounds, size_of(low, given["size"], node), "int64", node)
    return ScalarV(INT, v.v) if isinstance(v, ScalarV) else v


def _of_one(endpoint: bool) -> Callable[..., Any]:
    return lambda g, high, shape: g.integers(high, size=shape, endpoint=endpoint)


def _of_two(endpoint: bool) -> Callable[..., Any]:
    return lambda g, start, high, shape: g.integers(start, high, size=shape, endpoint=endpoint)


_INTEGERS = {(end, both): (_of_two if both else _of_one)(end) for end in (False, True) for both in (False, True)}


def _flags(low: Lowering, given: Given, node: Any) -> tuple[bool, bool]:
    found = []
    for word in ("replace", "shuffle"):
        v = given.get(word)
        known = known_value(v) if v is not None else True
        if not isinstance(known, (bool, int)):
            low.unsupported(node, f"{word}= of choice() must be known when compiling")
        found.append(bool(known))
    return found[0], found[1]


def _chosen(replace: bool, shuffle: bool, weighted: bool) -> Callable[..., Any]:
    def draw(g: Any, n: int, p: Any, shape: Any) -> Any:
        more = {} if isinstance(g, np.random.RandomState) else {"shuffle": shuffle}
        return g.choice(n, shape, replace, p, **more)

    return draw if weighted else lambda g, n, shape: draw(g, n, None, shape)


_CHOSEN = {(r, s, w): _chosen(r, s, w) for r in (False, True) for s in (False, True) for w in (False, True)}


def _choice(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    among, p = given["a"], given["p"]
    along = given.get("axis")
    axis = known_value(along) if along is not None else 0
    if not isinstance(axis, int):
        low.unsupported(node, "axis= of choice() must be known when compiling")
    if isinstance(among, TupleV):
        among = array_of(low, among, node, None)
    if isinstance(among, (ArrayV, LazyV)) and among.shape:
        if is_legacy(owner) and len(among.shape) > 1:
            low.wrong(node, "ValueError: a must be 1-dimensional")
        count: Val = ScalarV(WHOLE, among.shape[axis])
    else:
        count = whole(low, among, node)
    weights = [] if p is None or isinstance(p, NoneV) else [array_of(low, p, node, None) if isinstance(p, TupleV) else p]
    draw = _CHOSEN[(*_flags(low, given, node), bool(weights))]
    found = draw_numbers(low, owner, "choice", draw, [count, *weights], size_of(low, given["size"], node), "int64", node)
    if not isinstance(among, (ArrayV, LazyV)):
        return found
    return low.expr.stable(low.expr.apply(np.take, [among, found], {"axis": low.expr.constant(axis, node)}, node))


def _permuted(low: Lowering, owner: Val, x: ArrayV | LazyV, axis: int, node: Any) -> Val:
    """The elements along an axis in a new order."""
    n = ScalarV(WHOLE, x.shape[axis])
    order = draw_numbers(low, owner, "permutation", _permutation_of, [n], [n], "int64", node)
    return low.expr.stable(low.expr.apply(np.take, [x, order], {"axis": low.expr.constant(axis, node)}, node))


def _permutation_of(g: Any, n: int, _: Any) -> Any:
    return g.permutation(n)


def _axis(low: Lowering, given: Given, x: ArrayV | LazyV, node: Any) -> int:
    along = given.get("axis")
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
    n = whole(low, x, node)
    return draw_numbers(low, owner, "permutation", _permutation_of, [n], [n], "int64", node)


def _shuffle(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    x = given["x"]
    if not isinstance(x, ArrayV) or not x.shape:
        low.unsupported(node, "shuffle() of what is no array is not supported in compiled functions", "use rng.permutation(x)")
    assert isinstance(x, ArrayV)
    low.arrays.assign(x, _permuted(low, owner, x, _axis(low, given, x, node), node), node)
    return NoneV()


def _of_state(both: bool) -> Callable[..., Any]:
    if both:
        return lambda g, start, high, shape: g.randint(start, high, size=shape)
    return lambda g, high, shape: g.randint(high, size=shape)


_RANDINT = {both: _of_state(both) for both in (False, True)}


def _randint(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    bounds = [whole(low, v, node) for v in (given["low"], given["high"]) if v is not None and not isinstance(v, NoneV)]
    shape = size_of(low, given["size"], node)
    v = draw_numbers(low, owner, "randint", _RANDINT[len(bounds) == 2], bounds, shape, "int64", node)
    return ScalarV(INT, v.v) if isinstance(v, ScalarV) else v


def _seeded(g: Any, seed: int, _: Any) -> int:
    g.seed(seed)
    return 0


def _seed(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    draw_numbers(low, owner, "seed", _seeded, [whole(low, given["seed"], node)], None, "int64", node)
    return NoneV()


_NORMAL = _standard("standard_normal", lambda g, shape: g.standard_normal(shape))
_RANDOM = _standard("random", lambda g, shape: g.random(shape))
_EXPONENTIAL = _standard("standard_exponential", lambda g, shape: g.standard_exponential(shape))
_CAUCHY = _standard("standard_cauchy", lambda g, shape: g.standard_cauchy(shape))
_BOTH: dict[str, random_distributions.Method] = {
    "standard_cauchy": (("size",), _CAUCHY),
    "normal": (("loc", "scale", "size"), _normal),
    "lognormal": (("mean", "sigma", "size"), _lognormal),
    "uniform": (("low", "high", "size"), _uniform),
    "exponential": (("scale", "size"), _exponential),
    **random_distributions.METHODS,
}
_METHODS: dict[str, random_distributions.Method] = {
    **_BOTH,
    "standard_normal": (("size", "dtype", "out"), _NORMAL),
    "random": (("size", "dtype", "out"), _RANDOM),
    "standard_exponential": (("size", "dtype", "method", "out"), _EXPONENTIAL),
    "integers": (("low", "high", "size", "dtype", "endpoint"), _integers),
    "choice": (("a", "size", "replace", "p", "axis", "shuffle"), _choice),
    "permutation": (("x", "axis"), _permutation),
    "shuffle": (("x", "axis"), _shuffle),
}
_LEGACY: dict[str, random_distributions.Method] = {
    **{n: m for n, m in _BOTH.items() if n not in ("multivariate_hypergeometric", "permuted")},
    "multivariate_normal": (
        ("mean", "cov", "size", "check_valid", "tol"),
        random_distributions.METHODS["multivariate_normal"][1],
    ),
    "standard_normal": (("size",), _NORMAL),
    "randn": (("size",), _NORMAL),
    **dict.fromkeys(("random", "random_sample", "ranf", "sample", "rand"), (("size",), _RANDOM)),
    "standard_exponential": (("size",), _EXPONENTIAL),
    "randint": (("low", "high", "size", "dtype"), _randint),
    "choice": (("a", "size", "replace", "p"), _choice),
    "permutation": (("x",), _permutation),
    "shuffle": (("x",), _shuffle),
    "seed": (("seed",), _seed),
}
TABLE: dict[Any, Any] = {make: partial(make_generator, make) for make in (np.random.default_rng, np.random.RandomState)}
