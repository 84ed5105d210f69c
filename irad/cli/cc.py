"""``irad cc``: compile, differentiate the marked calls, optimise, link."""

from __future__ import annotations

import sys
import warnings

import click

from irad.cli.failures import command
from irad.errors import IradError

SETTINGS = {"ignore_unknown_options": True, "allow_interspersed_args": True, "help_option_names": ["--help"]}


class CompilerCommand(click.Command):
    """A command that gets ``--`` as well: click takes the first one for itself."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, [*args[:at], *args[at : at + 1], *args[at:]])


@click.command(cls=CompilerCommand, context_settings=SETTINGS, options_metavar="[any flag of clang]")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="FILE... -o PROGRAM")
@command
def cc(arguments: tuple[str, ...]) -> None:
    """Compile C, C++, Fortran or IR with marked calls (__enzyme_autodiff, __irad_autodiff ...) to a program.

    Takes what clang takes: -O2, -c, -shared, -I, -l ...; code for this machine's CPU is made on -march=native.
    """
    sys.exit(compile_and_link(arguments))


def compile_and_link(arguments: tuple[str, ...], fortran: bool = False) -> int:
    """The whole command; its exit status: 1 for a problem in the input, 2 for one in the command line."""
    from irad.api.export.programs import is_question, parse_command, pass_on, run_command
    from irad.frontends.clang import CompilerWarning

    try:
        if is_question(arguments):
            return pass_on(arguments)
        wanted = parse_command(arguments, fortran)
        if not wanted.sources and wanted.stage != "link":
            return pass_on(arguments, wanted)  # assembly
        with warnings.catch_warnings():
            warnings.simplefilter("always", CompilerWarning)
            warnings.showwarning = lambda message, *_: click.echo(str(message), err=True)
            run_command(wanted)
    except IradError as error:
        click.echo(error, err=True)
        return 2 if error.code == "usage" else 1
    return 0
