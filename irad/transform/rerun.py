"""Iterations that run again in the reverse sweep (`plan.py` says of which loops): the copies of their blocks.

The forward sweep runs such a loop as the primal does and keeps nothing but what one iteration hands to the next.  The
reverse sweep of an iteration begins with a second run of it, which keeps what is needed until its end only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from irad.analysis.cfg import Loop, erase_unreachable, remove_incoming
from irad.analysis.effects import is_pure_call
from irad.analysis.memory import called_function
from irad.analysis.objects import Node
from irad.analysis.trips import affine_phis, preheader
from irad.ir.builder import Builder
from irad.ir.constants import const_int, undef, zero
from irad.ir.values import Argument, Block, Instruction, Value
from irad.transform import saving
from irad.transform.plan import Plan
from irad.transform.replay import ClosedForm

if TYPE_CHECKING:
    from irad.transform.reverse import ReverseBody

_DROPPED = ("llvm.lifetime.", "llvm.dbg.", "llvm.invariant.", "llvm.experimental.noalias")


def choose(body: ReverseBody) -> None:
    """Note the loops whose iterations run again, outer loops first."""
    if not (body.services.options.cache_everything or body.key.again):
        body.plan = Plan(body)
        body.plan.decide()


# ---- copies


def copy_plain(body: ReverseBody, block: Block) -> None:
    """A block as it is in the primal, for the context that is being written."""
    plain = body.contexts.plain[body.emit.context]
    at = plain[block]
    assert isinstance(at, Block)
    body.b.position_at_end(at)
    for inst in block.instructions:
        callee = called_function(inst) if inst.opcode == "call" else None
        if callee is not None and callee.name.startswith(_DROPPED):
            continue
        plain[inst] = terminator(body, inst) if inst is block.terminator else body.emit.clone(inst)


def fill_plain(body: ReverseBody, phi: Instruction) -> None:
    for context in body.contexts.around(phi.block):  # type: ignore[arg-type]
        body.emit.context = context
        new = body.contexts.plain[body.emit.context][phi]
        assert isinstance(new, Instruction)
        for v, block in phi.incoming():
            if block in body.emit.map:
                new.add_operand(body.emit.value(v))
                new.add_operand(body.emit.value(block))
    body.emit.context = None


def terminator(body: ReverseBody, inst: Instruction) -> Instruction:
    """A copy of a block's terminator; what leads out of an iteration that runs again leads to its reverse."""
    new = body.emit.clone(inst)
    loop, block = body.emit.context, inst.block
    if loop is None or block is None:
        return new
    for k, target in enumerate(inst.operands):
        if isinstance(target, Block) and (target not in loop.blocks or target is loop.header):
            new.set_operand(k, _end(body, block, target))
    return new


def _end(body: ReverseBody, block: Block, target: Block) -> Block:
    """Where an iteration goes on when it has run again: from ``block`` backwards; nowhere if it would have failed."""
    failed = body.error_exit(block, target)
    if failed and body.key.late and body.gives_up(block, target):
        return _failure(body)
    key = None if failed else block
    found = body.ends.get(key)
    if found is None:
        found = body.ends[key] = body.rev.append_block("failed" if failed else f"again.end.{block.name}")
        if failed:
            Builder(found).unreachable()
    return found


def _failure(body: ReverseBody) -> Block:
    """Where an iteration ends in an error; `_return_failures` says what happens there."""
    loop = body.emit.context
    assert loop is not None
    if loop not in body.failures:
        body.failures[loop] = body.rev.append_block("failed")
        Builder(body.failures[loop]).unreachable()
    return body.failures[loop]


def _return_failures(body: ReverseBody) -> None:
    """Errors in loops without a forward sweep are found now; those of others have been found before."""
    for loop, block in body.failures.items():
        if loop in body.left_out:
            body.found_late = True
            block.terminator.erase()
            b = Builder(block)
            t = body.rev.ftype.ret
            k = body.services.derivatives.derivative(body.rev).index("primal")
            b.ret(b.insert_value(undef(t), const_int(body.fn.ftype.ret, 1), [k]))


