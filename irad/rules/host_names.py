"""Names of calls from compiled code back into Python: ``@irad_host.N.NAME``, where N is the key of the callee."""

from __future__ import annotations

import copy
import itertools
import re
from typing import Any

HOST = "irad_host."
_SYMBOL = re.compile(r"irad_host\.(\d+)\.(.*)")
_calls: dict[int, Any] = {}
_numbers = itertools.count(1)


def register(call: Any) -> int:
    """The number of a call (`irad.frontends.python.calls.host_frames.HostCall`) in this process."""
    number = next(_numbers)
    _calls[number] = call
    return number


def host_symbol(number: int, name: str) -> str:
    return f"{HOST}{number}.{name}"


def host_call(symbol: str) -> Any:
    """The call that a symbol stands for; None if the symbol is not of this kind."""
    found = _SYMBOL.fullmatch(symbol)
    return _calls.get(int(found[1])) if found is not None else None


_kept: dict[int, Any] = {}


def keep(value: Any) -> int:
    """Keep a Python object for the reverse sweep; the number that stands for it on the tape."""
    number = next(_numbers)
    _kept[number] = value
    return number


def kept(number: int, last: bool) -> Any:
    """A copy of the object of a number; with ``last`` the object itself, which is released from the table."""
    return _kept.pop(number) if last else copy.deepcopy(_kept[number])


def host_name(symbol: str) -> str:
    """The name of the Python function that a symbol stands for, "" if it is no such call."""
    found = _SYMBOL.fullmatch(symbol)
    return found[2] if found is not None else ""
