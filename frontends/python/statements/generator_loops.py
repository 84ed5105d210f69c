"""Loops over generators: the generator is lowered in the place of the loop, and the body of the loop at each ``yield``."""

from __future__ import annotations

import ast
from abc import ABC
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from llvmlite import ir

from irad.frontends.python.calls.demand import loop_states
from irad.frontends.python.calls.generator_calls import is_resumable
from irad.frontends.python.containers import growing_lists
from irad.frontends.python.core.code_writer import NotYet, RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.facts import Facts, joined
from irad.frontends.python.core.python_values import GeneratorV, ListV, NoneV, TupleV, Val
from irad.frontends.python.iteration.generator_trees import InlinedGenerator, YieldPoint, inlined, is_inlinable
from irad.frontends.python.iteration.iterators import handed, made_list
from irad.frontends.python.messages.callable_names import is_foreign
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_source import Source, source_of
from irad.frontends.python.sources.python_types import Form
from irad.frontends.python.statements.left_out import Surroundings
from irad.frontends.python.statements.loop_statements import LoopLowering
from irad.frontends.python.trees.bound_names import assigned_names, used_once
from irad.frontends.python.trees.collected_generators import collected
from irad.frontends.python.trees.resumed_bodies import is_endless

_DEEPEST = 40  # generators in generators
_DEEPEST_IN_MEMORY = 5  # of one that is open in itself, where nothing tells when that ends


class UncertainItems(Exception):
    """Which items a generator has is known at run time only."""


@dataclass
class OpenGenerator:
    """A generator whose statements are lowered.

    ``take``: what is done with an item, in place of the statements of a loop.  ``ended``, ``left``: what is known where the
    generator ends, and where the loop over it is left.
    """

    tree: InlinedGenerator
    source: Source
    end: Any
    done: Any
    take: Callable[[Val], None] | None = None
    values: list[Val] = field(default_factory=list)
    ended: list[Facts] = field(default_factory=list)
    left: list[Facts] = field(default_factory=list)
    user_line: tuple[Any, Any] | None = None  # as in the code around
    made_by: Any = None


