"""Every row with a derivative, called in a function: what analyses and both modes make of it, beside one another.

For all inputs together and each alone: forward and reverse mode give the same derivative, inputs of which the row knows none get
none, what the reverse asks for was announced, and nothing is announced in vain.

What this cannot detect: partial derivatives that are wrong in the row (see test_derivatives.py).
"""

from __future__ import annotations

import zlib

import llvmlite.binding as llvm
import numpy as np
import pytest

import irad.stages.normal_form
from irad.ir.types import DOUBLE, X86_FP80
from irad.llvm.border.session import canonical
from irad.options import Options
from irad.pipeline import Derived, derive
from irad.rules import MathRule
from irad.runtime.compiled import Code, Lease, compile_image
from irad.transform.base.request import ACTIVE, CONST, FORWARD, GRADIENT, Param, Request
from tests.rules.test_derivatives import FADDEEVA, MATH, RARE, _symbols, available, flat, sample, signature, spelling
from tests.unit.transform.asked import watch

__all__ = ["_symbols"]  # functions that the C library may lack

CALLED = [rule for rule in MATH if rule.names != rule.name and rule.name != "fptrunc.round"]
OPTIONS = Options(level=1)
TANGENT = Param(shadow=True)


def text_of(rule: MathRule, point: list[object]) -> str:
    """A function of the row's float arguments; integers are those of a place in its domain.

    What the row gives is summed up, each component with a factor of its own.
    """
    types, result = signature(rule, DOUBLE)
    given, before, n = [], [], 0
    for t, v in zip(types, flat(point), strict=True):
        if t.is_int:
            given.append(f"{t} {v}")
            continue
        if t is X86_FP80:
            before.append(f"  %wide{n} = fpext double %x{n} to x86_fp80")
        given.append(f"{t} %{'wide' if t is X86_FP80 else 'x'}{n}")
        n += 1
    name = spelling(rule, DOUBLE)
    lines = [*before, f"  %r = call {result} @{name}({', '.join(given)})"]
    parts = ["%r"]
    if result is not DOUBLE:
        floats = [i for i, e in enumerate(result.elements) if e.is_float]  # type: ignore[attr-defined]
        lines += [f"  %r{i} = extractvalue {result} %r, {i}" for i in floats]
        parts = [f"%r{i}" for i in floats]
    total = "0.0"
    for i, part in enumerate(parts):
        lines += [f"  %p{i} = fmul double {part}, {i + 2}.0", f"  %s{i} = fadd double {total}, %p{i}"]
        total = f"%s{i}"
    head = ", ".join(f"double %x{i}" for i in range(n))
    declared = f"declare {result} @{name}({', '.join(map(str, types))})"
    return f"define double @f({head}) {{\n" + "\n".join(lines) + f"\n  ret double {total}\n}}\n{declared}\n"


class Answers:
    """The derivatives of a function for several requests."""

    def __init__(self, derived: Derived) -> None:
        made = [m for (m,) in derived.made]
        types = {m.symbol: m.ftype for m in made}
        self.made = made
        known = {n: llvm.address_of_symbol(n) for n in (*RARE, *(f"Faddeeva_{n}" for n in FADDEEVA))}
        self.code = Code(compile_image(derived.module, types, True, OPTIONS), (), known, types)

    def of(self, number: int, values: list[float], tangents: dict[int, float] | None = None) -> dict[object, float]:
        """By field; ``tangents`` of those parameters that have one."""
        args: list[object] = []
        for i, x in enumerate(values):
            args += [x, tangents[i]] if tangents is not None and i in tangents else [x]
        if tangents is None:
            args.append(1.0)
        with Lease() as arena:
            found = self.code(self.made[number].symbol, [arena, *args])
        return dict(zip(self.made[number].fields, found, strict=True))


@pytest.mark.parametrize("rule", CALLED, ids=lambda r: r.name)
def test_modes_and_analyses_agree(rule: MathRule, monkeypatch: pytest.MonkeyPatch) -> None:
    assert available(spelling(rule, DOUBLE))
    monkeypatch.setattr(irad.stages.normal_form, "normalize", lambda text, **_: canonical(text))
    monkeypatch.setattr(irad.stages.normal_form, "tidy", canonical)
    asked = watch(monkeypatch)
    rng = np.random.default_rng(zlib.crc32(rule.name.encode()))
    points = [sample(rule, DOUBLE, rng) for _ in range(8)]
    places = [[v for v in flat(point) if isinstance(v, float)] for point in points]
    n = len(places[0])
    chosen = [set(range(n)), *({k} for k in range(n) if n > 1)]
    requests = [
        Request("f", mode, tuple(yes if k in some else CONST for k in range(n)), True)
        for some in chosen
        for mode, yes in ((FORWARD, TANGENT), (GRADIENT, ACTIVE))
    ]
    answers = Answers(derive(text_of(rule, points[0]), requests, OPTIONS))
    inputs = [p.name for p in rule.params for _ in range(2 if p.kind == "complex" else 1) if p.kind != "int"]
    seen = set()
    for x in places:
        both = answers.of(1, x)
        seen |= {inputs[k] for k in range(n) if both[k] != 0}
        for i, some in enumerate(chosen):
            gradient = answers.of(2 * i + 1, x)
            for k in some:
                tangent = answers.of(2 * i, x, {j: float(j == k) for j in some})["tangent"]
                assert np.allclose([tangent, gradient[k]], both[k], rtol=1e-12, atol=1e-15), (k, some)
    assert seen == rule.active_params
    for a in asked:
        assert not a.unannounced, f"{a.inst!r}: {a.unannounced}"
        assert not a.idle, f"{a.inst!r}: {a.idle}"
