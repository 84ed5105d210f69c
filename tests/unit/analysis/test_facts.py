"""What the analyses say of small functions, beside what a person says of them.

A folder stands for an analysis, a file for one idea.  Behind an instruction, a label or the head of a function stands, as a
comment, all that the analysis has to tell of it, in the words of `analyses.py`; where there is none it must tell nothing, so
every file is full of negative cases.  Lines that begin with ``;`` explain, and may say how parameters take part.  The facts
follow from the program and the definition of the analysis: they are never copied from what irad prints.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest

from irad.llvm.border.session import canonical
from tests.unit.analysis.analyses import DESCRIPTIONS as OTHERS
from tests.unit.analysis.analyses import Subject, read_module
from tests.unit.analysis.element_analyses import ELEMENT_DESCRIPTIONS
from tests.unit.analysis.loop_analyses import LOOP_DESCRIPTIONS

DESCRIPTIONS = OTHERS | LOOP_DESCRIPTIONS | ELEMENT_DESCRIPTIONS
FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.glob("*/*.ll"))
_LINE = re.compile(r"^(?P<code>[^;]*?)(?P<gap>\s*)(?:;\s?(?P<fact>.*))?$")
_HEAD = re.compile(r'define\b[^@]*@"?([\w.$]+)"?\(')
_LABEL = re.compile(r"^[\w.$-]+:")


def annotated(text: str, describe: str) -> tuple[str, str]:
    """The lines of functions with the facts as the file has them, and as the analysis has."""
    code = "".join(_LINE.sub(lambda m: m["code"], line) + "\n" for line in text.split("\n"))
    module = read_module(canonical(code))
    wanted, found = [], []
    places: list[object] = []
    facts: dict[object, str] = {}
    for line in text.split("\n"):
        m = _LINE.match(line)
        assert m is not None
        words = m["code"].strip()
        if head := _HEAD.match(words):
            fn = module.functions[head[1]]
            facts = DESCRIPTIONS[describe](Subject(module, fn, text))
            places = [thing for b in fn.blocks for thing in (b, *b.instructions)]
            thing: object = fn
            if not _LABEL.match(_following(text, line)):
                places.pop(0)
        elif words == "}" or not words or not (line.startswith(" ") or _LABEL.match(words)):
            continue
        else:
            thing = places.pop(0)
        wanted.append(f"{m['code']} ; {(m['fact'] or '').strip()}".rstrip(" ;"))
        found.append(f"{m['code']} ; {facts.get(thing, '')}".rstrip(" ;"))
    return "\n".join(wanted), "\n".join(found)


def _following(text: str, line: str) -> str:
    rest = text[text.index(line) + len(line) + 1 :].split("\n")
    return next(r.strip() for r in rest if r.strip() and not r.strip().startswith(";"))


def test_every_analysis_has_facts() -> None:
    """Also one that is added: a module of the package without a folder of facts fails here."""
    import irad.analysis

    (package,) = irad.analysis.__path__
    modules = {p.stem for p in Path(package).rglob("*.py")} - {"__init__"}
    assert modules - set(DESCRIPTIONS) == set()
    assert {p.parent.name for p in FILES} == set(DESCRIPTIONS)


def _cases() -> list[object]:
    """A file whose first line says what is wrong today has to fail until that is mended."""
    out = []
    for path in FILES:
        first = path.read_text().split("\n", 1)[0]
        wrong = first.removeprefix("; Wrong today: ") if first.startswith("; Wrong today: ") else ""
        marks = [pytest.mark.xfail(reason=wrong, strict=True)] if wrong else []
        out.append(pytest.param(path, id=f"{path.parent.name}-{path.stem}", marks=marks))
    return out


@pytest.mark.parametrize("path", _cases())
def test_facts(path: Path) -> None:
    wanted, found = annotated(path.read_text(), path.parent.name)
    if wanted != found:
        told = difflib.unified_diff(wanted.splitlines(), found.splitlines(), str(path), "what the analysis says", lineterm="")
        pytest.fail("\n".join(told), pytrace=False)
