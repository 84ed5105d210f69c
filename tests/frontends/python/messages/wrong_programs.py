# ruff: noqa
"""Programs with an error in them, of the kinds that users write: what is called, and what the message has to say.

Comments ``# <--`` mark the lines that the message names, each with a caret or as the place of a run-time error.
"""

from __future__ import annotations

import asyncio
import datetime
import functools
import itertools
import json
import math
import os
import random
import re
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import scipy.fft
import scipy.integrate
import scipy.interpolate
import scipy.optimize
import scipy.sparse
import scipy.special as sp
import scipy.stats
from scipy.special import expit

import irad

V = np.array([1.0, 2.0, 3.0])
M = np.arange(6.0).reshape(2, 3)
N = np.array([1, 2, 3])
SETTINGS = {"rate": 0.1}
HISTORY: list[float] = []


@dataclass
class Case:
    """One program: how it is called, the type of the error, and what its message contains."""

    name: str
    call: Callable[[], Any]
    kind: type[Exception]
    says: tuple[str, ...]
    fn: Any


CASES: list[Case] = []


def wrong(kind: type[Exception], *says: str, args: tuple = (V,), by: Callable[..., Any] = irad.grad) -> Any:
    def add(f: Any) -> Any:
        CASES.append(Case(f.__name__, lambda: by(f)(*args), kind, says, f))
        return f

    return add


U, T = irad.UnsupportedError, irad.TypingError


# ---- functions of libraries


@wrong(U, "np.einsum_path", "np.busday_offset", "np.busday_count", "3 reasons")
def several_numpy_functions(x):
    a = np.einsum_path(x, 1)  # <--
    b = np.busday_offset(0.5, x, x)  # <--
    c = a * 2 + b
    return (c + np.busday_count(x)).sum()  # <--


@wrong(U, "scipy.special.ber", "irad.host_rule")
def scipy_special(x):
    return sp.ber(x).sum()  # <--


@wrong(U, "scipy.optimize.differential_evolution", "irad.pure_host")
def optimiser_inside(x):
    found = scipy.optimize.differential_evolution(lambda p: (p * p).sum(), [(0.0, 1.0)] * 3)  # <--
    return found.x.sum()


@wrong(U, "scipy.integrate.quad_vec", "irad.host_rule")
def quadrature_inside(x):
    area, error = scipy.integrate.quad_vec(lambda t: t * x[0], 0.0, 1.0)  # <--
    return area


@wrong(U, "scipy.interpolate.UnivariateSpline")
def spline_inside(x):
    s = scipy.interpolate.UnivariateSpline(np.arange(3.0), x)  # <--
    return s(0.5)


@wrong(U, "np.random.bytes", "draw the random numbers outside")
def random_numbers(x):
    noise = len(np.random.bytes(3))  # <--
    return (x + noise).sum()


@wrong(U, "the method vonmisesvariate() of random.Random", "draw outside")
def random_number(x):
    return x[0] * random.vonmisesvariate(0.0, 1.0)  # <--


@wrong(U, "time.sleep", "outside")
def waiting(x):
    time.sleep(0.1)  # <--
    return x.sum()


@wrong(U, "np.nditer", "x.flat", args=(np.eye(3),))
def condition_number(A):
    return sum(v for v in np.nditer(A))  # <--


@wrong(U, "scipy.stats.levy")
def distribution(x):
    return scipy.stats.levy.logpdf(x).sum()  # <--


@wrong(U, "itertools.tee")
def two_of_one(x):
    a, b = itertools.tee(v * v for v in x)  # <--
    next(b)
    return sum(p * q for p, q in zip(a, b))


@wrong(U, "json.loads")
def parse_json(x):
    return x.sum() * json.loads("2.0")  # <--


# ---- names and typing errors of the keyboard


@wrong(T, "numpy has no attribute 'expp'", "exp")
def typo_in_numpy(x):
    return np.expp(x).sum()  # <--


@wrong(T, "the name 'totl' is not defined", "total")
def typo_in_name(x):
    total = x.sum()
    return totl * 2.0  # <--


@wrong(T, "shap", "shape")
def typo_in_attribute(x):
    return x.sum() * x.shap[0]  # <--


@wrong(U, "summ", "sum")
def typo_in_method(x):
    return x.summ()  # <--


@wrong(U, "axes", "axis")
def typo_in_keyword(x):
    return np.sum(x, axes=0)  # <--


@wrong(UnboundLocalError, "y", args=(V, 0.0), by=irad.jit)
def unbound_variable(x, t):
    if t > 0:
        y = x.sum()
    return y * 2.0  # <--


@wrong(TypeError, "without returning a value", args=(-1.0,), by=irad.jit)
def missing_return(x):  # <--
    if x > 0:
        return x * x


@wrong(T, "None")
def no_return(x):
    y = x.sum()


@wrong(UnboundLocalError, "never_assigned")
def read_before_assignment(x):
    s = x.sum() + never_assigned  # <--
    never_assigned = 2.0
    return s


