"""The constraints that instructions on values put on points-to relations, and on the integers and floats that values carry."""

from __future__ import annotations

from irad.analysis.flow.addresses import constant_choices, divisors, gep_offset
from irad.analysis.memory.objects import Cell
from irad.analysis.memory.settling import Settling
from irad.ir.values import Argument, ConstantInt, Instruction, Value

# Integer operations on a value show that it is a number, not copied float bits ("int"); comparisons and bit operations do
# so only in the absence of other evidence ("bits").
_INTEGER_USES = frozenset("add sub mul udiv sdiv urem srem shl sitofp uitofp sext switch".split())
_INTEGER_RESULTS = _INTEGER_USES | frozenset("lshr ashr and or xor zext trunc".split())
_NUMERIC = frozenset("mul udiv sdiv urem srem sext".split())  # not used on the bits of a float to compute another one
_EXTREMES = ("llvm.smax.", "llvm.smin.", "llvm.umax.", "llvm.umin.")
_NUMBERS = _INTEGER_RESULTS | frozenset(("icmp", "getelementptr"))  # operations that use an address as a number
_CARRYING = frozenset("add sub and or xor".split())  # the result may be a pointer if an operand is one


def _becomes_pointer(inst: Instruction, anywhere: bool) -> bool:
    """Whether integer arithmetic leads to a pointer, or (``anywhere``) to a use that is not followed: memory, a call."""
    seen = {inst}
    work = [inst]
    while work:
        value = work.pop()
        for user in value.users():
            if user.opcode in _CARRYING or user.opcode in ("phi", "select", "freeze"):
                if user not in seen:
                    seen.add(user)
                    work.append(user)
            elif user.opcode == "inttoptr" or (anywhere and user.opcode not in _NUMBERS):
                return True
    return False


def is_number(value: Value, depth: int = 8) -> bool:
    """Whether this is certainly a number by how it is computed.  A sum is one only if all operands are: one may be a pointer."""
    if isinstance(value, Instruction):
        if value.opcode in ("add", "sub") or (value.opcode == "call" and value.callee.name.startswith(_EXTREMES)):
            parts = value.args if value.opcode == "call" else value.operands
            return depth > 0 and value.type.is_int and all(is_number(o, depth - 1) for o in parts)
        return value.opcode in _NUMERIC
    return isinstance(value, ConstantInt) or (isinstance(value, Argument) and '"irad-number"' in value.attrs)


class ValueConstraints(Settling):
    """The constraints of arithmetic, conversions, and moves of values."""

    def _join(self, inst: Instruction, values: list[Value]) -> None:
        mine = self.m.contents[inst]
        for v in values:
            theirs = self.m.content(v)
            if theirs is None:
                continue
            if inst.type.is_int:
                self.g.merge_contents(mine, theirs)
                self.g.drain()
            else:
                self._same_pointee(mine, theirs)

    def _phi(self, inst: Instruction) -> None:
        if not inst.type.is_float:
            self._join(inst, [v for v, _ in inst.incoming()])

    def _select(self, inst: Instruction) -> None:
        if not inst.type.is_float:
            self._join(inst, inst.operands[1:])

    def _freeze(self, inst: Instruction) -> None:
        self._join(inst, inst.operands[:1])

    _addrspacecast = _freeze

    def _bitcast(self, inst: Instruction) -> None:
        source = inst.operands[0]
        if inst.type.is_int and source.type.scalar.is_float:
            self.m.contents[inst].find().kinds.add(self.m.kind_of(source.type.scalar))
        elif source.type.is_int and inst.type.scalar.is_float:
            content = self.m.contents.get(source)
            if content is not None:
                content.find().kinds.add(self.m.kind_of(inst.type.scalar))
        elif inst.type.is_ptr:
            self._join(inst, [source])

    def _ptrtoint(self, inst: Instruction) -> None:
        cell = self.m.cell_of(inst.operands[0])
        content = self.m.contents[inst]
        content.find().kinds.add("ptr")
        self.g.point(content, cell)

    def _inttoptr(self, inst: Instruction) -> None:
        content = self.m.content(inst.operands[0])
        if content is not None:
            content.kinds.add("ptr")
            self._same_pointee(self.m.contents[inst], content)

    def _integer_arithmetic(self, inst: Instruction) -> None:
        """A pointer held in an integer keeps its object through arithmetic, but not its offset; a difference is a number."""
        cells = [self.m.cell_of(o) if o.type.is_int and not isinstance(o, ConstantInt) else None for o in inst.operands]
        if all(c is None for c in cells):
            return
        content = self.m.contents[inst].find()
        if _becomes_pointer(inst, anywhere=False):
            content.kinds.add("ptr")
        elif inst.opcode == "sub" and None not in cells:
            content.kinds.add("int")  # elsewhere, a distance is used as a number
            return
        elif not _becomes_pointer(inst, anywhere=True):
            return
        if inst.opcode in ("add", "sub") and isinstance(inst.operands[1], ConstantInt) and cells[0] is not None:
            by = inst.operands[1].value
            self.g.point(self.m.contents[inst], cells[0].moved(by if inst.opcode == "add" else -by))
            return
        for cell in cells:
            if cell is not None:
                self.g.repeat(cell, 1)
                self.g.drain()
                self.g.point(self.m.contents[inst], cell)

    def _extractvalue(self, inst: Instruction) -> None:
        if not inst.type.is_float and not inst.type.is_int:
            self._join(inst, inst.operands[:1])

    def _insertvalue(self, inst: Instruction) -> None:
        part = inst.operands[1]
        parts = [inst.operands[0]] + ([] if part.type.is_float or part.type.is_int else [part])
        self._join(inst, parts)

    def _extractelement(self, inst: Instruction) -> None:
        if inst.type.is_ptr:
            self._join(inst, inst.operands[:1])

    def _insertelement(self, inst: Instruction) -> None:
        if inst.type.scalar.is_ptr:
            self._join(inst, inst.operands[:2])

    def _shufflevector(self, inst: Instruction) -> None:
        if inst.type.scalar.is_ptr:
            self._join(inst, inst.operands[:2])

    def _getelementptr(self, inst: Instruction) -> None:
        base = self._pointer(inst.operands[0])
        constant, terms = gep_offset(inst)
        if base is None:
            return
        for index, scale in terms:
            content = self.m.contents.get(index)
            if content is not None:
                content.find().kinds.add("int")
            n, pairs = divisors(index)
            if pairs:  # how far two pointers are apart: `settle` knows what they point to
                self.distances.append((base, n * scale, scale, pairs))
                continue
            choices = constant_choices(index) if len(terms) == 1 else []
            if choices:
                constant += choices[0] * scale
                self._choose(base.moved(constant), [(c - choices[0]) * scale for c in choices[1:]])
            elif n:
                self.g.repeat(base, n * scale)
        self.g.drain()
        self.g.point(self.m.contents[inst], base.moved(constant))

    def _choose(self, cell: Cell, others: list[int]) -> None:
        """A pointer to ``cell``, or to that many bytes after it."""
        for by in others:
            if self.g.exact:
                self.g.merge_contents(self.g.field(cell, 1), self.g.field(cell.moved(by), 1))
            else:
                self.g.unify(cell, cell.moved(by))

    def _pointer(self, value: Value) -> Cell | None:
        """The cell ``value`` points to, created for a value of unknown origin."""
        content = self.m.content(value)
        if content is None:
            return None
        return self.g.pointee(content)
