"""NumPy's functions that select by indices, and how programs with index arrays behave around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values
from tests.generators.modules import module_from

EXPRESSIONS = (
    "np.take(x, i)", "np.take(A, n)", "np.take(A, i, axis=1)", "A.take([[0, 1], [2, 0]], axis=-1)", "A.take(1, 1)", "x.take(2)",
    "np.take(A.T, j, axis=0)", "x.take(x > 2.0)", "np.compress([True, False, True], A, axis=0)", "A.compress([0, 1, 1])",
    "np.compress(x > 1.0, x)", "np.take_along_axis(A, np.argsort(A, axis=1)[:, ::-1], axis=1)",
    "np.take_along_axis(A, n[:, None], axis=0)", "np.take_along_axis(A, n, axis=None)", "np.nonzero(A > 4.0)",
    "(A.T > 3.0).nonzero()",
    "np.flatnonzero(A.T > 5.0)", "np.where(x > 1.0)", "np.argwhere(A > 4.0)", "np.argwhere(x)", "A[np.where(A > 3.0)]",
    "np.ix_(i, [True, False, True, True])", "np.choose([0, 1, 1], [x[:3], x[2:]])", "j.choose([x[:2], 2.0 * x[1:3]])",
    "np.choose(n % 2, [1, 2.5])", "np.nonzero(x)[0].reshape(-1, 1)", "A[i].ravel()", "A[:, i].T.reshape(-1)", "x[i][j[0]]",
    "A[i][:, j][0]", "x[i][1]", "np.sum(A[i, n] * x[n])", "A[i] @ A.T[:, i]",
    "(A * 2.0)[A > 3.0]",
    "c[i]", "x[c]", "len(x[x > 2.0])", "x[x > 99.0].sum()", "x[tuple_of(i)]", "A[r]",
)  # fmt: skip


def arguments() -> dict[str, Any]:
    return {
        "x": np.arange(5.0), "A": np.arange(12.0).reshape(3, 4) % 7, "i": np.array([0, 2, 0]), "n": np.array([-1, 1, -3]),
        "j": np.array([[0, 1], [1, 0]]), "r": (np.array([0, 2]), 1),
    }  # fmt: skip


HEAD = """import numpy as np

c = np.array([1, 0, 2, 1])


def tuple_of(i):
    return (i,)

