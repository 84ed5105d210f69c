"""The Python examples in the README and the documentation run, in order, and what they claim in asserts holds."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irad.errors import IradError
from irad.frontends.clang import find_clang

DOCS = ("blas", "custom-rules", "derivatives", "python", "rules", "sparse")
PAGES = ["README.md", *(f"docs/{name}.md" for name in DOCS)]
ROOT = Path(__file__).resolve().parents[2]


def modules() -> list[str]:
    """Every module with an example in a docstring."""
    out = []
    for folder, package in (("irad", "irad"), ("frontends", "irad.frontends"), ("blas_rules", "irad.blas_rules")):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if ">>> " in path.read_text():
                parts = path.relative_to(ROOT / folder).with_suffix("").parts
                out.append(".".join([package, *(p for p in parts if p != "__init__")]))
    return out


def blocks(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)


@pytest.mark.parametrize("page", PAGES)
def test_page(root: Path, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page share one namespace, as in a session; they are files, since the source of functions is read."""
    text = (root / page).read_text()
    assert page != "README.md" or len(blocks(text)) >= 3
    if "from_c(" in text:
        try:
            find_clang()
        except IradError as error:
            pytest.skip(str(error))
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {"__name__": "example"}
    for k, block in enumerate(blocks(text)):
        file = tmp_path / f"block{k}.py"
        file.write_text(block)
        exec(compile(block, str(file), "exec"), space)


def test_what_the_first_example_prints(root: Path, tmp_path: Path) -> None:
    """d/dx of sum(work**2), where work ends as x/8 + 7/4 sin x: 2 work (1/8 + 7/4 cos x)."""
    space: dict[str, Any] = {"__name__": "example"}
    block = blocks((root / "README.md").read_text())[0]
    file = tmp_path / "first.py"
    file.write_text(block)
    exec(compile(block, str(file), "exec"), space)
    x = np.array([0.1, 0.7, 1.3])
    np.testing.assert_allclose(space["dx"], 2 * (x / 8 + 7 * np.sin(x) / 4) * (1 / 8 + 7 * np.cos(x) / 4), rtol=1e-14)


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert done.failed == 0
