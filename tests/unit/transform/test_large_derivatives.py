"""Large parts of split derivatives are functions that stay: one function of a whole program would take LLVM ever longer."""

from __future__ import annotations

import pytest

from irad.ir.values import Module
from irad.options import Options
from irad.pipeline import expand_marked

SOURCE = """
declare void @__enzyme_autodiff(ptr, ...)
@enzyme_dup = external global i32
define internal double @outer(ptr %x) {{
  %v = call double @inner(ptr %x)
  %w = fmul double %v, %v
  ret double %w
}}
define internal double @inner(ptr %x) noinline {{
  {lines}
  ret double %y{last}
}}
define void @start(ptr %x, ptr %dx) {{
  %d = load i32, ptr @enzyme_dup
  call void (ptr, ...) @__enzyme_autodiff(ptr @outer, i32 %d, ptr %x, ptr %dx)
  ret void
}}
"""


def differentiated(count: int) -> Module:
    lines = ["%y0 = load double, ptr %x"]
    lines += [f"%s{k} = call double @llvm.sin.f64(double %y{k})\n  %y{k + 1} = fmul double %s{k}, %y{k}" for k in range(count)]
    text = SOURCE.format(lines="\n  ".join(lines), last=count) + "declare double @llvm.sin.f64(double)\n"
    return expand_marked(text, Options())


@pytest.mark.parametrize(("count", "large"), [(3, False), (400, True)])
def test_they_are_not_inlined(count: int, large: bool) -> None:
    module = differentiated(count)
    parts = [fn for name, fn in module.functions.items() if name.startswith(("aug.", "rev.")) and fn.blocks]
    assert len(parts) == 2
    assert ["noinline" in fn.attributes for fn in parts] == [large, large]
    assert "noinline" not in module.functions["grad.outer"].attributes
