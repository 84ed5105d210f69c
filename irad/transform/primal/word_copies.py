"""Copies of words that are pointers in some places and doubles in others, according to the analysis.

The bits of a word decide: an address, read as a double, is a denormal number, whose adjoint is negligible.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field

from irad.analysis.memory.memory_graph import Memory
from irad.analysis.memory.objects import Cell
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import DOUBLE, I8, I64, PTR
from irad.ir.values import Instruction, Value
from irad.transform.base.counts import ONCE, count_of
from irad.transform.base.runtime_calls import Runtime
from irad.transform.primal.emitter import NO, Emitter

_WORD = 8
_LEAST_NORMAL = const_int(I64, 1 << 52)  # also in helper_functions.py


@dataclass(frozen=True)
class Words:
    """The bytes that a copy has moved, on the tape, and the positions of pointers or doubles among them: offset and stride."""

    kept: Value
    columns: dict[int, int] = field(default_factory=dict)


@dataclass
class CopyNotes:
    """What the forward part records of copies among whose words pointers and doubles are mixed, for the reverse of these copies.

    ``tells``: whether pointers can be told from doubles by their bits.
    """

    tells: bool
    mixed: dict[tuple[Instruction, int], dict[int, Value]] = field(
        default_factory=dict
    )  # by instruction and lane: which are pointers
    words: dict[Instruction, Words] = field(default_factory=dict)  # the same for copies of unknown size

    def tell_apart(self, what: Set[str]) -> bool:
        """Addresses, read as doubles, are denormal numbers.  (An integer that looks like a double only moves an adjoint of 0.)"""
        return self.tells and not what - {"double", "ptr", "int"}


def is_pointer(b: Builder, place: Value) -> Value:
    """Emit the test whether the word there is a pointer, and not null."""
    word = b.load(I64, place, align=1)
    return b.and_(b.icmp("ne", word, const_int(I64, 0)), b.icmp("ult", word, _LEAST_NORMAL))


def pointers_among(memory: Memory, inst: Instruction, cell: Cell, size: int) -> list[tuple[int, int, Set[str]]]:
    """Where pointers are, or may be, among the bytes of a copy: offset, width, and other possible kinds."""
    found = memory.kinds_at(cell, size)
    known = [(offset, width, unmixed(memory, inst, offset, kinds, size)) for offset, width, kinds in found]
    return [(offset, width, what) for offset, width, what in known if "ptr" in what]


def unmixed(memory: Memory, inst: Instruction, offset: int, kinds: Set[str], size: int | None) -> Set[str]:
    """The kinds of data at an offset of a copy, where variable offsets may have merged pointers with others.

    (A word may be any of them.)
    """
    if "ptr" not in kinds or len(kinds) == 1 or (size is not None and size <= _WORD):
        return kinds
    exact = {there for p in inst.operands[:2] if (there := memory.exact_kinds(p, offset)) is not None}
    return exact.pop() if len(exact) == 1 else kinds


def whole(memory: Memory, notes: CopyNotes, cell: Cell, at: int) -> bool:
    """Whether only pointers, doubles and integers overlap the word ``at`` bytes from ``cell``."""
    found = memory.kinds_at(cell.moved(at), 8)
    return notes.tell_apart({k for _, _, kinds in found for k in kinds})


def any_word(notes: CopyNotes, inst: Instruction, cell: Cell) -> bool:
    """Whether it is unknown where pointers and doubles are, but known that there is nothing else and that they are aligned."""
    node = cell.root()
    kinds = {k for content, _ in node.fields.values() for k in content.find().kinds}
    return 0 < node.stride < 8 and _aligned(inst) and notes.tell_apart(kinds)


def _aligned(inst: Instruction) -> bool:
    """Whether both sides of a copy are aligned to 8 bytes."""
    found = [AttributeSet.parse(a).numbers("align") for a in inst.attrs["param_attrs"][:2]]
    return len(found) == 2 and all(f is not None and f[0] % 8 == 0 for f in found)


def _keep(emit: Emitter, notes: CopyNotes, inst: Instruction, moved: Value, size: Value) -> Words:
    """Keep the words that the primal has moved for the reverse sweep."""
    words = notes.words.get(inst)
    if words is None:
        words = notes.words[inst] = Words(emit.reserve(size))
        emit.b.call_function(emit.runtime.memcpy(), [words.kept, moved, size, NO])
    return words


def keep_resized(emit: Emitter, notes: CopyNotes, inst: Instruction, size: Value) -> None:
    """Keep the words that ``realloc`` has moved if pointers may be doubles."""
    memory = emit.act.memory
    cell = memory.cell_of(inst)
    if cell is None or memory.exact_array(inst):
        return
    node, start = cell.find()
    everywhere = {k for content, _ in node.fields.values() for k in content.find().kinds}
    if 0 < node.stride < _WORD:
        if {"ptr", "double"} <= everywhere and notes.tell_apart(everywhere):
            _keep(emit, notes, inst, emit.map[inst], size).columns[0] = _WORD
        return
    for offset, (content, width) in node.fields.items():
        at = (offset - start) % node.stride if node.stride else offset - start
        mixed = {"ptr", "double"} <= content.find().kinds and width == _WORD and at >= 0
        if mixed and node.stride % _WORD == 0 and whole(memory, notes, cell, at):
            _keep(emit, notes, inst, emit.map[inst], size).columns[at] = node.stride or ONCE


def copy_words(emit: Emitter, notes: CopyNotes, inst: Instruction, size: Value, at: int, stride: int) -> None:
    """Copy shadow pointers among words that may be doubles."""
    b = emit.b
    words = _keep(emit, notes, inst, emit.value(inst.operands[0]), size)
    words.columns[at] = stride
    beginnings = (emit.shadow(inst.operands[1]), emit.shadow(inst.operands[0]), words.kept)
    places = [b.gep(I8, p, [const_int(I64, at)]) for p in beginnings]
    count = count_of(b, size, at, 8, stride)
    step = const_int(I64, stride if stride > 0 else 8)
    b.call_function(emit.runtime.helper("copy_mixed_pointers", PTR), [*places[:2], count, step, places[2]])


def reverse_words(
    b: Builder, runtime: Runtime, fetch: Callable[[Value], Value], source: Value, to: Value, size: Value, words: Words
) -> None:
    """Reverse the doubles among the words that a copy of ``size`` bytes has moved; ``fetch`` gets values of the forward part."""
    for offset, stride in words.columns.items():
        places = [b.gep(I8, p, [const_int(I64, offset)]) for p in (source, to, fetch(words.kept))]
        count = count_of(b, size, offset, 8, stride)
        step = const_int(I64, stride if stride > 0 else 8)
        b.call_function(runtime.helper("copy_mixed_adjoint", DOUBLE), [*places[:2], count, step, places[2]])
