"""What code that is evaluated when compiling works with: operations that end soon, and give what they give when the code runs.

`evaluable_code.py` puts these in the place of what could take long, need much memory, or depend on more than its operands.
What is beyond the bounds raises `NotEvaluated`; the call is compiled like any other then.
"""

from __future__ import annotations

import builtins
import collections
import functools
import importlib
import operator
import re
import time
from collections.abc import Callable
from typing import Any, NoReturn

MOST_STEPS = 200_000
MOST_SECONDS = 2.0
MOST_DEPTH = 150  # of calls
_MOST_BITS = 1 << 16
_LARGE = 16  # characters or items that count as a step


class NotEvaluated(BaseException):
    """The call is not one to be evaluated when compiling.  (No handler of the code catches it.)"""


def beyond(*_: Any, **__: Any) -> NoReturn:
    """Give up."""
    raise NotEvaluated


class Opaque:
    """In the place of a value that evaluated code may hold, but not look at: a function in a table, an object."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any) -> None:
        object.__setattr__(self, "_value", value)


def stands_for(v: Opaque) -> Any:
    """The value in whose place it is."""
    return object.__getattribute__(v, "_value")


_ASKED = (
    "call getattr getattribute bool repr str format eq ne lt le gt ge len iter next contains getitem setitem delitem hash index "
    "int float add radd iadd sub rsub isub mul rmul imul truediv rtruediv itruediv floordiv rfloordiv ifloordiv mod rmod imod "
    "pow rpow ipow lshift rlshift rshift rrshift and rand iand or ror ior xor rxor ixor neg pos invert abs round divmod rdivmod "
    "reversed enter exit"
)
for _name in _ASKED.split():
    setattr(Opaque, f"__{_name}__", beyond)


class UnorderedSet(set[Any]):
    """A set that is not gone through: the order of texts in it is another one in each process."""


class UnorderedFrozenSet(frozenset[Any]):
    """As `UnorderedSet`, of one that stays what it is."""


def unordered(found: Any) -> Any:
    """A set that is not gone through; anything else as it is."""
    return UnorderedSet(found) if type(found) is set else UnorderedFrozenSet(found) if type(found) is frozenset else found


def _kept(base: type, name: str) -> Callable[..., Any]:
    def method(self: Any, *others: Any) -> Any:
        return unordered(getattr(base, name)(self, *others))

    return method


for _cls, _base in ((UnorderedSet, set), (UnorderedFrozenSet, frozenset)):
    for _name in ("iter", "repr", "str", "format", "reduce", "reduce_ex"):
        setattr(_cls, f"__{_name}__", beyond)
    _operators = [f"__{n}__" for n in "and or sub xor rand ror rsub rxor".split()]
    for _name in (*_operators, "union", "intersection", "difference", "symmetric_difference", "copy"):
        setattr(_cls, _name, _kept(_base, _name))


def list_of(items: Any) -> list[Any]:
    """The items, of a set in some order."""
    if isinstance(items, UnorderedSet):
        return list(set.__iter__(items))
    return list(frozenset.__iter__(items)) if isinstance(items, UnorderedFrozenSet) else list(items)


def ordered(items: Any, /, *, key: Any = None, reverse: bool = False) -> list[Any]:
    """``sorted``: of the items of a set only where their order is certain."""
    if isinstance(items, (UnorderedSet, UnorderedFrozenSet)) and key is not None:
        beyond()
    return sorted(list_of(items), key=key, reverse=reverse)


def numbers(*bounds: Any) -> range:
    """``range`` of not too many numbers."""
    found = range(*bounds)
    return found if len(found) <= MOST_STEPS else beyond()


def is_instance(v: Any, kinds: Any) -> bool:
    """``isinstance``."""
    return isinstance(v, kinds) if type(v) is not Opaque else beyond()


_OF_SEQUENCES = frozenset(("index", "count"))
_OF_LISTS = _OF_SEQUENCES | frozenset(("append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort", "copy"))
_OF_DICTS = frozenset(("get", "keys", "values", "items", "pop", "popitem", "setdefault", "update", "clear", "copy"))
_OF_SETS = frozenset(
    "add discard remove clear copy union intersection difference symmetric_difference update difference_update "
    "intersection_update issubset issuperset isdisjoint".split()
)
_OF_TEXTS = _OF_SEQUENCES | frozenset(
    "capitalize casefold endswith find format isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric "
    "isprintable isspace istitle isupper join lower lstrip partition removeprefix removesuffix replace rfind rindex "
    "rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper".split()
)
_METHODS: dict[type, frozenset[str]] = {
    str: _OF_TEXTS,
    list: _OF_LISTS,
    tuple: _OF_SEQUENCES,
    dict: _OF_DICTS,
    UnorderedSet: _OF_SETS,
    UnorderedFrozenSet: _OF_SETS,
    float: frozenset(("is_integer",)),
    int: frozenset(("bit_length", "bit_count")),
    collections.Counter: _OF_DICTS | {"most_common", "total", "subtract"},
    collections.defaultdict: _OF_DICTS,
    collections.deque: _OF_LISTS | {"appendleft", "popleft", "extendleft", "rotate"},
}
_OF_CLASSES: dict[type, frozenset[str]] = {str: _OF_TEXTS | {"maketrans"}, dict: frozenset(("fromkeys",))}


def is_wide(text: str) -> bool:
    """Whether a format may ask for many characters."""
    return re.search(r"\d{4,}|\*", text) is not None



def _check_widths(text: str) -> None:
    """A format must not ask for many characters, or look into what it formats."""
    if is_wide(text) or re.search(r"\{[^{}]*[.\[]", re.sub(r":[^{}]*", "", text)):
        beyond()


_SIZED = (str, list, tuple, dict, set, frozenset, collections.deque)


class Bounds:
    """How much one evaluation may still do."""

    def __init__(self) -> None:
        self.left, self.depth, self.broken = MOST_STEPS, 0, False
        self.until = time.perf_counter() + MOST_SECONDS

    def tick(self, steps: int = 1) -> bool:
        """Some steps more; True."""
        self.left -= steps
        if self.left < 0 or time.perf_counter() > self.until:
            self.give_up()
        return True

    def give_up(self) -> NoReturn:
        """End the evaluation."""
        self.broken = True
        raise NotEvaluated

    def enter(self) -> None:
        """A call begins."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            self.give_up()
        self.tick()

    def leave(self) -> None:
        """A call ends."""
        self.depth -= 1

    def weighed(self, v: Any) -> Any:
        """A value that is copied into another one."""
        if isinstance(v, _SIZED):
            self.tick(1 + len(v) // _LARGE)
        return v

    def added(self, a: Any, b: Any) -> Any:
        """``a + b``."""
        return self.weighed(a) + self.weighed(b)

    def _check_product(self, a: Any, b: Any) -> None:
        for one, other in ((a, b), (b, a)):
            if isinstance(one, _SIZED) and isinstance(other, int):
                self.tick(1 + len(one) * max(other, 0) // _LARGE)
        if isinstance(a, int) and isinstance(b, int) and a.bit_length() + b.bit_length() > _MOST_BITS:
            self.give_up()

    def product(self, a: Any, b: Any) -> Any:
        """``a * b``."""
        self._check_product(a, b)
        return a * b

    def product_in_place(self, a: Any, b: Any) -> Any:
        """``a *= b``."""
        self._check_product(a, b)
        return operator.imul(a, b)  # type: ignore[no-untyped-call]

    def power(self, a: Any, b: Any, *modulus: Any) -> Any:
        """``a ** b``."""
        if isinstance(a, int) and isinstance(b, int) and a.bit_length() * abs(b) > _MOST_BITS:
            self.give_up()
        return pow(a, b, *modulus)

    def shifted(self, a: Any, b: Any) -> Any:
        """``a << b``."""
        if isinstance(b, int) and b > _MOST_BITS:
            self.give_up()
        return a << b

    def remainder(self, a: Any, b: Any) -> Any:
        """``a % b``."""
        if isinstance(a, str):
            _check_widths(a)
            self.weighed(b)
        return a % b

    def method(self, owner: Any, name: str) -> Any:
        """``owner.name``, where that is a method of a text or a container; else the end."""
        known = _OF_CLASSES.get(owner) if isinstance(owner, type) else _METHODS.get(type(owner))
        if known is None or name not in known:
            self.give_up()
        if owner is dict:
            return dict.fromkeys
        return functools.partial(self._called, getattr(owner, name), owner, name)

    def _called(self, method: Any, owner: Any, name: str, *args: Any, **named: Any) -> Any:
        for v in (owner, *args, *named.values()):
            self.weighed(v)
        if name == "replace" and isinstance(owner, str) and len(args) > 1 and isinstance(args[1], str):
            self.tick((len(owner) + 1) * len(args[1]) // _LARGE)
        if name == "join" and isinstance(owner, str) and args:
            parts = list(args[0])
            self.tick(1 + (len(owner) * len(parts) + sum(len(p) for p in parts if isinstance(p, str))) // _LARGE)
            args = (parts, *args[1:])
        if name == "format" and isinstance(owner, str):
            _check_widths(owner)
        found = method(*args, **named)
        return self.weighed(found) if isinstance(found, (str, list)) else found

    def names(self) -> dict[str, Any]:
        """What hidden names in evaluated code stand for."""
        return {
            TICK: self.tick, ENTER: self.enter, LEAVE: self.leave, WEIGHED: self.weighed, ADDED: self.added,
            PRODUCT: self.product, PRODUCT_IN_PLACE: self.product_in_place, POWER: self.power, SHIFTED: self.shifted,
            REMAINDER: self.remainder, METHOD: self.method, SET: UnorderedSet, KEPT: unordered, BEYOND: self.give_up,
            TOO_DEEP: (RecursionError, MemoryError, NotEvaluated),
        }  # fmt: skip

    def builtin(self, name: str) -> Any:
        """What a builtin name stands for; None for those that evaluated code does not have."""
        if name == "pow":
            return self.power
        return BUILTINS.get(name)


TICK, ENTER, LEAVE, WEIGHED, ADDED, PRODUCT, PRODUCT_IN_PLACE, POWER, SHIFTED, REMAINDER, METHOD, SET, KEPT, BEYOND, TOO_DEEP = (
    f"irad {name}"
    for name in (
        "tick", "enter", "leave", "weighed", "added", "product", "product in place", "power", "shifted", "remainder", "method",
        "set", "kept", "beyond", "too deep",
    )
)  # fmt: skip

_PLAIN_BUILTINS = (
    "abs all any ascii bin bool chr dict divmod enumerate filter float hex int iter len list map max min next oct ord repr "
    "reversed round str sum tuple zip Exception ValueError TypeError KeyError IndexError LookupError ArithmeticError "
    "ZeroDivisionError OverflowError RuntimeError NotImplementedError StopIteration AssertionError SyntaxError "
    "AttributeError NameError"
)
BUILTINS: dict[str, Any] = {
    **{name: getattr(builtins, name) for name in _PLAIN_BUILTINS.split()},
    "set": UnorderedSet,
    "frozenset": UnorderedFrozenSet,
    "sorted": ordered,
    "range": numbers,
    "isinstance": is_instance,
}
_OF_MODULES = {
    "math": (
        "acos asin atan atan2 ceil copysign cos cosh degrees e exp expm1 fabs floor fmod gcd hypot inf isclose isfinite isinf "
        "isnan isqrt lcm ldexp log log10 log1p log2 modf nan pi pow radians sin sinh sqrt tan tanh tau trunc"
    ),
    "string": "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable punctuation whitespace",
    "operator": "add sub truediv floordiv neg pos eq ne lt le gt ge and_ or_ xor not_ contains getitem itemgetter abs",
    "collections": "Counter defaultdict deque",
    "itertools": "accumulate chain compress dropwhile groupby islice pairwise starmap takewhile zip_longest",
    "functools": "reduce partial",
}


def of_module(module: Any, name: str) -> Any:
    """``module.name``, where evaluated code may use that."""
    found = next((n for n, m in _MODULES.items() if m is module), "")
    return getattr(module, name) if name in _OF_MODULES.get(found, "").split() else beyond()


_MODULES = {name: importlib.import_module(name) for name in _OF_MODULES}
_VALUES = [getattr(module, name) for of, module in _MODULES.items() for name in _OF_MODULES[of].split()]
FUNCTIONS = {id(v): v for v in _VALUES if callable(v)}  # by which name they are found does not matter
