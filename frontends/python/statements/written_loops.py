"""Loops that are written out: the body once for each iteration, what it is over being known when compiling."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from llvmlite import ir

from irad.errors import Place
from irad.frontends.python.calls.demand import MOST_WRITTEN_OUT, give_up_writing
from irad.frontends.python.checkpoints.checkpointed_loops import Settings
from irad.frontends.python.containers.fixed_containers import all_items, taken
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.facts import Facts, joined
from irad.frontends.python.core.integers import exact
from irad.frontends.python.core.python_values import ScalarV, TupleV, Val
from irad.frontends.python.sources.python_types import FLAG, ITERATOR
from irad.frontends.python.statements.python_variables import VariableLowering
from irad.frontends.python.trees.bound_names import assigned_names

MOST_IN_ALL = 4096  # iterations of all loops of a function


class WrittenLoops(VariableLowering, ABC):
    """A part of `LoopLowering`."""

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        self.fell = True  # whether the end of the last loop body is reached
        self.skips = 0  # statements that have been left out
        self.waits: Place | None = None  # where the first of those that need a type which is not known yet is
        self.iterations = 0  # of loops that are written out
        self.written_depth = 0  # of the branches and loops around, how many are loops that are written out
        self.ended = True  # whether the end of the last ``else`` part of a loop is reached
        self.broken: list[list[Facts]] = []  # what is known on the ways past the ``else`` parts of loops
        self.missed: list[list[Facts]] = []  # what is known where conditions of loops have been looked at
        self.exits: list[tuple[list[Facts], list[Facts]]] = []  # what is known where each loop is continued, and left

    @abstractmethod
    def block(self, statements: list[Any]) -> None:
        """Statements one after the other, until one leaves."""

    @abstractmethod
    def assign(self, target: Any, value: Val) -> None:
        """An assignment to whatever can be assigned to."""

    @abstractmethod
    def condition(self, test: Any, found: Settings | None) -> Any:
        """The truth of a loop's condition."""

    @abstractmethod
    def iterate(self, lower: Callable[[list[Any]], None], body: list[Any], step: Any, done: Any) -> None:
        """Emit the body of a loop: the block ``step`` starts the next iteration, ``done`` follows the loop."""

    @abstractmethod
    def end_of_loop(self, orelse: list[Any], done: Any) -> None:
        """Emit the ``else`` part of a loop; the code after the loop is in ``done``."""

    def while_written_out(self, s: Any) -> None:
        """A loop whose condition is known when compiling, each time."""
        done = self.fn.append_basic_block("done")
        own = {n for n in assigned_names(s.body) if self.instance.stays_inside(n, s.body)}
        out: list[Facts] = []
        for _ in range(MOST_WRITTEN_OUT + 1):
            before = self.skips
            cond = self.condition(s.test, None)
            if not isinstance(cond, ir.Constant):
                self.demand(s.test, ScalarV(FLAG, cond))
                give_up_writing(self, s)
                text = "what this loop computes has to be known when compiling, and its condition is not"
                self.unsupported(s, text, "write a loop over a range with known bounds, or use arrays instead of containers")
            if not cond.constant or not self.iteration(s, own, lambda: None, done, out) or self.skips > before:
                break  # (behind what has been left out nothing is known any more: in a later round)
        else:
            text = f"this loop has more than {MOST_WRITTEN_OUT} iterations, and what it computes has to be known when compiling"
            self.unsupported(s, text, "use an array instead of a container")
        self.behind_written(s, done, out)
        for name in own & self.bound_at.keys():
            del self.bound[name], self.bound_at[name]

    def iteration(self, s: Any, own: set[str], begin: Callable[[], None], done: Any, out: list[Facts]) -> bool:
        """The body of a loop that is written out, once; False if the loop is left there in any case.

        ``own``: names that each iteration assigns anew; ``out`` gets what is known where the loop is left.
        """
        self.iterations += 1
        if self.iterations > MOST_IN_ALL:
            text = f"the loops of this function, which have to be written out, have more than {MOST_IN_ALL} iterations together"
            self.unsupported(s, text, "use arrays instead of containers")
        step = self.fn.append_basic_block("next")
        self.reads = {}
        for name in own & self.bound_at.keys():
            del self.bound[name], self.bound_at[name]
        begin()
        self.exits.append(([], []))
        self.written_depth += 1
        self.iterate(self.block, s.body, step, done)
        self.written_depth -= 1
        ended = [self.facts] if self.fell else []
        again, left = self.exits.pop()
        out += left
        self.facts = joined([*ended, *again]) or self.facts
        self.b = ir.IRBuilder(step)
        if not ended and not again:
            self.b.unreachable()
        return bool(ended or again)

    def behind_written(self, s: Any, done: Any, out: list[Facts]) -> None:
        """Go on behind a loop that is written out."""
        if self.b.block.is_terminated:
            self.latest = {}
            self.b = ir.IRBuilder(done)
            self.facts = joined(out) or self.facts
        else:
            self.end_of_loop(s.orelse, done)
            self.facts = joined([*([self.facts] if self.ended else []), *out]) or self.facts

    def written(self, s: Any, values: list[Val], found: Settings | None, one_by_one: Iterator[Val] | None = None) -> None:
        """A loop over a container of known structure; ``one_by_one``: computes the items."""
        if found is not None:
            self.unsupported(s.iter, "a checkpointed loop over a container is not supported", "loop over a range or an array")
        self.unrolled(s, one_by_one or values, values)

    def consumed(self, s: Any, given: TupleV) -> None:
        """A loop over what is left of an iterator that has a name, which may be used in the loop and after it."""
        left: TupleV = given

        def values() -> Iterator[Val]:
            nonlocal left
            while left.items:
                yield taken(self, left, 1, s)[0]
                found = self.present(left, s)
                assert isinstance(found, TupleV)
                left = found

        self.unrolled(s, values(), given.items)

    def unrolled(self, s: Any, values: Iterable[Val], like: list[Val] | None = None) -> None:
        """The body once for each item; ``like``: items of the same types."""
        done = self.fn.append_basic_block("done")
        like = list(values) if like is None else like
        varying = self.varying(s.target, like)
        own: set[str] = set()
        counting: set[str] = set()
        if id(s) in self.instance.written_out:
            self.instance.varying |= assigned_names([s.target])
            body = assigned_names(s.body)
            own = {n for n in body if self.instance.stays_inside(n, s.body)}
        else:
            counting = self.counting(s, like)
        out: list[Facts] = []

        def begin(value: Val) -> None:
            for name in counting:
                self.bound.pop(name, None)
            self.bind_or_assign(s.target, self.present(value, s), varying - assigned_names(s.body))
            self.bind_numbers(s.target, value, counting)

        for k, value in enumerate(like if isinstance(values, list) else values):
            self.positions[id(s)] = k
            if not self.iteration(s, own, partial(begin, value), done, out):
                break
        self.positions.pop(id(s), None)
        for name in counting:
            self.bound.pop(name, None)
        self.behind_written(s, done, out)
        for name in own & self.bound_at.keys():
            del self.bound[name], self.bound_at[name]
        for name in assigned_names([s.target]):  # the function that a name stands for is known inside of the loop only
            if name in self.bound_at:
                del self.bound[name], self.bound_at[name]
                self.several.add(name)

    def counting(self, s: Any, values: list[Val]) -> set[str]:
        """The names in the target of a loop that is written out which stand for another known integer each time."""
        names = {n for n in assigned_names([s.target]) if n in self.instance.once and n not in self.instance.arg_names}
        found = {n for n in names if all(exact(v) is not None for v in _values_of(n, s.target, values))}
        if len(values) > 1:
            self.instance.varying |= found
        return found if len(values) > 1 else set()

    def bind_numbers(self, target: Any, value: Val, names: set[str]) -> None:
        """Let these names stand for their numbers while this iteration is lowered (the variables have them too)."""
        for name in names:
            for v in _values_of(name, target, [value]):
                self.bound[name] = v

    def varying(self, target: Any, values: list[Val]) -> set[str]:
        """The names in ``target`` that stand for values of several types."""
        if isinstance(target, ast.Name):
            return {target.id} if len({(str(v.ty), getattr(v.ty, "weak", None)) for v in values}) > 1 else set()
        out: set[str] = set()
        if isinstance(target, (ast.Tuple, ast.List)) and all(isinstance(v, TupleV) for v in values):
            star = next((k for k, t in enumerate(target.elts) if isinstance(t, ast.Starred)), len(target.elts))
            for t in target.elts[star + 1 :]:
                behind = target.elts.index(t) - len(target.elts)
                out |= self.varying(t, [v.items[behind] for v in values if isinstance(v, TupleV) and -behind <= len(v.items)])
            for k, t in enumerate(target.elts[:star]):
                out |= self.varying(t, [v.items[k] for v in values if isinstance(v, TupleV) and k < len(v.items)])
        return out

    def bind_or_assign(self, target: Any, value: Val, bound: set[str]) -> None:
        """Assign, but let the names in ``bound`` stand for the value while this iteration is lowered."""
        iterator = isinstance(value, TupleV) and value.form is not None and value.form.kind == ITERATOR
        if isinstance(target, ast.Name) and target.id in bound and not iterator:
            self.slots.pop(target.id, None)  # what it was before is gone
            self.reads.pop(target.id, None)
            found = self.expr.stable(value)
            if isinstance(found, TupleV) and found.place is None and target.id in self.instance.mutated:
                found = replace(found, place=self.hold_new(found, target))  # it is changed: in a variable of its own
            self.facts.assigned(target.id)  # it refers to nothing that it stood for in an iteration before
            self.bind_name(target.id, found, target)
        elif isinstance(target, (ast.Tuple, ast.List)) and any(isinstance(t, ast.Starred) for t in target.elts):
            star = next(k for k, t in enumerate(target.elts) if isinstance(t, ast.Starred))
            items = self.expr.items_around(value, target, star, len(target.elts) - star - 1)
            for t, v in zip(target.elts, items, strict=True):
                self.bind_or_assign(t.value if isinstance(t, ast.Starred) else t, v, bound)
        elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, TupleV) and len(value.items) == len(target.elts):
            for t, v in zip(target.elts, all_items(value), strict=True):
                self.bind_or_assign(t, v, bound)
        else:
            self.assign(target, value)


def _values_of(name: str, target: Any, values: list[Val]) -> list[Val]:
    """What a name in the target of a loop is assigned."""
    if isinstance(target, ast.Name):
        return values if target.id == name else []
    out: list[Val] = []
    if isinstance(target, (ast.Tuple, ast.List)):
        for k, t in enumerate(target.elts):
            inner = [v.items[k] if isinstance(v, TupleV) and k < len(v.items) else v for v in values]
            out += _values_of(name, t, inner)
    return out
