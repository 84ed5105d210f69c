"""The operands of metadata nodes: ``!{!"double", !4, i64 0}``."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

_OPERAND = re.compile(r'!"((?:[^"\\]|\\.)*)"|(!\d+)|i\d+ (-?\d+)|([^,{}!\s][^,{}]*)')


class NodeName(str):
    """The name of another node, ``!12``."""

    __slots__ = ()


NodeOperand = str | NodeName | int | None


@lru_cache(maxsize=4096)
def operands(text: str) -> tuple[NodeOperand, ...]:
    """The operands of a node: strings, names of other nodes, integers; None for anything else.

    >>> operands('!{!"any pointer", !5, i64 0, null}')
    ('any pointer', '!5', 0, None)
    """
    head, brace, body = text.partition("!{")
    out: list[NodeOperand] = []
    for string, node, number, other in _OPERAND.findall(body if brace else head):
        out.append(NodeName(node) if node else int(number) if number else None if other else string)
    return tuple(out)


def first_string(text: str) -> str:
    """The first operand, if that is a string, else ""."""
    found = operands(text)[:1]
    return found[0] if found and isinstance(found[0], str) and not isinstance(found[0], NodeName) else ""


def numbered(text: str) -> list[tuple[NodeName, int]]:
    """The operands that are names of nodes with a number behind them: members of a structure and their offsets."""
    found = operands(text)
    pairs = itertools.pairwise(found)
    return [(node, number) for node, number in pairs if isinstance(node, NodeName) and isinstance(number, int)]
