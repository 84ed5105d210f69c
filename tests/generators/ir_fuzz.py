"""Changed IR through the whole pipeline: ``python -m tests.generators.ir_fuzz FIRST COUNT`` prints one outcome per number.

Each outcome but ``fine`` and ``refused`` is a finding: an exception of another kind, a process that LLVM has ended, one that took
too long.  Numbers run in child processes, so that those are seen; ``python -m tests.generators.ir_fuzz --show NUMBER`` prints
the changed text of one.  Nothing that was made is run.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
import traceback
from functools import lru_cache
from pathlib import Path

import irad
from irad.llvm.border.session import canonical
from irad.llvm.guard import check
from irad.options import Options
from irad.pipeline import derive, expand_marked, finish
from irad.transform.base.request import ACTIVE, CONST, DUP, FORWARD, GRADIENT, Request
from tests.generators.ir_mutations import mutate

SECONDS = 60  # for one text
CORPUS = Path(__file__).resolve().parent.parent / "corpus"
LEVELS = ("-O0", "-O1", "-O2", "-O2 -g", "-O3 -march=native")


@lru_cache(maxsize=None)
def base(name: str, level: str) -> str:
    """IR of a file of the corpus, or of a random program."""
    from tests.generators.c_programs import program
    from tests.generators.clang_ir import clang_ir

    if name.endswith(".ll"):
        return (CORPUS / name).read_text()
    if name.isdigit():
        return clang_ir(program(int(name)).to_c(), level)
    return clang_ir(CORPUS / name, level, cxx=name.endswith(".cpp"))


def names() -> list[str]:
    files = sorted(p.name for p in CORPUS.iterdir() if p.suffix in (".c", ".cpp"))
    return [*files, "rare.ll", "rare.ll", *map(str, range(12))]


def changed(number: int) -> str:
    """The text of one number: one to three changes, and where possible one that LLVM accepts."""
    r = random.Random(number)
    start = base(r.choice(names()), r.choice(LEVELS))
    text = start
    for _ in range(r.choice([1, 1, 4, 8])):
        text = start
        for _ in range(r.choice([1, 1, 2, 3])):
            text = mutate(text, r)
        if accepted(text):
            break
    return text


def accepted(text: str) -> bool:
    """What `irad.llvm.guard.accept` says of a text, in a fork of this process instead of a new one."""
    if "\0" in text:
        return False
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        status = 1
        try:
            text.encode()
            check(canonical(text))
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(pid, 0)[1] == 0


def attempt(text: str, number: int) -> str:
    """What becomes of a text: ``fine``, ``refused``, or how it failed."""
    r = random.Random(number)
    try:
        module = irad.Module.from_ir(text)
        functions = [module[name] for name in module]
        if number % 4 == 0 or not functions:
            options = Options(level=r.randrange(4))
            finish(expand_marked(module.text, options), None, options, None, thread_local=True).object()
            return "fine"
        f = r.choice(functions)
        mode = r.choice([GRADIENT, GRADIENT, FORWARD, "split"])
        floats = DUP if mode == FORWARD else ACTIVE
        params = tuple(DUP if t.is_ptr else floats if t.is_float else CONST for _, t in f.params)
        derived = derive(module.text, [Request(f.__name__, mode, params, f.ftype.ret.is_float)])
        finish(derived.module, [m.symbol for m in derived.made[0]]).object("host")
        return "fine"
    except irad.IradError:
        return "refused"


def outcome(number: int) -> str:
    """`attempt` in a child process; how it ended, and the last lines it wrote."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(write, 2)
        faulthandler.enable()
        signal.alarm(SECONDS)
        try:
            text = attempt(changed(number), number)
        except BaseException as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{type(error).__name__}: {error} (in {where.name}, {where.filename.rpartition('/')[2]}:{where.lineno})"
        os.write(2, f"\noutcome: {text}".encode()[:1000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, errors="replace") as pipe:
        text = pipe.read()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return f"signal {os.WTERMSIG(status)}: {_shown(text)}"
    return text.rpartition("outcome: ")[2] if "outcome: " in text else f"exit {status}: {text[-600:]}"


def _shown(text: str) -> str:
    """What LLVM said last, and where Python was."""
    said, _, trace = text.strip().partition("Fatal Python error")
    calls = [line.strip().rpartition("/")[2] for line in trace.splitlines() if "/irad/" in line]
    return " | ".join([*said.strip().splitlines()[-3:], *calls[:4]])[:700]


def main() -> None:
    if sys.argv[1] == "--show":
        print(changed(int(sys.argv[2])))
        return
    first, count = int(sys.argv[1]), int(sys.argv[2])
    for name in names():  # before the children are made
        for level in LEVELS:
            base(name, level)
    for number in range(first, first + count):
        print(f"{number} {outcome(number)}".replace("\n", " | "), flush=True)


if __name__ == "__main__":
    main()
