"""Reads the arguments of one marked call, front to back (`marked_calls.py` says what they mean)."""

from __future__ import annotations

import re

from irad.analysis.activity.carriers import float_part
from irad.analysis.flow.addresses import leaves
from irad.errors import ActivityError
from irad.ir.printer import print_operand
from irad.ir.reader.attributes import attribute_type
from irad.ir.types import Type
from irad.ir.values import (
    Argument,
    ConstantAggregate,
    ConstantExpr,
    ConstantInt,
    Function,
    Instruction,
    Module,
    Value,
)
from irad.transform.base.request import ACTIVE, CONST, DUP, DUPNONEED, FORWARD, Param, has_arena
from irad.transform.declared.marked_calls import (
    AUGMENT,
    AUTODIFF,
    BATCH,
    CALL,
    FWDDIFF,
    FWDSPLIT,
    KINDS,
    MARKER,
    REVERSE,
    SIZE,
    UNSUPPORTED,
    MarkedCall,
    MarkedOperand,
    alternative_to,
    error,
    is_virtual,
    marker_name,
)
from irad.transform.declared.registered_rules import BODY

_LOOKS_LIKE = re.compile(r"^(?:enzyme|irad)_[a-z]\w*$")
_LIKE_A_MARKER = re.compile(r"(?:enzyme|irad)_[a-z]\w*")
_COERCED = re.compile(r"(.+)\.coerce(\d+)$")
_ONCE = frozenset("nofree noret primal_return const_return active_return dup_return runtime_activity strong_zero late".split())
_HINTS = ("not_overwritten", "nocache")  # promises that save copies; irad determines by analysis what must be kept


def read_call(call: Instruction) -> MarkedCall:
    """Parse one marked call."""
    return _CallReader(call).read()


def has_rule(fn: Function) -> bool:
    """Whether its body is only set aside because it has a rule for this mode or for the other one."""
    module = fn.module
    return module is not None and (fn.name in module.rules or fn.name + BODY in module.functions)


