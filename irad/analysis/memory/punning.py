"""Which integers and pointers that functions pass are the bits of floats, and which integers become addresses.

Types of parameters and results do not tell: the calling convention passes ``{float, int}`` as one integer, and a union of a
pointer and a double is a pointer.  What matters is where values come from and go to, through integer operations, local variables
and calls.  That is reachability in a graph of the module's values, insensitive to flow and context.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from irad.analysis.flow.addresses import gep_offset
from irad.analysis.memory.access_constraints import TINY
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import CELL, is_checkpointed
from irad.analysis.memory.tbaa import access_kind, is_typed, tag_of
from irad.ir.types import LAYOUT, Type
from irad.ir.values import Argument, Constant, ConstantInt, Function, Instruction, Module, Value

# What may turn an integer into (parts of) the bits of a float, or an address, held in another one.
_KEEPS = frozenset(
    "trunc lshr ashr shl or and add sub xor mul zext sext phi select freeze ptrtoint inttoptr bitcast addrspacecast "
    "extractvalue insertvalue extractelement insertelement shufflevector".split()
)
_FOLLOWED = frozenset("load phi select freeze ptrtoint inttoptr bitcast extractvalue insertvalue".split())
_ON_ADDRESSES = frozenset(("getelementptr", "bitcast", "addrspacecast"))
_WORD = 8
_LEAST_FLOAT = 4  # bytes
_ANYWHERE = -1
_USING = ("llvm.lifetime.", "llvm.memcpy.", "llvm.memmove.", "llvm.memset.")

Place = tuple[Value, int]  # eight bytes of a local variable, or what a function returns
Key = Value | Place


class Punning:
    """The result of the analysis for one module.

    An integer that is read or written without a declared type, where other accesses have one, is part of a copy (``memcpy``), and
    may be a float.  ``floats``: values that may be the bits of a float that is made of them later.  ``bits``: values that may be
    made of the bits of a float.  ``addresses``: integers that may be turned into addresses.  ``numbers``: integers that may be
    made of an address; empty if no integer loaded from memory is turned into an address.  ``kept``: values that may be stored in
    memory.  ``storing``: functions that may store parts of the bits of a float in memory, directly or in their callees.
    ``unseen``: whether floats are made of integers from memory in a way that is not followed.
    """

    def __init__(
        self, module: Module, functions: Iterable[Function], callees: Callable[[Instruction], Collection[Function]]
    ) -> None:
        self._callees = callees
        self._metadata = module.metadata if is_typed(module) else None
        self._after: dict[Key, list[Key]] = defaultdict(list)
        self._before: dict[Key, list[Key]] = defaultdict(list)
        self._read: set[Key] = set()
        self._written: set[Key] = set()
        self._addresses: set[Key] = set()
        self._numbers: set[Key] = set()
        self._kept: set[Key] = set()
        self._escaping: dict[Value, bool] = {}
        for fn in functions:
            for inst in fn.instructions():
                self._visit(fn, inst)
        self._join_words()
        self.floats = _closure(self._read, self._before)
        self.bits = _closure(self._written, self._after)
        self.kept = _closure(self._kept, self._before)
        self.addresses = _closure(self._addresses, self._before)
        loaded = any(isinstance(v, Instruction) and v.opcode == "load" and v.type.is_int for v in self.addresses)
        self.numbers = _closure(self._numbers, self._after) if loaded else frozenset()
        self.unseen = self._is_unseen()
        self.storing = self._find_storing(list(functions)) if self.unseen else frozenset()

    def hides(self, fn: Function) -> bool:
        """Whether a function takes or returns integers or pointers that are bits of floats, or integers that are addresses."""
        given: list[tuple[Key, Type]] = [(a, a.type) for a in fn.args]
        return any(self._hides(key, t) for key, t in (*given, (result(fn), fn.ftype.ret)))

    def is_number_in_cell(self, pointer: Value, size: int) -> bool:
        """Whether it is an access to a cell of a checkpointed loop of which no float is made.  (Cells have no declared types.)"""
        places = _places(pointer, size)
        return bool(places) and _is_cell(places[0][0]) and self.floats.isdisjoint(places)

    def looks_at(self, value: Value) -> bool:
        """Whether an integer or a pointer may be turned into a float, or be stored where that may happen."""
        return value in self.floats or (value in self.kept and (self.unseen or value.type.is_int))

    def _is_unseen(self) -> bool:
        """Whether a float is assembled from loaded integers, or made of an integer or pointer that another function loads.

        (Where there is none, the activity analysis follows the numbers in memory.)
        """
        made = [v for v in self.floats if isinstance(v, (Argument, Instruction)) and not _is_float(v.type)]
        loads = [v for v in made if isinstance(v, Instruction) and v.opcode == "load"]
        pieces = any(LAYOUT.store_size(v.type) < _LEAST_FLOAT for v in loads)
        return bool(loads) and (pieces or any(isinstance(v, Argument) or v.opcode not in _FOLLOWED for v in made))

    def _find_storing(self, functions: list[Function]) -> frozenset[Function]:
        found = {v.function for v in self.bits & self._kept if isinstance(v, Instruction)}
        calls = [i for f in functions for i in f.instructions() if i.opcode in ("call", "invoke")]
        callers: dict[Function, list[Function]] = defaultdict(list)
        for call in calls:
            for callee in self._callees(call):
                callers[callee].append(call.function)
        work = list(found)
        while work:
            new = [f for f in callers[work.pop()] if f not in found]
            found.update(new)
            work += new
        return frozenset(found)

    def _hides(self, key: Key, t: Type) -> bool:
        if _is_float(t):
            return False
        return key in self.floats or key in self.bits or (t.is_int and (key in self.addresses or key in self.numbers))

    def _visit(self, fn: Function, inst: Instruction) -> None:
        op = inst.opcode
        if op in _KEEPS:
            self._keep(inst)
        elif op == "store":
            self._store(inst)
        elif op == "load":
            places = _places(inst.operands[0], LAYOUT.store_size(inst.type))
            if self._seen_elsewhere(places) and self._is_part_of_copy(inst, inst.type):
                self._written.add(inst)
            for place in places:
                if _is_float(inst.type):
                    self._read.add(place)
                else:
                    self._join(place, inst)
        elif op == "ret":
            for v in inst.operands:
                self._join(v, result(fn))
        elif op in ("call", "invoke"):
            self._call(inst)

    def _keep(self, inst: Instruction) -> None:
        number = inst.type.scalar.is_float
        if inst.opcode == "sub" and _is_address(inst.operands[1]):
            return  # a distance
        for v in inst.operands[1:] if inst.opcode == "select" else inst.operands:
            if inst.opcode == "bitcast" and number != v.type.scalar.is_float:
                (self._read.add(v) if number else self._written.add(inst))
            elif not number:
                self._join(v, inst)
        if inst.opcode == "inttoptr":
            self._addresses.add(inst.operands[0])
        if _is_address(inst):
            self._numbers.add(inst)

    def _store(self, inst: Instruction) -> None:
        value, pointer = inst.operands
        places = _places(pointer, LAYOUT.store_size(value.type))
        if self._seen_elsewhere(places):
            self._kept.add(value)
            if self._is_part_of_copy(inst, value.type) and not _is_counter(value):
                self._read.add(value)
        for place in places:
            if _is_float(value.type):
                self._written.add(place)
            else:
                self._join(value, place)

    def _seen_elsewhere(self, places: list[Place]) -> bool:
        """Whether others may read and write there, too."""
        if not places:
            return True
        variable = places[0][0]
        if variable not in self._escaping:
            self._escaping[variable] = _escapes(variable)
        return self._escaping[variable]

    def _is_part_of_copy(self, access: Instruction, t: Type) -> bool:
        if self._metadata is None or not t.scalar.is_int or LAYOUT.store_size(t) < _LEAST_FLOAT:
            return False
        return access_kind(tag_of(access.metadata), self._metadata) is None

    def _call(self, inst: Instruction) -> None:
        for called in self._callees(inst):
            for arg, parameter in zip(inst.args, called.args, strict=False):
                self._join(arg, parameter)
                width = _cell_size(parameter)
                for ours, theirs in zip(_places(arg, width), _places(parameter, width), strict=False) if width else ():
                    self._join(ours, theirs)
                    self._join(theirs, ours)
            self._join(result(called), inst)
        callee = called_function(inst)
        if callee is not None and callee.name.startswith("llvm.") and inst.type.scalar.is_int:  # such as bswap
            for arg in inst.args:
                self._join(arg, inst)
        if _is_copy(inst) and isinstance(size := inst.args[2], ConstantInt):
            for to, source in zip(_places(inst.args[0], size.value), _places(inst.args[1], size.value), strict=False):
                self._join(source, to)

    def _join_words(self) -> None:
        """An access at a variable offset may touch any word of a variable."""
        keys = {k for k in (*self._after, *self._before, *self._read, *self._written) if isinstance(k, tuple)}
        for variable, word in keys:
            if word != _ANYWHERE and (anywhere := (variable, _ANYWHERE)) in keys:
                self._join(anywhere, (variable, word))
                self._join((variable, word), anywhere)

    def _join(self, source: Key, to: Key) -> None:
        if not isinstance(source, Constant):
            self._after[source].append(to)
            self._before[to].append(source)


def result(fn: Function) -> Place:
    return fn, 0


def _is_copy(call: Instruction) -> bool:
    callee = called_function(call)
    return callee is not None and callee.name.startswith(("llvm.memcpy", "llvm.memmove"))


def _is_address(v: Value) -> bool:
    return isinstance(v, Instruction) and v.opcode == "ptrtoint"


def _is_float(t: Type) -> bool:
    return t.scalar.is_float


def _is_counter(v: Value) -> bool:
    """Whether it is a number that is counted up or down.  (LLVM stores that of two branches once, without its type.)"""
    seen: set[Value] = set()
    work = [v]
    for at in work:
        if at in seen:
            continue
        seen.add(at)
        if not isinstance(at, Instruction):
            return False
        if at.opcode == "phi":
            work += [x for x, _ in at.incoming()]
        elif at.opcode == "load" and (left := _left_in(at.operands[0])):
            work += left
        elif at.opcode not in ("add", "sub"):
            return False
        else:
            step = at.operands[1]
            if not isinstance(step, ConstantInt) or abs(step.value) >= TINY.get(LAYOUT.store_size(at.type) * 8, 0):
                return False
    return True


def _left_in(cell: Value) -> list[Value]:
    """What a checkpointed loop and its caller store in a variable that is a cell of it."""
    if not isinstance(cell, Instruction) or cell.opcode != "alloca" or not _is_cell(cell):
        return []
    places: list[Value] = [cell]
    for call in [u for u in cell.users() if u.opcode == "call"]:
        callee = called_function(call)
        assert callee is not None
        places += [p for a, p in zip(call.args, callee.args, strict=False) if a is cell]
    return [u.operands[0] for p in places for u in p.users() if u.opcode == "store" and u.operands[1] is p]


def _closure(start: Collection[Key], edges: dict[Key, list[Key]]) -> frozenset[Key]:
    found = set(start)
    work = list(start)
    while work:
        for key in edges.get(work.pop(), ()):
            if key not in found:
                found.add(key)
                work.append(key)
    return frozenset(found)


def _escapes(pointer: Value) -> bool:
    """Whether the address of a local variable goes anywhere but to its own loads, stores and copies."""
    for user in pointer.users():
        if user.opcode in _ON_ADDRESSES:
            if _escapes(user):
                return True
        elif user.opcode == "store":
            if user.operands[0] is pointer:
                return True
        elif user.opcode == "call":
            callee = called_function(user)
            if callee is None or not (callee.name.startswith(_USING) or _is_cell_of(user, callee, pointer)):
                return True
        elif user.opcode != "load":
            return True
    return False


def _cell_size(parameter: Argument) -> int:
    """The bytes of a cell of a checkpointed loop, which only the loop and its caller access: 0 for other parameters."""
    return (parameter.attributes.numbers(CELL) or (0,))[0]


def _is_cell(variable: Value) -> bool:
    """Whether it is a cell, or a variable that is used as one and for nothing else."""
    if isinstance(variable, Argument):
        return _cell_size(variable) > 0
    calls = [u for u in variable.users() if u.opcode not in ("load", "store")]
    loops = [called_function(u) if u.opcode == "call" else None for u in calls]
    return bool(calls) and not _escapes(variable) and all(map(is_checkpointed, loops))


def _is_cell_of(call: Instruction, callee: Function, pointer: Value) -> bool:
    return all(_cell_size(p) for a, p in zip(call.args, callee.args, strict=False) if a is pointer)


def _places(pointer: Value, size: int) -> list[Place]:
    """The words of a local variable, or of a cell, that an access touches."""
    offset: int | None = 0
    while isinstance(pointer, Instruction) and pointer.opcode in _ON_ADDRESSES:
        if pointer.opcode == "getelementptr":
            constant, terms = gep_offset(pointer)
            offset = None if terms or offset is None else offset + constant
        pointer = pointer.operands[0]
    is_cell = isinstance(pointer, Argument) and _cell_size(pointer) > 0
    if not is_cell and (not isinstance(pointer, Instruction) or pointer.opcode != "alloca"):
        return []
    if offset is None or offset < 0 or size > 1024:
        return [(pointer, _ANYWHERE)]
    return [(pointer, word) for word in range(offset // _WORD, (offset + max(size, 1) - 1) // _WORD + 1)]
