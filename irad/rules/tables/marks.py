"""What users write to override the caching plan (`irad.transform.overrides`), or to stop derivatives, as functions."""

from __future__ import annotations

from irad.rules.model import Rule, inactive, math

CACHE = "__irad_cache"
STOP_GRADIENT = "__irad_stop_gradient"

RULES: tuple[Rule, ...] = (
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
)
