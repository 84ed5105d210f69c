"""The table of the functions of NumPy and SciPy that are written in Python, and how calls of them are lowered."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays import elementwise, sorting
from irad.frontends.python.arrays.array_arguments import array_or_number, fill_new, put_out
from irad.frontends.python.autodiff import transforms
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import asked
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I32, I64, ArrayV, KnownV, LazyV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.library import (
    number_functions,
    scipy_table,
    written_numpy,
)
from irad.frontends.python.library.numpy_objects import polynomial_objects
from irad.frontends.python.library.of_numpy import numpy_rows
from irad.frontends.python.library.of_python import python_rows
from irad.frontends.python.library.shared import compiler_words
from irad.frontends.python.library.signals.designs import filter_designs
from irad.frontends.python.library.special import primitives, special_table
from irad.frontends.python.library.special.scipy_code import CFunction
from irad.frontends.python.library.stats import dirichlet_shares, rank_tests, several_variables, summaries
from irad.frontends.python.library.transforms import fourier, half_spectra, numpy_transforms, trigonometric
from irad.frontends.python.linalg.finite_arguments import checked
from irad.frontends.python.messages import callable_names
from irad.frontends.python.numeric.promotion import of_ufunc
from irad.frontends.python.ordering import bits_of, value_selection
from irad.frontends.python.sources.python_types import BOOL, Scalar, is_function_form
from irad.rules.formulas.numpy_symbols import IN_PROCESS, VALUES_ONLY

_COMPUTED_AS = Scalar("float64")
_NUMBERS = "logaddexp logaddexp2 heaviside sinc radians degrees signbit i0".split()
_ALIASES = {"deg2rad": "radians", "rad2deg": "degrees"}
_ARRAYS = """
searchsorted digitize bincount unique isin setdiff1d union1d intersect1d setxor1d convolve polyval polyder polyint
polymul vander nansum nanprod nanmean nanvar nanstd ndim size cov corrcoef correlate indices unravel_index
ravel_multi_index select trim_zeros unwrap
""".split()
_SUMMARIES = "zscore gmean hmean sem skew kurtosis".split()
_HALVES = "rfftn irfftn hfft ihfft"
_OF_SCIPY_FFT = "hfftn ihfftn hfft2 ihfft2"
_TRIGONOMETRIC = "dct idct dst idst dctn idctn dstn idstn"
_FOURIER = "fft ifft rfft irfft fft2 ifft2 fftn ifftn rfft2 irfft2 fftfreq rfftfreq fftshift ifftshift".split()


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if it is one of these."""
    several = _of_several_variables(fn)
    if several is not None:
        return several
    name = getattr(fn, "__name__", None)
    if not isinstance(name, str):
        return None
    designed = filter_designs.handler(fn) or rank_tests.handler(fn)
    if designed is not None:
        return designed
    if any(fn is f for f in _PRIMITIVES):
        return _PRIMITIVES[fn]
    if hasattr(fn, "irad_constant"):
        return partial(_constant, fn)
    if fn is compiler_words.refused:
        return _refused
    if isinstance(fn, CFunction):
        return _Elementwise(_like(fn), fn)
    if getattr(fn, "__self__", None) is np.polynomial.Polynomial and name in ("fit", "fromroots"):
        return _of_arrays(getattr(polynomial_objects, name))(fn)
    if name == "reduce" and getattr(fn, "__self__", None) is np.logaddexp:
        return _of_arrays(written_numpy.logaddexp_reduce)(fn)
    written = scipy_table.written(fn)
    if written is not None and not isinstance(written, type):
        return checked(fn, _of_arrays(written)(fn))
    for module, table in _TABLES.items():
        if module in sys.modules and vars(sys.modules[module]).get(name) is fn:
            found = table().get(name)
            return None if found is None else found(fn)
    return None


_SEVERAL: dict[str, tuple[Any, type, tuple[str, ...]]] = {
    "multivariate_normal": (summaries, summaries.SeveralNormals, ("logpdf", "pdf")),
    "dirichlet": (dirichlet_shares, dirichlet_shares.Shares, dirichlet_shares.METHODS),
    "multivariate_t": (several_variables, several_variables.SeveralOfStudent, ("logpdf", "pdf")),
    "multinomial": (several_variables, several_variables.CountsOfKinds, ("logpmf", "pmf")),
}  # distributions of several variables: where their methods are, the class with parameters, what is written


