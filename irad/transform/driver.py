"""Makes derivative functions on request, and those of the functions they call, each once.

`Driver` owns the module: it declares a derivative when it is first requested (so that recursion finds it) and fills in the bodies
from a worklist.  `differentiate` is the entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from irad.analysis.activity.activity import Activity
from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.errors import ActivityError, DifferentiationError
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.debug import place_of
from irad.ir.types import FunctionType
from irad.ir.values import Function, Module, Value
from irad.options import Options
from irad.rules.formulas.external import ExternalRule
from irad.transform.base.activities import Activities, is_number
from irad.transform.base.derivative_provider import Flags
from irad.transform.base.heap_ownership import Ownership
from irad.transform.base.library_routines import RoutineDerivatives
from irad.transform.base.request import (
    ARENA_ATTRIBUTE,
    FORWARD,
    GRADIENT,
    NUMBER_ATTRIBUTE,
    Derivative,
    Key,
    MadeDerivative,
    Request,
    has_arena,
)
from irad.transform.base.runtime_calls import Runtime
from irad.transform.base.signatures import (
    DerivativeSignature,
    forward_signature,
    gradient_signature,
    recorder_signature,
    returns_shadow,
    split_signatures,
)
from irad.transform.base.steps import Observer
from irad.transform.checkpoint.checkpointed_sweeps import CheckpointedSweeps
from irad.transform.checkpoint.explain_loops import loop_statistics
from irad.transform.checkpoint.saved_state import SavedState, find_state
from irad.transform.declared.registered_rules import BODY
from irad.transform.forward.forward_mode import ForwardBody
from irad.transform.forward.index_sets import IndexSetBody
from irad.transform.forward.recorded_forward import ForwardSplitBody, refuse_allocations
from irad.transform.forward.staging import stage
from irad.transform.forward.tangents import TangentEmitter
from irad.transform.lower.hoisting import hoist_loads
from irad.transform.outline.marks import AUTOMATIC
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.primal_body import ForwardPart
from irad.transform.primal.services import Services
from irad.transform.refused.refusals import Refusals
from irad.transform.reverse.apart_versions import apart_versions
from irad.transform.reverse.explain import statistics
from irad.transform.reverse.optimistic_gradient import OptimisticGradient, optimistic_gradient
from irad.transform.reverse.reverse_mode import ReverseDerivative
from irad.transform.shadows.function_tables import FunctionTables
from irad.transform.shadows.static_shadows import known_size
from irad.transform.shadows.variable_shadows import Variables

LARGE = 1000  # instructions, as they are written: LLVM leaves half of them


class Driver:
    """See the module's docstring."""

    def __init__(self, module: Module, options: Options, observers: Sequence[Observer] = ()) -> None:
        self.module = module
        self.observers = observers
        self.options = options
        self._analyse()
        self.runtime = Runtime(module)
        self.routines = RoutineDerivatives(self.runtime, frozenset(module.functions), options.tape_stack)
        self.tables = FunctionTables(self.runtime, self, self.callable, options.tape_stack)
        self.made: dict[Key, tuple[Derivative, ...]] = {}
        self.by_function: dict[Function, Derivative] = {}
        self.work: list[Callable[[], None]] = []
        self.sanitized = sorted({w for f in module.functions.values() for w in f.attributes if w.startswith("sanitize_")})
        self.throws = "irad.raise" in module.functions or any(f.personality is not None for f in module.functions.values())
        self.bodies: list[ForwardPart | ReverseDerivative] = []
        self.checkpointed: dict[Function, SavedState | DifferentiationError] = {}  # loops, with the reason where one is taped
        self.keeping: dict[Function, bool] = {}  # which functions ask for values to be kept (caching_overrides.py)
        self.hoisted: set[Function] = set()
        self.attempts: list[OptimisticGradient] = []
        self.versions: dict[Key, Sequence[Derivative]] = {}  # gradients of which it is tested which one is called
        self.variables = {forward: Variables(self.runtime, self.tables, self._given) for forward in (False, True)}

    def _analyse(self) -> None:
        self.memory = ModuleMemory(self.module)
        self.activities = Activities(self.module, self.memory)
        self.ownership = Ownership(self.memory)

    def statistics(self) -> list[dict[str, int | str]]:
        """Per reversed function: values read from the tape, values recomputed, bytes per iteration and loop depth."""
        loops = [loop_statistics(fn, found) for fn, found in self.checkpointed.items()]
        return loops + [statistics(b) for b in self.bodies if isinstance(b, ReverseDerivative) and b.reversed]

    # ---- requests

    def request(self, request: Request) -> tuple[Derivative, ...]:
        """The derivative functions for a user's request (two for "split")."""
        fn = self.module.functions.get(request.function)
        if fn is not None:
            fn = self.callable(fn)
        if fn is None or fn.is_declaration:
            raise DifferentiationError(f"there is no function @{request.function} with a body in this module")
        if self._may_stage(request) and stage(self.runtime, fn, request.params):
            self._analyse()  # the function has changed
        self.memory.inform(fn, request.elements)
        if len(request.params) != len(fn.args):
            raise ActivityError(f"@{fn.name} has {len(fn.args)} parameters, {len(request.params)} activities were given")
        key = self.key(fn, request)
        if request.mode == FORWARD:
            self.forward(fn, key)
            out = self.made[key]
        elif request.mode == GRADIENT:
            found = None
            if not request.optimistic:
                found = optimistic_gradient(fn, key, self.options, lambda k: self.gradient(fn, k), self.new_function)
            self.attempts += [found] if found is not None else []
            out = (self._by_arrays(fn, key) if found is None else found.around,)
        else:
            out = self.split(fn, key)
        called = self.versions.get(key, out[:1])
        self.variables[request.mode == FORWARD].roots += [d.function for d in called]
        return out

    def _by_arrays(self, fn: Function, key: Key) -> Derivative:
        """A gradient, in two versions where the program does not say whether arrays may overlap."""
        self._hoist(fn)
        found = apart_versions(
            fn, key, self.memory.of(fn), self.ownership.may_free, self.options, lambda k: self.gradient(fn, k), self.new_function
        )
        if found is None:
            return self.gradient(fn, key)
        around, *self.versions[key] = found
        return around

    def _may_stage(self, request: Request) -> bool:
        """Whether this is the first request, and one for several directions."""
        first = not self.made and not self.activities.known
        return first and request.mode == FORWARD and request.width > 1 and not request.again and not self.options.index_sets

    def key(self, fn: Function, request: Request) -> Key:
        return Key(
            fn.name, request.mode, request.params, request.ret, None,
            noalias=self.options.noalias, width=request.width, again=request.again,
            primal=request.primal or request.mode != GRADIENT or '"irad-status"' in fn.attributes,
            optimistic=request.optimistic and request.width == 1 and not (self.options.strict or self.options.cache_everything),
        )  # fmt: skip

    def callable(self, fn: Function) -> Function:
        """``fn``, or a function that calls it if it has a rule: rules apply to calls."""
        if fn.name not in self.module.rules:
            return self.module.functions.get(fn.name + BODY, fn)  # it has one for the other mode only
        name = f"irad.call.{fn.name}"
        found = self.module.functions.get(name)
        if found is None:
            found = self.module.add_function(name, fn.ftype)
            found.linkage = "internal"
            words = [w for w in ("nounwind", '"irad-status"') if w in fn.attributes]
            found.attributes = AttributeSet(words)
            for own, theirs in zip(found.args, fn.args, strict=True):
                own.attrs = theirs.attrs
            b = Builder(found.append_block("entry"))
            result = b.call_function(fn, found.args)
            b.ret(None if fn.ftype.ret.is_void else result)
        return found

    def finish(self) -> None:
        """Write all pending bodies; shadows of globals are reset whenever a derivative is called from outside."""
        self.write()
        for found in self.attempts:
            optimistic = any(d.key.optimistic and d.found_late for d in self.reversed_bodies())
            found.finish(optimistic, partial(self._written, found.fn, found.key), self.runtime, self.options.tape_stack)
        self.attempts = []
        for variables in self.variables.values():
            variables.finish()
        for parts in self.made.values():
            _keep_apart([derivative.function for derivative in parts])

    def _written(self, fn: Function, key: Key) -> Derivative:
        """A gradient, with its body and all that it calls."""
        derivative = self.gradient(fn, key)
        self.write()
        return derivative

    def made_for(
        self, requests: Sequence[Request], functions: Sequence[Sequence[Derivative]]
    ) -> tuple[tuple[MadeDerivative, ...], ...]:
        """Descriptions of the functions made for requests; these are made visible."""
        for d in (d for ds in functions for d in ds):
            d.function.linkage = ""
        pairs = zip(requests, functions, strict=True)
        return tuple(
            tuple(MadeDerivative(d.function.name, d.function.ftype, tuple(d.fields), r.params) for d in ds) for r, ds in pairs
        )

    def complete(self) -> None:
        """Add what was made as text to the module."""
        self.runtime.complete()

    def write(self) -> None:
        """Write the pending bodies."""
        while self.work:
            self.work.pop()()

    def reversed_bodies(self) -> list[ReverseDerivative]:
        return [b for b in self.bodies if isinstance(b, ReverseDerivative)]

    # ---- analyses

    def activity(self, fn: Function, key: Key) -> Activity:
        return self.activities.of(fn, key)

    def unshadowed(self, request: Request, made: Sequence[Derivative]) -> list[int]:
        """`constants_with_derivatives` of the requested function."""
        return self.constants_with_derivatives(self.module.functions[request.function], made[0].key)

    def constants_with_derivatives(self, fn: Function, key: Key) -> list[int]:
        """Parameters passed as constant whose memory nevertheless holds active values: they need a shadow."""
        act = self.activity(fn, key)
        out = []
        for i, p in enumerate(key.params):
            node = act.memory.node_of(fn.args[i]) if fn.args[i].type.is_ptr else None
            if not p.shadow and act.shadowed(node):
                out.append(i)
        return out

    def mixed_with(self, fn: Function, key: Key, parameter: int) -> int | None:
        """A parameter with a shadow that points into the same node of the memory graph; None if there is none."""
        memory = self.memory.of(fn)
        node = memory.node_of(fn.args[parameter])
        return next((i for i, p in enumerate(key.params) if p.shadow and memory.node_of(fn.args[i]) is node), None)

    def where_stored(self, fn: Function, key: Key, parameter: int) -> str:
        """The source location of a store of an active value to a parameter's memory, for messages; "" if a callee stores it."""
        act = self.activity(fn, key)
        node = act.memory.node_of(fn.args[parameter])
        for inst in fn.instructions():
            if inst.opcode == "store" and act.memory.node_of(inst.operands[1]) is node and act.value(inst.operands[0]):
                place = place_of(inst)
                return f" at {place}" if place is not None else f" by '{inst!r}'"
        return ""

    # ---- functions

    def new_function(self, name: str, ftype: FunctionType, names: Sequence[str]) -> Function:
        unique, n = name, 1
        while self.module.get(unique) is not None:
            n += 1
            unique = f"{name}.{n}"
        out = self.module.add_function(unique, ftype)
        for arg, text in zip(out.args, names, strict=True):
            arg.name = text
        out.linkage = "internal"
        out.attributes = AttributeSet((*self.sanitized, *(() if self.throws else ("nounwind",))))
        out.args[0].attrs = ARENA_ATTRIBUTE
        return out

    def _enter(self, body: ForwardPart | ReverseDerivative) -> None:
        """Map the primal's parameters to those of the new function, whose body is written later."""
        key, emit = body.key, body.emit
        given = list(body.out.args)
        given[0].attrs = f"noalias {ARENA_ATTRIBUTE}"
        if not has_arena(body.fn):
            given = given[1:]
        for arg, p in zip(body.fn.args, key.params, strict=True):
            # disjoint primals have disjoint shadows (unless never written: users are trusted to pass different shadows for such
            # parameters, calls in the program are not); a shadow never overlaps a primal
            alone = arg.type.is_ptr and (key.noalias or "noalias" in arg.attrs.split())
            own = given[: 1 + key.width if p.shadow else 1]
            del given[: len(own)]
            node = emit.act.memory.node_of(arg) if alone else None
            written = key.nodes is None or (node is not None and "mod" in node.flags)
            for new in own:
                if alone and (written or new is own[0]):
                    new.attrs = "noalias"
            if arg.type.is_int and (NUMBER_ATTRIBUTE in arg.attrs or is_number(emit.act, arg)):
                own[0].attrs = NUMBER_ATTRIBUTE
            emit.map[arg] = own[0]
            for lane, shadow in zip(emit.lanes, own[1:], strict=False):
                lane[arg] = shadow
        self.bodies.append(body)
        self.work.append(body.build)

    def forward(self, fn: Function, key: Key) -> Derivative:
        if key in self.made:
            return self.made[key][0]
        act = self.activity(fn, key)
        ret = fn.ftype.ret
        tangent = key.ret or (act.memory.returns[fn].find().pointee is not None and returns_shadow(fn, act))
        signature = forward_signature(fn, key, tangent and not ret.is_void)
        derivative = self._declare("fwd", key, FORWARD, signature)
        services = self._services(forward=True)
        emit = TangentEmitter(fn, key, act, derivative.function, services)
        if key.again:
            refuse_allocations(fn)
            rec = self._declare("rec", key, FORWARD, recorder_signature(fn, key))
            self.made[key] = (derivative, rec)
            body: ForwardBody = ForwardSplitBody(emit, ControlFlow(fn), services, Refusals(act), rec.function)
        else:
            self.made[key] = (derivative,)
            body = (IndexSetBody if self.options.index_sets else ForwardBody)(emit, ControlFlow(fn), services, Refusals(act))
        self._enter(body)
        return derivative

    def recorder(self, fn: Function, key: Key) -> Derivative:
        """The recording half of a forward derivative in two halves."""
        self.forward(fn, key)
        return self.made[key][1]

    def gradient(self, fn: Function, key: Key) -> Derivative:
        if key in self.made:
            return self.made[key][0]
        self._hoist(fn)
        act = self.activity(fn, key)
        derivative = self._declare("grad", key, GRADIENT, gradient_signature(fn, key, act))
        self.made[key] = (derivative,)
        self._enter(self._reverse(fn, key, act, derivative.function, derivative.function))
        return derivative

    def split(self, fn: Function, key: Key) -> tuple[Derivative, Derivative]:
        if key in self.made:
            ahead, back = self.made[key]
            return ahead, back
        if is_checkpointed(fn) and not key.plain and not key.again and not self.options.cache_everything:
            try:
                return self._checkpointed(fn, key)
            except DifferentiationError as refused:
                if AUTOMATIC not in fn.attributes:
                    raise
                self.checkpointed[fn] = refused
        self._hoist(fn)
        act = self.activity(fn, key)
        forwards, backwards = split_signatures(fn, key, act)
        ahead = self._declare("aug", key, "augmented", forwards)
        back = self._declare("rev", key, "reverse", backwards)
        self.made[key] = (ahead, back)
        self._enter(self._reverse(fn, key, act, ahead.function, back.function))
        return ahead, back

    def _checkpointed(self, fn: Function, key: Key) -> tuple[Derivative, Derivative]:
        """The derivative of a checkpointed loop: parts of it run again."""
        self._hoist(fn)
        act = self.activity(fn, key)
        state = self.checkpointed[fn] = find_state(fn, key, act, self.ownership)
        forwards, backwards = split_signatures(fn, key, act)
        ahead = self._declare("aug", key, "augmented", forwards)
        back = self._declare("rev", key, "reverse", backwards)
        self.made[key] = (ahead, back)
        self.work.append(CheckpointedSweeps(fn, key, act, state, self._services(forward=False), ahead, back).build)
        return ahead, back

    def _reverse(self, fn: Function, key: Key, act: Activity, out: Function, rev: Function) -> ReverseDerivative:
        flow, services = ControlFlow(fn), self._services(forward=False)
        emit = ContextEmitter(fn, key, act, out, services, rev, flow)
        return ReverseDerivative(emit, flow, services, self.observers)

    def _services(self, forward: bool) -> Services:
        return Services(self.options, self.runtime, self, self.variables[forward], self.ownership, self.throws, self.keeping)

    def _declare(self, prefix: str, key: Key, mode: str, signature: DerivativeSignature) -> Derivative:
        out = self.new_function(f"{prefix}.{key.function}", signature.ftype, signature.names)
        derivative = self.by_function[out] = Derivative(out, key, mode, signature.fields)
        return derivative

    def external_forward(self, fn: Function, key: Key, rule: ExternalRule) -> Derivative:
        return self.routines.forward(fn, key, rule)

    def external_split(
        self, fn: Function, key: Key, rule: ExternalRule, keep: Flags, unread: Flags
    ) -> tuple[Derivative, Derivative, tuple[str, ...] | None]:
        return self.routines.split(fn, key, rule, keep, unread)

    def indirect(self, ftype: FunctionType, key: Key) -> Function:
        """The function that calls a derivative through a table, for one signature."""
        return self.tables.caller(ftype, key)

    def _hoist(self, fn: Function) -> None:
        """Hoist loads, but for ``strict``: contributions then go to shadows one by one, wherever a checkpointed loop is cut.

        Stores are sunk only before it is known what is active: that makes new values.
        """
        if fn not in self.hoisted and not self.options.strict:
            self.hoisted.add(fn)
            sink = all(name != fn.name for name, _ in self.activities.known)
            hoist_loads(fn, self.memory.of(fn), self.ownership.may_free, sink)

    def _given(self, root: Function) -> list[tuple[Value, int]]:
        """The pointers that are passed to a derivative with a shadow, and how many bytes each is known to point to."""
        body = next(body for body in self.bodies if body.out is root)
        pairs = zip(body.fn.args, body.key.params, strict=True)
        return [(body.emit.map[arg], known_size(arg)) for arg, p in pairs if p.shadow and arg.type.is_ptr]

    def derivative(self, fn: Function) -> Derivative:
        return self.by_function[fn]


def _keep_apart(parts: Sequence[Function]) -> None:
    """Let no caller take in a split derivative that is large: LLVM would, whatever its size, where there is one call of it.

    (Code of twice the size takes more than twice the time.  Whether the primal was inlined has been decided before, when the
    caller's knowledge of the arguments was of use.)
    """
    if len(parts) > 1 and sum(len(block.instructions) for fn in parts for block in fn.blocks) > LARGE:
        for fn in parts:
            fn.attributes = fn.attributes.adding("noinline")
