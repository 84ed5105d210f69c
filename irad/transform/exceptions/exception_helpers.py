"""The small IR functions that lowered exceptions call (their uses: `exception_lowering.py`).

All of them are internal and named ``irad.*``.  An exception in flight is represented by the unwinder's pointer to it, a
``_Unwind_Exception`` (https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null, zero
from irad.ir.types import I1, I8, I32, I64, PTR, VOID, FunctionType, Type, function, struct
from irad.ir.values import Argument, Block, Constant, Function, GlobalVariable, Instruction, Module, Value

LANDING = struct(PTR, I32)
CURRENT = "_ZSt17current_exceptionv"
_SAFE = ("byval", "sret", "align", "noundef", "signext", "zeroext", "inreg")


def safe_attributes(attrs: str) -> str:
    """Those attributes of a parameter that stay true when the function may return early."""
    return str(AttributeSet.parse(attrs).only(*_SAFE))


@dataclass
class Helpers:
    """Makes each helper of a module once."""

    module: Module
    personality: Constant | None = None
    attempts: dict[object, Function] = field(default_factory=dict)
    matches: dict[tuple[str, ...], Function] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, type_info: str) -> int:
        """The number that replaces the compiler's selector for the type of an exception: 1, 2 ..."""
        return self.numbers.setdefault(type_info, len(self.numbers) + 1)

    def external(self, name: str, ret: Type, params: tuple[Type, ...]) -> Function:
        """A function of the C++ runtime."""
        found = self.module.functions.get(name)
        return found if found is not None else self.module.add_function(name, function(ret, params))

    def variable(self, name: str, type: Type = I8) -> GlobalVariable:
        """A variable of the C++ runtime of which only the address matters."""
        found = self.module.globals_.get(name)
        if found is None:
            found = GlobalVariable(name, type)
            found.module, found.constant = self.module, True
            self.module.globals_[name] = found
        return found

    def _define(self, name: str, ftype: FunctionType, *attributes: str) -> Function:
        unique, n = name, 1
        while self.module.get(unique) is not None:
            n += 1
            unique = f"{name}.{n}"
        fn = self.module.add_function(unique, ftype)
        fn.linkage, fn.attributes = "internal", AttributeSet(attributes)
        fn.append_block("entry")
        return fn

    def _catching(self, name: str, ftype: FunctionType) -> Function:
        """A function with landing pads."""
        fn = self._define(name, ftype, "noinline")
        if self.personality is None:
            name = "__gxx_personality_v0"
            self.personality = self.module.get(name) or self.module.add_function(name, function(I32, (), True))
        fn.personality = self.personality
        return fn

    # ---- raising

    def raising(self) -> Function:
        """``irad.raise(exn)``: rethrow an exception in flight; ends the program if it is not caught."""
        found = self.module.functions.get("irad.raise")
        if found is not None:
            return found
        fn = self._define("irad.raise", function(VOID, (PTR,)), "noinline", "noreturn")
        b = Builder(fn.entry)
        b.call_function(self.external("_Unwind_RaiseException", I32, (PTR,)), [fn.args[0]])
        b.call_function(self.external("__cxa_begin_catch", PTR, (PTR,)), [fn.args[0]])
        b.call_function(self.external("_ZSt9terminatev", VOID, ()), [])
        b.unreachable()
        return fn

    def foreign(self, b: Builder, exception: Value, name: str = "irad.foreign") -> Instruction:
        """``irad.foreign(address)``: an exception that a library threw: it holds nothing active.

        ``irad.unknown(address)``: an exception of unknown origin; null if it is known.  Addresses are integers here, so that LLVM
        cannot tell that the result is the argument.
        """
        found = self.module.functions.get(name)
        if found is None:
            found = self._define(name, function(PTR, (I64,)), "noinline", "nounwind", "memory(none)")
            inside = Builder(found.entry)
            inside.ret(inside.cast("inttoptr", found.args[0], PTR))
        address = exception if exception.type is I64 else b.cast("ptrtoint", exception, I64)
        return b.call_function(found, [address])

    def current(self) -> Function:
        """``i64 irad.current()``: the address of the object whose handler is running (not that of a subobject)."""
        found = self.module.functions.get("irad.current")
        if found is not None:
            return found
        fn = self._define("irad.current", function(I64, ()), "noinline", "nounwind")
        b = Builder(fn.entry)
        attrs = {"allocated_type": PTR, "align": 8, "inalloca": False, "swifterror": False}
        held = b.insert(Instruction("alloca", PTR, (), attrs))
        call = b.call_function(self.external(CURRENT, VOID, (PTR,)), [held])
        call.attrs["param_attrs"] = ["sret(ptr)"]
        address = b.cast("ptrtoint", b.load(PTR, held, align=8), I64)
        b.call_function(self.external("_ZNSt15__exception_ptr13exception_ptrD1Ev", VOID, (PTR,)), [held])
        b.ret(address)
        return fn

    def note(self) -> Function:
        """``irad.note()``: record the address of the object whose handler begins."""
        found = self.module.functions.get("irad.note")
        if found is not None:
            return found
        fn = self._define("irad.note", function(VOID, ()), "noinline", "nounwind")
        b = Builder(fn.entry)
        b.store(b.call_function(self.current(), []), self.own_variable("irad.handled.object", I64), align=8)
        b.ret(None)
        return fn

    def noted(self) -> Function:
        """``i1 irad.noted(address)``: whether `note` has recorded this address."""
        found = self.module.functions.get("irad.noted")
        if found is not None:
            return found
        fn = self._define("irad.noted", function(I1, (I64,)), "noinline", "nounwind")
        b = Builder(fn.entry)
        b.ret(b.icmp("eq", fn.args[0], b.load(I64, self.own_variable("irad.handled.object", I64), align=8)))
        return fn

    def own_variable(self, name: str, type: Type) -> GlobalVariable:
        """A thread-local variable."""
        found = self.module.globals_.get(name)
        if found is None:
            found = self.variable(name, type)
            found.constant, found.thread_local, found.initializer = False, "thread_local", zero(type)
            found.linkage = "internal"
        return found

    # ---- calling

    def attempt(self, inst: Instruction) -> Function:
        """A function that performs the call ``inst`` and stores its exception, if any, through an additional last parameter."""
        callee = inst.callee
        assert isinstance(callee, Function)
        types = tuple(a.type for a in inst.args)
        attrs = tuple(safe_attributes(a) for a in inst.attrs["param_attrs"])
        key = (callee.name, types, attrs, inst.type)
        if key in self.attempts:
            return self.attempts[key]
        name = f"irad.try.{len(self.attempts)}.{callee.name}"
        fn = self._catching(name, function(inst.type, (*types, PTR)))
        self.attempts[key] = fn
        for arg, text in zip(fn.args, attrs, strict=False):
            arg.attrs = text
        done, caught = fn.append_block("done"), fn.append_block("caught")
        call = _invoke(fn, inst, list(attrs))
        for operand in (done, caught, callee):
            call.add_operand(operand)
        b = Builder(done)
        b.ret(None if inst.type.is_void else call)
        b.position_at_end(caught)
        pad = b.insert(Instruction("landingpad", LANDING, (null(PTR),), {"cleanup": False, "clauses": ["catch"]}))
        b.store(b.extract_value(pad, [0]), fn.args[-1])
        b.ret(None if inst.type.is_void else zero(inst.type))
        return fn

    def match(self, types: Sequence[Constant]) -> Function:
        """``i32 irad.match.K(exn)``: the number of the first of ``types`` that catches an exception, 0 if none does.

        Only the personality routine can decide that, so the exception is rethrown for it to examine.
        """
        key = tuple(_name(t) for t in types)
        if key in self.matches:
            return self.matches[key]
        fn = self._catching(f"irad.match.{len(self.matches)}", function(I32, (PTR,)))
        self.matches[key] = fn
        lost, caught = fn.append_block("lost"), fn.append_block("caught")
        raise_ = self.external("_Unwind_RaiseException", I32, (PTR,))
        call = Builder(fn.entry).call_function(raise_, [fn.args[0]])
        to_invoke(call, lost, caught)
        Builder(lost).unreachable()
        b = Builder(caught)
        clauses = [*types, null(PTR)]
        pad = b.insert(Instruction("landingpad", LANDING, clauses, {"cleanup": False, "clauses": ["catch"] * len(clauses)}))
        selector = b.extract_value(pad, [1])
        intrinsic = self.external("llvm.eh.typeid.for.p0", I32, (PTR,))
        found: Value = const_int(I32, 0)
        for info in reversed(types):
            same = b.icmp("eq", selector, b.call_function(intrinsic, [info]))
            found = b.select(same, const_int(I32, self.number(_name(info))), found)
        b.ret(found)
        return fn


