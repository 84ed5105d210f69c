"""Heap and bulk memory in reverse mode: who frees shadows, and which bytes of a copy are floats."""

from __future__ import annotations

import itertools
from collections.abc import Set
from typing import TYPE_CHECKING

from irad.analysis.activity import copy_call
from irad.analysis.addresses import constant_index
from irad.analysis.effects import given_back
from irad.analysis.memory import called_function
from irad.analysis.objects import Node, reachable
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import DOUBLE, FLOAT, I1, I8, I64, LAYOUT, PTR, VOID, X86_FP80, FloatType, function
from irad.ir.values import Block, Instruction, Value
from irad.rules import EXCEPTION_FREED, AllocationRule, DeallocationRule, InactiveRule, lookup_function
from irad.transform.caught import HANDLED
from irad.transform.counts import ONCE, count_of
from irad.transform.refusals import fail
from irad.transform.words import reverse_words, unmixed

if TYPE_CHECKING:
    from irad.transform.adjoints import Adjoints
    from irad.transform.reverse import ReverseBody

_TYPES: dict[str, FloatType] = {"double": DOUBLE, "float": FLOAT, "x86_fp80": X86_FP80}
_SIZES = {"double": 8, "float": 4, "x86_fp80": 16}
MOST_FIELDS = 4096
KEEP_OFFSET = 1144  # in the memory of a split derivative (runtime.ll)


def columns(body: ReverseBody, inst: Instruction, pointer: Value, size: Value) -> list[tuple[int, FloatType, int]]:
    """The float data among ``size`` bytes from ``pointer``: (byte offset, type, stride).

    Stride 0 is one element, `ONCE` one element if so many bytes are copied at all.
    """
    memory = body.act.memory
    cell = memory.cell_of(pointer)
    if cell is None:
        return []
    node, start = cell.find()
    if inst in body.copies.words and 0 < node.stride < 8:
        return []  # any word of it
    contents = {o: frozenset(c.find().kinds) for o, (c, _) in node.fields.items()}
    kinds = {k for what in contents.values() for k in what}
    floats = kinds & _TYPES.keys()
    if not kinds and constant_index(size) is not None:
        found = [(k, body.act.memory.exact_kind(pointer, k)) for k in range(0, min(constant_index(size) or 0, MOST_FIELDS), 4)]
        if any(found_kind for _, found_kind in found):
            return [(k, _TYPES[kind], 0) for k, kind in found if kind]
    if not kinds:
        raise fail(inst, "cannot tell what kind of data this copy moves", "access the memory with its own type somewhere")
    fixed = constant_index(size)
    if copy_call(inst) == "copy" and fixed is not None and fixed <= MOST_FIELDS and kinds != floats:
        _refuse_gaps(body, inst, fixed)
    if not floats:
        return []
    if len(floats) == 1 and kinds == floats:
        (kind,) = floats
        return [(0, _TYPES[kind], _SIZES[kind])]
    if fixed is not None and fixed <= MOST_FIELDS:
        return _fields(body, inst, pointer, fixed)
    kind = memory.exact_array(pointer)
    if kind in _SIZES:
        return [(0, _TYPES[kind], _SIZES[kind])]
    out = []
    for offset, what in contents.items():
        at = (offset - start) % node.stride if node.stride else offset - start
        if inst in body.copies.words and at in body.copies.words[inst].columns:
            continue
        if what & _TYPES.keys() and at >= 0:
            if 0 < node.stride < _SIZES[next(iter(what & _TYPES.keys()))]:
                raise fail(inst, "cannot tell where among a varying number of bytes floating-point data lie")
            out.append((at, _one(inst, what, at), node.stride or ONCE))
    return out


