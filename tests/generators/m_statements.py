"""Random statements of programs about memory.

A statement is made without regard to whether pointers are null or dead: whoever adds it runs the program and takes it back if
that is undefined (`Maker.grow`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.generators import m_memory as mm
from tests.generators import m_nodes as mn
from tests.generators.m_memory import FN, VOID, Arr, D, F, I, Ptr, Record, Type, declare, size
from tests.generators.m_nodes import Block, If, Leave, Loop, Node, Routine
from tests.generators.m_values import SQUASH, Values, compare


class Rejected(Exception):
    """This statement cannot be made here."""


def sure(x: Any) -> Any:
    if x is None:
        raise Rejected
    return x


@dataclass
class Shared:
    """What all functions of a program have in common while it is made."""

    r: Any
    node: Record
    leaf: Record
    union: Record
    valid: Callable[[], bool]
    routines: list[Routine] = field(default_factory=list)
    operations: list[str] = field(default_factory=list)  # functions of type fn
    globals: list[tuple[str, Type]] = field(default_factory=list)
    counter: int = 0


class Maker:
    """Statements of one function."""

    def __init__(self, shared: Shared, routine: Routine, depth: int) -> None:
        self.s, self.r, self.routine, self.depth = shared, shared.r, routine, depth
        self.v = Values(shared.r, [*routine.params, *shared.globals], shared.operations, {"table"})
        self.loops = 0
        self.node, self.leaf, self.link = shared.node, shared.leaf, Ptr(shared.node)

    def fresh(self, prefix: str) -> str:
        self.s.counter += 1
        return f"{prefix}{self.s.counter}"

    def declare(self, out: Block, prefix: str, t: Type, v: Node | None = None) -> mn.Place:
        name = self.fresh(prefix)
        out.body.append(mn.define(name, t, v))
        self.v.scope.append((name, t))
        return mn.var(name, t)

    def grow(self, out: Block, count: int, budget: int) -> None:
        """Add ``count`` random statements that leave the program defined."""
        for _ in range(count):
            for _ in range(6):
                length, scope = len(out.body), len(self.v.scope)
                try:
                    self.statement(out, budget)
                    good = len(out.body) > length and self.s.valid()
                except Rejected:
                    good = False
                if good:
                    break
                del out.body[length:]
                del self.v.scope[scope:]

    def inside(self, out: Block, count: int, budget: int, *names: tuple[str, Type], loop: int = 0) -> None:
        """Fill a block that is already in its place, with some more variables in scope."""
        if not self.s.valid():
            raise Rejected
        kept = len(self.v.scope)
        self.v.scope += names
        self.loops += loop
        self.grow(out, count, budget)
        self.loops -= loop
        del self.v.scope[kept:]

    def statement(self, out: Block, budget: int) -> None:
        flat: list[tuple[Callable[..., None], int]] = [
            (self.local, 3), (self.assign, 6), (self.assign_pointer, 5), (self.record, 3), (self.pointer, 3),
            (self.copy_record, 2), (self.swap, 2), (self.copy_bytes, 2), (self.clear, 1), (self.bits, 1), (self.static, 1),
            (self.call_again, 2), (self.call_pointer, 2), (self.free, 1), (self.insert, 2), (self.early, 1),
        ]  # fmt: skip
        nested: list[tuple[Callable[..., None], int]] = [
            (self.conditional, 3), (self.counted, 3), (self.build, 3), (self.traverse, 3), (self.heap, 3), (self.remove, 1),
            (self.reverse, 1), (self.call_new, 4 if self.depth < 2 else 0), (self.resize, 2), (self.place_in_tree, 1),
        ]  # fmt: skip
        options = flat + (nested if budget > 0 else [])
        made = self.r.choices([o for o, _ in options], [w for _, w in options])[0]
        if made in [o for o, _ in nested]:
            made(out, budget - 1)
        else:
            made(out)

    # ---- variables and assignments

    def some_type(self) -> Type:
        t = self.r.choice([D, self.node, self.leaf, self.link, Ptr(D), Ptr(self.leaf), I, F])
        return Arr(t, self.r.randint(2, 4)) if self.r.random() < 0.25 else t

    def local(self, out: Block) -> None:
        t = self.r.choice([D, D, F, I, FN])
        self.declare(out, "t", t, sure(self.v.of(t)))

    def record(self, out: Block) -> None:
        t = self.some_type()
        if isinstance(t, Arr) or self.r.random() < 0.3:
            place = self.declare(out, "a", t)
            self.fill(out, place)
        else:
            self.declare(out, "a", t, sure(self.v.of(t)))

    def fill(self, out: Block, place: mn.Place) -> None:
        """Give values to some parts of what is zero so far."""
        t = place.type
        if isinstance(t, Arr):
            for k in range(t.n):
                self.fill(out, mn.element(place, mn.number(k, I)))
        elif isinstance(t, Record):
            for name, of in t.fields:
                if self.r.random() < 0.7 and not (isinstance(of, Record) and of.union):
                    self.fill(out, mn.member(place, name))
        else:
            out.body.append(mn.assign(place, sure(self.v.of(t))))

    def pointer(self, out: Block) -> None:
        to = self.r.choice([D, self.node, self.leaf, self.link, Ptr(D)])
        self.declare(out, "p", Ptr(to), sure(self.v.pointer(Ptr(to))))

    def assign(self, out: Block) -> None:
        t = self.r.choice([D, D, D, D, F, I])
        place = sure(self.v.place(t, write=True))
        op = self.r.choice(["", "", "+", "-", "*"]) if t == D else ""
        out.body.append(mn.assign(place, sure(self.v.of(t, 2)), op))

    def assign_pointer(self, out: Block) -> None:
        t: Type = self.r.choice([self.link, self.link, Ptr(D), Ptr(self.leaf), Ptr(Ptr(D)), Ptr(self.link), FN])
        out.body.append(mn.assign(sure(self.v.place(t, write=True)), sure(self.v.of(t))))

    def copy_record(self, out: Block) -> None:
        t = self.r.choice([self.node, self.leaf])
        out.body.append(mn.assign(sure(self.v.place(t, write=True)), sure(self.v.of(t))))

    def swap(self, out: Block) -> None:
        t = self.r.choice([self.link, Ptr(D), D, self.leaf, self.node])
        a, b = sure(self.v.place(t, write=True)), sure(self.v.place(t, write=True))
        name = self.fresh("w")
        swapped = [mn.define(name, t, mn.value(a)), mn.assign(a, mn.value(b)), mn.assign(b, mn.value(mn.var(name, t)))]
        out.body += swapped

    def static(self, out: Block) -> None:
        name, t = self.fresh("kept"), self.r.choice([D, Arr(D, 2), self.link, self.leaf])
        out.body.append(mn.keep(name, t, 0.5 if t == D else None))
        self.v.scope.append((name, t))
        if t == D:
            out.body.append(mn.assign(mn.var(name, t), self.v.squashed(), "+"))

    # ---- bytes

    def copy_bytes(self, out: Block) -> None:
        """A record or a run of its members, an array or some of its elements."""
        name = self.r.choice(["memcpy", "memmove"])
        t: Type = self.r.choice([self.node, self.leaf, D, D, Ptr(D), self.link])
        if isinstance(t, Record) and self.r.random() < 0.6:
            first, last = sorted(self.r.choices(range(len(t.fields)), k=2))
            n = t.offset(t.fields[last][0]) + size(t.fields[last][1]) - t.offset(t.fields[first][0])
            a, b = (mn.address(mn.member(sure(self.v.place(t)), t.fields[first][0])) for _ in "ab")
            length = Node(I, str(n), [], lambda m: n)
        else:
            count = 1 if isinstance(t, Record) else self.r.randint(1, 3)
            a, b = sure(self.v.pointer(Ptr(t), 0)), sure(self.v.pointer(Ptr(t), 0))
            length = Node(I, f"{count} * sizeof({declare(t, '')})", [], lambda m: count * size(t))

        def run(m: Any, to: Any, source: Any, n: int) -> None:
            what = mm.take(source, n)
            if name == "memcpy" and to is not None and to[0] is source[0] and abs(to[1] - source[1]) < n:
                raise mm.Undefined("memcpy of what overlaps")
            mm.put(to, n, what)

        out.body.append(Node(VOID, name + "({}, {}, {})", [a, b, length], run))

    def clear(self, out: Block) -> None:
        t: Type = self.r.choice([self.node, self.leaf, D, D, self.link])
        count = 1 if isinstance(t, Record) else self.r.randint(1, 3)
        p = sure(self.v.pointer(Ptr(t), 0))
        text = f"memset({{}}, 0, {count} * sizeof({declare(t, '')}))"
        out.body.append(Node(VOID, text, [p], lambda m, p: mm.zero(p, count * size(t))))

    def bits(self, out: Block) -> None:
        """A double goes through a union, or a pointer through ``void *``."""
        if self.r.random() < 0.5:
            name = self.fresh("u")
            out.body.append(mn.define(name, self.s.union, None))
            self.v.scope.append((name, self.s.union))
            field, t = self.r.choice(self.s.union.fields)
            out.body.append(mn.assign(mn.member(mn.var(name, self.s.union), field), sure(self.v.of(t))))
            return
        a, b = sure(self.v.place(D, write=True)), sure(self.v.place(D))
        name = self.fresh("b")

        def run(m: Any, to: Any, source: Any) -> None:
            mm.put(to, 8, mm.take(source, 8))

        text = f"{{{{ int64_t {name}; memcpy(&{name}, &{{1}}, 8); memcpy(&{{0}}, &{name}, 8); }}}}"
        out.body.append(Node(VOID, text, [a, b], run))

    # ---- the heap

    def allocated(self, t: Type, count: Node, zeroed: bool) -> Node:
        def run(m: Any, n: int) -> Any:
            made = mm.Object(n * size(t), heap=True)
            if zeroed:
                mm.zero((made, 0), made.size)
            return made, 0

        text = f"calloc({{}}, sizeof({declare(t, '')}))" if zeroed else f"malloc({{}} * sizeof({declare(t, '')}))"
        return Node(Ptr(t), text, [count], run)

    def heap(self, out: Block, budget: int) -> None:
        """A block of the heap, filled in a loop; freed at once behind some statements, or left to others."""
        t: Type = self.r.choice([D, D, self.node, self.leaf, self.link, Ptr(D)])
        n = self.r.randint(1, 4)
        count = mn.number(n, I) if self.r.random() < 0.6 else self.v.both("+", self.v.integer(0), mn.number(n, I))
        h, i = self.fresh("h"), self.fresh("i")
        out.body.append(mn.define(h, Ptr(t), self.allocated(t, count, self.r.random() < 0.3)))
        place = mn.element(mn.value(mn.var(h, Ptr(t))), mn.integer(i))
        self.v.scope.append((i, I))
        body = Block()
        if isinstance(t, Record):
            body.body.append(mn.assign(place, sure(self.v.literal(t))))
        else:
            body.body.append(mn.assign(place, sure(self.v.of(t))))
        self.v.scope.pop()
        out.body.append(self.counting(i, mn.number(n, I), body))
        self.v.scope.append((h, Ptr(t)))
        if self.r.random() < 0.7:
            inner = Block()
            out.body.append(If(mn.value(mn.var(h, Ptr(t))), inner))
            self.inside(inner, self.r.randint(1, 3), budget)
            if self.r.random() < 0.7:
                out.body += self.freed(mn.var(h, Ptr(t)))

    def counting(self, i: str, stop: Node, body: Block) -> Loop:
        less = Node(I, "{} < {}", [mn.integer(i), stop], lambda m, a, b: int(a < b))
        return Loop(mn.define(i, I, mn.number(0, I)), less, self.next(i), body)

    def next(self, i: str) -> Node:
        return Node(VOID, "{}++", [mn.var(i, I)], lambda m, p: mm.store(p, mm.load(p, I) + 1, I))

    def freed(self, place: mn.Place) -> list[Node]:
        def run(m: Any, p: Any) -> None:
            if p is None:
                return
            if not p[0].heap or p[1] or not p[0].alive:
                raise mm.Undefined("free")
            p[0].alive = False

        t = place.type
        assert isinstance(t, Ptr)
        return [Node(VOID, "free({})", [mn.value(place)], run), mn.assign(place, mn.null(t))]

    def free(self, out: Block) -> None:
        out.body += self.freed(sure(self.v.place(self.r.choice([self.link, Ptr(D), Ptr(self.leaf)]), write=True)))

    def resize(self, out: Block, budget: int) -> None:
        """An array of doubles that grows by ``realloc``, in a loop."""
        h, i, n = self.fresh("h"), self.fresh("i"), self.r.randint(1, 4)
        place = mn.var(h, Ptr(D))

        def run(m: Any, p: Any, n: int) -> Any:
            made = mm.Object(8 * n, heap=True)
            if p is not None:
                if not p[0].heap or p[1] or not p[0].alive:
                    raise mm.Undefined("realloc")
                kept = min(made.size, p[0].size)
                mm.put((made, 0), kept, mm.take(p, kept))
                p[0].alive = False
            return made, 0

        out.body.append(mn.define(h, Ptr(D), mn.null(Ptr(D))))
        longer = self.v.both("+", mn.integer(i), mn.number(1, I))
        grown = Node(Ptr(D), "realloc({}, {} * sizeof(double))", [mn.value(place), longer], run)
        self.v.scope += [(i, I)]
        body = Block([mn.assign(place, grown), mn.assign(mn.element(mn.value(place), mn.integer(i)), self.v.squashed(2))])
        self.v.scope.pop()
        out.body.append(self.counting(i, mn.number(n, I), body))
        self.v.scope.append((h, Ptr(D)))
        self.inside(body, self.r.randint(0, 1), 0, (i, I))

    # ---- lists and trees

    def build(self, out: Block, budget: int) -> None:
        """A list, its first node in a new variable or in any place."""
        name = self.fresh("l")
        out.body.append(mn.define(name, self.link, mn.null(self.link)))
        head = mn.var(name, self.link)
        i, e = self.fresh("i"), self.fresh("e")
        kept = len(self.v.scope)
        self.v.scope += [(i, I), (name, self.link)]
        first = sure(self.v.literal(self.node))
        del self.v.scope[kept:]
        new = mn.value(mn.var(e, self.link))
        body = Block([mn.define(e, self.link, self.allocated(self.node, mn.number(1, I), False))])
        body.body += [mn.assign(mn.deref(new), first), mn.assign(mn.arrow(new, "next"), mn.value(head)), mn.assign(head, new)]
        stop = mn.number(self.r.randint(1, 4), I) if self.r.random() < 0.6 else self.v.integer(0)
        out.body.append(self.counting(i, stop, body))
        self.v.scope.append((name, self.link))
        if self.r.random() < 0.3:
            self.inside(body, 1, 0, (i, I), (e, self.link))

    def traverse(self, out: Block, budget: int) -> None:
        """A loop over a list, with a pointer to the node or to the link."""
        start = sure(self.v.place(self.link))
        field = "other" if self.r.random() < 0.15 else "next"
        body = Block()
        if self.r.random() < 0.7:
            p = self.fresh("p")
            here = mn.value(mn.var(p, self.link))
            step = mn.assign(mn.var(p, self.link), mn.value(mn.arrow(here, field)))
            out.body.append(Loop(mn.define(p, self.link, mn.value(start)), here, step, body))
            names: tuple[str, Type] = (p, self.link)
        else:
            p, t = self.fresh("q"), Ptr(self.link)
            link = mn.value(mn.var(p, t))
            here = mn.value(mn.deref(link))
            step = mn.assign(mn.var(p, t), mn.address(mn.arrow(here, field)))
            out.body.append(Loop(mn.define(p, t, mn.address(start)), here, step, body))
            names = (p, t)
        self.v.constant.add(p)
        self.inside(body, self.r.randint(1, 3), budget, names, loop=1)

    def remove(self, out: Block, budget: int) -> None:
        """Nodes of a list on a condition, by a pointer to the link."""
        start = sure(self.v.place(self.link, write=True))
        q, dead, t = self.fresh("q"), self.fresh("dead"), Ptr(self.link)
        here = mn.value(mn.deref(mn.value(mn.var(q, t))))
        self.v.scope.append((q, t))
        condition = self.v.condition()
        self.v.scope.pop()
        gone = mn.var(dead, self.link)
        unlink = [mn.define(dead, self.link, here), mn.assign(mn.deref(mn.value(mn.var(q, t))), mn.value(mn.arrow(here, "next")))]
        go_on = mn.assign(mn.var(q, t), mn.address(mn.arrow(here, "next")))
        freed = self.freed(gone)[:1] if self.r.random() < 0.7 else []
        body = Block([If(condition, Block([*unlink, *freed]), Block([go_on]))])
        out.body.append(Loop(mn.define(q, t, mn.address(start)), here, None, body))

    def reverse(self, out: Block, budget: int) -> None:
        place = sure(self.v.place(self.link, write=True))
        p, rest, done = (self.fresh(n) for n in ("p", "rest", "done"))
        out.body.append(mn.define(done, self.link, mn.null(self.link)))
        here = mn.value(mn.var(p, self.link))
        body = Block([mn.define(rest, self.link, mn.value(mn.arrow(here, "next")))])
        body.body += [
            mn.assign(mn.arrow(here, "next"), mn.value(mn.var(done, self.link))),
            mn.assign(mn.var(done, self.link), here),
        ]
        body.body += [mn.assign(mn.var(p, self.link), mn.value(mn.var(rest, self.link)))]
        out.body.append(Loop(mn.define(p, self.link, mn.value(place)), here, None, body))
        out.body.append(mn.assign(place, mn.value(mn.var(done, self.link))))

    def insert(self, out: Block) -> None:
        """A node behind another one, or as the first of a list."""
        place = sure(self.v.place(self.link, write=True))
        name = self.fresh("e")
        out.body.append(mn.define(name, self.link, self.allocated(self.node, mn.number(1, I), False)))
        new = mn.value(mn.var(name, self.link))
        out.body += [mn.assign(mn.deref(new), sure(self.v.literal(self.node)))]
        out.body += [mn.assign(mn.arrow(new, "next"), mn.value(place)), mn.assign(place, new)]

    def place_in_tree(self, out: Block, budget: int) -> None:
        """Nodes go into a search tree (``next`` and ``other`` are its branches) by keys that depend on the data."""
        root, i, q, e, t = self.fresh("root"), self.fresh("i"), self.fresh("q"), self.fresh("e"), Ptr(self.link)
        out.body.append(mn.define(root, self.link, mn.null(self.link)))
        here = mn.value(mn.deref(mn.value(mn.var(q, t))))
        kept = len(self.v.scope)
        self.v.scope += [(i, I)]
        key = self.fresh("key")
        first = [mn.define(key, D, self.v.squashed(2)), mn.define(e, self.link, self.allocated(self.node, mn.number(1, I), True))]
        del self.v.scope[kept:]
        new, k = mn.value(mn.var(e, self.link)), mn.value(mn.var(key, D))
        first.append(mn.assign(mn.arrow(new, "v"), k))
        less = Node(I, "({} < {})", [k, mn.value(mn.arrow(here, "v"))], compare("<"))
        branches = [mn.address(mn.arrow(here, n)) for n in ("next", "other")]
        step = mn.assign(mn.var(q, t), mn.choose(less, *branches))
        descend = [mn.define(q, t, mn.address(mn.var(root, self.link))), Loop(None, here, step, Block())]
        body = Block([*first, *descend, mn.assign(mn.deref(mn.value(mn.var(q, t))), new)])
        out.body.append(self.counting(i, mn.number(self.r.randint(2, 5), I), body))
        self.v.scope.append((root, self.link))

    # ---- control

    def conditional(self, out: Block, budget: int) -> None:
        made = If(self.v.condition(), Block(), Block() if self.r.random() < 0.5 else None)
        out.body.append(made)
        self.inside(made.then, self.r.randint(1, 3), budget)
        if made.other is not None:
            self.inside(made.other, self.r.randint(1, 2), budget)
        if self.loops and self.r.random() < 0.3:
            made.then.body.append(Leave(loop=True))

    def counted(self, out: Block, budget: int) -> None:
        i, body = self.fresh("i"), Block()
        out.body.append(self.counting(i, mn.number(self.r.randint(1, 4), I), body))
        self.v.constant.add(i)
        self.inside(body, self.r.randint(1, 3), budget, (i, I), loop=1)

    def early(self, out: Block) -> None:
        """Perhaps free something, and return."""
        then = Block()
        if self.r.random() < 0.4:
            then.body += self.freed(sure(self.v.place(self.r.choice([self.link, Ptr(D)]), write=True)))
        t = self.routine.result
        then.body.append(Leave(None if t == VOID else sure(self.v.of(t))))
        out.body.append(If(self.v.condition(), then))

    # ---- calls

    def called(self, out: Block, callee: Node, routine: Routine) -> None:
        args = [sure(self.v.of(t)) for _, t in routine.params]
        t = routine.result
        if t == VOID or self.r.random() < 0.1:
            out.body.append(mn.call(callee, args))
            return
        name = self.fresh("c")
        wrap = self.r.choice(SQUASH) if t == D else ""
        out.body.append(mn.call(callee, args, (name, t), wrap))
        self.v.scope.append((name, t))

    def call_again(self, out: Block) -> None:
        """One of the functions that there are; itself too."""
        routine = self.r.choice(self.s.routines)
        if routine.name != "f":
            self.called(out, mn.named(routine.name), routine)

    def call_pointer(self, out: Block) -> None:
        operations = [r for r in self.s.routines if r.name in self.s.operations]
        if operations:
            self.called(out, sure(self.v.of(FN)), operations[0])

    def call_new(self, out: Block, budget: int) -> None:
        """A function that is made for this call, and grows behind it."""
        types = [D, Ptr(D), self.link, Ptr(self.link), self.leaf, Ptr(self.leaf), I, Ptr(Ptr(D)), FN, self.node]
        params = [(self.fresh("a"), t) for t in self.r.choices(types, k=self.r.randint(1, 4))]
        result = self.r.choice([D, D, VOID, self.link, Ptr(D), self.leaf])
        self.make(out, self.fresh("call"), params, result)

    def make(self, out: Block, name: str, params: list[tuple[str, Type]], result: Type) -> None:
        attributes = self.r.choice(["static ", "static ", "static __attribute__((noinline)) "])
        routine = Routine(name, result, params, Block(), None, attributes)
        maker = Maker(self.s, routine, self.depth + 1)
        if result != VOID:
            routine.value = sure(maker.v.of(result, 0))
        recursive = [n for n, t in params if t == self.link]
        if recursive and self.r.random() < 0.7:
            gone = Node(I, "!{}", [mn.value(mn.var(recursive[0], self.link))], lambda m, p: int(p is None))
            stop = None if result == VOID else routine.value
            routine.body.body.append(If(gone, Block([Leave(stop)])))
        self.s.routines.append(routine)
        try:
            self.called(out, mn.named(name), routine)
            good = self.s.valid()
        except Rejected:
            good = False
        if not good:
            self.s.routines.remove(routine)
            raise Rejected
        maker.grow(routine.body, self.r.randint(1, 4), 2)
        if recursive and result in (D, VOID):
            maker.recurse(routine.body, recursive[0])
        if result == D:
            self.better_value(maker, routine)

    def recurse(self, out: Block, name: str) -> None:
        """The function calls itself for what comes behind a node."""
        length = len(out.body)
        further = mn.value(mn.arrow(mn.value(mn.var(name, self.link)), self.r.choice(["next", "next", "other"])))
        try:
            args = [further if n == name else sure(self.v.of(t)) for n, t in self.routine.params]
        except Rejected:
            return
        c = self.fresh("c")
        result = (c, D) if self.routine.result == D else None
        out.body.append(mn.call(mn.named(self.routine.name), args, result, self.r.choice(SQUASH) if result else ""))
        if not self.s.valid():
            del out.body[length:]
        elif result is not None:
            self.v.scope.append((c, D))

    def better_value(self, maker: Maker, routine: Routine) -> None:
        """A result that may use the variables made since."""
        old = routine.value
        routine.value = maker.v.squashed(2)
        if not self.s.valid():
            routine.value = old
