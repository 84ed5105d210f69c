"""Services for all lowering code: arrays, expressions, truth, the registers of values.

`Lowering` is the state of one round over one function, and its services.  Statements are lowered by a class that derives from it,
expressions by an implementation of `ExpressionServices`: neither is imported here.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Flag
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.core.array_operations import Arrays
from irad.frontends.python.core.code_writer import CodeWriter, NotYet, RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.expression_services import ExpressionServices
from irad.frontends.python.core.facts import Facts, ItemChange
from irad.frontends.python.core.integers import kept
from irad.frontends.python.core.python_values import (
    I1,
    I8,
    I64,
    PTR,
    SHARED,
    ArrayV,
    ChoiceV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    NoneV,
    OneOfV,
    RangeV,
    ReferenceV,
    ScalarV,
    SelectedV,
    SharedV,
    SliceV,
    SlotMemoryV,
    Spot,
    TupleV,
    Val,
    choice_register,
    choice_value,
    const,
    known_int,
    leaf_types,
    whole_leaves,
)
from irad.frontends.python.messages.operand_errors import of_none
from irad.frontends.python.numeric.registers import pair, parts_of_pair
from irad.frontends.python.sources.joined_types import Choice, OneOf, Selected, holds_unread
from irad.frontends.python.sources.outside import OutsideSlot
from irad.frontends.python.sources.python_types import (
    BOOL,
    FLAG,
    NONE,
    SETS,
    Array,
    Known,
    List,
    Optional,
    Passing,
    Reference,
    Scalar,
    SharedList,
    Sliced,
    SlotMemory,
    Tuple,
    Ty,
    array_type,
    holds_shared,
    is_changeable,
    is_function_form,
)
from irad.frontends.python.trees.scopes import INNER, positions
from irad.frontends.python.trees.webs import shown


@dataclass
class CodeRegion:
    """Blocks that belong to a ``loop``, or of which a ``condition`` decides whether they run: by their numbers.

    ``apart``: blocks among them that do not belong to it; ``count``: the register that says how often, or whether, a loop runs.
    """

    first: int
    apart: tuple[Any, ...]
    loop: Any = None
    condition: Any = None
    count: Any = None
    last: int | None = None

    def holds(self, number: int, block: Any) -> bool:
        """Whether a block belongs to it."""
        return self.first <= number and (self.last is None or number < self.last) and all(block is not b for b in self.apart)


class Lowering(CodeWriter, ABC):
    """One round over one function."""

    expr: ExpressionServices

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        self.arrays = Arrays(self)
        self.slots: dict[str, tuple[Ty, list[Any]]] = {}
        self.bound: dict[str, Val] = {}
        self.bound_at: dict[str, Any] = {}  # where, of those that assignments bind
        self.reads: dict[str, Val] = {}
        self.latest: dict[str, Any] = {}  # the origin of what a name stands for at this place, where that is certain
        self.flags: dict[str, Any] = {}
        self.owners: dict[int, Any] = {}  # of variables whose number is Python's or NumPy's: which, by where the number lies
        self.cells: dict[OutsideSlot, SlotMemoryV] = {}
        self.facts = Facts()
        self.assigned_slots: frozenset[OutsideSlot] | None = None  # what has certainly been assigned to at each return
        self.occurrences: dict[tuple[int, ...], int] = {}
        self.as_items = False  # whether containers and ranges are iterated item by item, each known when compiling
        self.depth = 0  # of branches and loops around
        self.passed_by: list[tuple[set[str], Any]] = []  # names whose structure depends on whether a loop has an iteration
        self.repeating = 0  # loops around that are not written out
        self.variants: dict[tuple[str, Ty], list[Any]] = {}  # where a container that is changed is kept, by its structure
        self.iterated: list[Val] = []  # lists that others hold, in the order in which loops over them begin
        self.list_changes: list[Spot] = []  # where lists are changed, in order
        self.item_changes: list[ItemChange] = []  # where items of lists of known structure are replaced, in order
        self.positions: dict[int, int] = {}  # of loops that are written out, by identity: which iteration this is
        self.lively = False  # the items of lists are read one by one, for a loop that changes them
        self.watched: list[tuple[SharedV, Any]] = []  # lists that are iterated over, and how many items they had then
        self.drawn = 0  # how often items have been taken of iterators that may be used again
        self.taken_at_once: set[int] = set()  # expressions, by identity, all of whose items are taken where they stand
        self.callings = 0  # how many functions iterators and `key=` were given
        self.effects = 0  # how many changes that others see have been lowered
        self.memory_effects = 0  # of these, how many of objects in memory, lists with an identity, and lists that only a name has
        self.visited: set[int] = set()  # the statements and expressions that have been looked at, by identity
        self.regions: list[CodeRegion] = []  # the loops and branches so far
        self.passed: list[Any] = []  # the conditions of branches that leave the function
        self.counters: dict[int, Any] = {}  # the variables, by identity, that count iterations, with their loops
        self.pending = False  # whether something has been left out that is known in a later round, perhaps
        self.deferred: list[Exception] = []  # errors behind that
        self.skipped = False  # whether something has been left out because its type is not known

    def known(self) -> Facts:
        return self.facts.copy()

    @contextmanager
    def region(self, *apart: Any, loop: Any = None, condition: Any = None, count: Any = None) -> Iterator[None]:
        """Around code whose blocks are a `CodeRegion`."""
        made = CodeRegion(len(self.fn.blocks), apart, loop, condition, count)
        self.regions.append(made)
        try:
            yield
        finally:
            made.last = len(self.fn.blocks)

    @abstractmethod
    def demand(self, node: Any, *values: Val | None, outside: bool = True) -> None:
        """Begin anew with more that is known when compiling, if these values can become known by that; without values, that of
        an expression.
        """

    def note_procedure(self, body: list[Any]) -> None:
        """Where objects lie in memory, a recursion may wait for the result of a function without one: it is known to be None."""
        returns = (n for s in body for n in ast.walk(s) if isinstance(n, ast.Return) and n.value is not None)
        if self.instance.compiler.records.used and self.instance.result is None and not any(returns):
            self.instance.result, self.instance.early_result, self.changed = NONE, True, True

    def keeps(self, node: Any) -> bool:
        """Whether what a display makes is to have an identity from the beginning."""
        passed = self.instance.passed_displays
        return self.instance.compiler.records.containers and passed is not None and id(node) not in passed

    # ---- truth

    def truth(self, v: Val, node: Any) -> Any:
        if isinstance(v, ScalarV):
            return self.convert(v, BOOL).v
        if isinstance(v, MaybeV) and holds_shared(v.ty):
            return self.where(v.there, lambda: self.truth(v.value, node), node)
        if isinstance(v, MaybeV):
            return self.b.and_(v.there, self.truth(v.value, node))
        if isinstance(v, KnownV):
            return ir.Constant(I1, bool(v.value))
        if isinstance(v, ChoiceV) and not isinstance(v.ty.options[0], Flag):
            return self.b.icmp_signed("!=", v.v, choice_register(KnownV("")))  # (the number of no function)
        if isinstance(v, TupleV):
            return self._truth_of_container(v, node)
        if isinstance(v, (OneOfV, ReferenceV, ChoiceV)):
            return self.truth_of_object(v, node)
        if isinstance(v, RangeV):
            return self.b.icmp_signed("!=", self.expr.counted(v, node)[0], const(0))
        if isinstance(v, (NoneV, IterV, SliceV)):
            return ir.Constant(I1, int(not isinstance(v, NoneV)))
        if isinstance(v, (ListV, SharedV)):
            count = v.count if isinstance(v, ListV) else self.b.load(v.head, typ=I64)
            return self.b.icmp_signed("!=", count, const(0))
        if isinstance(v, (ArrayV, LazyV)) and not v.shape:
            return self.convert(self.expr.as_scalar(v, node), BOOL).v
        return self.wrong(node, "the truth value of an array is ambiguous", "use .any() or .all()")

    def _truth_of_container(self, v: TupleV, node: Any) -> Any:
        form = v.form
        if form is None or form.kind in ("list", "dict", "namedtuple"):
            return ir.Constant(I1, bool(v.items))
        if form.kind in SETS:
            return ir.Constant(I1, bool(form.names))
        for name in ("__bool__", "__len__"):
            if isinstance(form.cls, type) and hasattr(form.cls, name):
                return self.truth(self.expr.apply_method(v, name, [], {}, node), node)
        return ir.Constant(I1, 1)

    def where(self, there: Any, test: Callable[[], Any], node: Any) -> Any:
        """``there and test()``, both i1: the test reads memory, perhaps, that is only there if the first one holds."""
        false = ScalarV(FLAG, ir.Constant(I1, 0))
        return self.truth(self.expr.branches([there], [lambda: ScalarV(FLAG, test()), lambda: false], node), node)

    # ---- values in registers

    def leaf_types(self, ty: Ty) -> list[Any]:
        return leaf_types(ty)

    def leaves(self, v: Val, ty: Ty) -> list[Any]:
        """The registers of ``v`` as type ``ty`` holds it."""
        if isinstance(ty, Scalar):
            assert isinstance(v, ScalarV)
            out = kept(self, v, ty).v
            if ty.is_complex:
                return list(parts_of_pair(self.b, out))
            return [self.as_byte(out) if ty.kind == "bool" else out]
        if isinstance(ty, Optional):
            if isinstance(v, NoneV):
                return [ir.Constant(I8, 0), *(ir.Constant(t, None if t is PTR else 0) for t in self.leaf_types(ty.item))]
            there = self.as_byte(v.there) if isinstance(v, MaybeV) else ir.Constant(I8, 1)
            return [there, *self.leaves(v.value if isinstance(v, MaybeV) else v, ty.item)]
        if isinstance(ty, (Choice, Selected)):
            return [v.number if isinstance(v, SelectedV) else choice_register(v)]
        if isinstance(ty, (Reference, SharedList)):
            assert isinstance(v, (ReferenceV, SharedV))
            return [v.head]
        if isinstance(ty, List):
            if isinstance(v, TupleV):
                return self._as_list(v, ty)
            assert isinstance(v, ListV)
            return [v.count, v.count if v.room is None else v.room, *v.data]
        if isinstance(ty, Array):
            a = self.arrays.in_memory(v)
            return [a.data, *a.shape, *([] if ty.layout == "C" else a.strides)]
        if isinstance(ty, Tuple):
            assert isinstance(v, TupleV)
            return [x for i, t in zip(v.items, ty.items, strict=True) for x in self.leaves(i, t)]
        if isinstance(ty, Sliced):
            assert isinstance(v, SliceV)
            return [x for p, t in zip(v.parts, ty.parts, strict=True) for x in self.leaves(p, t)]
        if isinstance(ty, Passing):
            self.unsupported(self.at, f"{ty} whose bounds are known at run time only has one name, and cannot be put somewhere")
        return list(v.places) if isinstance(v, SlotMemoryV) else []

    def _as_list(self, v: TupleV, ty: List) -> list[Any]:
        """A tuple of known structure, held as one of as many items as are known at run time only."""
        assert ty.item is not None
        self.note_shared()
        types, count = self.leaf_types(ty.item), const(len(v.items))
        blocks = [self.reserve(const(8 * len(v.items))) for _ in types]
        for k, item in enumerate(v.items):
            for block, t, leaf in zip(blocks, types, self.leaves(item, ty.item), strict=True):
                self.b.store(leaf, self.b.gep(block, [const(k)], inbounds=True, source_etype=t))
        return [count, count, *blocks]

    def from_leaves(self, ty: Ty, leaves: list[Any], origin: object = None) -> Val:
        """The inverse of `leaves`; takes from the front of the list."""
        if isinstance(ty, Scalar):
            v = leaves.pop(0)
            if ty.is_complex:
                return ScalarV(ty, pair(self.b, v, leaves.pop(0)))
            return ScalarV(ty, self.as_bit(v) if ty.kind == "bool" else v)
        if isinstance(ty, Optional):
            there = self.as_bit(leaves.pop(0))
            return MaybeV(ty, there, self.from_leaves(ty.item, leaves, origin))
        if isinstance(ty, (Choice, Selected)):
            return choice_value(ty, leaves.pop(0)) if isinstance(ty, Choice) else SelectedV(ty, leaves.pop(0))
        if isinstance(ty, (Reference, SharedList)):
            head = leaves.pop(0)
            if isinstance(ty, Reference) and len(ty.kinds) > 1:
                ty = self.instance.compiler.records.merged(ty)
            return ReferenceV(ty, head) if isinstance(ty, Reference) else SharedV(ty, head)
        if isinstance(ty, List):
            count, room = leaves.pop(0), leaves.pop(0)
            return ListV(ty, [leaves.pop(0) for _ in self.leaf_types(ty)[2:]], count, "", room)
        if isinstance(ty, Array):
            data = leaves.pop(0)
            shape = [leaves.pop(0) for _ in range(ty.ndim)]
            strides = self.arrays.contiguous(shape) if ty.layout == "C" else [leaves.pop(0) for _ in range(ty.ndim)]
            return ArrayV(ty, data, shape, strides, origin)
        if isinstance(ty, Tuple):
            return TupleV([self.from_leaves(i, leaves, origin) for i in ty.items], ty.form)
        if isinstance(ty, Sliced):
            return SliceV([self.from_leaves(p, leaves, origin) for p in ty.parts])
        if isinstance(ty, SlotMemory):
            return SlotMemoryV(ty, [leaves.pop(0) for _ in self.leaf_types(ty)])
        if isinstance(ty, OneOf):
            return OneOfV(ty.name)
        return KnownV(ty.value) if isinstance(ty, Known) else NoneV()

    # ---- numbers that are known

    def note_numbers(self, name: str, ty: Ty, leaves: list[Any]) -> None:
        """The variable ``name`` holds these registers now: which of them are known is a fact."""
        numbers = tuple(known_int(v) if whole else None for v, whole in zip(leaves, whole_leaves(ty), strict=True))
        if any(n is not None for n in numbers):
            self.facts.constants[name] = numbers
        else:
            self.facts.constants.pop(name, None)

    def loaded(self, name: str, ty: Ty, places: list[Any]) -> list[Any]:
        """The registers of a variable: loaded, or the numbers that are known."""
        numbers = self.facts.constants.get(name, ())
        out = []
        for k, (place, t) in enumerate(zip(places, self.leaf_types(ty), strict=True)):
            n = numbers[k] if k < len(numbers) else None
            out.append(ir.Constant(t, n) if isinstance(n, int) else self.b.load(place, typ=t))
        return out

    def certain(self, v: Val, node: Any, text: str = "", attribute: str = "") -> Val:
        """The value of what may be None, where that is an error: ``text``, or there is no such ``attribute``."""
        if isinstance(v, KnownV):
            self.need_texts(v)
        if not isinstance(v, MaybeV):
            return v
        self.check(v.there, *of_none(v.ty.item, text, attribute), node)
        return self.not_none(v)

    def not_none(self, v: MaybeV) -> Val:
        """The value of what may be None, and is not."""
        if isinstance(v.value, (ListV, TupleV)) and v.value.place is None and is_changeable(v.ty):
            return replace(v.value, place=SHARED)  # where it comes from is not known
        return v.value

    def need_texts(self, *values: Val) -> None:
        """These values are looked at: a text of computed numbers in them has to be known."""
        unread = self.instance.compiler.records.unread
        if unread.made and any(holds_unread(v.ty) for v in values):
            unread.read()

    # ---- variables

    def note_effect(self, name: str) -> None:
        """What a variable stands for is changed; names that the compiler has made are those of generators and comprehensions."""
        self.effects += INNER not in name
        self.memory_effects += INNER not in name and name in self.instance.growing

    def check_kept(self, v: Val, node: Any) -> None:
        """Refuse to put a function inside of this one somewhere if it would not see that a variable is bound anew.

        Nor can ranges and iterators be put somewhere, whose bounds are known at run time only.
        """
        if isinstance(v, TupleV):
            if v.form is not None and is_function_form(v.form) and v.form.cls.early and v.form.cls.outer is self.source.fn:
                text = "this function reads a variable that is bound anew later, and is put somewhere before"
                self.unsupported(node, text, "give the variable a name for each value, or pass the function on directly")
            for item in v.items:
                self.check_kept(item, node)

    @abstractmethod
    def truth_of_object(self, v: OneOfV | ReferenceV | ChoiceV, node: Any) -> Any:
        """The truth value of one of several objects, or of an object in memory."""

    @abstractmethod
    def read_name(self, name: str, node: Any) -> Val:
        """The value of a variable."""

    @abstractmethod
    def assign_name(self, name: str, value: Val, node: Any) -> None:
        """Assign a value to a variable."""

    @abstractmethod
    def hold_apart(self, v: Val, node: Any) -> Val:
        """A value that stays what it is while the place where it lies gets another one."""

    @abstractmethod
    def keep_object(self, name: str, v: Val, node: Any) -> None:
        """Store an object in a variable that holds it."""

    @abstractmethod
    def lose_copies(self, place: Spot) -> None:
        """What is at a place is changed: copies of it that may be that object do not stand for it any more."""

    @abstractmethod
    def present(self, v: Val, node: Any) -> Val:
        """The value as it is now, if it is one that may have been changed since it was read."""

    @abstractmethod
    def read_root(self, name: str, node: Any) -> Val:
        """The container that a variable holds itself."""

    @abstractmethod
    def update_root(self, name: str, new: Val, node: Any) -> None:
        """A variable now holds this container, which has been changed."""

    @abstractmethod
    def share(self, v: Val) -> None:
        """A list that grows holds the containers in a value from now on as well."""

    @abstractmethod
    def follow(self, place: Spot, node: Any) -> Val:
        """The container at a place, as it is now."""

    @abstractmethod
    def touch(self, place: Spot) -> None:
        """The object at a place counts as changed."""

    @abstractmethod
    def hold_new(self, v: Val, node: Any) -> Spot:
        """A variable for an object that several others are going to hold."""

    @abstractmethod
    def let_go(self, place: Spot, node: Any) -> None:
        """What is at a place is replaced: names that refer to it hold it themselves from now on."""

    def flag(self, name: str) -> Any:
        """The i1 in memory that says whether ``name`` has been assigned.  (LLVM folds it where that is certain.)"""
        if name not in self.flags:
            place = self.flags[name] = self.alloca(I1)
            with self.b.goto_block(self.entry):
                self.b.store(ir.Constant(I1, 0), place)
        return self.flags[name]

    def check_assigned(self, name: str, node: Any) -> None:
        text = f"cannot access local variable '{shown(name)}' where it is not associated with a value"
        self.check(self.b.load(self.flag(name), typ=I1), UnboundLocalError, text, node)

    def occurrence(self, node: Any) -> int:
        """How often this has been asked at this place of a text in this round: it may be lowered several times."""
        at = positions(node)  # (which may be a place of two texts: generators are lowered where they are used)
        self.occurrences[at] = self.occurrences.get(at, 0) + 1
        return self.occurrences[at]

    # ---- arrays from outside, code that is thrown away

    def capture_array(self, value: np.ndarray, name: str) -> Val:
        """An array from outside of the function."""
        return self.capture(value, array_type(value), name)

    def capture(self, value: Any, ty: Ty, name: str) -> Val:
        """An array from outside, or what lies at a path."""
        if isinstance(value, OutsideSlot):
            self.instance.cells.setdefault(value)
            if self.instance.is_entry:
                return self.cell(value)
        found = self.instance.captured(value, ty, name)
        if found is None:
            self.changed = True
            raise NotYet if isinstance(value, np.ndarray) else RoundAgain
        return found

    def cell(self, slot: OutsideSlot) -> SlotMemoryV:
        """The memory for what lies at a path from outside and is changed: of this function, or of one that calls it."""
        ty = SlotMemory(slot.ty)
        self.instance.cells.setdefault(slot)
        if not self.instance.is_entry:
            found = self.capture(slot, ty, slot.path.text)
            assert isinstance(found, SlotMemoryV)
            return found
        if slot not in self.cells:
            kinds = [I8, *self.leaf_types(slot.ty)]
            places = [self.alloca(t) for t in kinds]
            with self.b.goto_block(self.entry):
                for place, t in zip(places, kinds, strict=True):
                    self.b.store(ir.Constant(t, None if t is PTR else 0), place)
            self.cells[slot] = SlotMemoryV(ty, places)
        return self.cells[slot]

    def dry(self, action: Callable[[], Any]) -> Any:
        """The result of ``action``, whose code is discarded."""
        saved, count, entry = self.b, len(self.fn.blocks), len(self.entry.instructions)
        regions, collected, self.collected = len(self.regions), self.collected, None
        occurrences = dict(self.occurrences)
        reads, latest = dict(self.reads), dict(self.latest)
        facts, variants = self.facts.copy(), set(self.variants)
        names: list[Any] = [dict(d) for d in (self.slots, self.flags, self.bound, self.bound_at, self.owners)]
        cells, watched = dict(self.cells), len(self.watched)
        self.b = ir.IRBuilder(self.fn.append_basic_block("dry"))
        try:
            return action()
        finally:
            del self.fn.blocks[count:]
            del self.entry.instructions[entry:]
            del self.regions[regions:], self.watched[watched:]
            self.b, self.reads, self.latest, self.collected = saved, reads, latest, collected
            self.slots, self.flags, self.bound, self.bound_at, self.owners = names
            self.cells = cells
            self.facts, self.occurrences = facts, occurrences
            self.variants = {k: v for k, v in self.variants.items() if k in variants}
