"""``irad cc``: compile, differentiate the marked calls, optimise, link."""

from __future__ import annotations

import sys

import click

from irad.errors import IradError


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": True, "help_option_names": ["--help"]},
    options_metavar="[any flag of clang]",
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="FILE... -o PROGRAM")
def cc(arguments: tuple[str, ...]) -> None:
    """Compile C, C++, Fortran or IR with marked calls (__enzyme_autodiff, __irad_autodiff ...) to a program.

    Takes what clang takes: -O2, -c, -shared, -I, -l ...; code for this machine's CPU is made on -march=native.
    """
    from irad.api.programs import parse_command, run_command

    try:
        command = parse_command(arguments)
    except IradError as error:
        raise click.UsageError(str(error)) from None
    try:
        run_command(command)
    except IradError as error:
        click.echo(error, err=True)
        sys.exit(1)
