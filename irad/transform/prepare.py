"""What is simplified in the model before differentiation: rules that lower to simpler IR, by-value pointers, cycles."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Sequence

from irad.analysis.cfg import erase_unreachable
from irad.analysis.memory import called_function
from irad.analysis.module_memory import address_taken
from irad.ir.attributes import attribute_type
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I1, I64, LAYOUT, PTR, VOID, function
from irad.ir.values import ConstantInt, Function, Instruction, Module
from irad.rules import AllocationRule, LoweringRule, lookup_function
from irad.transform.exception_helpers import split_after
from irad.transform.exceptions import lower_exceptions, reachable_functions
from irad.transform.markers import marked_calls
from irad.transform.negligible import NEGLIGIBLE
from irad.transform.reducible import make_reducible
from irad.transform.undefined import define_pointers, drop_undefined

_BYVAL = re.compile(r"byval\(")
_OUT_OF_MEMORY = 12  # ENOMEM


def prepare(module: Module, roots: Sequence[str] = ()) -> bool:
    """Prepare all functions of ``module``; True when LLVM's sroa and loop passes must run again.

    ``roots``: functions that are to be differentiated, besides those that marked calls name.
    """
    targets = [f for name in roots if (f := module.functions.get(name)) is not None]
    marked = frozenset(marked_calls(module))
    targets += marked_targets(module, marked)
    changed = lower_exceptions(module, targets, marked)
    for fn in reachable_functions(targets):
        reverse_all(fn)
    outside = {f for f in module.functions.values() if not {"internal", "private"} & set(f.prefix.split())}
    outside |= set(address_taken(module))
    for fn in list(module.functions.values()):
        if fn.is_declaration:
            continue
        erase_unreachable(fn)
        lower_calls(fn)
        changed |= lower_choices(fn)
        changed |= lower_byval(module, fn, outside)
        changed |= make_reducible(fn)
        changed |= drop_undefined(fn)
        define_pointers(fn)
    return changed


def reverse_all(fn: Function) -> None:
    """In a derivative that is differentiated again no iteration is left out: an adjoint that is zero may have a tangent."""
    for inst in list(fn.instructions()):
        callee = called_function(inst) if inst.opcode == "call" else None
        if callee is not None and callee.name.startswith(NEGLIGIBLE):
            inst.replace_all_uses_with(const_int(I1, 0))
            inst.erase()


def marked_targets(module: Module, marked: Collection[Instruction]) -> list[Function]:
    """The functions that marked calls name, where no marked call is below them any more (the inner ones come first)."""
    within = {c.function for c in marked}
    found = {a: None for c in marked for a in c.args if isinstance(a, Function)}
    return [f for f in found if not within & reachable_functions([f]).keys()]


def lower_choices(fn: Function) -> bool:
    """A pointer loaded from one of two fields (``c ? p->left : p->right``, as LLVM writes it) as two loads: fields stay apart."""
    found = [i for i in fn.instructions() if i.opcode == "load" and i.type.is_ptr and _chosen(i) is not None]
    for load in found:
        choice = _chosen(load)
        block = load.block
        assert choice is not None and block is not None
        at = block.instructions.index(load)
        if at == 0:
            continue
        rest = fn.append_block(f"{block.name}.chosen" if block.name else "", after=block)
        split_after(block.instructions[at - 1], rest)
        gep = load.operands[0]
        assert isinstance(gep, Instruction)
        values = []
        for offset in choice.operands[1:]:
            one = fn.append_block("", after=block)
            b = Builder(one)
            pointer = b.gep(gep.attrs["source_type"], gep.operands[0], [offset])
            values.append((b.load(load.type, pointer, align=load.attrs["align"]), one))
            b.br(rest)
        (yes, first), (no, second) = values
        Builder(block).cond_br(choice.operands[0], first, second)
        phi = rest.insert(0, Instruction("phi", load.type, (yes, first, no, second), {"flags": ()}))
        load.replace_all_uses_with(phi)
        load.erase()
        if not gep.uses:
            gep.erase()
    return bool(found)


def _chosen(load: Instruction) -> Instruction | None:
    """The choice between two constants that is the offset a load reads from."""
    gep = load.operands[0]
    if not isinstance(gep, Instruction) or gep.opcode != "getelementptr" or len(gep.operands) != 2 or load.attrs["atomic"]:
        return None
    index = gep.operands[1]
    if not isinstance(index, Instruction) or index.opcode != "select" or index.operands[0].type is not I1:
        return None
    return index if all(isinstance(v, ConstantInt) for v in index.operands[1:]) else None


def lower_calls(fn: Function) -> None:
    """Replace calls that have a `LoweringRule`."""
    for block in fn.blocks:
        for inst in list(block.instructions):
            if inst.opcode != "call":
                continue
            callee = called_function(inst)
            rule = lookup_function(callee) if callee is not None else None
            b = Builder(None)
            b.position_before(inst)
            if isinstance(rule, AllocationRule) and rule.kind == "posix_memalign":
                lower_posix_memalign(fn, b, inst)
            if not isinstance(rule, LoweringRule):
                continue
            value = rule.lower(b, inst)
            if value is None and not inst.type.is_void:
                continue
            if value is not None:
                inst.replace_all_uses_with(value)
            inst.erase()


def lower_posix_memalign(fn: Function, b: Builder, inst: Instruction) -> None:
    """``posix_memalign(&p, a, n)`` as ``p = aligned_alloc(a, n)``: memory that a call returns is easier to follow."""
    assert fn.module is not None
    name = "aligned_alloc"
    aligned = fn.module.functions.get(name) or fn.module.add_function(name, function(PTR, (I64, I64)))
    place, alignment, size = inst.args
    memory = b.call_function(aligned, [alignment, size])
    b.store(memory, place)
    failed = b.icmp("eq", memory, null(PTR))
    inst.replace_all_uses_with(b.select(failed, const_int(inst.type, _OUT_OF_MEMORY), const_int(inst.type, 0)))
    inst.erase()


def lower_byval(module: Module, fn: Function, outside: Container[Function]) -> bool:
    """A ``byval`` parameter becomes a pointer and a private copy made at entry.

    Functions called from ``outside`` (visible, or through pointers) remain ``byval`` as well: those calls pass a copy on the
    stack.
    """
    changed = False
    for inst in fn.instructions():
        if inst.opcode in ("call", "invoke"):
            callee = called_function(inst)
            if callee is not None and not callee.is_declaration and callee not in outside:
                attrs = [_without_byval(a) for a in inst.attrs["param_attrs"]]
                if attrs != inst.attrs["param_attrs"] and inst.opcode == "call":
                    inst.attrs["tail"] = ""  # a tail call does not see the caller's stack memory, which it now gets
                inst.attrs["param_attrs"] = attrs
    for arg in fn.args:
        t = attribute_type(fn, arg.attrs, "byval")
        if t is None:
            continue
        if fn not in outside:
            arg.attrs = _without_byval(arg.attrs)
        users = arg.users()
        alloca = fn.entry.insert(
            0,
            Instruction("alloca", PTR, (), {"allocated_type": t, "align": 16, "inalloca": False, "swifterror": False}),
        )
        name = "llvm.memcpy.p0.p0.i64"
        copy = module.functions.get(name) or module.add_function(name, function(VOID, (PTR, PTR, I64, I1)))
        b = Builder(None)
        b.position_before(fn.entry.instructions[1])
        b.call_function(copy, [alloca, arg, const_int(I64, LAYOUT.size_of(t)), const_int(I1, 0)])
        for user in users:
            for i, op in enumerate(user.operands):
                if op is arg:
                    user.set_operand(i, alloca)
        changed = True
    return changed


def _without_byval(attrs: str) -> str:
    """Attribute text without ``byval(...)`` (parentheses may nest) and the alignment that went with it."""
    found = _BYVAL.search(attrs)
    if found is None:
        return attrs
    depth, i = 1, found.end()
    while depth:
        depth += attrs[i] == "("
        depth -= attrs[i] == ")"
        i += 1
    return re.sub(r"\balign \d+\b", "", attrs[: found.start()] + attrs[i:]).strip()
