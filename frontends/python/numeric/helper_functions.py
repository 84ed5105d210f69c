"""Small functions in IR that compiled code calls, so that the differentiator can tell what they are."""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir

from irad.rules.python_rules import SHARE

I1, I64, PTR = ir.IntType(1), ir.IntType(64), ir.PointerType()
BITS = "irad.bits"
MAY_SHARE = "irad.share"


@dataclass(frozen=True)
class Helper:
    """A function with a fixed body: its type, and its text with a place for the name."""

    ftype: ir.FunctionType
    definition: str

    def text(self, name: str) -> str:
        return self.definition.replace("NAME", f'@"{name}"')


HELPERS = {
    # The bits of a float, without a derivative.
    BITS: Helper(
        ir.FunctionType(I64, [ir.DoubleType()]),
        """\
define i64 NAME(double %x) noinline nounwind willreturn memory(none) "enzyme_inactive"
{
entry:
  %bits = bitcast double %x to i64
  ret i64 %bits
}""",
    ),
    # Whether what two pointers lead to may share memory: what is found by comparing, unless it is known not to.
    MAY_SHARE: Helper(
        ir.FunctionType(I1, [PTR, PTR, I1]),
        f"""\
define i1 NAME(ptr %a, ptr %b, i1 %found) alwaysinline nounwind willreturn memory(none) "{SHARE}"
{{
entry:
  ret i1 %found
}}""",
    ),
}
