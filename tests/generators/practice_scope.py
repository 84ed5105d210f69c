"""What random programs of practice are made of: names with what they stand for, blocks, and text that is being written.

A place is a text that can be read (``t``, ``box.items``); its kind is a tuple: ``("num",)``, ``("int",)``, ``("arr", n)``,
``("list", n)`` of numbers, ``("dict", keys)``, ``("obj", class)``, ``("objs", class, n)``, ``("fun",)`` of a number,
``("carr", n)`` complex, ``("grow",)`` a list that has grown (not empty), ``("pairs", n)`` a list of tuples of two numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Kind = tuple[Any, ...]


@dataclass
class Class:
    """A class of the program: what its instances have, and can do."""

    name: str
    fields: dict[str, Kind]
    properties: list[str] = field(default_factory=list)
    pure: list[str] = field(default_factory=list)  # methods of a number that change nothing
    changing: list[str] = field(default_factory=list)  # methods of a number that change the object
    operators: str = ""
    called: bool = False
    base: Class | None = None
    parameters: int = 2


class Writer:
    """Lines of text, the scope, and dice."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.counter = 0
        self.scope: dict[str, Kind] = {}
        self.fixed: set[str] = set()  # names that cannot be bound here
        self.straight = True  # what is written is reached once: structures may change
        self.loops = 0
        self.tries = 0
        self.level = 0  # of functions in functions
        self.module: list[str] = []  # texts at module level
        self.classes: list[Class] = []
        self.busy: set[str] = set()  # containers that a loop runs over

    def emit(self, text: str) -> None:
        self.lines.extend("    " * self.depth + line for line in text.split("\n"))

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def pick(self, *items: Any) -> Any:
        return self.r.choice(items)

    def chance(self, p: float) -> bool:
        return self.r.random() < p

    def constant(self, low: float = -1.2, high: float = 1.2) -> str:
        return str(round(self.r.uniform(low, high), 2))

    def new(self, prefix: str, *kind: Any) -> str:
        """A new name of this kind, which is in scope from now on."""
        name = self.fresh(prefix)
        self.scope[name] = kind
        return name

    def items(self) -> Iterator[tuple[str, Kind]]:
        """All places, those in objects too."""
        for name, kind in self.scope.items():
            yield name, kind
            if kind[0] == "obj":
                yield from self.inside(name, kind[1], 2)

    def inside(self, path: str, of: Class, deep: int) -> Iterator[tuple[str, Kind]]:
        for name, kind in of.fields.items():
            yield f"{path}.{name}", kind
            if kind[0] == "obj" and deep > 1:
                yield from self.inside(f"{path}.{name}", kind[1], deep - 1)

    def places(self, *kinds: str) -> list[tuple[str, Kind]]:
        return [(name, kind) for name, kind in self.items() if kind[0] in kinds]

    def targets(self, *kinds: str) -> list[tuple[str, Kind]]:
        """Places that may be bound anew."""
        return [(name, kind) for name, kind in self.places(*kinds) if name not in self.fixed]

    @contextmanager
    def block(self, head: str, straight: bool = False, loop: bool = False) -> Iterator[None]:
        """A block behind ``head``; names made in it are gone behind it."""
        self.emit(head)
        kept = dict(self.scope), self.straight, set(self.busy)
        self.depth += 1
        self.straight = self.straight and straight
        self.loops += loop
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.loops -= loop
        self.depth -= 1
        self.scope, self.straight, self.busy = kept

    @contextmanager
    def function(self, head: str, scope: dict[str, Kind], nested: bool = False) -> Iterator[list[str]]:
        """A function of its own: written where we are if it is nested, else the lines are for the module."""
        kept = self.lines, self.depth, self.scope, self.fixed, self.straight, self.loops, self.tries, self.busy
        self.level += 1
        if nested:
            self.emit(head)
            self.depth += 1
            self.fixed = {name for name in self.scope if "." not in name}
            self.scope = {**self.scope, **scope}
            self.fixed -= set(scope)
        else:
            self.lines, self.scope, self.fixed, self.tries = [], dict(scope), set(), 0
            self.depth = 0
            self.emit(head)
            self.depth = 1
        self.straight, self.loops, self.busy = False, 0, set()
        made = self.lines
        yield made
        self.level -= 1
        self.lines, self.depth, self.scope, self.fixed, self.straight, self.loops, self.tries, self.busy = kept
