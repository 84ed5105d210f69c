"""Services for all lowering code: arrays, expressions, truth, the registers of values.

`Lowering` is the state of one round over one function, and its services.  Statements are lowered by a class that derives from it
(`statements.py`), expressions by an implementation of `ExpressionServices` (`expressions.py`): neither is imported here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from llvmlite import ir

from irad.frontends.python.core.array_operations import Arrays
from irad.frontends.python.core.code_writer import CodeWriter, NotYet, RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.facts import Facts
from irad.frontends.python.core.integers import kept
from irad.frontends.python.core.python_values import (
    I1,
    I8,
    I64,
    PTR,
    ArrayV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    NoneV,
    RangeV,
    ScalarV,
    SharedV,
    SliceV,
    Spot,
    TupleV,
    Val,
    const,
    leaf_types,
)
from irad.frontends.python.numeric.registers import pair, parts_of_pair
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import (
    BOOL,
    SETS,
    Array,
    Known,
    List,
    Optional,
    Scalar,
    SharedList,
    Tuple,
    Ty,
    array_type,
    is_function_form,
)
from irad.frontends.python.trees.webs import shown


class ExpressionServices(Protocol):
    """The interface of expression lowering, for the functions that are called in expressions."""

    def value(self, node: Any, statement: bool = False, maybe: bool = False) -> Val:
        """The value of an expression."""

    def constant(self, v: Any, node: Any) -> Val:
        """A Python object that is known when compiling."""

    def owner(self, node: Any) -> Val:
        """The value of an expression of which an item, an attribute or a method is wanted."""

    def attribute_of(self, owner: Val, name: str, node: Any) -> Val:
        """``owner.name``."""

    def apply_method(self, owner: Val, name: str, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """``owner.name(*args)`` of an instance of a class."""

    def apply(self, fn: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of a function that is known when compiling."""

    def call_value(self, fn: Val, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of whatever can be called."""

    def generated(self, v: Val, node: Any) -> Val:
        """A container with the items of a generator."""

    def stable(self, v: Val) -> Val:
        """Lazy arrays are computed before they are put somewhere."""

    def binary(self, op: Any, x: Val, y: Val, node: Any) -> Val:
        """``x op y`` with an operator of `ast`."""

    def scalar_binary(self, op: Any, x: ScalarV, y: ScalarV, node: Any, python: bool = True) -> ScalarV:
        """As `binary`, for two numbers; ``python``: with Python's rules, else NumPy's."""

    def negate(self, op: Any, v: ScalarV, node: Any, python: bool = True) -> ScalarV:
        """``-v``, ``+v`` or ``~v``."""

    def compare(self, op: Any, x: Val, y: Val, node: Any, python: bool = True) -> Val:
        """``x op y`` with a comparison of `ast`."""

    def scalar_compare(self, sign: str, x: ScalarV, y: ScalarV, node: Any = None, python: bool = True) -> ScalarV:
        """As `compare`, for two numbers, with the sign of the comparison."""

    def elementwise(self, values: list[Val], fn: Callable[[list[ScalarV]], ScalarV], node: Any, array: bool = False) -> Val:
        """``fn`` over scalars and broadcast arrays, computed when it is used."""

    def dtype(self, ty: Scalar, node: Any) -> str:
        """The dtype of an array of such numbers."""

    def as_scalar(self, v: Val, node: Any) -> ScalarV:
        """A number, or the element of an array without axes."""

    def key(self, v: Val, node: Any) -> Any:
        """A key of a dict: a constant."""

    def counted(self, v: Val, node: Any) -> Any:
        """(count, item(k)) of what can be iterated."""

    def slice_parts(self, s: Any, n: Any, node: Any) -> tuple[Any, Any, Any]:
        """(start, count, step) of a slice of ``n`` items, as Python clips them."""

    def view(self, base: ArrayV, parts: list[Any], values: list[Val | None], node: Any) -> tuple[ArrayV | None, list[Any] | None]:
        """The view that an index without arrays is, or the indices of one element."""


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
        self.facts = Facts()
        self.occurrences: dict[int, int] = {}
        self.as_items = False  # whether containers and ranges are iterated item by item, each known when compiling
        self.depth = 0  # of branches and loops around
        self.passed_by: list[tuple[set[str], Any]] = []  # names whose structure depends on whether a loop has an iteration
        self.repeating = 0  # loops around that are not written out
        self.variants: dict[tuple[str, Ty], list[Any]] = {}  # where a container that is changed is kept, by its structure
        self.iterated: list[Val] = []  # lists that others hold, in the order in which loops over them begin
        self.list_changes: list[Spot] = []  # where lists are changed, in order
        self.watched: list[tuple[SharedV, Any]] = []  # lists that are iterated over, and how many items they had then
        self.visited: set[int] = set()  # the statements and expressions that have been looked at, by identity
        self.skipped = False  # whether something has been left out because its type is not known

    def known(self) -> Facts:
        return self.facts.copy()

    @abstractmethod
    def demand(self, node: Any) -> None:
        """Begin anew with more that is known when compiling, if the value of an expression can become known by that."""

    # ---- truth

    def truth(self, v: Val, node: Any) -> Any:
        if isinstance(v, ScalarV):
            return self.convert(v, BOOL).v
        if isinstance(v, NoneV):
            return ir.Constant(I1, 0)
        if isinstance(v, MaybeV):
            inner = self.truth(v.value, node)
            return self.b.and_(v.there, inner)
        if isinstance(v, KnownV):
            return ir.Constant(I1, bool(v.value))
        if isinstance(v, TupleV):
            return self._truth_of_container(v, node)
        if isinstance(v, RangeV):
            return self.b.icmp_signed("!=", self.expr.counted(v, node)[0], const(0))
        if isinstance(v, (IterV, SliceV)):
            return ir.Constant(I1, 1)
        if isinstance(v, ListV):
            return self.b.icmp_signed("!=", v.count, const(0))
        if isinstance(v, SharedV):
            return self.b.icmp_signed("!=", self.b.load(v.head, typ=I64), const(0))
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
            return [self.b.zext(out, I8) if ty.kind == "bool" else out]
        if isinstance(ty, Optional):
            if isinstance(v, NoneV):
                return [ir.Constant(I8, 0), *(ir.Constant(t, None if t is PTR else 0) for t in self.leaf_types(ty.item))]
            there = self.b.zext(v.there, I8) if isinstance(v, MaybeV) else ir.Constant(I8, 1)
            return [there, *self.leaves(v.value if isinstance(v, MaybeV) else v, ty.item)]
        if isinstance(ty, SharedList):
            assert isinstance(v, SharedV)
            return [v.head]
        if isinstance(ty, List):
            assert isinstance(v, ListV)
            return [v.count, v.count if v.room is None else v.room, *v.data]
        if isinstance(ty, Array):
            a = self.arrays.in_memory(v)
            return [a.data, *a.shape, *([] if ty.layout == "C" else a.strides)]
        if isinstance(ty, Tuple):
            assert isinstance(v, TupleV)
            return [x for i, t in zip(v.items, ty.items, strict=True) for x in self.leaves(i, t)]
        return []

    def from_leaves(self, ty: Ty, leaves: list[Any], origin: object = None) -> Val:
        """The inverse of `leaves`; takes from the front of the list."""
        if isinstance(ty, Scalar):
            v = leaves.pop(0)
            if ty.is_complex:
                return ScalarV(ty, pair(self.b, v, leaves.pop(0)))
            return ScalarV(ty, self.b.trunc(v, I1) if ty.kind == "bool" else v)
        if isinstance(ty, Optional):
            there = self.b.trunc(leaves.pop(0), I1)
            return MaybeV(ty, there, self.from_leaves(ty.item, leaves, origin))
        if isinstance(ty, SharedList):
            return SharedV(ty, leaves.pop(0))
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
        return KnownV(ty.value) if isinstance(ty, Known) else NoneV()

    def certain(self, v: Val, node: Any) -> Val:
        """The value of what may be None, where that is an error."""
        if not isinstance(v, MaybeV):
            return v
        self.check(v.there, TypeError, f"this is None here, and no {v.ty.item}", node)
        return v.value

    # ---- variables

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
    def read_name(self, name: str, node: Any) -> Val:
        """The value of a variable."""

    @abstractmethod
    def assign_name(self, name: str, value: Val, node: Any) -> None:
        """Assign a value to a variable."""

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
        """How often this has been asked for an expression in this round: it may be lowered several times."""
        self.occurrences[id(node)] = self.occurrences.get(id(node), 0) + 1
        return self.occurrences[id(node)]

    # ---- arrays from outside, code that is thrown away

    def capture_array(self, value: np.ndarray, name: str) -> Val:
        """An array from outside of the function."""
        return self.capture(value, array_type(value), name)

    def capture(self, value: Any, ty: Ty, name: str) -> Val:
        """An array from outside, or what lies at a path."""
        found = self.instance.captured(value, ty, name)
        if found is None:
            self.changed = True
            raise RoundAgain if isinstance(value, Outside) else NotYet
        return found

    def dry(self, action: Callable[[], Any]) -> Any:
        """The result of ``action``, whose code is discarded."""
        saved, count, entry = self.b, len(self.fn.blocks), len(self.entry.instructions)
        occurrences = dict(self.occurrences)
        reads, latest = dict(self.reads), dict(self.latest)
        facts, variants = self.facts.copy(), set(self.variants)
        names = [dict(d) for d in (self.slots, self.flags, self.bound, self.bound_at)]
        self.b = ir.IRBuilder(self.fn.append_basic_block("dry"))
        try:
            return action()
        finally:
            del self.fn.blocks[count:]
            del self.entry.instructions[entry:]
            self.b, self.reads, self.latest = saved, reads, latest
            self.slots, self.flags, self.bound, self.bound_at = names
            self.facts, self.occurrences = facts, occurrences
            self.variants = {k: v for k, v in self.variants.items() if k in variants}
