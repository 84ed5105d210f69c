"""Small functions, one or more for each opcode, and what has to come of them in each mode.

The code of a case is a piece of ``void f(double *x, double *y)``; it reads at most eight numbers and writes at most four.
A case for what is refused says with which message, by mode.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

REVERSE, FORWARD, SETS = "gradient", "forward", "sets"


@dataclass(frozen=True)
class Case:
    """``refused``: modes in which there is a `DifferentiationError`, and what it says.  ``runs``: can the primal be run at all?
    ``step``: for differences.
    """

    code: str
    more: str = ""
    refused: Mapping[str, str] = field(default_factory=dict)
    runs: bool = True
    step: float = 1e-6
    attributes: str = ""


def _everywhere(message: str) -> dict[str, str]:
    return dict.fromkeys((REVERSE, FORWARD, SETS), message)


def _loaded(*names: str, of: str = "double") -> str:
    """Values from x, one behind the other."""
    size = 2 if of.startswith("<2") else 1
    return "".join(
        f"  %p{n} = getelementptr double, ptr %x, i64 {size * k}\n  %{n} = load {of}, ptr %p{n}, align 8\n"
        for k, n in enumerate(names)
    )


def _stored(*values: str, of: str = "double") -> str:
    """To y, one behind the other."""
    size = 2 if of.startswith("<2") else 4 if of.startswith("<4") else 1
    return "".join(
        f"  %q{k} = getelementptr double, ptr %y, i64 {size * k}\n  store {of} {v}, ptr %q{k}, align 8\n"
        for k, v in enumerate(values)
    )


def _value(inputs: str, code: str, outputs: str = "%r", *, of: str = "double", out: str = "", **rest: object) -> Case:
    return Case(_loaded(*inputs.split(), of=of) + code + "\n" + _stored(*outputs.split(), of=out or of), **rest)  # type: ignore[arg-type]


# Conditions and indices are computed from x, so that the reverse sweep has to remember them where x is overwritten.
_CONDITION = "  %c = fcmp ogt double %a, 0.7\n"
_INDEX = "  %i = fptosi double %a to i64\n"
_V2 = "<2 x double>"
_BITS = "  %n = bitcast double %a to i64\n"
_TAKEN = "active values are taken from a list of variable arguments"
_ASM = "active values pass through inline assembly"
_ATOMIC = "atomicrmw {} on active memory"
_PIECES = "active floating-point data is (copied in pieces, or )?changed by integer operations"


def _no_bits(opcode: str, code: str, message: str = "on floating-point bits|changed by integer operations") -> Case:
    """Arithmetic on the bits of a float, which has no derivative anybody could name."""
    return _value("a b", f"{_BITS}  %m = bitcast double %b to i64\n{code}\n  %r = bitcast i64 %s to double",
                  refused=_everywhere(message))  # fmt: skip


def _number(code: str) -> Case:
    """Arithmetic on numbers beside a product of floats, of which only the latter has a derivative."""
    return _value("a b", f"  %n = fptosi double %b to i64\n{code}\n  %t = sitofp i64 %s to double\n  %r = fmul double %a, %t")


def _masked(kind: str, suffix: str, mask: str = "<i1 false, i1 true>") -> Case:
    """A load under a mask, of a place that the other lane must not touch, or a store of two numbers under a mask."""
    v, m = "<2 x double>", f"<2 x i1> {mask}"
    if kind in ("load", "gather", "expandload"):
        at, place = ("<2 x ptr> %g", "<2 x ptr>") if kind == "gather" else ("ptr %p", "ptr")
        pointers = "  %g = getelementptr double, ptr %x, <2 x i64> <i64 5, i64 5>\n" if kind == "gather" else ""
        code = f"""  %p = getelementptr double, ptr %x, i64 3
{pointers}  %m = call {v} @llvm.masked.{kind}.v2f64{suffix}({at}, {m}, {v} %a)
  %r = fmul {v} %m, %m"""
        more = f"declare {v} @llvm.masked.{kind}.v2f64{suffix}({place}, <2 x i1>, {v})"
        return _value("a", code, of=v, more=more)
    at = "<2 x ptr> %g" if kind == "scatter" else "ptr %p"
    code = f"""{_loaded("a", "b", of=v)}  %m = fmul {v} %a, %a
  store {v} %b, ptr %y, align 8
  %p = getelementptr double, ptr %y, i64 1
  %g = getelementptr double, ptr %y, <2 x i64> <i64 1, i64 1>
  call void @llvm.masked.{kind}.v2f64{suffix}({v} %m, {at}, {m})
