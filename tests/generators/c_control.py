"""Random statements of one function of the generated C: scalars and arrays, and control flow."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.generators import c_expressions as e
from tests.generators import c_statements as st
from tests.generators.c_types import Array, D, F, I, Struct
from tests.generators.c_values import Info, Values


@dataclass
class State:
    """What the functions of a program share while it is made."""

    r: random.Random
    counter: int = 0
    constants: list[Info] = field(default_factory=list)
    structs: list[Struct] = field(default_factory=list)
    views: list[Struct] = field(default_factory=list)  # with pointers: never assigned, so that none dangles
    statics: list[Info] = field(default_factory=list)
    table: int = 0  # functions in the table of functions
    routines: list[st.Routine] = field(default_factory=list)


class Control:
    """Statements that need no memory but variables."""

    def __init__(self, gen: State, params: list[Info]) -> None:
        self.gen, self.r = gen, gen.r
        self.depth = 0
        self.v = Values(self.r, list(params), gen.constants)
        self.loops: list[st.Loop | None] = []  # None: a switch
        self.result: Callable[[], e.Node | None] = lambda: self.v.squashed(2)

    def fresh(self, prefix: str) -> str:
        self.gen.counter += 1
        return f"{prefix}{self.gen.counter}"

    def block(self, budget: int, count: int | None = None) -> st.Block:
        kept = len(self.v.scope)
        self.depth += 1
        out = st.Block()
        for _ in range(count or self.r.randint(1, 3)):
            self.statement(budget, out.body)
        self.depth -= 1
        del self.v.scope[kept:]
        return out

    def top(self, budget: int, count: int) -> list[st.Statement]:
        out: list[st.Statement] = []
        for _ in range(count):
            self.statement(budget, out)
        return out

    def statement(self, budget: int, out: list[st.Statement]) -> None:
        options: list[tuple[Callable[..., None], int]] = [*self.simple(), *([(self.jump, 2)] if self.loops else [])]
        nested = self.nested() if budget > 0 else []
        choice = self.r.choices([o for o, _ in options + nested], [w for _, w in options + nested])[0]
        if choice in [o for o, _ in nested]:
            choice(budget, out)
        else:
            choice(out)

    def simple(self) -> list[tuple[Callable[..., None], int]]:
        """Statements without blocks, and how often they are wanted."""
        return [(self.local, 2), (self.element, 5), (self.update, 4), (self.swap, 1), (self.array, 1), (self.number, 1)]

    def nested(self) -> list[tuple[Callable[..., None], int]]:
        return [(self.conditional, 3), (self.loop, 5), (self.switch, 1)]

    def declare(self, out: list[st.Statement], name: str, t: Any, initial: Any, **info: Any) -> Info:
        out.append(st.Declare(name, t, initial))
        made = Info(name, t, self.depth, **info)
        self.v.scope.append(made)
        return made

    # ---- simple statements

    def local(self, out: list[st.Statement]) -> None:
        if self.r.random() < 0.15:
            self.declare(out, self.fresh("f"), F, e.Cast(F, self.v.squashed(1)))
        else:
            self.declare(out, self.fresh("t"), D, self.v.squashed(2))

    def number(self, out: list[st.Statement]) -> None:
        place = self.v.place(I, write=True)
        value = e.Binary("&", self.v.integer(2), e.Literal(7))
        if place is None or self.r.random() < 0.5:
            self.declare(out, self.fresh("k"), I, value)
        else:
            out.append(st.Assign(place, value))

    def array(self, out: list[st.Statement]) -> None:
        n = self.r.randint(2, 5)
        values = [self.v.squashed(1) for _ in range(self.r.randint(1, n))]
        self.declare(out, self.fresh("a"), Array(D, n), values)

    def target(self) -> e.Place | None:
        return self.v.place(F if self.r.random() < 0.08 else D, write=True)

    def element(self, out: list[st.Statement]) -> None:
        target = self.target()
        if target is not None:
            out.append(st.Assign(target, self.v.squashed(2)))

    def update(self, out: list[st.Statement]) -> None:
        target = self.v.place(D, write=True)
        if target is not None:
            out.append(st.Assign(target, self.v.squashed(1), self.r.choice("+-*")))

    def swap(self, out: list[st.Statement]) -> None:
        a, b = self.v.place(D, write=True), self.v.place(D, write=True)
        if a is not None and b is not None:
            name = self.fresh("w")
            # declared in the same list: out of scope of the generator, so used once
            out += [st.Declare(name, D, e.Load(a)), st.Assign(a, e.Load(b)), st.Assign(b, e.Load(e.Variable(name, D)))]

    # ---- control

    def conditional(self, budget: int, out: list[st.Statement]) -> None:
        then = self.block(budget - 1)
        if self.r.random() < 0.12:
            then.body.append(st.Return(self.result()))
        other = self.block(budget - 1) if self.r.random() < 0.5 else None
        out.append(st.If(self.v.condition(), then, other))

    def switch(self, budget: int, out: list[st.Statement]) -> None:
        n = self.r.randint(2, 4)
        of = e.Binary("%", e.Binary("&", self.v.integer(1), e.Literal(7)), e.Literal(n + 1))
        self.loops.append(None)
        cases = [self.block(budget - 1) for _ in range(n)]
        self.loops.pop()
        out.append(st.Switch(of, cases, [self.r.random() < 0.3 for _ in range(n - 1)] + [False]))

    def loop(self, budget: int, out: list[st.Statement]) -> None:
        var = self.fresh("i")
        number = self.gen.counter
        kind = self.r.choice(["for", "for", "while", "do", "goto"])
        step = self.r.choice([1, 1, 1, 2])
        start, stop = self.bounds()
        if self.r.random() < 0.2:
            start, stop, step = e.Binary("-", stop, e.Literal(1)), e.Literal(-1), -step
        extra = self.v.condition(0) if self.r.random() < 0.2 else None
        loop = st.Loop(kind, number, var, start, stop, step, extra)
        self.v.scope.append(Info(var, I, self.depth + 1, writable=False))
        self.loops.append(loop)
        loop.body = self.block(budget - 1)
        self.loops.pop()
        self.v.scope.pop()
        out.append(loop)

    def bounds(self) -> tuple[e.Node, e.Node]:
        """A start, and a stop at most 5: constants, n, or other loops' variables."""
        outer = [v for v in self.v.scope if v.type == I and not v.writable]
        k = self.r.random()
        if outer and k < 0.35:
            i = e.Load(e.Variable(self.r.choice(outer).name, I))
            bounded = e.Binary("&", i, e.Literal(3))
            triangles = [(e.Literal(0), e.Binary("+", bounded, e.Literal(1))), (bounded, e.Literal(4)), (e.Literal(0), bounded)]
            return self.r.choice(triangles)
        if k < 0.5:
            return e.Literal(0), e.Binary("&", self.v.integer(1), e.Literal(3))
        return e.Literal(self.r.randint(0, 1)), e.Literal(self.r.randint(1, 5))

    def jump(self, out: list[st.Statement]) -> None:
        """Under a condition: out of a loop, perhaps out of several, or on to its next iteration."""
        target = self.r.choice([k for k, loop in enumerate(self.loops) if loop is not None] or [-1])
        loop = self.loops[target]
        if target < 0 or loop is None:
            return
        inner = self.loops[target + 1 :]
        what = self.r.choice(["break", "continue"])
        if what == "continue" and any(inner_loop is not None for inner_loop in inner) and loop.kind != "goto":
            what = "break"
        jump = st.Jump(what, loop, far=bool(inner))
        out.append(st.If(self.v.condition(), st.Block([jump])))
