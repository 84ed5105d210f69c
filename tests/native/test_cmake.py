"""The CMake package: the examples build and pass, from the checkout and from an installed prefix."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("cmake", "ctest", "make", "cc", "c++"))), reason="needs cmake, make, cc and c++"
)


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_examples(root: Path, tmp_path: Path) -> None:
    run("cmake", "-S", str(root), "-B", str(tmp_path), f"-DIRAD_PYTHON={sys.executable}", "-G", "Unix Makefiles")
    run("cmake", "--build", str(tmp_path))
    assert "100% tests passed" in run("ctest", "--test-dir", str(tmp_path))


PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(user LANGUAGES C)
find_package(irad 0.1 REQUIRED)
add_executable(slope slope.c)
irad_differentiate(slope)
target_link_libraries(slope PRIVATE m)
"""
SOURCE = """
#include <irad/irad.h>
#include <math.h>
#include <stdio.h>
#include "scale.h"
static double f(double x) { return SCALE * cosh(x); }
int main(void) { printf("%.17g\\n", __irad_autodiff((void *)f, 1.0)); return 0; }
"""


def test_a_project_of_a_user(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`find_package` finds an installed package; changed headers rebuild what includes them."""
    prefix, user, build = tmp_path / "prefix", tmp_path / "user", tmp_path / "build"
    run("cmake", "-S", str(root), "-B", str(tmp_path / "irad"), "-DBUILD_TESTING=OFF", f"-DCMAKE_INSTALL_PREFIX={prefix}")
    run("cmake", "--install", str(tmp_path / "irad"))
    user.mkdir()
    (user / "CMakeLists.txt").write_text(PROJECT)
    (user / "slope.c").write_text(SOURCE)
    (user / "scale.h").write_text("#define SCALE 2.0\n")
    monkeypatch.setenv("PYTHONPATH", str(root))
    options = [f"-DCMAKE_PREFIX_PATH={prefix}", f"-DIRAD_PYTHON={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"]
    run("cmake", "-S", str(user), "-B", str(build), "-G", "Unix Makefiles", *options)
    run("cmake", "--build", str(build))
    assert float(run(str(build / "slope"))) == pytest.approx(2 * 1.1752011936438014, rel=1e-15)
    (user / "scale.h").write_text("#define SCALE 3.0\n")
    run("cmake", "--build", str(build))
    assert float(run(str(build / "slope"))) == pytest.approx(3 * 1.1752011936438014, rel=1e-15)


MODEL_PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(user LANGUAGES C)
find_package(irad 0.1 REQUIRED)
irad_add_library(model PYTHON model.py FUNCTIONS f SIGNATURES "float64(float64)")
add_executable(slope slope.c)
target_link_libraries(slope PRIVATE model)
"""
MODEL_MAIN = """
#include <stdio.h>
#include "model.h"
int main(void) { double d = 0; int status = f_grad(1.0, &d, 1.0, NULL); printf("%d %g\\n", status, d); return 0; }
"""


@pytest.mark.parametrize("generator", ["Unix Makefiles", "Ninja"])
def test_a_module_that_the_model_imports(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, generator: str) -> None:
    """A constant of an imported module changes: the library is made again, and only then."""
    if shutil.which("ninja") is None and generator == "Ninja":
        pytest.skip("no ninja")
    user, build = tmp_path / "my user", tmp_path / "build"
    user.mkdir()
    (user / "CMakeLists.txt").write_text(MODEL_PROJECT)
    (user / "slope.c").write_text(MODEL_MAIN)
    (user / "model.py").write_text("from shared import power\n\n\ndef f(x):\n    return power(x)\n")
    (user / "shared.py").write_text("from numbers_ import SCALE\n\n\ndef power(x):\n    return SCALE * x * x\n")
    (user / "numbers_.py").write_text("SCALE = 2.0\n")
    monkeypatch.setenv("PYTHONPATH", str(root))
    options = [f"-DCMAKE_PREFIX_PATH={root / 'cmake'}", f"-DIRAD_PYTHON={sys.executable}", f"-Dirad_DIR={root / 'cmake'}"]
    run("cmake", "-S", str(user), "-B", str(build), "-G", generator, *options)
    run("cmake", "--build", str(build))
    assert run(str(build / "slope")) == "0 4\n"
    assert "Differentiating" not in run("cmake", "--build", str(build))
    (user / "numbers_.py").write_text("SCALE = 3.0\n")
    run("cmake", "--build", str(build))
    assert run(str(build / "slope")) == "0 6\n"
    (user / "shared.py").write_text("def power(x):\n    return x * x * x\n")
    (user / "numbers_.py").unlink()
    run("cmake", "--build", str(build))
    assert run(str(build / "slope")) == "0 3\n"
