"""Checks that the model of a module is consistent: `verify_module`.

LLVM checks the text that comes out; this checks the model, before it is printed: a mistake is found in the stage that made
it, and what text cannot show (use lists, parents) as well.  Every invariant of the model:

Modules
* each function, variable and alias stands under its own name, and no name stands for two of them (these names count);
* its parent is the module.

Functions
* the arguments have the types of the function's type and know their function and position;
* blocks and instructions stand in one place each, and know the block or function that they stand in;
* names inside a function are for readers only: the printer makes equal ones unique and numbers values that have none.

Blocks
* a block ends with its only terminator;
* phis come first, and a landingpad directly behind them;
* the entry has no predecessors, and so no phis;
* a phi has each predecessor once for each edge that leads here from it, no other blocks, and one value per predecessor.

Values
* an operand is a constant, or an argument, block or instruction of the same function; a global is the module's own;
* a definition dominates its uses (a phi uses a value at the end of the predecessor; the result of an invoke is available on its
  normal edge only); uses in unreachable code are not restricted;
* ``uses`` of each value counts exactly the operands that are this value, and no instruction that is gone;
* an instruction without a result has neither a name nor uses.

Instructions (`irad.ir.operand_types`)
* the opcode is known, and ``attrs`` has all of its entries;
* number, kinds and types of operands and the type of the result fit the opcode: arithmetic, comparisons, select, phi, casts,
  load, store, getelementptr (its path through the source type included), alloca, calls (the arguments against the type of the
  function, targets, bundles), extractvalue, insertvalue, vectors (the mask of a shuffle included), atomics, landingpad;
* branches lead to blocks on an ``i1``; the cases of a switch are different constants of the type of its value;
* what is returned has the function's return type;
* constants have the type they claim: integers in range, as many elements as the aggregate has, strings of the array's length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from irad.errors import IradError
from irad.ir.debug import place_of
from irad.ir.operand_types import constant_problems, problems
from irad.ir.printer import names_of, print_instruction, print_operand
from irad.ir.values import (
    Argument,
    Block,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    Function,
    GlobalValue,
    Instruction,
    MetadataOperand,
    Module,
    Value,
)

Found = Iterator[tuple[Value, str]]


class InvalidIR(IradError):
    """The model is inconsistent: a bug in irad, never in the user's program.  ``function`` is the one concerned."""

    code = "invalid-ir"

    def __init__(self, message: str, function: str, at: Value) -> None:
        place = place_of(at) if isinstance(at, Instruction) and at.block is not None and at.block.function else None
        super().__init__(message, place=place, hint="this is a bug in irad; please report it with the program")
        self.function = function


def verify_module(module: Module, stage: str = "") -> None:
    """Raise `InvalidIR` unless all invariants hold; ``stage`` is what has just been done."""
    _report(stage, "the module", None, list(_module(module)))
    for fn in module.functions.values():
        verify_function(fn, stage)


def verify_function(fn: Function, stage: str = "") -> None:
    """As `verify_module`, for one function."""
    found = list(_arguments(fn))
    if fn.blocks:
        # Each step takes for granted what the one before has checked.
        found += list(_places(fn)) or [*_flow(fn), *_operands(fn)] or list(_dominance(fn))
    _report(stage, f"@{fn.name}", fn, found)


def _report(stage: str, what: str, fn: Function | None, found: list[tuple[Value, str]]) -> None:
    if not found:
        return
    at, first = found[0]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    text = f"{f'after {stage}, ' if stage else ''}{what} is inconsistent: {first}{more}"
    text += "\n" + ("\n".join(f"; ^ {message}" for _, message in found) if fn is None else annotated(fn, found))
    raise InvalidIR(text, fn.name if fn is not None else "", at)


def annotated(fn: Function, found: list[tuple[Value, str]]) -> str:
    """The function's text, with each message below the line that it concerns."""
    notes: dict[Value, list[str]] = {}
    for value, message in found:
        notes.setdefault(value, []).append(f"; ^ {message}")
    names = names_of(fn)
    params = ", ".join(f"{a.type} {names(a)}" for a in fn.args)
    lines = [f"define {fn.ftype.ret} @{fn.name}({params}) {{"]
    for owner in (fn, *fn.args):
        lines += notes.pop(owner, [])
    for block in fn.blocks:
        lines += [f"{names(block)[1:]}:", *notes.pop(block, [])]
        for inst in block.instructions:
            try:
                text = print_instruction(inst, names)
            except Exception:  # what is wrong with it may be that it cannot be printed
                text = f"<{inst.opcode} {inst.type}>"
            lines += ["  " + text, *("  " + note for note in notes.pop(inst, []))]
    return "\n".join([*lines, "}", *(note for rest in notes.values() for note in rest)])


