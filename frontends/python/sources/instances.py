"""Values as they come: which are objects with attributes and what they hold, which arrays and modes are refused or known."""

from __future__ import annotations

import datetime
import importlib
import inspect
import itertools
import random
import re
import sys
import threading
import types
from enum import Enum
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from irad.annotations import Mode
from irad.errors import TypingError

PATTERNS = (re.Pattern, re.Match)  # computed with when compiling, as texts are
_numbers: WeakKeyDictionary[type, int] = WeakKeyDictionary()
_counted = itertools.count()


def is_instance(value: Any) -> bool:
    """Whether a value is an instance of a class that somebody wrote in Python, and no array or number of some library."""
    cls = type(value)
    if cls in _WRITTEN_IN_C:
        return True
    other = (type, types.ModuleType, types.FunctionType, Enum, BaseException, Mode, random.Random, *PATTERNS)
    if not cls.__flags__ & _HEAP_TYPE or isinstance(value, other):
        return False
    if stand_in(value) is not None:
        return True
    if isinstance(value, (tuple, list, dict, set, str, int, float, np.ndarray)) or any(hasattr(cls, n) for n in _ARRAYS):
        return False
    if cls.__module__ == _DISTRIBUTIONS and cls.__name__ in _FROZEN:  # whose methods call those of the distribution
        return True
    return cls.__module__.partition(".")[0] not in _LIBRARIES and _is_of_python(cls)


def stand_in(value: Any) -> Any:
    """The class, compiled like a user's, whose objects stand for one of a library; ``irad_attributes``: what they hold of it."""
    cls = type(value)
    name = STAND_INS.get(f"{cls.__module__}.{cls.__qualname__}") if cls.__flags__ & _HEAP_TYPE or cls in _WRITTEN_IN_C else None
    if name is None:
        return None
    home, _, own = name.rpartition(".")
    return getattr(importlib.import_module(f"irad.frontends.python.library.{home}"), own)


def is_distribution(value: Any) -> bool:
    """Whether a value is a distribution of `scipy.stats`, without its parameters."""
    return any(c.__module__ == _DISTRIBUTIONS and c.__name__ == "rv_generic" for c in type(value).__mro__)


def _is_of_python(cls: type) -> bool:
    """Whether a class is defined in Python code (of no module: by ``exec``), rather than in an extension module."""
    module = sys.modules.get(cls.__module__)
    if cls.__module__.startswith("_cython_"):  # the module, without a file, of the types that Cython's code shares
        return False
    return module is None or (getattr(module, "__file__", None) or ".py").endswith((".py", ".pyc", ".ipynb"))


