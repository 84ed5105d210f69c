"""The writer of one function's code: blocks, error exits, memory, conversions of numbers, counted loops.

It does not depend on variables, arrays or expressions: code that works with numbers and addresses alone takes a `CodeWriter`.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from llvmlite import ir

from irad.errors import IradError, TypingError, UnsupportedError
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.python_values import I1, I8, I32, I64, PTR, ArrayV, HugeV, ScalarV, const, known_int
from irad.frontends.python.numeric.helper_functions import BITS
from irad.frontends.python.numeric.number_conversion import converted
from irad.frontends.python.sources.function_notes import note
from irad.frontends.python.sources.python_types import Scalar

_ZERO = const(0)
_INTEGER_NODES: tuple[list[Any], ...] = (  # what LLVM calls TBAA: of an integer that is a member of a structure
    ["irad"], ["long", 0, _ZERO], ["irad integers", 1, _ZERO], [2, 1, _ZERO],
)  # fmt: skip
GIVEN_UP = -100  # the status of a call that is left to Python code


class NotYet(Exception):
    """A type is not known in this round: what depends on it is skipped."""


class Ended(Exception):
    """The rest of a statement is never reached: what it calls raises in any case."""


class RoundAgain(Exception):
    """Something has been found that the whole round rests on: it begins anew."""


class Restart(Exception):
    """Something has been found that rests on other functions as well: all of them are lowered anew.

    ``functions``: only these, and those that call them.
    """

    def __init__(self, functions: frozenset[Any] | None = None) -> None:
        super().__init__()
        self.functions = functions


class OtherWay(Exception):
    """Another way to hold objects is to be tried: more statements are written out than `Records.most` allows, or several
    objects hold one that changes.
    """


class Skipped(NotYet):
    """What is read follows from something that is refused: what depends on it is skipped, without another message."""


class RaisedAlways(Exception):
    """Code has been written that raises an error whenever it runs: what comes behind it is never reached."""


def integer_tag(module: ir.Module) -> Any:
    """The tag of accesses to integers that are members of a structure: it has the same number in each module."""
    nodes: list[Any] = []
    for parts in _INTEGER_NODES:
        nodes.append(module.add_metadata([nodes[p] if isinstance(p, int) else p for p in parts]))
    return nodes[-1]


@dataclass
class Landing:
    """Where errors go in a ``try`` statement: a block, and the variable that holds the status there.

    ``sites``: the error sites whose errors may come here; None among them stands for others, which are not known.
    """

    block: Any
    status: Any
    sites: dict[int | None, None] = field(default_factory=dict)
    ways: list[Any] = field(default_factory=list)  # what is known of variables where it is gone to


_LIBRARY = "irad.frontends.python.library."


class CodeWriter:
    """The code of one function in one round."""

    collected: list[Any] | None
    computed: dict[str, Any]
    live: Any

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        self.instance = instance
        self.source = instance.source
        self.fn = fn
        self.entry = fn.append_basic_block("entry")
        self.start = fn.append_basic_block("start")
        self.b = ir.IRBuilder(self.start)
        self.began, self.blocks_before = self.start, len(fn.blocks)  # where the statement begins
        self.arena = fn.args[0]
        self.status: Any = None
        self.exit: Any = None
        self.user_line: tuple[Any, Any] | None = None  # what a generator of irad's own, that is lowered, stands for
        self.handing_back = False  # whether that is being stored which arguments hold where an error ends the function
        self.landings: list[Landing] = []  # of the try statements around, the innermost last
        self.changed = False  # whether a type has been found that was not known
        self.passing: set[str] = set()  # variables that hold a list for one operation: what its items are is found by the list
        self.quiet = 0  # how many ``with warnings.catch_warnings()`` are around
        self.bodies: list[int] = []  # the loop bodies that are being lowered
        # Of how many elementwise operations an element is computed now; functions of the library are mostly called for elements.
        self.of_elements = int(str(getattr(self.source.fn, "__module__", "")).startswith(_LIBRARY))
        self.checkpointed = 0  # how many of them are of checkpointed loops
        self.has_handlers = any(isinstance(n, (ast.Try, ast.With)) for s in instance.body for n in ast.walk(s))
        self.at: Any = self.source.node  # the expression or statement that is lowered
        # While statements are joined to one loop: conditions of it in the place of checks, and the arrays that they make.
        self.fusing, self.collected, self.computed, self.live = False, None, {}, None
        self.moved: set[str] = set()  # variables that hold views with other bounds than their arrays'

    # ---- errors

    def unsupported(self, node: Any, message: str, hint: str = "") -> NoReturn:
        raise UnsupportedError(message, place=self.source.place(node), hint=hint)

    def wrong(self, node: Any, message: str, hint: str = "") -> NoReturn:
        raise TypingError(message, place=self.source.place(node), hint=hint)

    def not_taken(self, nodes: list[Any]) -> None:
        """Note what is never compiled, since a condition is known."""
        self.instance.compiler.untaken |= {str(self.source.place(n)) for n in nodes}

    def skip(self) -> NoReturn:
        """Leave out what depends on something that is refused."""
        self.instance.compiler.problems.events += 1
        raise Skipped

    def refused(self, error: Exception) -> None:
        """Note an error that ends the present statement or expression."""
        problems = self.instance.compiler.problems
        if isinstance(error, IradError):
            if error.place is None and not error.several:  # of a part that does not know the program
                here = self.source.place(self.at)
                error = type(error)(error.message, place=here, hint=error.hint, code=error.code)
            problems.note(error)
        elif not problems:  # (else it may follow from what has been left out)
            problems.note(self.defect(error))

    def defect(self, error: Exception) -> IradError:
        """The error for an exception inside of the compiler."""
        what = f"{type(error).__name__}: {str(error)[:200]}"
        text = f"this cannot be compiled, by a defect of irad ({what})"
        made = UnsupportedError(
            text, place=self.source.place(self.at), hint="please report it; until then write it in another way"
        )
        made.__cause__ = error
        return made

    def check(self, ok: Any, kind: type[Exception], message: str, node: Any, details: list[Any] | None = None) -> None:
        """Continue if ``ok``, else return with the status of a new error site."""
        if isinstance(ok, ir.Constant) and ok.constant:
            return
        if self.collected is not None:
            self.collected.append(ok)
            return
        bad, good = self.fn.append_basic_block("error"), self.fn.append_basic_block("fine")
        self.b.cbranch(ok, good, bad)
        self.b = ir.IRBuilder(bad)
        self.raised(kind, message, node, details)
        self.b = ir.IRBuilder(good)

    def raised(self, kind: type[Exception], message: str, node: Any, details: list[Any] | None = None) -> None:
        """Return with the status of a new error site; the block ends."""
        for k, d in enumerate(details or []):
            self.b.store(d, self.detail(k))
        source, at = self.user_line or (self.source, node)
        site = self.instance.compiler.site(kind, message, source, at)
        self.leave(ir.Constant(I32, site), {site: None})

    def detail(self, k: int) -> Any:
        """The address of a number that belongs to an error."""
        return self.b.gep(self.arena, [const(8 + 8 * k)], source_etype=I8)

    def as_byte(self, bit: Any) -> Any:
        """A truth value as it lies in memory."""
        return ir.Constant(I8, int(bit.constant)) if isinstance(bit, ir.Constant) else self.b.zext(bit, I8)

    def as_bit(self, byte: Any) -> Any:
        """A truth value that lies in memory."""
        return ir.Constant(I1, int(byte.constant)) if isinstance(byte, ir.Constant) else self.b.trunc(byte, I1)

    def constant_table(self, data: bytes) -> ir.GlobalVariable:
        """A pointer to a constant table of numbers."""
        compiler = self.instance.compiler
        name = f"{compiler.prefix}irad.elements.{hashlib.sha256(data).hexdigest()}"
        if name not in compiler.declared:
            made = ir.GlobalVariable(ir.Module("constants"), ir.ArrayType(I8, len(data)), name)
            made.linkage, made.global_constant, made.align = "internal", True, 64
            made.initializer, made.type = ir.Constant(made.value_type, bytearray(data)), PTR
            compiler.declared[name] = made
        return compiler.declared[name]

    def bits(self, x: Any) -> Any:
        """A float as the detail of an error: of no derivative."""
        if isinstance(x, ir.Constant):
            return self.b.bitcast(x, I64)
        return self.b.call(self.instance.compiler.helper(BITS), [x])

    def surely_apart(self, a: ArrayV, other: ArrayV) -> bool:
        """Whether the arrays are different parameters of a function whose arrays never overlap."""
        both = isinstance(a.data, ir.Argument) and isinstance(other.data, ir.Argument)
        return self.instance.apart and both and a.data is not other.data

    def give_up(self, when: Any, kind: type[Exception], message: str, node: Any) -> None:
        """If ``when``: an error; in a call from Python, the call is left to Python code instead."""
        if note(self.source.fn, "irad_gives_up") is None:
            self.check(self.b.not_(when), kind, message, node)
            return
        stop, good = self.fn.append_basic_block("give.up"), self.fn.append_basic_block("go.on")
        self.b.cbranch(when, stop, good)
        self.b = ir.IRBuilder(stop)
        self.end(ir.Constant(I32, GIVEN_UP))
        self.b = ir.IRBuilder(good)

    def fail(self, kind: type[Exception], message: str, node: Any) -> None:
        """An unconditional error at this point."""
        self.raised(kind, message, node)
        self.b = ir.IRBuilder(self.fn.append_basic_block("after"))

    def raise_always(self, kind: type[Exception], text: str, node: Any) -> NoReturn:
        """End a function of NumPy's whose arguments are wrong in any case: an error when the call runs, as in NumPy."""
        self.fail(kind, text.replace("{", "{{").replace("}", "}}"), node)
        raise RaisedAlways

    def known_error(self, kind: type[Exception], text: str, node: Any, wrong: str = "") -> ScalarV:
        """An error that is known when compiling: one of the program, unless a handler may be there for it.

        ``wrong``: what is said of the program.  The result is for code behind it, which is never reached.
        """
        if not self.guarded:
            self.wrong(node, wrong or f"{kind.__name__}: {text}")
        self.fail(kind, text.replace("{", "{{").replace("}", "}}"), node)
        self.never_goes_on()
        return ScalarV(Scalar("float64", weak=True), ir.Constant(ir.DoubleType(), 0.0))

    def never_goes_on(self) -> None:
        """Leave the statement out from here on, unless some other way through it is not written yet."""
        open_ways = [b for b in (self.began, *self.fn.blocks[self.blocks_before :]) if not b.is_terminated]
        if all(b is self.b.block for b in open_ways):
            self.b.unreachable()
            raise Ended

    @property
    def keeps_whose(self) -> bool:
        """Whether it matters here whose a number is, Python's or NumPy's: an error of division by zero may be caught."""
        return self.instance.caught or self.has_handlers

    @property
    def guarded(self) -> bool:
        """Whether what this function has done before an error may be seen after it, so that it must be reversed as well."""
        return bool(self.landings) or self.instance.caught

    def own_error(self, kind: type[Exception]) -> type[Exception]:
        """The error of what Python computes and this code does not: ``kind``, but no handler may see it."""
        return UnsupportedError if self.guarded else kind

    def leave(self, status: Any, sites: dict[int | None, None] | None = None) -> None:
        """Leave with an error: for the innermost ``try`` statement, or the caller.  ``sites``: those the status may stand for."""
        sites = {None: None} if sites is None else sites
        if not self.landings:
            self.instance.raises |= sites
            if self.instance.caught and self.instance.outs and not self.handing_back:
                self.handing_back = True
                self.hand_back_changed()
                self.handing_back = False
            self.end(status)
            return
        landing = self.landings[-1]
        landing.ways.append(self.known())
        landing.sites |= sites
        self.b.store(status, landing.status)
        self.b.branch(landing.block)

    def hand_back_changed(self) -> None:
        """Store what arguments that are changed hold now as results, before an error that may be caught ends the function."""

    def known(self) -> Any:
        """What is known of variables at this place."""
        return None

    def end(self, status: Any) -> None:
        """Return from the function."""
        self.b.store(status, self.status)
        self.b.branch(self.exit)

    # ---- memory

    def alloca(self, t: Any) -> Any:
        with self.b.goto_block(self.entry):
            return self.b.alloca(t)

    def variable_of_iteration(self, t: Any) -> Any:
        """As `alloca`, for what is written before it is read whenever the code that follows is executed."""
        place = self.alloca(t)
        if self.checkpointed:
            kind = ir.FunctionType(ir.VoidType(), [ir.PointerType()])
            self.b.call(self.instance.compiler.external("llvm.lifetime.start.p0", kind), [place])
        return place

    def stack(self) -> Any:
        return self.b.gep(self.arena, [const(64)], source_etype=I8)

    def reserve(self, size: Any) -> Any:
        self.note_allocation()
        return self.reserve_raw(size)

    def reserve_raw(self, size: Any) -> Any:
        return self.b.call(self.instance.compiler.runtime("irad_reserve"), [self.stack(), size])

    def release(self, mark: Any) -> None:
        self.b.call(self.instance.compiler.runtime("irad_release"), [self.stack(), mark])

    def note_allocation(self) -> None:
        """Record in which loop bodies (and functions) arrays are allocated."""
        for body in [id(self.instance), *self.bodies]:
            if body not in self.instance.allocates:
                self.instance.allocates.add(body)
                self.changed = True

    def begin_anew(self) -> NoReturn:
        """What has been found changes other functions: everything is lowered anew, at once or when all has been looked at."""
        records = self.instance.compiler.records
        if records.used:
            records.new = True
            raise NotYet
        raise Restart

    def begin_when_seen(self) -> NoReturn:
        """As `begin_anew`, behind the other statements: what else has to be found is found in the same round."""
        self.instance.compiler.records.new = True
        raise NotYet

    def try_in_memory(self) -> None:
        """What objects in registers cannot be followed for: they may lie in memory."""
        records = self.instance.compiler.records
        if records.possible and not records.used and records.most is not None:
            raise OtherWay

    def count_statement(self) -> None:
        """One more statement is written."""
        records = self.instance.compiler.records
        records.written += 1
        if records.most is not None and records.written > records.most:
            raise OtherWay

    def typed(self, access: Any, t: Any) -> Any:
        """A load or store of this type in an object in memory, or in a list: that it is of an integer is noted where it is."""
        if t == I64 and self.instance.compiler.records.used:
            access.set_metadata("irad.tbaa", integer_tag(self.fn.module))
        return access

    def note_shared(self) -> None:
        """Record in which loop bodies (and functions) a list with an identity is made or changed, with memory that is kept."""
        self.note_allocation()
        for body in [id(self.instance), *self.bodies]:
            if body not in self.instance.sharing:
                self.instance.sharing.add(body)
                self.changed = True

    # ---- numbers

    def convert(self, v: ScalarV, to: Scalar) -> ScalarV:
        """A scalar in another type: floats are cut off to integers, NumPy's integers wrap, Python's must fit."""
        if v.ty.kind == to.kind:
            return ScalarV(to, v.v)
        if isinstance(v, HugeV) and to.is_integer and not v.fits(to):
            self._out_of_bounds(v.number, to)
        if isinstance(v, HugeV):
            return v.converted(to)
        known = known_int(v.v) if to.kind == "bool" and v.ty.is_integer else None
        if known is not None:
            return ScalarV(to, ir.Constant(ir.IntType(1), int(known != 0)))
        if v.ty.is_integer and to.is_integer and any(c.weak for c in v.ty.cases):
            self._check_fits(v, to)
        if v.ty.is_complex and not to.is_complex and to.kind != "bool":
            self.wrong(self.at, "a complex number stands where a real one is needed", "write z.real, or abs(z)")
        return ScalarV(to, converted(self.b, v.v, v.ty.kind, to.kind))

    def word(self, v: ScalarV) -> Any:
        """An integer, or a truth value, in 64 bits with a sign (of larger ones the largest)."""
        found = self.convert(ScalarV(Scalar(v.ty.kind), v.v), Scalar("int64")).v
        if v.ty.kind != "uint64":
            return found
        return self.b.select(self.b.icmp_signed("<", found, const(0)), const(2**63 - 1), found)

    def _check_fits(self, v: ScalarV, to: Scalar) -> None:
        """Check that an integer of Python's is one of a dtype: an OverflowError as in NumPy."""
        own, least, most = v.ty.dtype, to.dtype.least, to.dtype.most
        if least <= own.least and own.most <= most:
            return
        n = known_int(v.v)
        if n is not None:
            if not least <= n <= most:
                self._out_of_bounds(n, to)
            return
        t = v.v.type
        if own.is_signed:
            low, high = max(least, own.least), min(most, own.most)
            inside = self.b.icmp_unsigned("<=", self.b.sub(v.v, ir.Constant(t, low)), ir.Constant(t, high - low))
        else:
            inside = self.b.icmp_unsigned("<=", v.v, ir.Constant(t, most))
        self.check(inside, OverflowError, f"Python integer {{0}} out of bounds for {to.kind}", self.at, [v.v])

    def _out_of_bounds(self, n: int, to: Scalar) -> None:
        """An error that is raised if this is executed."""
        self.fail(OverflowError, f"Python integer {n} out of bounds for {to.kind}", self.at)

    # ---- loops

    def counted(self, n: Any, body: Callable[[Any], None]) -> None:
        """for i in range(n): body(i), for code the frontend makes itself."""
        if known_int(n) == 1:
            body(const(0))
            return
        head, inside, done = (self.fn.append_basic_block(x) for x in ("loop", "inside", "end"))
        before = self.b.block
        self.b.branch(head)
        self.b = ir.IRBuilder(head)
        i = self.b.phi(I64)
        i.add_incoming(const(0), before)
        self.b.cbranch(self.b.icmp_signed("<", i, n), inside, done)
        self.b = ir.IRBuilder(inside)
        body(i)
        following = self.b.add(i, const(1), flags=["nuw", "nsw"])
        i.add_incoming(following, self.b.block)
        self.b.branch(head)
        self.b = ir.IRBuilder(done)