class GeneratorLoops(LoopLowering, ABC):
    """A part of `StatementLowering`."""

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        self.generators: list[OpenGenerator] = []

    def over_generator(self, s: Any, gen: GeneratorV) -> None:
        """``for target in generator(...)``."""
        s.irad_returns = True
        self.opened(gen, s, s.target, s.body, s.orelse, None, getattr(s, "irad_result", ""))

    def _YieldedFrom(self, s: Any) -> None:
        loop, name = s.body[0], s.result.id
        loop.irad_result, loop.irad_returns = name, False
        self.statement(loop)
        if not loop.irad_returns and not self.b.block.is_terminated:
            self.assign_name(name, NoneV(), s)

    def opened(
        self, gen: GeneratorV, at: Any, target: Any, body: list[Any], orelse: list[Any], take: Any, result: str = ""
    ) -> None:
        """Lower a generator where it is used, by the statement or expression ``at``; ``result``: what gets its value."""
        again = self.instance.compiler.records.used and any(own.made_by is gen.fn for own in self.generators)
        lists = any(isinstance(v, ListV) for v in gen.values.values())
        if again and not lists and not result and (items := collected(gen.fn)) is not None:
            self.over_collected(items, gen, at, target, body, orelse, take)
            return
        if self.inlining > (_DEEPEST_IN_MEMORY if again else _DEEPEST):
            text = "generators are nested too deeply: a recursion of generators must end by what is known when compiling"
            self.unsupported(at, text, "use a list as a stack, or write into an array")
        if gen.held is not None and not gen.managed and is_resumable(gen) and not is_inlinable(gen.fn):
            if result:
                text = "the value that this generator returns is not known where its items are computed one by one"
                self.unsupported(at, text, "put it into an attribute of an object")
            items = self.expr.apply_method(gen.held(), "__iter__", [], {}, at)
            assert isinstance(items, GeneratorV)
            self.opened(items, at, target, body, orelse, take)
            return
        key = (id(at), gen.fn, tuple(v.ty for v in gen.values.values()))
        known = self.instance.compiler.adopted
        if key not in known:
            known[key] = inlined(self.instance.compiler, len(known) + 1, target, body, gen, result), at
        tree: InlinedGenerator = known[key][0]
        if key not in self.instance.adopted:
            self.instance.adopted.add(key)
            self.instance.adopt(tree.statements, set(tree.names.values()))
            self.instance.once -= (tree.assigned & gen.shares) | {result}
        end, done = self.fn.append_basic_block("generator.end"), self.fn.append_basic_block("done")
        own = OpenGenerator(tree, self.source, end, done, take, user_line=self.user_line, made_by=gen.fn)
        depth = len(self.generators)
        self.generators.append(own)
        self.inlining += 1
        try:
            self.take_arguments(gen, tree, at)
            if is_foreign(tree.source.fn) and not is_foreign(self.source.fn):
                self.user_line = self.source, at
            self.source = tree.source
            self.reads = {}
            self.block(tree.statements)
            if not self.b.block.is_terminated:
                own.ended.append(self.facts)
                self.b.branch(end)
        finally:
            self.source, self.user_line = own.source, own.user_line
            self.inlining -= 1
            del self.generators[depth:]
            self.reads = {}
        self.b = ir.IRBuilder(end)
        self.facts = joined(own.ended) or self.facts
        self.end_of_loop(orelse, done)
        self.facts = joined([self.facts, *own.left]) or self.facts
        for name in assigned_names([target]) if target is not None else ():
            if name in self.bound_at and name in tree.several:
                del self.bound[name], self.bound_at[name]
                self.several.add(name)

    def over_collected(
        self, items: Any, gen: GeneratorV, at: Any, target: Any, body: list[Any], orelse: list[Any], take: Any
    ) -> None:
        """Go over the items of a generator that calls itself: a list of all, if nothing changes meanwhile what they come from."""
        found = self.expr.stable(self.expr.apply(items, [], dict(gen.values), at))
        reads, writes = set(), set()
        for use in [i.memory for i in self.instance.callees if i.python is items]:
            reads |= use.reads
            writes |= use.writes
        outer, self.instance.memory.writes = self.instance.memory.writes, set()
        others = self.effects - self.memory_effects
        try:
            if take is not None:
                count, item = self.expr.counted(found, at)
                self.depth += 1
                self.counted(count, lambda k: take(item(k)))
                self.depth -= 1
            else:
                loop = at.__dict__.setdefault("irad_collected", ast.For(target, ComputedExpr(found, at), body, orelse, lineno=1))
                loop.iter = ComputedExpr(found, at)
                self.statement(ast.fix_missing_locations(ast.copy_location(loop, at)))
        finally:
            changed = self.instance.memory.writes
            self.instance.memory.writes = outer | changed
        own = {("list", getattr(found.ty, "item", None))}
        if writes - own or changed & (reads - own) or self.effects - self.memory_effects > others:
            text = "a generator that calls itself changes something, or what it reads is changed in the loop over it"
            self.unsupported(at, text, "go over a list of its items: list(...)")

    def note_item_effect(self, target: Any) -> None:
        """An item is assigned to: others see that, unless it is one of a variable of a generator's own."""
        while isinstance(target, (ast.Subscript, ast.Attribute)):
            target = target.value
        name = target.id if isinstance(target, ast.Name) else ""
        if any(name in own.tree.names.values() for own in self.generators):
            name = ""
        self.note_effect(name)

    def gives_items(self, body: list[Any]) -> bool:
        taken = any(own.take is not None for own in self.generators)
        return taken and any(isinstance(n, YieldPoint) for s in body for n in ast.walk(s))

    def take_arguments(self, gen: GeneratorV, tree: InlinedGenerator, at: Any) -> None:
        """The parameters get their values."""
        for name, value in gen.values.items():
            own = tree.names[name]
            held = value.place if isinstance(value, (TupleV, ListV)) else None
            changed = self.instance.mutated
            if isinstance(value, GeneratorV) and own not in tree.assigned and used_once(own, tree.statements):
                self.bound[own] = value  # its items are taken one by one
            elif isinstance(value, GeneratorV) or own in tree.assigned | changed or (held is not None and held.name in changed):
                self.assign_name(own, handed(self, value, at), at)
            else:
                self.bound[own] = value

    def _YieldPoint(self, s: Any) -> None:
        value = self.expr.stable(self.expr.value(s.value))
        own = self.generators.pop()
        source, line = self.source, self.user_line
        self.source, self.user_line = own.source, own.user_line
        try:
            if own.take is not None:
                own.take(handed(self, value, s))
            else:
                self._consume(s, own, value)
        finally:
            self.source, self.user_line = source, line
            self.generators.append(own)

    def _consume(self, s: Any, own: OpenGenerator, value: Val) -> None:
        """The body of the loop, with this item."""
        own.values.append(value)
        several = self.varying(s.target, own.values) - assigned_names(s.body)
        if several - own.tree.several:
            own.tree.several |= several
            raise RoundAgain
        step = self.fn.append_basic_block("resumed")
        self.reads = {}
        self.bind_or_assign(s.target, value, own.tree.several)
        self.exits.append(([], []))
        self.written_depth += 1
        self.iterate(self.block, s.body, step, own.done)
        self.written_depth -= 1
        ended = [self.facts] if self.fell else []
        again, left = self.exits.pop()
        own.left += left
        self.facts = joined([*ended, *again]) or self.facts
        self.reads = {}
        self.b = ir.IRBuilder(step)
        if not ended and not again:
            self.b.unreachable()

    def _GeneratorEnd(self, s: Any) -> None:
        own = self.generators[-1]
        self.check_certain()
        own.ended.append(self.facts.copy())
        self.b.branch(own.end)

    # ---- the items as a container

    def items_of_generator(self, gen: GeneratorV, node: Any) -> Val:
        """A list with the items: of known structure, if it is known when compiling which there are."""
        out: list[Val] = []
        key = (id(node), gen.fn, tuple(v.ty for v in gen.values.values()))
        place = (*key, loop_states(self.instance))
        outer, around, written = self.certain_depth, Surroundings(self), self.written_depth
        try:
            if place in self.instance.uncertain:  # an earlier round has found that
                raise UncertainItems
            self.certain_depth = self.depth - self.written_depth

            def take(v: Val) -> None:
                self.check_certain()
                out.append(v)

            self.dry(lambda: self.opened(gen, node, None, [], [], take))
            out.clear()
            skipped, self.skipped = self.skipped, False
            self.opened(gen, node, None, [], [], take)
            if self.skipped:  # something that may give items
                raise NotYet
            self.skipped = skipped
            return TupleV(out, Form("list"))
        except UncertainItems:
            self.instance.uncertain.add(place)
            around.restore(self)
            self.written_depth = written
        finally:
            self.certain_depth = outer
        known = self.instance.compiler.adopted.get(key)
        if known[0].is_endless if known is not None else is_endless(source_of(gen.fn).node):
            text = "all items of a generator are needed here, and nothing ends it"
            self.unsupported(node, text, "write a loop over it that is left by break")
        self.certain_depth = None
        try:
            name = made_list(self, node)
            self.opened(gen, node, None, [], [], lambda v: growing_lists.append(self, name, v, node))
            return growing_lists.read(self, name)
        finally:
            self.certain_depth = outer

    def check_certain(self) -> None:
        """Where the items of a generator must be known when compiling: this place is reached in any case."""
        if self.certain_depth is not None and self.depth - self.written_depth > self.certain_depth:
            raise UncertainItems