# ---- what an iteration begins with


def is_carried(body: ReverseBody, phi: Instruction) -> bool:
    """Is it a header phi of a loop that runs again, in the context of that loop?"""
    loop = body.flow.loop_of[phi.block]  # type: ignore[index]
    return loop is not None and loop.header is phi.block and loop in body.contexts.loops


def stand_in(body: ReverseBody, phi: Instruction) -> None:
    """Something in place of a header phi, until it is known whether anybody asks for it."""
    begin = body.contexts.loops[body.flow.loop_of[phi.block]]  # type: ignore[index]
    if not body.emit.lane:
        body.emit.map[phi] = begin.append(Instruction("placeholder", phi.type, (), {}))
    if body.emit.carries_shadow(phi):
        body.emit.shadows[phi] = begin.append(Instruction("placeholder", phi.type, (), {}))


def always(body: ReverseBody) -> set[Block]:
    """Blocks that every second run of an iteration passes, outside of inner loops."""
    out: set[Block] = set()
    for loop, begin in body.contexts.loops.items():
        ends = {*loop.latches, *(b for b, s in loop.exits() if not body.error_exit(b, s))}
        out.add(begin)
        for block in loop.blocks:
            if body.flow.loop_of[block] is loop and all(body.flow.dominates(block, end) for end in ends):
                out.add(body.contexts.block(block, loop))
    return out


def connect(body: ReverseBody) -> None:
    """Lead each second run from its beginning to its reverse, and fetch what it needs from outside."""
    for loop, begin in body.contexts.loops.items():
        body.replay.at(begin, loop)
        _positions(body, loop)
        saving.save_for(body, loop)  # writes to the contexts around as well
    for loop, begin in body.contexts.loops.items():
        body.replay.at(begin, loop)
        _import(body, loop)
        header = body.emit.map[loop.header]
        assert isinstance(header, Block)
        Builder(begin).br(header)
    saving.find_copies(body)
    for block, end in body.ends.items():
        if block is not None:
            Builder(end).br(body.rblocks[block])


def _positions(body: ReverseBody, loop: Loop) -> None:
    """Header phis that follow from the number of the iteration."""
    r = body.replay
    for phi, affine in affine_phis(loop).items() if r.closed_forms else ():
        form = r.closed_form(affine, loop)
        _fill(body, body.emit.map[phi], r.position_in(form, phi.type))
        for _ in body.emit.each_lane():
            if phi in body.emit.shadows:
                start = ClosedForm(body.emit.shadow(affine.start), affine.step, loop)
                _fill(body, body.emit.shadows[phi], r.position_in(start, phi.type))


def _fill(body: ReverseBody, place: Value, value: Value) -> None:
    """Make a stand-in a copy of ``value``, at the current position; others may know it already, so that it stays itself."""
    assert isinstance(place, Instruction) and place.block is not None
    place.block.instructions.remove(place)
    place.opcode, place.attrs = "bitcast", {"flags": ()}
    place.add_operand(value)
    body.replay.b.insert(place)


def _import(body: ReverseBody, loop: Loop) -> None:
    """Values of contexts further out are fetched once, where the second run begins."""
    r = body.replay
    found: dict[Value, Value] = {}
    for block in [b for b in body.rev.blocks if body.contexts.of_copy(b) is loop and b is not body.contexts.loops[loop]]:
        for inst in block.instructions:
            for k, o in enumerate(inst.operands):
                foreign = isinstance(o, Argument) or (isinstance(o, Instruction) and body.contexts.context_of_copy(o) is not loop)
                if foreign and not (isinstance(o, Argument) and o.function is body.rev and body.rev is not body.out):
                    if o not in found:
                        found[o] = r.get(o)
                    inst.set_operand(k, found[o])


