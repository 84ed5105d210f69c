"""Designs of filters and windows of `scipy.signal` by known numbers: computed by SciPy when compiling, constant arrays then."""

from __future__ import annotations

import inspect
import operator
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.calls.demand import demand
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, NoneV, ScalarV, TupleV, Val, const, known_number
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.library.signals import signal_windows, system_forms
from irad.frontends.python.library.signals.designs import design_orders, finite_designs, prototypes, run_time_designs
from irad.frontends.python.sources.python_types import Array, Scalar
from irad.frontends.python.trees.bound_names import assigned_names

_DESIGNS = """
butter cheby1 cheby2 ellip bessel iirdesign iirfilter iirnotch iirpeak iircomb firwin firwin2 firls remez kaiser_beta kaiser_atten
buttord cheb1ord cheb2ord ellipord savgol_coeffs tf2sos sos2tf zpk2sos zpk2tf tf2zpk buttap cheb1ap cheb2ap ellipap besselap
kaiserord sos2zpk max_len_seq
""".split()
_OF_SPECIAL = """
bernoulli euler roots_legendre roots_chebyt roots_chebyu roots_chebyc roots_chebys roots_hermite roots_hermitenorm roots_laguerre
roots_genlaguerre roots_gegenbauer roots_jacobi roots_sh_legendre p_roots jn_zeros jnp_zeros yn_zeros ynp_zeros
""".split()
_WINDOWS = """
barthann bartlett blackman blackmanharris bohman boxcar chebwin cosine dpss exponential flattop gaussian general_cosine
general_gaussian general_hamming hamming hann kaiser lanczos nuttall parzen taylor triang tukey get_window
""".split()
_IN_COMPILED_CODE = """
boxcar hann hamming blackman bartlett cosine gaussian tukey kaiser flattop blackmanharris nuttall triang general_cosine
general_hamming
""".split()
_WITH_PARAMETERS = "gaussian kaiser tukey general_hamming"
_BY_NAME = "hann hamming blackman bartlett cosine boxcar tukey flattop blackmanharris nuttall triang"
_HOMES = {
    "scipy.signal": _DESIGNS, "scipy.integrate": ["newton_cotes"], "scipy.special": _OF_SPECIAL, "scipy.signal.windows": _WINDOWS,
}  # fmt: skip
_BY_UNKNOWN_NUMBERS = {
    run_time_designs: "butter cheby1 cheby2 ellip bessel iirfilter iirnotch iirpeak iircomb",
    finite_designs: "firwin firwin2 firls kaiser_beta kaiser_atten kaiserord",
    design_orders: "buttord cheb1ord cheb2ord ellipord iirdesign",
    prototypes: "buttap cheb1ap cheb2ap ellipap",
    system_forms: "sos2tf zpk2tf tf2zpk sos2zpk zpk2sos tf2sos",
}


def _name_of(fn: Any) -> str:
    name = getattr(fn, "__name__", "")
    for home, names in _HOMES.items():
        if name in names and getattr(sys.modules.get(home), name, None) is fn:
            return f"{home}.{name}"
    return ""


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if that is one of these."""
    name = _name_of(fn)
    if not name:
        return None
    return lambda low, args, kw, node: _designed(low, fn, name, args, kw, node)


def _designed(low: Lowering, fn: Any, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    leaves: list[Any] = []
    given, named = [_known(low, v, leaves) for v in args], {k: _known(low, v, leaves) for k, v in kw.items()}
    short = name.rpartition(".")[2]
    if any(v is UNKNOWN for v in (*given, *named.values())):
        window = _window(short, args, kw)
        if window is not None:
            return low.expr.apply(window, args, kw, node)
        if leaves and all(isinstance(v, ir.Value) for v in leaves):
            demand(low, node, *(ScalarV(_OF_REGISTERS[isinstance(v.type, ir.DoubleType)], v) for v in leaves))
        written = [getattr(module, short) for module, names in _BY_UNKNOWN_NUMBERS.items() if short in names.split()]
        if written:
            return _by_numbers(low, written[0], args, kw, node)
        said = _unknown(fn, given, named)
        text = f"{name}() is computed when compiling, and its {said} not known then"
        hint = "an integer that is passed is known; a float has to be written out, or a constant of the module"
        low.unsupported(node, text, f"{hint}; or design it outside and pass the coefficients")
    try:
        found = fn(*given, **named)
    except (ValueError, TypeError) as error:
        low.wrong(node, f"{name}(): {error}")
        raise AssertionError from None
    return _constants(low, found, name, node)


def _by_numbers(low: Lowering, written: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A design in compiled code, by flags that are known."""
    compiler, parameters = low.instance.compiler, inspect.signature(written).parameters
    for k in kw:
        if k not in parameters:
            low.unsupported(node, f"the keyword '{k}' of scipy.signal.{written.__name__}() is not supported here", "leave it out")
    flags = {k for k, p in enumerate(parameters.values()) if p.annotation == "bool"}
    known = compiler.static_parameters.setdefault(written, set())
    known |= {k for k in flags if (written, k, None) not in compiler.never_known}
    return low.expr.apply(written, args, kw, node)


def _unknown(fn: Any, given: list[Any], named: dict[str, Any]) -> str:
    """The names of the arguments that are not known, and the verb."""
    names = list(inspect.signature(fn).parameters)
    found = [names[k] if k < len(names) else str(k) for k, v in enumerate(given) if v is UNKNOWN]
    found += [k for k, v in named.items() if v is UNKNOWN]
    return f"argument{'s' * (len(found) > 1)} {' and '.join(found)} {'are' if len(found) > 1 else 'is'}"


