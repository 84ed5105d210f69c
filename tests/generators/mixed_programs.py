# ruff: noqa: E501  (program text is kept on one line)
"""Seeded random programs about truth values and mixed dtypes: numbers of Python's beside NumPy's, in arrays and alone.

``f(x, y, n, p, a, c, g, h)`` gets a float, a second one, an int, a bool of Python's and arrays of float64, float32, int64 and bool.
A program grows statement by statement; each is run by plain NumPy at a sample point first, so that the generator knows what every name
is, and so that statements that raise are the last ones, and few.  All names are returned, the number ``s`` first.
"""

from __future__ import annotations

import math
import random
import warnings
from typing import Any

import numpy as np

RAISED = (ArithmeticError, ValueError, TypeError, IndexError)
DTYPES = ("float64", "float32", "int64", "bool")
PARAMETERS = ("x", "y", "n", "p", "a", "c", "g", "h")
HEAD = """import math

import numpy as np


def scaled(q, r):
    return q * r + q


def larger(q, r):
    if q > r:
        return q + 0 * r
    return r + 0 * q


def f({}):
""".format(", ".join(PARAMETERS))
NUMBERS = ("0", "1", "2", "3", "-1", "0.0", "0.5", "-1.5", "2.0", "True", "False")
EXPONENTS = ("2", "3", "0", "-1", "0.5", "-1.0", "0.0", "True", "np.float64(-1.0)", "np.int64(2)")
ARITHMETIC = ("+", "-", "*", "+", "-", "*", "/", "//", "%")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
ELEMENTWISE = (
    "np.sin",
    "np.exp",
    "np.sqrt",
    "np.abs",
    "np.square",
    "np.sign",
    "np.tanh",
    "np.negative",
    "np.floor",
    "np.isnan",
    "np.isfinite",
    "np.logical_not",
)
PAIRS = ("np.minimum", "np.maximum", "np.add", "np.multiply", "np.subtract", "np.logical_and", "np.logical_or", "np.logical_xor", "np.arctan2", "np.hypot")  # fmt: skip
REDUCTIONS = ("np.sum({})", "{}.sum()", "np.mean({})", "{}.mean()", "np.any({})", "{}.all()", "{}.max()", "np.min({})", "np.prod({})", "np.argmax({})", "len({})")  # fmt: skip


def point(seed: int) -> tuple[Any, ...]:
    """Arguments: generic ones for even seeds, zeros, infinities and nan among them for odd ones."""
    r = np.random.default_rng(seed)
    a, c, g = r.uniform(-2.0, 2.0, 4), r.uniform(-2.0, 2.0, 4).astype(np.float32), r.integers(-4, 5, 4)
    x, y = float(r.uniform(0.2, 2.0)), float(r.uniform(-2.0, -0.2))
    if seed % 2:
        edges = (0.0, -1.0, np.inf, np.nan, 1.0, -np.inf, 2.0)
        a, c, x, y = r.choice(edges, 4), r.choice(edges, 4).astype(np.float32), float(r.choice((0.0, -1.0, 2.0))), 0.0
    return x, y, int(r.integers(-3, 6)), bool(r.integers(0, 2)), a, c, g, r.integers(0, 2, 4).astype(bool)


def text(statements: list[str]) -> str:
    """The module: helpers and ``f`` of these statements."""
    return HEAD + "".join(f"    {line}\n" for s in statements for line in s.splitlines())


