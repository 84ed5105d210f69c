"""Changed IR is read, differentiated and compiled, or refused with an `IradError`: no other exception, no crash, no hang.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many texts and from which number (`tests.generators.ir_fuzz`).
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import irad
from irad.errors import IradError
from irad.llvm.object_code import emit_bitcode
from tests.generators.ir_fuzz import base, outcome

pytestmark = pytest.mark.usefixtures("c_compiler")
COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "30"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
BATCHES = 6


def findings(numbers: range) -> dict[int, str]:
    seen = {k: outcome(k) for k in numbers}
    return {k: text for k, text in seen.items() if text not in ("fine", "refused")}


@pytest.mark.parametrize("batch", range(BATCHES))
def test_changed_text(batch: int) -> None:
    assert findings(range(SEED + batch, SEED + COUNT, BATCHES)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_more_changed_text(batch: int) -> None:
    first = 1_000_000 + SEED + 400 * batch
    assert findings(range(first, first + 400)) == {}


def test_damaged_bitcode(tmp_path: Path) -> None:
    good = emit_bitcode(base("choices.c", "-O2 -g"))
    path = tmp_path / "f.bc"
    path.write_bytes(good)
    assert len(list(irad.Module.from_ir(path))) > 5
    r, refused = random.Random(SEED), 0
    for _ in range(12):
        data = bytearray(good)
        for _ in range(r.choice([1, 3, 20])):
            data[r.randrange(len(data))] = r.randrange(256)
        path.write_bytes(data[: r.choice([len(data), r.randrange(4, len(data))])])
        try:
            irad.Module.from_ir(path)
        except IradError:
            refused += 1
    assert refused > 3


def test_inconsistent_module_with_debug_information() -> None:
    """LLVM's parser ends the process when a module that names the version of its debug information is broken elsewhere."""
    broken = "define i32 @f(i32 %x) {\n  %y = add i32 %z, 1\n  %z = add i32 %y, %x\n  ret i32 %y\n}\n"
    version = '!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'
    with pytest.raises(irad.ParseError, match="Instruction does not dominate all uses"):
        irad.Module.from_ir(broken + version)


def test_number_that_is_too_large() -> None:
    with pytest.raises(irad.ParseError, match="Unsupported calling convention"):
        irad.Module.from_ir("define cc 65536 void @f() {\n  ret void\n}\n")


def test_text_that_is_not_unicode() -> None:
    with pytest.raises(irad.ParseError, match="not Unicode"):
        irad.Module.from_ir("define \udc80 {\n}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('!llvm.module.flags = !{!0}\n!0 = !{i32 7, !"Dwarf Version", i32 64}\n', "DWARF version 64"),
        ("@v = appending global [1 x i32] zeroinitializer\n", "@v of appending linkage"),
    ],
)
def test_what_the_code_generator_would_not_survive(text: str, words: str) -> None:
    with pytest.raises(irad.UnsupportedError, match=words):
        irad.Module.from_ir(text)