def _refuse_gaps(body: ReverseBody, inst: Instruction, size: int) -> None:
    """Bytes of which nothing is known may be floats, in memory that others look at.

    Where all is known but bytes that fill up to the next multiple of 8 (as structures have them), those are taken for that.
    """
    memory = body.act.memory
    cells = [c for c in map(memory.cell_of, inst.operands[:2]) if c is not None]
    if not any("param" in c.root().flags for c in cells):
        return
    known = {(at + k) // 8 for c in cells for at, width, _ in memory.kinds_at(c, size) for k in range(width)}
    exact = [(p, word) for word in range(size // 8) if word not in known for p in inst.operands[:2]]
    known |= {word for p, word in exact if memory.exact_kinds(p, 8 * word) or memory.exact_kinds(p, 8 * word + 4)}
    gap = next((word for word in range(size // 8) if word not in known), None)
    if gap is not None:
        raise fail(
            inst,
            f"cannot tell what bytes {8 * gap} to {8 * gap + 7} of this copy are: nothing here looks at them",
            "copy with an assignment of the structure, or access the member with its own type somewhere",
        )


def _fields(body: ReverseBody, inst: Instruction, pointer: Value, size: int) -> list[tuple[int, FloatType, int]]:
    cell = body.act.memory.cell_of(pointer)
    assert cell is not None
    out: dict[int, FloatType] = {}
    stride = cell.root().stride
    for offset, width, what in body.act.memory.kinds_at(cell, size):
        if not 0 <= offset < size or not what & _TYPES.keys():
            continue
        mixed = len(what) > 1 or 0 < stride < width  # by indices that vary: what, or where, is not known
        if offset in body.copies.mixed.get((inst, body.emit.lane), ()):
            continue
        exact = _exact(body, inst, offset) if mixed else None
        if exact is None:
            out[offset] = _one(inst, unmixed(body.act.memory, inst, offset, what, size), offset)
        elif exact:
            out[offset] = _TYPES[exact]
    found = sorted(out.items())
    for (first, t), (second, _) in itertools.pairwise(found):
        if first + LAYOUT.store_size(t) > second:
            raise fail(inst, f"cannot tell where in this copy floating-point data lie (byte {first} or {second})")
    return [(offset, t, 0) for offset, t in found]


def _exact(body: ReverseBody, inst: Instruction, offset: int) -> str | None:
    """What lies at an offset of a copy, where varying indices have mixed up the fields of a structure."""
    both = inst.operands[:2] if copy_call(inst) == "copy" else inst.operands[:1]
    found = {kind for p in both if (kind := body.act.memory.exact_kind(p, offset)) is not None}
    return found.pop() if len(found) == 1 else None


def overwritten(body: ReverseBody, inst: Instruction) -> list[tuple[int, FloatType]]:
    """The places of a copy at which integers come to lie where a caller says that there are floats: (byte offset, type)."""
    memory = body.act.memory
    cell, size = memory.cell_of(inst.operands[0]), constant_index(inst.operands[2])
    if cell is None or size is None or size > MOST_FIELDS:
        return []
    out = []
    for offset, _, what in memory.kinds_at(cell, size):
        floats = what & _TYPES.keys()
        if len(floats) == 1 < len(what) and 0 <= offset < size and _exact(body, inst, offset) == "":
            kinds = memory.exact_kinds(inst.operands[0], offset)
            if kinds is not None and kinds & floats:
                out.append((offset, _TYPES[next(iter(floats))]))
    return out


def _one(inst: Instruction, what: Set[str], offset: int) -> FloatType:
    floats = what & _TYPES.keys()
    if len(floats) != 1 or "ptr" in what:
        raise fail(inst, f"byte {offset} of this copy holds {' and '.join(sorted(what))} at different times")
    return _TYPES[next(iter(floats))]


def freed_nodes(body: ReverseBody) -> set[Node]:
    """Nodes that the function (not its callees) frees or reallocates."""
    out: set[Node] = set()
    for inst in body.fn.instructions():
        if inst.opcode != "call":
            continue
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule) or (isinstance(rule, AllocationRule) and rule.kind == "realloc"):
            pointer = rule.pointer if isinstance(rule, DeallocationRule) and rule.name != "irad_release" else 0
            node = body.act.memory.node_of(inst.operands[pointer])
            if node is not None:
                out.add(node)
    return out


def surely_freed(body: ReverseBody) -> set[Instruction]:
    """Allocations that the function itself gives back, by their own pointer, on all ways to its end and to their next turn.

    Nobody sees their memory afterwards, whatever else it cannot be told apart from: what a recursion hands down, say, from
    what it was given.
    """
    ends: dict[Value, set[Instruction]] = {}
    made: list[Instruction] = []
    for inst in body.fn.instructions():
        callee = called_function(inst) if inst.opcode == "call" else None
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule) and rule.name != "irad_release":
            ends.setdefault(inst.operands[rule.pointer], set()).add(inst)
        elif isinstance(rule, AllocationRule) and rule.kind in ("malloc", "calloc", "new", "realloc"):
            made.append(inst)
            if rule.kind == "realloc":
                ends.setdefault(inst.operands[0], set()).add(inst)
    return {i for i in made if i in ends and _always_ended(i, ends[i])}


def _always_ended(made: Instruction, ends: set[Instruction]) -> bool:
    """Does one of ``ends`` come on every way from an allocation, unless it failed?"""
    assert made.block is not None
    start = made.block.instructions
    work = [(made.block, start[start.index(made) + 1 :])]
    seen: set[Block] = set()
    for block, rest in work:
        end = next((i for i in rest if i in ends or i is made), None)
        if end is made or (end is None and block.terminator.opcode in ("ret", "resume")):
            return False
        if end is None:
            found = [s for s in _where_made(block, made) if s not in seen]
            seen.update(found)
            work += [(s, s.instructions) for s in dict.fromkeys(found)]
    return True


def _where_made(block: Block, made: Instruction) -> list[Block]:
    """The successors of a block but the one for a null pointer instead of ``made``."""
    test = block.terminator.operands[0] if block.terminator.operands else None
    following = block.successors()
    if not isinstance(test, Instruction) or test.opcode != "icmp" or test.attrs["pred"] not in ("eq", "ne"):
        return following
    if len(following) != 2 or test.operands[0] is not made or getattr(test.operands[1], "kind", "") != "null":
        return following
    return following[1:] if test.attrs["pred"] == "eq" else following[:1]


def visible_nodes(body: ReverseBody) -> set[Node]:
    """Nodes that someone outside can reach after the function has returned."""
    memory = body.act.memory
    roots = [n for n in map(memory.node_of, body.fn.args) if n is not None]
    pointee = memory.returns[body.fn].find().pointee
    if pointee is not None:
        roots.append(pointee.root())
    roots += memory.global_nodes(but=HANDLED)  # nobody follows it when the handler has ended
    return set(reachable(roots))


def deferrable(body: ReverseBody) -> tuple[set[Node], set[Instruction]]:
    """Heap memory that stays until the reverse sweep has passed its allocation, and what would give it back.

    The function allocates it outside of loops, so that there is one of each, and frees it; nobody can reach it afterwards.
    Where an exception leaves, memory is given back at once.
    """
    if body.split:
        return set(), set()
    memory, may_free = body.act.memory, body.services.ownership.may_free
    frees: dict[Instruction, Node | None] = {}
    found: set[Node] = set()
    bad: set[Node | None] = {None, *visible_nodes(body)}
    for inst in body.fn.instructions():
        if inst.opcode != "call":
            continue
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule):
            if rule.name != "irad_release" and inst.block in body.live:
                frees[inst] = memory.node_of(inst.operands[rule.pointer])
        elif isinstance(rule, AllocationRule):
            plain = rule.kind in ("malloc", "calloc", "new") and rule.deallocator != EXCEPTION_FREED
            plain = plain and body.flow.loop_of.get(inst.block) is None  # type: ignore[arg-type]
            (found if plain else bad).add(memory.node_of(inst))  # type: ignore[arg-type]
        elif isinstance(rule, InactiveRule) and rule.ends:
            bad |= given_back(inst, memory)
        elif callee is None or (rule is None and not callee.name.startswith("llvm.") and may_free(callee)):
            bad |= set(reachable([n for a in inst.args if (n := memory.node_of(a)) is not None]))
    kept = {n for n in found if n in frees.values() and not n.flags & {"resized", "unknown"}} - bad
    return kept, {i for i, n in frees.items() if n in kept}


def free_again(body: ReverseBody, b: Builder, inst: Instruction, pointer: Value, rule: AllocationRule) -> None:
    """Give back what ``inst`` has allocated (or its shadow)."""
    args = [pointer if k < 0 else body.replay.get(body.emit.value(inst.operands[k])) for k in rule.deallocator_args]
    name = rule.deallocator or "free"
    free = body.runtime.external(name, function(VOID, tuple(a.type for a in args)))
    b.call_function(free, args)


def free_shadow(body: ReverseBody, b: Builder, inst: Instruction, shadow: Value, rule: AllocationRule) -> None:
    """Give back the shadow of what ``inst`` has allocated."""
    if rule.kind == "custom" and body.key.again:
        return  # it may be needed once more, and who knows what the deallocator makes of a null pointer
    free_again(body, b, inst, unless_kept(body, b, shadow), rule)


def unless_kept(body: ReverseBody, b: Builder, shadow: Value) -> Value:
    """What is to be freed: nothing while the tape of a split derivative is kept for another reverse sweep."""
    if not body.key.again:
        return shadow
    keep = b.load(I8, b.gep(I8, body.stack.arena, [const_int(I64, KEEP_OFFSET)]), align=1)
    return b.select(b.icmp("eq", keep, const_int(I8, 0)), shadow, null(PTR))


def reverse_realloc(adjoints: Adjoints, inst: Instruction, shadow: Value) -> None:
    """Adjoints of the new block go to the old one, as far as both reach."""
    body, b = adjoints.body, adjoints.b
    old = adjoints.r.get(body.emit.shadow(inst.operands[0]))
    usable = body.runtime.external("malloc_usable_size", function(I64, (PTR,)))
    old_size, new_size = b.call_function(usable, [old]), b.call_function(usable, [shadow])
    size = b.select(b.icmp("ult", old_size, new_size), old_size, new_size)
    for offset, t, stride in columns(body, inst, inst, size):
        width = LAYOUT.size_of(t)
        count = count_of(b, size, offset, width, stride)
        at = [const_int(I64, offset)]
        step = const_int(I64, stride if stride > 0 else width)
        b.call_function(body.runtime.helper("copy_adjoint", t), [b.gep(I8, old, at), b.gep(I8, shadow, at), count, step])
    if inst in body.copies.words:
        reverse_words(b, body.runtime, adjoints.r.get, old, shadow, size, body.copies.words[inst])


def memset(body: ReverseBody, b: Builder, pointer: Value, size: Value) -> None:
    b.call_function(body.runtime.memset(), [pointer, const_int(I8, 0), size, const_int(I1, 0)])