"""
    pointers = "<2 x ptr>" if kind == "scatter" else "ptr"
    return Case(code, f"declare void @llvm.masked.{kind}.v2f64{suffix}({v}, {pointers}, <2 x i1>)")


CASES: dict[str, list[Case]] = {
    **{op: [_value("a b", f"  %s = {op} double %a, %b\n  %r = fmul double %s, %s"),
            _value("a b", f"  %r = {op} <2 x double> %a, %b", of=_V2),
            _value("a", f"  %r = {op} double %a, 3.0"), _value("a", f"  %r = {op} double 3.0, %a")]
       for op in ("fadd", "fsub", "fmul", "fdiv")},
    "frem": [_value("a b", "  %r = frem double %b, %a")],
    "fneg": [_value("a", "  %s = fneg double %a\n  %r = fmul double %s, %s"), _value("a", "  %r = fneg <2 x double> %a", of=_V2)],
    # (Numbers of other sizes do not hold a set of 64 bits.)
    **{op: [_value("a", "  %s = fptrunc double %a to float\n  %t = fpext float %s to double\n  %r = fmul double %t, %t",
                   refused={SETS: "does not fit into a number"}, step=2.0**-7)] for op in ("fptrunc", "fpext")},
    "phi": [_value("a b", _CONDITION + """  br i1 %c, label %then, label %join
then:
  %s = fmul double %b, %b
  br label %join
