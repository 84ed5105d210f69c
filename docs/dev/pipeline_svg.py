"""The picture of the pipeline, `docs/dev/pipeline.svg`: the stages, and the steps in which a reverse derivative is written.

    python docs/dev/pipeline_svg.py        # after a change of either table; a test compares the two

Both tables are those that irad runs by: `irad.stages.stage_table` and `irad.transform.reverse.reverse_mode`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from irad.stages.stage_table import DERIVED, STAGES, Stage
from irad.transform.reverse.reverse_mode import STEPS

PICTURE = Path(__file__).with_name("pipeline.svg")

_STYLE = """
  svg { background: #ffffff; font-family: "DejaVu Sans", Verdana, sans-serif; }
  text { fill: #1f2328; }
  .name { font-size: 14px; font-weight: bold; }
  .does, .step, .note { font-size: 11px; }
  .home { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 10px; fill: #57606a; }
  .box { fill: #f6f8fa; stroke: #57606a; }
  .border { fill: #ddf4ff; stroke: #0969da; stroke-width: 2; }
  .badge { fill: #0550ae; font-size: 10px; font-weight: bold; }
  .flow { stroke: #57606a; stroke-width: 1.5; fill: none; }
  .head { fill: #57606a; }
  .after { stroke: #8250df; fill: none; opacity: 0.65; }
  .tip { fill: #8250df; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; }
    text { fill: #e6edf3; }
    .home { fill: #9198a1; }
    .box { fill: #161b22; stroke: #9198a1; }
    .border { fill: #0c2d4d; stroke: #58a6ff; }
    .badge { fill: #79c0ff; }
    .flow { stroke: #9198a1; }
    .head { fill: #9198a1; }
    .after { stroke: #d2a8ff; }
    .tip { fill: #d2a8ff; }
  }
"""
_SANS = 0.6  # the width of a letter in ems, rather too wide than too narrow
_LEFT, _TOP, _WIDE, _GAP, _PAD = 20, 64, 400, 20, 12
_STEPS_AT, _STEP_WIDE, _STEP_HIGH, _PITCH = 500, 210, 20, 26
_ARC, _ARC_MOST = 15, 260  # how far an arc's control points stand out, per step and at most


def _fitting(words: str, wide: float, size: float) -> list[str]:
    """The lines of a text that has to stay within a width."""
    return textwrap.wrap(words, int(wide / (size * _SANS)))


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    end = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{end}>{escape(words)}</text>'


def _rect(x: float, y: float, wide: float, high: float, kind: str) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="4"/>'


def _stage(stage: Stage, y: float) -> tuple[list[str], float]:
    """The box of a stage, and how high it is."""
    does = _fitting(stage.does, _WIDE - 2 * _PAD, 11)
    high = 44 + 15 * len(does)
    out = [_rect(_LEFT, y, _WIDE, high, "border" if stage.text else "box"), _text(_LEFT + _PAD, y + 20, stage.name, "name")]
    if stage.text:
        out.append(_text(_LEFT + _WIDE - _PAD, y + 19, "LLVM IR as text", "badge", "end"))
    out += [_text(_LEFT + _PAD, y + 36 + 15 * k, line, "does") for k, line in enumerate(does)]
    out.append(_text(_LEFT + _PAD, y + 36 + 15 * len(does), stage.home, "home"))
    return out, high


def _arrow(x: float, y: float, to: float) -> str:
    return f'<path class="flow" d="M{x:g} {y:g}V{to - 5:g}"/><path class="head" d="M{x - 4:g} {to - 6:g}h8l-4 6z"/>'


def _stages(stages: Sequence[Stage]) -> tuple[list[str], float, float]:
    """All boxes, where they end, and the middle of the one that differentiates."""
    out: list[str] = []
    y, middle = float(_TOP), 0.0
    for k, stage in enumerate(stages):
        drawn, high = _stage(stage, y)
        out += drawn
        if stage is DERIVED:
            middle = y + high / 2
        if k + 1 < len(stages):
            out.append(_arrow(_LEFT + _WIDE / 2, y + high, y + high + _GAP))
        y += high + _GAP
    return out, y - _GAP, middle


def _steps(steps: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The boxes of the steps, and for each an arc from every step that it must come after."""
    right = _STEPS_AT + _STEP_WIDE
    at = {name: _TOP + k * _PITCH + _STEP_HIGH / 2 for k, name in enumerate(steps)}
    for name, after in steps.items():
        yield _rect(_STEPS_AT, at[name] - _STEP_HIGH / 2, _STEP_WIDE, _STEP_HIGH, "box")
        yield _text(_STEPS_AT + 8, at[name] + 4, name, "step")
        for k, before in enumerate(sorted(after, key=at.__getitem__)):
            start, end = at[before] + 4, at[name] - 5 + 3 * k
            out = right + min(_ARC_MOST, 16 + _ARC * (end - start) / _PITCH)
            yield f'<path class="after" d="M{right} {start:g}C{out:g} {start:g} {out:g} {end:g} {right + 6} {end:g}"/>'
            yield f'<path class="tip" d="M{right + 1} {end:g}l6 -2.5v5z"/>'


def picture(stages: Sequence[Stage], steps: Mapping[str, Sequence[str]]) -> str:
    """The SVG of two tables; ``steps``: after which others each must come."""
    drawn, low, middle = _stages(stages)
    last = _TOP + (len(steps) - 1) * _PITCH + _STEP_HIGH
    wide, high = _STEPS_AT + _STEP_WIDE + 3 * _ARC_MOST // 4 + 10, max(low, last) + 54
    brace = _STEPS_AT - 24
    out = [
        _text(_LEFT, 26, "From IR text to machine code", "name"),
        _text(_LEFT, 46, "the stages, each with the file to open first", "note"),
        _text(_STEPS_AT, 26, "How a reverse derivative is written", "name"),
        _text(_STEPS_AT, 46, "the steps of irad/transform/reverse/reverse_mode.py", "note"),
        *drawn,
        f'<path class="flow" d="M{_LEFT + _WIDE} {middle:g}H{brace}M{_STEPS_AT - 8} {_TOP}H{brace}V{last:g}H{_STEPS_AT - 8}"/>',
        *_steps(steps),
        _rect(_LEFT, high - 34, 24, 14, "border"),
        _text(_LEFT + 32, high - 23, "LLVM reads or prints the module", "note"),
        f'<path class="after" d="M{_STEPS_AT} {high - 27:g}h24"/>',
        _text(_STEPS_AT + 32, high - 23, "must come after (the table gives the reason)", "note"),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high:g}" width="{wide}" height="{high:g}">'
    return "\n".join([head, f"<style>{_STYLE}</style>", "<title>The pipeline of irad</title>", *out, "</svg>"]) + "\n"


def current() -> str:
    """The picture of irad's own tables."""
    return picture(STAGES, {step.name: list(step.after) for step in STEPS})


if __name__ == "__main__":
    PICTURE.write_text(current())
