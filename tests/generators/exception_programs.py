# ruff: noqa: E501  (program text is kept on one line)
"""Seeded random Python programs as in `python_programs.py`, with exceptions: raised, caught, raised again, in loops and calls."""

from __future__ import annotations

from tests.generators.python_programs import HEAD, Generator

CLASSES = "class Bad(ValueError):\n    pass\n\n\nclass Worse(Bad):\n    pass\n\n\nclass Other(Exception):\n    pass\n\n\n"
_RAISED = ("ValueError", "Bad", "Worse", "Other", "IndexError", "KeyError", "ZeroDivisionError", "RuntimeError", "ArithmeticError")
_CAUGHT = (*_RAISED, "Exception", "LookupError", "(Bad, LookupError)", "(Other, ArithmeticError)", "(KeyError, Worse)")


class ExceptionGenerator(Generator):
    """One program that raises and catches."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.caught: list[str] = []
        self.final = 0  # how many finally clauses are around

    def program(self) -> str:
        text = super().program()
        return text.replace(HEAD, HEAD + CLASSES, 1)

    def helpers(self) -> str:
        c = round(self.r.uniform(-0.4, 0.4), 3)
        first, second, third = (self.r.choice(_RAISED) for _ in range(3))
        return super().helpers() + (
            f"def risky(a, k):\n    for i in range(a.shape[0]):\n        a[i] = math.sin(a[i] * 1.3 + k)\n        if a[i] < {c}:\n"
            f'            raise {first}(f"at {{i}}")\n    return a[0] * k\n\n\n'
            f"def guarded(a, k):\n    a[0] = a[0] * 0.9 + k\n    try:\n        r = risky(a, k * 0.7)\n        a[1] = a[1] * r\n"
            f"    except {self.r.choice(_CAUGHT)} as e:\n        a[-1] = math.cos(a[-1])\n"
            f"        {self.r.choice(['raise', 'r = a[0] * 0.5', f'raise {second}(e) from e', 'return a[1] * k'])}\n"
            f"    finally:\n        a[0] = math.tanh(a[0] + {c})\n    return r * 0.8\n\n\n"
            f"def fall(a, n):\n    a[n % a.shape[0]] = math.sin(a[n % a.shape[0]] + 0.3 * a[0])\n    if n == 0:\n"
            f"        if a[0] > {c}:\n            raise {third}('bottom')\n        return a[0]\n"
            f"    return fall(a, n - 1) * 0.9 + a[0]\n\n\n"
        )  # fmt: skip

    def statement(self, budget: int) -> None:
        k = self.r.random()
        if budget > 0 and k < 0.3:
            self.tried(budget)
        elif k < 0.42 and self.depth > 1:
            self.raising()
        else:
            super().statement(budget)

    def raising(self) -> None:
        """Something that raises, perhaps."""
        k = self.r.random()
        i = self.r.choice(self.loop_vars) if self.loop_vars else str(self.r.randrange(4))
        if k < 0.35:
            self.emit(f"if {self.condition()}:")
            self.emit(f"    raise {self.r.choice(_RAISED)}({self.message()})")
        elif k < 0.75:
            array = self.r.choice(["x", "y[0]", "y[:, 1]", "x[1:]", "y[2, ::-1]"])
            call = self.r.choice([f"risky({array}, {self.atom()})", f"guarded({array}, {self.atom()})", f"fall({array}, {self.r.randint(0, 3)})"])
            self.emit(f"t = math.atan({call})")
        elif k < 0.85:
            self.emit(f"t = t * math.tanh(7.0 / ({i} - 1))")
        elif k < 0.95:
            self.emit(f"t = math.sin(x[{i} + 2] * t)")
        else:
            self.emit(f"x[:3] = y[0, : {i} + 2]")

    def message(self) -> str:
        if self.caught and self.r.random() < 0.3:
            return f'f"again: {{{self.caught[-1]}}}"'
        return self.r.choice(["", "'text'", 'f"value {1 + 2}"'])

    def tried(self, budget: int) -> None:
        """A ``try`` statement."""
        handlers = self.r.choice([0, 1, 1, 1, 2])
        last = handlers == 0 or self.r.random() < 0.35
        self.emit("try:")
        self.part(budget, raises=True)
        for _ in range(handlers):
            e = self.fresh("e")
            self.emit(f"except {self.r.choice(_CAUGHT)} as {e}:")
            self.caught.append(e)
            self.part(budget, raises=False)
            self.caught.pop()
        if handlers and self.r.random() < 0.2:
            self.emit("except:")
            self.part(budget, raises=False)
        if handlers and self.r.random() < 0.3:
            self.emit("else:")
            self.part(budget, raises=True)
        if last:
            self.emit("finally:")
            outer, self.caught = self.caught, []
            self.final += 1
            self.part(min(budget, 1), raises=False)
            self.final -= 1
            self.caught = outer

    def part(self, budget: int, raises: bool) -> None:
        self.depth += 1
        for _ in range(self.r.randint(0, 2)):
            self.statement(budget - 1)
        if raises:
            self.raising()
            self.statement(0)
        else:
            self.emit(f"t = {self.squashed(1)}")
        k = self.r.random()
        if k < 0.08:
            self.emit("raise" if self.caught and self.r.random() < 0.5 else f"raise {self.r.choice(_RAISED)}({self.message()})")
        elif k < 0.2 and self.in_loop:
            self.emit(self.r.choice(["break", "continue"]))
        elif k < 0.24:
            self.emit(f"return {self.squashed()} * s")
        self.depth -= 1


def program(seed: int) -> str:
    """The source text of program number ``seed``."""
    return ExceptionGenerator(seed).program()
