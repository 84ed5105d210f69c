"""Random expressions of the generated C, over the variables in scope."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.generators import c_expressions as e
from tests.generators.c_types import I32, Array, D, F, I, Pointer, Struct, Type

SQUASH = ["sin", "tanh", "atan", "squash", "cos", "erf"]


@dataclass
class Info:
    """A variable in scope.  ``depth``: of its block; ``reseat``: a pointer that may get another value."""

    name: str
    type: Type
    depth: int
    writable: bool = True
    reseat: bool = False


@dataclass
class Values:
    """What may be written at one point of a function."""

    r: random.Random
    scope: list[Info] = field(default_factory=list)
    constants: list[Info] = field(default_factory=list)
    nesting: int = 0  # of indices in indices

    # ---- places

    def place(self, wanted: Type, write: bool = False, pure: bool = False) -> e.Place | None:
        """Some place of the type; ``pure``: a variable itself."""
        pool = self.scope if write or pure else self.scope + self.constants
        found = [v for v in pool if (v.writable or not write) and (v.type == wanted if pure else e.reachable(v.type, wanted))]
        if not found:
            return None
        v = self.r.choice(found)
        return self.descend(e.Variable(v.name, v.type), wanted)

    def descend(self, at: e.Place, wanted: Type) -> e.Place:
        while at.type != wanted:
            t = at.type
            if isinstance(t, Struct):
                name, of = self.r.choice([(n, f) for n, f in t.fields if e.reachable(f, wanted)])
                at = e.Member(at, name, of)
            else:
                assert isinstance(t, (Array, Pointer))
                base: e.Node = e.Address(at) if isinstance(t, Array) else e.Load(at)
                at = e.Element(base, self.index(t.length), t.element)
        return at

    def index(self, length: int) -> e.Node:
        """An integer in [0, length)."""
        k = self.r.random()
        if length == 1 or k < 0.4 or self.nesting > 1:
            return e.Literal(self.r.randrange(length))
        self.nesting += 1
        a = self.integer(1)
        self.nesting -= 1
        if length in (2, 4, 8):
            return e.Binary("&", a, e.Literal(length - 1))
        return e.Binary("%", e.Binary("&", a, e.Literal(15)), e.Literal(length))

    def pointer(self, element: Type, need: int, write: bool = True, depth: int = 99) -> tuple[e.Node, int] | None:
        """A pointer to ``need`` elements or more, and to how many; to variables of blocks up to ``depth``."""
        pool = [v for v in self.scope if v.depth <= depth and (v.writable or not write)] + ([] if write else self.constants)
        options: list[tuple[e.Node, int]] = []
        for v in pool:
            self.pointers_into(e.Variable(v.name, v.type), element, options)
        options = [o for o in options if o[1] >= need]
        if not options:
            return None
        base, length = self.r.choice(options)
        if length > need and self.r.random() < 0.4:
            by = self.r.randint(1, length - need)
            return e.Shift(base, e.Literal(by), element), length - by
        return base, length

    def pointers_into(self, at: e.Place, element: Type, out: list[tuple[e.Node, int]]) -> None:
        t = at.type
        if t == element:
            out.append((e.Address(at), 1))
        elif isinstance(t, Array) and t.element == element:
            out.append((e.Address(at), t.length))
        elif isinstance(t, Pointer) and t.element == element:
            out.append((e.Load(at), t.length))
        elif isinstance(t, Struct):
            for name, of in t.fields:
                self.pointers_into(e.Member(at, name, of), element, out)
        elif isinstance(t, (Array, Pointer)) and isinstance(t.element, (Array, Struct)):
            base: e.Node = e.Address(at) if isinstance(t, Array) else e.Load(at)
            self.pointers_into(e.Element(base, self.index(t.length), t.element), element, out)

    # ---- values

    def integer(self, depth: int) -> e.Node:
        """A small integer that is not negative."""
        k = self.r.random()
        if depth > 0 and k < 0.35:
            op = self.r.choice(["+", "+", "*", "^", "|", "&"])
            return e.Binary(op, self.integer(depth - 1), self.integer(depth - 1))
        if depth > 0 and k < 0.42:
            return e.Binary(self.r.choice([">>", "<<"]), self.integer(depth - 1), e.Literal(self.r.randint(0, 2)))
        if depth > 0 and k < 0.5:
            return e.Binary("&", e.Cast(I, e.Binary("*", self.squashed(0), e.Literal(self.constant(2, 6)))), e.Literal(7))
        wanted = I32 if self.r.random() < 0.2 else I
        place = self.place(wanted) if k < 0.92 else None
        if place is None:
            return e.Literal(self.r.randint(0, 5))
        return e.Binary("&", e.Load(place), e.Literal(15))

    def constant(self, low: float = -1.5, high: float = 1.5) -> float:
        return round(self.r.uniform(low, high), 3)

    def atom(self) -> e.Node:
        k = self.r.random()
        if k < 0.1:
            return e.Literal(self.constant())
        if k < 0.16:
            return e.Binary("*", e.Cast(D, self.integer(0)), e.Literal(self.constant(-0.3, 0.3)))
        if k < 0.22:
            place = self.place(F)
            if place is not None:
                return e.Cast(D, e.Load(place))
        place = self.place(D)
        return e.Load(place) if place is not None else e.Literal(self.constant())

    def double(self, depth: int) -> e.Node:
        if depth == 0 or self.r.random() < 0.15:
            return self.atom()
        k, a = self.r.random(), self.double(depth - 1)
        if k < 0.5:
            return e.Binary(self.r.choice("+-*"), a, self.double(depth - 1))
        if k < 0.66:
            return e.Function(self.r.choice(SQUASH), (a,))
        if k < 0.94:
            return self.special(a, depth)
        return e.Choose(self.condition(0), a, self.double(depth - 1))

    def special(self, a: e.Node, depth: int) -> e.Node:
        """Functions that need an argument that suits them."""
        name = self.r.choice("exp log sqrt fabs fmin fmax pow power atan2 hypot cbrt expm1 log1p divide".split())
        b = self.double(depth - 1)
        bounded, other = e.Function("sin", (a,)), e.Function(self.r.choice(SQUASH), (b,))
        above = e.Binary("+", e.Literal(self.constant(1.3, 2.5)), bounded)
        if name in ("exp", "expm1"):
            return e.Function(name, (bounded,))
        if name in ("log", "sqrt", "cbrt", "log1p"):
            return e.Function(name, (above,))
        if name == "fabs":
            return e.Function(name, (a,))
        if name in ("fmin", "fmax"):
            return e.Function(name, (a, b))
        if name == "pow":
            return e.Function(name, (above, other))
        if name == "power":
            return e.Function("pow", (above, e.Literal(self.r.choice([2.0, 3.0, -1.0, 0.5, 1.5]))))
        if name == "divide":
            return e.Binary("/", b, above)
        return e.Function(name, (above, other) if self.r.random() < 0.5 else (other, above))

    def squashed(self, depth: int) -> e.Node:
        return e.Function(self.r.choice(SQUASH), (self.double(depth),))

    def condition(self, depth: int = 1) -> e.Node:
        k = self.r.random()
        if depth > 0 and k < 0.2:
            return e.Logic(self.r.choice(["&&", "||"]), self.condition(depth - 1), self.condition(depth - 1))
        if k < 0.45:
            return e.Compare(self.r.choice(["<", ">", "==", "!=", "<=", ">="]), self.integer(1), e.Literal(self.r.randint(0, 5)))
        return e.Compare(self.r.choice(["<", ">", "<=", ">="]), self.double(1), e.Literal(self.constant(-0.8, 0.8)))
