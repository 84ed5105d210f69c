"""The functional transforms: functions in, functions out; the caller's arrays are never changed.

Arguments and results may be numbers, arrays, and tuples, lists, dicts, named tuples and dataclasses of them; derivatives are
built like what they belong to.  The names and conventions are those of JAX.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from irad.api.pyfunc.ir_module import ModuleFunction
from irad.api.pyfunc.transformed import Transform, check_function, kept, make_transform
from irad.errors import TypingError, UnsupportedError
from irad.frontends.python.sources.made_functions import MadeFunction, by_shape, of_method, shaped
from irad.pycall.specialisation import known_function
from irad.tracebacks import ends_at_the_call, hide_own_frames


@ends_at_the_call
def grad(f: Callable[..., object], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The gradient of a function that returns a float.

    Args:
        f: a function of floats, arrays of floats (float64 or float32, any shape) and containers of them; other arguments are
            constants.
        argnums: with respect to which arguments: an int, or a sequence of ints.
        has_aux: ``f`` returns ``(value, aux)``; ``aux`` is not differentiated.

    Returns:
        A function of the arguments of ``f``.  Its result is built like argument ``argnums``: arrays of the same shape and dtype,
        floats, containers; for several ``argnums`` a tuple of these; with ``has_aux``, ``(gradient, aux)``.

    Raises:
        TypingError: (when called) an argument is no float or array of floats, ``argnums`` does not fit, the result is no float.
        UnsupportedError: ``f`` is no function that can be compiled, or contains something that is not.
        DifferentiationError: something active in ``f`` has no derivative.
        AliasingError: a transform of a transform gets arrays that share memory.

    >>> import numpy as np, irad
    >>> irad.grad(lambda x: (x * x).sum())(np.array([1.0, 2.0]))
    array([2., 4.])
    >>> irad.grad(lambda x, y: x * y, argnums=(0, 1))(3.0, 4.0)
    (4.0, 3.0)

    Reverse mode (Griewank & Walther, "Evaluating Derivatives", 2nd edition, 2008, section 3.2).
    """
    return make_transform("grad", f, argnums, has_aux)


