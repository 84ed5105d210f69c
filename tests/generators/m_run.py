"""Outcomes of random programs, each in a process of its own: ``python -m tests.generators.m_run FIRST COUNT [c|m]``."""

from __future__ import annotations

import sys

from tests.generators import c_programs, m_programs
from tests.generators.c_reduce import outcome

PROGRAMS = {"c": c_programs.program, "m": m_programs.program}


def main() -> None:
    first, count, kind = int(sys.argv[1]), int(sys.argv[2]), (sys.argv + ["m"])[3]
    for number in range(first, first + count):
        text = outcome(PROGRAMS[kind](number), number).strip().replace("\n", " ")
        print(number, text[:300] or "right", flush=True)


if __name__ == "__main__":
    main()
