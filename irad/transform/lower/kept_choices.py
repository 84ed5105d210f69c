"""Loops that keep what one of their iterations has found: the largest of some numbers, the distance to the nearest point.

    best = first                                best, at = first, -1
    for i in range(n):                          for i in range(n):
        x = f(i)                                    x = f(i)
        if x > best: best = x                       if x > best: best, at = x, i
    use(best)                                   use(f(at) if at >= 0 else first)

The derivative of the left side goes through all iterations, with a bit of each on the tape, to come upon the one that has made
the result.  On the right side nothing in the loop has a derivative: ``f`` is computed once more behind it, for the iteration that
the loop remembers, and only that is reversed.  The numbers are the same, since nothing is written in between: the forward sweep
goes on with what the loop has found (`found_numbers.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import Affine, affine_phis, preheader
from irad.analysis.reuse.effects import is_pure_call
from irad.ir.builder import Builder
from irad.ir.clone import clone_blocks
from irad.ir.constants import const_int
from irad.ir.types import I8, I64, IntType
from irad.ir.values import Block, ConstantInt, Function, Instruction, Value
from irad.rules.formulas.found_numbers import found_number, only_compares

_MOST = 200  # instructions of a loop, which is written twice
_FEW = 4  # iterations that are not worth it
_WRITING = ("store", "call", "invoke", "atomicrmw", "cmpxchg", "fence", "va_arg", "alloca")


@dataclass(eq=False)
class _Kept:
    """A number that each iteration hands on or replaces by ``value``, where ``condition`` is ``replaces``."""

    phi: Instruction
    select: Instruction
    value: Value
    replaces: bool

    @property
    def condition(self) -> Value:
        return self.select.operands[0]


def reverse_one_iteration(functions: Iterable[Function]) -> bool:
    """Compute what loops have chosen once more behind them; True if anything was changed."""
    changed = False
    for fn in functions:
        while fn.blocks and _one_loop(fn):
            changed = True
    return changed


def _one_loop(fn: Function) -> bool:
    flow = ControlFlow(fn)
    for loop in flow.loops:
        found = _kept(loop, flow)
        if found:
            _rewrite(fn, loop, flow, *found)
            return True
    return False


def _kept(loop: Loop, flow: ControlFlow) -> tuple[list[_Kept], dict[Value, Affine]] | None:
    """The numbers that a loop chooses, if its iterations can be computed again behind it."""
    if preheader(loop) is None or len(loop.latches) != 1:
        return None
    latch = loop.latches[0]
    if not all(_can_stay(loop, block) for block, _ in loop.exits()) or latch not in {block for block, _ in loop.exits()}:
        return None
    phis = loop.header.phis()
    if not any(p.type.is_float for p in phis) or sum(len(b.instructions) for b in loop.blocks) > _MOST:
        return None
    affine = affine_phis(loop)
    if is_short(loop) or any(writes(i) for b in loop.blocks for i in b.instructions):
        return None
    found = [k for phi in phis if phi.type.is_float and (k := _choice(phi, latch)) is not None]
    found = [k for k in found if _is_seen_behind(k.select, loop) and _only_chooses(k, loop)]
    return (found, affine) if found and _can_run_again(loop, latch, found, affine) else None


def _can_stay(loop: Loop, block: Block) -> bool:
    """Whether a block that leaves the loop may also go on in it: a test, of an error or of the end."""
    return block.terminator.opcode == "br" and any(s in loop.blocks for s in block.successors())


def is_short(loop: Loop) -> bool:
    """Whether the loop is known to have a few iterations only."""
    test = loop.latches[0].terminator.operands[0]
    if isinstance(test, Instruction) and test.opcode == "phi" and test.block is loop.header:  # [true, entry], [false, latch]
        return all(isinstance(v, ConstantInt) for v, _ in test.incoming())
    if not isinstance(test, Instruction) or test.opcode != "icmp":
        return False
    for line in affine_phis(loop).values():
        for side, bound in (test.operands, test.operands[::-1]):
            if side in (line.phi, line.increment) and isinstance(bound, ConstantInt) and isinstance(line.start, ConstantInt):
                return abs(bound.value - line.start.value) <= _FEW * abs(line.step)
    return False


def writes(inst: Instruction) -> bool:
    """Whether an instruction may do more than compute and read."""
    if inst.opcode == "load":
        return bool(inst.attrs.get("volatile") or inst.attrs.get("ordering"))
    return inst.opcode in _WRITING and not (inst.opcode == "call" and is_pure_call(inst))


def _choice(phi: Instruction, latch: Block) -> _Kept | None:
    following = next(v for v, b in phi.incoming() if b is latch)
    if not isinstance(following, Instruction) or following.opcode != "select" or following.type.is_vector:
        return None
    _, yes, no = following.operands
    if (yes is phi) == (no is phi):
        return None
    return _Kept(phi, following, no if yes is phi else yes, yes is not phi)


def _is_seen_behind(value: Value, loop: Loop) -> bool:
    """Whether something behind the loop depends on a number, and does not only compare it."""
    work = [(value, u) for u in value.uses if u.block not in loop.blocks]
    seen: set[Instruction] = set()
    while work:
        number, user = work.pop()
        if only_compares(user, number):
            continue
        if user.opcode not in ("phi", "select"):
            return True
        if user not in seen:
            seen.add(user)
            work += [(user, u) for u in user.uses]
    return False


def _only_chooses(kept: _Kept, loop: Loop) -> bool:
    """Whether the loop compares the number, and does nothing else with it."""
    inside = [u for v in (kept.phi, kept.select) for u in v.uses if u.block in loop.blocks]
    return all(u in (kept.phi, kept.select) or u.opcode == "fcmp" for u in inside)


def _can_run_again(loop: Loop, latch: Block, found: list[_Kept], affine: dict[Value, Affine]) -> bool:
    """Whether the values, and the way through an iteration, depend on nothing that iterations hand on but their number."""
    work: list[Value] = [k.value for k in found]
    work += [op for b in loop.blocks if b is not latch for op in b.terminator.operands if not isinstance(op, Block)]
    seen: set[Value] = set()
    while work:
        v = work.pop()
        if not isinstance(v, Instruction) or v.block not in loop.blocks or v in seen:
            continue
        seen.add(v)
        if v.opcode == "phi" and v.block is loop.header:
            if v not in affine:
                return False
            continue
        work += [op for op in v.operands if not isinstance(op, Block)]
    return all(isinstance(k.value, Instruction) and k.value.block in loop.blocks for k in found)


def _rewrite(fn: Function, loop: Loop, flow: ControlFlow, found: list[_Kept], affine: dict[Value, Affine]) -> None:
    """Let everything behind the loop see the chosen numbers as they are computed for the iteration that has made them."""
    latch, entry = loop.latches[0], preheader(loop)
    target = next(t for block, t in loop.exits() if block is latch)
    assert entry is not None
    group = [k for k in found if k.condition is found[0].condition and k.replaces == found[0].replaces]
    made = clone_blocks(fn, sorted(loop.blocks, key=lambda block: flow.index[block]), ".again")
    copies = set(made.values())
    latest = _latest(loop, entry, group[0])
    asked, done = (fn.append_block(f"{loop.header.name}.{word}") for word in ("asked", "chosen"))
    again, end = made[loop.header], made[latch]
    assert isinstance(again, Block) and isinstance(end, Block)
    b = Builder(asked)
    starts = {phi: _at(b, line, latest) for phi, line in affine.items()}
    b.cond_br(b.icmp("sge", latest, const_int(I64, 0)), again, done)
    for phi in [p for p in loop.header.phis() if p in made]:
        again_phi = made[phi]
        assert isinstance(again_phi, Instruction)
        again_phi.replace_all_uses_with(starts.get(phi, _initial(phi, entry)))
        again_phi.erase()
    for block, outside in loop.exits():  # what iteration it is has been in the loop to its end
        copy = made[block]
        assert isinstance(copy, Block)
        stay = next(made[t] for t in block.successors() if t is not outside and t in made)
        assert isinstance(stay, Block)
        copy.terminator.erase()
        Builder(copy).br(done if block is latch else stay)
    b = Builder(done)
    again_numbers: list[tuple[_Kept, Instruction, list[Instruction]]] = []
    for kept in group:
        users = [u for u in kept.select.uses if u.block not in loop.blocks and u.block not in copies]
        chosen = b.phi(kept.phi.type)
        b.add_incoming(chosen, made[kept.value], end)
        b.add_incoming(chosen, _initial(kept.phi, entry), asked)
        again_numbers.append((kept, chosen, users))
    for kept, chosen, users in again_numbers:
        known = found_number(b, kept.select, chosen)
        for user in users:
            _replace(user, kept.select, known)
    b.br(target)
    for phi in target.phis():
        _replace(phi, latch, done)
    _replace(latch.terminator, target, asked)


def _latest(loop: Loop, entry: Block, kept: _Kept) -> Value:
    """The last iteration that has replaced a number, at the end of the loop; -1 where none has."""
    latch, b = loop.latches[0], Builder(None)
    number, last = (loop.header.insert(0, Instruction("phi", I64, attrs={"flags": ()})) for _ in range(2))
    b.position_before(latch.terminator)
    following = b.add(number, const_int(I64, 1), ("nuw", "nsw"))
    latest = b.select(kept.condition, *((number, last) if kept.replaces else (last, number)))
    for phi, start, end in ((number, 0, following), (last, -1, latest)):
        b.add_incoming(phi, const_int(I64, start), entry)
        b.add_incoming(phi, end, latch)
    return latest


def _initial(phi: Instruction, entry: Block) -> Value:
    return next(v for v, block in phi.incoming() if block is entry)


def _at(b: Builder, line: Affine, number: Value) -> Value:
    """What an affine phi is in an iteration."""
    t = line.phi.type
    if t.is_ptr:
        return b.gep(I8, line.start, [b.mul(number, const_int(I64, line.step))])
    assert isinstance(t, IntType)
    count = number if t is I64 else b.cast("trunc" if t.bits < 64 else "zext", number, t)
    return b.add(line.start, b.mul(count, const_int(t, line.step)))


def _replace(user: Instruction, old: Value, new: Value) -> None:
    for k, operand in enumerate(user.operands):
        if operand is old:
            user.set_operand(k, new)
