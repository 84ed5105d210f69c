"""Tapes of split derivatives: each belongs to a function, to the arguments of the call that made it, and to one reverse."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from irad.annotations import Annotation, BatchDuplicated, Duplicated
from irad.errors import ActivityError
from irad.frontends.python.sources.python_types import parts_of
from irad.runtime.compiled import Lease


class Tape:
    """The data that an augmented call keeps for its reverse: used once, or closed."""

    def __init__(self, lease: Lease, owner: object, notes: Sequence[Annotation], call: Any) -> None:
        """``owner``: the function; ``notes``: the arguments of the augmented call; ``call``: what has to live as long."""
        self._lease, self._lock = lease, threading.Lock()
        self.owner, self.notes, self.call = owner, tuple(notes), call
        self.arena = self.pointer = 0
        self.derivative: Any = None
        self.closed = False

    def close(self) -> None:
        """Free the tape without running the reverse."""
        with self._lock:
            if self.closed:
                return
            self.closed = True
        self._lease.__exit__(None, None, None)

    def __del__(self) -> None:
        self.close()


def check_declared(declared: Sequence[object], given: Sequence[Annotation]) -> None:
    """Check that the arguments are annotated as declared to `autodiff_thunk` (by annotations, or by their classes).

    Raises `ActivityError` where they are not.
    """
    kinds = [a if isinstance(a, type) else type(a) for a in declared]
    if not kinds or not all(issubclass(k, Annotation) for k in kinds):
        return
    if kinds != [type(n) for n in given]:
        said, found = (", ".join(k.__name__ for k in ks) for ks in (kinds, [type(n) for n in given]))
        raise ActivityError(f"autodiff_thunk was told ({said}), the arguments are ({found})")


def check_tape(tape: object, owner: object, name: str, notes: Sequence[Annotation]) -> Tape:
    """``tape`` if it can be used by the reverse of ``owner`` with these arguments; raises `ActivityError` otherwise."""
    again = "call the augmented function, and give what it returns"
    if not isinstance(tape, Tape):
        raise ActivityError(f"tape= is what the augmented function returned, not {type(tape).__name__}", hint=again)
    if tape.owner is not owner:
        raise ActivityError(f"this tape is that of another function than {name}()", hint=again)
    if tape.closed:
        raise ActivityError("this tape was used or closed already", hint="call the augmented function again")
    if len(notes) != len(tape.notes):
        raise ActivityError(
            f"reverse takes the {len(tape.notes)} arguments of the augmented call, {len(notes)} were given",
            hint="reverse(*args, tape=tape, seed=...)",
        )
    for k, (note, made) in enumerate(zip(notes, tape.notes, strict=True)):
        if type(note) is not type(made):
            kinds = f"{type(made).__name__}, not {type(note).__name__}"
            raise ActivityError(f"argument {k} is annotated differently from that of the augmented call: {kinds}")
        if not _same(note.val, made.val):
            raise ActivityError(f"argument {k} is not that of the augmented call", hint="the tape holds what belongs to that one")
        if isinstance(note, (Duplicated, BatchDuplicated)) and not _same(note.dval, getattr(made, "dval", None)):
            text = f"the shadow of argument {k} is not that of the augmented call"
            raise ActivityError(text, hint="the derivative is added where the augmented call was told")
    return tape


def _same(a: object, b: object) -> bool:
    """Whether two values are the same memory, or equal numbers."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and _place(a) == _place(b)
    if type(a) is not type(b):
        return False
    mine, other = parts_of(a), parts_of(b)
    if mine is not None and other is not None:
        return len(mine) == len(other) and all(_same(x, y) for x, y in zip(mine, other, strict=True))
    if isinstance(a, (int, float, np.generic)):
        return bool(a == b) or bool(a != a and b != b)
    return False


def _place(a: np.ndarray) -> object:
    return a.__array_interface__["data"][0], a.shape, a.strides, a.dtype
