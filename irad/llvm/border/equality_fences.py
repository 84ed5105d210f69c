"""Values that are compared for equality stay what they are while LLVM optimises what is differentiated.

Where ``x == 3.0`` holds, LLVM (GVN, and InstSimplify with selects) replaces ``x`` by 3.0: the same number, but a constant, and
the derivative by ``x`` is lost.  So a comparison sees ``x`` through ``llvm.arithmetic.fence``, and what LLVM learns there it
learns about the fence.  A comparison with zero needs none, since x may be -0.0; where the sign of zeros does not count it does.
`irad.transform.lower.compared_values` takes the fences off again.
"""

from __future__ import annotations

import re

from irad.ir.naming import NAME

_FENCE = "llvm.arithmetic.fence."
_MANGLED = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "x86_fp80": "f80", "fp128": "f128"}
_EQUALITY = re.compile(
    rf"^( +%{NAME} = fcmp )((?:[a-z]+ )*)([ou]eq|one|une) ({'|'.join(_MANGLED)}) (%{NAME}|[^%,\n]+), (%{NAME}|[^%,\n ]+)", re.M
)
_ZERO = re.compile(r"-?0\.0+(e\+00)?|0x[KLMHR]?[08]?0+")


def fence_compared(text: str) -> str:
    """The module with fences between values and the comparisons for equality that ask for them."""
    used: set[str] = set()
    count = max(map(int, re.findall(r"%irad\.fenced\.(\d+)", text)), default=-1) + 1

    def fenced(found: re.Match[str]) -> str:
        nonlocal count
        head, flags, predicate, ty, *operands = found.groups()
        zero = any(_ZERO.fullmatch(x) for x in operands) and not {"nsz", "fast"} & set(flags.split())
        if zero or operands[0] == operands[1]:
            return found[0]
        lines = []
        for k, x in enumerate(operands):
            if x.startswith("%"):
                operands[k] = f"%irad.fenced.{count}"
                count += 1
                lines.append(f"  {operands[k]} = call {ty} @{_FENCE}{_MANGLED[ty]}({ty} {x})\n")
        used.add(ty)
        return f"{''.join(lines)}{head}{flags}{predicate} {ty} {operands[0]}, {operands[1]}"

    text = _EQUALITY.sub(fenced, text)
    declarations = [f"declare {ty} @{_FENCE}{_MANGLED[ty]}({ty})" for ty in sorted(used)]
    missing = [line for line in declarations if line not in text]
    return "\n".join([text, *missing, ""]) if missing else text
