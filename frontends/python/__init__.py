"""Plain numeric Python functions to LLVM IR.

`lower` takes a function and argument types (`type_of`, `parse_signature`) and gives IR in the convention of
docs/dev/architecture.md, with what is needed to call it and to explain its errors.
"""

from irad.frontends.python.compiler import ErrorSite, Lowered, captured_state, lower
from irad.frontends.python.types import Array, Known, NoneTy, Scalar, Tuple, Ty, parse_signature, parse_type, type_of

__all__ = [
    "Array",
    "ErrorSite",
    "Known",
    "Lowered",
    "NoneTy",
    "Scalar",
    "Tuple",
    "Ty",
    "captured_state",
    "lower",
    "parse_signature",
    "parse_type",
    "type_of",
]
