"""What to write instead of functions of libraries that the compiler does not know, by their full names.

``CODE``: statements of Python that compute the same, the result last, with the names that the function's own documentation has;
``WORDS``: what to do.  The tests run the code, compiled and not.
"""

from __future__ import annotations

from typing import Any

CODE: dict[str, str] = {}
_STEPS = "scipy.integrate.solve_ivp, or a loop of steps (docs/python.md has one of Runge and Kutta)"
_FILTER = "sums of shifted slices, or a product with a matrix of the weights"
_PRINTED = "the format where numbers are printed, as in print(f'{x:.3f}'), or set options outside of compiled functions"
WORDS = {
    "np.nditer": "for v in x.flat, or for i, v in np.ndenumerate(x)",
    "np.einsum_path": "np.einsum, which finds an order of its own",
    **dict.fromkeys(("np.printoptions", "np.set_printoptions", "np.get_printoptions"), _PRINTED),
    "np.matrix": "np.array(...), with @ for products",
    "scipy.ndimage.generic_filter": _FILTER,
    "scipy.integrate.ode": _STEPS,
    "issubclass": "isinstance(...)",
}
# Names that NumPy has had, and what they are called now.
RENAMED = {
    "float": "float", "int": "int", "bool": "bool", "complex": "complex", "str": "str", "object": "object",
    "product": "np.prod", "cumproduct": "np.cumprod", "trapz": "np.trapezoid", "alltrue": "np.all",
    "in1d": "(x[:, None] == y).any(axis=1)", "sometrue": "np.any",
    "msort": "np.sort", "row_stack": "np.vstack", "NaN": "np.nan", "NAN": "np.nan", "Inf": "np.inf",
    "infty": "np.inf", "PINF": "np.inf", "NINF": "-np.inf", "float_": "np.float64", "complex_": "np.complex128",
    "asfarray": "np.asarray(x, dtype=float)", "round_": "np.round",
}  # fmt: skip


def not_returned(ty: Any, cls: type | None) -> tuple[str, str]:
    """The message about a result that Python cannot be given, and what to write; ``cls``: the class that stands for it."""
    where = "cannot be returned from a compiled function"
    if cls is None:
        return f"{ty} {where}", ""
    *_, package, _ = cls.__module__.split(".")
    if package == "compiled_classes":
        return f"an iterator {where}", "return a list of what it gives: list(...)"
    text = f"an object of scipy.{package} that compiled code has made {where}"
    return text, "return the numbers and arrays that are computed with it"
