"""Searches for the largest of some elements in nested or short loops: the search remembers where the element lies.

    best = x[0, 0]                              best, at = x[0, 0], 0
    for p in range(3):                          for p in range(3):
        for q in range(3):                          for q in range(3):
            if x[p, q] > best:                          if x[p, q] > best:
                best = x[p, q]                              best, at = x[p, q], 3 * p + q
    use(best)                                   use(x.flat[at])

The derivative of the left side goes through all iterations, with a bit of each on the tape, to come upon the element that was
chosen.  On the right side nothing in the loops has a derivative, and that of the last load goes to the element itself.  The
numbers are the same, since nothing is written in between (`found_numbers.py`).  Searches in one loop, also for what is computed
of several elements, are those of `kept_choices.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from irad.analysis.flow.addresses import gep_offset
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I64, LAYOUT, IntType
from irad.ir.values import Block, Function, Instruction, Value
from irad.rules.formulas.found_numbers import found_number, only_compares
from irad.transform.exceptions.exception_helpers import split_after
from irad.transform.lower.kept_choices import is_short, writes

_MOST = 60  # phis and selects of a search
_NOWHERE = const_int(I64, -(1 << 60))


@dataclass
class _ElementSearch:
    """A number that phis and selects choose among ``loads`` of ``array``; ``other``: what it is where none of them was chosen."""

    result: Instruction
    array: Value
    choices: list[Instruction]
    loads: list[Instruction]
    other: Value | None


def remember_places(functions: Iterable[Function]) -> bool:
    """Load the results of searches from the places that were found; True if anything was changed."""
    changed = False
    for fn in functions:
        done: set[Instruction] = set()
        while fn.blocks and _one_search(fn, done):
            changed = True
    return changed


def _one_search(fn: Function, done: set[Instruction]) -> bool:
    flow = ControlFlow(fn)
    if not flow.loops:
        return False
    for block in flow.rpo:
        for inst in block.instructions:
            if inst not in done and _is_choice(inst) and any(not _is_choice(u) and not only_compares(u, inst) for u in inst.uses):
                found = _search(inst, flow)
                done.add(inst)
                if found is not None:
                    _rewrite(fn, found)
                    return True
    return False


def _is_choice(v: Value) -> bool:
    if not isinstance(v, Instruction) or not v.type.is_float:
        return False
    return v.opcode == "phi" or (v.opcode == "select" and not v.operands[0].type.is_vector)


def _chosen(v: Instruction) -> list[Value]:
    return [value for value, _ in v.incoming()] if v.opcode == "phi" else v.operands[1:]


def _search(result: Instruction, flow: ControlFlow) -> _ElementSearch | None:
    """The search whose result a number is, if it goes through several loops or short ones."""
    assert result.block is not None
    around = flow.loop_of[result.block]
    choices = _choices(result, around)
    headers = [loop for loop in flow.loops if any(phi in choices for phi in loop.header.phis())]
    if not headers or (around is not None and around in headers) or not (len(headers) > 1 or is_short(headers[0])):
        return None
    leaves = list(dict.fromkeys(v for c in choices for v in _chosen(c) if v not in choices))
    loads = [v for v in leaves if isinstance(v, Instruction) and _is_element(v) and _is_within(v, around)]
    others = [v for v in leaves if v not in loads]
    arrays = {_array(v) for v in loads}
    if len(arrays) != 1 or len(others) > 1:
        return None
    array = arrays.pop()
    if array is None or not all(_is_fixed(v, result, around, flow) for v in (array, *others)):
        return None
    found = _ElementSearch(result, array, list(choices), loads, others[0] if others else None)
    return None if _changes(found, around, flow) else found


def _choices(result: Instruction, around: Loop | None) -> dict[Instruction, None]:
    """Phis and selects that nobody else but comparisons looks at, and that end in the result."""
    found = {result: None}
    for v in found_in_order(found):
        for w in _chosen(v):
            if _is_choice(w) and _is_within(w, around) and len(found) <= _MOST:
                assert isinstance(w, Instruction)
                found[w] = None
    while True:
        seen = [v for v in found if v is not result and not all(u in found or u.opcode == "fcmp" for u in v.uses)]
        if not seen:
            return found
        for v in seen:
            del found[v]
        reached = {result: None}
        for v in found_in_order(reached):
            reached |= {w: None for w in _chosen(v) if w in found}
        found = reached


def found_in_order(found: dict[Instruction, None]) -> Iterable[Instruction]:
    """The keys of a dictionary that grows meanwhile."""
    seen = 0
    while seen < len(found):
        yield list(found)[seen]
        seen += 1


def _is_element(v: Value) -> bool:
    return isinstance(v, Instruction) and v.opcode == "load" and not v.attrs["volatile"] and not v.attrs["atomic"]


def _is_within(v: Value, around: Loop | None) -> bool:
    return isinstance(v, Instruction) and (around is None or v.block in around.blocks)


def _array(load: Instruction) -> Value | None:
    """What a load's address is computed from, if it is a whole number of elements away."""
    pointer, size = load.operands[0], LAYOUT.size_of(load.type)
    while isinstance(pointer, Instruction) and pointer.opcode == "getelementptr":
        constant, terms = gep_offset(pointer)
        wide = any(not isinstance(index.type, IntType) or index.type.bits > 64 for index, _ in terms)
        if wide or constant % size or any(scale % size for _, scale in terms):
            return None
        pointer = pointer.operands[0]
    return pointer


