"""The functional transforms beside another library: autograd (https://github.com/HIPS/autograd), orders 1 to 3, twenty-one
functions.

Derivatives of irad are trees of arrays; they are put together to one array whose axes are all results, then all inputs once for
each order.  autograd differentiates the same function of one flat vector.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.frontends.python.sources.python_types import form_of, parts_of
from tests.api import functions

pytestmark = pytest.mark.sampled

autograd = pytest.importorskip("autograd", reason="autograd is not installed: pip install autograd")

OTHER = functions.load("functions_for_autograd", autograd.numpy)


def leaves(tree: Any) -> list[Any]:
    parts = parts_of(tree)
    return [tree] if parts is None else [x for p in parts for x in leaves(p)]


def rebuild(tree: Any, values: list[Any]) -> Any:
    parts = parts_of(tree)
    if parts is None:
        return values.pop(0)
    form = form_of(tree)
    items = [rebuild(p, values) for p in parts]
    return tuple(items) if form is None else form.make(items)


def flat(tree: Any) -> np.ndarray:
    return np.concatenate([np.ravel(np.asarray(x, float)) for x in leaves(tree)])


def assemble(tree: Any, templates: list[Any], sizes: tuple[int, ...] = ()) -> np.ndarray:
    """A derivative, a tree of trees, as one array with an axis for each template."""
    if not templates:
        return np.reshape(np.asarray(tree, float), sizes)
    first, *rest = templates
    pairs = zip(leaves(first), subtrees(first, tree), strict=True)
    return np.concatenate([assemble(part, rest, (*sizes, np.size(own))) for own, part in pairs], axis=len(sizes))


def subtrees(template: Any, tree: Any) -> list[Any]:
    """What stands in ``tree`` where ``template`` has its leaves."""
    parts = parts_of(template)
    if parts is None:
        return [tree]
    own = parts_of(tree)
    assert own is not None and len(own) == len(parts)
    return [x for t, d in zip(parts, own, strict=True) for x in subtrees(t, d)]


class Case:
    """One function at one point, with autograd's derivatives of it."""

    def __init__(self, name: str) -> None:
        self.f, self.args = getattr(functions, name), functions.CASES[name]
        self.argnums = tuple(range(len(self.args)))
        self.out = self.f(*self.args)
        other, anp = getattr(OTHER, name), autograd.numpy

        def of_vector(v: Any) -> Any:
            values, at = [], 0
            for x in leaves(self.args):
                part = v[at : at + np.size(x)]
                values.append(anp.reshape(part, np.shape(x)) if np.ndim(x) else part[0])
                at += np.size(x)
            return anp.concatenate([anp.reshape(x, (-1,)) for x in leaves(other(*rebuild(self.args, values)))])

        self.point = flat(self.args)
        self.first = autograd.jacobian(of_vector)(self.point)
        self.second = autograd.jacobian(autograd.jacobian(of_vector))(self.point)
        self.third = lambda: autograd.jacobian(autograd.jacobian(autograd.jacobian(of_vector)))(self.point)

    def derivative(self, *modes: Any) -> np.ndarray:
        """The derivative by all arguments, the modes being applied in order."""
        f = self.f
        for mode in modes:
            f = mode(f, self.argnums)
        return assemble(f(*self.args), [self.out, *[self.args] * len(modes)])

    def random(self, like: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        values = [rng.normal(size=np.shape(x)) if np.ndim(x) else float(rng.normal()) for x in leaves(like)]
        return rebuild(like, values)


@pytest.fixture(scope="module")
def cases() -> dict[str, Case]:
    return {}


def of(name: str, cases: dict[str, Case]) -> Case:
    """The case of a function, made once: autograd's derivatives take their time."""
    if name not in cases:
        cases[name] = Case(name)
    return cases[name]


@pytest.fixture(params=list(functions.CASES))
def case(request: pytest.FixtureRequest, cases: dict[str, Case]) -> Case:
    return of(request.param, cases)


def close(got: Any, want: Any) -> None:
    np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-10 * max(1.0, float(np.abs(want).max())))


def test_jacobians(case: Case) -> None:
    close(flat(case.f(*case.args)), flat(case.out))
    close(case.derivative(irad.jacfwd), case.first)
    close(case.derivative(irad.jacrev), case.first)
    close(case.derivative(irad.jacobian), case.first)


def test_directions(case: Case) -> None:
    v, w = case.random(case.args, 1), case.random(case.out, 2)
    out, tangent = irad.jvp(case.f, case.args, v)
    close(flat(out), flat(case.out))
    close(flat(tangent), case.first @ flat(v))
    out, push = irad.linearize(case.f, *case.args)
    close(flat(out), flat(case.out))
    close(flat(push(*v)), case.first @ flat(v))
    close(flat(push(*v)), case.first @ flat(v))
    out, pull = irad.vjp(case.f, *case.args)
    close(flat(out), flat(case.out))
    for _ in range(2):
        adjoints = pull(w)
        assert [np.shape(x) for x in leaves(adjoints)] == [np.shape(x) for x in leaves(case.args)]
        close(flat(adjoints), flat(w) @ case.first)


def test_gradients(case: Case) -> None:
    if not isinstance(case.out, (float, np.floating)):
        with pytest.raises(TypeError, match="a gradient is that of one float"):
            irad.grad(case.f)(*case.args)
        return
    close(flat(irad.grad(case.f, case.argnums)(*case.args)), case.first[0])
    value, gradient = irad.value_and_grad(case.f, case.argnums)(*case.args)
    close(value, case.out)
    close(flat(gradient), case.first[0])
    close(flat(irad.grad(case.f)(*case.args)), case.first[0][: flat(case.args[0]).size])
    v = case.random(case.args, 3)
    close(flat(irad.hvp(case.f, case.args, v)), case.second[0] @ flat(v))


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n == "network" else []) for n in functions.CASES])
def test_hessian(name: str, cases: dict[str, Case]) -> None:
    case = of(name, cases)
    got = assemble(irad.hessian(case.f, case.argnums)(*case.args), [case.out, case.args, case.args])
    close(got, case.second)


@pytest.mark.slow
def test_second_order_in_all_ways(case: Case) -> None:
    for outer in (irad.jacfwd, irad.jacrev):
        for inner in (irad.jacfwd, irad.jacrev):
            close(case.derivative(inner, outer), case.second)


@pytest.mark.parametrize("name", ["power", "several", "named", "quadratic"])
def test_third_order_of_some(name: str, cases: dict[str, Case]) -> None:
    case = of(name, cases)
    close(case.derivative(irad.jacrev, irad.jacfwd, irad.jacfwd), case.third())


@pytest.mark.slow
def test_third_order(case: Case) -> None:
    third = case.third()
    close(case.derivative(irad.jacrev, irad.jacfwd, irad.jacfwd), third)
    close(case.derivative(irad.jacfwd, irad.jacfwd, irad.jacfwd), third)
    close(case.derivative(irad.jacfwd, irad.jacrev, irad.jacrev), third)