"""


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> list[Callable[..., Any]]:
    """Functions of several expressions each."""
    lines = [HEAD]
    for k in range(0, len(EXPRESSIONS), 8):
        lines += [f"def f{k}({', '.join(arguments())}):", f"    return ({', '.join(EXPRESSIONS[k : k + 8])},)", ""]
    module = module_from(tmp_path_factory.mktemp("index_functions") / "index_calls.py", "\n".join(lines))
    return [getattr(module, f"f{k}") for k in range(0, len(EXPRESSIONS), 8)]


def assert_same(got: Any, wanted: Any, what: str) -> None:
    if isinstance(wanted, tuple):
        assert len(got) == len(wanted), what
        for g, w in zip(got, wanted, strict=True):
            assert_same(g, w, what)
        return
    assert np.asarray(got).dtype == np.asarray(wanted).dtype, what
    assert np.shape(got) == np.shape(wanted), what
    np.testing.assert_array_equal(got, wanted, what)


@pytest.mark.parametrize("part", range(0, len(EXPRESSIONS), 8))
def test_values(functions: list[Callable[..., Any]], part: int) -> None:
    f, given = functions[part // 8], arguments()
    for text, got, wanted in zip(EXPRESSIONS[part : part + 8], irad.jit(f)(**given), f(**given), strict=True):
        assert_same(got, wanted, text)


def halved(x: Any) -> Any:
    x *= 0.5
    return x[:3]


def moved(i: Any) -> Any:
    i += 1
    return 10.0


def copies(x: Any, i: Any) -> Any:
    y = x[i]
    y[0] = 99.0
    z = x[i][:2]
    x[0] = -1.0
    return y, z, x


def swapped(x: Any, i: Any) -> Any:
    x[i], x[i[::-1]] = x[i[::-1]], x[i]
    x[i] = x[::-1][i]
    x[:3] = x[i]
    x[:] = x[np.arange(len(x))[::-1]]
    x += x[np.arange(len(x))[::-1]]
    return x


def order_of_evaluation(x: Any, i: Any) -> Any:
    a = x[i] + halved(x)
    x[i] = halved(x) + x[i]
    x[i] += halved(x)
    return a, x


def index_changes(x: Any, i: Any) -> Any:
    x[i] += moved(i)
    x[x > 3.0] -= halved(x)[0]
    return x, i


def index_of_itself(x: Any, i: Any) -> Any:
    k = i.copy()
    k[k] = k[::-1]
    i[i] = i + 0
    np.add.at(i, i, 0)
    return k, i


def in_loops(x: Any, i: Any) -> Any:
    total = 0.0
    for k in range(4):
        big = x[x > k]
        for v in big:
            total += v
        x[i] *= 0.9
        total += np.sum(big[big < 3.5])
    return total, x


def of_lists(x: Any, i: Any) -> Any:
    found = [0]
    for k in range(len(i)):
        found.append(i[k] + 1)
    x[found] = 0.25
    return x[found], x


def put_in_places(x: Any, i: Any) -> Any:
    m = np.zeros((3, 4))
    np.put(m, i, [1.0, 2.0])
    np.put(m.T, [5, -1], x)
    x.put(i, -1.0)
    np.put_along_axis(m, np.array([[0, 1, 0, 2]]), 5.0, axis=0)
    np.add.at(m, (0, slice_free(i)), x[:3])
    np.add.at(m, 1, x[:4])
    np.add.at(x, 1, 3.0)
    return m, x


def slice_free(i: Any) -> Any:
    return i * 1


def negated(m: Any) -> Any:
    for k in range(len(m)):
        m[k] = not m[k]
    return 1.5


def mask_changes(x: Any, i: Any) -> Any:
    m = x > 2.0
    x[m] += negated(m) * x[:2][:1]
    return x, m


PROGRAMS = (mask_changes, copies, swapped, order_of_evaluation, index_changes, index_of_itself, in_loops, of_lists, put_in_places)


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("f", PROGRAMS)
def test_programs(f: Callable[..., Any], step: int) -> None:
    mine, theirs = ([np.repeat(np.arange(1.0, 6.0), step)[::step], np.array([0, 2, 0])] for _ in range(2))
    if f is mask_changes:  # not as many elements as were read
        with pytest.raises(ValueError, match="cannot assign 3 input values to the 2 output values") as wanted:
            f(*theirs)
        with pytest.raises(ValueError, match=str(wanted.value)):
            irad.jit(f)(*mine)
        return
    assert_same(irad.jit(f)(*mine), f(*theirs), f.__name__)
    assert_same(tuple(mine), tuple(theirs), f.__name__)


class Weights(NamedTuple):
    w: Any


def test_an_array_is_read_before_it_is_written() -> None:
    def f(p: Any) -> Any:
        p.w += p.w[np.arange(5)[::-1]]
        return p.w

    np.testing.assert_array_equal(irad.jit(f)(Weights(np.arange(5.0))), [4.0] * 5)


def test_an_index_that_becomes_wrong_in_between() -> None:
    def far(i: Any) -> Any:
        i[0] = 10**6
        return 1.0

    def f(x: Any, i: Any) -> None:
        x[i] += far(i)

    for g in (f, irad.jit(f)):
        x = np.arange(3.0)
        with pytest.raises(IndexError, match="index 1000000 is out of bounds for axis 0 with size 3"):
            g(x, np.array([1, 2]))
        np.testing.assert_array_equal(x, np.arange(3.0))


def test_a_reshaped_result_is_a_view_where_numpy_makes_one() -> None:
    def f(A: Any, i: Any) -> Any:
        rows, columns = A[i], A[:, i]
        rows.reshape(-1)[0] = -1.0
        columns.reshape(-1)[1] = -1.0
        columns.T.reshape(-1)[0] = -2.0
        return rows, columns

    A, i = np.arange(12.0).reshape(3, 4), np.array([0, 2, 0])
    assert_same(irad.jit(f)(A, i), f(A, i), "views")


def changed_at_slices(x: Any) -> Any:
    a, d, w = np.outer(x, x), np.arange(4), x.copy()
    b, c = a.copy(), a.copy()
    np.add.at(a, slice(0, 2), x)
    np.multiply.at(b, (slice(None, None, 2), 1), x[:2])
    np.add.at(c, (slice(0, 3), np.array([0, 0, 1])), 2.0)
    np.subtract.at(c, (Ellipsis, slice(1, None)), x[:3])
    np.negative.at(c, slice(-1, None))
    np.add.at(d, slice(len(x) - 2), 3)
    np.add.at(w, slice(1, None), w[:-1])
    return a, b, c, w, d


def taken_into(x: Any) -> Any:
    out, one, row, ends = np.zeros(3), np.zeros(()), np.zeros((2, 4)), np.zeros(2)
    np.take(x, [0, 3, 0], out=out)[0] += 1.0
    np.take(x, 1, out=one)
    np.take(np.outer(x, x), [1, 2], axis=0, out=row)
    own = x.copy()
    np.take(own, [3, 1], 0, own[:2])
    x.take([7, -9], out=ends, mode="clip")
    return out, one, row, own, ends


def other_views(x: Any) -> Any:
    a = x.copy()
    b = a.view()
    b[0] = 7.0
    c, d = np.outer(a, a).view(), np.outer(x, x).T[::2].view()
    c[1] += a
    d[0, 0] = 3
    return a, b, c, d, (a * 2).view()


def without_axes(x: Any) -> Any:
    return np.squeeze(x * 1.0), x.squeeze(), np.squeeze(np.outer(x, x)[:, :, None]), np.squeeze(np.ones((1, 3)) * x[0])


@pytest.mark.parametrize("f", [changed_at_slices, taken_into, other_views, without_axes], ids=lambda f: f.__name__)
def test_places_that_are_given_otherwise(f: Any) -> None:
    x = np.array([0.5, 1.5, -2.0, 3.0])
    check_values(f, x)
    check_slopes(lambda x: sum([(v**2).sum() for v in f(x)[:4]]), x)


def test_what_does_not_fit() -> None:
    x = np.arange(4.0)
    check_errors(
        lambda: np.take(x, [0, 1], out=np.zeros(3)), lambda: np.take(x, [0, 1], out=np.zeros((1, 2))),
        lambda: np.add.at(x.copy(), slice(0, 2), np.ones(3)),
    )  # fmt: skip
    with pytest.raises(NotImplementedError, match="write axis="):
        irad.jit(lambda x: np.squeeze(x))(x[:1])
    with pytest.raises(irad.UnsupportedError, match="out= of int64"):
        irad.jit(lambda x: np.take(x, [0], out=np.zeros(1, int)))(x)
    with pytest.raises(irad.UnsupportedError, match=r"view\(\) with arguments"):
        irad.jit(lambda x: x.view(np.int64))(x)
