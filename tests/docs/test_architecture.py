"""The tables in docs/dev/architecture.md: every package, what it may import, and every stage."""

from __future__ import annotations

import re
from pathlib import Path

from irad.stages.stage_table import STAGES
from tests.unit.test_imports import MAY, graph, package_of, sources

PAGE = Path(__file__).resolve().parents[2] / "docs" / "dev" / "architecture.md"
ABOVE = "all above"
FILES = {  # no packages
    "annotations", "byte_counts", "demangle", "errors", "files", "options", "pipeline", "schedule_actions", "_version",
}  # fmt: skip
Row = tuple[str, list[str]]


def packages_of_the_page() -> list[Row]:
    """Each package with the parts that it may import, in the order of the table."""
    text = PAGE.read_text()
    table = text[text.index("## Packages") : text.index("## Stages")]
    out: list[Row] = []
    for name, may in re.findall(r"^\| `([\w/]+)` \|[^|\n]+\| ?([^|\n]*) \|$", table, re.M):
        parts = list(dict.fromkeys(n.split("/")[0] for n, _ in out)) if may == ABOVE else re.findall(r"`(\w+)`", may)
        out.append((name, parts))
    return out


def packages() -> set[str]:
    """All packages, as the page writes them; of the Python frontend, which has a table of its own, the one."""
    names = {module for _, module, path in sources() if path.name == "__init__.py" and module.count(".")}
    return {n.removeprefix("irad.").replace(".", "/") for n in names if not n.startswith("irad.frontends.python.")}


def wrong_imports(rows: list[Row], between: dict[str, set[str]]) -> list[str]:
    """What packages import that stands below them, or in a part that their rows do not name."""
    place = {name: k for k, (name, _) in enumerate(rows)}
    out = []
    for name, parts in rows:
        own = name.split("/")[0]
        for other in sorted(between[name]):
            part = other.split("/")[0]
            if place[other] > place[name] if part == own else part not in parts:
                out.append(f"{name} imports {other}")
    return out


def imports() -> dict[str, set[str]]:
    """Package -> the packages that its modules import."""
    found = {module: path for _, module, path in sources()}
    folders = {module for module, path in found.items() if path.name == "__init__.py"}
    out: dict[str, set[str]] = {name: set() for name in packages()}

    def page_name(module: str) -> str:
        package = package_of(module, folders)
        package = "irad.frontends.python" if package.startswith("irad.frontends.python.") else package
        return package.removeprefix("irad.").replace(".", "/")

    for module, targets in graph({m: p.read_text() for m, p in found.items()}, folders).items():
        own = page_name(module)
        if own in out:
            out[own] |= {t for t in map(page_name, targets) if t in out} - {own}
    return out


def test_every_package_has_a_row() -> None:
    names = [name for name, _ in packages_of_the_page()]
    assert sorted(names) == sorted(packages())


def test_packages_import_what_the_page_says() -> None:
    assert wrong_imports(packages_of_the_page(), imports()) == []


def test_the_page_allows_what_the_arrows_allow() -> None:
    for name, parts in packages_of_the_page():
        part = name.split("/")[0]
        assert {*parts} - {part} <= MAY[part] - FILES, name


def test_a_wrong_import_is_seen() -> None:
    rows: list[Row] = [("ir", []), ("rules/formulas", ["ir"]), ("rules", ["ir"])]
    assert wrong_imports(rows, {"ir": set(), "rules/formulas": {"ir"}, "rules": {"rules/formulas"}}) == []
    assert wrong_imports(rows, {"ir": {"rules"}, "rules/formulas": {"rules"}, "rules": set()}) == [
        "ir imports rules",
        "rules/formulas imports rules",
    ]


def test_every_stage_has_its_row() -> None:
    rows = "\n".join(f"| {s.name} | {s.does} | `{s.home}` |" for s in STAGES)
    assert f"| stage | what is done | file |\n|---|---|---|\n{rows}\n\n" in PAGE.read_text()


def test_the_folders_of_the_python_frontend_are_named() -> None:
    text = PAGE.read_text()
    start = text.index("### The Python frontend")
    named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (.+?) \|", text[start : text.index("###", start + 3)], re.M))))
    packages = [m for _, m, path in sources() if path.name == "__init__.py"]
    assert {m.split(".")[3] for m in packages if m.startswith("irad.frontends.python.")} <= named
