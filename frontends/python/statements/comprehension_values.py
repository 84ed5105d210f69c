"""The values of comprehensions: containers of known structure where what they iterate over is one, else lists that grow."""

from __future__ import annotations

import ast
import copy
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any, Protocol, cast

from llvmlite import ir

from irad.frontends.python.calls.demand import loop_states
from irad.frontends.python.compiled_classes.filtered_objects import FilteredObjects
from irad.frontends.python.compiled_classes.numbered_keys import NumberedKeys
from irad.frontends.python.containers import growing_lists, hashed, list_arrays, list_values
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core.python_values import GeneratorV, KnownV, ListV, RangeV, ScalarV, TupleV, Val, const, known_int
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.functions import builtin_functions
from irad.frontends.python.indexing.object_items import around_one
from irad.frontends.python.iteration import making
from irad.frontends.python.objects import choices, list_identity, selected_objects
from irad.frontends.python.sources.python_types import FLAG, NONE, WHOLE, Form, Scalar, Tuple, is_changeable
from irad.frontends.python.statements.iterables import Iterables
from irad.frontends.python.trees.bound_names import assigned_names
from irad.frontends.python.trees.comprehensions import Comprehension, Reduction, item_of
from irad.frontends.python.trees.webs import shown

_MOST_KEYS = 256


class Statements(Protocol):
    """What comprehensions need of the lowering of statements."""

    def block(self, statements: list[Any]) -> None: ...
    def varying(self, target: Any, values: list[Val]) -> set[str]: ...
    def bind_or_assign(self, target: Any, value: Val, bound: set[str]) -> None: ...


class _Dynamic(Exception):
    """How many items a comprehension has is known at run time only: it depends on a value."""

    def __init__(self, value: Val) -> None:
        super().__init__(value)
        self.value = value


class _Enough(Exception):
    """The first item of a comprehension has been computed."""


class _First(list[Val]):
    """The items of a comprehension of which one is needed."""

    def append(self, v: Val) -> None:
        super().append(v)
        raise _Enough


