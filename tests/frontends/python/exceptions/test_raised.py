# ruff: noqa: B030, B904, F811, F841, SIM105
"""Exceptions that leave compiled code, their classes and texts; what is refused; `with`."""

from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


class MyError(ValueError):
    """An exception of a user's own."""


class SpecialError(MyError):
    pass


class CodedError(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(f"code {code}")
        self.code = code


def check(x: Any) -> Any:
    if x[0] < 0:
        raise SpecialError(f"x is {x[0]}, {x[1]:.2f}")
    return x[int(10 * x[0])]


def own_class(x: Any) -> Any:
    return check(x) * 2


def again(x: Any) -> Any:
    try:
        return check(x)
    except MyError:
        x[0] = 7.0
        raise


def with_its_text(x: Any) -> Any:
    try:
        return check(x)
    except (MyError, IndexError) as e:
        raise RuntimeError(f"step {1}: {e}") from e


def as_argument(x: Any) -> Any:
    try:
        return check(x)
    except Exception as e:
        raise TypeError(e) from None


def by_name(x: Any) -> Any:
    try:
        return check(x)
    except MyError as e:
        error = e
        raise error
    except IndexError as e:
        raise e


def kept(x: Any) -> Any:
    error = KeyError(f"value {x[0]}")
    if x[0] < 0:
        raise error
    return x[0]


def key_text(x: Any) -> Any:
    try:
        raise KeyError("it's there")
    except KeyError as e:
        raise ValueError(f"{e} {type(e).__name__} {e.args[0]}") from None


def twice(x: Any) -> Any:
    try:
        try:
            return check(x)
        except MyError as e:
            raise LookupError(f"first {e}")
    except LookupError as e:
        raise ValueError(f"then {e}")


def in_handler(x: Any) -> Any:
    try:
        return check(x)
    except MyError:
        return x[5]
    except IndexError:
        x[0] = -1.0
        return check(x)


def in_finally(x: Any) -> Any:
    try:
        return check(x)
    finally:
        check(-x)


def nothing_caught(x: Any) -> Any:
    try:
        return check(x)
    except (KeyError, ZeroDivisionError):
        return 1.0
    finally:
        x[1] = 9.0


def no_text(x: Any) -> Any:
    raise MyError


RAISED = [own_class, again, with_its_text, as_argument, kept, key_text, twice, in_handler, in_finally, nothing_caught, no_text]


def outcome(f: Callable[..., Any], x: np.ndarray) -> tuple[Any, ...]:
    """The value or the exception, and the array afterwards.  (The argument of an exception is its text in compiled code.)"""
    try:
        return float(f(x)), *x
    except Exception as error:
        return type(error), str(error), tuple(map(str, error.args)), *x


@pytest.mark.parametrize("f", RAISED, ids=[f.__name__ for f in RAISED])
def test_raised(f: Callable[..., Any]) -> None:
    """As in CPython; a gradient raises the same and leaves no derivative."""
    for x in ([0.1, 0.5], [0.5, 0.5], [-0.5, 0.25]):
        given = np.array(x)
        want = outcome(f, given.copy())
        assert outcome(irad.jit(f), given.copy()) == want
        if isinstance(want[0], type) and f not in (key_text, no_text):
            dx = np.zeros(2)
            with pytest.raises(want[0]) as caught:
                irad.autodiff(f, irad.Duplicated(given.copy(), dx), mode=irad.Reverse)
            assert str(caught.value) == want[1]
            assert not dx.any()


def test_printed(capfd: pytest.CaptureFixture[str]) -> None:
    def g(x: Any) -> Any:
        for k in range(3):
            try:
                x[k] = x[k + 1]
                if x[k] < 0:
                    raise MyError(f"{x[k]:.1f}")
            except (MyError, IndexError) as e:
                print("caught", e, f"{e!r:>20} {type(e).__name__}", e.args, e.args[0])
        return x.sum()

    x = np.array([1.0, -2.0, 3.0])
    g(x.copy())
    want = capfd.readouterr().out
    assert want.count("caught") == 2
    irad.jit(g)(x.copy())
    assert capfd.readouterr().out == want


def test_class_that_changes() -> None:
    """A handler catches what the class derives from at the time of the call."""

    class Changing(ValueError):
        pass

    def f(x: Any) -> Any:
        try:
            raise Changing("a")
        except ValueError:
            return x[0]
        except Exception:
            return x[1]

    x = np.array([1.0, 2.0])
    run = irad.jit(f)
    assert run(x) == 1.0

    class Changed(KeyError):
        pass

    Changing = Changed  # type: ignore[misc,assignment]
    assert run(x) == 2.0


# ---- what is refused


def opens(x: Any) -> Any:
    with open("f"):
        return x[0]


def strict(x: Any) -> Any:
    with np.errstate(divide="raise"):
        return 1 / x[0]


def warnings_as_errors(x: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return x[0]


def filters_alone(x: Any) -> Any:
    warnings.simplefilter("ignore")
    return x[0]


def warns(x: Any) -> Any:
    warnings.warn("something", stacklevel=1)
    return x[0]


def silenced(x: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return warns(x)


def derivative_inside(x: Any) -> Any:
    try:
        return irad.grad(check)(x).sum()
    except ValueError:
        return 0.0


def alone(x: Any) -> Any:
    raise


def checkpointed_inside(x: Any) -> Any:
    try:
        for _ in irad.checkpointed(range(3)):
            x[0] = check(x)
    except ValueError:
        x[0] = 1.0
    return x[0]


def tried_in_checkpointed(x: Any) -> Any:
    for _ in irad.checkpointed(range(3)):
        with contextlib.suppress(ValueError):
            x[0] = check(x)
    return x[0]


def told(error: Any) -> Any:
    return 1.0


def passed_on(x: Any) -> Any:
    try:
        return check(x)
    except ValueError as e:
        return told(e)


def caught_number(x: Any) -> Any:
    try:
        return check(x)
    except 3:  # type: ignore[misc]
        return 0.0


def same_name(x: Any) -> Any:
    e = 2.0
    try:
        e = check(x)
    except ValueError as e:
        pass
    return e


def same_name_in_a_loop(x: Any) -> Any:
    e, n = 2.0, 0
    while e < 3 and n < 5:
        n += 1
        try:
            x = x + check(x)
        except ValueError as e:
            pass
    return x[0]


def eigenvalues(x: Any) -> Any:
    try:
        return np.linalg.eigvalsh(np.outer(x, x))[0]
    except np.linalg.LinAlgError:
        return 0.0


def recursion(x: Any, n: Any) -> Any:
    if n == 0:
        raise ValueError(f"at {x[0]}")
    return recursion(x, n - 1) if n < 9 else x[0]


def text_of_recursion(x: Any) -> Any:
    try:
        return recursion(x, 2)
    except ValueError as e:
        raise TypeError(f"{e}") from e


REFUSED = [
    (opens, "'with open.*' is not supported"),
    (strict, r"np.errstate\(divide='raise'\) is not supported"),
    (warnings_as_errors, "and not to raise errors"),
    (filters_alone, "in 'with warnings.catch_warnings"),
    (silenced, "calls warnings.warn, in warnings.catch_warnings"),
    (derivative_inside, "a derivative in a try statement"),
    (alone, "raise without an exception is only supported in a handler"),
    (checkpointed_inside, "a checkpointed loop in a try statement"),
    (tried_in_checkpointed, "a try statement in the body of a checkpointed loop"),
    (passed_on, "the exception 'e' is used as a value"),
    (caught_number, "only classes of exceptions, and tuples of them, can be caught"),
    (same_name_in_a_loop, "the name 'e' of a caught exception is also that of a variable"),
    (eigenvalues, "in a try statement"),
    (text_of_recursion, "the text of 'e' is not known to a message here: it may come from a recursion"),
]


@pytest.mark.parametrize(("f", "text"), REFUSED, ids=[f.__name__ for f, _ in REFUSED])
def test_refused(f: Callable[..., Any], text: str) -> None:
    with pytest.raises(irad.IradError, match=text):
        irad.jit(f)(np.array([0.1, 0.5]))


def test_a_handler_with_the_name_of_a_variable() -> None:
    """Where the handler ends, the name is deleted."""
    assert irad.jit(same_name)(np.array([0.1, 0.5])) == 0.5
    with pytest.raises(UnboundLocalError, match="variable 'e'"):
        irad.jit(same_name)(np.array([-0.1, 0.5]))


def test_rules_and_hosts_are_refused() -> None:
    """What a function of the user's rules or of ordinary Python raises is not known to the compiler."""

    def f(x: Any) -> Any:
        try:
            return ruled(x[0])
        except ValueError:
            return x[1]

    @irad.custom
    def ruled(t: float) -> float:
        return t * t

    ruled.defvjp(lambda t: (t * t, t), lambda t, d: (2 * t * d,))
    with pytest.raises(irad.UnsupportedError, match="has derivative rules, and is called in a try statement"):
        irad.jit(f)(np.array([0.1, 0.5]))


def yields_in_try(x: Any) -> Any:
    def gen() -> Any:
        try:
            yield x[0]
        except ValueError:
            yield x[1]

    s = 0.0
    for v in gen():
        s += v
        if s < 9:
            raise ValueError("of the loop, not of the generator")
    return s


def test_errors_of_the_loop_are_none_of_the_generator() -> None:
    with pytest.raises(ValueError, match="of the loop, not of the generator"):
        irad.jit(yields_in_try)(np.array([0.1, 0.5]))
    assert irad.jit(yields_in_try)(np.array([9.5, 0.5])) == 9.5


def test_only_what_is_wrong_is_told() -> None:
    """Exceptions and context managers are no problems of a function that has another one."""

    def f(x: Any) -> Any:
        e = ValueError("a")
        with np.errstate(all="ignore"), contextlib.suppress(KeyError):
            x[0] = undefined_name(x)  # noqa: F821
        if x[0] > 0:
            raise e
        return x[0]

    with pytest.raises(irad.IradError) as caught:
        irad.jit(f)(np.array([1.0]))
    assert "reasons" not in str(caught.value)
    assert "undefined_name" in str(caught.value)


def mixed_result(x, s):
    return np.sin(x[1]) if x[0] > 0 else s


def mixed_division(x, s):
    s = mixed_result(x, s)
    found = 0.5
    try:
        found = s / 0
    except ZeroDivisionError:
        found += 1.0
    return found


def mixed_uncaught(x, s):
    return (np.sin(x[1]) if x[0] > 0 else s) / 0


def test_numbers_of_python_in_one_case_and_of_numpy_in_another() -> None:
    """Division by zero raises in one case and gives inf in the other: a handler is not entered in both."""
    with pytest.raises(irad.IradError, match=r"division by zero: a number is Python's in one case.*float"):
        irad.jit(mixed_division)(np.ones(2), 0.5)
    with pytest.raises(ZeroDivisionError):
        irad.jit(mixed_uncaught)(-np.ones(2), 0.5)


class Root:
    def __init__(self, a):
        self.root = math.sqrt(a)
        self.items = [a, 2.0]


class Logarithm(Root):
    def __init__(self, a, b):
        self.first = a
        super().__init__(a)
        self.last = math.log(b)


def made_in_try(x):
    t = 0.0
    try:
        made = Logarithm(x, 2.0)
        t += made.root + made.first + sum(made.items)
        t += Logarithm(-x, 2.0).last
    except ValueError:
        t += 10 * x
    return t


def test_objects_of_derived_classes_made_in_a_try_statement() -> None:
    assert irad.jit(made_in_try)(2.0) == pytest.approx(made_in_try(2.0), rel=1e-14)
    assert irad.grad(made_in_try)(2.0) == pytest.approx(0.5 / math.sqrt(2.0) + 1 + 1 + 10, rel=1e-14)


def priced(t, x):
    z = np.random.default_rng(0).standard_normal((20, 4))
    steps = (x[2] - 0.5 * x[1] ** 2) * t + x[1] * np.sqrt(t) * z
    y = np.maximum((x[0] * np.exp(steps)).mean(axis=1) - t, 0.0)
    return y[0], y[1]


def with_a_float_in_its_message(x):
    total = 0.0
    for t in [1.0, 2.0]:
        value, other = priced(t, x)
        assert other < 500, f"too large: {other:.3f}"
        total += value
    return total


def test_active_numbers_in_messages() -> None:
    x = np.array([5.0, 0.2, 0.1])
    steps = [(with_a_float_in_its_message(x + e) - with_a_float_in_its_message(x - e)) / 2e-6 for e in 1e-6 * np.eye(3)]
    np.testing.assert_allclose(irad.grad(with_a_float_in_its_message)(x), steps, rtol=1e-6)
    with pytest.raises(AssertionError, match=r"too large: \d+\.\d\d\d"):
        irad.grad(with_a_float_in_its_message)(x * np.array([1000.0, 1.0, 1.0]))


def again_in_recursion(x):
    def power(n):
        try:
            if n == 0:
                raise ValueError
            return power(n - 1) * x
        except ValueError:
            if n == 3:
                return x * n
            raise
        finally:
            counts.append(n)

    counts = []
    return power(5) * len(counts)


class Cells:
    def __init__(self, cells):
        self.cells, self.values, self.depth = cells, {}, 0

    def __getitem__(self, key):
        if key not in self.values:
            self.depth += 1
            try:
                formula = self.cells[key]
                self.values[key] = formula(self) if callable(formula) else formula
            finally:
                self.depth -= 1
        return self.values[key]


def formulas_of_cells(x):
    cells = Cells({"a": x, "b": lambda c: c["a"] * 2.0, "c": lambda c: c["b"] * c["a"] ** 2})
    return cells["c"] + cells.depth


def test_errors_raised_again_in_recursive_functions() -> None:
    """What an error says, and where Python goes on with it, has no derivative."""
    assert irad.value_and_grad(again_in_recursion)(2.0) == pytest.approx((3 * 2.0**3 * 6, 3 * 3 * 2.0**2 * 6), rel=1e-14)
    assert irad.value_and_grad(formulas_of_cells)(3.0) == pytest.approx((2 * 27.0, 6 * 9.0), rel=1e-14)


def lengths_of_texts(x):
    total = 0.0
    for k in range(4):
        try:
            if k == 0:
                raise ValueError("one {brace}")
            if k == 1:
                raise TypeError("three")
            if k == 2:
                total += {"a": x}["b"]
            total += "abc".index("q") * x
        except (ValueError, TypeError, KeyError) as e:
            said = str(e)
            total += x * len(said) * (k + 1) + (10.0 if said == "three" else 20.0) + ("brace" in said)
    return total


def test_texts_of_exceptions_that_are_known() -> None:
    """len("one {brace}"), len("three"), len("'b'") and len("substring not found") times x."""
    slope = 11 + 2 * 5 + 3 * 3 + 4 * 19
    assert irad.value_and_grad(lengths_of_texts)(2.0) == pytest.approx((2.0 * slope + 70 + 1, slope), rel=1e-14)
    assert lengths_of_texts(2.0) == 2.0 * slope + 70 + 1
