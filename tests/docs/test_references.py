"""What the documentation names exists: files, folders, modules of irad and links, in the pages and in the docstrings of modules.

A path may leave out what it begins with (``loops/plan.py``); a bare name may be that of one file only, or of one beside the page.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
TREES = ("irad", "frontends", "blas_rules", "tests", "benchmarks", "cmake", "docs", "examples")

# Files of the user's, of the system's, and what commands write: examples, which are not in the tree.
EXAMPLES = {
    "FILE.c", "IN.ll", "OUT.ll", "PID-NUMBER-FUNCTION-STEP.ll", "PID-NUMBER-STAGE.ll", "a.ll", "complex.h", "energy.html",
    "figures.png", "fit.c", "main.c", "math.h", "model.c", "model.h", "model.ll", "modelConfig.cmake", "ndarraytypes.h",
    "object.h", "stages.html", "tupleobject.h",
}  # fmt: skip
# Names of functions in IR that begin as modules do.
IN_IR = {"irad.found", "irad.handled", "irad.kept", "irad.negligible", "irad.raise", "irad.unknown"}

_FILE = re.compile(r"(?<![\w/.*:-])((?:[\w.-]+/)*[\w-]+\.(?:py|md|ll|c|h|hpp|cpp|svg|png|html|toml|cmake))(?![\w(:]|\.\w)")
_FOLDER = re.compile(r"`((?!\.)[a-z_]+(?:/[a-z_]+)+)/?`")
_MODULE = re.compile(r"`([a-z_]\w*(?:\.\w+)+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages() -> list[Path]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "blas_rules").rglob("*.md")]
    return sorted(p for p in found if not any(part.startswith(".") for part in p.relative_to(ROOT).parts))


def docstrings() -> Iterator[tuple[Path, str]]:
    for folder in ("irad", "frontends", "blas_rules"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if text := ast.get_docstring(ast.parse(path.read_text())):
                yield path, text


@cache
def files() -> frozenset[str]:
    """Every file of the tree, and the folders they lie in, by their paths from its root."""
    found = [p for p in ROOT.iterdir() if p.is_file()]
    found += [p for tree in TREES for p in (ROOT / tree).rglob("*") if "__pycache__" not in p.parts and p.is_file()]
    return frozenset(p.relative_to(ROOT).as_posix() for p in found)


@cache
def suffixes() -> frozenset[str]:
    """All that a path in the documentation may be: of each file and folder the path without its first parts."""
    paths = {PurePosixPath(f) for f in files()}
    paths |= {parent for p in paths for parent in p.parents}
    return frozenset("/".join(p.parts[k:]) for p in paths for k in range(len(p.parts)))


@cache
def names() -> Counter[str]:
    return Counter(PurePosixPath(f).name for f in files())


def wrong_files(text: str, beside: Path) -> Iterator[str]:
    """What a text names and nobody finds, each with the reason."""
    for name in dict.fromkeys(_FILE.findall(text)):
        bare = "/" not in name
        if PurePosixPath(name).name in EXAMPLES or (beside / name).exists():
            continue
        if name not in suffixes():
            yield f"{name}: no such file"
        elif bare and names()[name] > 1 and name != "__init__.py":
            yield f"{name}: {names()[name]} files have that name, say in which folder"
    yield from (f"{name}: no such folder" for name in dict.fromkeys(_FOLDER.findall(text)) if name not in suffixes())


def is_there(name: str) -> bool:
    """Is it a module, or something in one?"""
    parts = name.split(".")
    for k in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:k]))
        except ImportError:
            continue
        for part in parts[k:]:
            if not hasattr(thing, part):
                return False
            thing = getattr(thing, part)
        return True
    return False


@cache
def modules() -> dict[str, list[str]]:
    """Of each package beside ``irad.errors`` and each module, by the name it has without what is before it, all full names."""
    out: dict[str, list[str]] = {"irad": ["irad"]}
    for path in sorted(f for f in files() if f.endswith(".py") and f.startswith(("irad/", "frontends/", "blas_rules/"))):
        parts = PurePosixPath(path).with_suffix("").parts
        full = parts if parts[0] == "irad" else ("irad", *parts)
        out.setdefault(full[1], []).append(f"irad.{full[1]}")
        if parts[-1] != "__init__":
            out.setdefault(parts[-1], []).append(".".join(full))
    return out


def wrong_modules(text: str) -> Iterator[str]:
    """Of ``irad.a.b``, ``a.b`` where ``a`` is a package of irad's, and ``m.b`` where ``m`` is a module: is there a ``b``?"""
    for name in dict.fromkeys(_MODULE.findall(text)):
        head, _, rest = name.partition(".")
        if name in IN_IR or head == "llvm" or re.search(r"\.(?:py|md|ll|pc|c|h)$", name):  # names of intrinsics, and of files
            continue
        homes = modules().get(head)
        if homes is not None and not any(is_there(f"{home}.{rest}") for home in dict.fromkeys(homes)):
            yield f"{name}: no such module, or nothing of that name in it"


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    found = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in found}


def wrong_links(page: Path, text: str) -> Iterator[str]:
    for target in dict.fromkeys(_LINK.findall(text)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        to = (page.parent / path).resolve() if path else page
        if not to.exists():
            yield f"{target}: the link leads nowhere"
        elif anchor and anchor not in headings(to):
            yield f"{target}: {to.name} has no such heading"


@pytest.mark.parametrize("page", pages(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_page(page: Path) -> None:
    text = page.read_text()
    assert [*wrong_files(text, page.parent), *wrong_modules(text), *wrong_links(page, text)] == []


def test_docstrings_of_modules() -> None:
    found = [(p, [*wrong_files(text, p.parent), *wrong_modules(text)]) for p, text in docstrings()]
    assert [(p.relative_to(ROOT).as_posix(), wrong) for p, wrong in found if wrong] == []


def test_examples_are_used() -> None:
    """A name that no page has any more would excuse a stale one."""
    text = "\n".join([*(p.read_text() for p in pages()), *(t for _, t in docstrings())])
    assert {name for name in EXAMPLES | IN_IR if name not in text} == set()


def test_every_page_is_in_the_index() -> None:
    linked = set(_LINK.findall((ROOT / "docs" / "index.md").read_text()))
    wanted = {p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")} - {"index.md"}
    assert wanted <= linked


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("`loops/plans.py` decides", "no such file"),
        ("see `frontends/python/arrays.py`", "no such file"),
        ("(`runtime.md`) or `plan.py`, `transform/loops/plan.py`", ""),
        ("`programs.py` writes them", "say in which folder"),
        ("in `irad/tables`", "no such folder"),
        ("`irad.transform.cache` has it", "no such module"),
        ("`irad.transform.loops.plan` has it, and `irad.grad`", ""),
        ("`analysis.rerun.Save` or `llvm.sin.f64`", "no such module"),
        ("`plan.nothing_of_that_name`", "no such module"),
        ("`plan.LoopPlanner`, `analysis.flow.trips`, `np.exp`", ""),
    ],
)
def test_what_is_stale_is_found(text: str, reason: str) -> None:
    found = [*wrong_files(text, ROOT), *wrong_modules(text)]
    assert (len(found) == 1 and reason in found[0]) if reason else found == []


def test_links_are_followed() -> None:
    page = ROOT / "docs" / "cli.md"
    assert list(wrong_links(page, "[a](native.md) [b](dev/runtime.md#nowhere) [c](gone.md) [d](https://example.org/x)")) == [
        "dev/runtime.md#nowhere: runtime.md has no such heading",
        "gone.md: the link leads nowhere",
    ]
