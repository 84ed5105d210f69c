"""Graphs of names that a generator walks, and items of a dict that follow from its other items."""

from __future__ import annotations

from collections import defaultdict, deque

import pytest

import irad
from tests.frontends.python.plain import compare

CHAIN = {"a": [], "b": ["a"], "c": ["a"], "d": ["a"], "e": ["a"]}
DIAMOND = {"a": [], "b": ["a"], "c": ["a"], "test": ["b", "c"]}


def in_order(tasks):
    waiting = {t: len(d) for t, d in tasks.items()}
    behind = defaultdict(list)
    for t, before in tasks.items():
        for d in before:
            behind[d].append(t)
    ready = deque(t for t, k in waiting.items() if k == 0)
    while ready:
        t = ready.popleft()
        yield t
        for s in behind[t]:
            waiting[s] -= 1
            if waiting[s] == 0:
                ready.append(s)


def star(x):
    return sum(x * x * i for i, _ in enumerate(in_order(CHAIN)))


def diamond(x):
    finish = {}
    for k, t in enumerate(in_order(DIAMOND)):
        finish[t] = x * (k + 1) + max((finish[d] * x for d in DIAMOND[t]), default=0.5)
    return finish["test"]


def from_the_largest_so_far(x):
    found = []
    for k in range(5):
        found.append(x * k + min((v * x for v in found), default=0.5))
    return found[-1]


@pytest.mark.parametrize("f", [star, diamond, from_the_largest_so_far], ids=lambda f: f.__name__)
def test_walked(f) -> None:
    compare(f, 1.3)


def test_few_statements_are_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    from irad.frontends.python.core.code_writer import CodeWriter

    count = [0]
    plain = CodeWriter.count_statement

    def counted(self):
        count[0] += 1
        plain(self)

    monkeypatch.setattr(CodeWriter, "count_statement", counted)
    irad.grad(star)(1.3)
    assert count[0] < 12_000  # 29,000 where each further name of a list begins anew


def test_where_a_type_is_missing() -> None:
    def f(x):
        found = []
        for _ in range(int(x)):
            found.append(found[-1] * x)
        return found[0]

    with pytest.raises(irad.TypingError, match=r"a type in f\(\) cannot be found: something is used here") as caught:
        irad.grad(f)(3.0)
    assert "found.append(found[-1] * x)" in str(caught.value)
