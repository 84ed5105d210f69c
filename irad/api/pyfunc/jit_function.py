"""`jit`: a compiled Python function, in the manner of ``numba.njit``."""

from __future__ import annotations

import functools
import inspect
import sys
import threading
import types
from collections.abc import Callable, Sequence
from typing import Any, TypedDict, Unpack, overload

from irad.api.pyfunc.python_calls import call_python
from irad.errors import IradError, TypingError, UnsupportedError
from irad.options import Options
from irad.pycall.fast import Fast, fast
from irad.pycall.specialisation import PythonFunction, Specialisation
from irad.tracebacks import ends_at_the_call


class JitFunction:
    """A Python function that runs compiled; specialised for the types it is called with.

    It has the name, documentation and signature of the function (which is ``py_func``), can be a method of a class, and is
    pickled by its name, or with its code where it has none (a function made in another one, a lambda).

    >>> import irad
    >>> @irad.jit
    ... def cube(x):
    ...     return x * x * x
    >>> cube(2.0), irad.grad(cube)(2.0)
    (8.0, 12.0)
    """

    def __new__(cls, *args: object, **keywords: object) -> JitFunction:
        # A separate class for each function: its __call__ becomes machine code, and Python looks that up in the class.
        own: type[JitFunction] = type(cls.__name__, (cls,), {"__module__": cls.__module__, "__qualname__": cls.__qualname__})
        return object.__new__(own)

    def __init__(
        self, fn: Callable[..., object], options: Options, boundscheck: bool, signatures: Sequence[str] = (), cache: bool = True
    ) -> None:
        functools.update_wrapper(self, fn)
        self.__name__: str = fn.__name__
        self.__qualname__: str = fn.__qualname__
        self.__signature__ = inspect.signature(fn)
        self._function = PythonFunction(fn, options, boundscheck, cache)
        self.py_func = fn
        self._shapes: dict[tuple[int, tuple[str, ...]], JitFunction] | None = {} if _by_shape(fn) else None
        self._head: Callable[..., object] = self._slowly
        self._fast: dict[int, tuple[Specialisation, Fast | None]] = {}
        self._lock = threading.RLock()
        type(self).__call__ = staticmethod(self._slowly)  # type: ignore[method-assign]
        for signature in signatures:
            self.compile(signature)

    @property
    def irad_function(self) -> PythonFunction:
        """The compiled function; a property, so that ``functools.wraps`` does not copy it to another function."""
        return self._function

    @ends_at_the_call
    def compile(self, signature: str) -> None:
        """Compile for a signature such as ``"float64(float64[:], int64)"`` now; the result's type may be left out."""
        from irad.frontends.python import check_result, parse_signature

        with self._lock:
            spec = self.irad_function.declare(parse_signature(signature))
            check_result(signature, self.__name__, spec.lowered.result)
            self._install(spec)

    # ---- calls

    def __call__(self, *args: object, **keywords: object) -> Any:
        return self._slowly(*args, **keywords)  # each function's own class has another one

    @ends_at_the_call
    def _slowly(self, *args: object, **keywords: object) -> Any:
        """A call of any kind: finds or makes the specialisation, and a fast way to it for the next call."""
        if self._shapes is not None:
            return self._of_shape(len(args), tuple(keywords))(*args, *keywords.values())
        if keywords or len(args) != self.py_func.__code__.co_argcount:
            args = self._positional(args, keywords)
            if self._head != self._slowly:
                return self._head(*args)
        spec = self.irad_function.specialise(args)
        with self._lock:  # another thread may be compiling it
            known = self._fast.get(id(spec))
            if known is None or (known[1] is not None and known[1].stale):
                self._install(spec)
        return call_python(self.irad_function, args, spec)

    def _of_shape(self, count: int, names: tuple[str, ...]) -> JitFunction:
        """The function for so many arguments by position, and these by name."""
        from irad.frontends.python.sources.made_functions import shaped

        assert self._shapes is not None
        if (count, names) not in self._shapes:
            made = self.irad_function
            self._shapes[count, names] = JitFunction(shaped(self, count, names), made.options, made.boundscheck, (), made.cache)
        return self._shapes[count, names]

    def _positional(self, args: tuple[object, ...], keywords: dict[str, object]) -> tuple[Any, ...]:
        """All arguments in their order, defaults included; raises TypeError where they do not fit."""
        from irad.frontends.python.sources.made_functions import present_defaults

        code, defaults = self.py_func.__code__, present_defaults(self.py_func) or ()
        names = code.co_varnames[: code.co_argcount]
        if not keywords and len(args) == len(names):
            return args
        known = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True)) | keywords
        out = [*args, *(known[n] for n in names[len(args) :] if n in known)]
        used = sum(n in keywords for n in names[len(args) :])
        by_position = any(n in keywords for n in names[: code.co_posonlyargcount])
        if used != len(keywords) or len(out) != len(names) or by_position:
            try:
                inspect.signature(self.py_func, follow_wrapped=False).bind(*args, **keywords)
            except TypeError as error:
                raise TypingError(f"{self.__name__}: {error}") from None
        return tuple(out)

    def _install(self, spec: Specialisation) -> None:
        """Put the call wrapper of a specialisation in front of those made before."""
        function = self.irad_function
        bounded = function.bounded and spec.repeatable
        made = fast(spec, self.py_func, self._head, bounded) if not function.tape_limit else None
        self._fast[id(spec)] = spec, made
        code = spec.primal(function.options, made.extra if made is not None else None)
        if made is None:
            return
        self._head = made.function(code, self.__name__, self.__doc__ or "")
        type(self).__call__ = staticmethod(self._head)  # type: ignore[method-assign]

    def __get__(self, instance: object, owner: object = None) -> Any:
        """Bind as a method, as a function that is an attribute of a class does."""
        return self if instance is None else types.MethodType(self, instance)

    def low_level_callable(self, signature: str, data: object = None) -> Any:
        """A ``scipy.LowLevelCallable`` of the function: SciPy's C code calls it without Python.

        ``signature`` is one that SciPy takes: ``"double (double)"``, ``"double (int, double *)"`` (`scipy.integrate.quad`,
        ``nquad``), ``"int (double *, npy_intp, double *, void *)"`` (`scipy.ndimage.generic_filter`), the others with or without
        ``void *`` at the end.  A pointer and its count are one contiguous float64 array for the Python function.  Where there is
        a ``void *``, ``data``, a float64 array, is the function's last argument if it is given.  The function must return a
        float.  Its captured values are those at the time of this call.  An exception in it becomes NaN (in the ``int``
        form: failure, of which SciPy makes an error).

        >>> import irad, scipy.integrate
        >>> @irad.jit
        ... def density(x):
        ...     return 3.0 * x * x
        >>> round(scipy.integrate.quad(density.low_level_callable("double (double)"), 0.0, 2.0)[0], 9)
        8.0
        """
        from irad.pycall.low_level import low_level_callable

        return low_level_callable(self.irad_function, signature, data)

    # ---- looking

    @property
    def signatures(self) -> list[str]:
        """The signatures compiled so far."""
        return [_signature(s) for s in self.irad_function.specialisations]

    def _specialisation(self, signature: str | None) -> Specialisation:
        made = self.irad_function.specialisations
        if not made:
            raise IradError(f"{self.__name__}() is not compiled yet", hint="call it once, or give it a signature")
        if signature is None:
            return made[-1]
        for spec in made:
            if _signature(spec) == signature:
                return spec
        raise IradError(f"{self.__name__}() is not compiled for '{signature}'", hint=f"one of {', '.join(self.signatures)}")

    def inspect_llvm(self, stage: str = "optimized", signature: str | None = None) -> str:
        """LLVM IR at a stage, ``"frontend"`` or ``"optimized"``, of one of the `signatures` (the last one)."""
        spec = self._specialisation(signature)
        if stage == "frontend":
            return spec.source.text
        if stage == "optimized":
            return spec.primal(self.irad_function.options).text
        raise IradError(f"there is no stage '{stage}' here", hint='"frontend" or "optimized"; irad dump shows all stages')

    def inspect_asm(self, signature: str | None = None) -> str:
        """Assembly of one of the `signatures` (the last one)."""
        from irad.llvm.object_code import emit_asm

        return emit_asm(self.inspect_llvm(signature=signature))

    def inspect_types(self) -> str:
        """For each of the `signatures`: the types of parameters and result, and the captured values."""
        code = self.py_func.__code__
        head = f"{self.__name__}, {code.co_filename}:{code.co_firstlineno}\n"
        return head + "\n".join(_types(spec) for spec in self.irad_function.specialisations)

    def stats(self) -> list[dict[str, int | str]]:
        """What the differentiator did: values cached and recomputed, loops with tape, bytes per iteration, and how many operands
        of library routines are copied because they are overwritten before the reverse reads them.
        """
        functions = [self.irad_function, *self.irad_function.transformed]
        return [s for f in functions for spec in f.specialisations for s in spec.source.statistics()]

    def __repr__(self) -> str:
        return f"<irad.jit {self.__name__}>"

    # ---- copies

    def __copy__(self) -> JitFunction:
        return self

    def __deepcopy__(self, memo: object) -> JitFunction:
        return self

    def __reduce__(self) -> Any:
        if _named(self.__module__, self.__qualname__) is self:
            return self.__qualname__
        from irad.api.pyfunc.pickled import contents, skeleton

        made = self.irad_function
        options = (made.options, made.boundscheck, made.cache, made.tape_limit)
        # The captured values come second, since the function itself may be among them.
        return _restored, (skeleton(self.py_func), options), (contents(self.py_func), made.declared)

    def __setstate__(self, state: Any) -> None:
        from irad.api.pyfunc.pickled import fill

        outside, self.irad_function.declared = state
        fill(self.py_func, outside)
        self.__signature__ = inspect.signature(self.py_func)


