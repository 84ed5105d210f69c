"""``irad rules``: what has a derivative rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from irad.cli.failures import command
from irad.cli.targets import echo_json
from irad.errors import IradError

if TYPE_CHECKING:
    from irad.blas_rules import Row
    from irad.rules import Rule


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@command
def rules(name: str | None, as_json: bool) -> None:
    """List the functions and instructions with a rule, or the rule of NAME (as C, BLAS or LLVM spell it; "blas": all of BLAS)."""
    from irad.blas_rules import LISTED, described, listed
    from irad.rules import lookup, rows

    if name == "blas":
        chosen = [_routine(r, described(r)) for r in _merged(LISTED)]
    elif name is not None:
        found = lookup(name) or next((r for r in rows() if r.name == name), None)
        composed = listed(name) if found is None else None
        if found is not None:
            chosen = [_described(found)]
        elif composed is not None:
            chosen = [_routine(composed, described(composed))]
        else:
            raise IradError(f"there is no rule for {name}", hint="define it in the module, or see irad rules", code="no-rule")
    else:
        chosen = [_described(r) for r in rows()] + [_routine(r, [r.formula]) for r in _merged(LISTED)]
    if as_json:
        echo_json(chosen)
        return
    width = max(len(r["name"]) for r in chosen)
    for r in chosen:
        lines = r["rule"] or [r["kind"]]
        click.echo(f"{r['name']:<{width}}  {lines[0]}")
        for line in lines[1:]:
            click.echo(f"{'':<{width}}  {line}")
        if name not in (None, "blas"):
            click.echo(f"{'':<{width}}  names: {r['names']}")
            if r["note"]:
                click.echo(f"{'':<{width}}  {r['note']}")


def _merged(found: Sequence[Row]) -> list[Row]:
    """One row for all precisions of a routine, though their parameters may differ (complex ones want more memory to work in)."""
    out: dict[tuple[str, str], Row] = {}
    for r in found:
        known = out.get((r.name, r.formula))
        out[r.name, r.formula] = replace(r, letters=known.letters + r.letters) if known else r
    return list(out.values())


def _routine(row: Row, lines: list[str]) -> dict[str, Any]:
    return {"name": row.name, "kind": "blas", "names": f"{{{','.join(row.letters)}}}{row.name}", "rule": lines, "note": ""}


def _described(rule: Rule) -> dict[str, Any]:
    kind = type(rule).__name__.removesuffix("Rule").lower()
    return {
        "name": rule.signature if rule.params else rule.name,
        "kind": kind,
        "names": rule.names,
        "rule": rule.describe(),
        "note": rule.note,
    }
