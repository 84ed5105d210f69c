# ruff: noqa: B007, B012, E741, F841, SIM105  (programs as people write them)
"""Programs that raise and catch exceptions, for `test_try.py`."""

from __future__ import annotations

import contextlib
import math
import warnings

import numpy as np

import irad


class MyError(ValueError):
    pass


class Sub(MyError):
    pass


class Other(Exception):
    pass


ERRS = (MyError, IndexError)


def rec(x, n):
    if n == 0:
        if x[0] < 0:
            raise Sub(f"at {x[0]}")
        return x[0] * x[1]
    x[n % 3] = x[n % 3] * 1.1 + 0.1 * x[0]
    return rec(x, n - 1) * 1.01


def p_rec(x):
    y = x.copy()
    try:
        s = rec(y, 4)
    except MyError:
        s = y[1] ** 2 + y[2]
    return s + y.sum()


def may(x, k):
    z = np.zeros(3)
    for i in range(3):
        z[i] = x[i] ** 2 * k
        if x[i] < -0.5:
            raise Other("x")
    return z


def p_arr(x):
    s = 0.0
    for k in range(4):
        try:
            z = may(x - 0.3 * k, k + 1.0)
        except Other:
            s += x[0] * k
            continue
        else:
            s += z.sum()
        finally:
            s *= 1.2
        s += x[1]
    return s


def p_div(x):
    s = 0.0
    for i in range(3):
        try:
            k = 3 // (i - 1)
            s += x[i] * k
        except ZeroDivisionError as e:
            s += x[i] ** 2
    return s


def p_index(x):
    s = 0.0
    i = 0
    while True:
        try:
            s += x[i] ** 2
            i += 1
        except IndexError:
            break
    return s


def p_fin(x):
    s = x[0]
    try:
        try:
            if x[0] > 0:
                raise ValueError("a")
            s = s * x[1]
        finally:
            s = s * x[2]
    except ValueError:
        s = s + 5 * x[1]
    return s


def ret_in_fin(x):
    for i in range(5):
        try:
            if x[i % 3] < 0:
                return x[i % 3] ** 3
            if i == 3:
                break
        finally:
            x[i % 3] = x[i % 3] * 2
    return x.sum()


def p_ret(x):
    y = x.copy()
    return ret_in_fin(y) + y[0] * y[1]


def p_swallow(x):
    try:
        raise ValueError("gone")
    finally:
        return x[0] * x[1]


def inner_raise(x, a):
    a[0] = x[0] * 2
    try:
        a[1] = x[1] ** 2
        if x[0] > 0:
            raise Sub("s")
        a[1] = 7 * x[1]
    except IndexError:
        a[2] = 100.0
    a[2] = x[2]


def p_nested(x):
    a = np.zeros(3)
    try:
        inner_raise(x, a)
    except (KeyError, MyError, IndexError):
        a[2] = a[0] * a[1]
    return a.sum()


def p_else(x):
    try:
        v = math.sqrt(x[0])
    except ValueError:
        v = -x[0] * x[1]
    else:
        v = v * 2
    return v


def p_again(x):
    s = 0.0
    for i in range(3):
        try:
            try:
                if x[i] < 0:
                    raise MyError("m")
                s += x[i]
            except ValueError as e:
                s += x[i] ** 2
                raise
        except Exception:
            s *= 2.0
    return s


def p_chol(x):
    a = np.array([[2.0, x[0]], [x[0], x[1]]])
    try:
        l = np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        return x.sum()
    return l[1, 1]


def p_sup(x):
    s = x[0]
    with contextlib.suppress(ValueError, IndexError):
        s = s * 2
        s = s + x[7]
        s = s * 3
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        s = s * x[1]
    return s


def p_inst(x):
    err = ValueError("stored")
    try:
        if x[0] > 0:
            raise err
        s = x[1]
    except ValueError as e:
        if isinstance(e, MyError):
            s = 0.0
        elif isinstance(e, ValueError):
            s = x[2] * x[0]
        else:
            s = 2.0
    return s


def sq(v):
    if v < 0:
        raise ValueError("neg")
    return math.sqrt(v)


def safe(v):
    try:
        return sq(v)
    except ValueError:
        return v * v


def p_comp(x):
    return sum([safe(v) for v in x]) + sum(safe(v) * 2 for v in x)


def p_local(x):
    def g(v):
        try:
            return sq(v)
        except ValueError:
            return v * v * x[0]

    return g(x[0]) + g(x[1]) * g(x[2])


def p_type(x):
    a = x
    try:
        a = 2.0 * x[0]
        a = sq(a)
    except ValueError:
        a = 3 * x[1]
    return a


def p_brk(x):
    s = 0.0
    for i in range(4):
        for j in range(3):
            try:
                if j == i:
                    continue
                if i + j == 4:
                    break
                if x[j] < 0:
                    raise ValueError("")
                s += x[j] * x[i % 3]
            except ValueError:
                s += x[j]
                if i == 2:
                    break
            finally:
                s = s * 1.1 + x[2]
        else:
            s += 1.0 * x[0]
    return s


def p_deep(x):
    try:
        return deep3(x)
    except Exception:
        return x[0] ** 2 * x[1]


def deep1(x):
    return x[int(10 * x[0])]


def deep2(x):
    return deep1(x) * 2


def deep3(x):
    return deep2(x) * x[0]


def p_shape(x):
    try:
        y = x + np.ones(4)
        return y.sum()
    except ValueError:
        return x.sum() * x[0]


