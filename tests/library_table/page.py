"""Writes docs/library_table.md from the outcomes of all calls."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.library_table.arguments import DTYPES, LAYOUTS
from tests.library_table.calls import table

OUTCOMES = Path(__file__).with_name("outcomes.json")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "library_table.md"
_MARKS = {"right": "+", "error": "e", "refused": "–", "wrong": "**wrong**"}
_SLOPES = ("slope float64", "slope complex128", "slope step")
_SHORT = {
    "float64": "f8",
    "float32": "f4",
    "complex128": "c16",
    "complex64": "c8",
    "int64": "i8",
    "int32": "i4",
    "uint8": "u1",
    "bool": "b1",
}
_SECTIONS = {
    "np.": "NumPy",
    "np.linalg.": "numpy.linalg",
    "np.fft.": "numpy.fft",
    "np.polynomial.": "numpy.polynomial",
    "np.random.": "numpy.random",
    "ndarray.": "Methods, attributes and operators of arrays",
    "Generator.": "numpy.random.Generator",
}
_HEAD = """# Calls of NumPy and SciPy, one by one

Written by `python -m tests.library_table --page`. The rows are `benchmarks/library/names.txt` and
`tests/library_table/rows`; the tests of `tests/library_table` are made from the same rows. Each name is called in the
ways that its row lists. The first call is tried with arguments of each dtype (f8 is float64) and layout: F, Fortran's
order; step, each second element of each axis; rev, all axes reversed; empty, a first axis of none; one, of one; num,
numbers in the place of arrays; nan, with nan, infinities and -0.0. Functions of SciPy are tried in fewer forms. The
other calls, with keywords, axes and other shapes, are counted over six forms, or two.

`+`: value, dtype, shape, view or copy (with strides), and what the call did to its arguments, are those of NumPy or
SciPy. `e`: both have an error, of the same kind or irad's own of a type. `–`: refused with a clear error. d: the
gradient of a weighted sum of all results is that of differences of fourth order, and the tangent in forward mode that
of the gradient; for f8, c16 (by real and imaginary parts) and stepped arrays. t: time of the first call with 1,000
elements, as a multiple of NumPy's or SciPy's, its own loop around it (times that other processes disturb).
"""


def write_page() -> None:
    """Write the page from the outcomes."""
    PAGE.write_text(page(json.loads(OUTCOMES.read_text())))


def page(found: dict[str, Any]) -> str:
    """The text of the page."""
    states = Counter(o["is"] for said in found.values() for o in said["outcomes"])
    whole = sum(all(o["is"] in ("right", "error") for o in said["outcomes"]) for said in found.values())
    calls = sum(len({o["call"] for o in said["outcomes"]}) for said in found.values())
    works = sum(_first(said).get("float64") == "right" for said in found.values())
    parts = [
        _HEAD,
        f"{len(found)} names, {calls} calls, {sum(states.values())} cases: {states['right']} right, {states['error']} errors as "
        f"NumPy has them, {states['refused']} refused, {states['wrong']} wrong. {works} names work with float64, {whole} of them "
        "with all that was tried.\n",
    ]
    waiting = [name for name in table() if name not in found]
    if waiting:
        text = "names more have rows that have not been tried in all forms; tests of them are in `tests/frontends`."
        parts.append(f"{len(waiting)} {text}\n")
    for title, names in sections(list(found)).items():
        parts.append(f"## {title} ({len(names)})\n")
        heads = [
            *(_SHORT[d] for d in DTYPES),
            "F",
            "step",
            "rev",
            "empty",
            "one",
            "num",
            "nan",
            "others",
            "d f8",
            "d c16",
            "d step",
            "t",
        ]
        parts.append("| name | " + " | ".join(heads) + " |\n|---|" + "---|" * len(heads))
        parts.append("\n".join(_row(name, found[name]) for name in names) + "\n")
    parts.append("## Refused\n\nBy call: the forms, and the first reason.\n")
    parts.append("\n".join(_refused(found)))
    return "\n".join(parts) + "\n"


def sections(names: list[str]) -> dict[str, list[str]]:
    """The names by where they are from."""
    found: dict[str, list[str]] = {}
    for name in names:
        own = [s for s in _SECTIONS if name.startswith(s)]
        title = _SECTIONS[max(own, key=len)] if own else ".".join(name.split(".")[:2])
        found.setdefault(title, []).append(name)
    return found


def _first(said: dict[str, Any]) -> dict[str, str]:
    call = said["outcomes"][0]["call"]
    return {o["form"]: o["is"] for o in said["outcomes"] if o["call"] == call}


def _row(name: str, said: dict[str, Any]) -> str:
    first, call = _first(said), said["outcomes"][0]["call"]
    others = [o for o in said["outcomes"] if o["call"] != call]
    good = sum(o["is"] in ("right", "error") for o in others)
    cells = [_MARKS.get(first.get(f, ""), "") for f in (*DTYPES, *LAYOUTS)]
    cells.append(f"{good} of {len(others)}" if others else "")
    cells += [_MARKS.get(first.get(f, ""), "") for f in _SLOPES]
    time = said["time"]
    cells.append("" if time is None else f"{time:.2f}")
    return f"| `{name}` | " + " | ".join(cells) + " |"


def _refused(found: dict[str, Any]) -> list[str]:
    lines = []
    for said in found.values():
        by_call: dict[str, list[dict[str, str]]] = {}
        for o in said["outcomes"]:
            if o["is"] in ("refused", "wrong"):
                by_call.setdefault(o["call"], []).append(o)
        for call, those in by_call.items():
            forms = ", ".join(o["form"].replace("slope", "derivative") for o in those)
            lines.append(f"- `{call}` ({forms}): {those[0]['why'][:150].replace('|', '/')}")
    return lines
