"""Statements of the generated C with a shape of their own: pointers that walk, linked lists, arrays of variable length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.generators import c_expressions as e
from tests.generators import c_statements as st
from tests.generators.c_memory import Buffer, Machine, load, write
from tests.generators.c_moves import Moves
from tests.generators.c_types import Array, D, F, I, Pointer, Type
from tests.generators.c_values import Info


@dataclass
class Walk(st.Statement):
    """A pointer goes over ``count`` elements, forwards or backwards, until it is at the end."""

    name: str
    base: e.Node
    count: int
    backwards: bool
    body: st.Block = field(default_factory=st.Block)

    def lines(self) -> list[str]:
        p, base, body = self.name, self.base.c(), st.indent(self.body.lines())
        if self.backwards:
            return [f"for (double *{p}e = {base}, *{p} = {p}e + {self.count}; {p}-- != {p}e;) {{", *body, "}"]
        return [f"for (double *{p} = {base}, *{p}e = {p} + {self.count}; {p} < {p}e; {p}++) {{", *body, "}"]

    def run(self, m: Machine) -> st.Signal:
        buffer, first = self.base.ev(m)
        outer = m.frame
        pointer = Buffer(1)
        m.frame = {**outer, self.name: pointer}
        signal = None
        order = range(self.count)
        for k in reversed(order) if self.backwards else order:
            m.step()
            pointer.cells[0] = (buffer, first + k)
            signal = self.body.run(m)
            if signal is not None:
                break
        m.frame = outer
        return signal

    def blocks(self) -> list[st.Block]:
        return [self.body]


@dataclass
class Chain(st.Statement):
    """A linked list is made on the heap, changed, summed into a variable and freed."""

    name: str
    var: str
    count: e.Node
    value: e.Node
    factor: e.Node
    target: e.Variable

    def lines(self) -> list[str]:
        n, i, each = (
            self.name,
            self.var,
            f"for (struct node *{self.name}e = {self.name}; {self.name}e; {self.name}e = {self.name}e->next)",
        )
        make = f"struct node *e = malloc(sizeof *e); e->v = {self.value.c()}; e->next = {n}; {n} = e;"
        take = f"struct node *e = {n}->next; {self.target.name} += {n}->v; free({n}); {n} = e;"
        return [
            f"struct node *{n} = 0;",
            f"for (int64_t {i} = 0; {i} < {self.count.c()}; {i}++) {{ {make} }}",
            f"{each} {n}e->v = squash({n}e->v * {self.factor.c()} + ({n}e->next ? {n}e->next->v : 0.0));",
            f"while ({n}) {{ {take} }}",
        ]

    def run(self, m: Machine) -> st.Signal:
        outer = m.frame
        made: list[e.Value] = []
        for i in range(self.count.ev(m)):
            counter = Buffer(1)
            counter.cells[0] = i
            m.frame = {**outer, self.var: counter}
            made.insert(0, self.value.ev(m))
        m.frame = outer
        for k, v in enumerate(made):
            made[k] = e.MATH["squash"](v * self.factor.ev(m) + (made[k + 1] if k + 1 < len(made) else 0.0))
        at = self.target.ev(m)
        for v in made:
            write(at, [load(at) + v])
        return None


@dataclass
class Variable(st.Statement):
    """``double name[length]``: as long as it turns out, and written in full."""

    name: str
    length: e.Node
    var: str
    value: e.Node

    def lines(self) -> list[str]:
        n = f"n{self.name}"
        fill = f"for (int64_t {self.var} = 0; {self.var} < {n}; {self.var}++) {self.name}[{self.var}] = {self.value.c()};"
        return [f"int64_t {n} = {self.length.c()};", f"double {self.name}[{n}];", fill]

    def run(self, m: Machine) -> st.Signal:
        outer = m.frame
        made = Buffer(self.length.ev(m))
        for i in range(len(made.cells)):
            counter = Buffer(1)
            counter.cells[0] = i
            m.frame = {**outer, self.var: counter}
            made.cells[i] = self.value.ev(m)
        m.frame = outer
        m.frame[self.name] = made
        return None


class Templates(Moves):
    def simple(self) -> list[tuple[Callable[..., None], int]]:
        more: list[tuple[Callable[..., None], int]] = [(self.chain, 1), (self.more_arrays, 1), (self.view, 1)]
        return super().simple() + more

    def nested(self) -> list[tuple[Callable[..., None], int]]:
        return [*super().nested(), (self.walk, 2), (self.variable_length, 1)]

    def walk(self, budget: int, out: list[st.Statement]) -> None:
        base = self.v.pointer(D, 2)
        if base is None:
            return
        name = self.fresh("p")
        walk = Walk(name, base[0], self.r.randint(1, base[1]), self.r.random() < 0.3)
        self.v.scope.append(Info(name, Pointer(D, 1), self.depth + 1))
        kept, self.loops = self.loops, []  # a jump over a walk would need labels
        walk.body = self.block(budget - 1)
        self.loops = kept
        self.v.scope.pop()
        out.append(walk)

    def counted(self, prefix: str) -> tuple[str, e.Node]:
        """A fresh counter and a value that may use it."""
        var = self.fresh(prefix)
        self.v.scope.append(Info(var, I, self.depth, writable=False))
        value = self.v.squashed(2)
        self.v.scope.pop()
        return var, value

    def chain(self, out: list[st.Statement]) -> None:
        target = self.v.place(D, write=True, pure=True)
        if isinstance(target, e.Variable):
            var, value = self.counted("i")
            factor = e.Literal(self.v.constant())
            count = e.Binary("&", self.v.integer(1), e.Literal(3))
            out.append(Chain(self.fresh("l"), var, count, value, factor, target))

    def variable_length(self, budget: int, out: list[st.Statement]) -> None:
        """In braces, since no jump may enter the scope of such an array."""
        from tests.generators.c_moves import Scope

        var, value = self.counted("i")
        name, least = self.fresh("y"), self.r.randint(1, 3)
        length = e.Binary("+", e.Binary("&", self.v.integer(1), e.Literal(1)), e.Literal(least))
        inner = st.Block([Variable(name, length, var, value)])
        kept = len(self.v.scope)
        self.depth += 1
        self.v.scope.append(Info(name, Array(D, least), self.depth))
        for _ in range(self.r.randint(1, 3)):
            self.statement(budget - 1, inner.body)
        self.depth -= 1
        del self.v.scope[kept:]
        out.append(Scope(inner))

    def more_arrays(self, out: list[st.Statement]) -> None:
        n = self.r.randint(2, 4)
        t: Type = self.r.choice([Array(Array(D, n), 2), Array(I, n), Array(F, n)])
        leaves = list(st.leaves(t))
        self.declare(out, self.fresh("a"), t, [self.leaf(leaf) for leaf in leaves[: self.r.randint(1, len(leaves))]])

    def view(self, out: list[st.Statement]) -> None:
        """A structure that holds pointers into other memory."""
        if not self.gen.views:
            return
        t = self.r.choice(self.gen.views)
        values = []
        for leaf in st.leaves(t):
            if isinstance(leaf, Pointer):
                found = self.v.pointer(leaf.element, leaf.length)
                if found is None:
                    return
                values.append(found[0])
            else:
                values.append(self.leaf(leaf))
        self.declare(out, self.fresh("v"), t, values)
