"""The normal form that is differentiated: scalar optimisation without vectorising and unrolling, simple loops.

What is optimised before need not be differentiated; what is vectorised or unrolled is harder to differentiate and is done
afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import llvmlite.binding as llvm

from irad.llvm.session import machine, parse, strip_target

_LOOP_HINT = re.compile(r", !llvm\.loop ![0-9]+")
_OPTNONE = re.compile(r"\b(?:optnone|noinline) (?=.*\boptnone\b)|\boptnone\b")


def normalize(text: str, roots: Sequence[str] = ()) -> str:
    """The normal form of a module (``roots``: functions that must keep their signature and existence)."""
    text = _LOOP_HINT.sub("", strip_target(text))
    text = _without_optnone(text)
    text = _visible(text, roots)
    module = parse(text)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_interleaving = options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine("host"), options)
    builder.getModulePassManager().run(module, builder)
    _shape(module, builder)
    return str(module)


def tidy(text: str) -> str:
    """SSA form and loop shape again, after the model was changed; nothing else."""
    module = parse(text)
    builder = llvm.create_pass_builder(machine("host"), llvm.create_pipeline_tuning_options(speed_level=1))
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.run(module, builder)
    _shape(module, builder)
    return str(module)


def _shape(module: Any, builder: Any) -> None:
    manager = llvm.create_new_module_pass_manager()
    manager.add_unify_function_exit_nodes_pass()
    manager.add_loop_simplify_pass()
    manager.add_lcssa_pass()
    manager.run(module, builder)


def _without_optnone(text: str) -> str:
    """``optnone`` hides a function from every pass; ``noinline`` comes with it at -O0."""

    def group(match: re.Match[str]) -> str:
        words = match[2]
        if "optnone" in words.split():
            words = re.sub(r"\b(optnone|noinline)\b ?", "", words)
        return f"attributes {match[1]} = {{ {words.strip()} }}"

    return re.sub(r"^attributes (#\d+) = \{ (.*) \}$", group, text, flags=re.M)


def _visible(text: str, roots: Sequence[str]) -> str:
    """Functions to differentiate are not internal, so that no pass changes or drops them."""
    for name in roots:
        quoted = rf'(?:"{re.escape(name)}"|{re.escape(name)})'
        text = re.sub(rf"^define (internal|private) (.*@{quoted}\()", r"define \2", text, flags=re.M)
    return text
