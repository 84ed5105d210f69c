"""Random expressions of programs about memory, over the variables in scope."""

from __future__ import annotations

import operator
import random
from dataclasses import dataclass, field
from typing import Any

from tests.generators import c_expressions as ce
from tests.generators import m_nodes as mn
from tests.generators.m_memory import FN, Arr, Basic, D, F, I, J, Ptr, Record, Type, Undefined, declare, size
from tests.generators.m_nodes import Node, Place

SQUASH = "sin tanh atan cos squash erf".split()
_DOUBLE = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_INTEGER = {"+": operator.add, "*": operator.mul, "^": operator.xor, "&": operator.and_}


@dataclass
class Values:
    """``scope``: names and types; ``functions``: those of type ``fn``."""

    r: random.Random
    scope: list[tuple[str, Type]] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    constant: set[str] = field(default_factory=set)  # variables that statements leave alone
    nesting: int = 0  # of indices

    # ---- places

    def place(self, wanted: Type, write: bool = False) -> Place | None:
        """A place of the type: from some variable through members, elements and pointers."""
        for _ in range(14):
            name, t = self.r.choice(self.scope)
            if write and name in self.constant:
                continue
            at: Place | None = mn.var(name, t)
            for _ in range(7):
                if at is None or (at.type == wanted and self.r.random() < 0.8):
                    break
                at = self.further(at)
            if at is not None and at.type == wanted:
                return at
        return None

    def further(self, at: Place) -> Place | None:
        t = at.type
        if isinstance(t, Record):
            return mn.member(at, self.r.choice(t.fields)[0])
        if isinstance(t, Arr):
            return mn.element(at, self.index(t.n))
        if isinstance(t, Ptr):
            if isinstance(t.to, Basic) and self.r.random() < 0.5:
                return mn.element(mn.value(at), self.index(3))
            return mn.deref(mn.value(at))
        return None

    def index(self, n: int) -> Node:
        if self.nesting or self.r.random() < 0.6:
            return mn.number(self.r.randrange(n), I)
        self.nesting += 1
        a = self.integer(0)
        self.nesting -= 1
        if n in (2, 4, 8):
            return self.both("&", a, mn.number(n - 1, I))
        return Node(I, "({} % {})", [a, mn.number(n, I)], lambda m, a, b: a % b)

    def both(self, op: str, a: Node, b: Node) -> Node:
        return Node(I, f"({{}} {op} {{}})", [a, b], lambda m, x, y: _INTEGER[op](x, y))

    # ---- pointers

    def pointer(self, t: Ptr, depth: int = 1) -> Node | None:
        k = self.r.random()
        if k < 0.5 or t.to == D:
            place = self.place(t)
            if place is not None and (k < 0.5 or self.r.random() < 0.5):
                return mn.value(place)
        if k < 0.6 and depth:
            a, b = self.pointer(t, 0), self.pointer(t, 0)
            return mn.choose(self.condition(), a, b) if a is not None and b is not None else a
        if k < 0.66 and isinstance(t.to, Record):
            return mn.null(t)
        inside = self.place(Arr(t.to, self.r.choice([2, 3, 4]))) if k < 0.8 else None
        if inside is not None:
            return mn.decay(inside)
        place = self.place(t.to, write=True)
        return mn.address(place) if place is not None else None

    # ---- numbers

    def integer(self, depth: int = 1) -> Node:
        """From 0 to 7."""
        k = self.r.random()
        if depth and k < 0.4:
            op = self.r.choice(list(_INTEGER))
            return self.both("&", self.both(op, self.integer(0), self.integer(0)), mn.number(7, I))
        if k < 0.5:
            inner = Node(I, "(int64_t)({} * 4)", [self.squashed(0)], lambda m, v: ce.convert(v * 4, ce.I))
            return self.both("&", inner, mn.number(7, I))
        place = self.place(self.r.choice([I, I, J]))
        if place is None or k > 0.9:
            return mn.number(self.r.randint(0, 4), I)
        return self.both("&", mn.value(place), mn.number(7, I))

    def constant_(self, low: float = -1.5, high: float = 1.5) -> Node:
        return mn.number(round(self.r.uniform(low, high), 3))

    def atom(self) -> Node:
        k = self.r.random()
        if k < 0.12:
            return self.constant_()
        if k < 0.2:
            return Node(D, "({} * 0.125)", [self.integer(0)], lambda m, i: i * 0.125)
        if k < 0.3:
            place = self.place(F)
            if place is not None:
                return Node(D, "(double){}", [mn.value(place)], lambda m, v: v)
        if k < 0.4:
            guarded = self.guarded()
            if guarded is not None:
                return guarded
        place = self.place(D)
        return mn.value(place) if place is not None else self.constant_()

    def guarded(self) -> Node | None:
        """``p ? p->v : c`` of a pointer to a record with a double."""
        records = [t.to for _, t in self.scope if isinstance(t, Ptr) and isinstance(t.to, Record)]
        if not records:
            return None
        record = self.r.choice(records)
        names = [n for n, t in record.fields if t == D]
        place = self.place(Ptr(record))
        if place is None or not names:
            return None
        inside = mn.value(mn.arrow(mn.value(place), self.r.choice(names)))
        return mn.choose(mn.value(place), inside, self.constant_())

    def double(self, depth: int) -> Node:
        if depth == 0 or self.r.random() < 0.15:
            return self.atom()
        k, a = self.r.random(), self.double(depth - 1)
        if k < 0.55:
            op = self.r.choice("+-*")
            return Node(D, f"({{}} {op} {{}})", [a, self.double(depth - 1)], lambda m, x, y: _DOUBLE[op](x, y))
        if k < 0.9:
            return self.function(self.r.choice(SQUASH), a)
        if k < 0.95:
            inner = self.function("sin", a)
            return self.function(self.r.choice(["exp", "fabs"]), inner)
        return mn.choose(self.condition(), a, self.double(depth - 1))

    def function(self, name: str, a: Node) -> Node:
        return Node(D, name + "({})", [a], lambda m, x: ce.MATH[name](x))

    def squashed(self, depth: int = 1) -> Node:
        return self.function(self.r.choice(SQUASH), self.double(depth))

    def condition(self) -> Node:
        k = self.r.random()
        pointers = [t for _, t in self.scope if isinstance(t, Ptr) and isinstance(t.to, Record)]
        if k < 0.25 and pointers:
            place = self.place(self.r.choice(pointers))
            if place is not None:
                other = self.pointer(place.type, 0) if isinstance(place.type, Ptr) and self.r.random() < 0.4 else None
                if other is None:
                    return Node(I, "({} != 0)", [mn.value(place)], lambda m, p: int(p is not None))
                return Node(I, "({} == {})", [mn.value(place), other], same)
        if k < 0.5:
            op = self.r.choice(["<", ">", "==", "!="])
            return Node(I, f"({{}} {op} {{}})", [self.integer(), mn.number(self.r.randint(0, 5), I)], compare(op))
        op = self.r.choice("<>")
        return Node(I, f"({{}} {op} {{}})", [self.double(1), self.constant_(-0.8, 0.8)], compare(op))

    # ---- values of any type

    def of(self, t: Type, depth: int = 1) -> Node | None:
        if t == D:
            return self.squashed(depth)
        if t == F:
            return Node(F, "(float){}", [self.squashed(0)], lambda m, v: v)
        if t in (I, J):
            return self.integer()
        if t == FN:
            place = self.place(FN) if self.r.random() < 0.5 else None
            if place is not None:
                return mn.value(place)
            return mn.named(self.r.choice(self.functions)) if self.functions else None
        if isinstance(t, Ptr):
            return self.pointer(t)
        if isinstance(t, Record) and not t.union and (self.r.random() < 0.6 or self.place(t) is None):
            return self.literal(t)
        place = self.place(t)
        return mn.value(place) if place is not None and isinstance(t, Record) else None

    def literal(self, t: Record) -> Node | None:
        """``(struct S){.a = ..., .b = ...}``; what is left out is zero."""
        given: list[tuple[str, Node]] = []
        for name, of in t.fields:
            if isinstance(of, (Arr, Record)) or self.r.random() < 0.15:
                continue
            node = self.of(of, 0)
            if node is not None:
                given.append((name, node))
        if not given:
            return None
        text = ", ".join(f".{n} = {{}}" for n, _ in given)
        types = [(t.offset(n), t.type_of(n)) for n, _ in given]
        return Node(t, f"({declare(t, '')}){{{{{text}}}}}", [v for _, v in given], lambda m, *vs: fill(t, types, vs))


def same(m: Any, p: Any, q: Any) -> int:
    if any(x is not None and not x[0].alive for x in (p, q)):
        raise Undefined("a comparison of a dead pointer")
    return int(p == q)


def fill(t: Record, places: list[tuple[int, Type]], values: Any) -> Any:
    from tests.generators.m_memory import Object, store, take, zero

    made = Object(size(t))
    zero((made, 0), made.size)
    for (at, of), v in zip(places, values, strict=True):
        store((made, at), v, of)
    return take((made, 0), made.size)


def compare(op: str) -> Any:
    def apply(m: Any, a: Any, b: Any) -> int:
        if not isinstance(a, int) or not isinstance(b, int):
            ce.apart(a, b)
            a, b = ce.val(a), ce.val(b)
        return int({"<": a < b, ">": a > b, "==": a == b, "!=": a != b}[op])

    return apply


__all__ = ["SQUASH", "Undefined", "Values", "compare"]
