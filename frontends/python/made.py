"""Functions made of functions, as the frontend knows them: ``irad.grad(f)`` and its like (`irad.api.transforms`)."""

from __future__ import annotations

from typing import Any

from irad.errors import TypingError, UnsupportedError
from irad.frontends.python.marks import note, run_again
from irad.frontends.python.source import fresh, synthetic


class Made:
    """A transform and what it was given.

    ``kind``: its name; ``argnums``: the arguments that are differentiated, ``single``: was one given, not a tuple?
    """

    def __init__(self, kind: str, f: Any, argnums: tuple[int, ...] = (0,), single: bool = True, has_aux: bool = False) -> None:
        f = marked_function(f) if note(f, "irad_marking") is not None else f
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
            names = names[: len(self.argnums)]
            if self.kind == "pullback":
                names = [fresh("adjoint", names), *names]
            else:
                for n in tuple(names):
                    names.append(fresh(f"d_{n}", names))
        listed = ", ".join(names)
        made = synthetic(inner.__name__, listed, f"_transform({listed})", {"_transform": self}, innermost(self.f))
        if not changed:
            made.__defaults__ = inner.__defaults__
        return made

    def __call__(self, *args: Any) -> Any:
        raise TypeError("for compiled functions only")


def inner_function(f: Any) -> Any:
    """The Python function that ``f`` stands for: behind compiled ones; of transformed ones the one that applies the transform."""
    if hasattr(f, "irad_transform"):
        return f.irad_transform.function
    if note(f, "irad_marking") is not None:
        return marked_function(f)
    f = run_again(f) or f
    fn = f.irad_function.fn if hasattr(f, "irad_function") else f
    if not callable(fn):
        raise TypingError(f"{fn!r} is not a function")
    if not hasattr(fn, "__code__") or hasattr(fn, "__self__"):
        name = getattr(fn, "__qualname__", type(fn).__name__)
        hint = "wrap it in a function: def f(x): ..."
        raise UnsupportedError(f"{name} is not a Python function that can be compiled", hint=hint)
    return fn


def marked_function(f: Any) -> Any:
    """``irad.inactive(f)`` or ``irad.noalias(f)`` as a function that only calls it."""
    found = note(f, "irad_calling")
    if found is None:
        inner = inner_function(f.irad_marking.fn)
        listed = ", ".join(inner.__code__.co_varnames[: inner.__code__.co_argcount])
        found = f.irad_calling = synthetic(inner.__name__, listed, f"_marked({listed})", {"_marked": f}, inner)
        found.__defaults__ = inner.__defaults__
    return found


def innermost(f: Any) -> Any:
    """The user's function."""
    while hasattr(f, "irad_transform"):
        f = f.irad_transform.f
    return inner_function(f.irad_marking.fn if note(f, "irad_marking") is not None else f)
