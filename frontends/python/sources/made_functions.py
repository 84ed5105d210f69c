"""Transformed functions in the frontend: ``irad.grad(f)`` and the like (`irad.api.pyfunc.transformed`)."""

from __future__ import annotations

import functools
import types
from collections import OrderedDict
from inspect import CO_VARARGS, CO_VARKEYWORDS
from typing import Any

from irad.errors import TypingError, UnsupportedError
from irad.frontends.python.sources.function_notes import attached, note, run_again
from irad.frontends.python.sources.instances import is_instance
from irad.frontends.python.sources.python_source import fresh, synthetic


class MadeFunction:
    """A transform and its arguments.

    ``kind``: its name; ``argnums``: the arguments that are differentiated; ``single``: one was given, not a tuple.  ``given``: of
    a "pullback", the number of arguments, where it is not the number of those that are differentiated.
    """

    def __init__(
        self,
        kind: str,
        f: Any,
        argnums: tuple[int, ...] = (0,),
        single: bool = True,
        has_aux: bool = False,
        given: int | None = None,
    ) -> None:
        f = calling_function(f) or dispatched(f) or f
        self.given = len(argnums) if given is None else given
        self.kind, self.f, self.argnums, self.single, self.has_aux = kind, f, argnums, single, has_aux
        self.__name__ = f"{kind}({getattr(f, '__name__', 'f')})"
        self.function = self._synthetic()

    @property
    def irad_transform(self) -> MadeFunction:
        return self

    @property
    def described(self) -> tuple[Any, ...]:
        """The description of the transform: everything but the function."""
        return self.kind, self.argnums, self.single, self.has_aux, self.given

    def root(self) -> Any:
        """The function that is called from Python."""
        made = self._synthetic()
        made.irad_gives_up = True
        return made

    def _synthetic(self) -> Any:
        """``def f(*args): return transform(*args)`` with the parameters of ``f`` (followed by tangents, or behind an adjoint)."""
        inner = inner_function(self.f)
        code = inner.__code__
        names = list(code.co_varnames[: code.co_argcount])
        changed = self.kind in ("jvp", "pushforward", "pullback")
        if changed:
            names = names[: self.given]
            if self.kind == "pullback":
                names = [fresh("adjoint", names), *names]
            else:
                for n in tuple(names):
                    names.append(fresh(f"d_{n}", names))
        listed = ", ".join(names)
        made = synthetic(inner.__name__, listed, f"_transform({listed})", {"_transform": self}, innermost(self.f))
        made.irad_of = inner
        if not changed:
            made.irad_follows = lambda: present_defaults(inner)
            present_defaults(made)
        return made

    def __call__(self, *args: Any) -> Any:
        raise TypeError("for compiled functions only")


def present_defaults(f: Any) -> tuple[Any, ...] | None:
    """The defaults of a function; of a transformed one the present defaults of the original."""
    follows = getattr(f, "irad_follows", None)
    if follows is not None:
        now = follows()
        before = f.__defaults__
        if now is None or before is None or len(now) != len(before) or any(a is not b for a, b in zip(now, before, strict=True)):
            f.__defaults__ = now
    defaults: tuple[Any, ...] | None = f.__defaults__
    return defaults


def omitted(f: Any, given: int) -> tuple[Any, ...]:
    """The present defaults of the parameters behind the ``given`` ones; none where that many arguments do not fit ``f``."""
    code, defaults = getattr(f, "__code__", None), present_defaults(f) or ()
    missing = code.co_argcount - given if code is not None else 0
    return defaults[len(defaults) - missing :] if 0 < missing <= len(defaults) else ()


def dispatched(f: Any) -> Any:
    """The Python function of a Numba dispatcher (or what else has it as ``py_func``), None for anything else."""
    found = None if hasattr(f, "irad_function") or isinstance(f, types.FunctionType) else getattr(f, "py_func", None)
    return found if isinstance(found, types.FunctionType) else None


