"""Attributes of functions, parameters and calls, in the order in which LLVM prints them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

_NUMBER = re.compile(r"(?<![\w.])-?\d+")
_WORD = re.compile(r'"[^"]*"="[^"]*"|"[^"]*"|align(?:stack)? \d+|[a-z_0-9]+\((?:[^()]|\([^()]*\))*\)|[a-z_0-9=]+')
_NAME = re.compile(r'"([^"]*)"|[a-z_]+')


class AttributeSet:
    """An immutable sequence of attributes without repetition.

    A word is one attribute as LLVM spells it: ``nounwind``, ``memory(none)``, ``align 8``, ``"irad-status"``,
    ``"frame-pointer"="all"``.  Its name is the part before the value, without quotes.

    >>> a = AttributeSet(["nounwind", "memory(argmem: read)", '"irad-sizes"="1:8"'])
    >>> "nounwind" in a, a.value("irad-sizes"), a.value("memory"), a.value("align")
    (True, '1:8', 'argmem: read', None)
    >>> str(a.without("memory").adding("cold"))
    'nounwind "irad-sizes"="1:8" cold'
    """

    __slots__ = ("_values", "words")

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = tuple(dict.fromkeys(words))
        self._values: dict[str, str] | None = None

    @staticmethod
    @lru_cache(maxsize=4096)
    def parse(text: str) -> AttributeSet:
        """The attributes in a piece of LLVM's text."""
        return AttributeSet(_WORD.findall(text))

    def value(self, name: str) -> str | None:
        """The value of an attribute, "" for one without a value; None if the attribute is absent."""
        if self._values is None:
            self._values = {_name(w): _value(w) for w in self.words}
        return self._values.get(name)

    def numbers(self, name: str) -> tuple[int, ...] | None:
        """The numbers in an attribute's value, without those in names of types; None if the attribute is absent.

        >>> AttributeSet.parse('align 8 range(i64 -1, 5) "irad-sizes"="2:8"').numbers("range")
        (-1, 5)
        """
        said = self.value(name)
        return None if said is None else tuple(map(int, _NUMBER.findall(said)))

    def only(self, *names: str) -> AttributeSet:
        """The attributes of these names."""
        return AttributeSet(w for w in self.words if _name(w) in names)

    def names(self) -> tuple[str, ...]:
        """The names of all attributes, without their values."""
        return tuple(map(_name, self.words))

    def adding(self, *words: str) -> AttributeSet:
        """A set with more words at the end."""
        return AttributeSet((*self.words, *words))

    def without(self, *names: str) -> AttributeSet:
        """A set without the attributes of these names."""
        return AttributeSet(w for w in self.words if _name(w) not in names)

    def __contains__(self, word: str) -> bool:
        return word in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AttributeSet) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)

    def __str__(self) -> str:
        return " ".join(self.words)

    def __repr__(self) -> str:
        return f"<{self}>"


def _name(word: str) -> str:
    found = _NAME.match(word)
    return (found[1] if found[1] is not None else found[0]) if found is not None else word


def _value(word: str) -> str:
    if word.startswith('"'):
        return word.partition("=")[2].strip('"')
    if word.endswith(")"):
        return word[word.index("(") + 1 : -1]
    return word.partition(" ")[2] or word.partition("=")[2]