def _of_several_variables(fn: Any) -> Callable[..., Val] | None:
    """As `handler`, of a distribution of `scipy.stats` of several variables, or of its methods."""
    stats = sys.modules.get("scipy.stats")
    if stats is None:
        return None
    owner, name = getattr(fn, "__self__", None), getattr(fn, "__name__", "")
    for of, (module, with_parameters, methods) in _SEVERAL.items():
        dist = getattr(stats, of)
        if fn is dist:
            return lambda low, args, kw, node, made=with_parameters: low.expr.apply(made, args, kw, node)
        if owner is dist and name in methods:
            return _of_arrays(getattr(module, f"{of}_{name}"))(fn)
    return None


Maker = Callable[[Any], Callable[..., Val]]


@cache
def _of_numpy() -> dict[str, Maker]:
    numbers = {n: _elementwise(getattr(number_functions, n)) for n in _NUMBERS}
    numbers |= {n: numbers[of] for n, of in _ALIASES.items()}
    numbers |= {n: _of_integers(f) for n, f in numpy_rows.INTEGERS.items()}
    numbers |= {n: _of_arrays(getattr(written_numpy, n)) for n in _ARRAYS}
    return numbers | {n: _of_arrays(f) for n, f in numpy_rows.OF_NUMPY.items()} | {"nan_to_num": _nan_to_num}


def _nan_to_num(fn: Any) -> Callable[..., Val]:
    written = _of_arrays(written_numpy.nan_to_num)(fn)

    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        instead = {n: v for n, v in kw.items() if isinstance(v, ScalarV) and n != "copy"}
        known = all(isinstance(v, (ScalarV, NoneV)) for v in kw.values()) and not isinstance(kw.get("nan"), NoneV)
        if known and len(args) == 1 and isinstance(args[0], LazyV) and Scalar(args[0].ty.dtype).is_float:
            return elementwise.finite(low, args[0], instead, node)
        return written(low, args, kw, node)

    return call


@cache
def _of_special() -> dict[str, Maker]:
    numbers = {n: _elementwise(f) for n, f in special_table.of_numbers().items()}
    return numbers | {n: _of_arrays(f) for n, f in special_table.of_arrays().items()}


def _transforms() -> dict[str, Any]:
    """The transforms that NumPy has."""
    return {n: getattr(fourier, n) for n in _FOURIER} | {n: getattr(half_spectra, n) for n in _HALVES.split()}


@cache
def _of_fourier() -> dict[str, Maker]:
    return {n: _of_arrays(f) for n, f in _transforms().items()}


@cache
def _of_scipy_fft() -> dict[str, Maker]:
    others = {n: _of_arrays(getattr(trigonometric, n)) for n in _TRIGONOMETRIC.split()}
    others["next_fast_len"] = _of_arrays(fourier.next_fast_len)
    return others | dict.fromkeys((*_transforms(), *_OF_SCIPY_FFT.split()), _by_rows)


@cache
def _of_stats() -> dict[str, Maker]:
    return {n: _of_arrays(getattr(summaries, n)) for n in _SUMMARIES}


def _as_written(rows: dict[str, Any]) -> Callable[[], dict[str, Maker]]:
    """The functions of a module that are compiled as they are written."""
    return cache(lambda: {n: _of_arrays(f) for n, f in rows.items()})


_TABLES: dict[str, Callable[[], dict[str, Maker]]] = {
    "scipy.stats": _of_stats,
    "numpy": _of_numpy, "scipy.special": _of_special, "numpy.fft": _of_fourier, "scipy.fft": _of_scipy_fft,
    "numpy.linalg": _as_written(numpy_rows.OF_LINALG),
    **{module: _as_written(rows) for module, rows in python_rows.OF_PYTHON.items()},
    **{module: _as_written(rows) for module, rows in numpy_rows.OF_SERIES.items()},
}  # fmt: skip


