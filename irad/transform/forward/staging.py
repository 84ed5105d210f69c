"""Arrays of the caller copied into the function's own memory, where the shadows of all directions can be interleaved.

The shadows that a caller passes are in separate arrays, one for each direction (`interleaved_shadows.py`).  If a loop traverses
the same array repeatedly, it is worthwhile to copy the array to the function's own memory on entry, and back on return: the
derivative of the copies interleaves the directions and separates them again.  The primal is changed in this way before anything
is analysed.

This requires arrays that overlap no others (`noalias`), whose size is known (from what the Python frontend declares for its
parameters), and of which only single numbers are read and written.
"""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.activity.activity import copy_call
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import DOUBLE, FLOAT, I1, I8, I64, Type
from irad.ir.values import Argument, Block, Function, Instruction, Value
from irad.transform.base.request import Param, has_arena
from irad.transform.base.runtime_calls import Runtime
from irad.transform.base.vectorized_loops import is_stream

_TYPES: dict[str, Type] = {"double": DOUBLE, "float": FLOAT}


def stage(runtime: Runtime, fn: Function, params: Sequence[Param]) -> bool:
    """Copy the arrays for which that is profitable; True if there are any."""
    if '"irad-status"' not in fn.attributes or not has_arena(fn) or fn.uses or len(params) != len(fn.args):
        return False
    flow = ControlFlow(fn)
    if flow.irreducible:
        return False
    chosen = [arg for arg, p in zip(fn.args, params, strict=True) if p.shadow and _pays(arg, flow)]
    if not chosen:
        return False
    first = next(i for i in fn.entry.instructions if i.opcode not in ("phi", "alloca"))
    ends = [block.terminator for block in flow.rpo if block.terminator.opcode == "ret"]
    copies = [_copy(runtime, fn, arg, first, ends) for arg in chosen]
    if any(_hands_out(i) for i in fn.instructions()):
        return True  # the caller releases everything eventually
    b = Builder(None)
    for end in ends:
        b.position_before(end)
        stack = b.gep(I8, fn.args[0], [const_int(I64, 64)])
        b.call_function(runtime.function("irad_release"), [stack, copies[0]])
    return True


def _hands_out(inst: Instruction) -> bool:
    """Whether the caller may get an array that is allocated after the copies.  A called function may write where results go."""
    if inst.opcode == "call":
        return not isinstance(inst.callee, Function) or not inst.callee.is_declaration
    return inst.opcode == "store" and inst.operands[0].type.is_ptr


def _copy(runtime: Runtime, fn: Function, arg: Argument, first: Instruction, ends: list[Instruction]) -> Value:
    axes, item = arg.attributes.numbers("irad-sizes") or (0, 0)
    users = arg.users()
    written = "readonly" not in arg.attrs.split()
    b = Builder(None)
    b.position_before(first)
    size: Value = const_int(I64, item)
    for axis in range(axes):
        size = b.mul(size, fn.args[arg.index + 1 + axis])
    stack = b.gep(I8, fn.args[0], [const_int(I64, 64)])
    own = b.call_function(runtime.function("irad_reserve"), [stack, size])
    b.call_function(runtime.memcpy(), [own, arg, size, const_int(I1, 0)])
    for user in users:
        for k, operand in enumerate(user.operands):
            if operand is arg:
                user.set_operand(k, own)
    for end in ends:
        if written:
            b.position_before(end)
            b.call_function(runtime.memcpy(), [arg, own, size, const_int(I1, 0)])
    return own


def _pays(arg: Argument, flow: ControlFlow) -> bool:
    """Whether it is an array of which only numbers are used, in a loop that passes over it again and again."""
    element, sizes = arg.attributes.value("irad-element"), arg.attributes.numbers("irad-sizes")
    if element not in _TYPES or not sizes or sizes[0] == 0 or "noalias" not in arg.attributes:
        return False
    t = _TYPES[element]
    accesses: list[Instruction] = []
    seen: set[Value] = {arg}
    work: list[Value] = [arg]
    while work:
        pointer = work.pop()
        for user in pointer.users():
            if user.opcode in ("load", "store"):
                moved = user.type if user.opcode == "load" else user.operands[0].type
                if moved is not t or (user.opcode == "store" and user.operands[0] is pointer):
                    return False
                accesses.append(user)
            elif user.opcode in ("getelementptr", "phi", "select", "freeze") and not user.type.is_vector:
                if user not in seen:
                    seen.add(user)
                    work.append(user)
            elif user.opcode != "icmp" and not (user.opcode == "call" and copy_call(user)):
                return False
    return any(_again(i, flow) for i in accesses)


def _again(access: Instruction, flow: ControlFlow) -> bool:
    """Whether a loop around a loop comes to the same addresses in each iteration."""
    assert access.block is not None
    inner = flow.loop_of.get(access.block)
    return inner is not None and inner.parent is not None and is_stream(flow, inner) and not _varies(access.operands[-1], inner)


def _varies(pointer: Value, inner: Loop) -> bool:
    """Whether an address depends on what changes in a loop around ``inner``."""
    seen: set[Value] = set()
    work = [pointer]
    around = inner.parent
    assert around is not None
    while work:
        v = work.pop()
        if v in seen or not isinstance(v, Instruction) or v.block not in around.blocks or isinstance(v, Block):
            continue
        seen.add(v)
        if v.opcode == "phi" and v.block not in inner.blocks:
            return True
        work += [o for o in v.operands if not isinstance(o, Block)]
    return False
