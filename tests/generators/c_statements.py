"""Statements and functions of the generated C, as C (``lines``) and on duals (``run``).

``run`` gives None, or why the control goes elsewhere: ``("return", value)``, ``("break", loop)``, ``("continue", loop)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.generators.c_expressions import Element, Load, Node, Place, Value, Variable, convert
from tests.generators.c_memory import BadProgram, Buffer, Machine, load, read, write
from tests.generators.c_types import VOID, Array, I, Pointer, Scalar, Struct, Type, declare, size
from tests.generators.dual import Dual

Signal = tuple[str, Any] | None


class Statement:
    def lines(self) -> list[str]:
        raise NotImplementedError

    def run(self, m: Machine) -> Signal:
        raise NotImplementedError

    def blocks(self) -> list[Block]:
        """Those inside; a reducer deletes from them."""
        return []


def indent(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def store(p: Any, v: Value, t: Type) -> None:
    if isinstance(t, Struct):
        write(p, v)
    else:
        write(p, [cell(v, t)])


def cell(v: Value, t: Type) -> Value:
    """What memory holds: numbers converted, pointers and functions as they are."""
    return convert(v, t) if isinstance(t, Scalar) and isinstance(v, (int, float, Dual)) else v


@dataclass
class Block(Statement):
    body: list[Statement] = field(default_factory=list)

    def lines(self) -> list[str]:
        return [line for s in self.body for line in s.lines()]

    def run(self, m: Machine) -> Signal:
        outer = dict(m.frame)
        signal = None
        for s in self.body:
            m.step()
            signal = s.run(m)
            if signal is not None:
                break
        for name, buffer in m.frame.items():
            if outer.get(name) is not buffer:
                buffer.alive = False
        m.frame = outer
        return signal

    def blocks(self) -> list[Block]:
        return [self]


@dataclass
class Declare(Statement):
    """``initial``: one expression, or those of an array or structure of doubles (what is left out is zero)."""

    name: str
    type: Type
    initial: Node | list[Node]

    def lines(self) -> list[str]:
        if isinstance(self.initial, list):
            text = "{" + ", ".join(e.c() for e in self.initial) + "}"
        else:
            text = self.initial.c()
        return [f"{declare(self.type, self.name)} = {text};"]

    def run(self, m: Machine) -> Signal:
        buffer = Buffer(size(self.type))
        if isinstance(self.initial, list):
            kinds = list(leaves(self.type))
            given = [e.ev(m) for e in self.initial] + [0] * (len(kinds) - len(self.initial))
            buffer.cells = [cell(v, k) for v, k in zip(given, kinds, strict=True)]
        else:
            store((buffer, 0), self.initial.ev(m), self.type)
        m.frame[self.name] = buffer
        return None


def leaves(t: Type) -> Any:
    if isinstance(t, Array):
        for _ in range(t.length):
            yield from leaves(t.element)
    elif isinstance(t, Struct):
        for _, f in t.fields:
            yield from leaves(f)
    else:
        yield t


@dataclass
class Assign(Statement):
    target: Place
    value: Node
    op: str = ""

    def lines(self) -> list[str]:
        return [f"{self.target.c()} {self.op}= {self.value.c()};"]

    def run(self, m: Machine) -> Signal:
        v = self.value.ev(m)
        p = self.target.ev(m)
        if self.op:
            old = load(p)
            v = old + v if self.op == "+" else old - v if self.op == "-" else old * v
        store(p, v, self.target.type)
        return None


@dataclass
class If(Statement):
    condition: Node
    then: Block
    other: Block | None = None

    def lines(self) -> list[str]:
        out = [f"if ({self.condition.c()}) {{", *indent(self.then.lines())]
        if self.other is not None:
            out += ["} else {", *indent(self.other.lines())]
        return [*out, "}"]

    def run(self, m: Machine) -> Signal:
        if self.condition.ev(m):
            return self.then.run(m)
        return self.other.run(m) if self.other is not None else None

    def blocks(self) -> list[Block]:
        return [self.then] if self.other is None else [self.then, self.other]


@dataclass
class Loop(Statement):
    """``kind``: for, while, do, goto.  ``var`` goes from ``start`` by ``step`` while it is below ``stop`` (above it, if the step
    is negative) and ``extra`` holds; a do loop runs once at least."""

    kind: str
    number: int
    var: str
    start: Node
    stop: Node
    step: int
    extra: Node | None
    body: Block = field(default_factory=Block)
    left_by_goto: bool = False

    def condition(self) -> str:
        text = f"{self.var} {'<' if self.step > 0 else '>'} {self.stop.c()}"
        return text if self.extra is None else f"{text} && {self.extra.c()}"

    def advance(self) -> str:
        return f"{self.var} += {self.step}"

    def next_line(self) -> str:
        return {"for": "continue;", "goto": f"goto next_{self.number};"}.get(self.kind, f"{{ {self.advance()}; continue; }}")

    def lines(self) -> list[str]:
        body, first = indent(self.body.lines()), f"int64_t {self.var} = {self.start.c()};"
        step = indent([f"{self.advance()};"])
        after = [f"end_{self.number}:;"] if self.left_by_goto or self.kind == "goto" else []
        if self.kind == "for":
            return [f"for ({first} {self.condition()}; {self.advance()}) {{", *body, "}", *after]
        if self.kind == "while":
            return ["{", first, f"while ({self.condition()}) {{", *body, *step, "}", *after, "}"]
        if self.kind == "do":
            return ["{", first, "do {", *body, *step, f"}} while ({self.condition()});", *after, "}"]
        top = [f"top_{self.number}:;", f"if (!({self.condition()})) goto end_{self.number};", "{", *body, "}"]
        again = [f"next_{self.number}:;", *step, f"goto top_{self.number};"]
        return ["{", first, *top, *again, *after, "}"]

    def holds(self, m: Machine, i: int) -> bool:
        stop = self.stop.ev(m)
        return (i < stop if self.step > 0 else i > stop) and (self.extra is None or bool(self.extra.ev(m)))

    def run(self, m: Machine) -> Signal:
        outer = m.frame
        counter = Buffer(1)
        counter.cells[0] = self.start.ev(m)
        m.frame = {**outer, self.var: counter}
        signal = self.iterate(m, counter)
        m.frame = outer
        return signal

    def iterate(self, m: Machine, counter: Buffer) -> Signal:
        first = self.kind == "do"
        while first or self.holds(m, counter.cells[0]):
            first = False
            m.step()
            signal = self.body.run(m)
            if signal == ("break", self.number):
                return None
            if signal not in (None, ("continue", self.number)):
                return signal
            counter.cells[0] += self.step
        return None

    def blocks(self) -> list[Block]:
        return [self.body]


@dataclass
class Jump(Statement):
    """``break`` or ``continue`` of ``loop``; ``far``: from inside a switch or an inner loop, by goto."""

    what: str
    loop: Loop
    far: bool = False

    def lines(self) -> list[str]:
        if self.what == "continue":
            return [self.loop.next_line()]
        if self.far or self.loop.kind == "goto":
            self.loop.left_by_goto = True
            return [f"goto end_{self.loop.number};"]
        return ["break;"]

    def run(self, m: Machine) -> Signal:
        return self.what, self.loop.number


@dataclass
class Switch(Statement):
    """Cases 0, 1, …; a case of ``falls`` goes on into the next; the last is the default."""

    of: Node
    cases: list[Block]
    falls: list[bool]

    def lines(self) -> list[str]:
        out = [f"switch ({self.of.c()}) {{"]
        for k, (body, falls) in enumerate(zip(self.cases, self.falls, strict=True)):
            label = "default" if k == len(self.cases) - 1 else f"case {k}"
            out += [f"  {label}: {{", *indent(indent(body.lines())), "  }" if falls else "  } break;"]
        return [*out, "}"]

    def run(self, m: Machine) -> Signal:
        k = min(max(self.of.ev(m), 0), len(self.cases) - 1)
        while k < len(self.cases):
            signal: Signal = self.cases[k].run(m)
            if signal is not None or not self.falls[k]:
                return signal
            k += 1
        return None

    def blocks(self) -> list[Block]:
        return self.cases


@dataclass
class Return(Statement):
    value: Node | None

    def lines(self) -> list[str]:
        return ["return;" if self.value is None else f"return {self.value.c()};"]

    def run(self, m: Machine) -> Signal:
        return "return", None if self.value is None else self.value.ev(m)


@dataclass
class CallStatement(Statement):
    """``target = wrap(callee(args))``; ``callee`` gives the name of a function.  ``target`` is a variable, or None."""

    target: Variable | None
    callee: Node
    args: list[Node]
    wrap: str = ""
    declares: bool = False

    def lines(self) -> list[str]:
        text = f"{self.callee.c()}({', '.join(a.c() for a in self.args)})"
        text = f"{self.wrap}({text})" if self.wrap else text
        if self.target is None:
            return [f"{text};"]
        left = declare(self.target.type, self.target.name) if self.declares else self.target.name
        return [f"{left} = {text};"]

    def run(self, m: Machine) -> Signal:
        from tests.generators.c_expressions import MATH

        function: Routine = m.functions[self.callee.ev(m)]
        out = function.call(m, [a.ev(m) for a in self.args])
        if self.wrap:
            out = MATH[self.wrap](out)
        if self.target is not None:
            if self.declares:
                m.frame[self.target.name] = Buffer(size(self.target.type))
            store(self.target.ev(m), out, self.target.type)
        return None


@dataclass
class Free(Statement):
    of: Node

    def lines(self) -> list[str]:
        return [f"free({self.of.c()});"]

    def run(self, m: Machine) -> Signal:
        buffer, offset = self.of.ev(m)
        if offset or not buffer.alive:
            raise BadProgram("free")
        buffer.alive = False
        return None


@dataclass
class Copy(Statement):
    """``memcpy`` or ``memmove`` of ``length`` elements."""

    name: str
    to: Node
    source: Node
    length: Node
    element: Type

    def lines(self) -> list[str]:
        unit = f"sizeof({declare(self.element, '')})"
        return [f"{self.name}({self.to.c()}, {self.source.c()}, {self.length.c()} * {unit});"]

    def run(self, m: Machine) -> Signal:
        to, source, n = self.to.ev(m), self.source.ev(m), self.length.ev(m) * size(self.element)
        if self.name == "memcpy" and to[0] is source[0] and abs(to[1] - source[1]) < n:
            raise BadProgram("memcpy of what overlaps")
        write(to, read(source, n))
        return None


@dataclass
class Clear(Statement):
    """``memset`` to zero of doubles."""

    to: Node
    length: Node

    def lines(self) -> list[str]:
        return [f"memset({self.to.c()}, 0, {self.length.c()} * sizeof(double));"]

    def run(self, m: Machine) -> Signal:
        write(self.to.ev(m), [0.0] * self.length.ev(m))
        return None


@dataclass
class Routine:
    """A function of the program."""

    name: str
    result: Type
    params: list[tuple[str, Type]]
    body: Block = field(default_factory=Block)
    attributes: str = "static "
    spelled: str = ""  # parameter list, if not as ``params`` say

    def c(self) -> str:
        params = self.spelled or ", ".join(declare(t, n) for n, t in self.params)
        head = f"{self.attributes}{declare(self.result, f'{self.name}({params})')}"
        return "\n".join([head + " {", *indent(self.body.lines()), "}"])

    def call(self, m: Machine, args: list[Value]) -> Value:
        m.step()
        frame: dict[str, Buffer] = {}
        for (name, t), v in zip(self.params, args, strict=True):
            frame[name] = Buffer(size(t))
            store((frame[name], 0), v, t)
        saved, m.frame = m.frame, frame
        signal = self.body.run(m)
        m.frame = saved
        for buffer in frame.values():
            buffer.alive = False
        if signal is None:
            if self.result != VOID:
                raise BadProgram("no return")
            return None
        v = signal[1]
        return convert(v, self.result) if isinstance(self.result, Scalar) and self.result != VOID else v


__all__ = [
    "Assign", "Block", "CallStatement", "Clear", "Copy", "Declare", "Element", "Free", "I", "If", "Jump", "Load", "Loop",
    "Pointer", "Return", "Routine", "Signal", "Statement", "Switch",
]  # fmt: skip
