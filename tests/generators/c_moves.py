"""Random statements about memory: structures, pointers, the heap, copies of parts, doubles moved as bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.generators import c_expressions as e
from tests.generators import c_statements as st
from tests.generators.c_control import Control
from tests.generators.c_memory import Machine, load, write
from tests.generators.c_types import I32, Array, D, F, I, Pointer, Struct, Type
from tests.generators.c_values import Info

MOVES = ["memcpy", "union", "words"]


@dataclass
class BitMove(st.Statement):
    """A double goes through an ``int64_t``; ``words``: so do ``length`` of them in a loop, from and to a pointer."""

    how: str
    name: str
    to: e.Node
    source: e.Node
    length: int = 1

    def lines(self) -> list[str]:
        to, source, b = self.to.c(), self.source.c(), self.name
        if self.how == "memcpy":
            return [f"int64_t {b} = 0;", f"memcpy(&{b}, {source}, sizeof {b});", f"memcpy({to}, &{b}, sizeof(double));"]
        if self.how == "union":
            union = "union { double d; int64_t i; }"
            return [f"{union} {b}, {b}o;", f"{b}.d = *{source};", f"{b}o.i = {b}.i;", f"*{to} = {b}o.d;"]
        head = f"for (int64_t j{b} = 0; j{b} < {self.length}; j{b}++) {{"
        move = f"memcpy(&{b}, {source} + j{b}, sizeof {b}); memcpy({to} + j{b}, &{b}, sizeof {b});"
        return [head, f"  int64_t {b}; {move}", "}"]

    def run(self, m: Machine) -> st.Signal:
        (a, i), (b, j) = self.to.ev(m), self.source.ev(m)
        for k in range(self.length):
            write((a, i + k), [load((b, j + k))])
        return None


def root(of: Any) -> Any:
    """The variable that an expression points into."""
    while not isinstance(of, e.Variable):
        of = of.base if isinstance(of, (e.Shift, e.Element)) else of.of
    return of


class Moves(Control):
    def simple(self) -> list[tuple[Callable[..., None], int]]:
        more: list[tuple[Callable[..., None], int]] = [
            (self.structure, 2),
            (self.structure_copy, 1),
            (self.pointer_variable, 2),
            (self.reseat, 1),
            (self.copy, 2),
            (self.clear, 1),
            (self.bits, 1),
        ]
        return super().simple() + more

    def nested(self) -> list[tuple[Callable[..., None], int]]:
        return [*super().nested(), (self.heap, 2), (self.growing, 1)]

    def elements(self) -> list[Type]:
        return [D, D, D, *self.gen.structs]

    # ---- structures

    def leaf(self, t: Type) -> e.Node:
        if t == D:
            return self.v.squashed(1)
        if t == F:
            return e.Cast(F, self.v.squashed(0))
        return e.Binary("&", self.v.integer(1), e.Literal(7))

    def structure(self, out: list[st.Statement]) -> None:
        """A structure, or an array of them."""
        if not self.gen.structs:
            return
        t: Type = self.r.choice(self.gen.structs)
        if self.r.random() < 0.3:
            t = Array(t, self.r.randint(2, 3))
        place = self.v.place(t)
        if place is not None and self.r.random() < 0.5 and isinstance(t, Struct):
            self.declare(out, self.fresh("v"), t, e.Load(place))
        else:
            leaves = list(st.leaves(t))
            some = leaves[: self.r.randint(1, len(leaves))]
            self.declare(out, self.fresh("v"), t, [self.leaf(leaf) for leaf in some])

    def structure_copy(self, out: list[st.Statement]) -> None:
        if not self.gen.structs:
            return
        t = self.r.choice(self.gen.structs)
        to, source = self.v.place(t, write=True), self.v.place(t)
        if to is not None and source is not None:
            out.append(st.Assign(to, e.Load(source)))

    # ---- pointers

    def pointer_variable(self, out: list[st.Statement]) -> None:
        element = self.r.choice(self.elements())
        a = self.v.pointer(element, 1)
        if a is None:
            return
        node, length = a
        b = self.v.pointer(element, 1)
        if b is not None and self.r.random() < 0.4:
            node, length = e.Choose(self.v.condition(0), node, b[0]), min(length, b[1])
        self.declare(out, self.fresh("p"), Pointer(element, length), node, reseat=True)

    def reseat(self, out: list[st.Statement]) -> None:
        """A pointer gets another value, of memory that lives as long as it."""
        found = [v for v in self.v.scope if v.reseat]
        if not found:
            return
        v = self.r.choice(found)
        assert isinstance(v.type, Pointer)
        new = self.v.pointer(v.type.element, v.type.length, depth=v.depth)
        if new is not None:
            assign = st.Assign(e.Variable(v.name, v.type), new[0])
            out.append(assign if self.r.random() < 0.5 else st.If(self.v.condition(0), st.Block([assign])))

    # ---- the heap

    def heap(self, budget: int, out: list[st.Statement]) -> None:
        """A block of the heap for as long as a block of statements runs."""
        kept, inner, t = len(self.v.scope), st.Block(), self.r.choice(self.elements())
        self.depth += 1
        h, n = self.fresh("h"), self.r.randint(1, 4)
        zeroed = t == D and self.r.random() < 0.3
        inner.body.append(st.Declare(h, Pointer(t, n), e.Allocate(t, e.Literal(n), zeroed)))
        if not zeroed:
            self.fill(inner.body, h, t, 0, n)
        if t == D and self.r.random() < 0.3:
            n, old = n + self.r.randint(1, 2), n
            node = e.Variable(h, Pointer(t, n))
            inner.body.append(st.Assign(node, e.Allocate(t, e.Literal(n), old=e.Load(node))))
            self.fill(inner.body, h, t, old, n)
        self.v.scope.append(Info(h, Pointer(t, n), self.depth))
        for _ in range(self.r.randint(1, 3)):
            self.statement(budget - 1, inner.body)
        inner.body.append(st.Free(e.Load(e.Variable(h, Pointer(t, n)))))
        self.depth -= 1
        del self.v.scope[kept:]
        out.append(Scope(inner))

    def fill(self, out: list[st.Statement], h: str, t: Type, first: int, last: int) -> None:
        """Write the elements from ``first`` to ``last`` of a new block."""
        base = e.Load(e.Variable(h, Pointer(t, last)))
        if t == D:
            i = self.fresh("i")
            self.v.scope.append(Info(i, I, self.depth, writable=False))
            write = st.Assign(e.Element(base, e.Load(e.Variable(i, I)), t), self.v.squashed(2))
            self.v.scope.pop()
            out.append(st.Loop("for", self.gen.counter, i, e.Literal(first), e.Literal(last), 1, None, st.Block([write])))
            return
        assert isinstance(t, Struct)
        for k in range(first, last):
            name = self.fresh("z")
            out.append(st.Declare(name, t, [self.leaf(leaf) for leaf in st.leaves(t)]))
            out.append(st.Assign(e.Element(base, e.Literal(k), t), e.Load(e.Variable(name, t))))

    def growing(self, budget: int, out: list[st.Statement]) -> None:
        """A block that ``realloc`` makes longer in each iteration."""
        kept, inner = len(self.v.scope), st.Block()
        self.depth += 1
        h, i, n = self.fresh("h"), self.fresh("i"), self.r.randint(1, 4)
        at, k = e.Variable(h, Pointer(D, n + 1)), e.Load(e.Variable(i, I))
        inner.body.append(st.Declare(h, at.type, e.Allocate(D, e.Literal(1))))
        self.fill(inner.body, h, D, 0, 1)
        grow = st.Assign(at, e.Allocate(D, e.Binary("+", k, e.Literal(2)), old=e.Load(at)))
        value = e.Binary("*", e.Load(e.Element(e.Load(at), k, D)), self.v.squashed(1))
        push = st.Assign(e.Element(e.Load(at), e.Binary("+", k, e.Literal(1)), D), value)
        body = st.Block([grow, push])
        kind = self.r.choice(["for", "while", "do"])
        inner.body.append(st.Loop(kind, self.gen.counter, i, e.Literal(0), e.Literal(n), 1, None, body))
        self.v.scope.append(Info(h, at.type, self.depth))
        for _ in range(self.r.randint(1, 2)):
            self.statement(budget - 1, inner.body)
        inner.body.append(st.Free(e.Load(at)))
        self.depth -= 1
        del self.v.scope[kept:]
        out.append(Scope(inner))

    # ---- copies

    def copy(self, out: list[st.Statement]) -> None:
        t = self.r.choice(self.elements())
        to, source = self.v.pointer(t, 1), self.v.pointer(t, 1, write=False)
        if to is None or source is None:
            return
        n = min(to[1], source[1])
        length = self.r.randint(1, n)
        if length < n and self.r.random() < 0.3:
            count: e.Node = e.Binary("+", e.Literal(length), e.Binary("&", self.v.integer(0), e.Literal(1)))
        else:
            count = e.Literal(length)
        apart = [isinstance(root(p[0]).type, (Array, Struct)) for p in (to, source)]
        distinct = all(apart) and root(to[0]).name != root(source[0]).name
        out.append(st.Copy("memcpy" if distinct else "memmove", to[0], source[0], count, t))

    def clear(self, out: list[st.Statement]) -> None:
        to = self.v.pointer(D, 1)
        if to is not None:
            out.append(st.Clear(to[0], e.Literal(self.r.randint(1, to[1]))))

    def bits(self, out: list[st.Statement]) -> None:
        to, source = self.v.pointer(D, 1), self.v.pointer(D, 1, write=False)
        if to is not None and source is not None:
            how = self.r.choice(MOVES)
            length = self.r.randint(1, min(to[1], source[1])) if how == "words" else 1
            out.append(BitMove(how, self.fresh("b"), to[0], source[0], length))


@dataclass
class Scope(st.Statement):
    """A block in braces."""

    body: st.Block

    def lines(self) -> list[str]:
        return ["{", *st.indent(self.body.lines()), "}"]

    def run(self, m: Machine) -> st.Signal:
        return self.body.run(m)

    def blocks(self) -> list[st.Block]:
        return [self.body]


def views(r: Any) -> list[Struct]:
    """A structure with pointers."""
    if r.random() < 0.6:
        return []
    kinds: list[Type] = [Pointer(D, r.randint(1, 4)), *r.sample([D, I, Pointer(D, 2), Array(D, 2)], r.randint(1, 2))]
    r.shuffle(kinds)
    return [Struct("V0", tuple((f"m{i}", t) for i, t in enumerate(kinds)))]


FIELDS = [D, D, D, I, F, I32]


def structs(r: Any) -> list[Struct]:
    """Up to two structures: numbers of all kinds, arrays, the second may hold the first."""
    out: list[Struct] = []
    for k in range(r.randint(0, 2)):
        kinds: list[Type] = [D]
        for _ in range(r.randint(1, 4)):
            kinds.append(Array(D, r.randint(2, 3)) if r.random() < 0.25 else r.choice([*FIELDS, *out]))
        r.shuffle(kinds)
        out.append(Struct(f"S{k}", tuple((f"m{i}", t) for i, t in enumerate(kinds))))
    return out
