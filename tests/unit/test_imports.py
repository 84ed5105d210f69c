"""The arrows of docs/dev/architecture.md: who may import whom, no cycles inside a package, and that ``import irad`` is cheap.

What counts as an import: the statements, wherever they stand (in functions, under ``TYPE_CHECKING``), and ``import_module`` and
``find_spec`` with a constant name.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Each part may import itself and what stands here.
MAY = {
    "demangle": set(),
    "errors": {"demangle"},
    "annotations": set(),
    "progress": set(),
    "tracebacks": {"errors"},
    "byte_counts": set(),
    "_version": set(),
    "options": {"errors"},
    "schedule_actions": set(),
    "files": {"errors"},
    "ir": {"errors"},
    "rules": {"errors", "options", "ir"},
    "blas_rules": {"errors", "options", "ir", "rules"},
    "analysis": {"errors", "options", "ir", "rules", "blas_rules"},
    "transform": {"errors", "options", "schedule_actions", "ir", "rules", "blas_rules", "analysis"},
    "llvm": {"errors", "options", "schedule_actions", "ir", "_version"},
    "frontends": {"annotations", "byte_counts", "demangle", "errors", "files", "options", "ir", "rules", "llvm", "_version"},
}
BELOW_PIPELINE = {*MAY}
MAY["stages"] = BELOW_PIPELINE
BELOW_PIPELINE = BELOW_PIPELINE | {"stages"}
MAY["pipeline"] = BELOW_PIPELINE
MAY["runtime"] = BELOW_PIPELINE | {"pipeline"}
MAY["pycall"] = BELOW_PIPELINE | {"pipeline", "runtime"}
MAY["api"] = BELOW_PIPELINE | {"pipeline", "runtime", "pycall"}
MAY["cli"] = BELOW_PIPELINE | {"pipeline", "runtime", "pycall", "api"}
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


@cache
def imported(text: str, module: str, is_package: bool) -> tuple[tuple[int, str], ...]:
    """The modules a file names: of ``from a import b`` both ``a`` and ``a.b``, which may be a module."""
    return tuple(_imported(ast.parse(text), module, is_package))


def _imported(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
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
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "find_spec", "__import__") and isinstance(node.args[0].value, str):
                yield node.lineno, node.args[0].value


def violations(part: str, module: str, text: str, is_package: bool = False) -> list[str]:
    """What one file imports against the arrows."""
    out = []
    for line, name in imported(text, module, is_package):
        words = name.split(".")
        if words[:2] == ["llvmlite", "binding"] and part != "llvm":
            out.append(f"{module}:{line} imports llvmlite.binding; only irad.llvm does")
        if words[:2] == ["llvmlite", "ir"] and part != "frontends":
            out.append(f"{module}:{line} imports llvmlite.ir; only the frontends build with it")
        if words[0] == "irad" and len(words) > 1 and part:
            target = words[1]
            if target in MAY and target != part and target not in MAY[part]:
                out.append(f"{module}:{line}: {part} must not import {target}")
    return list(dict.fromkeys(out))


def package_of(module: str, packages: AbstractSet[str]) -> str:
    """The package that a module lies in; of a package, itself."""
    return module if module in packages else module.rpartition(".")[0]


def graph(texts: Mapping[str, str], packages: AbstractSet[str]) -> dict[str, set[str]]:
    """Module -> the modules among ``texts`` that it imports.  A package stands for its ``__init__``."""
    out: dict[str, set[str]] = {module: set() for module in texts}
    for module, text in texts.items():
        statements: dict[int, list[str]] = {}
        for line, name in imported(text, module, module in packages):
            statements.setdefault(line, []).append(name)
        for named in statements.values():
            inner = [n for n in named[1:] if n in texts]
            # ``from a import b`` with a module b is an import of that, and not of what the package a defines itself.
            out[module] |= {*inner} if len(inner) == len(named) - 1 > 0 else {n for n in named if n in texts}
        out[module].discard(module)
    return out


def cycles(edges: Mapping[str, AbstractSet[str]]) -> list[list[str]]:
    """Groups of modules that import each other, by whatever way (Tarjan's strongly connected components)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    out: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for target in sorted(edges[module]):
            if target not in number:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], number[target])
        if low[module] == number[module]:
            place = stack.index(module)
            group, stack[place:] = stack[place:], []
            if len(group) > 1:
                out.append(sorted(group))

    for module in sorted(edges):
        if module not in number:
            visit(module)
    return out


LARGEST_FOLDER = 16  # Python files, without `__init__.py`
LONGEST_FILE = 500  # lines


def test_no_cycles_of_imports() -> None:
    found = list(sources())
    packages = {module for _, module, path in found if path.name == "__init__.py"}
    edges = graph({module: path.read_text() for _, module, path in found}, packages)
    groups = cycles(edges)
    assert not groups, "\n".join(map(str, groups))


def test_all_packages_are_installed(root: Path) -> None:
    listed = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    data = {"irad.cmake"}
    assert set(listed) - data == {module for _, module, path in sources() if path.name == "__init__.py"}
    assert len(listed) == len(set(listed))


