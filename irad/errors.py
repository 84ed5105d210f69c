"""The one family of errors that irad raises.

Every error says what is wrong, where (the user's file, line, column and that source line), why, and what to do
instead.  Errors raised *by the user's own program* at run time (``IndexError``, ``ZeroDivisionError`` ...) are the
ordinary Python ones and are not defined here.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from irad.demangle import readable


@dataclass(frozen=True)
class Place:
    """A place in the user's source: file, 1-based line and column (0 = unknown)."""

    file: str
    line: int = 0
    column: int = 0
    text: str = ""

    def source_line(self) -> str:
        """The text of the line, read from the file when it was not given."""
        if self.text:
            return self.text
        return linecache.getline(self.file, self.line).rstrip("\n") if self.line else ""

    def __str__(self) -> str:
        out = self.file
        if self.line:
            out += f":{self.line}"
            if self.column:
                out += f":{self.column}"
        return out


class IradError(Exception):
    """Base of all irad errors.

    Attributes:
        message: what is wrong, and why.
        place: where, or None.
        hint: what to do instead, or "".
        code: a stable short name that programs may compare with.
        problems: an error for each thing that is wrong with a function, by file and line; this one, where it is the only one.

    >>> import irad
    >>> try:
    ...     irad.grad(lambda x: x * x)(3)
    ... except irad.IradError as error:
    ...     print(error.code, "-", error.message)
    typing - argument 0 is of type int64, which has no derivative
    """

    code = "error"

    def __init__(
        self,
        message: str,
        *,
        place: Place | None = None,
        hint: str = "",
        code: str = "",
        problems: Sequence[IradError] = (),
    ) -> None:
        self.message = message = readable(message)
        self.place = place
        self.several = tuple(problems)
        self.hint = hint
        if code:
            self.code = code
        super().__init__(self.render())

    @property
    def problems(self) -> tuple[IradError, ...]:
        return self.several or (self,)

    def render(self) -> str:
        """The whole text: place, message, source line with a caret, hint; of each problem where there are several."""
        if self.several:
            return "\n\n".join([f"{self.message}:", *(p.render() for p in self.several)])
        head = f"{self.place}: {self.message}" if self.place else self.message
        lines = [head]
        if self.place:
            source = self.place.source_line()
            if source.strip():
                lines.append(f"    {source}")
                if self.place.column:
                    lines.append("    " + " " * (self.place.column - 1) + "^")
        if self.hint:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)


class UnsupportedError(IradError):
    """A Python construct or an LLVM instruction that irad does not support.

    >>> import irad
    >>> def shown(x):
    ...     with open("x") as file:
    ...         return x
    >>> irad.grad(shown)(3.0)
    Traceback (most recent call last):
    irad.errors.UnsupportedError: ...is not supported in compiled functions...
    """

    code = "unsupported"


INTERNAL = (AttributeError, LookupError, AssertionError, RecursionError, TypeError, NameError, NotImplementedError)


@contextmanager
def no_internal_errors(name: str) -> Iterator[None]:
    """Context for compiling ``name``: an exception inside of irad becomes an `IradError` that reports an internal error."""
    try:
        yield
    except IradError:
        raise
    except INTERNAL as error:
        what = f"{type(error).__name__}: {str(error)[:200]}"
        hint = "please report it; until then write this function in another way"
        raise UnsupportedError(f"{name}() cannot be compiled, by a defect of irad ({what})", hint=hint) from error


class TypingError(IradError, TypeError):
    """A value has a type that an operation does not accept, or a type cannot be inferred.

    >>> import irad
    >>> irad.grad(lambda x: x * x)(3)
    Traceback (most recent call last):
    irad.errors.TypingError: ...argument 0 is of type int64, which has no derivative...
    """

    code = "typing"


class DifferentiationError(IradError):
    """A function has no derivative that irad can make; the message says for which value, why, and what to write instead.

    >>> import irad
    >>> m = irad.Module.from_ir("declare double @g(double)\\n"
    ...     "define double @f(double %x) {\\n  %y = call double @g(double %x)\\n  ret double %y\\n}")
    >>> irad.grad(m["f"])(1.0)
    Traceback (most recent call last):
    irad.errors.DifferentiationError: the function g has no definition and no rule, and active values pass through it...
    """

    code = "differentiation"


class AliasingError(IradError, ValueError):
    """Primals and shadows do not overlap in the same way.

    >>> import irad, numpy as np
    >>> x = np.ones(2)
    >>> irad.autodiff(lambda x: (x * x).sum(), irad.Duplicated(x, x))
    Traceback (most recent call last):
    irad.errors.AliasingError: the shadow of x overlaps the primal array x...
    """

    code = "aliasing"


class ActivityError(IradError, TypeError):
    """An annotation does not fit its argument (an integer as Active, a shadow of another shape ...).

    >>> import irad
    >>> irad.autodiff(lambda x: x * x, irad.Active(3))
    Traceback (most recent call last):
    irad.errors.ActivityError: x is Active, but it is not a float...
    """

    code = "activity"


class RuleError(IradError):
    """A custom rule is wrong or does not fit its function.

    >>> import irad
    >>> irad.check_rule(lambda x: x, 1.0)
    Traceback (most recent call last):
    irad.errors.RuleError: <lambda>() has no rules...
    """

    code = "rule"


class ParseError(IradError):
    """Text that is not LLVM IR, or IR that irad's reader does not support.

    >>> import irad
    >>> irad.Module.from_ir("define double @f( {")
    Traceback (most recent call last):
    irad.errors.ParseError: ...LLVM does not accept this IR...
    """

    code = "parse"
