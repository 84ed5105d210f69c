"""Control flow of one function: orders, dominators, natural loops.

Dominators after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).  Loops are natural loops
(back edge = edge to a dominator); a function with another kind of cycle is called irreducible, which
`transform.lower.reducible` removes before anything here that speaks of loops is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from irad.ir.values import Block, Function, Instruction


class LoopBlocks(set[Block]):
    """A set of blocks that is iterated in the order of the function, so that the output is deterministic."""

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        super().__init__(blocks)
        self.order: list[Block] | None = None

    def sort(self, index: Mapping[Block, int]) -> None:
        """Fix the order once the set is complete."""
        self.order = sorted(super().__iter__(), key=index.__getitem__)

    def __iter__(self) -> Iterator[Block]:
        return super().__iter__() if self.order is None else iter(self.order)


@dataclass(eq=False)
class Loop:
    """A natural loop.  ``blocks`` holds inner loops' blocks too; ``depth`` of an outermost loop is 1."""

    header: Block
    blocks: LoopBlocks = field(default_factory=LoopBlocks)
    latches: list[Block] = field(default_factory=list)
    parent: Loop | None = None
    depth: int = 1

    def chain(self) -> list[Loop]:
        """This loop and all around it, outermost first."""
        out: list[Loop] = []
        at: Loop | None = self
        while at is not None:
            out.append(at)
            at = at.parent
        return out[::-1]

    def entering(self) -> list[Block]:
        """Predecessors of the header from outside."""
        return [p for p in self.header.predecessors() if p not in self.blocks]

    def exits(self) -> list[tuple[Block, Block]]:
        """Edges (inside, outside) that leave the loop."""
        return [(b, s) for b in self.blocks for s in dict.fromkeys(b.successors()) if s not in self.blocks]

    def __repr__(self) -> str:
        return f"<loop {self.header.name} depth {self.depth}>"


class ControlFlow:
    """Facts about one function's control flow graph, computed once; make a new one after changing blocks."""

    def __init__(self, fn: Function) -> None:
        self.fn = fn
        self.rpo = _reverse_postorder(fn)
        self.index = {b: i for i, b in enumerate(self.rpo)}
        self.succs = {b: list(dict.fromkeys(b.successors())) for b in self.rpo}
        self.preds: dict[Block, list[Block]] = {b: [] for b in self.rpo}
        for b in self.rpo:
            for s in self.succs[b]:
                self.preds[s].append(b)
        self.idom = _dominators(self.rpo, self.preds)
        self._depth: dict[Block, int] = {}
        for b in self.rpo:
            parent = self.idom[b]
            self._depth[b] = 0 if parent is None else self._depth[parent] + 1
        self.irreducible: list[tuple[Block, Block]] = []
        self.loops: list[Loop] = []
        self.loop_of: dict[Block, Loop | None] = dict.fromkeys(self.rpo)
        self._find_loops()
        self.ipdom = self._postdominators(self.succs)

    # ---- dominance

    def dominates(self, a: Block, b: Block) -> bool:
        """Whether every path from the entry to ``b`` passes through ``a``.  (A block dominates itself.)"""
        depth = self._depth[a]
        at: Block | None = b
        while at is not None and self._depth[at] > depth:
            at = self.idom[at]
        return at is a

    def postdominates(self, a: Block, b: Block) -> bool:
        """Whether every path from ``b`` to an exit passes through ``a``."""
        return self._above(a, b, self.ipdom)

    def postdominance(self, live: Set[Block], dead: Set[tuple[Block, Block]]) -> Callable[[Block, Block], bool]:
        """`postdominates` of the paths that stay in ``live`` blocks and take no edge in ``dead``."""
        left = {b: [s for s in self.succs[b] if s in live and (b, s) not in dead] for b in self.rpo if b in live}
        found = self._postdominators(left)
        return lambda a, b: self._above(a, b, found)

    def _above(self, a: Block, b: Block, ipdom: Mapping[Block, Block | None]) -> bool:
        at: Block | None = b
        seen = 0
        while at is not None and seen <= len(self.rpo):
            if at is a:
                return True
            at = ipdom.get(at)
            seen += 1
        return False

    # ---- loops

    def _find_loops(self) -> None:
        by_header: dict[Block, Loop] = {}
        for b in self.rpo:
            for s in self.succs[b]:
                if self.dominates(s, b):
                    loop = by_header.setdefault(s, Loop(s, LoopBlocks((s,))))
                    loop.latches.append(b)
                elif self.index[s] <= self.index[b]:
                    self.irreducible.append((b, s))
        for loop in by_header.values():
            work = list(loop.latches)
            while work:
                b = work.pop()
                if b in loop.blocks:
                    continue
                loop.blocks.add(b)
                work += self.preds[b]
        for loop in by_header.values():
            loop.blocks.sort(self.index)
        self.loops = sorted(by_header.values(), key=lambda x: (-len(x.blocks), self.index[x.header]))
        for loop in self.loops:  # from large to small: the last writer is the innermost
            loop.parent = self.loop_of[loop.header]
            loop.depth = loop.parent.depth + 1 if loop.parent else 1
            for b in loop.blocks:
                self.loop_of[b] = loop

    def common_loop(self, a: Loop | None, b: Loop | None) -> Loop | None:
        """The innermost loop that contains both."""
        while a is not b:
            if a is None or b is None:
                return None
            if a.depth >= b.depth:
                a = a.parent
            else:
                b = b.parent
        return a

    def _postdominators(self, succs: Mapping[Block, list[Block]]) -> dict[Block, Block | None]:
        exits = [b for b in self.rpo if b in succs and not self.succs[b]]
        backwards: dict[Block, list[Block]] = {b: [] for b in succs}
        for b in succs:
            for s in succs[b]:
                backwards[s].append(b)
        if not exits:
            return {}
        order: list[Block] = []
        seen: set[Block] = set()
        for root in exits:
            stack = [(root, iter(backwards[root]))]
            if root in seen:
                continue
            seen.add(root)
            while stack:
                b, it = stack[-1]
                nxt = next((p for p in it if p not in seen), None)
                if nxt is None:
                    order.append(b)
                    stack.pop()
                else:
                    seen.add(nxt)
                    stack.append((nxt, iter(backwards[nxt])))
        order.reverse()
        virtual = Block("exit")
        rpo = [virtual, *order]
        preds: dict[Block, list[Block]] = {b: [s for s in succs[b] if s in seen] for b in order}
        for b in exits:
            preds[b] = [virtual]
        preds[virtual] = []
        idom = _dominators(rpo, preds)
        return {b: (None if d is virtual else d) for b, d in idom.items() if b is not virtual}


