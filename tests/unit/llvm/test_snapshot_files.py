"""Files of snapshots: the checksum against published values of XXH64, and which parts of a file are given out."""

from __future__ import annotations

import ctypes
import random

import pytest

from irad.llvm.runtime_ir.snapshot_files import SUPPORTED
from irad.runtime.native import runtime_addresses

pytestmark = pytest.mark.skipif(not SUPPORTED, reason="no POSIX system")
WORD = ctypes.c_int64


# The empty text and "xxhash" with seeds: the tests of github.com/cespare/xxhash and of python-xxhash; texts: their documentation.
@pytest.mark.parametrize(
    ("text", "seed", "wanted"),
    [
        ("", 0, 0xEF46DB3751D8E999),
        ("a", 0, 0xD24EC4F1A98C6E5B),
        ("as", 0, 0x1C330FB2D66BE179),
        ("asd", 0, 0x631C37CE72A97393),
        ("asdf", 0, 0x415872F599CEA71E),
        ("Call me Ishmael. Some years ago--never mind how long precisely-", 0, 0x02A2E85470D6FD96),
        ("xxhash", 0, 3665147885093898016),
        ("xxhash", 20141025, 13067679811253438005),
    ],
)
def test_checksum(text: str, seed: int, wanted: int) -> None:
    checksum = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_char_p, WORD, ctypes.c_uint64)(
        runtime_addresses()["irad_snapshots_checksum"]
    )
    assert checksum(text.encode(), len(text), seed) == wanted


def test_parts_of_a_file() -> None:
    """They never overlap, what is given back is used again, and nothing is left when all are back."""
    take = ctypes.CFUNCTYPE(WORD, ctypes.c_void_p, WORD)(runtime_addresses()["irad_snapshots_take"])
    give = ctypes.CFUNCTYPE(None, ctypes.c_void_p, WORD, WORD)(runtime_addresses()["irad_snapshots_give"])
    choose = random.Random(1)
    store = (WORD * 9)()  # next, holes, end, ...
    used: dict[int, int] = {}
    most = 0
    for _ in range(3000):
        if used and choose.random() < (0.4 if len(used) < 30 else 0.7):
            offset = choose.choice(list(used))
            give(store, offset, used.pop(offset))
        else:
            size = 4096 * choose.randint(1, 4)
            offset = take(store, size)
            assert all(offset + size <= o or o + n <= offset for o, n in used.items())
            used[offset] = size
        most = max(most, store[2])
        assert store[2] >= max((o + n for o, n in used.items()), default=0)
    assert most < 40 * 4 * 4096 * 2
    for offset in list(used):
        give(store, offset, used.pop(offset))
    assert list(store) == [0] * 9
