"""Intrinsics of LLVM that are not also functions of the C library.

All integer intrinsics are here as inactive, and those that only tell the compiler something.  Left to the transform:
memcpy, memmove, memset, masked loads and stores, stacksave, and the intrinsics that return their pointer argument.
LangRef, "Intrinsic Functions" (LLVM 22).
"""

from __future__ import annotations

from irad.rules.formulas.base import Emission, Rule
from irad.rules.formulas.model import Domain, InactiveRule, MathRule, inactive, math

_TIES = "at a tie each argument gets half"
_SIGNED: Domain = {"x": (-3, 3), "y": (-3, 3)}


def _pair(name: str, partials: tuple[str, ...], domain: Domain, results: str = "pair", note: str = "") -> MathRule:
    """An intrinsic with a struct result."""
    return math(
        f"{name}(x) -> {results}",
        {"x": partials},
        names=name,
        domain=domain,
        emission=Emission(intrinsic=name),
        note=note,
    )


def _extreme(name: str, wins: str, loses: str, names: str, note: str) -> MathRule:
    """A minimum or maximum; ``wins`` and ``loses`` are the comparisons of x with y that decide."""
    return math(
        f"{name}(x, y)",
        {
            "x": f"where(x == y, d/2, where({loses}, 0, d))",
            "y": f"where(x == y, d/2, where({wins}, 0, d))",
        },
        names=names,
        domain=_SIGNED,
        emission=Emission(intrinsic=f"llvm.{name}"),
        note=note,
    )


_FLOAT: tuple[Rule, ...] = (
    _pair("llvm.sincos", ("d*r1", "-d*r0"), {"x": (-3, 3)}),
    _pair("llvm.modf", ("d", "0"), {"x": (0.1, 0.9)}, note="the integral part has derivative zero"),
    _pair(
        "llvm.frexp", ("d*where(x == 0, 1, r0/x)",), {"x": ((-0.9, -0.6), (0.6, 0.9))}, "first",
        note="the exponent is an integer, held fixed; 1 at 0",
    ),
    _extreme("minimum", "x < y", "x > y", "llvm.minimum fminimum{,f,l}", f"{_TIES}; with a nan both get all"),
    _extreme("maximum", "x > y", "x < y", "llvm.maximum fmaximum{,f,l}", f"{_TIES}; with a nan both get all"),
    _extreme(
        "minimumnum", "x < y or isnan(y)", "x > y or isnan(x)", "llvm.minimumnum fminimum_num{,f,l}",
        f"{_TIES}; a nan argument gets nothing",
    ),
    _extreme(
        "maximumnum", "x > y or isnan(y)", "x < y or isnan(x)", "llvm.maximumnum fmaximum_num{,f,l}",
        f"{_TIES}; a nan argument gets nothing",
    ),
    *(
        math(f"{n}(x)", {"x": "d"}, names=f"llvm.{n}", domain={"x": (-3, 3)})
        for n in ("canonicalize", "arithmetic.fence")
    ),
    math(
        "fptrunc.round(x, mode: other)", {"x": "d"}, names="llvm.fptrunc.round", domain={"x": (-3, 3)},
        note="the adjoint is converted to the other type",
    ),
)  # fmt: skip

_INTEGER = """
    abs ctpop ctlz cttz bswap bitreverse fshl fshr smax smin umax umin scmp ucmp
    {s,u}{add,sub,mul}.with.overflow {s,u}{add,sub,shl}.sat {s,u}mul.fix {s,u}mul.fix.sat {s,u}div.fix {s,u}div.fix.sat
    fpto{s,u}i.sat is.fpclass is.constant clmul pdep pext
    vector.reduce.{add,mul,and,or,xor,smax,smin,umax,umin} vector.partial.reduce.add
    experimental.cttz.elts experimental.vector.match get.active.lane.mask experimental.get.vector.length stepvector
    experimental.stepvector vscale
"""

_TOLD = """
    assume expect expect.with.probability experimental.noalias.scope.decl donothing sideeffect pseudoprobe
    lifetime.{start,end} invariant.{start,end} fake.use annotation var.annotation codeview.annotation
    dbg.{value,declare,assign,label} allow.{runtime,ubsan}.check public.type.test type.test objectsize
    instrprof.* call.preallocated.setup set.loop.iterations loop.decrement
"""

_MACHINE = """
    prefetch readcyclecounter readsteadycounter thread.pointer frameaddress returnaddress addressofreturnaddress
    sponentry get.rounding set.rounding {get,set,reset}.fp{env,mode} clear_cache eh.typeid.for read_register
    read_volatile_register write_register localescape va_end
"""


def _family(names: str, note: str) -> InactiveRule:
    words = " ".join(f"llvm.{w}" for w in names.split())
    return inactive(note, words)


RULES: tuple[Rule, ...] = (
    *_FLOAT,
    _family(_INTEGER, "llvm integer intrinsics"),
    _family(_TOLD, "llvm hints"),
    _family(_MACHINE, "llvm machine state"),
    inactive("llvm traps", "llvm.trap llvm.debugtrap llvm.ubsantrap", noreturn=True),
)
