"""``FILE.py:FUNC`` and its like: what a command works on; and errors as a command shows them."""

from __future__ import annotations

import functools
import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

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
        raise IradError(f"there is no file {path}", code="no-file")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise IradError(f"{path} cannot be loaded as Python", code="no-file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except IradError:
        raise
    except Exception as error:
        raise IradError(f"{path} cannot be loaded: {type(error).__name__}: {error}", code="no-file") from error
    return module


def python_function(module: Any, name: str, path: Path) -> Any:
    """A function of a loaded file."""
    found = getattr(module, name, None)
    if not callable(found):
        known = sorted(n for n, v in vars(module).items() if callable(v) and getattr(v, "__module__", "") == module.__name__)
        raise IradError(f"{path} has no function {name}", hint=f"it has: {', '.join(known) or 'none'}", code="no-function")
    return found


def command(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Errors end a command with a message: status 1 (the input), 2 (how it was called)."""

    @functools.wraps(fn)
    def run(*args: Any, **keywords: Any) -> Any:
        try:
            return fn(*args, **keywords)
        except IradError as error:
            fail(error)
        except OSError as error:
            fail(IradError(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "), code="no-file"))

    return run


def fail(error: IradError) -> NoReturn:
    click.echo(f"irad: {error}", err=True)
    sys.exit(2 if error.code == "usage" else 1)


def echo_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2))
