"""Functions that override the caching plan (`irad.transform.loops.caching_overrides`) or stop derivatives."""

from __future__ import annotations

from irad.rules.formulas.base import Rule
from irad.rules.formulas.found_numbers import BODIES, FOUND
from irad.rules.formulas.model import inactive, math
from irad.rules.formulas.strong_zero import EITHER, KEPT

CACHE = "__irad_cache"
STOP_GRADIENT = "__irad_stop_gradient"
CHECKPOINT = "__irad_checkpoint"

RULES: tuple[Rule, ...] = (
    math(
        f"{KEPT.rstrip('.')}(m, x)",
        {"m": "0*d", "x": "d"},
        names=f"{KEPT}*",
        domain=None,
        note="x, and zero where m is; the tangent is zero where both m and its tangent are, the adjoint is that of x",
    ),
    math(
        f"{EITHER.rstrip('.')}(m, n)",
        {"m": "fabs(d)", "n": "fabs(d)"},
        names=f"{EITHER}*",
        domain=None,
        note="not zero where one of two numbers is not; its tangent says that of their tangents",
    ),
    math(
        f"{FOUND.rstrip('.')}(x, y)",
        {"x": "0", "y": "d"},
        names=" ".join(BODIES),
        domain=None,
        note="x, where y is known to be the same number: its derivative is that of y",
    ),
    math(
        f"{CACHE}(x)",
        {"x": "d"},
        names=f"{CACHE} {CACHE}f {CACHE}l",
        domain={"x": (-3, 3)},
        note="the number that it gets, kept for the reverse sweep and never computed again",
    ),
    inactive(
        STOP_GRADIENT,
        names=f"{STOP_GRADIENT} {STOP_GRADIENT}f {STOP_GRADIENT}l",
        note="the number that it gets, as a constant",
    ),
    inactive(
        CHECKPOINT,
        names=" ".join([CHECKPOINT, *(f"{CHECKPOINT}_{w}" for w in "loop disk memory pool place taped left".split())]),
        note="marks the loop in whose body it stands: it is reversed with bounded memory (docs/checkpointing.md)",
    ),
    inactive(
        "__irad_shapes",
        names="__irad_shapes __irad_shapes_stay __irad_shape",
        note="asks whether the arrays that a loop hands on keep their shapes (`transform.checkpoint.lasting_shapes`)",
    ),
    inactive("irad_distance", note="how many bytes one address lies behind another"),
    inactive("irad_schedule_bytes"),
    inactive("irad_schedule_start", writes=(0,), note="begins the schedule of a checkpointed loop"),
    inactive("irad_schedule_place", note="says where the program has the checkpointed loop"),
    inactive("irad_schedule_next", reads=True, writes=(0,), note="what the schedule of a checkpointed loop asks for next"),
)
