"""A picture of a schedule: steps from left to right, actions from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from irad.api.plans.schedule_machine import Move
from irad.errors import IradError
from irad.schedule_actions import Action

MOST_MOVES = 4000
_ADVANCE, _TAPED, _REVERSED, _STATE = "#8a8f98", "#e08214", "#2166ac", "#1b1b1b"


def draw(moves: Sequence[Move], steps: int, title: str, path: Path) -> None:
    """Write the picture to ``path``, whose ending says in which format.

    Grey: steps that only advance.  Orange: steps with a tape; blue: their reversal.  Dots are states that are stored, rings those
    that are restored; a thin line goes down from a state as long as it is kept.  Raises `IradError` without matplotlib.
    """
    try:
        import matplotlib
    except ImportError:
        hint = 'python -m pip install matplotlib, or irad with its extra: "irad[bench]"'
        raise IradError("--picture needs matplotlib, which is not installed", hint=hint) from None
    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.collections import LineCollection
    from matplotlib.lines import Line2D

    lines: dict[str, list[list[tuple[float, float]]]] = {_ADVANCE: [], _TAPED: [], _REVERSED: []}
    stored: list[tuple[float, float]] = []
    restored: list[tuple[float, float]] = []
    kept: list[list[tuple[float, float]]] = []
    held: dict[int, tuple[int, float, float]] = {}  # by slot: the step, stored when, used last when
    row = 0.0

    def gone(slot: int) -> None:
        at, first, last = held.pop(slot)
        kept.append([(at, first), (at, last)])

    for move in moves:
        if move.action is Action.SAVE:
            if move.slot in held:
                gone(move.slot)
            held[move.slot] = move.begin, row, row
            stored.append((move.begin, row))
            continue
        if move.action is Action.DROP_TAPE:
            continue
        row += 1.0
        if move.action is Action.RESTORE:
            at, first, _ = held[move.slot]
            held[move.slot] = at, first, row
            restored.append((move.begin, row))
            continue
        level = [(float(move.begin), row), (float(move.end), row)]
        if move.action is Action.ADVANCE:
            lines[_ADVANCE].append(level)
        elif move.action is Action.TAPE:
            lines[_TAPED].append(level)
        elif move.action is Action.REVERSE_TAPE:
            lines[_REVERSED].append(level)
        elif move.action is Action.REVERSE:
            lines[_TAPED].append(level)
            row += 1.0
            lines[_REVERSED].append([(float(move.begin), row), (float(move.end), row)])
    for slot in list(held):
        gone(slot)

    height = min(11.0, max(4.0, 1.6 + 0.05 * row))
    figure, axes = pyplot.subplots(figsize=(8.0, height), layout="constrained")
    points = (height - 1.2) * 72 / max(row, 1.0)  # of a row
    thick = min(3.2, max(0.8, 0.6 * points))
    axes.add_collection(LineCollection(kept, colors="#c3c7cd", linewidths=0.6, zorder=1))
    for colour, found in lines.items():
        width = thick * (1.0 if colour == _ADVANCE else 1.6)
        axes.add_collection(LineCollection(found, colors=colour, linewidths=width, capstyle="butt", zorder=2))
    size = min(22.0, max(3.0, points * points))
    if stored:
        axes.scatter([x for x, _ in stored], [y for _, y in stored], s=size, color=_STATE, zorder=4, linewidths=0)
    if restored:
        places = [x for x, _ in restored], [y for _, y in restored]
        axes.scatter(*places, s=size, facecolors="white", edgecolors=_STATE, zorder=3, linewidths=0.7)
    axes.set_xlim(-0.01 * steps, 1.01 * steps)
    axes.set_ylim(row + max(1.0, 0.01 * row), -max(1.0, 0.01 * row))
    axes.set_xlabel("step")
    axes.set_ylabel("actions, first to last")
    axes.set_title(title, fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    handles = [
        Line2D([], [], color=_ADVANCE, lw=2, label="only advances"),
        Line2D([], [], color=_TAPED, lw=3, label="with a tape"),
        Line2D([], [], color=_REVERSED, lw=3, label="reversed"),
        Line2D([], [], color=_STATE, marker="o", ms=4.5, lw=0, label="state stored"),
        Line2D([], [], color=_STATE, marker="o", ms=4.5, lw=0, mfc="white", label="state restored"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), fontsize=8, frameon=False)
    try:
        figure.savefig(path, dpi=110)
    except (OSError, ValueError) as error:
        raise IradError(f"{path} cannot be written: {error}", code="usage") from None
    finally:
        pyplot.close(figure)
