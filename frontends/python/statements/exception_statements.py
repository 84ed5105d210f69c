"""``try``, ``raise`` and ``assert``.

An error is a status; it goes to the landing of the innermost ``try`` statement (`CodeWriter.leave`), where the classes of its
handlers are tested in turn.  The statements of ``finally`` are lowered once for each way that leads through them.
"""

from __future__ import annotations

import ast
from abc import ABC
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.code_writer import Landing
from irad.frontends.python.core.facts import Facts, joined
from irad.frontends.python.core.python_values import I32, I64, CaughtV, ErrorV, KnownV, TupleV, Val
from irad.frontends.python.iteration.generator_trees import GeneratorEnd, YieldPoint
from irad.frontends.python.objects import error_calls
from irad.frontends.python.sources.error_classes import is_exception, matches
from irad.frontends.python.statements.loop_statements import LoopLowering
from irad.frontends.python.trees.bound_names import read_behind_handler
from irad.rules.deferred_errors import MOST_DETAILS

_MOST_SITES = 16


@dataclass
class Cleanup:
    """A ``finally`` clause around, and what was around that: how many loops, landings, exits and handlers, which loop bodies."""

    body: list[Any]
    loops: int
    landings: int
    exits: int
    caught: int
    bodies: list[int]
    source: Any


