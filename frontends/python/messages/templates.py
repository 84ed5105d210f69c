"""Texts of messages: what expressions make such texts, the parts of formats, the numbers of details."""

from __future__ import annotations

import ast
import re
from typing import Any

_DETAIL = re.compile(r"\{\{|\}\}|\{(\d)((?::[^{}]*)?)\}")


def renumbered(template: str, first: int) -> tuple[str, int]:
    """The template of a message whose details are numbered from ``first`` on, and how many there are."""
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        if found[1] is None:
            return found[0]
        count = max(count, int(found[1]) + 1)
        return f"{{{int(found[1]) + first}{found[2]}}}"

    return _DETAIL.sub(number, template), count


def is_message(node: Any) -> bool:
    """Whether an expression makes a text, as far as its form tells."""
    if isinstance(node, ast.BinOp):
        return is_message(node.left) or (isinstance(node.op, ast.Add) and is_message(node.right))
    of_str = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "repr")
    return of_str or isinstance(node, ast.JoinedStr) or _is_constant_text(node) or is_format(node)


def _is_constant_text(node: Any) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_format(node: Any) -> bool:
    """Whether an expression is `text.format(...)`."""
    call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    return call and _is_constant_text(node.func.value) and not any(isinstance(a, ast.Starred) for a in node.args)


def percent_parts(template: str) -> list[tuple[str, str]]:
    """(text, conversion without "%") of a format."""
    out: list[tuple[str, str]] = []
    text, k = "", 0
    while k < len(template):
        if template[k] != "%":
            text, k = text + template[k], k + 1
        elif template[k + 1 : k + 2] == "%":
            text, k = text + "%", k + 2
        else:
            end = k + 1
            while end < len(template) and not template[end].isalpha():
                end += 1
            out.append((text, template[k + 1 : end + 1]))
            text, k = "", end + 1
    return [*out, (text, "")]
