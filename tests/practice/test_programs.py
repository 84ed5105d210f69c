"""Programs as their authors write them, unchanged: values and derivatives, reverse and forward, beside plain Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from .running import Program

NAMES = sorted(p.stem for p in (Path(__file__).parent / "programs").glob("[a-z]*.py"))
QUICK = ("advection_limiter", "biquad", "flow_relaxation", "kepler", "pagerank", "rk4_pendulum", "thin_film")
PROGRAMS = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in NAMES]


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_python(name: str) -> None:
    p = Program(name)
    found = [p.slope(d) for d in p.directions]
    slopes, errors = np.array([s for s, _ in found]), np.array([e for _, e in found])
    bound = np.maximum(1e-6 * np.max(np.abs(slopes)), 20 * errors)
    value = p.value(p.point)
    computed, gradient = p.reverse()
    assert computed == pytest.approx(value, rel=1e-10, abs=1e-10)
    assert np.all(np.abs(p.directions @ gradient - slopes) <= bound)
    d = np.random.default_rng(11).standard_normal(len(p.point)) / len(p.point) ** 0.5
    computed, slope = p.forward(d)
    assert computed == pytest.approx(value, rel=1e-10, abs=1e-10)
    assert slope == pytest.approx(d @ gradient, rel=1e-9, abs=1e-9 * float(np.max(np.abs(gradient))))
