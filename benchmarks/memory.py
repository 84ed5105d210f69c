"""The peak of memory that a derivative needs beyond its primal's, measured in a process of its own.

    python -m benchmarks.memory PROGRAM INSTANCE KIND LIBRARY WHICH

prints it in bytes.  Only Linux says what a process has used at most (VmHWM) and lets that be set back; elsewhere there is no
figure.
"""

from __future__ import annotations

import contextlib
import ctypes
import subprocess
import sys
from pathlib import Path

from benchmarks.build import ROOT
from benchmarks.contestants import Contestant, Loaded

SMALL = {
    "llsq": "n8_m3",
    "lse": "n8",
    "det": "l3",
    "ode": "n4_s2",
    "gmm": "d2_k2_n4",
    "ba": "n1_m1_p1",
    "ht": "v8_f8_n4",
    "lstm": "l1_c4",
    "kmeans": "k2_n8_d2",
    "particle": "w0",
    "saddle": "s1",
}
STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def extra(contestant: Contestant, name: str, which: int) -> float | None:
    """Bytes at the peak of the derivative beyond those at the peak of the primal; None where the system does not tell."""
    if not STATUS.exists():
        return None
    arguments = [contestant.program, name, contestant.kind, str(contestant.library or ""), str(which)]
    done = subprocess.run([sys.executable, "-m", "benchmarks.memory", *arguments], cwd=ROOT, capture_output=True, text=True)
    return float(done.stdout) if done.returncode == 0 else None


def trim() -> None:
    """Give free memory of the heap back to the system, so that what is used next counts (glibc)."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def peak(loaded: Loaded, which: int) -> int:
    """The most that the process had while the step ran, in bytes."""
    trim()
    RESET.write_text("5")
    loaded.seconds(which, 1)
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM"))
    return 1024 * int(line.split()[1])


def small(program: str, name: str) -> str:
    """A small instance whose arrays have the types of the instance ``name``."""
    return f"complicated_{SMALL['ht']}" if name.startswith("complicated") else SMALL[program]


def main() -> None:
    program, name, kind, library, which = sys.argv[1:]
    contestant = Contestant(program, kind, Path(library) if library else None)
    if not library:  # compiling needs memory too: that is done before
        first = contestant.load(small(program, name))
        first.seconds(0, 1)
        first.seconds(int(which), 1)
    loaded = contestant.load(name)
    before = peak(loaded, 0)
    print(max(0, peak(loaded, int(which)) - before))


if __name__ == "__main__":
    main()
