"""Random Python programs about objects that several names and containers hold, changed and moved here and in functions.

``python -m tests.generators.object_programs FIRST COUNT [FOLDER]`` compares values with CPython's and counts outcomes; programs
that are not right are written to FOLDER.
"""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from typing import Any

from tests.generators.outcomes import count_outcomes

HEAD = '''\
class Body:
    def __init__(self, pos, tag=0.0):
        self.pos = pos
        self.tag = tag

    def push(self, d):
        self.pos = self.pos + d

    def meet(self, other):
        self.pos, other.pos = self.pos + other.pos, self.pos - 2 * other.pos


class Group:
    def __init__(self, items, head=None):
        self.items = items
        self.head = head

    def first(self):
        return self.items[0]

    def push(self, d):
        for b in self.items:
            b.push(d)

    def swap(self):
        self.items[0], self.items[-1] = self.items[-1], self.items[0]

    def turn(self):
        self.items = self.items[1:] + self.items[:1]

    def take(self, other):
        self.items.append(other)

    def kick(self, b, d):
        b.pos = b.pos + d
        self.items[0].pos = self.items[0].pos + 0.5 * b.pos

    def lead(self, b):
        self.head = b


'''
INDENT = "    "
KEYS = ("p", "q")


class Maker:
    """Writes one program, whose function ``f`` takes a float and returns one."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.constants, self.names = count(1), count(1)
        self.bodies = ["a0", "a1", "a2"]
        self.lists: dict[str, int] = {}
        self.groups: list[str] = []
        self.pairs: list[str] = []
        self.dicts: list[str] = []
        self.nested: list[str] = []
        self.known: list[tuple[str, str, str]] = []  # functions: name, kind of the argument, what is returned
        self.lines: list[str] = []

    def number(self) -> str:
        """A float that no other expression has."""
        return f"{next(self.constants) * 0.5} * x"

    def name(self, letter: str) -> str:
        """A new name."""
        return f"{letter}{next(self.names)}"

    def body(self) -> str:
        """A new object."""
        return f"Body({self.number()}, {self.r.randint(1, 99)}.0)"

    # ---- statements about a list of at least n objects

    def of_list(self, xs: str, n: int) -> tuple[list[str], int]:
        """Statements, and how many items there are behind them."""
        r = self.r
        i, j = r.randrange(n), r.randrange(n)
        v, w = self.name("v"), self.name("v")
        choice = r.randrange(16)
        if choice == 4:
            return [f"{xs}.append({self.body()})"], n + 1
        if choice == 5:
            return [f"{xs}.insert({i}, {self.body()})"], n + 1
        if choice == 6 and n > 2:
            out = [f"{v} = {xs}.pop({i})", *([f"{v}.pos = {self.number()}"] if r.random() < 0.7 else [])]
            again = r.random() < 0.4
            return [*out, *([f"{xs}.append({v})"] if again else [])], n - 1 + again
        simple = {
            0: [f"{xs}[{i}].pos = {self.number()}"],
            1: [f"{xs}[{i}], {xs}[{j}] = {xs}[{j}], {xs}[{i}]"],
            2: [f"{xs}.reverse()"],
            3: [f"{xs}.sort(key=lambda b: -b.tag)"],
            7: [f"{xs}[{i}] = {self.body()}"],
            8: [f"{v}, {w} = {xs}[{i}], {xs}[{j}]", f"{v}.meet({w})"],
            9: [f"for q in {xs}:", f"{INDENT}q.pos = q.pos + {self.number()}"],
            10: [f"{v} = {xs}[{i}]", f"{v}.push({self.number()})"],
            11: [f"{xs}[{i}] = {xs}[{j}]"],
            12: [f"for k, q in enumerate({xs}):", f"{INDENT}q.pos = q.pos * k + {self.number()}"],
            13: [f"{xs}[{i}].meet({xs}[{j}])"],
            14: [f"if x > {r.choice([2, 5])}:", f"{INDENT}{xs}[{i}].pos = {self.number()}"],
            15: self.calls_of_list(xs, i, j),
        }
        return simple.get(choice, [f"{xs}[{j}].push({self.number()})"]), n

    def calls_of_list(self, xs: str, i: int, j: int) -> list[str]:
        """A call of a function that has been written."""
        fitting = [(name, kind, result) for name, kind, result in self.known if kind in ("list", "two")]
        if not fitting:
            return [f"{xs}[{i}].pos = {self.number()}"]
        name, kind, _ = self.r.choice(fitting)
        if kind == "two":
            return [f"{name}({xs}[{i}], {xs}[{j}], x)"]
        return [f"{name}({self.r.choice([f'[{xs}[{i}], {xs}[{j}]]', f'{xs}[:]', xs])}, x)"]

    # ---- functions

    def function(self) -> None:
        """A function that changes what it is given."""
        r, n = self.r, 2
        name, kind = self.name("g"), r.choice(["list", "list", "two", "group", "dict", "nested"])
        out: list[str] = []
        for _ in range(r.randint(1, 3)):
            if kind == "list":
                more, n = self.of_list("xs", n)
            elif kind == "two":
                more = r.choice([[f"a.pos = b.pos + {self.number()}"], ["a.meet(b)"], [f"b.push({self.number()})"]])
            elif kind == "dict":
                more = self.of_dict("d")
            elif kind == "nested":
                more = self.of_nested("xs")
            else:
                more, n = self.of_group("s", n)
            out += more
        parameters = {"list": "xs", "two": "a, b", "group": "s", "dict": "d", "nested": "xs"}[kind]
        results = {
            "list": ["None", "xs", "xs[0]", "xs[1]", "xs[:]", "(xs[0], xs[1])", "[xs[1], xs[0]]"],
            "two": ["None", "a", "b", "[a, b]", "(b, a)", "Group([a, b])", '{"p": a, "q": b}'],
            "group": ["None", "s", "s.items", "s.first()", "s.items[1]"],
            "dict": ["None", "d", 'd["p"]', 'Group([d["q"], d["p"]])', '[d["p"], d["q"]]'],
            "nested": ["None", "xs[0]", "xs[1][0]", "[xs[0][0], xs[1][0]]"],
        }[kind]
        result = r.choice(results)
        self.known.append((name, kind, result))
        out += self.returning(kind, result)
        self.lines += [f"def {name}({parameters}, x):", *(INDENT + s for s in out), "", ""]

    def returning(self, kind: str, result: str) -> list[str]:
        """Statements that return what an expression gives: as it stands, under another name, or after another return."""
        r, one = self.r, self.name("c")
        is_object = result in ("xs[0]", "xs[1]", "a", "b", "s.first()", "s.items[1]", "xs[1][0]", 'd["p"]')
        choice = r.randrange(6)
        if choice == 0 and is_object:
            return [f"{one} = {result}", f"return {one}"]
        if choice == 1 and is_object:
            return [f"{one} = {result}", f"{one}b = {one}", f"return {one}b"]
        if choice == 2 and is_object and kind in ("list", "group"):
            items = "xs" if kind == "list" else "s.items"
            return [f"for q in {items}:", f"{INDENT}if q.pos > {self.number()}:", f"{INDENT * 2}return q", f"return {result}"]
        if choice == 3 and result in ("[a, b]", "(b, a)", "[xs[1], xs[0]]"):
            first, _, second = result.strip("[]()").partition(", ")
            if "xs" not in result:
                return [f"{one}, {one}b = {first}, {second}", f"return [{one}, {one}b]"]
        return [f"return {result}"]

    def of_dict(self, d: str) -> list[str]:
        """Statements about a dict with two objects."""
        k, j = self.r.choice(KEYS), self.r.choice(KEYS)
        v = self.name("v")
        return self.r.choice([
            [f'{d}["{k}"].pos = {self.number()}'], [f'{d}["p"], {d}["q"] = {d}["q"], {d}["p"]'],
            [f'{d}["{k}"] = {self.body()}'],
            [f"for q in {d}.values():", f"{INDENT}q.push({self.number()})"], [f'{d}["{k}"].meet({d}["{j}"])'],
            [f'{v} = {d}["{k}"]', f'{d}["{k}"] = {d}["{j}"]', f"{v}.push({self.number()})"],
        ])  # fmt: skip

    def of_nested(self, xs: str) -> list[str]:
        """Statements about a list of two lists."""
        i, j = self.r.randrange(2), self.r.randrange(2)
        return self.r.choice([
            [f"{xs}[{i}][0].pos = {self.number()}"], [f"{xs}[0], {xs}[1] = {xs}[1], {xs}[0]"],
            [f"{xs}[{i}].append({xs}[{j}][0])"],
            [f"{xs}[{i}] = [{xs}[{j}][0], {self.body()}]"], [f"for row in {xs}:", f"{INDENT}row[0].push({self.number()})"],
            [f"{xs}[{i}][0], {xs}[{j}][0] = {xs}[{j}][0], {xs}[{i}][0]"], [f"{xs}[{i}].reverse()"],
        ])  # fmt: skip

    def of_group(self, s: str, n: int) -> tuple[list[str], int]:
        """Statements about a group."""
        choice = self.r.randrange(9)
        if choice == 8:
            return self.of_list(f"{s}.items", n)
        k = self.r.randrange(2)
        return {
            0: [f"{s}.push({self.number()})"],
            1: [f"{s}.swap()"],
            2: [f"{s}.turn()"],
            3: [f"{s}.head = {s}.items[{k}]"],
            4: [f"{s}.take({self.body()})"],
            5: [f"{s}.first().pos = {self.number()}"],
            6: [f"{s}.kick({s}.items[{k}], {self.number()})"],
            7: [f"{s}.lead({s}.items[{k}])", f"{s}.head.push({self.number()})"],
        }[choice], n

    # ---- the function that is compared

    def new(self, letter: str, made: str) -> str:
        """A name for what is made."""
        name = self.name(letter)
        self.lines.append(f"{INDENT}{name} = {made}")
        return name

    def list(self) -> str:
        """A list with a name, or written where it is used."""
        if self.lists and self.r.random() < 0.7:
            return self.r.choice(list(self.lists))
        items = self.r.sample(self.bodies, 2) + [self.body()] * self.r.randrange(2)
        if self.r.random() < 0.2:
            items[1] = items[0]
        made = f"[{', '.join(items)}]"
        if self.r.random() < 0.4:
            return made
        name = self.new("l", made)
        self.lists[name] = len(items)
        return name

    def group(self) -> str:
        """A group with a name."""
        if not self.groups or self.r.random() < 0.3:
            self.groups.append(self.new("s", f"Group({self.list()}, {self.r.choice(self.bodies)})"))
        return self.r.choice(self.groups)

    def argument(self, kind: str) -> str:
        """What a function of a kind is given."""
        a, b, c, d = (self.r.choice(self.bodies) for _ in range(4))
        if kind == "list":
            return self.list()
        if kind == "group":
            return self.group()
        if kind == "two":
            return f"{a}, {b}"
        known, letter, made = {
            "dict": (self.dicts, "d", f'{{"p": {a}, "q": {b}}}'), "nested": (self.nested, "n", f"[[{a}, {b}], [{c}, {d}]]")
        }[kind]  # fmt: skip
        if not known or self.r.random() < 0.4:
            known.append(self.new(letter, made))
        return self.r.choice(known)

    def call(self) -> None:
        """A call of one of the functions."""
        name, kind, result = self.r.choice(self.known)
        got = self.new("r", f"{name}({self.argument(kind)}, x)")
        if result in ("xs", "xs[:]", "[xs[1], xs[0]]", "[a, b]", "s.items") or result.startswith(("(", "[")):
            self.pairs.append(got)
        elif result in ("s",) or result.startswith("Group"):
            self.groups.append(got)
        elif result.startswith("{") or result == "d":
            self.dicts.append(got)
        elif result != "None" and kind != "nested":
            self.bodies.append(got)

    def statement(self) -> None:
        """A statement of ``f``."""
        r, out = self.r, []
        choice = r.randrange(11)
        if choice < 5:
            self.call()
        elif choice == 5:
            self.list()
        elif choice == 6:
            out = [f"{r.choice(self.bodies)}.pos = {self.number()}"]
        elif choice == 7 and self.lists:
            name = r.choice(list(self.lists))
            out, _ = self.of_list(name, 2)
        elif choice == 8:
            s, b = self.group(), r.choice(self.bodies)
            out = r.choice([self.of_group(s, 2)[0], [f"{s}.lead({b})"], [f"{s}.take({b})"], [f"{s}.kick({b}, {self.number()})"]])
        elif choice == 9 and self.pairs:
            out = [f"{r.choice(self.pairs)}[{r.randrange(2)}].pos = {self.number()}"]
        elif choice == 10:
            d = self.argument("dict")
            out = self.of_dict(d)
        self.lines += [INDENT + s for s in out]

    def program(self) -> str:
        """The text."""
        for _ in range(self.r.randint(1, 3)):
            self.function()
        self.lines.append("def f(x):")
        self.lines += [f"{INDENT}{b} = {self.body()}" for b in self.bodies]
        for _ in range(self.r.randint(3, 7)):
            self.statement()
        terms = [f"{7.0 + 3 * k} * {b}.pos" for k, b in enumerate(self.bodies)]
        parts = [*self.lists, *self.pairs, *(f"{s}.items" for s in self.groups), *(f"{d}.values()" for d in self.dicts)]
        parts += [f"{n}[{k}]" for n in self.nested for k in range(2)]
        terms += [f"sum((k + {1.3 * n + 1:.1f}) * q.pos for k, q in enumerate({p}))" for n, p in enumerate(parts)]
        return HEAD + "\n".join([*self.lines, f"{INDENT}return {' + '.join(terms)}"]) + "\n"


def program(seed: int) -> str:
    """The program of a number."""
    return Maker(seed).program()


def function_of(text: str, path: Path) -> Any:
    """The function ``f`` of a program that is written to a file."""
    path.write_text(text)
    scope: dict[str, Any] = {"__name__": path.stem}
    exec(compile(text, str(path), "exec"), scope)
    return scope["f"]


def outcome(text: str, path: Path) -> str:
    """``right``, ``invalid`` where Python raises, or a line that begins with WRONG, REFUSED or DEFECT."""
    import irad

    f = function_of(text, path)
    try:
        expected = f(3.0)
    except Exception:
        return "invalid"
    try:
        found = irad.jit(f)(3.0)
    except irad.IradError as error:
        problems = [p.message for p in getattr(error, "problems", ())] or [error.message]
        return f"{'DEFECT' if 'defect of irad' in str(error) else 'REFUSED'} {problems[0]}"
    return "right" if abs(found - expected) <= 1e-9 * max(1.0, abs(expected)) else f"WRONG {found} {expected}"


if __name__ == "__main__":
    count_outcomes(program, outcome, "objects")
