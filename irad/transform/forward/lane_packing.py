"""Vectors across the lanes: equal operations of several directions become one instruction on a vector with an element each.

Forward mode emits for each instruction of the primal that of the first direction, that of the second, and so on.  `Packer` is
given these instructions, and processes them afterwards, row by row: a row consists of the corresponding instructions of all
lanes.  A row of equal instructions on equal operands is kept once.  A row of elementwise operations becomes an operation on
vectors, a row of phis one phi, and a row of loads or stores contiguous in memory (`interleaved_shadows.py`) one load or store.
Where an operand is no such vector it is assembled from the scalars; where a scalar has other uses it is extracted from the
vector. Both have a cost, so the decision is made loop by loop, by the net gain.

Each lane performs the same operations as before, in the same order.  A row is placed where its last lane was, so its operands
come before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.constants import const_int, poison
from irad.ir.opcodes import OPCODES
from irad.ir.types import DOUBLE, FLOAT, I1, I32, I64, function, vector
from irad.ir.values import Block, Constant, ConstantAggregate, ConstantFP, ConstantInt, Function, Instruction, Value
from irad.rules import MathRule, lookup_function
from irad.rules.formulas.strong_zero import decides, on_vectors
from irad.transform.base.vectorized_loops import is_stream

Row = tuple[Instruction, ...]
Values = tuple[Value, ...]

_ELEMENTWISE = frozenset("fadd fsub fmul fdiv fneg fcmp select phi fpext fptrunc freeze bitcast and or xor".split())
_PURE = frozenset(name for name, row in OPCODES.items() if row.computes and not row.traps)
_NUMBERS = frozenset((DOUBLE, FLOAT))
_ELEMENTS = _NUMBERS | {I1, I32, I64}

# In loops that LLVM vectorises over iterations by itself, at least this many rows are required for each vector that is
# assembled or taken apart.
_AGAINST_STREAM = 8


class Packer:
    """See the module's docstring: `step` for each instruction of the primal, then `finish`."""

    def __init__(self, out: Function, flow: ControlFlow, width: int) -> None:
        self.out = out
        self.flow = flow  # of the primal
        self.width = width
        self.addresses: dict[Value, tuple[Value, int]] = {}  # of interleaved numbers: that of the first lane, and which lane
        self.rows: list[tuple[Row, Loop | None]] = []
        self.dead: set[Instruction] = set()
        self.packs: dict[Values, Value] = {}
        self.anchors: dict[Value, Instruction] = {}
        self.order: dict[Instruction, int] = {}
        # What is inserted after an instruction: operands and vectors, then scalars from vectors, then vectors of scalars.
        self.made: dict[Instruction, list[Instruction]] = defaultdict(list)
        self.taken: dict[Instruction, list[Instruction]] = defaultdict(list)
        self.later: dict[Instruction, list[Instruction]] = defaultdict(list)
        self.first: list[Instruction] = []  # what is computed from arguments
        self.last: dict[Block, list[Instruction]] = defaultdict(list)  # what a block computes for the phis after it

    # ---- what the lanes wrote

    def step(self, block: Block, lanes: Sequence[list[Instruction]], copy: Value | None, loop: Loop | None) -> None:
        """Record what the lanes appended to ``block``, of which ``copy`` is the primal's own; put it in order of rows."""
        everything = [i for lane in lanes for i in lane]
        own = [[i for i in lane if i is not copy and i not in self.addresses] for lane in lanes]
        if not own[0] or len({len(lane) for lane in own}) > 1 or len(set(everything)) < len(everything):
            return
        if copy in everything[1:]:
            return
        rows = list(zip(*own, strict=True))
        if sum(any(not _is_pure(i) for i in row) for row in rows) > 1:
            return  # instructions that access memory twice keep their order
        scattered = {i for row in rows for i in row}
        del block.instructions[-len(everything) :]
        block.instructions += [i for i in everything if i not in scattered] + [i for row in rows for i in row]
        self.rows += [(row, loop) for row in rows]

    # ---- the pass

    def finish(self) -> None:
        """Pack the rows for which it is profitable."""
        self.merge()
        chosen = self.choose([(row, loop) for row, loop in self.rows if self.can_pack(row)])
        if chosen:
            self.number()
            for row in chosen:
                self.pack(row)
            for row in chosen:
                self.connect(row)
            for row in chosen:
                self.take_out(row)
        self.write()

    def merge(self) -> None:
        """Keep one copy of what all lanes compute alike."""
        kept = []
        for row, loop in self.rows:
            first = row[0]
            if all(map(_is_pure, row)) and first.opcode != "phi" and _equal(row) and all(map(_same, _columns(row))):
                for other in row[1:]:
                    other.replace_all_uses_with(first)
                    other.drop_operands()
                    self.dead.add(other)
            else:
                kept.append((row, loop))
        self.rows = kept

    def can_pack(self, row: Row) -> bool:
        first = row[0]
        if not _equal(row):
            return False
        if first.opcode in ("load", "store"):
            moved = first.type if first.opcode == "load" else first.operands[0].type
            plain = not first.attrs["volatile"] and not first.attrs["atomic"]
            return plain and moved in _NUMBERS and self.side_by_side(tuple(i.operands[-1] for i in row))
        if decides(first):
            return first.type in _NUMBERS
        if first.opcode not in _ELEMENTWISE or first.type not in _ELEMENTS:
            return False
        if first.opcode == "phi":
            blocks = [tuple(i.operands[1::2]) for i in row]
            return first.type in _NUMBERS and all(b == blocks[0] for b in blocks)
        return all(o.type in _ELEMENTS for o in first.operands)

    def side_by_side(self, pointers: Values) -> bool:
        base = pointers[0]
        return all(self.addresses.get(p) == (base, lane) for lane, p in enumerate(pointers) if lane)

    # ---- profitability

    def choose(self, rows: list[tuple[Row, Loop | None]]) -> list[Row]:
        """The rows of the loops in which vectors gain more than assembling them costs."""
        loops = {loop: _AGAINST_STREAM if loop is not None and is_stream(self.flow, loop) else 1 for _, loop in rows}
        while True:
            gain, loss = self.balance([(row, loop) for row, loop in rows if loop in loops])
            bad = [loop for loop, factor in loops.items() if gain[loop] <= factor * loss[loop]]
            if not bad:
                return [row for row, loop in rows if loop in loops]
            for loop in bad:
                del loops[loop]

    def balance(self, rows: list[tuple[Row, Loop | None]]) -> tuple[dict[Loop | None, int], dict[Loop | None, int]]:
        """Per loop: the number of rows, and the number of vectors that are assembled or taken apart."""
        known: set[Values] = {row for row, _ in rows}
        firsts = {row[0] for row, _ in rows}
        gain: dict[Loop | None, int] = defaultdict(int)
        loss: dict[Loop | None, int] = defaultdict(int)
        built: set[Values] = set()
        for row, loop in rows:
            gain[loop] += 1
            missing = {c for c in _inputs(row) if c not in known and not _same(c)} - built
            built |= missing
            loss[loop] += len(missing) + any(user not in firsts for user in row[0].uses)
        return gain, loss

    # ---- vectors

    def number(self) -> None:
        for block in self.out.blocks:
            phis = block.phis()
            for i, inst in enumerate(block.instructions):
                self.order[inst] = i
            for phi in phis:
                self.anchors[phi] = phis[-1]

    def pack(self, row: Row) -> None:
        """Create the vector instruction, without operands so far."""
        first, last = row[0], row[-1]
        t = first.type if first.opcode == "store" else vector(self.width, first.type)
        attrs = dict(first.attrs)
        if first.opcode == "call":
            attrs["ftype"] = function(t, (t, t))
        new = Instruction(first.opcode, t, (), attrs, "", dict(first.metadata))
        self.packs[row] = new
        for inst in row:
            self.anchors.setdefault(inst, last)
        self.dead.update(row)

    def connect(self, row: Row) -> None:
        """Add its operands."""
        new, first, place = self.packs[row], row[0], self.made[row[-1]]
        assert isinstance(new, Instruction)
        for k, column in enumerate(_columns(row)):
            if isinstance(first.operands[k], Block) or (first.opcode in ("load", "store") and first.operands[k].type.is_ptr):
                new.add_operand(first.operands[k])
            elif isinstance(first.operands[k], Function):
                new.add_operand(self.on_vectors(first))
            elif first.opcode == "select" and k == 0 and _same(column):
                new.add_operand(column[0])  # one condition for all lanes
            elif first.opcode == "phi":
                block = first.operands[k + 1]
                assert isinstance(block, Block)
                new.add_operand(self.vector(column, self.last[block]))
            else:
                new.add_operand(self.vector(column, place))
        place.append(new)

    def on_vectors(self, inst: Instruction) -> Function:
        """The function that ``inst`` calls, for vectors."""
        name, t = on_vectors(inst, self.width)
        module = self.out.module
        assert module is not None
        return module.functions.get(name) or module.add_function(name, function(t, (t, t)))

    def vector(self, values: Values, place: list[Instruction]) -> Value:
        """A vector of the lanes' scalars; if it cannot be assembled where they are, then at ``place``."""
        found = self.packs.get(values)
        if found is not None:
            return found
        t = vector(self.width, values[0].type)
        if all(isinstance(v, Constant) for v in values):
            return ConstantAggregate(t, values)  # type: ignore[arg-type]
        where = self._place(values)
        made = place if where is None else where
        if _same(values):
            one = _insert(made, poison(t), values[0], 0)
            new = Instruction("shufflevector", t, (one, poison(t)), {"mask": (0,) * self.width})
            made.append(new)
        else:
            new = poison(t)  # type: ignore[assignment]
            for lane, v in enumerate(values):
                new = _insert(made, new, v, lane)
        if where is not None:
            self.packs[values] = new
        return new

    def _place(self, values: Values) -> list[Instruction] | None:
        """The place after the definition of the last of the values, if one place is after all of them."""
        instructions = [self.anchors.get(v, v) for v in values if isinstance(v, Instruction)]
        if not instructions:
            return self.first
        blocks = {i.block for i in instructions}
        if len(blocks) > 1:
            return None
        last = max(instructions, key=lambda i: self.order[i])
        return None if last.is_terminator else self.later[last]

    def take_out(self, row: Row) -> None:
        """Extract the scalars that have other uses."""
        pack = self.packs[row]
        for lane, inst in enumerate(row):
            users = [u for u in inst.uses if u not in self.dead]
            if users:
                place = self.taken[self.anchors[inst]]
                scalar = Instruction("extractelement", inst.type, (pack, const_int(I64, lane)))
                place.append(scalar)
                for user in users:
                    for k, operand in enumerate(user.operands):
                        if operand is inst:
                            user.set_operand(k, scalar)

    def write(self) -> None:
        """Rebuild the blocks."""
        for inst in self.dead:
            inst.drop_operands()
        for block in self.out.blocks:
            old, block.instructions = block.instructions, []
            if block is self.out.entry:
                self._append(block, self.first)
            for inst in old:
                if inst.is_terminator:
                    self._append(block, self.last.get(block, []))
                if inst not in self.dead:
                    block.append(inst)
                for new in (self.made, self.taken, self.later):
                    self._append(block, new.get(inst, []))

    def _append(self, block: Block, instructions: list[Instruction]) -> None:
        for inst in instructions:
            block.append(inst)


