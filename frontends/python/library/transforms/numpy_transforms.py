"""Transforms of rows by the loops of NumPy's universal functions (`irad.rules.formulas.numpy_symbols`)."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from irad.frontends.python.core.conditions import asked
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I32, I64, PTR, ArrayV, KnownV, NoneV, ScalarV, Val
from irad.frontends.python.sources.python_types import BOOL, Scalar
from irad.rules.formulas.numpy_symbols import IN_PROCESS, TRANSFORM


def in_process() -> bool:
    """Whether NumPy's functions can be called; `library_table` lowers calls."""
    return False


def transform_rows(kind: str, x: Any, out: Any, scale: float) -> None:
    """Put the transforms of rows to another matrix where `in_process` is true; `library_table` lowers calls."""


def lower_in_process(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A call of `in_process`: where code is for this process only, what is for others is not compiled."""
    answer = asked(low, IN_PROCESS)
    return low.expr.constant(True, node) if isinstance(answer, ir.Constant) else ScalarV(BOOL, answer)


def lower_transform_rows(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> NoneV:
    """A call of `transform_rows`."""
    kind, x, out = args[:3]
    assert isinstance(kind, KnownV) and isinstance(x, ArrayV) and isinstance(out, ArrayV)
    place = low.alloca(ir.DoubleType())
    low.b.store(low.convert(low.expr.as_scalar(args[3], node), Scalar("float64")).v, place)
    function = ir.FunctionType(I32, [PTR, PTR, PTR, *[I64] * 5])
    given = [x.data, out.data, place, x.shape[0], x.shape[1], out.shape[1], *x.strides]
    low.b.call(low.instance.compiler.external(f"{TRANSFORM}{kind.value}", function), given)
    return NoneV()
