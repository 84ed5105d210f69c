"""``irad check``: derivatives against differences, and what cannot be compiled."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import click
import numpy as np

from irad.cli.failures import command
from irad.cli.targets import echo_json, load_python, python_function, split
from irad.errors import IradError


@click.command()
@click.argument("target", metavar="FILE.py[:FUNC]")
@click.option("--lint", "only_lint", is_flag=True, help="List everything that cannot be compiled, of FUNC or of all functions.")
@click.option(
    "--args", "text", help='Arguments as Python: "np.linspace(0, 1, 5), 2.0" (np is NumPy, rng a generator).'
)
@click.option("--directions", type=click.IntRange(1), default=2, show_default=True, help="Random directions per argument.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the random numbers.")
@click.option("--rtol", type=click.FloatRange(0), default=1e-6, show_default=True, help="Tolerance, relative to the derivative.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@command
def check(target: str, only_lint: bool, text: str | None, directions: int, seed: int, rtol: float, as_json: bool) -> None:
    """Compare both modes with central differences of the Python function, which runs uncompiled.

    Arrays that the function changes count as results.  Exit status 1 if a derivative is wrong.

    With --lint nothing is called, and no arguments are needed: each place of the functions (methods as CLASS.METHOD) that cannot
    be compiled is listed, whatever the types are.  Exit status 1 if there is any.
    """
    if only_lint:
        if text is not None:
            raise IradError("--lint takes no --args: it looks at the source alone", code="usage")
        _lint(target, as_json)
        return
    if text is None:
        raise IradError("the arguments are missing", hint='--args "2.0, np.ones(3)", or --lint', code="usage")
    from irad.api.checks.differences import compare

    path, names = split(target)
    if path.suffix != ".py" or len(names) != 1:
        raise IradError(f"'{target}' is not FILE.py:FUNC", code="usage")
    module = load_python(path)
    f = python_function(module, names[0], path)
    scope = {**vars(module), "np": np, "rng": np.random.default_rng(seed)}
    try:
        args = eval(f"({text},)", scope)
    except Exception as error:  # whatever the user's expression raises
        raise IradError(f"--args cannot be evaluated: {type(error).__name__}: {error}", code="usage") from None
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    try:
        value = getattr(f, "py_func", f)(*given)
    except Exception as error:  # whatever the user's function raises
        raise IradError(f"{names[0]}() cannot be called with these arguments: {type(error).__name__}: {error}") from None
    labels = list(inspect.signature(getattr(f, "py_func", f)).parameters)
    found = compare(f, args, labels, directions, seed, rtol)
    if not found:
        raise IradError("none of the arguments is a float or an array of floats", code="usage")
    right = all(c.right for c in found)
    if as_json:
        rows = [
            {"mode": c.mode, "argument": c.argument, "of": c.what, "derivative": c.found, "difference": c.wanted}
            | {"error": c.error, "tolerance": c.allowed, "right": c.right}
            for c in found
        ]
        echo_json({"function": names[0], "right": right, "comparisons": rows})
    else:
        click.echo(f"{names[0]}({', '.join(map(_short, args))}) = {_short(value)}")
        _table(found)
    sys.exit(0 if right else 1)


def _lint(target: str, as_json: bool) -> None:
    from irad.api.checks.lint import functions_of, lint, named
    from irad.frontends.python.messages.problems import Problems

    path, names = split(target)
    if path.suffix != ".py":
        raise IradError(f"'{target}' is not FILE.py or FILE.py:FUNC", code="usage")
    module = load_python(path)
    functions = {n: named(module, n) for n in names} if names else dict(functions_of(module))
    for name, f in functions.items():
        if f is None:
            known = ", ".join(n for n, _ in functions_of(module))
            raise IradError(f"{path} has no function {name}", hint=f"it has: {known or 'none'}", code="no-function")
    found = Problems()
    for f in functions.values():
        for problem in lint(f):
            found.note(problem)
    problems = found.listed()
    if as_json:
        rows = [
            {"file": p.place.file, "line": p.place.line, "column": p.place.column} | {"message": p.message, "hint": p.hint}
            for p in problems
            if p.place is not None
        ]
        echo_json({"file": str(path), "functions": list(functions), "problems": rows})
    else:
        for p in problems:
            click.echo(f"{p}\n")
        count = len(problems)
        said = "nothing that cannot be compiled" if not count else f"{count} {'problem' if count == 1 else 'problems'}"
        click.echo(f"{len(functions)} {'function' if len(functions) == 1 else 'functions'}: {said}")
    sys.exit(1 if problems else 0)


def _table(found: list[Any]) -> None:
    """One row per comparison, under a line that names the quantity that is differentiated."""
    width = max(len(c.argument) for c in found)
    for what in dict.fromkeys(c.what for c in found):
        click.echo(f"\nderivative of {what}, by")
        for c in found:
            if c.what == what:
                mark = click.style("right", fg="green") if c.right else click.style("wrong", fg="red")
                click.echo(
                    f"  {c.argument:<{width}}  {c.mode}  derivative {c.found:<17.10g} difference {c.wanted:<17.10g} "
                    f"error {c.error:.1e}  tolerance {c.allowed:.1e}  {mark}"
                )


def _short(value: Any) -> str:
    """A value in one line."""
    with np.printoptions(threshold=6, edgeitems=2, precision=6):
        text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
