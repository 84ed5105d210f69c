"""Routines that return a complex number, and those that make a plane rotation: bodies in IR.

The derivative of a rotation goes on where one of the two numbers is zero, and does not exist where both are.
(Anderson, "Algorithm 978: Safe scaling in the level 1 BLAS", 2017, has the formulas.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from irad.blas_rules.bodies.routine_parts import Body
from irad.blas_rules.emitted.emit import Number


def _dot(conjugated: bool) -> Callable[[Body], str]:
    def make(b: Body) -> str:
        e, total, t = b.e, b.e.number(), b.p.scalar
        e.store(e.constant(0.0), total)
        first = {n: _first(b, n) for n in "xy"}
        with e.loop(b.values["n"]) as i:
            x, y = (e.load(b.f.element(b.pointers[n], e.i("add", first[n], e.i("mul", i, b.values[f"inc{n}"])))) for n in "xy")
            product, old = e.mul(e.conj(x) if conjugated else x, y), e.load(total)
            pairs = (old.re, product.re), (old.im, product.im)
            e.store(Number(*(e.let(f"fadd reassoc {t} {p}, {q}") for p, q in pairs)), total)
        found = e.load(total)
        made, insert = "undef", "insertelement" if b.ret.startswith("<") else "insertvalue"
        for k, part in enumerate((found.re, found.im)):
            made = e.let(f"{insert} {b.ret} {made}, {t} {part}, {'i32 ' if insert == 'insertelement' else ''}{k}")
        return f"{b.ret} {made}"

    return make


def _first(b: Body, name: str) -> str:
    """The index of the first element: the last one in memory, if the increment is negative."""
    e, step = b.e, b.values[f"inc{name}"]
    back = e.i("mul", e.i("sub", 1, b.values["n"]), step)
    return e.select(e.let(f"icmp slt i64 {step}, 0"), back, "0", "i64")


def _rotg(b: Body) -> str:
    e, t = b.e, b.p.scalar
    x, y = (e.let(f"load {t}, ptr {b.pointers[n]}") for n in "ab")
    size_x, size_y = (_function(b, f"llvm.fabs.{_suffix(b)}", v) for v in (x, y))
    larger = e.let(f"fcmp ogt {t} {size_x}, {size_y}")
    length = _function(b, "hypot" if t == "double" else "hypotf", x, y)
    r = _function(b, f"llvm.copysign.{_suffix(b)}", length, e.select(larger, x, y, t))
    none = e.let(f"fcmp oeq {t} {length}, 0.0")
    with e.when(none):
        for name, value in (("c", "1.0"), ("s", "0.0"), ("a", "0.0"), ("b", "0.0")):
            e.do(f"store {t} {value}, ptr {b.pointers[name]}")
    with e.when(b.f.xor(none, "true")):
        c, s = (e.real("fdiv", v, r) for v in (x, y))
        e.do(f"store {t} {c}, ptr {b.pointers['c']}")
        e.do(f"store {t} {s}, ptr {b.pointers['s']}")
        e.do(f"store {t} {r}, ptr {b.pointers['a']}")
        e.do(f"store {t} 1.0, ptr {b.pointers['b']}")
        with e.when(larger):
            e.do(f"store {t} {s}, ptr {b.pointers['b']}")
        small = b.both(b.f.xor(larger, "true"), e.let(f"fcmp une {t} {c}, 0.0"))
        with e.when(small):
            e.do(f"store {t} {e.real('fdiv', '1.0', c)}, ptr {b.pointers['b']}")
    return ""


def _complex_rotg(b: Body) -> str:
    e, t = b.e, b.p.scalar
    f, g = e.load(b.pointers["a"]), e.load(b.pointers["b"])
    none = e.is_zero(f)
    with e.when(b.both(none, b.f.xor(e.is_zero(g), "true"))):
        size = _function(b, "hypot" if t == "double" else "hypotf", g.re, g.im)
        e.do(f"store {t} 0.0, ptr {b.pointers['c']}")
        turned = e.conj(g)
        e.store(Number(*(e.real("fdiv", v, size) for v in (turned.re, turned.im))), b.pointers["s"])
        e.store(Number(size, "0.0"), b.pointers["a"])
    with e.when(b.both(none, e.is_zero(g))):
        e.do(f"store {t} 1.0, ptr {b.pointers['c']}")
        e.store(e.constant(0.0), b.pointers["s"])
    with e.when(b.f.xor(none, "true")):
        f2, g2 = (e.real("fadd", e.real("fmul", v.re, v.re), e.real("fmul", v.im, v.im)) for v in (f, g))
        h2 = e.real("fadd", f2, g2)
        d = _function(b, f"llvm.sqrt.{_suffix(b)}", e.real("fmul", f2, h2))
        e.do(f"store {t} {e.real('fdiv', f2, d)}, ptr {b.pointers['c']}")
        longer = e.real("fdiv", h2, d)
        e.store(Number(e.real("fmul", f.re, longer), e.real("fmul", f.im, longer)), b.pointers["a"])
        share = Number(*(e.real("fdiv", v, d) for v in (f.re, f.im)))
        e.store(e.mul(e.conj(g), share), b.pointers["s"])
    return ""


def _suffix(b: Body) -> str:
    return "f64" if b.p.scalar == "double" else "f32"


def _function(b: Body, name: str, *args: str) -> str:
    """A function of real numbers."""
    t = b.p.scalar
    b.needs[name] = f"declare {t} @{name}({', '.join([t] * len(args))})"
    return b.e.let(f"call {t} @{name}({', '.join(f'{t} {a}' for a in args)})")


def _any_rotg(b: Body) -> str:
    return _complex_rotg(b) if b.p.complex_ else _rotg(b)


BODIES: Mapping[str, Callable[[Body], str]] = {"dotc": _dot(True), "dotu": _dot(False), "rotg": _any_rotg}
