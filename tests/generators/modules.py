"""Programs that are made for a test, as modules of their own."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType


def module_from(path: Path, text: str) -> ModuleType:
    """A module with this text, which is written to ``path``."""
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
