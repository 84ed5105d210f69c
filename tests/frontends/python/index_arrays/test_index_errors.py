"""Errors of indices with arrays: NumPy's, with its words, and what is refused when compiling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.generators.modules import module_from

RUN = (
    "x[k]", "x[-k]", "x[[0, -6]]", "A[[0, 9], [9, 0]]", "A[0, [0, 9]]", "A[[0, 9], 9]", "A[:, k]", "A[k, 1:2]", "A[k, k]",
    "x[m4]", "A[m5]", "A[:, m3]", "A[m5, 9]", "A[m3, 9]", "A[np.ones((3, 5)) > 0]", "A[[0, 1, 9], [9, 0]]", "A[m3, [0, 1, 2]]",
    "A[i[:2, None] + i[:2], i]", "A[k[1:2], k[:0]]", "A[k, 0:0]", "Z[k]", "Z[:, i]", "Z[m3]", "A[i, i] @ x", "x[x > 9]",
    "np.take(x, k)", "np.take(A, [17])", "np.take(A, -k, axis=1)", "A.take(9, 1)", "np.take(Z, [0])",
    "A[..., k]", "np.compress(np.ones(6), x)",
    "np.compress(np.arange(9) > 7, A, axis=1)", "np.take_along_axis(A, k[:, None] + i[:, None], axis=1)",
    "np.take_along_axis(A, np.zeros((2, 1), int), axis=1)", "np.choose([0, 3], [x[:2], x[1:3]])",
)  # fmt: skip
WRITES = (
    "x[i[:2]] = y", "x[x > 3] = y", "x[x > 2] = y[None]", "A[i[:2]] = y", "A[A > 3] = y", "A[:, i[:2]] = C[:2]", "A[i[:2]] = T",
    "x[k] = 1.0", "x[i[:1]] += y", "x[i[:0]] = y", "np.add.at(x, i[:2], y)", "np.add.at(x, k, 1.0)", "np.put(x, k, 1.0)",
    "x[m4] = 0.0", "x[m4] += 1.0",
    "A[A > 3, ...] = y", "A[m3] = y", "A[k[1:2], k[:0]] = 1.0", "x[x > 2] = y[:0]", "x[k] *= 2.0", "A[i, k] -= 1.0",
)  # fmt: skip
WORDS_DIFFER = ("A[i[:2]] = T", "A[i, i] @ x", "x[i[:1]] += y")
REFUSED = (
    ("x[x]", irad.TypingError, "arrays used as indices must be of integer"),
    ("x[i, i]", irad.TypingError, "too many indices for array: array is 1-dimensional, but 2 were indexed"),
    ("A[A > 1, 0]", irad.TypingError, "too many indices for array: array is 2-dimensional, but 3 were indexed"),
    ("x[x[0] > 1]", irad.UnsupportedError, "is a mask"),
    ("np.take(x, x)", irad.TypingError, "according to the rule"),
    ("np.take(x, i, out=i)", irad.UnsupportedError, "with out= of int64"),
    ("np.nonzero(x[0])", irad.TypingError, "nonzero on 0d arrays"),
    ("np.ix_(i[None])", irad.TypingError, "Cross index must be 1 dimensional"),
    ("np.where(x > 1, x)", irad.UnsupportedError, "two arguments"),
    ("x[{'a': 1}]", irad.UnsupportedError, "an array of .* is not supported"),
)


def arguments() -> dict[str, Any]:
    return {
        "x": np.arange(5.0), "A": np.arange(12.0).reshape(3, 4), "Z": np.zeros((3, 0)),
        "T": np.zeros((2, 2, 4)), "C": np.zeros((3, 3)),
        "y": np.ones(3), "i": np.array([0, 1, 2]), "k": np.array([1, 7, 8]), "m3": np.array([True, False, True]),
        "m4": np.ones(4, bool), "m5": np.ones(5, bool),
    }  # fmt: skip


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Callable[..., Any]]:
    """A function for each expression and statement."""
    lines = ["import numpy as np", ""]
    all_of_them = [f"return {e}" for e in (*RUN, *(e for e, _, _ in REFUSED))] + [*WRITES]
    for c, text in enumerate(all_of_them):
        lines += [f"def f{c}({', '.join(arguments())}):", f"    {text}", ""]
    module = module_from(tmp_path_factory.mktemp("index_errors") / "wrong_indices.py", "\n".join(lines))
    return {text.removeprefix("return "): getattr(module, f"f{c}") for c, text in enumerate(all_of_them)}


def outcome(f: Callable[..., Any]) -> tuple[Any, str, dict[str, Any]]:
    given = arguments()
    try:
        return np.shape(f(**given)), "", given
    except Exception as error:
        return type(error), str(error).split("\n")[0].strip(), given


@pytest.mark.parametrize("text", [*RUN, *WRITES])
def test_errors_are_numpys(functions: dict[str, Callable[..., Any]], text: str) -> None:
    wanted, mine = outcome(functions[text]), outcome(irad.jit(functions[text]))
    assert mine[0] == wanted[0]
    if text not in WORDS_DIFFER:
        assert mine[1] == wanted[1]
    for name, a in wanted[2].items():
        np.testing.assert_array_equal(mine[2][name], a, name)


@pytest.mark.parametrize(("text", "kind", "words"), REFUSED)
def test_what_is_refused(functions: dict[str, Callable[..., Any]], text: str, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        irad.jit(functions[text])(**arguments())


def test_reading_what_is_read_only() -> None:
    def f(x: Any, i: Any) -> Any:
        x[i] = 0.0
        return x

    x = np.arange(3.0)
    x.flags.writeable = False
    with pytest.raises(irad.TypingError, match="read-only"):
        irad.jit(f)(x, np.array([1]))