def test_packages_import_each_other_one_way() -> None:
    """Also those inside of one part.  (``irad`` itself is the façade, whose names are loaded when they are asked for.)"""
    found = [(module, path) for _, module, path in sources()]
    packages = {module for module, path in found if path.name == "__init__.py"}
    edges = graph({module: path.read_text() for module, path in found}, packages)
    between: dict[str, set[str]] = {package: set() for package in packages - {"irad"}}
    for module, targets in edges.items():
        own = package_of(module, packages)
        if own in between:
            between[own] |= {package_of(t, packages) for t in targets} - {own, "irad"}
    assert not cycles(between)


def files_by_folder() -> dict[Path, list[Path]]:
    """The Python files of each folder, without `__init__.py`."""
    out: dict[Path, list[Path]] = {}
    for _, _, path in sources():
        if path.name != "__init__.py":
            out.setdefault(path.parent, []).append(path)
    return out


def test_folders_are_small() -> None:
    assert not {str(folder): len(files) for folder, files in files_by_folder().items() if len(files) > LARGEST_FOLDER}


def test_files_are_short() -> None:
    long = {str(path): n for _, _, path in sources() if (n := path.read_text().count("\n")) >= LONGEST_FILE}
    assert not long


def test_names_of_files_and_classes_tell_them_apart() -> None:
    files: dict[str, list[str]] = {}
    classes: dict[str, list[str]] = {}
    for _, module, path in sources():
        if path.name != "__init__.py":
            files.setdefault(path.name, []).append(module)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(module)
    # `irad.Module` is what users know, `Module` of the IR model what LLVM calls so.
    assert {name for name, where in (files | classes).items() if len(where) > 1} <= {"Module"}


def test_python_functions_are_looked_at_without_llvm() -> None:
    """What calls a function whose code lies on disk needs the folder ``sources`` of the Python frontend only."""
    for _, module, path in sources():
        if module.startswith("irad.frontends.python.sources."):
            names = {name for _, name in imported(path.read_text(), module, False)}
            assert not [n for n in names if n.split(".")[0] == "llvmlite" or n.startswith("irad.llvm")], module


# Where regular expressions are about something else than IR text.
OTHER_TEXT = {
    "names of functions and variables": {
        "irad.demangle", "irad.rules.itanium", "irad.rules.host_names", "irad.rules.registry", "irad.rules.formulas.strong_zero",
        "irad.runtime.native_values", "irad.transform.lower.address_thunks", "irad.transform.lower.routine_bodies",
        "irad.transform.shadows.static_shadows", "irad.transform.refused.refusals", "irad.transform.declared.marked_calls",
        "irad.transform.declared.registrations", "irad.transform.declared.registered_rules",
        "irad.transform.declared.enzyme_marks",
        "irad.transform.declared.call_reader", "irad.transform.declared.reach", "irad.blas_rules.rows.library_names",
    },
    "rows of rules and what users write": {
        "irad.rules.formulas.model", "irad.blas_rules.rows.language", "irad.frontends.python.sources.type_signatures",
        "irad.analysis.memory.enzyme_types", "irad.pycall.low_level", "irad.runtime.blas_threads",
        "irad.byte_counts", "irad.frontends.python.evaluated.bounded_steps",
    },
    "command lines, messages, file names, C": {
        "irad.stages.observers", "irad.api.export.exports", "irad.api.export.command_line", "irad.api.export.headers",
        "irad.api.export.shared_library", "irad.llvm.compile_cache", "irad.llvm.guard", "irad.frontends.clang.compilers",
        "irad.frontends.clang.compile", "irad.frontends.python.core.texts",
        "irad.frontends.python.messages.templates", "irad.frontends.python.sources.instances",
    },
    "IR of irad's own, in files beside the code": {
        "irad.llvm.runtime_ir.container_bodies", "irad.llvm.runtime_ir.arena_runtime", "irad.llvm.runtime_ir.snapshot_files",
    },
    "text that llvmlite's builder has made": {"irad.frontends.python.compiler.module_text"},
    "IR that is shown in colours": {"irad.cli.page"},
}  # fmt: skip
BORDER = ("irad.ir.", "irad.llvm.border.")  # the reader and the printer; where text goes into LLVM and comes from it


def test_ir_text_is_searched_at_the_border_only() -> None:
    """Between reader and printer the model is asked.  A module that imports ``re`` is listed, with what for."""
    listed = {module for modules in OTHER_TEXT.values() for module in modules}
    found = {
        module
        for _, module, path in sources()
        if not module.startswith(BORDER) and "re" in {name for _, name in imported(path.read_text(), module, False)}
    }
    assert found == listed


@pytest.mark.parametrize(
    "text",
    [
        "import irad.p.b",
        "from irad.p import b",
        "from . import b",
        "from .b import x",
        "def f():\n    from irad.p.b import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from irad.p.b import x",
        "from importlib import import_module\ndef f():\n    return import_module('irad.p.b')",
        "import importlib\nm = importlib.import_module('irad.p.b')",
        "import irad.p.c",
    ],
)
def test_a_cycle_is_seen(text: str) -> None:
    texts = {"irad.p": "", "irad.p.a": text, "irad.p.b": "import irad.p.a", "irad.p.c": "import irad.p.b", "irad.p.d": ""}
    group = ["irad.p.a", "irad.p.b", *(["irad.p.c"] if text.endswith("c") else [])]
    assert cycles(graph(texts, {"irad.p"})) == [group]


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
        ("analysis", "import irad.transform.reverse.reverse_mode"),
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

    for name in irad.PUBLIC:
        assert getattr(irad, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = irad.no_such_name
