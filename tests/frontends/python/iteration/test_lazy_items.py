"""Items of generators are computed when they are taken: what they and the loop over them change is seen in order."""

# ruff: noqa: B007, B905, C417, RUF007  (programs as users write them)
from __future__ import annotations

import itertools

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


def generator_reads_a_variable_bound_later(x):
    a = 1.0

    def gen(it):
        for v in it:
            yield a * v

    g = gen(range(1, 3))
    a = x
    return sum(g) * x


def arguments_at_the_call_variables_later(x):
    xs = [x, 2 * x]

    def gen(it):
        for v in it:
            yield x * v

    g = gen(xs)
    x = x * 3
    xs = [1.0]
    return sum(g)


def list_grows_before_its_generator(x):
    xs = [x, 2 * x]

    def gen(it):
        for v in it:
            yield x * v

    g = gen(xs)
    xs.append(x)
    return sum(g)


def list_grows_in_the_loop_over_its_generator(x):
    xs = [x]

    def gen(it):
        for v in it:
            yield x * v

    t = 0.0
    for v in gen(xs):
        t += v
        if len(xs) < 5:
            xs.append(v)
    return t


def captured_list_grows(x):
    xs = [x]

    def gen():
        for v in xs:
            yield x * v

    t = 0.0
    for v in gen():
        t += v
        if len(xs) < 5:
            xs.append(v)
    return t


def array_changes_before_the_items(x):
    a = np.ones(3) * x
    g = (v * x for v in a)
    a[1] = 5.0
    return sum(g)


def array_changes_between_items(x):
    a = np.ones(3) * x
    t = 0.0
    for k, v in enumerate(q * x for q in a):
        t += v
        a[2] = t
    return t


def list_changes_between_items(x):
    xs = [x, 2.0, 3.0]
    t = 0.0
    for k, v in enumerate(q * x for q in xs):
        t += v
        xs[2] = 2 * t
    return t


def variable_changes_between_items(x):
    s = 1.0
    t = 0.0
    for v in (q * s for q in range(3)):
        t += v * x
        s = t + x
    return t


def variable_changes_between_numbered_items(x):
    s = 1.0
    t = 0.0
    for k, v in enumerate(q * s for q in range(1, 4)):
        t += v * x
        s = t + x
    return t


def captured_variable_changes_in_zip(x):
    s = 1.0

    def gen():
        for q in range(1, 4):
            yield s * q

    t = 0.0
    for v, w in zip(gen(), [1.0, 2.0, 3.0]):
        t += v * x * w
        s = t + x
    return t


def two_generators(x):
    return sum(a * b for a, b in zip((q * x for q in range(3)), (q + x for q in range(4))))


def list_changes_before_map(x):
    xs = [x, 2 * x, 3 * x]
    m = map(lambda v: v * x, xs)
    xs[1] = 7.0
    return sum(m)


