# ruff: noqa: E501  (program text is kept on one line)
"""Classes of random programs of practice: fields, methods that change them, properties, operators, inheritance, dataclasses."""

from __future__ import annotations

from tests.generators.practice_expressions import Expressions
from tests.generators.practice_scope import Class, Kind


class Classes(Expressions):
    def statements(self, count: int, budget: int = 1) -> None:
        raise NotImplementedError

    def make_class(self) -> Class:
        """A new class at module level."""
        bases = [c for c in self.classes if c.parameters == 2]
        if bases and self.chance(0.35):
            made = self.derived(self.pick(*bases))
        elif self.chance(0.3):
            made = self.dataclass()
        else:
            made = self.plain()
        self.classes.append(made)
        return made

    def plain(self) -> Class:
        name = self.fresh("Box")
        fields: dict[str, Kind] = {"a": ("num",), "b": ("num",)}
        start = ["self.a = a", self.pick("self.b = b", "self.b = b * 0.5 + a")]
        for kind, p in (("list", 0.45), ("dict", 0.4), ("arr", 0.45), ("int", 0.5), ("obj", 0.35)):
            if not self.chance(p):
                continue
            if kind == "list":
                fields["items"] = ("list", 3)
                start.append(f"self.items = {self.pick('[a, b, 0.5]', '[a * k for k in range(3)]', 'list((b, a, a * b))')}")
            elif kind == "dict":
                fields["table"] = ("dict", ("u", "v"))
                start.append("self.table = " + self.pick('{"u": a, "v": 0.3}', "{k: a * j for j, k in enumerate(('u', 'v'))}", "dict(u=b, v=a)"))  # fmt: skip
            elif kind == "arr":
                fields["w"] = ("arr", 3)
                start.append(f"self.w = {self.pick('np.array([a, b, 0.4])', 'np.full(3, a)', 'np.linspace(0.0, 1.0, 3) * b', 'a * np.ones(3)')}")
            elif kind == "int":
                fields["count"] = ("int",)
                start.append("self.count = 0")
            elif inner := [c for c in self.classes if c.parameters == 2]:
                of = self.pick(*inner)
                fields["part"] = ("obj", of)
                start.append(f"self.part = {of.name}(b, {self.constant()})")
        made = Class(name, fields)
        text = [f"class {name}:"]
        if self.chance(0.4):
            text.append(f"    rate = {self.constant()}")
            made.fields = {**fields, "rate": ("num",)} if self.chance(0.3) else fields
        text += [f"    def __init__(self, a, b={self.constant()}):", *(f"        {line}" for line in start), ""]
        self.members(made, text)
        self.module.append("\n".join(text).rstrip() + "\n")
        return made

    def members(self, of: Class, text: list[str]) -> None:
        """Methods of all kinds."""
        if self.chance(0.5):
            p = self.fresh("level")
            text += ["    @property", *self.method(of, f"def {p}(self):", {}, self.pick(0, 0, 1))]
            of.properties.append(p)
        if self.chance(0.5):
            m = self.fresh("at")
            text += self.method(of, f"def {m}(self, v, gain={self.constant()}):", {"v": ("num",), "gain": ("num",)}, 0)
            of.pure.append(m)
        for _ in range(self.pick(0, 1, 1, 2)):
            m = self.fresh("step")
            text += self.method(of, f"def {m}(self, v):", {"v": ("num",)}, self.pick(1, 2), changes=True)
            of.changing.append(m)
        if self.chance(0.3):
            text += self.method(of, "def __call__(self, v):", {"v": ("num",)}, 0)
            of.called = True
        operators = [
            ("+", "__add__(self, other)", "return type(self)(self.a + other.a, self.b * other.b)"),
            ("*", "__mul__(self, other)", f"return {of.name}(self.a * other.a - self.b, other.b)"),
            ("-", "__neg__(self)", f"return {of.name}(-self.a, self.b)"),
            ("<", "__lt__(self, other)", "return self.a < other.a + 0.01"),
            ("[", "__getitem__(self, i)", "return self.b if i else self.a"),
            ("L", "__len__(self)", "return 2"),
        ]
        if self.chance(0.5):
            for op, head, body in self.r.sample(operators, self.r.randint(1, 2)):
                text += [f"    def {head}:", f"        {body}", ""]
                of.operators += op
        if self.chance(0.15) and "[" not in of.operators:
            text += ["    def __iter__(self):", *self.pick(["        yield self.a", "        yield self.b * 0.5"], ["        for k in range(3):", "            yield self.a * k + self.b"]), ""]  # fmt: skip
            of.operators += "i"

    def method(self, of: Class, head: str, parameters: dict[str, Kind], count: int, changes: bool = False) -> list[str]:
        """Lines of a method that returns a number."""
        scope = {**{f"self.{f}": kind for f, kind in of.fields.items()}, **parameters}
        for f, kind in of.fields.items():
            if kind[0] == "obj":
                scope.update({f"self.{f}.{g}": k for g, k in kind[1].fields.items() if k[0] != "obj"})
        with self.function(head, scope) as lines:
            self.straight = False
            if not changes:
                self.fixed = {n for n in scope if n.startswith("self.")}
                self.tries += 100  # no statements with effects
            if changes:
                self.emit(f"self.{self.pick('a', 'b')} {self.pick('=', '+=', '*=', '-=')} {self.squashed()}")
                if "count" in of.fields and self.chance(0.7):
                    self.emit("self.count += 1")
                self.statements(count, 1)
            self.emit(f"return {self.squashed()}")
        return [f"    {line}" for line in lines] + [""]

    def derived(self, base: Class) -> Class:
        name = self.fresh("Sub")
        fields = dict(base.fields)
        made = Class(name, fields, list(base.properties), list(base.pure), list(base.changing), base.operators, base.called, base)
        text = [f"class {name}({base.name}):"]
        if self.chance(0.6):
            fields["extra"] = ("num",)
            text += [f"    def __init__(self, a, b={self.constant()}):", f"        super().__init__(a, {self.pick('b', 'b + a', 'b=b')})", f"        self.extra = {self.pick('a * b', 'b', 'a')}", ""]  # fmt: skip
        if base.changing and self.chance(0.7):
            m = self.pick(*base.changing)
            text += [f"    def {m}(self, v):", f"        r = super().{m}(v * {self.constant()})", f"        self.{self.pick('a', 'b')} += {self.pick('r', 'v * 0.3', 'r * v')}", f"        return r + self.{self.pick(*[f for f, k in fields.items() if k == ('num',)])}", ""]  # fmt: skip
        if base.pure and self.chance(0.5):
            m = self.pick(*base.pure)
            text += [f"    def {m}(self, v, k=0.5):", f"        return {self.pick('super().' + m + '(k) * v', base.name + '.' + m + '(self, v) + k', 'v * k - self.a')}", ""]  # fmt: skip
        if base.properties and self.chance(0.4):
            p = self.pick(*base.properties)
            text += ["    @property", f"    def {p}(self):", f"        return super().{p} * {self.constant()} + self.b", ""]
        if len(text) == 1:
            text += ["    pass"]
        self.module.append("\n".join(text).rstrip() + "\n")
        return made

    def dataclass(self) -> Class:
        name = self.fresh("Data")
        fields: dict[str, Kind] = {"a": ("num",), "b": ("num",)}
        frozen = self.chance(0.25)
        text = [self.pick("@dataclass(frozen=True)" if frozen else "@dataclass"), f"class {name}:", "    a: float", f"    b: float = {self.constant()}"]
        if self.chance(0.5):
            fields["items"] = ("list", 2)
            text.append("    items: list = field(default_factory=lambda: [0.5, 1.5])")
        if self.chance(0.4):
            fields["table"] = ("dict", ("u",))
            text.append('    table: dict = field(default_factory=lambda: {"u": 0.25})')
        if self.chance(0.4):
            fields["w"] = ("arr", 2)
            text.append("    w: np.ndarray = field(default_factory=lambda: np.ones(2))")
        if self.chance(0.3) and not frozen:
            fields["c"] = ("num",)
            text += ["    c: float = field(init=False)", "", "    def __post_init__(self):", "        self.c = self.a * self.b + 0.1"]
        made = Class(name, fields)
        text.append("")
        if frozen:
            m = self.fresh("at")
            text += [f"    def {m}(self, v):", f"        return replace(self, a=self.a * v).a + {self.pick('self.b', 'v')}", ""]
            made.pure.append(m)
        else:
            self.members(made, text)
        if frozen:
            made.parameters = 3  # its fields cannot be assigned to
        self.module.append("\n".join(text).rstrip() + "\n")
        return made
