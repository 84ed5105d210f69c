"""C++ exceptions as ordinary control flow, before differentiation.

The reverse sweep retraces the path of the forward sweep, so it has to know where an exception was thrown and where it was caught.
Here, in everything that a function to be differentiated may call:

* A call that may throw becomes a call that stores the exception in a local variable, and a branch that tests for it.
Functions of the module get a copy for this that returns early (``f.caught``; the last parameter points to where the exception
  is to be stored); a call of a library function that may throw goes through ``irad.try.*``, which catches everything.
* A landing pad becomes a block like any other.  Which handler matches is decided by the personality routine: the exception is
  rethrown for it (``irad.match.*``).
* An exception that leaves a function that others call by its own name is rethrown (``irad.raise``).  It ends the forward
  sweep: nothing is reversed, and the forward sweep releases the tape first.
* A call through a pointer tests which of the functions that may throw, among those that it can reach, it calls.

So no frame of a derivative is unwound while there is something in it to reverse, and what happened before an exception was thrown
and caught is reversed exactly.  A thrown object is memory like any other; it follows ``_HEADER`` bytes after the exception in the
Itanium ABI (https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from irad.analysis.flow.cfg import erase_unreachable
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.module_memory import address_taken
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null, poison, zero
from irad.ir.types import I8, I64, PTR, VOID, function
from irad.ir.values import (
    Argument,
    Block,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantSimple,
    Function,
    GlobalAlias,
    GlobalVariable,
    Instruction,
    Module,
    Value,
)
from irad.rules import AllocationRule, lookup_function
from irad.transform.exceptions.caught_exceptions import HEADER, RETHROW, Caught, asks_for_handled, caught_types
from irad.transform.exceptions.exception_flow import (
    branch_instead,
    call_and_return,
    never_unwinds,
    rename_predecessor,
    split_call,
    with_exception_parameter,
)
from irad.transform.exceptions.exception_helpers import (
    LANDING,
    Helpers,
    safe_attributes,
)
from irad.transform.exceptions.may_throw import NOTHROW, Throwing, is_filter, never_returns, throws_by_rule
from irad.transform.refused.refusals import fail

_OWN = tuple(f"irad.{name}" for name in ("try.", "match.", "raise", "foreign", "unknown", "current", "note"))


def raises(inst: Instruction) -> bool:
    """Whether an exception leaves the function at this instruction."""
    callee = called_function(inst) if inst.opcode == "call" else None
    return callee is not None and callee.name == "irad.raise"


def lower_exceptions(module: Module, roots: Iterable[Function], marked: Collection[Instruction] = ()) -> bool:
    """Lower all exceptions in ``roots`` and what they may call; True if there were any.

    ``marked``: the calls that ask for derivatives; that they name a function does not mean that its address is taken.
    """
    lowering = _Lowering(module, list(roots), marked)
    if not lowering.needed():
        return False
    lowering.run()
    return True


class _Lowering:
    """The known facts about a module's functions, and the worklist of those still to be lowered."""

    def __init__(self, module: Module, roots: list[Function], marked: Collection[Instruction]) -> None:
        self.module = module
        self.roots = roots
        self.helpers = Helpers(module)
        self.taken = [f for f in address_taken(module, except_by=lambda inst: inst in marked) if not f.is_declaration]
        self.reached = reachable_functions(roots)
        self.called = {f for fn in self.reached for i in fn.instructions() if i.opcode in ("call", "invoke")
                       if (f := called_function(i)) is not None}  # fmt: skip
        self.throwing = Throwing(module, self.taken)
        self.clones: dict[Function, Function] = {}
        self.choices: dict[object, Function] = {}
        self.work: list[tuple[Function, Argument | None]] = []
        self.owed: set[Function] = set()
        self.recorded = self.shared = False  # (see `Caught`)

    def needed(self) -> bool:
        """Whether any reached function throws, catches or cleans up."""
        return any(
            inst.opcode in ("invoke", "resume") or (inst.opcode == "call" and throws_by_rule(inst))
            for fn in self.reached
            for inst in fn.instructions()
        )

    def run(self) -> None:
        self.helpers.personality = next((p for f in self.module.functions.values() if (p := f.personality)), None)
        self.throwing.find(self.reached)
        self.recorded = asks_for_handled(self.reached)
        self.shared = any(f.name == RETHROW for f in self.called)
        for fn in [*self.roots, *(f for f in self.taken if f in self.reached)]:
            self.owe(fn)
        while self.work:
            fn, out = self.work.pop()
            throws = fn in self.throwing.functions and not self.throwing.is_closed(fn)
            if out is None and throws and (fn in self.called or fn in self.taken):
                self.caught(fn)  # made now, before it is changed
            _ExceptionBody(self, fn, out).lower()

    def owe(self, fn: Function) -> None:
        if fn not in self.owed and not fn.is_declaration:
            self.owed.add(fn)
            self.work.append((fn, None))

    # ---- versions that return the exception

    def caught(self, fn: Function) -> Function:
        """The version of ``fn`` that stores an exception through its last parameter and returns."""
        found = self.clones.get(fn)
        if found is None:
            found = self.clones[fn] = with_exception_parameter(fn)
            self.work.append((found, found.args[-1]))
        return found

    def choice(self, inst: Instruction) -> Function:
        """``choose.K.caught``: performs a call through a pointer; of functions that throw, it calls the ``caught`` version."""
        ftype = inst.attrs["ftype"]
        key = (ftype.text, tuple(f.name for f in self.throwing.candidates(inst)))
        if key not in self.choices:
            name = f"choose.{len(self.choices)}.caught"
            fn = self.module.add_function(name, function(ftype.ret, (PTR, *ftype.params, PTR)))
            fn.linkage = "internal"
            self.choices[key] = fn
            pointer, *args = fn.args
            at = fn.append_block("entry")
            for candidate in self.throwing.candidates(inst):
                here, following = fn.append_block(candidate.name), fn.append_block("next")
                b = Builder(at)
                b.cond_br(b.icmp("eq", pointer, candidate), here, following)
                call_and_return(here, self.caught(candidate), args)
                at = following
            b = Builder(at)
            call = b.call(pointer, ftype, args[:-1])
            b.ret(None if ftype.ret.is_void else call)
        return self.choices[key]


