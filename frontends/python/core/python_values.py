"""The values of expressions during lowering: scalars, arrays in memory, lazy arrays, tuples, constants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from llvmlite import ir

from irad.errors import Place, UnsupportedError
from irad.frontends.python.numeric.folding import folded_number
from irad.frontends.python.numeric.registers import DOUBLE as DOUBLE
from irad.frontends.python.numeric.registers import FLOAT as FLOAT
from irad.frontends.python.numeric.registers import I1 as I1
from irad.frontends.python.numeric.registers import I8 as I8
from irad.frontends.python.numeric.registers import I32 as I32
from irad.frontends.python.numeric.registers import I64 as I64
from irad.frontends.python.numeric.registers import ITEM as ITEM
from irad.frontends.python.numeric.registers import LEAF as LEAF
from irad.frontends.python.numeric.registers import MEMORY as MEMORY
from irad.frontends.python.numeric.registers import REGISTER as REGISTER
from irad.frontends.python.numeric.registers import number_constant
from irad.frontends.python.sources.joined_types import Choice, OneOf, Selected, option_number
from irad.frontends.python.sources.python_types import (
    NONE,
    Array,
    Form,
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
)
from irad.rules.deferred_errors import ErrorSite

PTR = ir.PointerType()
RANGE = Passing("range")
MOST_ELEMENTS = 2**60  # of an array: more bytes than 2^63 NumPy does not allow, in shapes with repeated elements either


def const(n: int) -> ir.Constant:
    return ir.Constant(I64, n)


def known_int(v: Any) -> int | None:
    """The number that an integer register is, where it is a constant or computed from constants; else None."""
    if isinstance(v, ir.Constant):
        return int(v.constant) if isinstance(v.constant, int) else None
    return folded_number(v) if isinstance(v, ir.Instruction) else None


def known_number(v: Any) -> int | float | None:
    """As `known_int`, also of a float that is a constant."""
    if isinstance(v, ir.Constant) and isinstance(v.constant, float) and v.constant == v.constant:
        return v.constant
    return known_int(v)


def leaf_types(ty: Ty) -> list[Any]:
    """The LLVM types of the registers that hold a value of ``ty``."""
    if isinstance(ty, Scalar):
        return [LEAF[ty.kind]] * len(ty.parts)
    if isinstance(ty, Array):
        return [PTR, *[I64] * ty.ndim, *([] if ty.layout == "C" else [I64] * ty.ndim)]
    if isinstance(ty, Tuple):
        return [t for i in ty.items for t in leaf_types(i)]
    if isinstance(ty, Sliced):
        return [t for p in ty.parts for t in leaf_types(p)]
    if isinstance(ty, Optional):
        return [I8, *leaf_types(ty.item)]
    if isinstance(ty, (Choice, Selected)):
        return [I64]
    if isinstance(ty, (Reference, SharedList)):
        return [PTR]
    if isinstance(ty, List):  # count, room, a block for each register of an item
        return [I64, I64, *[PTR] * len(leaf_types(ty.item))] if ty.item is not None else [I64, I64]
    if isinstance(ty, SlotMemory):
        return [PTR] * (1 + len(leaf_types(ty.item)))
    return []


def whole_leaves(ty: Ty) -> list[bool]:
    """For each of these registers, whether it is an integer, a truth value or a length, on which structure may depend."""
    if isinstance(ty, Scalar):
        return [ty.kind in ("int64", "bool")] * len(ty.parts)
    if isinstance(ty, Array):
        return [False, *[True] * ty.ndim, *([] if ty.layout == "C" else [False] * ty.ndim)]
    if isinstance(ty, (Tuple, Sliced)):
        return [whole for item in (ty.items if isinstance(ty, Tuple) else ty.parts) for whole in whole_leaves(item)]
    if isinstance(ty, Optional):
        return [True, *whole_leaves(ty.item)]
    if isinstance(ty, Choice):
        return [True]
    return [False] * len(leaf_types(ty))


class Val:
    """Base: every value has a type ``ty``."""

    ty: Any


@dataclass(frozen=True)
class Spot:
    """Where a container is held: in a variable, and there behind ``steps`` (numbers of items)."""

    name: str
    steps: tuple[int, ...] = ()

    def step(self, k: int) -> Spot:
        """The place of an item."""
        return Spot(self.name, (*self.steps, k)) if self.name else self


SHARED = Spot("", (0,))  # of one that something else holds as well, which is not known
FIXED = Spot("", (1,))  # of one from outside
NEW = Spot("", (2,))  # of one that the function has made


@dataclass
class ScalarV(Val):
    """``v``: a register of the dtype's type (`REGISTER`); ``whose``: whose it is, if only the run tells (`whose_numbers`)."""

    ty: Scalar
    v: Any
    whose: Any = field(default=None, compare=False, kw_only=True)


