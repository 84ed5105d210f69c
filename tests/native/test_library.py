"""Functions without a body: pointers that they hand out have shadows or are refused, and what they may change is no constant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

import irad
from irad.errors import DifferentiationError

HERE = Path(__file__).resolve().parent / "library"
FLAGS = pytest.mark.parametrize("flags", [("-O0",), ("-O2",)], ids=" ".join)


def slopes(f: irad.api.pyfunc.ir_module.ModuleFunction) -> tuple[list[float], list[float]]:
    """Of x0 x1 at (1.5, 2.25), in reverse and in forward mode."""
    x, dx = np.array([1.5, 2.25]), np.zeros(2)
    irad.autodiff(f, irad.Duplicated(x, dx))
    return dx.tolist(), [irad.autodiff(f, irad.Duplicated(x, d), mode=irad.Forward)[0] for d in np.eye(2)]


@FLAGS
def test_pointers_into_strings(flags: tuple[str, ...]) -> None:
    m = irad.Module.from_c((HERE / "strings.c").read_text(), flags=(*flags, "-w", "-fno-builtin"))
    for name in ("found", "last", "copied", "missing", "labelled", "parsed"):
        assert slopes(m[name]) == ([2.25, 1.5], [2.25, 1.5]), name
    refused = {"end": "stores a pointer", "tokens": "strtok has no definition", "bytes": "in pieces", "duplicate": "in pieces"}
    for name, message in refused.items():
        for mode in (irad.Reverse, irad.Forward):
            with pytest.raises(DifferentiationError, match=message):
                irad.autodiff(m[name], irad.Duplicated(np.ones(2), np.ones(2)), mode=mode)


@FLAGS
def test_files(flags: tuple[str, ...]) -> None:
    m = irad.Module.from_c((HERE / "files.c").read_text(), flags=(*flags, "-w"))
    for name in ("dumped", "loaded"):
        assert slopes(m[name]) == ([2.25, 1.5], [2.25, 1.5]), name
    refused = dict.fromkeys(("stream", "through_pipe"), "from a file") | {"memory": "fmemopen", "new_memory": "open_memstream"}
    for name, message in refused.items():
        for mode in (irad.Reverse, irad.Forward):
            with pytest.raises(DifferentiationError, match=message):
                irad.autodiff(m[name], irad.Duplicated(np.ones(2), np.ones(2)), mode=mode)


@FLAGS
@pytest.mark.parametrize("mode", ["autodiff", "fwddiff"])
@pytest.mark.parametrize(
    ("name", "culprit"),
    {
        "returned": "kept", "left": "put", "written": "keep", "changed": "update", "changed_far_away": "update",
        "called_back": "pthread_once", "signalled": "signal", "apart": "", "constant": "",
    }.items(),
)  # fmt: skip
def test_functions_from_elsewhere(
    flags: tuple[str, ...], mode: str, name: str, culprit: str, tmp_path: Path, irad_command: Callable[..., Result]
) -> None:
    source = tmp_path / "program.c"
    marked = f"double __enzyme_{mode}(void *, ...);\ndouble d(double *x, double *t) {{ return __enzyme_{mode}({name}, x, t); }}\n"
    source.write_text((HERE / "elsewhere.c").read_text() + marked)
    words = ["cc", "-w", *flags, "-S", "-emit-llvm", source, "-o", tmp_path / "out.ll"]
    found = irad_command(*words, status=1 if culprit else 0)
    assert f"the function {culprit} has no definition" in found.output or not culprit
