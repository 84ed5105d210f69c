"""Parser of type signatures like Numba's."""

from __future__ import annotations

import re

from irad.errors import TypingError
from irad.frontends.python.sources.dtypes import DTYPES, PYTHON
from irad.frontends.python.sources.python_types import NONE, Array, Scalar, Tuple, Ty

_OTHER_NAMES = {
    "boolean": "bool",
    "float": "float64",
    "int": "int64",
    "intp": "int64",
    "uintp": "uint64",
    "complex": "complex128",
}
_KINDS = {**{kind: kind for kind in DTYPES}, **_OTHER_NAMES}
_ARRAY = re.compile(r"(\w+)\[([^\]]*)\]\Z")


def parse_type(text: str) -> Ty:
    """``"float64[:, ::1]"``, ``"int64"``, ``"(float64, float64[:])"``."""
    text = text.strip()
    if text in ("void", "none", "None"):
        return NONE
    if text in _KINDS:  # values are converted to Python's numbers
        return Scalar(_KINDS[text], weak=_KINDS[text] in PYTHON)
    found = _ARRAY.match(text)
    if found and found[1] in _KINDS:
        axes = [a.strip() for a in found[2].split(",")]
        if all(a in (":", "::1") for a in axes) and "::1" not in axes[:-1]:
            return Array(_KINDS[found[1]], len(axes), "C" if axes[-1] == "::1" else "A")
    if text.startswith("(") and text.endswith(")"):
        return Tuple(tuple(parse_type(p) for p in split_top(text[1:-1])))
    raise TypingError(f"'{text}' is not a type", hint='write "float64", "int64", "float64[:]", "float64[:, ::1]" ...')


def parse_signature(text: str) -> tuple[Ty, ...]:
    """The argument types of ``"float64(float64[:], int64)"``, or of ``"(float64[:], int64)"``, without the result."""
    start = _split(text)
    declared_result(text)
    return tuple(parse_type(p) for p in split_top(text.strip()[start + 1 : -1]))


def declared_result(text: str) -> Ty | None:
    """The result's type in a signature, None where it is left out."""
    words = text.strip()[: _split(text)].strip()
    return parse_type(words) if words else None


def check_result(signature: str, name: str, result: Ty) -> None:
    """Raise `TypingError` where a function's result type differs from that in its signature."""
    declared = declared_result(signature)
    if declared is not None and not _alike(declared, result):
        raise TypingError(
            f"the signature '{signature}' says that {name}() returns {declared}, but it returns {result}",
            hint="leave out the type of the result, as in '(float64[:], int64)', or have the function return that",
        )


def _alike(declared: Ty, result: Ty) -> bool:
    if isinstance(declared, Scalar) and isinstance(result, Scalar):
        return declared.kind == result.kind
    if isinstance(declared, Array) and isinstance(result, Array):
        same = (declared.dtype, declared.ndim) == (result.dtype, result.ndim)
        return same and (declared.layout == "A" or result.layout == "C")
    if isinstance(declared, Tuple) and isinstance(result, Tuple) and len(declared.items) == len(result.items):
        return all(_alike(d, r) for d, r in zip(declared.items, result.items, strict=True))
    return declared == result


def _split(text: str) -> int:
    """The position of the parenthesis before a signature's arguments; raises `TypingError` if there is none."""
    if not isinstance(text, str):
        raise TypingError(f"a signature is a text, not of type {type(text).__name__}", hint='write "float64(float64[:], int64)"')
    start = _opening(text.strip())
    if start < 0:
        raise TypingError(f"'{text}' is not a signature", hint='write "float64(float64[:], int64)"')
    return start


def _opening(text: str) -> int:
    """The position of the parenthesis that the last character closes, -1 if that is not a closing parenthesis."""
    depth = 0
    for i in range(len(text) - 1, -1, -1):
        depth += (text[i] == ")") - (text[i] == "(")
        if depth == 0:
            return i if text.endswith(")") else -1
    return -1


def split_top(text: str) -> list[str]:
    """Split at commas outside of brackets."""
    out, depth, start = [], 0, 0
    for i, ch in enumerate(text):
        depth += ch in "[("
        depth -= ch in "])"
        if ch == "," and depth == 0:
            out.append(text[start:i])
            start = i + 1
    if text[start:].strip():
        out.append(text[start:])
    return out
