# ruff: noqa
"""More programs with an error in them, as in `wrong_programs.py`: types that do not settle, texts, shapes, methods, libraries."""

from __future__ import annotations

import functools
import operator
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.integrate
import scipy.linalg
import scipy.signal
import scipy.special as sp
import scipy.stats
from scipy.special import logsumexp
from scipy.stats import levy

import irad

from .wrong_programs import Case

V = np.array([1.0, 2.0, 3.0])
N = np.array([1, 2, 3])
CASES: list[Case] = []
U, T = irad.UnsupportedError, irad.TypingError


def wrong(kind: type[Exception], *says: str, args: tuple = (V,), by: Callable[..., Any] = irad.grad) -> Any:
    def add(f: Any) -> Any:
        CASES.append(Case(f.__name__, lambda: by(f)(*args), kind, says, f))
        return f

    return add


# ---- functions of libraries


@wrong(U, "scipy.signal.find_peaks_cwt is not supported", "irad.pure_host")
def filtered(x):
    return x[scipy.signal.find_peaks_cwt(x, [1.0])].sum()  # <--


@wrong(U, "scipy.stats.levy.cdf is not supported", "irad.host_rule")
def distribution_by_name(x):
    return levy.cdf(x).sum()  # <--


@wrong(U, "scipy.stats.levy is not supported", "irad.host_rule")
def frozen_distribution(x):
    d = levy(0.0, 1.0)  # <--
    return d.logpdf(x).sum()


@wrong(U, "scipy.integrate.solve_ivp() knows the methods", "one of these")
def solved(x):
    found = scipy.integrate.solve_ivp(lambda t, y: -x * y, (0, 1), np.ones(3), method="Euler")  # <--
    return found.y[:, -1].sum()


@wrong(U, "'with np.printoptions(precision=3)' is not supported", "the format where numbers are printed")
def with_options(x):
    with np.printoptions(precision=3):  # <--
        return (x * 2.0).sum()


@wrong(U, "np.set_printoptions is not supported", "the format where numbers are printed")
def options(x):
    np.set_printoptions(precision=3)  # <--
    return (x * 2.0).sum()


@wrong(T, "numpy has no attribute 'product'", "write np.prod", "numpy has no attribute 'float'", "write float")
def old_names(x):
    return np.product(x) + np.float(x[0])  # <--


# ---- types that do not settle


@dataclass
class Node:
    v: float
    before: Any


@wrong(T, "'last' does not settle in the loop of line", "None at first, then (float64, None) or None", args=(V, 5.0))
def chain_of_tuples(x, most):
    last = None
    while most > 0:
        last = (most, last)  # <--
        most -= 1
    return x.sum()


@wrong(T, "'xs' does not settle")
def chain_in_a_list(x):
    xs = [None]
    for v in x:
        xs.append((v, xs[-1]))  # <--
    return x.sum()


class Linked:
    def __init__(self) -> None:
        self.head = None

    def push(self, v):
        self.head = (v, self.head)  # <--


@wrong(T, "Linked(head: None) at first")
def linked_list(x):
    s = Linked()
    for v in x:
        s.push(v)
    return s.head[0]


@wrong(U, "put into itself", "list(xs)")
def list_in_itself(x):
    xs = []
    for v in x:
        xs.append(xs)  # <--
    return x.sum()


def build(v, before, most):
    if v > most:
        return v
    return build(v * 2, (v, before), most)  # <--


@wrong(U, "calls of build() with ever new types do not end", "'before' is None at first, then (float64, None)", args=(V, 5.0))
def recursion_of_new_types(x, most):
    return build(x[0], None, most)


@wrong(T, "33 dimensions")
def axes_without_end(x):
    y = x
    for i in range(100):
        y = y[:, None] * x  # <--
    return y.sum()


# ---- texts, numbers, types


@wrong(U, "known at run time only")
def percent(x):
    name = "%.3f" % x[0]  # <--
    return len(name) * x[0]


@wrong(U, "has no method 'sun'")
def chosen_text(x):
    name = "su" + ("m" if x[0] > 0 else "n")
    return getattr(x, name)()  # <--


@wrong(T, "range() takes integers, not float64", "//")
def range_of_float(x):
    s = 0.0
    for i in range(len(x) / 2):  # <--
        s += x[i]
    return s


@wrong(T, "int64 cannot be iterated", "range(n)")
def loop_over_number(x):
    s = 0.0
    for i in len(x):  # <--
        s += x[i]
    return s


@wrong(T, "a shape must be integers, not float64", "//")
def float_shape(x):
    return np.zeros(len(x) / 2).sum() + x[0]  # <--


@wrong(T, "the number of np.linspace must be an integer, not float64")
def float_count(x):
    return np.linspace(0, 1, 0.5 * len(x)).sum() * x[0]  # <--


@wrong(T, "the dtype cannot be int64", "a tuple: (2, 3)")
def shape_in_two_arguments(x):
    return np.ones(2, 3).sum() * x[0]  # <--


@wrong(U, "the dtype str is not supported")
def array_of_texts(x):
    return np.array(x, dtype=str).sum()  # <--


@wrong(T, "& is for integers and truth values, not for bool and float64", "(x > a) & (x < b)")
def missing_brackets(x):
    return x[(x > 1) & x].sum()  # <--


@wrong(T, "not the function np.sum")
def function_as_number(x):
    return x.sum() + np.sum  # <--


@wrong(T, "not None")
def none_as_number(x):
    y = None
    return x.sum() + y  # <--


@wrong(T, "float64[::1] in one place and [float64, float64] in another", "np.array(...)")
def array_or_list(x):
    if x[0] > 0:
        y = x
    else:
        y = [1.0, 2.0]
    return y[0]  # <--


