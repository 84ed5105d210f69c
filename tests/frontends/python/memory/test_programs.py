"""Programs about objects that only memory can hold (`objects/memory_objects.py`): trees, chains, queues, sets of objects.

Values are plain Python's; slopes central differences, with an error of the order of 1e-8.
"""

from __future__ import annotations

import importlib

import numpy as np
import pytest

import irad

NAMES = [
    "agents", "bank", "bodies_with_vectors", "cloth", "containers", "event_queue", "expression_tree", "graph_search", "inventory",
    "layers", "linked_list", "micrograd", "micrograd_closures", "quad_tree", "scheduler", "search_tree", "shapes",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_value_and_derivatives(name: str) -> None:
    module = importlib.import_module(f"tests.frontends.python.memory.programs.{name}")
    f, x = module.f, module.x0
    slopes = np.array([(f(x + 1e-6 * e) - f(x - 1e-6 * e)) / 2e-6 for e in np.eye(len(x))])
    value, gradient = irad.value_and_grad(f)(x)
    assert value == pytest.approx(f(x), rel=1e-12)
    scale = np.abs(slopes).max()
    assert gradient == pytest.approx(slopes, rel=1e-6, abs=1e-7 * scale)
    seed = np.linspace(0.3, 1.0, len(x))
    value, tangent = irad.jvp(f, (x,), (seed,))
    assert value == pytest.approx(f(x), rel=1e-12)
    assert tangent == pytest.approx(slopes @ seed, rel=1e-6, abs=1e-7 * scale)
