"""What code can ask about where it runs (`irad.rules.formulas.numpy_symbols`): the answers, as soon as they are known."""

from __future__ import annotations

from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I1, I8, I32, I64, PTR, function
from irad.ir.values import Function, Module, Value
from irad.rules.formulas.numpy_symbols import IN_PROCESS, LOOP, PREFIX, TRANSFORM, TRANSFORMS, VALUES_ONLY


def decide(module: Module, process: bool = False, values_only: bool = False) -> None:
    """Define the functions that say so, unless they are defined.

    ``process``: this process loads the code; elsewhere NumPy's functions are not there, and do nothing as nothing calls them.
    ``values_only``: nothing in the module is differentiated, now or later.
    """
    for name, answer in ((IN_PROCESS, process), (VALUES_ONLY, values_only)):
        fn = module.functions.get(name)
        if fn is not None and not fn.has_body:
            _begin(fn, "alwaysinline").ret(const_int(I1, int(answer)))
            if name == IN_PROCESS and not process:
                for other in _without_bodies(module, PREFIX):
                    _begin(other, "alwaysinline").ret(const_int(other.ftype.ret, 0))


def call_loops(module: Module) -> None:
    """Define the functions of `TRANSFORM`, in code that this process loads."""
    for fn in _without_bodies(module, TRANSFORM):
        _call_loop(module, fn)


def _without_bodies(module: Module, prefix: str) -> list[Function]:
    return [f for f in module.functions.values() if f.name.startswith(prefix) and not f.has_body]


def _begin(fn: Function, attribute: str) -> Builder:
    fn.linkage, fn.attributes = "internal", AttributeSet([attribute])
    return Builder(fn.append_block("entry"))


def _call_loop(module: Module, fn: Function) -> None:
    """The body of a function of `TRANSFORM`: arrays of pointers, sizes and strides as universal functions take them."""
    kind = fn.name.removeprefix(TRANSFORM)
    given, returned, word = TRANSFORMS[kind]
    b = _begin(fn, "noinline")
    x, out, scale, rows, n, m, row, element = fn.args

    def words(values: list[Value]) -> Value:
        place = b.alloca(I64, const_int(I64, len(values)))
        for k, v in enumerate(values):
            b.store(v, b.gep(I64, place, [const_int(I64, k)]))
        return place

    direction: Value = null(PTR)
    if word is not None:
        direction = b.alloca(I8)
        b.store(const_int(I8, word), direction)
    size, size_out = const_int(I64, given), const_int(I64, returned)
    strides = [b.mul(row, size), const_int(I64, 0), b.mul(m, size_out), b.mul(element, size), size_out]
    name = f"{LOOP}{kind}"
    loop = module.functions.get(name) or module.add_function(name, function(I32, (PTR, PTR, PTR, PTR)))
    b.call_function(loop, [words([x, scale, out]), words([rows, n, m]), words(strides), direction])
    b.ret(const_int(fn.ftype.ret, 0))
