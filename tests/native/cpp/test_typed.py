"""The typed C++ layer: what is not right does not compile, and the message says what to write."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from irad.frontends.clang.compilers import find_clang

FOLDER = Path(__file__).parent / "refused"
INCLUDE = Path(__file__).parents[3] / "irad" / "include"
FLAGS = ("-fsyntax-only", "-std=c++17", "-ferror-limit=0", "-ftemplate-backtrace-limit=0", f"-I{INCLUDE}")


def messages(path: Path) -> dict[int, list[str]]:
    """The errors that clang has for the lines of a program, those of templates where they are used."""
    command = [*find_clang().driver(True), *FLAGS, str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    out: dict[int, list[str]] = defaultdict(list)
    for text in re.split(r"^(?=\S+:\d+:\d+: error: )", said, flags=re.M)[1:]:
        places = re.findall(rf"^{re.escape(str(path))}:(\d+):\d+: note: in instantiation", text, re.M)
        line = int(places[-1]) if places else next(reversed(out))  # clang says once where a template is used
        out[line].append(text.split("\n")[0])
    return out


@pytest.mark.parametrize("name", ["typed", "sugar"])
def test_what_is_not_right_does_not_compile(name: str) -> None:
    path = FOLDER / f"{name}.cpp"
    given = messages(path)
    lines = path.read_text().split("\n")
    wanted = {i: line.split("//")[1].strip() for i, line in enumerate(lines, 1) if line.startswith("  ") and "//" in line}
    assert len(wanted) > 10
    wrong = [f"{lines[i - 1].strip()}: {given.get(i)}" for i, part in wanted.items() if not is_right(given.get(i, []), part)]
    assert not wrong, "\n".join(wrong)
    assert given.keys() == wanted.keys()


def is_right(said: list[str], part: str) -> bool:
    """One message of irad's, and nothing behind it."""
    return len(said) == 1 and "irad: " in said[0] and part in said[0]
