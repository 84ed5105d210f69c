"""What is not differentiated: data of unknown kind, floats and pointers that are taken apart, atomic operations on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from irad.analysis.activity.activity import Activity, from_pointer
from irad.analysis.activity.carriers import Carriers, made_of_constants
from irad.analysis.memory.access_constraints import INTEGER_ATOMICS
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Cell, Node
from irad.analysis.memory.outlined_functions import DISTANCE, callee_name
from irad.analysis.memory.punning import result
from irad.analysis.memory.tbaa import is_typed
from irad.errors import DifferentiationError
from irad.ir.debug import place_of
from irad.ir.masked_accesses import masked_access
from irad.ir.types import LAYOUT, PTR
from irad.ir.values import Argument, Constant, Function, Instruction, Value
from irad.rules import InactiveRule
from irad.transform.refused.bit_sources import (
    ADDRESSES,
    ARITHMETIC,
    INTEGER,
    SCRAMBLED,
    TAKEN_APART,
    integer_sources,
    is_count,
    pointer_sources,
)

_OWN = ("irad.try.", "choose.")  # prefixes of functions between a call and its callee (exception_lowering.py)
_CAUGHT = re.compile(r"\.caught\d*$")
_FLOAT_KINDS = frozenset(("double", "float", "x86_fp80"))
_PUNNING = frozenset(("half", "bfloat", "float", "x86_fp80"))  # types in which an address is an ordinary number
_LEAST_FLOAT = 4  # bytes
_WHOLE = "copy whole numbers, or use memcpy; write -x, fabs(x) or copysign(x, y) for what changes signs"

_AS_POINTER = "active floating-point data may be moved as a pointer"
_IN_PIECES = "active floating-point data is copied in pieces, or changed by integer operations"
_CHANGED = "active floating-point data is changed by integer operations"
_UNION = "copy the union as a whole, or by its member of type double"


def fail(inst: Instruction, message: str, hint: str = "") -> DifferentiationError:
    """A `DifferentiationError` at the source location of ``inst``, with the instruction itself in the text."""
    at = inst
    while place_of(at) is None and at.function.name.startswith(_OWN) and (calls := _calls(at.function)):
        at = calls[0]
    return DifferentiationError(f"{message} (in @{_said(at.function)}: {inst!r})", place=place_of(at), hint=hint)


def constant_memory(parameter: Argument) -> DifferentiationError:
    """The error for active values that pass through the memory of a constant parameter."""
    fn = parameter.function
    assert fn is not None
    places = [place for inst in (*parameter.users(), *_calls(fn), *fn.instructions()) if (place := place_of(inst)) is not None]
    message = f"parameter {parameter.index} of @{_said(fn)} is constant, but active values pass through its memory"
    return DifferentiationError(message, place=places[0] if places else None, hint="pass it as Duplicated with a shadow")


def _calls(fn: Function) -> list[Instruction]:
    module = fn.module
    found = [i for f in module.functions.values() for i in f.instructions()] if module is not None else []
    return [i for i in found if i.opcode in ("call", "invoke") and called_function(i) is fn]


def _said(fn: Function) -> str:
    """A function's name as its author knows it."""
    return _CAUGHT.sub("", fn.name)


