"""``random.Random``, and the functions of the module ``random``, which are methods of one generator that all share.

Python draws the numbers, each where and when it is reached.  What is computed from them is compiled (`python_draws`), so that it
has the same bits as in Python, and derivatives by the parameters that are in the formula.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from irad.frontends.python.arrays.array_arguments import array_of
from irad.frontends.python.compiled_classes.python_draws import WRITTEN
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, ListV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.messages.callable_names import near
from irad.frontends.python.objects import outside_values
from irad.frontends.python.randomness.random_distributions import tied
from irad.frontends.python.randomness.random_draws import Args, Keywords, as_float, called, draw_numbers, moved, whole
from irad.frontends.python.sources import generators
from irad.frontends.python.sources.generators import MADE
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import WHOLE

_SHARED: random.Random = random.random.__self__  # type: ignore[attr-defined]


def is_of_python(v: Val) -> bool:
    """Whether a generator of random numbers is one of Python's."""
    if isinstance(v, TupleV):
        return v.form is not None and v.form.cls is random.Random
    return isinstance(v, KnownV) and isinstance(v.value, random.Random)


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers ``random.Random(seed)``, ``random.gauss(...)``, and methods of generators with another name."""
    if fn is random.Random:
        return _make
    owner = getattr(fn, "__self__", None)
    if not isinstance(owner, random.Random) or not callable(fn):
        return None
    return partial(_of_generator, fn, owner)


def _of_generator(fn: Any, owner: random.Random, low: Lowering, args: Args, keywords: Keywords, node: Any) -> Val:
    compiler = low.instance.compiler
    shared = owner is _SHARED
    path = Outside("name", vars(random), "_inst", "random") if shared else Outside("attribute", fn, "__self__", fn.__name__)
    found = outside_values.read(low, compiler.path(path) if shared else path, node)
    return method(low, found, fn.__name__, args, keywords, node)


def _make(low: Lowering, args: Args, keywords: Keywords, node: Any) -> Val:
    """``random.Random(seed)``."""
    given = [*args, *keywords.values()]
    if keywords.keys() - {"x"} or len(given) > 1:
        low.wrong(node, "random.Random() takes one argument, the seed")
    if not given or isinstance(given[0], NoneV):
        text = "random.Random() without a seed is not supported: a function that runs twice would compute two things"
        low.unsupported(node, text, "give a seed, or make the generator outside of the compiled function")
    known, values = _seed(low, given[0], node)
    low.instance.compiler.makes_generators = True
    maker: Callable[..., int] = partial(generators.made, random.Random, *known)
    number = called(low, "Random", maker, values, "int64", node, ("made", "Random", repr(known)))
    return TupleV([number], MADE[random.Random].form)


def _seed(low: Lowering, v: Val, node: Any) -> tuple[list[Any], list[Val]]:
    """A seed that is known when compiling, or one that the run tells."""
    known = known_value(v)
    if known is not UNKNOWN:
        if not isinstance(known, (int, float, str, bytes, bytearray)):
            low.wrong(node, "TypeError: The only supported seed types are: None, int, float, str, bytes, and bytearray.")
        return [known], []
    if not isinstance(v, ScalarV) or not v.ty.is_integer:
        low.unsupported(node, f"a seed that is {v.ty} and known at run time only is not supported", "give an integer")
    return [], [v]


def method(low: Lowering, owner: Val, name: str, args: Args, keywords: Keywords, node: Any) -> Val:
    """``rng.name(...)`` of a generator of Python's."""
    if isinstance(owner, KnownV) and type(owner.value) not in (random.Random, random.SystemRandom):
        text = f"{type(owner.value).__name__} is a class of generators of its own, which compiled functions do not know"
        low.unsupported(node, text, "use random.Random")
    if name in WRITTEN and not (name == "sample" and "counts" in keywords):
        written: Val = low.expr.apply(WRITTEN[name], [owner, *args], keywords, node)
        return written
    if not hasattr(random.Random, name) and name not in _DRAWN:
        low.wrong(node, f"random.Random has no method '{name}'", near(name, dir(random.Random)))
    if name not in _DRAWN or (name not in ("seed", "getrandbits") and keywords and name not in _NAMES):
        listed = ", ".join(sorted({*WRITTEN, *(n for n in _DRAWN if "_" not in n and hasattr(random, n))}))
        text = f"the method {name}() of random.Random is not supported like this in compiled functions"
        low.unsupported(node, text, f"draw outside of the compiled function ({listed} are supported)")
    names = _NAMES.get(name)
    if keywords and names is not None:
        more = [keywords[n] for n in names[len(args) :] if n in keywords]
        if len(more) != len(keywords):
            low.wrong(node, f"{name}() got an unexpected keyword argument")
        args = [*args, *more]
    return _DRAWN[name](low, owner, args, node)


# ---- what Python draws


Draw = Callable[[Lowering, Val, Args, Any], Val]


def _number(name: str, draw: Callable[..., Any]) -> Draw:
    """A number without parameters."""

    def lower(low: Lowering, owner: Val, args: Args, node: Any) -> Val:
        if args:
            low.wrong(node, f"{name}() takes no arguments ({len(args)} given)")
        return draw_numbers(low, owner, name, draw, [], None, "float64", node)

    return lower


def _integer(name: str, least: int, most: int) -> Draw:
    """An integer, of bounds that are integers."""

    def draw(g: Any, *given: Any) -> Any:
        return getattr(g, name)(*given[:-1])

    def lower(low: Lowering, owner: Val, args: Args, node: Any) -> Val:
        if not least <= len(args) <= most:
            low.wrong(node, f"{name}() takes {least if least == most else f'{least} to {most}'} arguments ({len(args)} given)")
        if len(args) > 1 and isinstance(args[1], NoneV):
            args = args[:1]
        found = draw_numbers(low, owner, name, draw, [whole(low, v, node) for v in args], None, "int64", node)
        assert isinstance(found, ScalarV)
        return ScalarV(WHOLE, found.v)

    return lower