# ---- types


@wrong(T, "a string")
def text_plus_number(x):
    return x[0] + "a"  # <--


@wrong(U, "{x[0]}")
def computed_text(x):
    label = f"value {x[0]}"  # <--
    return x.sum() if label else 0.0


@wrong(T, "int64", args=(N,))
def integer_array(x):  # <--
    return (x * x).sum()


@wrong(T, "int64", args=(3,))
def integer_argument(x):  # <--
    return x * x


@wrong(T, "float64[::1]")
def array_result(x):
    return x * x


@wrong(T, "float64", "//")
def float_index(x):
    return x[len(x) / 2]  # <--


@wrong(T, "truth value of an array is ambiguous", ".any()")
def array_as_condition(x):
    if x > 0:  # <--
        return x.sum()
    return 0.0


@wrong(T, "'y' is float64 in one place and float64[::1] in another")
def number_or_array(x):
    y = 0.0
    for i in range(int(x[0])):
        y = x * i
    return y[0]  # <--


@wrong(T, "float64[::1]", "float64")
def two_kinds_of_results(x):
    if x[0] > 0:
        return x.sum()
    return x  # <--


@wrong(T, "cannot be called")
def number_called(x):
    s = x.sum()
    return s(2.0)  # <--


@wrong(T, "cannot be indexed")
def number_indexed(x):
    s = x.sum()
    return s[0]  # <--


@wrong(T, "numpy cannot be called")
def module_called(x):
    return np(x)  # <--


@wrong(T, "cast", args=(np.arange(3), 0.5), by=irad.jit)
def float_into_integers(n, t):
    n += t  # <--
    return n.sum()


@wrong(U, "Fraction")
def fractions(x):
    return x[0] * float(Fraction(1, 3))  # <--


@wrong(T, "object", args=(np.array([1.0, None]),))
def object_array(x):  # <--
    return x[0]


@wrong(OverflowError, "", args=(2**40,), by=irad.jit)
def huge_integers(n):
    return n * n  # <--


@wrong(T, "a single number is needed", "np.exp takes arrays")
def math_of_arrays(x):
    return math.exp(x)  # <--


@wrong(T, "a single number is needed", "np.maximum takes arrays")
def larger_of_arrays(x):
    return max(x, 0.0)  # <--


@wrong(U, "known at run time only")
def text_of_a_number(x):
    label = str(x[0])  # <--
    return x.sum()


@wrong(T, "a string")
def array_times_text(x):
    return (x * "2").sum()  # <--


# ---- shapes


@wrong(ValueError, "could not be broadcast", "shapes (2,3) (2,)", args=(M, np.ones(2)), by=irad.jit)
def shapes_that_do_not_broadcast(A, b):
    return (A + b).sum()  # <--


@wrong(ValueError, "matmul", args=(M, np.ones(2)), by=irad.jit)
def wrong_product(A, b):
    return (A @ b).sum()  # <--


@wrong(IndexError, "index 7 is out of bounds", args=(V, 7), by=irad.jit)
def index_out_of_range(x, i):
    return x[i]  # <--


@wrong(IndexError, "index 3 is out of bounds")
def one_too_far(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i + 1] * x[i]  # <--
    return s


@wrong(T, "too many indices", "2 were given")
def too_many_indices(x):
    return x[0, 1]  # <--


@wrong(ValueError, "reshape")
def wrong_reshape(x):
    return x.reshape(2, 2).sum()  # <--


@wrong(T, "axis")
def wrong_axis(x):
    return x.sum(axis=1).sum()  # <--


@wrong(T, "unpack")
def wrong_unpacking(x):
    a, b = (x[0], x[1], x[2])  # <--
    return a * b


@wrong(np.linalg.LinAlgError, "ingular", args=(np.zeros((2, 2)), np.ones(2)), by=irad.jit)
def singular(A, b):
    return np.linalg.solve(A, b)  # <--


@wrong(ZeroDivisionError, "division by zero", args=(1.0, 0.0), by=irad.jit)
def division(x, y):
    return x / y  # <--


@wrong(ValueError, "math domain error", args=(-1.0,), by=irad.jit)
def negative_root(x):
    return math.sqrt(x)  # <--


# ---- statements and expressions


@wrong(U, "'with open('results.txt', 'w') as file' is not supported", "outside")
def with_block(x):
    with open("results.txt", "w") as file:  # <--
        pass
    return x.sum()


@wrong(U, "await", by=irad.jit)
async def coroutine(x):  # <--
    await asyncio.sleep(1)
    return x


@wrong(U, "yield")
def generator(x):
    for v in x:
        yield v * v  # <--


@wrong(U, "yield from")
def generator_from(x):
    yield from x  # <--


@wrong(U, "[] is put into HISTORY, which comes from outside")
def global_statement(x):
    global HISTORY
    HISTORY = []  # <--
    return x.sum()


@wrong(U, "is put behind HISTORY, which comes from outside")
def append_to_global(x):
    HISTORY.append(x)  # <--
    return x.sum()


