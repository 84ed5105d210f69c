"""The programs of the benchmarks in C, and their derivatives by hand, against the reference results of the public suite whose
functions they compute.

Inputs and results lie beside the checkout, in ../shared/data; skipped where they are not.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from benchmarks.build import Library, build
from benchmarks.instances import DATA, PROGRAMS, flat, instance
from benchmarks.references import NAMES, disagreement

pytestmark = [
    pytest.mark.skipif(not (DATA / "ref").exists(), reason="the benchmarks' data are not beside the checkout"),
    pytest.mark.xdist_group("benchmarks in C"),
]
INSTANCES = [(program, name) for program in PROGRAMS for name in NAMES[program]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("benchmarks")


@lru_cache(maxsize=None)
def library(program: str, kind: str, folder: Path) -> Path:
    return build(program, kind, folder, flags=("-shared", "-fPIC", "-O3"))


@pytest.mark.parametrize("kind", ["irad", "manual"])
@pytest.mark.parametrize(("program", "name"), INSTANCES)
def test_against_the_reference(program: str, name: str, kind: str, folder: Path) -> None:
    given = flat(program, instance(program, name))
    results = Library(library(program, kind, folder), given).results()
    assert disagreement(program, name, results) <= 1e-9


@pytest.mark.parametrize("program", PROGRAMS)
def test_derivatives_can_be_repeated(program: str, folder: Path) -> None:
    """Nothing is left behind from one call to the next: outputs are set to zero, and what is differentiated stays as it is."""
    loaded = Library(library(program, "irad", folder), flat(program, instance(program, NAMES[program][0])))
    first, second = loaded.results(), loaded.results()
    assert (first == second).all()
