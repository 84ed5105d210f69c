"""Plain numeric Python functions to LLVM IR.

`lower` takes a function and argument types (`type_of`, `parse_signature`) and gives IR in the convention of
docs/dev/architecture.md, with the data that is needed to call it and to report its errors.
"""

from typing import Any

from irad.errors import Place, UnsupportedError
from irad.frontends.python.sources.captured import (
    calls_python,
    captured_state,
    captured_states,
    fingerprint,
    forget,
    guards,
    may_take_time,
    remember,
)
from irad.frontends.python.sources.function_notes import run_again
from irad.frontends.python.sources.instances import check_plain
from irad.frontends.python.sources.joined_types import takes
from irad.frontends.python.sources.lowered_function import Lowered
from irad.frontends.python.sources.python_types import Array, Fixed, Known, NoneTy, Scalar, Tuple, Ty, type_of
from irad.frontends.python.sources.type_signatures import check_result, parse_signature, parse_type
from irad.rules.deferred_errors import ErrorSite

__all__ = [
    "Array",
    "ErrorSite",
    "Fixed",
    "Known",
    "Lowered",
    "NoneTy",
    "Scalar",
    "Tuple",
    "Ty",
    "captured_state",
    "captured_states",
    "check_plain",
    "check_result",
    "fingerprint",
    "forget",
    "guards",
    "lower",
    "calls_python",
    "may_take_time",
    "parse_signature",
    "parse_type",
    "remember",
    "run_again",
    "takes",
    "type_of",
]


def lower(
    fn: Any,
    types: tuple[Ty, ...],
    boundscheck: bool = True,
    blas: bool = True,
    limited: bool = False,
    fixed: Fixed = (),
    process: bool = False,
) -> Lowered:
    """Lower ``fn`` for argument types.

    ``blas=False``: products of matrices become loops instead of library calls; ``limited``: loops may be checkpointed;
    ``fixed``: numbers inside of arguments that are compiled in (parameter, register, number); ``process``: only this process
    loads the code, which calls functions of NumPy's.
    """
    from irad.frontends.python.python_to_ir import lower_function  # only where something is compiled

    try:
        return lower_function(fn, types, boundscheck, blas, limited, fixed, process)
    except RecursionError:
        code = fn.__code__
        raise UnsupportedError(
            f"{fn.__name__}() is nested too deeply to be compiled (a long chain of elif counts as nested)",
            place=Place(code.co_filename, code.co_firstlineno),
            hint="split it into functions, or look the cases up in an array",
        ) from None
