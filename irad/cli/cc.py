"""``irad cc``: compile, differentiate the marked calls, optimise, link."""

from __future__ import annotations

import os
import sys
import warnings

import click

from irad.errors import IradError

SETTINGS = {"ignore_unknown_options": True, "allow_interspersed_args": True, "help_option_names": ["--help"]}


@click.command(context_settings=SETTINGS, options_metavar="[any flag of clang]")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="FILE... -o PROGRAM")
def cc(arguments: tuple[str, ...]) -> None:
    """Compile C, C++, Fortran or IR with marked calls (__enzyme_autodiff, __irad_autodiff ...) to a program.

    Takes what clang takes: -O2, -c, -shared, -I, -l ...; code for this machine's CPU is made on -march=native.
    """
    sys.exit(compile_and_link(arguments))


def compile_and_link(arguments: tuple[str, ...], fortran: bool = False) -> int:
    """The whole command; its exit status: 1 for a problem in the input, 2 for one in the command line."""
    from irad.api.programs import is_question, parse_command, pass_on, run_command
    from irad.frontends.clang import CompilerWarning

    try:
        if is_question(arguments):
            return pass_on(arguments)
        command = parse_command(arguments, fortran)
        if not command.sources and command.stage != "link":
            return pass_on(arguments, command)  # assembly
        with warnings.catch_warnings():
            warnings.simplefilter("always", CompilerWarning)
            warnings.showwarning = lambda message, *_: click.echo(str(message), err=True)
            run_command(command)
    except IradError as error:
        click.echo(error, err=True)
        return 2 if error.code == "usage" else 1
    except OSError as error:
        click.echo(f"irad: {error.filename or ''}: {error.strerror or error}", err=True)
        return 1
    except Exception as error:
        if os.environ.get("IRAD_VERIFY") == "1":
            raise
        click.echo(f"irad: internal error: {type(error).__name__}: {error}", err=True)
        click.echo("  help: this is a bug in irad; please report it with the program", err=True)
        return 1
    return 0
