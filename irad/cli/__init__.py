"""The command ``irad``.  Each subcommand is a module of its own, imported when it is called."""

from __future__ import annotations

from importlib import import_module

import click

from irad._version import __version__

_COMMANDS = {
    "build": "A shared library with a C header from Python functions.",
    "cc": "Compile C, C++, Fortran or IR with marked calls to a program.",
    "check": "Check the derivatives of a function against differences.",
    "fc": "Compile Fortran with marked calls to a program.",
    "demo": "Differentiate a Gaussian mixture, check the gradient, and fit it.",
    "doctor": "What is installed, what works here, what to install for the rest.",
    "dump": "Show a function and its derivative at any stage of compilation.",
    "opt": "Replace marked calls in a file of IR by derivatives.",
    "plan": "What a checkpointed loop will cost: runs of steps, memory, time; and a picture.",
    "rules": "What has a derivative rule, and its formula.",
}

_FILES = {"plan": "plan_loops"}  # where the module has another name than the command


class _Group(click.Group):
    """Subcommands by name, imported when needed, so that ``irad --help`` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        made: click.Command = getattr(import_module(f"irad.cli.{_FILES.get(name, name)}"), name)
        return made

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Group)
@click.version_option(__version__, prog_name="irad")
def main() -> None:
    """Derivatives of programs, made on LLVM IR."""
