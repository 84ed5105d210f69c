"""The picture of the pipeline is that of today's tables, and no text leaves its box."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from irad.stages.stage_table import STAGES

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "dev" / "pipeline_svg.py"
SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = {"name": 14 * 0.72, "badge": 10 * 0.72, "does": 11 * 0.6, "step": 11 * 0.6, "note": 11 * 0.6, "home": 10 * 0.61}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pipeline_svg", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_of_today(script: ModuleType) -> None:
    assert script.PICTURE.read_text() == script.current(), "run docs/dev/pipeline_svg.py, and look at docs/dev/pipeline.svg"


def test_a_new_stage_is_seen(script: ModuleType) -> None:
    more = (*STAGES, replace(STAGES[-1], name="more"))
    assert script.picture(more, {}) != script.picture(STAGES, {})
    assert script.picture(STAGES, {"a": [], "b": []}) != script.picture(STAGES, {"a": [], "b": ["a"]})


def test_text_stays_in_its_box(script: ModuleType) -> None:
    """Each text lies in a box or in none at all, by the widths of letters in common fonts; boxes do not meet."""
    root = ElementTree.fromstring(script.current())
    boxes = [tuple(float(r.attrib[k]) for k in ("x", "y", "width", "height")) for r in root.iter(f"{SVG}rect")]
    seen = 0
    for t in root.iter(f"{SVG}text"):
        long = WIDTHS[t.attrib["class"]] * len(t.text or "")
        x, y = float(t.attrib["x"]), float(t.attrib["y"])
        left = x - long if t.attrib.get("text-anchor") == "end" else x
        for bx, by, bw, bh in boxes:
            if by < y < by + bh and left < bx + bw and bx < left + long:
                assert bx < left and left + long < bx + bw, t.text
                seen += 1
    assert seen >= 2 * len(STAGES)
    for k, (ax, ay, aw, ah) in enumerate(boxes):
        for bx, by, bw, bh in boxes[k + 1 :]:
            assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
    assert re.search(r"prefers-color-scheme: dark", script.current())
