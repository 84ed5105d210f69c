"""Outcomes of random C++ programs, in batches: ``python -m tests.generators.cpp_run FIRST COUNT [BATCH]``.

The programs of a batch that fails are tried one by one, each in a process of its own.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from irad.errors import DifferentiationError, IradError
from tests.generators.cpp_checks import Failed, compare, flags_of
from tests.generators.cpp_programs import Program, program

TIME = 60


def outcome(programs: Sequence[Program], flags: str) -> str:
    """``right N`` (of so many that are a test), or a short text that says how it fails; in a process of its own."""
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (TIME, TIME))
        os.close(r)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with tempfile.TemporaryDirectory() as folder:
            text = _outcome(programs, flags, Path(folder))
        os.write(w, text.encode()[:3000])
        os._exit(0)
    os.close(w)
    with os.fdopen(r, errors="replace") as pipe:
        text = pipe.read()
    _, status = os.waitpid(pid, 0)
    return (
        "TIMEOUT"
        if os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGXCPU)
        else f"SIGNAL {os.WTERMSIG(status)}"
        if os.WIFSIGNALED(status)
        else text
    )


def _outcome(programs: Sequence[Program], flags: str, folder: Path) -> str:
    try:
        return f"right {compare(programs, folder, flags)}"
    except AssertionError as error:
        return f"WRONG | {' '.join(str(error).split())[:500]}"
    except Failed as error:
        return f"FAILED {str(error)[:40]} | {error}"
    except DifferentiationError as error:
        return f"REFUSED {error.message[:60]} | {error}"
    except IradError as error:
        return f"ERROR {str(error)[:60]} | {error}"
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return f"DEFECT {type(error).__name__} {frame.name} {frame.filename}:{frame.lineno} | {error}"


def main() -> None:
    first, count, batch = int(sys.argv[1]), int(sys.argv[2]), int((sys.argv + ["6"])[3])
    for start in range(first, first + count, batch):
        numbers = range(start, min(start + batch, first + count))
        flags = flags_of(start)
        text = outcome([program(k) for k in numbers], flags)
        print(start, f"[{flags}]", text[:200], flush=True)
        if text.startswith("right"):
            continue
        for k in numbers:
            print("  ", k, outcome([program(k)], flags)[:1500], flush=True)


if __name__ == "__main__":
    main()