def _by_shape(fn: Callable[..., object]) -> bool:
    flags = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
    code = getattr(fn, "__code__", None)
    return code is not None and bool(code.co_flags & flags or code.co_kwonlyargcount)


def _restored(parts: Any, options: tuple[Options, bool, bool, int]) -> JitFunction:
    """A pickled function, at first without its captured values."""
    from irad.api.pyfunc.pickled import bare

    made = JitFunction(bare(parts), options[0], options[1], (), options[2])
    made.irad_function.tape_limit = options[3]
    return made


def _named(module: str, qualname: str) -> Any:
    """What a name stands for, None where there is none."""
    found: object = sys.modules.get(module)
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found


def _signature(spec: Specialisation) -> str:
    return f"{spec.lowered.result}({', '.join(map(str, spec.lowered.arg_types))})"


def _types(spec: Specialisation) -> str:
    lowered = spec.lowered
    lines = [f"{name}: {ty}" for name, ty in zip(lowered.arg_names, lowered.arg_types, strict=True)]
    lines += [f"{name}: {ty}, from outside" for _, ty, name in lowered.captures]
    lines += [f"{name} = {value!r}, from outside" for name, value in lowered.constants]
    return "\n".join([_signature(spec), *(f"    {line}" for line in [*lines, f"returns {lowered.result}"])])