def fill_carried(body: ReverseBody) -> None:
    """What is still asked for of the carried values comes from the tape."""
    r = body.replay
    for loop in reversed(body.contexts.loops):
        used = _used(body)
        for phi in loop.header.phis():
            place = body.emit.map[phi]
            if not isinstance(place, Instruction) or place.opcode != "placeholder":
                continue
            value: Value = zero(place.type)  # asked for by dead code only
            assert place.block is not None
            r.b.position_before(place.block.instructions[place.block.instructions.index(place) + 1])
            if place in used:
                r.loop, r.memo = loop, {}
                value = r.read_carried(place, loop)
            _fill(body, place, value)


# ---- forward sweeps that nobody needs


def drop_forward(body: ReverseBody) -> None:
    """Leave out the forward sweep of loops that run again and of which nothing is asked for; later loops first."""
    loops = [d.loop for d in body.plan.decisions if d.dropped] if body.plan is not None else []
    for loop in sorted(loops, key=lambda x: -body.flow.index[x.header]):
        context = body.contexts.outside(loop)
        copies = [body.contexts.block(b, context) for b in loop.blocks]
        if all(b.function is not None and b in b.function.blocks for b in copies) and not _asked_for(body, copies, loop):
            _bypass(body, loop, copies)
            body.left_out.add(loop)
    _return_failures(body)
    if body.contexts.loops:
        _sweep(body)


def _sweep(body: ReverseBody) -> None:
    """Take out what nobody uses: it may load from addresses that are not there any more.

    Stores to memory that nobody loads from are not used either: of the forward sweep of a loop that runs again often only
    the control flow is left.
    """
    stores = _stores(body)
    used = _used(body, stores=stores)
    for function in {body.out: None, body.rev: None}:
        for block in function.blocks:
            dead = [i for i in block.instructions if i not in used and (_pure(i) or i in stores)]
            for inst in dead:
                inst.drop_operands()
            gone = set(dead)
            block.instructions = [i for i in block.instructions if i not in gone]


def _asked_for(body: ReverseBody, copies: list[Block], loop: Loop) -> bool:
    """Does the tape, or anything else, get something from the loop's forward sweep?"""
    inside = set(copies)
    stores = sum(i.opcode == "store" for b in copies for i in b.instructions)
    if stores != sum(i.opcode == "store" for b in loop.blocks for i in b.instructions):
        return True
    apart = inside | _only_through(body, inside, loop)
    within = {i for block in apart for i in block.instructions}
    elsewhere = {store: node for store, node in _stores(body).items() if store not in within}
    return any(isinstance(v, Instruction) and v.block in inside for v in _used(body, apart, elsewhere))


def _only_through(body: ReverseBody, copies: set[Block], loop: Loop) -> set[Block]:
    """The blocks that control reaches through the forward sweep of a loop only: where its errors are returned."""
    start, _, end = _ends_of(body, loop)
    function = start.function
    assert function is not None
    seen = {function.entry}
    work = [function.entry]
    for block in work:
        following = [end if block is start and s in copies else s for s in block.successors()]
        work += [s for s in dict.fromkeys(following) if s not in seen and s not in copies]
        seen.update(work)
    return {b for b in function.blocks if b not in seen}


def _ends_of(body: ReverseBody, loop: Loop) -> tuple[Block, Block, Block]:
    """Where the forward sweep of a loop comes from, its header, and where it goes on if there is no error."""
    context = body.contexts.outside(loop)
    before = preheader(loop)
    late = body.key.late
    (outside,) = {s for b, s in loop.exits() if not (late and body.gives_up(b, s))}
    assert before is not None
    start, header, end = (body.contexts.block(b, context) for b in (before, loop.header, outside))
    return start, header, end


