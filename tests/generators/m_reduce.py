"""Make a failing random program about memory small: ``python -m tests.generators.m_reduce SEED [FILE.c]``."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from tests.generators import c_reduce
from tests.generators.m_memory import FLOATS, INTEGERS, VOID
from tests.generators.m_nodes import Block, Node, Place, number, walk
from tests.generators.m_programs import Program, program


def smaller(made: Program) -> Iterator[Callable[[], Program]]:
    """Makers of programs with one thing less, large things first."""

    def changed(change: Callable[[Program], Any]) -> Callable[[], Program]:
        def make() -> Program:
            new = copy.deepcopy(made)
            change(new)
            return new

        return make

    text = made.to_c()
    for k, r in enumerate(made.routines):
        if text.count(f"{r.name}(") == 2 and r.name not in made.table:  # its head and its body
            yield changed(lambda new, k=k: new.routines.__delitem__(k))  # type: ignore[misc]
    for k, (name, _) in enumerate(made.globals):
        if name != "table":
            yield changed(lambda new, k=k: new.globals.__delitem__(k))  # type: ignore[misc]
    for r, routine in enumerate(made.routines):
        parts = [routine.body, *([routine.value] if routine.value is not None else [])]
        for p, part in enumerate(parts):
            for where, of in enumerate(walk(part)):
                for edit in range(len(list(edits(of)))):
                    yield changed(lambda new, at=(r, p, where, edit): apply(new, *at))  # type: ignore[misc]
        if routine.value is not None and routine.result in FLOATS:
            yield changed(lambda new, r=r: setattr(new.routines[r], "value", number(0.5)))  # type: ignore[misc]


def apply(new: Program, r: int, p: int, where: int, edit: int) -> None:
    routine = new.routines[r]
    part: Any = [routine.body, routine.value][p]
    list(edits(list(walk(part))[where]))[edit]()


def edits(of: Any) -> Iterator[Callable[[], Any]]:
    """Changes of one block or expression."""
    if isinstance(of, Block):
        for k, s in enumerate(of.body):
            yield lambda k=k: of.body.__delitem__(k)  # type: ignore[misc]
            inner = [x for b in vars(s).values() if isinstance(b, Block) for x in b.body]
            if inner and not isinstance(s, Node):
                yield lambda k=k, inner=inner: of.body.__setitem__(slice(k, k + 1), inner)  # type: ignore[misc]
    elif isinstance(of, Node):
        for k, a in enumerate(of.args):
            if isinstance(a, Place) or a.type == VOID or not a.args:
                continue
            plain = [number(0.5)] if a.type in FLOATS else [number(0, a.type), number(1, a.type)] if a.type in INTEGERS else []
            parts = [x for x in walk(a) if x is not a and isinstance(x, Node) and not isinstance(x, Place) and x.type == a.type]
            for part in [*plain, *parts[:5]]:
                yield lambda k=k, part=part: of.args.__setitem__(k, part)  # type: ignore[misc]


if __name__ == "__main__":
    c_reduce.main(program, smaller)
