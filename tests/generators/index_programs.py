"""Kinds of indices with arrays, and the arrays that they are used on; programs with all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

INDICES: dict[int, tuple[str, ...]] = {
    1: (
        "i", "n", "[0, 2, 1]", "(i,)", "j", "f", "i[::2]", "i + 1", "np.arange(3)", "i[:0]", "[]", "i[:, None]", "None, i",
        "i, None", "..., i", "m5", "X > 2.0", "~m5", "m5, None", "[True, False, True, False, True]", "[[0, 1], [2, 0]]", "t[0]",
    ),
    2: (
        "i", ":, i", "i, i", "i[:, None], i", "i, n", "0, i", "i, 1", "i, 1:3", "1:, i", "..., i", "i, ...", "None, i",
        "i, None, 1", "i, None, n", ":, None, i", "m3", "m3, 2", "m3, 1:3", ":, m4", "m34", "m34, None", "X > 4.0", "f", ":, f",
        "f, f", "f, j[:, :1]", "f, 1", "np.ix_(i, n)", "np.ix_(m3, [0, 1])", "np.nonzero(X > 4.0)", "t", "::2, i", "::-1, i",
        "i, ::-1", "m3, [1]", "[[0, 1], [2, 0]]", "i, i[0]", "np.array(1)", "np.array(1), 1:", "i, np.array(1)",
    ),
    3: (
        "i", ":, i", "..., i", "i, n", "i, :, n", ":, i, n", ":, 0, i", "0, :, i", "0, i", "i, 1:, 2", "i, None, :, n", "m33",
        "m33, 1", "i[:2], m3", ":, m34", "m3, :, i[:2]", "f, :, f", ":, f", ":, :, f", "f, 1, 2",
        "..., i, n", "i, ..., n", "1, ..., i", "m3, ..., [0, 1]", "X > 8.0", "::-1, i, ::2", "t", "1, i, n",
    ),
}  # fmt: skip
# What can be given to a function: no slices.
VALUES: dict[int, tuple[str, ...]] = {
    1: ("i", "n", "[0, 2, 0]", "m5", "f", "j", "0", "(i,)"),
    2: ("i", "(i, n)", "m3", "m34", "(0, i)", "(i[:, None], n)", "(None, i)", "f", "(f, j[:, :1])", "1", "(m3, 1)"),
    3: ("i", "(i, 1, n)", "m33", "(i, n)", "(m3, 0)", "(f, 1, f)"),
}
# Values that are broadcast in an assignment: X, V, W have 1, 2 and 3 axes.
BROADCAST: tuple[tuple[str, str], ...] = (
    ("i", "v[:4]"), ("i", "v[:3, None]"), ("i", "W[:1, :3, :]"), (":, i", "V[:, :3]"), (":, i", "v[:3]"),
    ("m34", "v[:1]"), ("m34", "v[3]"), ("f, f", "V[:2, :3]"),
    ("f, f", "V[:3, :2].T"), ("f, j[:, :1]", "v[:3]"), ("i", "[1, 2, 3, 4]"), ("i, None", "V[:, None, :]"), ("i", "7"),
    ("i", "X[::-1]"), (":, i", "X[:, 1:]"), ("m3", "X[1:]"),
)  # fmt: skip

ARGUMENTS = "i, n, j, f, m3, m4, m5, m33, m34"


def arguments() -> dict[str, Any]:
    """Indices, some of them several times the same."""
    m34 = np.array([[1, 0, 0, 1], [0, 0, 1, 0], [1, 1, 0, 0]], bool)
    return {
        "i": np.array([0, 2, 0]), "n": np.array([-1, 1, -3]), "j": np.array([[0, 1], [2, 1]]),
        "f": np.asfortranarray([[0, 1, 0], [2, 1, 1]]), "m3": np.array([True, False, True]),
        "m4": np.array([False, True, True, False]), "m5": np.array([True, False, True, True, False]),
        "m33": np.array([[1, 0, 1], [0, 0, 1], [1, 0, 0]], bool), "m34": m34,
    }  # fmt: skip


def arrays() -> dict[str, np.ndarray]:
    """Arrays of 5, (3, 4) and (3, 3, 4) elements, in memory in different ways."""
    x, a, t = np.arange(10.0), np.arange(48.0).reshape(6, 8) / 4, np.arange(36.0).reshape(3, 3, 4) / 2
    return {
        "line": x[:5], "steps": x[::2], "backwards": x[4::-1], "integers": np.arange(5), "truths": x[:5] % 2 == 0,
        "rows": np.ascontiguousarray(a[:3, :4]), "columns": np.asfortranarray(a[:3, :4]), "parts": a[::2, ::2],
        "turned": a[:4, :3].T[::-1], "small": np.arange(12, dtype="f4").reshape(3, 4),
        "cube": t, "cube by columns": np.asfortranarray(t), "cube with other axes": t.reshape(4, 3, 3).transpose(1, 2, 0),
        "cube of steps": np.arange(144.0).reshape(6, 3, 8)[::2, :, ::2],
    }  # fmt: skip


def reading(ndim: int, part: slice) -> tuple[str, list[str]]:
    """The text of a function that reads what some of the indices select, and these."""
    chosen = list(INDICES[ndim][part])
    return f"{_head(ndim)}    return ({', '.join(f'X[{k}]' for k in chosen)},)\n", chosen


def writing(ndim: int, part: slice) -> tuple[str, list[str]]:
    """As `reading`, of a function that assigns to copies of an array."""
    chosen = [k for k in INDICES[ndim][part] if k != "np.array(1)"]
    lines = []
    for c, k in enumerate(chosen):
        lines += [f"    Y{c} = np.copy(X)", f"    Y{c}[{k}] = Y{c}[{k}][::-1]", f"    Y{c}[{k}] {'*-+'[c % 3]}= 3 * Y{c}[{k}]"]
    lines.append(f"    return ({', '.join(f'Y{c}' for c in range(len(chosen)))},)")
    return _head(ndim) + "\n".join(lines) + "\n", chosen


def changing(ndim: int, part: slice) -> tuple[str, list[str]]:
    """As `reading`, of a function that writes to its argument, each time after the other."""
    chosen, lines = list(VALUES[ndim][part]), []
    for c, k in enumerate(chosen):
        name = ("add", "multiply", "maximum", "subtract")[c % 4]
        lines += [f"    np.{name}.at(X, {k}, 0.5 + X[{k}])"]
        lines += [f"    np.negative.at(X, {k})", f"    X[{k}] = 0.25", "    X += 1.0"]
    return _head(ndim) + "\n".join([*lines, "    return 0"]) + "\n", chosen


def broadcasting() -> str:
    """The text of a function that assigns values of other shapes."""
    lines = []
    for c, (k, value) in enumerate(BROADCAST):
        lines += [f"    Y{c} = np.copy(X)", f"    Y{c}[{k}] = {value.replace('X', f'Y{c}')}"]
    lines.append(f"    return ({', '.join(f'Y{c}' for c in range(len(BROADCAST)))})")
    return _head(2, "v, V, W, ") + "\n".join(lines) + "\n"


def _head(ndim: int, more: str = "") -> str:
    return f"import numpy as np\n\n\ndef indexed(X, {more}{ARGUMENTS}):\n    t = {'(i, n)' if ndim > 1 else '(i,)'}\n"
