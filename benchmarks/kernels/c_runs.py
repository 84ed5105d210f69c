"""The figures of kernels in C: the primal and the adjoint by hand compiled by clang, the gradient by irad.

    python -m benchmarks.kernels.c_runs NAME FOLDER STEP [SIZES...]

prints how many bytes a step needs at its peak, beyond those of the primal, in a process of its own.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import memory
from benchmarks.build import FLAGS, ROOT, BuildError, Library
from benchmarks.kernels.c_catalogue import C_KERNELS, CKernel
from benchmarks.kernels.kernel_table import Figures
from benchmarks.measure import repetitions
from irad.api.export.programs import parse_command, run_command
from irad.errors import IradError
from irad.frontends.clang import find_clang

SOURCES = Path(__file__).resolve().parent / "c_kernels"
PRIMAL, GRADIENT, HAND, RESTORE, RESTORE_VALUES = range(5)  # the steps of c_kernel.h


def build(name: str, folder: Path) -> tuple[Path, Path]:
    """The libraries of clang and of irad; raises `BuildError`."""
    source = str(SOURCES / f"{name}.c")
    plain, made = folder / f"{name}.so", folder / f"{name}.irad.so"
    command = [*find_clang().driver(False), "-DPRIMAL_ONLY", *FLAGS, source, "-o", str(plain), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(done.stderr)
    try:
        run_command(parse_command([*FLAGS, source, "-o", str(made), "-lm"]))
    except IradError as error:
        raise BuildError(str(error)) from error
    return plain, made


def c_measured(kernel: CKernel, rounds: int, folder: Path, weigh: bool = True, tiny: bool = False) -> Figures:
    """One row; ``wrong`` says what does not agree."""
    plain, made = build(kernel.name, folder)
    given = kernel.given(tiny)
    by_clang, by_irad = Library(plain, given), Library(made, given)
    row = Figures(kernel.name, wrong=_complaints(kernel, by_clang, by_irad, plain, made))
    steps = {"primal": (by_clang, PRIMAL), "gradient": (by_irad, GRADIENT)}
    if kernel.hand:
        steps["hand"] = (by_clang, HAND)
    off = {"restore": (by_clang, RESTORE), "restore values": (by_clang, RESTORE_VALUES)}
    counts = {name: repetitions(*step) for name, step in steps.items()}
    times: dict[str, list[float]] = {name: [] for name in [*steps, *off]}
    for _ in range(rounds):
        for name, (library, which) in {**steps, **off}.items():
            times[name].append(library.seconds(which, counts.get(name, 20)))
    less = {name: statistics.median(times["restore values" if name == "primal" else "restore"]) for name in steps}
    net = {name: [max(t - less[name], 1e-9) for t in times[name]] for name in steps}
    row.seconds = {name: statistics.median(found) for name, found in net.items()}
    row.gradient_primal = _ratio(net["gradient"], net["primal"])
    if kernel.hand:
        row.gradient_hand, row.hand_primal = _ratio(net["gradient"], net["hand"]), _ratio(net["hand"], net["primal"])
    if weigh:
        row.tape = extra(kernel.name, folder, GRADIENT)
        row.scratch = 8 * kernel.kept(kernel.tiny if tiny else kernel.sizes) if kernel.hand else None
    return row


def _ratio(a: list[float], b: list[float]) -> float:
    return statistics.median(x / y for x, y in zip(a, b, strict=True))


def _complaints(kernel: CKernel, by_clang: Library, by_irad: Library, plain: Path, made: Path) -> str:
    ours, theirs = by_irad.results(), by_clang.results()
    apart = abs(ours[0] - theirs[0]) / max(1.0, abs(theirs[0]))
    if kernel.hand:
        apart = max(apart, float(np.abs(ours - theirs)[1:].max() / np.abs(theirs[1:]).max()))
    if not apart <= kernel.tolerance:
        return f"by hand and by irad differ by {apart:.1e}"
    found = by_differences(kernel, plain, made)
    return "" if found <= (1e-6 if kernel.tolerance < 1e-6 else 1e-2) else f"differences and irad differ by {found:.1e}"


def by_differences(kernel: CKernel, plain: Path, made: Path) -> float:
    """How far irad's directional derivative of the small case is from central differences, relative."""
    arrays = kernel.arrays(tiny=True)
    rng = np.random.default_rng(1)
    directions = [rng.normal(size=a.shape) for a in arrays]

    def value(t: float) -> float:
        return float(Library(plain, kernel.given(True, [t * d for d in directions])).results()[0])

    h = 1e-5 if kernel.tolerance < 1e-6 else 1e-2
    slopes = [(value(s) - value(-s)) / (2 * s) for s in (h, 2 * h)]
    found: NDArray[np.float64] = Library(made, kernel.given(True)).results()[1:]
    flat = np.concatenate([d.ravel() for d in directions])
    exact = float((found[: flat.size] * flat).sum())
    return abs((4 * slopes[0] - slopes[1]) / 3 - exact) / max(abs(exact), 1e-3)


def extra(name: str, folder: Path, which: int, sizes: tuple[int, ...] = ()) -> int | None:
    """The bytes that a step needs beyond the primal, by default with the kernel's own sizes; None where they cannot be told."""
    if not memory.STATUS.exists():
        return None
    command = [sys.executable, "-m", "benchmarks.kernels.c_runs", name, str(folder), str(which), *map(str, sizes)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 else None


def main() -> None:
    name, folder, which, *sizes = sys.argv[1:]
    kernel = C_KERNELS[name]
    kernel = kernel.sized(*map(int, sizes)) if sizes else kernel
    made: Any = Library(Path(folder) / f"{name}.irad.so", kernel.given())
    made.seconds(RESTORE, 1)
    small = Library(Path(folder) / f"{name}.irad.so", kernel.given(tiny=True))
    small.seconds(int(which), 1)
    before = memory.peak(made, PRIMAL)
    print(max(0, memory.peak(made, int(which)) - before))


if __name__ == "__main__":
    main()
