"""Simplifications of the model before differentiation: rules that lower to simpler IR, by-value pointers, cycles."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence

from irad.analysis.flow.cfg import erase_unreachable
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.module_memory import address_taken
from irad.analysis.memory.tbaa import access_kind, is_member, is_typed, tag_of
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_float, const_int, null
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.reader.attributes import attribute_type
from irad.ir.types import DOUBLE, I1, I64, LAYOUT, PTR, VOID, function
from irad.ir.values import ConstantInt, Function, Instruction, Module, Value
from irad.rules import AllocationRule, LoweringRule, lookup_function
from irad.transform.declared.marked_calls import asks_forward, marked_calls
from irad.transform.exceptions.exception_helpers import split_after
from irad.transform.exceptions.exception_lowering import lower_exceptions, reachable_functions
from irad.transform.loops.zero_adjoint_skipping import ZERO_ADJOINTS
from irad.transform.lower.counted.order_free_checks import free_checks
from irad.transform.lower.equal_phis import replace_equal_phis
from irad.transform.lower.reducible import make_reducible
from irad.transform.lower.undefined_phis import define_pointers, drop_undefined
from irad.transform.outline.long_loops import outline_long_loops
from irad.transform.outline.marks import show_conditions
from irad.transform.outline.outlined_loops import outline_marked_loops

_OUT_OF_MEMORY = 12  # ENOMEM
_WRITING = frozenset(name for name, row in OPCODES.items() if row.writes or row.kind in (Kind.CALL, Kind.ORDER))


def prepare(module: Module, roots: Sequence[str] = (), limited: bool = False) -> bool:
    """Prepare all functions of ``module``; True when LLVM's sroa and loop passes must run again.

    ``roots``: functions that are to be differentiated, besides those that marked calls name; ``limited``: long loops in all
    of these are to be checkpointed.
    """
    marked = dict.fromkeys(marked_calls(module)).keys()  # in the order of the text: names are numbered
    targets = derivative_targets(module, roots)
    changed = lower_exceptions(module, targets, marked)
    for fn in reachable_functions(targets):
        reverse_all(fn)
    outside = {f for f in module.functions.values() if not f.is_local}
    outside |= set(address_taken(module))
    typed = is_typed(module)
    for fn in list(module.functions.values()):
        if fn.is_declaration:
            continue
        erase_unreachable(fn)
        lower_roots(fn)
        lower_calls(fn)
        lower_words(fn, typed or fn in outside)
        changed |= lower_choices(fn)
        changed |= lower_byval(module, fn, outside)
        changed |= make_reducible(fn)
        changed |= drop_undefined(fn)
        free_checks(fn)
        define_pointers(fn)
        replace_equal_phis(fn)
    show_conditions(module)
    changed |= outline_marked_loops(module)
    return changed | (limited and outline_long_loops(module, [f for f in targets if module.functions.get(f.name) is f]))


def derivative_targets(module: Module, roots: Sequence[str], reverse: bool = False) -> list[Function]:
    """The functions that are to be differentiated now: ``roots``, and those that marked calls name.

    With ``reverse`` marked calls for forward mode do not count.
    """
    targets = [f for name in roots if (f := module.functions.get(name)) is not None]
    calls = [c for c in marked_calls(module) if not reverse or not asks_forward(c)]
    return targets + marked_targets(module, dict.fromkeys(calls).keys())


def reverse_all(fn: Function) -> None:
    """In a derivative that is differentiated again no iteration is left out: an adjoint that is zero may have a tangent."""
    for inst in list(fn.instructions()):
        callee = called_function(inst) if inst.opcode == "call" else None
        if callee is not None and callee.name.startswith(ZERO_ADJOINTS):
            inst.replace_all_uses_with(const_int(I1, 0))
            inst.erase()


def marked_targets(module: Module, marked: Collection[Instruction]) -> list[Function]:
    """The functions that marked calls name, if no marked call remains in them or their callees (inner ones come first)."""
    within = {c.function for c in marked}
    found = {a: None for c in marked for a in c.args if isinstance(a, Function)}
    return [f for f in found if not within & reachable_functions([f]).keys()]


def lower_choices(fn: Function) -> bool:
    """Split a load from one of two fields (``c ? p->left : p->right``, as LLVM emits it) into two loads: fields stay apart."""
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
    """The select between two constants that is the offset of a load."""
    gep = load.operands[0]
    if not isinstance(gep, Instruction) or gep.opcode != "getelementptr" or len(gep.operands) != 2 or load.attrs["atomic"]:
        return None
    index = gep.operands[1]
    if not isinstance(index, Instruction) or index.opcode != "select" or index.operands[0].type is not I1:
        return None
    return index if all(isinstance(v, ConstantInt) for v in index.operands[1:]) else None


def lower_words(fn: Function, untold: bool) -> None:
    """Turn a word moved by LLVM as an integer or pointer back into a copy of eight bytes: in copies, bits identify doubles.

    (The memory of a ``std::function`` holds whatever its closure captures; a union may be copied by its pointer member.)
    ``untold``: also for integers without a declared type.  That applies where clang declares all other types, and in functions
    that may be called through pointers, with memory that others use for other data.
    """
    _access_doubles(fn)
    for load in [i for i in fn.instructions() if i.opcode == "load" and i.type in (I64, PTR) and _is_plain(i)]:
        stores = load.users()
        if not stores or not all(i.opcode == "store" and _is_plain(i) and i.operands[1] is not load for i in stores):
            continue
        if not _may_be_any_word(load, stores, untold):
            continue
        if len(stores) == 1 and _is_direct(load, stores[0]):
            _copy_word(stores[0], stores[0].operands[1], load.operands[0], load, stores[0])
        else:
            align = max(8, *(i.attrs["align"] for i in (load, *stores)))
            t = {"allocated_type": I64, "align": align, "inalloca": False, "swifterror": False}
            between = fn.entry.insert(0, Instruction("alloca", PTR, (), t))
            _copy_word(load, between, load.operands[0], load, load)
            for store in stores:
                _copy_word(store, store.operands[1], between, store, store)
        for store in stores:
            store.erase()
        load.erase()


def _access_doubles(fn: Function) -> None:
    """Access as doubles what is stored, or loaded, as the pointers that a union has in their place."""
    for inst in list(fn.instructions()):
        if inst.opcode == "store" and (number := _double_of(inst.operands[0])) is not None and not _is_called_pointer(inst):
            pointer = inst.operands[0]
            inst.set_operand(0, number)
            if isinstance(pointer, Instruction) and not pointer.uses:
                pointer.erase()
        if inst.opcode == "load" and inst.type is PTR and not _is_called_pointer(inst):
            bits = [u for u in inst.users() if u.opcode == "ptrtoint" and u.type is I64]
            numbers = [u for b in bits for u in b.users()]
            if numbers and len(bits) == len(inst.uses) and all(u.opcode == "bitcast" and u.type is DOUBLE for u in numbers):
                b = Builder(None)
                b.position_before(inst)
                new = b.insert(Instruction("load", DOUBLE, [inst.operands[0]], dict(inst.attrs), "", dict(inst.metadata)))
                for number in numbers:
                    number.replace_all_uses_with(new)
                for dead in (*numbers, *bits, inst):
                    dead.erase()


def _double_of(pointer: Value) -> Value | None:
    """The double whose bits were turned into a pointer."""
    for opcode in ("inttoptr", "bitcast"):
        if not isinstance(pointer, Instruction) or pointer.opcode != opcode:
            return None
        pointer = pointer.operands[0]
    return pointer if pointer.type is DOUBLE else None


def _copy_word(before: Instruction, to: Value, source: Value, load: Instruction, store: Instruction) -> None:
    """Copy eight bytes, with the alignments of ``load`` and ``store``."""
    module = before.function.module
    assert module is not None
    name = "llvm.memmove.p0.p0.i64"
    move = module.functions.get(name) or module.add_function(name, function(VOID, (PTR, PTR, I64, I1)))
    b = Builder(None)
    b.position_before(before)
    call = b.call_function(move, [to, source, const_int(I64, 8), const_int(I1, 0)])
    call.attrs["param_attrs"] = [f"align {i.attrs['align']}" for i in (store, load)] + ["", ""]
    call.metadata = {k: v for k, v in before.metadata.items() if k == "dbg"}


def _may_be_any_word(load: Instruction, stores: Sequence[Instruction], untold: bool) -> bool:
    """Whether it is an integer declared a pointer, a pointer declared something else, or (``untold``) an undeclared integer.

    Where types do not count (``-fno-strict-aliasing``), an integer that is no member of a structure is undeclared.
    """
    accesses = (load, *stores)
    if any("enzyme_type" in i.metadata or "enzyme_truetype" in i.metadata for i in accesses):
        return False
    called = [i for i in accesses if tag_of(i.metadata)]
    if load.type is PTR:
        return bool(called) and not any(map(_is_called_pointer, called))
    return all(map(_is_badly_called, called)) if called else untold


def _is_badly_called(access: Instruction) -> bool:
    """Whether a word that is moved as an integer is declared a pointer, or is no structure's member where types do not count."""
    module = access.function.module
    assert module is not None
    tag = tag_of(access.metadata)
    counts = "tbaa" in access.metadata or is_member(tag, module.metadata)
    return access_kind(tag, module.metadata) in (("ptr",) if counts else ("ptr", "int"))


