"""``irad check``: derivatives against differences."""

from __future__ import annotations

import inspect
import sys

import click

from irad.cli.targets import command, echo_json, load_python, python_function, split
from irad.errors import IradError


@click.command()
@click.argument("target", metavar="FILE.py:FUNC")
@click.option(
    "--args", "text", required=True, help='Arguments as Python: "np.linspace(0, 1, 5), 2.0" (np is NumPy, rng a generator).'
)
@click.option("--directions", default=2, show_default=True, help="Random directions per argument.")
@click.option("--seed", default=0, show_default=True, help="Of the random numbers.")
@click.option("--rtol", default=1e-6, show_default=True, help="Tolerance, relative to the derivative.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@command
def check(target: str, text: str, directions: int, seed: int, rtol: float, as_json: bool) -> None:
    """Compare both modes with central differences of the Python function, which runs uncompiled.

    Arrays that the function changes count as results.  Exit status 1 if a derivative is wrong.
    """
    import numpy as np

    from irad.api.check import compare

    path, names = split(target)
    if path.suffix != ".py" or len(names) != 1:
        raise IradError(f"'{target}' is not FILE.py:FUNC", code="usage")
    module = load_python(path)
    f = python_function(module, names[0], path)
    scope = {**vars(module), "np": np, "rng": np.random.default_rng(seed)}
    try:
        args = eval(f"({text},)", scope)
    except Exception as error:
        raise IradError(f"--args cannot be evaluated: {type(error).__name__}: {error}", code="usage") from None
    labels = list(inspect.signature(getattr(f, "py_func", f)).parameters)
    found = compare(f, args, labels, directions, seed, rtol)
    if not found:
        raise IradError("none of the arguments is a float or an array of floats", code="usage")
    right = all(c.right for c in found)
    if as_json:
        rows = [
            {"mode": c.mode, "argument": c.argument, "derivative": c.found, "difference": c.wanted, "right": c.right}
            for c in found
        ]
        echo_json({"function": names[0], "right": right, "comparisons": rows})
    else:
        _table(found)
    sys.exit(0 if right else 1)


def _table(found: list) -> None:  # type: ignore[type-arg]
    from rich.console import Console
    from rich.table import Table

    table = Table("argument", "mode", "derivative", "difference", "", box=None, pad_edge=False)
    for c in found:
        mark = "[green]right[/]" if c.right else "[red]wrong[/]"
        table.add_row(c.argument, c.mode, f"{c.found:.10g}", f"{c.wanted:.10g}", mark)
    Console().print(table)