def _module(module: Module) -> Found:
    seen: dict[str, GlobalValue] = {}
    tables: list[Mapping[str, GlobalValue]] = [module.functions, module.globals_, module.aliases]
    for table in tables:
        for name, value in table.items():
            if value.name != name:
                yield value, f"@{value.name} stands under the name {name}"
            if value.module is not module:
                yield value, f"@{name} has another parent"
            if seen.setdefault(name, value) is not value:
                yield value, f"two things are called @{name}"
    for var in module.globals_.values():
        if var.initializer is not None:
            for message in constant_problems(var.initializer):
                yield var, f"@{var.name}: {message}"


def _arguments(fn: Function) -> Found:
    if tuple(a.type for a in fn.args) != fn.ftype.params:
        yield fn, f"the arguments do not have the types of {fn.ftype}"
    for i, arg in enumerate(fn.args):
        if arg.function is not fn or arg.index != i:
            yield arg, f"argument {i} does not know its function or position"


def _places(fn: Function) -> Found:
    seen: set[Value] = set()
    for block in fn.blocks:
        if block in seen:
            yield block, "this block stands there twice"
        seen.add(block)
        if block.function is not fn:
            yield block, "this block has another parent"
        for inst in block.instructions:
            if inst in seen:
                yield inst, "this instruction stands there twice"
            seen.add(inst)
            if inst.block is not block:
                yield inst, "this instruction has another parent"
        if not block.instructions or not block.terminator.is_terminator:
            yield block, "this block does not end with a terminator"
        for inst in block.instructions[:-1]:
            if inst.is_terminator:
                yield inst, "a terminator in the middle of a block"
    for block in fn.blocks:
        for target in block.successors():
            if target not in seen:
                yield block.terminator, f"the target %{target.name} is no block of this function"


def _flow(fn: Function) -> Found:
    edges: dict[Block, Counter[Block]] = {b: Counter() for b in fn.blocks}
    for block in fn.blocks:
        for target in block.successors():
            edges[target][block] += 1
    if edges[fn.entry]:
        yield fn.entry, "the entry has predecessors"
    for block in fn.blocks:
        phis = block.phis()
        for i, inst in enumerate(block.instructions):
            if inst.opcode == "phi" and i >= len(phis):
                yield inst, "a phi behind other instructions"
            if inst.opcode == "landingpad" and i != len(phis):
                yield inst, "a landingpad that is not the first instruction"
        for phi in phis:
            if len(phi.operands) % 2 == 0 and all(isinstance(b, Block) for b in phi.operands[1::2]):
                yield from _incoming(phi, edges[block])


def _incoming(phi: Instruction, wanted: Counter[Block]) -> Found:
    values: dict[Block, Value] = {}
    have: Counter[Block] = Counter()
    for value, block in phi.incoming():
        have[block] += 1
        old = values.setdefault(block, value)
        equal = isinstance(value, Constant) and isinstance(old, Constant) and print_operand(value) == print_operand(old)
        if old is not value and not equal:
            yield phi, f"two values from %{block.name}"
    if have != wanted:
        given, there = (sorted(f"%{b.name}" for b in c.elements()) for c in (have, wanted))
        yield phi, f"values from {', '.join(given) or 'nowhere'}, but the predecessors are {', '.join(there) or 'none'}"


def _operands(fn: Function) -> Found:
    own: set[Value] = {*fn.args, *fn.blocks, *fn.instructions()}
    for inst in fn.instructions():
        if inst.type.is_void and (inst.name or inst.uses):
            yield inst, "there is no result, but it has a name or is used"
        for message in problems(inst, fn):
            yield inst, message
        for v in inst.operands:
            if v not in own:
                yield from ((inst, message) for message in _belongs(v, fn, own))
        for v, count in _counts(inst.operands):
            if v.uses.get(inst) != count:
                yield inst, f"the use list of {_short(v)} counts {v.uses.get(inst, 0)} uses here, not {count}"
    for v in own:
        for user in v.uses:
            if user not in own:
                yield v, f"{_short(v)} lists a user that is not in this function: {_short(user)}"
            elif v not in user.operands:
                yield v, f"{_short(v)} lists a user that does not use it: {_short(user)}"


def _dominance(fn: Function) -> Found:
    order = _Dominance(fn)
    for inst in fn.instructions():
        for i, v in enumerate(inst.operands):
            if isinstance(v, Instruction) and not order.reaches(v, inst, i):
                yield inst, f"operand {i} is used before or beside its definition: {_short(v)}"


def _counts(operands: Sequence[Value]) -> Iterable[tuple[Value, int]]:
    """How often each operand stands there."""
    if len({*operands}) == len(operands):
        return [(v, 1) for v in operands]
    return Counter(operands).items()


