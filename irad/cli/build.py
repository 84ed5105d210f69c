"""``irad build``: a shared library with a C header from Python functions."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import click

from irad.cli.failures import command
from irad.cli.targets import declared_arguments, load_python, python_function, split
from irad.errors import IradError
from irad.files import refuse_input, write_whole

_INSTALLED = frozenset(("site-packages", "dist-packages"))  # those of the base installation of an environment too


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="FILE.py[:FUNC,...]...")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The library: libNAME.so")
@click.option(
    "--signature", "signatures", multiple=True, help='"float64(float64[::1], int64)": one for each function, in their order.'
)
@click.option(
    "--derivative", "derivatives", multiple=True, help="grad (the default), vjp, jvp or none; more than one may be given."
)
@click.option("--activity", default=None, help="dup or const for each parameter, comma-separated (default: all floats dup).")
@click.option("--cpu", default=None, help='The CPU to compile for, "host" for this one (default: any).')
@click.option("--no-boundscheck", is_flag=True, help="Do not check indices.")
@click.option("--blas", is_flag=True, help="Products of matrices call BLAS, which a --link flag must bring (default: loops).")
@click.option("--assume-noalias", is_flag=True, help="Arrays and shadows never overlap: do not check that.")
@click.option("--fastmath", is_flag=True, help="Let LLVM change the arithmetic.")
@click.option("--link", multiple=True, help="A flag for the linker, such as -lopenblas.")
@click.option("-MD", "depfile", is_flag=True, help="Write a rule for make: which files the library is made from (NAME.d).")
@click.option("-MF", "rule_file", type=click.Path(dir_okay=False, path_type=Path), help="The file that -MD writes.")
@click.option("-MT", "rule_target", help="The target in it (default: the library as given).")
@command
def build(
    targets: tuple[str, ...], output: Path, signatures: tuple[str, ...], derivatives: tuple[str, ...], activity: str | None,
    cpu: str | None, no_boundscheck: bool, blas: bool, assume_noalias: bool, fastmath: bool, link: tuple[str, ...],
    depfile: bool, rule_file: Path | None, rule_target: str | None,
) -> None:  # fmt: skip
    """Compile Python functions and their derivatives to a library that needs neither Python nor irad.

    Beside the library: NAME.h (prototypes), NAME.pc (pkg-config) and NAMEConfig.cmake.  Without a function the file's
    @irad.jit functions with a signature are taken.
    """
    from irad.api.export.shared_library import ExportRequest, build
    from irad.options import Options

    before = frozenset(sys.modules)
    functions = [found for target in targets for found in _functions(target)]
    if signatures and len(signatures) != len(functions):
        raise IradError(f"{len(functions)} functions and {len(signatures)} signatures: one for each is needed", code="usage")
    words = tuple(w.strip() for w in activity.split(",")) if activity is not None else None
    kinds = tuple(d for d in (derivatives or ("grad",)) if d != "none")
    wanted = []
    for k, (name, f) in enumerate(functions):
        signature = signatures[k] if signatures else declared_arguments(f, name, "float64(float64[::1], int64)")
        wanted.append(ExportRequest(f, signature, kinds, words, name))
    if (rule_file or rule_target) and not depfile:
        raise IradError("-MF and -MT say how -MD writes", hint="add -MD", code="usage")
    rule = rule_file or output.parent / f"{output.stem}.d"
    if depfile:
        refuse_input(rule, [output, *sources_of(targets, before)])
    options = Options(fastmath=fastmath)
    checks = {"boundscheck": not no_boundscheck, "assume_noalias": assume_noalias}
    for path in build(wanted, output, cpu=cpu, blas=blas, options=options, link=link, **checks):
        click.echo(path)
    if depfile:
        write_whole(rule, make_rule(rule_target or str(output), sources_of(targets, before)))
        click.echo(rule)


def sources_of(targets: Sequence[str], before: Collection[str]) -> list[Path]:
    """The files of ``targets`` and of the user's modules that were imported since there were those ``before``."""
    own = Path(__file__).resolve().parents[1]
    standard = [Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib")]
    installed = [own, own.parent / "frontends", own.parent / "blas_rules", *standard]
    found = dict.fromkeys(split(t)[0].resolve() for t in targets)
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and name not in before:
            path = Path(file).resolve()
            if path.is_file() and not _INSTALLED & set(path.parts) and not any(path.is_relative_to(f) for f in installed):
                found[path] = None
    return list(found)


def make_rule(target: str, sources: Sequence[Path]) -> str:
    """A rule for make: the target depends on the sources, each of which may be gone (as compilers write it on -MP)."""
    names = [_escaped(str(s)) for s in sources]
    lines = [f"{_escaped(target)}: \\", *(f"  {n} \\" for n in names[:-1]), f"  {names[-1]}", *(f"\n{n}:" for n in names)]
    return "\n".join(lines) + "\n"


def _escaped(name: str) -> str:
    return name.replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")


def _functions(target: str) -> list[tuple[str, Any]]:
    """The functions that a target means, with their names in the file."""
    path, names = split(target)
    if path.suffix != ".py":
        raise IradError(f"{path}: irad build takes Python files", hint="irad cc -shared makes libraries from C", code="usage")
    module = load_python(path)
    if names:
        return [(n, python_function(module, n, path)) for n in names]
    compiled = {n: getattr(v, "irad_function", None) for n, v in vars(module).items()}
    found = {id(f): (n, getattr(module, n)) for n, f in compiled.items() if getattr(f, "specialisations", None)}
    if not found:
        raise IradError(f"{path} has no @irad.jit function with a signature", hint=f"name one: {path}:FUNC", code="usage")
    return list(found.values())
