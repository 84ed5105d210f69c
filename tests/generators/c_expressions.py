"""Expressions of the generated C: each node is written as C by ``c()`` and evaluated on duals by ``ev(machine)``."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.generators.c_memory import BadProgram, Buffer, Machine, load, read
from tests.generators.c_types import Array, D, F, I, Pointer, Scalar, Struct, Type, declare, size
from tests.generators.dual import TIE, Dual, NearTie, val

Value = Any


def smooth(f: Callable[[float], float], df: Callable[[float], float]) -> Callable[[Value], Value]:
    return lambda x: Dual(f(x.value), x.d * df(x.value)) if isinstance(x, Dual) else f(x)


def smooth2(f: Callable[[float, float], float], da: Callable[[float, float], float], db: Callable[[float, float], float]) -> Any:
    def apply(a: Value, b: Value) -> Value:
        x, y = val(a), val(b)
        if not isinstance(a, Dual) and not isinstance(b, Dual):
            return f(x, y)
        d: Any = 0.0
        if isinstance(a, Dual):
            d = d + a.d * da(x, y)
        if isinstance(b, Dual):
            d = d + b.d * db(x, y)
        return Dual(f(x, y), d)

    return apply


def apart(a: Value, b: Value) -> None:
    """Raise `NearTie` for two numbers that are almost equal; one number compared with itself is not a tie."""
    same = val(a) == val(b) and np.all(getattr(a, "d", 0.0) == getattr(b, "d", 0.0))
    if not same and abs(val(a) - val(b)) < TIE:
        raise NearTie


def less(a: Value, b: Value) -> bool:
    apart(a, b)
    return val(a) < val(b)


MATH: dict[str, Callable[..., Value]] = {
    "sin": smooth(math.sin, math.cos),
    "cos": smooth(math.cos, lambda x: -math.sin(x)),
    "exp": smooth(math.exp, math.exp),
    "log": smooth(math.log, lambda x: 1 / x),
    "sqrt": smooth(math.sqrt, lambda x: 0.5 / math.sqrt(x)),
    "tanh": smooth(math.tanh, lambda x: 1 - math.tanh(x) ** 2),
    "atan": smooth(math.atan, lambda x: 1 / (1 + x * x)),
    "expm1": smooth(math.expm1, math.exp),
    "log1p": smooth(math.log1p, lambda x: 1 / (1 + x)),
    "cbrt": smooth(math.cbrt, lambda x: math.cbrt(x) / (3 * x)),
    "erf": smooth(math.erf, lambda x: 2 / math.sqrt(math.pi) * math.exp(-x * x)),
    "pow": smooth2(math.pow, lambda x, y: y * math.pow(x, y - 1), lambda x, y: math.log(x) * math.pow(x, y)),
    "atan2": smooth2(math.atan2, lambda y, x: x / (x * x + y * y), lambda y, x: -y / (x * x + y * y)),
    "hypot": smooth2(math.hypot, lambda x, y: x / math.hypot(x, y), lambda x, y: y / math.hypot(x, y)),
    "fabs": lambda a: -a if less(a, 0.0) else a,
    "fmin": lambda a, b: a if less(a, b) else b,
    "fmax": lambda a, b: b if less(a, b) else a,
    "squash": lambda a: a / (1.0 + a * a),  # a function of the program's head
}


class Node:
    def c(self) -> str:
        raise NotImplementedError

    def ev(self, m: Machine) -> Value:
        raise NotImplementedError


@dataclass
class Literal(Node):
    value: float | int

    def c(self) -> str:
        return f"({self.value!r})" if self.value < 0 else repr(self.value)

    def ev(self, m: Machine) -> Value:
        return self.value


ARITHMETIC = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": operator.mod,
    "&": operator.and_, "^": operator.xor, "|": operator.or_, ">>": operator.rshift, "<<": operator.lshift,
}  # fmt: skip


@dataclass
class Binary(Node):
    """Arithmetic; ``%`` of numbers that are not negative, ``/`` of doubles."""

    op: str
    a: Node
    b: Node

    def c(self) -> str:
        return f"({self.a.c()} {self.op} {self.b.c()})"

    def ev(self, m: Machine) -> Value:
        return ARITHMETIC[self.op](self.a.ev(m), self.b.ev(m))


@dataclass
class Function(Node):
    name: str
    args: tuple[Node, ...]

    def c(self) -> str:
        return f"{self.name}({', '.join(a.c() for a in self.args)})"

    def ev(self, m: Machine) -> Value:
        return MATH[self.name](*[a.ev(m) for a in self.args])


@dataclass
class Cast(Node):
    """Between double, float and int64_t."""

    to: Scalar
    a: Node

    def c(self) -> str:
        return f"({self.to.text}){self.a.c() if isinstance(self.a, Binary) else f'({self.a.c()})'}"

    def ev(self, m: Machine) -> Value:
        return convert(self.a.ev(m), self.to)


def convert(v: Value, to: Scalar) -> Value:
    """As C converts on assignment."""
    if to in (D, F):
        if isinstance(v, Dual):
            return Dual(float(np.float32(v.value)), v.d) if to == F else v
        return float(np.float32(v)) if to == F else float(v)
    x = val(v) if isinstance(v, (Dual, float)) else v
    if isinstance(x, float) and abs(x - round(x)) < TIE:
        raise NearTie
    return int(x)


@dataclass
class Compare(Node):
    """Of two doubles, or of two integers."""

    op: str
    a: Node
    b: Node

    def c(self) -> str:
        return f"({self.a.c()} {self.op} {self.b.c()})"

    def ev(self, m: Machine) -> Value:
        x, y = self.a.ev(m), self.b.ev(m)
        if not isinstance(x, int) or not isinstance(y, int):
            apart(x, y)
        a, b = val(x), val(y)
        return int({"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b, "==": a == b, "!=": a != b}[self.op])


@dataclass
class Logic(Node):
    op: str
    a: Node
    b: Node

    def c(self) -> str:
        return f"({self.a.c()} {self.op} {self.b.c()})"

    def ev(self, m: Machine) -> Value:
        a = self.a.ev(m)
        if bool(a) == (self.op == "||"):
            return int(bool(a))
        return int(bool(self.b.ev(m)))


@dataclass
class Choose(Node):
    condition: Node
    a: Node
    b: Node

    def c(self) -> str:
        return f"({self.condition.c()} ? {self.a.c()} : {self.b.c()})"

    def ev(self, m: Machine) -> Value:
        return (self.a if self.condition.ev(m) else self.b).ev(m)


# ---- places


class Place(Node):
    """An lvalue: ``ev`` gives its pointer."""

    type: Type


@dataclass
class Variable(Place):
    name: str
    type: Type

    def c(self) -> str:
        return self.name

    def ev(self, m: Machine) -> Value:
        return m.buffer(self.name), 0


@dataclass
class Element(Place):
    """``base[index]`` of a pointer expression."""

    base: Node
    index: Node
    type: Type

    def c(self) -> str:
        if isinstance(self.index, Literal) and self.index.value == 0:
            return f"(*{self.base.c()})"
        return f"{self.base.c()}[{self.index.c()}]"

    def ev(self, m: Machine) -> Value:
        buffer, offset = self.base.ev(m)
        return buffer, offset + self.index.ev(m) * size(self.type)


@dataclass
class Member(Place):
    of: Place
    field: str
    type: Type

    def c(self) -> str:
        if isinstance(self.of, Element) and self.of.c().startswith("(*"):
            return f"{self.of.base.c()}->{self.field}"
        return f"{self.of.c()}.{self.field}"

    def ev(self, m: Machine) -> Value:
        buffer, offset = self.of.ev(m)
        assert isinstance(self.of.type, Struct)
        return buffer, offset + self.of.type.offset(self.field)


@dataclass
class Load(Node):
    """The value of a place; of a structure: the list of its cells."""

    of: Place

    def c(self) -> str:
        return self.of.c()

    def ev(self, m: Machine) -> Value:
        p = self.of.ev(m)
        return read(p, size(self.of.type)) if isinstance(self.of.type, Struct) else load(p)


# ---- pointers


@dataclass
class Address(Node):
    """``&place``, or an array that becomes a pointer."""

    of: Place

    def c(self) -> str:
        return self.of.c() if isinstance(self.of.type, Array) else f"(&{self.of.c()})"

    def ev(self, m: Machine) -> Value:
        return self.of.ev(m)


@dataclass
class Shift(Node):
    base: Node
    by: Node
    element: Type

    def c(self) -> str:
        return f"({self.base.c()} + {self.by.c()})"

    def ev(self, m: Machine) -> Value:
        buffer, offset = self.base.ev(m)
        return buffer, offset + self.by.ev(m) * size(self.element)


@dataclass
class Allocate(Node):
    """``malloc``, ``calloc``, or ``realloc`` of ``old``."""

    element: Type
    length: Node
    zeroed: bool = False
    old: Node | None = None

    def c(self) -> str:
        unit = f"sizeof({declare(self.element, '')})"
        if self.old is not None:
            return f"realloc({self.old.c()}, {self.length.c()} * {unit})"
        return f"calloc({self.length.c()}, {unit})" if self.zeroed else f"malloc({self.length.c()} * {unit})"

    def ev(self, m: Machine) -> Value:
        made = Buffer(self.length.ev(m) * size(self.element))
        if self.zeroed:
            made.cells = [0.0] * len(made.cells)
        if self.old is not None:
            buffer, offset = self.old.ev(m)
            if offset or not buffer.alive:
                raise BadProgram("realloc of what is not the start of a living block")
            keep = min(len(made.cells), len(buffer.cells))
            made.cells[:keep] = buffer.cells[:keep]
            buffer.alive = False
        return made, 0


@dataclass
class Named(Node):
    """A function as a value."""

    name: str

    def c(self) -> str:
        return self.name

    def ev(self, m: Machine) -> Value:
        return self.name


def reachable(t: Type, wanted: Type) -> bool:
    """Whether a place of type ``t`` contains, or points to, a place of type ``wanted``."""
    if t == wanted:
        return True
    if isinstance(t, (Array, Pointer)):
        return reachable(t.element, wanted)
    return isinstance(t, Struct) and any(reachable(f, wanted) for _, f in t.fields)


def integer(value: int) -> Literal:
    return Literal(value)


__all__ = [
    "Address", "Allocate", "Binary", "Cast", "Choose", "Compare", "Element", "Function", "I", "Literal", "Load", "Logic",
    "Member", "Named", "Node", "Place", "Shift", "Value", "Variable", "convert", "integer", "reachable",
]  # fmt: skip
