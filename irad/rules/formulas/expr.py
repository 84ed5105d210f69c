"""The language of derivative formulas: parsing, what a formula needs, and its evaluation into IR.

A formula is one Python expression over

* ``d`` -- the incoming adjoint or tangent; a formula is linear in it, so that one text serves both modes,
* the names of the arguments, and the result ``r`` (``r0``, ``r1`` when there are several),
* decimal numbers and the constants ``pi ln2 ln10 sqrt_pi inf nan``,
* ``+ - * /``, comparisons, ``and or not``, ``where(condition, a, b)``, ``isnan(x)``, ``re(z)``, ``im(z)``,
* calls of other functions of the tables by canonical name, ``llvm.name(x)[k]`` for one component of a struct result.

Comparisons are the ordered ones (false with nan) but for ``!=``, as in C.  Numbers are exact decimals until they meet a
value, so that constants are right in long double too.  Integers stay integers among themselves (``n - 1``) and are
converted when they meet a float.  A value may be a vector: everything is elementwise.  Complex values are pairs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal
from functools import cached_property

from irad.errors import RuleError
from irad.ir.builder import Builder
from irad.ir.constants import const_float, const_int
from irad.ir.types import I1, I32, Type, VectorType, vector
from irad.ir.values import Instruction, Value

CONSTANTS: dict[str, Decimal] = {
    "pi": Decimal("3.14159265358979323846264338327950288419717"),
    "ln2": Decimal("0.69314718055994530941723212145817656807550"),
    "ln10": Decimal("2.30258509299404568401799145468436420760110"),
    "sqrt_pi": Decimal("1.77245385090551602729816748334114518279755"),
    "inf": Decimal("Infinity"),
    "nan": Decimal("NaN"),
}
_EXACT = Context(prec=45)
_BUILTINS = frozenset(("where", "isnan", "re", "im"))
_ORDERED = {ast.Eq: "oeq", ast.NotEq: "une", ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt", ast.GtE: "oge"}
_SIGNED = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge"}
_DOUBLE_DIGITS = 64


class Formula:
    """One parsed expression.  ``text`` is what the row says and what ``irad rules`` prints."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def tree(self) -> ast.expr:
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except SyntaxError as e:
            raise RuleError(f"the formula '{self.text}' cannot be parsed: {e.msg}") from None

    @cached_property
    def names(self) -> frozenset[str]:
        """Arguments and results that occur (``d``, constants and function names are not among them)."""
        functions = {id(n.func) for n in ast.walk(self.tree) if isinstance(n, ast.Call)}
        found = {n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name) and id(n) not in functions}
        return frozenset(found - CONSTANTS.keys() - {"d", "llvm", "unknown"})

    @cached_property
    def calls(self) -> frozenset[str]:
        """Canonical names of the functions that the formula calls."""
        found = {_function_name(n) for n in ast.walk(self.tree) if isinstance(n, ast.Call)}
        return frozenset(found - _BUILTINS)

    @cached_property
    def is_zero(self) -> bool:
        return isinstance(self.tree, ast.Constant) and self.tree.value == 0

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"


@dataclass(frozen=True)
class Complex:
    """A complex value, or a struct of two: its components."""

    re: Value
    im: Value


Term = Decimal | Value | Complex
"""What a subexpression evaluates to: a number not yet typed, a scalar or vector value, or a pair."""

CallHook = Callable[["Evaluator", str, list[Term]], Term]