def to_invoke(call: Instruction, normal: Block, unwind: Block) -> None:
    """Turn a call that ends its block into an invoke."""
    callee = call.operands[-1]
    call.remove_operand(len(call.operands) - 1)
    for operand in (normal, unwind, callee):
        call.add_operand(operand)
    call.opcode = "invoke"
    call.attrs["tail"] = ""


def to_call(invoke: Instruction) -> tuple[Block, Block]:
    """Turn an invoke into a call; return its normal and its unwind destination.  Its block is left without a terminator."""
    normal, unwind, callee = invoke.operands[-3:]
    assert isinstance(normal, Block) and isinstance(unwind, Block)
    for _ in range(3):
        invoke.remove_operand(len(invoke.operands) - 1)
    invoke.add_operand(callee)
    invoke.opcode = "call"
    return normal, unwind


def split_after(inst: Instruction, rest: Block) -> None:
    """Move what follows ``inst`` into the empty block ``rest``."""
    block = inst.block
    assert block is not None
    at = block.instructions.index(inst) + 1
    moved, block.instructions[at:] = block.instructions[at:], []
    for other in moved:
        rest.append(other)
    for successor in dict.fromkeys(rest.successors()):
        for phi in successor.phis():
            for i in range(1, len(phi.operands), 2):
                if phi.operands[i] is block:
                    phi.set_operand(i, rest)


def _invoke(fn: Function, inst: Instruction, attrs: list[str]) -> Instruction:
    """``inst`` with the parameters of ``fn`` as arguments, as an invoke that lacks its destinations and callee."""
    arguments: list[Argument] = fn.args[:-1]
    copied = {
        "nargs": len(arguments), "ftype": inst.attrs["ftype"], "tail": "", "cc": inst.attrs["cc"], "flags": (),
        "ret_attrs": "", "param_attrs": attrs, "fn_attrs": "", "bundles": [],
    }  # fmt: skip
    return fn.entry.append(Instruction("invoke", inst.type, arguments, copied))


def _name(type_info: Value) -> str:
    return type_info.name or "null"
