"""The captured values of a function: its free names, and those of all functions it may call.

Three things follow from one walk: `captured_state` (whether a previous compilation is still valid; computed anew only when what
the walk has `Seen` is not the same), `guards` (the same by identity, for compiled call wrappers) and `fingerprint` (a key for
compilations kept on disk).
"""

from __future__ import annotations

import builtins
import dis
import functools
import hashlib
import marshal
import sys
import types
import warnings
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import EnumType
from types import NoneType
from typing import Any

import numpy as np

from irad.errors import UnsupportedError
from irad.frontends.python.guards.seen import Seen, while_same
from irad.frontends.python.sources.error_classes import is_exception
from irad.frontends.python.sources.function_notes import note, run_again
from irad.frontends.python.sources.instances import PATTERNS, is_instance, is_mode
from irad.frontends.python.sources.lowered_function import Lowered
from irad.frontends.python.sources.made_functions import calling_function, dispatched, present_defaults
from irad.frontends.python.sources.outside import Itself
from irad.frontends.python.sources.python_source import free_names, source_of
from irad.frontends.python.sources.python_types import Known, Ty, array_type, form_of, parts_of

_FIXED_MODULES = ("numpy", "math", "cmath", "builtins", "irad", "scipy")
_SCALARS = (bool, int, float, complex, str, bytes, type(None), np.generic)


@dataclass(frozen=True, eq=False)
class Free:
    """A free name and its present value.  ``home`` is the dict (with ``key``) or the cell (``key`` None) that holds it.

    ``field``: ``home`` is a function, and this its code or its defaults, by position or by name.  The value `ABSENT`: the name
    means a builtin.
    """

    name: str
    home: Any
    key: str | None
    value: Any
    field: str = ""


class _Absent:
    """The value of a global name that is not defined."""


ABSENT = _Absent()


def plain(f: Any) -> Any:
    """The Python function behind a compiled one, behind a gradient, or behind one that is marked (`irad.recompute` ...)."""
    made = getattr(f, "irad_transform", None)
    if made is not None:
        return plain(made.f)
    marking = note(f, "irad_marking")
    if marking is not None:
        return plain(marking.fn)
    if isinstance(f, functools.partial):
        return calling_function(f)
    found = dispatched(f)
    if found is not None:
        return found
    again = run_again(f)
    return plain(again) if again is not None else getattr(getattr(f, "irad_function", None), "fn", f)


_NOTES = ("irad_rules", "irad_host", "irad_gives_up", "irad_transform", "irad_marking", "irad_recompute", "irad_follows")


def _parts(f: Any) -> tuple[Any, ...]:
    """What makes a function another one: its code, its defaults, the notes that irad has made on it."""
    present_defaults(f)
    by_name = f.__kwdefaults__
    return (f.__code__, f.__defaults__, *map(vars(f).get, _NOTES), *(by_name.values() if by_name else ()))


def is_function(value: Any) -> bool:
    """Whether ``value`` is a Python function that would be compiled with its caller."""
    inner = plain(value)
    return isinstance(inner, types.FunctionType) and not _is_fixed(inner.__module__)


def _made_how(value: Any) -> tuple[Any, ...]:
    """What `plain` leaves out: the transforms applied to a function, and its marks."""
    made = getattr(value, "irad_transform", None)
    if made is not None:
        return (*made.described, *_made_how(made.f))
    marking = note(value, "irad_marking")
    said = marking.kind if marking is not None else ""
    return (run_again(value) is not None, said)


def _rules(f: Any) -> list[Any]:
    """The functions that are the user's rules for ``f``."""
    found = note(f, "irad_rules")
    return found.functions() if found is not None else []


def _ruled_how(f: Any) -> tuple[Any, ...]:
    """The kinds of a function's rules, whether it runs as ordinary Python, and whether it leaves calls to Python."""
    found = note(f, "irad_rules")
    return (found.kinds() if found is not None else (), repr(note(f, "irad_host")), note(f, "irad_gives_up") is not None)