class _ExceptionBody:
    """Lowers one function; ``out`` is where it stores an exception that leaves it, None if it throws it."""

    def __init__(self, lowering: _Lowering, fn: Function, out: Argument | None) -> None:
        self.low = lowering
        self.helpers = lowering.helpers
        self.fn = fn
        self.out = out
        self.slots: dict[str, Instruction] = {}
        self.rethrown: list[Instruction] = []
        self.thrown: dict[Block, list[tuple[Block, Value]]] = {}  # landing pad -> where exceptions come from
        self.caught = Caught(self.helpers, fn, recorded=lowering.recorded, shared=lowering.shared, types=caught_types(fn))

    def lower(self) -> None:
        fn = self.fn
        if any(is_filter(i) for i in fn.instructions()):
            return  # dynamic exception specifications; refused where the function takes part in a derivative
        for block in list(fn.blocks):
            for inst in list(block.instructions):
                if inst.opcode in ("call", "invoke"):
                    self._call(inst)
                elif inst.opcode == "resume":
                    self._resume(inst)
        for block, sources in self.thrown.items():
            self._landing_pad(block, sources)
        erase_unreachable(fn)
        self.caught.rethrown(self.rethrown)
        for inst in list(fn.instructions()):
            if inst.opcode == "call":
                self.caught.call(inst)
                self._selector(inst)

    # ---- calls

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        if not self.low.throwing.may_throw(inst):
            if callee is not None and callee in self.low.reached:
                self.low.owe(callee)
            if inst.opcode == "invoke":
                never_unwinds(inst)
            return
        unwind = split_call(inst)
        if callee is not None and isinstance(lookup_function(callee), AllocationRule):
            self._allocation(inst, callee, unwind)
        else:
            self._checked(inst, callee, unwind)

    def _checked(self, inst: Instruction, callee: Function | None, unwind: Block | None) -> None:
        """Call the version that returns the exception, and test for it."""
        library = callee is not None and self.low.throwing.is_closed(callee)
        b = Builder(None)
        b.position_before(inst)
        slot = self._slot("library" if library else "exception")
        b.store(null(PTR), slot, align=8)
        attrs = [*map(safe_attributes, inst.attrs["param_attrs"]), ""]
        args: list[Value] = [*inst.args, slot]
        if callee is None:
            target = self.low.choice(inst)
            args, attrs = [inst.callee, *args], ["", *attrs]
        elif library:
            target = self.helpers.attempt(inst)
            self.low.owe(callee)
        else:
            target = self.low.caught(callee)
        call = b.call_function(target, args)
        call.attrs["param_attrs"] = attrs
        call.name = inst.name
        call.metadata.update(inst.metadata)
        exception = b.load(PTR, slot, align=8)
        ends = callee is not None and never_returns(callee)
        thrown = None if ends else b.icmp("ne", exception, null(PTR))
        block = inst.block
        assert block is not None
        inst.replace_all_uses_with(call)
        bad = self.fn.append_block(f"{block.name}.thrown" if block.name else "", after=block)
        if library:
            exception = self._from_library(Builder(bad), inst, exception)
        inst.erase()
        branch_instead(block, thrown, bad)
        self._leave(bad, exception, unwind, block)

    def _from_library(self, b: Builder, inst: Instruction, exception: Value) -> Value:
        """The exception of a throwing call: that of ``throw`` precedes its object, one thrown by a library is the library's own.
        """
        callee = called_function(inst)
        if callee is not None and callee.name == "__cxa_throw":
            _check_destructor(inst)
            return b.gep(I8, inst.args[0], [const_int(I64, -HEADER)])
        if callee is not None and callee.name == "__cxa_rethrow":
            same = b.freeze(exception)
            assert isinstance(same, Instruction)
            self.rethrown.append(same)
            return same
        if callee is not None and callee.name == RETHROW:
            return self.caught.thrown_again(b, inst, exception)
        return self.helpers.foreign(b, exception)

    def _allocation(self, inst: Instruction, callee: Function, unwind: Block | None) -> None:
        """Replace throwing ``new`` by the variant that returns null, and a library function that throws std::bad_alloc."""
        block = inst.block
        assert block is not None
        b = Builder(None)
        b.position_before(inst)
        plain = self.helpers.external(callee.name + NOTHROW, PTR, (*callee.ftype.params, PTR))
        memory = b.call_function(plain, [*inst.args, self.helpers.variable("_ZSt7nothrow")])
        memory.name = inst.name
        memory.metadata.update(inst.metadata)
        failed = b.icmp("eq", memory, null(PTR))
        inst.replace_all_uses_with(memory)
        inst.erase()
        bad = self.fn.append_block(f"{block.name}.no.memory" if block.name else "", after=block)
        branch_instead(block, failed, bad)
        thrower = self.helpers.external("_ZSt17__throw_bad_allocv", VOID, ())
        b.position_at_end(bad)
        throw = b.call_function(thrower, [])
        b.unreachable()
        if unwind is not None:
            rename_predecessor(unwind, block, bad)
        self._checked(throw, thrower, unwind)

    def _slot(self, name: str) -> Instruction:
        """A local variable for exceptions."""
        found = self.slots.get(name)
        if found is None:
            attrs = {"allocated_type": PTR, "align": 8, "inalloca": False, "swifterror": False}
            found = self.slots[name] = self.fn.entry.insert(0, Instruction("alloca", PTR, (), attrs, f"{name}.slot"))
        return found

    # ---- where exceptions go

    def _leave(self, block: Block, exception: Value, unwind: Block | None, origin: Block | None = None) -> None:
        """End ``block`` with an exception in flight: to a landing pad (from ``origin``), or out of the function."""
        b = Builder(block)
        if unwind is not None:
            assert origin is not None
            rename_predecessor(unwind, origin, block)
            self.thrown.setdefault(unwind, []).append((block, exception))
            b.br(unwind)
        elif self.out is None:
            b.call_function(self.helpers.raising(), [exception])
            b.unreachable()
        else:
            b.store(exception, self.out, align=8)
            ret = self.fn.ftype.ret
            b.ret(None if ret.is_void else zero(ret))

    def _resume(self, inst: Instruction) -> None:
        block = inst.block
        assert block is not None
        b = Builder(None)
        b.position_before(inst)
        exception = b.extract_value(inst.operands[0], [0])
        inst.erase()
        self._leave(block, exception, None)

    def _landing_pad(self, block: Block, sources: list[tuple[Block, Value]]) -> None:
        """Phis had an entry per invoke; now they have one per block that ends with an exception."""
        pad = next(i for i in block.instructions if i.opcode == "landingpad")
        phi = block.insert(0, Instruction("phi", PTR, (), {"flags": ()}, "exception"))
        for source, exception in sources:
            Builder.add_incoming(phi, exception, source)
        b = Builder(None)
        b.position_before(pad)
        types = []
        for info in pad.operands:
            if isinstance(info, ConstantSimple):
                break  # catch (...)
            assert isinstance(info, Constant)
            types.append(info)
        number: Value = b.call_function(self.helpers.match(types), [phi]) if types else const_int(LANDING.elements[1], 0)  # type: ignore[index]
        for user in pad.users():
            if user.opcode == "extractvalue":
                user.replace_all_uses_with(phi if user.attrs["indices"][0] == 0 else number)
                user.erase()
        if pad.uses:
            pair = b.insert_value(b.insert_value(poison(LANDING), phi, [0]), number, [1])
            pad.replace_all_uses_with(pair)
        pad.erase()

    def _selector(self, inst: Instruction) -> None:
        """Replace type selectors by numbers."""
        callee = called_function(inst)
        if callee is not None and callee.name.startswith("llvm.eh.typeid.for"):
            inst.replace_all_uses_with(const_int(inst.type, self.helpers.number(inst.args[0].name)))
            inst.erase()


