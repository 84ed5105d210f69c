"""Calls of pure functions of texts, which Python evaluates when they are compiled."""

from __future__ import annotations

import functools
import math
import operator
import time
from types import SimpleNamespace

import numpy as np
import pytest

import irad
from irad.frontends.python.evaluated.bounded_steps import NotEvaluated
from irad.frontends.python.evaluated.evaluable_code import EvaluableCode
from tests.frontends.python.plain import compare

PRECEDENCE = {"+": (1, operator.add), "-": (1, operator.sub), "*": (2, operator.mul), "/": (2, operator.truediv)}
FUNCTIONS = {"sin": math.sin, "sqrt": math.sqrt}
GRAMMAR = {"X": "F[+X]X", "F": "FF"}
LINES = ["S..#", ".~.#", "...G"]
TEXT = "2024-03-05 b\n2024-01-17 a"
VOWELS = {"a", "e", "i", "o", "u"}


def tokens(text):
    found, i = [], 0
    while i < len(text):
        if text[i].isspace():
            i += 1
            continue
        j = i + 1
        if text[i].isalnum():
            while j < len(text) and (text[j].isalnum() or text[j] == "."):
                j += 1
        found.append(text[i:j])
        i = j
    return found


def in_reverse_polish(given):
    out, stack = [], []
    for t in given:
        if t in PRECEDENCE:
            while stack and stack[-1] in PRECEDENCE and PRECEDENCE[stack[-1]][0] >= PRECEDENCE[t][0]:
                out.append(stack.pop())
            stack.append(t)
        elif t in FUNCTIONS or t == "(":
            stack.append(t)
        elif t == ")":
            while stack[-1] != "(":
                out.append(stack.pop())
            stack.pop()
            if stack and stack[-1] in FUNCTIONS:
                out.append(stack.pop())
        else:
            out.append(t)
    return out + stack[::-1]


def value_of(rpn, names):
    stack = []
    for t in rpn:
        if t in PRECEDENCE:
            b, a = stack.pop(), stack.pop()
            stack.append(PRECEDENCE[t][1](a, b))
        elif t in FUNCTIONS:
            stack.append(FUNCTIONS[t](stack.pop()))
        else:
            stack.append(names[t] if t in names else float(t))
    return stack[0]


def expression(x):
    return value_of(in_reverse_polish(tokens("x*sin(x + y/4) - (y - 1.5)*x/2 + sqrt(x)")), {"x": x, "y": x * x})


def parsed(text):
    at = 0

    def peek():
        return text[at] if at < len(text) else ""

    def item():
        nonlocal at
        if peek() == "(":
            at += 1
            found = total()
            at += 1
            return found
        first = at
        while peek().isdigit():
            at += 1
        return int(text[first:at])

    def product():
        nonlocal at
        found = item()
        while peek() == "*":
            at += 1
            found *= item()
        return found

    def total():
        nonlocal at
        found = product()
        while peek() == "+":
            at += 1
            found += product()
        return found

    return total()


def recursive_descent(x):
    return x * parsed("2*(3+4)*2+1")


def expanded(text, rules, n):
    for _ in range(n):
        text = "".join(rules.get(c, c) for c in text)
    return text


def l_system(x):
    length, s = 1.0, 0.0
    for c in expanded("X", GRAMMAR, 3):
        if c == "F":
            s += length * x
        elif c == "[":
            length *= 0.5 * x
        elif c == "+":
            s *= 1.1
    return s


def places(what):
    return [(r, c) for r, line in enumerate(LINES) for c, cell in enumerate(line) if cell == what]


def first_place(what):
    for r, line in enumerate(LINES):
        for c, cell in enumerate(line):
            if cell == what:
                return (r, c)
    return None


def grid(x):
    (r, c), none = first_place("G"), first_place("?")
    return sum(x**i * j for i, j in places("#")) + r * x + c + (x if none is None else 0.0)


def dates(lines):
    found = {}
    for line in lines.split("\n"):
        date, _, name = line.partition(" ")
        found[name] = [int(part) for part in date.split("-")]
    return found


def records(x):
    found = dates(TEXT)
    days = found["a"][2] + 30 * found["b"][1]
    return x * days + len(found)


def changed_result(x):
    first, second = tokens("a b"), tokens("a b")
    first.append("c")
    s = 0.0
    for k, t in enumerate(first):
        s += {"a": x, "b": x * x, "c": 2 * x}[t] * (k + 1)
    return s + len(second)


