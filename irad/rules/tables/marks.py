"""What users write to override the caching plan, as functions (`irad.transform.overrides`)."""

from __future__ import annotations

from irad.rules.model import Rule, math

CACHE = "__irad_cache"

RULES: tuple[Rule, ...] = (
    math(
        f"{CACHE}(x)",
        {"x": "d"},
        names=f"{CACHE} {CACHE}f {CACHE}l",
        domain={"x": (-3, 3)},
        note="the number that it gets, kept for the reverse sweep and never computed again",
    ),
)
