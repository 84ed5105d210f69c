"""Under ``strict``: numbers that a checkpointed loop gets by value are passed by address.

The derivatives of segments would return one sum each for such a number, to be added up afterwards: in another order than the loop
without checkpoints has.  With the number in memory, and read anew for each use, all contributions to its adjoint go to one place,
the shadow of that memory, as they come: those from behind the loop, from all its segments, and from before it.
"""

from __future__ import annotations

from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.analysis.reuse.reload_safety import SOLE
from irad.ir.builder import Builder
from irad.ir.types import PTR, Type, VectorType, function
from irad.ir.values import Argument, Block, Constant, Function, Instruction, Module, Value


def share_numbers(module: Module) -> None:
    """Pass the floating-point numbers that outlined loops get by address, in all calls; outer loops first."""
    shared: set[Value] = set()  # loads
    done: set[Function] = set()
    while (fn := _outermost(module, done)) is not None:
        done.add(fn)
        numbers = {a: a.type for a in fn.args if _is_float(a.type)}
        for a in numbers:
            _change_type(fn, a)
        for call in [u for u in fn.uses if called_function(u) is fn]:
            call.attrs["ftype"] = fn.ftype
            for a in numbers:
                _give_address(call, a.index, shared)
        for a, t in numbers.items():
            _load_for_each_use(a, t, a, shared)


def _outermost(module: Module, done: set[Function]) -> Function | None:
    """An outlined loop all of whose callers that are outlined loops are done."""
    left = [f for f in module.functions.values() if is_checkpointed(f) and f not in done]
    return next((f for f in left if not any(u.block is not None and u.function in left for u in f.uses)), None)


def _is_float(t: Type) -> bool:
    return t.is_float or (isinstance(t, VectorType) and t.element.is_float)


def _change_type(fn: Function, a: Argument) -> None:
    a.type = PTR
    a.attrs = f"noalias {SOLE}"
    fn.ftype = function(fn.ftype.ret, tuple(p.type for p in fn.args))


def _give_address(call: Instruction, index: int, shared: set[Value]) -> None:
    """Let an argument be the address of the number that it was."""
    v = call.operands[index]
    call.attrs["param_attrs"][index] = ""
    if v in shared:  # a number that was passed by address before
        assert isinstance(v, Instruction)
        call.set_operand(index, v.operands[0])
        v.erase()
        return
    attrs = {"allocated_type": v.type, "align": None, "inalloca": False, "swifterror": False}
    variable = call.function.entry.insert(0, Instruction("alloca", PTR, (), attrs))
    call.set_operand(index, variable)
    b = Builder(None)
    if isinstance(v, Constant):
        b.position_before(call)
        b.store(v, variable)
        return
    if isinstance(v, Instruction) and v.is_terminator:  # an invoke: what else uses it is summed up for itself
        b.position_before(call)
    else:
        _load_for_each_use(v, v.type, variable, shared)
        b.position_before(_behind(v, call.function))
    b.store(v, variable)


def _behind(v: Value, fn: Function) -> Instruction:
    """The first instruction that may use ``v``, the allocation of variables aside."""
    if isinstance(v, Instruction) and v.block is not None and v.opcode != "phi":
        return v.block.instructions[v.block.instructions.index(v) + 1]
    block = v.block if isinstance(v, Instruction) else fn.entry
    assert block is not None
    return next(i for i in block.instructions if i.opcode not in ("phi", "alloca"))


def _load_for_each_use(v: Value, t: Type, address: Value, shared: set[Value]) -> None:
    """Replace all uses of ``v``: each operand is a load of its own, the one whose contribution comes first nearest to the use."""
    at = Builder(None)
    phis = [u for u in v.users() if u.opcode == "phi"]
    phis.sort(key=lambda u: u.block.instructions.index(u), reverse=True)  # type: ignore[union-attr]
    for user in [*phis, *(u for u in v.users() if u.opcode != "phi")]:
        for k in range(len(user.operands) - 1, -1, -1):
            if user.operands[k] is not v:
                continue
            if user.opcode == "phi":
                block = user.operands[k + 1]
                assert isinstance(block, Block)
                at.position_before(block.terminator)
            else:
                at.position_before(user)
            load = at.load(t, address)
            assert isinstance(load, Instruction)
            shared.add(load)
            user.set_operand(k, load)
