# ruff: noqa: E501  (program text is kept on one line)
"""Statements of random programs of practice: assignments, containers, objects, functions."""

from __future__ import annotations

from tests.generators.practice_classes import Classes
from tests.generators.practice_scope import Class


class Statements(Classes):
    @property
    def effects(self) -> bool:
        """Whether objects may be changed here: not in a try statement (docs/python.md), nor in a function without effects."""
        return self.tries == 0

    def writable(self, *kinds: str) -> list:  # type: ignore[type-arg]
        """Containers of which items may be changed here."""
        found = [(n, k) for n, k in self.places(*kinds) if n not in self.busy]
        if self.tries >= 100:
            found = [(n, k) for n, k in found if "." not in n and n not in self.fixed]
        return [(n, k) for n, k in found if not any(n.startswith(f"{o}.") and k2[1].parameters == 3 for o, k2 in self.places("obj"))]

    # ---- numbers

    def s_number(self) -> None:
        found = [n for n, _ in self.targets("num") if not self.frozen(n)]
        if found and self.chance(0.45):
            self.emit(f"{self.pick(*found)} = {self.squashed()}")
        else:
            value = self.squashed()
            self.emit(f"{self.new('v', 'num')} = {value}")

    def frozen(self, place: str) -> bool:
        """Whether it is a field of an object that cannot be changed, or of one of a class."""
        if "." not in place:
            return False
        owner, _, name = place.rpartition(".")
        kinds = dict(self.items())
        if name == "rate":
            return True
        return owner in kinds and kinds[owner][0] == "obj" and kinds[owner][1].parameters == 3

    def s_augmented(self) -> None:
        found = [n for n, _ in self.targets("num") if not self.frozen(n)]
        if found:
            self.emit(f"{self.pick(*found)} {self.pick('+=', '-=', '*=')} {self.squashed()}")

    def s_unpack(self) -> None:
        a, b = self.fresh("p"), self.fresh("q")
        if (found := self.places("list")) and self.chance(0.6):
            name, (_, n) = self.pick(*found)
            if n >= 2:
                rest = self.fresh("rest")
                self.emit(self.pick(f"{a}, *{rest} = {name}", f"*{rest}, {a} = {name}", f"{a}, *{rest} = sorted({name})"))
                self.scope[a], self.scope[rest] = ("num",), ("list", n - 1)
                return
        self.emit(f"{a}, {b} = {self.squashed()}, {self.num(1)}")
        if self.chance(0.5):
            self.emit(f"{a}, {b} = {b}, {a}")
        self.scope[a] = self.scope[b] = ("num",)

    def s_walrus(self) -> None:
        w = self.fresh("w")
        value = self.squashed()
        found = [n for n, _ in self.targets("num") if not self.frozen(n)]
        if not found:
            return
        with self.block(f"if ({w} := {value}) {self.pick('<', '>')} {self.constant(-0.5, 0.5)}:"):
            self.emit(f"{self.pick(*found)} += {w} * {self.constant()}")
        self.scope[w] = ("num",)

    # ---- lists, dicts

    def s_list(self) -> None:
        n = self.pick(2, 3, 4)
        if self.places("arr") and self.chance(0.3):
            a, (_, n) = self.pick(*self.places("arr"))
            value = self.pick(f"list({a})", f"[{a}[i] * i for i in range({n})]", f"[{self.term('v', 1)} for v in {a}]", f"{a}.tolist()")
            self.emit(f"{self.new('xs', 'grow')} = {value}")
            return
        value = self.listed(n, 1)
        self.emit(f"{self.new('xs', 'list', n)} = {value}")

    def s_list_change(self) -> None:
        found = self.writable("list")
        if not found:
            return
        name, (_, n) = self.pick(*found)
        value = self.squashed()
        if self.straight and name not in self.fixed and "." not in name and self.chance(0.4):
            added = f"{name}.append({value})", f"{name}.insert(0, {value})", f"{name} += [{value}]", f"{name}.extend([{value}])"
            self.emit(self.pick(*added))
            self.renew(name, n + 1)
            return
        self.emit(
            self.pick(
                f"{name}[{self.index(n)}] = {value}",
                f"{name}[{self.index(n)}] += {value}",
                f"{name}[{self.r.randrange(n)}] *= {self.leaf()}",
                f"{name}[0], {name}[-1] = {name}[-1], {name}[0]",
                f"{name}.reverse()",
                f"{name}.sort()",
            )
        )

    def renew(self, name: str, n: int) -> None:
        """All names that may stand for this list have another length, or are forgotten."""
        del self.scope[name]
        for other in [o for o, kind in self.scope.items() if kind == ("list", n - 1) and o.startswith("al")]:
            del self.scope[other]
        if name.startswith("al"):
            for other in [o for o, kind in self.scope.items() if kind == ("list", n - 1)]:
                del self.scope[other]
        self.scope[name] = ("list", n)

    def s_alias(self) -> None:
        found = [(n, k) for n, k in self.places("list", "dict", "arr", "obj", "objs")]
        if found:
            name, kind = self.pick(*found)
            alias = self.fresh("al")
            self.emit(f"{alias} = {name}")
            self.scope[alias] = kind

    def s_dict(self) -> None:
        keys = self.pick(("a", "b"), ("a", "b", "c"), ("k0", "k1", "k2"), (0, 1, 2))
        j = self.fresh("j")
        choices = [
            "{" + ", ".join(f"{k!r}: {self.num(1)}" for k in keys) + "}",
            f"{{k: {self.num(1)} * {j} for {j}, k in enumerate({keys!r})}}",
            f"dict(zip({keys!r}, {self.listed(len(keys), 1)}))",
            f"dict.fromkeys({keys!r}, {self.leaf()})",
        ]
        if keys[0] == "k0":
            choices += [f"{{f'k{{{j}}}': {self.leaf()} * {j} for {j} in range(3)}}"] * 3
        elif keys[0] == 0:
            choices += [f"{{{j}: {self.leaf()} + {j} for {j} in range(3)}}"]
        old = [(n, k[1]) for n, k in self.places("dict") if isinstance(k[1][0], str) == isinstance(keys[0], str)]
        if old:
            name, before = self.pick(*old)
            merged = (*before, *(k for k in keys if k not in before))
            value = self.pick(f"{{**{name}, **{self.pick(*choices)}}}", f"{name} | {self.pick(*choices)}")
            if self.chance(0.4):
                self.emit(f"{self.new('d', 'dict', merged)} = {value}")
                return
        self.emit(f"{self.new('d', 'dict', keys)} = {self.pick(*choices)}")

    def s_dict_change(self) -> None:
        found = self.writable("dict")
        if not found:
            return
        name, (_, keys) = self.pick(*found)
        key = self.pick(*keys)
        value = self.squashed()
        if self.straight and self.chance(0.25) and isinstance(key, str) and "." not in name and not name.startswith("al"):
            new = self.fresh("n")
            self.emit(self.pick(f"{name}[{new!r}] = {value}", f"{name}.update({new}={value})", f"{name}.setdefault({new!r}, {value})"))
            self.scope[name] = ("dict", (*keys, new))
            return
        choices = [f"{name}[{key!r}] = {value}", f"{name}[{key!r}] += {value}", f"{name}[{key!r}] *= {self.leaf()}", f"{name}.update({{{key!r}: {value}}})"]
        choices.append(f"for key in {name}:\n    {name}[key] = {name}[key] * 0.5 + {self.leaf()}")
        self.emit(self.pick(*choices))

    def s_pairs(self) -> None:
        n = self.pick(2, 3)
        p = self.new("ps", "pairs", n)
        del self.scope[p]
        lists = [name for name, kind in self.places("list") if kind[1] == n]
        if lists:
            a, b = self.pick(*lists), self.pick(*lists)
            value = self.pick(f"list(zip({a}, {b}))", f"[(u, v * {self.leaf()}) for u, v in zip({a}, {b})]", f"[(v, v * v) for v in {a}]")
        else:
            value = "[" + ", ".join(f"({self.num(1)}, {self.leaf()})" for _ in range(n)) + "]"
        self.emit(f"{p} = {value}")
        self.scope[p] = ("pairs", n)

    # ---- arrays

    def s_array(self) -> None:
        n = self.pick(3, 4, 5)
        found = [(name, kind) for name, kind in self.targets("arr") if name.startswith("a")]
        if found and self.chance(0.3):
            name, (_, n) = self.pick(*found)
            self.emit(f"{name} = np.tanh({self.arr(n)})")
        else:
            value = self.arr(n)
            self.emit(f"{self.new('a', 'arr', n)} = {value}")

    def s_array_change(self) -> None:
        found = self.writable("arr")
        if not found:
            return
        name, (_, n) = self.pick(*found)
        c, value = self.constant(), self.squashed()
        rows = [self.r.randrange(-n, n) for _ in range(self.pick(2, 3))]
        unique = self.r.sample(range(n), 2)
        self.emit(
            self.pick(
                f"{name}[{self.index(n)}] = {value}",
                f"{name}[{self.index(n)}] += {value}",
                f"{name}[1:] = {name}[:-1] * {c}",
                f"{name}[:2] += {value}",
                f"{name}[::2] = {value}",
                f"{name}[{unique}] = {name}[{unique[::-1]}] * {self.leaf()}",
                f"{name}[{unique}] *= {self.leaf()}",
                f"{name}[{name} > {c}] = {value}",
                f"{name}[{name} > {c}] *= {self.leaf()}",
                f"np.add.at({name}, {rows}, {value})",
                f"np.add.at({name}, np.array({rows}), {self.arr(len(rows), 0)})",
                f"{name}[:] = np.tanh({self.arr(n, 1)})",
                f"{name} {self.pick('+=', '-=', '*=')} {value}" if name not in self.fixed else f"{name}[0] = {value}",
                f"np.multiply({name}, {self.leaf()}, out={name})",
                f"{name}[:] = {name}[::-1]",
                f"{name}.sort()",
                f"{name}.fill({value})",
            )
        )

    def s_mixed(self) -> None:
        """Arrays of integers, truth values, float32 (of constants: no rounding of what is differentiated), matrices."""
        found = self.places("arr")
        if not found:
            return
        a, (_, n) = self.pick(*found)
        rows = [self.r.randrange(n) for _ in range(n)]
        m, value = self.fresh("m"), self.squashed()
        made = self.fresh("a")
        self.emit(
            self.pick(
                f"{m} = np.arange({n}, dtype=np.{self.pick('int8', 'int16', 'int32', 'int64', 'uint8')})\n{made} = {a} * {m} * 0.2 + {m}[::-1] // 2",
                f"{m} = np.array({rows})\n{made} = {a}[{m}] + ({m} % 2) * {value}",
                f"{m} = {a} > {self.constant()}\n{made} = np.where({m}, {a}, {value}) + ~{m}",
                f"{m} = np.array([{', '.join(self.pick('True', 'False') for _ in range(n))}])\n{made} = np.zeros({n})\n{made}[{m}] = {a}[{m}] * {value}\n{made}[~{m}] -= {self.leaf()}",
                f"{m} = np.linspace(0.0, 1.0, {n}, dtype=np.float32)\n{made} = {a} * {m}.astype(np.float64) + {value}",
                f"{m} = np.arange({n * 2}).reshape({n}, 2) * {self.leaf()}\n{made} = ({m}.T * {a}).{self.pick('sum', 'mean', 'max')}(axis=0)",
                f"{m} = np.zeros((2, {n}))\n{m}[0] = {a}\n{m}[1, ::-1] = {a} * {value}\n{made} = {m}.{self.pick('sum', 'mean', 'min')}(axis=0)",
                f"{m} = np.zeros((3, {n}))\n{m}[[0, 2], 1] = {value}\n{m}[:, 0] += {a}[:3] * 0.5\n{made} = {m}[{self.pick(0, 1, 2, -1)}] * {self.leaf()} + {a}",
                f"{m} = {{{rows[0]}, {rows[1]}, 0}}\n{made} = np.array([v * {self.leaf()} if k in {m} else v for k, v in enumerate({a})])",
                f"{made} = np.array([{a}[i] * {a}[j] for i, j in zip({rows}, range({n}))])",
                f"{made} = np.linalg.solve(np.eye({n}) * 3.0 + 0.1 * np.outer({a}, {a}), {a})",
            )
        )
        self.scope[made] = ("arr", n)

    def s_complex(self) -> None:
        n = self.pick(2, 3)
        z = self.fresh("z")
        self.emit(
            self.pick(
                f"{z} = {self.arr(n, 1)} + 1j * {self.arr(n, 0)}",
                f"{z} = np.exp(1j * {self.arr(n, 1)})",
                f"{z} = np.array([complex({self.num(1)}, {self.leaf()}) for _ in range({n})])",
                f"{z} = np.zeros({n}, dtype=complex)\n{z}[0] = {self.num(1)} + 0.5j\n{z}[1:] += {self.leaf()} * 1j",
                f"{z} = np.zeros({n}, dtype=np.complex128)\nfor k in range({n}):\n    {z}[k] = {self.leaf()} * cmath.exp(1j * k)",
                f"{z} = ({self.arr(n, 1)}).astype(complex)\n{z}.imag = {self.leaf()}",
            )
        )
        self.scope[z] = ("carr", n)

    # ---- objects

    def fresh_object(self, of: Class) -> str:
        a, b = self.num(1), self.leaf()
        return self.pick(f"{of.name}({a}, {b})", f"{of.name}({a})", f"{of.name}(b={b}, a={a})", f"{of.name}({self.leaf()}, {b})")

    def s_object(self) -> None:
        if self.classes and self.straight:
            of = self.pick(*self.classes)
            value = self.fresh_object(of)
            self.emit(f"{self.new('o', 'obj', of)} = {value}")

    def s_objects(self) -> None:
        if self.classes and self.straight:
            of, n = self.pick(*self.classes), self.pick(2, 3)
            k = self.fresh("k")
            lists = [name for name, kind in self.places("list") if kind[1] == n]
            value = self.pick(
                "[" + ", ".join(self.fresh_object(of) for _ in range(n)) + "]",
                f"[{of.name}({self.leaf()} * {k}, {self.constant()}) for {k} in range({n})]",
                *([f"[{of.name}(v) for v in {lists[-1]}]"] if lists else []),
            )
            self.emit(f"{self.new('os', 'objs', of, n)} = {value}")

    def s_object_change(self) -> None:
        found = [(n, k) for n, k in self.places("obj") if k[1].parameters == 2 and n not in self.busy]
        if not found or not self.effects:
            return
        name, (_, of) = self.pick(*found)
        if of.changing and self.chance(0.6):
            call = f"{name}.{self.pick(*of.changing)}({self.num(1)})"
            if self.chance(0.5):
                self.emit(call)
            else:
                self.emit(f"{self.new('v', 'num')} = {call}")
            return
        fields = [f for f, kind in of.fields.items() if kind == ("num",) and f != "rate"]
        self.emit(f"{name}.{self.pick(*fields)} {self.pick('=', '+=', '*=')} {self.squashed()}")

    def s_objects_change(self) -> None:
        found = [(n, k) for n, k in self.places("objs") if k[1].parameters == 2]
        if not found or not self.effects:
            return
        name, (_, of, n) = self.pick(*found)
        o = self.fresh("o")
        if self.chance(0.3):
            self.emit(f"{name}[{self.r.randrange(n)}].{self.pick('a', 'b')} {self.pick('+=', '=')} {self.squashed()}")
            return
        with self.block(self.pick(f"for {o} in {name}:", f"for {o} in reversed({name}):", f"for {o}, v in zip({name}, {self.listed(n, 0)}):"), loop=True):
            self.scope[o] = ("obj", of)
            method = f"{o}.{self.pick(*of.changing)}({self.leaf()})" if of.changing else f"{o}.a += {self.leaf()}"
            self.emit(self.pick(method, f"{o}.a = math.tanh({o}.b + {self.leaf()})", f"{o}.b *= {o}.a"))
