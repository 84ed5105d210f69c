"""Static constructors as a function, and marks of floating-point classes taken out: changes of text that no pass makes."""

from __future__ import annotations

import re

from irad.ir.naming import NAME

_CLASSES = re.compile(r"\bnofpclass\([\w ]*\) ")
_CONSTRUCTORS = re.compile(r"^@llvm\.global_(ctors|dtors) = .*$", re.M)
_CONSTRUCTOR = re.compile(rf"\{{ i32 (\d+), ptr @({NAME}), ptr [^}}]* \}}")
INITIALIZE = "irad.initialize"


def without_float_classes(text: str) -> str:
    """Text without ``nofpclass`` marks."""
    return _CLASSES.sub("", text)


def with_initializer(text: str) -> str:
    """Text whose constructors are one function, `INITIALIZE`, and are listed no more."""
    calls: list[tuple[int, str]] = []
    for line in _CONSTRUCTORS.finditer(text):
        if line[1] == "ctors":
            calls += [(int(c[1]), c[2]) for c in _CONSTRUCTOR.finditer(line[0])]
    text = _CONSTRUCTORS.sub("", text)
    body = "".join(f"  call void @{name}()\n" for _, name in sorted(calls, key=lambda c: c[0]))
    return f"{text}\ndefine void @{INITIALIZE}() {{\n{body}  ret void\n}}\n"
