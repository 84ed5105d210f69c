"""The list of packages in pyproject.toml is the list of folders with Python files."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_folder_is_packaged() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = config["tool"]["setuptools"]["packages"]
    found = set()
    for package, folder in (("irad", "irad"), ("irad.frontends", "frontends"), ("irad.blas_rules", "blas_rules")):
        for path in (ROOT / folder).rglob("*.py"):
            inner = path.parent.relative_to(ROOT / folder).parts
            found.add(".".join((package, *inner)))
    assert sorted(listed) == sorted(found | {"irad.cmake"})
    assert len(listed) == len(set(listed))


def test_every_package_has_an_init_file() -> None:
    missing = [
        str(folder)
        for top in ("irad", "frontends", "blas_rules")
        for folder in {path.parent for path in (ROOT / top).rglob("*.py")}
        if not (folder / "__init__.py").exists()
    ]
    assert not missing
