"""Command-line targets, such as ``FILE.py:FUNC``."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import click

from irad.errors import IradError

SUFFIXES = (".py", ".ll", ".bc", ".c", ".cc", ".cpp", ".cxx", ".f90", ".f")


def split(text: str) -> tuple[Path, list[str]]:
    """``path/file.py:f,g`` -> the file, the names."""
    path, colon, names = text.rpartition(":")
    if not colon or text.endswith(SUFFIXES):
        path, names = text, ""
    if not path.endswith(SUFFIXES):
        raise IradError(f"'{text}' does not name a file", hint="write FILE.py:FUNC or FILE.ll:FUNC", code="usage")
    return Path(path), [n for n in names.replace(":", ",").split(",") if n]


def load_python(path: Path) -> Any:
    """Run a Python file as a module, with its folder on the path as Python itself does."""
    if not path.is_file():
        what = f"{path} is not a file" if path.exists() else f"there is no file {path}"
        raise IradError(what, code="no-file")
    path.open("rb").close()  # may it be read?
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise IradError(f"{path} cannot be loaded as Python", code="no-file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    # The __pycache__ entry of a previous run would be used for a file that changes twice in one second.
    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except IradError:
        raise
    except (Exception, SystemExit) as error:
        raise IradError(f"{path} cannot be loaded: {type(error).__name__}: {error}", code="no-file") from error
    finally:
        sys.dont_write_bytecode = kept
    return module


def _module_name(path: Path) -> str:
    """The file's own name, unless another module has it (``json.py`` beside Python's)."""
    known = sys.modules.get(path.stem)
    same = known is None or (getattr(known, "__file__", None) and Path(str(known.__file__)).resolve() == path.resolve())
    return path.stem if same and path.stem not in sys.stdlib_module_names else f"irad_target_{path.stem}"


def python_function(module: Any, name: str, path: Path) -> Any:
    """A function of a loaded file."""
    found = getattr(module, name, None)
    if not callable(found):
        known = sorted(n for n, v in vars(module).items() if callable(v) and getattr(v, "__module__", "") == module.__name__)
        raise IradError(f"{path} has no function {name}", hint=f"it has: {', '.join(known) or 'none'}", code="no-function")
    return found


def declared_arguments(f: Any, name: str, example: str) -> str:
    """The arguments' types that ``@irad.jit(signature=...)`` gave, as a signature."""
    made = getattr(getattr(f, "irad_function", None), "specialisations", None)
    if not made:
        raise IradError(f"{name}() has no signature", hint=f'give it one: --signature "{example}"', code="usage")
    return f"({', '.join(map(str, made[-1].lowered.arg_types))})"


def echo_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2))