def _insert(place: list[Instruction], into: Value, value: Value, lane: int) -> Instruction:
    new = Instruction("insertelement", into.type, (into, value, const_int(I64, lane)))
    place.append(new)
    return new


def _is_pure(inst: Instruction) -> bool:
    if inst.opcode in _PURE:
        return True
    return inst.opcode == "call" and isinstance(inst.callee, Function) and isinstance(lookup_function(inst.callee), MathRule)


def _equal(row: Row) -> bool:
    """Whether all lanes perform the same operation, on operands of the same types."""
    first = row[0]
    types = [o.type for o in first.operands]
    return all(
        i.opcode == first.opcode and i.type is first.type and i.attrs == first.attrs and [o.type for o in i.operands] == types
        for i in row[1:]
    )


def _columns(row: Row) -> list[Values]:
    """The operands, each for all lanes."""
    return list(zip(*(i.operands for i in row), strict=True))


def _inputs(row: Row) -> list[Values]:
    """The operands that become vectors."""
    memory = row[0].opcode in ("load", "store")
    return [c for c in _columns(row) if not isinstance(c[0], (Block, Function)) and not (memory and c[0].type.is_ptr)]


def _same(values: Values) -> bool:
    first = values[0]
    if isinstance(first, ConstantFP):
        return all(isinstance(v, ConstantFP) and v.type is first.type and v.text == first.text for v in values)
    if isinstance(first, ConstantInt):
        return all(isinstance(v, ConstantInt) and v.type is first.type and v.value == first.value for v in values)
    return all(v is first for v in values)
