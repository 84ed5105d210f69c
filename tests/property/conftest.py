"""What tests of random programs need."""

from __future__ import annotations

import pytest

from irad.errors import IradError
from irad.frontends.clang import compile_to_ir


@pytest.fixture(scope="session")
def c_compiler() -> None:
    """Tests of programs in C are skipped where nothing compiles them."""
    try:
        compile_to_ir("double f(double x) { return x; }")
    except IradError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def cxx_compiler() -> None:
    """And those of programs in C++ where there is no compiler or library for that."""
    try:
        compile_to_ir("#include <vector>\nint f() { return 0; }\n", ("-std=c++20",))
    except IradError as error:
        pytest.skip(str(error))
