"""Numbers that have to be known when compiling, and are not: what they depend on is specialised.

An axis, a key of a dict, the length of a tuple, a flag that decides about structure.  `dependence.py` finds in the code that has
been written so far on what a register depends.  Parameters become part of what a function is compiled for, and so do integers
inside of containers and the lengths of arrays, and integers and lengths at paths from outside; loops are written out.  Where a
register depends on what is known at run time only as well, nothing is begun anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from llvmlite import ir

from irad.frontends.python.calls.dependence import Sources, sources_of
from irad.frontends.python.core.code_writer import NotYet, Restart, RoundAgain
from irad.frontends.python.core.compilation import Compilation, Instance
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    ChoiceV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    RangeV,
    ScalarV,
    SliceV,
    TupleV,
    Val,
    const,
    known_int,
    known_number,
    leaf_types,
    whole_leaves,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.messages.callable_names import is_foreign
from irad.frontends.python.sources.lowered_function import StaticNeeded
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import FLAG, Fixed, Known, List, Scalar, Ty
from irad.frontends.python.sources.register_numbers import register_at, steps_to

MOST_WRITTEN_OUT = 512  # iterations of one loop


def loop_states(instance: Instance) -> tuple[int, int]:
    """What changes where other loops of a function are written out."""
    return len(instance.written_out), len(instance.unending)


def demand(low: Lowering, node: Any, *values: Val | None, outside: bool = True) -> None:
    """Begin anew with more that is known, if these values can become known by that.

    Without values that of an expression, or how often a loop runs.  ``outside``: also if other functions are to
    be lowered anew for it, perhaps in vain: those that are called, and those that call one of a library.
    """
    found = sources_of(low, _needed(low, node, list(values)))
    if not outside and (found.calls or (found.arguments and is_foreign(low.instance.python))):
        return
    if found.free or any(_is_never_known(low, number) for number in found.arguments):
        return
    new = _specialise(low, found)
    if new:
        raise Restart(None if None in new else frozenset(new))
    instance = low.instance
    loops = [loop for loop in found.loops if loop not in instance.written_out]
    if not all(can_be_written_out(low, found.loops[loop]) for loop in loops):
        return
    if loops:
        instance.written_out.update(loops)
        raise RoundAgain
    held = [ty for name in found.names if isinstance(ty := instance.variables.get(name), List)]
    displays = {ty.made for ty in held if ty.made is not None} - instance.compiler.fixed_lists
    if displays:
        _fix(instance.compiler, displays)
        raise Restart
    lists = (found.names.keys() & instance.growing) - instance.of_known_structure
    if lists:  # their loops are written out: they are containers of known structure from now on
        _make_known(instance, lists)
        raise RoundAgain
    if low.skipped:  # what has been left out may be what assigns it
        raise NotYet


def demand_branches(low: Lowering, node: Any) -> None:
    """As `demand`, of the conditions on which it depends whether this place is reached."""
    conditions = [*(r.condition for r in low.regions), *low.passed]
    demand(low, node, *(ScalarV(FLAG, c) for c in conditions if c is not None and not isinstance(c, ir.Constant)))


def _make_known(instance: Instance, lists: Iterable[str]) -> None:
    for name in lists:
        instance.of_known_structure.add(name)
        instance.growing.discard(name)
        instance.variables.pop(name, None)


def _fix(compiler: Compilation, displays: set[Any]) -> None:
    """These displays make lists of known structure from now on."""
    compiler.fixed_lists |= displays
    for made in displays:
        compiler.grown.pop(made, None)


def make_known(low: Lowering, name: str, made: Any) -> None:
    """Begin anew with a list of known structure in the place of one that grows, if the loops around can be written out.

    ``name``: the variable that holds it; ``made``: the display that has made it, if it is a value.
    """
    instance, compiler = low.instance, low.instance.compiler
    open_loops = [r.loop for r in low.regions if r.loop is not None and r.last is None]
    if not all(can_be_written_out(low, loop) for loop in open_loops):
        return
    instance.written_out.update(map(id, open_loops))
    if made is not None and made not in compiler.fixed_lists:
        _fix(compiler, {made})
        raise Restart
    if name in instance.growing - instance.of_known_structure:
        _make_known(instance, [name])
        raise RoundAgain


def give_up_writing(low: Lowering, loop: Any) -> None:
    """A loop that is written out is not, from the next round on: when it ends turns out to be known at run time only."""
    instance = low.instance
    if id(loop) in instance.written_out and id(loop) not in instance.unending:
        instance.unending.add(id(loop))
        instance.written_out.discard(id(loop))
        raise RoundAgain


def can_be_written_out(low: Lowering, loop: Any) -> bool:
    """Whether how often a loop runs is known when compiling, or can be, and so for the loops on which that depends."""
    seen: dict[int, Any] = {id(loop): loop}
    todo = [loop]
    while todo:
        if id(todo[-1]) in low.instance.unending:
            return False
        found = sources_of(low, _needed(low, todo.pop(), []))
        if found.free:
            return False
        new = {key: other for key, other in found.loops.items() if key not in seen}
        seen |= new
        todo += new.values()
    return True


def _needed(low: Lowering, node: Any, values: list[Val | None]) -> list[Any]:
    """The registers that have to be known."""
    if isinstance(node, (ast.For, ast.While)) and not values:
        return [next((r.count for r in reversed(low.regions) if r.loop is node), None)]
    given = values or [low.dry(lambda: low.expr.value(node))]
    return [r for v in given if v is not None for r in _registers(v)]


def _registers(v: Val) -> Iterator[Any]:
    """The registers that have to be constants for a value to be known."""
    if isinstance(v, ChoiceV) or (isinstance(v, ScalarV) and not isinstance(v.v, int)):
        yield v.v
    elif isinstance(v, MaybeV):
        yield v.there
        yield from _registers(v.value)
    elif isinstance(v, (ArrayV, LazyV)):
        yield from v.shape
    elif isinstance(v, RangeV):
        yield from (v.start, v.stop, v.step)
    elif isinstance(v, ListV) or (isinstance(v, IterV) and v.count is not None):
        yield v.count
    elif isinstance(v, (TupleV, SliceV)):
        for item in v.items if isinstance(v, TupleV) else v.parts:
            yield from _registers(item)


def _specialise(low: Lowering, found: Sources) -> set[Any]:
    """Make what registers depend on a part of what functions and the module are compiled for.

    Returns the functions of which that was not so; None among them stands for all.
    """
    new: set[Any] = set()
    for number in found.arguments:
        new |= _argument(low, number)
    for call in found.calls.values():
        new |= _callee(low, call, call.callee.name in found.floats)
    return new


def _argument(low: Lowering, number: int) -> set[Any]:
    """A native parameter of the function that is lowered."""
    instance, compiler = low.instance, low.instance.compiler
    at = 1
    for k, ty in enumerate(instance.types):
        count = 0 if isinstance(ty, Known) else len(leaf_types(ty))
        if number < at + count:
            return {instance.python} if _require(instance, k, ty, number - at) else set()
        at += count
    for value, ty, name in instance.captures:
        count = len(leaf_types(ty))
        if number < at + count:
            path = value if isinstance(value, Outside) else compiler.held(value, name)
            number_ = _is_whole(ty) or (_is_float(ty) and isinstance(value, Outside))
            fixed = compiler.static_paths if number_ else compiler.static_shapes
            if not (number_ or whole_leaves(ty)[number - at]) or path in fixed:
                return set()
            fixed.add(path)
            return {None}
        at += count
    return set()


def _require(instance: Instance, k: int, ty: Ty, leaf: int) -> bool:
    """Register ``leaf`` of parameter ``k`` has to be known."""
    if not whole_leaves(ty)[leaf]:  # a float: what lies at a path is known, what Python passes is not
        can_be = not instance.is_root and isinstance(leaf_types(ty)[leaf], ir.DoubleType)
        return can_be and _add(instance, k, ty, leaf)
    whole = _is_whole(ty)
    if instance.is_root:
        if not whole and (k, leaf) in {(p, r) for p, r, _ in instance.fixed}:
            return False
        raise StaticNeeded(k, None if whole else steps_to(ty, leaf))
    compiler = instance.compiler
    if whole:
        known = compiler.static_parameters.setdefault(instance.python, set())
        if k in known:
            return False
        known.add(k)
    else:
        return _add(instance, k, ty, leaf)
    return True


def _add(instance: Instance, k: int, ty: Ty, leaf: int) -> bool:
    leaves = instance.compiler.static_leaves.setdefault(instance.python, set())
    steps = (k, steps_to(ty, leaf))
    new = steps not in leaves
    leaves.add(steps)
    return new


def _callee(low: Lowering, call: Any, floats: bool) -> set[Any]:
    """A compiled function that has been called: the integers that it gives back have to be known (`know_results`)."""
    compiler = low.instance.compiler
    callee = next(i for i in compiler.instances.values() if i.symbol == call.callee.name)
    if callee.python in (compiler.static_floats if floats else compiler.static_results):
        return set()
    if floats:
        compiler.static_floats.add(callee.python)
    compiler.static_results.add(callee.python)
    return {callee.python}


def know_results(low: Lowering, results: list[tuple[Val, Ty]], node: Any) -> None:
    """The function returns these values: integers in them have to be known, if they can be."""
    compiler = low.instance.compiler
    if low.instance.python not in compiler.static_results:
        return
    floats = low.instance.python in compiler.static_floats
    for v, ty in results:
        for register, whole in zip(low.leaves(v, ty), whole_leaves(ty), strict=True):
            wanted = whole or (floats and isinstance(register.type, ir.DoubleType))
            if wanted and known_number(register) is None:
                demand(low, node, ScalarV(Scalar("int64"), register))


def _is_whole(ty: Ty) -> bool:
    return isinstance(ty, Scalar) and ty.kind in ("int64", "bool")


def _is_float(ty: Ty) -> bool:
    return isinstance(ty, Scalar) and ty.kind == "float64"


def written_out(low: Lowering, v: Val, node: Any) -> TupleV | None:
    """The items of a range whose loop is written out."""
    if not isinstance(v, RangeV):
        return None
    bounds = [known_int(x) for x in (v.start, v.stop, v.step)]
    if None in bounds:
        demand(low, node, v)
        return None
    numbers = range(*bounds)  # type: ignore[arg-type]
    check_length(low, len(numbers), node)
    return TupleV([low.expr.constant(n, node) for n in numbers])


def counted_out(low: Lowering, count: Any, node: Any) -> int:
    """How many iterations a loop has that is written out."""
    known = known_int(count)
    if known is None:
        demand(low, node, ScalarV(Scalar("int64"), count))
        give_up_writing(low, node)
        text = "what this loop computes has to be known when compiling, and how many iterations it has is not"
        low.unsupported(node, text, "write a loop over a range with known bounds, or use arrays instead of containers")
        raise AssertionError
    check_length(low, known, node)
    return known


def check_length(low: Lowering, count: int, node: Any) -> None:
    """Refuse loops that are too long to be written out."""
    if count > MOST_WRITTEN_OUT:
        text = f"this loop has {count} iterations, and what it computes has to be known when compiling"
        low.unsupported(node, text, f"at most {MOST_WRITTEN_OUT} are written out: use an array instead of a container")


def specialised(low: Lowering, fn: Any, values: list[Val], node: Any) -> list[Val]:
    """The arguments of a call, those of parameters that have to be known as constants."""
    required = low.instance.compiler.static_parameters.get(fn, ())
    out = list(values)
    for k in required:
        if k >= len(values) or isinstance(values[k], KnownV):
            continue
        found = known_value(values[k])
        if found is UNKNOWN and isinstance(v := values[k], ScalarV):
            n = known_int(v.v)
            found = n if n is not None else UNKNOWN
        if found is UNKNOWN:
            demand(low, node, values[k])
            _give_up(low, fn, k, None)
        if isinstance(found, int):
            out[k] = KnownV(found)
    return out


def _give_up(low: Lowering, fn: Any, k: int, steps: tuple[Any, ...] | None) -> NoReturn:
    """Begin anew without a number in an argument that a call cannot know: what needs it says so, or does without."""
    compiler = low.instance.compiler
    compiler.never_known.add((fn, k, steps))
    if steps is None:
        compiler.static_parameters[fn].discard(k)
    else:
        compiler.static_leaves[fn].discard((k, steps))
    raise Restart(frozenset([fn]))


def _is_never_known(low: Lowering, number: int) -> bool:
    """Whether a native parameter is a number that some call cannot know."""
    instance, at = low.instance, 1
    for k, ty in enumerate(instance.types):
        count = 0 if isinstance(ty, Known) else len(leaf_types(ty))
        if number < at + count:
            steps = None if _is_whole(ty) else steps_to(ty, number - at)
            return (instance.python, k, steps) in instance.compiler.never_known
        at += count
    return False


def fixed_leaves(low: Lowering, fn: Any, values: list[Val], node: Any) -> Fixed:
    """The numbers inside of the arguments of a call that have to be known: parameter, register, number."""
    out = []
    for k, steps in sorted(low.instance.compiler.static_leaves.get(fn, ()), key=repr):
        leaf = register_at(values[k].ty, steps) if k < len(values) and not isinstance(values[k], KnownV) else None
        if leaf is None:
            continue
        register = low.leaves(values[k], values[k].ty)[leaf]
        if not whole_leaves(values[k].ty)[leaf] and not isinstance(register.type, ir.DoubleType):
            continue
        n = known_number(register)
        if n is None:
            demand(low, node, ScalarV(Scalar("int64"), register))
            _give_up(low, fn, k, steps)
            raise AssertionError
        out.append((k, leaf, n))
    return tuple(out)


def end_recursion(low: Lowering, fn: Any, node: Any) -> None:
    """A recursion that is compiled for the numbers that it is given: the conditions that end it have to be known."""
    compiler = low.instance.compiler
    by_number = compiler.static_parameters.get(fn) or compiler.static_leaves.get(fn)
    if by_number and low.instance.python is fn and sum(i.python is fn for i in compiler.active) > 1:
        around = [r.condition for r in low.regions if r.condition is not None and r.last is None]
        for condition in [*low.passed, *around]:
            demand(low, node, ScalarV(FLAG, condition))


def known_parameter(low: Lowering, ty: Known, node: Any) -> Val:
    """The value of a parameter that is part of what the function is compiled for."""
    return low.expr.constant(ty.value, node) if isinstance(ty.value, int) else KnownV(ty.value)


def fixed(registers: list[Any], types: tuple[Ty, ...], numbers: Fixed) -> list[Any]:
    """The native parameters of a function, with the numbers that it is compiled for in the place of some."""
    out, at = list(registers), 0
    first = []
    for ty in types:
        first.append(at)
        at += 0 if isinstance(ty, Known) else len(leaf_types(ty))
    for k, leaf, n in numbers:
        t = out[first[k] + leaf].type
        out[first[k] + leaf] = type(const(0))(t, n)
    return out


def with_known_shape(low: Lowering, v: Val, path: Outside, shape: tuple[int, ...]) -> Val:
    """An array from outside whose shape is compiled in."""
    if isinstance(v, ArrayV) and path in low.instance.compiler.static_shapes:
        low.instance.compiler.uses[path, "shape"] = None
        strides = low.arrays.contiguous(list(map(const, shape))) if v.ty.layout == "C" else v.strides
        return ArrayV(v.ty, v.data, list(map(const, shape)), strides, v.origin)
    return v