@wrong(T, "'ratio'", "rate")
def global_dict(x):
    return x.sum() * SETTINGS["ratio"]  # <--


@wrong(U, "names in alternatives that a number decides", "a case for each")
def match_statement(x):
    match (x[0], x[1]):
        case (1.0, y) | (y, 2.0):  # <--
            return 2.0 * y
    return 0.0


@wrong(U, "decorated")
def local_decorator(x):
    @functools.wraps(np.sin)
    def g(i):  # <--
        return i * 2.0

    return x.sum() * g(3)


@wrong(U, "os._Environ.__getitem__", "outside")
def environment(x):
    return x.sum() * float(os.environ["SCALE"])  # <--


@wrong(U, "re.purge")
def regular_expression(x):
    re.purge()  # <--
    return x.sum()


# ---- containers and objects


@wrong(T, "no key 'b'", "'a'")
def missing_key(x):
    d = {"a": x.sum()}
    return d["b"]  # <--


@wrong(T, "'xs'", "float64")
def mixed_list(x):
    xs = []
    for v in x[x > 0]:
        xs.append(v)
        xs.append(x)  # <--
    return xs[0]


class Plain:
    def __init__(self, k: float) -> None:
        self.k = k


@wrong(T, "'file'", "TextIOWrapper", args=(open(os.devnull), V), by=irad.jit)
def file_argument(file, x):  # <--
    return x.sum()


@wrong(T, "no attribute 'rate'", "Plain")
def unknown_attribute(x):
    p = Plain(2.0)
    return p.rate * x.sum()  # <--


@wrong(U, "threading.Lock")
def locks(x):
    lock = threading.Lock()  # <--
    return x.sum()


class Point(NamedTuple):
    a: float
    b: float


@wrong(T, "Point", "c", args=(Point(1.0, 2.0),))
def unknown_field(p):
    return p.a * p.c  # <--


# ---- calls


def helper(a, b, scale=1.0):
    return a * b * scale


@wrong(T, "helper()", "missing", "'b'")
def missing_argument(x):
    return helper(x[0])  # <--


@wrong(T, "helper()", "factor")
def unknown_keyword(x):
    return helper(x[0], x[1], factor=2.0)  # <--


def deep(x):
    return np.is_busday(x).sum()  # <--


@wrong(U, "np.is_busday", "host_rule")
def error_in_helper(x):
    return deep(x) * 2.0


@wrong(RecursionError, "maximum recursion depth exceeded", args=(1.0,), by=irad.jit)
def endless_recursion(x):
    if x < 0:
        return x
    return endless_recursion(x + 1.0) * 0.5


@wrong(T, "recursion")
def recursion_without_end(x):  # <--
    return recursion_without_end(x)


@wrong(T, "argnums 2", args=(1.0, 2.0), by=lambda f: irad.grad(f, argnums=2))
def wrong_argnums(x, y):
    return x * y


@wrong(T, "wrong_count", args=(1.0, 2.0, 3.0))
def wrong_count(x, y):
    return x * y


@wrong(irad.ActivityError, "pass an array", args=(), by=lambda f: lambda: irad.autodiff(f, irad.Duplicated([1.0, 2.0], [0.0, 0.0])))
def lists_as_shadows(x):
    return x[0] * x[1]


@wrong(irad.ActivityError, "shape", args=(), by=lambda f: lambda: irad.autodiff(f, irad.Duplicated(V, np.zeros(2))))
def shadow_of_another_shape(x):
    return x.sum()


@wrong(irad.ActivityError, "Active", args=(), by=lambda f: lambda: irad.autodiff(f, irad.Active(V)))
def array_as_active(x):
    return x.sum()


def read_only(x: np.ndarray) -> np.ndarray:
    out = x.copy()
    out.flags.writeable = False
    return out


@wrong(T, "read-only", args=(read_only(V),), by=irad.jit)
def in_place_on_read_only(x):
    x *= 2.0  # <--
    return x.sum()


@wrong(U, "threading.Thread")
def threads(x):
    t = threading.Thread(target=helper)  # <--
    return x.sum()


@wrong(U, "'backward'", "irad.grad")
def tensor_methods(x):
    loss = x.sum()
    loss.backward()  # <--
    return loss


@wrong(U, "'to_numpy'", "NumPy's")
def frame_methods(x):
    return x.to_numpy().sum()  # <--


# ---- several problems at once


@wrong(U, "np.einsum_path", "with open", "scipy.special.ber", "a string", "4 reasons")
def everything_at_once(x):
    a = np.einsum_path(x, 1)  # <--
    b = a[0] * 2.0
    with open("f") as g:  # <--
        b = 1.0
    if b > 0:
        c = sp.ber(x)  # <--
    return c + "a" + b + (x[0] + "a")  # <--


@wrong(U, "np.einsum_path", "np.busday_offset")
def both_operands(x):
    return np.einsum_path(x, 1).sum() + np.busday_offset(x, x, x).sum()  # <--
