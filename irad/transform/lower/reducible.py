"""Makes every cycle of a function a natural loop.

A strongly connected region of the control flow graph with several entries gets a dispatch block: every edge to one of the
entries, from outside and from inside, leads there with the entry's number.  Values that are live across blocks of such a region
are demoted to memory first (the caller runs LLVM's sroa afterwards, which promotes them to SSA values again).
"""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow, remove_incoming
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I32, PTR
from irad.ir.values import Block, Function, Instruction, Value


def make_reducible(fn: Function) -> bool:
    """Rewrite ``fn`` until it has no irreducible cycle; True if anything changed."""
    changed = False
    for _ in range(1000):
        if not ControlFlow(fn).irreducible:
            return changed
        part = _irreducible_part(fn)
        if part is None:
            return changed
        _dispatch(fn, *part)
        changed = True
    raise AssertionError("irreducible control flow could not be removed")


def _irreducible_part(fn: Function) -> tuple[set[Block], list[Block]] | None:
    """A strongly connected region with several entries, outermost first: (blocks, entries)."""
    flow = ControlFlow(fn)
    work: list[tuple[set[Block], set[tuple[Block, Block]]]] = [(set(flow.rpo), set())]
    while work:
        blocks, cut = work.pop(0)
        for part in _components(flow, blocks, cut):
            entries = [
                b for b in flow.rpo if b in part and (b is fn.entry or any(p not in part or (p, b) in cut for p in flow.preds[b]))
            ]
            if len(entries) > 1:
                return part, entries
            head = entries[0] if entries else next(b for b in flow.rpo if b in part)
            inner_cut = cut | {(p, head) for p in flow.preds[head]}
            work.append((part, inner_cut))
    return None


def _components(flow: ControlFlow, blocks: set[Block], cut: set[tuple[Block, Block]]) -> list[set[Block]]:
    """Strongly connected components of more than one block (or with a self edge), without the edges in ``cut``."""
    succs = {b: [s for s in flow.succs[b] if s in blocks and (b, s) not in cut] for b in blocks}
    index: dict[Block, int] = {}
    low: dict[Block, int] = {}
    stack: list[Block] = []
    on_stack: set[Block] = set()
    out: list[set[Block]] = []
    for root in flow.rpo:
        if root not in blocks or root in index:
            continue
        work = [(root, iter(succs[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            b, it = work[-1]
            nxt = next(it, None)
            if nxt is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[b])
                if low[b] == index[b]:
                    part: set[Block] = set()
                    while True:
                        x = stack.pop()
                        on_stack.discard(x)
                        part.add(x)
                        if x is b:
                            break
                    if len(part) > 1 or b in succs[b]:
                        out.append(part)
            elif nxt not in index:
                index[nxt] = low[nxt] = len(index)
                stack.append(nxt)
                on_stack.add(nxt)
                work.append((nxt, iter(succs[nxt])))
            elif nxt in on_stack:
                low[b] = min(low[b], index[nxt])
    return out


def _dispatch(fn: Function, part: set[Block], entries: list[Block]) -> None:
    blocks = [b for b in fn.blocks if b in part]
    for block in blocks:
        for phi in block.phis():
            _demote_phi(fn, phi)
    for block in blocks:
        for inst in list(block.instructions):
            if inst.type.is_void or (inst.opcode == "alloca" and inst.block is fn.entry):
                continue
            if any(u.block is not block or u.opcode == "phi" for u in inst.users()):
                _demote(fn, inst)
    number = _variable(fn, I32)
    head = fn.append_block("dispatch", after=None)
    b = Builder(head)
    selected = b.load(I32, number)
    cases = [(const_int(I32, k), e) for k, e in enumerate(entries) if k > 0]
    for k, entry in enumerate(entries):
        for pred in entry.predecessors():
            if pred is head:
                continue
            edge = fn.append_block(f"{entry.name}.enter")
            eb = Builder(edge)
            eb.store(const_int(I32, k), number)
            eb.br(head)
            term = pred.terminator
            for i, op in enumerate(term.operands):
                if op is entry:
                    term.set_operand(i, edge)
            for phi in entry.phis():
                remove_incoming(phi, pred)
    b.switch(selected, entries[0], cases)


def _variable(fn: Function, t: object) -> Instruction:
    inst = Instruction("alloca", PTR, (), {"allocated_type": t, "align": None, "inalloca": False, "swifterror": False})
    return fn.entry.insert(0, inst)


def _demote_phi(fn: Function, phi: Instruction) -> None:
    variable = _variable(fn, phi.type)
    b = Builder(None)
    block = phi.block
    assert block is not None
    for v, pred in phi.incoming():
        at = _edge(fn, pred, block) if v is pred.terminator else pred  # the result of an invoke is available on its normal edge
        b.position_before(at.terminator)
        b.store(v, variable)
    b.position_before(next(i for i in block.instructions if i.opcode != "phi"))
    phi.replace_all_uses_with(b.load(phi.type, variable))
    phi.erase()


def _edge(fn: Function, block: Block, to: Block) -> Block:
    """A new block on the edge from ``block`` to its successor ``to``."""
    edge = fn.append_block(f"{to.name}.edge" if to.name else "", after=block)
    Builder(edge).br(to)
    term = block.terminator
    for i, op in enumerate(term.operands):
        if op is to:
            term.set_operand(i, edge)
    for phi in to.phis():
        for i, (_, pred) in enumerate(phi.incoming()):
            if pred is block:
                phi.set_operand(2 * i + 1, edge)
    return edge


def _demote(fn: Function, inst: Instruction) -> None:
    variable = _variable(fn, inst.type)
    users = inst.users()
    b = Builder(None)
    block = inst.block
    assert block is not None
    if inst is block.terminator:
        b.position_before(_edge(fn, block, block.successors()[0]).terminator)
    else:
        after = block.instructions[block.instructions.index(inst) + 1 :]
        b.position_before(next(i for i in after if i.opcode != "phi"))
    b.store(inst, variable)
    for user in users:
        if user.opcode == "phi":
            for i, (v, pred) in enumerate(user.incoming()):
                if v is inst:
                    b.position_before(pred.terminator)
                    user.set_operand(2 * i, b.load(inst.type, variable))
        elif user.block is not block:
            b.position_before(user)
            loaded: Value = b.load(inst.type, variable)
            for i, op in enumerate(user.operands):
                if op is inst:
                    user.set_operand(i, loaded)
