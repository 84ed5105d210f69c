"""Code as it is compiled for elsewhere, which calls nothing of NumPy's, run here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest import mock

from irad.frontends.python import lower
from irad.pycall import specialisation
from irad.runtime import compiled
from irad.transform.declared.process_marks import decide


def _lowered(*args: Any, process: bool, **kw: Any) -> Any:
    return lower(*args, **kw)


@contextmanager
def for_elsewhere() -> Iterator[None]:
    """What is compiled in this context is as in a library that is exported."""
    not_here = partial(decide, process=False, values_only=False)
    with (
        mock.patch.object(specialisation, "lower", _lowered),
        mock.patch.object(compiled, "decide", lambda module, **_: not_here(module)),
    ):
        yield