join:
  %r = phi double [ %s, %then ], [ %a, %entry ]""")],
    "select": [_value("a b", _CONDITION + "  %s = fmul double %b, %b\n  %r = select i1 %c, double %s, double %a"),
               _value("a b", "  %c = fcmp ogt <2 x double> %a, splat (double 0.7)\n"
                      "  %r = select <2 x i1> %c, <2 x double> %a, <2 x double> %b", of=_V2),
               _value("a", _CONDITION + "  %r = select i1 %c, double %a, double 2.0")],
    "freeze": [_value("a", "  %s = freeze double %a\n  %r = fmul double %s, %s")],
    "bitcast": [_value("a", _BITS + "  %s = bitcast i64 %n to double\n  %r = fmul double %s, %s")],
    "insertvalue": [_value("a b", """  %s = insertvalue { double, [2 x double] } zeroinitializer, double %a, 0
  %t = insertvalue { double, [2 x double] } %s, double %b, 1, 1
  %u = insertvalue { double, [2 x double] } %t, double 3.0, 0
  %r = extractvalue { double, [2 x double] } %u, 1, 1
  %v = extractvalue { double, [2 x double] } %t, 0""", "%r %v")],
    "extractvalue": [_value("a b", """  %s = insertvalue { double, [2 x double] } undef, double %a, 0
  %t = insertvalue { double, [2 x double] } %s, double %b, 1, 0
  %u = extractvalue { double, [2 x double] } %t, 1
  %v = extractvalue [2 x double] %u, 0
  %r = fmul double %v, %a""")],
    "insertelement": [_value("a b", _INDEX + """  %s = insertelement <2 x double> splat (double 2.0), double %b, i64 %i
  %t = insertelement <2 x double> %s, double %a, i64 0""", "%t", out=_V2)],
    "extractelement": [_value("a b", """  %s = extractelement <2 x double> %b, i64 0
  %i = fptosi double %s to i64
  %t = extractelement <2 x double> %a, i64 %i
  %r = fmul double %t, %t""", of=_V2, out="double")],
    "shufflevector": [_value("a b", "  %r = shufflevector <2 x double> %a, <2 x double> %b,"
                             " <4 x i32> <i32 3, i32 0, i32 0, i32 2>", of=_V2, out="<4 x double>")],
    # What is done to all the bits of a float is refused, but for its sign; to numbers it is nothing to derivatives.
    "and": [_no_bits("and", "  %s = and i64 %n, %m"), _number("  %s = and i64 %n, 3"),
            _value("a b", "  %d = fsub double %a, %b\n  %n = bitcast double %d to i64\n  %m = and i64 %n, 9223372036854775807\n"
                   "  %t = bitcast i64 %m to double\n  %r = fmul double %t, %t")],
    "or": [_no_bits("or", "  %s = or i64 %n, %m"), _number("  %s = or i64 %n, 3"),
           _value("a", _BITS + "  %m = or i64 %n, -9223372036854775808\n  %r = bitcast i64 %m to double")],
    "xor": [_no_bits("xor", "  %s = xor i64 %n, %m"), _number("  %s = xor i64 %n, 3"),
            _value("a", _BITS + "  %m = xor i64 %n, -9223372036854775808\n  %r = bitcast i64 %m to double")],
    **{op: [_no_bits(op, f"  %s = {op} i64 %n, %m"), _number(f"  %s = {op} i64 %n, 3")]
       for op in ("add", "sub", "shl", "mul")},
    **{op: [_no_bits(op, f"  %s = {op} i64 %n, %m"), _number(f"  %s = {op} i64 %n, 1")] for op in ("lshr", "ashr")},
    **{op: [_number(f"  %s = {op} i64 %n, {by}")] for op, by in (("udiv", 2), ("sdiv", 2), ("urem", 3), ("srem", 3))},
    "trunc": [_no_bits("trunc", "  %u = trunc i64 %n to i32\n  %s = zext i32 %u to i64"),
              _number("  %u = trunc i64 %n to i32\n  %s = zext i32 %u to i64")],
    "zext": [_number("  %u = trunc i64 %n to i8\n  %s = zext i8 %u to i64")],
    "sext": [_no_bits("sext", "  %u = trunc i64 %n to i32\n  %s = sext i32 %u to i64"),
             _number("  %u = trunc i64 %n to i32\n  %s = sext i32 %u to i64")],
    "fptoui": [_value("a b", "  %i = fptoui double %b to i64\n  %t = uitofp i64 %i to double\n  %r = fmul double %a, %t")],
    "uitofp": [_value("a b", "  %i = fptoui double %b to i64\n  %t = uitofp i64 %i to double\n  %r = fadd double %a, %t")],
    "fptosi": [_value("a b", "  %i = fptosi double %b to i64\n  %t = sitofp i64 %i to double\n  %r = fdiv double %a, %t",)],
    "sitofp": [_value("a b", "  %i = fptosi double %b to i64\n  %t = sitofp i64 %i to double\n  %r = fsub double %t, %a")],
    "icmp": [_value("a b", _INDEX + "  %c = icmp sgt i64 %i, 0\n  %r = select i1 %c, double %a, double %b")],
    "fcmp": [_value("a b", _CONDITION + "  %u = uitofp i1 %c to double\n  %r = fmul double %u, %b")],
    "getelementptr": [_value("a", _INDEX + """  %k = add i64 %i, 2
  %p = getelementptr double, ptr %x, i64 %k
  %s = load double, ptr %p
  %r = fmul double %s, %s""")],
    "ptrtoint": [_value("a", """  %n = ptrtoint ptr %x to i64
  %m = add i64 %n, 8
  %p = inttoptr i64 %m to ptr
  %s = load double, ptr %p
  %r = fmul double %s, %a"""),
                 _value("a", """  %n = ptrtoaddr ptr %x to i64
  %p = inttoptr i64 %n to ptr
  %s = load double, ptr %p
  %r = fmul double %s, %a""")],
    "inttoptr": [_value("a", """  %n = ptrtoint ptr %x to i64
  %p = inttoptr i64 %n to ptr
  store double %a, ptr %y
  %s = load double, ptr %p
  %r = fmul double %s, %s"""),
                 _value("a", """  %m = bitcast double %a to i64
  %p = inttoptr i64 %m to ptr
  store ptr %p, ptr %y""", "")],
    "addrspacecast": [_value("a", """  %g = addrspacecast ptr %x to ptr addrspace(1)
  %p = addrspacecast ptr addrspace(1) %g to ptr
  %s = load double, ptr %p
  %r = fmul double %s, %s""")],
    "alloca": [_value("a b", """  %l = alloca [2 x double]
  store double %a, ptr %l
  %m = getelementptr double, ptr %l, i64 1
  store double %b, ptr %m
  %s = load double, ptr %l
  %t = load double, ptr %m
  %r = fmul double %s, %t""")],
    "load": [_value("a", "  %r = fmul double %a, %a"),
             Case("  %s = load { double, i64, double }, ptr %x\n  %u = extractvalue { double, i64, double } %s, 2\n"
                  "  %t = extractvalue { double, i64, double } %s, 0\n  %r = fmul double %u, %t\n  store double %r, ptr %y"),
             Case("  %s = load i64, ptr %x\n  store i64 %s, ptr %y"),
             Case("  %s = load <2 x i64>, ptr %x\n  store <2 x i64> %s, ptr %y", refused=_everywhere(_PIECES)),
             Case("  %s = load volatile double, ptr %x\n  %r = fmul double %s, %s\n  store double %r, ptr %y")],
    "store": [_value("a b", """  %s = fmul double %a, %b
  store double %a, ptr %y
  store double %s, ptr %y
  %t = load double, ptr %y
  %r = fmul double %t, %t"""),
              _value("a", _BITS + "  %m = trunc i64 %n to i32\n  store i32 %m, ptr %y", "", refused=_everywhere(_PIECES),
                     runs=False)],
    "atomicrmw": [
        *[_value("a b", f"  store double %a, ptr %y\n  %o = atomicrmw {op} ptr %y, double %b seq_cst\n  %s = fmul double %o, %o\n"
                 "  %q = getelementptr double, ptr %y, i64 1\n  store double %s, ptr %q", "") for op in ("fadd", "fsub")],
        _value("a b", "  store double %a, ptr %y\n  %o = atomicrmw xchg ptr %y, double %b seq_cst\n"
               "  %q = getelementptr double, ptr %y, i64 1\n  store double %o, ptr %q", "",
               refused={REVERSE: _ATOMIC.format("xchg")}),
        *[_value("a b", f"  store double %a, ptr %y\n  %o = atomicrmw {op} ptr %y, double %b seq_cst", "",
                 refused=_everywhere(_ATOMIC.format(op))) for op in ("fmax", "fmin", "fmaximum", "fminimum")],
        _value("a b", """  %l = alloca i64
  store i64 1, ptr %l
  %o = atomicrmw add ptr %l, i64 1 seq_cst
  %t = sitofp i64 %o to double
  %r = fmul double %a, %t"""),
    ],
    "cmpxchg": [_value("a", _BITS + "  %o = cmpxchg ptr %y, i64 0, i64 %n seq_cst seq_cst", "",
                       refused=_everywhere("an atomic operation on i64 in active memory")),
                _value("a", """  %l = alloca i64
  store i64 2, ptr %l
  %o = cmpxchg ptr %l, i64 2, i64 3 seq_cst seq_cst
  %i = extractvalue { i64, i1 } %o, 0
  %t = sitofp i64 %i to double
  %r = fmul double %a, %t""")],
    "br": [_value("a b", _CONDITION + """  br i1 %c, label %then, label %else
