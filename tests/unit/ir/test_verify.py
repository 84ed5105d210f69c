"""Each invariant of `irad.ir.verify` is broken once, in a module that is consistent before, and must be named.

`BASE` has something of each kind; a case changes one thing, below the functions that keep the model in order where they would
not allow it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from irad.ir.constants import const_float, const_int
from irad.ir.reader import read_module
from irad.ir.types import DOUBLE, FLOAT, I1, I8, I32, I64, PTR, VOID, array, function, struct, vector
from irad.ir.values import (
    Block,
    ConstantAggregate,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantString,
    Function,
    GlobalVariable,
    Instruction,
    MetadataOperand,
    Module,
    Value,
)
from irad.ir.verify import InvalidIR, verify_function, verify_module
from irad.llvm.border.session import canonical

BASE = """
%pair = type { i32, double }
@g = global i32 0
declare i32 @callee(i32, double)
declare i32 @__gxx_personality_v0(...)
define double @f(double %x, i64 %n, ptr %p, i1 %c, <4 x float> %v, { i32, double } %s) personality ptr @__gxx_personality_v0 {
entry:
  %alloca = alloca i32
  %add = add i64 %n, 1
  %fadd = fadd double %x, 1.0
  %fneg = fneg double %fadd
  %freeze = freeze i64 %add
  %icmp = icmp eq i64 %add, %freeze
  %fcmp = fcmp olt double %x, %fadd
  %select = select i1 %icmp, double %x, double %fadd
  %trunc = trunc i64 %n to i32
  %sitofp = sitofp i64 %n to double
  %bitcast = bitcast double %x to i64
  %load = load double, ptr %p
  store double %load, ptr %p
  %gep = getelementptr %pair, ptr %p, i64 %n, i32 1
  %vgep = getelementptr i8, ptr %p, <4 x i64> zeroinitializer
  %call = call i32 @callee(i32 %trunc, double %x) [ "tag"(i64 %n) ]
  %extractvalue = extractvalue { i32, double } %s, 1
  %insertvalue = insertvalue { i32, double } %s, i32 %call, 0
  %extractelement = extractelement <4 x float> %v, i64 %n
  %insertelement = insertelement <4 x float> %v, float %extractelement, i64 0
  %shuffle = shufflevector <4 x float> %v, <4 x float> %insertelement, <2 x i32> <i32 7, i32 poison>
  %rmw = atomicrmw add ptr %p, i64 %n seq_cst
  %cmpxchg = cmpxchg ptr %p, i64 %n, i64 %rmw seq_cst seq_cst
  fence seq_cst
  br i1 %c, label %then, label %else
then:
  %t = fmul double %x, %x
  br label %join
else:
  switch i64 %n, label %join [ i64 1, label %join
    i64 2, label %risky
    i64 3, label %computed ]
join:
  %phi = phi double [ %t, %then ], [ 0.0, %else ], [ 0.0, %else ]
  %second = phi i64 [ 1, %then ], [ %n, %else ], [ %n, %else ]
  ret double %phi
risky:
  %invoke = invoke double @other(double %x)
          to label %ok unwind label %pad
ok:
  %used = fadd double %invoke, 1.0
  ret double %used
pad:
  %lp = landingpad { ptr, i32 }
          catch ptr @g
  resume { ptr, i32 } %lp
computed:
  indirectbr ptr %p, [label %jumped]
jumped:
  ret double 0.0
dead:
  %unreached = fadd double %t, %later
  %later = fadd double %t, %unreached
  unreachable
}
define double @other(double %x) {
entry:
  %foreign = fadd double %x, 1.0
  ret double %foreign
}
"""
TEXT = canonical(BASE)


class Parts:
    """The module, and the values of @f by name."""

    def __init__(self) -> None:
        self.module: Module = read_module(TEXT)
        self.f: Function = self.module.functions["f"]
        self.block: dict[str, Block] = {b.name: b for b in self.f.blocks}
        self.arg: dict[str, Value] = {a.name: a for a in self.f.args}
        self.inst: dict[str, Instruction] = {i.name: i for i in self.f.instructions() if i.name}

    def first(self, opcode: str) -> Instruction:
        return next(i for i in self.f.instructions() if i.opcode == opcode)

    def at(self, name: str) -> list[Instruction]:
        return self.block[name].instructions


Change = Callable[[Parts], object]
CASES: list[tuple[str, Change]] = []


def breaks(message: str) -> Callable[[Change], Change]:
    def add(change: Change) -> Change:
        CASES.append((message, change))
        return change

    return add


def operand(name: str, i: int, value: Callable[[Parts], Value], message: str) -> None:
    """A case that replaces one operand of the instruction (or the first of the opcode) ``name``."""

    def change(p: Parts) -> None:
        inst = p.inst.get(name) or p.first(name)
        inst.set_operand(i, value(p))

    change.__name__ = f"{name}_operand_{i}"
    CASES.append((message, change))


def attribute(name: str, key: str, value: object, message: str) -> None:
    def change(p: Parts) -> None:
        (p.inst.get(name) or p.first(name)).attrs[key] = value

    change.__name__ = f"{name}_{key}"
    CASES.append((message, change))


def result(name: str, t: object, message: str) -> None:
    def change(p: Parts) -> None:
        inst = p.inst.get(name) or p.first(name)
        inst.replace_all_uses_with(const_int(I64, 0))
        inst.type = t  # type: ignore[assignment]

    change.__name__ = f"{name}_result"
    CASES.append((message, change))


# ---- modules


@breaks("@f stands under the name h")
def another_key(p: Parts) -> None:
    p.module.functions["h"] = p.module.functions.pop("f")


@breaks("two things are called @f")
def one_name_twice(p: Parts) -> None:
    var = GlobalVariable("f", I32)
    var.module = p.module
    p.module.globals_["f"] = var


@breaks("@g has another parent")
def parent_of_a_global(p: Parts) -> None:
    p.module.globals_["g"].module = Module()


@breaks("@g: 4294967296 is not the signed reading of an i32")
def initialiser(p: Parts) -> None:
    p.module.globals_["g"].initializer = ConstantInt(I32, 1 << 32)


# ---- functions


@breaks("the arguments do not have the types of double (i64)")
def types_of_arguments(p: Parts) -> None:
    p.f.ftype = function(DOUBLE, (I64,))


@breaks("argument 1 does not know its function or position")
def position_of_an_argument(p: Parts) -> None:
    p.f.args[1].index = 0


@breaks("this block stands there twice")
def block_twice(p: Parts) -> None:
    p.f.blocks.append(p.block["join"])


@breaks("this block has another parent")
def parent_of_a_block(p: Parts) -> None:
    p.block["join"].function = p.module.functions["other"]


@breaks("this instruction stands there twice")
def instruction_twice(p: Parts) -> None:
    p.at("then").insert(0, p.inst["t"])


@breaks("this instruction has another parent")
def parent_of_an_instruction(p: Parts) -> None:
    p.inst["t"].block = p.block["else"]


# ---- blocks


@breaks("this block does not end with a terminator")
def no_terminator(p: Parts) -> None:
    p.at("dead").pop().block = None


@breaks("this block does not end with a terminator")
def empty_block(p: Parts) -> None:
    p.f.append_block("empty")


@breaks("a terminator in the middle of a block")
def two_terminators(p: Parts) -> None:
    p.block["dead"].append(Instruction("unreachable", VOID))


@breaks("the target %away is no block of this function")
def foreign_target(p: Parts) -> None:
    p.block["then"].terminator.set_operand(0, Block("away"))


@breaks("the entry has predecessors")
def loop_to_the_entry(p: Parts) -> None:
    p.block["jumped"].terminator.erase()
    p.block["jumped"].append(Instruction("br", VOID, (p.f.entry,)))


@breaks("a phi behind other instructions")
def late_phi(p: Parts) -> None:
    phi = Instruction("phi", DOUBLE, (const_float(DOUBLE, 1.0), p.block["risky"]), {"flags": ()})
    p.block["ok"].insert(1, phi)


@breaks("a landingpad that is not the first instruction")
def late_landingpad(p: Parts) -> None:
    p.block["pad"].insert(0, Instruction("fence", VOID, (), {"ordering": "seq_cst"}))


@breaks("values from %else, %else, but the predecessors are %else, %else, %then")
def phi_without_a_predecessor(p: Parts) -> None:
    p.inst["phi"].remove_operand(1)
    p.inst["phi"].remove_operand(0)


@breaks("values from %else, %then, but the predecessors are %else, %else, %then")
def phi_without_an_edge(p: Parts) -> None:
    p.inst["phi"].remove_operand(5)
    p.inst["phi"].remove_operand(4)


operand("phi", 1, lambda p: p.block["risky"], "values from %else, %else, %risky, but the predecessors are %else, %else, %then")
operand("phi", 4, lambda p: const_float(DOUBLE, 1.0), "two values from %else")
operand("second", 5, lambda p: p.block["then"], "two values from %then")

# ---- values


operand("t", 0, lambda p: p.module.functions["other"].args[0], "%x is not of this function")
operand("t", 0, lambda p: p.module.functions["other"].entry.instructions[0], "%foreign (fadd) is not of this function")
operand("t", 0, lambda p: Value(DOUBLE, "odd"), "%odd is a Value, which cannot be an operand")
operand("store", 1, lambda p: GlobalVariable("g", I32), "@g is not this module's")
operand(
    "store",
    1,
    lambda p: ConstantExpr(PTR, "getelementptr", (GlobalVariable("g", I32),), {"flags": (), "source_type": I8}),
    "@g is not this module's",
)
operand("fadd", 1, lambda p: p.inst["fneg"], "operand 1 is used before or beside its definition: %fneg (fneg)")
operand("fadd", 1, lambda p: p.inst["fadd"], "operand 1 is used before or beside its definition: %fadd (fadd)")
operand("used", 1, lambda p: p.inst["t"], "operand 1 is used before or beside its definition: %t (fmul)")
operand("used", 1, lambda p: p.inst["unreached"], "operand 1 is used before or beside its definition: %unreached (fadd)")


@breaks("operand 2 is used before or beside its definition: %t (fmul)")
def use_by_a_phi(p: Parts) -> None:
    for i in (2, 4):
        p.inst["phi"].set_operand(i, p.inst["t"])


@breaks("operand 0 is used before or beside its definition: %invoke (invoke)")
def result_of_an_invoke_that_threw(p: Parts) -> None:
    p.block["pad"].insert(1, Instruction("fneg", DOUBLE, (p.inst["invoke"],), {"flags": ()}))


@breaks("operand 0 is used before or beside its definition: %invoke (invoke)")
def result_of_an_invoke_where_others_come(p: Parts) -> None:
    """The normal block has a second predecessor: it dominates itself, but the edge into it does not."""
    p.block["join"].terminator.erase()
    p.block["join"].append(Instruction("br", VOID, (p.block["ok"],)))


@breaks("the use list of %x counts 1 uses here, not 2")
def use_not_counted(p: Parts) -> None:
    p.arg["x"].uses[p.inst["t"]] = 1


@breaks("the use list of %trunc (trunc) counts 0 uses here, not 1")
def operands_assigned_to(p: Parts) -> None:
    p.inst["call"].operands[0] = p.inst["trunc"]
    p.inst["trunc"].uses.clear()


@breaks("the use list of @callee counts 0 uses here, not 1")
def use_of_a_global(p: Parts) -> None:
    p.module.functions["callee"].uses.clear()


@breaks("%n lists a user that is not in this function: %gone (add)")
def user_that_is_gone(p: Parts) -> None:
    Instruction("add", I64, (p.arg["n"], p.arg["n"]), {"flags": ()}, "gone")


@breaks("%n lists a user that does not use it: %t (fmul)")
def user_that_is_none(p: Parts) -> None:
    p.arg["n"].uses[p.inst["t"]] = 1


@breaks("there is no result, but it has a name or is used")
def name_without_a_result(p: Parts) -> None:
    p.first("store").name = "stored"


# ---- instructions: in general


@breaks("'bogus' is not an opcode")
def unknown_opcode(p: Parts) -> None:
    p.inst["fneg"].opcode = "bogus"


@breaks("attrs lack flags")
def missing_attribute(p: Parts) -> None:
    del p.inst["add"].attrs["flags"]


@breaks("fneg cannot have 2 operands")
def too_many_operands(p: Parts) -> None:
    p.inst["fneg"].add_operand(p.arg["x"])


operand("freeze", 0, lambda p: p.block["then"], "operand 0 is a block")
operand("fneg", 0, lambda p: MetadataOperand(DOUBLE, "!1"), "operand 0 is metadata")
result("store", I64, "store has no result, but the type is i64")

# ---- instructions: arithmetic, comparisons, casts

operand("add", 1, lambda p: const_int(I32, 1), "operand 1 has type i32, not the result's i64")
operand("fadd", 0, lambda p: const_float(FLOAT, 1.0), "operand 0 has type float, not the result's double")
operand("fneg", 0, lambda p: p.arg["n"], "operand 0 has type i64, not the result's double")
operand("freeze", 0, lambda p: p.arg["x"], "operand 0 has type double, not the result's i64")
operand("icmp", 1, lambda p: const_int(I32, 1), "i64 is compared with i32")
operand("fcmp", 1, lambda p: const_float(FLOAT, 1.0), "double is compared with float")
attribute("icmp", "pred", "olt", "icmp has no predicate 'olt'")
attribute("fcmp", "pred", "sgt", "fcmp has no predicate 'sgt'")
result("icmp", I8, "the result has type i8, not i1")
operand("select", 0, lambda p: p.arg["n"], "the condition has type i64")
operand("select", 2, lambda p: const_float(FLOAT, 1.0), "select of double and float gives double")
operand("phi", 0, lambda p: const_float(FLOAT, 1.0), "the value from %then has type float, not double")
operand("phi", 1, lambda p: p.arg["x"], "operands are not pairs of a value and a block")
operand("trunc", 0, lambda p: const_int(I32, 1), "trunc does not lead from i32 to i32")
operand("sitofp", 0, lambda p: p.arg["x"], "sitofp does not lead from double to double")
operand("bitcast", 0, lambda p: const_int(I32, 1), "bitcast does not lead from i32 to i64")


@breaks("add does not compute with double")
def integer_arithmetic_of_floats(p: Parts) -> None:
    p.inst["t"].opcode = "add"


@breaks("fmul does not compute with i64")
def float_arithmetic_of_integers(p: Parts) -> None:
    p.inst["add"].opcode = "fmul"


@breaks("icmp does not compare double")
def integer_comparison_of_floats(p: Parts) -> None:
    p.inst["fcmp"].opcode = "icmp"


# ---- instructions: memory

operand("load", 0, lambda p: p.arg["n"], "operand 0 has type i64, not ptr")
result("load", VOID, "a load without a result")
operand("store", 1, lambda p: p.arg["x"], "operand 1 has type double, not ptr")
operand("store", 0, lambda p: p.first("fence"), "what is stored has no value")
operand("gep", 0, lambda p: p.arg["n"], "the base has type i64")
operand("gep", 1, lambda p: p.arg["x"], "an index has type double")
operand("gep", 2, lambda p: const_int(I32, 2), "the indices do not fit %pair")
result("gep", I64, "the result has type i64, not ptr")
result("vgep", PTR, "the result has type ptr, not <4 x ptr>")
result("alloca", I64, "an alloca of type i64")
operand("atomicrmw", 0, lambda p: p.arg["n"], "operand 0 has type i64, not ptr")
operand("atomicrmw", 1, lambda p: const_int(I32, 1), "the operand has type i32, the result i64")
operand("cmpxchg", 2, lambda p: const_int(I32, 1), "cmpxchg of i64 and i32 gives { i64, i1 }")


@breaks("the count has type double")
def count_of_an_alloca(p: Parts) -> None:
    p.inst["alloca"].add_operand(const_float(DOUBLE, 1.0))


# ---- instructions: calls

operand("call", 0, lambda p: p.arg["n"], "argument 0 has type i64, not i32")
operand("call", 3, lambda p: p.arg["n"], "the callee has type i64")
operand("invoke", 1, lambda p: p.arg["x"], "4 operands are not 1 arguments, 0 of bundles, the targets and the callee")
attribute("call", "nargs", 1, "4 operands are not 1 arguments, 1 of bundles, the targets and the callee")
attribute("call", "bundles", [], "4 operands are not 2 arguments, 0 of bundles, the targets and the callee")
attribute("call", "param_attrs", [""], "param_attrs has 1 entries for 2 arguments")
attribute("call", "ftype", I32, "ftype is i32, not the type of a function")
attribute("call", "ftype", function(I32, (I32,)), "2 arguments for a function of type i32 (i32)")
attribute("call", "ftype", function(I64, (I32, DOUBLE)), "the result has type i32, not i64")
attribute("invoke", "ftype", function(I64, (DOUBLE,)), "@other has type double (double), but is called as i64 (double)")

# ---- instructions: aggregates and vectors

attribute("extractvalue", "indices", (0,), "element (0,) of { i32, double } has type i32, not double")
attribute("extractvalue", "indices", (2,), "element (2,) of { i32, double } has type None, not double")
attribute("extractvalue", "indices", (), "element () of { i32, double } has type None, not double")
attribute("insertvalue", "indices", (1,), "element (1,) of { i32, double } has type double, not i32")
result("insertvalue", struct(DOUBLE), "the result has type { double }, not { i32, double }")
operand("extractelement", 0, lambda p: p.arg["x"], "extractelement of double at i64")
operand("insertelement", 1, lambda p: p.arg["x"], "insertelement of <4 x float>: the element has type double, the vector <4 x")
operand("shuffle", 1, lambda p: p.arg["n"], "shufflevector of <4 x float> and i64")
attribute("shuffle", "mask", (0,), "1 elements of <4 x float> are not of type <2 x float>")
attribute("shuffle", "mask", (8, 0), "the mask (8, 0) reaches beyond two vectors of type <4 x float>")

# ---- instructions: control

attribute("landingpad", "clauses", [], "0 clauses with 1 operands")
operand("br", 0, lambda p: p.arg["n"], "the condition has type i64")
operand("br", 1, lambda p: p.arg["n"], "a branch goes to one block, or by a condition to one of two")
operand("switch", 0, lambda p: p.arg["x"], "a switch on type double")
operand("switch", 2, lambda p: const_int(I32, 1), "a case is not a constant of type i64")
operand("switch", 2, lambda p: p.arg["n"], "a case is not a constant of type i64")
operand("switch", 2, lambda p: const_int(I64, 2), "a case stands there twice")
operand("switch", 1, lambda p: p.arg["n"], "operands are not a value, a block, and pairs of a constant and a block")
operand("indirectbr", 1, lambda p: p.arg["n"], "a target is not a block")
operand("ret", 0, lambda p: p.arg["n"], "returns i64, but the function's type is double (double, i64, ptr,")


@breaks("returns void, but the function's type is double")
def nothing_returned(p: Parts) -> None:
    p.first("ret").remove_operand(0)


# ---- constants

operand("add", 1, lambda p: ConstantInt(I64, 1 << 63), "9223372036854775808 is not the signed reading of an i64")
operand("br", 0, lambda p: ConstantInt(I1, -1), "-1 is not the signed reading of an i1")
operand("fadd", 1, lambda p: ConstantInt(DOUBLE, 1), "an integer constant has type double")
operand("add", 1, lambda p: ConstantFP(I64, "1.0", 1.0), "a floating-point constant has type i64")
operand("store", 0, lambda p: ConstantString(array(2, I8), b"abc"), "a string of 3 bytes has type [2 x i8]")
operand(
    "store",
    0,
    lambda p: ConstantAggregate(vector(2, I32), (const_int(I32, 1),)),
    "an aggregate of type <2 x i32> has elements i32",
)
operand(
    "store",
    0,
    lambda p: ConstantExpr(I64, "xor", (ConstantInt(I64, 1 << 64), const_int(I64, 1)), {"flags": ()}),
    "18446744073709551616 is not the signed reading of an i64",
)


@pytest.mark.parametrize("message, change", CASES, ids=lambda c: getattr(c, "__name__", ""))
def test_what_is_broken_is_named(message: str, change: Change) -> None:
    parts = Parts()
    verify_module(parts.module)
    change(parts)
    with pytest.raises(InvalidIR) as caught:
        verify_module(parts.module, "a test")
    assert f"; ^ {message}" in str(caught.value)
    assert str(caught.value).startswith("after a test, ")


def test_the_text_of_the_function_with_the_message_inline() -> None:
    parts = Parts()
    parts.inst["used"].set_operand(1, parts.arg["n"])
    with pytest.raises(InvalidIR) as caught:
        verify_function(parts.f)
    error = caught.value
    assert error.function == "f"
    assert error.code == "invalid-ir"
    lines = str(error).split("\n")
    assert lines[0] == "@f is inconsistent: operand 1 has type i64, not the result's double"
    at = lines.index("  %used = fadd double %invoke, %n")
    assert lines[at - 1] == "ok:"
    assert lines[at + 1] == "  ; ^ operand 1 has type i64, not the result's double"
    assert "define double @f(double %x, i64 %n, ptr %p, i1 %c, <4 x float> %v, { i32, double } %s) {" in lines
    assert lines[-2:] == ["}", "  help: this is a bug in irad; please report it with the program"]


def test_all_that_is_wrong_is_said_at_once() -> None:
    parts = Parts()
    parts.inst["fadd"].set_operand(1, parts.arg["n"])
    parts.first("ret").set_operand(0, parts.arg["n"])
    with pytest.raises(InvalidIR, match=r"\(and 1 more\)"):
        verify_function(parts.f)


def test_an_instruction_that_cannot_be_printed() -> None:
    parts = Parts()
    parts.inst["shuffle"].attrs.clear()
    with pytest.raises(InvalidIR, match=r"\n  <shufflevector <2 x float>>\n  ; \^ attrs lack mask"):
        verify_function(parts.f)
