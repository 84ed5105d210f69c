"""Error sites of code that is compiled while a derivative is made: user rules.

Their numbers are hashes of their contents, so that they mean the same in every process and in code kept on disk, and do not
collide with the numbers of a function's own sites, which count from 1.  The compilation of a derivative collects those that were
used (`collecting`) and keeps them with the code.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import struct
import threading
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from irad.errors import IradError, Place

_FIRST = 1 << 24
HOST_RAISED = _FIRST - 1
_pending = threading.local()
_sites: dict[int, ErrorSite] = {}
_collectors: ContextVar[tuple[dict[int, ErrorSite], ...]] = ContextVar("collectors", default=())


def text_number(text: str) -> int:
    """What stands for a text at run time where it is one of several: 48 bits that depend on it alone.

    They are the bits of no float that occurs in practice, so that analyses take what holds them for an integer.
    """
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "little")


def text_format(options: tuple[str, ...]) -> str:
    """The kind of a detail that is the number of one of these texts."""
    return "text " + " ".join(t.encode("utf-8", "surrogatepass").hex() for t in options)


class Detail(int):
    """A number that belongs to an error, 64 bits.

    Its format in a message says what it is: ``{0}`` an integer; ``{0:float:.3g}``, ``{0:bool:}`` a float or a truth value,
    formatted as the rest says; with "np." in front as ``repr`` shows NumPy's numbers; `text_format` one of several texts.
    With "shown " before all that, the rest formats the text that ``str`` or ``repr`` makes of it.

    >>> "{0:float:.2f}, {0:shown np.float:>16}".format(Detail(0x4004000000000000))
    '2.50,  np.float64(2.5)'
    """

    def __format__(self, spec: str) -> str:
        kind, colon, rest = spec.partition(":")
        if not colon:
            return int(self).__format__(spec)
        shown = kind.removeprefix("shown ")
        if shown != kind:
            return format(format(self, f"{shown}:"), rest)
        name = kind.removeprefix("np.")
        text = format(self.number(name), rest)
        if name == kind:
            return str(text)
        return f"np.{text}_" if name == "bool" else f"np.{name}64({text})"

    def number(self, kind: str) -> Any:
        """The number: of the kind "int", "float" or "bool"; or the text."""
        if kind == "float":
            return struct.unpack("<d", struct.pack("<q", self))[0]
        if kind.startswith("text "):
            options = [bytes.fromhex(t).decode("utf-8", "surrogatepass") for t in kind[5:].split(" ")]
            return next(t for t in options if text_number(t) == self)
        return bool(self) if kind == "bool" else int(self)


MOST_DETAILS = 4  # numbers that are known at run time only, in the message of an error
ARGUMENT = "\x00"  # stands before each argument, in the messages of exceptions that are made of other things than a text


def arguments(message: str) -> list[tuple[str, str]] | None:
    """The arguments that an exception is made of, if its message has such: each by keyword (or ""), and as `value_of` takes it.

    >>> arguments("\\x00:'no {{0}}'\\x00count:={0:int:}")
    [('', "'no {{0}}'"), ('count', '={0:int:}')]
    """
    parts = message.split(ARGUMENT)
    found = [p.partition(":") for p in parts[1:]]
    return [(name, form) for name, _, form in found] if len(parts) > 1 or message == ARGUMENT else None


def value_of(form: str, details: tuple[int, ...]) -> Any:
    """An argument of an exception: a template of a text as ``repr`` shows it, or ``=`` and the detail or the literal that it is.

    >>> value_of("'step {0}'", (3,)), value_of("={0:np.float:}", (0x4004000000000000,)), value_of("=None", ())
    ('step 3', np.float64(2.5), None)
    >>> value_of("=({0}, 1)", (2,))
    (2, 1)
    """
    if not form.startswith("="):
        return ast.literal_eval(form).format(*map(Detail, details))
    if form.startswith("=("):
        return ast.literal_eval(form[1:].format(*map(Detail, details)))
    if not form.startswith("={"):
        return ast.literal_eval(form[1:])
    number, kind, _ = form[2:-1].split(":")
    found = Detail(details[int(number)]).number(kind.removeprefix("np."))
    return found if not kind.startswith("np.") else np.bool_(found) if kind == "np.bool" else np.array(found)[()]


def of_parts(template: str) -> str:
    """The message of a KeyError of a tuple, as a template of how Python writes it."""
    return f"{ARGUMENT}:={template}"


def of_key(key: Any) -> str:
    """The message of a KeyError of a key.

    >>> of_key("a"), of_key(7), of_key((1, "b"))
    ('a', '\\x00:=7', "\\x00:=(1, 'b')")
    """
    parts = key if isinstance(key, tuple) else (key,)
    plain = all(type(p) in (str, int, float, bool, type(None)) for p in parts) and not isinstance(key, str)
    return f"{ARGUMENT}:={key!r}" if plain else str(key)


def only_text(message: str, shows_key: bool = False) -> str | None:
    """The text of an exception that is made of a number, or of None, as a template; ``shows_key``: as KeyError shows it.

    >>> only_text("\\x00:={0:np.float:}"), only_text("\\x00:={0:int:}"), only_text("\\x00:=None"), only_text("\\x00:=1\\x00:=2")
    ('{0:float:}', '{0}', 'None', None)
    """
    (_, form), *more = arguments(message) or [("", ""), ("", "")]
    if more or not form.startswith("="):
        return None
    if not form.startswith("={"):
        return form[1:]
    number, kind, _ = form[2:-1].split(":")
    shown = kind if shows_key else kind.removeprefix("np.")
    return f"{{{number}}}" if shown == "int" else f"{{{number}:{shown}:}}"


@dataclass(frozen=True)
class ErrorSite:
    """A place where compiled code may raise: exception class, message with {0}.. for details (`Detail`), source place.

    The message of an exception that is made of other things than a text has them as `arguments`.
    """

    kind: type[Exception]
    message: str
    place: Place

    def error(self, details: tuple[int, ...]) -> Exception:
        """The exception."""
        given = arguments(self.message)
        if given is not None:
            values = [(name, value_of(form, details)) for name, form in given]
            made = self.kind(*(v for name, v in values if not name), **{name: v for name, v in values if name})
            note_place(made, self.place)
            return made
        text = self.message.format(*map(Detail, details)) if set("{}") & set(self.message) else self.message
        if issubclass(self.kind, IradError):
            return self.kind(text, place=self.place)
        key = self.kind is KeyError and self.message == "{0}"
        error = self.kind(details[0]) if key else self.kind(text) if text else self.kind()
        note_place(error, self.place)
        return error


def note_place(error: BaseException, place: Place) -> None:
    """Note on an exception where compiled code has raised it."""
    if hasattr(error, "add_note"):
        error.add_note(f"raised in compiled code at {place}: {place.source_line().strip()}")


def late_number(kind: type[Exception], message: str, place: Place) -> int:
    """The number of a site, between 2^24 and 2^31."""
    text = f"{kind.__module__}.{kind.__qualname__}|{message}|{place}"
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
    return _FIRST + number % ((1 << 31) - _FIRST)


def add_late_site(kind: type[Exception], message: str, place: Place) -> int:
    """Register a site; its number."""
    site = ErrorSite(kind, message, place)
    number = late_number(kind, message, place)
    while _sites.setdefault(number, site) != site:
        number += 1
    for collector in _collectors.get():
        collector[number] = site
    return number


def late_site(number: int) -> ErrorSite | RaisedByPython | None:
    """The error site of a status number."""
    return RaisedByPython() if number == HOST_RAISED else _sites.get(number)


class RaisedByPython:
    """The site of all exceptions of Python functions that compiled code has called."""

    def error(self, details: tuple[int, ...]) -> BaseException:
        """The exception that was raised in this thread."""
        found: BaseException | None = getattr(_pending, "error", None)
        _pending.error = None
        return found if found is not None else IradError("an exception of a Python function got lost")


def pend(error: BaseException) -> None:
    """Keep an exception, to be raised by the caller of the compiled code."""
    _pending.error = error


def restore(sites: Mapping[int, ErrorSite]) -> bool:
    """Register the sites that were kept with code; False if one of the numbers stands for another site in this process."""
    return all(_sites.setdefault(n, s) == s for n, s in sites.items())


@contextlib.contextmanager
def collecting() -> Iterator[dict[int, ErrorSite]]:
    """The sites that are made or used meanwhile."""
    found: dict[int, ErrorSite] = {}
    token = _collectors.set((*_collectors.get(), found))
    try:
        yield found
    finally:
        _collectors.reset(token)
