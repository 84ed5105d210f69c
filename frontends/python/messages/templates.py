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


def format_of_percent(conversion: str) -> tuple[str, str]:
    """The format (of ``format``) for a conversion of ``%``, and its kind ("s", "r", "d", or "" for other numbers).

    >>> format_of_percent("-5d"), format_of_percent("6s"), format_of_percent("+.3f")
    (('<5d', 'd'), ('>6', 's'), ('+.3f', ''))
    """
    rest, kind = conversion[:-1].rstrip("lLh"), {"i": "d", "u": "d"}.get(conversion[-1], conversion[-1])
    sized = rest.lstrip("-+ #0")
    flags = rest[: len(rest) - len(sized)]
    as_text = kind in "sra"
    width = sized.partition(".")[0]
    aligned = ("<" if "-" in flags else ">" if as_text or "0" not in flags else "") if width else ""
    sign = "" if as_text else "+" if "+" in flags else " " if " " in flags else ""
    other = "" if as_text else "#" * ("#" in flags) + "0" * ("0" in flags and "-" not in flags)
    return aligned + sign + other + sized + ("" if as_text else kind), kind if kind in "srd" else ""
