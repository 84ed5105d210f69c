"""Loops of one function, and the memory of the arrays that their bodies make."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

from irad.errors import UnsupportedError
from irad.frontends.python.calls.demand import can_be_written_out, counted_out
from irad.frontends.python.checkpoints import checkpointed_loops
from irad.frontends.python.checkpoints.checkpointed_loops import Settings
from irad.frontends.python.containers import growing_lists, list_values, looped_lists
from irad.frontends.python.containers.fixed_containers import VIEWS, all_items
from irad.frontends.python.core.code_writer import NotYet, RoundAgain, Skipped
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.facts import Facts, Held, is_copy, joined
from irad.frontends.python.core.python_values import I1, I64, GeneratorV, IterV, TupleV, Val, const, known_int
from irad.frontends.python.iteration.iterators import opened, source
from irad.frontends.python.sources.python_types import ITERATOR
from irad.frontends.python.statements.expressions import Expressions
from irad.frontends.python.statements.written_loops import WrittenLoops
from irad.frontends.python.trees.bound_names import assigned_names, changed_while_looped, leaves_by_break

_MOST_FIRST = 3  # iterations before a loop


class LoopLowering(WrittenLoops, ABC):
    """``while`` and ``for``, ``break`` and ``continue``."""

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        self.expr: Expressions = Expressions(self)
        self.loops: list[tuple[Any, Any]] = []
        self.inlining = 0  # how many generators are lowered in the place of loops over them
        self.certain_depth: int | None = None  # of branches and loops around what is to be reached in any case
        self.cleanups: list[Any] = []  # the finally clauses around

    def condition_of(self, s: Any) -> Any:
        """The condition of a statement; one that is not known yet may depend on what is found out in its body."""
        try:
            return self.truth(self.expr.value(s.test, maybe=True), s.test)
        except Skipped:
            raise
        except NotYet:
            if not self.instance.compiler.records.used:
                raise
            self.skipped, self.skips, self.pending = True, self.skips + 1, True
            return self.b.load(self.alloca(I1), typ=I1)

    def _While(self, s: Any) -> None:
        found = checkpointed_loops.settings(self, s.test, "checkpointed_while")
        test = s.test if found is None else found.subject
        if found is None and id(s) in self.instance.written_out:
            self.while_written_out(s)
            return
        found = found or (checkpointed_loops.automatic(self, s, test) if not self.inlining else None)
        other, done = self.fn.append_basic_block("else"), self.fn.append_basic_block("done")
        with self.region(other, done, loop=s):
            self.while_loop(s, test, found, other, done)
        self.behind_loop(s, other, done)

    def behind_loop(self, s: Any, other: Any, done: Any) -> None:
        """Go on behind a loop: by way of its ``else`` part, or of ``break``."""
        broken = self.broken.pop()
        self.b = ir.IRBuilder(other)
        self.end_of_loop(s.orelse, done)
        self.facts = joined([*([self.facts] if self.ended else []), *broken]) or self.facts

    def while_loop(self, s: Any, test: Any, found: Settings | None, other: Any, done: Any) -> None:
        """``while test: ...`` up to the block ``other``, where the condition no longer holds."""
        left: list[Facts] = []
        of_loop = len(self.regions) - 1
        if names := checkpointed_loops.without_shape(self, s, found):
            begin, first = self.fn.append_basic_block("begin"), self.fn.append_basic_block("first")
            self.b.branch(begin)
            self.b = ir.IRBuilder(begin)
            cond = self.condition(test, found)
            self.b.cbranch(cond, first, other)
            self.b = ir.IRBuilder(first)
            left = self.first_apart(s.body, done)
            checkpointed_loops.lower_apart(self, names, begin)

        def loop(found: Settings | None, taped: bool) -> None:
            head, body = self.fn.append_basic_block("while"), self.fn.append_basic_block("body")
            inside = checkpointed_loops.tests_inside(self, found)
            lower = checkpointed_loops.lower_body(self, s, found, other if inside else None, taped)
            self.b.branch(head)
            self.b = ir.IRBuilder(head)
            if inside:
                self.b.branch(body)
            else:
                cond = self.condition(test, found)
                self.regions[of_loop].count = cond
                self.missed[-1].append(self.facts.copy())
                self.b.cbranch(cond, body, other)
            self.b = ir.IRBuilder(body)
            self.iterate(lower, s.body, head, done)

        past = [*left, *self.first_iterations(s, found, lambda: self.condition(test, found), other, done)]
        with self.repeated(s, found, past) as versions:
            checkpointed_loops.lower_versions(self, found, versions(loop))

    def condition(self, test: Any, found: Settings | None) -> Any:
        """The truth of a loop's condition, perhaps in another block; whether that of a checkpointed one makes arrays is noted."""
        self.reads = {}
        if found is None:
            return self.truth(self.expr.value(test, maybe=True), test)
        self.bodies.append(id(test))
        try:
            return self.truth(self.expr.value(test, maybe=True), test)
        finally:
            self.bodies.pop()

    def apart(self, body: list[Any], done: Any) -> None:
        """Emit the body of a loop once, for iterations before those of the loop; ``done`` follows the loop."""
        step = self.fn.append_basic_block("next")
        self.reads = {}
        self.iterate(self.block, body, step, done)
        self.b = ir.IRBuilder(step)
        self.reads, self.latest = {}, {}

    @abstractmethod
    def statement(self, s: Any) -> None:
        """One statement."""

    @abstractmethod
    def over_generator(self, s: Any, gen: GeneratorV) -> None:
        """``for target in generator(...)``."""

    @abstractmethod
    def check_certain(self) -> None:
        """Where the items of a generator must be known when compiling: this place is reached in any case."""

    def releasing(self, mark: Any) -> Any:
        """Memory from ``mark`` on is given back by errors that are raised meanwhile and may be caught."""

    @abstractmethod
    def unwind(self, loops: int) -> bool:
        """Emit the ``finally`` clauses on the way out of all loops but ``loops``; False if one of them leaves otherwise."""

    def _Break(self, s: Any) -> None:
        self.check_certain()
        if self.unwind(len(self.loops)):
            self.exits[-1][1].append(self.facts.copy())
            self.b.branch(self.loops[-1][1])

    def _Continue(self, s: Any) -> None:
        self.check_certain()
        if self.unwind(len(self.loops)):
            self.exits[-1][0].append(self.facts.copy())
            self.b.branch(self.loops[-1][0])

    def first_apart(self, body: list[Any], done: Any) -> list[Facts]:
        """As `apart`; returns what is known where the loop is left by ``break``."""
        self.exits.append(([], []))
        self.apart(body, done)
        again, out = self.exits.pop()
        self.facts = joined([*([self.facts] if self.fell else []), *again]) or self.facts
        return out

    def first_iterations(self, s: Any, found: Settings | None, begin: Callable[[], Any], other: Any, done: Any) -> list[Facts]:
        """Emit iterations of a loop before it, after which containers have the structure that they keep.

        ``begin`` begins one, and tells whether there is one.  Returns what is known on the ways that lead past the loop.
        """
        ways: list[Facts] = []
        why = self.instance.entered.get(id(s), "")
        for k in range(max(self.instance.peeled.get(id(s), 0), bool(why)) if found is None else 0):
            cond = begin()
            if k == 0 and why:
                self.check(cond, UnsupportedError, why, s)
                cond = ir.Constant(I1, 1)
            if not (isinstance(cond, ir.Constant) and cond.constant):
                ways.append(self.facts.copy())
            first = self.fn.append_basic_block("first")
            self.b.cbranch(cond, first, other)
            self.b = ir.IRBuilder(first)
            self.repeating += 1
            if isinstance(s, ast.For):
                begin.take()  # type: ignore[attr-defined]
            ways += self.first_apart(s.body, done)
            self.repeating -= 1
        return ways

    @contextmanager
    def repeated(self, s: Any, found: Settings | None, past: list[Facts]) -> Iterator[Callable[[Any], Any]]:
        """Around a loop: what is known at the head of each iteration, and behind it; ``past``: on ways that lead past it.

        Yields what makes of a function that emits the loop one that begins with what is known at the head.
        """
        unstable = {name for at, name in self.instance.unstable if at == id(s)}
        entered = self.facts.without(unstable)
        head = self.facts = self.at_head(s, entered)
        before = head.copy()
        self.exits.append(([], []))
        self.missed.append([])
        self.repeating += 1

        def from_head(loop: Callable[..., None]) -> Callable[..., None]:
            def emit(*args: Any) -> None:
                self.facts = before.copy()
                loop(*args)
                if self.fell:
                    self.exits[-1][0].append(self.facts.copy())

            return emit

        yield from_head
        self.repeating -= 1
        again, out = self.exits.pop()
        missed = self.missed.pop()
        ends = [*again, *([self.facts] if self.fell else [])]
        instance = self.instance
        copies = instance.loop_copies.setdefault(id(s), {})
        later = {k: p for end in ends for k, p in end.references.items() if is_copy(k) and k not in copies}
        if later.keys() - before.references.keys():
            copies |= later
            raise RoundAgain
        lost = instance.lost_at.setdefault(id(s), set())
        if more := {name for end in ends for name in end.lost | before.moved(end)} - before.lost - lost:
            lost |= more
            raise RoundAgain
        differing = {name for end in ends for name in before.different(end)}
        refer = {name for way in (before, *ends) for name in way.referring()}
        if more := (differing & refer) - before.lost - lost:  # what an iteration begins with may be what the last one has made
            if isinstance(s, ast.For) and found is None and id(s) not in instance.written_out and can_be_written_out(self, s):
                instance.written_out.add(id(s))
            else:
                lost |= more
            raise RoundAgain
        differing = {name for name in differing if (id(s), name) not in instance.unstable}
        others = any(before.types.get(name) != end.types.get(name) for name in differing for end in ends)
        for name in sorted(differing):
            least = _MOST_FIRST if found is None and instance.peeled.get(id(s), 0) < _MOST_FIRST else 0
            for end in ends:
                list_values.grow(self, before.types.get(name), end.types.get(name), least)
        if differing:
            peeled = instance.peeled.get(id(s), 0)
            if others and found is None and peeled < _MOST_FIRST:
                instance.peeled[id(s)] = peeled + 1
            elif others and found is None and id(s) not in instance.written_out and can_be_written_out(self, s):
                instance.written_out.add(id(s))
            else:
                instance.unstable |= {(id(s), name) for name in differing}
            raise RoundAgain
        changing = {name for way in past for name in before.different(way)}
        if changing:
            self.passed_by.append((changing, s))
        behind = self.left_alone(s, before, ends, [before, *missed, *out])
        count = 1 + len(missed)
        self.broken.append([*past, *behind[count:]])
        self.facts = joined([*past, *behind[:count]]) or before

    def at_head(self, s: Any, entered: Facts) -> Facts:
        """What is known of numbers at the head of an iteration, if this is known in front of the loop."""
        own = assigned_names([s])
        out = entered.copy()
        out.references |= self.instance.loop_copies.get(id(s), {})
        out.lost |= self.instance.lost_at.get(id(s), set())
        for name, numbers in entered.constants.items():
            if name in own:
                del out.constants[name]
            else:
                careful = bool(self.inlining) or name in self.instance.mutated or name in self.instance.shared
                marks = [(id(s), name, k) for k in range(len(numbers))]
                steady = [m in self.instance.steady or (not careful and m not in self.instance.unsteady) for m in marks]
                out.constants[name] = tuple(
                    n if n is None or fixed else Held(n, id(s)) for n, fixed in zip(numbers, steady, strict=True)
                )
        return out

    def left_alone(self, s: Any, head: Facts, ends: list[Facts], ways: list[Facts]) -> list[Facts]:
        """What is known where the loop is left; what it has left alone is noted for the next round."""
        steady = self.instance.steady
        for name, numbers in head.constants.items():
            for k, n in enumerate(numbers):
                kept = all(name in end.constants and end.constants[name][k : k + 1] == (n,) for end in ends)
                if n is not None and not kept and not isinstance(n, Held):
                    steady.discard((id(s), name, k))
                    self.instance.unsteady.add((id(s), name, k))
                    raise RoundAgain
                if isinstance(n, Held) and kept and (id(s), name, k) not in self.instance.unsteady:
                    steady.add((id(s), name, k))

        def behind(name: str, k: int, n: Any) -> Any:
            here = head.constants.get(name, ())
            if not isinstance(n, Held) or n.loop != id(s) or k >= len(here) or here[k] is not n:
                return n
            return n.before if (id(s), name, k) in steady else None

        out = []
        for way in ways:
            found = way.copy()
            for name, numbers in way.constants.items():
                found.constants[name] = tuple(behind(name, k, n) for k, n in enumerate(numbers))
            out.append(found)
        return out

    def iterate(self, lower: Callable[[list[Any]], None], body: list[Any], step: Any, done: Any) -> None:
        """Emit the body of a loop: the block ``step`` starts the next iteration, ``done`` follows the loop."""
        self.loops.append((step, done))
        self.depth += 1
        lower(body)
        self.depth -= 1
        self.loops.pop()
        self.fell = not self.b.block.is_terminated
        if self.fell:
            self.b.branch(step)

    def end_of_loop(self, orelse: list[Any], done: Any) -> None:
        """Emit the ``else`` part of a loop; the code after the loop is in ``done``."""
        self.latest = {}
        self.block(orelse)
        self.ended = not self.b.block.is_terminated
        if self.ended:
            self.b.branch(done)
        self.b = ir.IRBuilder(done)

    def scoped(self, body: list[Any]) -> None:
        """Emit a loop body; arrays that it makes are freed at its end if they cannot outlive the iteration."""
        self.bodies.append(id(body))
        try:
            self._scoped(body)
        finally:
            self.bodies.pop()

    def gives_items(self, body: list[Any]) -> bool:
        """Whether a loop body is that of a generator whose items are put into a list: its memory outlives the iteration."""
        return False

    def _scoped(self, body: list[Any]) -> None:
        if not self.instance.releases(body) or self.gives_items(body):
            self.block(body)
            return
        mark = self.reserve_raw(const(16))
        target, done = self.loops[-1]
        again, out = self.fn.append_basic_block("again"), self.fn.append_basic_block("out")
        self.loops[-1] = (again, out)
        with self.releasing(mark):
            self.block(body)
        self.loops[-1] = (target, done)
        if not self.b.block.is_terminated:
            self.exits[-1][0].append(self.facts.copy())
            self.b.branch(again)
        for block, to in ((again, target), (out, done)):
            self.b = ir.IRBuilder(block)
            self.release(mark)
            self.b.branch(to)
        self.b = ir.IRBuilder(self.fn.append_basic_block("never"))
        self.b.unreachable()

    # ---- for

    def _For(self, s: Any) -> None:
        """A ``for`` statement over whatever can be iterated."""
        found = checkpointed_loops.settings(self, s.iter, "checkpointed")
        it = s.iter if found is None else found.subject
        plain = isinstance(it, (ast.Tuple, ast.List)) and not any(isinstance(e, ast.Starred) for e in it.elts)
        if plain:
            self.written(s, [self.expr.value(e, maybe=True) for e in it.elts], found)
            return
        before, drawn, callings = looped_lists.Mark.of(self), self.drawn, self.callings
        self.as_items, self.lively = id(s) in self.instance.written_out, id(s) in self.instance.lively
        given = opened(self, self.expr.loop_value(it), it)
        self.as_items = self.lively = False
        if found is not None and (self.inlining or isinstance(given, GeneratorV)):
            self.unsupported(s, "a checkpointed loop in a generator, or over one, is not supported", "write a loop over a range")
        if isinstance(given, GeneratorV):
            self.over_generator(s, given)
            return
        if isinstance(given, TupleV) and given.form is not None and given.form.kind == ITERATOR and given.place is not None:
            self.consumed(s, given)
            return
        if found is None and (live := looped_lists.live(self, s, given)) is not None:
            self.for_loop(s, *live, None)
            return
        if self.drawn != drawn and leaves_by_break(s):
            text = "this loop is left by break, and all items of an iterator that may be used again are taken before it begins"
            self.unsupported(s, text, "take its items by next()")
        if isinstance(given, IterV) and given.kind in VIEWS and given.known is not None:
            self.unrolled(s, looped_lists.of_view(self, s, given.known), given.known())
            return
        if changed_while_looped(s) and id(s) not in self.instance.lively:
            self.instance.lively.add(id(s))
            raise RoundAgain
        growing_lists.check_unchanged(self, s)
        v = source(self, given, it)
        if isinstance(given, IterV) and self.effects != before.effects and id(s) not in self.instance.lively:
            self.instance.lively.add(id(s))  # computing the items changes something
            raise RoundAgain
        looked_at = looped_lists.Looked(self, before)
        called = self.callings != callings
        if isinstance(v, TupleV):
            self.written(s, all_items(v), found, looped_lists.as_reached(self, s, given, all_items(v)))
        elif found is None and id(s) in self.instance.written_out:
            length = counted_out(self, v[0], s)
            self.unrolled(s, (v[1](const(k)) for k in range(length)), [])
        else:
            self.for_loop(s, *v, found)
        looked_at.check(s)
        if called and self.effects != before.effects and id(s) not in self.instance.lively:
            self.instance.lively.add(id(s))  # a function that computes the items may see what the body changes
            raise RoundAgain

    def for_loop(self, s: Any, count: Any, item: Callable[[Any], Val], found: Settings | None) -> None:
        """``for target in ...`` over ``count`` items, the k-th being ``item(k)``; ``found``: what a mark says.

        ``count``: a number, or what computes it before each iteration.
        """
        if not callable(count):
            found = found or (checkpointed_loops.automatic(self, s, s.iter) if not self.inlining else None)
        other, done = self.fn.append_basic_block("else"), self.fn.append_basic_block("done")
        with self.region(other, done, loop=s, count=None if callable(count) else count):
            self.loop_over(s, count, item, found, other, done)
        self.behind_loop(s, other, done)

    def loop_over(self, s: Any, count: Any, item: Callable[[Any], Val], found: Settings | None, other: Any, done: Any) -> None:
        """The loop up to the block ``other``, where there are no more items."""
        k_place = self.alloca(I64)
        self.counters[id(k_place)] = s
        self.b.store(const(0), k_place)
        left: list[Facts] = []
        if names := checkpointed_loops.without_shape(self, s, found):
            begin, first = self.fn.append_basic_block("begin"), self.fn.append_basic_block("first")
            self.b.branch(begin)
            self.b = ir.IRBuilder(begin)
            k = self.b.load(k_place, typ=I64)
            self.b.cbranch(self.b.icmp_signed("<", k, _number(count)), first, other)
            self.b = ir.IRBuilder(first)
            self.take(s.target, item(k))
            left = self.first_apart(s.body, done)
            self.b.store(self.b.add(self.b.load(k_place, typ=I64), const(1), flags=["nuw", "nsw"]), k_place)
            checkpointed_loops.lower_apart(self, names, begin)

        def loop(found: Settings | None, taped: bool) -> None:
            head, body, step = (self.fn.append_basic_block(n) for n in ("for", "body", "next"))
            lower = checkpointed_loops.lower_body(self, s, found, None, taped)
            self.b.branch(head)
            self.b = ir.IRBuilder(head)
            k = self.b.load(k_place, typ=I64)
            self.b.cbranch(self.b.icmp_signed("<", k, _number(count)), body, other)
            self.b = ir.IRBuilder(body)
            self.take(s.target, item(k))
            self.iterate(lower, s.body, step, done)
            self.b = ir.IRBuilder(step)
            self.b.store(self.b.add(self.b.load(k_place, typ=I64), const(1), flags=["nuw", "nsw"]), k_place)
            self.b.branch(head)

        past = [*left, *self.first_iterations(s, found, _Counted(self, s, k_place, count, item), other, done)]
        with self.repeated(s, found, past) as versions:
            checkpointed_loops.lower_versions(self, found, versions(loop))

    def take(self, target: Any, value: Val) -> None:
        """Assign the item of an iteration."""
        self.reads = {}
        try:
            self.assign(target, value)
        except NotYet:
            self.skipped = self.pending = True


class _Counted:
    """The beginning of iterations that are emitted before a loop over ``count`` items."""

    def __init__(self, low: LoopLowering, s: Any, place: Any, count: Any, item: Callable[[Any], Val]) -> None:
        self.low, self.s, self.place, self.count, self.item = low, s, place, count, item
        self.done = 0

    def __call__(self) -> Any:
        """Whether there is another iteration."""
        most = known_int(self.count)
        if most is not None:
            return ir.Constant(I1, int(self.done < most))
        return self.low.b.icmp_signed("<", const(self.done), _number(self.count))

    def take(self) -> None:
        """Assign its item."""
        k = const(self.done)
        self.done += 1
        self.low.b.store(const(self.done), self.place)
        self.low.take(self.s.target, self.item(k))


def _number(count: Any) -> Any:
    """How many items there are: a number, or what computes it."""
    return count() if callable(count) else count