def _belongs(v: Value, fn: Function, own: set[Value]) -> Iterator[str]:
    if isinstance(v, GlobalValue):
        if fn.module is not None and fn.module.get(v.name) is not v:
            yield f"@{v.name} is not this module's"
    elif isinstance(v, (ConstantAggregate, ConstantExpr)):
        for part in v.elements if isinstance(v, ConstantAggregate) else v.operands:
            yield from _belongs(part, fn, own)
    elif isinstance(v, (Argument, Block, Instruction)):
        if v not in own:
            yield f"{_short(v)} is not of this function"
    elif not isinstance(v, (Constant, MetadataOperand)):
        yield f"{_short(v)} is a {type(v).__name__}, which cannot be an operand"


def _short(v: Value) -> str:
    if isinstance(v, Instruction):
        return f"%{v.name} ({v.opcode})" if v.name else f"a {v.opcode}"
    return f"@{v.name}" if isinstance(v, GlobalValue) else f"%{v.name}" if v.name else f"a {type(v).__name__}"


class _Dominance:
    """Which definitions dominate which uses: positions in blocks, and the dominator tree.

    Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001); queries compare depth-first intervals in the tree.
    """

    def __init__(self, fn: Function) -> None:
        self.position = {inst: i for b in fn.blocks for i, inst in enumerate(b.instructions)}
        self.succ = {b: b.successors() for b in fn.blocks}
        self.pred: dict[Block, list[Block]] = {b: [] for b in fn.blocks}
        for b in fn.blocks:
            for s in self.succ[b]:
                self.pred[s].append(b)
        self.span: dict[Block, tuple[int, int]] = {}
        self._number(fn.entry, self._dominators(fn.entry))

    def _postorder(self, entry: Block) -> list[Block]:
        out: list[Block] = []
        seen, stack = {entry}, [(entry, iter(self.succ[entry]))]
        while stack:
            block, rest = stack[-1]
            for s in rest:
                if s not in seen:
                    seen.add(s)
                    stack.append((s, iter(self.succ[s])))
                    break
            else:
                out.append(block)
                stack.pop()
        return out

    def _dominators(self, entry: Block) -> dict[Block, Block]:
        post = self._postorder(entry)
        number = {b: i for i, b in enumerate(post)}
        idom = {entry: entry}
        changed = True
        while changed:
            changed = False
            for b in reversed(post[:-1]):
                new: Block | None = None
                for p in self.pred[b]:
                    if p in idom:
                        other = p
                        while new is not None and new is not other:
                            if number[new] < number[other]:
                                new = idom[new]
                            else:
                                other = idom[other]
                        new = other
                assert new is not None  # one predecessor comes earlier in the order
                if idom.get(b) is not new:
                    idom[b] = new
                    changed = True
        return idom

    def _number(self, entry: Block, idom: dict[Block, Block]) -> None:
        below: dict[Block, list[Block]] = {b: [] for b in idom}
        for b, above in idom.items():
            if b is not entry:
                below[above].append(b)
        count, stack = 0, [(entry, False)]
        while stack:
            b, done = stack.pop()
            if done:
                self.span[b] = (self.span[b][0], count)
                continue
            count += 1
            self.span[b] = (count, count)
            stack += [(b, True), *((c, False) for c in below[b])]

    def dominates(self, a: Block, b: Block) -> bool:
        """Whether block ``a`` dominates ``b``, where ``b`` is reachable; each block dominates itself."""
        if a not in self.span:
            return False
        low, high = self.span[a]
        return low <= self.span[b][0] <= high

    def reaches(self, v: Instruction, user: Instruction, index: int) -> bool:
        """Whether ``v`` dominates its use as operand ``index`` of ``user``; any use in unreachable code counts as dominated."""
        block = user.block
        assert block is not None and v.block is not None
        if user.opcode == "phi":
            pred = user.operands[index + 1]
            assert isinstance(pred, Block)
            if pred not in self.span:
                return True
            if v.opcode == "invoke":
                return (pred is v.block and block is v.operands[-3]) or self._normally(v, pred)
            return self.dominates(v.block, pred)
        if block not in self.span:
            return True
        if v.opcode == "invoke":
            return self._normally(v, block)
        if v.block is block:
            return self.position[v] < self.position[user]
        return self.dominates(v.block, block)

    def _normally(self, invoke: Instruction, block: Block) -> bool:
        """Whether the normal edge of an invoke dominates ``block``."""
        normal = invoke.operands[-3]
        assert isinstance(normal, Block)
        if invoke.block not in self.span or not self.dominates(normal, block) or self.pred[normal].count(invoke.block) > 1:
            return False
        return all(p is invoke.block or p not in self.span or self.dominates(normal, p) for p in self.pred[normal])
