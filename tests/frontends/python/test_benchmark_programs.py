"""The programs of ``benchmarks/programs`` in Python against the reference results of the public suite they are from.

Inputs and results lie beside the checkout, in ../shared/data; skipped where they are not.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from benchmarks import references
from benchmarks.instances import DATA, instance

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the benchmarks' data are not beside the checkout")
INSTANCES = [(program, name) for program, names in references.NAMES.items() for name in names]


def copies(arguments: Any) -> list[Any]:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


@pytest.mark.parametrize(("program", "name"), INSTANCES)
def test_results(program: str, name: str) -> None:
    module = importlib.import_module(f"benchmarks.programs.{program}")
    arguments = module.arguments(instance(program, name))
    want = references.reference(program, name)
    for _ in range(2):  # the second time shadows and work arrays hold what the first has left
        got = references.comparable(program, module.results(*arguments))
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("program", references.NAMES)
def test_primal_and_derivative_are_what_results_uses(program: str) -> None:
    """`derivative` leaves the same numbers behind whatever was in the outputs before."""
    module = importlib.import_module(f"benchmarks.programs.{program}")
    first = module.arguments(instance(program, references.NAMES[program][0]))
    second = copies(first)
    for arguments in (first, second, second):
        module.primal(*arguments)
        module.derivative(*arguments)
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)
