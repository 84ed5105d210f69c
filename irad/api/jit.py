"""`jit`: a compiled Python function, in the manner of ``numba.njit``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from irad.api.python import PythonFunction, Specialisation, call_python
from irad.errors import IradError
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

    def __init__(self, fn: Callable[..., Any], options: Options, boundscheck: bool, signature: str | None) -> None:
        functools.update_wrapper(self, fn)
        self.__name__: str = fn.__name__
        self.irad_function = PythonFunction(fn, options, boundscheck)
        self.py_func = fn
        if signature is not None:
            self.compile(signature)

    def compile(self, signature: str) -> None:
        """Compile for a signature such as ``"float64(float64[:], int64)"`` now."""
        from irad.frontends.python import parse_signature

        spec = self.irad_function.specialise_types(parse_signature(signature))
        spec.source.plain(spec.lowered.entry, self.irad_function.options)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        import inspect

        if keywords or len(args) != self.py_func.__code__.co_argcount:
            bound = inspect.signature(self.py_func).bind(*args, **keywords)
            bound.apply_defaults()
            args = bound.args
        return call_python(self.irad_function, args)

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
            return spec.source.plain(spec.lowered.entry, self.irad_function.options).text
        raise IradError(f"there is no stage '{stage}' here", hint='"frontend" or "optimized"; irad dump shows all stages')

    def inspect_types(self) -> str:
        """The types of arguments and result."""
        return "\n".join(self.signatures)

    def stats(self) -> list[dict[str, int | str]]:
        """What the differentiator did: values cached and recomputed, loops with tape, bytes per iteration."""
        return [s for spec in self.irad_function.specialisations for s in spec.source.statistics()]

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
) -> Any:
    """Compile a Python function (decorator, with or without arguments).

    ``signature``: compile at once for these types.  ``fastmath``: LLVM may change the primal's arithmetic.  ``strict``: adjoint
    contributions are added in a fixed order.  ``boundscheck=False``: indices are not checked.
    """
    options = Options(fastmath=fastmath, strict=strict)

    def decorate(fn: Callable[..., Any]) -> Function:
        return Function(fn, options, boundscheck, signature)

    return decorate if f is None else decorate(f)
