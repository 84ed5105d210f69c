"""Make a failing random C++ program small: ``python -m tests.generators.cpp_reduce SEED [FLAGS]``.

Lines and blocks are deleted, or blocks replaced by what is in them, for as long as the program fails in the same way.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.generators.cpp_checks import flags_of
from tests.generators.cpp_lines import Block, Line
from tests.generators.cpp_programs import Program, program
from tests.generators.cpp_run import outcome

Edit = Callable[[list[Line]], None]


def bodies(body: list[Line]) -> Iterator[list[Line]]:
    """All lists of lines, outside first."""
    yield body
    for line in body:
        if isinstance(line, Block):
            yield from bodies(line.body)


def edits(body: list[Line]) -> Iterator[Edit]:
    """Large deletions first, then single lines, blocks without their heads, and calls replaced by numbers."""
    for where, part in enumerate(bodies(body)):
        size = len(part)
        while size:
            for at in range(0, len(part), size):
                yield lambda new, w=where, a=at, n=size: list(bodies(new))[w].__delitem__(slice(a, a + n))  # type: ignore[misc]
            size //= 2
        for at, line in enumerate(part):
            if isinstance(line, Block) and where:
                yield lambda new, w=where, a=at, b=line: list(bodies(new))[w].__setitem__(slice(a, a + 1), b.body)  # type: ignore[misc]
    for where, part in enumerate(bodies(body)):
        for at, line in enumerate(part):
            if not isinstance(line, str):
                continue
            for found in re.finditer(r"[\w:]*\((?:[^()]|\([^()]*\))*\)", line):
                short = line[: found.start()] + "s" + line[found.end() :]
                yield lambda new, w=where, a=at, t=short: list(bodies(new))[w].__setitem__(a, t)  # type: ignore[misc]


def kind(text: str) -> str:
    return text.split(" | ")[0]


def reduce(made: Program, flags: str) -> Program:
    """Passes over all edits until one pass finds nothing."""
    wanted, again = kind(outcome([made], flags)), True
    tried: set[str] = set()
    while again:
        again, k = False, 0
        steps = list(edits(made.body))
        while k < len(steps):
            new = copy.deepcopy(made)
            steps[k](new.body)
            fresh = new.text() not in tried and len(new.text()) < len(made.text())
            tried.add(new.text())
            if fresh and "run(real *x" in new.text() and kind(outcome([new], flags)) == wanted:
                made, again, steps = new, True, list(edits(new.body))
            else:
                k += 1
    return made


def main() -> None:
    number = int(sys.argv[1])
    flags = sys.argv[2] if len(sys.argv) > 2 else flags_of(number)
    made = reduce(program(number), flags)
    print(f"// seed {number}, {flags}: {outcome([made], flags)[:1500]}\n{made.text()}")
    if len(sys.argv) > 3:
        Path(sys.argv[3]).write_text(made.text())


if __name__ == "__main__":
    main()
