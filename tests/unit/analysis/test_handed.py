"""What memory calls hand on to calls through pointers, however far away these are."""

import pytest

import irad.blas_rules  # noqa: F401  (registers its routines)
from irad.analysis.memory.handed_memory import HandedMemory
from irad.analysis.memory.module_memory import ModuleMemory
from irad.ir.reader import read_module

MODULE = """
define void @through(ptr %f, ptr %p) {
  call void %f(ptr %p)
  ret void
}
define void @behind(ptr %f, ptr %cell) {
  %p = load ptr, ptr %cell
  call void @through(ptr %f, ptr %p)
  ret void
}
define void @again(ptr %f, ptr %p, i64 %n) {
  %c = icmp eq i64 %n, 0
  br i1 %c, label %last, label %more
more:
  %m = sub i64 %n, 1
  call void @again(ptr %f, ptr %p, i64 %m)
  ret void
last:
  call void %f(ptr %p)
  ret void
}
define void @never(ptr %f, ptr %p) {
  store double 1.0, ptr %p
  ret void
}
define void @root(ptr %f) {
  %a = alloca double
  %b = alloca double
  %cell = alloca ptr
  store ptr %a, ptr %cell
  call void @CALL
  store double 2.0, ptr %a
  store double 3.0, ptr %b
  ret void
}
"""
CALLS = {
    "through(ptr %f, ptr %a)": {"a"},
    "behind(ptr %f, ptr %cell)": {"a"},
    "again(ptr %f, ptr %b, i64 3)": {"b"},
    "never(ptr %f, ptr %a)": set(),
}


@pytest.mark.parametrize(("call", "expected"), CALLS.items(), ids=lambda v: v.split("(")[0] if isinstance(v, str) else "")
def test_handed_on(call: str, expected: set[str]) -> None:
    module = read_module(MODULE.replace("CALL", call))
    memory = ModuleMemory(module)
    root = module.functions["root"]
    values = {i.name: i for i in root.instructions()}
    (inst,) = [i for i in root.instructions() if i.opcode == "call"]
    found = HandedMemory(memory).nodes(inst)
    graph = memory.of(root)
    assert {name for name in ("a", "b") if graph.node_of(values[name]) in found} == expected
