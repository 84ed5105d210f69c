"""The graph with exact offsets, which takes an offset that varies for its first value."""

import irad.blas_rules  # noqa: F401  (registers its routines)
from irad.analysis.memory.module_memory import ModuleMemory
from irad.ir.reader import read_module

# std::deque and std::vector erase an element so; the function stores to two elements of what it moves.
MOVES = """
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @erase(ptr %p, i64 %n) {
  %q = getelementptr i8, ptr %p, i64 8
  store double 1.0, ptr %p
  store double 2.0, ptr %q
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false)
  ret void
}
"""


def test_moves_along_an_array_make_no_elements() -> None:
    module = read_module(MOVES)
    erase = module.functions["erase"]
    cell = ModuleMemory(module, exact=True).of(erase).cell_of(erase.args[0])
    assert cell is not None
    fields = cell.root().fields
    assert sorted(fields) == [0, 8]
    assert all(content.find().kinds == {"double"} for content, _ in fields.values())