class Refusals:
    """Raises a `DifferentiationError` for unsupported operations in one function; each method checks one instruction."""

    def __init__(self, activity: Activity) -> None:
        assert activity.outcomes is not None
        self.act = activity
        self.functions = activity.outcomes.memory
        self.handed = activity.outcomes.handed
        self._known: set[Node] | None = None

    def atomic(self, inst: Instruction, pointer: Value, value: Value) -> bool:
        """Whether an atomic operation touches active floats.  Refuses those on data that could be floats moved as integers."""
        memory = self.act.memory
        if not self.act.shadowed(memory.node_of(pointer)):
            return False
        if value.type.is_float:
            return self.act.node(memory.node_of(pointer))
        if self._counts(inst):
            return False
        size = LAYOUT.store_size(value.type)
        cell = memory.cell_of(pointer)
        kinds = {k for _, _, found in memory.kinds_at(cell, size) for k in found} if cell is not None else set()
        if size >= _LEAST_FLOAT and not (kinds and kinds <= {"int", "bits"}):
            raise fail(inst, f"an atomic operation on {value.type} in active memory, which may hold floats or pointers")
        return False

    def _counts(self, inst: Instruction) -> bool:
        """Whether it is integer arithmetic.  (A counter may share its node with floats that are elsewhere in it.)"""
        if inst.opcode == "atomicrmw":
            return inst.attrs["op"] in INTEGER_ATOMICS
        new = inst.operands[2]
        return isinstance(new, Instruction) and new.opcode in ("add", "sub") and new.type.is_int

    def known(self, inst: Instruction, value: Value, pointer: Value) -> None:
        """Refuse an integer access of active memory unless it is known to be a number, a pointer, or copied floats."""
        if not value.type.is_int or LAYOUT.store_size(value.type) < _LEAST_FLOAT or self.act.carriers.of(value) is not None:
            return
        memory = self.act.memory
        content = memory.content(value) if not isinstance(value, Constant) else None
        cell = memory.cell_of(pointer)
        if inst in memory.declared or (content is not None and content.kinds) or cell is None:
            return
        if made_of_constants(value) or memory.kinds_at(cell, LAYOUT.store_size(value.type)):
            return
        raise fail(
            inst,
            f"cannot tell whether the {value.type} accessed here is a number or copied floating-point data",
            "access the memory as float or double somewhere, or copy it with its own type",
        )

    def whole(self, inst: Instruction, value: Value, pointer: Value) -> None:
        """Refuse bits of floats that become floats in pieces or by arithmetic, which is not followed: the derivative is lost."""
        if not value.type.scalar.is_int or isinstance(value, Constant) or inst in self.act.memory.members:
            return
        node = self.act.memory.node_of(pointer)
        if node is None:
            return
        size = LAYOUT.store_size(value.type)
        if self.functions.punning.is_number_in_cell(pointer, size):
            return
        if self._followed(value):
            if inst in self.act.memory.declared and node in self._handed():
                raise fail(inst, "active floats are stored as integers, for functions called through pointers", _WHOLE)
            return
        elsewhere = self.functions.punning.unseen or node in self._handed()
        if (elsewhere or node in self.act.useful_nodes) and self._piece_of_float(value):
            if elsewhere or self._holds_floats(inst, pointer, size):
                raise fail(inst, _IN_PIECES, _WHOLE)

    def _handed(self) -> set[Node]:
        """Memory passed to calls through pointers, whose callees only recognise floats that they access as such."""
        if self._known is None:
            calls = [i for i in self.act.fn.instructions() if i.opcode in ("call", "invoke")]
            self._known = {n for call in calls for n in self.handed.nodes(call)}
        return {Cell(n).root() for n in self._known}

    def bits(self, inst: Instruction) -> None:
        """Refuse a float made of bits unless these have come by a path that is followed."""
        bits = inst.operands[0]
        if not bits.type.scalar.is_int or not inst.type.scalar.is_float or self._followed(bits):
            return
        origins = [v.operands[0] for v in integer_sources(bits, INTEGER) if isinstance(v, Instruction) and from_pointer(v)]
        if inst in self.act.useful and any(self._leads_nowhere(v) for v in origins):
            raise fail(inst, _AS_POINTER, _UNION)
        if inst in self.act.useful and self._piece_of_float(bits):
            raise fail(inst, _CHANGED, _WHOLE)

    def arguments(self, call: Instruction) -> None:
        """As `bits` and `address`, for a callee that makes the float, or the pointer, of an integer argument.

        A calling convention hides floats in integers and pointers; the functions that do so have been inlined where that was
        possible (`forced_inlining.py`).
        """
        if _masked(call) == "store":
            self.whole(call, *call.operands[:2])
        callees = self.functions.called(call)
        self._handed_over(call, callees)
        if self.functions.punning.unseen and not self.functions.punning.storing.isdisjoint(callees):
            if self._reaches_varied(call) and not self.act.call_is_active(call):
                raise fail(call, _IN_PIECES, _WHOLE)
        if called_function(call) is None and any(v.type.is_int and self._followed(v) for v in (call, *call.args)):
            raise fail(call, "a function called through a pointer gets or returns active floats as integers", _WHOLE)
        for i, arg in enumerate(call.args):
            if (arg.type.is_int or arg.type.is_ptr) and not isinstance(arg, Constant):
                self._argument(call, arg, [f.args[i] for f in callees if i < len(f.args)])

    def _argument(self, call: Instruction, arg: Value, parameters: list[Argument]) -> None:
        punning = self.functions.punning
        if arg.type.is_int and self._followed(arg):
            owners = [p.function for p in parameters if p.function is not None]
            if not all(Carriers(self.functions.of(f)).of(p) for f, p in zip(owners, parameters, strict=True)):
                raise fail(call, _CHANGED, _WHOLE)  # there it is a number
            return
        used = call.type.is_void or call in self.act.useful or punning.unseen
        if used and any(map(punning.looks_at, parameters)) and self._piece_of_float(arg):
            raise fail(call, *((_AS_POINTER, _UNION) if arg.type.is_ptr else (_CHANGED, _WHOLE)))
        if arg.type.is_int and not punning.addresses.isdisjoint(parameters) and self._hidden_pointer(arg):
            raise fail(call, "a pointer to active memory is handed over as a number", "pass the pointer itself")

    def _handed_over(self, call: Instruction, callees: list[Function]) -> None:
        """Refuse a call whose result may be the bits of floats passed to it, as a number or as a pointer."""
        if not self._gives_bits(call, callees):
            return
        parts = [u for u in call.users() if u.opcode == "extractvalue"] if call.type.is_aggregate else [call]
        hidden = [p for p in parts if self.functions.punning.looks_at(p) and not self._followed(p)]
        if any(p.type.is_int for p in hidden):
            raise fail(call, _CHANGED, _WHOLE)
        if any(p.type.is_ptr for p in hidden):
            raise fail(call, _AS_POINTER, _UNION)

    def _gives_bits(self, call: Instruction, callees: list[Function]) -> bool:
        """Whether a function may return bits of floats that it is given or finds, hidden in an integer or a pointer."""
        punning = self.functions.punning
        if not any(result(f) in punning.bits or result(f) in punning.floats for f in callees):
            return False
        return self._reaches_varied(call)

    def _reaches_varied(self, call: Instruction) -> bool:
        return any(map(self._varies, call.args)) or not self.act.varied_nodes.isdisjoint(self.act.call_nodes(call))

    def _varies(self, arg: Value) -> bool:
        return arg in self.act.varied or (arg.type.is_ptr and self.act.memory.node_of(arg) in self.act.varied_nodes)

    def _followed(self, value: Value) -> bool:
        """Whether derivatives are propagated through this integer, which holds the bits of floats."""
        return value in self.act.varied and self.act.carriers.of(value) is not None

    def halves(self, inst: Instruction, value: Value) -> None:
        """Refuse a pointer that is stored in parts, or as a number: it would be loaded without its shadow."""
        if not value.type.is_int:
            return
        if LAYOUT.store_size(value.type) >= LAYOUT.size_of(PTR):
            tagged = isinstance(value, Instruction) and value.opcode in ADDRESSES - {"phi", "select", "freeze"}
            if tagged and self._hidden_pointer(value):
                raise fail(inst, "a pointer to active memory is stored as a number", "store the pointer itself")
            return
        parts = [v for v in integer_sources(value, TAKEN_APART) if isinstance(v, Instruction) and from_pointer(v)]
        if any(self.act.pointer(v.operands[0]) for v in parts):
            raise fail(inst, "a part of a pointer to active memory is stored as a number", "store the pointer itself")

    def _hidden_pointer(self, value: Value) -> bool:
        """Whether an integer is made of a pointer to active memory, and becomes a pointer where its shadow is not known."""
        punning = self.functions.punning
        if self.act.carries_shadow(value):
            return False
        if value not in punning.numbers and value not in punning.addresses:
            return False
        near = [v for v in integer_sources(value, ADDRESSES) if isinstance(v, Instruction) and callee_name(v) != DISTANCE]
        given = [v.operands[0] for v in near if from_pointer(v)] + [a for v in near if v.opcode == "call" for a in v.args]
        return any(self._varies(v) or (v.type.is_ptr and self.act.pointer(v)) for v in given)

    def copied(self, call: Instruction, rule: InactiveRule) -> None:
        """Refuse strings and files that may hold floats, and pointers into active memory stored by a library function."""
        for pointer in [call.args[k] for k in rule.copies]:
            if self.act.memory.node_of(pointer) in self.act.varied_nodes and self._may_be_bytes_of_floats(pointer):
                raise fail(call, _IN_PIECES, _WHOLE)
        for pointer in [call.args[k] for k in rule.receives if self.act.memory.outside().root() in self.act.varied_nodes]:
            if self.act.node(self.act.memory.node_of(pointer)):
                raise fail(call, "active floating-point data may come back from a file", "pass it on in memory")
        if rule.leaves is not None:
            source, place = (call.args[k] for k in rule.leaves)
            if self.act.pointer(source) and self.act.memory.node_of(place) is not None:
                raise fail(call, "a library function stores a pointer into active memory", "parse a copy of the text")

    def address(self, inst: Instruction) -> None:
        """Refuse pointers that were multiplied or assembled from parts, which have no shadow; sums and masks are followed."""
        bits = [v for v in integer_sources(inst.operands[0], INTEGER) if isinstance(v, Instruction) and v.opcode == "bitcast"]
        if any(v.operands[0] in self.act.varied for v in bits) and self._leads_nowhere(inst):
            raise fail(inst, _AS_POINTER, _UNION)
        near = integer_sources(inst.operands[0], ADDRESSES)
        if near and self.act.pointer(inst) and not any(map(self.act.carries_shadow, near)):
            raise fail(inst, "this pointer is made of a number that has no shadow", "hand over and store the pointer itself")
        if any(not isinstance(v, Instruction) or v.opcode not in SCRAMBLED for v in near):
            return
        far = integer_sources(inst.operands[0], ADDRESSES | SCRAMBLED)
        if any(from_pointer(v) and self.act.pointer(v.operands[0]) for v in far if isinstance(v, Instruction)):
            raise fail(inst, "this pointer is computed from another in a way that cannot be followed")

    def unions(self) -> None:
        """Refuse memory with active doubles that are moved as pointers which are never dereferenced."""
        for inst, node in self._varied_memory(lambda kinds, punned: punned):
            contents = [content.find() for content, _ in node.fields.values()]
            if any(c.punned and {"ptr", "double"} <= c.kinds and leads_nowhere(c.pointee) for c in contents):
                raise fail(inst, _AS_POINTER, _UNION)

    def pools(self) -> None:
        """Refuse memory that holds a pointer at one time and floats at another: an adjoint would start as a shadow pointer's
        bits.

        (Doubles do not count: as a number, such bits are negligible, see `words`.  Members of one structure share one place where
        the analysis cannot distinguish them, after ``q = &(*q)->next``.)
        """
        for inst, node in self._varied_memory(lambda kinds, punned: "ptr" in kinds and bool(kinds & _PUNNING)):
            known = [(o, o + width, content.find()) for o, (content, width) in node.fields.items()]
            pointers = [(o, o + LAYOUT.size_of(PTR), c) for o, _, c in known if "ptr" in c.kinds and c.pointee is not None]
            floats = [(o, end, c) for o, end, c in known if c.kinds & _PUNNING]
            both = [(p, f) for a, stop, p in pointers for b, end, f in floats if a < end and b < stop]
            if any(f.owned(_PUNNING) - p.owned({"ptr"}) or not is_typed(self.functions.module) for p, f in both):
                raise fail(inst, "active floats are stored where pointers were before", "use other memory for them, or doubles")

    def _varied_memory(self, wanted: Callable[[set[str], bool], bool]) -> Iterator[tuple[Instruction, Node]]:
        """Varied memory used by this function whose kinds of data satisfy ``wanted``: the instruction, and its exact node."""
        memory = self.act.memory
        exact = memory.twin
        chosen = {n for n in self.act.varied_nodes if wanted(*_held(n))}
        if exact is None or not chosen:
            return
        for inst in self.act.fn.instructions():
            used = [v for v in inst.operands if v.type.is_ptr and memory.node_of(v) in chosen]
            nodes = [exact().node_of(v) for v in used] if not _only_names(inst) else []
            yield from ((inst, node) for node in nodes if node is not None)

    def _leads_nowhere(self, value: Value) -> bool:
        return leads_nowhere(self.act.memory.cell_of(value))

    def _holds_floats(self, inst: Instruction, pointer: Value, size: int) -> bool:
        """Whether floats are stored there that others read.  (For less than a float: whether it may be part of one.)

        Where the access itself is declared to be of a number, or where other kinds of data are mixed with floats, the exact graph
        decides.
        """
        memory = self.act.memory
        if size < _LEAST_FLOAT and inst not in memory.declared:
            return self._may_be_bytes_of_floats(pointer)
        cell = memory.cell_of(pointer)
        fields = memory.kinds_at(cell, size) if cell is not None else []
        if not any(kinds & _FLOAT_KINDS for _, _, kinds in fields):
            fields = []
        if fields and inst not in memory.declared and all(kinds <= _FLOAT_KINDS for _, _, kinds in fields):
            return True
        return memory.exact_floats(pointer, size)

    def _may_be_bytes_of_floats(self, pointer: Value) -> bool:
        """Whether bytes may be parts of floats: all but those in a structure whose floats are known to be elsewhere."""
        exact = self.act.memory.twin() if self.act.memory.twin is not None else None
        node = exact.node_of(pointer) if exact is not None else None
        known = node is not None and any(content.find().kinds & _FLOAT_KINDS for content, _ in node.fields.values())
        return not (known and self.act.memory.exact_kind(pointer, 0) == "")

    def _piece_of_float(self, value: Value) -> bool:
        """Whether an integer is assembled from parts of active floats."""
        found = integer_sources(value, INTEGER, is_count) if value.type.scalar.is_int else pointer_sources(value)
        whole = integer_sources(value, ARITHMETIC)  # operations on all bits of a float are no count
        bits = {v for v in whole if isinstance(v, Instruction) and (v.opcode == "bitcast" or self._followed(v))}
        return any(isinstance(v, Instruction) and self._part_of_float(v) for v in found | bits)

    def _part_of_float(self, v: Instruction) -> bool:
        if v.opcode == "bitcast":
            return v.operands[0] in self.act.varied
        if v.opcode == "call" and _masked(v) != "load":
            return self._gives_bits(v, self.functions.called(v))
        if v.opcode not in ("load", "call") or v in self.act.memory.members:
            return False
        pointer = v.operands[0]
        node = self.act.memory.node_of(pointer)
        return node in self.act.varied_nodes and self._holds_floats(v, pointer, LAYOUT.store_size(v.type))


def _masked(call: Instruction) -> str:
    """ "load" or "store" for a call that accesses memory under a mask."""
    callee = called_function(call)
    return masked_access(callee.name) if callee is not None else ""


def _only_names(inst: Instruction) -> bool:
    """Whether an instruction does not access the memory that its pointers point to."""
    callee = called_function(inst) if inst.opcode == "call" else None
    return inst.opcode == "getelementptr" or (callee is not None and callee.name.startswith("llvm.lifetime."))


def _held(node: Node) -> tuple[set[str], bool]:
    """The kinds of data in memory, and whether some pointer there is not declared to be one."""
    contents = [content.find() for content, _ in node.fields.values()]
    return {kind for c in contents for kind in c.kinds}, any(c.punned for c in contents)


def leads_nowhere(cell: Cell | None) -> bool:
    """Whether the target of a pointer is never accessed, and its origin is unknown."""
    node = cell.root() if cell is not None else None
    return node is None or not (node.fields or node.flags - {"param"} or node.names or node.functions)
