"""Texts and functions of which the run tells which one they are."""

from __future__ import annotations

import heapq
import logging
import math
import re
import time
from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from enum import Enum

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, 2.4, 2.9, 0.8])


def kind_of(v):
    if v < 1:
        return "low"
    if v < 2:
        return "mid"
    return "high"


def state_machine(x):
    state, t = "off", 0.0
    for v in V:
        if state == "off":
            t += v * x
            state = "on" if v > 1 else "off"
        elif state == "on":
            t += v * x * x
            state = "done"
        else:
            t -= x
            state = "off"
    return t if state != "off" else 2 * t


def items_of_a_dict(x):
    weight = {"low": -1.0, "mid": x, "high": x * x}
    return sum(weight[kind_of(v)] * v * x for v in V)


def default_of_a_dict(x):
    weight = {"low": -1.0, "mid": x}
    return sum(weight.get(kind_of(v), 7.0) * v * x for v in V)


def changed_item(x):
    total = {"low": 0.0, "mid": 0.0, "high": 0.0}
    for v in V:
        total[kind_of(v)] += v * x
    return total["low"] + total["mid"] ** 2 + total["high"] ** 3


def counted(x):
    found = Counter(kind_of(v * x) for v in V)
    return x * found["low"] + x * x * found["high"]


def grouped(x):
    groups = defaultdict(list)
    for v in V:
        groups[kind_of(v)].append(v * x)
    assert list(groups) == ["low", "mid", "high"]
    return sum(sum(g) ** 2 for g in groups.values())


def growing_list(x):
    moves = []
    for v in V:
        moves.append(("scale", v) if v > 1 else ("shift", v * x))
    for what, by in moves:
        x = x * by if what == "scale" else x + by
    return x


def methods(x):
    t = 0.0
    for v in V:
        label = kind_of(v)
        if label.startswith("h") or "o" in label:
            t += v * x
        if label.upper() == "MID" and len(label) == 3:
            t += x * x
        if label < "low":
            t *= x
        if label + "!" in ("low!", "mid!") and f"<{label:>5}>" != "<  mid>":
            t += 3 * x
    return t


def matched(x):
    t = 0.0
    for v in V:
        match kind_of(v):
            case "low":
                t += x * v
            case "mid" | "high" as which:
                t += x**2 * (2.0 if which == "mid" else 3.0)
    return t


def none_at_first(x):
    status, t = None, 0.0
    for v in V:
        if v > 2 and status is None:
            status = "found"
        t += v * x * (x if status == "found" else 1.0)
    return t if status else -t


def in_a_heap(x):
    queue = []
    for k, v in enumerate(V):
        heapq.heappush(queue, (v * x, "arrive" if k % 2 == 0 else "leave"))
    level, area, now = 0.0, 0.0, 0.0
    while queue:
        t, kind = heapq.heappop(queue)
        area, now = area + level * (t - now), t
        level += 1.0 if kind == "arrive" else -0.5
    return area


class Heater:
    def __init__(self, gain):
        self.gain, self.mode, self.used = gain, "idle", 0.0

    def step(self, t):
        if t < 1:
            self.mode = "heat"
        elif self.mode == "heat" and t > 2:
            self.mode = "idle"
        self.used += self.gain * t if self.mode == "heat" else 0.1 * self.gain**2
        return self.mode


def attribute(x):
    heater = Heater(x)
    modes = [heater.step(v) for v in V]
    return heater.used * modes.count("heat")


@dataclass
class Named:
    name: str
    value: float


def name_of_the_largest(x):
    items = [Named(f"n{k}", math.sin(v) * x) for k, v in enumerate(V)]
    best = max(items, key=lambda i: i.value)
    return best.value * (x if best.name == "n1" else 1.0)


def second_result(x):
    def root(a):
        y, message = a, "too many iterations"
        for _ in range(40):
            new = 0.5 * (y + a / y)
            if abs(new - y) < 1e-14:
                message = "converged"
                break
            y = new
        return y, message

    y, message = root(x)
    if message != "converged":
        raise RuntimeError(message)
    return y


def known_in_a_loop(x):
    t = 0.0
    for name in ("sin", "cos", "sin"):
        if name == "sin":
            kind = "odd"
        else:
            kind = "even"
        t += getattr(math, name)(x) * {"odd": 1.0, "even": 2.0}[kind]
    return t


def of_arrays(x):
    table = {"low": V * x, "high": V * x * x}
    return sum((table["low" if v < 1 else "high"]).sum() for v in V)


def square(v):
    return v * v


TABLE = {"low": lambda v: v * v, "mid": lambda v: 3 * v, "high": math.sin}


def functions_by_texts(x):
    return sum(TABLE[kind_of(v)](v * x) for v in V)


def function_with_a_name(x):
    t = 0.0
    for v in V:
        f = math.sin if v > 1 else square
        t += f(v * x)
    return t


def functions_by_numbers(x):
    some = [math.sin, square, math.exp]
    return sum(some[int(v)](v * x) for v in V)


