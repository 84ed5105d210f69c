"""Random Python programs of functions inside of a function, which share variables, bind them anew and call each other.

``python -m tests.generators.closure_programs FIRST COUNT [FOLDER]`` compares values and slopes with CPython's and counts
outcomes; programs that are not right are written to FOLDER.
"""

from __future__ import annotations

import random

from tests.generators.object_programs import INDENT
from tests.generators.outcomes import count_outcomes
from tests.generators.selection_programs import outcome

HEAD = '''\
from math import sin

import numpy as np


class Box:
    def __init__(self, v):
        self.v = v

    def put(self, d):
        self.v = 0.5 * self.v + 0.1 * d
        return self.v


def twice(fn, d):
    return fn(d) + fn(d)


'''
VARIABLES = ("a", "b", "c", "n")
HELD = ("log[-1]", "w[0]", "w[1]", "table['q']", "box.v")  # in containers that all functions share


class Chooser:
    """One program; ``names``: the functions that a body can call; ``visible``: the variables that it can read."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.functions = [f"g{k}" for k in range(self.r.randint(2, 4))]
        self.made = 0
        self.held = self.r.sample(HELD, self.r.choice([0, 0, 1, 2, 3]))

    def add(self, depth: int, *lines: str) -> None:
        """Statements."""
        self.lines += [INDENT * depth + line for line in lines]

    def number(self, visible: list[str], parameter: str) -> str:
        """An expression without calls, of the size of 1."""
        r = self.r
        visible = [*visible, *self.held]
        one, two = r.choice(visible), r.choice([*visible, "x"])
        kinds = [f"sin({one} + {r.randint(1, 3)}.5 * {two})", f"0.3 * {one} + 0.2 * x", f"0.1 * {one} * x"]
        return r.choice([*kinds, f"0.25 * {parameter} + {one}"])

    def call(self, callable_here: list[str], given: str) -> str:
        """A call of a function."""
        r, g = self.r, self.r.choice(callable_here)
        kinds = [f"{g}({given})"] * 5
        kinds += [f"twice({g}, {given})", f"run({g}, {given})", f"sum([{g}({given}) for _ in range(2)])"]
        kinds += [f"sum(map({g}, [{given}, 0]))"]
        kinds += [f"max([0.3, 0.1], key=lambda w: w + {g}({given}))", f"({g}({given}) if x > 0.5 else {g}(0))"]
        return r.choice(kinds)

    def statements(
        self, depth: int, own: list[str], visible: list[str], callable_here: list[str], given: str, calls: int
    ) -> None:
        """The statements of a body; ``own``: variables that it may bind; ``given``: an argument for calls."""
        r = self.r
        for _ in range(r.randint(1, 3)):
            kind = r.choice(["bind", "bind", "call", "if", "for", "add", *(["held"] * bool(self.held))])
            if kind == "bind" and own:
                v = r.choice(own)
                step = "n += 1" if v == "n" else f"{v} = {self.number(visible, given)}"
                self.add(depth, step)
            elif kind == "add" and own:
                v = r.choice(own)
                self.add(depth, "n = n + 2" if v == "n" else f"{v} += {self.number(visible, given)}")
            elif kind == "held":
                one, value = r.choice(self.held), self.number(visible, given)
                changes = [f"{one} += {value}", f"{one} = {value}"]
                changes += [f"log.append({value})"] * 2 if one[:3] == "log" else []
                changes += ["box.put(x)", f"t += box.put({value})"] if one[:3] == "box" else []
                self.add(depth, r.choice(changes))
            elif kind == "if" and depth < 4:
                self.add(depth, f"if {self.number(visible, given)} > {r.choice(['0.1', '0.4', 'x - 1'])}:")
                self.statements(depth + 1, own, visible, callable_here, given, 0)
            elif kind == "for" and depth < 4:
                self.add(depth, f"for _ in range({r.choice(['2', '1 + n % 2'])}):")
                self.statements(depth + 1, own, visible, callable_here, given, calls if given == "1" else 0)
            elif calls:
                if given == "1":
                    self.add(depth, f"t += {self.call(callable_here, given)}")
                else:
                    self.add(depth, "if d > 0:", f"{INDENT}t += {self.call(callable_here, given)}")
            else:
                self.add(depth, f"t += {self.number(visible, given)}")

    def function(self, name: str, depth: int, names: list[str], callable_here: list[str]) -> None:
        """A definition; ``names``: variables of the functions around it."""
        r = self.r
        self.add(depth, f"def {name}(d):")
        own = r.sample(names, r.choice([0, 1, 1, 2]))
        if own:
            self.add(depth + 1, f"nonlocal {', '.join(own)}")
        self.add(depth + 1, f"t = 0.1 * d + {r.choice(names)}")
        inner = [*callable_here]
        if depth == 1 and r.random() < 0.3:
            self.made += 1
            self.add(depth + 1, f"e = 0.5 + {r.choice(names)}")
            self.function(f"h{self.made}", depth + 1, [*names, "e"], callable_here)
            inner.append(f"h{self.made}")
            inner.append(f"h{self.made}")
        self.statements(depth + 1, [*own, "t"], [*names, "t"], inner, "d - 1", 2)
        self.add(depth + 1, f"return 0.5 * t + 0.1 * {r.choice(names)}")

    def program(self) -> str:
        """The text."""
        r, names = self.r, list(VARIABLES)
        self.add(0, "def f(x):")
        late = r.choice([*VARIABLES, ""])
        first = {v: f"{0.3 + 0.2 * k:.1f} + 0.1 * x" for k, v in enumerate(VARIABLES) if v != late}
        self.add(1, *(f"{v} = {'0' if v == 'n' else value}" for v, value in first.items()))
        self.add(1, "log = [x]", "w = np.array([x, 0.5])", "table = {'q': 0.2 * x}", "box = Box(x)")
        definitions = [*self.functions]
        if r.random() < 0.5:
            r.shuffle(definitions)
        for g in definitions:
            self.function(g, 1, names, [*self.functions])
        self.add(1, "def run(fn, d):", f"{INDENT}return fn(d) + 0.5 * {r.choice(VARIABLES)}")
        if late:
            self.add(1, f"{late} = {'1' if late == 'n' else '0.7 * x'}")
        self.add(1, "t = 0.0")
        for _ in range(r.randint(1, 3)):
            self.statements(1, [*names, "t"], [*names, "t"], [*self.functions], "1", 2)
            self.add(1, f"t += {self.call([*self.functions], r.choice(['2', '1']))}")
        self.add(1, f"return {' + '.join(['t + 2.0 * a + 3.0 * b + 5.0 * c + 7.0 * n', *self.held])}")
        return HEAD + "\n".join(self.lines) + "\n"


def program(seed: int) -> str:
    """The program of a number."""
    return Chooser(seed).program()


if __name__ == "__main__":
    count_outcomes(program, outcome, "closures")
