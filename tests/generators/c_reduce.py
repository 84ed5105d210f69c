"""Make a failing random C program small: ``python -m tests.generators.c_reduce SEED [FILE.c]``.

Statements are deleted and expressions replaced by their parts for as long as `tests.property.test_random_c.check` fails in
the same way; each try runs in a process of its own, since a failure may be a crash.
"""

from __future__ import annotations

import copy
import dataclasses
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.generators import c_expressions as e
from tests.generators import c_statements as st
from tests.generators.c_checks import WAYS, Oracle, library_folder
from tests.generators.c_programs import Program, program
from tests.generators.dual import NearTie

TIME = 40
MARK = "outcome: "


def outcome(made: Any, number: int) -> str:
    """``""`` if all is well, ``skip``, or a short text that says how it fails."""
    from tests.property.test_random_c import check_as_test

    library_folder()  # made here, so that it goes when this process ends
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(w, 2)
        signal.alarm(TIME)
        try:
            text = "" if check_as_test(made, number) else "skip"
        except BaseException as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            wrong = [f.name for f in traceback.extract_tb(error.__traceback__) if f.name in ("close", "Oracle", "evaluate")]
            text = f"{type(error).__name__} {frame.name} {wrong} | {error}"
            if "close" in wrong:
                text = f"WRONG {[f.line for f in traceback.extract_tb(error.__traceback__) if f.name == 'compare'][-1]} | {error}"
        os.write(w, f"\n{MARK}{text}".encode()[:4000])
        os._exit(0)
    os.close(w)
    with os.fdopen(r, errors="replace") as pipe:
        text = pipe.read()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return f"SIGNAL {os.WTERMSIG(status)} {text[:60]!r} | {text[:2000]}"
    return text.rpartition(MARK)[2]


def kind(text: str) -> str:
    return text.split(" | ")[0]


def smaller(made: Program) -> Iterator[Callable[[], Program]]:
    """Makers of programs with one thing less, large things first."""

    def changed(change: Callable[[Program], Any]) -> Callable[[], Program]:
        def make() -> Program:
            new = copy.deepcopy(made)
            change(new)
            return new

        return make

    def without(name: str, k: int) -> Callable[[Program], Any]:
        return lambda new: getattr(new, name).__delitem__(k)

    def edited(where: int, edit: int) -> Callable[[Program], Any]:
        return lambda new: list(edits(list(walk(new.routines))[where]))[edit]()

    for name in ("routines", "globals", "statics", "structs"):
        for k in range(len(getattr(made, name)) - (name == "routines")):
            yield changed(without(name, k))
    for where, of in enumerate(walk(made.routines)):
        for edit in range(len(list(edits(of)))):
            yield changed(edited(where, edit))


def walk(root: Any) -> Iterator[Any]:
    """All statements' blocks and all nodes, outside first."""
    if isinstance(root, (list, tuple)):
        for item in root:
            yield from walk(item)
    elif isinstance(root, (st.Routine, st.Statement, e.Node)):
        yield root
        for f in dataclasses.fields(root):  # type: ignore[arg-type]
            if f.name != "loop":
                yield from walk(getattr(root, f.name))


def edits(of: Any) -> Iterator[Any]:
    if isinstance(of, st.Block):
        for k, s in enumerate(of.body):
            inner = [x for b in s.blocks() for x in b.body]
            yield lambda k=k: of.body.__delitem__(k)
            if inner:
                yield lambda k=k, inner=inner: of.body.__setitem__(slice(k, k + 1), inner)
        return
    if not isinstance(of, (st.Statement, e.Node)):
        return
    for f in dataclasses.fields(of):  # type: ignore[arg-type]
        value = getattr(of, f.name)
        if isinstance(value, st.Block) and f.name == "other":
            yield lambda f=f: setattr(of, f.name, None)
        if isinstance(value, e.Node) and not isinstance(value, (e.Literal, e.Place)) and not isinstance(of, st.Free):
            parts = [v for v in walk(value) if v is not value and isinstance(v, e.Node) and not isinstance(v, e.Place)]
            for part in [e.Literal(0.5), e.Literal(1), e.Literal(0), *parts[:6]]:
                yield lambda f=f, part=part: setattr(of, f.name, part)
        if isinstance(value, (list, tuple)) and value and all(isinstance(v, e.Node) for v in value):
            for k, v in enumerate(value):
                if isinstance(v, e.Literal):
                    continue
                parts = [p for p in walk(v) if p is not v and isinstance(p, e.Node) and not isinstance(p, e.Place)]
                for part in [e.Literal(0.5), *parts[:4]]:
                    yield lambda f=f, k=k, part=part, value=value: setattr(
                        of, f.name, type(value)([*value[:k], part, *value[k + 1 :]])
                    )


def valid(made: Any, number: int) -> bool:
    """Whether the interpreter can run it."""
    try:
        Oracle(made, number)
    except (Exception, NearTie):
        return False
    return True


def reduce(made: Any, number: int, wanted: str, smaller: Callable[[Any], Iterable[Callable[[], Any]]] = smaller) -> Any:
    """Passes over all candidates, each going on where the last success was, until one pass finds nothing."""
    tried: set[str] = set()
    again = True
    while again:
        again, k = False, 0
        candidates = list(smaller(made))
        while k < len(candidates):
            new = candidates[k]()
            text = new.to_c()
            fresh = text not in tried and len(text) <= len(made.to_c())
            tried.add(text)
            if fresh and valid(new, number) and kind(outcome(new, number)) == wanted:
                made, again = new, True
                candidates = list(smaller(made))
            else:
                k += 1
    return made


def main(made_of: Callable[[int], Any] = program, smaller: Callable[[Any], Iterable[Callable[[], Any]]] = smaller) -> None:
    number = int(sys.argv[1])
    made = made_of(number)
    seen = outcome(made, number)
    print(seen)
    if seen in ("", "skip"):
        return
    made = reduce(made, number, kind(seen), smaller)
    last = outcome(made, number)
    how = f"-O{number % 4} {WAYS[number % len(WAYS)]}: {last.strip()[:1500].replace('*/', '* /')}"
    text = f"/* seed {number}, {how} */\n{made.to_c()}"
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(text)
    print(text)


if __name__ == "__main__":
    main()
