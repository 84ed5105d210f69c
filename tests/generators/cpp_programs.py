"""Seeded random C++ programs ``real run(real *x, real *y, int n, real s)``, each in a namespace of its own.

``real`` is ``double`` for irad and a class of dual numbers for the reference (`tests.generators.cpp_checks`), so that the
compiler itself says what a program means.  What C++ leaves undefined, or to the implementation, is avoided.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.generators.c_checks import NX, NY
from tests.generators.cpp_classes import KINDS
from tests.generators.cpp_lines import Block, Line, Names, Scope, lines
from tests.generators.cpp_statements import assign, grow

HEADERS = """algorithm array cmath cstdio cstdlib deque functional iostream list map memory numeric optional queue set sstream
stdexcept string tuple unordered_map utility variant vector""".split()
HEAD = "".join(f"#include <{h}>\n" for h in HEADERS)
COMMON = """inline real squash(real a) { return a / (real(1) + a * a); }
template <class F> real twice(F &&f, real a) { return f(squash(f(a))); }
"""


@dataclass
class Program:
    number: int
    body: list[Line] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"p{self.number}"

    def text(self) -> str:
        return "\n".join(lines([Block(f"namespace {self.name} {{", self.body)])) + "\n"


def program(number: int) -> Program:
    r = random.Random(number)
    n = Names(r)
    for _ in range(r.randint(3, 7)):
        r.choice(KINDS)(n)
    s = Scope(
        [f"x[{k}]" for k in range(NX)] + [f"y[{k}]" for k in range(NY)] + ["s"],
        [f"x[{r.randrange(NX)}]", "y[1]", "y[2]", "s"],
        ["(n - 2)"],
    )
    body: list[Line] = ["real t = real(0.5);"]
    s.reals.append("t")
    s.places += ["t", "t", "t"]
    grow(n, body, s, r.randint(4, 9), 2)
    assign(n, body, s, 0)
    body.append(f"return t + {n.squashed(s, 2)} + {n.squashed(s, 2)};")
    run = Block("real run(real *x, real *y, int n, real s) {", body)
    return Program(number, [*n.declared, run, *n.later])
