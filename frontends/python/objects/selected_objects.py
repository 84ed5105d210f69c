"""Objects that are changed, of which the run tells which one they are: ``agents[k].fire()``, ``max(cells, key=...).mass -= 1``.

All that it may be lie at places that are known.  A variable holds the number of the one that it is, and the facts say for which
place each number stands (`facts.is_option`): what replaces the object at a place makes the variable lost.  Whatever is done with
such an object is done in a branch for each.  Copies (`objects/choices.py`) come first; where these cannot be changed, or do not
stand for the object any more, everything is lowered anew with selections at these places of the text, and in these variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from llvmlite import ir

from irad.errors import UnsupportedError
from irad.frontends.python.core.code_writer import Restart, RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.conditions import FALSE, either
from irad.frontends.python.core.facts import is_option
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
    I64,
    SHARED,
    MaybeV,
    NoneV,
    OneOfV,
    ReferenceV,
    SelectedV,
    Spot,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.objects import memory_objects
from irad.frontends.python.objects.choices import CHOSEN, HELD, MAYBE, copy_step, is_chosen, is_held_twice, site
from irad.frontends.python.objects.list_identity import common_type
from irad.frontends.python.objects.object_identity import canonical, is_among, object_at
from irad.frontends.python.sources.joined_types import MOST_OPTIONS, OneOf, Selected, join
from irad.frontends.python.sources.python_types import NoneTy, Optional, Tuple, Ty, is_changeable
from irad.frontends.python.trees.scopes import INNER, in_text
from irad.frontends.python.trees.webs import described

_SELECTED = f"selected{INNER}"  # begins the names of variables for what expressions select
NOTHING = Spot("", (3,))  # stands for None
_NO_OBJECT = -1 - 2**40  # its number
_HINT = "use a name for each, or make a copy"
Action = Callable[[Val], Val]


def selects(low: Lowering, node: Any) -> bool:
    """Whether an earlier round has found that what is chosen here has to be the object itself."""
    return site(node) in low.instance.selecting


def are_objects(types: list[Ty]) -> bool:
    """Whether these are types of objects of classes that can be changed, or of None."""
    found = [ty.item if isinstance(ty, Optional) else ty for ty in types]
    forms = [ty.form if isinstance(ty, Tuple) and is_changeable(ty) else None for ty in found]
    objects = [f is not None and f.by_attribute and not hasattr(f.cls, "irad_stands_for") for f in forms]
    return any(objects) and all(own or isinstance(ty, NoneTy) for own, ty in zip(objects, found, strict=True))


def can_be_selected(values: list[Val]) -> bool:
    """Whether these are objects, one of which may be selected though they have different classes."""
    several = len(values) <= MOST_OPTIONS and any(not isinstance(v, NoneV) for v in values)
    return several and all(isinstance(v, (OneOfV, NoneV)) or is_object(v) for v in values)


def is_object(v: Val) -> bool:
    """Whether it is an object, a dict or a list of objects that can be changed; others have an identity (`list_identity.py`)."""
    if not isinstance(v, TupleV) or not is_changeable(v.ty):
        return False
    return v.form is None or v.form.kind != "list" or any(is_object(i) for i in v.items)


def begin(low: Lowering, *found: Any) -> None:
    """Begin anew with selections at these places in the text, and in these variables, if they are new."""
    if any(f not in low.instance.selecting for f in found):
        low.instance.selecting.update(found)
        for names in low.instance.lost_at.values():
            names.difference_update(found)
        raise RoundAgain


def begin_at(low: Lowering, node: Any) -> None:
    """Begin anew with a selection at an expression, if that is new."""
    begin(low, site(node))


def begin_for(low: Lowering, place: Spot | None, ty: Ty) -> None:
    """Begin anew, if an object of a type is changed that is a copy now, or a choice of which it is not known between what."""
    if place is None:
        return
    if place.name.startswith(MAYBE):
        name = place.name[len(MAYBE) :]
        if name in low.instance.arg_names:
            _begin_at_callers(low)
        begin(low, name)
    if is_chosen(place):
        line, column, *_ = place.name[len(CHOSEN) :].split(INNER)
        begin(low, (int(line), int(column)))
    elif not place.name or is_held_twice(low, place.name):
        found = [at for at, chosen in low.instance.choosing.items() if chosen == ty or join(chosen, ty) is not None]
        begin(low, *found, *([place.name] if place.name and not place.name.startswith(HELD) else []))


def begin_for_lost(low: Lowering, name: str) -> None:
    """Begin anew, if ``name`` stands for a copy that is not what it stood for any more."""
    own = [name] if name in low.instance.local_names or name in low.instance.arg_names else []
    begin(low, *own, *low.instance.choosing)


def _numbered(low: Lowering, v: Val, node: Any) -> tuple[Any, dict[int, Spot]]:
    """The number of an object, a register, and the places that the numbers stand for."""
    if isinstance(v, OneOfV):
        return low.b.load(_cell(low, v.name), typ=I64), _places(low, v, node)
    if isinstance(v, NoneV):
        return const(_NO_OBJECT), {_NO_OBJECT: NOTHING}
    assert isinstance(v, TupleV)
    begin_for(low, v.place, v.ty)
    place = canonical(low, v.place) if v.place is not None else low.hold_new(v, node)
    if not place.name or (place.steps[:1] and place.steps[0] < 0):
        text = f"one of several objects is chosen and changed, and where one of them, {v.ty}, is held is not known"
        low.unsupported(node, text, "give each a name in this function, or write out what is done with each")
    if place.name not in low.instance.mutated:
        low.instance.mutated.add(place.name)
        raise RoundAgain
    code = copy_step(place)[0]
    return const(code), {code: place}


def _places(low: Lowering, v: OneOfV, node: Any) -> dict[int, Spot]:
    places = {key[1][0]: p for key, p in low.facts.references.items() if key[0] == v.name and is_option(key)}
    if v.name in low.facts.lost or not places:
        lost(low, v.name, node)
    return places


def lost(low: Lowering, name: str, node: Any) -> NoReturn:
    """Refuse to read a variable of which it is not known any more what it stands for."""
    low.wrong(node, f"{described(name)} may stand for one of several objects here, some of which are changed", _HINT)


def _cell(low: Lowering, name: str) -> Any:
    """The memory with the number of the object that a variable stands for."""
    key = name, OneOf(name)
    if key not in low.variants:
        low.variants[key] = [low.alloca(I64)]
    return low.variants[key][0]


def _keep(low: Lowering, name: str, number: Any, places: dict[int, Spot]) -> None:
    if name.startswith(_SELECTED):  # containers that hold what was selected here before
        held = {n: ty for n, (ty, _) in low.slots.items()} | low.facts.types
        low.facts.lost.update(n for n, ty in held.items() if _holds(ty, name))
    low.facts.assigned(name)
    for code, place in places.items():
        low.facts.references[name, (code, 1)] = place
    low.instance.referring.add(name)
    low.reads.pop(name, None)
    low.b.store(number, _cell(low, name))
    low.b.store(ir.Constant(I1, 1), low.flag(name))


def _merged(low: Lowering, one: dict[int, Spot], other: dict[int, Spot], node: Any) -> dict[int, Spot]:
    if any(one.get(code, place) != place for code, place in other.items()):
        low.unsupported(node, "one of several objects is chosen, one of which lay where another one lies now", _HINT)
    return one | other


def _holds(ty: Ty, name: str) -> bool:
    """Whether a container holds the object that a variable stands for."""
    return ty == OneOf(name) or (isinstance(ty, Tuple) and any(_holds(t, name) for t in ty.items))


def hold(low: Lowering, name: str, v: Val, node: Any) -> None:
    """``name = v``, where the name stands for one of several objects."""
    _keep(low, name, *_numbered(low, v, node))


def hidden(low: Lowering, node: Any) -> str:
    """The name of a variable for what an expression selects."""
    return f"{_SELECTED}{in_text(node)}{INNER}{low.occurrence(node)}"


def apart(low: Lowering, v: Val, node: Any) -> Val:
    """The object that it is now, whatever the variable stands for later."""
    if not isinstance(v, OneOfV):
        return v
    name = hidden(low, node)
    hold(low, name, v, node)
    return OneOfV(name)


def _begin_at_callers(low: Lowering) -> None:
    """Begin anew, so that no argument of this function is an object or None of which only its callers know which."""
    fn, known = low.instance.python, low.instance.compiler.selecting_arguments
    if fn not in known:
        known.add(fn)
        raise Restart


def of_arguments(low: Lowering, fn: Any, values: list[Val]) -> None:
    """Begin anew, if a function changes an argument that may be None here."""
    for v in values if fn in low.instance.compiler.selecting_arguments else ():
        if isinstance(v, MaybeV) and isinstance(v.value, TupleV):
            begin_for(low, v.value.place or SHARED, v.value.ty)


def begin_in(low: Lowering, callee: Instance) -> None:
    """Begin anew, if a function that is called returns one of the objects it is given, and has returned a copy so far."""
    if callee.python not in low.instance.compiler.selected and not (callee.is_root or callee.apart):
        low.instance.compiler.selected.add(callee.python)
        raise Restart


def result(low: Lowering, v: Val, node: Any) -> Val:
    """What a function returns that is one of the objects it is given, if its caller changes that."""
    instance = low.instance
    if isinstance(v, OneOfV):
        objects = [low.follow(p, node) for p in _places(low, v, node).values() if p != NOTHING]
        if common_type([o.ty for o in objects]) is None:
            begin_in(low, instance)  # there is no copy that may be any of these
    if instance.python not in instance.compiler.selected or instance.is_root or instance.apart:
        return v
    if isinstance(v, MaybeV) and isinstance(v.value, TupleV):
        begin_for(low, v.value.place or SHARED, v.value.ty)
    if not isinstance(v, (OneOfV, NoneV)) and not (isinstance(v, TupleV) and v.place is not None and is_object(v)):
        return v
    number, places = _numbered(low, v, node)
    options: dict[int, Spot] = {}
    out = const(_NO_OBJECT)
    for code, place in places.items():
        which = place if place == NOTHING else object_at(low, place)
        if (not which.name and which != NOTHING) or is_among(which):
            text = "one of several objects is returned and changed, one of which is not in the arguments"
            low.unsupported(node, text, "put it in a list that is an argument, or return its number there")
        own = _NO_OBJECT if which == NOTHING else copy_step(which)[0]
        options[own] = which
        out = low.b.select(low.b.icmp_signed("==", number, const(code)), const(own), out)
    return SelectedV(Selected(tuple(sorted(options.items(), key=repr))), out)


def from_call(low: Lowering, v: SelectedV, places: dict[int, Spot], node: Any) -> Val:
    """A result that is one of the objects at these places, by the number that it has in the function that was called."""
    name, number = hidden(low, node), const(_NO_OBJECT)
    found: dict[int, Spot] = {}
    for code, place in places.items():
        own = _NO_OBJECT if place == NOTHING else copy_step(place)[0]
        if place != NOTHING and place.name not in low.instance.mutated:
            low.instance.mutated.add(place.name)
            raise RoundAgain
        number = low.b.select(low.b.icmp_signed("==", v.number, const(code)), const(own), number)
        found = _merged(low, found, {own: place}, node)
    _keep(low, name, number, found)
    return OneOfV(name)


def among(low: Lowering, items: list[Val], k: Any, node: Any) -> Val:
    """Item ``k``, an i64 in range."""
    name, number = hidden(low, node), None
    places: dict[int, Spot] = {}
    for n, item in enumerate(items):
        own, found = _numbered(low, item, node)
        places = _merged(low, places, found, node)
        number = own if number is None else low.b.select(low.b.icmp_signed("==", k, const(n)), own, number)
    _keep(low, name, number, places)
    return OneOfV(name)


def one_of_two(low: Lowering, cond: Any, yes: Val, no: Val, node: Any) -> Val:
    """``yes if cond else no``, both computed."""
    name = hidden(low, node)
    (first, of_first), (second, of_second) = _numbered(low, yes, node), _numbered(low, no, node)
    _keep(low, name, low.b.select(cond, first, second), _merged(low, of_first, of_second, node))
    return OneOfV(name)


def read(low: Lowering, name: str, node: Any) -> Val | None:
    """What a variable stands for that holds the number of an object; None if it holds something else here."""
    if name not in low.instance.selecting:
        return None
    places = [p for key, p in low.facts.references.items() if key[0] == name and is_option(key)]
    if not places:
        return None
    if len(places) == 1:
        return NoneV() if places[0] == NOTHING else low.follow(places[0], node)
    return OneOfV(name)


def each(low: Lowering, v: OneOfV | ReferenceV, action: Action, node: Any, some: bool = True, again: bool = True) -> Val:
    """The result of an action with the object: a branch for each that it may be.

    ``some``: None is an error.  ``again``: the result, an object, may be a selection as well.
    """
    if isinstance(v, ReferenceV):
        return memory_objects.each(low, v, action, node)
    number, places = _numbered(low, v, node)
    if some and _NO_OBJECT in places:
        low.check(low.b.icmp_signed("!=", number, const(_NO_OBJECT)), TypeError, "this is None here, not an object", node)
        del places[_NO_OBJECT]
    known = FALSE
    tests = [low.b.icmp_signed("==", number, const(code)) for code in places]
    for test in tests:
        known = either(low, known, test)
    if len(places) > 1:
        low.check(known, UnsupportedError, "a defect of irad: it is not known which object this is", node)

    def one(code: int) -> Val:
        for other in [k for k in low.facts.references if k[0] == v.name and is_option(k) and k[1][0] != code]:
            del low.facts.references[other]
        return action(NoneV() if code == _NO_OBJECT else low.follow(places[code], node))

    ways = [partial(one, code) for code in places]
    return ways[0]() if len(ways) == 1 else low.expr.branches(tests[:-1], ways, node, again)


def copied(low: Lowering, v: Val, node: Any) -> Val:
    """The value of an expression, where that is to be a copy of the object."""
    return each(low, v, lambda found: found, node, again=False) if isinstance(v, OneOfV) else v


def settled(low: Lowering, v: Val, node: Any) -> Val:
    """As `copied`, also of those in a container: what leaves the function."""
    if isinstance(v, TupleV) and any(isinstance(i, OneOfV) for i in v.items):
        return TupleV([copied(low, i, node) for i in v.items], v.form)
    return copied(low, v, node)


def changed(low: Lowering, v: OneOfV | ReferenceV, action: Callable[[Val], None], node: Any) -> None:
    """As `each`, of an action without a result."""

    def act(found: Val) -> Val:
        action(found)
        return NoneV()

    each(low, v, act, node)


def are_same(low: Lowering, x: TupleV, y: TupleV) -> bool | None:
    """Whether two objects are one; None where that is not known.

    Which places hold one object is only followed for objects that are changed: these count as such.
    """
    for v in (x, y):
        if v.place is None:
            return None
        begin_for(low, v.place, v.ty)
        copied = is_chosen(v.place) or is_held_twice(low, v.place.name) or v.place.name.startswith(MAYBE)
        if not v.place.name or copied or not is_changeable(v.ty):
            return None
        low.touch(v.place)
    one, other = (canonical(low, v.place) for v in (x, y) if v.place is not None)
    return one == other if one.name and other.name else None


def narrow(low: Lowering, test: Any, holds: bool) -> None:
    """What is known of names where a test holds, or does not: whether they stand for None; nothing if it may bind them."""
    if isinstance(test, ast.BoolOp) and any(isinstance(n, ast.NamedExpr) for n in ast.walk(test)):
        return
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        narrow(low, test.operand, not holds)
    if isinstance(test, ast.BoolOp) and holds == isinstance(test.op, ast.And):
        for part in test.values:
            narrow(low, part, holds)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.left, ast.Name):
        return
    (op,), (right,) = test.ops, test.comparators
    if test.left.id in low.instance.shared or test.left.id in low.instance.outside:
        return
    if not isinstance(op, (ast.Is, ast.IsNot)) or not isinstance(right, ast.Constant) or right.value is not None:
        return
    is_none = holds == isinstance(op, ast.Is)
    own = [k for k in low.facts.references if k[0] == test.left.id and is_option(k)]
    for key in own if (test.left.id, (_NO_OBJECT, 1)) in own else ():
        if (key[1][0] == _NO_OBJECT) != is_none:
            del low.facts.references[key]
