"""``irad plan``: what a checkpointed loop will cost."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from irad.byte_counts import FORM, byte_count, shown
from irad.cli.failures import command
from irad.cli.targets import echo_json, load_python, python_function, split
from irad.errors import IradError
from irad.files import refuse_input

if TYPE_CHECKING:
    from irad.api.plans.costs import Cost, StepCosts
    from irad.api.plans.schedule_machine import Setting


@click.command()
@click.argument("target", metavar="FILE:FUNC")
@click.option("--args", "text", default=None, help='Arguments as Python: "np.linspace(0, 1, 5), 100" (np is NumPy).')
@click.option("--steps", type=click.IntRange(1), default=None, help="Steps of the loop (default: as with these arguments).")
@click.option("--snapshots", default=None, help='States at a time, "log" or "default" (default: as the function says).')
@click.option("--segment", type=click.IntRange(0), default=None, help="Steps that are taped together; 0: as the cache allows.")
@click.option("--online", is_flag=True, help="Plan a loop that does not know how many steps it makes.")
@click.option("--state", default=None, help="Bytes of a snapshot, in place of what is measured: 3200 or 2MB.")
@click.option("--tape", default=None, help="Bytes of tape of one step, in place of what is measured.")
@click.option("--step-time", type=click.FloatRange(0, min_open=True), default=None, help="Seconds of one step, likewise.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), default=None, help="Draw the schedule to a file.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@command
def plan(target: str, text: str | None, steps: int | None, snapshots: str | None, segment: int | None, online: bool,
         state: str | None, tape: str | None, step_time: float | None, picture: Path | None, as_json: bool) -> None:  # fmt: skip
    """Tell what the checkpointed loop of a function costs: runs of steps, memory, time.

    With --args the derivative of the function in FILE.py, or a C file, is run once, and its loop is measured; --steps and
    the other options then plan another length or other settings with these figures.  Without --args, --steps,
    --state and --tape say what there is to know, and nothing is run.
    """
    from irad.api.plans.costs import around, cost, drawable, everything_taped
    from irad.api.plans.picture import MOST_MOVES, draw
    from irad.api.plans.schedule_machine import moves

    path, names = split(target)
    if len(names) != 1:
        raise IradError(f"'{target}': one function is needed", hint=f"write {path}:FUNC", code="usage")
    if picture is not None:
        refuse_input(picture, [path])
    f, scope = _function(path, names[0])
    wanted = _snapshots(snapshots)
    setting, step, loops, place = _known(f, scope, text, steps, state, tape, step_time)
    setting = replace(
        setting,
        snapshots=setting.snapshots if wanted is None else wanted,
        segment=setting.segment if segment is None else segment,
        online=setting.online or online,
    )
    chosen = cost(setting, step)
    rows = [(name, cost(replace(setting, snapshots=k), step)) for name, k in around(setting.snapshots, chosen.slots)]
    rows.append(("all taped", everything_taped(setting, step)))
    if as_json:
        listed = [{"name": name} | _json(c) for name, c in rows]
        head = {"function": names[0], "place": place, "measured": text is not None, "step": asdict(step)}
        echo_json({**head, "plan": _json(chosen), "table": listed})
    else:
        in_seconds = text is not None or step_time is not None
        _report(f"{names[0]}, {place}" if place else names[0], setting, step, chosen, loops, in_seconds)
        _table(rows, chosen, setting.steps * step.advance, in_seconds)
    if picture is not None:
        known = "unknown before it begins" if setting.online else "known before it begins"
        title = f"{setting.steps:,} steps ({known}), {chosen.slots} snapshots: {chosen.advanced:,} steps only advance"
        draw(drawable(moves(setting, step.tape, step.state), MOST_MOVES), setting.steps, title, picture)
        if not as_json:
            click.echo(f"\n{picture}")


def _function(path: Path, name: str) -> tuple[Any, dict[str, Any]]:
    """The function, and the names that expressions for its arguments may use."""
    if path.suffix == ".py":
        module = load_python(path)
        return python_function(module, name, path), vars(module)
    import irad

    native = irad.Module.from_ir(path) if path.suffix in (".ll", ".bc") else irad.Module.from_c(path)
    try:
        return native[name], {}
    except KeyError as error:
        raise IradError(f"{path}: {error.args[0]}", code="no-function") from None


def _snapshots(text: str | None) -> int | None:
    from irad.llvm.runtime_ir.schedules import LOG, SQRT

    known = {"default": SQRT, "log": LOG}
    if text is None or text in known:
        return known[text] if text is not None else None
    if not text.isdigit() or int(text) < 1:
        raise IradError(f"--snapshots {text}", hint='a number from 1 on, "log" or "default"', code="usage")
    return int(text)


def _bytes(option: str, text: str | None) -> int | None:
    found = byte_count(text) if text is not None else None
    if text is not None and found is None:
        raise IradError(f"{option} {text} is no amount of memory", hint=FORM, code="usage")
    return found


def _known(f: Any, scope: dict[str, Any], text: str | None, steps: int | None, state: str | None, tape: str | None,
           step_time: float | None) -> tuple[Setting, StepCosts, int, str]:  # fmt: skip
    """The settings of the loop, what a step costs, how many such loops have run, and where it is, as far as that is known."""
    from irad.api.plans.measurement import as_given
    from irad.api.plans.schedule_machine import Setting
    from irad.llvm.runtime_ir.schedules import SQRT
    from irad.schedule_actions import CACHED_TAPE

    size, taped = _bytes("--state", state), _bytes("--tape", tape)
    if text is None:
        if steps is None or size is None or taped is None:
            hint = "give --args, with which its derivative can be run once; or --steps, --state and --tape"
            raise IradError("nothing is known of the loop", hint=hint, code="usage")
        return Setting(steps, SQRT, 0, CACHED_TAPE), as_given(size, taped, step_time), 1, ""
    found = _measured(f, scope, text)
    run, step = found.run, found.step
    if size is not None:
        step = replace(step, state=size)
    if taped is not None:
        step = replace(step, tape=float(taped))
    if step_time is not None:  # of a faster or slower machine
        ratio = step_time / step.advance
        step = replace(step, advance=step_time, taped=step.taped * ratio, copy=step.copy * ratio)
    setting = Setting(steps or run.steps, run.snapshots, run.segment, run.budget, run.told < 0, run.memory)
    return setting, step, found.loops, run.place


def _measured(f: Any, scope: dict[str, Any], text: str) -> Any:
    import numpy as np

    from irad.api.plans.measurement import derivative_of, measure

    try:
        args = eval(f"({text},)", {**scope, "np": np})
    except Exception as error:  # whatever the user's expression raises
        raise IradError(f"--args cannot be evaluated: {type(error).__name__}: {error}", code="usage") from None
    try:
        return measure(*derivative_of(f, list(args)))
    except IradError:
        raise
    except Exception as error:  # whatever the user's function raises
        raise IradError(f"{f.__name__}() cannot be differentiated here: {type(error).__name__}: {error}") from None


def _json(c: Cost) -> dict[str, Any]:
    return {**asdict(c), "peak": c.peak, "runs_per_step": c.runs}


def _report(name: str, setting: Setting, step: StepCosts, chosen: Cost, loops: int, in_seconds: bool) -> None:
    """What is known, and what the chosen settings come to."""
    length = "not known before it begins" if setting.online else "known before it begins"
    click.echo(f"{name}: a loop of {setting.steps:,} steps, {length}" + (f" (of {loops} that ran)" if loops > 1 else ""))
    per = _time if in_seconds else _in_steps
    click.echo(f"  one step          {per(step.advance)}; with a tape and its reversal {per(step.taped)}")
    click.echo(f"  a snapshot        {shown(step.state)}" + (f", stored or restored in {per(step.copy)}" if step.copy else ""))
    click.echo(f"  tape of a step    {shown(step.tape)}; at most {chosen.unit:,} steps are on tape at a time")
    click.echo(f"  snapshots         {chosen.slots:,} at a time, stored or restored {chosen.copies:,} times")
    click.echo(f"  runs              {chosen.advanced:,} steps only advance, {chosen.taped:,} run with a tape")
    click.echo(f"                    {chosen.runs:.2f} runs of a step on average; it only advances {chosen.most} times at most")
    click.echo(f"  memory            {shown(chosen.peak)}: {shown(chosen.snapshots)} snapshots, {shown(chosen.tape)} tape")
    total = setting.steps * step.advance
    click.echo(f"  predicted time    {per(chosen.time)}, {chosen.time / total:.2f} times that of the loop alone")


def _table(rows: list[tuple[str, Cost]], chosen: Cost, alone: float, in_seconds: bool) -> None:
    per = _time if in_seconds else _in_steps
    head = ("snapshots", "at a time", "only advance", "runs a step", "memory", "time", "of the loop alone")
    cells = [head]
    for name, c in rows:
        mark = " <" if c.setting == chosen.setting and name != "all taped" else ""
        numbers = f"{c.slots:,}", f"{c.advanced:,}", f"{c.runs:.2f}", shown(c.peak), per(c.time), f"{c.time / alone:.2f}{mark}"
        cells.append((name, *numbers))
    widths = [max(len(row[k].removesuffix(" <")) for row in cells) for k in range(len(head))]
    click.echo("")
    for row in cells:
        marked = row[-1].endswith(" <")
        words = [w.removesuffix(" <") for w in row]
        line = "  ".join([words[0].ljust(widths[0]), *(w.rjust(n) for w, n in zip(words[1:], widths[1:], strict=True))])
        click.echo(line + (" <" if marked else ""))
    click.echo(
        "\ntime: steps that only advance, each as one step; all steps once with a tape and its reversal; each store and restore"
        "\nmemory: snapshots at a time, and the most tape; without copies of what the loop only reads or writes"
    )


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _in_steps(steps: float) -> str:
    return f"{steps:,.0f} step{'' if steps == 1 else 's'}"
