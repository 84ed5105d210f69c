"""The arrows of docs/dev/architecture.md: who may import whom, and that ``import irad`` is cheap."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Each part may import itself and what stands here.
MAY = {
    "demangle": set(),
    "errors": {"demangle"},
    "_version": set(),
    "options": {"errors"},
    "files": {"errors"},
    "ir": {"errors"},
    "rules": {"errors", "options", "ir"},
    "blas_rules": {"errors", "options", "ir", "rules"},
    "analysis": {"errors", "options", "ir", "rules", "blas_rules"},
    "transform": {"errors", "options", "ir", "rules", "blas_rules", "analysis"},
    "llvm": {"errors", "options", "ir", "_version"},
    "frontends": {"demangle", "errors", "files", "options", "ir", "rules", "llvm", "_version"},
}
BELOW_PIPELINE = {*MAY}
MAY["pipeline"] = BELOW_PIPELINE
MAY["api"] = BELOW_PIPELINE | {"pipeline"}
MAY["cli"] = BELOW_PIPELINE | {"pipeline", "api"}
MAY["__main__"] = {"cli"}

FOLDERS = {"irad": ROOT / "irad", "irad.frontends": ROOT / "frontends", "irad.blas_rules": ROOT / "blas_rules"}


def sources() -> Iterator[tuple[str, str, Path]]:
    """Every source file: its part, its module name, its path."""
    for package, folder in FOLDERS.items():
        for path in sorted(folder.rglob("*.py")):
            inner = path.relative_to(folder).with_suffix("").parts
            module = ".".join((package, *(p for p in inner if p != "__init__")))
            part = module.split(".")[1] if module.count(".") else ""
            yield part, module, path


def imported(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """The modules a file names in import statements, those under TYPE_CHECKING included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                parts = parts[: len(parts) - node.level + is_package]
                base = ".".join([*parts, base] if base else parts)
            yield node.lineno, base
            if base in ("irad", "llvmlite"):
                for alias in node.names:
                    yield node.lineno, f"{base}.{alias.name}"


def violations(part: str, module: str, text: str, is_package: bool = False) -> list[str]:
    """What one file imports against the arrows."""
    out = []
    for line, name in imported(ast.parse(text), module, is_package):
        words = name.split(".")
        if words[:2] == ["llvmlite", "binding"] and part != "llvm":
            out.append(f"{module}:{line} imports llvmlite.binding; only irad.llvm does")
        if words[:2] == ["llvmlite", "ir"] and part != "frontends":
            out.append(f"{module}:{line} imports llvmlite.ir; only the frontends build with it")
        if words[0] == "irad" and len(words) > 1 and part:
            target = words[1]
            if target in MAY and target != part and target not in MAY[part]:
                out.append(f"{module}:{line}: {part} must not import {target}")
    return out


def test_imports_point_one_way() -> None:
    found = []
    for part, module, path in sources():
        assert not part or part in MAY, f"{path}: the part {part!r} has no place in the table of arrows"
        found += violations(part, module, path.read_text(), path.name == "__init__.py")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("ir", "from irad.rules import lookup"),
        ("transform", "from irad import llvm"),
        ("transform", "from ..llvm.jit import Engine"),
        ("analysis", "import irad.transform.reverse"),
        ("api", "import llvmlite.binding as llvm"),
        ("api", "from llvmlite import ir"),
        ("pipeline", "from irad.api import autodiff"),
        ("frontends", "def f():\n    from irad.pipeline import run"),
    ],
)
def test_a_wrong_arrow_is_seen(part: str, text: str) -> None:
    assert violations(part, f"irad.{part}.example", text)


def test_import_is_cheap_and_lazy() -> None:
    script = (
        "import sys, time; t = time.perf_counter(); import irad; t = time.perf_counter() - t\n"
        "heavy = {'numpy', 'scipy', 'llvmlite', 'click', 'numba'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "print(t)"
    )
    times = [float(subprocess.check_output([sys.executable, "-c", script], cwd=ROOT)) for _ in range(3)]
    assert min(times) < 0.15


def test_public_names_exist() -> None:
    import irad

    for name in irad._PUBLIC:
        assert getattr(irad, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = irad.no_such_name
