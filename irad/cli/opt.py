"""``irad opt``: differentiation and optimisation alone, from IR to IR."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from irad.cli.failures import command
from irad.errors import IradError
from irad.files import remove_output, same_file, write_whole

_SUFFIXES = (".ll", ".bc", ".s", ".o")


@click.command()
@click.argument("source", metavar="IN.ll|IN.bc", type=click.Path(path_type=Path, allow_dash=True))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True), help="OUT.ll, .bc, .s or .o")
@click.option("-S", "as_text", is_flag=True, help="Write text whatever the output is called (to standard output without -o).")
@click.option("-O", "--level", type=click.IntRange(0, 3), default=2, show_default=True, help="LLVM's optimisation level.")
@click.option("--cpu", default=None, help='The CPU to compile for, "host" for this one (default: any).')
@click.option("--fastmath", is_flag=True, help="Let LLVM change the arithmetic.")
@click.option("--strict", is_flag=True, help="Add adjoint contributions in a fixed order.")
@command
def opt(source: Path, output: Path | None, as_text: bool, level: int, cpu: str | None, fastmath: bool, strict: bool) -> None:
    """Replace the marked calls (__enzyme_autodiff, __irad_autodiff ...) in a module by derivatives, and optimise it."""
    from irad.api.export.programs import read_source
    from irad.llvm.guard import check_cpu
    from irad.options import Options
    from irad.pipeline import expand_program, finish

    if output is None and not as_text:
        raise IradError("where should the result go?", hint="-o OUT.ll, or -S for text on standard output", code="usage")
    kind = ".ll" if as_text or output is None or str(output) == "-" else output.suffix
    if str(source) != "-" and source.suffix not in (".ll", ".bc"):
        raise IradError(f"{source} is not a file of IR", hint="irad cc takes sources", code="usage")
    if kind not in _SUFFIXES:
        raise IradError(f"cannot tell what {output} should be", hint=f"name it {', '.join(_SUFFIXES)}", code="usage")
    check_cpu(cpu)
    options = Options(level=level, fastmath=fastmath, strict=strict)
    try:
        final = finish(expand_program(read_source(str(source), language="ir"), options), None, options, cpu, thread_local=True)
    except IradError:
        if output is not None and source.is_file() and not same_file(output, source):
            remove_output(output)  # of an earlier run
        raise
    if kind == ".ll":
        data = final.text.encode()
    elif kind == ".bc":
        data = final.bitcode()
    else:
        data = final.assembly(cpu, level).encode() if kind == ".s" else final.object(cpu, level=level)
    if output is None or str(output) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_whole(output, data)
