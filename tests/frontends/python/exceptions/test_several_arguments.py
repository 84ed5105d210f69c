"""Exceptions that are made of several arguments, or by an ``__init__`` of their own, beside plain Python."""

from __future__ import annotations

from typing import Any

import pytest

import irad
from tests.frontends.python.plain import compare


class ConvergenceError(Exception):
    """One that keeps what it is made of."""

    def __init__(self, msg: str, iterations: int, residual: Any = None) -> None:
        super().__init__(f"{msg} after {iterations}")
        self.iterations = iterations
        self.residual = residual
        self.msg = msg


class CodeError(RuntimeError):
    """One with a text of its own."""

    def __str__(self) -> str:
        return f"code {self.args[0]}"


def root(x: Any, steps: int) -> Any:
    for k in range(steps):
        r = x * x - 2.0
        if abs(r) < 1e-12:
            return x
        x = x - r / (2.0 * x)
        if k > 40:
            raise CodeError(k)
    raise ConvergenceError("no root", steps, residual=r)


def raises_own(x: Any) -> Any:
    return root(x, 2)


def raises_several(x: Any) -> Any:
    if x > 0.0:
        raise ValueError("bad", 3, None, x, x > 1)
    return x


def raises_texts(x: Any) -> Any:
    raise ValueError(f"a {x:.1f}", f"b{{}} {2 * x}")


def raises_code(x: Any) -> Any:
    if x > 0.0:
        raise CodeError(int(x) + 6)
    return x


@pytest.mark.parametrize("f", [raises_own, raises_several, raises_texts, raises_code])
def test_what_is_raised(f: Any) -> None:
    with pytest.raises(Exception) as wanted:
        f(1.25)
    with pytest.raises(type(wanted.value)) as found:
        irad.jit(f)(1.25)
    a, b = wanted.value, found.value
    assert type(a) is type(b) and a.args == b.args and str(a) == str(b)
    assert [type(v) for v in a.args] == [type(v) for v in b.args]
    attributes = {k: v for k, v in vars(b).items() if k != "__notes__"}
    assert vars(a) == attributes and [*map(type, vars(a).values())] == [*map(type, attributes.values())]


def kept_number(x: float) -> Any:
    try:
        return root(x, 2)
    except ConvergenceError as e:
        return x * x * e.iterations


def kept_text(x: float) -> Any:
    try:
        return root(x, 2)
    except (ConvergenceError, CodeError) as e:
        return x**3 if isinstance(e, ConvergenceError) else x


def of_two_places(x: float) -> Any:
    try:
        if x > 2.0:
            raise ValueError("bad", 3)
        if x > 1.0:
            raise ValueError("bad", 4)
    except ValueError as e:
        code = e.args[1]
        return x * x * code if e.args[0] == "bad" else x
    return x


def text_decides(x: float) -> Any:
    try:
        return root(x, 1)
    except ConvergenceError as e:
        return x**4 if e.msg == "no root" else x


@pytest.mark.parametrize("f", [kept_number, kept_text, of_two_places, text_decides])
@pytest.mark.parametrize("x", [1.3, 2.5])
def test_what_handlers_read(f: Any, x: float) -> None:
    compare(f, x)


def reads_float(x: float) -> Any:
    try:
        return root(x, 1)
    except ConvergenceError as e:
        return e.residual


def wrong_call(x: float) -> Any:
    if x > 0.0:
        raise ConvergenceError("m")  # type: ignore[call-arg]
    return x


class Counted(Exception):
    def __init__(self, code: int) -> None:
        self.code = code
        self.count()

    def count(self) -> None:
        self.code += 1


class Derived(Counted):
    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(7)


class Described(Exception):
    def __init__(self, code: int) -> None:
        self.code = code

    @property
    def code(self) -> int:
        return 1

    @code.setter
    def code(self, v: int) -> None:
        self.kept = v


class Set(Exception):
    def __init__(self, code: int) -> None:
        self.code = code
        setattr(self, "code", 8)  # noqa: B010


class Last(Counted):
    def __init__(self, code: int, other: int) -> None:
        super().__init__(code)
        self.other = other


def reads_last(x: float) -> Any:
    try:
        if x > 0.0:
            raise Last(3, 4)
    except Counted as e:
        return x * e.other  # type: ignore[attr-defined]
    return x


def test_what_is_set_behind_the_base() -> None:
    assert irad.jit(reads_last)(1.5) == reads_last(1.5) == 6.0


def of_counted(x: float) -> Any:
    try:
        if x > 0.0:
            raise Counted(5)
    except Counted as e:
        return x * e.code
    return x


def of_derived(x: float) -> Any:
    try:
        if x > 0.0:
            raise Derived(5)
    except Derived as e:
        return x * e.code
    return x


def of_described(x: float) -> Any:
    try:
        if x > 0.0:
            raise Described(5)
    except Described as e:
        return x * e.code
    return x


def of_set(x: float) -> Any:
    try:
        if x > 0.0:
            raise Set(5)
    except Set as e:
        return x * e.code
    return x


@pytest.mark.parametrize("f", [of_counted, of_derived, of_described, of_set])
def test_attributes_that_are_something_else_are_refused(f: Any) -> None:
    with pytest.raises(irad.errors.UnsupportedError, match=r"'code' of .* is not known to compiled code"):
        irad.jit(f)(1.5)


def reads_nothing(x: float) -> Any:
    try:
        if x > 0.0:
            raise ValueError("a")
    except KeyError as e:
        return x * e.code  # type: ignore[attr-defined]
    except ValueError as e:
        return x * e.code  # type: ignore[attr-defined]
    return x


def test_attributes_that_are_not_there() -> None:
    with pytest.raises(irad.errors.UnsupportedError, match="nothing that is raised here comes to this handler"):
        irad.jit(reads_nothing)(1.5)
    with pytest.raises(irad.errors.UnsupportedError, match="'code' of ValueError is not known to compiled code"):
        irad.jit(reads_nothing)(1.5)


def array_argument(x: Any) -> Any:
    raise ValueError("bad", x[1:])


@pytest.mark.parametrize(
    "f, x, words",
    [
        (reads_float, 1.5, "a float that an exception carries has no derivative"),
        (wrong_call, 1.5, "missing a required argument: 'iterations'"),
    ],
)
def test_what_is_refused(f: Any, x: float, words: str) -> None:
    with pytest.raises(irad.errors.IradError, match=words):
        irad.jit(f)(x)


def test_arrays_are_refused() -> None:
    import numpy as np

    with pytest.raises(irad.errors.UnsupportedError, match="as an argument of an exception"):
        irad.jit(array_argument)(np.ones(3))


def printing(x: float) -> Any:
    try:
        if x > 0.0:
            raise CodeError(7)
    except RuntimeError as e:
        print("caught", e)
    return x


def test_printed(capfd: pytest.CaptureFixture[str]) -> None:
    irad.jit(printing)(1.0)
    assert capfd.readouterr().out == "caught code 7\n"
