"""The variables of one function: assignments to names, and their values where they are read."""

from __future__ import annotations

import ast
import builtins
from abc import abstractmethod
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.calls.demand import demand
from irad.frontends.python.containers import growing_lists, unsettled_types
from irad.frontends.python.containers.fixed_containers import VIEWS
from irad.frontends.python.containers.object_variables import ObjectVariables
from irad.frontends.python.core.code_writer import NotYet, RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.integers import exact
from irad.frontends.python.core.origins import several
from irad.frontends.python.core.python_values import (
    FIXED,
    I1,
    ArrayV,
    ErrorV,
    GeneratorV,
    IterV,
    KnownV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    SharedV,
    Spot,
    TupleV,
    Val,
    has_note,
)
from irad.frontends.python.core.texts import UNKNOWN, is_option, known_value
from irad.frontends.python.iteration.iterators import handed
from irad.frontends.python.messages.callable_names import near, value_name
from irad.frontends.python.numeric import whose_numbers
from irad.frontends.python.objects import list_identity, object_identity, outside_changes, outside_values
from irad.frontends.python.sources import python_source as src
from irad.frontends.python.sources.generators import GENERATORS
from irad.frontends.python.sources.outside import ABSENT_PATH, Outside, named
from irad.frontends.python.sources.python_types import ITERATOR, SETS, SharedList, Ty, is_changeable, is_function_form
from irad.frontends.python.trees.bound_names import used_once
from irad.frontends.python.trees.comprehensions import is_made_list
from irad.frontends.python.trees.local_functions import LocalFunction
from irad.frontends.python.trees.webs import shown