def grown_result(x):
    found = tokens("a b")
    while x * len(found) < 6.5:
        found.append("c")
    return x * x * len(found)


def letters(text):
    n = 0
    for c in sorted(set(text)):
        n += c in VOWELS
    return n


def as_a_size(x):
    a = np.zeros(letters("education"))
    for i in range(len(a)):
        a[i] = x * i
    return a.sum()


def of_a_local_function(x):
    sign = "+"

    def count(text, what=sign):
        n, i = 0, 0
        while i < len(text):
            n += text[i] == what
            i += 1
        return n

    def depth(text):
        return 0 if not text else max(depth(text[1:]), text.count("("))

    return x * count("a+b+c") + x * x * depth("((a)+(b))")


@functools.cache
def fibonacci_word(n):
    return "a" if n == 1 else "b" if n == 0 else fibonacci_word(n - 1) + fibonacci_word(n - 2)


def cached(x):
    return x * fibonacci_word(10).count("a") * len(tokens(text=fibonacci_word(3)))


def with_options(text, *more, sep=" ", **named):
    found = text.split(sep)
    for m in more:
        found += [m] * named.get("times", 1)
    return found


def shapes_of_calls(x):
    return x * len(with_options("a,b", "c", "d", sep=",", times=2)) + x * x * len(with_options("a b"))


def numbers_in(text):
    try:
        return [float(t) for t in text.split()]
    except ValueError:
        return []


def handled(x):
    return x * sum(numbers_in("1 2.5 4")) + x * x * len(numbers_in("1 two"))


def function(text):
    return text + "q"


def with_a_common_name(x):
    return x * len(function("ab"))


def made_by(text, change):
    return "".join(change(c) for c in text)


def with_functions(x):
    def twice(c):
        return c + c

    def longer(n, text):
        return text if n == 0 else longer(n - 1, text + "a")

    return x * len(made_by("abc", twice)) + x * x * len(made_by("abc", lambda c: c if c > "a" else "")) + len(longer(4, "b")) * x


def joined_in_a_loop(x):
    text = "ab"
    for _ in range(3):
        text = text + text[::-1].upper()
    return x * text.count("A")