def by_shape(f: Any) -> bool:
    """Whether the parameters of a function depend on the call: it has ``*args``, ``**kwargs`` or keyword-only ones."""
    code = getattr(plain_code(f), "__code__", None)
    return code is not None and bool(code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or code.co_kwonlyargcount)


def plain_code(f: Any) -> Any:
    """The Python function behind a compiled one, a transformed one, a method or a partial."""
    while True:
        if run_again(f) is not None:
            f = run_again(f)
        elif note(f, "irad_marking") is not None:
            f = f.irad_marking.fn
        elif hasattr(f, "irad_transform"):
            f = f.irad_transform.f
        elif isinstance(f, functools.partial):
            f = f.func
        elif isinstance(f, types.MethodType):
            f = f.__func__
        elif not isinstance(f, types.FunctionType) and hasattr(f, "irad_function"):
            f = f.irad_function.fn
        elif not isinstance(f, types.FunctionType) and isinstance(getattr(f, "py_func", None), types.FunctionType):
            f = f.py_func
        else:
            return f


def shaped(f: Any, count: int, names: tuple[str, ...] = ()) -> Any:
    """``f`` with ``count`` arguments by position and these by name as a function of as many parameters."""
    whole = f
    first: list[Any] = []
    more: dict[str, Any] = {}
    while isinstance(f, functools.partial):
        first, more, f = [*f.args, *first], {**f.keywords, **more}, f.func
    known = attached(plain_code(f), "irad_shapes", lambda _: {}) if whole is f and not isinstance(f, types.MethodType) else {}
    key = (id(f), count, names)
    if key not in known:
        scope = {"_shaped": f, **{f"_first{k}": v for k, v in enumerate(first)}, **{f"_more_{n}": v for n, v in more.items()}}
        params = [f"p{k}" for k in range(count)] + [f"k_{n}" for n in names]
        named = [f"{n}=k_{n}" for n in names] + [f"{n}=_more_{n}" for n in more if n not in names]
        call = ", ".join([*(f"_first{k}" for k in range(len(first))), *params[:count], *named])
        known[key] = f, synthetic(plain_code(f).__name__, ", ".join(params), f"_shaped({call})", scope, plain_code(f))
    return known[key][1]


def unwrapped(f: Any) -> Any:
    """The function behind ``functools.lru_cache`` and ``cache``, None for anything else."""
    if getattr(f, "irad_keeps", False) is True:  # one inside of a function
        return f
    return f.__wrapped__ if isinstance(f, _CACHED) else None


_CACHED = type(functools.lru_cache(lambda: None))


def inner_function(f: Any) -> Any:
    """The Python function that ``f`` stands for: behind compiled ones; of transformed ones the one that applies the transform."""
    if hasattr(f, "irad_transform"):
        return f.irad_transform.function
    calling = calling_function(f)
    if calling is not None:
        return calling
    f = run_again(f) or dispatched(f) or unwrapped(f) or f
    fn = f.irad_function.fn if hasattr(f, "irad_function") else f
    if not callable(fn):
        raise TypingError(f"{fn!r} is not a function", hint="give the function itself, not its value: irad.grad(f)(x)")
    if not hasattr(fn, "__code__") or hasattr(fn, "__self__"):
        name = getattr(fn, "__qualname__", type(fn).__name__)
        hint = "wrap it in a function: def f(x): ..."
        raise UnsupportedError(f"{name} is not a Python function that can be compiled", hint=hint)
    return fn


def calling_function(f: Any) -> Any:
    """``irad.inactive(f)``, ``irad.noalias(f)`` and ``functools.partial(f, ...)`` as a function that only calls ``f``, None for
    anything else."""
    if isinstance(f, types.MethodType):
        return _method_function(f.__self__, f.__func__)
    if is_instance(f) and callable(f):
        return _method_function(f, type(f).__call__)
    if isinstance(f, functools.partial):
        make = _partial_function
    elif note(f, "irad_marking") is not None:
        make = _marked_function
    else:
        return None
    return attached(f, "irad_calling", make)