class HugeV(ScalarV):
    """A Python integer that is known when compiling and has more than 64 bits: there is no register for it."""

    def __init__(self, number: int, place: Place) -> None:
        self.ty, self.number, self.place = Scalar("int64", weak=True), number, place

    def __getattr__(self, name: str) -> Any:
        if name != "v":
            raise AttributeError(name)
        text = str(self.number) if self.number.bit_length() < 300 else f"of {self.number.bit_length()} bits"
        hint = "make it a float where that is meant: float(...)"
        raise UnsupportedError(f"the integer {text} does not fit 64 bits", place=self.place, hint=hint)

    def fits(self, to: Scalar) -> bool:
        """Whether it is a number of this dtype of integers."""
        return to.dtype.least <= self.number <= to.dtype.most

    def converted(self, to: Scalar) -> ScalarV:
        """As a truth value or a float."""
        if to.kind == "bool":
            return ScalarV(to, ir.Constant(I1, 1))
        if to.is_integer and self.fits(to):
            return ScalarV(to, ir.Constant(REGISTER[to.kind], self.number))
        if not to.is_inexact:
            return ScalarV(to, self.v)
        try:
            return ScalarV(to, number_constant(to.kind, float(self.number)))
        except OverflowError:
            text = f"the integer of {self.number.bit_length()} bits is too large for a float"
            raise UnsupportedError(text, place=self.place) from None


@dataclass
class ArrayV(Val):
    """An array in memory: data pointer, shape and element strides.  ``origin`` names its allocation (None: unknown).

    ``moved``: it is a view with other bounds than its array's, which may well overlap with others of that.  ``window``: of a
    sequence that is a slice by steps of one, the data pointer of the other sequence, and where in that it begins.
    """

    ty: Array
    data: Any
    shape: list[Any]
    strides: list[Any]
    origin: object = None
    moved: bool = False
    window: tuple[Any, int] | None = None


@dataclass
class LazyV(Val):
    """An array not yet computed: ``at(indices)`` emits the element; ``reads`` are the arrays that it reads.

    ``strides`` emits the strides that its axes are going to have, where the layout is not "C" or "F"; ``stretched`` are the axes
    of its operands of which only the run tells whether they have one element for many (`ArrayOperations.each_even`).
    """

    ty: Array
    shape: list[Any]
    at: Callable[[list[Any]], Any]
    reads: list[ArrayV] = field(default_factory=list)
    strides: Callable[[], list[Any]] | None = None
    stretched: tuple[Stretch, ...] = ()


@dataclass(frozen=True, eq=False)
class Stretch:
    """An axis of an operand, of ``own`` elements, where the result has ``size``: as many, or ``own`` is one."""

    own: Any
    size: Any


def without_axes(v: ScalarV) -> LazyV:
    """A number as an array of no axes."""
    return LazyV(Array(v.ty.kind, 0, "C"), [], lambda idx: v.v)


@dataclass
class TupleV(Val):
    """A container of fixed structure (`python_types.Tuple`); ``place``: who else holds it, None for a new one."""

    items: list[Val]
    form: Form | None = None
    place: Spot | None = field(default=None, compare=False, repr=False)

    def item(self, k: int) -> Val:
        """Item ``k``, with its place."""
        v = self.items[k]
        if isinstance(v, (TupleV, ListV)) and v.place is None and self.place is not None:
            return replace(v, place=self.place.step(k))
        if isinstance(v, MaybeV) and isinstance(v.value, (TupleV, ListV)) and v.value.place is None and self.place is not None:
            return replace(v, value=replace(v.value, place=SHARED))
        return v

    @property
    def ty(self) -> Tuple:
        return Tuple(tuple(i.ty for i in self.items), self.form)


@dataclass
class ListV(Val):
    """The state of a list that grows at one point: address and number of the items.

    ``name``: the variable that it belongs to; of one that is a value, ``room`` for how many items there is, and its place.
    """

    ty: List
    data: list[Any]
    count: Any
    name: str = ""
    room: Any = None
    place: Spot | None = field(default=None, compare=False, repr=False)


@dataclass
class SharedV(Val):
    """A list with an identity; ``head``: the address of its state (`containers/shared_lists.py`)."""

    ty: SharedList
    head: Any


@dataclass
class ReferenceV(Val):
    """An object in memory of its own; ``head``: its address (`objects/memory_objects.py`)."""

    ty: Reference
    head: Any


@dataclass
class KnownV(Val):
    """A value known when compiling: a function, a module, a string, a dtype."""

    value: Any

    @property
    def ty(self) -> Known:
        return Known(self.value)


@dataclass
class ChoiceV(Val):
    """One of several texts or functions; ``v``: the number of the one that it is, an i64."""

    ty: Choice
    v: Any


@dataclass
class OneOfV(Val):
    """One of several objects, all at places that are known: which one the run tells (`objects/selected_objects.py`).

    ``name``: the variable that holds the number of the one that it is.
    """

    name: str

    @property
    def ty(self) -> OneOf:
        return OneOf(self.name)


@dataclass
class SelectedV(Val):
    """The result of a function that is one of several objects in its arguments; ``number``: which one, an i64."""

    ty: Selected
    number: Any


