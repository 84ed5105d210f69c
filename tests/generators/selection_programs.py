"""Random Python programs that change objects of which the run tells which ones they are.

``python -m tests.generators.selection_programs FIRST COUNT [FOLDER]`` compares values and slopes with CPython's and counts
outcomes; programs that are not right are written to FOLDER.
"""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

from tests.generators.object_programs import INDENT, function_of
from tests.generators.outcomes import count_outcomes

POINTS = (0.83, 2.37, 5.61)
HEAD = '''\
class Body:
    def __init__(self, pos, tag=0.0):
        self.pos = pos
        self.tag = tag
        self.log = []

    def push(self, d):
        self.pos = self.pos + d
        return self.pos

    def note(self, v):
        self.log.append(v)
        return len(self.log)


class Heavy(Body):
    def __init__(self, pos, tag=0.0):
        Body.__init__(self, pos, tag)
        self.mass = 2.0

    def push(self, d):
        self.pos = self.pos + d / self.mass
        self.mass = self.mass + 0.5
        return self.pos * self.mass


class Group:
    def __init__(self, items):
        self.items = items

    def most(self):
        return max(self.items, key=lambda b: b.pos)

    def find(self, limit):
        for b in self.items:
            if b.pos > limit:
                return b
        return self.items[-1]

    def seek(self, limit):
        for b in self.items:
            if b.pos > limit:
                return b
        return None

    def level(self, d):
        low, high = min(self.items, key=lambda b: b.pos), self.most()
        if low is not high:
            low.pos = low.pos + d
            high.pos = high.pos - d
        return high.pos - low.pos


def give(a, b, d):
    a.pos = a.pos - d
    b.push(d)
    return a.pos * 0.5


def pick(items, k):
    return items[k]


def either(a, b, x):
    if x > 2.0:
        return a
    return b


'''


