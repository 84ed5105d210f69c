"""Tracebacks that end at the user's call: frames inside of irad are left out, unless ``IRAD_TRACEBACK=full`` is set.

A function that users call catches what is raised in it, calls `hide_own_frames`, and raises it again with a bare ``raise``, by
which Python adds no frame for it.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import types
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from irad.errors import IradError

P = ParamSpec("P")
T = TypeVar("T")


def hide_own_frames(error: BaseException) -> None:
    """Take irad's own frames out of the traceback of an exception, and of those that it was raised from or during."""
    if os.environ.get("IRAD_TRACEBACK") == "full":
        return
    seen: set[int] = set()
    todo: list[BaseException] = [error]
    while todo:
        e = todo.pop()
        if id(e) in seen:
            continue
        seen.add(id(e))
        e.__traceback__ = _without_own(e.__traceback__, isinstance(e, IradError))
        cause, hidden = e.__cause__, e.__suppress_context__
        context = e.__context__
        while context is not None and _is_own(context):  # what irad has caught is no news to the user
            context = context.__context__
        e.__context__ = context
        if isinstance(e, IradError) and cause is not None and _is_own(cause):
            e.__cause__ = None
        e.__suppress_context__ = hidden
        todo += [x for x in (e.__cause__, context) if x is not None]


def ends_at_the_call(f: Callable[P, T]) -> Callable[P, T]:
    """Decorator of functions that users call: tracebacks of exceptions end at the call."""

    @functools.wraps(f)
    def call(*args: P.args, **keywords: P.kwargs) -> T:
        try:
            return f(*args, **keywords)
        except BaseException as error:
            hide_own_frames(error)
            raise

    return call


def _without_own(tb: types.TracebackType | None, cut: bool = False) -> types.TracebackType | None:
    """A traceback without irad's frames; ``cut``: and without all behind the first of them."""
    frames = []
    while tb is not None:
        if not _is_own_file(tb.tb_frame.f_code.co_filename):
            frames.append(tb)
        elif cut:
            break
        tb = tb.tb_next
    out: types.TracebackType | None = None
    for t in reversed(frames):
        out = types.TracebackType(out, t.tb_frame, t.tb_lasti, t.tb_lineno)
    return out


def _is_own(error: BaseException) -> bool:
    """Whether an exception was raised and caught inside of irad."""
    return _without_own(error.__traceback__) is None


@functools.cache
def _own_folders() -> tuple[str, ...]:
    frontends = getattr(sys.modules.get("irad.frontends"), "__file__", None)
    homes = (__file__, frontends or __file__)
    return tuple(os.path.join(os.path.dirname(os.path.abspath(f)), "") for f in homes)


@functools.cache
def _is_own_file(file: str) -> bool:
    return file in (contextlib.__file__, functools.__file__) or os.path.abspath(file).startswith(_own_folders())