def _is_fixed(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _FIXED_MODULES


def walk(fn: Any, noted: Seen | None = None) -> Iterator[tuple[Any, list[Free]]]:
    """Every function that a compilation of ``fn`` may contain, ``fn`` first, with its free names; what is read is ``noted``."""
    todo, seen = [plain(fn)], {id(plain(fn))}
    noted = Seen() if noted is None else noted
    while todo:
        f = todo.pop()
        if getattr(f, "__code__", None) is None:
            continue
        noted.function(f, _parts)
        if note(f, "irad_rules") is not None:
            noted.again(_ruled_how, f)
        found = list(_free(f, noted))
        yield f, found
        for free in [*found, *_defaults(f), *(Free("", None, None, r) for r in _rules(f))]:
            inner = plain(free.value)
            if is_function(free.value) and id(inner) not in seen:
                seen.add(id(inner))
                todo.append(inner)


def found_elsewhere(fn: Any, functions: Iterable[Any]) -> tuple[Any, ...]:
    """Of the functions that are compiled with ``fn``, those that the walk does not find: methods of classes."""
    known = {id(f) for f, _ in walk(fn)}
    return tuple(f for f in functions if id(f) not in known and f.__globals__.get("__name__") != "irad-synthetic")


def _has_methods(value: Any) -> bool:
    """Whether a value is a class with functions that somebody wrote, or an instance of one."""
    cls = value if isinstance(value, type) else type(value) if is_instance(value) else object
    for c in cls.__mro__:
        if _is_fixed(c.__module__) or c.__module__.partition(".")[0] in sys.stdlib_module_names:
            continue
        for stored in vars(c).values():
            f = stored.fget if isinstance(stored, property) else getattr(stored, "__func__", None) or stored
            if not isinstance(f, type) and getattr(getattr(f, "__code__", None), "co_filename", "<string>") != "<string>":
                return True
    return False


def _defaults(f: Any) -> list[Free]:
    """The values of parameters that may be left out."""
    by_name = getattr(f, "__kwdefaults__", None) or {}
    values = [*enumerate(present_defaults(f) or ()), *by_name.items()]
    return [Free(f"default {k}", None, None, d) for k, d in values]


def _free(f: Any, noted: Seen) -> Iterator[Free]:
    names = _all_names(f.__code__)
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
        if name in free_names(f):
            noted.cell(cell, cell.cell_contents)
            yield from _with_members(Free(name, cell, None, cell.cell_contents), names, noted)
    for name in names:
        if name in f.__globals__ and name not in f.__code__.co_freevars:
            yield from _with_members(Free(name, f.__globals__, name, f.__globals__[name]), names, noted)
            continue
        noted.name(f.__globals__, name)
        if hasattr(builtins, name) and name not in f.__code__.co_freevars:
            yield Free(name, f.__globals__, name, ABSENT)


@functools.cache
def _all_names(code: Any) -> list[str]:
    """Global names of a function and of lambdas and functions inside it."""
    out = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            out.update(dict.fromkeys(_all_names(constant)))
    return list(out)


def _with_members(free: Free, names: list[str], noted: Seen, depth: int = 0) -> Iterator[Free]:
    """A free name; for a user's module also the members that are used (``config.rate``)."""
    if free.key is not None:
        noted.name(free.home, free.key, free.value)
    yield free
    module = free.value
    if isinstance(module, types.ModuleType) and not _is_fixed(module.__name__) and depth < 4:
        for name in names:
            if name in vars(module):
                inner = Free(f"{free.name}.{name}", vars(module), name, vars(module)[name])
                yield from _with_members(inner, names, noted, depth + 1)
            else:
                noted.name(vars(module), name)


def _is_constant(v: Any) -> bool:
    return isinstance(v, _SCALARS) or is_mode(v) or (is_immutable(v) and all(_is_constant(x) for x in parts_of(v) or ()))


def is_immutable(v: Any) -> bool:
    """Whether ``v`` is a container whose items cannot be replaced: a tuple, a frozen dataclass, a frozenset of numbers."""
    if isinstance(v, frozenset):
        return all(map(_is_plain, v))
    params = getattr(type(v), "__dataclass_params__", None)
    return isinstance(v, tuple) or (params is not None and params.frozen and not isinstance(v, type))


def _is_plain(v: Any) -> bool:
    """Whether ``v`` is a number or text, or a tuple or frozenset of such."""
    return all(map(_is_plain, v)) if type(v) in (tuple, frozenset) else isinstance(v, (int, float, complex, str, NoneType))


def never_changes(v: Any) -> bool:
    """Whether ``v`` is a container whose items cannot be replaced, nor those of containers in it."""
    return is_immutable(v) and all(parts_of(x) is None or never_changes(x) for x in parts_of(v) or ())


def may_change(owner: Any) -> bool:
    """Whether attributes of a class, function or object may change unnoticed.  (Those of modules are among the free names.)"""
    if isinstance(owner, (types.ModuleType, str, np.dtype, EnumType, *PATTERNS)):
        return False
    return not _is_fixed(getattr(owner, "__module__", None))


def _arrays_in(v: Any) -> list[np.ndarray]:
    """A captured array, or the arrays in a captured container."""
    if isinstance(v, np.ndarray):
        return [v]
    return [a for x in parts_of(v) or () for a in _arrays_in(x)] if is_immutable(v) and not is_mode(v) else []


@functools.cache
def _binds(code: types.CodeType) -> tuple[str, ...]:
    """The names from outside that a function binds by ``global`` and ``nonlocal``; functions in it as well."""
    out = [i.argval for i in dis.get_instructions(code) if i.opname == "STORE_GLOBAL"]
    out += [i.argval for i in dis.get_instructions(code) if i.opname == "STORE_DEREF" and i.argval in code.co_freevars]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            out += [n for n in _binds(constant) if n in code.co_freevars or n not in (*code.co_cellvars, *code.co_varnames)]
    return tuple(dict.fromkeys(out))


def rebound(fn: Any) -> set[tuple[Any, ...]]:
    """The free names that a function, or one that is compiled with it, binds anew, as `Outside.slot` has them."""
    return _rebound(walk(fn))


def _rebound(functions: Iterable[tuple[Any, list[Free]]]) -> set[tuple[Any, ...]]:
    out: set[tuple[Any, ...]] = set()
    for f, _ in functions:
        if not _binds(f.__code__):
            continue
        cells = dict(zip(f.__code__.co_freevars, f.__closure__ or (), strict=True))
        for name in _binds(f.__code__):
            out.add((id(cells[name]), "cell", None) if name in cells else (id(f.__globals__), "name", name))
    return out


def _is_rebound(free: Free, names: AbstractSet[tuple[Any, ...]]) -> bool:
    return bool(names) and (id(free.home), "name" if free.key is not None else "cell", free.key) in names


def captured_state(fn: Any, bound: AbstractSet[tuple[Any, ...]] = frozenset()) -> tuple[Any, ...]:
    """The present values of the free names: a change of a constant, a function or an array's type requires a new compilation.

    Those that compiled code binds itself (`rebound`, and ``bound``) are read by their paths.
    """
    found: tuple[Any, ...] = while_same(fn, bound, lambda seen: _captured_state(fn, bound, seen))
    return found


def captured_states(methods: tuple[Any, ...], bound: AbstractSet[tuple[Any, ...]]) -> tuple[Any, ...]:
    """`captured_state` of several functions."""
    if not methods:
        return ()
    found: tuple[Any, ...] = while_same(
        methods[0], (methods, bound), lambda seen: tuple(_captured_state(m, bound, seen) for m in methods)
    )
    return found


def _captured_state(fn: Any, bound: AbstractSet[tuple[Any, ...]], seen: Seen) -> tuple[Any, ...]:
    out: list[Any] = []
    functions = list(walk(fn, seen))
    bound = bound | _rebound(functions)
    for f, names in functions:
        out += [f.__code__, _ruled_how(f)]
        for free in [*names, *_defaults(f)]:
            v = free.value
            if _is_rebound(free, bound):
                continue
            if _is_constant(v):
                out.append((free.name, type(v).__name__, repr(v)))
            elif _arrays_in(v):
                for a in _arrays_in(v):
                    seen.again(_array, a)
                out.append((free.name, id(v), *((id(a), _array(a)) for a in _arrays_in(v))))
            elif is_function(v):
                out.append((free.name, plain(v).__code__, _made_how(v)))
            elif _is_compiled_in(v):
                out.append((free.name, Itself(v)))
            seen.uncertain |= isinstance(v, functools.partial)
    return tuple(out)


def _is_compiled_in(v: Any) -> bool:
    """Whether a value is compiled in, so that rebinding its name has no effect: a module, a class, a builtin function ..."""
    return v is ABSENT or callable(v) or isinstance(v, (types.ModuleType, np.dtype))


def _array(a: np.ndarray) -> Any:
    try:
        return array_type(a)
    except TypeError:  # of a dtype that cannot be compiled: an error where it is used, if it is
        return str(a.dtype)


def guards(fn: Any) -> list[Free]:
    """Free names whose rebinding makes compiled code stale, and the rules of all functions."""
    rules = []
    for f, _ in walk(fn):
        if isinstance(f, types.FunctionType):
            vars(f).setdefault("irad_rules", None)
            rules.append(Free("rules", vars(f), "irad_rules", vars(f)["irad_rules"]))
            rules += [Free(field, f, None, getattr(f, f"__{field}__"), field) for field in ("code", "defaults", "kwdefaults")]
            rules += [Free(name, f.__kwdefaults__, name, value) for name, value in (f.__kwdefaults__ or {}).items()]
    return rules + [
        free
        for _, names in walk(fn)
        for free in names
        if _is_constant(free.value) or _arrays_in(free.value) or is_function(free.value) or _is_compiled_in(free.value)
    ]


def may_take_time(fn: Any) -> bool:
    """Whether ``fn`` has a loop or calls a Python function.  (Every call of a function with neither is short.)"""
    for _, names in walk(fn):
        if any(is_function(free.value) for free in names):
            return True
    return any(i.opname == "FOR_ITER" or "JUMP_BACKWARD" in i.opname for i in dis.get_instructions(plain(fn)))


def arrays(fn: Any, arg_types: tuple[Ty, ...]) -> list[np.ndarray]:
    """The arrays among the free names, in the order of the walk."""
    return [a for root in _roots(fn, arg_types) for _, names in walk(root) for free in names for a in _arrays_in(free.value)]


def _roots(fn: Any, arg_types: tuple[Ty, ...]) -> list[Any]:
    """The function, and functions among its arguments."""
    return [fn, *(t.value for t in arg_types if isinstance(t, Known) and is_function(t.value))]


def fingerprint(fn: Any, arg_types: tuple[Ty, ...]) -> bytes | None:
    """A hash of everything that a compilation depends on: code and source of all functions, types, constants.

    None when something has no persistent description (an object of a user's class).
    """
    digest = hashlib.sha256()
    for t in arg_types:
        if isinstance(t, Known):
            described = _describe(t.value)
            if described is None:
                return None
            digest.update(described)
        else:
            digest.update(repr(t).encode())
    for root in _roots(fn, arg_types):
        digest.update(repr(_made_how(root)).encode())
        for f, names in walk(root):
            try:
                digest.update("\n".join(source_of(f).lines).encode())
            except UnsupportedError:
                return None
            if note(f, "irad_host") is not None or any(_speaks(n) for n in names):  # needs an object of this process
                return None
            digest.update(marshal.dumps(f.__code__) + repr(_ruled_how(f)).encode())
            for name, value in [(n.name, n.value) for n in [*names, *_defaults(f)] if n.value is not ABSENT]:
                described = _describe(value)
                if described is None:
                    return None
                digest.update(name.encode() + b"=" + described + b";")
    return digest.digest()


def calls_python(fn: Any) -> bool:
    """Whether something in ``fn`` is left to Python, or has rules of its own, so that it may be seen how often it runs."""
    return any(
        note(f, "irad_host") is not None or note(f, "irad_rules") is not None or any(_speaks(n) for n in names)
        for f, names in walk(fn)
    )


def _speaks(free: Free) -> bool:
    """Whether it is ``print``, or the module ``warnings``: calls of them are left to Python."""
    return (free.name == "print" and free.value is ABSENT) or any(free.value is v for v in (warnings, warnings.warn, print))


def _describe(v: Any) -> bytes | None:
    if _has_methods(v):
        return None
    if _is_constant(v):
        return f"{type(v).__name__}:{v!r}".encode()
    if isinstance(v, np.ndarray):
        return repr(_array(v)).encode()
    if _arrays_in(v):
        parts = [_describe(x) for x in parts_of(v) or ()]
        return None if None in parts else f"{form_of(v)} {parts}".encode()
    if isinstance(v, types.ModuleType):
        return f"module {v.__name__}".encode()
    if is_function(v):
        inner = plain(v)
        return f"function {inner.__module__}.{inner.__qualname__} {_made_how(v)}".encode()
    name = getattr(v, "__qualname__", None) or getattr(v, "__name__", None)
    if is_exception(v):  # what catches it depends on the classes that it derives from
        return " ".join(f"{c.__module__}.{c.__qualname__}" for c in v.__mro__).encode()
    if name is not None and (isinstance(v, type) or callable(v)):
        return f"{getattr(v, '__module__', '')}.{name}".encode()
    return None


def forget(lowered: Lowered, fn: Any, arg_types: tuple[Ty, ...]) -> Any:
    """The part of a `Lowered` that can be stored: no IR, no objects of this process.  None if it could not be restored."""
    if lowered.uses or lowered.changes or lowered.makes_generators:  # paths, objects of this process
        return None
    known = arrays(fn, arg_types)
    places = []
    for array, ty, name in lowered.captures:
        at = next((k for k, a in enumerate(known) if a is array), None)
        if at is None:
            return None
        places.append((at, ty, name))
    return replace(lowered, ir="", functions=(), arg_types=(), captures=()), places


def remember(stored: Any, fn: Any, arg_types: tuple[Ty, ...]) -> Lowered | None:
    """The `Lowered` that `forget` took apart, with this process's arrays."""
    lowered, places = stored
    known = arrays(fn, arg_types)
    if any(at >= len(known) for at, _, _ in places):
        return None
    captures = tuple((known[at], ty, name) for at, ty, name in places)
    made: Lowered = replace(lowered, arg_types=arg_types, captures=captures)
    return made
