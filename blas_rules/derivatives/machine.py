"""From a row to derivatives in IR: the augmented, reverse and forward functions of one call.

For a product ``s X Y`` that a routine adds to its target C (X, Y stand for op(X), op(Y), D is the shadow of C, ^H is the
conjugate transpose), with the shadow of z = x + iy holding df/dx + i df/dy:

    forward    D = b D + b' C + s' X Y + s X' Y + s X Y'                     (before C itself changes)
    reverse    X' += conj(s) D Y^H     Y' += conj(s) X^H D     s' += sum conj(X Y) D     b' += sum conj(C) D
               D  = conj(b) D                                                (last: the others read it)

and where the target is a factor itself, ``C = s inv(X) C``, the reverse begins with ``D = inv(X)^H D``, with the new C.
(Giles, "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", 2008.)  What the routine
overwrites and what may be overwritten before the reverse is copied where the reverse reads it.  Flags, sizes and scalars are
always kept: they lie behind pointers that callers reuse.
"""

from __future__ import annotations

from dataclasses import dataclass

from irad.blas_rules.rows.describe import described
from irad.blas_rules.rows.language import Row
from irad.blas_rules.rows.library_names import Spelling
from irad.ir.types import FunctionType
from irad.rules.formulas.external import ExternalRule, RoutineOperand, Texts, Wanted


@dataclass(frozen=True, kw_only=True)
class BlasRule(ExternalRule):
    """The rule of one routine under one of its names."""

    row: Row
    spelling: Spelling

    @property
    def operands(self) -> tuple[RoutineOperand, ...]:
        number = self.spelling.precision.scalar
        out = []
        for p in self.row.parameters:
            if p.letter or p.integer:
                out.append(RoutineOperand("r", "char" if p.letter else "int"))
            elif p.kind in ("status", "pivots", "intwork"):
                out.append(RoutineOperand("w", "int"))
            elif p.kind in ("work", "realwork"):
                out.append(RoutineOperand("w", number))
            else:
                access = ("r" if self.row.reads(p.name) else "") + ("w" if p.name in self.row.written else "")
                out.append(RoutineOperand(access, number))
        return tuple(out)

    @property
    def lanes(self) -> bool:
        return True

    def fits(self, ftype: FunctionType) -> bool:
        """All by reference; Fortran compilers add the lengths of the flags at the end."""
        n = len(self.row.parameters)
        params = ftype.params
        number = self.row.targets == ("",) and self.row.kind != "largest"
        returns = ftype.ret.is_float if number else ftype.ret.is_void or ftype.ret.is_int
        return (
            len(params) - n in (0, len(self.row.flags))
            and all(t.is_ptr for t in params[:n])
            and all(t.is_int for t in params[n:])
            and returns
            and not ftype.vararg
        )

    def split(self, wanted: Wanted) -> Texts:
        from irad.blas_rules.derivatives.reverse_function import Augmented, Reverse

        ahead, back = Augmented(self.row, self.spelling, wanted), Reverse(self.row, self.spelling, wanted)
        text = f"{ahead.text()}\n{back.text()}\n"
        return Texts(text, ahead.needs | back.needs, ahead.kept_copies())

    def forward(self, wanted: Wanted) -> Texts:
        from irad.blas_rules.derivatives.forward_function import ForwardFunction

        made = ForwardFunction(self.row, self.spelling, wanted)
        return Texts(f"{made.text()}\n", made.needs)

    def describe(self) -> list[str]:
        return described(self.row)
