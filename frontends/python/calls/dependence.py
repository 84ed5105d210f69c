"""On what a register depends: arguments, loops, conditions and callees, found in the code that has been written so far.

The code of one round is followed backwards: from an instruction to its operands, from a load to all stores to the variable, from
those to the loops in which they stand and to the conditions that choose between them.  An element of an array, or a float that
becomes an integer, is where that ends: what depends on it is known at run time only.  Floats are followed if they are parameters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.trees.bound_names import assigned_names, grown_in


@dataclass
class Sources:
    """What registers depend on.

    ``arguments``: numbers of native parameters; ``free``: whether on what is known at run time only, too.
    """

    arguments: dict[int, None] = field(default_factory=dict)
    loops: dict[int, Any] = field(default_factory=dict)
    calls: dict[str, Any] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)  # variables
    floats: set[str] = field(default_factory=set)  # of the calls, those of which floats are meant
    free: bool = False


def sources_of(low: Lowering, registers: list[Any]) -> Sources:
    """What these registers depend on."""
    return _Backwards(low).run(registers)


class _Backwards:
    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.out = Sources()
        self.seen: set[int] = set()
        self.todo: list[Any] = []
        self.arguments = {id(a): n for n, a in enumerate(low.fn.args)}
        self.names = {id(place): name for name, (_, places) in low.slots.items() for place in places}
        self.names |= {id(place): name for (name, _), places in low.variants.items() for place in places}
        self.places = {id(block): n for n, block in enumerate(low.fn.blocks)}
        self.writers: dict[int, list[Any]] = {}
        for block in low.fn.blocks:
            for i in block.instructions:
                if isinstance(i, ir.instructions.StoreInstr):
                    self.writers.setdefault(id(_variable(i.operands[1])), []).append(i)
                elif isinstance(i, ir.instructions.CallInstr):
                    for x in i.args:
                        if isinstance(v := _variable(x), ir.instructions.AllocaInstr):
                            self.writers.setdefault(id(v), []).append(i)

    def run(self, registers: list[Any]) -> Sources:
        self.todo = list(registers)
        while self.todo:
            v = self.todo.pop(0)
            if v is None:
                self.out.free = True
            elif id(v) not in self.seen and not isinstance(v, ir.Constant):
                self.seen.add(id(v))
                self._follow(v)
        return self.out

    def _follow(self, v: Any) -> None:
        if isinstance(v, ir.Argument) and isinstance(v.type, (ir.IntType, ir.DoubleType)):
            self.out.arguments[self.arguments[id(v)]] = None
        elif isinstance(v, ir.instructions.LoadInstr) and isinstance(v.type, ir.DoubleType):
            self._load(v)
        elif not isinstance(v.type, ir.IntType):
            self.out.free = True
        elif isinstance(v, ir.instructions.LoadInstr):
            self._load(v)
        elif isinstance(v, ir.instructions.CallInstr):
            self._call(v)
        elif isinstance(v, ir.instructions.PhiInstr):
            self._around(v.parent)
            for value, block in v.incomings:
                self.todo.append(value)
                self._around(block)
        elif isinstance(v, ir.instructions.FCMPInstr) or v.opname in ("fptosi", "fptoui", "ptrtoint", "bitcast"):
            self.out.free = True
        elif isinstance(v, ir.instructions.Instruction):
            self.todo += v.operands
        else:
            self.out.free = True

    def _load(self, v: Any) -> None:
        variable = _variable(v.operands[0])
        if isinstance(variable, ir.GlobalVariable) and variable.global_constant:  # a table of what is known
            self.todo += v.operands[0].operands[1:]
            return
        if not isinstance(variable, ir.instructions.AllocaInstr):
            self.out.free = True
            return
        name = self.names.get(id(variable))
        if id(variable) in self.low.counters:
            self._loop(self.low.counters[id(variable)])
        if name is not None:
            self.out.names[name] = None
            self._later(name)
        for i in self.writers.get(id(variable), ()):
            self._around(i.parent, name)
            if isinstance(i, ir.instructions.CallInstr):
                self._call(i)
                if isinstance(v.type, ir.DoubleType):
                    self.out.floats.add(i.callee.name)
            else:
                self.todo.append(i.operands[0])

    def _later(self, name: str) -> None:
        """The loops that are being written and assign to a variable, perhaps later on."""
        for region in self.low.regions:
            if region.loop is not None and region.last is None and not self._stays_inside(name, region.loop):
                changed = assigned_names([region.loop]) | grown_in([region.loop])
                if name in self.low.instance.mutated or name in changed:
                    self._loop(region.loop)

    def _loop(self, loop: Any) -> None:
        self.out.loops[id(loop)] = loop

    def _stays_inside(self, name: str, loop: Any) -> bool:
        """Whether each iteration assigns a variable before it uses it."""
        return self.low.instance.stays_inside(name, loop.body)

    def _call(self, i: Any) -> None:
        """A call: of a compiled function, or of one of LLVM's."""
        name = i.callee.name
        if name.startswith("llvm.lifetime"):
            return
        if name.startswith("llvm."):
            self.todo += i.args
        elif any(instance.symbol == name for instance in self.low.instance.compiler.instances.values()):
            self.out.calls[name] = i
        else:
            self.out.free = True

    def _around(self, block: Any, name: str | None = None) -> None:
        """The conditions around what is written in a block, and the loops if it is a variable that outlives their iterations."""
        for region in self.low.regions:
            if not region.holds(self.places.get(id(block), -1), block):
                continue
            if region.loop is not None and name is not None and not self._stays_inside(name, region.loop):
                self._loop(region.loop)
            if region.condition is not None:
                self.todo.append(region.condition)


def _variable(pointer: Any) -> Any:
    """The variable in which a place lies."""
    while isinstance(pointer, ir.instructions.GEPInstr) or (
        isinstance(pointer, ir.instructions.CastInstr) and pointer.opname == "bitcast"
    ):
        pointer = pointer.operands[0]
    return pointer
