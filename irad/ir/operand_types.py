"""What each opcode requires of its operands, their types and its ``attrs``: `problems` gives one sentence per violation.

The table of opcodes is in docs/dev/architecture.md; the rules are those of the LLVM Language Reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from irad.ir.types import I1, PTR, ArrayType, FloatType, FunctionType, IntType, StructType, Type, VectorType, struct, vector
from irad.ir.values import (
    Argument,
    Block,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantString,
    Function,
    Instruction,
    MetadataOperand,
    Value,
)

Problems = Iterator[str]

_INTEGER = "add sub mul udiv sdiv urem srem shl lshr ashr and or xor".split()
_FLOAT = "fadd fsub fmul fdiv frem".split()
_PREDICATES = {
    "icmp": frozenset("eq ne ugt uge ult ule sgt sge slt sle".split()),
    "fcmp": frozenset("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()),
}
# opcode: kinds of the operand's and the result's scalars, and how their bits must compare ("" = not at all)
_CASTS = {
    "trunc": ("int", "int", ">"), "zext": ("int", "int", "<"), "sext": ("int", "int", "<"),
    "fptrunc": ("float", "float", ">"), "fpext": ("float", "float", "<"),
    "fptoui": ("float", "int", ""), "fptosi": ("float", "int", ""),
    "uitofp": ("int", "float", ""), "sitofp": ("int", "float", ""),
    "ptrtoint": ("ptr", "int", ""), "inttoptr": ("int", "ptr", ""),
    "addrspacecast": ("ptr", "ptr", ""),
}  # fmt: skip
_CALL = ("nargs", "ftype", "tail", "cc", "flags", "ret_attrs", "param_attrs", "fn_attrs", "bundles")
_ATTRS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*_INTEGER, *_FLOAT, *_CASTS, "bitcast", "fneg", "freeze", "select", "phi"), ("flags",)),
    **dict.fromkeys(("icmp", "fcmp"), ("pred", "flags")),
    **dict.fromkeys(("load", "store"), ("align", "volatile", "atomic")),
    **dict.fromkeys(("call", "invoke", "callbr"), _CALL),
    **dict.fromkeys(("extractvalue", "insertvalue"), ("indices",)),
    "getelementptr": ("source_type", "flags"),
    "alloca": ("allocated_type", "align", "inalloca", "swifterror"),
    "shufflevector": ("mask",),
    "atomicrmw": ("op", "volatile", "ordering", "align"),
    "cmpxchg": ("weak", "volatile", "ordering", "align"),
    "fence": ("ordering",),
    "landingpad": ("cleanup", "clauses"),
}
_COUNTS = {
    **dict.fromkeys((*_INTEGER, *_FLOAT, "icmp", "fcmp", "store", "atomicrmw", "insertvalue", "extractelement"), (2, 2)),
    **dict.fromkeys((*_CASTS, "bitcast", "fneg", "freeze", "load", "resume", "va_arg", "extractvalue"), (1, 1)),
    **dict.fromkeys(("select", "cmpxchg", "insertelement"), (3, 3)),
    **dict.fromkeys(("unreachable", "fence"), (0, 0)),
    **dict.fromkeys(("ret", "alloca"), (0, 1)),
    **dict.fromkeys(("getelementptr", "indirectbr", "call"), (1, 1 << 30)),
    "shufflevector": (2, 2), "br": (1, 3), "switch": (2, 1 << 30), "invoke": (3, 1 << 30), "callbr": (2, 1 << 30),
}  # fmt: skip
_WITH_BLOCKS = frozenset(("phi", "br", "switch", "indirectbr", "invoke", "callbr"))
_NO_RESULT = frozenset(("store", "br", "switch", "ret", "indirectbr", "fence", "resume", "unreachable"))


def problems(inst: Instruction, fn: Function) -> Problems:
    """What is wrong with one instruction of ``fn``, apart from the dominance and ownership of its operands."""
    op, a = inst.opcode, inst.attrs
    check = _CHECKS.get(op)
    if check is None:
        yield f"'{op}' is not an opcode"
        return
    missing = [name for name in _ATTRS.get(op, ()) if name not in a]
    if missing:
        yield f"attrs lack {', '.join(missing)}"
        return
    low, high = _COUNTS.get(op, (0, 1 << 30))
    if not low <= len(inst.operands) <= high:
        yield f"{op} cannot have {len(inst.operands)} operands"
        return
    for i, v in enumerate(inst.operands):
        if isinstance(v, (Instruction, Argument)):
            continue  # most operands
        if isinstance(v, Block) and op not in _WITH_BLOCKS:
            yield f"operand {i} is a block"
        elif isinstance(v, MetadataOperand) and op != "call":
            yield f"operand {i} is metadata"
        elif isinstance(v, Constant):
            yield from constant_problems(v)
    if op in _NO_RESULT and not inst.type.is_void:
        yield f"{op} has no result, but the type is {inst.type}"
    yield from check(inst)
    if op == "ret":
        yield from _returned(inst, fn)


def constant_problems(v: Constant) -> Problems:
    """What is wrong inside a constant."""
    t = v.type
    if isinstance(v, ConstantInt):
        if not isinstance(t, IntType):
            yield f"an integer constant has type {t}"
        elif not (0 <= v.value <= 1 if t.bits == 1 else -(1 << (t.bits - 1)) <= v.value < 1 << (t.bits - 1)):
            yield f"{v.value} is not the signed reading of an {t}"
    elif isinstance(v, ConstantFP):
        if not isinstance(t, FloatType):
            yield f"a floating-point constant has type {t}"
    elif isinstance(v, ConstantString):
        if not isinstance(t, ArrayType) or t.count != len(v.data):
            yield f"a string of {len(v.data)} bytes has type {t}"
    elif isinstance(v, ConstantAggregate):
        fits = False
        if isinstance(t, StructType):
            fits = t.elements == tuple(e.type for e in v.elements)
        elif isinstance(t, (ArrayType, VectorType)):
            fits = t.count == len(v.elements) and all(e.type is t.element for e in v.elements)
        if not fits:
            yield f"an aggregate of type {t} has elements {', '.join(str(e.type) for e in v.elements)}"
        for e in v.elements:
            yield from constant_problems(e)
    elif isinstance(v, ConstantExpr):
        for o in v.operands:
            yield from constant_problems(o)


# ---- one function per kind of opcode


def _same(inst: Instruction, kind: str) -> Problems:
    for i, v in enumerate(inst.operands):
        if v.type is not inst.type:
            yield f"operand {i} has type {v.type}, not the result's {inst.type}"
    if not getattr(inst.type.scalar, f"is_{kind}"):
        yield f"{inst.opcode} does not compute with {inst.type}"


def _integer(inst: Instruction) -> Problems:
    return _same(inst, "int")


def _float(inst: Instruction) -> Problems:
    return _same(inst, "float")


def _freeze(inst: Instruction) -> Problems:
    if inst.operands[0].type is not inst.type:
        yield f"operand 0 has type {inst.operands[0].type}, not the result's {inst.type}"


def _compare(inst: Instruction) -> Problems:
    a, b = (v.type for v in inst.operands)
    if a is not b:
        yield f"{a} is compared with {b}"
    if a.scalar.is_float if inst.opcode == "icmp" else not a.scalar.is_float:
        yield f"{inst.opcode} does not compare {a}"
    wanted = vector(a.count, I1, a.scalable) if isinstance(a, VectorType) else I1
    if inst.type is not wanted:
        yield f"the result has type {inst.type}, not {wanted}"
    if inst.attrs["pred"] not in _PREDICATES[inst.opcode]:
        yield f"{inst.opcode} has no predicate '{inst.attrs['pred']}'"


def _select(inst: Instruction) -> Problems:
    cond, a, b = (v.type for v in inst.operands)
    if cond is not I1 and not (_shape(cond) == _shape(a) and cond.is_vector and cond.scalar is I1):
        yield f"the condition has type {cond}"
    if not a is b is inst.type:
        yield f"select of {a} and {b} gives {inst.type}"


def _phi(inst: Instruction) -> Problems:
    if len(inst.operands) % 2 or not all(isinstance(b, Block) for b in inst.operands[1::2]):
        yield "operands are not pairs of a value and a block"
        return
    for v, block in inst.incoming():
        if v.type is not inst.type:
            yield f"the value from %{block.name} has type {v.type}, not {inst.type}"


def _cast(inst: Instruction) -> Problems:
    source, target = inst.operands[0].type, inst.type
    a, b, order = _CASTS[inst.opcode]
    fits = getattr(source.scalar, f"is_{a}") and getattr(target.scalar, f"is_{b}") and _shape(source) == _shape(target)
    if fits and order:
        have, get = source.scalar.bits, target.scalar.bits  # type: ignore[attr-defined]
        fits = have > get if order == ">" else have < get
    if not fits:
        yield f"{inst.opcode} does not lead from {source} to {target}"


def _bitcast(inst: Instruction) -> Problems:
    source, target = inst.operands[0].type, inst.type
    if _bits(source) is None or _bits(source) != _bits(target):
        yield f"bitcast does not lead from {source} to {target}"


def _load(inst: Instruction) -> Problems:
    yield from _pointer(inst, 0)
    if inst.type.is_void:
        yield "a load without a result"


def _store(inst: Instruction) -> Problems:
    yield from _pointer(inst, 1)
    if inst.operands[0].type.is_void:
        yield "what is stored has no value"


def _getelementptr(inst: Instruction) -> Problems:
    base, *indices = inst.operands
    if not base.type.scalar.is_ptr:
        yield f"the base has type {base.type}"
    wanted = base.type
    for v in indices:
        if not v.type.scalar.is_int:
            yield f"an index has type {v.type}"
        if isinstance(v.type, VectorType) and not isinstance(wanted, VectorType):
            wanted = vector(v.type.count, wanted, v.type.scalable)
    if inst.type is not wanted:
        yield f"the result has type {inst.type}, not {wanted}"
    t: Type | None = inst.attrs["source_type"]
    for v in indices[1:]:
        t = _element(t, v)
        if t is None:
            yield f"the indices do not fit {inst.attrs['source_type']}"
            return


def _element(t: Type | None, index: Value) -> Type | None:
    if isinstance(t, (ArrayType, VectorType)):
        return t.element
    if isinstance(t, StructType) and t.elements:
        if isinstance(index, ConstantInt):
            return t.elements[index.value] if 0 <= index.value < len(t.elements) else None
        return t.elements[0] if isinstance(index, Constant) else None  # 0 as zeroinitializer, or a splat
    return None


def _alloca(inst: Instruction) -> Problems:
    if not inst.type.is_ptr:
        yield f"an alloca of type {inst.type}"
    if inst.operands and not inst.operands[0].type.is_int:
        yield f"the count has type {inst.operands[0].type}"


def _call(inst: Instruction) -> Problems:
    a, ftype = inst.attrs, inst.attrs["ftype"]
    bundled = sum(count for _, count in a["bundles"])
    at = a["nargs"] + bundled
    targets, callee = inst.operands[at:-1], inst.operands[-1]
    count = {"call": len(targets) == 0, "invoke": len(targets) == 2, "callbr": len(targets) >= 1}[inst.opcode]
    if not count or not all(isinstance(t, Block) for t in targets) or any(isinstance(v, Block) for v in inst.operands[:at]):
        yield f"{len(inst.operands)} operands are not {a['nargs']} arguments, {bundled} of bundles, the targets and the callee"
        return
    if not callee.type.is_ptr:
        yield f"the callee has type {callee.type}"
    if len(a["param_attrs"]) != a["nargs"]:
        yield f"param_attrs has {len(a['param_attrs'])} entries for {a['nargs']} arguments"
    if not isinstance(ftype, FunctionType):
        yield f"ftype is {ftype}, not the type of a function"
        return
    if ftype.ret is not inst.type:
        yield f"the result has type {inst.type}, not {ftype.ret}"
    given, wanted = inst.args, ftype.params
    if len(given) < len(wanted) or (len(given) > len(wanted) and not ftype.vararg):
        yield f"{len(given)} arguments for a function of type {ftype}"
    for i, (v, t) in enumerate(zip(given, wanted, strict=False)):
        if v.type is not t:
            yield f"argument {i} has type {v.type}, not {t}"
    if isinstance(callee, Function) and callee.ftype.ret is not ftype.ret:
        yield f"@{callee.name} has type {callee.ftype}, but is called as {ftype}"


def _extractvalue(inst: Instruction) -> Problems:
    t = _inside(inst)
    if t is not inst.type:
        yield f"element {inst.attrs['indices']} of {inst.operands[0].type} has type {t}, not {inst.type}"


def _insertvalue(inst: Instruction) -> Problems:
    t = _inside(inst)
    if inst.type is not inst.operands[0].type:
        yield f"the result has type {inst.type}, not {inst.operands[0].type}"
    if t is not inst.operands[1].type:
        yield f"element {inst.attrs['indices']} of {inst.operands[0].type} has type {t}, not {inst.operands[1].type}"


def _inside(inst: Instruction) -> Type | None:
    t: Type | None = inst.operands[0].type
    for i in inst.attrs["indices"]:
        if isinstance(t, StructType):
            t = t.elements[i] if t.elements is not None and 0 <= i < len(t.elements) else None
        else:
            t = t.element if isinstance(t, ArrayType) and 0 <= i < t.count else None
    return t if inst.attrs["indices"] else None


def _element_access(inst: Instruction) -> Problems:
    vec, index = inst.operands[0].type, inst.operands[-1].type
    if not vec.is_vector or not index.is_int:
        yield f"{inst.opcode} of {vec} at {index}"
        return
    part, whole = (inst.type, vec) if inst.opcode == "extractelement" else (inst.operands[1].type, inst.type)
    if part is not vec.scalar or whole is not vec:
        yield f"{inst.opcode} of {vec}: the element has type {part}, the vector {whole}"


def _shufflevector(inst: Instruction) -> Problems:
    a, b = (v.type for v in inst.operands)
    mask = inst.attrs["mask"]
    if a is not b or not isinstance(a, VectorType):
        yield f"shufflevector of {a} and {b}"
        return
    if inst.type is not vector(len(mask), a.element, a.scalable):
        yield f"{len(mask)} elements of {a} are not of type {inst.type}"
    if any(not -1 <= m < 2 * a.count for m in mask):
        yield f"the mask {mask} reaches beyond two vectors of type {a}"


def _atomicrmw(inst: Instruction) -> Problems:
    yield from _pointer(inst, 0)
    if inst.operands[1].type is not inst.type:
        yield f"the operand has type {inst.operands[1].type}, the result {inst.type}"


def _cmpxchg(inst: Instruction) -> Problems:
    yield from _pointer(inst, 0)
    _, expected, new = (v.type for v in inst.operands)
    if expected is not new or inst.type is not struct(expected, I1):
        yield f"cmpxchg of {expected} and {new} gives {inst.type}"


def _landingpad(inst: Instruction) -> Problems:
    if len(inst.attrs["clauses"]) != len(inst.operands):
        yield f"{len(inst.attrs['clauses'])} clauses with {len(inst.operands)} operands"


def _br(inst: Instruction) -> Problems:
    *cond, dest = inst.operands if len(inst.operands) == 1 else inst.operands[:2]
    blocks = [dest, *inst.operands[2:]]
    if len(inst.operands) == 2 or not all(isinstance(b, Block) for b in blocks):
        yield "a branch goes to one block, or by a condition to one of two"
    elif cond and cond[0].type is not I1:
        yield f"the condition has type {cond[0].type}"


def _switch(inst: Instruction) -> Problems:
    value, default, *cases = inst.operands
    if len(cases) % 2 or not all(isinstance(b, Block) for b in (default, *cases[1::2])):
        yield "operands are not a value, a block, and pairs of a constant and a block"
        return
    if not value.type.is_int:
        yield f"a switch on type {value.type}"
    numbers = [c.value for c in cases[::2] if isinstance(c, ConstantInt) and c.type is value.type]
    if len(numbers) != len(cases) // 2:
        yield f"a case is not a constant of type {value.type}"
    if len(set(numbers)) != len(numbers):
        yield "a case stands there twice"


def _indirectbr(inst: Instruction) -> Problems:
    yield from _pointer(inst, 0)
    if not all(isinstance(b, Block) for b in inst.operands[1:]):
        yield "a target is not a block"


def _returned(inst: Instruction, fn: Function) -> Problems:
    t = inst.operands[0].type if inst.operands else None
    wanted = None if fn.ftype.ret.is_void else fn.ftype.ret
    if t is not wanted:
        yield f"returns {t or 'void'}, but the function's type is {fn.ftype}"


def _pointer(inst: Instruction, i: int) -> Problems:
    if not inst.operands[i].type.is_ptr:
        yield f"operand {i} has type {inst.operands[i].type}, not {PTR}"


def _anything(inst: Instruction) -> Problems:
    return iter(())


def _shape(t: Type) -> tuple[int, bool] | None:
    return (t.count, t.scalable) if isinstance(t, VectorType) else None


def _bits(t: Type) -> object:
    """A key that is equal for types that a bitcast can convert into each other."""
    one = t.scalar
    bits = one.bits if isinstance(one, (IntType, FloatType)) else None
    if isinstance(t, VectorType):
        return ("ptr", one, _shape(t)) if bits is None else (bits * t.count, t.scalable)
    return one if bits is None and one.is_ptr else None if bits is None else (bits, False)


_CHECKS: dict[str, Callable[[Instruction], Problems]] = {
    **dict.fromkeys(_INTEGER, _integer), **dict.fromkeys((*_FLOAT, "fneg"), _float), **dict.fromkeys(_CASTS, _cast),
    **dict.fromkeys(("icmp", "fcmp"), _compare), **dict.fromkeys(("call", "invoke", "callbr"), _call),
    **dict.fromkeys(("extractelement", "insertelement"), _element_access),
    **dict.fromkeys(("fence", "ret", "resume", "unreachable", "va_arg"), _anything),
    "bitcast": _bitcast, "freeze": _freeze, "select": _select, "phi": _phi, "load": _load, "store": _store,
    "getelementptr": _getelementptr, "alloca": _alloca, "extractvalue": _extractvalue, "insertvalue": _insertvalue,
    "shufflevector": _shufflevector, "atomicrmw": _atomicrmw, "cmpxchg": _cmpxchg, "landingpad": _landingpad,
    "br": _br, "switch": _switch, "indirectbr": _indirectbr,
}  # fmt: skip
