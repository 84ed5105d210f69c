"""What is compiled, shown on a terminal while a compilation takes longer than two seconds.

Nothing is shown where standard error is no terminal, where ``rich`` is missing, or with ``IRAD_PROGRESS=0`` in the environment.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE = 2.0  # seconds


class _Display:
    """The line on the terminal, of the thread that compiles; it appears when the time is up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._status: Any = None
        self._text = ""
        self._done = False
        self._timer = threading.Timer(PATIENCE, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def say(self, text: str) -> None:
        """Show another text."""
        with self._lock:
            self._text = text.replace("[", r"\[")
            if self._status is not None:
                self._status.update(self._text)

    def _appear(self) -> None:
        try:
            from rich.console import Console
        except ImportError:
            return
        with self._lock:
            if self._done:
                return
            with suppress(Exception):  # another display is live, or the terminal is gone: nothing depends on it
                self._status = Console(stderr=True).status(self._text)
                self._status.start()

    def end(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._done = True
            if self._status is not None:
                with suppress(Exception):
                    self._status.stop()


class _Present(threading.local):
    display: _Display | None = None
    what: str = ""


_present = _Present()


def is_shown() -> bool:
    """Whether long compilations are shown."""
    if os.environ.get("IRAD_PROGRESS") == "0":
        return False
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # it is closed
        return False


@contextmanager
def compiling(what: str) -> Iterator[None]:
    """Context of a compilation; the outermost one in a thread decides when something is shown."""
    outer, before = _present.display, _present.what
    if outer is None and not is_shown():
        yield
        return
    display = outer or _Display()
    _present.display, _present.what = display, what
    display.say(f"irad: {what}")
    try:
        yield
    finally:
        _present.display, _present.what = outer, before
        if outer is None:
            display.end()


def reached(stage: str) -> None:
    """The stage of the compilation that begins now."""
    if _present.display is not None:
        _present.display.say(f"irad: {_present.what} ({stage})")
