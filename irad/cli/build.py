"""``irad build``: a shared library with a C header from Python functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from irad.cli.targets import command, load_python, python_function, split
from irad.errors import IradError


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
@click.option("--fastmath", is_flag=True, help="Let LLVM change the arithmetic.")
@click.option("--link", multiple=True, help="A flag for the linker, such as -lopenblas.")
@command
def build(
    targets: tuple[str, ...], output: Path, signatures: tuple[str, ...], derivatives: tuple[str, ...], activity: str | None,
    cpu: str | None, no_boundscheck: bool, blas: bool, fastmath: bool, link: tuple[str, ...],
) -> None:  # fmt: skip
    """Compile Python functions and their derivatives to a library that needs neither Python nor irad.

    Beside the library: NAME.h (prototypes), NAME.pc (pkg-config) and NAMEConfig.cmake.  Without a function the file's
    @irad.jit functions with a signature are taken.
    """
    from irad.api.library import Wanted, build
    from irad.options import Options

    functions = [f for target in targets for f in _functions(target)]
    if signatures and len(signatures) != len(functions):
        raise IradError(f"{len(functions)} functions and {len(signatures)} signatures: one for each is needed", code="usage")
    wanted = []
    for k, f in enumerate(functions):
        signature = signatures[k] if signatures else _declared(f)
        words = tuple(w.strip() for w in activity.split(",")) if activity is not None else None
        kinds = tuple(d for d in (derivatives or ("grad",)) if d != "none")
        wanted.append(Wanted(f, signature, kinds, words))
    options = Options(fastmath=fastmath)
    made = build(wanted, output, cpu=cpu, blas=blas, boundscheck=not no_boundscheck, options=options, link=link)
    for path in made:
        click.echo(path)


def _functions(target: str) -> list[Any]:
    path, names = split(target)
    if path.suffix != ".py":
        raise IradError(f"{path}: irad build takes Python files", hint="irad cc -shared makes libraries from C", code="usage")
    module = load_python(path)
    if names:
        return [python_function(module, n, path) for n in names]
    found = [v for v in vars(module).values() if getattr(getattr(v, "irad_function", None), "specialisations", None)]
    if not found:
        raise IradError(f"{path} has no @irad.jit function with a signature", hint=f"name one: {path}:FUNC", code="usage")
    return found


def _declared(f: Any) -> str:
    """The signature that ``@irad.jit(signature=...)`` gave."""
    made = getattr(f, "signatures", None)
    if not made:
        raise IradError(
            f"{f.__name__}() has no signature", hint='give it one: --signature "float64(float64[::1], int64)"', code="usage"
        )
    return str(made[-1])
