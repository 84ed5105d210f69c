"""The types that hold values of several types: NumPy's promotion, joins where ways meet, one of several texts or functions."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from irad.frontends.python.sources.dtypes import PYTHON, holding, result_kind, widest
from irad.frontends.python.sources.python_types import (
    OBJECT,
    RANDOM,
    WHOLE,
    Array,
    Known,
    List,
    NoneTy,
    ObjectSort,
    Optional,
    Reference,
    Scalar,
    SharedList,
    Sliced,
    Tuple,
    Ty,
    is_function_form,
)
from irad.rules.deferred_errors import text_number

MOST_OPTIONS = 64  # what one value may be


@dataclass(frozen=True)
class Choice(Ty):
    """One of several texts, functions or members of an enumeration, all known when compiling: which one the run tells.

    ``options``: in the order of their numbers.  A register holds the number (`option_number`), the same one in all such types.
    """

    options: tuple[Any, ...]

    @property
    def of_texts(self) -> bool:
        """Whether it is a text."""
        return isinstance(self.options[0], str)

    @property
    def of_functions(self) -> bool:
        """Whether it can be called."""
        return not isinstance(self.options[0], (str, Enum))

    def option(self, number: int) -> Any:
        """The text or function with a number; None if there is none (in what stands for the tangent of a text)."""
        return next((o for o in self.options if option_number(o) == number), None)

    def __str__(self) -> str:
        shown = ", ".join(str(Known(o)) if self.of_functions else repr(o) for o in self.options[:4])
        what = "texts" if self.of_texts else "functions" if self.of_functions else "members"
        return f"one of the {what} {shown}{', ...' if len(self.options) > 4 else ''}"


class UnreadText:
    """Stands for all texts of computed numbers of a compilation, as long as no code reads one.

    ``anew``: what is raised where one is read: all is lowered anew, and texts have to be known then (``wanted``).
    """

    def __init__(self, anew: type[Exception]) -> None:
        self.anew, self.made, self.wanted = anew, False, False
        self.__name__ = "a text of computed numbers"

    def read(self, *_: Any) -> Any:
        """A text is read."""
        self.wanted = True
        raise self.anew

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __len__ = __str__ = __iter__ = __contains__ = read
    __hash__ = object.__hash__


def holds(ty: Any, is_one: Callable[[Any], bool]) -> bool:
    """Whether a type, or that of something that lies in it, is such a one."""
    if is_one(ty):
        return True
    if isinstance(ty, Tuple):
        return any(holds(t, is_one) for t in ty.items)
    return isinstance(ty, (List, Optional, SharedList)) and holds(ty.item, is_one)


def holds_unread(ty: Any) -> bool:
    """Whether a value, or something in it, is a text of computed numbers."""
    return holds(ty, lambda t: isinstance(t, Known) and isinstance(t.value, UnreadText))


@dataclass(frozen=True)
class OneOf(Ty):
    """One of several objects in a function (`objects/selected_objects.py`): ``name`` is the variable with the number of it."""

    name: str

    def __str__(self) -> str:
        return "one of several objects"


@dataclass(frozen=True)
class Selected(Ty):
    """One of several objects in the arguments of a function, as its result (`objects/selected_objects.py`).

    ``options``: numbers, and the places of the objects when the function begins.
    """

    options: tuple[tuple[int, Any], ...]

    def __str__(self) -> str:
        return "one of several objects"


def option_number(option: Any) -> int:
    """What stands at run time for a text, or a function, that is one of several."""
    if isinstance(option, Enum):
        return text_number(f"{type(option).__module__}.{type(option).__qualname__}.{option.name}")
    if isinstance(option, str):
        return text_number(option)
    code = getattr(option, "__code__", None)
    place = _place(code) if code is not None else ""
    return text_number(f"{getattr(option, '__module__', '')}.{getattr(option, '__qualname__', option.__name__)} {place}")


def _place(code: types.CodeType) -> tuple[Any, ...]:
    """Where code stands; functions inside that have been lifted differ in names and constants only."""
    place = (code.co_filename, code.co_firstlineno, *code.co_positions())
    if not code.co_filename.startswith("<"):
        return place
    constants = [_place(c) if isinstance(c, types.CodeType) else c for c in code.co_consts]
    return *place, code.co_names, *(sorted(map(repr, c)) if isinstance(c, frozenset) else c for c in constants)


def options_of(ty: Ty) -> tuple[Any, ...]:
    """The texts, functions or members of an enumeration that a value may be; none of what is nothing of this."""
    if isinstance(ty, Choice):
        return ty.options
    value = ty.value if isinstance(ty, Known) else None
    function = isinstance(value, (types.FunctionType, types.BuiltinFunctionType, np.ufunc))
    return (value,) if function or isinstance(value, (str, Enum)) else ()


def one_option(options: Sequence[Any]) -> Choice | None:
    """The type of what is one of these; None if they cannot be told apart."""
    numbered = {option_number(o): o for o in options}
    one_kind = len({type(o) if isinstance(o, Enum) else isinstance(o, str) for o in options}) == 1
    found = tuple(numbered[n] for n in sorted(numbered))
    return Choice(found) if one_kind and len(set(options)) == len(found) <= MOST_OPTIONS else None


def holds_choice(ty: Ty | None) -> bool:
    """Whether of a value, or an item of a container, the run tells which text or function it is."""
    return holds(ty, lambda t: isinstance(t, Choice))


def internal_class(ty: Ty) -> type | None:
    """A class of the compiler's own, whose objects stand for others and mean nothing to Python, in a type."""
    form = ty.form if isinstance(ty, Tuple) else None
    own = form is not None and form.kind == OBJECT and getattr(form.cls, "__module__", "").startswith("irad.frontends.python.")
    if form is not None and own and not hasattr(form.cls, "to_python"):
        return form.cls  # type: ignore[no-any-return]
    inside = ty.items if isinstance(ty, Tuple) else (ty.item,) if isinstance(ty, (List, Optional, SharedList)) else ()
    return next((c for t in inside if t is not None and (c := internal_class(t)) is not None), None)