@wrong(T, "'y' is 'a' in one place and float64 in another", "use two names")
def text_or_number(x):
    if x[0] > 0:
        y = "a"
    else:
        y = 2.0
    return y  # <--


# ---- methods, attributes, calls


@wrong(U, "a list has no method 'mean'", "np.array(xs).mean")
def mean_of_list(x):
    xs = [v * v for v in x]
    return xs.mean()  # <--


@wrong(U, "a dict has no method 'gett'", "did you mean get?")
def method_of_dict(x):
    d = {"a": x[0]}
    return d.gett("a")  # <--


@wrong(U, "float64[::1] has no method 'rolling'", "frames")
def rolling(x):
    return x.rolling(2).mean().sum()  # <--


@wrong(U, "has no method 'T'", "write x.T")
def attribute_called(x):
    return (x.T() * x).sum()  # <--


@wrong(T, "'sum' is a method", "write x.sum()")
def method_not_called(x):
    return x.sum  # <--


@wrong(T, "float64 has no attribute 'foo'")
def attribute_of_number(x):
    return x.sum().foo  # <--


@wrong(T, "a tuple does not support item assignment", "use a list")
def tuple_changed(x):
    t = (x[0], x[1])
    t[0] = 2.0  # <--
    return t[0]


@wrong(IndexError, "list index out of range")
def short_list(x):
    t = [x[0], x[1]]
    return t[5]  # <--


class Model:
    def __init__(self, w):
        self.w = w


@wrong(T, "Model(): missing a required argument: 'w'", "(w)")
def constructor(x):
    m = Model()  # <--
    return m.w


@wrong(T, "'Model' object cannot be called", "__call__")
def object_called(x):
    return Model(x)(x)  # <--


@wrong(T, "the name 'IndxError' is not defined", "IndexError")
def typo_in_exception(x):
    try:
        y = x[5]
    except IndxError:  # <--
        y = 0.0
    return y


SOURCELESS: dict[str, Any] = {}
exec("def hidden(x):\n    return x * 2.0\n", SOURCELESS)
hidden = SOURCELESS["hidden"]


@wrong(U, "the source of hidden() is not available")
def without_source(x):
    return hidden(x).sum()  # <--


# ---- what is differentiated


@wrong(T, "add a return statement")
def nothing_returned(x):  # <--
    x * 2.0


@wrong(T, "(float64, float64)", "has_aux=True")
def two_results(x):  # <--
    return x.sum(), x[0]


@wrong(T, "returns bool", "comparisons")
def truth_returned(x):  # <--
    return x.sum() > 0


@wrong(T, "argument 1 is an array of int64", "lambda x: f(x, n)", args=((V, N), (V, N)), by=lambda f: lambda *a: irad.jvp(f, *a))
def integers_pushed(x, n):  # <--
    return (x * n).sum()


@wrong(T, "must be like float64[::1]", "astype(np.float64)", args=((V,), (np.ones(3, np.float32),)), by=lambda f: lambda *a: irad.jvp(f, *a))
def other_dtype_pushed(x):  # <--
    return x.sum()


# ---- what the compiler itself must not fail at


@wrong(T, "'t' is read before it is assigned", "nonlocal t")
def without_nonlocal(x):
    t = 0.0

    def add(v):
        t += v  # <--

    add(x[0])
    return t


@wrong(T, "add(): missing a required argument: 'b'")
def one_operand(x):
    return operator.add(x)  # <--


@wrong(T, "functools.reduce() takes a function")
def nothing_to_reduce(x):
    return functools.reduce(lambda a, b: a * b)  # <--


@wrong(U, "the base of int()")
def computed_base(x):
    return int("1_000", x[0]) * x[0]  # <--


@wrong(ValueError, "negative dimensions", by=irad.jit)
def negative_shape(x):
    return np.ones(-1).sum() * x[0]  # <--


@wrong(ZeroDivisionError, "division by zero", by=irad.jit)
def no_step(x):
    return np.arange(0, 1, 0).sum() * x[0]  # <--


@wrong(KeyError, "3", by=irad.jit)
def key_at_run_time(x):
    d = {1: x[0], 2: x[1]}
    return d[int(x[2])]  # <--


@wrong(TypeError, "%d format", by=irad.jit)
def printed(x):
    print("%d" % x)  # <--
    return x.sum()


def endless(n):  # <--
    return endless(n - 1.0) + endless(n - 2.0)


@wrong(T, "endless() calls itself on each way through it", "n < 2", args=(1.0,))
def calls_endless(n):
    return endless(n)


@wrong(T, "argnums 1 does not fit 1 argument")
def inner_argnums(x):
    return irad.grad(lambda y: (y * y).sum(), 1)(x).sum()  # <--


@wrong(U, "split gives lists of different lengths", "partition(':')[2]")
def parts_of_a_text(x):
    kind = "birth:2" if x[0] > 0.5 else "death"
    kind = kind + "!" if x[1] > 0.5 else kind
    return x.sum() * int(kind.split(":")[1])  # <--


@wrong(U, "the keys are texts of computed numbers", "as keys: v")
def made_keys(x):
    found = [v for v in x if v > 0]
    d = {f"level{v}": v for v in found}  # <--
    return sum(d.values())


class Chain(list):
    def __call__(self, x):
        return x


CHAIN = Chain([1.0, 2.0])


@wrong(U, "subclasses of list, as Chain is one", "in an attribute")
def of_list(x):
    return Chain([x.sum()])(x).sum()  # <--


@wrong(T, "derives from list is a list here", "in an attribute")
def list_from_outside_called(x):
    return CHAIN(x).sum()  # <--
