# ruff: noqa: E501  (program text is kept on one line)
"""Expressions of random programs of practice: numbers, arrays, lists, conditions, of all that is in scope."""

from __future__ import annotations

from collections.abc import Callable

from tests.generators.practice_scope import Class, Kind, Writer

FUNCTIONS = ("math.sin", "math.cos", "math.tanh", "math.atan", "np.sin", "np.tanh", "np.arctan", "np.cos")


class Expressions(Writer):
    """Expressions; values are kept moderate by `squashed`."""

    def functions(self) -> list[tuple[str, Kind]]:
        """Functions of a number; in a try statement not those that change what they have captured (docs/python.md)."""
        return [(name, kind) for name, kind in self.places("fun") if not self.tries or not name.startswith("hc")]

    # ---- numbers

    def leaf(self) -> str:
        names = [name for name, _ in self.places("num")]
        k = self.r.random()
        if names and k < 0.75:
            return self.pick(*names[-8:]) if self.chance(0.6) else self.pick(*names)
        if k < 0.9 and (found := self.places("arr")):
            name, kind = self.pick(*found)
            return f"{name}[{self.index(kind[1])}]"
        return self.constant()

    def index(self, n: int) -> str:
        ints = [name for name, _ in self.places("int")]
        if ints and self.chance(0.5):
            return self.pick(f"{self.pick(*ints)} % {n}", f"({self.pick(*ints)} + {self.r.randint(1, 3)}) % {n}")
        return str(self.r.randrange(-n, n))

    def num(self, d: int = 2) -> str:
        if d <= 0 or self.chance(0.15):
            return self.leaf()
        makers: list[Callable[[int], str | None]] = [self.arithmetic] * 4 + [self.function_of] * 2
        makers += [self.of_array] * 3 + [self.of_list] * 3 + [self.of_dict] * 2 + [self.of_object] * 3 + [self.of_function] * 2
        makers += [self.ternary, self.of_complex, self.of_grown, self.of_pairs, self.of_objects, self.of_integer, self.of_range]
        for _ in range(6):
            made = self.pick(*makers)(d)
            if made is not None:
                return made
        return self.leaf()

    def squashed(self, d: int = 2) -> str:
        return f"{self.pick(*FUNCTIONS)}({self.num(d)})"

    def arithmetic(self, d: int) -> str:
        a, b = self.num(d - 1), self.num(d - 1)
        k = self.r.random()
        if k < 0.7:
            return f"({a} {self.pick('+', '-', '*')} {b})"
        if k < 0.8:
            return f"({a} / (2.0 + math.cos({b})))"
        if k < 0.9:
            return f"math.tanh({a}) ** {self.pick(2, 3)}"
        return f"{self.pick('max', 'min')}({a}, {b})"

    def function_of(self, d: int) -> str:
        a = self.num(d - 1)
        return self.pick(
            f"{self.pick(*FUNCTIONS)}({a})",
            f"math.exp(-({a}) ** 2)" if self.chance(0.5) else f"np.exp(np.sin({a}))",
            f"math.sqrt(1.5 + math.sin({a}))",
            f"abs({a})",
            f"float({a})",
            f"np.log(2.0 + np.cos({a}))",
        )

    def of_array(self, d: int) -> str | None:
        if self.chance(0.3):
            n = self.pick(2, 3, 4)
            return f"({self.arr(n, d - 1)}).{self.pick('sum()', 'mean()', 'max()', 'min()', 'prod()')}"
        found = self.places("arr")
        if not found:
            return None
        a, (_, n) = self.pick(*found)
        c = self.constant()
        others = [name for name, kind in found if kind == ("arr", n)]
        b = self.pick(*others)
        rows = [self.r.randrange(n) for _ in range(self.r.randint(1, 4))]
        return self.pick(
            f"{a}[{self.index(n)}]",
            f"{a}.{self.pick('sum()', 'mean()', 'max()', 'min()', 'var()', 'dot(' + b + ')')}",
            f"np.{self.pick('sum', 'mean', 'prod', 'max', 'median', 'ptp')}({a})",
            f"({a} @ {b})",
            f"({a}[1:] * {b}[:-1]).sum()",
            f"np.sqrt(1.0 + ({a} ** 2).sum())",
            f"{a}[{a} > {c}].sum()",
            f"np.sum({b}[({a} > {c}) & ({b} < 1.5)])",
            f"{a}[{rows}].sum()",
            f"{a}[np.array({rows})].prod()",
            f"sum({a})",
            f"np.outer({a}, {b}).sum(axis=0)[{self.index(n)}]",
            f"np.stack([{a}, {b}], axis=1).{self.pick('max', 'sum', 'mean')}(axis={self.pick(0, 1, -1)})[{self.pick(0, 1)}]",
            f"np.where({a} > {c}, {a}, {b} * {c}).sum()",
            f"np.cumsum({a})[{self.index(n)}]",
            f"np.sort({a})[{self.index(n)}]",
            f"{a}[np.argsort({b})][{self.index(n)}]",
            f"np.diff({a}).{self.pick('max', 'sum', 'min')}()",
            f"sum({self.term('v', d)} for v in {a})",
            f"sum(p * q for p, q in zip({a}, {b}[::-1]))",
            f"sum((k + 1) * v for k, v in enumerate({a}))",
            f"{a}[np.argmax({b})]",
            f"np.count_nonzero({a} > {c}) * {self.leaf()}",
            f"max({a})",
            f"{a}.reshape({n}, 1).sum()",
            f"{a}.astype(np.complex128).real.sum()",
        )  # fmt: skip

    def term(self, v: str, d: int) -> str:
        """A number made of the number ``v``."""
        c = self.constant()
        makers = [f"{v} * {c}", f"{v} * {v}", f"math.sin({v})", f"({v} + {self.leaf()}) * {c}", f"np.tanh({v} * {self.leaf()})", f"abs({v})"]
        makers += [f"{name}({v})" for name, _ in self.functions()]
        makers += [f"({v} if {v} > {c} else {c} * {v})", f"max({v}, {c})"]
        return self.pick(*makers)

    def of_list(self, d: int) -> str | None:
        if self.chance(0.25):
            return self.gathered(self.listed(self.pick(2, 3, 4), d - 1), d)
        found = self.places("list")
        if not found:
            return None
        name, (_, n) = self.pick(*found)
        c = self.constant()
        return self.pick(
            f"{name}[{self.index(n)}]",
            self.gathered(name, d),
            f"sorted({name}, reverse={self.pick(True, False)})[{self.r.randrange(n)}]",
            f"{name}[1:][{self.r.randrange(n - 1)}]" if n > 1 else f"{name}[0]",
            f"sum({name}[::{self.pick(2, -1)}])",
            f"sum({self.term('v', d)} for v in {name} if v > {c})",
            f"sum(k * v for k, v in enumerate({name}, {self.pick(1, 2)}))",
            f"sum(a * b for a, b in itertools.combinations({name}, 2))",
            f"sum(a - b * b for a, b in itertools.pairwise({name}))",
            f"sum(itertools.accumulate({name}))",
            f"sum(filter(lambda v: v > {c}, {name}))",
            f"sorted({name}, key=lambda v: -abs(v))[0]",
            f"{{f'k{{i}}': v for i, v in enumerate({name})}}['k{self.r.randrange(n)}']",
            f"len({name}) * {self.leaf()}",
            f"min({name}, key=lambda v: (v - {c}) ** 2)",
            f"np.array({name}).{self.pick('sum', 'max', 'mean')}()",
            f"functools.reduce(lambda p, q: p * 0.5 + math.sin(q), {name})",
            f"sum(p * q for p, q in zip({name}, reversed({name})))",
        )  # fmt: skip

    def gathered(self, text: str, d: int) -> str:
        functions = [name for name, _ in self.functions()]
        return self.pick(
            f"sum({text})",
            f"max({text})",
            f"min({text})",
            f"sum(map({self.pick('math.sin', 'np.tanh', 'lambda v: v * 0.5', *functions)}, {text}))",
            f"math.prod({text})",
            f"sum({self.term('v', d)} for v in {text})",
            f"np.sum({text})",
        )

    def of_dict(self, d: int) -> str | None:
        found = self.places("dict")
        if not found:
            return None
        name, (_, keys) = self.pick(*found)
        c, key = self.constant(), self.pick(*keys)
        choices = [
            f"{name}[{key!r}]",
            f"sum({name}.values())",
            f"max({name}.values())",
            f"{name}.get({key!r}, 1.0)",
            f"{name}.get('none', {self.leaf()})",
            f"sum({self.term('v', d)} for k, v in {name}.items() if k != {key!r})",
            f"sum({name}[k] * {c} for k in {name})",
            f"sum({name}[k] * (j + 1) for j, k in enumerate(sorted({name})))",
            f"({name}[{key!r}] if {key!r} in {name} else 0.0)",
            f"sorted({name}.values())[{self.r.randrange(len(keys))}]",
            f"max(v for _, v in {name}.items())",
            f"list({name}.values())[{self.r.randrange(len(keys))}]",
            f"sum({{k: {self.term('v', d)} for k, v in {name}.items()}}.values())",
        ]
        return self.pick(*choices)

    def of_object(self, d: int) -> str | None:
        found = self.places("obj")
        if not found:
            return None
        name, (_, of) = self.pick(*found)
        choices = self.readings(name, of, d)
        return self.pick(*choices) if choices else None

    def readings(self, name: str, of: Class, d: int) -> list[str]:
        """Numbers that an object gives, without changes."""
        choices = [f"{name}.{p}" for p in of.properties] + [f"{name}.{f}" for f, kind in of.fields.items() if kind == ("num",)]
        choices += [f"{name}.{m}({self.num(d - 1)})" for m in of.pure]
        if of.called:
            choices.append(f"{name}({self.num(d - 1)})")
        first = next(f for f, kind in of.fields.items() if kind == ("num",))
        same = [o for o, kind in self.places("obj") if kind[1] is of]
        for op in of.operators:
            if op == "-":
                choices.append(f"(-{name}).{first}")
            elif op == "<":
                choices.append(f"({self.leaf()} if {name} < {self.pick(*same, name)} else {self.leaf()})")
            elif op == "[":
                choices.append(f"{name}[{self.pick(0, 1)}]")
            elif op == "L":
                choices.append(f"len({name}) * {self.leaf()}")
            elif op == "i":
                choices += [f"sum(v * v for v in {name})", f"sum({name})"]
            else:
                choices.append(f"({name} {op} {self.pick(*same, name)}).{first}")
        return choices

    def of_objects(self, d: int) -> str | None:
        found = self.places("objs")
        if not found:
            return None
        name, (_, of, n) = self.pick(*found)
        o = self.fresh("o")
        reading = self.pick(*self.readings(o, of, 0))
        first = next(f for f, kind in of.fields.items() if kind == ("num",))
        return self.pick(
            f"sum({reading} for {o} in {name})",
            f"{name}[{self.r.randrange(n)}].{first}",
            f"max({o}.{first} for {o} in {name})",
            f"sum([{reading} for {o} in {name}{self.pick('', '[1:]', '[::-1]')}])",
            f"sum((k + 1) * {o}.{first} for k, {o} in enumerate({name}))",
        )

    def of_function(self, d: int) -> str | None:
        found = self.functions()
        c = self.constant()
        if found and self.chance(0.75):
            name, _ = self.pick(*found)
            return f"{name}({self.num(d - 1)})"
        if self.chance(0.6):
            return f"(lambda v, k={c}: {self.term('v', d)} + k)({self.num(d - 1)})"
        return None

    def ternary(self, d: int) -> str:
        return f"({self.num(d - 1)} if {self.condition(d - 1)} else {self.num(d - 1)})"

    def of_integer(self, d: int) -> str | None:
        found = self.places("int")
        if not found:
            return None
        k, _ = self.pick(*found)
        return self.pick(
            f"{k} * {self.num(d - 1)}",
            f"{self.num(d - 1)} / ({k} + 7)",
            f"({self.num(d - 1)} if {k} % 2 == 0 else {self.leaf()})",
            f"(-1) ** {k} * {self.leaf()}",
            f"math.sin({k} + {self.leaf()})",
            f"divmod({k} + 4, 3)[1] * {self.leaf()}",
        )  # fmt: skip

    def of_range(self, d: int) -> str:
        k, n = self.fresh("k"), self.r.randint(2, 4)
        a = self.leaf()
        return self.pick(
            f"sum({a} ** {k} for {k} in range(1, {n}))",
            f"sum(math.sin({k} * {a}) for {k} in range({n}) if {k} != 1)",
            f"sum([{k} * {a} + j for {k} in range({n}) for j in range({k})])",
            f"math.prod([1.0 + 0.1 * {k} * {a} for {k} in range({n})])",
            f"max({a} * {k} - {k} ** 2 * 0.3 for {k} in range({n}))",
            f"sum(u * {a} ** i for i, u in enumerate(({self.constant()}, {self.leaf()}, {self.leaf()})))",
        )

    def of_complex(self, d: int) -> str:
        a, b = self.num(d - 1), self.leaf()
        found = self.places("carr")
        if found and self.chance(0.7):
            z, (_, n) = self.pick(*found)
            return self.pick(
                f"abs({z}[{self.index(n)}])",
                f"{z}.{self.pick('real', 'imag')}.{self.pick('sum', 'max', 'mean')}()",
                f"(np.abs({z}) ** 2).sum()",
                f"({z} * {z}.conj()).real.sum()",
                f"({z}.sum() ** 2).imag",
                f"np.exp(1j * {z}[{self.index(n)}].real).{self.pick('real', 'imag')}",
                f"np.real(np.vdot({z}, {z}[::-1]))",
            )
        return self.pick(
            f"abs(complex({a}, 1.0 + {b} ** 2))",
            f"(({a} + 1j * {b}) ** 2).real",
            f"(({a} + 0.5j) * ({b} - 1j)).imag",
            f"cmath.exp(1j * {a}).{self.pick('real', 'imag')}",
            f"(1.0 / (2.5 + 1j * {a})).{self.pick('real', 'imag')}",
        )

    def of_grown(self, d: int) -> str | None:
        found = self.places("grow")
        if not found:
            return None
        name, _ = self.pick(*found)
        return self.pick(
            f"sum({name})",
            f"{name}[-1]",
            f"{name}[0]",
            f"max({name})",
            f"np.array({name}).{self.pick('sum', 'mean', 'max')}()",
            f"len({name}) * {self.leaf()}",
            f"sum({self.term('v', d)} for v in {name})",
            f"sum(k * v for k, v in enumerate({name}))",
        )

    def of_pairs(self, d: int) -> str | None:
        found = self.places("pairs")
        if not found:
            return None
        name, (_, n) = self.pick(*found)
        return self.pick(
            f"sum(a * b for a, b in {name})",
            f"{name}[{self.r.randrange(n)}][{self.pick(0, 1)}]",
            f"sum(p[1] for p in sorted({name})[:2])",
            f"sum(a - b for a, b in {name}[1:])",
            f"max({name}, key=lambda p: p[1])[0]",
            f"sum(sum(column) * {self.leaf()} for column in zip(*{name}))",
            f"sum([{self.term('v', d)} for pair in {name} for v in pair])",
        )

    # ---- conditions

    def condition(self, d: int = 1) -> str:
        c = self.constant(-0.8, 0.8)
        choices = [f"{self.num(d)} {self.pick('<', '>', '<=', '>=')} {c}"] * 4
        choices.append(f"{self.constant(-0.9, -0.2)} < {self.num(d)} {self.pick('<', '<=')} {self.constant(0.2, 0.9)}")
        choices.append(f"not {self.leaf()} > {c}")
        if d > 0:
            choices.append(f"{self.condition(0)} {self.pick('and', 'or')} {self.condition(0)}")
        if found := self.places("list", "arr"):
            choices.append(f"{self.pick('any', 'all')}(v > {c} for v in {self.pick(*found)[0]})")
        if found := self.places("arr"):
            a = self.pick(*found)[0]
            choices.append(self.pick(f"({a} > {c}).any()", f"np.all({a} < {c})", f"({a} > {c}).sum() > 2"))
        if found := self.places("int"):
            choices += [f"{self.pick(*found)[0]} % {self.pick(2, 3)} == {self.pick(0, 1)}"] * 2
        return self.pick(*choices)

    # ---- lists, arrays

    def listed(self, n: int, d: int = 1) -> str:
        """A list of ``n`` numbers, of known length."""
        k = self.fresh("k")
        choices = [
            f"[{', '.join(self.num(d) for _ in range(n))}]",
            f"[{', '.join(self.leaf() for _ in range(n))}]",
        ]
        lists = [name for name, kind in self.places("list") if kind[1] == n]
        if lists:
            a = self.pick(*lists)
            choices += [
                f"[{self.term('v', d)} for v in {a}]",
                f"list(map(lambda v: {self.term('v', d)}, {a}))",
                f"sorted({a})",
                f"{a}[::-1]",
                f"list({a})",
                f"[*{a}[1:], {self.num(d)}]",
                f"[p + {self.constant()} * q for p, q in zip({a}, reversed({a}))]",
                f"list(itertools.accumulate({a}))",
                f"[{k} * v for {k}, v in enumerate({a})]",
                f"[{self.leaf()}] * {n}",
            ]
        return self.pick(*choices)

    def arr(self, n: int, d: int = 1) -> str:
        """An array of ``n`` numbers."""
        same = [name for name, kind in self.places("arr") if kind[1] == n]
        other: list[tuple[str, Kind]] = self.places("arr")
        k, c = self.fresh("k"), self.constant()
        choices: list[Callable[[], str]] = [
            lambda: f"np.array({self.listed(n, d)})",
            lambda: f"np.full({n}, {self.num(d)})",
            lambda: f"np.array([math.sin({k} * {self.leaf()}) for {k} in range({n})])",
            lambda: self.num(d) + " * np." + self.pick(f"ones({n})", f"arange({n})", f"linspace(0.0, 1.0, {n})"),
            lambda: f"np.zeros({n}) + {self.num(d)}",
        ]
        if other:
            b, (_, m) = self.pick(*other)
            rows = [self.r.randrange(-m, m) for _ in range(n)]
            choices += [
                lambda: f"{b}[{rows}]",
                lambda: f"{b}[np.array({rows}, dtype=np.{self.pick('int64', 'int32', 'int8')})]",
                lambda: f"np.take({b}, {rows})",
            ]
            if m >= n:
                choices += [lambda: f"{b}[:{n}]{self.pick('.copy()', ' * 1.0', '')}", lambda: f"{b}[{m - n}:] * {c}"]
            if m > n:
                choices += [lambda: f"np.concatenate([{b}[:1], {b}[{m - n + 1}:]])"]
        if same:
            a, b = self.pick(*same), self.pick(*same)
            choices += [
                lambda: f"({a} {self.pick('+', '-', '*')} {b})",
                lambda: f"({a} * {self.num(d)})",
                lambda: f"np.{self.pick('sin', 'tanh', 'cos', 'arctan', 'abs')}({a})",
                lambda: f"np.where({a} > {c}, {b}, {self.num(d)})",
                lambda: f"np.{self.pick('maximum', 'minimum')}({a}, {self.pick(b, c)})",
                lambda: f"np.clip({a}, -0.7, 0.8)",
                lambda: f"np.cumsum({a})",
                lambda: f"np.sort({a})",
                lambda: f"np.roll({a}, {self.pick(1, -1, 2)})",
                lambda: f"np.concatenate(({a}[1:], {b}[:1]))",
                lambda: f"np.stack([{a}, {b}, {a} * {c}]).{self.pick('sum', 'mean', 'max')}(axis=0)",
                lambda: f"np.array([{self.term('v', d)} for v in {a}])",
                lambda: f"np.array([p * q + {k} for {k}, (p, q) in enumerate(zip({a}, {b}))])",
                lambda: f"{a}[::-1]",
                lambda: f"(np.outer({a}, {b}) @ {a})",
                lambda: f"np.hstack([{a}[:2], {b}[2:]])",
                lambda: f"({a} / (1.5 + {b} ** 2))",
                lambda: f"{a}[np.argsort({b})]",
                lambda: f"({a} * ({b} > {c}))",
                lambda: f"np.append({a}[:-1], {self.num(d)})",
            ]  # fmt: skip
        return self.pick(*choices)()
