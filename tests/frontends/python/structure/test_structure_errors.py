"""Wrong arguments of structural functions: the type and the text of NumPy's error; and what is refused says so."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import irad
from tests.frontends.python.structure.structure_cases import functions, inputs

WRONG = (
    "np.concatenate([a, v])", "np.concatenate([a, b[:, :3]])", "np.concatenate([a, b[:3]], axis=1)",
    "np.concatenate([a, b], axis=2)", "np.concatenate([])", "np.concatenate([v[0], v])", "np.concatenate([v[0], v[1]])",
    "np.concatenate([v, u], axis=-2)", "np.stack([u, v])", "np.stack([u, a])", "np.stack([])", "np.stack([u, u], axis=3)",
    "np.vstack([u, v])", "np.vstack([])", "np.hstack([a, u])", "np.hstack([a, a[:2]])", "np.dstack([u, v])",
    "np.column_stack([u, v])", "np.append(a, v, axis=0)", "np.append(a, v[None], axis=0)", "np.append(a, 1, axis=0)",
    "np.block([[a, u[:, None]], [a, b]])", "np.split(v, 3)", "np.split(a, 4, axis=1)", "np.split(v, 0)", "np.split(v, -7)",
    "np.array_split(v, 0)", "np.array_split(v, -1)", "np.split(a, 2, axis=2)", "np.hsplit(v, 2)", "np.vsplit(v, 7)",
    "np.dsplit(a, 2)", "np.hsplit(v[0], 1)", "np.roll(a, 1, axis=2)", "np.roll(a, (1, 2, 3), axis=(0, 1))", "np.rot90(v)",
    "np.rot90(a, axes=(0, 0))", "np.rot90(a, axes=(0, 2))", "np.rot90(c, axes=(0, 3))", "np.rot90(c, axes=(0, 1, 2))",
    "np.repeat(v, -1)", "np.repeat(v, k - 9)", "np.repeat(a, 2, axis=2)", "np.repeat(v, [1, 2])", "np.repeat(v, u)",
    "np.repeat(v, [1, 2, 3, 4, 5, 6, -1])", "np.tile(v, -1)", "np.tile(a, (1, k - 9))", "np.pad(v, -1)", "np.pad(v, k - 9)",
    "np.pad(a, ((1, 2), (3, 4), (5, 6)))", "np.pad(a, (1, 2, 3))", "np.pad(v, 1, mode='other')", "np.pad(v[:0], 1, 'edge')",
    "np.pad(a[:, :0], ((0, 0), (0, k)), 'wrap')", "np.pad(v, 1, 'edge', constant_values=1)",
    "np.meshgrid(v, u, indexing='yx')", "np.diff(v, -1)", "np.diff(v[0])", "np.diff(a, axis=2)", "np.diff(a, axis=-3)",
    "np.diff(a, axis=0, prepend=v[None])", "np.cumsum(a, axis=2)", "np.cumprod(v, axis=1)", "np.gradient(v[:1])",
    "np.gradient(v[:2], edge_order=2)", "np.gradient(v, edge_order=3)", "np.gradient(a, 1.0, 2.0, 3.0)", "np.gradient(v, u)",
    "np.gradient(v, a)", "np.gradient(a, axis=2)", "np.average(a, weights=u)", "np.average(a, weights=b[:2])",
    "np.average(a, axis=0, weights=v)", "np.average(v, weights=v - v)", "np.average(a, axis=0, weights=u - u)",
    "np.average(a, axis=2)", "np.average(a, axis=1, weights=b[:2])", "np.ptp(a, axis=2)", "np.count_nonzero(a, axis=2)",
    "np.percentile(v, 101)", "np.percentile(v, -k)", "np.quantile(v, 1.5)", "np.insert(v, 9, 1)",
    "np.insert(v, -8, 1)", "np.insert(a, 0, 1, axis=2)", "np.delete(v, 7)", "np.delete(a, 4, axis=0)",
    "np.delete(a, 0, axis=2)", "np.cross(v, v)", "np.cross(v[0], v[:3])", "np.cross(c, c, axisa=3)", "np.fill_diagonal(v, 1)",
    "np.flip(a, 2)", "np.flip(a, (0, 0))", "np.fliplr(v)", "np.flipud(v[0])", "np.expand_dims(a, 4)",
    "np.expand_dims(a, (0, 0))", "np.squeeze(a, axis=2)", "a.squeeze(axis=(0, 0))", "np.swapaxes(a, 0, 2)",
    "a.swapaxes(-3, 0)", "np.moveaxis(a, 2, 0)", "np.moveaxis(a, (0, 1), 0)", "np.moveaxis(c, (0, 0), (1, 2))",
    "np.transpose(a, (0, 2))", "a.transpose(1)", "a.transpose(0, 0)", "np.squeeze(a, axis=0)",
    "np.ediff1d(np.arange(3), to_end=0.5)",
)  # fmt: skip

OTHER_TEXT = {  # the type is NumPy's, the text that of broadcasting in compiled functions
    "np.trapezoid(v, u)": "could not be broadcast", "np.broadcast_arrays(v, u)": "could not be broadcast",
    "np.insert(a, 2, v, axis=0)": "could not broadcast", "np.cross(c, a[:3, :3])": "could not be broadcast",
}  # fmt: skip

REFUSED = {
    "np.concatenate([v, u], out=v)": "the keyword 'out' of np.concatenate",
    "np.stack([u, u], casting='unsafe')": "the keyword 'casting'",
    "np.split(v, np.flatnonzero(v > 0))": "the places to split at must be a tuple or a list",
    "np.split(v, 7.0)": "the number of sections must be an integer",
    "np.roll(v, u)": "shift must be an integer",
    "np.pad(v, {0: 1})": "takes numbers and pairs",
    "np.pad(v, 1.5)": "must be an integer",
    "np.meshgrid(v, u, copy=False)": "copy=False",
    "np.median(v, overwrite_input=True)": "the keyword 'overwrite_input'",
    "np.block([(a, b)])": "takes lists of blocks",
    "np.cross(v[:2], u[:2])": "vectors of three elements",
    "v.repeat(2, order=1)": "the keyword 'order'",
    "np.cumsum(v, initial=1)": "the keyword 'initial'",
    "np.repeat(v, 1.5)": "must be an integer",
}


def error_of(f: object, args: tuple[object, ...]) -> BaseException:
    with warnings.catch_warnings(), pytest.raises(Exception) as caught:
        warnings.simplefilter("ignore")
        f(*args)  # type: ignore[operator]
    return caught.value


@pytest.mark.sampled
@pytest.mark.parametrize("start", range(0, len(WRONG), 12))
def test_errors_of_numpy(start: int, tmp_path: Path) -> None:
    some, args = WRONG[start : start + 12], inputs("C", np.float64)
    for f, text in zip(functions(tmp_path, f"wrong_arguments_{start}", some), some, strict=True):
        want, got = error_of(f, args), error_of(irad.jit(f), args)
        assert type(got) is type(want), text
        assert str(got) == str(want), text


def test_errors_of_broadcasting(tmp_path: Path) -> None:
    args = inputs("C", np.float64)
    for f, (text, said) in zip(functions(tmp_path, "wrong_sizes", list(OTHER_TEXT)), OTHER_TEXT.items(), strict=True):
        want, got = error_of(f, args), error_of(irad.jit(f), args)
        assert type(got) is type(want) is ValueError, text
        assert said in str(got), text


def test_refused(tmp_path: Path) -> None:
    args = inputs("C", np.float64)
    for f, (text, said) in zip(functions(tmp_path, "refused", list(REFUSED)), REFUSED.items(), strict=True):
        got = error_of(irad.jit(f), args)
        assert isinstance(got, (irad.UnsupportedError, irad.TypingError)), (text, got)
        assert said in str(got), (text, got)


def test_an_error_that_is_not_reached(tmp_path: Path) -> None:
    (f,) = functions(tmp_path, "not_reached", ["r = v if k > 0 else np.concatenate([v, a]); r * 2.0"])
    args = inputs("C", np.float64)
    np.testing.assert_array_equal(irad.jit(f)(*args), f(*args))
