"""`jit`: a compiled Python function, in the manner of ``numba.njit``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from irad.api.fast import Fast, fast
from irad.api.python import PythonFunction, Specialisation, call_python
from irad.errors import IradError, UnsupportedError
from irad.options import Options


class Function:
    """A Python function that runs compiled; specialised for the types it is called with.

    >>> import irad
    >>> @irad.jit
    ... def cube(x):
    ...     return x * x * x
    >>> cube(2.0), irad.grad(cube)(2.0)
    (8.0, 12.0)
    """

    def __new__(cls, *args: Any, **keywords: Any) -> Function:
        # A class of its own for each function: its __call__ becomes machine code, and Python looks that up in the class.
        own: type[Function] = type(cls.__name__, (cls,), {"__module__": cls.__module__, "__qualname__": cls.__qualname__})
        return object.__new__(own)

    def __init__(
        self, fn: Callable[..., Any], options: Options, boundscheck: bool, signature: str | None, cache: bool = True
    ) -> None:
        functools.update_wrapper(self, fn)
        self.__name__: str = fn.__name__
        self.irad_function = PythonFunction(fn, options, boundscheck, cache)
        self.py_func = fn
        self._head: Callable[..., Any] = self._slowly
        self._fast: dict[int, tuple[Specialisation, Fast | None]] = {}
        type(self).__call__ = staticmethod(self._slowly)  # type: ignore[method-assign]
        if signature is not None:
            self.compile(signature)

    def compile(self, signature: str) -> None:
        """Compile for a signature such as ``"float64(float64[:], int64)"`` now."""
        from irad.frontends.python import parse_signature

        self._install(self.irad_function.declare(parse_signature(signature)))

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self._slowly(*args, **keywords)  # each function's own class has another one

    def _slowly(self, *args: Any, **keywords: Any) -> Any:
        """A call of any kind: finds or makes the specialisation, and a fast way to it for the next call."""
        import inspect

        if keywords or len(args) != self.py_func.__code__.co_argcount:
            bound = inspect.signature(self.py_func).bind(*args, **keywords)
            bound.apply_defaults()
            args = bound.args
        spec = self.irad_function.specialise(args)
        known = self._fast.get(id(spec))
        if known is None or (known[1] is not None and known[1].stale):
            self._install(spec)
        return call_python(self.irad_function, args)

    def _install(self, spec: Specialisation) -> None:
        """Put the call wrapper of a specialisation in front of those made before."""
        made = fast(spec, self.py_func, self._head) if not self.irad_function.tape_limit else None
        self._fast[id(spec)] = spec, made
        code = spec.primal(self.irad_function.options, made.extra if made is not None else None)
        if made is None:
            return
        self._head = made.function(code, self.__name__, self.__doc__ or "")
        type(self).__call__ = staticmethod(self._head)  # type: ignore[method-assign]

    @property
    def signatures(self) -> list[str]:
        """The signatures compiled so far."""
        return [_signature(s) for s in self.irad_function.specialisations]

    def _last(self) -> Specialisation:
        made = self.irad_function.specialisations
        if not made:
            raise IradError(f"{self.__name__}() is not compiled yet", hint="call it once, or give it a signature")
        return made[-1]

    def inspect_llvm(self, stage: str = "optimized") -> str:
        """LLVM IR of the last specialisation: ``"frontend"`` or ``"optimized"``."""
        spec = self._last()
        if stage == "frontend":
            return spec.source.text
        if stage == "optimized":
            return spec.primal(self.irad_function.options).text
        raise IradError(f"there is no stage '{stage}' here", hint='"frontend" or "optimized"; irad dump shows all stages')

    def inspect_asm(self) -> str:
        """Assembly of the last specialisation."""
        from irad.llvm.object import emit_asm

        return emit_asm(self.inspect_llvm())

    def inspect_types(self) -> str:
        """The types of arguments and result."""
        return "\n".join(self.signatures)

    def stats(self) -> list[dict[str, int | str]]:
        """What the differentiator did: values cached and recomputed, loops with tape, bytes per iteration."""
        functions = [self.irad_function, *self.irad_function.transformed]
        return [s for f in functions for spec in f.specialisations for s in spec.source.statistics()]

    def __repr__(self) -> str:
        return f"<irad.jit {self.__name__}>"


def _signature(spec: Specialisation) -> str:
    return f"{spec.lowered.result}({', '.join(map(str, spec.lowered.arg_types))})"


def jit(
    f: Callable[..., Any] | None = None,
    *,
    signature: str | None = None,
    fastmath: bool = False,
    strict: bool = False,
    boundscheck: bool = True,
    cache: bool = True,
    parallel: bool = False,
    tape_limit: int | None = None,
) -> Any:
    """Compile a Python function (decorator, with or without arguments).

    ``signature``: compile at once for these types; values that fit them are converted.  ``fastmath``: LLVM may change the
    primal's arithmetic.  ``strict``: adjoint contributions are added in a fixed order.  ``boundscheck=False``: indices are not
    checked.  ``cache=False``: nothing is read from or written to the disk.  ``tape_limit``: bytes that the tape of a derivative
    may take; MemoryError beyond.
    """
    if parallel:
        raise UnsupportedError("parallel=True is not supported yet", hint="leave it out: loops run one after another")
    options = Options(fastmath=fastmath, strict=strict)

    def decorate(fn: Callable[..., Any]) -> Function:
        inner = getattr(fn, "irad_recompute", fn)
        made = Function(inner, options, boundscheck, signature, cache)
        made.irad_function.tape_limit = tape_limit or 0
        if inner is not fn:
            made.irad_recompute = inner  # type: ignore[attr-defined]
        return made

    return decorate if f is None else decorate(f)
