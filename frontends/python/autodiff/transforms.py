"""Lowering of the functional transforms inside compiled functions: ``irad.grad(f)(x)``, ``irad.jvp(f, (x,), (t,))`` ..."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from irad.frontends.python.autodiff.jacobians import jacfwd, jacobian, jacrev
from irad.frontends.python.autodiff.propagate import (
    Inputs,
    as_number,
    inputs_of,
    new_arrays,
    plain_function,
    pull,
    push,
    reverse,
)
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.containers.value_trees import arrays_for, map_tree
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, NoteV, ScalarV, TupleV, Val, known_int
from irad.frontends.python.numeric.registers import each_part
from irad.frontends.python.sources.dtypes import is_inexact
from irad.frontends.python.sources.made_functions import MadeFunction, by_shape
from irad.frontends.python.sources.python_types import Array, Form, NoneTy, Scalar, Tuple, is_function_form
from irad.frontends.python.trees.local_functions import Lifted
from irad.rules.tables.directives import STOP_GRADIENT

Keywords = dict[str, Val]


def make(low: Lowering, transform: Any, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.grad(f, argnums=0)`` and the like in a compiled function: the same object as outside."""
    f = args[0] if args else kw.get("f")
    if isinstance(f, TupleV) and is_function_form(f.form):
        return _of_local(low, transform, f, args, kw, node)
    given = []
    for v in args:
        given.append(_constant(low, v, node))
    named = {k: _constant(low, v, node) for k, v in kw.items()}
    if not given and "f" not in named:
        low.wrong(node, f"{transform.__name__}() needs a function")
    plain_function(low, given[0] if given else named["f"], f"the first argument of {transform.__name__}()", node)
    key = (transform, tuple(given), tuple(named.items()))
    made = low.instance.compiler.transforms
    if key not in made:
        made[key] = transform(*given, **named)
    return KnownV(made[key])


def _of_local(low: Lowering, transform: Any, f: TupleV, args: list[Val], kw: Keywords, node: Any) -> Val:
    """A transform of a function inside of this one: that of its code, which gets what is captured as constant arguments."""
    lifted, first = _local(low, f, transform.__name__, node)
    names = ("argnums", "has_aux")
    given = {k: _constant(low, v, node) for k, v in [*zip(names, args[1:], strict=False), *kw.items()] if k != "f"}
    argnums = given.pop("argnums", 0)
    several = argnums if isinstance(argnums, tuple) else (argnums,)
    moved = tuple(n + len(first) if n >= 0 else n for n in several)
    key, made = (transform, lifted, argnums, tuple(given.items())), low.instance.compiler.transforms
    if key not in made:
        applied = transform(lifted.fn, moved if isinstance(argnums, tuple) else moved[0], **given)
        made[key] = replace(lifted, name=applied.__name__, fn=applied.irad_transform.function)
    assert f.form is not None
    return replace(f, form=Form(f.form.kind, f.form.names, made[key]))


def _local(low: Lowering, f: TupleV, name: str, node: Any) -> tuple[Lifted, list[Val]]:
    """A function inside of a compiled one, and what it captures."""
    assert f.form is not None
    lifted: Lifted = f.form.cls
    if lifted.nonlocals:
        text = f"{name}() of a function that binds variables of the function around it is not supported here"
        low.unsupported(node, text, "pass the variables, and return them")
    if by_shape(lifted.fn):
        low.unsupported(node, f"{name}() of a function inside with *args, or parameters by name only, is not supported here")
    first = [low.present(f.item(k), node) for k in range(len(lifted.captured))]
    lifted.fn.irad_captured = len(first)
    return lifted, first


def _constant(low: Lowering, v: Val, node: Any) -> Any:
    if isinstance(v, KnownV):
        return v.value
    if isinstance(v, TupleV):
        return tuple(_constant(low, i, node) for i in v.items)
    k = known_int(v.v) if isinstance(v, ScalarV) else None
    if k is None:
        low.wrong(node, "the arguments of a transform must be constants: a function, argnums, has_aux")
    return bool(k) if isinstance(v, ScalarV) and v.ty.kind == "bool" else k