def _places(name: str, draw: Callable[..., Any], last_is_count: bool = True) -> Draw:
    """Places in a sequence: the arguments are its length, weights, and how many places are drawn."""

    def lower(low: Lowering, owner: Val, args: Args, node: Any) -> Val:
        values = [_weights(low, v, node) if not isinstance(v, ScalarV) else whole(low, v, node) for v in args]
        count = values[-1]
        if last_is_count:
            values = values[:-1]
        assert isinstance(count, ScalarV)
        return draw_numbers(low, owner, name, draw, values, [count], "int64", node)

    return lower


def _weights(low: Lowering, v: Val, node: Any) -> Val:
    made = array_of(low, v, node, None) if isinstance(v, (TupleV, ListV)) else v
    if not isinstance(made, (ArrayV, LazyV)) or len(made.shape) != 1:
        low.unsupported(node, f"the weights of choices() are {v.ty}", "give a list or an array of numbers")
    return made


def _by_weights(g: Any, n: int, weights: Any, shape: Any) -> Any:
    return g.choices(range(n), weights.tolist(), k=shape[0])


def _by_cumulated(g: Any, n: int, weights: Any, shape: Any) -> Any:
    return g.choices(range(n), cum_weights=weights.tolist(), k=shape[0])


def _shuffled(g: Any, n: int, _: Any) -> Any:
    order = list(range(n))
    g.shuffle(order)
    return np.array(order, dtype=np.int64)


def _sampled(g: Any, n: int, shape: Any) -> Any:
    return np.array(g.sample(range(n), shape[0]), dtype=np.int64)


def _chosen(g: Any, n: int, shape: Any) -> Any:
    return np.array(g.choices(range(n), k=shape[0]), dtype=np.int64)


def _place(g: Any, n: int, _: Any) -> int:
    return int(g.choice(range(n)))


def _below(low: Lowering, owner: Val, args: Args, node: Any) -> Val:
    found = draw_numbers(low, owner, "choice", _place, [whole(low, args[0], node)], None, "int64", node)
    assert isinstance(found, ScalarV)
    return ScalarV(WHOLE, found.v)


def _gamma(low: Lowering, owner: Val, args: Args, node: Any) -> Val:
    if len(args) != 2:
        low.wrong(node, f"gammavariate() takes 2 arguments ({len(args)} given)")
    alpha, beta = (as_float(low, v, 1.0, node) for v in args)
    z = draw_numbers(low, owner, "gammavariate", _draw_gamma, [alpha, beta], None, "float64", node)
    return moved(low, None, beta, tied(low, "standard_gamma", z, [alpha], node), node)


def _draw_gamma(g: Any, alpha: float, beta: float, _: Any) -> float:
    if alpha <= 0.0 or beta <= 0.0:
        raise ValueError("gammavariate: alpha and beta must be > 0.0")
    return float(g.gammavariate(alpha, 1.0))


def _draw_beta(g: Any, alpha: float, beta: float, _: Any) -> float:
    return float(g.betavariate(alpha, beta))


def _beta(low: Lowering, owner: Val, args: Args, node: Any) -> Val:
    if len(args) != 2:
        low.wrong(node, f"betavariate() takes 2 arguments ({len(args)} given)")
    params = [as_float(low, v, 1.0, node) for v in args]
    z = draw_numbers(low, owner, "betavariate", _draw_beta, params, None, "float64", node)
    return tied(low, "beta", z, params, node)


def _seeded(low: Lowering, owner: Val, args: Args, node: Any) -> Val:
    if len(args) != 1 or isinstance(args[0], NoneV):
        text = "seed() without a seed is not supported: a function that runs twice would compute two things"
        low.unsupported(node, text, "give a seed")
    known, values = _seed(low, args[0], node)
    draw_numbers(low, owner, "seed", _seeding(*known), values, None, "int64", node)
    return NoneV()


@functools.lru_cache(typed=True)
def _seeding(*known: Any) -> Callable[..., int]:
    """What seeds a generator: with what is known, or with what it is given."""

    def put(g: Any, *given: Any) -> int:
        g.seed(*(known or given[:-1]))
        return 0

    return put


_DRAWN: dict[str, Draw] = {
    "random": _number("random", lambda g, _: g.random()),
    "standard_gauss": _number("gauss", lambda g, _: g.gauss(0.0, 1.0)),
    "standard_normalvariate": _number("normalvariate", lambda g, _: g.normalvariate(0.0, 1.0)),
    "randint": _integer("randint", 2, 2),
    "randrange": _integer("randrange", 1, 3),
    "getrandbits": _integer("getrandbits", 1, 1),
    "gammavariate": _gamma,
    "betavariate": _beta,
    "place_below": _below,
    "places_chosen": _places("choices", _chosen),
    "places_by_weights": _places("choices", _by_weights),
    "places_by_cumulated": _places("choices", _by_cumulated),
    "places_sampled": _places("sample", _sampled),
    "places_shuffled": _places("shuffle", _shuffled, last_is_count=False),
    "seed": _seeded,
}
_NAMES = {
    "randint": ("a", "b"), "randrange": ("start", "stop", "step"), "seed": ("a",), "getrandbits": ("k",),
    "gammavariate": ("alpha", "beta"), "betavariate": ("alpha", "beta"),
}  # fmt: skip
