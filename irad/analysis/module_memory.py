"""The memory graphs of all functions of a module, callees before callers."""

from __future__ import annotations

from irad.analysis.constraints import Constraints
from irad.analysis.memory import Memory, called_function
from irad.ir.values import Constant, ConstantAggregate, ConstantExpr, Function, Module, Value
from irad.rules import lookup_function


class ModuleMemory:
    """Memory facts of all defined functions of a module, made on demand, callees first."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.address_taken = _address_taken(module)
        self._of: dict[Function, Memory] = {}
        self._callees: dict[Function, list[Function]] = {}

    def of(self, fn: Function) -> Memory:
        """The graph of the group of mutually recursive functions that ``fn`` belongs to."""
        if fn not in self._of:
            for group in self._groups(fn):
                memory = Memory(self.module, group)
                for f in group:
                    self._of[f] = memory
                Constraints(memory, self).run()
        return self._of[fn]

    def callees(self, fn: Function) -> list[Function]:
        """Defined functions that ``fn`` may call."""
        if fn not in self._callees:
            out: dict[Function, None] = {}
            for inst in fn.instructions():
                if inst.opcode not in ("call", "invoke"):
                    continue
                callee = called_function(inst)
                if callee is not None:
                    if not callee.is_declaration and lookup_function(callee) is None:
                        out[callee] = None
                else:
                    for f in self.address_taken:
                        if f.ftype == inst.attrs["ftype"] and not f.is_declaration:
                            out[f] = None
            self._callees[fn] = list(out)
        return self._callees[fn]

    def _groups(self, root: Function) -> list[list[Function]]:
        """Strongly connected components of the call graph below ``root``, callees first (Tarjan 1972)."""
        index: dict[Function, int] = {}
        low: dict[Function, int] = {}
        stack: list[Function] = []
        out: list[list[Function]] = []
        work: list[tuple[Function, list[Function]]] = []

        def enter(fn: Function) -> None:
            index[fn] = low[fn] = len(index)
            stack.append(fn)
            work.append((fn, [c for c in self.callees(fn) if c not in self._of]))

        enter(root)
        while work:
            fn, rest = work[-1]
            if rest:
                callee = rest.pop()
                if callee not in index:
                    enter(callee)
                elif callee in stack:
                    low[fn] = min(low[fn], index[callee])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[fn])
            if low[fn] == index[fn]:
                at = stack.index(fn)
                out.append(stack[at:])
                del stack[at:]
        return out


def _address_taken(module: Module) -> list[Function]:
    """Functions whose address is used other than as a callee."""
    taken: dict[Function, None] = {}

    def constants(value: Value) -> None:
        if isinstance(value, Function):
            taken[value] = None
        elif isinstance(value, (ConstantExpr,)):
            for op in value.operands:
                constants(op)
        elif isinstance(value, ConstantAggregate):
            for e in value.elements:
                constants(e)

    for var in module.globals_.values():
        if var.initializer is not None:
            constants(var.initializer)
    for fn in module.functions.values():
        for inst in fn.instructions():
            last = len(inst.operands) - 1
            for i, op in enumerate(inst.operands):
                if inst.opcode in ("call", "invoke") and i == last:
                    continue
                if isinstance(op, Constant):
                    constants(op)
    return list(taken)