class ExceptionLowering(LoopLowering, ABC):
    """The statements that raise and catch exceptions."""

    def __init__(self, instance: Any, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        self.caught: list[CaughtV] = []  # by the handlers around

    # ---- try

    def _Try(self, s: Any) -> None:
        self.check_place(s)
        done = self.fn.append_basic_block("tried")
        self.depth += 1
        if s.finalbody:
            ways = self.finally_(s, done)
        else:
            ways = self.except_(s, done)
        self.depth -= 1
        self.come_to(done, ways)

    def check_place(self, s: Any) -> None:
        """Refuse what leads out of an iteration of a checkpointed loop, or is written in two forms."""
        if self.checkpointed:
            hint = "put it into a function that the loop calls"
            self.unsupported(s, "a try statement in the body of a checkpointed loop is not supported", hint)
        inside = list(ast.walk(s))
        if any((isinstance(n, YieldPoint) and not n.managed) or (isinstance(n, GeneratorEnd) and s.finalbody) for n in inside):
            text = "yield in a try statement, and return from a generator through finally, are not supported"
            self.unsupported(s, text, "put the try statement around what may raise alone")

    @contextmanager
    def landing(self) -> Any:
        """Errors meanwhile go to a landing."""
        made = Landing(self.fn.append_basic_block("landing"), self.alloca(I32))
        count = len(self.landings)
        self.landings.append(made)
        try:
            yield made
        finally:
            del self.landings[count:]

    @contextmanager
    def releasing(self, mark: Any) -> Any:
        """Memory from ``mark`` on is given back by errors that are raised meanwhile and may be caught."""
        if not self.landings:
            yield
            return
        with self.landing() as own:
            yield
        behind, facts = self.b, self.facts
        if self.begin(own):
            self.release(mark)
            self.leave(self.b.load(own.status, typ=I32), own.sites)
        self.b, self.facts = behind, facts

    def finally_(self, s: Any, done: Any) -> list[Facts]:
        around = len(self.loops), len(self.landings), len(self.exits), len(self.caught)
        own = Cleanup(s.finalbody, *around, list(self.bodies), self.source)
        with self.landing() as landing:
            self.cleanups.append(own)
            try:
                if s.handlers:
                    inner = self.fn.append_basic_block("handled")
                    self.come_to(inner, self.except_(s, inner))
                else:
                    self.block(s.body)
            finally:
                self.cleanups.pop()
        ways = self.block_to(s.finalbody, done)
        if self.begin(landing):
            status, details = self.arrived(landing)
            self.block(s.finalbody)
            if not self.b.block.is_terminated:
                self.on_with(status, details, landing.sites)
        return ways

    def except_(self, s: Any, done: Any) -> list[Facts]:
        with self.landing() as landing:
            self.block(s.body)
        ways = self.block_to(s.orelse, done) if not self.b.block.is_terminated else []
        if not self.begin(landing):
            return ways
        status, details = self.arrived(landing)
        sites = dict(landing.sites)
        for h in s.handlers:
            kinds = self.classes(h.type)
            mine = {n: None for n in sites if n is None or matches(self.site_of(n).kind, kinds)}
            test = self.b.call(self.instance.compiler.catcher(kinds), [status])
            yes, no = self.fn.append_basic_block("handler"), self.fn.append_basic_block("other")
            self.b.cbranch(test, yes, no)
            self.b = ir.IRBuilder(yes)
            before = self.facts.copy()
            ways += self.handler(h, CaughtV(h.name or "", status, details, mine, self.source.place(h)), done)
            sites = {n: None for n in sites if n is None or n not in mine}
            self.b = ir.IRBuilder(no)
            self.reads, self.facts = {}, before
        self.on_with(status, details, sites)
        return ways

    def handler(self, h: Any, value: CaughtV, done: Any) -> list[Facts]:
        """The statements of one handler, with the exception bound to its name."""
        before = self.bound.get(h.name)
        self.caught.append(value)
        if h.name:
            if h.name in self.instance.local_names and read_behind_handler(h, self.instance.body):
                text = f"the name '{h.name}' of a caught exception is also that of a variable"
                self.unsupported(h, text, "use two names")
            self.bound[h.name] = value
        try:
            return self.block_to(h.body, done)
        finally:
            self.caught.pop()
            if before is not None:
                self.bound[h.name] = before
            elif h.name:
                self.bound.pop(h.name, None)

    def block_to(self, body: list[Any], done: Any) -> list[Facts]:
        """Statements, and a branch behind them; what is known there, nothing if it is not reached."""
        self.block(body)
        if self.b.block.is_terminated:
            return []
        self.b.branch(done)
        return [self.facts]

    def come_to(self, done: Any, ways: list[Facts]) -> None:
        """Go on in a block where ways meet."""
        self.b = ir.IRBuilder(done)
        self.reads, self.facts = {}, joined(ways) or self.facts

    def begin(self, landing: Landing) -> bool:
        """Go on where errors arrive; False if none does."""
        self.come_to(landing.block, landing.ways)
        if not landing.ways:
            self.b.unreachable()
        return bool(landing.ways)

    def arrived(self, landing: Landing) -> tuple[Any, list[Any]]:
        """The status and the details of an error."""
        return self.b.load(landing.status, typ=I32), [self.b.load(self.detail(k), typ=I64) for k in range(MOST_DETAILS)]

    def on_with(self, status: Any, details: list[Any], sites: dict[int | None, None]) -> None:
        """Raise an error again."""
        for k, d in enumerate(details):
            self.b.store(d, self.detail(k))
        self.leave(status, sites)

    def classes(self, node: Any) -> tuple[type, ...]:
        """The classes that a handler names."""
        if node is None:
            return (BaseException,)
        v = self.expr.value(node)
        items = v.items if isinstance(v, TupleV) and v.form is None else [v]
        for item in items:
            if not isinstance(item, KnownV) or not is_exception(item.value):
                self.wrong(node, f"only classes of exceptions, and tuples of them, can be caught, not {item.ty}")
        return tuple(item.value for item in items if isinstance(item, KnownV))

    # ---- ways out through finally

    def unwind(self, loops: int) -> bool:
        """Emit the ``finally`` clauses on the way out of all loops but ``loops``; False if one of them leaves otherwise."""
        source = self.source
        saved = (self.cleanups, self.loops, self.landings, self.caught, self.bodies, self.exits)
        try:
            for k in range(len(saved[0]) - 1, -1, -1):
                c = saved[0][k]
                if c.loops < loops:
                    break
                self.cleanups, self.loops, self.landings = saved[0][:k], saved[1][: c.loops], saved[2][: c.landings]
                self.caught, self.bodies, self.exits = saved[3][: c.caught], c.bodies, saved[5][: c.exits]
                self.source = c.source
                self.block(c.body)
                if self.b.block.is_terminated:
                    return False
            return True
        finally:
            self.cleanups, self.loops, self.landings, self.caught, self.bodies, self.exits = saved
            self.source = source

    # ---- raise

    def _Assert(self, s: Any) -> None:
        holds = self.truth(self.expr.value(s.test, maybe=True), s)
        if s.msg is None:
            self.check(holds, AssertionError, "", s)
            return
        if isinstance(holds, ir.Constant) and holds.constant:
            return
        failed, fine = self.fn.append_basic_block("failed"), self.fn.append_basic_block("fine")
        self.b.cbranch(holds, fine, failed)
        self.b = ir.IRBuilder(failed)
        self.raise_error(AssertionError, ast.copy_location(ast.Call(s.msg, [s.msg], []), s), s)
        self.b = ir.IRBuilder(fine)

    def _Raise(self, s: Any) -> None:
        if s.cause is not None:
            self.cause(s.cause)
        if s.exc is None:
            self.raise_again(s)
            return
        call = isinstance(s.exc, ast.Call)
        found = self.expr.value(s.exc.func if call else s.exc)
        if isinstance(found, CaughtV) and not call:
            self.on_with(found.status, found.details, found.sites)
        elif isinstance(found, ErrorV) and not call:
            self.raised(found.kind, found.template, s, [self.b.load(p, typ=I64) for p in found.places])
        else:
            kind = self.raisable(found, s)
            self.raise_error(kind, s.exc, s)

    def cause(self, node: Any) -> None:
        """``from ...``: says nothing about what is raised."""
        if not (isinstance(node, ast.Constant) and node.value is None):
            v = self.expr.value(node)
            if not (isinstance(v, (CaughtV, ErrorV)) or (isinstance(v, KnownV) and is_exception(v.value))):
                self.wrong(node, f"the cause of an exception must be one, not {v.ty}")

    def raise_again(self, s: Any) -> None:
        if not self.caught:
            text = "raise without an exception is only supported in a handler"
            self.unsupported(s, text, "write it in an except clause of this function")
        error = self.caught[-1]
        self.on_with(error.status, error.details, error.sites)

    def raisable(self, v: Val, node: Any) -> type[Exception]:
        """The class that is raised."""
        hint = 'write: raise ValueError("...")'
        if not isinstance(v, KnownV) or not is_exception(v.value):
            self.unsupported(node, "only classes of exceptions, and exceptions made of them here, can be raised", hint)
        assert isinstance(v, KnownV)
        error_calls.check_raisable(self, v.value, node)
        return v.value  # type: ignore[no-any-return]

    def raise_error(self, kind: type[Exception], made: Any, s: Any) -> None:
        """End with an exception; ``made``: the call that makes it, or its class."""
        own = kind is NotImplementedError and self.source.fn.__module__.startswith("irad.")  # of what Python computes

        def emit() -> None:
            text = error_calls.message_of(self, kind, made)
            self.raised(self.own_error(kind) if own else kind, text.template, s, text.details)

        self.by_site(made, emit)

    def by_site(self, node: Any, emit: Callable[[], None]) -> None:
        """Code that ends, for an expression with the text of a caught exception: once for each place that this may come from."""
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} if node is not None else set()
        open_ = [v for n in names if isinstance(v := self.bound.get(n), CaughtV) and v.site is None]
        if not open_:
            emit()
            return
        error = open_[0]
        if None in error.sites or len(error.sites) > _MOST_SITES:
            why = "may come from a recursion" if None in error.sites else f"may come from {len(error.sites)} places"
            text = f"the text of '{error.name}' is not known to a message here: it {why}"
            self.unsupported(node, text, "catch it closer to where it is raised, or print it")
        blocks = {n: self.fn.append_basic_block("site") for n in error.sites}
        never = self.fn.append_basic_block("never")
        chosen = self.b.switch(error.status, never)
        ir.IRBuilder(never).unreachable()
        for n, block in blocks.items():
            assert n is not None
            chosen.add_case(ir.Constant(I32, n), block)
            self.b = ir.IRBuilder(block)
            error.site = self.site_of(n)
            try:
                self.by_site(node, emit)
            finally:
                error.site = None

    def site_of(self, number: int) -> Any:
        return self.instance.compiler.site_of[number]
