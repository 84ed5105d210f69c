"""Compilations kept on disk as Python objects: what `irad.llvm.compile_cache` stores, pickled.

A key has everything that the value depends on, except what `irad.llvm.compile_cache.stamp` covers.  An empty key: do not store.
"""

from __future__ import annotations

import pickle
from typing import Any

from irad.llvm.compile_cache import disk_cache


def load(key: str) -> Any:
    """The value stored under ``key``, or None."""
    cache = disk_cache() if key else None
    data = cache.get(key) if cache is not None else None
    if data is None:
        return None
    try:
        return pickle.loads(data)
    except Exception:  # written by something else under the same key, or naming a class that is gone: compile again
        return None


def save(key: str, value: object) -> None:
    """Keep ``value`` if that is possible."""
    cache = disk_cache() if key else None
    if cache is None:
        return
    try:
        data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    except Exception:  # an exception class defined inside a function, say: this one is compiled in every process
        return
    cache.put(key, data)

