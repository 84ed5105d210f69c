"""Characters of known texts, and texts in known lists, at places that are known at run time only."""

from __future__ import annotations

import heapq

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

FIRST, SECOND = "kitten", "sitting"
ROWS = ["S..#", ".~.#", "...G"]
LONG = "the quick brown fox jumps over the lazy dog " * 8
WEIGHT = {"a": 1.5, "e": 0.5, "i": 2.0}
VALUES = np.array([0.2, 1.4, 2.3, 0.9])


def steps(x):
    i, v = len(FIRST), 0.0
    while i > 0:
        v += x if FIRST[i - 1] in "aeiou" else x * x
        i -= 2 if v > 1.3 else 1
    return v


def edit_distance(x):
    memo = {}

    def cost(i, j):
        if (i, j) in memo:
            return memo[(i, j)]
        if i == 0 or j == 0:
            found = (i + j) * x
        elif FIRST[i - 1] == SECOND[j - 1]:
            found = cost(i - 1, j - 1)
        else:
            found = min(cost(i - 1, j) + x, cost(i, j - 1) + x * x, cost(i - 1, j - 1) + 1.1)
        memo[(i, j)] = found
        return found

    total = cost(len(FIRST), len(SECOND))
    i, j, n = len(FIRST), len(SECOND), 0
    while i > 0 and j > 0:
        if FIRST[i - 1] == SECOND[j - 1]:
            i, j = i - 1, j - 1
        elif abs(memo[(i, j)] - memo[(i - 1, j)] - x) < 1e-12:
            i -= 1
        else:
            j -= 1
        n += 1
    return total * n


def of_each_kind(x):
    s, before = 0.0, ""
    for v in VALUES:
        k = int(v * x * 2)
        c = FIRST[k]
        s += v * WEIGHT.get(c, x) + ord(c) * x * x + (c == SECOND[k]) * x + (c < "l") * 2 * x + FIRST[-k - 1].isalpha() * x
        s += x if c + before == "tt" else 3 * x if c.upper() == "K" else 0.0
        before = c
    return s


def keys_of_dicts(x):
    counts = {}
    for v in VALUES:
        c = FIRST[int(v * 2)]
        counts[c] = counts.get(c, 0.0) + v * x
    return sum(w * w for w in counts.values()) + len(counts) * x


def shortest_way(x):
    cost = {".": x, "~": 3.3 * x, "G": 0.7}
    todo, best = [(0.0, 0, 0)], {(0, 0): 0.0}
    while todo:
        d, r, c = heapq.heappop(todo)
        if (r, c) == (2, 3):
            return d * x
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            i, j = r + dr, c + dc
            if 0 <= i < len(ROWS) and 0 <= j < len(ROWS[0]) and ROWS[i][j] != "#":
                new = d + cost.get(ROWS[i][j], 1.0)
                if new < best.get((i, j), float("inf")):
                    best[(i, j)] = new
                    heapq.heappush(todo, (new, i, j))
    return -1.0


def ragged(x):
    lines = ["ab", "cdefg", "h"]
    s = 0.0
    for v in VALUES:
        k = int(v)
        s += x * ord(lines[k][-1]) + x * x * (lines[k][0] == "c")
    return s


def long_text(x):
    s, vowels, words, last = 0.0, 0, 0, " "
    for k, c in enumerate(LONG):
        if c in "aeiou":
            vowels += 1
            s += x * WEIGHT.get(c, 0.1)
        elif c == " " and last != " ":
            words += 1
        else:
            s += 1e-3 * ord(c) * x * x * (k % 3)
        last = c
    return s * words + vowels * x


def depth_of_brackets(x):
    text = "(a(b)c)" * 60
    stack, s, now = [], 0.0, x
    for c in text:
        if c == "(":
            stack.append(now)
            now = now * 0.9
        elif c == ")":
            now = stack.pop()
        else:
            s += now * x
    return s


def two_opt(x):
    tour = ["a", "b", "c", "d"]
    w = {"a": x, "b": x * x, "c": 0.3, "d": 0.2}
    i, j = (1, 2) if x > 0 else (0, 3)
    found = tour[:i] + tour[i : j + 1][::-1] + tour[j + 1 :]
    return sum(k * w[c] for k, c in enumerate(found)) + len(tour)


def parts_of_containers(x):
    names, numbers = ("a", "e", "i", "o"), [x, x * x, 2.0, 3.0]
    k = 0
    while k < 3 and x * k < 1:
        k += 1
    s = sum(WEIGHT.get(c, 0.0) * x for c in names[1:k]) + sum(v * v * (j + 1) for j, v in enumerate(numbers[-k:]))
    numbers[-k:][0] = 5.0
    return s + len(names[:k] + names[k:]) * x + sum(numbers[::-k]) + len(numbers[9 * k :])


def slices_in_a_loop(x):
    names, numbers, v = ["a", "e", "i", "o"], (x, 2.0, x * x), 0.0
    i = len(names)
    while i > 0:
        v += sum(WEIGHT.get(c, x) for c in names[:i]) * x + sum(numbers[i - 1 :])
        i -= 2 if v > 3 else 1
    return v


def rewritten_in_a_loop(x):
    text = "X"
    for _ in range(3):
        text = "".join({"X": "F[+X]X", "F": "FF"}.get(c, c) for c in text)
    return x * text.count("F") + sum(x * x for c in text if c == "+")


PROGRAMS = [
    steps, edit_distance, of_each_kind, keys_of_dicts, shortest_way, ragged, long_text, depth_of_brackets, two_opt,
    parts_of_containers, slices_in_a_loop, rewritten_in_a_loop,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_against_python(f) -> None:
    compare(f, 0.7)


def at(x, k):
    return x * ord("abc"[k])


def in_row(x, r, k):
    return x * ord(["ab", "cdefg", "h"][r][k])


@irad.jit
def letter(k):
    return "abc"[k]


@pytest.mark.parametrize("k", [-4, -3, -1, 0, 2, 3, 10**12])
def test_bounds(k) -> None:
    f = irad.grad(at)
    if -3 <= k < 3:
        assert f(1.0, k) == at(1.0, k)
        assert letter(k) == "abc"[k]
        return
    with pytest.raises(IndexError, match="string index out of range"):
        f(1.0, k)
    with pytest.raises(IndexError, match="string index out of range"):
        letter(k)


@pytest.mark.parametrize(("r", "k"), [(0, 1), (0, 2), (1, 4), (1, -5), (0, -3), (2, 0), (2, 1), (2, -2), (1, 5)])
def test_bounds_in_rows(r, k) -> None:
    f = irad.grad(in_row)
    try:
        wanted = in_row(1.0, r, k)
    except IndexError:
        with pytest.raises(IndexError, match="string index out of range"):
            f(1.0, r, k)
        return
    assert f(1.0, r, k) == wanted


@pytest.mark.parametrize(("i", "j", "step"), [(0, 2, 1), (-2, 9, 1), (3, 0, -1), (9, -9, -2), (2, 2, 1), (-9, -1, 2)])
def test_bounds_of_slices(i, j, step) -> None:
    def f(x, i, j, step):
        items = ["a", "b", "c", "d"]
        return x * sum((k + 1) * ord(c) for k, c in enumerate(items[i:j:step]))

    assert irad.grad(f)(1.0, i, j, step) == f(1.0, i, j, step)


def test_slices_without_a_step_are_errors() -> None:
    def f(x, step):
        return x * len(["a", "b"][::step])

    with pytest.raises((ValueError, irad.IradError), match="slice step cannot be zero"):
        irad.grad(f)(1.0, 0)
