"""What is said of checkpointed loops in ``irad dump --stage plan`` and ``F.stats()``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import CELL
from irad.analysis.reuse.loop_state import MemoryRange
from irad.errors import DifferentiationError
from irad.ir.debug import place_of
from irad.ir.values import Argument, Function, Instruction, Value
from irad.transform.checkpoint.saved_state import SavedState
from irad.transform.outline.marks import AUTOMATIC, CARRIED, directory_parameter, loop_place


def loop_statistics(fn: Function, found: SavedState | DifferentiationError) -> dict[str, int | str]:
    """One entry of the statistics of a module, with the keys of `irad.transform.reverse.explain.statistics`."""
    keys = ("cached", "recomputed", "loops", "loops with tape", "bytes per iteration", "loops run again")
    rest = ("forward sweeps left out", "operands copied")
    return {"function": fn.name, **dict.fromkeys((*keys, *rest), 0), "plan": "\n".join(explain_loop(fn, found))}


def explain_loop(fn: Function, found: SavedState | DifferentiationError) -> list[str]:
    """What a snapshot holds, and what is copied besides; or why the loop is taped."""
    place = loop_place(fn)
    name = f"loop at {place}" if place is not None else f"@{fn.name}"
    if isinstance(found, DifferentiationError):
        return [f"{name}: taped, whatever the limit of the tape is: {str(found).splitlines()[0].removeprefix(f'{place}: ')}"]
    why = "as the limit of the tape demands" if AUTOMATIC in fn.attributes else "as asked for"
    where = " on disk" if directory_parameter(fn) is not None else ""
    cells = [a for a in fn.args if CELL in a.attributes.names() and CARRIED in a.attributes]
    lines = [f"{name}: checkpointed, {why}"]
    held = [f"{len(cells)} value{'s' if len(cells) != 1 else ''} that iterations hand on"] if cells else []
    held += _described(fn, found.carried)
    lines.append(f"  a snapshot{where} holds {_and(held) if held else 'nothing'}")
    if found.inputs:
        lines.append(f"  saved once, since it may change before the reverse sweep: {_and(_described(fn, found.inputs))}")
    again = _described(fn, (*found.carried, *found.inputs, *found.outputs))
    if again:
        lines.append(f"  put back after the reverse sweep, since second runs write there: {_and(again)}")
    return lines


def _described(fn: Function, ranges: Sequence[MemoryRange]) -> list[str]:
    """The memory as the function around the loop knows it."""
    call = _call(fn)
    return list(dict.fromkeys(_memory(base, call) for r in ranges for base in r.group or (r.base,)))


def _call(fn: Function) -> Instruction | None:
    return next((u for u in fn.uses if called_function(u) is fn), None)


def _memory(base: Value, call: Instruction | None) -> str:
    if isinstance(base, Instruction) and base.opcode == "phi":
        return "memory of a pointer that is handed on"
    given = call.args[base.index] if isinstance(base, Argument) and call is not None else base
    if isinstance(given, Argument):
        return f"memory of parameter {given.name or given.index}"
    place = place_of(given) if isinstance(given, Instruction) else None
    made = isinstance(given, Instruction) and given.opcode in ("alloca", "call")
    return f"memory {'made' if made else 'found'} at {place}" if place is not None else "memory of the function"


def _and(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
