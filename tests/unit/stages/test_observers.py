"""What `IRAD_DUMP` and `IRAD_VERIFY` make of a compilation, and that the table of stages is what a module goes through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from irad.ir.reader import read_module
from irad.ir.values import Module
from irad.ir.verify import InvalidIR
from irad.options import Options
from irad.pipeline import derive, finish
from irad.stages import observers
from irad.stages.stage_table import CODE, DERIVED, HEADS, STAGES, Stage
from irad.transform.base.request import ACTIVE, GRADIENT, Request
from irad.transform.reverse.reverse_mode import STEPS

SQUARE = """define double @f(double %x) {
  %y = fmul double %x, %x
  %z = fmul double %y, %x
  ret double %z
}
"""
ROOT = Path(__file__).resolve().parents[3]


def compile_it(text: str = SQUARE) -> None:
    derived = derive(text, [Request("f", GRADIENT, (ACTIVE,), True)], Options())
    finish(derived.module, None)


def test_the_table_is_the_way_of_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every stage is reached, the rest in the order of the table; marked calls only where there are any."""
    seen: list[Stage] = []

    def look(stage: Stage, module: Module) -> None:
        if stage not in seen:
            seen.append(stage)

    monkeypatch.setattr(observers, "stage_observers", lambda: (look,))
    compile_it()
    order = [STAGES.index(s) for s in seen]
    assert order == sorted(order)
    assert {s.name for s in STAGES} - {s.name for s in seen} == {"marked calls", "versions"}
    compile_it(SQUARE + "declare double @__enzyme_autodiff(ptr, ...)\ndefine double @g(double %x) {\n"
               "  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)\n  ret double %d\n}\n")  # fmt: skip
    assert {s.name for s in STAGES} - {s.name for s in seen} == {"versions"}
    assert all((ROOT / s.home).is_file() for s in STAGES)


def test_dumps_of_stages_and_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "dumps"
    monkeypatch.setenv("IRAD_DUMP", str(folder))
    compile_it()
    texts = {path.name.split("-", 2)[2].removesuffix(".ll"): path.read_text() for path in sorted(folder.iterdir())}
    stages = {HEADS, DERIVED, CODE}
    assert {s.name for s in stages} <= texts.keys()
    assert "fmul" in texts[CODE.name] and len(texts[CODE.name]) > len(SQUARE)
    read_module(texts[DERIVED.name])
    steps = [name for name in texts if name.startswith(("f.1-", "grad.f"))]
    assert len(steps) == len(STEPS)
    assert all(texts[name].startswith("; ") and " ms\n" in texts[name] for name in steps)


@pytest.mark.parametrize("asked", ["0", "1"])
def test_verification_is_asked_for(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is not valid is an error with the stage's name, where the environment asks for it."""

    def spoil(stage: Stage, module: Module) -> None:
        if stage is DERIVED:
            module.functions["f"].blocks[0].instructions[-1].erase()

    known: Callable[[], object] = observers.stage_observers
    monkeypatch.setenv("IRAD_VERIFY", asked)
    monkeypatch.setattr(observers, "stage_observers", lambda: (spoil, *known()))  # type: ignore[misc]
    derived = None
    if asked == "1":
        with pytest.raises(InvalidIR, match="differentiation"):
            derive(SQUARE, [Request("f", GRADIENT, (ACTIVE,), True)])
    else:
        derived = derive(SQUARE, [Request("f", GRADIENT, (ACTIVE,), True)])
    assert (derived is None) == (asked == "1")


def test_a_folder_that_cannot_be_made_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("IRAD_DUMP", str(tmp_path / "file"))
    with pytest.warns(RuntimeWarning, match="IRAD_DUMP"):
        compile_it()

