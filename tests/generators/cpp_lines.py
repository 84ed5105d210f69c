# ruff: noqa: E501
"""Text of random C++ programs as a tree of lines, and what is known of the names in scope."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Block:
    """Lines between a head and a tail."""

    head: str
    body: list[Line] = field(default_factory=list)
    tail: str = "}"


Line = str | Block


def lines(body: list[Line], indent: str = "") -> Iterator[str]:
    for line in body:
        if isinstance(line, str):
            yield indent + line
            continue
        yield indent + line.head
        yield from lines(line.body, indent + "  ")
        yield indent + line.tail


@dataclass
class Class:
    """How objects of a class are made and used; ``{a}`` stands for a number, ``{k}`` for an index below 3, ``{o}`` for the object."""

    name: str
    make: list[str]
    reads: list[str]
    changes: list[str] = field(default_factory=list)
    copies: bool = True
    throws: bool = False


@dataclass
class Scope:
    """Expressions to read, numbers to assign to, indices from 0 to 2, objects; whether what is thrown is caught."""

    reals: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    ints: list[str] = field(default_factory=list)
    objects: list[tuple[str, Class]] = field(default_factory=list)
    guarded: bool = False

    def inner(self, guarded: bool = False) -> Scope:
        return Scope(list(self.reals), list(self.places), list(self.ints), list(self.objects), self.guarded or guarded)

    def constant(self) -> Scope:
        """The same, as a closure by value or a const method sees it."""
        return Scope(list(self.reals), [], list(self.ints), [], self.guarded)


@dataclass
class Names:
    """Random choices, names not used before, and what the program has declared so far."""

    r: random.Random
    count: int = 0
    declared: list[Line] = field(default_factory=list)
    pending: list[Line] = field(default_factory=list)  # bodies out of line, directly behind their class
    later: list[Line] = field(default_factory=list)  # and behind ``run``
    functions: list[str] = field(default_factory=list)  # calls, as templates
    throwing: list[str] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    errors: list[tuple[str, str, str]] = field(default_factory=list)  # made by, caught as, number in ``e``

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def declare(self, *text: Line) -> None:
        self.declared += [*text, *self.pending]
        self.pending.clear()

    def fill(self, template: str, s: Scope, depth: int, o: str = "") -> str:
        """A template with expressions for its holes."""
        text = template.replace("{o}", o)
        while "{a}" in text:
            text = text.replace("{a}", self.real(s, depth), 1)
        while "{k}" in text:
            text = text.replace("{k}", self.index(s), 1)
        return text

    def index(self, s: Scope) -> str:
        return self.r.choice([*s.ints, str(self.r.randint(0, 2))])

    def literal(self) -> str:
        return f"real({self.r.choice([0.5, 1.5, -0.7, 0.25, 2, 1.1, -1.3])})"

    def leaf(self, s: Scope) -> str:
        return self.r.choice(s.reals) if s.reals and self.r.random() < 0.85 else self.literal()

    def condition(self, s: Scope) -> str:
        r = self.r
        number = f"{self.leaf(s)} {r.choice(['<', '>', '<=', '>='])} {self.literal()}"
        if s.ints and r.random() < 0.4:
            return r.choice(
                [f"{r.choice(s.ints)} {r.choice(['==', '!=', '<', '>='])} {r.randint(0, 2)}", f"{r.choice(s.ints)} % 2"]
            )
        return r.choice([number, f"{self.leaf(s)} < {self.leaf(s)}", f"({number} && {self.leaf(s)} > {self.literal()})"])

    def real(self, s: Scope, depth: int) -> str:
        """An expression of type ``real`` whose value stays moderate."""
        if depth <= 0:
            return self.leaf(s)
        r = self.r

        def part() -> str:
            return self.real(s, depth - 1)

        def called() -> str:
            pool = [*self.functions, *(self.throwing if s.guarded else [])]
            return self.fill(r.choice(pool), s, depth - 1) if pool else self.leaf(s)

        def read() -> str:
            pool = [(o, c) for o, c in s.objects if s.guarded or not c.throws]
            if not pool:
                return called()
            o, c = r.choice(pool)
            return self.fill(r.choice(c.reads), s, depth - 1, o)

        def temporary() -> str:
            pool = [c for c in self.classes if s.guarded or not c.throws]
            if not pool:
                return called()
            c = r.choice(pool)
            return self.fill(r.choice(c.reads), s, depth - 2, f"{c.name}{self.fill(r.choice(c.make), s, depth - 2)}")

        return r.choice([
            lambda: f"({part()} {r.choice('+-*')} ({part()}))", lambda: f"({part()} {r.choice('+-*')} ({part()}))",
            lambda: f"({part()} / (real(1.5) + squash({part()})))",
            lambda: f"{r.choice(['sin', 'cos', 'tanh', 'atan', 'squash'])}({part()})",
            lambda: f"exp(squash({part()}))", lambda: f"sqrt(real(1.2) + squash({part()}))", lambda: f"log(real(2) + squash({part()}))",
            lambda: f"({self.condition(s)} ? {part()} : {part()})", lambda: f"std::{r.choice(['max', 'min'])}<real>({part()}, {part()})",
            lambda: f"(-{part()})", called, called, read, read, read, temporary,
        ])()  # fmt: skip

    def squashed(self, s: Scope, depth: int) -> str:
        return f"squash({self.real(s, depth)})"