then:
  %s = fmul double %b, %b
  store double %s, ptr %y
  br label %join
else:
  store double %a, ptr %y
  br label %join
join:
""", "")],
    "switch": [_value("a b", _INDEX + """  switch i64 %i, label %else [ i64 1, label %then
    i64 2, label %join ]
then:
  %s = fmul double %b, %b
  store double %s, ptr %y
  br label %join
else:
  store double %a, ptr %y
  br label %join
join:
""", "")],
    "ret": [_value("a", "  %r = call double @g(double %a, double %a)",
                   more="define internal double @g(double %a, double %b) noinline {\n  %r = fmul double %a, %b\n"
                   "  ret double %r\n}")],
    "unreachable": [_value("a", """  %c = fcmp ogt double %a, 100.0
  br i1 %c, label %never, label %always
never:
  unreachable
always:
  %r = fmul double %a, %a""")],
    # The normal form makes a switch of it.
    "indirectbr": [_value("a", _INDEX + """  %p = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %i
  %t = load ptr, ptr %p
  indirectbr ptr %t, [label %then, label %join]
then:
  store double %a, ptr %y
  br label %join
join:
""", "", more="@targets = internal constant [2 x ptr] [ptr blockaddress(@f, %join), ptr blockaddress(@f, %then)]")],
    "call": [
        _value("a", "  %s = call double @llvm.exp.f64(double %a)\n  %r = fmul double %s, %s",
               more="declare double @llvm.exp.f64(double)"),
        _value("a b", "  call void @g(ptr %x, ptr %y)\n  %r = fmul double %a, %b", "",
               more="define internal void @g(ptr %x, ptr %y) noinline {\n  %a = load double, ptr %x\n  %r = fmul double %a, %a\n"
               "  store double %r, ptr %y\n  ret void\n}"),
        _value("a", '  %r = call double asm "", "=x,0"(double %a)', refused=_everywhere(_ASM)),
        _value("a", "  %r = call double @unknown(double %a)", more="declare double @unknown(double)", runs=False,
               refused=_everywhere("has no definition and no rule")),
        _value("a", "  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 16, i1 false)", "",
               more="declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"),
        _value("a", "  store double %a, ptr %y\n  %q = getelementptr double, ptr %y, i64 1\n  store double %a, ptr %q\n"
               "  call void @llvm.memset.p0.i64(ptr %y, i8 0, i64 8, i1 false)", "",
               more="declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"),
        _masked("load", ".p0"), _masked("gather", ".v2p0", "<i1 true, i1 true>"), _masked("expandload", ""),
        _masked("store", ".p0"), _masked("scatter", ".v2p0", "<i1 true, i1 true>"), _masked("compressstore", ""),
        Case("  %l = alloca <2 x double>\n  %a = load <2 x double>, ptr %x, align 8\n"
             "  call void @llvm.vp.store.v2f64.p0(<2 x double> %a, ptr %l, <2 x i1> splat (i1 true), i32 2)\n"
             "  %b = load <2 x double>, ptr %l\n  store <2 x double> %b, ptr %y, align 8",
             "declare void @llvm.vp.store.v2f64.p0(<2 x double>, ptr, <2 x i1>, i32)",
             refused=_everywhere("has no definition and no rule"), runs=False),
        *[Case(f"  %a = {load}\n  {store}", "declare void @llvm.masked.store.v2i64.p0(<2 x i64>, ptr, <2 x i1>)\n"
               "declare <2 x i64> @llvm.masked.load.v2i64.p0(ptr, <2 x i1>, <2 x i64>)", refused=_everywhere(_PIECES), runs=False)
          for load, store in (
              ("load <2 x i64>, ptr %x", "call void @llvm.masked.store.v2i64.p0(<2 x i64> %a, ptr %y, <2 x i1> splat (i1 true))"),
              ("call <2 x i64> @llvm.masked.load.v2i64.p0(ptr %x, <2 x i1> splat (i1 true), <2 x i64> zeroinitializer)",
               "store <2 x i64> %a, ptr %y"))],
    ],
    "invoke": [
        _value("a", """  %r = invoke double @g(double %a) to label %fine unwind label %caught