class Generator:
    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.space: dict[str, Any] = {}
        exec(HEAD + "    pass\n", self.space)
        self.helpers = set(self.space)
        self.space.update(zip(PARAMETERS, point(2 * seed), strict=True))
        self.count = 0

    def statements(self) -> list[str]:
        """The statements of a program, the return last."""
        done: list[str] = []
        self.keep(done, "s = np.float64(0.0) * x")
        wanted = self.r.randint(4, 9)
        for _ in range(200):
            if len(done) >= wanted or not self.keep(done, self.statement()):
                break
        names = [name for name in self.space if name not in (*self.helpers, *PARAMETERS[:4], "s", "i", "e")]
        done.append(f"return s, {', '.join(names)}")
        return done

    def keep(self, done: list[str], statement: str) -> bool:
        """Add a statement if it can be run, seldom if it raises; False then, since nothing after it is reached."""
        trial = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in self.space.items()}
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                exec(statement, trial)
        except RAISED:
            if self.r.random() > 0.05:
                return True
            done.append(statement)
            return False
        if any(type(v) is complex for v in trial.values()) or not self.other_way(statement):
            return True
        self.space = trial
        done.append(statement)
        return True

    def other_way(self, statement: str) -> bool:
        """Whether the branch that is not taken could be: it is compiled, too."""
        if not statement.startswith("if "):
            return True
        condition, rest = statement[3:].split(":\n", 1)
        trial = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in self.space.items()}
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                exec(f"if not ({condition}):\n{rest}", trial)
        except RAISED:
            return False
        return True

    def supported(self, expression: str, leaf: str) -> str:
        """The expression; the leaf where NumPy computes in a type that irad does not have (int8, float16, complex)."""
        value = self.value(expression)
        return expression if value is None or str(np.asarray(value).dtype) in DTYPES else leaf

    def names(self, of_arrays: bool) -> list[str]:
        """Names to use; not counters, which may be Python's or NumPy's after their loop: documented as refused beside float32."""
        known = [k for k in self.space if k not in self.helpers and k not in ("i", "e") and k[0] != "t"]
        return [k for k in known if isinstance(self.space[k], np.ndarray) == of_arrays]

    def value(self, expression: str) -> Any:
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return eval(expression, dict(self.space))
        except RAISED:
            return None

    def element(self) -> str:
        return f"{self.r.choice(self.names(True))}[{self.r.choice(('0', '1', '-1', '3', 'n % 4'))}]"

    def leaf(self) -> str:
        r = self.r
        return r.choice(
            (r.choice(NUMBERS), r.choice(self.names(False)), r.choice(self.names(False)), self.element(), self.element())
        )

    def number(self, depth: int) -> str:
        r = self.r
        if depth <= 0:
            return self.leaf()
        p, q = self.number(depth - 1), self.number(depth - 1)
        form = r.choice((
            self.leaf(), f"({p} {r.choice(ARITHMETIC)} {q})", f"({p} {r.choice(ARITHMETIC)} {q})", f"({p} {r.choice(COMPARISONS)} {q})",
            f"({p} {r.choice(COMPARISONS)} {q})", f"({p} {r.choice(('&', '|', '^'))} {q})", f"({p} ** {r.choice(EXPONENTS)})", f"(-{p})",
            f"(not {p})", f"abs({p})", f"{r.choice(('min', 'max'))}({p}, {self.alike(p, q)})", f"{r.choice(PAIRS)}({p}, {q})", f"np.float32({p})",
            f"np.float64({p})", f"float({p})", f"bool({p})", f"np.bool_({p})", f"np.int64({p} > {q})", f"int({p} > {q})",
            self.either(p, q), f"{r.choice(('scaled', 'larger'))}({p}, {q})", r.choice(REDUCTIONS).format(self.array(1)),
            r.choice(REDUCTIONS).format(self.array(1)), f"{r.choice(ELEMENTWISE)}({p})", f"(1.0 if {p} > {q} else 2.0)",
            f"math.{r.choice(('sin', 'exp', 'floor', 'fabs'))}({p})", f"np.clip({p}, {q}, 2)",
        ))  # fmt: skip
        return self.supported(form, self.leaf())

    def either(self, p: str, q: str) -> str:
        """A conditional expression of two values of one type; what others count as is documented."""
        return f"({p} if {self.condition()} else {self.alike(p, q)})"

    def alike(self, p: str, q: str) -> str:
        """An expression of the type of ``p``: ``q`` if it has that."""
        kind = type(self.value(p))
        return next((e for e in (q, f"{p} * {p}") if type(self.value(e)) is kind), p)

    def condition(self) -> str:
        p = f"{self.leaf()} {self.r.choice(COMPARISONS)} {self.leaf()}"
        return self.r.choice((p, p, f"{p} and {self.leaf()}", f"not {self.leaf()}", f"{self.r.choice(self.names(True))}.any()"))

    def array(self, depth: int) -> str:
        r = self.r
        whole = [name for name in self.names(True) if self.space[name].shape == (4,)]
        leaf = r.choice(whole) + r.choice(("", "", "", "[::-1]"))
        if depth <= 0:
            return leaf
        p, q, v = self.array(depth - 1), self.array(depth - 1), self.number(depth - 1)
        other = r.choice((q, v))
        pair = [p, other]
        r.shuffle(pair)
        left, right = pair
        form = r.choice((
            leaf, f"({left} {r.choice(ARITHMETIC)} {right})", f"({left} {r.choice(ARITHMETIC)} {right})", f"({left} {r.choice(ARITHMETIC)} {right})",
            f"({left} {r.choice(COMPARISONS)} {right})", f"({left} {r.choice(('&', '|', '^'))} {right})", f"({p} ** {r.choice(EXPONENTS)})",
            f"({v} ** abs({p}))", f"(-{p})", f"(~{p})", f"np.where({p} > {self.leaf()}, {left}, {right})", f"np.where({self.mask()}, {left}, {right})",
            f"{r.choice(PAIRS)}({left}, {right})", f"np.clip({p}, {self.leaf()}, {self.leaf()})", f"np.cumsum({p})",
            f"{r.choice(ELEMENTWISE)}({p})", f"{p}.astype(np.float32)", f"{p}.astype(np.float64)", f"({p} > {self.leaf()}).astype(np.int64)",
            f"{p}.astype(bool)", f"np.zeros_like({p})", f"np.full(4, {v})", f"np.ones(4, dtype=np.{r.choice(('float32', 'int64', 'bool_'))})",
            f"{p}.copy()", f"np.array([{v}, {self.leaf()}, {self.leaf()}, {self.leaf()}])", f"scaled({left}, {right})", f"abs({p})",
        ))  # fmt: skip
        return self.supported(form, leaf)

    def mask(self) -> str:
        masks = [name for name in self.names(True) if self.space[name].dtype == bool and self.space[name].shape == (4,)]
        return self.r.choice(masks)

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def statement(self) -> str:
        r = self.r
        kind = r.choice(
            (
                "number",
                "number",
                "array",
                "array",
                "sum",
                "sum",
                "update",
                "update",
                "element",
                "view",
                "out",
                "if",
                "loop",
                "items",
            )
        )
        if kind == "number":
            return f"{self.fresh('k')} = {self.number(2)}"
        if kind == "array":
            return f"{self.fresh('v')} = {self.array(2)}"
        if kind == "if":
            return f"if {self.condition()}:\n    {self.change()}\nelse:\n    {self.change()}"
        if kind == "loop":
            name, v, w = self.fresh("t"), r.choice(self.names(True)), r.choice(self.names(True))
            start = r.choice(("0", "0.0", "False", "np.float32(0)", "np.int64(0)", f"{v}[0]"))
            term = r.choice((f"{v}[i]", f"({v}[i] > {w}[i])", f"{v}[i] * {w}[i]", f"({v}[i] > 0) + ({w}[i] > 0)", f"x * {v}[i]"))
            return f"{name} = {start}\nfor i in range(2):\n    {name} {r.choice(('+=', '+=', '*=', '-='))} {term}"
        if kind == "items":
            return f"for e in {r.choice(self.names(True))}:\n    s += {r.choice(('e', 'x * e', 'e * e', '(e > 0) + (e > 1)', '(e != 0)', '(e > 0) * x', 'e / 2'))}"
        return self.change(kind)

    def change(self, kind: str = "") -> str:
        """A statement that makes no new name."""
        r = self.r
        kind = kind or r.choice(("sum", "update", "element"))
        v = r.choice(self.names(True))
        sign = r.choice(("+=", "-=", "*=", "+=", "*=", "/=", "//=", "**=", "&=", "|=", "%="))
        if kind == "sum":
            e = self.number(2)
            return f"s += {r.choice((e, f'x * {e}', f'({self.array(2)}).sum()', f'({self.array(1)} * {self.array(1)}).mean()', f'a[1] * {e}'))}"
        if kind == "update":
            return f"{v} {sign} {r.choice((self.array(1), self.number(1), self.leaf()))}"
        if kind == "out":
            return f"{r.choice(PAIRS)}({self.array(0)}, {r.choice((self.array(0), self.leaf()))}, out={v})"
        if kind == "element":
            integer = self.space[v].dtype == np.int64  # a nan that becomes an integer is any number
            if integer:
                return f"{v}[{r.choice('01')}] {r.choice(('=', '+=', '*=', '-='))} {r.choice(('n', '2', 'g[0]', 'True', 'h[1]', 'n > 1', 'len(a)'))}"
            return f"{v}[{r.choice('01')}] {r.choice(('=', '=', '+=', '*=', '-=', '/='))} {self.number(1)}"
        if math.prod(self.space[v].shape) != 4:
            return f"{v}[:] = {self.leaf()}" if self.space[v].dtype != np.int64 else f"{v} *= 2"
        return f"{self.fresh('w')} = {v}[{r.choice(('1:3', '::2', '2:', '::-2'))}]"


def statements(seed: int) -> list[str]:
    """The statements of one program."""
    return Generator(seed).statements()


def reduced(parts: list[str], fails: Any) -> list[str]:
    """Fewer of these statements such that ``fails`` still holds; lines that are no longer bound go from the return, too."""
    parts = list(parts)
    for k in reversed(range(len(parts) - 1)):
        shorter = parts[:k] + parts[k + 1 :]
        for returned in (shorter[-1], "return s,"):
            trial = [*shorter[:-1], returned]
            if fails(trial):
                parts = trial
                break
    return parts
