"""Methods of NumPy's generators that draw from a distribution.

NumPy draws; where a parameter is a location or a scale, standard numbers are moved as NumPy does it.  Other parameters are
handed to NumPy, and to a row of `irad.rules.tables.drawn_numbers`: a function whose value is the number that was drawn, and whose
derivative is that of the number as a function of the parameter, or an error.  Whole numbers have no derivative.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.arrays.array_arguments import array_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, NoneV, ScalarV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.randomness.random_draws import (
    Given,
    as_float,
    draw_numbers,
    moved,
    shape_for,
    size_of,
    whole,
)
from irad.frontends.python.sources.python_types import INT, WHOLE, Scalar
from irad.rules.formulas.drawn_names import PREFIX

Lower = Callable[[Lowering, Val, Given, Any], Val]
Method = tuple[tuple[str, ...], Lower]
_FLOAT = Scalar("float64")


def _parameter(low: Lowering, given: Given, name: str, method: str, node: Any) -> Val:
    """A parameter that has to be given: integers stay integers."""
    v = given[name]
    if v is None:
        low.wrong(node, f"{method}() is missing the argument '{name}'")
    assert v is not None
    return v if isinstance(v, ScalarV) and v.ty.is_integer else as_float(low, v, 0.0, node)


def tied(low: Lowering, method: str, drawn: Val, params: list[Val], node: Any) -> Val:
    """What was drawn, with the derivatives by these parameters that the row of the method says."""

    def one(p: list[ScalarV]) -> ScalarV:
        given = [low.convert(v, _FLOAT).v for v in p]
        fn = low.instance.compiler.library(f"{PREFIX}{method}.f64", given[0].type, len(given))
        return ScalarV(_FLOAT, low.b.call(fn, given))

    v = low.expr.stable(low.expr.elementwise([drawn, *params], one, node))
    return ScalarV(Scalar("float64", weak=True), v.v) if isinstance(v, ScalarV) else v


def _of_parameters(name: str, *params: str, kind: str = "float64", row: bool = True) -> Method:
    """A method of parameters that are handed to NumPy."""

    def draw(g: Any, *given: Any) -> Any:
        return getattr(g, name)(*given[:-1], size=given[-1])

    def lower(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
        values = [_parameter(low, given, p, name, node) for p in params]
        shape = shape_for(low, values, size_of(low, given["size"], node), node)
        v = draw_numbers(low, owner, name, draw, values, shape, kind, node)
        if kind == "int64":
            return ScalarV(INT, v.v) if isinstance(v, ScalarV) else v
        return tied(low, name, v, values, node)

    return (*params, "size"), lower


def _moved(name: str, *params: str) -> Method:
    """A method of ``loc`` and ``scale``, or of a scale alone: standard numbers, moved."""

    def draw(g: Any, scale: Any, shape: Any) -> Any:
        standard = (0.0, 1.0)[2 - len(params) :]
        if np.any(np.signbit(scale)):
            getattr(np.random.default_rng(0), name)(*standard[:-1], scale)  # raises NumPy's error
        return getattr(g, name)(*standard, size=shape)

    def lower(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
        start = as_float(low, given[params[0]], 0.0, node) if len(params) == 2 else None
        scale = as_float(low, given[params[-1]], 1.0, node)
        shape = shape_for(low, [scale] if start is None else [start, scale], size_of(low, given["size"], node), node)
        z = draw_numbers(low, owner, name, draw, [scale], shape, "float64", node)
        return moved(low, start, scale, z, node)

    return (*params, "size"), lower


def _draw_gamma(g: Any, shape: Any, scale: Any, size: Any) -> Any:
    if np.any(np.signbit(scale)):
        np.random.default_rng(0).gamma(1.0, scale)
    return g.standard_gamma(shape, size=size)


def _gamma(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    form, scale = _parameter(low, given, "shape", "gamma", node), as_float(low, given["scale"], 1.0, node)
    shape = shape_for(low, [form, scale], size_of(low, given["size"], node), node)
    z = draw_numbers(low, owner, "gamma", _draw_gamma, [form, scale], shape, "float64", node)
    return moved(low, None, scale, tied(low, "standard_gamma", z, [form], node), node)


# ---- several numbers at once


def _vector(low: Lowering, v: Val | None, what: str, node: Any) -> ArrayV | LazyV:
    """A parameter that is an array with one axis."""
    made = array_of(low, v, node, None) if v is not None and not isinstance(v, NoneV) else v
    if not isinstance(made, (ArrayV, LazyV)) or len(made.shape) != 1:
        low.unsupported(node, f"{what} is not an array with one axis")
    assert isinstance(made, (ArrayV, LazyV))
    return made


def _rows(low: Lowering, given: Given, count: Any, node: Any) -> list[Val]:
    """The shape of vectors of ``count`` numbers."""
    return [*(size_of(low, given["size"], node) or []), ScalarV(WHOLE, count)]


def _outer(shape: Any) -> Any:
    return shape[:-1] or None


def _draw_multinomial(g: Any, n: Any, pvals: Any, shape: Any) -> Any:
    return g.multinomial(n, pvals, _outer(shape))


def _multinomial(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    pvals = _vector(low, given["pvals"], "pvals= of multinomial()", node)
    values = [whole(low, given["n"], node), pvals]
    shape = _rows(low, given, pvals.shape[0], node)
    return draw_numbers(low, owner, "multinomial", _draw_multinomial, values, shape, "int64", node)


def _draw_dirichlet(g: Any, alpha: Any, shape: Any) -> Any:
    return g.dirichlet(alpha, _outer(shape))


def _dirichlet(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    alpha = _vector(low, given["alpha"], "alpha= of dirichlet()", node)
    z = draw_numbers(low, owner, "dirichlet", _draw_dirichlet, [alpha], _rows(low, given, alpha.shape[0], node), "float64", node)
    return tied(low, "dirichlet", z, [alpha], node)


def _colours(method: str) -> Callable[..., Any]:
    return lambda g, colors, nsample, shape: g.multivariate_hypergeometric(colors, nsample, _outer(shape), method)


_COLOURS = {method: _colours(method) for method in ("marginals", "count")}


def _multivariate_hypergeometric(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    colors = _vector(low, given["colors"], "colors= of multivariate_hypergeometric()", node)
    method = "marginals" if given["method"] is None else known_value(given["method"])
    if method not in _COLOURS:
        low.unsupported(node, "method= of multivariate_hypergeometric() is 'marginals' or 'count'")
    values = [colors, whole(low, given["nsample"], node)]
    shape = _rows(low, given, colors.shape[0], node)
    return draw_numbers(low, owner, "multivariate_hypergeometric", _COLOURS[method], values, shape, "int64", node)


def _normals(method: str) -> Callable[..., Any]:
    def draw(g: Any, cov: Any, shape: Any) -> Any:
        zero = np.zeros(shape[-1])
        if isinstance(g, np.random.RandomState):
            return g.multivariate_normal(zero, cov, _outer(shape))
        return g.multivariate_normal(zero, cov, _outer(shape), method=method)

    return draw


_NORMALS = {method: _normals(method) for method in ("svd", "eigh", "cholesky")}


def _multivariate_normal(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    for word in ("check_valid", "tol"):
        if given[word] is not None:
            low.unsupported(node, f"{word}= of multivariate_normal() is not supported in compiled functions", "leave it out")
    method = "svd" if given.get("method") is None else known_value(given["method"])  # type: ignore[arg-type]
    if method is UNKNOWN or method not in _NORMALS:
        low.unsupported(node, "method= of multivariate_normal() is 'svd', 'eigh' or 'cholesky'")
    mean = _vector(low, given["mean"], "mean= of multivariate_normal()", node)
    cov = array_of(low, given["cov"], node, None) if given["cov"] is not None else None
    if not isinstance(cov, (ArrayV, LazyV)) or len(cov.shape) != 2:
        low.wrong(node, "cov= of multivariate_normal() is not a matrix")
    assert isinstance(cov, (ArrayV, LazyV))
    fits = low.b.and_(*(low.b.icmp_signed("==", n, mean.shape[0]) for n in cov.shape))
    low.check(fits, ValueError, "mean and cov must have same length", node)
    shape = _rows(low, given, mean.shape[0], node)
    z = draw_numbers(low, owner, "multivariate_normal", _NORMALS[method], [cov], shape, "float64", node)
    if not cov.ty.dtype.startswith(("int", "bool", "uint")):
        z = tied(low, "multivariate_normal", z, [low.expr.apply(np.sum, [cov], {}, node)], node)
    return low.expr.stable(low.expr.binary(ast.Add(), z, mean, node))


# ---- orders


def _permuting(axis: Any) -> Callable[..., Any]:
    return lambda g, shape: g.permuted(np.arange(np.prod(shape, dtype=int)).reshape(shape), axis=axis)


_PERMUTING = {axis: _permuting(axis) for axis in (None, *range(-8, 8))}


def _permuted(low: Lowering, owner: Val, given: Given, node: Any) -> Val:
    x = array_of(low, given["x"], node, None) if given["x"] is not None else None
    axis = known_value(given["axis"]) if given["axis"] is not None else None
    if not isinstance(x, (ArrayV, LazyV)) or axis not in _PERMUTING:
        low.unsupported(node, "permuted() of anything but an array, along an axis that is known when compiling")
    assert isinstance(x, (ArrayV, LazyV))
    shape: list[Val] = [ScalarV(WHOLE, n) for n in x.shape]
    places = draw_numbers(low, owner, "permuted", _PERMUTING[axis], [], shape, "int64", node)
    flat = low.expr.apply(np.ravel, [x], {}, node)
    return low.expr.stable(low.expr.apply(np.take, [flat, places], {}, node))


METHODS: dict[str, Method] = {
    "laplace": _moved("laplace", "loc", "scale"),
    "logistic": _moved("logistic", "loc", "scale"),
    "gumbel": _moved("gumbel", "loc", "scale"),
    "rayleigh": _moved("rayleigh", "scale"),
    "standard_gamma": _of_parameters("standard_gamma", "shape"),
    "gamma": (("shape", "scale", "size"), _gamma),
    "chisquare": _of_parameters("chisquare", "df"),
    "beta": _of_parameters("beta", "a", "b"),
    "f": _of_parameters("f", "dfnum", "dfden"),
    "standard_t": _of_parameters("standard_t", "df"),
    "noncentral_chisquare": _of_parameters("noncentral_chisquare", "df", "nonc"),
    "noncentral_f": _of_parameters("noncentral_f", "dfnum", "dfden", "nonc"),
    "vonmises": _of_parameters("vonmises", "mu", "kappa"),
    "wald": _of_parameters("wald", "mean", "scale"),
    "triangular": _of_parameters("triangular", "left", "mode", "right"),
    "weibull": _of_parameters("weibull", "a"),
    "pareto": _of_parameters("pareto", "a"),
    "power": _of_parameters("power", "a"),
    "poisson": _of_parameters("poisson", "lam", kind="int64"),
    "binomial": _of_parameters("binomial", "n", "p", kind="int64"),
    "geometric": _of_parameters("geometric", "p", kind="int64"),
    "negative_binomial": _of_parameters("negative_binomial", "n", "p", kind="int64"),
    "hypergeometric": _of_parameters("hypergeometric", "ngood", "nbad", "nsample", kind="int64"),
    "logseries": _of_parameters("logseries", "p", kind="int64"),
    "zipf": _of_parameters("zipf", "a", kind="int64"),
    "multinomial": (("n", "pvals", "size"), _multinomial),
    "dirichlet": (("alpha", "size"), _dirichlet),
    "multivariate_hypergeometric": (("colors", "nsample", "size", "method"), _multivariate_hypergeometric),
    "multivariate_normal": (("mean", "cov", "size", "check_valid", "tol", "method"), _multivariate_normal),
    "permuted": (("x", "axis"), _permuted),
}
