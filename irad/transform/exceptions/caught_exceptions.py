"""Which exception a handler has caught or rethrows: pointers from the C++ runtime are replaced by those of the thrower.

The runtime returns bare addresses (``__cxa_begin_catch``, ``__cxa_rethrow``, ``std::current_exception``).  The shadow is only
known for a pointer that comes from the ``throw``, so an address is compared with those that it may be:

* the exceptions of the handlers around the place, in the same function;
* the exception of the thread's last handler (``irad.handled``, a variable in modules where a function asks for the exception
  of a handler that called it);
* for a pointer to an exception (``std::exception_ptr``), its contents.

If it is none of them, a derivative that needs it ends the program with a message (``irad.unknown``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import called_function
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I8, I64, PTR
from irad.ir.values import Block, Function, Instruction, Value
from irad.transform.exceptions.exception_helpers import CURRENT, Helpers

HEADER = 32  # bytes of _Unwind_Exception on 64-bit machines; the object follows it
OBJECT = ("__cxa_begin_catch", "__cxa_get_exception_ptr")
RETHROW = "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE"
HANDLED = "irad.handled"  # the exception whose handler the thread has entered last
_FROM_OBJECT = ("_ZNSt15__exception_ptr13exception_ptrC1EPv", "_ZNSt15__exception_ptr13exception_ptrC2EPv")
_POINTERS = "_ZTIP"  # type information of pointer types
_CHARACTERS = tuple(f"_ZTIP{const}{kind}" for const in ("", "K") for kind in ("c", "h", "a", "w"))


def name_of(inst: Instruction) -> str:
    callee = called_function(inst) if inst.opcode in ("call", "invoke") else None
    return callee.name if callee is not None else ""


def handlers_around(flow: ControlFlow, block: Block | None) -> list[Instruction]:
    """The beginnings of the handlers on all paths to a block, innermost first."""
    out: list[Instruction] = []
    while block is not None:
        out += [i for i in reversed(block.instructions) if name_of(i) in OBJECT]
        block = flow.idom.get(block)
    return out


def asks_for_handled(fns: Iterable[Function]) -> bool:
    """Whether a function asks for the exception of a handler that is not its own."""
    for fn in fns:
        names = {i: name for i in fn.instructions() if (name := name_of(i)) in ("__cxa_rethrow", CURRENT)}
        if CURRENT in names.values():
            return True
        flow = ControlFlow(fn) if names else None
        if flow is not None and any(not handlers_around(flow, i.block) for i in names if i.block in flow.idom):
            return True
    return False


def catches_pointers(fn: Function) -> bool:
    """Whether a handler catches pointers that may lead to numbers."""
    return any(_to_numbers(o.name) for i in fn.instructions() if i.opcode == "landingpad" for o in i.operands)


def _to_numbers(info: str | None) -> bool:
    return bool(info) and info.startswith(_POINTERS) and info not in _CHARACTERS  # type: ignore[union-attr]


def caught_types(fn: Function) -> dict[Instruction, str]:
    """For each beginning of a handler the type information that it was selected by; "" if unknown."""
    begins = [i for i in fn.instructions() if name_of(i) in OBJECT]
    flow = ControlFlow(fn) if begins else None
    return {i: _chosen_by(flow, i.block) for i in begins if flow is not None and i.block in flow.idom}


def _chosen_by(flow: ControlFlow, block: Block | None) -> str:
    while block is not None and len(flow.preds[block]) == 1:
        before = flow.preds[block][0]
        end = before.terminator
        test = end.operands[0] if end.opcode == "br" and len(end.operands) == 3 else None
        if isinstance(test, Instruction) and test.opcode == "icmp" and test.attrs["pred"] == "eq":
            for o in test.operands:
                if isinstance(o, Instruction) and name_of(o).startswith("llvm.eh.typeid.for") and end.operands[1] is block:
                    return o.args[0].name or ""
        block = before
    return ""


class Caught:
    """Replaces the results of runtime calls in one lowered function by pointers that come from a ``throw``."""

    def __init__(self, helpers: Helpers, fn: Function, *, recorded: bool, shared: bool, types: dict[Instruction, str]) -> None:
        self.helpers = helpers
        self.fn = fn
        self.recorded = recorded  # handlers record what they have caught
        self.shared = shared  # an exception need not directly precede its object (std::rethrow_exception)
        self.types = types
        self.pointers = catches_pointers(fn)

    def after(self, inst: Instruction) -> Builder:
        assert inst.block is not None
        b = Builder(None)
        b.position_before(inst.block.instructions[inst.block.instructions.index(inst) + 1])
        return b

    def rethrown(self, found: Sequence[Instruction]) -> None:
        """The rethrown exception is the one caught last, usually by an enclosing handler."""
        flow = ControlFlow(self.fn) if found else None
        for inst in found:
            if flow is None or inst.block not in flow.idom:
                continue
            b = Builder(None)
            b.position_before(inst)
            address = b.cast("ptrtoint", inst.operands[0], I64)
            caught: list[Value] = [i.args[0] for i in handlers_around(flow, inst.block)]
            if self.recorded:
                caught.append(b.load(PTR, self.helpers.own_variable(HANDLED, PTR), align=8))
            same = [b.icmp("eq", address, b.cast("ptrtoint", c, I64)) for c in caught]
            inst.replace_all_uses_with(self._one_of(b, address, caught, same))
            inst.erase()

    def _one_of(self, b: Builder, address: Value, pointers: Sequence[Value], same: Sequence[Value]) -> Value:
        """The first of ``pointers`` for which ``same`` holds."""
        missing = address
        for test in same:
            missing = b.select(test, const_int(I64, 0), missing)
        value: Value = self.helpers.foreign(b, missing, "irad.unknown")
        for pointer, test in reversed(list(zip(pointers, same, strict=True))):
            value = b.select(test, pointer, value)
        return value

    def thrown_again(self, b: Builder, inst: Instruction, exception: Value) -> Value:
        """``std::rethrow_exception`` throws a new exception that refers to an object."""
        thrown = b.load(PTR, inst.args[0], align=8)
        return self._moved(b, thrown, b.cast("ptrtoint", self.helpers.foreign(b, exception), I64))

    def _moved(self, b: Builder, base: Value, address: Value) -> Value:
        """A pointer to ``address`` that belongs to the same object as ``base``."""
        return b.gep(I8, base, [b.sub(address, b.cast("ptrtoint", base, I64))])

    def call(self, inst: Instruction) -> None:
        """Handle runtime calls that begin a handler, or make a pointer to an exception."""
        name = name_of(inst)
        if name in OBJECT:
            if self.recorded and name == OBJECT[0]:
                self._record(inst)
            if inst.uses:
                self._object(inst)
        elif name == CURRENT:
            self._current(inst)
        elif name in _FROM_OBJECT:
            self.after(inst).store(inst.args[1], inst.args[0], align=8)

    def _record(self, inst: Instruction) -> None:
        b = self.after(inst)
        b.store(inst.args[0], self.helpers.own_variable(HANDLED, PTR), align=8)
        b.call_function(self.helpers.note(), [])

    def _current(self, inst: Instruction) -> None:
        """``std::current_exception`` has stored the object of the last handler's exception, or null."""
        b = self.after(inst)
        address = b.load(I64, inst.args[0], align=8)
        last = b.load(PTR, self.helpers.own_variable(HANDLED, PTR), align=8)
        same = b.and_(b.icmp("ne", address, const_int(I64, 0)), b.call_function(self.helpers.noted(), [address]))
        b.store(self._one_of(b, address, [self._moved(b, last, address)], [same]), inst.args[0], align=8)

    def _object(self, inst: Instruction) -> None:
        """A caught object is found from its exception; a caught pointer is stored in it."""
        users = inst.users()
        b = self.after(inst)
        exception, info = inst.args[0], self.types.get(inst, "")
        whole = self._moved(b, exception, b.call_function(self.helpers.current(), [])) if self._elsewhere(inst) else (
            b.gep(I8, exception, [const_int(I64, HEADER)]))  # fmt: skip
        found: Value
        if info in _CHARACTERS:
            found = self.helpers.foreign(b, inst)
        elif _to_numbers(info):
            found = self._moved(b, b.load(PTR, whole, align=8), b.cast("ptrtoint", inst, I64))  # (of a base class, maybe)
        elif self.pointers and not info:
            found = self.helpers.foreign(b, inst, "irad.unknown")
        else:
            found = b.select(b.icmp("eq", inst, whole), whole, inst)  # a base class may be at another offset
        for user in users:
            for i, operand in enumerate(user.operands):
                if operand is inst:
                    user.set_operand(i, found)

    def _elsewhere(self, inst: Instruction) -> bool:
        return self.shared and name_of(inst) == OBJECT[0]