def apply(low: Lowering, made: Any, args: list[Val], kw: Keywords, node: Any) -> Val:
    """A call of a transformed function; ``made`` says what it is (`irad.api.pyfunc.transformed.Made`)."""
    if kw:
        low.unsupported(node, "keyword arguments of a transformed function are not supported here")
    if any(isinstance(v, NoteV) for v in args):
        low.wrong(node, f"{made.kind} takes values, not annotations", "use irad.autodiff")
    handler = _KINDS.get(made.kind)
    if handler is None:
        low.unsupported(node, f"irad.{made.kind} is not supported in compiled functions")
        raise AssertionError
    return new_arrays(low, handler(low, made, [low.expr.stable(v) for v in args], node))


# ---- gradients


def derivative(low: Lowering, kind: str, f: Val, x: Val, node: Any) -> Val:
    """The gradient or Jacobian of ``f`` at ``x``, for functions of the library."""
    first: list[Val] = []
    fn = f.value if isinstance(f, KnownV) else None
    if isinstance(f, TupleV) and is_function_form(f.form):
        lifted, first = _local(low, f, "a derivative", node)
        fn = lifted.fn
    key, made = (kind, fn, len(first)), low.instance.compiler.transforms
    if key not in made:
        made[key] = MadeFunction(kind, fn, (len(first),))
    return apply(low, made[key], [*first, x], {}, node)


def _gradient(low: Lowering, made: Any, args: list[Val], node: Any) -> Val:
    inputs = inputs_of(low, made, args, node)
    if isinstance(inputs.result, Array) and not inputs.result.ndim and not made.has_aux:
        inputs = Inputs(low, as_number(inputs.fn), inputs.values, inputs.chosen, node)
    given, name = inputs.result, inputs.fn.__name__
    first = given.items[0] if made.has_aux and isinstance(given, Tuple) and len(given.items) == 2 else given
    if not isinstance(first, Scalar) or not first.is_float or (made.has_aux and first is given):
        if isinstance(first, Scalar) and first.is_complex:
            text = f"{name}() returns a complex number, which has no gradient"
            low.wrong(node, text, "return a real one (z.real, abs(z)), or use irad.autodiff with a seed, irad.jvp or irad.vjp")
        more = " with something behind it" if made.has_aux else ""
        low.wrong(node, f"{name}() returns {given}; a gradient is that of one float{more}", _one_float(given, made.has_aux))
    return reverse(low, made, inputs, node)


def _one_float(given: Any, has_aux: bool) -> str:
    """What to write in a function whose result is no float."""
    if isinstance(given, NoneTy):
        return "add a return statement; or it raises an error in any case, which a call of it by irad.jit shows"
    if isinstance(given, Scalar):
        return "return the float itself: int(), comparisons and counts have no derivative"
    if isinstance(given, Array):
        return "return a float (.sum() ...), or use irad.jacobian, irad.vjp"
    if not isinstance(given, Tuple) or has_aux:
        return "return a float: .sum() ..."
    first = given.items[0] if given.items else None
    if given.form is None and len(given.items) == 2 and isinstance(first, Scalar) and first.is_float:
        return "return the float alone, or use irad.grad(f, has_aux=True), irad.jacobian"
    return "return the float alone, or use irad.jacobian, irad.vjp"


# ---- forward mode


