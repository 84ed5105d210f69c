"""Seeded random C programs about memory: ``double f(double *x, double *y, int64_t n, double s)``.

Records with numbers of all kinds and pointers, lists and trees on the heap, pointers to pointers, function pointers, variables
that stay, copies of bytes.  `program` makes one statement after the other and takes back what is undefined at the point of its
seed, so that a program is defined there (and perhaps nowhere else).  ``to_c()`` is the text, ``evaluate`` runs the same tree.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

from tests.generators import m_nodes as mn
from tests.generators.c_checks import NX, NY, N, point
from tests.generators.dual import Dual, NearTie, val
from tests.generators.m_memory import FN, Arr, D, F, I, J, Object, Ptr, Record, Type, Undefined, declare, load, store
from tests.generators.m_nodes import Block, Machine, Routine
from tests.generators.m_statements import Maker, Rejected, Shared

STEPS = 6000
HEAD = """#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static double squash(double a) { return a / (1.0 + a * a); }
"""
SIGNATURE: list[tuple[str, Type]] = [("x", Ptr(D)), ("y", Ptr(D)), ("n", I), ("s", D)]


@dataclass
class Program:
    records: list[Record]
    globals: list[tuple[str, Type]]
    table: list[str]
    routines: list[Routine] = field(default_factory=list)

    def to_c(self) -> str:
        node = self.records[-1]
        first = [f"struct {node.name};", f"typedef double (*fn)(struct {node.name} *, double);"]
        kept = [f"static {declare(t, n)};" for n, t in self.globals if n != "table"]
        heads = [f"{r.head()};" for r in self.routines]
        table = [f"static const fn table[{len(self.table)}] = {{{', '.join(self.table)}}};"] if self.table else []
        texts = [r.c() for r in self.routines]
        return "\n".join([HEAD.rstrip(), *first, *(r.c() for r in self.records), *kept, *heads, *table, *texts]) + "\n"

    def evaluate(self, x: list[Any], y: list[Any], n: int, s: Any) -> tuple[Any, list[Any], list[Any]]:
        """The result and the final arrays."""
        m = Machine({r.name: r for r in self.routines}, STEPS)
        for name, t in self.globals:
            m.kept[name] = mn.fixed(t)
        for k, name in enumerate(self.table):
            store((m.kept["table"], 8 * k), name, FN)
        objects = [Object(8 * len(x), static=True), Object(8 * len(y), static=True)]
        for o, values in zip(objects, (x, y), strict=True):
            for k, v in enumerate(values):
                store((o, 8 * k), v, D)
        result = m.routines["f"].call(m, [(objects[0], 0), (objects[1], 0), n, s])
        x, y = ([load((o, 8 * k), D) for k in range(o.size // 8)] for o in objects)
        return result, x, y


def records(r: random.Random) -> list[Record]:
    """A leaf with numbers, a union, and a node with links (``v``, ``next``, ``other``) and whatever else."""
    leaf, union, node = Record("S"), Record("U", union=True), Record("N")
    kinds: list[Type] = [D, *r.choices([D, F, I, J, Arr(D, 2), Arr(F, 2)], k=r.randint(1, 3))]
    r.shuffle(kinds)
    leaf.fields = [(f"m{k}", t) for k, t in enumerate(kinds)]
    # what holds floats at one time and pointers or other floats at another has no derivative
    union.fields = r.choice([[("d", D), ("i", I)], [("d", D), ("b", Arr(D, 2))], [("l", Ptr(node)), ("q", Ptr(D)), ("i", I)]])
    more: list[tuple[str, Type]] = [
        ("in", leaf), ("key", I), ("p", Ptr(D)), ("op", FN), ("u", union), ("w", F), ("a", Arr(D, 2)), ("pp", Ptr(Ptr(D))),
        ("to", Ptr(leaf)), ("k", J), ("ls", Arr(Ptr(node), 2)),
    ]  # fmt: skip
    fields = [("v", D), ("next", Ptr(node)), ("other", Ptr(node)), *r.sample(more, r.randint(1, 4))]
    r.shuffle(fields)
    node.fields = fields
    return [leaf, union, node]


def variables(r: random.Random, leaf: Record, node: Record) -> list[tuple[str, Type]]:
    """Global variables, zero at first."""
    kinds: list[Type] = [D, Arr(D, 3), Ptr(node), Ptr(D), leaf, node, Arr(Ptr(node), 2), FN]
    return [(f"g{k}", t) for k, t in enumerate(r.sample(kinds, r.choice([0, 0, 1, 2])))]


def defined(made: Program, number: int) -> bool:
    """Is the program defined at its point, and are its numbers of moderate size?"""
    x, y, s, _ = point(number)
    try:
        result, xs, ys = made.evaluate(list(map(float, x)), list(map(float, y)), N, s)
    except (Undefined, NearTie, mn.TooLong, OverflowError, RecursionError, ZeroDivisionError):
        return False
    return all(isinstance(v, (float, Dual)) and math.isfinite(val(v)) and abs(val(v)) < 1e4 for v in (result, *xs, *ys))


def program(seed: int) -> Program:
    r = random.Random(seed)
    leaf, union, node = records(r)
    made = Program([leaf, union, node], variables(r, leaf, node), [])
    shared = Shared(r, node, leaf, union, lambda: defined(made, seed), made.routines, [], made.globals)
    f = Routine("f", D, SIGNATURE, Block(), mn.number(0.5), "")
    made.routines.append(f)
    maker = Maker(shared, f, 0)
    maker.v.constant.add("n")
    operations(maker, made, r)
    maker.grow(f.body, 2, 1)
    maker.grow(f.body, r.randint(3, 8), 3)
    summed(maker, f)
    return made


def operations(maker: Maker, made: Program, r: random.Random) -> None:
    """Functions of the type ``fn``, called first by name, and a constant table of them."""
    if r.random() < 0.4:
        return
    first, kept = Block(), len(maker.v.scope)
    maker.routine.body.body.append(mn.If(mn.number(1, I), first))
    for k in range(r.randint(1, 3)):
        params: list[tuple[str, Type]] = [(f"o{k}", Ptr(maker.node)), (f"k{k}", D)]
        length, scope = len(first.body), len(maker.v.scope)
        try:
            maker.make(first, f"op{k}", params, D)
        except Rejected:
            del first.body[length:]
            del maker.v.scope[scope:]
            continue
        maker.s.operations.append(f"op{k}")
    del maker.v.scope[kept:]
    made.table = list(maker.s.operations)
    if made.table:
        made.globals.append(("table", Arr(FN, len(made.table))))
        maker.v.scope.append(("table", Arr(FN, len(made.table))))


def summed(maker: Maker, f: Routine) -> None:
    """The result: of what is in scope at the end, as far as it is defined there."""
    for _ in range(4):
        old = f.value
        assert old is not None
        f.value = mn.Node(D, "({} + {})", [old, maker.v.squashed(2)], lambda m, a, b: a + b)
        if not maker.s.valid():
            f.value = old


__all__ = ["NX", "NY", "Program", "program"]
