"""Snapshots on disk in libraries of ``irad build`` and programs of ``irad cc``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irad.errors import IradError
from irad.frontends.clang.program_linking import link_driver

STEPS, SIZE = 40, 20
SOURCE = '''
import irad
import numpy as np


def f(x, k):
    for t in irad.checkpointed(range(k), snapshots=3, segment=1, storage="disk"):
        for i in range(len(x)):
            x[i] = x[i] * 0.99 + 0.01 * np.sin(x[i]) * t
    return (x * x).sum()
'''
LIMIT = """
#include <signal.h>
#include <sys/resource.h>
static void limit(int bytes) {
  struct rlimit wanted = {bytes, bytes};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &wanted);
}
"""
CALLS = r"""
#include <stdio.h>
#include "f.h"
int main(int argc, char **argv) {
  double x[20], dx[20] = {0}, result = 0;
  for (int i = 0; i < 20; i++) x[i] = 0.1 + 0.04 * i;
  if (argc > 1) limit(5000);
  int status = f_grad(x, dx, 20, 40, 1.0, &result);
  fprintf(stderr, "%d %s\n", status, status == IRAD_NOT_STORED ? irad_last_error() : "");
  for (int i = 0; i < 20; i++) printf("%.17g %.17g\n", x[i], dx[i]);
  return 0;
}
"""
PROGRAM = r"""
#include <irad/irad.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double f(double *x, int n, int steps, const char *directory) {
  for (int t = 0; t < steps; t++) {
    __irad_checkpoint(3);
    __irad_checkpoint_disk(directory);
    for (int i = 0; i < n; i++) x[i] = x[i] * 0.99 + 0.01 * sin(x[i]) * t;
  }
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}
int main(int argc, char **argv) {
  int copies = 8000, n = 20 * copies;
  double *x = malloc(n * sizeof *x), *dx = calloc(n, sizeof *dx);
  for (int i = 0; i < n; i++) x[i] = 0.1 + 0.04 * (i % 20);
  if (argc > 2) limit(5000);
  __irad_autodiff((void *)f, irad_dup, x, dx, irad_const, n, irad_const, 40, irad_const, argv[1]);
  for (int i = 0; i < 20; i++) printf("%.17g %.17g\n", x[i], dx[i]);
  free(x);
  free(dx);
}
"""


@pytest.fixture(autouse=True)
def linker() -> list[str]:
    try:
        return link_driver("c")
    except IradError as error:
        pytest.skip(str(error))


def wanted() -> np.ndarray:
    """Last values and derivatives: each number goes its own way, by complex steps."""
    z = 0.1 + 0.04 * np.arange(SIZE) + 1e-30j
    for t in range(STEPS):
        z = z * 0.99 + 0.01 * np.sin(z) * t
    return np.stack([z.real, (z * z).imag / 1e-30], axis=1)


def run(folder: Path, *command: Any, status: int = 0) -> tuple[np.ndarray, str]:
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    words = [str(w) for w in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "TMPDIR": str(temporary)})
    assert done.returncode == status, done.stderr
    assert list(temporary.iterdir()) == []
    return np.array(done.stdout.split(), float).reshape(-1, 2), done.stderr.strip()


def test_library(tmp_path: Path, irad_command: Any, linker: list[str]) -> None:
    (tmp_path / "m.py").write_text(SOURCE)
    library, program = tmp_path / "libf.so", tmp_path / "main"
    irad_command("build", f"{tmp_path / 'm.py'}:f", "--signature", "float64(float64[::1], int64)", "-o", library)
    (tmp_path / "main.c").write_text(LIMIT + CALLS)
    subprocess.run([*linker, tmp_path / "main.c", "-o", program, library, f"-Wl,-rpath,{tmp_path}"], check=True)
    found, said = run(tmp_path, program)
    np.testing.assert_allclose(found, wanted(), rtol=1e-11)
    assert said == "0"
    checks: list[list[str]] = [[]]
    if shutil.which("valgrind"):
        checks.append(["valgrind", "-q", "--leak-check=full", "--error-exitcode=9"])
    for words in checks:
        run(tmp_path, *words, program)
        found, said = run(tmp_path, *words, program, "full")
        assert said.startswith(f"6 OSError: {tmp_path}/temporary/irad-snapshots-")
        assert said.endswith("/snapshots: File too large (f())")
        np.testing.assert_allclose(found[:, 0], wanted()[:, 0], rtol=1e-14)


def test_program(tmp_path: Path, irad_command: Any) -> None:
    (tmp_path / "p.c").write_text(LIMIT + PROGRAM)
    program = tmp_path / "p"
    irad_command("cc", "-O2", tmp_path / "p.c", "-o", program, "-lm")
    place = tmp_path / "temporary"
    found, _ = run(tmp_path, program, place)
    np.testing.assert_allclose(found, wanted(), rtol=1e-11)
    _, said = run(tmp_path, program, place, "full", status=-6)
    assert said.startswith(f"irad: snapshots on disk: {place}/irad-snapshots-") and said.endswith("/snapshots: File too large")
    _, said = run(tmp_path, program, tmp_path / "missing", status=-6)
    assert said == f"irad: snapshots on disk: {tmp_path}/missing: No such file or directory"
