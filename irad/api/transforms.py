"""Functions made of functions: what ``irad.grad(f)`` returns.

A transformed function is compiled like any other: it stands for ``def g(*args): return transform(f)(*args)``, which the
frontend knows how to lower (irad/frontends/python/transforms.py).  So transforms can be nested and called inside compiled
functions, and a call costs what a call of a compiled function costs.

Memory is the identity of a value, also here: arrays among the arguments that share memory are copied together, and have shadows
that share memory in the same way.  Compiled code gives such calls back (`GivenUp`), and `irad.api.shared` makes them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from irad.api.jit import Function
from irad.api.python import GivenUp, PythonFunction
from irad.errors import TypingError, UnsupportedError
from irad.options import Options


class Made:
    """A transform and what it was given.

    ``kind``: its name; ``argnums``: the arguments that are differentiated, ``single``: was one given, not a tuple?
    """

    def __init__(self, kind: str, f: Any, argnums: tuple[int, ...] = (0,), single: bool = True, has_aux: bool = False) -> None:
        self.kind, self.f, self.argnums, self.single, self.has_aux = kind, f, argnums, single, has_aux
        self.__name__ = f"{kind}({getattr(f, '__name__', 'f')})"
        self.function = self._synthetic()

    @property
    def irad_transform(self) -> Made:
        return self

    @property
    def described(self) -> tuple[Any, ...]:
        """All but the function."""
        return self.kind, self.argnums, self.single, self.has_aux

    @functools.cached_property
    def gradient(self) -> Made:
        """The gradient by all arguments, of which "hvp" is the derivative."""
        return Made("grad", self.f, self.argnums, self.single)

    def root(self) -> Any:
        """The function that is called from Python."""
        made = self._synthetic()
        made.irad_gives_up = True
        return made

    def _synthetic(self) -> Any:
        """``def f(*args): return transform(*args)`` with the parameters of ``f`` (of some kinds twice: tangents follow)."""
        from irad.frontends.python.source import synthetic

        inner = inner_function(self.f)
        code = inner.__code__
        names = list(code.co_varnames[: code.co_argcount])
        if self.kind in ("jvp", "hvp"):
            names = names[: len(self.argnums)]
            names += [f"d_{n}" for n in names]
        listed = ", ".join(names)
        made = synthetic(inner.__name__, listed, f"_transform({listed})", {"_transform": self}, innermost(self.f))
        if self.kind not in ("jvp", "hvp"):
            made.__defaults__ = inner.__defaults__
        return made

    def __call__(self, *args: Any) -> Any:
        raise TypeError("for compiled functions only")


def inner_function(f: Any) -> Any:
    """The Python function that ``f`` stands for: behind compiled ones; of transformed ones the one that applies the transform."""
    if isinstance(f, Transform):
        return f.irad_transform.function
    if isinstance(f, Made):
        return f.function
    f = getattr(f, "irad_recompute", f)
    fn = f.irad_function.fn if hasattr(f, "irad_function") else f
    if not callable(fn):
        raise TypingError(f"{fn!r} is not a function")
    if not hasattr(fn, "__code__") or hasattr(fn, "__self__"):
        name = getattr(fn, "__qualname__", type(fn).__name__)
        hint = "wrap it in a function: def f(x): ..."
        raise UnsupportedError(f"{name} is not a Python function that can be compiled", hint=hint)
    return fn


def innermost(f: Any) -> Any:
    """The user's function."""
    while isinstance(f, (Transform, Made)):
        f = f.irad_transform.f
    return inner_function(f)


class Transform(Function):
    """A transformed function (see the module)."""

    def __init__(self, made: Made) -> None:
        self._made = made
        options, boundscheck, cache = _options(made.f)
        super().__init__(made.root(), options, boundscheck, None, cache)
        below = _compiled(made.f)
        if below is not None:
            self.irad_function.tape_limit = below.tape_limit
            below.transformed.add(self.irad_function)
        inner = innermost(made.f)
        self.__name__, self.__doc__ = made.__name__, getattr(inner, "__doc__", None)
        self.__wrapped__ = made.f

    @property
    def irad_transform(self) -> Made:
        """What it is; a property, so that ``functools.wraps`` does not copy it to another function."""
        return self._made

    def _slowly(self, *args: Any, **keywords: Any) -> Any:
        if keywords or len(args) != self.py_func.__code__.co_argcount:
            try:
                bound = inspect.signature(self.py_func).bind(*args, **keywords)
            except TypeError as error:
                raise TypingError(f"{self.__name__}: {error}") from None
            bound.apply_defaults()
            args = bound.args
        try:
            return super()._slowly(*args)
        except GivenUp:
            from irad.api.shared import with_shared_memory

            return with_shared_memory(self._made, args)

    def __repr__(self) -> str:
        return f"<irad.{self.__name__}>"


def _compiled(f: Any) -> PythonFunction | None:
    """The compiled function that a transform stands around, if it is one."""
    while isinstance(f, (Transform, Made)):
        f = f.irad_transform.f
    own: PythonFunction | None = getattr(f, "irad_function", None)
    return own


def _options(f: Any) -> tuple[Options, bool, bool]:
    """How the function that is transformed is compiled."""
    own = _compiled(f)
    return (own.options, own.boundscheck, own.cache) if own is not None else (Options(), True, True)


def transform(kind: str, f: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Transform:
    """The transformed function."""
    numbers, single = numbers_of(argnums)
    return Transform(Made(kind, f, numbers, single, has_aux))


def numbers_of(argnums: Any) -> tuple[tuple[int, ...], bool]:
    """``argnums`` as a tuple, and whether one was given."""
    import operator

    try:
        return (operator.index(argnums),), True
    except TypeError:
        pass
    try:
        return tuple(operator.index(a) for a in argnums), False
    except TypeError:
        raise TypingError(f"argnums must be an integer or integers, not {argnums!r}") from None
