"""The final optimisation: everything LLVM has, vectorising included."""

from __future__ import annotations

import re
from collections.abc import Sequence

import llvmlite.binding as llvm

from irad.llvm.session import machine, parse, strip_target


def optimize(
    text: str,
    level: int = 3,
    cpu: str | None = "host",
    vectorize: bool = True,
    internalize_except: Sequence[str] | None = None,
) -> str:
    """Optimise a module for ``cpu``; with ``internalize_except`` only those functions stay visible."""
    text = strip_target(text)
    if internalize_except is not None:
        text = internalize(text, internalize_except)
    module = parse(text)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = vectorize
    options.loop_interleaving = options.loop_unrolling = vectorize
    builder = llvm.create_pass_builder(machine(cpu), options)
    builder.getModulePassManager().run(module, builder)
    return str(module)


def internalize(text: str, keep: Sequence[str]) -> str:
    """Definitions other than ``keep`` become internal."""
    kept = set(keep)

    def head(match: re.Match[str]) -> str:
        name = match[3] or match[4]
        words = [
            w
            for w in match[1].split()
            if w not in ("internal", "linkonce_odr", "weak_odr", "weak", "linkonce", "hidden", "dso_local")
        ]
        visible = name in kept
        return "define " + ("" if visible else "internal ") + " ".join(words) + (" " if words else "") + match[2]

    return re.sub(r'^define ([^@\n]*?)(@(?:"([^"]+)"|([\w.$-]+))\()', head, text, flags=re.M)
