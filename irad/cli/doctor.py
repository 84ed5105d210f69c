"""``irad doctor``: what is installed, what works here, and what to install for the rest."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from irad._version import __version__
from irad.cli.failures import command
from irad.cli.targets import echo_json


@dataclass(frozen=True)
class Finding:
    """``state``: works, missing (optional) or broken (irad does not work without it)."""

    what: str
    state: str
    detail: str
    advice: str = ""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@command
def doctor(as_json: bool) -> None:
    """Check this installation; exit status 1 if something that irad needs does not work."""
    found = examine()
    broken = any(f.state == "broken" for f in found)
    if as_json:
        echo_json({"works": not broken, "findings": [vars(f) for f in found]})
    else:
        width = max(len(f.what) for f in found)
        colours = {"works": "green", "missing": "yellow", "broken": "red"}
        for f in found:
            state = click.style(f"{f.state:<8}", fg=colours[f.state])
            click.echo(f"{f.what:<{width}}  {state} {f.detail}")
            if f.advice and f.state != "works":
                click.echo(f"{'':<{width}}           {f.advice}")
    sys.exit(1 if broken else 0)


def examine() -> list[Finding]:
    """All findings, the required components first."""
    return [
        Finding("irad", "works", f"{__version__}, Python {platform.python_version()}, {platform.platform()}"),
        _tried("LLVM", _llvm, "reinstall llvmlite: python -m pip install --force-reinstall llvmlite"),
        _tried("compiling Python", _python, "this is a defect of irad or of LLVM on this machine"),
        _tried("BLAS", _blas, "reinstall SciPy: products of matrices call its BLAS"),
        _optional("C and C++", _clang, "python -m pip install 'irad[c]' (or install clang 20 or newer)"),
        _optional("Fortran", _flang, "install flang 20 or newer (Debian: flang-22)"),
        _optional("linker", _linker, "python -m pip install 'irad[c]': needed by irad build and irad cc"),
        _package("numba", "compiled Numba functions and comparisons"),
        _package("matplotlib", "pictures of irad demo"),
    ]


def _tried(what: str, test: Callable[[], str], advice: str) -> Finding:
    try:
        return Finding(what, "works", test())
    except Exception as error:  # a report of what is broken must not break
        return Finding(what, "broken", f"{type(error).__name__}: {error}".split("\n")[0], advice)


def _optional(what: str, test: Callable[[], str], advice: str) -> Finding:
    try:
        return Finding(what, "works", test())
    except Exception as error:  # as above
        return Finding(what, "missing", str(error).split("\n")[0], advice)


def _package(name: str, use: str) -> Finding:
    try:
        return Finding(name, "works", version(name))
    except PackageNotFoundError:
        return Finding(name, "missing", f"not installed: {use}", f"python -m pip install {name}")


def _llvm() -> str:
    from irad.llvm.border.session import description

    return description()


def _python() -> str:
    import irad

    slope: Any = irad.grad(_cube)(2.0)
    if slope != 12.0:
        raise ArithmeticError(f"the derivative of x**3 at 2 came out as {slope}")
    return "the derivative of x**3 at 2 is 12"


def _cube(x: float) -> float:
    return x * x * x


def _blas() -> str:
    import scipy

    from irad.runtime.library_addresses import resolve

    wanted = ("dgemm_", "sgemm_", "cgemm_", "zgemm_")
    found = resolve(wanted)
    missing = [n for n in wanted if n not in found]
    if missing:
        raise LookupError(f"SciPy does not export {', '.join(missing)}")
    return f"SciPy {scipy.__version__}"


def _clang() -> str:
    from irad.frontends.clang import find_clang

    found = find_clang()
    return " ".join(found.command)


def _flang() -> str:
    from irad.frontends.clang import find_flang

    return " ".join(find_flang().command)


def _linker() -> str:
    from irad.frontends.clang.program_linking import link_driver

    driver = link_driver("c")
    return shutil.which(driver[0]) or " ".join(driver)
