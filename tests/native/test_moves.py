"""Structures, pointers and nodes that functions of their own move: gradients in both modes beside closed forms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import irad

SOURCE = (Path(__file__).resolve().parent / "bits" / "moves.c").read_text()
X = (1.5, 2.25, -0.75)
a, b, c = X
GRADIENTS = {
    "shifted_structures": (0, 2, 330),
    "shifted_left": (0, 2 * b, 20 * c),
    "shifted_right": (8 * a, 14 * b, 0),
    "exchanged_pointers": (1, 6 * b, 0),
    "exchanged_structures": (1, 6 * b, 0),
    "copied_words": (2 * b * c, 2 * a * c, 2 * a * b),
    "handed_out": (b * c, a * c, a * b),
    "shifted_many": (2, 20, 300),
    "placed_left": (2, 20, 300),
    "placed_left_by_size": (2, 20, 300),
    "placed_right": (2, 20, 2000),
    "placed_right_by_size": (2, 20, 2000),
}


@pytest.mark.parametrize("flags", [("-O0",), ("-O1",), ("-O2",), ("-O2", "-fno-strict-aliasing")], ids=" ".join)
def test_moved(flags: tuple[str, ...]) -> None:
    m = irad.Module.from_c(SOURCE, flags=(*flags, "-w"))
    for name, expected in GRADIENTS.items():
        dx = np.zeros(3)
        irad.autodiff(m[name], irad.Duplicated(np.array(X), dx))
        assert dx == pytest.approx(expected, rel=1e-14), name
        forward = [irad.autodiff(m[name], irad.Duplicated(np.array(X), d.copy()), mode=irad.Forward)[0] for d in np.eye(3)]
        assert forward == pytest.approx(expected, rel=1e-14), name
