"""`lint`: everything in functions that cannot be compiled, whatever the types of their arguments."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any

from irad.errors import IradError, Place, UnsupportedError
from irad.tracebacks import ends_at_the_call


@ends_at_the_call
def lint(f: Callable[..., object]) -> list[IradError]:
    """What in a function, and in the Python functions and methods that it calls, cannot be compiled, without calling it.

    Args:
        f: a function, a method, an object that can be called, or what `jit` or a decorator has made of it; a class (its methods).

    Returns:
        An error for each problem, by file and line: functions of libraries that irad does not know, statements that are not
        supported, names that are not defined.  What depends on the types of arguments is not among them: compilation finds that.

    Raises:
        TypeError: ``f`` is not callable.

    >>> import irad, numpy as np
    >>> def f(x):
    ...     return np.unpackbits(x, 2) + np.packbits(x)
    >>> [problem.message for problem in irad.lint(f)]
    ['np.unpackbits is not supported in compiled functions', 'np.packbits is not supported in compiled functions']
    """
    from irad.frontends.python.compiler.static_walk import methods_of, walk_all
    from irad.frontends.python.messages.callable_names import full_name, is_foreign
    from irad.frontends.python.sources.captured import plain
    from irad.frontends.python.sources.instances import is_instance

    if not callable(f):
        raise TypeError(f"{f!r} is not a function")
    if isinstance(f, type) and f.__module__ != "builtins":
        return walk_all([m for _, m in methods_of(f)], [f]).listed()
    owner = getattr(f, "__self__", f)
    classes = [type(owner)] if is_instance(owner) else []
    fn = plain(f)
    if classes:
        fn = f.__func__ if isinstance(f, types.MethodType) else type(f).__call__
    if not isinstance(fn, types.FunctionType) or (is_foreign(fn) and hasattr(fn, "__wrapped__")):
        wrapped = inspect.unwrap(fn)
        code = getattr(wrapped, "__code__", None)
        name = full_name(f)
        place = Place(code.co_filename, code.co_firstlineno) if isinstance(code, types.CodeType) else None
        text = f"{name} is {_what(fn)}, not a Python function that can be compiled"
        return [UnsupportedError(text, place=place, hint="compile the function itself, and decorate what irad.jit makes of it")]
    return walk_all([fn], classes).listed()


def _what(f: Any) -> str:
    if isinstance(f, type):
        return "a class"
    if isinstance(f, types.FunctionType):
        return "what a decorator has made of a function"
    return f"an object of type {type(f).__name__}"


def functions_of(module: Any) -> Iterator[tuple[str, Any]]:
    """The functions that a module defines, and the methods of its classes, by the names under which they are found."""
    for name, value in vars(module).items():
        if isinstance(value, type):
            if value.__module__ == module.__name__:
                yield from ((f"{name}.{n}", m) for n, v in vars(value).items() if (m := _method(v, module)) is not None)
        elif callable(value) and _defined_in(value, module):
            yield name, value


def named(module: Any, name: str) -> Any:
    """A function of a module, or a method with its class before a dot; None if there is none."""
    first, *rest = name.split(".")
    found = vars(module).get(first)
    for part in rest:
        found = inspect.getattr_static(found, part, None)
    found = getattr(found, "__func__", None) or getattr(found, "fget", None) or found
    return found if callable(found) else None


def _method(v: Any, module: Any) -> Any:
    found = getattr(v, "__func__", None) or getattr(v, "fget", None) or v
    return found if callable(found) and not isinstance(found, type) and _defined_in(found, module) else None


def _defined_in(f: Any, module: Any) -> bool:
    code = getattr(inspect.unwrap(getattr(f, "py_func", f)), "__code__", None)
    return code is not None and code.co_filename == getattr(module, "__file__", None)
