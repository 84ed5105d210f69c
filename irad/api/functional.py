"""The functional transforms: functions in, functions out; the caller's arrays are never changed.

Arguments and results may be numbers, arrays, and tuples, lists, dicts, named tuples and dataclasses of them; derivatives are
built like what they belong to.  The names and conventions are those of JAX.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from irad.api.module import ModuleFunction
from irad.api.transforms import Transform, kept, make_transform
from irad.errors import TypingError, UnsupportedError
from irad.frontends.python.made import Made, inner_function


def grad(f: Callable[..., object], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The gradient of a function that returns a float.

    ``argnums`` says with respect to which arguments (one: the gradient itself; several: a tuple); arrays give arrays of
    the same shape and dtype, floats give floats, containers give containers.  With ``has_aux`` the function returns
    ``(value, aux)`` and the gradient function ``(gradient, aux)``.  Raises `TypingError` (a TypeError) for arguments that are no
    floats.

    >>> import numpy as np, irad
    >>> irad.grad(lambda x: (x * x).sum())(np.array([1.0, 2.0]))
    array([2., 4.])
    """
    return make_transform("grad", f, argnums, has_aux)


def value_and_grad(f: Callable[..., object], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """As `grad`; the result is ``(value, gradient)``, with ``has_aux`` ``((value, aux), gradient)``.

    >>> import irad
    >>> irad.value_and_grad(lambda x: x * x)(3.0)
    (9.0, 6.0)
    """
    return make_transform("value_and_grad", f, argnums, has_aux)


def jacfwd(f: Callable[..., object], argnums: int | Sequence[int] = 0) -> Callable[..., Any]:
    """The Jacobian, column by column in forward mode: for functions with few inputs.

    For an array result of shape ``s`` and an array argument of shape ``t`` it has the shape ``s + t``; its structure is that of
    the result, and inside of it that of the argument (a tuple of those for several ``argnums``).

    >>> import numpy as np, irad
    >>> irad.jacfwd(lambda x: x * x)(np.array([1.0, 2.0]))
    array([[2., 0.],
           [0., 4.]])
    """
    return make_transform("jacfwd", f, argnums)


def jacrev(f: Callable[..., object], argnums: int | Sequence[int] = 0) -> Callable[..., Any]:
    """The Jacobian, row by row in reverse mode: for functions with few outputs; see `jacfwd`.

    >>> import numpy as np, irad
    >>> irad.jacrev(lambda x: np.array([x[0] * x[1], x[1]]))(np.array([3.0, 2.0]))
    array([[2., 3.],
           [0., 1.]])
    """
    return make_transform("jacrev", f, argnums)


def jacobian(f: Callable[..., object], argnums: int | Sequence[int] = 0, sparsity: object = None) -> Callable[..., Any]:
    """The Jacobian by whatever mode is cheaper, judged by the numbers of inputs and outputs; see `jacfwd`.

    With ``sparsity`` (a pattern, or "auto") a sparse matrix; see `irad.api.sparse.sparse_jacobian`.

    >>> import numpy as np, irad
    >>> irad.jacobian(lambda x: x[1:] - x[:-1])(np.array([1.0, 2.0, 4.0]))
    array([[-1.,  1.,  0.],
           [ 0., -1.,  1.]])
    """
    if sparsity is not None:
        from irad.api.sparse import sparse_jacobian

        return sparse_jacobian(f, _single(argnums), sparsity)
    return make_transform("jacobian", f, argnums)


def hessian(f: Callable[..., object], argnums: int | Sequence[int] = 0, sparsity: object = None) -> Callable[..., Any]:
    """The matrix of second derivatives: forward over reverse mode.

    With ``sparsity`` (a pattern, or "auto") a sparse matrix; see `irad.api.sparse.sparse_hessian`.

    >>> import numpy as np, irad
    >>> irad.hessian(lambda x: x[0] ** 3 * x[1])(np.array([2.0, 5.0]))
    array([[60., 12.],
           [12.,  0.]])
    """
    if sparsity is not None:
        from irad.api.sparse import sparse_hessian

        return sparse_hessian(f, _single(argnums), sparsity)
    if isinstance(f, ModuleFunction):
        raise UnsupportedError("irad.hessian of a function of a module is not supported", hint="differentiate its gradient in C")
    return make_transform("jacfwd", make_transform("jacrev", f, argnums), argnums)


def _single(argnums: int | Sequence[int]) -> int:
    if not isinstance(argnums, int):
        raise TypingError("a sparse derivative is that by one argument", hint="argnums=0")
    return argnums


def jvp(f: Callable[..., object], primals: Sequence[object], tangents: Sequence[object]) -> tuple[Any, Any]:
    """The value of ``f`` at ``primals`` and its derivative in the direction ``tangents``: ``(out, tangent_out)``.

    >>> import math, irad
    >>> irad.jvp(lambda x, y: x * y, (3.0, 4.0), (1.0, 0.5))
    (12.0, 5.5)
    """
    primals, tangents = _sequence(primals, "primals"), _sequence(tangents, "tangents")
    if len(primals) != len(tangents):
        raise TypingError(f"{len(primals)} primals and {len(tangents)} tangents: there must be one tangent for each primal")
    if isinstance(f, ModuleFunction):
        from irad.api.shared import module_jvp

        return module_jvp(f, primals, tangents)
    out: tuple[object, object] = _with_count("jvp", f, len(primals))(*primals, *tangents)
    return out


def hvp(f: Callable[..., object], primals: Sequence[object], tangents: Sequence[object]) -> Any:
    """The product of the Hessian of ``f`` with ``tangents``: forward over reverse mode.

    Of one primal it is built like that; of several it is a tuple with a part for each of them.

    >>> import numpy as np, irad
    >>> irad.hvp(lambda x: (x ** 3).sum(), (np.array([1.0, 2.0]),), (np.array([1.0, 1.0]),))
    array([ 6., 12.])
    """
    primals, tangents = _sequence(primals, "primals"), _sequence(tangents, "tangents")
    if len(primals) != len(tangents):
        raise TypingError(f"{len(primals)} primals and {len(tangents)} tangents: there must be one tangent for each primal")
    return _with_count("hvp", f, len(primals))(*primals, *tangents)


def vjp(f: Callable[..., object], *primals: object) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """The value of ``f`` and a function that takes an adjoint of it to the adjoints of the primals: ``(out, vjp_fn)``.

    ``vjp_fn`` may be called several times; what it returns is a tuple with an entry for each primal.

    >>> import irad
    >>> out, pull = irad.vjp(lambda x, y: x * y, 3.0, 4.0)
    >>> out, pull(1.0), pull(10.0)
    (12.0, (4.0, 3.0), (40.0, 30.0))
    """
    from irad.api.shared import pullback

    return pullback(f, primals)


def linearize(f: Callable[..., object], *primals: object) -> tuple[Any, Callable[..., Any]]:
    """The value of ``f`` and its derivative as a linear function: ``(out, jvp_fn)``, with ``jvp_fn(*tangents)``.

    >>> import irad
    >>> out, push = irad.linearize(lambda x: x ** 3, 2.0)
    >>> out, push(1.0)
    (8.0, 12.0)
    """
    from irad.api.shared import Captured, check_names, copies_of, names_of, value_of

    kept = copies_of(primals)
    captured, names = Captured(f, kept), names_of(f)

    def push(*tangents: object) -> Any:
        check_names(f, names)
        with captured:
            return jvp(f, kept, tangents)[1]

    return value_of(f, copies_of(kept)), push


def stop_gradient(x: object) -> Any:
    """``x``, of an array a copy; in a function that is differentiated a constant.

    >>> import irad
    >>> irad.grad(lambda x: x * irad.stop_gradient(x))(3.0)
    3.0
    """
    from irad.api.shared import map_arrays

    return map_arrays(x, lambda a: a.copy(order="K"))


def _with_count(kind: str, f: object, count: int) -> Transform:
    """The transform of a function for so many primals (the last arguments may have defaults)."""

    inner_function(f)  # an error where the transform is made, if it is no function

    def make() -> Transform:
        numbers = tuple(range(count))
        inner = Made("grad", f, numbers, count == 1) if kind == "hvp" else f
        return Transform(Made("pushforward" if kind == "hvp" else kind, inner, numbers, count == 1))

    return kept(f, (kind, count), make)


def _sequence(values: object, what: str) -> Sequence[Any]:
    if not isinstance(values, (tuple, list)):
        raise TypingError(f"the {what} are a tuple with one entry for each argument, not {type(values).__name__}")
    return values