class Comprehensions(Iterables, ABC):
    """A part of `Expressions`."""

    @abstractmethod
    def item_value(self, node: Any) -> Val:
        """The value of an expression that is put into a container."""

    @property
    def statements(self) -> Statements:
        return cast(Statements, self.low)

    def _Comprehension(self, node: Comprehension) -> Val:
        if node.kind == "generator" and not node.consumed:
            reads = frozenset(n.id for n in ast.walk(node.statements[1].iter) if isinstance(n, ast.Name))  # type: ignore[attr-defined]
            source = self.low.source
            return GeneratorV("generator", made=lambda known: self.collected(node, known), reads=reads, fn=node, source=source)
        return self.collected(node)

    def collected(self, node: Comprehension, known: bool = False) -> Val:
        """The container with the items of a comprehension."""
        loop: Any = node.statements[1]
        needed = node.kind in ("dict", "set")
        items = self.known_items(loop, needed or node.known or known, needed)
        if node.kind in ("dict", "set"):
            if items is None and node.kind == "dict" and (numbered := self._with_numbers(node, loop)) is not None:
                return self._by_numbers(node, *numbered)
            if items is None:
                self._refuse_made_keys(loop)
            if items is None and not self.low.instance.compiler.fixed_lists & {id(node)}:
                found = list_values.as_value(self.low, self.filled(node, loop))
                return (hashed.set_of if node.kind == "set" else hashed.dict_of)(self.low, found, node)
            if items is None:
                what = "items" if node.kind == "set" else "keys"
                text = f"a {node.kind} of as many {what} as are known at run time only is not supported"
                self.low.unsupported(node, text, "use a list, or an array")
                raise AssertionError
            if node.kind == "set":
                return making.new_set(self.low, items, node)
            pairs = [v.items for v in items if isinstance(v, TupleV)]
            if any(known_value(key) is UNKNOWN and hashed.is_key(key.ty) for key, _ in pairs):
                self.low.demand(node, *(key for key, _ in pairs))
                return hashed.dict_of(self.low, hashed.as_pairs([(k, v) for k, v in pairs]), node)
            by_key = {self.key(key, node): v for key, v in pairs}
            return hashed.as_dict(self.low, making.new_dict(by_key), node, "comprehension")
        grows = list_identity.maker(self.low, node) in self.low.instance.compiler.grown
        if items is None and not node.row and isinstance(node.item, (ast.List, ast.Dict, ast.Call, ast.BinOp, Comprehension)):
            items = self.containers(loop) if not grows else None
        if items is not None:
            return list_values.made(self.low, TupleV(items, Form("list")), node)
        if (chosen := self.filtered(loop, node)) is not None:
            objects, there = chosen
            return self.apply(FilteredObjects, [TupleV(objects, Form("list")), TupleV(there, Form("list"))], {}, node)
        self.low.instance.choosing.setdefault(choices.site(node), NONE)
        found = self.filled(node, loop)
        choices.may_choose(self.low, found.ty.item, node)
        return list_arrays.as_array(self.low, found, node) if node.row else list_values.made(self.low, found, node)

    def _with_numbers(self, node: Any, loop: Any) -> tuple[Any, str, str] | None:
        """Of keys that are texts around one number: the loop with the number as the key, and what stands before and behind it."""
        if hasattr(node, "numbered"):  # (one tree in all rounds)
            return node.numbered  # type: ignore[no-any-return]
        made = copy.deepcopy(loop)
        innermost = made.body[0]
        while not isinstance(innermost, ast.Expr):
            innermost = innermost.body[0]
        pair = item_of(innermost)
        found = around_one(pair.elts[0])
        if found is not None:
            pair.elts[0] = found[1]
        node.numbered = None if found is None else (made, found[0], found[2])
        return node.numbered  # type: ignore[no-any-return]

    def _by_numbers(self, node: Comprehension, loop: Any, before: str, behind: str) -> Val:
        """A dict whose keys are texts around integers."""
        found = list_values.as_value(self.low, self.filled(node, loop))
        pairs = found.ty.item if isinstance(found, ListV) else None
        key = pairs.items[0] if isinstance(pairs, Tuple) else None
        if not isinstance(key, Scalar) or not key.is_integer or key.also:
            self._refuse_made_keys(node.statements[1])
        texts = [KnownV(before), KnownV(behind)]
        return self.apply(NumberedKeys, [*texts, hashed.dict_of(self.low, found, node)], {}, node)

    def _refuse_made_keys(self, loop: Any) -> None:
        """Refuse keys that are texts of numbers, in a dict of as many keys as are known at run time only."""
        innermost = loop.body[0]
        while not isinstance(innermost, ast.Expr):
            innermost = innermost.body[0]
        pair = item_of(innermost)
        key = pair.elts[0] if isinstance(pair, ast.Tuple) else pair
        if isinstance(key, ast.JoinedStr):
            parts = [p.value for p in key.values if isinstance(p, ast.FormattedValue)]
            numbers = [shown(p.id) if isinstance(p, ast.Name) else "..." for p in parts]
            text = "the keys are texts of computed numbers, and how many there are is known at run time only"
            made = f"({', '.join(numbers)})" if len(numbers) > 1 else "".join(numbers)
            self.low.unsupported(key, text, f"take the numbers as keys: {made}")

    def filled(self, node: Comprehension, loop: Any) -> ListV:
        """The list that grows with the items."""
        growing_lists.assign(self.low, node.name, TupleV([], Form("list")), node)
        self.statements.block([loop])
        if node.name in self.low.instance.unknown:
            self.low.skip()
        return growing_lists.read(self.low, node.name)

    def filtered(self, loop: Any, node: Any) -> tuple[list[Val], list[Val]] | None:
        """Objects that lie at known places, and for each whether it is an item; None where the items are something else."""
        low = self.low
        objects: list[Val] = []
        there: list[Val] = []
        tests = []
        innermost = loop.body[0]
        while isinstance(innermost, ast.If):
            tests.append(innermost.test)
            innermost = innermost.body[0]
        plain = isinstance(innermost, ast.Expr) and isinstance(item_of(innermost), ast.Name)
        given = low.dry(lambda: self.iterable(loop.iter)) if tests and plain else None
        if not isinstance(given, TupleV):
            return None
        kinds = [v.ty for v in given.items]
        if selected_objects.are_objects(kinds) and list_identity.common_type(kinds) is None:  # no list that grows holds these
            selected_objects.begin_at(low, node)
        if not selected_objects.selects(low, node):
            return None
        test = ast.copy_location(ast.BoolOp(ast.And(), tests), loop) if len(tests) > 1 else tests[0]
        varying = assigned_names([loop.target])
        found = self.iterable(loop.iter)
        for v in all_items(cast(TupleV, found)):
            low.reads = {}
            self.statements.bind_or_assign(loop.target, v, varying)
            there.append(ScalarV(FLAG, low.truth(self.value(test, maybe=True), test)))
            low.reads = {}
            objects.append(self.item_value(item_of(innermost)))
        self._unbind(loop.target)
        return (objects, there) if selected_objects.can_be_selected(objects) else None

    def containers(self, loop: Any) -> list[Val] | None:
        """The items if they are containers that may be changed, or differ in type, and a range says how many there are."""
        if not isinstance(loop.iter, ast.Call) or self.low.dry(lambda: self._range(loop.iter)) is None:
            return None
        found = self.low.dry(lambda: self.known_items(loop, True))
        if found is None or not any(isinstance(v, TupleV) and is_changeable(v.ty) for v in found):
            return None
        return self.known_items(loop, True)

    def _Reduction(self, node: Reduction) -> Val:
        fn = self.value(node.function)
        if not isinstance(fn, KnownV) or fn.value not in (sum, any, all, next):
            self.low.unsupported(node, f"{node.function.id} is not the builtin function here, and gets a generator expression")
        if node.function.id == "next":
            first = self.known_items(node.items.statements[1], first=True)
            if first is not None:
                return first[0] if first else self.value(node.start[0])
        items = self.known_items(node.items.statements[1]) if node.function.id == "sum" else None
        if items is not None:
            start = [self.value(s) for s in node.start]
            return builtin_functions.TABLE[sum](self.low, [TupleV(items), *start], {}, node)
        self.statements.block(node.statements)
        return self.low.read_name(node.result.id, node)

    def known_items(self, loop: Any, ranges: bool = False, needed: bool = False, first: bool = False) -> list[Val] | None:
        """The items, if their number is known when compiling; ``first``: no more than one.

        ``ranges``: by the bounds of ranges and the lengths of arrays, too; ``needed``: it is an error if it is not known.
        """
        out: list[Val] = _First() if first else []
        ranges = ranges or id(loop) in self.low.instance.written_out
        plain = isinstance(loop.body[0], ast.Expr) and not ranges
        place = id(loop), first, loop_states(self.low.instance)
        if not needed and place in self.low.instance.uncertain:
            return None
        try:
            if not plain:
                self.low.dry(lambda: self._collected(loop, type(out)(), ranges))
            elif not isinstance(self.low.dry(lambda: self.iterable(loop.iter)), TupleV):
                self.low.instance.uncertain.add(place)
                return None
            self._collected(loop, out, ranges)
        except _Dynamic as error:
            if needed or id(loop) in self.low.instance.written_out:
                self.low.demand(loop, error.value)
            return None
        return out

    def _collected(self, loop: Any, out: list[Val], ranges: bool) -> None:
        with suppress(_Enough):
            self._collect(loop, out, ranges)
        self._unbind(loop.target)

    def _unbind(self, target: Any) -> None:
        """The names of a loop that is over, which stood for its last item."""
        for name in assigned_names([target]):
            if name in self.low.bound_at:
                del self.low.bound[name], self.low.bound_at[name]

    def _collect(self, s: Any, out: list[Val], ranges: bool) -> None:
        """The items that a loop, condition or innermost statement adds."""
        low = self.low
        if isinstance(s, ast.Expr):
            out.append(self.item_value(item_of(s)))
        elif isinstance(s, ast.If):
            holds = low.truth(self.value(s.test, maybe=True), s.test)
            if not isinstance(holds, ir.Constant):
                raise _Dynamic(ScalarV(FLAG, holds))
            if holds.constant:
                self._collect(s.body[0], out, ranges)
        else:
            found = (self._range(s.iter) if ranges else None) or self.iterable(s.iter)
            if not isinstance(found, TupleV):
                count, item = found
                number = known_int(count) if ranges else None
                if number is None or number > _MOST_KEYS:
                    raise _Dynamic(ScalarV(WHOLE, count))
                found = TupleV([item(const(k)) for k in range(number)])
            varying = assigned_names([s.target])
            for v in all_items(found):
                low.reads = {}
                self.statements.bind_or_assign(s.target, v, varying)
                self._collect(s.body[0], out, ranges)
            self._unbind(s.target)

    def _range(self, node: Any) -> TupleV | None:
        """The items of a range with known bounds, if there are not many."""
        is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
        v = self.value(node) if is_range else None
        bounds = [known_int(x) for x in (v.start, v.stop, v.step)] if isinstance(v, RangeV) else [None]
        if any(x is None for x in bounds) or len(numbers := range(*(x for x in bounds if x is not None))) > _MOST_KEYS:
            return None
        return TupleV([ScalarV(WHOLE, const(n)) for n in numbers])
