"""What ``fastmath`` means: LLVM may change floating-point arithmetic as if it were that of real numbers (``fast``)."""

from __future__ import annotations

import re

_ARITHMETIC = re.compile(r"( = (?:fadd|fsub|fmul|fdiv|frem|fneg|fcmp)) (?!fast )")
_CALL = re.compile(r"( = (?:tail )?call) ((?:double|float) @)")


def allow_fast_math(text: str) -> str:
    """Canonical ``text`` with the flag ``fast`` on all arithmetic, comparisons and calls of functions of floats."""
    return _CALL.sub(r"\1 fast \2", _ARITHMETIC.sub(r"\1 fast ", text))
