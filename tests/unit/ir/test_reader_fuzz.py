"""Damaged IR text: the reader reads it or raises an `IradError`, whatever the damage.

Seeded mutations of LLVM's own printing of tests/corpus/rare.ll: single characters, tokens and lines are dropped, doubled,
exchanged and replaced by tokens from elsewhere in the text.  What is read in spite of the damage must be printable, verifiable
and findable by the rest of irad as well, without another kind of error.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from irad.errors import IradError, ParseError
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.reader.cursor import TOKEN
from irad.ir.verify import verify_module
from irad.llvm.border.session import canonical

RARE = Path(__file__).resolve().parents[2] / "corpus" / "rare.ll"
MUTANTS = 150  # for each seed
_ODD = [
    *("", "(", ")", "{", "}", "[", "]", "<", ">", ",", "=", "!", '"', "%", "@", "#", "...", "\\", "0x", "0xK", "i0", "i99999999"),
    *("-", "99999999999999999999", "0xFFFFFFFFFFFFFFFFF", "0xHFFFFF", "1e999", "splat (i32 1)", "<4294967295 x i32>", "%0", "@f"),
    *("ptr", "void", "label", "metadata", "splat", "poison", "to", "x", "é", "\0", 'c"'),
]


@pytest.fixture(scope="module")
def text() -> str:
    return canonical(RARE.read_text())


def attempt(text: str) -> bool:
    """Was the text read?  Any error but irad's own comes through."""
    try:
        module = read_module(text)
        print_module(module)
        verify_module(module)
    except IradError as error:
        assert error.message
        return False
    return True


def _token(rng: random.Random, line: str) -> tuple[int, int] | None:
    spans = [m.span() for m in TOKEN.finditer(line)]
    return rng.choice(spans) if spans else None


def drop_token(rng: random.Random, lines: list[str], i: int) -> None:
    if span := _token(rng, lines[i]):
        lines[i] = lines[i][: span[0]] + lines[i][span[1] :]


def double_token(rng: random.Random, lines: list[str], i: int) -> None:
    if span := _token(rng, lines[i]):
        lines[i] = lines[i][: span[1]] + " " + lines[i][span[0] :]


def foreign_token(rng: random.Random, lines: list[str], i: int) -> None:
    other = rng.choice(lines)
    source = _token(rng, other)
    if (span := _token(rng, lines[i])) and source:
        lines[i] = lines[i][: span[0]] + other[slice(*source)] + lines[i][span[1] :]


def odd_token(rng: random.Random, lines: list[str], i: int) -> None:
    if span := _token(rng, lines[i]):
        lines[i] = lines[i][: span[0]] + rng.choice(_ODD) + lines[i][span[1] :]


def character(rng: random.Random, lines: list[str], i: int) -> None:
    at = rng.randrange(len(lines[i]) + 1)
    lines[i] = lines[i][:at] + rng.choice(["", rng.choice(string.printable)]) + lines[i][at + 1 :]


def cut(rng: random.Random, lines: list[str], i: int) -> None:
    lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]


def drop_line(rng: random.Random, lines: list[str], i: int) -> None:
    del lines[i]


def double_line(rng: random.Random, lines: list[str], i: int) -> None:
    lines.insert(i, lines[i])


def exchange_lines(rng: random.Random, lines: list[str], i: int) -> None:
    j = rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


def end_of_text(rng: random.Random, lines: list[str], i: int) -> None:
    del lines[i + 1 :]


MUTATIONS: list[Callable[[random.Random, list[str], int], None]] = [
    drop_token, double_token, foreign_token, odd_token, character, cut, drop_line, double_line, exchange_lines, end_of_text,
]  # fmt: skip


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: m.__name__)
def test_one_mutation(text: str, mutation: Callable[[random.Random, list[str], int], None]) -> None:
    original = text.split("\n")
    rng = random.Random(mutation.__name__)
    read = 0
    for _ in range(MUTANTS):
        lines = list(original)
        mutation(rng, lines, rng.randrange(len(lines)))
        read += attempt("\n".join(lines))
    assert read < MUTANTS  # the mutation does harm


def test_many_mutations(text: str) -> None:
    original = text.split("\n")
    rng = random.Random(22)
    for _ in range(MUTANTS):
        lines = list(original)
        for _ in range(rng.randrange(2, 12)):
            if lines:
                rng.choice(MUTATIONS)(rng, lines, rng.randrange(len(lines)))
        attempt("\n".join(lines))


_LINES = st.lists(st.sampled_from(sorted({m[0] for m in TOKEN.finditer(RARE.read_text())}) + _ODD), max_size=12).map(" ".join)


_HEADS = st.sampled_from(["", "@g = global ", "define void @f(", "declare ", "%t = type ", "attributes #0 = { ", "!0 = "])


@given(head=_HEADS, line=_LINES)
@settings(max_examples=400, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_made_up_globals(head: str, line: str) -> None:
    attempt(head + line)
    attempt(f"define void @f(ptr %p) {{\n  {line}\n  ret void\n}}\n")


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None, derandomize=True, database=None)
def test_any_text(line: str) -> None:
    attempt(line)
    attempt(f"define void @f(ptr %p) {{\n{line}\n}}\n")
    attempt(f"@g = constant {line}\n")


@pytest.mark.parametrize("opening, closing", ["[]", "{}", "<>", "()"])
def test_deep_nesting(opening: str, closing: str) -> None:
    deep = opening * 20000 + closing * 20000
    for line in (f"@g = global i32 {deep}", f"%t = type {deep}", f"define void @f({deep}) {{\n}}"):
        with pytest.raises(ParseError):
            read_module(line)


def test_the_message_has_the_line() -> None:
    text = canonical("define double @f(double %x) {\n  %y = fadd double %x, 1.0\n  ret double %y\n}\n")
    number = next(i for i, line in enumerate(text.split("\n"), 1) if "fadd" in line)
    with pytest.raises(ParseError, match=rf"line {number}: .*%y = fadd double, 1"):
        read_module(re.sub(r"double %x, 1", "double, 1", text))


@pytest.mark.parametrize(
    "line, message",
    [
        ("double 0xFFFFFFFFFFFFFFFFF", "too long"),
        ("half 0xHFFFFF", "too long"),
        ("<4294967295 x i32> splat (i32 1)", "a vector of 4294967295 elements"),
        ("<0 x i32> zeroinitializer", "a vector of 0 elements"),
        ("i0 0", "an integer of 0 bits"),
        ("i99999999 0", "an integer of 99999999 bits"),
    ],
)
def test_constants_out_of_bounds(line: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_module(f"@g = global {line}\n")


def test_names_that_are_numbers() -> None:
    """LLVM keeps ``%"1"`` and ``%1`` apart; the model cannot, and must not take one for the other."""
    values = 'define double @f(double %"1") {\n  %1 = fneg double %"1"\n  ret double %1\n}\n'
    blocks = 'define void @f() {\n  br label %1\n1:\n  br label %"1"\n"1":\n  ret void\n}\n'
    for source in (values, blocks):
        with pytest.raises(ParseError, match=r"defined twice|undefined"):
            read_module(canonical(source))