def _place(load: Instruction) -> Value:
    """The number of the element that is loaded."""
    b, size = Builder(None), LAYOUT.size_of(load.type)
    b.position_before(load)
    place: Value = const_int(I64, 0)
    pointer = load.operands[0]
    while isinstance(pointer, Instruction) and pointer.opcode == "getelementptr":
        constant, terms = gep_offset(pointer)
        for index, scale in terms:
            place = b.add(place, b.mul(b.cast("sext", index, I64), const_int(I64, scale // size)))
        place = b.add(place, const_int(I64, constant // size))
        pointer = pointer.operands[0]
    return place


def _is_fixed(v: Value, result: Instruction, around: Loop | None, flow: ControlFlow) -> bool:
    """Whether a value is the same where the result is as where it was chosen."""
    if not isinstance(v, Instruction):
        return True
    assert v.block is not None and result.block is not None
    home = flow.loop_of[v.block]
    outside = home is None or (around is not None and home in around.chain())
    return outside and v.block is not result.block and flow.dominates(v.block, result.block)


def _changes(search: _ElementSearch, around: Loop | None, flow: ControlFlow) -> bool:
    """Whether anything is written between a load and the result, on ways that stay in an iteration of the loop around them."""
    end = search.result.block
    assert end is not None
    behind: set[Block] = set()
    work = [load.block for load in search.loads if load.block is not None]
    while work:
        block = work.pop()
        for following in flow.succs[block] if block is not end else ():
            if following not in behind and (around is None or (following in around.blocks and following is not around.header)):
                behind.add(following)
                work.append(following)
    before = {end}
    work = [end]
    while work:
        block = work.pop()
        for p in flow.preds[block] if around is None or block is not around.header else ():
            if p not in before:
                before.add(p)
                work.append(p)
    at = end.instructions.index(search.result)
    between = [i for b in behind & before if b is not end for i in b.instructions] + end.instructions[:at]
    for load in search.loads:
        if load.block is not None and load.block not in behind & before:
            between += load.block.instructions[load.block.instructions.index(load) :]
    return any(writes(i) for i in between)


def _rewrite(fn: Function, search: _ElementSearch) -> None:
    """Remember places beside the numbers, and load the result once more."""
    result = search.result
    places: dict[Value, Value] = {load: _place(load) for load in search.loads}
    if search.other is not None:
        places[search.other] = _NOWHERE
    selects = [c for c in search.choices if c.opcode == "select"]
    for choice in search.choices:
        assert choice.block is not None
        if choice.opcode == "phi":
            places[choice] = choice.block.insert(0, Instruction("phi", I64, attrs={"flags": ()}))
    for choice in selects:
        b = Builder(None)
        b.position_before(choice)
        places[choice] = b.insert(Instruction("select", I64, (choice.operands[0], _NOWHERE, _NOWHERE), {"flags": ()}))
    for choice in search.choices:
        place = places[choice]
        assert isinstance(place, Instruction)
        if choice.opcode == "select":
            for k in (1, 2):
                place.set_operand(k, places[choice.operands[k]])
            continue
        for value, block in choice.incoming():
            Builder(None).add_incoming(place, places[value], block)
    users = [u for u in dict.fromkeys(result.uses) if u not in search.choices and not only_compares(u, result)]
    chosen = _load(fn, search, places[result])
    for user in users:
        for k, operand in enumerate(user.operands):
            if operand is result:
                user.set_operand(k, chosen)


def _load(fn: Function, search: _ElementSearch, place: Value) -> Value:
    """What lies at the place that was found, or what there is instead."""
    result = search.result
    block = result.block
    assert block is not None
    b = Builder(block)
    rest = fn.append_block(f"{block.name}.chosen", after=block)
    split_after(block.phis()[-1] if result.opcode == "phi" else result, rest)
    there = block if search.other is None else fn.append_block(f"{block.name}.there", after=block)
    if search.other is not None:
        b.cond_br(b.icmp("eq", place, _NOWHERE), rest, there)
    b.position_at_end(there)
    align = min(load.attrs["align"] for load in search.loads)
    load = b.load(result.type, b.gep(result.type, search.array, [place]), align)
    assert isinstance(load, Instruction)
    load.metadata = dict(search.loads[0].metadata)
    b.br(rest)
    chosen: Value = load
    if search.other is not None:
        chosen = rest.insert(0, Instruction("phi", result.type, attrs={"flags": ()}))
        b.add_incoming(chosen, search.other, block)
        b.add_incoming(chosen, load, there)
    b.position_before(rest.instructions[len(rest.phis())])
    return found_number(b, result, chosen)