Signatures = str | list[str] | tuple[str, ...]


class JitOptions(TypedDict, total=False):
    """The options of `jit`."""

    signature: Signatures | None
    fastmath: bool
    strict: bool
    boundscheck: bool
    cache: bool
    parallel: bool
    tape_limit: int | None


@overload
def jit(f: Callable[..., object], **options: Unpack[JitOptions]) -> JitFunction: ...


@overload
def jit(
    f: Signatures | None = None, **options: Unpack[JitOptions]
) -> Callable[[Callable[..., object]], JitFunction]: ...


@ends_at_the_call
def jit(
    f: Callable[..., object] | Signatures | None = None,
    *,
    signature: Signatures | None = None,
    fastmath: bool = False,
    strict: bool = False,
    boundscheck: bool = True,
    cache: bool = True,
    parallel: bool = False,
    tape_limit: int | None = None,
) -> JitFunction | Callable[[Callable[..., object]], JitFunction]:
    """Compile a Python function; a decorator, with or without arguments.

    Args:
        f: the function; or a signature, or None, for a decorator with arguments.
        signature: one or several, as ``"float64(float64[:], int64)"``: compiled at once, and values that fit are converted.
        fastmath: LLVM may change the primal's arithmetic.
        strict: adjoint contributions are added in a fixed order.
        boundscheck: indices are checked.
        cache: compiled code is kept on disk.
        parallel: not supported yet.
        tape_limit: how many bytes the tape of a derivative may take.

    Returns:
        A function that is compiled for each new tuple of argument types when it is called first; with ``inspect_llvm()``,
        ``inspect_asm()``, ``inspect_types()`` and ``stats()``.

    Raises:
        UnsupportedError: ``f`` is no Python function, or ``parallel``; when it is compiled: something in it is not supported.
        TypingError: a signature cannot be read; when it is compiled or called: the types do not fit.
        MemoryError: (from derivatives) the tape is larger than ``tape_limit``.

    >>> import irad, numpy as np
    >>> @irad.jit
    ... def norm2(x):
    ...     total = 0.0
    ...     for i in range(len(x)):
    ...         total += x[i] * x[i]
    ...     return total
    >>> norm2(np.array([3.0, 4.0]))
    25.0
    """
    if parallel:
        raise UnsupportedError("parallel=True is not supported yet", hint="leave it out: loops run one after another")
    if isinstance(f, (str, list, tuple)):
        f, signature = None, f
    options = Options(fastmath=fastmath, strict=strict, limited=bool(tape_limit))
    given: list[Any] = list(signature) if isinstance(signature, (list, tuple)) else [signature]
    signatures = [s for s in given if s is not None]  # what is no text is an error where it is read

    @ends_at_the_call
    def decorate(fn: Callable[..., object]) -> JitFunction:
        from irad.frontends.python import run_again

        inner = run_again(fn) or fn
        made = JitFunction(_python(inner), options, boundscheck, signatures, cache)
        made.irad_function.tape_limit = tape_limit or 0
        if inner is not fn:
            made.irad_recompute = made.py_func  # type: ignore[attr-defined]
        return made

    return decorate if f is None else decorate(f)


def _python(fn: object) -> Callable[..., Any]:
    """The Python function to compile; that of a compiled one, which is compiled anew with other options."""
    from irad.frontends.python.messages.callable_names import not_compiled
    from irad.frontends.python.sources.made_functions import calling_function, dispatched

    found = fn.py_func if isinstance(fn, JitFunction) else calling_function(fn) or dispatched(fn) or fn
    if not isinstance(found, types.FunctionType):
        raise not_compiled(found)
    return found