class VariableLowering(ObjectVariables):
    """A `Lowering` that knows its variables."""

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        self.nothing: set[str] = set()  # names that stand for None here
        self.several: set[str] = set()  # names that have stood for values of several types in a loop

    def demand(self, node: Any, *values: Val | None, outside: bool = True) -> None:
        demand(self, node, *values, outside=outside)

    def assign_name(self, name: str, value: Val, node: Any) -> None:
        if name in self.instance.outside:
            outside_changes.assign(self, self.path_of(name), value, node)
            return
        self.facts.constants.pop(name, None)
        self.several.discard(name)
        if name in self.instance.growing and (isinstance(value, SharedV) or (isinstance(value, ListV) and value.ty.frozen)):
            self.instance.growing.discard(name)
            self.instance.variables.pop(name, None)
            raise RoundAgain
        made = isinstance(value, ListV) and is_made_list(value.name)
        if isinstance(value, ListV) and value.name not in ("", name) and (not made or name in self.instance.handed_lists):
            value = self.expr.stable(value)
        elif isinstance(value, ListV) and made and name not in self.instance.growing:
            known = self.instance.variables.get(name)
            if isinstance(known, SharedList):
                list_identity.meet(self, known, value.ty, node)
            self.instance.growing.add(name)
            self.changed = True
            raise NotYet
        if name in self.instance.growing and isinstance(value, TupleV) and value.form is not None:
            if value.form.kind in ("dict", ITERATOR, *SETS) or value.form.cls is not None or value.place == FIXED:
                self.instance.growing.discard(name)
                raise RoundAgain
        if name in self.instance.growing:
            growing_lists.assign(self, name, value, node)
            return
        self.check_kept(value, node)
        if name in self.nothing and not isinstance(value, NoneV):  # it stands for None no longer
            self.is_none(name, value, node)
        if self.refers(name, value, node):
            return
        self.reads.pop(name, None)
        self.latest.pop(name, None)
        if self.is_none(name, value, node):
            return
        if self.is_constant(name, value):
            self.bind_constant(name, value, node)
            return
        if isinstance(value, IterV):
            value = self.iterator_in(name, value, node)
        of_texts = is_option(value) and name in self.instance.varying
        if (isinstance(value, (KnownV, RangeV, IterV, ErrorV)) and not of_texts) or name in self.bound_at:
            self.bind_name(name, value, node)
            return
        value = self.expr.stable(value)
        ty: Ty = value.ty
        if has_note(value):
            self.unsupported(node, f"{ty} cannot be kept in a variable", "use it where it is made")
        if name in self.instance.varied or (name in self.instance.mutated and isinstance(value, (TupleV, ListV))):
            if not self.beginning:
                self.let_go(Spot(name), node)
            self.keep(name, value, node)
            self.note_references(name, value, node)
            return
        known = self.instance.variables.get(name)
        if known is not None and known != ty:
            joined = list_identity.meet(self, known, ty, node)
            if joined is None:
                self.instance.varied.add(name)
                raise RoundAgain
            ty = joined
        if known != ty:
            if known is not None:
                unsettled_types.check_depth(self, name, known, ty)
            self.instance.variables[name] = ty
            self.changed = True
        slot = self.slots.get(name)
        if slot is None or slot[0] != ty:
            slot = self.slots[name] = (ty, [self.alloca(t) for t in self.leaf_types(ty)])
        self.instance.writes.assign(name, value)
        if isinstance(value, ArrayV) and value.moved:
            self.moved.add(name)
        self.latest[name] = several([value])
        leaves = self.leaves(value, ty)
        for v, place in zip(leaves, slot[1], strict=True):
            self.b.store(v, place)
        self.note_numbers(name, ty, leaves)
        whose_numbers.put(self.b, self.owner_place(ty, slot[1]), value)
        self.b.store(ir.Constant(I1, 1), self.flag(name))
        self.note_references(name, value, node)
        bound = name in self.instance.arg_names and not self.beginning and isinstance(value, (TupleV, ListV))
        if bound and value.place != Spot(name):  # type: ignore[attr-defined]
            self.facts.identity[name, ()] = object_identity.object_at(self, value.place)  # type: ignore[attr-defined]

    @abstractmethod
    def items_of_generator(self, gen: GeneratorV, node: Any) -> Val:
        """A list with the items of a generator."""

    def is_none(self, name: str, value: Val, node: Any) -> bool:
        """Whether ``name`` now stands for None, which is known when compiling: until something else is assigned to it."""
        if name in self.instance.maybe:
            return False
        if self.depth == 0:
            self.nothing.discard(name)
            if name in self.bound and name not in self.bound_at:
                del self.bound[name]
            if isinstance(value, NoneV) and name not in self.slots and name not in self.bound_at:
                self.bound[name] = value
                self.nothing.add(name)
                return True
        elif name in self.nothing and not isinstance(value, NoneV):
            self.instance.maybe.add(name)
            raise RoundAgain
        return name in self.nothing

    def is_constant(self, name: str, value: Val) -> bool:
        """Whether every read of ``name`` yields this Python integer, known at compile time."""
        once = name in self.instance.once and name not in self.instance.varying and name not in self.instance.variables
        if not once:
            return False
        if name in self.bound_at and _constant(value) != _constant(self.bound[name]):  # in a loop that is written out
            self.varies(name)
            del self.bound[name], self.bound_at[name]
            return False
        return _constant(value) is not None and name not in self.instance.mutated

    def iterator_in(self, name: str, value: IterV, node: Any) -> Val:
        """An iterator that has a name: it is used in one place, and not in a loop that begins after it has been made."""
        if value.kind in VIEWS:
            return value
        if value.known is not None and value.held is not None:
            return value.held()
        if value.kind == "map" and value.reads & self.instance.mutated:
            text = f"'{shown(name)}' is a map object of a function that reads what is changed while items are taken"
            self.unsupported(node, text, "make a list of it, or use it where it is made")
        if value.known is not None and name in self.instance.mutated:
            return handed(self, value, node)
        anew = value.reads & self.instance.local_names - self.instance.once | value.reads & self.instance.mutated
        inside = (n for s in self.instance.body for n in ast.walk(s) if isinstance(n, LocalFunction))
        captured = any(name in n.lifted.names for n in inside)
        if value.lists or anew or captured or not used_once(name, self.instance.body):
            if value.held is not None:
                return value.held()
            text = f"'{shown(name)}' is {value.ty}, used in several places or in a loop: it is empty after the first use"
            self.unsupported(node, text, "make a list of it, or use it where it is made")
        return value

    def bind_constant(self, name: str, value: Val, node: Any) -> None:
        self.bound[name], self.bound_at[name] = value, node
        self.b.store(ir.Constant(I1, 1), self.flag(name))

    def varies(self, name: str) -> None:
        """From the next round on the name is a variable."""
        self.instance.varying.add(name)
        self.changed = True

    def bind_name(self, name: str, value: Val, node: Any) -> None:
        """Bind a name to a function or range: compile-time values, so that all reads of the name must mean the same one."""
        if name in self.slots or self.bound_at.get(name, node) is not node:
            other = value if isinstance(value, KnownV) else self.bound.get(name)
            if name not in self.instance.varying and any(v is not None and is_option(v) for v in (value, self.bound.get(name))):
                self.instance.varying.add(name)  # a variable that holds one of several texts or functions
                raise RoundAgain
            ranges = isinstance(other, (RangeV, IterV)) or (isinstance(other, KnownV) and isinstance(other.value, range))
            what = value_name(other.value) if isinstance(other, KnownV) else ""
            what = what or ("a range or an iterator" if ranges else "a function")
            text = f"the variable '{shown(name)}' is assigned in several places, in one of them to {what}"
            self.unsupported(node, text, "use a name for each, or numbers to tell cases apart")
        self.bound[name], self.bound_at[name] = value, node
        self.b.store(ir.Constant(I1, 1), self.flag(name))

    def read_name(self, name: str, node: Any) -> Val:
        if name in self.instance.unknown:
            self.skip()
        if name in self.computed:
            computed: Val = self.computed[name]
            return computed
        if name in self.instance.outside:
            return self.bound_outside(name, node)
        referred = self.referred(name, node)
        if referred is not None:
            self.check_assigned(name, node)
            return referred
        if name in self.bound:
            if name in self.bound_at:
                self.check_assigned(name, node)
                found = self.bound[name]
                if isinstance(found, TupleV) and found.place is None and not _binds_nothing(found):
                    return TupleV(found.items, found.form, Spot(name))
                return self.present(found, node)
            return self.placed(name, self.bound[name], node)
        if name in self.instance.structures and name in self.instance.mutated | self.instance.varied:
            self.kept_type(name, node)
        if name in self.slots:
            if name not in self.reads:
                self.check_assigned(name, node)
                ty, places = self.slots[name]
                if name in self.instance.growing or is_made_list(name):
                    return growing_lists.read(self, name)
                found = self.from_leaves(ty, self.loaded(name, ty, places), self.latest.get(name, ("variable", name)))
                if isinstance(found, ArrayV):
                    found.moved = name in self.moved
                whose_numbers.get(self.b, self.owner_place(ty, places), found)
                self.reads[name] = found
            return self.placed(name, self.reads[name], node)
        if name in self.several:
            self.try_in_memory()
            text = f"'{shown(name)}' stands for values of several types in a loop, and for nothing after it"
            self.wrong(node, text, "use two names")
        if name in self.instance.variables:
            ty = self.instance.variables[name]
            self.slots[name] = (ty, [self.alloca(t) for t in self.leaf_types(ty)])
            return self.read_name(name, node)
        if name in self.instance.local_names:
            if name in self.instance.once and name not in self.instance.varying:  # read above the place that assigns it
                self.varies(name)
            self.instance.untyped.setdefault(name, node)
            raise NotYet
        defined, value = src.lookup(self.source.fn, name)
        if not defined:
            names = {*map(shown, self.instance.local_names), *self.instance.arg_names}
            names |= {*self.source.fn.__globals__, *vars(builtins)}
            self.wrong(node, f"the name '{name}' is not defined", near(name, names))
        return self.captured(name, value, node)

    def owner_place(self, ty: Ty, places: list[Any]) -> Any:
        """Where it is kept whose the number is that lies at these places (`whose_numbers`); None if it is not kept."""
        if not self.keeps_whose or not whose_numbers.is_mixed(ty):
            return None
        key = id(places[0])
        if key not in self.owners:
            place = self.owners[key] = self.alloca(whose_numbers.I8)
            with self.b.goto_block(self.entry):
                self.b.store(whose_numbers.UNKNOWN, place)
        return self.owners[key]

    def path_of(self, name: str) -> Outside:
        """The path of a free name."""
        return self.instance.compiler.path(named(self.source.fn, name))

    def bound_outside(self, name: str, node: Any) -> Val:
        """The value of a name from outside that this function binds."""
        path = self.path_of(name)
        if outside_changes.slot_at(self, path) is None and path.state("type") == ABSENT_PATH:
            raise NotYet
        return outside_values.read(self, path, node)

    def captured(self, name: str, value: Any, node: Any) -> Val:
        """The value of a captured name."""
        compiler = self.instance.compiler
        if compiler.rebound or compiler.slots:
            path = self.path_of(name)
            if path.slot in compiler.rebound or path.slot in compiler.slots:
                return outside_values.read(self, path, node)
        if isinstance(value, np.ndarray):
            return self.capture_array(value, name)
        if outside_values.has_path(value) or isinstance(value, GENERATORS):
            return outside_values.read(self, self.instance.compiler.path(named(self.source.fn, name)), node)
        v = self.expr.constant(value, node)
        if isinstance(v, ScalarV):
            python = self.instance.python
            self.instance.compiler.constants[f"{python.__module__}.{python.__qualname__}:{name}"] = value
        return v


def _constant(v: Val) -> Any:
    """An integer, or a new container of what is known when compiling; None for everything else."""
    if isinstance(v, TupleV) and v.items and v.place is None and not any(is_changeable(i.ty) for i in v.items):
        found = known_value(v)
        return repr(found) if found is not UNKNOWN else None
    return exact(v)


def _binds_nothing(v: TupleV) -> bool:
    """Whether a value is a function with what it captures, none of which it binds anew."""
    return v.form is not None and is_function_form(v.form) and not v.form.cls.nonlocals
