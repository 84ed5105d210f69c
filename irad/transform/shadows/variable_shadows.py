"""Shadows of a module's variables, one set for forward mode and one for the others.

(Both modes may be used in one module, and a forward derivative must not read adjoints that a reverse one has left.)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from irad.analysis.flow.addresses import gep_offset
from irad.errors import DifferentiationError
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1, I8, I64, LAYOUT, PTR, VOID, Type, function
from irad.ir.values import (
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantSimple,
    Function,
    GlobalAlias,
    GlobalVariable,
    Value,
)
from irad.transform.base.runtime_calls import Runtime
from irad.transform.shadows.function_tables import FunctionTables
from irad.transform.shadows.static_shadows import StaticShadows

_LEAST_ALIGNMENT = 16


class Variables:
    """The shadows of variables for derivatives of one direction, made on first use.

    ``roots``: the derivatives that are called from outside; ``given``: the pointers passed to one with a shadow, with their known
    sizes in bytes.
    """

    def __init__(self, runtime: Runtime, tables: FunctionTables, given: Callable[[Function], list[tuple[Value, int]]]) -> None:
        self.runtime = runtime
        self.tables = tables
        self.given = given
        self.shadows: dict[tuple[GlobalVariable, int], GlobalVariable] = {}
        self.roots: list[Function] = []
        self.static_shadows = StaticShadows(runtime)

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
        """Reset the shadows whenever a derivative is called from outside."""
        self._reset()
        if self.static_shadows.table is not None:
            most = max((len(self.given(root)) for root in self.roots), default=0)
            self.static_shadows.finish(self.shadows, self.tables.pairs, most)
        self.roots = []

    def _fill(self, var: GlobalVariable, shadow: GlobalVariable, lane: int) -> None:
        """Initialise ``shadow``: pointers to the shadows of what ``var`` points to, zero elsewhere; aligned as ``var`` is."""
        null = ConstantSimple(var.value_type, "zeroinitializer")
        shadow.initializer = self._initial(var.initializer, var.value_type, lane) if var.initializer is not None else null
        shadow.linkage, shadow.thread_local = "internal", var.thread_local
        shadow.align = max(var.align or 0, _LEAST_ALIGNMENT)  # accesses repeat the alignment that LLVM saw or gave itself

    def _reset(self) -> None:
        """Let the roots begin by resetting the shadows of globals to their state at the start of the program.

        What a global holds when a derivative is called is a constant, and its final contents are not seeded: adjoints and
        tangents left by an earlier call must not count.
        """
        changing = {s: v for (v, _), s in self.shadows.items() if not v.constant}
        if not changing or not self.roots:
            return
        runtime = self.runtime
        name = next(n for k in count() if runtime.module.get(n := f"irad.reset.{k}") is None)
        reset = runtime.module.add_function(name, function(VOID, ()))
        reset.linkage, reset.attributes = "internal", AttributeSet(["nounwind"])
        b = Builder(reset.append_block("entry"))
        for k, (shadow, var) in enumerate(changing.items()):
            size, value = const_int(I64, LAYOUT.size_of(var.value_type)), shadow.initializer
            if isinstance(value, ConstantSimple) and value.kind == "zeroinitializer":
                b.call_function(runtime.memset(), [shadow, const_int(I8, 0), size, const_int(I1, 0)])
                continue
            start = GlobalVariable(f"{name}.{k}", var.value_type)
            start.module, start.linkage, start.constant, start.initializer = runtime.module, "internal", True, value
            runtime.module.globals_[start.name] = start
            b.call_function(runtime.memcpy(), [shadow, start, size, const_int(I1, 0)])
        b.ret(None)
        for root in self.roots:
            b = Builder(None)
            first = next(i for i in root.entry.instructions if i.opcode != "alloca")
            b.position_before(first)
            b.call_function(reset, [])
            if self.static_shadows.table is not None:
                self.static_shadows.start(self.given(root), first)

    def _initial(self, value: Value, t: Type, lane: int) -> Constant:
        """The initial contents of a shadow, for those of its variable."""
        if isinstance(value, Function):
            return _constant(self.tables.shadow(value))
        if isinstance(value, GlobalVariable):
            return _constant(self.shadow(value, lane))
        if isinstance(value, GlobalAlias) and value.target is not None:
            return self._initial(value.target, t, lane)
        if isinstance(value, ConstantAggregate) and _has_pointers(t):
            if t.is_struct:
                types = list(t.elements)  # type: ignore[attr-defined]
            else:
                types = [t.element] * len(value.elements)  # type: ignore[attr-defined]
            pairs = zip(types, value.elements, strict=True)
            return ConstantAggregate(t, tuple(self._initial(v, e, lane) for e, v in pairs))
        if isinstance(value, ConstantExpr) and value.opcode == "getelementptr":
            base = self._initial(value.operands[0], PTR, lane)
            offset = const_int(I64, gep_offset(value)[0])
            return ConstantExpr(PTR, "getelementptr", (base, offset), {"source_type": I8, "flags": ()})
        return ConstantSimple(t, "null" if t.is_ptr else "zeroinitializer")


def _constant(v: Value) -> Constant:
    assert isinstance(v, Constant)
    return v


def _has_pointers(t: Type) -> bool:
    if t.is_struct:
        return any(_has_pointers(e) for e in t.elements or ())  # type: ignore[attr-defined]
    return _has_pointers(t.element) if t.is_array else t.is_ptr  # type: ignore[attr-defined]