PROGRAMS = [
    with_a_common_name, with_functions, joined_in_a_loop,
    expression, recursive_descent, l_system, grid, records, changed_result, grown_result, as_a_size, of_a_local_function, cached,
    shapes_of_calls, handled,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_against_python(f) -> None:
    compare(f, 0.7)


class Parser:
    """Its tables are those of the class."""

    marks = "+-"

    @staticmethod
    def parts(text):
        out = [""]
        for c in text:
            if c in "+-":
                out.append("")
            else:
                out[-1] += c
        return out


def of_a_static_method(x):
    return sum(x ** len(p) for p in Parser.parts("ab+c-def"))


def test_static_methods() -> None:
    compare(of_a_static_method, 0.7)


# ---- what is not evaluated, or evaluated anew

NOTES: list[str] = []
RATES = {"a": 1.5, "b": 2.0}
NAMES = {"first": "a"}
SETTINGS = SimpleNamespace(text="a b")


def noted(text):
    NOTES.append(text)
    return len(text)


def shortened(given):
    given.pop()
    return len(given)


def with_what_is_changed(x):
    given = ["a", "b", "c"]
    k = shortened(given)
    return x * k + x * x * len(given)


def first_of(given):
    return given


def with_identity(x):
    given = ["a", "b"]
    again = first_of(given)
    again.append("c")
    return x * len(given)


def twice(text):
    part = text.split()
    return [part, part]


def with_shared_parts(x):
    found = twice("a b")
    found[0].append("c")
    return x * len(found[1])


@pytest.mark.parametrize("f", [with_what_is_changed, with_identity, with_shared_parts], ids=lambda f: f.__name__)
def test_changed_arguments_and_shared_parts(f) -> None:
    compare(f, 0.7)


def weight(text):
    return sum(RATES[c] for c in text)


def count_of_names(text):
    return [text.count(n) for n in NAMES.values()]


def test_tables_from_outside_may_change(monkeypatch: pytest.MonkeyPatch) -> None:
    f = irad.value_and_grad(lambda x: x * weight("aab") + x * x * count_of_names("aab")[0])
    assert f(2.0) == pytest.approx((2.0 * 5.0 + 4.0 * 2, 5.0 + 8.0))
    monkeypatch.setitem(RATES, "a", 2.5)
    assert f(2.0) == pytest.approx((2.0 * 7.0 + 4.0 * 2, 7.0 + 8.0))
    monkeypatch.setitem(NAMES, "first", "b")
    assert f(2.0) == pytest.approx((2.0 * 7.0 + 4.0, 7.0 + 4.0))
    monkeypatch.setitem(globals(), "RATES", {"a": 1.0, "b": 0.0})
    assert f(2.0) == pytest.approx((2.0 * 2.0 + 4.0, 2.0 + 4.0))


MARK = "a"


def marks(text):
    n, i = 0, 0
    while i < len(text):
        n += text[i] == MARK
        i += 1
    return n


class Reader:
    """Finds its function by its class."""

    @staticmethod
    def found(text):
        return marks(text)


def test_names_from_outside_may_change(monkeypatch: pytest.MonkeyPatch) -> None:
    f, g = irad.grad(lambda x: x * marks("aab")), irad.grad(lambda x: x * Reader.found("aab"))
    assert (f(2.0), g(2.0)) == (2.0, 2.0)
    monkeypatch.setitem(globals(), "MARK", "b")
    assert (f(2.0), g(2.0)) == (1.0, 1.0)
    monkeypatch.setattr(Reader, "found", staticmethod(lambda text: len(text)))
    assert g(2.0) == 3.0


def test_names_that_compiled_code_changes() -> None:
    table = {"a": 1.0}

    def total(text):
        return sum(table[c] for c in text)

    def f(x):
        table["a"] = 2.0
        return x * total("aa")

    def plain(x):
        return x * 4.0

    try:
        slope = irad.grad(f)(3.0)
    except irad.IradError:
        return
    assert slope == plain(1.0)


def fails(text):
    i = 0
    while i < len(text):
        i += 1
    return text[i]


def raising(x):
    return x if fails("ab") == "a" else 2.0 * x


def test_errors_are_raised_by_the_code() -> None:
    with pytest.raises((IndexError, irad.IradError)):
        irad.grad(raising)(1.0)


def endless(text):
    while text:
        text = text + "a"
    return 1


def huge(text):
    for _ in range(60):
        text += text
    return len(text)


def deep(text):
    return deep(text + "a") + 1


@pytest.mark.parametrize("fn", [endless, huge, deep], ids=lambda f: f.__name__)
def test_evaluation_is_bounded(fn) -> None:
    with pytest.raises(irad.IradError):
        irad.grad(lambda x: x * fn("ab"))(1.0)


def of_order(text):
    out = ""
    for c in set(text):
        out += c
    return out


def of_order_of_keys(text):
    keys, out = dict.fromkeys(text, 1).keys(), ""
    keys -= {"b"}
    for c in keys:
        out += c
    return out


def of_order_of_both(text):
    return list(dict.fromkeys(text).keys() & {"a", "b"})


@pytest.mark.parametrize("fn", [of_order, of_order_of_keys, of_order_of_both], ids=lambda f: f.__name__)
def test_the_order_of_sets_is_not_compiled_in(fn) -> None:
    with pytest.raises(NotEvaluated):
        EvaluableCode(fn).fn("abc")


def printed(text):
    print(text)
    return len(text)


def of_an_object(text):
    return len(str(SETTINGS) + text)


def of_an_attribute(text):
    return SETTINGS.text + text


def generated(text):
    yield from text


def is_the_same(text):
    return text is MARK


def of_the_clock(text):
    return len(text) * time.time()


def kept(text):
    kept.text = text
    return 1


def bound_anew(text):
    global MARK
    MARK = text
    return 1


def caught(text):
    try:
        return PRECEDENCE["+"][1](1, 2)
    except TypeError:
        return len(text)


def swallowed(text):
    while True:
        try:
            text += text
        finally:
            break  # noqa: B012
    return len(text)


IMPURE = [printed, of_an_object, of_an_attribute, generated, is_the_same, of_the_clock, kept, bound_anew, caught, swallowed]


@pytest.mark.parametrize("fn", IMPURE, ids=lambda f: f.__name__)
def test_what_is_not_evaluated(fn) -> None:
    with pytest.raises(NotEvaluated):
        EvaluableCode(fn).fn("abc")


def test_changes_of_what_is_outside_are_seen() -> None:
    code = EvaluableCode(noted)
    assert code.fn("abc") == 3 and not code.unchanged()
    assert NOTES == []