caught:
  %l = landingpad { ptr, i32 } cleanup
  unreachable
fine:""", more="define internal double @g(double %a) noinline {\n  %r = fmul double %a, %a\n  ret double %r\n}\n"
               "declare i32 @__gxx_personality_v0(...)", attributes="personality ptr @__gxx_personality_v0"),
        _value("a", """  %r = invoke double asm "", "=x,0"(double %a) to label %fine unwind label %caught
caught:
  %l = landingpad { ptr, i32 } cleanup
  unreachable
fine:""", more="declare i32 @__gxx_personality_v0(...)", attributes="personality ptr @__gxx_personality_v0",
               refused=_everywhere(_ASM), runs=False),
    ],
    **{op: [_value("a", f"""  %b = fmul double %a, %a
  invoke void @g(double %a) to label %fine unwind label %caught
caught:
  %l = landingpad {{ ptr, i32 }} cleanup
  {"resume { ptr, i32 } %l" if op == "resume" else "br label %fine"}
fine:""", "%b", more="declare void @h(double)\ndefine internal void @g(double %a) noinline {\n  %c = fcmp ogt double %a, 100.0\n"
                   "  br i1 %c, label %more, label %end\nmore:\n  call void @h(double %a)\n  br label %end\nend:\n  ret void\n}\n"
                   "declare i32 @__gxx_personality_v0(...)", attributes="personality ptr @__gxx_personality_v0",
                   runs=False)] for op in ("landingpad", "resume")},
    "callbr": [
        _value("a", """  %r = callbr double asm "", "=x,0,!i"(double %a) to label %fine [label %other]
