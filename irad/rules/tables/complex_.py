"""Complex functions."""

from __future__ import annotations

from irad.rules.model import Rule

RULES: tuple[Rule, ...] = ()
