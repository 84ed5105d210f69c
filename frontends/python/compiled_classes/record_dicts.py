"""Dicts of known keys with values of several types, as objects in memory: each key is an attribute, and need not be there.

So a name may hold one of several such dicts, dicts may hold one another (trees), and who holds one sees its changes.
"""

from __future__ import annotations

from typing import Any

_KEY = "key "  # no name in Python has a space


def attribute_of(key: str) -> str:
    """The attribute that holds the value of a key."""
    return _KEY + key


def has_key(record: Any, key: str) -> bool:
    """Whether a dict has a key: lowered by `containers/record_objects.py`."""
    raise NotImplementedError


def key_names(record: Any) -> tuple[str, ...]:
    """The keys, where they are known when compiling: lowered by `containers/record_objects.py`."""
    raise NotImplementedError


def as_computed(record: Any) -> None:
    """Compile anew with a dict of computed keys: lowered by `containers/record_objects.py`."""
    raise NotImplementedError


class RecordDict:
    """A dict whose keys are texts that are known when compiling."""

    irad_compiled = True
    irad_stands_for: type = dict

    def __getitem__(self, key: str) -> Any:
        if not has_key(self, key):
            raise KeyError(key)
        return getattr(self, attribute_of(key))

    def __setitem__(self, key: str, value: Any) -> None:
        setattr(self, attribute_of(key), value)

    def __contains__(self, key: str) -> bool:
        return has_key(self, key)

    def get(self, key: str, default: Any = None) -> Any:
        if not has_key(self, key):
            return default
        return getattr(self, attribute_of(key))

    def setdefault(self, key: str, default: Any = None) -> Any:
        if not has_key(self, key):
            setattr(self, attribute_of(key), default)
        return getattr(self, attribute_of(key))

    def update(self, other: Any) -> None:
        for key, value in other.items():
            self[key] = value

    def pop(self, key: str, *default: Any) -> Any:
        as_computed(self)

    def popitem(self) -> Any:
        as_computed(self)

    def clear(self) -> None:
        as_computed(self)

    def copy(self) -> Any:
        as_computed(self)

    def __delitem__(self, key: str) -> None:
        as_computed(self)

    def __eq__(self, other: object) -> Any:
        as_computed(self)

    def __ne__(self, other: object) -> Any:
        as_computed(self)

    def __or__(self, other: Any) -> Any:
        as_computed(self)

    def __ior__(self, other: Any) -> Any:
        as_computed(self)

    def keys(self) -> Any:
        return key_names(self)

    def values(self) -> Any:
        return tuple(getattr(self, attribute_of(key)) for key in key_names(self))

    def items(self) -> Any:
        return tuple((key, getattr(self, attribute_of(key))) for key in key_names(self))

    def __iter__(self) -> Any:
        return iter(key_names(self))

    def __len__(self) -> int:
        return len(key_names(self))

    def __bool__(self) -> bool:
        return len(key_names(self)) > 0


RecordDict.__name__ = "dict"
