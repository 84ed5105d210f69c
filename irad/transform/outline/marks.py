"""What programs and the frontends call to mark a checkpointed loop, and the signature of a loop that has become a function."""

from __future__ import annotations

from dataclasses import dataclass

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import CELL, HANDED_ON, OUTLINED, is_checkpointed
from irad.errors import Place
from irad.ir.debug import place_of
from irad.ir.values import Argument, ConstantString, Function, GlobalVariable, Instruction, Module, Value
from irad.transform.base.request import has_arena

MARK = "__irad_checkpoint"  # (snapshots): a program's; stands in the body of the loop
LOOP_MARK = "__irad_checkpoint_loop"  # (snapshots, segment, budget): that of the Python frontend
DISK_MARK = "__irad_checkpoint_disk"  # (directory): its snapshots are files there; null: in the directory for temporary files
EXTENT_MARK = "__irad_checkpoint_memory"  # (pointer, bytes): memory that an iteration may find there when it begins
POOL_MARK = "__irad_checkpoint_pool"  # (pointer, bytes): memory that iterations use, and reach by what they hand on alone
PLACE_MARK = "__irad_checkpoint_place"  # (text): "FILE:LINE" of the loop, where there is no debug information
TAPED_MARK = "__irad_checkpoint_taped"  # (): the loop is never checkpointed unless it has a mark as well
LEFT_MARK = "__irad_checkpoint_left"  # (condition): the condition, that the iteration which ends was the last
AUTOMATIC = '"irad-automatic"'  # an outlined loop that nobody has marked
PLACE = "irad-place"  # of an outlined loop: "FILE:LINE" in hexadecimal digits
LIMITED = -1  # as a budget: what the arena's limit leaves
COUNTED = '"irad-counted"'  # the parameter for the limit of a loop that only ends there
CARRIED = '"irad-carried"'  # a cell of the former kind
ON_FAILURE = '"irad-on-failure"'  # a cell for a result that is used on the way to an error only
EXTENT = "irad-extent"  # a pointer to memory of known size; the index of the parameter that has the size in bytes
OBJECT = "irad-object"  # a cell with a pointer: the index of the parameter that points to the object into which it does at first
DIRECTORY = '"irad-directory"'  # the parameter that has the address of the directory's name; there if snapshots are on disk
SETTINGS = ("limit", "snapshots", "segment", "budget")


MARKS = (MARK, LOOP_MARK, DISK_MARK, EXTENT_MARK, POOL_MARK, PLACE_MARK, TAPED_MARK)


def is_mark(inst: Instruction, *names: str) -> bool:
    """Whether it is a call of one of these functions; of any that marks something, if none is named."""
    callee = called_function(inst) if inst.opcode == "call" else None
    return callee is not None and callee.name in (names or MARKS)


def show_conditions(module: Module) -> None:
    """Let conditions be seen again that `LEFT_MARK` has hidden from LLVM."""
    for mark in [i for fn in module.functions.values() for i in fn.instructions() if is_mark(i, LEFT_MARK)]:
        mark.replace_all_uses_with(mark.args[0])
        mark.erase()


def own_marks(flow: ControlFlow, loop: Loop, *names: str) -> list[Instruction]:
    """The marks of these names in a loop itself."""
    found = [i for b in loop.blocks for i in b.instructions if is_mark(i, *names)]
    return [i for i in found if flow.loop_of.get(i.block) is loop]  # type: ignore[arg-type]


def marked_place(flow: ControlFlow, loop: Loop) -> str:
    """ "FILE:LINE" of the loop as a mark in it says, "" if there is none."""
    for inst in own_marks(flow, loop, PLACE_MARK):
        text = inst.args[0].initializer if isinstance(inst.args[0], GlobalVariable) else None
        if isinstance(text, ConstantString):
            return text.data.rstrip(b"\0").decode(errors="replace")
    return ""


def place_from(text: str) -> Place | None:
    """The place that a mark names."""
    file, _, line = text.rpartition(":")
    return Place(file, int(line)) if file and line.isdigit() else None


def place_attribute(text: str) -> list[str]:
    """The attribute of an outlined loop that says so."""
    return [f'"{PLACE}"="{text.encode().hex()}"'] if text else []


def loop_place(fn: Function) -> Place | None:
    """Where the program has an outlined loop."""
    digits = fn.attributes.value(PLACE)
    if digits is not None:
        return place_from(bytes.fromhex(digits).decode(errors="replace"))
    call = next((u for u in fn.uses if called_function(u) is fn), None)
    places = [place_of(i) for i in ([call] if call is not None else []) + list(fn.instructions())]
    return next((p for p in places if p is not None), None)


def directory_parameter(fn: Function) -> Argument | None:
    """The parameter of an outlined loop that says where its snapshots are on disk; None if they are in memory."""
    return next((a for a in fn.args if DIRECTORY in a.attributes), None)


def is_cell(user: Instruction, variable: Value) -> bool:
    """Whether ``user`` is a call of an outlined loop that gets ``variable`` as a cell."""
    callee = called_function(user) if user.opcode == "call" else None
    if callee is None or not is_checkpointed(callee):
        return False
    return any(v is variable and a.attributes.value(CELL) is not None for v, a in zip(user.args, callee.args, strict=True))


@dataclass(frozen=True)
class LoopParameters:
    """The parameters of an outlined loop.

    ``limit``: the most iterations that a call runs (all bits set: as many as there are); ``snapshots``, ``segment``, ``budget``:
    what the user asks for (`runtime_ir/schedules.c`).  ``done`` and ``exit`` are where the function says how many iterations it
    has run, and by which exit it has left the loop (0: by none): the first ones of ``cells``, of which the others hold what one
    iteration hands to the next, and what leaves the loop.  ``sizes``: of memory, in bytes, by the pointer to it.  ``objects``: by
    cells, pointers into the same object as that which the cell holds when the loop begins.
    """

    arena: Argument | None
    limit: Argument
    snapshots: Argument
    segment: Argument
    budget: Argument
    done: Argument
    exit: Argument
    cells: tuple[Argument, ...]
    sizes: dict[Argument, Argument]
    objects: dict[Argument, Argument]


def loop_parameters(fn: Function) -> LoopParameters:
    """The parameters of an outlined loop, found by position and attributes."""
    args = list(fn.args)
    arena = args.pop(0) if has_arena(fn) else None
    limit, snapshots, segment, budget, done, exit_number, *rest = args
    sizes = {a: fn.args[numbers[0]] for a in rest if (numbers := a.attributes.numbers(EXTENT))}
    objects = {a: fn.args[numbers[0]] for a in rest if (numbers := a.attributes.numbers(OBJECT))}
    return LoopParameters(
        arena, limit, snapshots, segment, budget, done, exit_number,
        tuple(a for a in args if a.attributes.value(CELL) is not None), sizes, objects,
    )  # fmt: skip


def forget_outlined(module: Module) -> None:
    """Let LLVM look into outlined loops, once everything is differentiated."""
    for fn in module.functions.values():
        if OUTLINED in fn.attributes:
            fn.attributes = fn.attributes.without(OUTLINED.strip('"'), "noinline")
            fn.linkage = "internal"
    found = module.functions.get(HANDED_ON)
    if found is not None and found.has_body:
        found.attributes, found.linkage = found.attributes.without("noinline"), "internal"
