"""Shadows of memory that variables own before a derivative is called: for example, a container made in an earlier call.

What a variable holds when a derivative is called is a constant, and so is the memory that it owns.  That memory has no shadow;
where a pointer to it may alternatively point to active memory, it needs one all the same: zeros.  The runtime assigns an address
on the heap its *twin*, at a fixed distance (``runtime_twins.ll``), so that all pointers to one block have shadows in one block;
pointers in it get twins in turn.  Whenever a derivative is called from outside all twins are zero again.

That is done if the shadow is missing for a pointer that was loaded from such a variable (`owns`: one with containers of the
standard library in it; any other pointer may lead to memory with a different owner) or from a twin.  It remains an error if the
pointer is to memory that the call was passed with a shadow, to a variable or function whose shadow is unknown to the module, or
to the stack.  Derivatives of derivatives do not support twins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from irad.analysis.memory.tbaa import owner, tag_of
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.metadata_nodes import first_string
from irad.ir.types import I1, I64, LAYOUT, PTR, VOID, Type, array, function, struct
from irad.ir.values import (
    Argument,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantSimple,
    Function,
    GlobalValue,
    GlobalVariable,
    Instruction,
    Module,
    Value,
)
from irad.transform.base.runtime_calls import Runtime

_TYPES = {
    "irad_find_shadow": function(VOID, (PTR, PTR, PTR, PTR)),
    "irad_given": function(VOID, (PTR, I64, PTR, I64)),
    "irad_forget_twins": function(VOID, (PTR,)),
    "irad_is_twin": function(I1, (PTR, PTR)),
    "irad_refuse_twin": function(VOID, (PTR, PTR, PTR)),
}
SHADOW_CHECKS = ("irad_check_shadow", "irad_find_shadow")  # calls beside the load of a shadow pointer
_TABLE = "irad.variables"
# As clang names the types of libstdc++ and libc++: without template arguments, with a number where there are several.
_OWNER = re.compile(
    r'^%"?(?:class|struct)\.std::(?:__\w+::)*(?:_?[Vv]ector|_Vector_base|deque|_?list|forward_list|(?:multi)?(?:map|set)|unordered_\w+|'
    r"_Hashtable|_Rb_tree|basic_string|unique_ptr|shared_ptr|__shared_count|function|valarray|queue|stack|priority_queue)\b"
)
# The structures of these that hold pointers, as ``!tbaa`` names them.
_OWNER_TAG = re.compile(
    r'^_ZTSN?St\w*?\d(?:_Vector_base|_Deque_base|_List_node_|_Fwd_list_|_Rb_tree_|_Hashtable|basic_string(?!_view)|__shared_|'
    r"_Function_base|function|valarray)"
)
_ON_ADDRESSES = frozenset(("getelementptr", "bitcast", "addrspacecast"))
_EVERY_LANE = -1
Shadows = Mapping[tuple[GlobalVariable, int], GlobalVariable]  # of variables, lane by lane


class StaticShadows:
    """The table of a module's variables and their shadows for the runtime, and calls of the runtime."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        module = runtime.module
        python = any('"irad-status"' in f.attributes for f in module.functions.values())  # no variables of their own
        candidates = [v for v in module.globals_.values() if may_own(v)] if not python else []
        used = _used_as_owners(module) if candidates else set()
        self.owners = {v for v in candidates if v in used or _has_owner(v.value_type)}
        self.possible = bool(self.owners)
        self.table: GlobalVariable | None = None
        self.nested = False

    def _call(self, b: Builder, name: str, *args: Value) -> Value:
        return b.call_function(self.runtime.external(name, _TYPES[name]), args)

    def _use(self) -> GlobalVariable:
        if self.table is None:
            module = self.runtime.module
            name = next(n for k in range(len(module.globals_) + 1) if module.get(n := f"{_TABLE}.{k}") is None)
            self.table = GlobalVariable(name, PTR)
            self.table.module = module
            module.globals_[name] = self.table
        return self.table

    # ---- in derivatives

    def differentiate(self, callee: str) -> None:
        """Note that derivatives of derivatives are made; ``callee`` is what one of their primals calls."""
        self.nested |= callee == "irad_forget_twins"

    def check(self, b: Builder, arena: Value, primal: Value, place: Value) -> None:
        """Emit, before the load of a shadow pointer from ``place``, the call that ensures that there is one."""
        self._call(b, "irad_find_shadow", arena, primal, place, self._use())

    def unless_twin(self, b: Builder, shadow: Value, nothing: Value) -> Value:
        """The shadow of memory to be freed: ``nothing`` if it is a twin."""
        return b.select(self._call(b, "irad_is_twin", self._use(), shadow), nothing, shadow)

    def refuse_twin(self, b: Builder, arena: Value, shadow: Value) -> None:
        """End the call with an error if memory whose shadow is a twin is to be resized."""
        self._call(b, "irad_refuse_twin", arena, self._use(), shadow)

    # ---- at the end

    def start(self, given: Sequence[tuple[Value, int]], before: Instruction) -> None:
        """Reset the twins where a derivative is called from outside; ``given``: the pointers passed to it with a shadow."""
        if self.table is None:
            return
        b = Builder(None)
        b.position_before(before)
        self._call(b, "irad_forget_twins", self.table)
        for k, (pointer, size) in enumerate(given):
            self._call(b, "irad_given", self.table, const_int(I64, k), pointer, const_int(I64, size))

    def finish(self, shadows: Shadows, pairs: Mapping[Function, GlobalVariable], most: int) -> None:
        """Write the table; ``pairs``: shadows of functions, ``most``: how many pointers a derivative gets with a shadow."""
        if self.table is None:
            return
        rows = [
            _row(var, shadow, LAYOUT.size_of(var.value_type), lane, var in self.owners and not self.nested)
            for (var, lane), shadow in shadows.items()
            if not var.thread_local
        ]
        rows += [_row(fn, pair, 1, _EVERY_LANE, False) for fn, pair in pairs.items()]
        module, given = self.runtime.module, array(2 * most, I64)
        listed = GlobalVariable(f"{self.table.name}.list", array(len(rows), array(5, I64)))
        listed.module, listed.linkage, listed.constant = module, "internal", True
        listed.initializer = ConstantAggregate(listed.value_type, tuple(rows))
        module.globals_[listed.name] = listed
        head = (null(PTR), const_int(I64, len(rows)), _number(listed), const_int(I64, 0))
        self.table.value_type = struct(PTR, I64, I64, I64, given)
        self.table.initializer = ConstantAggregate(self.table.value_type, (*head, ConstantSimple(given, "zeroinitializer")))
        self.table.linkage, self.table.align = "internal", 8