def function_in_branches(x):
    f = None
    if x * V[0] > 0.1:
        f = square
    else:
        f = math.exp
    return f(x) if f is not math.exp else 0.0


def changed_function(x):
    f = math.sin
    for _ in range(3):
        x = f(x)
        f = math.cos
    return x


def filled_in_one_branch(x):
    d = {}
    if x > 0:
        d["a"] = x * x
    else:
        d["b"] = x
    return d["a"] + sum(d.values())


def instead_of_none(x):
    t = 0.0
    for v in V:
        label = kind_of(v) if v * x > 0.5 else None
        label = label or "none"
        t += v * x * (2.0 if label == "none" else 1.0)
    empty = "" if x > 0.5 else "given"
    return t * (x if (empty or "default") == "default" else 1.0)


def counted_later(x):
    found = Counter()
    for v in V:
        found[kind_of(v * x)] += 1
    found.update(["low", "other"])
    found.update({"low": 2})
    return x * sum(found.values()) + x * x * found["low"]


def characters(x):
    t = 0.0
    for v in V:
        label = kind_of(v)
        t += v * x if label[0] == "l" else v * x * x
        t += ord(label[-1]) * x if label[:2] == "hi" else 0.0
    return t


PROGRAMS = [
    state_machine,
    items_of_a_dict,
    default_of_a_dict,
    changed_item,
    counted,
    grouped,
    growing_list,
    methods,
    matched,
    none_at_first,
    in_a_heap,
    attribute,
    name_of_the_largest,
    second_result,
    known_in_a_loop,
    of_arrays,
    functions_by_texts,
    function_with_a_name,
    functions_by_numbers,
    function_in_branches,
    changed_function,
    filled_in_one_branch,
    instead_of_none,
    counted_later,
    characters,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


def test_missing_key() -> None:
    def f(x):
        return {"low": x, "mid": 2 * x}[kind_of(x * V[2] * 4)]

    with pytest.raises(KeyError, match=r"^'high'"):
        irad.grad(f)(0.7)
    assert irad.grad(f)(0.05) == pytest.approx(1.0)


def test_messages(capsys) -> None:
    def f(x):
        label = kind_of(x)
        print("now", label, f"{label!r:>8}")
        if label != "low":
            raise ValueError(f"{label} at {x:.2f}: {label!r}")
        return x

    irad.grad(f)(0.5)
    with pytest.raises(ValueError, match=r"^mid at 1\.50: 'mid'"):
        irad.grad(f)(1.5)
    assert capsys.readouterr().out == "now low    'low'\nnow mid    'mid'\n"


def test_errors_of_methods() -> None:
    def f(x):
        text = "12" if x < 1 else "zwei"
        return x * int(text)

    assert irad.grad(f)(0.5) == pytest.approx(12.0)
    with pytest.raises(ValueError, match=r"invalid literal for int\(\) with base 10: 'zwei'"):
        irad.grad(f)(1.5)


def test_no_arithmetic() -> None:
    def f(x):
        return x * (kind_of(x) - 1)

    with pytest.raises(irad.TypingError, match="one of the texts"):
        irad.grad(f)(0.5)


class Log:
    def __init__(self):
        self.mode = "new"


LOG = Log()


def test_attribute_of_an_object_from_outside() -> None:
    def f(x):
        y = x * (2.0 if LOG.mode == "high" else 1.0)
        LOG.mode = kind_of(x)
        return y

    LOG.mode = "new"
    for at, slope, after in ((2.5, 1.0, "high"), (0.5, 2.0, "low"), (1.5, 1.0, "mid")):
        assert irad.grad(f)(at) == pytest.approx(slope)
        assert LOG.mode == after




def labelled(x):
    names = []
    for v in (x, 2 * x):
        names.append("big" if v > 1 else "small")
    groups = defaultdict(list)
    for name, v in zip(names, (x, 2 * x), strict=True):
        groups[name].append(v)
    kept = deque([0.0], maxlen=2)
    for v in (1.0, x):
        kept.append(v)
    return {"names": names, "status": "ok", "counts": Counter(names), "kinds": set(names), "groups": groups, "last": kept}


@pytest.mark.parametrize("x", [0.7, 1.7, 0.2])
def test_results(x: float) -> None:
    found, wanted = irad.jit(labelled)(x), labelled(x)
    assert found == wanted
    assert [type(v) for v in found.values()] == [type(v) for v in wanted.values()]
    assert found["last"].maxlen == 2


def test_beside_a_gradient() -> None:
    def f(x):
        return x * x, "large" if x > 1 else "small"

    assert irad.value_and_grad(f, has_aux=True)(3.0) == ((9.0, "large"), 6.0)
    assert irad.grad(f, has_aux=True)(0.5) == (1.0, "small")


def test_called_before_an_error_once(capsys) -> None:
    def f(x):
        print("at", x)
        if x > 1:
            raise ValueError("too large")
        return x

    with pytest.raises(ValueError, match="too large"):
        irad.grad(f)(1.5)
    assert capsys.readouterr().out == "at 1.5\n"


class Policy(Enum):
    NONE = 0.0
    SOME = 0.5
    ALL = 0.9


SCHEDULE = [(0, Policy.NONE), (2, Policy.SOME), (4, Policy.ALL)]


def policy_at(day):
    now = Policy.NONE
    for start, policy in SCHEDULE:
        if day >= start:
            now = policy
    return now


def members(x):
    weight = {Policy.NONE: 1.0, Policy.SOME: 0.5 * x, Policy.ALL: x * x}
    t = 0.0
    for day in range(6):
        now = policy_at(day * x * 1.4)
        if now is Policy.NONE:
            t += x
        elif now == Policy.SOME:
            t += x * x * now.value
        t += weight[now] * (2 if now.name == "ALL" else 1)
        if now in (Policy.SOME, Policy.ALL):
            t += 0.1 * x
    return t


def largest_key(x):
    score = {"red": x, "green": 2 * x - 1, "blue": math.sin(x)}
    start = time.perf_counter()
    order = sorted(score, key=score.get, reverse=True)
    assert time.perf_counter() >= start
    return score[max(score, key=score.get)] * 3 + score[order[1]]


NUMBERED = re.compile(r"\s*(?:(\d+\.?\d*)|([a-z]+)|(.))")


def patterns(x):
    values, t = {"a": x, "b": x * x}, 0.0
    for number, name, _ in NUMBERED.findall("2 + a + 3.5 + b"):
        if number:
            t += float(number)
        elif name:
            t += values[name]
    found = re.match(r"(\w+)=(\d+)", "n=4")
    if found is not None and found.group(1) == "n":
        t *= x * int(found.group(2))
    return t + sum(x ** int(part) for part in re.split("[,;]", "1,2;3"))


@pytest.mark.parametrize("f", [members, largest_key, patterns])
def test_more(f) -> None:
    compare(f, 0.8)


def test_member_as_a_result() -> None:
    assert [irad.jit(policy_at)(day) for day in (0, 3, 5)] == [Policy.NONE, Policy.SOME, Policy.ALL]


LOGGER = logging.getLogger("irad.tests")


def test_loggers(caplog) -> None:
    def f(x):
        LOGGER.info("x is %.2f, %s", x, kind_of(x))
        LOGGER.debug("not shown: %s", x)
        if x > 1:
            LOGGER.warning(f"large: {x:.1f}")
        logging.error("in the end")
        return x * x

    with caplog.at_level(logging.INFO):
        assert irad.grad(f)(1.5) == pytest.approx(3.0)
    found = [(r.levelname, r.name, r.getMessage()) for r in caplog.records]
    assert found == [
        ("INFO", "irad.tests", "x is 1.50, mid"), ("WARNING", "irad.tests", "large: 1.5"), ("ERROR", "root", "in the end"),
    ]  # fmt: skip


def stack_machine(x):
    program = [("push", 2.0), ("load", "x"), ("mul", None), ("push", 1.0), ("add", None), ("halt", None)]
    stack, at = [], 0
    while True:
        what, given = program[at]
        at += 1
        if what == "push":
            stack.append(given)
        elif what == "load":
            stack.append(x)
        elif what == "mul":
            b, a = stack.pop(), stack.pop()
            stack.append(a * b)
        elif what == "add":
            b, a = stack.pop(), stack.pop()
            stack.append(a + b)
        elif what == "halt":
            return stack[-1]


def test_a_loop_until_what_is_known() -> None:
    compare(stack_machine, 0.7)


def asked(x):
    f, text = square if x > 1 else math.sin, kind_of(x)
    return callable(f), callable(text), text.__class__ is str, type(text) is str, isinstance(text, str)


@pytest.mark.parametrize("x", [0.5, 1.5])
def test_questions(x: float) -> None:
    assert irad.jit(asked)(x) == asked(x) == (True, False, True, True, True)


def test_signs_of_zeros() -> None:
    def f(x):
        return float("0.0" if x > 1 else "-0.0")

    assert [math.copysign(1.0, irad.jit(f)(x)) for x in (0.5, 1.5)] == [-1.0, 1.0]


class Plain:
    def __init__(self):
        self.state = {}

    def step(self, name, g):
        v = self.state.get(name)
        v = g if v is None else 0.5 * v + g
        self.state[name] = v
        return v


class Scaled(Plain):
    def step(self, name, g):
        s = self.state.setdefault(name, {"sum": np.zeros_like(g), "count": np.zeros_like(g)})
        s["sum"] = s["sum"] + g * g
        s["count"] = s["count"] + 1.0
        return s["sum"] / s["count"]


def stepped(x, made, steps):
    t = 0.0
    for k in range(steps):
        for name, g in {"w": V * x, "b": np.array([x * k])}.items():
            t += made.step(name, g).sum()
    return t


def states_by_names(x):
    return sum(stepped(x, maker(), 8) for maker in (Scaled, Plain))


def test_names_that_are_known_stay_known() -> None:
    compare(states_by_names, 0.7)


def test_special_names_of_texts() -> None:
    with pytest.raises(irad.UnsupportedError, match="'__len__' of one of the texts"):
        irad.jit(lambda x: kind_of(x).__len__())(0.5)
