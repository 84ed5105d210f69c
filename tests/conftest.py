"""What all tests share."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from click.testing import CliRunner, Result

# The tests run side by side; threaded BLAS would only make them wait for each other.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
# Each stage of the pipeline is followed by the verifier of the model.
os.environ.setdefault("IRAD_VERIFY", "1")
# What is tested is compiled, not found on disk; tests of the cache name a folder of their own.
os.environ["IRAD_CACHE"] = "0"
# Workers and commands that tests start would compile all of irad's Python anew, and pytest rewrite the tests, each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell ignores Ctrl-C for what it starts in the background, and what is started inherits that: tests that send themselves one
# would wait for it for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Python's collector looks at all that lives again and again, here mostly at what pytest, imports and the functions of test files
# keep to the end: it runs less often, and leaves out what was there before the test file (`collector_sees_one_file`).
gc.set_threshold(20_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the expected texts of tests/golden anew")
    parser.addoption("--note-costs", action="store_true", help="write the names of tests that take long to tests/costly.txt")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Are expected texts to be written instead of compared?"""
    return bool(request.config.getoption("--update-golden"))


# A file goes to one worker whole (what its tests share is compiled once).  The longest begin first: none is left at the end.
MANY, VERY_MANY = 4, 16  # cases of a test
LIBRARY = "tests/frontends/python/library/"
COSTLY = Path(__file__).parent / "costly.txt"  # tests that take more seconds of a processor than `MOST_SECONDS` (`--note-costs`)
MOST_SECONDS = 1.0
LONGEST = """
test_o4_modes test_constant_memory test_factorised test_decomposed test_factorisations test_c test_against_autograd test_bodies
test_rows test_lapacke test_higher_orders test_o4_lists test_o3_modes test_functional test_batches test_programs test_gemm
test_interrupt test_benchmarks test_einsum test_conventions test_nested_derivatives
""".split()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first.

    Of the cases of ``sampled(n)`` tests all but each ``n``-th one are slow (``n`` is 3 if it is left out), of those of
    other tests with many cases seven of eight, with very many fifteen of sixteen, of those that take long (`COSTLY`) nine
    of ten, of those of the library four of five: those whose names say so, the same ones each time. What the project
    exists for (``tests/origins``) is complete.
    """
    costly = set(COSTLY.read_text().splitlines())
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))
    cases = Counter(_family(item) for item in items)
    for item in items:
        number = crc32(item.nodeid.encode())
        sampled = item.get_closest_marker("sampled")
        origin = "tests/origins/" in item.nodeid
        left_out = item.nodeid in costly and number // 64 % 10 != 0 and not origin
        left_out |= LIBRARY in item.nodeid and number // 16 % 5 >= 1  # (the table of calls has the same functions)
        if hasattr(item, "callspec"):
            count = cases[_family(item)]
            share = 16 if count > VERY_MANY else 8 if count > MANY else 1
            share = 1 if origin else share
            if sampled:
                share = sampled.args[0] if sampled.args else 3
            left_out |= number % share != 0
        if left_out:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    before = os.times()
    yield
    after = os.times()
    item.user_properties.append(("cost", sum(after[:4]) - sum(before[:4])))


_costs: dict[str, float] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for name, cost in report.user_properties:
        if name == "cost":
            _costs[report.nodeid] = float(cost)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--note-costs") and not hasattr(session.config, "workerinput"):
        known = set(COSTLY.read_text().splitlines()) - _costs.keys()
        found = {name for name, cost in _costs.items() if cost > MOST_SECONDS}
        COSTLY.write_text("".join(f"{name}\n" for name in sorted(known | found)))


def _family(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


@pytest.fixture(scope="module", autouse=True)
def collector_sees_one_file() -> None:
    """What lives when the tests of a file begin is not looked at again; that would take seconds in a process with many files."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def adapters_are_compiled_once() -> Iterator[None]:
    """The code between `autodiff` and a derivative depends on types alone: on disk it is kept, and without a disk in memory."""
    from irad.pycall import prepared

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prepared, "_image", cache(prepared._image))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def cc() -> str:
    """A C compiler that links programs; the test is skipped where there is none."""
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found:
            return found
    pytest.skip("no C compiler on the path")


@pytest.fixture
def irad_command() -> Callable[..., Result]:
    """``irad_command("cc", "x.c", status=1)`` runs the command in this process; exceptions that end no command are raised."""

    def run(*words: Any, status: int = 0) -> Result:
        from irad.cli import main

        done = CliRunner().invoke(main, [str(w) for w in words])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == status, done.output
        return done

    return run