def list_changes_in_map(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for v in map(lambda v: v * x, xs):
        t += v
        xs[2] = 2 * t
    return t


def list_changes_in_filter(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for v in filter(lambda v: v > 0, xs):
        t += v
        xs[2] = 2 * t
    return t


def named_zip_of_a_changed_list(x):
    xs = [x, 2 * x, 3 * x]
    z = zip(xs, xs[1:])
    xs[2] = 1.0
    return sum(a * b for a, b in z)


def list_changes_in_zip(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for a, b in zip(xs, xs):
        t += a * b
        xs[2] = 2 * t
    return t


def list_changes_in_nested_pipelines(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for k, (a, b) in enumerate(zip(xs, (v * x for v in xs))):
        t += a * b
        xs[2] = 2 * t
    return t


def list_changes_in_chain(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for a in itertools.chain(xs, (v * x for v in xs)):
        t += a
        xs[2] = 2 * t
    return t


def list_changes_in_islice(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for a in itertools.islice((v * x for v in xs), 2):
        t += a
        xs[1] = t
    return t


def list_changes_in_pairwise(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for a, b in itertools.pairwise(xs):
        t += a * b
        xs[2] = 2 * t
    return t


def list_changes_in_accumulate(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for a in itertools.accumulate(xs):
        t += a
        xs[2] = 2 * t
    return t


def list_changes_in_reversed(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for a in reversed(xs):
        t += a
        xs[0] = 2 * t
    return t


def endless_behind_a_range(x):
    def g1():
        v = x
        while True:
            yield v
            v = v * 1.5

    t = 0.0
    for k, v in zip(range(4), g1()):
        t += v * k
    return t


def endless_before_a_range(x):
    def g1():
        v = x
        while True:
            yield v
            v = v * 1.5

    t = 0.0
    for v, k in zip(g1(), range(4)):
        t += v * k
    return t


def endless_left_by_break(x):
    def g1():
        v = x
        while True:
            yield v
            v = v * 1.5

    t = 0.0
    for k, v in enumerate(g1()):
        t += v * k
        if t > 20:
            break
    return t


def log_of_a_pipeline(x):
    log = []

    def read():
        for k in range(4):
            log.append(x * k)
            yield x * k

    def scale(it):
        for v in it:
            log.append(v)
            yield v * 2

    t = 0.0
    for v in scale(read()):
        t += v * len(log)
        if t > 10:
            break
    return t + sum(log)


def log_of_map(x):
    log = []

    def read():
        for k in range(4):
            log.append(x * k)
            yield x * k

    t = 0.0
    for v in map(lambda v: v * 2, read()):
        t += v * len(log)
    return t + sum(log)


def log_of_a_filtering_pipeline(x):
    log = []

    def read():
        for k in range(4):
            log.append(x * k)
            yield x * k

    t = 0.0
    for v in (2 * w for w in read() if w > 1):
        t += v * len(log)
        if t > 10:
            break
    return t + sum(log)


def log_of_any(x):
    log = []

    def read():
        for k in range(4):
            log.append(x * k)
            yield x * k

    n = len(list(read()))
    any(v > 1 for v in read())
    return sum(log) * n


def named_expression_reads_later(x):
    a = 1.0
    g = (a * v for v in range(1, 3))
    a = x
    return sum(g) * x


def named_expression_keeps_its_list(x):
    xs = [x, 2 * x]
    g = (v * x for v in xs)
    x = x * 3
    xs = [1.0]
    return sum(g)


def log_of_enumerate(x):
    log = []

    def gen():
        for k in range(3):
            log.append(k * x)
            yield k * x

    t = 0.0
    for k, v in enumerate(gen()):
        t += v * len(log)
        t += sum(log)
        if k == 1:
            break
    return t + 10 * sum(log)


def list_grows_under_its_generator(x):
    xs = [x]

    def gen():
        for v in xs:
            yield v * 2

    t = 0.0
    for v in gen():
        t += v
        if len(xs) < 5:
            xs.append(v)
    return t


def list_grows_under_its_expression(x):
    xs = [x]
    t = 0.0
    for v in (w * 2 for w in xs):
        t += v
        if len(xs) < 5:
            xs.append(v)
    return t


PROGRAMS = [
    generator_reads_a_variable_bound_later,
    arguments_at_the_call_variables_later,
    list_grows_before_its_generator,
    list_grows_in_the_loop_over_its_generator,
    captured_list_grows,
    array_changes_before_the_items,
    array_changes_between_items,
    list_changes_between_items,
    variable_changes_between_items,
    variable_changes_between_numbered_items,
    captured_variable_changes_in_zip,
    two_generators,
    list_changes_before_map,
    list_changes_in_map,
    list_changes_in_filter,
    named_zip_of_a_changed_list,
    list_changes_in_zip,
    list_changes_in_nested_pipelines,
    list_changes_in_chain,
    list_changes_in_islice,
    list_changes_in_pairwise,
    list_changes_in_accumulate,
    list_changes_in_reversed,
    endless_behind_a_range,
    endless_before_a_range,
    endless_left_by_break,
    log_of_a_pipeline,
    log_of_map,
    log_of_a_filtering_pipeline,
    log_of_any,
    named_expression_reads_later,
    named_expression_keeps_its_list,
    log_of_enumerate,
    list_grows_under_its_generator,
    list_grows_under_its_expression,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 1.3)


def test_two_generators_with_one_log() -> None:
    def f(x):
        log = []

        def gen(n):
            for k in range(n):
                log.append(k * x)
                yield k * x

        t = 0.0
        for a, b in zip(gen(3), gen(5)):
            t = t * 2 + a * b + sum(log)
        return t

    with pytest.raises(irad.UnsupportedError, match="it changes what others see"):
        irad.grad(f)(1.3)
