"""LAPACK routines that are compositions, as IR on top of routines of the same library that have rules.

A body begins with the checks that LAPACK makes: info = -k where the k-th argument is illegal, and then nothing else is done.
`solvers.py`, `loop_bodies.py`, `reflectors.py` and `scalar_routines.py` have what each routine does.
"""

from __future__ import annotations

from collections.abc import Mapping

from irad.blas_rules.bodies import loop_bodies, reflectors, scalar_routines, solvers
from irad.blas_rules.bodies.routine_parts import Body
from irad.blas_rules.rows.language import Row
from irad.blas_rules.rows.library_names import Spelling
from irad.ir.types import FunctionType

_BODIES = {**solvers.BODIES, **loop_bodies.BODIES, **reflectors.BODIES, **scalar_routines.BODIES}


def definition(name: str, found: Spelling, row: Row, ftype: FunctionType) -> tuple[str, Mapping[str, str]] | None:
    """The text that defines ``name``, and what it declares; None when the module declares something else by this name."""
    if not _fits(found, row, ftype):
        return None
    body = Body(found, row, str(ftype.params[-1]) if len(ftype.params) > len(row.parameters) else "")
    body.ret = str(ftype.ret)
    body.read_by_reference()
    make = _BODIES[row.name]
    result = make(body)
    if not result:
        result = "void" if ftype.ret.is_void else f"{ftype.ret} 0"
    body.e.do(f"ret {result}")
    params = ", ".join(f"{t} %p{i}" for i, t in enumerate(ftype.params))
    return f'define internal {ftype.ret} @"{name}"({params}) nounwind {{\n{body.e.body()}\n}}\n', body.needs


def _fits(found: Spelling, row: Row, ftype: FunctionType) -> bool:
    """All by reference; Fortran compilers add the lengths of the letters at the end."""
    n, params = len(row.parameters), ftype.params
    t = found.precision.scalar
    if row.complex_result:
        returns = str(ftype.ret) in (f"{{ {t}, {t} }}", f"<2 x {t}>")
    elif row.targets == ("",):
        returns = str(ftype.ret) == t
    else:
        returns = ftype.ret.is_void or ftype.ret.is_int
    return (
        len(params) - n in (0, len(row.flags))
        and all(t.is_ptr for t in params[:n])
        and all(t.is_int for t in params[n:])
        and returns
        and not ftype.vararg
    )
