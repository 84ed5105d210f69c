"""Each opcode in each mode: the derivative is what differences say, or there is an error that says why not.

The functions of `opcode_cases.py` are differentiated as they stand, without LLVM's simplifications before: straight, and as an
iteration of a loop that overwrites what it has read, so that values have to be kept.  Reference are differences of the primal.

While a function is reversed, what the reverse of each instruction asks for is compared with what `Need` has announced for it.

What this cannot detect: what is wrong in all modes alike and does not show at one point.
"""

from __future__ import annotations

import re
from functools import partial

import numpy as np
import pytest

import irad
import irad.stages.normal_form
from irad.ir.opcodes import OPCODES
from irad.llvm.border.session import canonical
from irad.options import Options
from irad.runtime.compiled import Lease, ModuleSource
from irad.transform.base.request import DUP, Request
from tests.unit.transform.asked import Asked, watch
from tests.unit.transform.opcode_cases import CASES, FORWARD, REVERSE, SETS, Case

POINT = np.array([1.3, 2.45, 1.7, 0.8, 2.2, 0.6, 2.1, 0.5])  # conditions hold at the first, and not at the last number
COUNT, RESULTS = len(POINT), 4
ALL = [pytest.param(op, case, id=f"{op}-{k}") for op, cases in CASES.items() for k, case in enumerate(cases)]
MODES = (FORWARD, REVERSE, SETS)

_STRAIGHT = """define void @f(ptr noalias %x, ptr noalias %y) {attributes} {{
entry:
{code}
  ret void
}}
{more}"""
_LOOP = """define void @f(ptr noalias %xs, ptr noalias %ys) {attributes} {{
begin:
  br label %entry
entry:
  %iteration = phi i64 [ 0, %begin ], [ %following, %{last} ]
  %at.x = mul i64 %iteration, 64
  %at.y = mul i64 %iteration, 32
  %x = getelementptr i8, ptr %xs, i64 %at.x
  %y = getelementptr i8, ptr %ys, i64 %at.y
{code}
  store <8 x double> zeroinitializer, ptr %x, align 8
  %following = add i64 %iteration, 1
  %more = icmp ult i64 %following, 2
  br i1 %more, label %entry, label %end.of.loop
end.of.loop:
  ret void
}}
{more}"""


def source(case: Case, template: str) -> ModuleSource:
    last = re.findall(r"^(\w+):", case.code, re.M)
    text = template.format(code=case.code, more=case.more, attributes=case.attributes, last=last[-1] if last else "entry")
    return ModuleSource(canonical(text))


@pytest.fixture(autouse=True)
def _as_it_stands(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """LLVM would fold half of the cases away; what has to be in normal form is."""
    if any(op in request.node.name for op in ("indirectbr", "invoke", "landingpad", "resume")):
        return
    monkeypatch.setattr(irad.stages.normal_form, "normalize", lambda text, **_: canonical(text))
    monkeypatch.setattr(irad.stages.normal_form, "tidy", canonical)


class Derivatives:
    """Of a function with so many iterations of a case."""

    def __init__(self, case: Case, times: int) -> None:
        self.source = source(case, _LOOP if times > 1 else _STRAIGHT)
        self.x = np.concatenate([POINT, POINT[::-1]])[: times * COUNT]
        self.rows = times * RESULTS

    def primal(self, x: np.ndarray) -> np.ndarray:
        x, y = x.copy(), np.zeros(self.rows)
        self.source.plain("f", Options(level=1))("f", [x.ctypes.data, y.ctypes.data])
        return y

    def differences(self, x: np.ndarray, h: float) -> np.ndarray:
        return np.array([(self.primal(x + e) - self.primal(x - e)) / (2 * h) for e in h * np.eye(len(x))]).T

    def _run(self, mode: str, pairs: list[tuple[np.ndarray, np.ndarray]], **options: object) -> None:
        request = Request("f", mode, (DUP, DUP), False, ("double", "double"))
        made = self.source.derivative(request, Options(level=1, **options))  # type: ignore[arg-type]
        for dx, dy in pairs:
            x, y = self.x.copy(), np.zeros(self.rows)
            with Lease() as arena:
                made.code(made.made[0].symbol, [arena, *(a.ctypes.data for a in (x, dx, y, dy))])

    def forward(self) -> np.ndarray:
        seeds, out = np.eye(len(self.x)), np.zeros((len(self.x), self.rows))
        self._run("forward", list(zip(seeds, out, strict=True)))
        return out.T

    def reverse(self, everything: bool = False) -> np.ndarray:
        seeds, out = np.eye(self.rows), np.zeros((self.rows, len(self.x)))
        self._run("gradient", list(zip(out, seeds, strict=True)), cache_everything=everything)
        return out

    def sets(self) -> list[set[int]]:
        dx, dy = np.uint64(1) << np.arange(len(self.x), dtype=np.uint64), np.zeros(self.rows, np.uint64)
        self._run("forward", [(dx, dy)], index_sets=64)
        return [{k for k in range(len(self.x)) if int(s) >> k & 1} for s in dy]


def derive(case: Case, template: str, mode: str) -> None:
    request = Request("f", FORWARD if mode == SETS else mode, (DUP, DUP), False, ("double", "double"))
    irad.pipeline.derive(source(case, template).text, [request], Options(index_sets=64 if mode == SETS else 0))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    return watch(monkeypatch)


def test_every_opcode_has_a_case() -> None:
    assert CASES.keys() == OPCODES.keys()
    for opcode, cases in CASES.items():
        assert all(re.search(rf"\b{opcode}\b|\bptrtoaddr\b", case.code + case.more) for case in cases), opcode


@pytest.mark.parametrize(("opcode", "case"), [p for p in ALL if p.values[1].refused])
def test_what_is_refused(opcode: str, case: Case) -> None:
    for mode, message in case.refused.items():
        with pytest.raises(irad.DifferentiationError, match=message):
            derive(case, _STRAIGHT, mode)


@pytest.mark.parametrize(("opcode", "case"), [p for p in ALL if p.values[1].runs and len(p.values[1].refused) < len(MODES)])
def test_derivatives(opcode: str, case: Case) -> None:
    once = Derivatives(case, 1)
    close = partial(np.allclose, atol=1e-7 if case.step < 1e-3 else 1e-4)
    first, second = (once.differences(x, case.step) for x in (POINT, POINT[::-1]))
    assert first.any()
    if FORWARD not in case.refused:
        assert close(once.forward(), first)
    if SETS not in case.refused:
        assert once.sets() == [set(np.flatnonzero(np.abs(row) > 1e-7)) for row in first]
    if REVERSE in case.refused:
        return
    assert close(once.reverse(), first)
    twice, nothing = Derivatives(case, 2), np.zeros((RESULTS, COUNT))
    both = np.block([[first, nothing], [nothing, second]])
    assert close(twice.reverse(), both)
    assert close(twice.reverse(everything=True), both)


@pytest.mark.parametrize(("opcode", "case"), [p for p in ALL if REVERSE not in p.values[1].refused])
def test_what_the_reverse_asks_for_was_announced(opcode: str, case: Case, asked: list[Asked]) -> None:
    derive(case, _STRAIGHT, REVERSE)
    assert asked
    for a in asked:
        assert not a.unannounced, f"{a.inst!r}: {a.unannounced}"
        assert a.idle_is_known() or not a.idle, f"{a.inst!r}: {a.idle}"
