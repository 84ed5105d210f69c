"""Errors that are found late, after shadows have been written: these are restored, and another derivative runs.

A derivative must not touch a shadow if the primal ends in an error.  So it runs the primal to its end first, even if only the
checks of that are needed.  If the caller's arrays are small, a function that finds errors on the fly is faster: it leaves out
forward sweeps (`plan.py`).  This is the function around it:

    if the arrays have at most `_MOST` bytes:
        copy all that the primal or its derivative may write
        run the derivative that finds errors late; without an error, return
        put back what was copied
    run the derivative that finds errors first

The second run raises the error, the one of the primal, with what the primal has written until then.  Which error the first run
has met is unknown: iterations are reversed in any order.  With large arrays, of which a call may touch only a few elements, the
copies could cost more than all the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1, I8, I64, FunctionType
from irad.ir.values import Argument, Function, Value
from irad.options import Options
from irad.transform.base.request import Derivative, Key, Param, has_arena
from irad.transform.base.runtime_calls import Runtime

_MOST = 1 << 18  # bytes: some microseconds
_UNTOUCHED = frozenset(("readonly", "readnone"))


@dataclass
class OptimisticGradient:
    """A derivative that finds errors late, and the wrapper function to be written for it."""

    fn: Function
    key: Key
    optimistic: Derivative
    around: Derivative

    def finish(self, needed: bool, first: Callable[[], Derivative], runtime: Runtime, tape_stack: int) -> None:
        """Write the function, when it is known whether errors are found late at all; ``first`` makes the careful derivative."""
        b = Builder(self.around.function.append_block("entry"))
        if not needed:
            _call(b, self.optimistic, self.around.function)
            return
        careful = first()
        self._write(b, _saved(self.fn, self.key, self.around.function), careful, runtime, tape_stack)

    def _write(self, b: Builder, saved: list[SavedArray], first: Derivative, runtime: Runtime, tape_stack: int) -> None:
        out, no = self.around.function, const_int(I1, 0)
        quick, failed, careful = (out.append_block(name) for name in ("quick", "failed", "careful"))
        done = out.append_block("done")
        sizes = [(piece.pointer, piece.emit_bytes(b)) for piece in saved]
        rooms = [b.and_(b.add(size, const_int(I64, 15)), const_int(I64, -16)) for _, size in sizes]
        total: Value = const_int(I64, 0)
        for room in rooms:
            total = b.add(total, room)
        b.cond_br(b.icmp("ule", total, const_int(I64, _MOST)), quick, careful)

        b.position_at_end(quick)
        stack = b.gep(I8, out.args[0], [const_int(I64, 64 + 64 * tape_stack)])
        copies = b.call_function(runtime.function("irad_reserve"), [stack, total])
        at: Value = copies
        moves = []
        for (pointer, size), room in zip(sizes, rooms, strict=True):
            moves.append((pointer, at, size))
            b.call_function(runtime.memcpy(), [at, pointer, size, no])
            at = b.gep(I8, at, [room])
        result = b.call(self.optimistic.function, self.optimistic.function.ftype, out.args)
        status = b.extract_value(result, [self.optimistic.index("primal")])
        b.cond_br(b.icmp("eq", status, const_int(status.type, 0)), done, failed)

        b.position_at_end(failed)
        for pointer, copy, size in moves:
            b.call_function(runtime.memcpy(), [pointer, copy, size, no])
        b.call_function(runtime.function("irad_release"), [stack, copies])
        b.br(careful)
        b.position_at_end(careful)
        _call(b, first, out)
        b.position_at_end(done)
        b.call_function(runtime.function("irad_release"), [stack, copies])
        b.ret(result)


@dataclass
class SavedArray:
    """An array that is copied: ``sizes`` along its axes, and the bytes of an element."""

    pointer: Value
    sizes: list[Value]
    item: int

    def emit_bytes(self, b: Builder) -> Value:
        out: Value = const_int(I64, self.item)
        for size in self.sizes:
            out = b.mul(out, size)
        return out


def optimistic_gradient(
    fn: Function, key: Key, options: Options, gradient: Callable[[Key], Derivative],
    new_function: Callable[[str, FunctionType, list[str]], Function],
) -> OptimisticGradient | None:  # fmt: skip
    """A derivative of ``fn`` that may find errors late, if everything it may write can be restored."""
    if '"irad-status"' not in fn.attributes or not has_arena(fn) or key.width > 1 or options.strict or options.cache_everything:
        return None
    pointers = [(arg, p) for arg, p in zip(fn.args[1:], key.params[1:], strict=True) if arg.type.is_ptr]
    if any(_writes(arg, p) and arg.attributes.value("irad-sizes") is None for arg, p in pointers):
        return None
    optimistic = gradient(replace(key, optimistic=True))
    around = new_function(optimistic.function.name, optimistic.function.ftype, [a.name for a in optimistic.function.args])
    for own, given in zip(around.args, optimistic.function.args, strict=True):
        own.attrs = given.attrs
    return OptimisticGradient(fn, key, optimistic, replace(optimistic, function=around))


def _writes(arg: Value, p: Param) -> bool:
    """Whether the memory at a parameter or at its shadow may be written."""
    assert isinstance(arg, Argument)
    return p.shadow or _UNTOUCHED.isdisjoint(arg.attrs.split())


def _saved(fn: Function, key: Key, out: Function) -> list[SavedArray]:
    """The arrays passed to ``out`` that may be written."""
    given = iter(out.args)
    own = [[next(given) for _ in range(2 if p.shadow else 1)] for p in key.params]
    found: list[SavedArray] = []
    for i, (arg, p) in enumerate(zip(fn.args, key.params, strict=True)):
        sizes = arg.attributes.numbers("irad-sizes")
        if sizes is not None and _writes(arg, p):
            axes: list[Value] = [own[i + 1 + k][0] for k in range(sizes[0])]
            pointers = own[i] if _UNTOUCHED.isdisjoint(arg.attrs.split()) else own[i][1:]
            found += [SavedArray(pointer, axes, sizes[1]) for pointer in pointers]
    return found


def _call(b: Builder, derivative: Derivative, out: Function) -> None:
    b.ret(b.call(derivative.function, derivative.function.ftype, out.args))