@dataclass
class NoneV(Val):
    ty: Ty = NONE


class MemberV(ScalarV):
    """A member of an enumeration whose members are integers."""

    def __init__(self, member: Any) -> None:
        super().__init__(Scalar("int64", weak=True), const(int(member)))
        self.member = member


@dataclass
class SlotMemoryV(Val):
    """A variable of the function that is called from outside: the addresses of its registers."""

    ty: SlotMemory
    places: list[Any]


@dataclass
class MaybeV(Val):
    """``value``, or None where ``there`` (an i1) is false."""

    ty: Optional
    there: Any
    value: Val




@dataclass
class RangeV(Val):
    start: Any
    stop: Any
    step: Any
    ty: Ty = RANGE


@dataclass
class SliceV(Val):
    """``slice(start, stop, step)`` with bounds that are known at run time only."""

    parts: list[Val]

    @property
    def ty(self) -> Sliced:
        start, stop, step = (p.ty for p in self.parts)
        return Sliced((start, stop, step))


@dataclass
class RestV(Val):
    """All arguments of ``*args`` as one tuple, of as many items as the run tells."""

    whole: Val

    @property
    def ty(self) -> Any:
        return self.whole.ty


@dataclass
class IterV(Val):
    """What can be iterated over once: ``item(k)`` computes an item when it is taken, of ``count``.

    ``known``: computes all items, where their number is known when compiling.  ``made``: computes a container with them
    (given True: its structure must be known when compiling, if that can be).
    ``lists``: the items are those of lists that grow.  ``reads``: names that are looked up when it is made, not when it is used.
    ``held``: makes an object of it, which can be used in several places.
    """

    kind: str
    count: Any = None
    item: Callable[[Any], Val] | None = None
    known: Callable[[], list[Val]] | None = None
    lists: bool = False
    made: Callable[[bool], Val] | None = None
    reads: frozenset[str] = frozenset()
    held: Callable[[], Val] | None = field(default=None, kw_only=True)

    @property
    def ty(self) -> Passing:
        return Passing(self.kind)


@dataclass
class GeneratorV(IterV):
    """A generator that has not begun: the call of ``fn``, with its arguments by name, or a generator expression.

    ``fn`` is the tree of a generator expression, and ``source`` the code that it is in.  ``shares``: parameters that stand for
    variables of the function around, as they are when items are taken.  ``managed``: it is a context manager.
    """

    fn: Any = None
    values: dict[str, Val] = field(default_factory=dict)
    source: Any = None
    shares: frozenset[str] = frozenset()
    managed: bool = False


@dataclass
class CaughtV(Val):
    """An exception that a handler has caught: status and details, as they were then.

    ``sites``: the error sites that it may come from; None among them stands for others.  ``site``: the one it comes from, in code
    for that one alone.
    """

    name: str
    status: Any
    details: list[Any]
    sites: dict[int | None, None]
    at: Place
    site: ErrorSite | None = None

    @property
    def ty(self) -> Known:
        raise _as_value(f"the exception '{self.name}'", self.at)


@dataclass
class ErrorV(Val):
    """An exception that has been made: its class, the template of its message, places of the details of that."""

    kind: type[Exception]
    template: str
    places: list[Any]
    at: Place

    @property
    def ty(self) -> Known:
        raise _as_value(f"a {self.kind.__name__}", self.at)


def _as_value(what: str, place: Place) -> UnsupportedError:
    """The error for uses of an exception that are none of exceptions: they ask for its type."""
    text = f"{what} is used as a value: it cannot be passed on, put into a container or compared in compiled code"
    return UnsupportedError(text, place=place, hint="it can be raised, printed, shown in a message and tested with isinstance()")


@dataclass
class NoteV(Val):
    """An argument with an annotation: ``Const``, ``Active``, ``Duplicated`` or ``Differentiated``, the last two with shadows.

    ``shadows``: one for each lane of a batch.  ``Differentiated`` (reverse mode): arrays have shadows, the derivatives of
    floats are returned.  ``noneed``: the contents of an array after the call are not used.
    """

    kind: str
    val: Val
    shadows: list[Val] = field(default_factory=list)
    noneed: bool = False
    batch: bool = False

    @property
    def ty(self) -> Known:
        return Known(self.kind)


def has_note(v: Val) -> bool:
    """Whether a value is an annotated argument, or a container that holds one."""
    return isinstance(v, NoteV) or (isinstance(v, TupleV) and any(map(has_note, v.items)))


def choice_value(ty: Choice, number: Any) -> KnownV | ChoiceV:
    """The text or function with a number, an i64: known when compiling, if the number is."""
    k = known_int(number)
    found = ty.option(k) if k is not None else None
    return KnownV(found) if found is not None else ChoiceV(ty, number)


def choice_register(v: Val) -> Any:
    """What holds a text or function where it is one of several, an i64."""
    assert isinstance(v, (ChoiceV, KnownV))
    return v.v if isinstance(v, ChoiceV) else const(option_number(v.value))


LIST_HINT = "make an array of it: np.array(xs)"
