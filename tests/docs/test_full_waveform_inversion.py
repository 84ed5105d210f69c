"""The example of full-waveform inversion, small: its gradient against finite differences, and a misfit that becomes smaller."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

NAME = "full_waveform_inversion"


@pytest.mark.slow
def test_small(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location(NAME, root / "examples" / "python" / f"{NAME}.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, NAME, example)
    spec.loader.exec_module(example)
    found = example.main(["--size", "60", "70", "--steps", "300", "--shots", "2", "--iterations", "2"])
    assert found["slope"] == pytest.approx(found["difference"], rel=1e-6)
    assert found["slope"] != 0.0
    assert 0.0 < found["left"] < 0.8 * found["misfit"]
