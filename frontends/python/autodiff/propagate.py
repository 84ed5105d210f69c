"""Derivatives of functions whose arguments are not changed: `Inputs`, forward (`push`) and reverse (`reverse`, `pull`).

Arrays that the function may write to are copied first (`origins.py`), all others are used as they are.  Shadows are new arrays.
Arrays that overlap where that makes a difference are refused at run time; a function that is called from Python gives the call
back to Python then (`Lowering.give_up`), which knows how to copy them together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from llvmlite import ir

from irad.frontends.python.autodiff.marked_call_writer import MarkedCallWriter
from irad.frontends.python.calls.demand import fixed_leaves, specialised
from irad.frontends.python.calls.instance_calls import call_python, defaults_behind, find_callee
from irad.frontends.python.containers.value_trees import (
    alike,
    arrays_of,
    check_floats,
    copy_tree,
    is_float,
    leaves_of,
    map_tree,
    twin_of,
    types_in,
    without_gaps,
    zeros_like,
)
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import Fresh
from irad.frontends.python.core.overlap_checks import check_captured, check_distinct, check_places
from irad.frontends.python.core.python_values import MEMORY, ArrayV, LazyV, NoneV, NoteV, ScalarV, TupleV, Val
from irad.frontends.python.messages.spelling import counted
from irad.frontends.python.objects.outside_changes import check_derivative
from irad.frontends.python.sources.function_notes import attached, run_again
from irad.frontends.python.sources.python_source import fresh, synthetic
from irad.frontends.python.sources.python_types import Array, Scalar, Ty


def plain_function(low: Lowering, v: Any, what: str, node: Any) -> Any:
    """The Python function to differentiate: of a transformed one, the function that applies the transform."""
    fn = run_again(v) or v  # what is differentiated is not called
    if hasattr(fn, "irad_transform"):
        return fn.irad_transform.function
    fn = fn.irad_function.fn if hasattr(fn, "irad_function") else fn
    if not hasattr(fn, "__code__"):
        low.wrong(node, f"{what} must be a Python function, not {getattr(v, '__name__', v)}")
    return fn


# ---- arguments


@dataclass
class Inputs:
    """The arguments of one transformed call, and which of them must be passed as copies."""

    low: Lowering
    fn: Any
    values: list[Val]
    chosen: list[int]
    node: Any
    apart: bool = False  # are they known not to share memory?
    callee: Any = field(init=False)

    def __post_init__(self) -> None:
        self.values = specialised(self.low, self.fn, self.values, self.node)
        given, values = self.values, [map_tree(_writable, v) for v in self.values]
        callee = self._callee(values)
        if not callee.by_strides:
            values = [without_gaps(self.low, v) for v in values]
            callee = self._callee(values)
        self.callee = callee
        self.written, self.lanes = set(callee.written_arguments()), callee.lanes
        if any(i < captured_by(self.fn) for i in self.written):
            text = f"{self.fn.__name__}() is differentiated, and writes to an array of the function around it"
            self.low.unsupported(self.node, text, "write to a copy: a = a.copy()")
        assert callee.result is not None
        self.result: Ty = callee.result
        self._check_places(given, callee)
        if not self.apart:
            self._check(given, callee)
        self.values = values

    def _callee(self, values: list[Val]) -> Any:
        types = tuple(v.ty for v in values)
        fixed = fixed_leaves(self.low, self.fn, values, self.node)
        return find_callee(self.low, self.fn, types, self.low.source.place(self.node), apart=True, fixed=fixed)

    def _check(self, values: list[Val], callee: Any) -> None:
        """Refuse arrays that share memory, except where they are neither written nor differentiated."""
        matters = [i in self.written or i in self.chosen or callee.sensitive for i in range(len(values))]
        arrays = [(a, matters[i]) for i, v in enumerate(values) for a in arrays_of(v)]
        check_distinct(self.low, [(a, matters) for a, matters in arrays if not isinstance(a.origin, Fresh)], self.node)
        captured = []
        for array, ty, name in callee.captures:
            captured += [(a, name, callee.writes_capture(array)) for a in arrays_of(self.low.capture(array, ty, name))]
        given = [(a, i in self.written) for i, v in enumerate(values) for a in arrays_of(v)]
        check_captured(self.low, given, captured, self.node)

    def _check_places(self, values: list[Val], callee: Any) -> None:
        """Refuse arrays whose elements share memory: writes to a copy differ, and a shadow with such strides is too small."""
        shadowed = self.chosen or range(len(values))  # in forward mode all are
        for i, v in enumerate(values):
            if i not in self.written and not (callee.by_strides and i in shadowed):
                continue
            check_places(self.low, arrays_of(v), self.node)

    def argument(self, i: int) -> Val:
        """Argument ``i`` for one run: a copy, if the function may write to it."""
        return copy_tree(self.low, self.values[i]) if i in self.written else self.values[i]

    def keep_captures(self) -> Callable[[], None]:
        """A function that restores the present contents of captured arrays that are written to, before each of several runs."""
        check_derivative(self.low, self.callee, self.node, several=True)
        kept = [(a, self.low.arrays.copy(a)) for c in self.callee.captures for a in self._captured(c)]

        def restore() -> None:
            for array, before in kept:
                self.low.arrays.assign(array, before, self.node)

        return restore

    def _captured(self, capture: tuple[Any, Any, str]) -> list[ArrayV]:
        array, ty, name = capture
        return arrays_of(self.low.capture(array, ty, name)) if self.callee.writes_capture(array) else []

    def once_more(self) -> None:
        """Run the function itself after its derivative has met an error, so that the first error is raised."""
        arguments = [self.argument(i) for i in range(len(self.values))]
        call_python(self.low, self.fn, arguments, {}, self.node, apart=True)

    def constants(self) -> list[NoteV]:
        """Notes for all arguments as constants."""
        return [NoteV("Const", self.argument(i)) for i in range(len(self.values))]


def _writable(v: Val) -> Val:
    """An array as one that may be written to, as far as the type goes."""
    return replace(v, ty=replace(v.ty, readonly=False)) if isinstance(v, ArrayV) and v.ty.readonly else v


def positions(low: Lowering, made: Any, count: int, node: Any) -> list[int]:
    """The arguments that are differentiated."""
    out = []
    for n in made.argnums:
        if not -count <= n < count:
            low.wrong(node, f"argnums {n} does not fit {counted(count, 'argument')}")
        out.append(n % count)
    return out


def inputs_of(low: Lowering, made: Any, args: list[Val], node: Any) -> Inputs:
    fn = plain_function(low, made.f, f"the argument of {made.kind}()", node)
    args = [*args, *defaults_behind(low, fn, len(args), node)]
    chosen = positions(low, made, len(args), node)
    for i in chosen:
        check_floats(low, args[i], f"argument {i}", node)
    if captured_by(fn) and len(set(chosen)) == 1:  # what is captured may be the same array, and is a constant
        args[chosen[0]] = new_arrays(low, args[chosen[0]])
    return Inputs(low, fn, args, chosen, node)


def new_arrays(low: Lowering, v: Val) -> Val:
    """The value with copies of those arrays that may share memory with an argument."""
    return map_tree(lambda x: low.arrays.copy(x) if isinstance(x, ArrayV) and not isinstance(x.origin, Fresh) else x, v)


def captured_by(fn: Any) -> int:
    """How many of the first parameters of a function are what it has captured."""
    return int(getattr(fn, "irad_captured", 0))


# ---- forward mode

BOUND = "bind it: lambda x: f(x, n), since every primal has a tangent"


def push(
    low: Lowering, fn: Any, primals: list[Val], lanes: list[list[Val]], node: Any, first: Sequence[Val] = ()
) -> tuple[Val, list[Val]]:
    """The value of ``fn`` and its tangents, one for each of ``lanes``, which hold the tangents of all primals.

    ``first``: what the function gets before these, and has no tangents.
    """
    for k, v in enumerate(primals):
        check_floats(low, v, f"argument {k}", node, BOUND)
    k = len(first)
    rest = defaults_behind(low, fn, k + len(primals), node)
    inputs = Inputs(low, fn, [*first, *primals, *rest], [], node)
    still = [zeros_like(low, v) for v in rest]
    given = [[*first, *(tangent_of(low, inputs, k + i, v, node) for i, v in enumerate(lane)), *still] for lane in lanes]
    return push_inputs(low, inputs, given, node, k)


def push_inputs(
    low: Lowering, inputs: Inputs, lanes: list[list[Val]], node: Any, first: int = 0
) -> tuple[Val, list[Val]]:  # fmt: skip
    """``first``: so many arguments are constants."""
    notes = inputs.constants()
    for i, note in enumerate(notes):
        if i >= first and any(is_float(leaf) for leaf in leaves_of(note.val)):
            notes[i] = NoteV("Duplicated", note.val, [lane[i] for lane in lanes])
    call = MarkedCallWriter(low, inputs.fn, notes, True, True, node, len(lanes), free=True)
    _, value, tangents = call.run([], True)
    return value, [t if call.has_tangent else zeros_like(low, value) for t in tangents]


def tangent_of(low: Lowering, inputs: Inputs, i: int, given: Val, node: Any) -> Val:
    """The tangent of argument ``i`` in the layout of the argument, a copy if it may be written to."""
    name = f"the tangent of argument {i}"

    def one(x: Val, t: Val) -> Val:
        if isinstance(x, ArrayV):
            return array_like(low, x, t, i in inputs.written, name, node)
        if isinstance(x, ScalarV) and not is_float(x):  # a field that is annotated as an integer: it has no tangent
            return x
        if isinstance(x, ScalarV):
            if not isinstance(t, ScalarV) or t.ty.kind == "bool":
                low.wrong(node, f"{name} must be a number, not {t.ty}")
            assert isinstance(t, ScalarV)
            return low.convert(t, x.ty)
        return x

    if isinstance(inputs.values[i], TupleV) and not alike(inputs.values[i], given):
        low.wrong(node, f"{name} must be built like the argument itself: {inputs.values[i].ty}")
    return map_tree(one, inputs.values[i], given)


def array_like(low: Lowering, x: ArrayV, given: Val, changed: bool, name: str, node: Any) -> ArrayV:
    if isinstance(given, ScalarV) and not x.shape:
        made = low.arrays.allocate(x.ty.dtype, [])
        low.arrays.store(made, [], low.convert(given, Scalar(x.ty.dtype)).v)
        return made
    if not isinstance(given, (ArrayV, LazyV)) or (given.ty.ndim, given.ty.dtype) != (x.ty.ndim, x.ty.dtype):
        same = isinstance(given, (ArrayV, LazyV)) and given.ty.ndim == x.ty.ndim
        hint = f"convert it: t.astype(np.{x.ty.dtype})" if same else "a tangent has the shape of its argument: np.ones_like(x)"
        low.wrong(node, f"{name} must be like {x.ty}, not {given.ty}", hint)
    assert isinstance(given, (ArrayV, LazyV))
    for m, n in zip(x.shape, given.shape, strict=True):
        low.check(low.b.icmp_signed("==", m, n), ValueError, f"{name} has a size of {{1}}, the argument has {{0}}", node, [m, n])
    fits = given.ty.dtype == x.ty.dtype and isinstance(given, ArrayV) and given.ty.layout == x.ty.layout == "C"
    if fits and not changed and isinstance(given, ArrayV):
        return ArrayV(Array(x.ty.dtype, x.ty.ndim, "C"), given.data, given.shape, given.strides, given.origin)
    made = twin_of(low, x)
    low.arrays.assign(made, given, node)
    return made


# ---- reverse mode


def reverse(low: Lowering, made: Any, inputs: Inputs, node: Any) -> Val:
    notes = inputs.constants()
    for i in set(inputs.chosen):
        notes[i] = NoteV("Differentiated", notes[i].val, [zeros_like(low, notes[i].val)], noneed=True)
    call = MarkedCallWriter(low, inputs.fn, notes, False, True, node, free=True, once_more=inputs.once_more)
    wanted = made.has_aux or made.kind == "value_and_grad"
    floats = sum(isinstance(t, Scalar) and t.is_inexact for t in types_in(inputs.result))
    zero = ScalarV(Scalar("float64"), ir.Constant(MEMORY["float64"], 0.0))
    one = ScalarV(Scalar("float64"), ir.Constant(MEMORY["float64"], 1.0))
    derivatives, value, _ = call.run([TupleV([one, *[zero] * (floats - 1)])], wanted)
    parts = [without_gaps(low, derivatives[i][0]) for i in inputs.chosen]
    out = parts[0] if made.single else TupleV(parts)
    if made.kind == "value_and_grad":
        return TupleV([value, out])
    return TupleV([out, value.items[1]]) if made.has_aux and isinstance(value, TupleV) else out


def pull(low: Lowering, inputs: Inputs, outputs: Val, seeds: list[Val], node: Any) -> list[list[Val]]:
    """The derivatives by the arguments that are chosen, for each of ``seeds`` (built like ``outputs``, and used up)."""
    notes = inputs.constants()
    for i in set(inputs.chosen):
        shadows = [zeros_like(low, notes[i].val) for _ in seeds]
        notes[i] = NoteV("Differentiated", notes[i].val, shadows, noneed=True)
    out = NoteV("Duplicated", outputs, seeds, noneed=True)
    call = MarkedCallWriter(low, into(inputs.fn), [out, *notes], False, False, node, len(seeds), free=True)
    derivatives, _, _ = call.run([None] * len(seeds), False)
    return derivatives[1:]


def into(fn: Any) -> Any:
    """``def into(out, *args): out[...] = fn(*args)``: the function with arrays for its results as first argument."""
    return attached(fn, "irad_into", _into)


def _into(fn: Any) -> Any:
    names = fn.__code__.co_varnames[: fn.__code__.co_argcount]
    listed = ", ".join(names)
    out, call = fresh("out", names), f"irad_f({listed})"
    names_in_it = {"irad_store": STORE, "irad_f": fn}
    return synthetic(fn.__name__, f"{out}, {listed}", f"irad_store({out}, {call})", names_in_it, fn)


def as_number(fn: Any) -> Any:
    """A function that returns an array without axes as one that returns the number in it."""
    return attached(fn, "irad_number", _as_number)


def _as_number(fn: Any) -> Any:
    listed = ", ".join(fn.__code__.co_varnames[: fn.__code__.co_argcount])
    made = synthetic(fn.__name__, listed, f"irad_f({listed}).item()", {"irad_f": fn}, fn)
    made.irad_captured = captured_by(fn)
    return made


class _Store:
    """Represents the assignment in `into`."""

    __name__ = "store"

    def __call__(self, out: Any, value: Any) -> None:
        raise TypeError("for compiled functions only")


STORE = _Store()


def store(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """Write the floats of a result into arrays of one element for each number, arrays of the same shape for arrays."""
    out, value = args

    def one(target: Val, v: Val) -> Val:
        if isinstance(target, ArrayV):
            if isinstance(v, ScalarV) and not target.shape:
                low.arrays.store(target, [], low.convert(v, Scalar(target.ty.dtype)).v)
                return NoneV()
            if not isinstance(v, (ArrayV, LazyV)) or len(v.shape) != len(target.shape):
                low.wrong(node, f"the adjoint of {v.ty} cannot be {target.ty}")
            for m, n in zip(v.shape, target.shape, strict=True):
                text = "the adjoint has a size of {1}, the value has {0}"
                low.check(low.b.icmp_signed("==", m, n), ValueError, text, node, [m, n])
            low.arrays.assign(target, low.expr.stable(v), node)
        return NoneV()

    map_tree(one, out, value)
    return NoneV()
