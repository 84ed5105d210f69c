"""What reading IR costs: seconds for 10,000 instructions of LLVM's text, at several levels of optimisation.

    python benchmarks/ir_reading.py

The programs of tests/corpus are compiled and normalised; each set is repeated until it has at least 10,000 instructions (the
names of functions stay, which the reader allows when the copies are read as modules of their own).  The figures are the best
of several rounds: the reader has no state, so whatever is slower is the machine's doing.  The goal is 0.5 s.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from irad.frontends.clang import compile_to_ir
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.llvm.border.session import canonical
from irad.llvm.normalize import normalize

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "corpus"
WANTED, ROUNDS, GOAL = 10_000, 5, 0.5


def size(text: str) -> int:
    return sum(1 for fn in read_module(text).functions.values() for _ in fn.instructions())


def best(texts: list[str], whole: int, printing: bool) -> float:
    """Seconds per 10,000 instructions, of reading or of printing what was read."""
    times = []
    for _ in range(ROUNDS):
        modules = [read_module(t) for t in texts] if printing else []
        start = time.perf_counter()
        if printing:
            for module in modules:
                print_module(module)
        else:
            for text in texts:
                read_module(text)
        times.append(time.perf_counter() - start)
    return min(times) / whole * 10_000


def main() -> int:
    sources = sorted(p for p in CORPUS.iterdir() if p.suffix in (".c", ".cpp"))
    raw = [canonical(compile_to_ir(p, ["-O2", "-w"])) for p in sources]
    sets = {"as clang gives it": raw, "normal form": [normalize(t) for t in raw]}
    slowest = 0.0
    print(f"{'':20} {'instructions':>12} {'reading':>10} {'printing':>10}   seconds per 10,000 instructions")
    for name, texts in sets.items():
        once = sum(map(size, texts))
        copies = -(-WANTED // once)
        texts, whole = texts * copies, once * copies
        reading, printing = best(texts, whole, False), best(texts, whole, True)
        slowest = max(slowest, reading)
        print(f"{name:20} {whole:12} {reading:10.3f} {printing:10.3f}")
    print(f"goal: {GOAL} s; {'reached' if slowest < GOAL else 'missed'}")
    return 0 if slowest < GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
