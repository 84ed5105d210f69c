"""``irad dump``: a function and its derivative at any stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from irad.cli.failures import command
from irad.cli.targets import declared_arguments, load_python, python_function, split
from irad.errors import ActivityError, IradError
from irad.files import refuse_input, write_whole

_WORDS = ("dup", "dupnoneed", "active", "const")


@click.command()
@click.argument("target", metavar="FILE:FUNC")
@click.option("--signature", default=None, help='Types of a Python function: "float64(float64[:], int64)".')
@click.option("--activity", default=None, help="dup, dupnoneed, active or const per parameter, comma-separated.")
@click.option("--stage", default="gradient", show_default=True, help="One or more of the stages, comma-separated, or all.")
@click.option("--mode", type=click.Choice(["reverse", "forward"]), default="reverse", show_default=True)
@click.option(
    "--arrays",
    type=click.Choice(["apart", "overlapping"]),
    default=None,
    help="Derivatives for arrays that lie apart in memory, or that may overlap (default: apart for Python, else overlapping).",
)
@click.option("--cache-everything", is_flag=True, help="Cache every value that the reverse needs (the reference mode).")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), default=None, help="Write a page with all stages.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), default=None, help="Write to a file.")
@command
def dump(target: str, signature: str | None, activity: str | None, stage: str, mode: str, arrays: str | None,
         cache_everything: bool, html: Path | None, output: Path | None) -> None:  # fmt: skip
    """Print what a function of FILE.py, FILE.ll, FILE.bc or a C file becomes, stage by stage.

    Calls from Python find out whether arrays overlap and take one derivative or the other (--arrays); marked calls in C take the
    one for arrays that may overlap.

    Stages: frontend, primal, activity, plan (why each loop is reversed as it is, as comments), augmented, reverse, gradient,
    optimized, asm (with --mode forward: forward in place of the four in the middle); all prints every one with a heading.
    """
    from irad.api.export.stages import available, stages
    from irad.options import Options

    words = [w.strip() for w in activity.split(",")] if activity is not None else None
    for word in words or ():
        if word not in _WORDS:
            raise ActivityError(f"'{word}' is not an activity", hint=", ".join(_WORDS))
    for written in (html, output):
        if written is not None:
            refuse_input(written, [split(target)[0]])
    subject = subject_of(target, signature, words, mode == "forward")
    forward = mode == "forward"
    everything = html is not None or stage == "all"
    wanted = list(available(forward)) if everything else [s.strip() for s in stage.split(",")]
    if forward and wanted == ["gradient"]:
        wanted = ["forward"]
    apart = subject.checked if arrays is None else arrays == "apart"
    made = list(stages(subject, wanted, forward, Options(cache_everything=cache_everything, noalias=apart)))
    if html is not None:
        from irad.cli.page import page

        write_whole(html, page(f"{target} ({mode} mode)", made))
        click.echo(html)
        return
    comment = "#" if wanted[-1] == "asm" and len(wanted) == 1 else ";"
    text = made[0][1] if len(made) == 1 else "\n".join(f"{comment} ==== {name} ====\n{body}" for name, body in made)
    if output is not None:
        write_whole(output, text)
    else:
        click.echo(text)


def subject_of(target: str, signature: str | None, words: list[str] | None, forward: bool) -> Any:
    """The function that a command line names, with its activities."""
    path, names = split(target)
    if len(names) != 1:
        raise IradError(f"'{target}': one function is needed", hint=f"write {path}:FUNC", code="usage")
    if path.suffix == ".py":
        return _python_subject(path, names[0], signature, words, forward)
    if signature is not None:
        hint = "leave it out: a compiled function has the types that it was written with"
        raise IradError(f"--signature is for functions in Python, not for those of {path}", hint=hint, code="usage")
    return _native_subject(path, names[0], words, forward)


def _python_subject(path: Path, name: str, signature: str | None, words: list[str] | None, forward: bool) -> Any:
    from irad.api.export.stages import Subject
    from irad.frontends.python import check_result, parse_signature
    from irad.pycall.specialisation import python_function as wrapped
    from irad.runtime.leaves import flatten_type, result_leaves
    from irad.transform.base.request import CONST, DUP

    f = python_function(load_python(path), name, path)
    text = signature if signature is not None else declared_arguments(f, name, "float64(float64[:])")
    spec = wrapped(f).specialise_types(parse_signature(text))
    lowered = spec.lowered
    check_result(text, name, lowered.result)
    chosen = words if words is not None else ["dup"] * len(lowered.arg_names)
    if len(chosen) != len(lowered.arg_names):
        raise ActivityError(f"{name}() has {len(lowered.arg_names)} parameters, {len(chosen)} activities were given")
    from irad.frontends.python.sources.dtypes import is_inexact

    params, names = [CONST], ["arena"]
    for word, ty, argument in zip(chosen, lowered.arg_types, lowered.arg_names, strict=True):
        for leaf in flatten_type(ty, argument):
            names.append(leaf.name)
            active = leaf.kind == "float" or (leaf.kind == "data" and is_inexact(leaf.text))
            params.append(_param(word, leaf.kind == "data", forward) if active else CONST)
    for _, ty, argument in lowered.captures:
        for leaf in flatten_type(ty, argument):
            names.append(leaf.name)
            params.append(CONST)
    for leaf in result_leaves(lowered.result):
        names.append("result")
        params.append(DUP if leaf.active else CONST)
    return Subject(spec.source.text, lowered.entry, tuple(params), False, tuple(names), checked=True)


def _native_subject(path: Path, name: str, words: list[str] | None, forward: bool) -> Any:
    import irad
    from irad.api.export.stages import Subject
    from irad.transform.base.request import CONST

    module = irad.Module.from_ir(path) if path.suffix in (".ll", ".bc") else irad.Module.from_c(path)
    try:
        f = module[name]
    except KeyError as error:
        raise IradError(f"{path}: {error.args[0]}", code="no-function") from None
    skip = 1 if f.takes_arena else 0
    if words is None:
        words = ["dup" if t.is_ptr or t.is_float else "const" for _, t in f.params]
    if len(words) != len(f.params):
        raise ActivityError(f"{name}() has {len(f.params)} parameters, {len(words)} activities were given")
    params = [CONST] * skip
    for word, (parameter, t) in zip(words, f.params, strict=True):
        if word != "const" and not (t.is_ptr or t.is_float):
            raise ActivityError(f"{parameter} is {t}, which has no derivative", hint="give it the activity const")
        params.append(_param(word, t.is_ptr, forward))
    names = ("arena",) * skip + tuple(n for n, _ in f.params)
    return Subject(module.text, name, tuple(params), f.ftype.ret.is_float, names)


def _param(word: str, memory: bool, forward: bool) -> Any:
    from irad.transform.base.request import ACTIVE, CONST, DUP, DUPNONEED

    if word == "const":
        return CONST
    if word == "dupnoneed" and memory and not forward:
        return DUPNONEED
    if memory and word == "active":
        raise ActivityError("an array is dup or const, not active")
    return DUP if memory or forward else ACTIVE