def is_result(ty: Ty) -> bool:
    """Whether Python can be given a value of a type: functions, slices and what is iterated over are what it cannot."""
    if isinstance(ty, Sliced) or internal_class(ty) is not None:
        return False
    if isinstance(ty, Tuple):
        inside = ty.items
        if ty.form is not None and hasattr(ty.form.cls, "irad_stands_for"):  # perhaps with the factory of a defaultdict
            inside = tuple(t for t in inside if not isinstance(t, Known))
        return not has_function(ty) and (ty.form is None or ty.form.kind != RANDOM) and all(map(is_result, inside))
    if isinstance(ty, (List, Optional, SharedList)):
        return ty.item is None or is_result(ty.item)
    if isinstance(ty, Reference):
        return False
    return not ty.of_functions if isinstance(ty, Choice) else not isinstance(ty, Known) or isinstance(ty.value, (str, Enum))


def takes(declared: Ty, given: Ty) -> bool:
    """Whether a value of type ``given`` converts without loss to the type ``declared`` in a signature."""
    if isinstance(declared, Scalar) and isinstance(given, Scalar):
        if (given.kind == "bool") != (declared.kind == "bool"):
            return False
        widened = given.is_integer and (declared.is_inexact or (given.weak and declared.is_integer))
        return widened or bool(np.can_cast(given.kind, declared.kind, "safe"))
    if isinstance(declared, Array) and isinstance(given, Array):
        same = (declared.dtype, declared.ndim) == (given.dtype, given.ndim) and declared.layout in ("A", given.layout)
        return same and (declared.readonly or not given.readonly)
    if isinstance(declared, Tuple) and isinstance(given, Tuple) and len(declared.items) == len(given.items):
        same = declared.form == given.form
        return same and all(takes(d, g) for d, g in zip(declared.items, given.items, strict=True))
    return declared == given


def join(a: Ty, b: Ty) -> Ty | None:
    """The type that holds both, or None."""
    if a == b:
        return b if isinstance(b, Scalar) and b.maybe_int else a
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return one_of(_joined(a, b), (*a.cases, *b.cases))
    if isinstance(a, Reference) and isinstance(b, Reference):
        return Reference(tuple(sorted(dict.fromkeys((*a.kinds, *b.kinds)), key=ObjectSort.order)))
    if isinstance(a, Selected) and isinstance(b, Selected):
        return Selected(tuple(sorted({*a.options, *b.options}, key=repr)))
    for text, other in ((a, b), (b, a)):
        if holds_unread(text) and isinstance(text, Known) and any(isinstance(o, str) for o in options_of(other)):
            return text
    if options_of(a) and options_of(b):
        return one_option([*options_of(a), *options_of(b)])
    if any(isinstance(t, (NoneTy, Optional)) for t in (a, b)):
        return _optional(*(t.item if isinstance(t, Optional) else t for t in (a, b)))
    if isinstance(a, Array) and isinstance(b, Array) and (a.dtype, a.ndim) == (b.dtype, b.ndim):
        alike = {"CS": "S", "FT": "T"}.get("".join(sorted(a.layout + b.layout)), "A")
        return Array(a.dtype, a.ndim, a.layout if a.layout == b.layout else alike, a.readonly or b.readonly)
    if isinstance(a, Sliced) and isinstance(b, Sliced):
        start, stop, step = (join(x, y) for x, y in zip(a.parts, b.parts, strict=True))
        known = [p for p in (start, stop, step) if p is not None and not isinstance(p, Optional)]
        return Sliced((known[0], known[1], known[2])) if len(known) == 3 else None
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items) and a.form == b.form:
        parts = [join(x, y) for x, y in zip(a.items, b.items, strict=True)]
        if all(p is not None for p in parts):
            return Tuple(tuple(parts), a.form)  # type: ignore[arg-type]
    for whole, other in ((a, b), (b, a)):
        if isinstance(whole, List) and whole.frozen and isinstance(other, Tuple) and other.form is None:
            fits = whole.item is not None and all(join(whole.item, t) == whole.item for t in other.items)
            return whole if fits else None
    return None


