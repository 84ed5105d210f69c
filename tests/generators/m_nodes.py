"""Expressions and statements of programs about memory: a template of C beside a Python function that does the same.

`Node` is an expression, or a statement without blocks; `Place` is one whose value is the pointer to what it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.generators import m_memory as mm
from tests.generators.m_memory import D, I, Object, Ptr, Record, Type, Undefined, declare, size


class TooLong(Exception):
    """More steps than the interpreter is given."""


class Machine:
    """What runs: variables of the current call, variables that stay, functions by name, and the steps left."""

    def __init__(self, routines: dict[str, Routine], limit: int) -> None:
        self.frame: dict[str, Object] = {}
        self.kept: dict[str, Object] = {}
        self.routines, self.left = routines, limit

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLong

    def variable(self, name: str) -> Object:
        found = self.frame.get(name) or self.kept.get(name)
        if found is None:
            raise Undefined(f"no variable {name}")
        return found


@dataclass
class Node:
    type: Type
    template: str  # of C, with {} for each argument
    args: list[Node]
    fn: Callable[..., Any]  # of the machine and the arguments' values
    lazy: bool = False  # fn gets the arguments themselves

    def c(self) -> str:
        return self.template.format(*[a.c() for a in self.args])

    def ev(self, m: Machine) -> Any:
        return self.fn(m, *(self.args if self.lazy else [a.ev(m) for a in self.args]))


class Place(Node):
    """An lvalue."""


def execute(s: Any, m: Machine) -> Any:
    """Run a statement; what it says about where to go on (None: behind it)."""
    if isinstance(s, Node):
        s.ev(m)
        return None
    return s.run(m)


@dataclass
class Block:
    body: list[Any] = field(default_factory=list)

    def lines(self) -> list[str]:
        return [line for s in self.body for line in ([f"{s.c()};"] if isinstance(s, Node) else s.lines())]

    def run(self, m: Machine) -> Any:
        outer, signal = dict(m.frame), None
        for s in self.body:
            m.step()
            signal = execute(s, m)
            if signal is not None:
                break
        for name, made in m.frame.items():
            if outer.get(name) is not made and not made.static:
                made.alive = False
        m.frame = outer
        return signal


@dataclass
class If:
    condition: Node
    then: Block
    other: Block | None = None

    def lines(self) -> list[str]:
        out = [f"if ({self.condition.c()}) {{", *indent(self.then)]
        return [*out, "}"] if self.other is None else [*out, "} else {", *indent(self.other), "}"]

    def run(self, m: Machine) -> Any:
        chosen = self.then if self.condition.ev(m) else self.other
        return chosen.run(m) if chosen is not None else None


@dataclass
class Loop:
    """``for (init; condition; step) { body }``; None is left out."""

    init: Node | None
    condition: Node
    step: Node | None
    body: Block

    def lines(self) -> list[str]:
        step = "" if self.step is None else self.step.c()
        init = "" if self.init is None else self.init.c()
        return [f"for ({init}; {self.condition.c()}; {step}) {{", *indent(self.body), "}"]

    def run(self, m: Machine) -> Any:
        outer = dict(m.frame)
        if self.init is not None:
            self.init.ev(m)
        signal = None
        while signal is None and self.condition.ev(m):
            m.step()
            signal = self.body.run(m)
            if signal is None and self.step is not None:
                self.step.ev(m)
        m.frame = outer
        return None if signal == "break" else signal


@dataclass
class Leave:
    """``break``, or ``return`` of a value."""

    value: Node | None = None
    loop: bool = False

    def lines(self) -> list[str]:
        if self.loop:
            return ["break;"]
        return ["return;" if self.value is None else f"return {self.value.c()};"]

    def run(self, m: Machine) -> Any:
        return "break" if self.loop else ("return", None if self.value is None else self.value.ev(m))


@dataclass
class Routine:
    name: str
    result: Type
    params: list[tuple[str, Type]]
    body: Block
    value: Node | None  # what it returns at its end
    attributes: str = "static "

    def head(self) -> str:
        params = ", ".join(declare(t, n) for n, t in self.params)
        return f"{self.attributes}{declare(self.result, f'{self.name}({params})')}"

    def c(self) -> str:
        last = [] if self.value is None else [f"  return {self.value.c()};"]
        return "\n".join([self.head() + " {", *indent(self.body), *last, "}"])

    def call(self, m: Machine, args: list[Any]) -> Any:
        m.step()
        outer, m.frame = m.frame, {}
        for (name, t), v in zip(self.params, args, strict=True):
            m.frame[name] = Object(size(t))
            mm.store((m.frame[name], 0), v, t)
        mine = dict(m.frame)
        made = self._run(m)
        for o in [*mine.values(), *m.frame.values()]:
            o.alive = o.static
        m.frame = outer
        return made

    def _run(self, m: Machine) -> Any:
        """The body, whose variables live until the value at the end is there."""
        for s in self.body.body:
            m.step()
            signal = execute(s, m)
            if signal is not None:
                return mm.converted(signal[1], self.result) if signal[1] is not None else None
        return None if self.value is None else mm.converted(self.value.ev(m), self.result)


def indent(block: Block) -> list[str]:
    return ["  " + line for line in block.lines()]


def walk(root: Any) -> Iterator[Any]:
    """Everything inside, outside first."""
    yield root
    if isinstance(root, Node):
        inner: list[Any] = list(root.args)
    elif isinstance(root, Block):
        inner = list(root.body)
    else:
        inner = [v for v in vars(root).values() if isinstance(v, (Node, Block))]
    for x in inner:
        yield from walk(x)


# ---- how nodes are made


def number(v: float, t: Type = D) -> Node:
    return Node(t, f"({v!r})" if v < 0 else repr(v), [], lambda m: v)


def null(t: Ptr) -> Node:
    return Node(t, f"({declare(t, '')})0", [], lambda m: None)


def var(name: str, t: Type) -> Place:
    return Place(t, name, [], lambda m: (m.variable(name), 0))


def value(place: Place) -> Node:
    """What a place holds."""
    t = place.type
    return Node(t, "{}", [place], lambda m, p: mm.load(p, t))


def address(place: Place) -> Node:
    return Node(Ptr(place.type), "(&{})", [place], lambda m, p: p)


def deref(pointer: Node) -> Place:
    assert isinstance(pointer.type, Ptr)
    t = pointer.type.to
    return Place(t, "(*{})", [pointer], lambda m, p: mm.within(p, size(t)))


def member(place: Place, name: str) -> Place:
    record = place.type
    assert isinstance(record, Record)
    by = record.offset(name)
    return Place(record.type_of(name), "{}." + name, [place], lambda m, p: (p[0], p[1] + by))


def arrow(pointer: Node, name: str) -> Place:
    return member(deref(pointer), name)


def element(base: Node, index: Node) -> Place:
    """Of an array (a place) or behind a pointer."""
    t = base.type
    inner = t.of if isinstance(t, mm.Arr) else t.to if isinstance(t, Ptr) else D
    n, count = size(inner), t.n if isinstance(t, mm.Arr) else 10**9

    def at(m: Machine, p: Any, i: int) -> Any:
        if p is None or not 0 <= i < count:
            raise Undefined("index")
        return mm.within((p[0], p[1] + i * n), n)

    return Place(inner, "{}[{}]", [base, index], at)


def decay(array: Place) -> Node:
    """An array as a pointer to its first element."""
    assert isinstance(array.type, mm.Arr)
    return Node(Ptr(array.type.of), "{}", [array], lambda m, p: p)


def assign(place: Place, v: Node, op: str = "") -> Node:
    t = place.type

    def run(m: Machine, p: Any, new: Any) -> None:
        if op:
            old = mm.load(p, t)
            new = old + new if op == "+" else old - new if op == "-" else old * new
        mm.store(p, new, t)

    return Node(mm.VOID, "{} " + op + "= {}", [place, v], run)


def define(name: str, t: Type, v: Node | None = None) -> Node:
    """A variable with a first value; without one its bytes are zero."""

    def run(m: Machine, *new: Any) -> None:
        made = Object(size(t))
        if new:
            mm.store((made, 0), new[0], t)
        else:
            mm.zero((made, 0), size(t))
        m.frame[name] = made

    given = "{}" if v is not None else "0" if isinstance(t, (mm.Basic, Ptr)) else "{{0}}"
    return Node(mm.VOID, f"{declare(t, name)} = {given}", [v] if v is not None else [], run)


def keep(name: str, t: Type, first: float | None) -> Node:
    """A static local variable."""

    def run(m: Machine) -> None:
        if name not in m.kept:
            m.kept[name] = fixed(t, first)
        m.frame[name] = m.kept[name]

    return Node(mm.VOID, f"static {declare(t, name)}" + ("" if first is None else f" = {first!r}"), [], run)


def fixed(t: Type, first: float | None = None) -> Object:
    made = Object(size(t), static=True)
    mm.zero((made, 0), size(t))
    if first is not None:
        mm.store((made, 0), first, t)
    return made


def call(callee: Node, args: list[Node], result: tuple[str, Type] | None = None, wrap: str = "") -> Node:
    """``t name = callee(args)``, or without a result; ``wrap``: a function around it."""
    from tests.generators.c_expressions import MATH

    def run(m: Machine, name: str, *given: Any) -> None:
        if not name:
            raise Undefined("a call of a null pointer")
        out = m.routines[name].call(m, list(given))
        if result is not None:
            m.frame[result[0]] = Object(size(result[1]))
            mm.store((m.frame[result[0]], 0), MATH[wrap](out) if wrap else out, result[1])

    text = "{}(" + ", ".join(["{}"] * len(args)) + ")"
    text = f"{wrap}({text})" if wrap else text
    return Node(mm.VOID, text if result is None else f"{declare(result[1], result[0])} = {text}", [callee, *args], run)


def named(name: str) -> Node:
    """A function as a value."""
    return Node(mm.FN, name, [], lambda m: name)


def choose(condition: Node, a: Node, b: Node) -> Node:
    return Node(a.type, "({} ? {} : {})", [condition, a, b], lambda m, c, x, y: x.ev(m) if c.ev(m) else y.ev(m), lazy=True)


def integer(name: str) -> Node:
    return value(var(name, I))
