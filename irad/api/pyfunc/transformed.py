"""Transformed functions, such as ``irad.grad(f)``.

A transformed function is compiled like any other: it stands for ``def g(*args): return transform(f)(*args)``, which the
frontend knows how to lower (`transforms.py` in frontends/python/autodiff).  So transforms can be nested and called inside
compiled functions, and a call costs what a call of a compiled function costs.

Values are identified by their memory here as well: arrays among the arguments that share memory are copied together, and their
shadows share memory in the same way.  Compiled code refuses such calls (`GivenUp`); `irad.api.pyfunc.shared_memory` makes them.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from inspect import CO_VARARGS, CO_VARKEYWORDS
from typing import Any

from irad.api.pyfunc.argnums import Argnums, numbers_of
from irad.api.pyfunc.ir_module import ModuleFunction
from irad.api.pyfunc.jit_function import JitFunction
from irad.errors import Place, TypingError, UnsupportedError
from irad.frontends.python.messages.callable_names import not_compiled
from irad.frontends.python.sources.made_functions import (
    MadeFunction,
    by_shape,
    inner_function,
    innermost,
    of_method,
    plain_code,
    shaped,
)
from irad.frontends.python.sources.python_types import check_nesting
from irad.options import Options
from irad.pycall.specialisation import GivenUp, PythonFunction
from irad.tracebacks import ends_at_the_call


class Transform(JitFunction):
    """A transformed function (see the module)."""

    def __init__(self, made: MadeFunction) -> None:
        self._made = made
        options, boundscheck, cache = _options(made.f)
        super().__init__(made.root(), options, boundscheck, (), cache)
        self._below = _compiled(made.f)
        if self._below is not None:
            self.irad_function.tape_limit = self._below.tape_limit
            self._below.transformed.add(self.irad_function)
        self.irad_function.bounded = not options.limited
        inner = innermost(made.f)
        self.__name__, self.__doc__ = made.__name__, getattr(inner, "__doc__", None)
        self.__wrapped__ = made.f

    @property
    def irad_transform(self) -> MadeFunction:
        """The transform; a property, so that ``functools.wraps`` does not copy it to another function."""
        return self._made

    @ends_at_the_call
    def _slowly(self, *args: object, **keywords: object) -> object:
        tried = self._function
        try:
            return super()._slowly(*args, **keywords)
        except GivenUp:
            from irad.api.pyfunc.shared_memory import with_shared_memory

            return with_shared_memory(self._made, self._positional(args, keywords))
        except MemoryError:
            if not self._shorten_tapes(tried):
                raise
        return self._head(*args, **keywords)

    def _shorten_tapes(self, tried: PythonFunction) -> bool:
        """Checkpoint long loops from now on, where that has not been tried; nothing that the caller sees has changed."""
        with self._lock:
            if self._function is not tried:  # another thread has found out
                return True
            if not tried.bounded:
                return False
            self._function = tried.with_short_tapes()
            if self._below is not None:
                self._below.transformed.add(self._function)
            self._fast.clear()
            self._head = self._slowly
            type(self).__call__ = staticmethod(self._slowly)  # type: ignore[method-assign]
        return True

    def _positional(self, args: tuple[object, ...], keywords: dict[str, object]) -> tuple[object, ...]:
        try:
            return super()._positional(args, keywords)
        except TypingError:
            inner = inner_function(self._made.f)
            code = getattr(inner, "__code__", None)
            if code is not None and (code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or code.co_kwonlyargcount):
                text = f"{self.__name__}: *args, **kwargs and keyword-only parameters are not supported"
                hint = "name the parameters: def f(x, y): ..."
                raise UnsupportedError(text, place=Place(code.co_filename, code.co_firstlineno), hint=hint) from None
            raise

    def __repr__(self) -> str:
        return f"<irad.{self.__name__}>"

    def __reduce__(self) -> Any:
        return _from_pickle, (self._made.kind, self._made.f, self._made.argnums, self._made.single, self._made.has_aux)


def _from_pickle(kind: str, f: Any, argnums: tuple[int, ...], single: bool, has_aux: bool) -> Transform:
    return transform(kind, f, argnums[0] if single else argnums, has_aux)


def _compiled(f: object) -> PythonFunction | None:
    """The compiled function that a transform is applied to, if it is one."""
    while isinstance(f, (Transform, MadeFunction)):
        f = f.irad_transform.f
    own: PythonFunction | None = getattr(f, "irad_function", None)
    return own


def _options(f: object) -> tuple[Options, bool, bool]:
    """The options with which the transformed function is compiled."""
    own = _compiled(f)
    return (own.options, own.boundscheck, own.cache) if own is not None else (Options(), True, True)


class Jacobian(Transform):
    """A Jacobian by rows or by columns, whichever is cheaper for the sizes at hand."""

    def __init__(self, made: MadeFunction) -> None:
        super().__init__(made)
        argnums = made.argnums[0] if made.single else made.argnums
        self._modes = {mode: transform(mode, made.f, argnums) for mode in ("jacfwd", "jacrev")}
        self._chosen: dict[object, Transform] = {}

    @ends_at_the_call
    def _slowly(self, *args: object, **keywords: object) -> object:
        args = self._positional(args, keywords)
        check_nesting(args)
        key = tuple(_sizes(a) for a in args)
        if key not in self._chosen:
            self._chosen[key] = self._modes["jacfwd" if self._by_columns(args) else "jacrev"]
        return self._chosen[key](*args)

    def _by_columns(self, args: Sequence[object]) -> bool:
        """A row costs about twice what a column does."""
        from irad.api.pyfunc.shared_memory import HeldCaptures, arrays_in, copies_of, value_of

        numbers = [n for n in self._made.argnums if -len(args) <= n < len(args)]
        columns = sum(max(1, sum(a.size for a in arrays_in(args[n]))) for n in numbers)
        if columns <= 4:
            return True
        copies = copies_of(args)
        with HeldCaptures(self._made.f, copies, written=True):
            out = value_of(self._made.f, copies)
        rows = max(1, sum(a.size for a in arrays_in(out)))
        return columns <= 2 * rows


def _sizes(value: object) -> object:
    shape = getattr(value, "shape", None)
    return shape if shape is not None else repr(value) if isinstance(value, int) else type(value).__name__


def make_transform(kind: str, f: Callable[..., object], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """`transform`, also of a function of a module."""
    if isinstance(f, ModuleFunction):
        from irad.api.pyfunc.shared_memory import module_transform

        return module_transform(kind, f, argnums, has_aux)
    if isinstance(f, ByShape):
        return f.then(lambda g, count: transform(kind, g, _from_the_front(argnums, count), has_aux), f"{kind}({f.__name__})")
    if by_shape(f):
        return ByShape(f, lambda g, count: transform(kind, g, _from_the_front(argnums, count), has_aux), f"{kind}({_name(f)})")
    return transform(kind, f, argnums, has_aux)


class ByShape:
    """A function whose parameters depend on the call (``*args``, keyword-only ones): compiled for each number and set of names.

    ``make(g, count)``: what is called in place of ``f``, whose form with the parameters of this call is ``g``; ``count`` of its
    arguments are given by position, and those given by name follow.
    """

    def __init__(self, f: Callable[..., object], make: Callable[[Any, int], Callable[..., object]], name: str) -> None:
        self.__wrapped__, self._make, self.__name__ = f, make, name
        self.__doc__ = f.__doc__

    def then(self, make: Callable[[Any, int], Callable[..., object]], name: str) -> ByShape:
        """Another transform of this one."""
        inner = self._make
        return ByShape(self.__wrapped__, lambda g, count: make(inner(g, count), count), name)

    def __call__(self, *args: object, **keywords: object) -> Any:
        f = shaped(self.__wrapped__, len(args), tuple(keywords))
        return self._make(f, len(args))(*args, *keywords.values())

    def __repr__(self) -> str:
        return f"<irad.{self.__name__}>"


def _name(f: object) -> str:
    return str(getattr(f, "__name__", "f"))


def _from_the_front(argnums: Argnums, count: int) -> Argnums:
    """Numbers of arguments by position, counted from the first one."""
    numbers, single = numbers_of(argnums)
    if any(not -count <= n < count for n in numbers):
        raise TypingError(f"argnums {argnums} does not fit {count} arguments by position")
    found = tuple(n % count for n in numbers)
    return found[0] if single else found


def transform(kind: str, f: Callable[..., object], argnums: Argnums = 0, has_aux: bool = False) -> Transform:
    """The transformed function, the same one each time."""
    numbers, single = numbers_of(argnums)
    f = of_method(f)
    check_function(f)
    make = Jacobian if kind == "jacobian" else Transform
    return kept(f, (kind, numbers, single, has_aux), lambda: make(MadeFunction(kind, f, numbers, single, has_aux)))


def check_function(f: object) -> None:
    """Raise an error where a transform is made of something that is no Python function."""
    try:
        inner_function(f)
    except UnsupportedError:
        inner = plain_code(f)
        if hasattr(inner, "__code__"):  # of which something else is refused
            raise
        raise not_compiled(inner) from None


def kept(f: object, key: tuple[object, ...], make: Callable[[], Transform]) -> Transform:
    """An object derived from a function, made once; it is stored with the function and freed with it."""
    home = getattr(f, "__dict__", None)
    if home is None:
        return make()
    kept = home.get(_KEPT)
    if kept is None or kept.f() is not f:  # ``functools.wraps`` copies what lies in the dict of a function
        kept = home[_KEPT] = _Kept(f)
    if key not in kept.made:
        kept.made[key] = make()
    found: Transform = kept.made[key]
    return found


_KEPT = "_irad_transforms"


class _Kept:
    """The transforms of a function, stored in its dict; when that is pickled with the function, they are left out."""

    def __init__(self, f: object) -> None:
        self.f = weakref.ref(f)
        self.made: dict[tuple[object, ...], Transform] = {}

    def __reduce__(self) -> Any:
        return _nothing, ()


def _nothing() -> None:
    """What a pickled `_Kept` is restored as: nothing."""