def _reverse_postorder(fn: Function) -> list[Block]:
    order: list[Block] = []
    seen = {fn.entry}
    stack = [(fn.entry, iter(fn.entry.successors()))]
    while stack:
        b, it = stack[-1]
        nxt = next((s for s in it if s not in seen), None)
        if nxt is None:
            order.append(b)
            stack.pop()
        else:
            seen.add(nxt)
            stack.append((nxt, iter(nxt.successors())))
    order.reverse()
    return order


def _dominators(rpo: list[Block], preds: dict[Block, list[Block]]) -> dict[Block, Block | None]:
    index = {b: i for i, b in enumerate(rpo)}
    idom: list[int] = [-1] * len(rpo)
    idom[0] = 0
    changed = True
    while changed:
        changed = False
        for i in range(1, len(rpo)):
            new = -1
            for p in preds[rpo[i]]:
                j = index.get(p, -1)
                if j < 0 or idom[j] < 0:
                    continue
                if new < 0:
                    new = j
                    continue
                while new != j:
                    while j > new:
                        j = idom[j]
                    while new > j:
                        new = idom[new]
            if new != idom[i]:
                idom[i] = new
                changed = True
    return {b: (None if i == 0 else rpo[idom[i]]) for i, b in enumerate(rpo)}


def erase_unreachable(fn: Function) -> None:
    """Drop blocks that are unreachable from the entry, and the phi entries for them."""
    live = set(_reverse_postorder(fn))
    dead = [b for b in fn.blocks if b not in live]
    for b in dead:
        for s in dict.fromkeys(b.successors()):
            for phi in s.phis():
                remove_incoming(phi, b)
    for b in dead:
        for inst in b.instructions:
            inst.drop_operands()
    fn.blocks = [b for b in fn.blocks if b in live]


def remove_incoming(phi: Instruction, pred: Block) -> None:
    """Remove the entries of ``pred`` from ``phi``."""
    i = 0
    while i < len(phi.operands):
        if phi.operands[i + 1] is pred:
            phi.remove_operand(i + 1)
            phi.remove_operand(i)
        else:
            i += 2