_METHODS: OrderedDict[tuple[int, int], tuple[Any, Any, Any]] = OrderedDict()  # the latest, by object and function
_MOST_METHODS = 128


def of_method(f: Any) -> Any:
    """A method, or an object that can be called, as a function; anything else as it is."""
    return calling_function(f) if isinstance(f, types.MethodType) or (is_instance(f) and callable(f)) else f


def _method_function(owner: Any, fn: Any) -> Any:
    """``owner.method`` as a function that calls it; the same one as long as it is among the latest."""
    key = (id(owner), id(fn))
    if key not in _METHODS:
        inner = inner_function(fn)
        names = inner.__code__.co_varnames[1 : inner.__code__.co_argcount]
        me, function = fresh("_self", names), fresh("_method", names)
        listed = ", ".join(names)
        call = f"{function}({', '.join([me, *names])})"
        made = synthetic(inner.__name__, listed, call, {me: owner, function: fn}, innermost(fn))
        count = len(names)
        made.irad_follows = lambda: (present_defaults(inner) or ())[-count:] if count else None
        present_defaults(made)
        _METHODS[key] = owner, fn, made
        if len(_METHODS) > _MOST_METHODS:
            _METHODS.popitem(last=False)
    _METHODS.move_to_end(key)
    return _METHODS[key][2]


def _marked_function(f: Any) -> Any:
    inner = inner_function(f.irad_marking.fn)
    listed = ", ".join(inner.__code__.co_varnames[: inner.__code__.co_argcount])
    made = synthetic(inner.__name__, listed, f"_marked({listed})", {"_marked": f}, inner)
    made.irad_follows = lambda: present_defaults(inner)
    present_defaults(made)
    return made


def _partial_function(f: functools.partial[Any]) -> Any:
    """The function with the parameters that are left."""
    inner = inner_function(f.func)
    names = inner.__code__.co_varnames[: inner.__code__.co_argcount]
    optional = dict(zip(names[len(names) - len(inner.__defaults__ or ()) :], inner.__defaults__ or (), strict=True))
    unknown = [k for k in f.keywords if k not in names[len(f.args) :]]
    if unknown or len(f.args) > len(names):
        extra = ", ".join(unknown) or f"{len(f.args)} of {len(names)}"
        raise TypingError(f"the partial of {inner.__name__}() has arguments that it does not take: {extra}")
    left = names[len(f.args) :]
    first = min((left.index(k) for k in f.keywords), default=len(left))  # from here on arguments are given by name only
    missing = [n for n in left[first:] if n not in f.keywords and n not in optional]
    if missing:
        raise UnsupportedError(
            f"the partial of {inner.__name__}() leaves {missing[0]} to be given by name only, behind {left[first]}",
            hint=f"write a function: def g(...): return {inner.__name__}(...)",
        )
    left = left[:first]
    given = {fresh(f"given_{k}", names): v for k, v in enumerate(f.args)}
    named = {fresh(f"given_{k}", names): (k, v) for k, v in f.keywords.items()}
    own = fresh("_partial", names)
    call = ", ".join([*given, *left, *(f"{k}={at}" for at, (k, _) in named.items())])
    namespace = {own: f.func, **given, **{at: v for at, (_, v) in named.items()}}
    made = synthetic(inner.__name__, ", ".join(left), f"{own}({call})", namespace, innermost(f.func))

    def follow() -> tuple[Any, ...] | None:
        values = present_defaults(inner) or ()
        now = dict(zip(names[len(names) - len(values) :], values, strict=True))
        return tuple(now[n] for n in left if n in now) or None

    made.irad_follows = follow
    present_defaults(made)
    return made


def innermost(f: Any) -> Any:
    """The user's function."""
    while hasattr(f, "irad_transform"):
        f = f.irad_transform.f
    if isinstance(f, functools.partial):
        return innermost(f.func)
    return inner_function(f.irad_marking.fn if note(f, "irad_marking") is not None else f)
