"""Seeded random programs ``f(x, s)`` as practitioners write them: containers, objects, closures, arrays, in one another.

The program is plain Python.  What it gives is compared with CPython, derivatives with differences of it (`practice_checks.py`).
"""

from __future__ import annotations

from tests.generators.practice_functions import Functions
from tests.generators.practice_lazy import MANAGERS

HEAD = """import cmath
import contextlib
import copy
import functools
import itertools
import math
import operator
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import numpy as np

Point = namedtuple("Point", "p q")
""" + MANAGERS
LENGTH = 5


class Generator(Functions):
    """One program.  ``x`` has 5 elements; numbers that are kept are squashed."""

    def program(self) -> str:
        for _ in range(self.r.choice((0, 1, 1, 2, 3))):
            self.make_class()
        for _ in range(self.r.choice((0, 0, 1))):
            self.make_state()
        for _ in range(self.r.choice((0, 1, 1, 2))):
            self.r.choice((self.make_helper, self.make_helper, self.make_generator, self.make_recursion))()
        with self.function("def f(x, s):", {"x": ("arr", LENGTH), "s": ("num",)}) as lines:
            self.straight = True
            if self.chance(0.7):
                self.emit("x = x.copy()")
            self.emit("t = s * 0.5")
            self.scope["t"] = ("num",)
            self.statements(self.r.randint(5, 12), 2)
            parts = [self.num(2) for _ in range(self.r.randint(1, 3))]
            self.emit(f"return float({' + '.join(['t', *parts])})" if self.chance(0.2) else f"return {' + '.join(['t', *parts])}")
            if self.globals:
                lines.insert(1, f"    global {', '.join(sorted(self.globals))}")
        return HEAD + "".join(f"\n\n{text}" for text in [*self.module, "\n".join(lines) + "\n"])


def program(seed: int) -> str:
    """The source text of program number ``seed``."""
    return Generator(seed).program()