def jvp(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.jvp(f, primals, tangents)``."""
    f, first, primals, tangents = _directional(low, "jvp", args, kw, node)
    return new_arrays(low, _both(low, f, primals, tangents, node, first))


def hvp(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.hvp(f, primals, tangents)``."""
    f, first, primals, tangents = _directional(low, "hvp", args, kw, node)
    plain_function(low, f, "the first argument of hvp()", node)
    key, made = ("hvp", f, len(first), len(primals)), low.instance.compiler.transforms
    if key not in made:
        made[key] = MadeFunction("grad", f, tuple(range(len(first), len(first) + len(primals))), len(primals) == 1)
    _, (tangent,) = push(low, made[key].function, primals, [tangents], node, first)
    return new_arrays(low, tangent)


def _directional(
    low: Lowering, name: str, args: list[Val], kw: Keywords, node: Any
) -> tuple[Any, list[Val], list[Val], list[Val]]:
    """The function, what it captures, the primals and the tangents of a call."""
    values = dict(zip(("f", "primals", "tangents"), args, strict=False)) | kw
    if set(values) != {"f", "primals", "tangents"} or len(args) > 3:
        low.wrong(node, f"{name}() takes f, primals and tangents")
    primals, tangents = (low.expr.stable(values[k]) for k in ("primals", "tangents"))
    if not isinstance(primals, TupleV) or not isinstance(tangents, TupleV) or len(primals.items) != len(tangents.items):
        low.wrong(node, f"the primals and tangents of {name}() are tuples of the same length")
    assert isinstance(primals, TupleV) and isinstance(tangents, TupleV)
    f = values["f"]
    if isinstance(f, TupleV) and is_function_form(f.form):
        lifted, first = _local(low, f, name, node)
        return lifted.fn, first, primals.items, tangents.items
    return _constant(low, f, node), [], primals.items, tangents.items


def stop_gradient(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.stop_gradient(x)``: numbers and arrays without derivative; of an array a copy."""
    if kw or len(args) != 1:
        low.wrong(node, "stop_gradient() takes one value")

    def number(v: Any, kind: str) -> Any:
        def cut(x: Any) -> Any:
            name = STOP_GRADIENT + {"double": "", "float": "f"}[str(x.type)]
            return low.b.call(low.instance.compiler.library(name, x.type, 1), [x])

        return each_part(low.b, cut, v) if is_inexact(kind) else v

    def one(x: Val) -> Val:
        if isinstance(x, ScalarV):
            return ScalarV(x.ty, number(x.v, x.ty.kind))
        if isinstance(x, (ArrayV, LazyV)):
            plan = memory_order.like(low, x)
            reads = x.reads if isinstance(x, LazyV) else [x]
            ty = Array(x.ty.dtype, len(x.shape), plan.layout)
            cut = LazyV(ty, x.shape, lambda idx: number(low.arrays.element(x, idx), x.ty.dtype), reads, plan.strides)
            return low.arrays.copy(cut, plan)
        return x

    return map_tree(one, args[0])


def _both(
    low: Lowering, f: Any, primals: list[Val], tangents: list[Val], node: Any, first: Sequence[Val] = ()
) -> TupleV:  # fmt: skip
    """The value and the tangent; ``first``: constant arguments before the primals."""
    fn = plain_function(low, f, "the first argument of jvp()", node)
    value, (tangent,) = push(low, fn, primals, [tangents], node, first)
    return TupleV([value, tangent])


def _jvp(low: Lowering, made: Any, args: list[Val], node: Any) -> TupleV:
    half = len(args) // 2
    return _both(low, made.f, args[:half], args[half:], node)


def _pushforward(low: Lowering, made: Any, args: list[Val], node: Any) -> Val:
    """As ``jvp``, the tangent alone."""
    tangent: Val = _jvp(low, made, args, node).items[1]
    return tangent


def _pullback(low: Lowering, made: Any, args: list[Val], node: Any) -> Val:
    """The derivatives by all arguments for an adjoint of the value, which comes first."""
    adjoint, *primals = args
    inputs = inputs_of(low, made, primals, node)
    seeds = arrays_for(low, adjoint)
    map_tree(lambda to, x: fill(low, to, x, node), seeds, adjoint)
    return TupleV([d[0] for d in pull(low, inputs, arrays_for(low, adjoint), [seeds], node)])


def _value_and_primals(low: Lowering, made: Any, args: list[Val], node: Any) -> Val:
    """The value, and the arguments (`apply` copies them), for a pull-back that runs the function again."""
    inputs = inputs_of(low, made, args, node)
    arguments = [inputs.argument(i) for i in range(len(inputs.values))]
    return TupleV([call_python(low, inputs.fn, arguments, {}, node, apart=True), *inputs.values])


def fill(low: Lowering, target: Val, x: Val, node: Any) -> Val:
    """Write a number or an array into an array of its shape."""
    if isinstance(target, ArrayV):
        low.arrays.assign(target, x, node)
    return target


_KINDS: dict[str, Callable[[Lowering, Any, list[Val], Any], Val]] = {
    "grad": _gradient,
    "value_and_grad": _gradient,
    "jacfwd": jacfwd,
    "jacrev": jacrev,
    "jacobian": jacobian,
    "jvp": _jvp,
    "pushforward": _pushforward,
    "pullback": _pullback,
    "value_and_primals": _value_and_primals,
}
