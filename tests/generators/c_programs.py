"""Seeded random C programs ``double f(double *x, double *y, int64_t n, double s)`` as trees with two back ends.

`program` makes one; ``to_c()`` is its source text and ``evaluate(x, y, n, s)`` runs the same tree on dual numbers with C's
meaning of memory (`tests.generators.c_memory`).  What C leaves undefined is avoided, and the interpreter checks that it is.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tests.generators import c_expressions as e
from tests.generators import c_statements as st
from tests.generators.c_calls import Calls, helpers, table
from tests.generators.c_checks import NX, NY
from tests.generators.c_control import State
from tests.generators.c_memory import Buffer, Machine
from tests.generators.c_moves import structs, views
from tests.generators.c_types import Array, D, I, Pointer, Struct, Type, declare, size
from tests.generators.c_values import Info

STEPS = 12000
HEAD = """#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct node { double v; struct node *next; };
typedef double (*fn)(double *, double, int64_t);
static double squash(double a) { return a / (1.0 + a * a); }
"""


@dataclass
class Program:
    structs: list[Struct] = field(default_factory=list)
    globals: list[st.Declare] = field(default_factory=list)
    statics: list[st.Declare] = field(default_factory=list)  # mutable; ``f`` writes them first
    table: st.Declare | None = None
    routines: list[st.Routine] = field(default_factory=list)

    def to_c(self) -> str:
        parts = [HEAD.rstrip(), *(s.c() for s in self.structs)]
        parts += ["static const " + line for g in self.globals for line in g.lines()]
        parts += [f"static {declare(g.type, g.name)};" for g in self.statics]
        table = [] if self.table is None else ["static const " + line for line in self.table.lines()]
        first = len(self.table.initial) if self.table is not None and isinstance(self.table.initial, list) else 0
        texts = [r.c() for r in self.routines]
        return "\n".join(parts + texts[:first] + table + texts[first:]) + "\n"

    def evaluate(self, x: list[Any], y: list[Any], n: int, s: Any) -> tuple[Any, list[Any], list[Any]]:
        """The result and the final arrays."""
        m = Machine({r.name: r for r in self.routines}, STEPS)
        for g in [*self.globals, *self.statics, *([self.table] if self.table else [])]:
            g.run(m)
        m.globals, m.frame = m.frame, {}
        bx, by = Buffer(len(x)), Buffer(len(y))
        bx.cells[:], by.cells[:] = x, y
        result = self.routines[-1].call(m, [(bx, 0), (by, 0), n, s])
        return result, bx.cells, by.cells


def tables(state: State) -> list[st.Declare]:
    """Constant arrays of doubles and integers, of one or two dimensions."""
    out = []
    for k in range(state.r.randint(0, 2)):
        n = state.r.randint(2, 6)
        t: Type = state.r.choice([Array(D, n), Array(I, n), Array(Array(D, n), 2)])
        values = [e.Literal(state.r.randint(0, 7) if leaf == I else state.r.uniform(-1, 1)) for leaf in st.leaves(t)]
        out.append(st.Declare(f"g{k}", t, list(values)))
        state.constants.append(Info(f"g{k}", t, 0, writable=False))
    return out


def statics(state: State, made: Program) -> list[Info]:
    """A mutable array outside of functions, which helpers and ``f`` use."""
    if state.r.random() < 0.7:
        return []
    t = Array(D, state.r.randint(2, 4))
    made.statics = [st.Declare("keep", t, [])]
    state.statics = [Info("keep", t, 0)]
    return state.statics


def program(seed: int) -> Program:
    r = random.Random(seed)
    state = State(r)
    state.structs = structs(r)
    state.views = views(r)
    made = Program([*state.structs, *state.views], tables(state))
    kept = statics(state, made)
    made.table = table(state)
    helpers(state)
    params: list[tuple[str, Type]] = [("x", Pointer(D, NX)), ("y", Pointer(D, NY)), ("n", I), ("s", D)]
    body = Calls(state, [Info(n, t, 0, writable=n != "n") for n, t in params] + kept)
    f = st.Routine("f", D, params, attributes="")
    for g in kept:
        leaves = e.Variable(g.name, g.type)
        for place in [e.Element(e.Address(leaves), e.Literal(k), D) for k in range(size(g.type))]:
            f.body.body.append(st.Assign(place, body.v.squashed(1)))
    body.declare(f.body.body, "t", D, body.v.squashed(1))
    f.body.body += body.top(3, r.randint(3, 7))
    f.body.body.append(st.Return(e.Binary("+", body.v.squashed(2), e.Load(e.Variable("t", D)))))
    made.routines = [*state.routines, f]
    return made
