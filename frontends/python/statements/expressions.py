"""Expressions: names, operators, subscripts, attributes, calls."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Sequence
from enum import Enum, EnumType
from functools import partial
from typing import Any

from llvmlite import ir

from irad.frontends.python.arrays.array_attributes import attribute
from irad.frontends.python.calls.local_calls import closed
from irad.frontends.python.containers import counters, hashed, list_values
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core import texts
from irad.frontends.python.core.code_writer import NotYet, Skipped
from irad.frontends.python.core.conditions import negated
from irad.frontends.python.core.facts import joined
from irad.frontends.python.core.python_values import (
    CaughtV,
    ChoiceV,
    GeneratorV,
    KnownV,
    ListV,
    MaybeV,
    MemberV,
    OneOfV,
    RangeV,
    ReferenceV,
    ScalarV,
    SharedV,
    SliceV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.functions.function_calls import apply, call, call_value
from irad.frontends.python.iteration import making
from irad.frontends.python.iteration.comparisons import operands
from irad.frontends.python.iteration.iterators import handed
from irad.frontends.python.messages.callable_names import near_attribute
from irad.frontends.python.messages.operand_errors import NO_ITEMS, SIGNS
from irad.frontends.python.messages.spelling import not_supported
from irad.frontends.python.numeric import whose_numbers
from irad.frontends.python.objects import (
    changes,
    classes,
    enumerations,
    error_calls,
    list_identity,
    loggers,
    memory_objects,
    outside_changes,
    outside_values,
    selected_objects,
    special_methods,
)
from irad.frontends.python.objects.choices import chosen
from irad.frontends.python.objects.classes import class_of
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.objects.outside_values import expanded, outside_of
from irad.frontends.python.operands import attribute_dicts, flags, whole_choices
from irad.frontends.python.operands.evaluation_order import is_simple, may_write
from irad.frontends.python.sources.captured import may_change
from irad.frontends.python.sources.generators import GENERATORS
from irad.frontends.python.sources.joined_types import holds_choice, join
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import FLAG, Form, List, Scalar, Tuple, is_changeable
from irad.frontends.python.statements.comprehension_values import Comprehensions
from irad.frontends.python.statements.operators import unchanged
from irad.frontends.python.statements.python_variables import VariableLowering
from irad.frontends.python.statements.subscripts import Subscripts
from irad.frontends.python.trees.local_functions import Lifted


class Expressions(Subscripts, Comprehensions):
    """Expressions of one function."""

    low: VariableLowering

    def __init__(self, low: VariableLowering) -> None:
        self.low = low
        self.writes: bool | None = None  # whether the expression that is being computed may write to arrays

    def value(self, node: Any, statement: bool = False, maybe: bool = False) -> Val:
        """The value of an expression; ``maybe``: it may be None, or not, depending on what the code has done."""
        out = self._value(node)
        return out if maybe else selected_objects.copied(self.low, self.low.certain(out, node), node)

    def _value(self, node: Any) -> Val:
        handler: Callable[[Any], Val] | None = getattr(self, f"_{type(node).__name__}", None)
        if handler is None:
            self.low.unsupported(node, *not_supported(node))
            raise AssertionError
        self.low.visited.add(id(node))
        outer, self.low.at = self.low.at, node
        whole = self.writes is None
        if whole:
            self.writes = may_write(self.low, node)
        try:
            out = expanded(self.low, handler(node), node)
            if isinstance(out, KnownV) and isinstance(out.value, range):
                out = RangeV(*(const(n) for n in (out.value.start, out.value.stop, out.value.step)))
            if self.writes and not whole and not isinstance(out, ListV):  # (a list stays the variable that it belongs to)
                out = self.stable(out)  # before operands that come later
        finally:
            if whole:
                self.writes = None
        self.low.at = outer
        return out

    def _Constant(self, node: Any) -> Val:
        return self.constant(node.value, node)

    def _Name(self, node: Any) -> Val:
        return self.low.read_name(node.id, node)

    def _Tuple(self, node: Any) -> Val:
        if any(isinstance(e, ast.Starred) for e in node.elts):
            found = making.joined(self.low, self.parts(node), node)
            return TupleV(all_items(found)) if isinstance(found, TupleV) else found
        return TupleV(self.items_of(node.elts))

    def item_value(self, node: Any) -> Val:
        """The value of an expression that is put into a container."""
        v = handed(self.low, self.stable(selected_objects.copied(self.low, self.value(node, maybe=True), node)), node)
        self.low.check_kept(v, node)
        return v

    def _way(self, way: Callable[[], Val], node: Any) -> Val:
        found = self.stable(way())
        list_identity.check_choice(self.low, found, node)
        return found

    def _List(self, node: Any) -> Val:
        if any(isinstance(e, ast.Starred) for e in node.elts):
            return making.joined(self.low, self.parts(node), node)
        return list_values.display(self.low, TupleV(self.items_of(node.elts), Form("list", made=id(node))), node)

    def _Set(self, node: Any) -> Val:
        found = making.joined(self.low, self.parts(node), node)
        assert isinstance(found, TupleV)
        return making.new_set(self.low, found.items, node)

    def tested(self, node: Any, op: Any) -> Val:
        """The right side of a comparison: a set stands for its items there."""
        if isinstance(node, ast.Set) and isinstance(op, (ast.In, ast.NotIn)):
            self.low.visited.add(id(node))
            return self._Tuple(node)
        return self.value(node, maybe=True)

    def _Dict(self, node: Any) -> Val:
        found: dict[Any, Val] = {}
        if hashed.is_hashed(self.low, node, "display") and None not in node.keys:
            pairs = [(self.value(k), self.item_value(v)) for k, v in zip(node.keys, node.values, strict=True)]
            pairs = [(k, making.as_it_is(self.low, v, node)) for k, v in pairs]
            return hashed.dict_of(self.low, hashed.as_pairs(pairs), node)
        constants = [k.value for k in node.keys if isinstance(k, ast.Constant)]
        if len(set(constants)) != len(constants):
            self.low.wrong(node, "a key stands twice in this dict")
        for k, v in zip(node.keys, node.values, strict=True):
            if k is None:
                found |= making.entries(self.low, self.value(v), node)
            else:
                key = self.key(self.value(k), k, making.new_dict({}, made=hashed.key_of(node, "display")))
                found[key] = self.item_value(v)
        found = {key: making.as_it_is(self.low, v, node) for key, v in found.items()}
        return hashed.as_dict(self.low, making.new_dict(found), node, "display")

    def _Imported(self, node: Any) -> Val:
        try:
            return self.constant(node.find(self.low.source.fn.__globals__), node)
        except ImportError as error:
            self.low.wrong(node, f"{type(error).__name__}: {error}")
            raise AssertionError from None

    def _MadeClass(self, node: Any) -> Val:
        name, captured = node.tree.name, node.captured
        if captured:
            names = f"variable{'s' if len(captured) > 1 else ''} {', '.join(captured)}"
            text = f"the class {name}, inside of a function, reads its {names}"
            self.low.unsupported(node, text, "pass what it needs to __init__, or define it at the top of the file")
        fn = self.low.source.fn
        if (anew := node.made_anew(fn)) is not None:
            text = f"the class {name}, inside of a function, is made once, and Python computes this in each call"
            self.low.unsupported(anew, text, "constants and methods stand in its body; assign the rest in __init__")
        try:
            return KnownV(node.find(fn, self.low.source.offset, self.low.instance.compiler.local_classes))
        except Exception as error:
            self.low.wrong(node, f"{name} cannot be defined: {type(error).__name__}: {error}")
            raise AssertionError from None

    def _ComputedExpr(self, node: Any) -> Val:
        found: Val = node.v
        return found

    def call_value(self, fn: Val, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of whatever can be called."""
        return call_value(self.low, fn, args, keywords, node)

    def _LocalFunction(self, node: Any) -> Val:
        for place, default in zip(node.hidden, node.defaults, strict=True):
            self.low.assign_name(place.id, self.stable(self.value(default)), node)
        if node.named:
            return KnownV(node.lifted)
        return closed(self.low, node.lifted, dict(zip(node.originals, (c.id for c in node.captured), strict=True)), node)

    def _LocalUse(self, node: Any) -> Val:
        v = self.value(node.function)
        if isinstance(v, KnownV) and isinstance(v.value, Lifted):
            return closed(self.low, v.value, dict(zip(node.originals, (c.id for c in node.captured), strict=True)), node)
        return v

    def _Starred(self, node: Any) -> Val:
        self.low.unsupported(node, *not_supported(node))
        raise AssertionError

    def _BinOp(self, node: Any) -> Val:
        left, right = (self.value(n, maybe=True) for n in (node.left, node.right))
        left, right = operands(self.low, node.op, left, right, node)
        left = self.low.present(left, node)  # which that may have changed
        text = texts.combined(self.low, node.op, left, right, node)
        return self.binary(node.op, left, right, node) if text is None else text

    def _UnaryOp(self, node: Any) -> Val:
        v = self.value(node.operand, maybe=True)
        if not isinstance(node.op, ast.Not):
            text = f"bad operand type for unary {SIGNS[type(node.op)]}: 'NoneType'"
            v = self.low.certain(selected_objects.copied(self.low, v, node), node, text)
        if isinstance(node.op, ast.Not):
            truth = self.low.truth(v, node)
            return ScalarV(FLAG, negated(self.low, truth))  # (known or not: that decides which branches are compiled at all)
        own = special_methods.unary(self.low, node.op, v, node)
        own = own or flags.unary(self.low, node.op, v, node) or counters.unary(self.low, node.op, v, node)
        if own is not None:
            return own
        self.numeric(v, node)
        return self.elementwise([v], lambda p: self.negate(node.op, p[0], node), node)

    def _BoolOp(self, node: Any) -> Val:
        take: Callable[[Any], Val] = self.value
        if id(node) in self.low.instance.tested:
            take = lambda part: ScalarV(FLAG, self.low.truth(self.value(part, maybe=True), part))  # noqa: E731
        elif isinstance(node.op, ast.Or):
            take = lambda part: self.or_zero(self.value(part, maybe=part is not node.values[-1]), part)  # noqa: E731
        first = take(node.values[0])
        for k, rest in enumerate(node.values[1:]):
            if isinstance(first, (MaybeV, ChoiceV)) and isinstance(node.op, ast.Or):
                first = self._or_else(first, node, k + 1)
                continue
            if isinstance(first, (TupleV, OneOfV, ReferenceV, ListV, SharedV)):
                return whole_choices.one_of(self.low, first, node, k + 1)
            first = self.joined(first, partial(self._behind, take, rest, node, k + 1), isinstance(node.op, ast.And), node)
        return first

    def _behind(self, take: Callable[[Any], Val], rest: Any, node: Any, k: int) -> Val:
        for before in node.values[:k] if not any(isinstance(n, ast.NamedExpr) for n in ast.walk(node)) else ():
            selected_objects.narrow(self.low, before, isinstance(node.op, ast.And))
        return take(rest)

    def _or_else(self, first: MaybeV | ChoiceV, node: Any, k: int) -> Val:
        """``first or node.values[k]``, where the first one is no number: a text, or perhaps None."""
        inside = ComputedExpr(first.value if isinstance(first, MaybeV) else first, node)
        return self.value(ast.copy_location(ast.IfExp(ComputedExpr(first, node), inside, node.values[k]), node))

    def or_zero(self, v: Val, node: Any) -> Val:
        """An operand of ``or``, not the last: of a number that may be None 0 stands for None, since both are false."""
        if not isinstance(v, MaybeV) or not isinstance(v.value, ScalarV):
            return v
        if v.value.ty.is_complex:
            return self.low.certain(v, node)
        return ScalarV(v.value.ty, self.b.select(v.there, v.value.v, ir.Constant(v.value.v.type, 0)))

    def _Compare(self, node: Any) -> Val:
        if not all(map(is_simple, node.comparators[1:])):
            return self.chain(self.value(node.left, maybe=True), 0, node)
        values = [self.value(node.left, maybe=True)]
        result: Val | None = None
        for op, right in zip(node.ops, node.comparators, strict=True):
            values.append(self.tested(right, op))
            part = self.compare(op, self.low.present(values[-2], node), values[-1], node)
            if result is None:
                result = part
            elif isinstance(result, ScalarV) and isinstance(part, ScalarV):
                ty = join(result.ty, part.ty)
                assert isinstance(ty, Scalar)
                result = ScalarV(ty, self.b.and_(result.v, part.v))
            else:
                self.low.wrong(node, "chained comparisons of arrays are ambiguous", "use & between two comparisons")
        assert result is not None
        return result

    def chain(self, left: Val, k: int, node: Any) -> Val:
        """The comparisons from the ``k``-th on; after one that does not hold, no further operand is evaluated."""
        right = self.tested(node.comparators[k], node.ops[k])
        part = self.compare(node.ops[k], self.low.present(left, node), right, node)
        if k + 1 == len(node.ops):
            return part
        if not isinstance(part, ScalarV):
            self.low.wrong(node, "chained comparisons of arrays are ambiguous", "use & between two comparisons")
        return self.joined(part, lambda: self.chain(right, k + 1, node), True, node)

    def _IfExp(self, node: Any) -> Val:
        low = self.low
        cond = low.truth(self.value(node.test, maybe=True), node)
        if isinstance(cond, ir.Constant):
            low.not_taken([node.orelse if cond.constant else node.body])
            return self.value(node.body if cond.constant else node.orelse)

        def way(part: Any, holds: bool) -> Val:
            selected_objects.narrow(low, node.test, holds)
            return self.value(part, maybe=True)

        return self.branches([cond], [partial(way, node.body, True), partial(way, node.orelse, False)], node)

    def branches(self, tests: list[Any], ways: Sequence[Callable[[], Val]], node: Any, again: bool = True) -> Val:
        """The value of the first way whose test, an i1, holds; of the last, which has none, if no test does.

        ``again``: an object that is changed may be the object itself (`objects/selected_objects.py`); else it is a copy.
        """
        low = self.low
        kinds = []
        for way in ways:
            try:
                kinds.append(low.dry(partial(self._way, way, node)))
            except Skipped:
                raise
            except NotYet:  # a recursion: the type is that of the other side
                low.skipped = True
        if not kinds:
            raise NotYet
        ty = list_identity.common_type([k.ty for k in kinds])
        if ty is None or holds_choice(ty) or (isinstance(ty, (Tuple, List)) and is_changeable(ty)):
            for test in tests:  # (of texts it need not be known which one it is)
                low.demand(node, ScalarV(FLAG, test), outside=ty is None or is_changeable(ty))
        selecting = again and selected_objects.can_be_selected(kinds)
        if selecting and ty is None:
            selected_objects.begin_at(low, node)
        name = selected_objects.hidden(low, node) if selecting and selected_objects.selects(low, node) else ""
        if not name:
            ty = kinds[0].ty
            for kind in kinds[1:]:
                ty = list_identity.meet(low, ty, kind.ty, node) if ty is not None else None
            if ty is None:
                low.wrong(node, f"the two sides of the conditional expression are {kinds[0].ty} and {kinds[-1].ty}")
                raise AssertionError
        places = [] if name or ty is None else [low.alloca(t) for t in low.leaf_types(ty)]
        own = low.alloca(whose_numbers.I8) if places and low.keeps_whose and whose_numbers.is_mixed(ty) else None
        done = low.fn.append_basic_block("done")
        before, latest, facts, ended = low.reads, low.latest, low.facts, []
        reads, origins = [before], [latest]
        sides: list[Val] = []
        with low.region(done, condition=tests[0]):
            for k, way in enumerate(ways):
                other = None
                if k < len(tests):
                    block, other = (low.fn.append_basic_block(n) for n in ("yes", "no"))
                    self.b.cbranch(tests[k], block, other)
                    low.b = ir.IRBuilder(block)
                low.facts = facts.copy()
                low.reads, low.latest = dict(before), dict(latest)  # what one side reads is not there elsewhere
                try:
                    side = self.stable(way())
                    sides.append(side)
                    if name:
                        selected_objects.hold(low, name, side, node)
                    elif ty is not None:
                        for v, p in zip(low.leaves(side, ty), places, strict=True):
                            low.b.store(v, p)
                        whose_numbers.put(low.b, own, side)
                    low.b.branch(done)
                    ended.append(low.facts)
                    reads.append(low.reads)
                    origins.append(low.latest)
                except NotYet:
                    low.b.unreachable()
                if other is not None:
                    low.b = ir.IRBuilder(other)
        low.facts = joined(ended) or facts
        low.b, low.reads, low.latest = ir.IRBuilder(done), unchanged(reads), unchanged(origins)
        if name or ty is None:
            return OneOfV(name)
        out = low.from_leaves(ty, [low.b.load(p, typ=t) for p, t in zip(places, low.leaf_types(ty), strict=True)])
        whose_numbers.get(low.b, own, out)
        return chosen(low, out, sides, node)

    def _NamedExpr(self, node: Any) -> Val:
        value = self.stable(self.value(node.value, maybe=True))
        self.low.assign_name(node.target.id, value, node)
        return value

    def _JoinedStr(self, node: Any) -> Val:
        return texts.joined(self.low, node)

    def _Attribute(self, node: Any) -> Val:
        return self.attribute_of(self.owner(node.value, node.attr), node.attr, node)

    def owner(self, node: Any, attribute: str = "") -> Val:
        """The value of an expression of which an item or the ``attribute`` is wanted: containers from outside stay paths."""
        if isinstance(node, ast.Name):
            return self.low.read_name(node.id, node)
        if isinstance(node, ast.Attribute):
            return self.attribute_of(self.owner(node.value, node.attr), node.attr, node)
        if isinstance(node, ast.Subscript):
            found = self.item_outside(self.owner(node.value), node)
            if found is not None:
                return found
        out = self._value(node)
        return out if isinstance(out, OneOfV) else self.low.certain(out, node, NO_ITEMS, attribute)

    def item_outside(self, owner: Val, node: Any) -> Val | None:
        """``owner[key]`` of a container from outside, where the key is known when compiling."""
        path = outside_of(owner)
        if path is None or isinstance(node.slice, ast.Slice) or class_of(self.low, owner) is not None:
            return None
        key = known_value(self.value(node.slice))
        return None if key is UNKNOWN else outside_values.item(self.low, path, key, node)

    def attribute_of(self, owner: Val, name: str, node: Any) -> Val:
        """``owner.name``."""
        low = self.low
        if isinstance(owner, MaybeV) and memory_objects.is_several(owner.value):
            owner = low.certain(owner, node, attribute=name)
        if memory_objects.is_several(owner):
            owner = memory_objects.having(low, owner, name, node)
        if isinstance(owner, OneOfV) or memory_objects.is_several(owner):
            return selected_objects.each(low, owner, lambda one: self.attribute_of(one, name, node), node)
        if isinstance(owner, CaughtV):
            return error_calls.attribute(low, owner, name, node)
        owner = low.certain(owner, node, attribute=name)
        found = attribute_dicts.own_dict(low, owner, node) if name == "__dict__" else loggers.method(low, owner, name)
        if found is not None:
            return found
        if isinstance(owner, MemberV) or (isinstance(owner, KnownV) and isinstance(owner.value, (Enum, EnumType))):
            return enumerations.attribute(low, owner, name, node)
        if isinstance(owner, (RangeV, SliceV)):
            return making.part_of(low, owner, name, node)
        if isinstance(owner, KnownV):
            known = owner.value
            if isinstance(known, classes.SuperOf):
                return classes.attribute(low, owner, name, node)
            if classes.class_of(low, owner) is not None:
                cached = changes.cached_attribute(low, owner, name, node)
                return cached if cached is not None else classes.attribute(low, owner, name, node)
            if outside_of(owner) is not None:
                return self.attribute_of(outside_values.expanded(low, owner, node), name, node)
            if classes.is_user_class(known):
                return classes.of_class(low, known, name, node)
            if not hasattr(known, name):
                low.wrong(node, f"{owner.ty} has no attribute '{name}'", near_attribute(known, name))
            found = getattr(known, name)
            if isinstance(known, types.ModuleType) and low.instance.compiler.slots:
                path = low.instance.compiler.path(Outside("name", vars(known), name, f"{known.__name__}.{name}"))
                if outside_changes.slot_at(low, path) is not None:
                    return outside_values.read(low, path, node)
            changeable = outside_values.is_changeable(found) or isinstance(found, GENERATORS)
            if changeable and isinstance(known, types.ModuleType):
                return outside_values.read(low, low.instance.compiler.path(Outside("name", vars(known), name, name)), node)
            if may_change(known):
                return classes.class_attribute(low, known, name, node)
            return self.constant(found, node)
        if isinstance(owner, TupleV) and texts.has_method(owner, name):
            return KnownV(texts.MethodOf(owner, name))
        if classes.class_of(low, owner) is not None:
            cached = changes.cached_attribute(low, owner, name, node)
            return cached if cached is not None else classes.attribute(low, owner, name, node)
        if isinstance(owner, ChoiceV) and name == "__class__":
            return KnownV(type(owner.ty.options[0]))
        if isinstance(owner, ChoiceV) and name.startswith("__"):
            low.unsupported(node, f"'{name}' of {owner.ty} is not supported in compiled functions")
        if isinstance(owner, ChoiceV) and owner.ty.of_texts and hasattr(str, name):
            return KnownV(texts.MethodOf(owner, name))
        if isinstance(owner, ChoiceV) and not owner.ty.of_functions:
            return enumerations.of_choice(low, owner, name, node)
        return attribute(low, owner, name, node)

    def generated(self, v: Val, node: Any) -> Val:
        """A container with the items of a generator."""
        assert isinstance(v, GeneratorV)
        found: Val = self.low.items_of_generator(v, node)
        return found

    def apply_method(self, owner: Val, name: str, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """``owner.name(*args)`` of an instance of a class."""
        return call_value(self.low, classes.attribute(self.low, owner, name, node), args, keywords, node)

    def apply(self, fn: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of a function that is known when compiling."""
        return apply(self.low, fn, args, keywords, node)

    def _Call(self, node: Any) -> Val:
        if isinstance(node.func, ast.IfExp):  # one of two functions
            calls = [ast.copy_location(ast.Call(f, node.args, node.keywords), node) for f in (node.func.body, node.func.orelse)]
            return self.value(ast.copy_location(ast.IfExp(node.func.test, *calls), node))
        return call(self.low, node)
