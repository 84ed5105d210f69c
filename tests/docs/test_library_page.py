"""The page of functions of NumPy and SciPy says what the compiler's tables say."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def made(root: Path) -> Any:
    """The module that writes the page."""
    spec = importlib.util.spec_from_file_location("library_page", root / "docs/dev/library_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sections(text: str) -> dict[str, set[str]]:
    parts = re.split(r"^## `([\w.]+)` \(\d+\)$", text, flags=re.M)
    named = zip(parts[1::2], parts[2::2], strict=True)
    return {title: set(re.findall(r"`(\w+)`", body.split("\n## ")[0])) for title, body in named}


def test_the_page_names_what_is_known(made: Any) -> None:
    """Names that another version of NumPy or SciPy does not have are left out."""
    listed = sections(made.PAGE.read_text())
    for module in made.MODULES:
        yes, no = made.known(module)
        wanted = set(yes) - (set(made.distributions()) if module == "scipy.stats" else set())
        assert wanted == listed[module] & {*yes, *no}, module


def test_how_many_there_are(made: Any) -> None:
    total = re.search(r"^(\d+) functions and methods in all", made.PAGE.read_text(), flags=re.M)
    assert total is not None and int(total[1]) >= 450