other:
  br label %end
fine:
  store double %r, ptr %y
  br label %end
end:""", "", refused=_everywhere(_ASM)),
        _value("a", """  %l = alloca double
  store double %a, ptr %l
  callbr void asm "", "r,r,!i"(ptr %l, ptr %y) to label %fine [label %other]
other:
  br label %fine
fine:""", "", refused=_everywhere(_ASM)),
        _value("a", """  callbr void asm "", "r,!i"(i64 1) to label %fine [label %other]
other:
  br label %fine
fine:
  %r = fmul double %a, %a""")],
    "fence": [_value("a", "  fence seq_cst\n  %r = fmul double %a, %a")],
    "va_arg": [
        Case("  %a = va_arg ptr %x, double\n  store double %a, ptr %y", refused=_everywhere(_TAKEN), runs=False),
        *[Case(f"""  %list = alloca [3 x ptr]
  %place = alloca ptr
  %l = alloca double
  store ptr {"%x" if load else "%l"}, ptr %place
  store ptr %place, ptr %list
  %p = va_arg ptr %list, ptr
  %a = load double, ptr {"%p" if load else "%x"}
  store double %a, ptr {"%l" if load else "%p"}
  %b = load double, ptr %l
  store double %b, ptr %y""", refused=_everywhere(_TAKEN), runs=False) for load in (True, False)],
        _value("a", """  %list = alloca [3 x i64]
  %c = fcmp ogt double %a, 100.0
  br i1 %c, label %never, label %always
never:
  %i = va_arg ptr %list, i32
  br label %always
always:
  %k = phi i32 [ %i, %never ], [ 2, %entry ]
  %t = sitofp i32 %k to double
  %r = fmul double %a, %t"""),
    ],
}  # fmt: skip