@dataclass
class Evaluator:
    """Evaluates formulas at the type ``at`` into instructions at the position of ``b``.

    ``env`` maps names to terms, ``call`` emits a function of the tables, ``flags`` are the fast-math words that every
    instruction gets.  Equal subexpressions are emitted once per formula.
    """

    b: Builder
    at: Type
    env: Mapping[str, Term]
    call: CallHook
    flags: tuple[str, ...] = ()
    _seen: dict[str, Term] = field(default_factory=dict)

    # ---- results

    def value(self, formula: Formula) -> Value:
        """The formula as one value (a number becomes a constant of the type at hand)."""
        return self.typed(self.term(formula.tree))

    def pair(self, formula: Formula) -> Complex:
        return self.to_complex(self.term(formula.tree))

    # ---- conversions

    def number(self, x: Decimal, t: Type) -> Value:
        """A constant of type ``t``, to the last bit also where a double does not hold all of it."""
        if t.scalar.is_int:
            return const_int(t, int(x))
        high = const_float(t, float(x))
        if not x.is_finite() or getattr(t.scalar, "bits", 0) <= _DOUBLE_DIGITS:
            return high
        rest = _EXACT.subtract(x, Decimal(float(x)))
        return high if not rest else self.b.fadd(high, const_float(t, float(rest)))

    def typed(self, x: Term, t: Type | None = None) -> Value:
        """``x`` as a float value of the type at hand (or of ``t``)."""
        t = t or self.at
        if isinstance(x, Decimal):
            return self.number(x, t)
        if isinstance(x, Complex):
            raise RuleError("a complex term where a real one is needed")
        if t.scalar.is_int or not x.type.scalar.is_int:
            return x
        if isinstance(t, VectorType) and not x.type.is_vector:
            x = self.splat(x, t.count)
        return self.b.cast("sitofp", x, t)

    def splat(self, x: Value, count: int) -> Value:
        out: Value = const_int(vector(count, x.type), 0)
        for k in range(count):
            out = self.b.insert_element(out, x, const_int(I32, k))
        return out

    def to_complex(self, x: Term) -> Complex:
        if isinstance(x, Complex):
            return x
        return Complex(self.typed(x), const_float(self.at, 0.0))

    # ---- expressions

    def term(self, node: ast.expr) -> Term:
        key = ast.dump(node)
        if key not in self._seen:
            self._seen[key] = self._term(node)
        return self._seen[key]

    def _term(self, node: ast.expr) -> Term:
        if isinstance(node, ast.Constant):
            return Decimal(repr(node.value))
        if isinstance(node, ast.Name):
            return CONSTANTS[node.id] if node.id in CONSTANTS else self.env[node.id]
        if isinstance(node, ast.UnaryOp):
            x = self.term(node.operand)
            return self._not(x) if isinstance(node.op, ast.Not) else self.negate(x)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div):
            return self.binary(type(node.op), self.term(node.left), self.term(node.right))
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.BoolOp):
            return self._bool(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript):
            pair, k = self.term(node.value), ast.literal_eval(node.slice)
            assert isinstance(pair, Complex)
            return (pair.re, pair.im)[k]
        raise RuleError(f"'{ast.unparse(node)}' is not part of the formula language")

    def negate(self, x: Term) -> Term:
        if isinstance(x, Decimal):
            return -x
        if isinstance(x, Complex):
            return Complex(self.b.fneg(x.re, flags=self.flags), self.b.fneg(x.im, flags=self.flags))
        if x.type.scalar.is_int:
            return self.b.sub(const_int(x.type, 0), x)
        return self.b.fneg(x, flags=self.flags)

    def binary(self, op: type[ast.operator], x: Term, y: Term) -> Term:
        if isinstance(x, Decimal) and isinstance(y, Decimal):
            return _fold(op, x, y)
        if op is ast.Mult and isinstance(x, Decimal) and x == 1:
            return y
        if op in (ast.Mult, ast.Div) and isinstance(y, Decimal) and y == 1:
            return x
        if isinstance(x, Complex) or isinstance(y, Complex):
            return self._complex_binary(op, x, y)
        if _is_int(x) and _is_int(y) and op is not ast.Div:
            t = x.type if isinstance(x, Value) else y.type  # type: ignore[union-attr]
            a, b = (self.number(v, t) if isinstance(v, Decimal) else v for v in (x, y))
            return {ast.Add: self.b.add, ast.Sub: self.b.sub, ast.Mult: self.b.mul}[op](a, b)
        a, b = self.typed(x), self.typed(y)
        emit = {ast.Add: self.b.fadd, ast.Sub: self.b.fsub, ast.Mult: self.b.fmul, ast.Div: self.b.fdiv}
        return emit[op](a, b, flags=self.flags)

    def _compare(self, node: ast.Compare) -> Term:
        if len(node.ops) != 1:
            raise RuleError(f"chained comparison '{ast.unparse(node)}'")
        x, y, op = self.term(node.left), self.term(node.comparators[0]), type(node.ops[0])
        if isinstance(x, Complex) or isinstance(y, Complex):
            x, y = self.to_complex(x), self.to_complex(y)
            parts = [self.b.fcmp(_ORDERED[op], a, b) for a, b in ((x.re, y.re), (x.im, y.im))]
            return self.b.and_(*parts) if op is ast.Eq else self.b.or_(*parts)
        if _is_int(x) and _is_int(y):
            t = x.type if isinstance(x, Value) else y.type  # type: ignore[union-attr]
            a, b = (self.number(v, t) if isinstance(v, Decimal) else v for v in (x, y))
            return self.b.icmp(_SIGNED[op], a, b)
        return self.b.fcmp(_ORDERED[op], self.typed(x), self.typed(y))

    def _bool(self, node: ast.BoolOp) -> Term:
        out, *rest = (self._condition(self.term(v)) for v in node.values)
        for x in rest:
            out = self.b.and_(out, x) if isinstance(node.op, ast.And) else self.b.or_(out, x)
        return out

    def _condition(self, x: Term) -> Value:
        if not isinstance(x, Value) or x.type.scalar is not I1:
            raise RuleError("a condition is needed here")
        return x

    def _not(self, x: Term) -> Value:
        c = self._condition(x)
        return self.b.xor(c, const_int(c.type, 1))

    # ---- calls

    def _call(self, node: ast.Call) -> Term:
        name = _function_name(node)
        args = [self.term(a) for a in node.args]
        if name == "where":
            return self.where(*args)
        if name == "isnan":
            x = self.typed(args[0])
            return self.b.fcmp("uno", x, x)
        if name in ("re", "im"):
            pair = self.to_complex(args[0])
            return pair.re if name == "re" else pair.im
        return self.call(self, name, args)

    def where(self, condition: Term, yes: Term, no: Term) -> Term:
        c = self._condition(condition)
        if isinstance(yes, Complex) or isinstance(no, Complex):
            a, b = self.to_complex(yes), self.to_complex(no)
            return Complex(self.b.select(c, a.re, b.re), self.b.select(c, a.im, b.im))
        t = next((v.type for v in (yes, no) if isinstance(v, Value)), self.at)
        return self.b.select(c, self.typed(yes, t), self.typed(no, t))

    # ---- complex arithmetic

    def _complex_binary(self, op: type[ast.operator], x: Term, y: Term) -> Complex:
        b, flags = self.b, self.flags
        if op is ast.Mult and not (isinstance(x, Complex) and isinstance(y, Complex)):
            z, s = (x, y) if isinstance(x, Complex) else (y, x)
            assert isinstance(z, Complex)
            factor = self.typed(s)
            return Complex(b.fmul(z.re, factor, flags=flags), b.fmul(z.im, factor, flags=flags))
        if op is ast.Div and not isinstance(y, Complex):
            assert isinstance(x, Complex)
            divisor = self.typed(y)
            return Complex(b.fdiv(x.re, divisor, flags=flags), b.fdiv(x.im, divisor, flags=flags))
        p, q = self.to_complex(x), self.to_complex(y)
        if op is ast.Add:
            return Complex(b.fadd(p.re, q.re, flags=flags), b.fadd(p.im, q.im, flags=flags))
        if op is ast.Sub:  # a real x keeps the sign of a zero imaginary part: it decides the side of a branch cut
            im = b.fsub(p.im, q.im, flags=flags) if isinstance(x, Complex) else b.fneg(q.im, flags=flags)
            return Complex(b.fsub(p.re, q.re, flags=flags), im)
        return self._product(p, q) if op is ast.Mult else self._quotient(p, q)

    def _product(self, p: Complex, q: Complex) -> Complex:
        b, flags = self.b, self.flags
        re = b.fsub(b.fmul(p.re, q.re, flags=flags), b.fmul(p.im, q.im, flags=flags), flags=flags)
        im = b.fadd(b.fmul(p.re, q.im, flags=flags), b.fmul(p.im, q.re, flags=flags), flags=flags)
        return Complex(re, im)

    def _quotient(self, p: Complex, q: Complex) -> Complex:
        """``p/q``, both scaled by the larger component of ``q``: no square overflows or vanishes."""
        b, flags = self.b, self.flags
        re, im = (self.typed(self.call(self, "fabs", [v])) for v in (q.re, q.im))
        scale = b.select(b.fcmp("olt", re, im), im, re)
        c, s = b.fdiv(q.re, scale, flags=flags), b.fdiv(q.im, scale, flags=flags)
        size = b.fadd(b.fmul(c, c, flags=flags), b.fmul(s, s, flags=flags), flags=flags)
        up = self._product(p, Complex(c, b.fneg(s, flags=flags)))
        parts = (b.fdiv(b.fdiv(v, size, flags=flags), scale, flags=flags) for v in (up.re, up.im))
        return Complex(*parts)


def _function_name(node: ast.Call) -> str:
    return ast.unparse(node.func)


def _is_int(x: Term) -> bool:
    if isinstance(x, Value):
        return x.type.scalar.is_int
    return isinstance(x, Decimal) and x == x.to_integral_value() if not isinstance(x, Complex) else False


def _fold(op: type[ast.operator], x: Decimal, y: Decimal) -> Decimal:
    fold = {ast.Add: _EXACT.add, ast.Sub: _EXACT.subtract, ast.Mult: _EXACT.multiply, ast.Div: _EXACT.divide}
    return fold[op](x, y)


def fast_math_flags(inst: Instruction) -> tuple[str, ...]:
    """The words of the primal that hold for its derivative too (nnan, ninf, nsz are promises about *its* values)."""
    flags = inst.attrs.get("flags", ())
    if "fast" in flags:
        return ("reassoc", "arcp", "contract", "afn")
    return tuple(f for f in flags if f in ("reassoc", "arcp", "contract", "afn"))
