"""The command ``irad``."""

from __future__ import annotations

import click

from irad._version import __version__


@click.group()
@click.version_option(__version__, prog_name="irad")
def main() -> None:
    """Derivatives of programs, made on LLVM IR."""


@main.command(name="demo", context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def demo(arguments: tuple[str, ...]) -> None:
    """Differentiate a Gaussian mixture, check the gradient, and fit it."""
    from irad.cli.demo import demo as command

    command.main(list(arguments), prog_name="irad demo", standalone_mode=False)


@main.command(name="cc", context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def cc(arguments: tuple[str, ...]) -> None:
    """Compile C, C++, Fortran or IR with marked calls to a program."""
    from irad.cli.cc import cc as command

    command.main(list(arguments), prog_name="irad cc")
