"""``irad.vjp`` and ``irad.linearize`` in compiled functions, which give a value and a linear function.

The linear function exists at compile time only: it can be called, not passed on or returned.  It keeps copies of the primals, and
runs the function again in each call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from irad.frontends.python.autodiff.propagate import Inputs, array_like, plain_function, pull, push_inputs, tangent_of
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.containers.value_trees import alike, array_for, arrays_for, check_floats, copy_tree, is_float, map_tree
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, NoneV, TupleV, Val
from irad.frontends.python.sources.python_types import Ty, is_function_form


@dataclass(eq=False)
class Linear:
    """The linear function of ``vjp`` (``reverse``) or ``linearize``: the registers of the primals and of the value are kept in
    memory."""

    low: Lowering
    fn: Any
    reverse: bool
    kept: list[tuple[Ty, list[Any]]]
    value: tuple[Ty, list[Any]]
    bodies: tuple[int, ...]

    __name__ = "a linear function"

    def __call__(self) -> None:
        raise TypeError("a linear function that was made while compiling")


def make(reverse: bool) -> Any:
    """The function that lowers a call of ``irad.vjp`` or ``irad.linearize``."""
    name = "vjp" if reverse else "linearize"

    def handler(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        if args and isinstance(args[0], TupleV) and is_function_form(args[0].form):
            text = f"{name}() of a function that reads variables of the compiled function around it is not supported"
            low.unsupported(node, text, "pass what it reads as arguments; irad.grad, jacobian and jvp take such functions")
        if kw or not args or not isinstance(args[0], KnownV):
            low.wrong(node, f"{name}() takes a function and its arguments")
        assert isinstance(args[0], KnownV)
        fn = plain_function(low, args[0].value, f"the first argument of {name}()", node)
        primals = [copy_tree(low, low.expr.stable(v)) for v in args[1:]]
        for k, v in enumerate(primals):
            check_floats(low, v, f"argument {k}", node, "bind it: lambda x: f(x, n)")
        inputs = Inputs(low, fn, primals, [], node)
        value = call_python(low, fn, [inputs.argument(i) for i in range(len(primals))], {}, node, apart=True)
        kept = [_keep(low, v) for v in inputs.values]
        linear = Linear(low, fn, reverse, kept, _keep(low, value), tuple(low.bodies))
        return TupleV([value, KnownV(linear)])

    return handler


def _keep(low: Lowering, v: Val) -> tuple[Ty, list[Any]]:
    places = [low.alloca(t) for t in low.leaf_types(v.ty)]
    for register, place in zip(low.leaves(v, v.ty), places, strict=True):
        low.b.store(register, place)
    return v.ty, places


def _again(low: Lowering, kept: tuple[Ty, list[Any]]) -> Val:
    ty, places = kept
    return low.from_leaves(ty, [low.b.load(p, typ=t) for p, t in zip(places, low.leaf_types(ty), strict=True)])


def apply(low: Lowering, linear: Linear, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A call of the linear function."""
    if linear.low is not low or tuple(low.bodies[: len(linear.bodies)]) != linear.bodies:
        low.unsupported(node, "the function that vjp() or linearize() gave is called outside of the loop in which it was made")
    count = 1 if linear.reverse else len(linear.kept)
    if kw or len(args) != count:
        low.wrong(node, f"this function takes {count} argument{'s' if count != 1 else ''}")
    chosen = list(range(len(linear.kept))) if linear.reverse else []
    inputs = Inputs(low, linear.fn, [_again(low, k) for k in linear.kept], chosen, node, apart=True)
    given = [low.expr.stable(v) for v in args]
    if not linear.reverse:
        tangents = [tangent_of(low, inputs, i, v, node) for i, v in enumerate(given)]
        return push_inputs(low, inputs, [tangents], node)[1][0]
    value = _again(low, linear.value)
    seeds = _seeds(low, value, given[0], node)
    return TupleV([d[0] for d in pull(low, inputs, arrays_for(low, value), [seeds], node)])


def _seeds(low: Lowering, value: Val, given: Val, node: Any) -> Val:
    """Arrays for the floats of a value, with the adjoints that are given."""
    if not alike(value, given):
        low.wrong(node, f"the adjoint must be built like the value: {value.ty}")

    def one(y: Val, d: Val) -> Val:
        if not is_float(y):
            return NoneV()
        return array_like(low, array_for(low, y), d, True, "the adjoint", node)

    return map_tree(one, value, given)