def _of_arrays(written: Any) -> Maker:
    """A function that is compiled as it is written."""
    flags = {k for k, p in enumerate(inspect.signature(written).parameters.values()) if p.annotation in ("bool", "Setting")}

    signature = inspect.signature(written)

    def call(fn: Any, low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        out = None
        for k in kw:
            if k not in signature.parameters and not (k == "out" and isinstance(fn, np.ufunc)):
                name = callable_names.full_name(fn)
                text = f"the keyword '{k}' of {name}() is not supported here"
                low.unsupported(node, text, f"what is supported: {name}{callable_names.parameters_of(written)}")
        if isinstance(fn, np.ufunc):
            out = kw.pop("out", None)
            if fn.nout > 1 and out is not None:
                low.unsupported(node, f"np.{fn.__name__}() with out= is not supported", "assign the results")
        known = low.instance.compiler.static_parameters.setdefault(written, set())
        known |= {k for k in flags if (written, k, None) not in low.instance.compiler.never_known}
        return put_out(low, out, call_python(low, written, args, kw, node), written.__name__, node)

    return lambda fn: partial(call, fn)


def _elementwise(written: Any) -> Maker:
    """A function of numbers, for each element of the arrays; it is computed in float64."""
    return lambda fn: _Elementwise(fn, written)


def _of_integers(written: Any) -> Maker:
    """A function of integers, for each element of the arrays."""
    return lambda fn: _Elementwise(fn, written, True)


def of_integers(fn: Any, written: Any) -> Callable[..., Val]:
    """How a call of a universal function is lowered whose integers are computed by a function of integers."""
    return _Elementwise(fn, written, True)


def as_written(written: Any, fn: Any) -> Callable[..., Val]:
    """How a call of ``fn`` is lowered as one of a function of this library."""
    return _of_arrays(written)(fn)


def _digamma(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> ScalarV:
    x = low.convert(low.expr.as_scalar(args[0], node), _COMPUTED_AS).v
    return ScalarV(_COMPUTED_AS, low.b.call(low.instance.compiler.library("irad.digamma.f64", x.type, 1), [x]))


def _constant(fn: Any, low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    return call_python(low, fn, args, kw, node, inactive=True)


def _refused(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    text, hint = (v.value if isinstance(v, KnownV) else "" for v in (*args, None, None)[:2])
    return low.unsupported(node, str(text), str(hint))


def _polygamma(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> ScalarV:
    n = low.b.trunc(low.convert(low.expr.as_scalar(args[0], node), Scalar("int64")).v, I32)
    x = low.convert(low.expr.as_scalar(args[1], node), _COMPUTED_AS).v
    fn = low.instance.compiler.external("irad.polygamma.f64", ir.FunctionType(x.type, [I32, x.type]))
    return ScalarV(_COMPUTED_AS, low.b.call(fn, [n, x]))


def _in_order_of(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    found, given = (low.arrays.in_memory(array_or_number(low, v, node)) for v in args)
    plan = memory_order.like(low, given, sizes=found.shape)
    if len(found.shape) < 2 or (plan is memory_order.BY_ROWS and found.ty.layout == "C"):
        return found
    out = fill_new(low, found.ty.dtype, found.shape, None, plan)
    assert isinstance(out, ArrayV)
    low.arrays.assign(out, found, node)
    return out


def _by_rows(fn: Any) -> Callable[..., Val]:
    """A transform of SciPy's, whose result lies by rows."""
    written = _transforms().get(fn.__name__) or getattr(half_spectra, fn.__name__)
    made, names = _of_arrays(written)(fn), inspect.signature(written).parameters

    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        given = {"a" if k == "x" and "a" in names else k: v for k, v in kw.items() if k not in ("overwrite_x", "workers")}
        found = made(low, args[: len(names)], given, node)
        return low.expr.apply(np.ascontiguousarray, [found], {}, node)

    return call


def _hurwitz_zeta(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> ScalarV:
    given = [low.convert(low.expr.as_scalar(v, node), _COMPUTED_AS).v for v in args]
    return ScalarV(_COMPUTED_AS, low.b.call(low.instance.compiler.library("irad.zeta.f64", given[0].type, 2), given))


def _gradient_at(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    return transforms.derivative(low, "grad", args[0], args[1], node)


def _jacobian_at(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    return transforms.derivative(low, "jacfwd", args[0], args[1], node)


def _count_of(low: Lowering, f: Val, node: Any) -> int:
    """The number of parameters of a function."""
    if isinstance(f, TupleV) and is_function_form(f.form) and f.form is not None:
        listed = f.form.cls.signature.parameters
    else:
        listed = inspect.signature(f.value).parameters if isinstance(f, KnownV) and callable(f.value) else {}
    if not listed or any(p.kind is p.VAR_POSITIONAL for p in listed.values()):
        low.unsupported(node, "a function whose number of parameters is not known when compiling", "name its parameters")
    return len(listed)


def _parameter_count(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    return low.expr.constant(_count_of(low, args[0], node), node)


def _items_for(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    given, count = low.arrays.in_memory(array_or_number(low, args[0], node)), _count_of(low, args[1], node) - 1
    return TupleV([ScalarV(Scalar(given.ty.dtype), low.arrays.load(given, [ir.Constant(I64, k)])) for k in range(count)])


def _bits(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> ScalarV:
    x = low.convert(low.expr.as_scalar(args[0], node), _COMPUTED_AS).v
    return ScalarV(Scalar("uint64"), low.b.bitcast(x, I64))


def _values_only(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> ScalarV:
    return ScalarV(BOOL, low.b.and_(asked(low, IN_PROCESS), asked(low, VALUES_ONLY)))


def _sort_here(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> NoneV:
    a = low.arrays.in_memory(array_or_number(low, args[0], node))
    sorting.sort_values(low, a, sorting.AdjacentLine(low, a.ty.dtype, a.shape[0]))
    return NoneV()


_PRIMITIVES: dict[Any, Callable[..., Val]] = {
    primitives.digamma: _digamma,
    primitives.polygamma: _polygamma,
    primitives.hurwitz_zeta: _hurwitz_zeta,
    bits_of.bits: _bits,
    value_selection.values_only: _values_only,
    value_selection.sort_here: _sort_here,
    numpy_transforms.in_process: numpy_transforms.lower_in_process,
    numpy_transforms.transform_rows: numpy_transforms.lower_transform_rows,
    compiler_words.in_order_of: _in_order_of,
    compiler_words.gradient_at: _gradient_at,
    compiler_words.jacobian_at: _jacobian_at,
    compiler_words.parameter_count: _parameter_count,
    compiler_words.items_for: _items_for,
}


def _complex_form(fn: Any) -> Any:
    """What computes a function of `scipy.special` of complex numbers, None if nothing does."""
    special = sys.modules.get("scipy.special")
    name = getattr(fn, "__name__", "")
    if special is None or vars(special).get(name) is not fn:
        return None
    from irad.frontends.python.library.special import complex_special

    return complex_special.OF_COMPLEX.get(name)


class _Elementwise:
    """Lowers calls of a universal function of NumPy's or SciPy's, or of a function like one."""

    def __init__(self, fn: Any, written: Any, own: bool = False) -> None:
        """``own``: it is computed in the dtype that NumPy computes it in, and not in float64."""
        self.fn, self.written, self.own = fn, written, own
        self.count = written.count if isinstance(written, CFunction) else written.__code__.co_argcount

    def __call__(self, low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        name = f"{'np' if vars(np).get(self.fn.__name__) is self.fn else 'scipy.special'}.{self.fn.__name__}"
        out = kw.pop("out", None) if isinstance(self.fn, np.ufunc) else None
        given = parameters.bound(low, name, parameters.of_operands(self.count), args, kw, node)
        result = low.expr.elementwise(list(given.args), lambda p: self.one(low, name, p, node), node)
        return put_out(low, out, result, self.fn.__name__, node)

    def one(self, low: Lowering, name: str, p: list[ScalarV], node: Any) -> ScalarV:
        """The value of one element."""
        try:
            loop, result = of_ufunc(self.fn, tuple(v.ty for v in p))
        except TypeError as error:
            low.wrong(node, str(error), "convert an operand: x.astype(float)")
            raise AssertionError from None
        if Scalar(loop).is_complex:
            form = _complex_form(self.fn)
            if form is not None:
                found = call_python(low, form, [low.convert(v, Scalar("complex128")) for v in p], {}, node)
                return low.convert(low.expr.as_scalar(found, node), Scalar(result))
            low.unsupported(node, f"{name} of complex numbers is not supported in compiled functions")
        rounded = [low.convert(v, Scalar(loop)) for v in p]
        if not self.own:
            rounded = [low.convert(v, _COMPUTED_AS) for v in rounded]
        made = self.called(low, rounded, node)
        return low.convert(low.expr.as_scalar(made, node), Scalar(result))

    def called(self, low: Lowering, p: list[ScalarV], node: Any) -> Val:
        """The result of the function for floats."""
        if not isinstance(self.written, CFunction):
            return call_python(low, self.written, list(p), {}, node)
        fn = low.instance.compiler.library(self.written.symbol, p[0].v.type, self.count)
        return ScalarV(_COMPUTED_AS, low.b.call(fn, [v.v for v in p]))


def _like(fn: CFunction) -> Any:
    """A function of SciPy's that takes and gives numbers of the same types."""
    return getattr(sys.modules["scipy.special"], ("ellipk", "ellipkinc", "betainc", "hyp2f1")[fn.count - 1])
