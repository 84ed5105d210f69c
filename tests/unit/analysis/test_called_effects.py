"""What a function does through what it calls is what its callers see of it."""

from __future__ import annotations

import pytest

from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.reuse.effects import Effects
from irad.ir.reader import read_module
from irad.llvm.border.session import canonical
from irad.options import Options
from irad.pipeline import derive
from irad.transform.base.request import DUP, GRADIENT, Request

# What a function does to the memory behind its two parameters: (reads, writes, can it be done twice?)
BODIES = {
    "call i32 @puts(ptr %p)": ("p", "", False),
    "call i64 @strlen(ptr %p)": ("p", "", False),
    "call i32 @putchar(i32 65)": ("", "", False),
    "call i32 @memcmp(ptr %p, ptr %q, i64 8)": ("pq", "", True),
    "cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst": ("p", "p", True),
    "atomicrmw add ptr %p, i64 1 seq_cst": ("p", "p", True),
    "va_arg ptr %p, i32": ("p", "p", False),
    "call i32 @llvm.abs.i32(i32 1, i1 false)": ("", "", True),
    "load double, ptr %q": ("q", "", True),
    "call double @sin(double 1.0)": ("", "", True),
    "call <2 x double> @llvm.masked.expandload.v2f64(ptr %q, <2 x i1> splat (i1 true), <2 x double> poison)": ("q", "", True),
}
DECLARED = """
declare i32 @puts(ptr)
declare i32 @putchar(i32)
declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64) memory(argmem: read)
declare double @sin(double)
declare i32 @llvm.abs.i32(i32, i1)
declare <2 x double> @llvm.masked.expandload.v2f64(ptr, <2 x i1>, <2 x double>)
"""


@pytest.mark.parametrize("body", BODIES)
def test_what_callers_see(body: str) -> None:
    text = f"""define void @inner(ptr %p, ptr %q) {{
  %r = {body}
  ret void
}}
define void @outer(ptr %p, ptr %q) {{
  call void @inner(ptr %p, ptr %q)
  ret void
}}
{DECLARED}"""
    module = read_module(canonical(text))
    for fn in (module.functions["inner"], module.functions["outer"]):
        memory = ModuleMemory(module).of(fn)
        effects = Effects(fn, memory, lambda _: False)
        inst = next(iter(fn.instructions()))
        nodes = {a.name: memory.node_of(a) for a in fn.args}
        seen = ["".join(n for n, node in nodes.items() if node in what.get(inst, ())) for what in (effects.reads, effects.writes)]
        if "masked" not in body or fn.name == "outer":  # of masked accesses themselves anything is assumed
            assert (*seen, inst not in effects.unknown) == BODIES[body], fn.name


LOOP = """
declare i32 @putchar(i32)
declare double @llvm.sin.f64(double)
define internal void @says() noinline {
  %r = call i32 @putchar(i32 65)
  ret void
}
define void @f(ptr noalias %x, ptr noalias %y) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %n, %loop ]
  %s = phi double [ 1.0, %entry ], [ %t, %loop ]
  call void @says()
  %p = getelementptr double, ptr %x, i64 %j
  %a = load double, ptr %p
  %e = call double @llvm.sin.f64(double %a)
  %m = fmul double %s, %e
  %t = fadd double %m, 0.5
  %n = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %n, 8
  br i1 %c, label %loop, label %end
end:
  store double %t, ptr %y
  ret void
}
"""


def test_what_a_called_function_prints_is_printed_once() -> None:
    """Iterations would run again in the reverse sweep, were it not for that."""
    request = Request("f", GRADIENT, (DUP, DUP), False, ("double", "double"))
    for loop, times in ((LOOP, 1), (LOOP.replace("  call void @says()\n", ""), 0)):
        derived = derive(loop, [request], Options(run_again=True))
        gradient = derived.text.split("@grad.f(")[1].split("\n}")[0]
        assert gradient.count("@says(") == times
        assert derived.statistics[0]["loops run again"] == 1 - times
