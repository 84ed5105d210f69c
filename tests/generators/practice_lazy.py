# ruff: noqa: E501  (program text is kept on one line)
"""Statements of random programs about order: iterators over what changes meanwhile, counts behind inner loops, context managers."""

from __future__ import annotations

from tests.generators.practice_flow import Flow

MANAGERS = '''

class Depth:
    def __init__(self, v):
        self.v = v
        self.n = 0

    def __enter__(self):
        self.n += 1
        return self.v * self.n

    def __exit__(self, kind, error, trace):
        self.v = self.v * 0.5
        return False


@contextlib.contextmanager
def doubled(held):
    held.v = held.v * 2.0
    try:
        yield held
    finally:
        held.n += 3
'''


class LazyFlow(Flow):
    def statement(self, budget: int) -> None:
        if budget > 0 and self.tries < 100 and self.chance(0.08):
            self.pick(self.s_pipeline, self.s_count, self.s_with)(budget)
            return
        super().statement(budget)

    def target(self) -> str | None:
        found = [n for n, _ in self.targets("num") if not self.frozen(n)]
        return self.pick(*found) if found else None

    def s_pipeline(self, budget: int) -> None:
        """A loop over an iterator of a list, which the loop may change."""
        t, found = self.target(), self.writable("list")
        if t is None or not found:
            return
        a, (_, n) = self.pick(*found)
        i, v, w, q = self.fresh("i"), self.fresh("v"), self.fresh("w"), self.fresh("q")
        one, two = (v,), (v, w)
        names, head = self.pick(
            (one, f"for {v} in ({q} * {self.leaf()} for {q} in {a}):"),
            (one, f"for {v} in map(lambda {q}: {q} * {self.leaf()}, {a}):"),
            (one, f"for {v} in filter(lambda {q}: {q} > {self.constant()}, {a}):"),
            (one, f"for {v} in itertools.accumulate({a}):"),
            (one, f"for {v} in itertools.islice(({q} + {self.leaf()} for {q} in {a}), 2):"),
            (one, f"for {v} in itertools.chain({a}, [{self.leaf()}]):"),
            (one, f"for {v} in itertools.takewhile(lambda {q}: {q} < {self.constant()}, {a}):"),
            (one, f"for {v} in reversed({a}):"),
            (one, f"for {v} in {a}:"),
            (two, f"for {v}, {w} in zip({a}, ({q} + {self.leaf()} for {q} in {a})):"),
            (two, f"for {v}, {w} in zip(({q} * {self.leaf()} for {q} in {a}), range(9)):"),
            (two, f"for {v}, {w} in itertools.pairwise({q} + {t} for {q} in {a}):"),
            ((i, v), f"for {i}, {v} in enumerate({q} + {t} for {q} in {a}):"),
            ((i, v), f"for {i}, {v} in enumerate({a}):"),
        )
        with self.block(head, loop=True):
            self.scope.update({name: ("num",) for name in names if name != i})
            self.emit(f"{t} = {self.squashed(1)}")
            if self.chance(0.7):
                self.emit(f"{a}[{self.r.randrange(n)}] = {self.squashed(1)}")
            if self.chance(0.4):
                self.inner(budget - 1, 2)

    def s_count(self, budget: int) -> None:
        """A count in an object behind an inner loop."""
        t, c, k = self.target(), self.fresh("c"), self.fresh("i")
        if t is None:
            return
        made, place = self.pick((f"{c} = SimpleNamespace(n=0)", f"{c}.n"), (f"{c} = {{'n': 0}}", f"{c}['n']"), (f"{c} = [0, 1]", f"{c}[0]"))
        self.emit(made)
        with self.block(f"for {k} in range({self.r.randint(2, 4)}):", loop=True):
            self.scope[k] = ("int",)
            with self.block(f"for {self.fresh('i')} in range(3):", loop=True):
                self.inner(min(budget - 1, 0), 1)
                self.emit(f"{t} += {self.squashed(1)}")
            self.emit(f"{place} += {self.pick('1', '2', k)}")
            if self.chance(0.3):
                self.emit(f"if {place} > 2:\n    {self.pick('break', 'continue')}")
                self.emit(f"{t} *= {self.leaf()}")
        self.emit(f"{t} = {t} * {place} / (1 + {place})")

    def s_with(self, budget: int) -> None:
        """The body of a context manager."""
        t, m, w = self.target(), self.fresh("m"), self.fresh("w")
        if t is None or self.level > 1:
            return
        self.emit(f"{m} = Depth({self.leaf()})")
        head = self.pick(f"with {m} as {w}:", f"with doubled({m}) as {w}:")
        with self.block(head, straight=True):
            self.emit(f"{t} += {w}{'.v' if 'doubled' in head else ''} * {self.leaf()}")
            self.inner(budget - 1, 2)
        self.emit(f"{t} += {m}.v * {m}.n")
