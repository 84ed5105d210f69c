"""Amounts of memory as users write them."""

from __future__ import annotations

import re

_UNITS = {"": 1, "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_AMOUNT = re.compile(r" *(\d+(?:\.\d+)?) *([A-Za-z]*) *")
FORM = 'write it as "200MB" or "64 MiB", or as a number of bytes'


def byte_count(text: str) -> int | None:
    """The number of bytes that a text such as "64 MiB" says; None if it says none.

    >>> byte_count("200MB"), byte_count("1.5 KiB"), byte_count("much")
    (200000000, 1536, None)
    """
    found = _AMOUNT.fullmatch(text)
    if found is None or found[2] not in _UNITS:
        return None
    return int(float(found[1]) * _UNITS[found[2]])


def shown(count: float) -> str:
    """A number of bytes for people, in powers of 1000.

    >>> shown(512), shown(1_048_576), shown(3.2e9)
    ('512 B', '1.05 MB', '3.2 GB')
    """
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count:.0f} B"
