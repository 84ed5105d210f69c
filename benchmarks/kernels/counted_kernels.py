"""Libraries of kernels whose instructions `benchmarks.guard` counts: those in C, and some of those in Python by `irad build`."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.build import BuildError
from benchmarks.kernels.c_catalogue import C_KERNELS
from benchmarks.kernels.c_runs import SOURCES
from benchmarks.kernels.kernel_model import Kernel
from benchmarks.kernels.python_kernels import KERNELS
from irad.api.export.programs import parse_command, run_command
from irad.api.export.shared_library import ExportRequest
from irad.api.export.shared_library import build as export
from irad.errors import IradError
from irad.frontends.clang import find_clang

C_SIZES: dict[str, tuple[int, ...]] = {
    "c_gemm": (24, 20, 28),
    "c_gemm_single": (24, 20, 28),
    "c_cholesky": (32,),
    "c_lu": (32,),
    "c_jacobi2d": (30, 4),
    "c_seidel": (24, 4),
    "c_convolution": (30, 5),
    "c_bodies": (30,),
    "c_triangular": (100,),
    "c_shortest": (20,),
    "c_atax": (60, 50),
    "c_doitgen": (100, 12),
    "c_biquad": (2000,),
    "c_softmax": (30, 30),
    "c_heat_nonlinear": (300, 10),
}
PYTHON_SIZES: dict[str, tuple[int, ...]] = {
    "cholesky": (32,),
    "lu_solve": (32,),
    "gemm": (24,),
    "doitgen": (12,),
    "stencil5": (50, 50),
    "burgers": (300, 10),
    "soft_dtw": (20, 18),
    "kalman_scalar": (500,),
    "nbody": (20, 3),
    "softmax_rows": (30, 30),
}
SIZES = {**C_SIZES, **PYTHON_SIZES}
DRIVER = Path(__file__).resolve().parent / "python_kernels" / "exported_kernel.h"
GRADIENT = 1  # its place among the steps, of `c_kernel.h` as of `exported_kernel.h`


def label(name: str) -> str:
    """
    >>> label("c_gemm")
    'c_gemm/24_20_28 gradient'
    """
    return f"{name}/{'_'.join(map(str, SIZES[name]))} gradient"


def numbers(name: str) -> NDArray[np.float64]:
    """The flat input of a library."""
    if name in C_KERNELS:
        return C_KERNELS[name].sized(*SIZES[name]).given()
    arrays = [a for a in _sized(name).arguments() if isinstance(a, np.ndarray)]
    return np.concatenate([[len(arrays)], *([a.size, *a.ravel()] for a in arrays)]).astype(np.float64)


def library(name: str, flags: tuple[str, ...], processor: str, folder: Path) -> Path:
    """Build the library of a kernel; raises `BuildError`."""
    try:
        return _of_c(name, flags, processor, folder) if name in C_KERNELS else _of_python(name, processor, folder)
    except (IradError, subprocess.CalledProcessError) as error:
        raise BuildError(f"{name} does not compile:\n{error}") from error


def _of_c(name: str, flags: tuple[str, ...], processor: str, folder: Path) -> Path:
    out = folder / f"{name}.so"
    run_command(parse_command([*flags, f"-march={processor}", str(SOURCES / f"{name}.c"), "-o", str(out), "-lm"]))
    return out


def _of_python(name: str, processor: str, folder: Path) -> Path:
    """``irad build`` of the function, with an object file in it that runs its gradient."""
    kernel, out = _sized(name), folder / f"lib{name}.so"
    caller, compiled = folder / f"{name}_caller.c", folder / f"{name}_caller.o"
    signature, activity, source = described(kernel)
    caller.write_text(source)
    command = [*find_clang().driver(False), "-O2", "-fPIC", f"-march={processor}", "-c", str(caller), "-o", str(compiled)]
    subprocess.run(command, check=True)
    export([ExportRequest(kernel.function, signature, ("grad",), activity)], out, cpu=processor, link=[str(compiled)])
    return out


def described(kernel: Kernel) -> tuple[str, tuple[str, ...], str]:
    """Signature and activity for ``irad build``, and in C what calls the gradient with these arguments.

    >>> signature, activity, source = described(KERNELS["seidel"].sized(5, 2))
    >>> signature, activity
    ('(float64[:, ::1], int64)', ('dup', 'const'))
    >>> print(source.splitlines()[2])
    #define GRADIENT(x, dx) seidel_grad(x[0], dx[0], 5, 5, 2, 1, NULL)
    """
    args = kernel.arguments()
    active = kernel.active(args)
    types, declared, passed, at = [], [], [], 0
    for k, a in enumerate(args):
        if not isinstance(a, np.ndarray):
            types.append("int64" if isinstance(a, int) else "float64")
            declared.append("int64_t" if isinstance(a, int) else "double")
            passed.append(repr(a))
            continue
        types.append(f"float64[{':, ' * (a.ndim - 1)}::1]")
        places = [f"x[{at}]", *([f"dx[{at}]"] if k in active else [])]
        declared += ["double *"] * len(places) + ["int64_t"] * a.ndim
        passed += [*places, *map(str, a.shape)]
        at += 1
    name = kernel.function.__name__
    lines = [
        "#include <stdint.h>",
        f"int {name}_grad({', '.join([*declared, 'double', 'double *'])});",
        f"#define GRADIENT(x, dx) {name}_grad({', '.join([*passed, '1', 'NULL'])})",
        f'#include "{DRIVER}"',
    ]
    activity = tuple("dup" if k in active else "const" for k in range(len(args)))
    return f"({', '.join(types)})", activity, "\n".join(lines) + "\n"


def _sized(name: str) -> Kernel:
    sizes: Any = PYTHON_SIZES[name]
    return KERNELS[name].sized(*sizes)