class _CallReader:
    """Takes the arguments of one call, front to back."""

    def __init__(self, call: Instruction) -> None:
        self.call = call
        assert isinstance(call.callee, Function)
        self.name = call.callee.name
        found = CALL.search(self.name)
        assert found is not None
        self.mode = found[1]
        self.rest = list(call.args)
        self.later: list[Value] | None = None  # the shadows, if they come after all values
        self.width = 1
        self.settings: set[str] = set()

    def fail(self, message: str, hint: str = "") -> ActivityError:
        return error(self.call, message, hint)

    def read(self) -> MarkedCall:
        result, result_type = self._result_memory()
        if not self.rest:
            raise self.fail(f"{self.name} needs the function to differentiate as its first argument")
        target = _function(self.rest.pop(0))
        if target is None:
            raise self.fail("the first argument must name a function", "pass the function itself, not a variable")
        if target.is_declaration and not has_rule(target):
            raise self.fail(f"the function {target.name} has no body here", "define it in the same file")
        marked = MarkedCall(self.call, self.mode, target, result=result, result_type=result_type)
        self._find_width()
        self._find_shadows()
        marked.width = self.width
        for pieces in _pieces(target):
            param = pieces[0]
            if has_arena(target) and param.index == 0:
                marked.operands.append(MarkedOperand(CONST, None))
                continue
            self._settings(marked)
            if len(pieces) > 1:
                marked.operands += self._struct(marked, pieces)
                continue
            if self.mode == SIZE:
                marked.operands.append(self._sized(param.type))
            elif attribute_type(target, param.attrs, "sret") is not None:
                marked.operands.append(self._returned_struct(marked))
            else:
                marked.operands.append(self._operand(marked, param.index, param.type))
        self._settings(marked)
        if self.mode in (REVERSE, FWDSPLIT):
            self._reverse_arguments(marked)
        if self.rest or self.later:
            self.rest += self.later or []
            raise self._too_many(target)
        marked.settings = frozenset(self.settings)
        self._check(marked)
        return marked

    def _too_many(self, target: Function) -> ActivityError:
        """The error about surplus arguments, with the likely reason: an unknown marker has been taken for an argument."""
        args = list(self.call.args)
        shown = ", ".join(f"number {len(args) - len(self.rest) + i + 1} ({_shown(v)})" for i, v in enumerate(self.rest))
        n = len(self.rest)
        unknown = [found[0] for v in args if not _marker(v) and (found := _LIKE_A_MARKER.search(marker_name(v)))]
        hint = "is a marker missing or doubled?"
        if unknown:
            hint = f"{' and '.join(dict.fromkeys(unknown))} is not a marker that irad knows, and was taken for an argument"
        count = f"{n} argument{'s' * (n > 1)} too many"
        return self.fail(f"{count} for {target.name}: of the arguments of {self.name}, {shown}", hint)

    def _check(self, marked: MarkedCall) -> None:
        in_memory = any(o.value is None and not has_arena(marked.target) for o in marked.operands) and marked.result is not None
        if "primal_return" in self.settings and marked.target.ftype.ret.is_void and not in_memory:
            raise self.fail(f"{marked.target.name} returns nothing: there is no primal result to return")
        if self.mode in (AUTODIFF, REVERSE, AUGMENT) and marked.ret and marked.target.ftype.ret.is_aggregate:
            raise self.fail(
                f"{marked.target.name} returns {marked.target.ftype.ret}: which of it is to be differentiated?",
                "return one number, or let it store its results through a pointer passed with enzyme_dup",
            )

    def _result_memory(self) -> tuple[Value | None, Type | None]:
        """A large struct is returned through a first argument."""
        attrs = self.call.attrs["param_attrs"]
        if not attrs or not self.rest:
            return None, None
        assert isinstance(self.call.callee, Function)
        t = attribute_type(self.call.callee, attrs[0], "sret")
        return (self.rest.pop(0), t) if t is not None else (None, None)

    def _find_width(self) -> None:
        for i, v in enumerate(self.rest):
            if _marker(v) == "width":
                if i + 1 == len(self.rest) or not isinstance(count := self.rest[i + 1], ConstantInt) or count.value < 1:
                    raise self.fail("enzyme_width must be followed by a constant that is positive: the number of directions")
                self.width = count.value
                del self.rest[i : i + 2]
                return

    def _find_shadows(self) -> None:
        """After ``enzyme_interleave`` come all shadows, in the order of their values."""
        at = next((i for i, v in enumerate(self.rest) if _marker(v) == "interleave"), None)
        if at is not None:
            self.rest, self.later = self.rest[:at], self.rest[at + 1 :]

    # ---- pieces

    def _next(self, what: str) -> Value:
        if not self.rest:
            raise self.fail(what)
        return self.rest.pop(0)

    def _shadow(self, what: str) -> Value:
        if self.later is None:
            return self._next(what)
        if not self.later:
            raise self.fail(what)
        return self.later.pop(0)

    def _settings(self, marked: MarkedCall) -> None:
        """Read the markers that apply to the whole call."""
        while self.rest:
            word = _marker(self.rest[0])
            if word in _ONCE:
                self.settings.add(word)
                self.rest.pop(0)
            elif word == "tape":
                self.rest.pop(0)
                marked.tape, marked.tape_buffer = self._next("enzyme_tape must be followed by the buffer"), True
            elif word == "arena":  # written by the frontend of Python
                self.rest.pop(0)
                marked.arena = self._next("enzyme_arena must be followed by the arena")
            elif word == "allocated":
                self.rest.pop(0)
                size = self._next("enzyme_allocated must be followed by a size in bytes")
                marked.allocated = size.value if isinstance(size, ConstantInt) else None
            else:
                return

    def _word(self) -> str:
        """Consume a marker of the next argument; "" if there is none."""
        word = ""
        while self.rest:
            found = _marker(self.rest[0])
            if found in _HINTS:
                self.rest.pop(0)
            elif found in KINDS.split():
                if word:
                    raise self.fail(f"two markers, enzyme_{word} and enzyme_{found}, stand before one argument")
                word = found
                self.rest.pop(0)
                if word in ("dupv", "dupnoneedv", "buffer"):
                    return word
            elif found == "" and (name := marker_name(self.rest[0])) and _LOOKS_LIKE.match(name):
                unsupported = any(word in name for word in UNSUPPORTED)
                raise self.fail(f"the marker {name} is not {'supported' if unsupported else 'known'}", alternative_to(name))
            else:
                return word
        return word

    def _sized(self, t: Type) -> MarkedOperand:
        """`__enzyme_augmentsize` gets markers only."""
        word = _marker(self.rest[0]) if self.rest else ""
        if word not in KINDS.split():
            raise self.fail(f"{self.name} needs a marker for each parameter of the function, and nothing else")
        self.rest.pop(0)
        return MarkedOperand(self._kind(word, t), None)

    def _returned_struct(self, marked: MarkedCall) -> MarkedOperand:
        """The function returns a struct in memory: the shadow of that is the call's own result, or a pointer given first."""
        if self.mode in (FWDDIFF, FWDSPLIT) and marked.result is not None:
            return MarkedOperand(DUP, None, (marked.result,))
        if self.mode in (FWDDIFF, FWDSPLIT):
            return MarkedOperand(CONST, None)
        return MarkedOperand(DUP, None, (self._next(f"the shadow of the struct that {marked.target.name} returns is missing"),))

    def _operand(self, marked: MarkedCall, index: int, t: Type) -> MarkedOperand:
        name = marked.target.name
        word = self._word()
        stride = None
        by_reference = False
        if word in ("dupv", "dupnoneedv", "buffer"):
            stride = self._next(f"enzyme_{word} must be followed by the distance of two shadows in bytes")
            if not stride.type.is_int:
                raise self.fail(f"enzyme_{word} must be followed by the distance of two shadows in bytes, an integer")
        elif self.rest and _marker(self.rest[0]) == "byref":
            self.rest.pop(0)
            self._next("enzyme_byref must be followed by a size")
            by_reference = True
        too_few = f"too few arguments for {name}: nothing is left for parameter {index + 1}"
        if self.mode == BATCH:
            return self._lanes(word, stride, too_few)
        if word == "internal":
            size, offset = self._next(too_few), self._next(too_few)
            return MarkedOperand(CONST, self._next(too_few), internal=(size, offset))
        value = self._next(too_few)
        kind = self._kind(word, t)
        if not kind.shadow:
            return MarkedOperand(kind, value, by_reference=by_reference)
        if stride is not None and not t.is_ptr:
            raise self.fail(f"enzyme_{word} needs a pointer, argument {index + 1} of {name} is {t}")
        count = 1 if stride is not None else self.width
        shadows = []
        for lane in range(count):
            which = f" (number {lane + 1} of {count})" if count > 1 else ""
            shadows.append(self._shadow(f"the shadow of argument {index + 1} of {name} is missing{which}"))
        return MarkedOperand(kind, value, tuple(shadows), stride, by_reference)

    def _struct(self, marked: MarkedCall, pieces: list[Argument]) -> list[MarkedOperand]:
        """A struct that is passed by value in pieces: one marker, all pieces of the value, then all of each shadow."""
        name, where = marked.target.name, pieces[0].index + 1
        word = self._word()
        if self.mode in (SIZE, BATCH) or word in ("dupv", "dupnoneedv", "buffer"):
            raise self.fail(f"argument {where} of {name} is a struct passed by value, which does not go here", "pass its address")
        kinds = [self._kind(word, p.type) if word in ("", "const") or not p.type.is_int else CONST for p in pieces]
        duplicated = any(k.shadow for k in kinds)
        if duplicated and self.mode not in (FWDDIFF, FWDSPLIT) and any(k.active for k in kinds):
            raise self.fail(
                f"argument {where} of {name} is a struct of pointers and numbers passed by value: there is no place for the "
                "derivatives by its numbers", "pass its address with enzyme_dup, or enzyme_const"
            )  # fmt: skip
        too_few = f"too few arguments for {name}: nothing is left for parameter {where}"
        values = [self._next(too_few) for _ in pieces]
        shadows: list[list[Value]] = []
        for _ in range(self.width if duplicated else 0):
            shadows.append([self._shadow(f"the shadow of argument {where} of {name} is missing") for _ in pieces])
        return [
            MarkedOperand(kind, value, tuple(lane[i] for lane in shadows) if kind.shadow else ())
            for i, (kind, value) in enumerate(zip(kinds, values, strict=True))
        ]

    def _lanes(self, word: str, stride: Value | None, too_few: str) -> MarkedOperand:
        if word not in ("", "vector", "scalar", "buffer"):
            raise self.fail(f"enzyme_{word} has no meaning in a batch", "use enzyme_vector, enzyme_scalar or enzyme_buffer")
        one = word == "scalar" or stride is not None
        lanes = tuple(self._next(too_few) for _ in range(1 if one else self.width))
        return MarkedOperand(CONST, None, stride=stride, lanes=lanes)

    def _reverse_arguments(self, marked: MarkedCall) -> None:
        """After the arguments: the seed of a returned float, then the tape."""
        if marked.ret and self.mode == REVERSE:
            marked.seeds = tuple(
                self._next(f"the adjoint of the result of {marked.target.name} is missing") for _ in range(self.width)
            )
            self._settings(marked)
        if marked.tape is None:
            marked.tape = self._next("the tape is missing: the pointer that the augmented call returned")
            self._settings(marked)

    def _kind(self, word: str, t: Type) -> Param:
        forward = self.mode in (FWDDIFF, FWDSPLIT)
        is_float = float_part(t) is not None
        if word == "const":
            return CONST
        if word in ("dup", "dupv", "dupnoneed", "dupnoneedv"):
            if not forward and t.is_float:
                raise self.fail(
                    f"enzyme_{word} needs a pointer in reverse mode, this argument is {t}",
                    "use enzyme_out: its derivative is returned",
                )
            return DUPNONEED if word.startswith("dupnoneed") and self.mode == AUTODIFF else DUP
        if word == "out":
            if forward:
                raise self.fail("enzyme_out has no meaning in forward mode", "use enzyme_dup and give a tangent")
            if not is_float:
                raise self.fail(f"enzyme_out needs a floating-point argument, this one is {t}", "use enzyme_dup")
            return ACTIVE
        if t.is_ptr or (t.is_aggregate and any(leaf.scalar.is_ptr for _, _, leaf in leaves(t))):
            return DUP
        if is_float:
            return DUP if forward else ACTIVE
        return CONST


