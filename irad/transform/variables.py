"""Shadows of a module's variables, one set for forward mode and one for the others.

(They may be made in one go, and what a forward derivative reads must not be adjoints that a reverse one has left.)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from irad.analysis.addresses import gep_offset
from irad.errors import DifferentiationError
from irad.ir.builder import Builder
from irad.ir.printer import print_operand
from irad.ir.types import LAYOUT, PTR, VOID, Type, function
from irad.ir.values import Constant, ConstantAggregate, ConstantExpr, Function, GlobalAlias, GlobalVariable, Value
from irad.transform.function_tables import FunctionTables
from irad.transform.runtime import Runtime
from irad.transform.statics import Statics

_ALIGNMENT = re.compile(r", align (\d+)")
_LEAST_ALIGNMENT = 16


class Variables:
    """The shadows that derivatives of one direction have for variables, made when they are first asked for.

    ``roots``: the derivatives that are called from outside; ``given``: the pointers that one gets with a shadow, and the bytes
    known to lie there.
    """

    def __init__(self, runtime: Runtime, tables: FunctionTables, given: Callable[[Function], list[tuple[Value, int]]]) -> None:
        self.runtime = runtime
        self.tables = tables
        self.given = given
        self.shadows: dict[tuple[GlobalVariable, int], GlobalVariable] = {}
        self.roots: list[Function] = []
        self.statics = Statics(runtime)

    def constant(self, v: Constant, lane: int = 0) -> Value:
        """The shadow of a constant that is or holds addresses."""
        if isinstance(v, Function):
            return self.tables.shadow(v)
        if isinstance(v, GlobalVariable):
            return self.shadow(v, lane)
        if isinstance(v, GlobalAlias) and v.target is not None:
            return self.constant(v.target, lane)
        if isinstance(v, ConstantExpr):
            ops = tuple(self.constant(o, lane) if o.type.is_ptr else o for o in v.operands)
            return ConstantExpr(v.type, v.opcode, ops, v.attrs)  # type: ignore[arg-type]
        if isinstance(v, ConstantAggregate):
            return ConstantAggregate(v.type, tuple(self.constant(e, lane) for e in v.elements))  # type: ignore[misc]
        return v

    def shadow(self, var: GlobalVariable, lane: int = 0) -> Value:
        """A variable's shadow: zero, except for pointers, which point to shadows."""
        module = self.runtime.module
        named = module.shadows.get(var.name)
        if named is not None:
            if lane:
                raise DifferentiationError(f"the variable {var.name} has one shadow, which cannot serve several directions")
            return module.globals_[named]
        found = self.shadows.get((var, lane))
        if found is not None:
            return found
        shadow = GlobalVariable(self.runtime.shadow_name(var.name), var.value_type)
        shadow.module = module
        module.globals_[shadow.name] = shadow
        self.shadows[var, lane] = shadow
        self._fill(var, shadow, lane)
        return shadow

    def finish(self) -> None:
        """Shadows start anew whenever a derivative is called from outside."""
        self._reset()
        if self.statics.table is not None:
            most = max((len(self.given(root)) for root in self.roots), default=0)
            self.statics.finish(self.shadows, self.tables.pairs, most)
        self.roots = []

    def _fill(self, var: GlobalVariable, shadow: GlobalVariable, lane: int) -> None:
        """Initialise ``shadow``: pointers to the shadows of what ``var`` points to, zero elsewhere; aligned as ``var`` is."""
        text = self._text(var.initializer, var.value_type, lane) if var.initializer is not None else "zeroinitializer"
        local = "thread_local " if var.thread_local else ""
        found = _ALIGNMENT.search(var.text or "")
        align = max(int(found[1]) if found else 0, _LEAST_ALIGNMENT)  # accesses repeat the alignment that LLVM saw or gave itself
        shadow.text = f'@"{shadow.name}" = internal {local}global {var.value_type} {text}, align {align}'

    def _reset(self) -> None:
        """Let the roots begin with shadows of globals as at the start of the program.

        What a global holds when a derivative is asked for is a constant, and nobody seeds what it holds afterwards: adjoints and
        tangents that an earlier call left behind must not count.
        """
        changing = {s: v for (v, _), s in self.shadows.items() if not v.constant}
        if not changing or not self.roots:
            return
        runtime = self.runtime
        name = next(n for k in count() if runtime.module.get(n := f"irad.reset.{k}") is None)
        globals_, lines = [], []
        for k, (shadow, var) in enumerate(changing.items()):
            size = LAYOUT.size_of(var.value_type)
            value = shadow.text.split(f" global {var.value_type} ", 1)[1].rpartition(", align ")[0]
            if value == "zeroinitializer":
                lines.append(f'  call void @llvm.memset.p0.i64(ptr @"{shadow.name}", i8 0, i64 {size}, i1 false)')
            else:
                globals_.append(f'@"{name}.{k}" = internal constant {var.value_type} {value}')
                copied = f'ptr @"{shadow.name}", ptr @"{name}.{k}", i64 {size}, i1 false'
                lines.append(f"  call void @llvm.memmove.p0.p0.i64({copied})")
        runtime.memset()
        runtime.memcpy()
        reset = runtime.module.add_function(name, function(VOID, ()))
        reset.prefix = "helper"
        body = "\n".join(lines)
        text = f'define internal void @"{name}"() nounwind {{\n{body}\n  ret void\n}}'
        runtime.texts[name] = "\n".join([*globals_, text])
        for root in self.roots:
            b = Builder(None)
            first = next(i for i in root.entry.instructions if i.opcode != "alloca")
            b.position_before(first)
            b.call_function(reset, [])
            if self.statics.table is not None:
                self.statics.start(self.given(root), first)

    def _text(self, value: Value, t: Type, lane: int) -> str:
        if isinstance(value, Function):
            return print_operand(self.tables.shadow(value))
        if isinstance(value, GlobalVariable):
            return print_operand(self.shadow(value, lane))
        if isinstance(value, GlobalAlias) and value.target is not None:
            return self._text(value.target, t, lane)
        if isinstance(value, ConstantAggregate) and _has_pointers(t):
            if t.is_struct:
                types = list(t.elements)  # type: ignore[attr-defined]
            else:
                types = [t.element] * len(value.elements)  # type: ignore[attr-defined]
            inner = ", ".join(f"{e} {self._text(v, e, lane)}" for e, v in zip(types, value.elements, strict=True))
            if t.is_array:
                return f"[{inner}]"
            return f"<{{{inner}}}>" if t.packed else f"{{{inner}}}"  # type: ignore[attr-defined]
        if isinstance(value, ConstantExpr) and value.opcode == "getelementptr":
            base = self._text(value.operands[0], PTR, lane)
            return f"getelementptr (i8, ptr {base}, i64 {gep_offset(value)[0]})"
        return "null" if t.is_ptr else "zeroinitializer"


def _has_pointers(t: Type) -> bool:
    if t.is_struct:
        return any(_has_pointers(e) for e in t.elements or ())  # type: ignore[attr-defined]
    return _has_pointers(t.element) if t.is_array else t.is_ptr  # type: ignore[attr-defined]