def _window(name: str, args: list[Val], kw: dict[str, Val]) -> Any:
    """The function in compiled code that knows a window also for numbers that are not known."""
    if name != "get_window":
        return getattr(signal_windows, name) if name in _IN_COMPILED_CODE else None
    window = args[0] if args else kw.get("window", NoneV())
    if isinstance(window, TupleV):
        kind, known = known_value(window.items[0]) if window.items else None, _WITH_PARAMETERS
    else:
        kind, known = known_value(window), _BY_NAME
    return signal_windows.get_window if kind in known.split() else None


_OF_REGISTERS = (Scalar("int64"), Scalar("float64"))
_OF_FLOATS: dict[str, Callable[[Any, Any], Any]] = {
    "fadd": operator.add, "fsub": operator.sub, "fmul": operator.mul, "fdiv": operator.truediv,
}  # fmt: skip


def _number(low: Lowering, v: Any, leaves: list[Any]) -> Any:
    """The number that a register is, also if computed from known floats; else None, and ``leaves`` gets what is unknown."""
    found = known_number(v)
    if found is not None:
        return found
    if isinstance(v, ir.instructions.LoadInstr) and isinstance(v.type, ir.DoubleType):
        stored = _stored(low, v)
        if stored is not None:
            return _number(low, stored, leaves)
    if not isinstance(v, ir.Instruction) or v.opname not in (*_OF_FLOATS, "fneg", "sitofp"):
        leaves.append(v)
        return None
    parts = [_number(low, x, leaves) for x in v.operands]
    if any(p is None for p in parts):
        return None
    if len(parts) == 1:
        return -parts[0] if v.opname == "fneg" else float(parts[0])
    if v.opname == "fdiv" and parts[1] == 0.0:
        leaves.append(None)
        return None
    return _OF_FLOATS[v.opname](*parts)


def _stored(low: Lowering, load: Any) -> Any:
    """What a variable holds that is read, if one place assigns it: the value that was stored on the only way to here, or ever.

    A loop that is not written out may come back with another value, if the place that assigns the variable is in it.
    """
    place = load.operands[0]
    names = [name for name, (_, places) in low.slots.items() if any(p is place for p in places)]
    if not names or names[0] not in low.instance.once or not isinstance(place, ir.instructions.AllocaInstr):
        return None
    blocks, written_out = low.fn.blocks, low.instance.written_out
    uses = [i for block in blocks for i in block.instructions if any(x is place for x in i.operands)]
    if any(isinstance(i, ir.instructions.CallInstr) and not i.callee.name.startswith("llvm.lifetime") for i in uses):
        return None
    writers = [i for i in uses if isinstance(i, ir.instructions.StoreInstr)]
    if len(writers) == 1 and not written_out:
        return writers[0].operands[0]
    open_loops = [r.loop for r in low.regions if r.loop is not None and r.last is None and id(r.loop) not in written_out]
    block = None if any(names[0] in assigned_names([loop]) for loop in open_loops) else load.parent
    for _ in blocks:  # (code that is never reached may go around in a circle)
        if block is None:
            break
        last = [i for i in block.instructions if any(i is w for w in writers)]
        if last:
            return last[-1].operands[0]
        before = [x for x in blocks if x.terminator is not None and any(t is block for t in x.terminator.operands)]
        block = before[0] if len(before) == 1 else None
    return None


def _known(low: Lowering, v: Val, leaves: list[Any]) -> Any:
    """The value in Python, `UNKNOWN` where it is not known when compiling."""
    if isinstance(v, ScalarV) and v.ty.kind in ("bool", "int64", "float64"):
        number = _number(low, v.v, leaves)
        kind = {"bool": bool, "int64": int}.get(v.ty.kind, float)
        return UNKNOWN if number is None else kind(number)
    if isinstance(v, KnownV) and isinstance(v.value, (bool, int, float, str, type(None))):
        return v.value
    if isinstance(v, TupleV) and (v.form is None or v.form.kind == "list"):
        parts = [_known(low, i, leaves) for i in v.items]
        return UNKNOWN if any(p is UNKNOWN for p in parts) else v.ty.make(parts)
    return known_value(v) if isinstance(v, NoneV) else UNKNOWN


def _constants(low: Lowering, v: Any, name: str, node: Any) -> Val:
    """Arrays, numbers and tuples of them."""
    if isinstance(v, tuple):
        return TupleV([_constants(low, i, name, node) for i in v])
    if isinstance(v, (bool, int, float, np.integer, np.floating)):
        return low.expr.constant(v.item() if isinstance(v, np.generic) else v, node)
    if not isinstance(v, np.ndarray) or v.dtype.name not in ("float64", "complex128", "int8"):
        low.unsupported(node, f"a result of {name}() is no array of floats", "another output=, or design it outside")
    return constant_array(low, v, node)


def constant_array(low: Lowering, a: Any, node: Any) -> Val:
    """A new array with these elements."""
    table = low.constant_table(np.ascontiguousarray(a).tobytes() or b"\0")
    shape = [const(n) for n in a.shape]
    strides = [const(s // a.itemsize) for s in np.ascontiguousarray(a).strides]
    fixed = ArrayV(Array(a.dtype.name, a.ndim, "C", True), table, shape, strides)
    return low.expr.apply(np.copy, [fixed], {}, node)