def _pieces(target: Function) -> list[list[Argument]]:
    """The parameters, grouped where the C compiler has split one struct into several (named ``s.coerce0``, ``s.coerce1``)."""
    out: list[list[Argument]] = []
    for arg in target.args:
        found = _COERCED.match(arg.name)
        if found is not None and found[2] != "0" and out:
            before = _COERCED.match(out[-1][-1].name)
            if before is not None and before[1] == found[1] and int(before[2]) + 1 == int(found[2]):
                out[-1].append(arg)
                continue
        out.append([arg])
    return out


def _function(v: Value) -> Function | None:
    while isinstance(v, ConstantExpr) and v.operands:
        v = v.operands[0]
    return v if isinstance(v, Function) else None


def _shown(v: Value) -> str:
    """A value, shown so that it can be recognised in the source."""
    if isinstance(v, (Instruction, Argument)):
        name = marker_name(v) or ("" if v.name.isdigit() else v.name)
        return f"{v.type} {name}".strip()
    return f"{v.type} {marker_name(v) or print_operand(v)}"


def _marker(v: Value) -> str:
    """The word of a marker, "" for anything else."""
    found = MARKER.search(marker_name(v))
    return found[1] if found is not None else ""


def ready(module: Module, calls: list[Instruction], apart: bool) -> list[MarkedCall]:
    """The marked calls whose target contains no marked call, directly or in its callees.

    Only those of one mode if modes are to be kept ``apart``, or if several directions are requested (`staging.py`).
    """
    containing: set[Function] = {c.function for c in calls}
    changed = True
    while changed:
        changed = False
        for fn in module.functions.values():
            if fn in containing or fn.is_declaration:
                continue
            if any(_mentions(op, containing) for inst in fn.instructions() for op in inst.operands):
                containing.add(fn)
                changed = True
    read = [read_call(c) for c in calls if not is_virtual(c)]
    first = [m for m in read if m.target not in containing]
    if not first:
        if read:
            raise error(calls[0], "a function is to be differentiated inside its own derivative")
        return []
    if not apart and all(m.width == 1 for m in first):
        return first
    both = {m.target for m in first if m.mode == FWDSPLIT}  # their augmented calls belong to them
    forward = first[0].derivative_mode == FORWARD or first[0].target in both
    return [m for m in first if (m.derivative_mode == FORWARD or (m.mode == AUGMENT and m.target in both)) == forward]


def _mentions(v: Value, functions: set[Function]) -> bool:
    if isinstance(v, Function):
        return v in functions
    if isinstance(v, ConstantExpr):
        return any(_mentions(o, functions) for o in v.operands)
    if isinstance(v, ConstantAggregate):
        return any(_mentions(e, functions) for e in v.elements)
    return False
