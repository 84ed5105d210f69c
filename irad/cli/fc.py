"""``irad fc``: as ``irad cc``, for programs whose main language is Fortran."""

from __future__ import annotations

import sys

import click

from irad.cli.cc import SETTINGS, CompilerCommand, compile_and_link
from irad.cli.failures import command


@click.command(cls=CompilerCommand, context_settings=SETTINGS, options_metavar="[any flag of flang]")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="FILE... -o PROGRAM")
@command
def fc(arguments: tuple[str, ...]) -> None:
    """Compile Fortran with marked calls (__enzyme_autodiff ... declared in an interface) to a program.

    Takes what flang takes: -O2, -c, -I, -l ...; sources in C and IR may be among the files.  Links Fortran's libraries.
    """
    sys.exit(compile_and_link(arguments, fortran=True))
