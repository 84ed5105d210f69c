# ruff: noqa: E501  (program text is kept on one line)
"""Control flow of random programs of practice: loops, branches, try, match, functions and generators inside of functions."""

from __future__ import annotations

from collections.abc import Callable

from tests.generators.practice_scope import Kind
from tests.generators.practice_statements import Statements


class Flow(Statements):
    simple_statements: list[tuple[str, int]] = []

    def statements(self, count: int, budget: int = 1) -> None:
        for _ in range(count):
            self.statement(budget)

    def statement(self, budget: int) -> None:
        plain: list[tuple[Callable[[], None], int]] = [
            (self.s_number, 3), (self.s_augmented, 3), (self.s_unpack, 1), (self.s_walrus, 1), (self.s_list, 2), (self.s_list_change, 3),
            (self.s_alias, 2), (self.s_dict, 2), (self.s_dict_change, 3), (self.s_pairs, 1), (self.s_array, 3), (self.s_array_change, 3),
            (self.s_mixed, 2), (self.s_complex, 1), (self.s_object, 3), (self.s_objects, 1), (self.s_object_change, 4), (self.s_objects_change, 2),
        ]  # fmt: skip
        if self.tries < 100:
            plain += [(self.s_call, 2)]
            if self.straight and self.level <= 1:
                plain += [(self.s_function, 2), (self.s_library, 2), (self.s_held, 2)]
            if self.effects:
                plain += [(self.s_global, 2)]
        if budget > 0:
            nested = [(self.s_if, 3), (self.s_for, 4), (self.s_while, 2), (self.s_match, 1), (self.s_grow, 2)]
            nested += [(self.s_try, 2)] if self.tries < 100 else []
            k = self.r.choices(nested + [(None, 2 * sum(w for _, w in nested))], [w for _, w in nested] + [2 * sum(w for _, w in nested)])[0][0]  # type: ignore[list-item]
            if k is not None:
                k(budget)
                return
        self.r.choices([f for f, _ in plain], [w for _, w in plain])[0]()

    def s_call(self) -> None:
        raise NotImplementedError

    def s_function(self) -> None:
        raise NotImplementedError

    def s_library(self) -> None:
        raise NotImplementedError

    def s_held(self) -> None:
        raise NotImplementedError

    def s_global(self) -> None:
        raise NotImplementedError

    # ---- branches

    def inner(self, budget: int, most: int = 3) -> None:
        self.statements(self.r.randint(1, most), budget - 1)
        found = [n for n, _ in self.targets("num") if not self.frozen(n)]
        if found and self.chance(0.6):
            self.emit(f"{self.pick(*found)} {self.pick('+=', '=', '-=')} {self.squashed(1)}")

    def s_if(self, budget: int) -> None:
        if self.straight and self.chance(0.2):
            w = self.fresh("w")
            self.emit(f"{w} = None")
            self.emit(f"if {self.condition()}:\n    {w} = {self.squashed()}")
            self.emit(f"if {w} is None:\n    {w} = {self.num(1)}")
            self.scope[w] = ("num",)
            return
        with self.block(f"if {self.condition()}:"):
            self.inner(budget)
        if self.chance(0.3):
            with self.block(f"elif {self.condition()}:"):
                self.inner(budget)
        if self.chance(0.5):
            with self.block("else:"):
                self.inner(budget)
                if self.loops and self.chance(0.2):
                    self.emit(self.pick("break", "continue"))

    # ---- loops

    def s_for(self, budget: int) -> None:
        names, head, busy = self.header()
        with self.block(head, loop=True):
            self.scope.update(names)
            if busy:
                self.busy.add(busy)
            self.inner(budget)
            if self.chance(0.2):
                self.emit(f"if {self.condition(0)}:\n    {self.pick('break', 'continue')}")
                self.s_augmented()
        if self.chance(0.15):
            with self.block("else:"):
                self.s_augmented()

    def header(self) -> tuple[dict[str, Kind], str, str]:
        i, v, w = self.fresh("i"), self.fresh("v"), self.fresh("w")
        choices: list[tuple[dict[str, Kind], str, str]] = [
            ({i: ("int",)}, f"for {i} in range({self.pick('3', '1, 4', '4, 0, -1', *(['len(x)'] if 'x' in self.scope else []))}):", ""),
            ({i: ("int",), v: ("num",)}, f"for {i}, {v} in enumerate(({self.leaf()}, {self.leaf()}), start=1):", ""),
            ({v: ("num",), w: ("num",)}, f"for {v}, {w} in itertools.product([{self.leaf()}, 0.5], [{self.leaf()}, -1.0]):", ""),
        ]
        if found := self.places("arr"):
            a, (_, n) = self.pick(*found)
            b = self.pick(*[name for name, kind in found if kind[1] == n])
            choices += [
                ({v: ("num",)}, f"for {v} in {a}{self.pick('.copy()', ' * 0.5', '[::-1].copy()')}:", ""),
                ({i: ("int",), v: ("num",)}, f"for {i}, {v} in enumerate({a} * 1.0):", ""),
                ({v: ("num",), w: ("num",)}, f"for {v}, {w} in zip({a} + 0.1, {b}.copy()):", ""),
                ({v: ("num",)}, f"for {v} in [p * p for p in {a}]:", ""),
            ]
        if found := self.places("list"):
            a, (_, n) = self.pick(*found)
            choices += [
                ({v: ("num",)}, f"for {v} in {a}:", a),
                ({v: ("num",)}, f"for {v} in sorted({a}):", ""),
                ({i: ("int",), v: ("num",)}, f"for {i}, {v} in enumerate({a}):", a),
                ({v: ("num",)}, f"for {v} in reversed({a}):", a),
                ({v: ("num",), w: ("num",)}, f"for {v}, {w} in itertools.pairwise({a}):", a),
            ]
        if found := self.places("dict"):
            d, _ = self.pick(*found)
            choices += [
                ({v: ("num",)}, f"for {v} in {d}.values():", d),
                ({v: ("num",)}, f"for {self.fresh('key')}, {v} in {d}.items():", d),
                ({v: ("num",)}, f"for {v} in sorted({d}.values()):", ""),
            ]
        if found := self.places("pairs"):
            p, _ = self.pick(*found)
            choices += [
                ({v: ("num",), w: ("num",)}, f"for {v}, {w} in {p}:", p),
                ({i: ("int",), v: ("num",), w: ("num",)}, f"for {i}, ({v}, {w}) in enumerate({p}):", p),
            ]
        if found := self.places("grow"):
            g, _ = self.pick(*found)
            choices += [({v: ("num",)}, f"for {v} in {g}:", g)]
        return self.pick(*choices)

    def s_while(self, budget: int) -> None:
        k = self.fresh("k")
        self.emit(f"{k} = 0")
        form = self.r.random()
        head = f"while {k} < {self.r.randint(2, 4)}{f' and {self.condition(0)}' if form < 0.4 else ''}:" if form < 0.75 else "while True:"
        with self.block(head, loop=True):
            self.scope[k] = ("int",)
            self.fixed = self.fixed | {k}
            self.emit(f"{k} += 1")
            if form >= 0.75:
                self.emit(f"if {k} > {self.r.randint(1, 4)}{f' or {self.condition(0)}' if self.chance(0.3) else ''}:\n    break")
            self.inner(budget)
        if form < 0.75 and self.chance(0.2):
            with self.block("else:"):
                self.s_augmented()
        self.scope[k] = ("int",)

    def s_grow(self, budget: int) -> None:
        """A list that grows in a loop."""
        if not self.straight:
            return
        g = self.fresh("g")
        names, head, _ = self.header()
        self.emit(f"{g} = {self.pick('[]', f'[{self.leaf()}]', f'[{self.num(1)}]', 'list()')}")
        with self.block(head, loop=True):
            self.scope.update(names)
            if self.chance(0.5):
                self.statements(1, 0)
            if self.chance(0.3):
                self.emit(f"if {self.condition(0)}:\n    {g}.append({self.num(1)})")
            self.emit(f"{g}.append({self.squashed()})")
            if self.chance(0.2):
                self.emit(f"{g}[-1] *= {self.leaf()}")
        self.scope[g] = ("grow",)

    # ---- try, match

    def s_try(self, budget: int) -> None:
        found = [n for n, _ in self.targets("num") if not self.frozen(n)]
        if not found:
            return
        t = self.pick(*found)
        places = [(n, k) for n, k in self.places("list", "arr")]
        error, risky = "ValueError", f"if {self.condition()}:\n    raise ValueError({self.pick(repr('bad'), 'f' + repr('bad {1 + 1}'))})"
        if places and self.chance(0.4):
            name, (_, n) = self.pick(*places)
            ints = [k for k, _ in self.places("int")]
            error, risky = "IndexError", f"{t} = {name}[{n - 1} + {self.pick(*ints) if ints else self.pick(0, 1)}] * {self.leaf()}"
        elif self.chance(0.3) and self.places("dict"):
            name, (_, keys) = self.pick(*self.places("dict"))
            error, risky = "KeyError", f"{t} = {name}[{self.pick(*keys, 'zz')!r}] + {self.leaf()}"
        elif self.chance(0.2):
            error, risky = "ZeroDivisionError", f"{t} = {self.leaf()} / {self.pick('0', '2', '3')}"
        error = self.pick(error, error, "Exception", f"({error}, RuntimeError)")
        self.tries += 1
        with self.block("try:"):
            if self.chance(0.5):
                self.statements(1, min(budget - 1, 0))
            self.emit(risky)
            self.emit(f"{t} += {self.squashed(1)}")
        if self.chance(0.8):
            with self.block(f"except {error}{self.pick('', ' as e')}:"):
                self.inner(min(budget, 1), 2)
            if self.chance(0.3):
                with self.block("else:"):
                    self.inner(min(budget, 1), 2)
            if self.chance(0.3):
                with self.block("finally:"):
                    self.emit(f"{t} *= {self.leaf()}")
        else:
            with self.block(f"except {error}:"):
                self.emit(f"{t} = {self.squashed(1)}")
        self.tries -= 1

    def s_match(self, budget: int) -> None:
        ints = [n for n, _ in self.places("int")]
        found = [n for n, _ in self.targets("num") if not self.frozen(n)]
        if not found:
            return
        t = self.pick(*found)
        p, q = self.fresh("p"), self.fresh("q")
        if ints and self.chance(0.5):
            with self.block(f"match {self.pick(*ints)} % 3:"):
                for head in ("case 0:", self.pick("case 1 | 5:", "case 1:"), "case _:"):
                    with self.block(head):
                        self.inner(budget, 1)
            return
        subject = self.pick(f"({self.num(1)}, {self.leaf()})", f"[{self.leaf()}, {self.num(1)}]", f"{{'kind': {self.pick(repr('a'), repr('b'))}, 'v': {self.num(1)}}}", f"{self.num(1)}")
        with self.block(f"match {subject}:"):
            if subject[0] in "([" and not subject.startswith("((") and ", " in subject:
                self.emit(f"case ({p}, {q}) if {p} > {self.constant()}:\n    {t} += {p} * {q}")
                self.emit(f"case [{p}, *_]:\n    {t} -= {p} * {self.leaf()}")
            elif subject[0] == "{":
                self.emit(f"case {{'kind': 'a', 'v': {p}}}:\n    {t} += {p}")
                self.emit(f"case {{'kind': _, **{q}}}:\n    {t} *= {q}['v']")
            self.emit(f"case _:\n    {t} = {self.squashed(1)}")
