"""The programs of the benchmarks in C, and their derivatives by hand, against the reference results of the public suite whose
functions they compute.

Inputs and results lie beside the checkout, in ../shared/data; where they are not, irad and hand are compared with each other.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.build import Library, build, source
from benchmarks.instances import DATA, MADE, PROGRAMS, flat, instance, sizes
from benchmarks.references import NAMES, disagreement
from benchmarks.run import disagreements

needs_data = pytest.mark.skipif(not (DATA / "ref").exists(), reason="the benchmarks' data are not beside the checkout")
# The sizes of made instances are neither multiples of a vector's length nor of what derivatives by hand take at a time.
MADE_NAMES = {
    "llsq": "n22_m5",
    "lse": "n33",
    "det": "l5",
    "ode": "n9_s6",
    "gmm": "d7_k3_n21_m1_g1.5",
    "ba": "n2_m3_p7",
    "ht": "complicated_v30_f40_n9",
    "lstm": "l3_c9_b5",
    "kmeans": "k5_n40_d3",
    "particle": "w0.1",
    "saddle": "s1",
}
INSTANCES = [(program, name) for program in PROGRAMS for name in NAMES[program]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("benchmarks")


@lru_cache(maxsize=None)
def library(program: str, kind: str, folder: Path) -> Path:
    return build(program, kind, folder, flags=("-shared", "-fPIC", "-O3"))


@needs_data
@pytest.mark.parametrize("kind", ["irad", "manual"])
@pytest.mark.parametrize(("program", "name"), INSTANCES)
def test_against_the_reference(program: str, name: str, kind: str, folder: Path) -> None:
    given = flat(program, instance(program, name))
    results = Library(library(program, kind, folder), given).results()
    assert disagreement(program, name, results) <= 1e-9


def made(program: str) -> NDArray[np.float64]:
    """A small instance that is made by rule, without data."""
    name = MADE_NAMES[program]
    return flat(program, MADE[program](name, sizes(program, name)))


@pytest.mark.parametrize("program", PROGRAMS)
def test_irad_and_hand_agree(program: str, folder: Path) -> None:
    results = {kind: Library(library(program, kind, folder), made(program)).results() for kind in ("irad", "manual")}
    assert disagreements(results) == {}


@pytest.mark.parametrize("program", PROGRAMS)
def test_derivatives_can_be_repeated(program: str, folder: Path) -> None:
    """Nothing is left behind from one call to the next: outputs are set to zero, and what is differentiated stays as it is."""
    loaded = Library(library(program, "irad", folder), made(program))
    first, second = loaded.results(), loaded.results()
    assert (first == second).all()


@pytest.mark.parametrize("program", [program for program in PROGRAMS if source(program, "c++").exists()])
def test_vectors_in_cpp_and_arrays_in_c_agree(program: str, folder: Path) -> None:
    results = {kind: Library(library(program, kind, folder), made(program)).results() for kind in ("manual", "c++")}
    assert disagreements(results) == {}


def test_results_that_differ_are_found() -> None:
    one, other = np.array([1.0, 2.0, 1e6]), np.array([1.0, 2.0, 1e6 + 1])
    assert disagreements({"manual": one, "irad": one.copy()}) == {}
    assert list(disagreements({"manual": one, "irad": other})) == ["irad"]
    assert disagreements({"manual": one, "irad": one * np.nan, "python": one[:2]}) == {"irad": np.inf, "python": np.inf}


@needs_data
def test_made_instances_follow_the_rule_of_the_suite() -> None:
    """The suite's small mixture was made by the same rule."""
    name = "d2_k3_n10"
    np.testing.assert_array_equal(flat("gmm", MADE["gmm"](name, sizes("gmm", name))), flat("gmm", instance("gmm", name)))