def reachable_functions(roots: Iterable[Function]) -> dict[Function, None]:
    """``roots`` and all functions with bodies reachable from them by name, directly or in variables they use, without helpers."""
    out: dict[Function, None] = {}
    seen: set[Value] = set()
    work: list[Value] = list(roots)
    while work:
        v = work.pop()
        if v in seen:
            continue
        seen.add(v)
        if isinstance(v, Function):
            if v.blocks and not v.name.startswith(_OWN):
                out[v] = None
                work += [o for inst in v.instructions() for o in inst.operands if isinstance(o, Constant)]
        elif isinstance(v, GlobalVariable) and v.initializer is not None:
            work.append(v.initializer)
        elif isinstance(v, GlobalAlias) and v.target is not None:
            work.append(v.target)
        elif isinstance(v, ConstantAggregate):
            work += v.elements
        elif isinstance(v, ConstantExpr):
            work += v.operands
    return out


def _check_destructor(inst: Instruction) -> None:
    """The C++ runtime calls the destructor of a thrown object: its effects on numbers would not be reversed."""
    destructor = inst.args[2]
    if not isinstance(destructor, Function):
        return
    for fn in reachable_functions([destructor]):
        if any(i.opcode == "store" and i.operands[0].type.scalar.is_float for i in fn.instructions()):
            raise fail(
                inst,
                "the destructor of what is thrown here stores numbers, and the C++ runtime that calls it has no derivative",
                "do that in the handler",
            )