def known_size(arg: Argument) -> int:
    """The number of bytes that a pointer argument certainly points to; 0 if unknown."""
    known = arg.attributes.numbers("dereferenceable")
    return known[0] if known else 0


def may_own(var: GlobalVariable) -> bool:
    """Whether this variable, which the program may change, may own memory."""
    return not var.constant and not var.thread_local and not var.name.startswith("irad.")


def _used_as_owners(module: Module) -> set[GlobalVariable]:
    """Variables accessed as containers (in C++20 clang has ``{ { ptr, ptr, ptr } }`` as the type of an empty vector)."""
    names = module.metadata
    tags = {tag for tag in names if _OWNER_TAG.search(first_string(names.get(owner(tag, names), "")))}
    accesses = (i for f in module.functions.values() for i in f.instructions() if i.opcode in ("load", "store")) if tags else ()
    found = (_variable(i.operands[-1]) for i in accesses if tag_of(i.metadata) in tags)
    return {v for v in found if v is not None}


def _variable(pointer: Value) -> GlobalVariable | None:
    """The variable that a pointer points into."""
    while isinstance(pointer, (Instruction, ConstantExpr)) and pointer.opcode in _ON_ADDRESSES:
        pointer = pointer.operands[0]
    return pointer if isinstance(pointer, GlobalVariable) else None


def _has_owner(t: Type) -> bool:
    """Whether it is a container of the standard library (or a smart pointer, a closure), or a structure or array of such."""
    if t.is_array:
        return _has_owner(t.element)  # type: ignore[attr-defined]
    if not t.is_struct:
        return False
    return _OWNER.match(t.name) is not None or any(map(_has_owner, _members(t)))  # type: ignore[attr-defined]


def _members(t: Type) -> list[Type]:
    """The members of a structure, those of arrays in it for the arrays."""
    out = []
    for e in t.elements or ():  # type: ignore[attr-defined]
        while e.is_array:
            e = e.element
        out.append(e)
    return out


def _row(value: GlobalVariable | Function, shadow: Value, size: int, lane: int, owner: bool) -> Constant:
    """A row of the table; addresses are stored as numbers, so that nothing appears to be reachable from here."""
    assert isinstance(shadow, GlobalVariable)
    numbers = tuple(const_int(I64, n) for n in (size, lane, int(owner)))
    return ConstantAggregate(array(5, I64), (_number(value), _number(shadow), *numbers))


def _number(value: GlobalValue) -> Constant:
    return ConstantExpr(I64, "ptrtoint", (value,), {})
