"""What to write instead of functions of libraries that the compiler does not know, by their full names.

``CODE``: statements of Python that compute the same, the result last, with the names that the function's own documentation has;
``WORDS``: what to do.  The tests run the code, compiled and not.
"""

from __future__ import annotations

CODE = {
    "scipy.integrate.trapezoid": "np.trapezoid(y, x)",
    "scipy.integrate.simpson": "dx / 3 * (y[0] + 4 * y[1:-1:2].sum() + 2 * y[2:-1:2].sum() + y[-1])",
    "scipy.integrate.cumulative_trapezoid": "np.cumsum(0.5 * (y[1:] + y[:-1]) * dx)",
    "scipy.linalg.block_diag": "np.block([[A, np.zeros((len(A), B.shape[1]))], [np.zeros((len(B), A.shape[1])), B]])",
    "scipy.linalg.toeplitz": "i = np.arange(len(c)); c[np.abs(i[:, None] - i)]",
    "scipy.linalg.circulant": "i = np.arange(len(c)); c[(i[:, None] - i) % len(c)]",
    "scipy.spatial.distance.cdist": "d = XA[:, None] - XB; np.sqrt((d**2).sum(axis=-1))",
    "scipy.spatial.distance.euclidean": "np.linalg.norm(u - v)",
    "math.fsum": "sum(...)",
    "math.dist": "np.sqrt(((p - q) ** 2).sum())",
}
_ROOTS = "Newton's steps in a loop; or irad.host_rule, whose rule is that of the implicit function"
_STEPS = "a loop of steps (docs/python.md has one of Runge and Kutta); irad.checkpointed bounds its memory"
_FILTER = "sums of shifted slices, or a product with a matrix of the weights"
_POINTS = "np.trapezoid of values at points; or irad.host_rule"
WORDS = {
    **dict.fromkeys(("np.ndindex", "np.ndenumerate", "np.nditer"), "a loop over range(n) for each axis"),
    "np.matrix": "np.array(...), with @ for products",
    "np.linalg.eig": "np.linalg.eigh, if the matrix is symmetric",
    "np.linalg.eigvals": "np.linalg.eigvalsh, if the matrix is symmetric",
    "scipy.linalg.sqrtm": "w, V = np.linalg.eigh(A); (V * np.sqrt(w)) @ V.T, if A is symmetric and definite",
    "scipy.linalg.logm": "w, V = np.linalg.eigh(A); (V * np.log(w)) @ V.T, if A is symmetric and definite",
    **dict.fromkeys(("scipy.signal.convolve", "scipy.signal.fftconvolve", "scipy.ndimage.convolve"), _FILTER),
    **dict.fromkeys(("scipy.ndimage.gaussian_filter", "scipy.ndimage.uniform_filter", "scipy.ndimage.convolve1d"), _FILTER),
    "scipy.signal.lfilter": "the recurrence in a loop: y[n] = b[0] * x[n] + b[1] * x[n - 1] - a[1] * y[n - 1]",
    **dict.fromkeys((f"scipy.optimize.{n}" for n in ("brentq", "bisect", "newton", "fsolve", "root", "root_scalar")), _ROOTS),
    **dict.fromkeys((f"scipy.integrate.{n}" for n in ("solve_ivp", "odeint", "ode")), _STEPS),
    **dict.fromkeys((f"scipy.integrate.{n}" for n in ("quad", "fixed_quad")), _POINTS),
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
