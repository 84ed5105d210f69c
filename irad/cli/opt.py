"""``irad opt``: the middle step alone, from IR to IR."""

from __future__ import annotations

from pathlib import Path

import click

from irad.cli.targets import command
from irad.errors import IradError


@click.command()
@click.argument("source", metavar="IN.ll|IN.bc", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="OUT.ll, .bc, .s or .o")
@click.option("-O", "--level", type=click.IntRange(0, 3), default=2, show_default=True, help="LLVM's optimisation level.")
@click.option("--cpu", default=None, help='The CPU to compile for, "host" for this one (default: any).')
@click.option("--fastmath", is_flag=True, help="Let LLVM change the arithmetic.")
@click.option("--strict", is_flag=True, help="Add adjoint contributions in a fixed order.")
@command
def opt(source: Path, output: Path, level: int, cpu: str | None, fastmath: bool, strict: bool) -> None:
    """Replace the marked calls (__enzyme_autodiff, __irad_autodiff ...) in a module by derivatives, and optimise it."""
    from irad.api.programs import read_source
    from irad.llvm.object import emit_asm, emit_bitcode, emit_object
    from irad.options import Options
    from irad.pipeline import expand_marked, finish

    if source.suffix not in (".ll", ".bc"):
        raise IradError(f"{source} is not a file of IR", hint="irad cc takes sources", code="usage")
    if output.suffix not in (".ll", ".bc", ".s", ".o"):
        raise IradError(f"cannot tell what {output} should be", hint="name it .ll, .bc, .s or .o", code="usage")
    options = Options(level=level, fastmath=fastmath, strict=strict)
    text = finish(expand_marked(read_source(str(source)), options), None, options, cpu, thread_local=True)
    if output.suffix == ".ll":
        output.write_text(text)
    elif output.suffix == ".bc":
        output.write_bytes(emit_bitcode(text))
    elif output.suffix == ".s":
        output.write_text(emit_asm(text, cpu, level))
    else:
        output.write_bytes(emit_object(text, cpu, level=level))