@ends_at_the_call
def value_and_grad(f: Callable[..., object], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """As `grad`, with the value of the function, which the forward sweep computes anyway.

    Args:
        f, argnums, has_aux: as for `grad`.

    Returns:
        A function whose result is ``(value, gradient)``, with ``has_aux`` ``((value, aux), gradient)``.

    Raises:
        TypingError, UnsupportedError, DifferentiationError, AliasingError: as `grad`.

    >>> import irad
    >>> irad.value_and_grad(lambda x: x * x)(3.0)
    (9.0, 6.0)
    """
    return make_transform("value_and_grad", f, argnums, has_aux)


@ends_at_the_call
def jacfwd(f: Callable[..., object], argnums: int | Sequence[int] = 0) -> Callable[..., Any]:
    """The Jacobian, column by column in forward mode: for functions with few inputs.

    Args:
        f: a function that returns floats, arrays of floats, or containers of them.
        argnums: with respect to which arguments: an int, or a sequence of ints.

    Returns:
        A function.  For an array result of shape ``s`` and an array argument of shape ``t`` it gives an array of shape ``s + t``
        of the result's dtype; its structure is that of the result, and inside of it that of the argument (a tuple of those for
        several ``argnums``).

    Raises:
        TypingError: an argument of ``argnums`` or the result is not made of floats, or ``argnums`` does not fit.
        UnsupportedError, DifferentiationError, AliasingError: as `grad`.

    >>> import numpy as np, irad
    >>> irad.jacfwd(lambda x: x * x)(np.array([1.0, 2.0]))
    array([[2., 0.],
           [0., 4.]])

    Forward mode (Griewank & Walther, "Evaluating Derivatives", 2nd edition, 2008, section 3.1).
    """
    return make_transform("jacfwd", f, argnums)


@ends_at_the_call
def jacrev(f: Callable[..., object], argnums: int | Sequence[int] = 0) -> Callable[..., Any]:
    """The Jacobian, row by row in reverse mode: for functions with few outputs.

    Args:
        f, argnums: as for `jacfwd`.

    Returns:
        As `jacfwd`.

    Raises:
        TypingError, UnsupportedError, DifferentiationError, AliasingError: as `jacfwd`.

    >>> import numpy as np, irad
    >>> irad.jacrev(lambda x: np.array([x[0] * x[1], x[1]]))(np.array([3.0, 2.0]))
    array([[2., 3.],
           [0., 1.]])
    """
    return make_transform("jacrev", f, argnums)


@ends_at_the_call
def jacobian(f: Callable[..., object], argnums: int | Sequence[int] = 0, sparsity: object = None) -> Callable[..., Any]:
    """The Jacobian by whatever mode is cheaper, judged by the numbers of inputs and outputs.

    Args:
        f: as for `jacfwd`; with ``sparsity`` it returns one float or one array of floats.
        argnums: as for `jacfwd`; with ``sparsity`` one int, that of an array of float64 or float32.
        sparsity: the pattern, a sparse or dense matrix with a row per element of the result and a column per element of the
            argument, both in C order; or "auto", which finds it.

    Returns:
        A function that gives what `jacfwd` gives; with ``sparsity`` a ``scipy.sparse.csr_array`` with the dtype of the result.

    Raises:
        TypingError, UnsupportedError, DifferentiationError, AliasingError: as `jacfwd`.
        DifferentiationError: also for an entry that is not zero and not in the given pattern.

    >>> import numpy as np, irad
    >>> irad.jacobian(lambda x: x[1:] - x[:-1])(np.array([1.0, 2.0, 4.0]))
    array([[-1.,  1.,  0.],
           [ 0., -1.,  1.]])
    >>> irad.jacobian(lambda x: x * x, sparsity="auto")(np.array([1.0, 2.0])).toarray()
    array([[2., 0.],
           [0., 4.]])

    Sparse matrices are found by colouring (Curtis, Powell & Reid, "On the estimation of sparse Jacobian matrices", 1974).
    """
    if sparsity is not None:
        from irad.api.sparse.sparse_derivatives import sparse_jacobian

        return sparse_jacobian(f, _single(argnums), sparsity)
    return make_transform("jacobian", f, argnums)


@ends_at_the_call
def hessian(f: Callable[..., object], argnums: int | Sequence[int] = 0, sparsity: object = None) -> Callable[..., Any]:
    """The matrix of second derivatives of a function that returns a float: forward over reverse mode.

    Args:
        f: as for `grad`.
        argnums: as for `grad`; with ``sparsity`` one int.
        sparsity: as for `jacobian`; a given pattern is made symmetric.

    Returns:
        A function.  For an array argument of shape ``t`` it gives an array of shape ``t + t``; with ``sparsity`` a symmetric
        ``scipy.sparse.csr_array``.

    Raises:
        TypingError, UnsupportedError, DifferentiationError, AliasingError: as `grad`; UnsupportedError for a function of a
            `Module` as well.

    >>> import numpy as np, irad
    >>> irad.hessian(lambda x: x[0] ** 3 * x[1])(np.array([2.0, 5.0]))
    array([[60., 12.],
           [12.,  0.]])

    Sparse matrices are found by star colouring (Coleman & Moré, "Estimation of sparse Hessian matrices and graph coloring
    problems", 1984).
    """
    if sparsity is not None:
        from irad.api.sparse.sparse_derivatives import sparse_hessian

        return sparse_hessian(f, _single(argnums), sparsity)
    if isinstance(f, ModuleFunction):
        raise UnsupportedError("irad.hessian of a function of a module is not supported", hint="differentiate its gradient in C")
    return make_transform("jacfwd", make_transform("jacrev", f, argnums), argnums)


def _single(argnums: int | Sequence[int]) -> int:
    if not isinstance(argnums, int):
        raise TypingError("a sparse derivative is that by one argument", hint="argnums=0")
    return argnums


@ends_at_the_call
def jvp(f: Callable[..., object], primals: Sequence[object], tangents: Sequence[object]) -> tuple[Any, Any]:
    """The value of a function and its derivative in a direction.

    Args:
        f: a function of floats, arrays of floats and containers of them.
        primals: its arguments, a tuple or list.
        tangents: the direction: one for each primal, built like it, arrays of the same shape.

    Returns:
        ``(out, tangent_out)``, both built like the result of ``f``.

    Raises:
        TypingError: primals and tangents are not tuples of the same length, or not built alike, or are no floats.
        UnsupportedError, DifferentiationError, AliasingError: as `grad`.

    >>> import irad
    >>> irad.jvp(lambda x, y: x * y, (3.0, 4.0), (1.0, 0.5))
    (12.0, 5.5)
    """
    primals, tangents = _sequence(primals, "primals"), _sequence(tangents, "tangents")
    if len(primals) != len(tangents):
        raise TypingError(f"{len(primals)} primals and {len(tangents)} tangents: there must be one tangent for each primal")
    if isinstance(f, ModuleFunction):
        from irad.api.pyfunc.shared_memory import module_jvp

        return module_jvp(f, primals, tangents)
    out: tuple[object, object] = _with_count("jvp", f, len(primals))(*primals, *tangents)
    return out


@ends_at_the_call
def hvp(f: Callable[..., object], primals: Sequence[object], tangents: Sequence[object]) -> Any:
    """The product of the Hessian of a function with a vector, without the Hessian: forward over reverse mode.

    Args:
        f: a function that returns a float.
        primals: its arguments, a tuple or list.
        tangents: the vector: one part for each primal, built like it.

    Returns:
        Of one primal, what is built like that; of several, a tuple with a part for each of them.

    Raises:
        TypingError: as `jvp`, or ``f`` returns no float.
        UnsupportedError, DifferentiationError, AliasingError: as `grad`.

    >>> import numpy as np, irad
    >>> irad.hvp(lambda x: (x ** 3).sum(), (np.array([1.0, 2.0]),), (np.array([1.0, 1.0]),))
    array([ 6., 12.])

    Pearlmutter, "Fast exact multiplication by the Hessian", 1994.
    """
    primals, tangents = _sequence(primals, "primals"), _sequence(tangents, "tangents")
    if len(primals) != len(tangents):
        raise TypingError(f"{len(primals)} primals and {len(tangents)} tangents: there must be one tangent for each primal")
    return _with_count("hvp", f, len(primals))(*primals, *tangents)


def vjp(f: Callable[..., object], *primals: object) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """The value of a function, and a function from adjoints of it to adjoints of the arguments.

    Args:
        f: a function of floats, arrays of floats and containers of them.
        primals: its arguments.

    Returns:
        ``(out, vjp_fn)``.  ``vjp_fn(adjoint)`` takes what is built like ``out``, with arrays of the same shapes, and returns a
        tuple with an entry for each primal, built like it.  It may be called several times.

    Raises:
        TypingError: a primal is no float or array of floats.
        ActivityError: (from ``vjp_fn``) the adjoint is not built like the result.
        UnsupportedError, DifferentiationError, AliasingError: as `grad`.

    >>> import irad
    >>> out, pull = irad.vjp(lambda x, y: x * y, 3.0, 4.0)
    >>> out, pull(1.0), pull(10.0)
    (12.0, (4.0, 3.0), (40.0, 30.0))
    """
    try:
        known = known_function(f)
        for plan in known.pullbacks if known is not None else ():
            found: Any = plan.run(f, primals, _taped)
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        return _taped(f, primals)
    except BaseException as error:
        hide_own_frames(error)
        raise


def _taped(f: Any, primals: Sequence[object]) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """`vjp` with a tape between the two."""
    from irad.api.pyfunc.prepared_pullbacks import offer_pullback
    from irad.api.pyfunc.shared_memory import pullback

    out, pull = pullback(f, primals)
    known = known_function(f)
    if known is not None:
        offer_pullback(f, known, primals, out)
    return out, ends_at_the_call(pull)


@ends_at_the_call
def linearize(f: Callable[..., object], *primals: object) -> tuple[Any, Callable[..., Any]]:
    """The value of a function, and its derivative at this point as a linear function.

    Args:
        f: a function of floats, arrays of floats and containers of them.
        primals: its arguments; they are copied, as is what ``f`` captures.

    Returns:
        ``(out, jvp_fn)``.  ``jvp_fn(*tangents)`` takes a tangent for each primal, built like it, and returns the tangent of
        ``out``.

    Raises:
        TypingError: a primal is no float or array of floats, or (from ``jvp_fn``) a tangent does not fit.
        UnsupportedError, DifferentiationError, AliasingError: as `grad`.

    >>> import irad
    >>> out, push = irad.linearize(lambda x: x ** 3, 2.0)
    >>> out, push(1.0)
    (8.0, 12.0)
    """
    from irad.api.pyfunc.shared_memory import HeldCaptures, check_names, check_runs_again, copies_of, names_of, value_of

    kept = copies_of(primals)
    check_runs_again(f, kept, "its linear function would run it again")
    captured, names = HeldCaptures(f, kept), names_of(f)

    @ends_at_the_call
    def push(*tangents: object) -> Any:
        check_names(f, names)
        with captured:
            return jvp(f, kept, tangents)[1]

    return value_of(f, copies_of(kept)), push


@ends_at_the_call
def stop_gradient(x: object) -> Any:
    """``x``, which is a constant in a function that is differentiated.

    Args:
        x: a number, an array, or a container of them.

    Returns:
        The same numbers, in the same containers; arrays are copied, with their shape and dtype.

    Raises:
        TypingError: (when compiled) ``x`` is none of these.

    >>> import irad
    >>> irad.grad(lambda x: x * irad.stop_gradient(x))(3.0)
    3.0
    """
    from irad.api.pyfunc.shared_memory import map_arrays

    return map_arrays(x, lambda a: a.copy(order="K"))


def _with_count(kind: str, f: object, count: int) -> Transform:
    """The transform of a function for so many primals (the last arguments may have defaults)."""

    f = of_method(shaped(f, count) if by_shape(f) else f)
    check_function(f)

    def make() -> Transform:
        numbers = tuple(range(count))
        inner = MadeFunction("grad", f, numbers, count == 1) if kind == "hvp" else f
        return Transform(MadeFunction("pushforward" if kind == "hvp" else kind, inner, numbers, count == 1))

    return kept(f, (kind, count), make)


def _sequence(values: object, what: str) -> Sequence[Any]:
    if not isinstance(values, (tuple, list)):
        raise TypingError(f"the {what} are a tuple with one entry for each argument, not {type(values).__name__}")
    return values