def p_reuse(x):
    y = np.zeros(3)
    n = 0
    while n < 6:
        try:
            fill(y, x, n)
        except MyError:
            y[0] = y[0] + x[n % 3]
            n += 2
            continue
        n += 1
    return (y * y).sum()


def fill(y, x, n):
    t = np.zeros(3)
    for i in range(3):
        t[i] = y[i] * x[i] + 1.0
        y[i] = math.sin(t[i]) * n
        if y[i] < -0.2 * n:
            raise MyError("z")


def p_solve(x):
    a = np.array([[x[0], x[1]], [0.0, 0.0 if x[2] > 0 else 1.5]])
    try:
        y = np.linalg.solve(a, x[:2])
    except np.linalg.LinAlgError:
        return x[0] * x[1]
    return y.sum()


def p_inverse(x):
    a = np.array([[x[0], x[1]], [0.0, 0.0 if x[2] > 0 else 1.5]])
    try:
        return np.linalg.inv(a)[0, 1]
    except np.linalg.LinAlgError:
        return x[0] * x[1] ** 2


def put(y, x):
    y[0] = x[0] * x[1]
    if x[0] < 0:
        raise ValueError("")
    y[0] = y[0] ** 2


def p_run_again(x):
    y = np.zeros(1)
    try:
        irad.recompute(put)(y, x)
    except ValueError:
        pass
    return y[0]


def tried(x, y):
    try:
        put(y, x)
        return 1.0
    except ValueError:
        return x[1] * y[0]


def p_tried_again(x):
    y = np.zeros(1)
    return irad.recompute(tried)(x, y) * x[1]


def halved(x):
    try:
        if x[0] > 0.3:
            raise ValueError("a")
        x[0] = x[0] * x[0] * 1.5
    except ValueError:
        x[0] = x[1] / (1 + x[0])


def p_checkpointed(x):
    y = x.copy()
    for i in irad.checkpointed(range(6)):
        halved(y)
    return y[0]


def p_memory_of_loops(x):
    s = 0.0
    for k in range(3):
        y = np.zeros(2)
        try:
            for i in range(4):
                t = np.ones(2) * x[i % 2]
                y += t
                if y[0] > 2 * x[1]:
                    raise ValueError("")
        except ValueError:
            s += y[0] * x[0]
        s += y.sum()
    return s


def p_inner_gradient(x):
    g = irad.grad(p_run_again)(x)
    return (g * g).sum()


class Sum:
    def __init__(self):
        self.total = 0.0
        self.n = 0


def p_object(x):
    a = Sum()
    for i in range(3):
        try:
            a.total = a.total + x[i] ** 2
            if x[i] < 0:
                raise ValueError("neg")
            a.n = a.n + 1
        except ValueError:
            a.total = a.total * 2
    return a.total + a.n * x[0]


def p_list(x):
    xs = []
    try:
        for i in range(3):
            xs.append(x[i])
            if x[i] < 0:
                raise ValueError
    except ValueError:
        xs.append(2 * x[0])
    finally:
        xs.append(1.0)
    return np.array(xs).sum() * len(xs)


def p_two_types(x):
    try:
        a = 2**53 + 1
        if x[0] < 0:
            raise ValueError
        n = a - 2**53
    except ValueError:
        n = a - 2**53 + 1
    a = 0.5 * x[1]
    return a * n


def deep(x, n):
    if n == 0:
        return x[0]
    return deep(x, n - 1) + x[1]


def p_too_deep(x):
    try:
        return deep(x, 10**7)
    except RecursionError:
        return x[0] ** 2


def p_assertion(x):
    try:
        y = x[0] * 2
        assert x[1] < 0, "neg"
    except AssertionError:
        y = x[1] ** 2
    return y


def fail(v):
    raise MyError(f"no {v}")


def p_always_raises(x):
    try:
        if x[0] < 0:
            fail(x[0])
        return x[1] * x[2]
    except MyError:
        return x[0] ** 2


def make(x, k, size):
    if k % 3 == 0:
        raise ValueError("k")
    return np.ones(size) * x[0]


def p_arrays_of_iterations(x, n=6, size=3):
    s = 0.0
    for k in range(n):
        try:
            t = make(x, k, size)
            u = t * 2
        except ValueError:
            continue
        u[k % 3] = s
        s = u.sum() * 0.1 + t[1] * x[1]
    return s


def p_arrays_in_else(x, n=6, size=3):
    s = 0.0
    for k in range(n):
        try:
            t = make(x, k, size)
        except ValueError:
            s += x[1]
        else:
            s += t.sum()
    return s


def p_left_by_return(x):
    y = x.copy()
    for _ in irad.checkpointed(range(5)):
        with np.errstate(all="ignore"):
            y[0] = y[0] * y[1]
            if y[0] < 0.05:
                return y[0] ** 2
    return y[0]


def p_left_from_match(x):
    y = x.copy()
    for i in irad.checkpointed(range(5)):
        match i:
            case 3:
                return y[0] ** 2
            case _:
                y[0] = y[0] * y[1]
    return y[0]


def roots(x):
    for v in x:
        try:
            r = math.sqrt(v)
        except ValueError:
            r = v * v
        yield r


def p_try_in_generator(x):
    s = 0.0
    try:
        for r in roots(x):
            s += r * x[0]
            if s > 0.6:
                raise MyError("enough")
    except MyError:
        s *= 2.0
    finally:
        s += x[1]
    return s


def p_generator_left(x):
    s = 0.0
    for k in range(2):
        for r in roots(x):
            try:
                s += r
                if r > 0.8:
                    break
                if k == 1:
                    continue
            finally:
                s *= 1.1
    return s