def _bypass(body: ReverseBody, loop: Loop, copies: list[Block]) -> None:
    """Go from the preheader to the exit."""
    start, header, end = _ends_of(body, loop)
    targets = dict.fromkeys(s for b in copies for s in b.successors() if s not in copies)
    for phi in (phi for target in targets for phi in target.phis()):
        for block in copies:
            remove_incoming(phi, block)
    for phi in end.phis():
        phi.add_operand(zero(phi.type))
        phi.add_operand(start)
    br = start.terminator
    for k, target in enumerate(br.operands):
        if target is header:
            br.set_operand(k, end)
    for block in copies:
        for inst in block.instructions:
            inst.drop_operands()
    assert start.function is not None
    start.function.blocks = [b for b in start.function.blocks if b not in set(copies)]
    if len(targets) > 1:
        erase_unreachable(start.function)


def _stores(body: ReverseBody) -> dict[Value, Node]:
    """Copies of the primal's stores that can only matter to loads in the function, with the memory that they store to."""
    nobodys = body.nobodys()
    out: dict[Value, Node] = {}
    for copies in [body.emit.map, *body.contexts.plain.values()]:
        for old, new in copies.items():
            if isinstance(old, Instruction) and old.opcode == "store":
                node = body.act.memory.node_of(old.operands[1])
                if node is not None and node in nobodys and not old.attrs["volatile"] and not old.attrs["atomic"]:
                    out[new] = node
    return out


class _Readers:
    """What memory an instruction of a derivative function may read, for those that copy instructions of the primal."""

    def __init__(self, body: ReverseBody) -> None:
        self.effects = body.unchanged().effects
        self.redone = body.replay.redone
        self.origin: dict[Value, Value] = {}
        for copies in [body.emit.map, *body.contexts.plain.values()]:
            self.origin |= {new: old for old, new in copies.items()}

    def of(self, inst: Value) -> frozenset[Node]:
        old = self.origin.get(self.redone.get(inst, inst))
        return self.effects.reads.get(old, frozenset()) if isinstance(old, Instruction) else frozenset()


def _used(
    body: ReverseBody,
    apart: set[Block] = frozenset(),  # type: ignore[assignment]
    stores: dict[Value, Node] = {},  # noqa: B006
) -> set[Value]:
    """What anything that has an effect depends on; nothing in the blocks ``apart`` counts.

    ``stores`` only count where something that counts may read what they store.
    """
    functions = [body.out] if body.out is body.rev else [body.out, body.rev]
    every = [i for f in functions for b in f.blocks if b not in apart for i in b.instructions]
    work: list[Value] = [i for i in every if not _pure(i) and i not in stores]
    work += [v for _, v, _ in body.replay.tape.pending]
    waiting = dict(stores)
    readers = _Readers(body) if stores else None
    if readers is not None:  # what callees read, whichever function is called in place of the primal one
        work += _woken(body, waiting, {n for c in body.calls for n in body.unchanged().effects.reads.get(c, ())})
        work += _woken(body, waiting, {s.save.piece.node for s in body.saved})
    seen: set[Value] = set(work)
    while work:
        v = work.pop()
        found = _operands(v, apart)
        if readers is not None and waiting:
            found += _woken(body, waiting, readers.of(v))
        for o in found:
            if o not in seen:
                seen.add(o)
                work.append(o)
    return seen


def _operands(v: Value, apart: set[Block]) -> list[Value]:
    if not isinstance(v, Instruction):
        return []
    operands = v.operands if v.opcode != "phi" else [x for x, b in v.incoming() if b not in apart]
    return [o for o in operands if isinstance(o, Instruction)]


def _woken(body: ReverseBody, waiting: dict[Value, Node], read: Iterable[Node]) -> list[Value]:
    """The stores that matter now that some memory is read."""
    aliasing = body.unchanged().aliasing
    nodes = set(waiting.values())
    hit = {w for n in read for w in nodes if aliasing.may_overlap(n, w)}
    found = [s for s, w in waiting.items() if w in hit]
    for s in found:
        del waiting[s]
    return found


def _pure(inst: Instruction) -> bool:
    if inst.opcode in ("store", "br", "switch", "ret", "unreachable", "fence", "atomicrmw", "cmpxchg", "invoke", "callbr"):
        return False
    return inst.opcode != "call" or is_pure_call(inst)
