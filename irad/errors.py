"""The one family of errors that irad raises.

Every error says what is wrong, where (the user's file, line, column and that source line), why, and what to do
instead.  Errors raised *by the user's own program* at run time (``IndexError``, ``ZeroDivisionError`` ...) are the
ordinary Python ones and are not defined here.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterator
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

    ``message`` says what and why, ``place`` where, ``hint`` what to do instead, ``code`` is a stable short name that
    programs may compare with.
    """

    code = "error"

    def __init__(self, message: str, *, place: Place | None = None, hint: str = "", code: str = "") -> None:
        self.message = message = readable(message)
        self.place = place
        self.hint = hint
        if code:
            self.code = code
        super().__init__(self.render())

    def render(self) -> str:
        """The whole text: place, message, source line with a caret, hint."""
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
    """A Python construct or an LLVM instruction that irad does not handle."""

    code = "unsupported"


_INTERNAL = (AttributeError, LookupError, AssertionError, RecursionError, TypeError, NameError, NotImplementedError)


@contextmanager
def no_internal_errors(name: str) -> Iterator[None]:
    """Context for compiling ``name``: an exception inside of irad becomes an `IradError` that reports an internal error."""
    try:
        yield
    except IradError:
        raise
    except _INTERNAL as error:
        what = f"{type(error).__name__}: {str(error)[:200]}"
        hint = "please report it; until then write this function in another way"
        raise UnsupportedError(f"{name}() cannot be compiled, by a defect of irad ({what})", hint=hint) from error


class TypingError(IradError, TypeError):
    """A value has a type that the operation does not take, or whose type cannot be found."""

    code = "typing"


class DifferentiationError(IradError):
    """No derivative can be made; says for which value, why, and what to write instead."""

    code = "differentiation"


class AliasingError(IradError, ValueError):
    """Primals and shadows do not overlap in the same way."""

    code = "aliasing"


class ActivityError(IradError, TypeError):
    """An annotation does not fit its argument (an integer as Active, a shadow of another shape ...)."""

    code = "activity"


class RuleError(IradError):
    """A custom rule is wrong or does not fit its function."""

    code = "rule"


class ParseError(IradError):
    """Text that is not LLVM IR, or IR that irad's reader cannot take."""

    code = "parse"
