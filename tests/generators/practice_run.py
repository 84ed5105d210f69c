"""Outcomes of random programs of practice: ``python -m tests.generators.practice_run FIRST COUNT [FOLDER]``.

Each runs in a process of its own with a limit of time.  Programs that are not right are written to FOLDER and counted.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import traceback
from collections import Counter, defaultdict
from pathlib import Path

import irad.frontends.python.python_to_ir
import irad.pipeline  # noqa: F401  (here, so that the processes need not import it each)
from irad.errors import IradError
from tests.generators.practice_checks import Unfit, compare
from tests.generators.practice_programs import program

TIME = 60


def outcome(number: int, text: str) -> str:
    """``right``, or a line that begins with WRONG, REFUSED, CRASHED, DEFECT, TIMEOUT or UNFIT."""
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (TIME, TIME))
        os.close(r)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with tempfile.TemporaryDirectory() as folder:
            told = _outcome(number, text, Path(folder))
        os.write(w, told.encode()[:3000])
        os._exit(0)
    os.close(w)
    with os.fdopen(r, errors="replace") as pipe:
        told = pipe.read()
    _, status = os.waitpid(pid, 0)
    if not os.WIFSIGNALED(status):
        return told
    return "TIMEOUT" if os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGXCPU) else f"CRASHED signal {os.WTERMSIG(status)}"


def _outcome(number: int, text: str, folder: Path) -> str:
    try:
        compare(number, text, folder)
    except AssertionError as error:
        return f"WRONG {' '.join(str(error).split())[:500]}"
    except Unfit as error:
        return f"UNFIT {error}"
    except IradError as error:
        problems = [" ".join(p.message.split()) for p in getattr(error, "problems", ())] or [str(error)]
        return f"{'DEFECT' if 'inconsistent' in problems[0] else 'REFUSED'} {'; '.join(dict.fromkeys(problems))}\n{error}"
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return f"DEFECT {type(error).__name__} {error} in {frame.name} {frame.filename}:{frame.lineno}"
    return "right"


def main() -> None:
    first, count = int(sys.argv[1]), int(sys.argv[2])
    folder = Path((sys.argv + ["practice_failures"])[3])
    folder.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for number in range(first, first + count):
        text = program(number)
        told = outcome(number, text)
        kind = told.split()[0] if told else "CRASHED"
        counts[kind] += 1
        if kind != "right":
            line = (told or "nothing").splitlines()[0]
            groups[line[:160]].append(number)
            (folder / f"{kind.lower()}_{number}.py").write_text(f"{text}\n# " + told.replace("\n", "\n# ") + "\n")
            print(number, line[:300], flush=True)
        if (number - first) % 25 == 24:
            print("after", number, dict(counts), flush=True)
    print(dict(counts))
    for line, numbers in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(len(numbers), line, numbers[:6])


if __name__ == "__main__":
    main()