def _optional(a: Ty, b: Ty) -> Ty | None:
    item = b if isinstance(a, NoneTy) else a if isinstance(b, NoneTy) else join(a, b)
    return None if item is None or not _may_be_missing(item) else Optional(item)


def _may_be_missing(ty: Ty) -> bool:
    """Whether None can stand in the place of such a value: it is held in registers only."""
    if isinstance(ty, Tuple):
        return all(map(_may_be_missing, ty.items))
    if isinstance(ty, List):
        return ty.frozen
    return isinstance(ty, (Scalar, Array, NoneTy, Optional, Reference, SharedList)) or bool(options_of(ty))


def _joined(a: Scalar, b: Scalar) -> str:
    """The dtype in which a name that stands for either is held."""
    cases = (*a.cases, *b.cases)
    if a.is_integer and b.is_integer and any(c == WHOLE for c in cases):
        return holding({a.kind, b.kind})
    return promote(a, b).kind


def one_of(kind: str, cases: Sequence[Scalar]) -> Scalar:
    """A number held as ``kind`` that has one of these types in Python.

    What is no truth value, and no integer of NumPy's, counts as ``kind``; float32 and the like are NumPy's.
    """

    def counted(c: Scalar) -> Scalar:
        kept = c.kind == "bool" or (c.is_integer and not c.weak and c.kind != kind)
        return c if kept else Scalar(kind, c.weak and kind in PYTHON)

    found = {counted(c) for c in cases}
    also = tuple(sorted(found, key=lambda c: (c.kind, c.weak)))
    integers = any(c.maybe_int or (c.weak and c.kind == "int64") for c in cases)
    own = Scalar(kind, all(c.weak for c in found), maybe_int=integers and kind in ("float64", "complex128"))
    return own if also == (own,) else replace(own, also=also)


def promote(a: Scalar, b: Scalar) -> Scalar:
    """NumPy 2's rule: a weak (Python) number takes the type it meets, if that is of its sort or a wider one."""
    return Scalar(result_kind((a.kind, a.weak), (b.kind, b.weak)), a.weak and b.weak)


def contiguous(ty: Ty) -> Ty:
    """The type with contiguous arrays (layout "C")."""
    if isinstance(ty, Tuple):
        return Tuple(tuple(map(contiguous, ty.items)), ty.form)
    return Array(ty.dtype, ty.ndim, "C") if isinstance(ty, Array) else ty


def holds_optional(ty: Ty) -> bool:
    """Whether a value, or an item of a tuple, may be None or not, which only the run tells."""
    return isinstance(ty, Optional) or (isinstance(ty, Tuple) and any(map(holds_optional, ty.items)))


def has_function(ty: Ty | None) -> bool:
    """Whether a type is that of a function with what it captures, or a container that holds one."""
    return isinstance(ty, Tuple) and (is_function_form(ty.form) or any(map(has_function, ty.items)))


def joined_item(a: Ty, b: Ty) -> Ty | None:
    """The type that holds both; Python's floats beside float32 are what they are in an array of both."""
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return one_of(widest(a.kind, b.kind), (*a.cases, *b.cases))
    return join(a, b)


def can_hold(ty: Ty) -> bool:
    """Whether a list that grows can have items of a type."""
    if isinstance(ty, Tuple):
        return all(map(can_hold, ty.items))
    if isinstance(ty, List):
        return ty.frozen
    return isinstance(ty, (Scalar, Array, NoneTy, Optional, Reference, SharedList)) or bool(options_of(ty)) or holds_unread(ty)