_HEAP_TYPE = 1 << 9
_WRITTEN_IN_C = (datetime.date, datetime.timedelta)
_FORMATS = {"csr": "SparseRows", "csc": "SparseColumns", "coo": "SparseElements", "dia": "SparseDiagonals"}
_THROUGH = ("Barycentric", "Krogh")
_CUBIC = ("CubicSpline", "CubicHermiteSpline", "PchipInterpolator", "Akima1DInterpolator")
STAND_INS = {  # by the names of the classes they stand for, in the library of functions that are written in Python
    "scipy.stats._multivariate.multivariate_normal_frozen": "stats.summaries.SeveralNormals",
    "datetime.date": "of_python.dates.Date",
    "datetime.timedelta": "of_python.dates.Duration",
    "numpy.poly1d": "numpy_objects.polynomial_objects.FallingPowers",
    "numpy.polynomial.polynomial.Polynomial": "numpy_objects.polynomial_objects.RisingPowers",
    "scipy.stats._multivariate.dirichlet_frozen": "stats.dirichlet_shares.Shares",
    "scipy.stats._kde.gaussian_kde": "stats.samples.DensityOfSamples",
    **{f"scipy.interpolate._polyint.{n}Interpolator": "interpolate.newton.PolynomialThroughPoints" for n in _THROUGH},
    "scipy.interpolate._interpolate.PPoly": "interpolate.piecewise.PiecewisePolynomial",
    "scipy.interpolate._interpolate.BPoly": "interpolate.piecewise.BernsteinPolynomial",
    "scipy.interpolate._fitpack2.RectBivariateSpline": "interpolate.surfaces.SplineOnRectangle",
    "scipy.interpolate._ndgriddata.NearestNDInterpolator": "spatial.nearest_points.ValuesOfNearest",
    "scipy.interpolate._interpolate.interp1d": "interpolate.tables.TableOfOne",
    "scipy.interpolate._rgi.RegularGridInterpolator": "interpolate.tables.TableOnGrid",
    "scipy.sparse.linalg._interface._CustomLinearOperator": "sparse.sparse_operators.OperatorOfFunction",
    "scipy.interpolate._bsplines.BSpline": "interpolate.tables.SplineOfBases",
    **{f"scipy.interpolate._cubic.{n}": "interpolate.piecewise.PiecewisePolynomial" for n in _CUBIC},
    **{f"scipy.sparse._{n}.{n}_matrix": f"sparse.sparse_arrays.{cls}" for n, cls in _FORMATS.items()},
    **{f"scipy.sparse._{n}.{n}_array": f"sparse.sparse_arrays.{cls}" for n, cls in _FORMATS.items()},
}
_DISTRIBUTIONS = "scipy.stats._distn_infrastructure"
_FROZEN = ("rv_continuous_frozen", "rv_discrete_frozen")
_ARRAYS = (
    "__array__", "__array_interface__", "__array_priority__", "__array_function__", "__torch_function__", "__dataframe__",
    "py_func", "irad_transform",
)  # fmt: skip
_LIBRARIES = ("numpy", "scipy", "builtins", "irad", "functools", "types", "typing", "ctypes", "numba", "llvmlite", "collections")


def attributes_of(value: Any) -> list[str]:
    """The names of what an instance of a class holds: in its dict, and in slots."""
    other = stand_in(value)
    if other is not None:
        return list(other.irad_attributes)
    slots = [n for c in type(value).__mro__ for n in vars(c) if isinstance(vars(c)[n], types.MemberDescriptorType)]
    return [*(n for n in slots if hasattr(value, n)), *getattr(value, "__dict__", ())]


def check_plain(value: np.ndarray) -> None:
    """Refuse arrays whose operations are not NumPy's ordinary ones (np.matrix, masked arrays)."""
    if type(value) is not np.ndarray and not isinstance(value, np.memmap):
        raise TypingError(
            f"{type(value).__name__} has rules of its own, which compiled functions do not know",
            hint="pass an ordinary array: np.asarray(a)",
        )


def is_mode(value: Any) -> bool:
    """Whether ``value`` is a mode of differentiation, such as ``irad.Reverse``."""
    return isinstance(value, Mode)


def interned(value: Any) -> Any:
    """The one object that stands for a range or slice with these bounds."""
    return _INTERNED.setdefault(repr(value), value)


_INTERNED: dict[str, Any] = {}


def whole_fields(cls: Any) -> set[str]:
    """The fields of a class that are annotated as integers or truth values: they have no derivative, and none is wanted."""
    out: set[str] = set()
    for base in reversed(cls.__mro__ if isinstance(cls, type) else ()):
        for name, kind in inspect.get_annotations(base).items():
            plain = getattr(kind, "__forward_arg__", kind)  # named tuples have references in the place of texts
            (out.add if plain in (int, bool, "int", "bool") else out.discard)(name)
    return out


class _Depth(threading.local):
    """How many containers are around the value that is looked at."""

    now = 0


depth = _Depth()


GRID_OBJECTS = (np.r_, np.c_, np.s_, np.index_exp, np.mgrid, np.ogrid)


def is_known_object(value: Any) -> bool:
    """Whether a value is one of NumPy's objects of which compiled code uses what is known of them."""
    return isinstance(value, (np.finfo, np.iinfo)) or any(value is o for o in GRID_OBJECTS)


def class_number(cls: type) -> int:
    """A number of a class of its own: in which order classes were asked for."""
    if cls not in _numbers:
        _numbers[cls] = next(_counted)
    return _numbers[cls]