def _is_called_pointer(access: Instruction) -> bool:
    module = access.function.module
    assert module is not None
    return access_kind(tag_of(access.metadata), module.metadata) == "ptr"


def _is_plain(access: Instruction) -> bool:
    return bool(access.attrs["align"]) and not access.attrs["volatile"] and not access.attrs["atomic"]


def _is_direct(load: Instruction, store: Instruction) -> bool:
    """Whether a load and a store are in the same block, and nothing is written between them."""
    block = load.block
    if block is None or block is not store.block:
        return False
    between = block.instructions[block.instructions.index(load) + 1 : block.instructions.index(store)]
    return not any(i.opcode in _WRITING for i in between)


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


def lower_roots(fn: Function) -> None:
    """Replace ``fabs(sqrt(x))``, LLVM's form of ``pow(x, 0.5)``, by ``sqrt(x) + 0.0``: the derivative at 0 is that of a root."""
    for inst in [i for i in fn.instructions() if i.opcode == "call" and _calls_intrinsic(i, "llvm.fabs.")]:
        root = inst.operands[0]
        if isinstance(root, Instruction) and root.opcode == "call" and _calls_intrinsic(root, "llvm.sqrt."):
            b = Builder(None)
            b.position_before(inst)
            inst.replace_all_uses_with(b.fadd(root, const_float(root.type, 0.0)))
            inst.erase()


def _calls_intrinsic(call: Instruction, name: str) -> bool:
    callee = called_function(call)
    return callee is not None and callee.name.startswith(name)


def lower_posix_memalign(fn: Function, b: Builder, inst: Instruction) -> None:
    """Replace ``posix_memalign(&p, a, n)`` by ``p = aligned_alloc(a, n)``: memory that a call returns is easier to analyse."""
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
    """Turn a ``byval`` parameter into a pointer, with a private copy made at entry.

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
                    inst.attrs["tail"] = ""  # a tail call must not access the caller's stack memory, which is passed now
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
    """Attributes without ``byval(...)`` and the alignment that went with it."""
    found = AttributeSet.parse(attrs)
    return str(found.without("byval", "align")) if found.value("byval") is not None else attrs
