"""Dicts whose keys are texts around computed integers, ``{f"k{i}": v for i, v in enumerate(xs)}``: by these integers."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.library.shared.compiler_words import refused

_NO_KEYS = "the keys of this dict are texts of computed numbers, which cannot be taken one by one"
_HOW = "loop over the numbers, or take them as keys"


def number_in_text(text: Any, before: str, after: str) -> int | None:
    """The integer between two texts, as an f-string shows it; None in any other text.

    >>> number_in_text("k12", "k", ""), number_in_text("k012", "k", ""), number_in_text("j12", "k", "")
    (12, None, None)
    """
    if not isinstance(text, str) or not text.startswith(before) or not text.endswith(after):
        return None
    shown = text[len(before) : len(text) - len(after)]
    digits = shown.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        return None
    return int(shown) if str(int(shown)) == shown else None


class NumberedKeys:
    """``held``: a dict with integers as keys; ``before`` and ``after``: the texts around them, known when compiling."""

    irad_compiled = True
    irad_stands_for = dict

    def __init__(self, before: Any, after: Any, held: Any) -> None:
        self.before = before
        self.after = after
        self.held = held

    def __len__(self) -> int:
        return len(self.held)

    def __contains__(self, key: Any) -> bool:
        number = number_in_text(key, self.before, self.after)
        return number is not None and number in self.held

    def __getitem__(self, key: Any) -> Any:
        number = number_in_text(key, self.before, self.after)
        if number is None:
            raise KeyError(key)
        if number not in self.held:
            raise KeyError(key)
        return self.held[number]

    def get(self, key: Any, default: Any) -> Any:
        number = number_in_text(key, self.before, self.after)
        if number is None:
            return default
        return self.held.get(number, default)

    def values(self) -> Any:
        return self.held.values()

    def at_number(self, before: Any, after: Any, number: Any) -> Any:
        """The item of ``f"{before}{number}{after}"``."""
        if before != self.before or after != self.after:
            refused("these keys are not of the form that those of the dict have", "write the same texts around the number")
        if number not in self.held:
            raise KeyError(f"{before}{number}{after}")
        return self.held[number]

    def __iter__(self) -> Any:
        return refused(_NO_KEYS, _HOW)

    def keys(self) -> Any:
        return refused(_NO_KEYS, _HOW)

    def items(self) -> Any:
        return refused(_NO_KEYS, _HOW)