class Chooser:
    """Writes one program, whose function ``f`` takes a float and returns one."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.constants, self.names = count(1), count(1)
        self.lines: list[str] = []
        self.lists: list[str] = []
        self.picked: list[str] = []
        self.places: list[str] = []
        self.depth = 1

    def number(self) -> str:
        """A float that no other expression has."""
        return f"{next(self.constants) * 0.37:.2f} * x"

    def limit(self) -> str:
        """A float between which objects and numbers lie."""
        return f"{self.r.uniform(0.5, 6.0):.1f}"

    def add(self, *lines: str) -> None:
        """Statements at this depth."""
        self.lines += [INDENT * self.depth + s for s in lines]

    def named(self, letter: str) -> str:
        """A new name."""
        return f"{letter}{next(self.names)}"

    def body(self) -> str:
        """A new object."""
        return f"{self.r.choice(['Body', 'Body', 'Heavy'])}({self.number()}, {self.r.randint(1, 9)}.0)"

    def place(self) -> str:
        """An index that the run tells."""
        if self.places and self.r.random() < 0.7:
            return self.r.choice(self.places)
        return f"int(x + {self.r.randint(0, 5)}) % 3"

    def one(self) -> str:
        """An expression that is one of several objects."""
        r, xs = self.r, self.r.choice(self.lists)
        options = [
            f"{xs}[{self.place()}]", f"max({xs}, key=lambda b: b.pos)", f"min({xs}, key=lambda b: b.tag - b.pos)",
            f"({xs}[0] if x > {self.limit()} else {xs}[{r.randrange(3)}])",
            f"sorted({xs}, key=lambda b: b.pos)[{r.randrange(3)}]",
            f"pick({xs}, {self.place()})", f"either({xs}[{r.randrange(3)}], {xs}[{r.randrange(3)}], x)",
            f"{xs}[{r.randrange(3)}]", f"Group({xs}).find({self.limit()})",
        ]  # fmt: skip
        if self.picked and r.random() < 0.5:
            return r.choice(self.picked)
        return r.choice(options)

    def act(self, v: str) -> str:
        """A statement that changes an object."""
        return self.r.choice([
            f"{v}.pos = {self.number()}", f"{v}.pos += {self.number()}", f"{v}.push({self.number()})",
            f"t += {v}.push({self.number()})", f"{v}.note({self.number()})", f"t += give({v}, {self.one()}, {self.number()})",
            f"{v}.pos, t = t, {v}.pos", f"t += {v}.pos + {v}.push({v}.pos) + {v}.pos", f"{v}.tag *= 1.5",
        ])  # fmt: skip

    def statement(self) -> None:
        """A statement of ``f``."""
        r, xs = self.r, self.r.choice(self.lists)
        choice = r.randrange(14)
        if choice < 3:
            self.add(self.act(self.one()))
        elif choice < 5:
            v = self.named("v")
            self.add(f"{v} = {self.one()}", self.act(v))
            self.picked.append(v)
        elif choice == 5:
            b = self.named("b")
            self.add(f"{b} = {r.choice(['None', xs + '[0]'])}", f"for q in {xs}:")
            self.add(f"{INDENT}if {b} is None or q.pos {r.choice('<>')} {b}.pos:", f"{INDENT * 2}{b} = q", self.act(b))
            self.picked.append(b)
        elif choice == 6:
            self.add(f"for q in [q for q in {xs} if q.pos {r.choice('<>')} {self.limit()}]:", INDENT + self.act("q"))
        elif choice == 7:
            self.add(f"for q in sorted({xs}, key=lambda b: b.pos)[:2]:", INDENT + self.act("q"))
        elif choice == 8 and self.depth < 3:
            k = self.named("k")
            if r.random() < 0.5:
                self.add(f"for {k} in range(int(x) + 1):")
            else:
                self.add(f"{k} = 0", f"while {k} < int(x) + 1:", f"{INDENT}{k} += 1")
            self.inside(f"{k} % 3")
        elif choice == 9 and self.depth < 3:
            self.add(f"if {r.choice([f'x > {self.limit()}', f'{self.one()}.pos > {self.limit()}'])}:")
            self.inside(None)
        elif choice == 10 and self.picked:
            v = r.choice(self.picked)
            self.add(f"{v} = {self.one()}")
        elif choice == 11 and self.picked:
            self.add(f"t += 3.0 if {r.choice(self.picked)} is {self.one()} else 5.0")
        elif choice == 12:
            self.add(f"t += Group({xs}).level({self.number()})")
        else:
            v = self.named("v")
            self.add(f"{v} = Group({xs}).seek({self.limit()})", f"if {v} is not None:", INDENT + self.act(v))

    def inside(self, place: str | None) -> None:
        """One or two statements of a branch or loop: what is picked there is not known behind it."""
        before, places = list(self.picked), list(self.places)
        self.depth += 1
        if place is not None:
            self.places.append(place)
        for _ in range(self.r.randint(1, 2)):
            self.statement()
        self.depth -= 1
        self.picked, self.places = before, places

    def program(self) -> str:
        """The text."""
        r = self.r
        self.lines.append("def f(x):")
        self.add("t = 0.0", *(f"o{k} = {self.body()}" for k in range(4)))
        for k in range(r.randint(1, 2)):
            self.lists.append(f"w{k}")
            items = r.sample([f"o{j}" for j in range(4)], 2) + [self.body()]
            self.add(f"w{k} = [{', '.join(items)}]")
        self.add("k0 = int(2 * x) % 3")
        self.places.append("k0")
        for _ in range(r.randint(2, 5)):
            self.statement()
        terms = ["t", *(f"{7.0 + 3 * k} * o{k}.pos + len(o{k}.log) + sum(o{k}.log)" for k in range(4))]
        terms += [f"sum((k + {1.3 * n + 1:.1f}) * q.pos for k, q in enumerate({p}))" for n, p in enumerate(self.lists)]
        terms += [f"{v}.pos" for v in self.picked]
        return HEAD + "\n".join([*self.lines, f"{INDENT}return {' + '.join(terms)}"]) + "\n"


def program(seed: int) -> str:
    """The program of a number."""
    return Chooser(seed).program()


def outcome(text: str, path: Path) -> str:
    """``right``, ``invalid`` where Python raises, or a line that begins with WRONG, REFUSED or DEFECT."""
    import irad

    f = function_of(text, path)
    h = 1e-6
    try:
        expected = [(f(x), f(x - h), f(x + h), f(x - 2 * h)) for x in POINTS]
    except Exception:
        return "invalid"
    try:
        compiled, slope = irad.jit(f), irad.grad(f)
        for x, (value, before, behind, further) in zip(POINTS, expected, strict=True):
            found = compiled(x)
            if abs(found - value) > 1e-9 * max(1.0, abs(value)):
                return f"WRONG value at {x}: {found} instead of {value}"
            wanted, other = (behind - before) / (2 * h), (value - further) / (2 * h)
            bound = 1e-4 * max(1.0, abs(wanted), abs(value))
            if abs(wanted - other) < bound and abs(slope(x) - wanted) > 2 * bound:
                return f"WRONG slope at {x}: {slope(x)} instead of {wanted}"
    except irad.IradError as error:
        problems = [p.message for p in getattr(error, "problems", ())] or [error.message]
        return f"{'DEFECT' if 'defect of irad' in str(error) else 'REFUSED'} {problems[0]}"
    return "right"


if __name__ == "__main__":
    count_outcomes(program, outcome, "selections")
