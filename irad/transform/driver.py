"""Makes derivative functions on request, and those of the functions they call, each once.

`Driver` owns the module: it declares a derivative when it is first asked for (so that recursion finds it) and fills in the
bodies from a worklist.  `differentiate` is the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from irad.analysis.activity import Activity, Seeds, analyse_activity, closure
from irad.analysis.carriers import Carriers, float_part
from irad.analysis.effects import given_back
from irad.analysis.memory import Memory, called_function
from irad.analysis.module_memory import ModuleMemory
from irad.analysis.objects import Node, reachable
from irad.analysis.outcomes import Outcomes
from irad.analysis.unchanged import Aliasing
from irad.errors import ActivityError, DifferentiationError
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.debug import place_of
from irad.ir.reader import add_declarations
from irad.ir.types import I1, I8, I32, I64, PTR, VOID, FunctionType, Type, array, function
from irad.ir.values import (
    Argument,
    ConstantAggregate,
    ConstantExpr,
    Function,
    GlobalVariable,
    Instruction,
    Module,
    Value,
)
from irad.options import Options
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, lookup_function
from irad.rules.external import ExternalRule, Texts, Wanted
from irad.rules.python import PythonRule
from irad.transform import helpers, indirect
from irad.transform.body import Body
from irad.transform.calls import canonical_key, split_types
from irad.transform.explain import statistics
from irad.transform.forward import ForwardBody
from irad.transform.hoist import hoist_loads
from irad.transform.late import Attempt, attempt
from irad.transform.policy import recompute_policy
from irad.transform.record import ForwardSplitBody, refuse_allocations
from irad.transform.registered import BODY
from irad.transform.request import (
    ARENA_ATTRIBUTE,
    CONST,
    FORWARD,
    GRADIENT,
    NUMBER_ATTRIBUTE,
    Derivative,
    Key,
    Made,
    Request,
    has_arena,
    result_type,
)
from irad.transform.reverse import ReverseBody
from irad.transform.sets import SetBody
from irad.transform.staging import stage
from irad.transform.variables import Variables


class Driver:
    """See the module's docstring."""

    def __init__(self, module: Module, options: Options) -> None:
        self.module = module
        self.options = options
        self.memory = ModuleMemory(module)
        self.outcomes = Outcomes(self.memory)
        self.before = frozenset(module.functions)
        self.made: dict[Key, tuple[Derivative, ...]] = {}
        self.by_function: dict[Function, Derivative] = {}
        self.activities: dict[tuple[str, Seeds], Activity] = {}
        self.work: list[Callable[[], None]] = []
        self.pairs: dict[Function, GlobalVariable] = {}
        self.sanitized = sorted({w for f in module.functions.values() for w in f.attributes if w.startswith("sanitize_")})
        self.throws = "irad.raise" in module.functions or any(f.personality is not None for f in module.functions.values())
        self.helper_texts: dict[str, str] = {}
        self.declarations: dict[str, str] = {}  # what these texts call
        self.copies: dict[str, tuple[str, ...] | None] = {}  # operands of library routines that are kept, by the same names
        self.bodies: list[Body] = []
        self.freeing: dict[Function, bool] = {}
        self.owned: dict[Function, set[Node]] = {}
        self.keeping: dict[Function, bool] = {}  # which functions ask for values to be kept (overrides.py)
        self.hoisted: set[Function] = set()
        self.attempts: list[Attempt] = []
        self.variables = {forward: Variables(self) for forward in (False, True)}

    def statistics(self) -> list[dict[str, int | str]]:
        """Per reversed function: values read from the tape, values computed again, bytes per iteration and loop depth."""
        return [statistics(b) for b in self.bodies if isinstance(b, ReverseBody) and b.returned is not None]

    # ---- requests

    def request(self, request: Request) -> tuple[Derivative, ...]:
        """The derivative functions for a user's request (two for "split")."""
        fn = self.module.functions.get(request.function)
        if fn is not None:
            fn = self.callable(fn)
        if fn is None or fn.is_declaration:
            raise DifferentiationError(f"there is no function @{request.function} with a body in this module")
        if self._may_stage(request) and stage(self, fn, request.params):
            self.memory = ModuleMemory(self.module)  # of what the function has become
            self.outcomes = Outcomes(self.memory)
        self.memory.inform(fn, request.elements)
        if len(request.params) != len(fn.args):
            raise ActivityError(f"@{fn.name} has {len(fn.args)} parameters, {len(request.params)} activities were given")
        key = self.key(fn, request)
        if request.mode == FORWARD:
            self.forward(fn, key)
            out = self.made[key]
        elif request.mode == GRADIENT:
            found = attempt(self, fn, key) if not request.late else None
            self.attempts += [found] if found is not None else []
            out = (self.gradient(fn, key) if found is None else found.around,)
        else:
            out = self.split(fn, key)
        self.variables[request.mode == FORWARD].roots.append(out[0].function)
        return out

    def _may_stage(self, request: Request) -> bool:
        """Are several directions asked for, before anything else?"""
        first = not self.made and not self.activities
        return first and request.mode == FORWARD and request.width > 1 and not request.again and not self.options.index_sets

    def key(self, fn: Function, request: Request) -> Key:
        return Key(
            fn.name, request.mode, request.params, request.ret, None,
            noalias=self.options.noalias, width=request.width, again=request.again,
            primal=request.primal or request.mode != GRADIENT or '"irad-status"' in fn.attributes,
            late=request.late and request.width == 1 and not (self.options.strict or self.options.cache_everything),
        )  # fmt: skip

    def callable(self, fn: Function) -> Function:
        """``fn``, or where it has a rule of its own a function that calls it: rules apply to calls."""
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
        """Write all bodies that are still owed; shadows of globals start anew whenever a derivative is called from outside."""
        self.write()
        for found in self.attempts:
            found.finish(self)
        self.attempts = []
        for variables in self.variables.values():
            variables.finish()

    def made_for(self, requests: Sequence[Request], functions: Sequence[Sequence[Derivative]]) -> tuple[tuple[Made, ...], ...]:
        """Descriptions of the functions made for requests, which are visible from now on."""
        for d in (d for ds in functions for d in ds):
            d.function.linkage = ""
        pairs = zip(requests, functions, strict=True)
        return tuple(tuple(Made(d.function.name, d.function.ftype, tuple(d.fields), r.params) for d in ds) for r, ds in pairs)

    def write(self) -> None:
        """Write the bodies that are owed."""
        while self.work:
            self.work.pop()()

    def reversed_bodies(self) -> list[ReverseBody]:
        return [b for b in self.bodies if isinstance(b, ReverseBody)]

    # ---- analyses

    def seeds(self, fn: Function, key: Key, memory: Memory) -> Seeds:
        carriers = Carriers(memory)
        active = {
            i
            for i, p in enumerate(key.params)
            if (p.active or (p.shadow and key.mode == FORWARD)) and carriers.of(fn.args[i]) is not None
        }
        for i, p in enumerate(key.params):
            if p.active and carriers.of(fn.args[i]) is None:
                raise ActivityError(
                    f"parameter {i} of @{fn.name} ({fn.args[i].type}) is not a floating-point value and cannot be Active"
                )
        if key.nodes is not None:
            nodes = set(key.nodes)
        else:
            nodes = {n for i, p in enumerate(key.params) if p.shadow for n in closure(memory, fn.args[i])}
            nodes |= set(reachable([c.root() for name, c in memory.globals_.items() if name in self.module.shadows]))
        if key.whole:
            nodes |= set(reachable([c.root() for name, c in memory.globals_.items() if self._varies(name)]))
        returned = memory.returns[fn].find().pointee
        if (key.whole or key.ret) and returned is not None:  # the caller goes on with what is returned
            nodes |= set(reachable([returned.root()]))
        return Seeds(frozenset(active), key.ret, frozenset(nodes), key.leading)

    def _varies(self, name: str) -> bool:
        """Is this a variable that the program may change?"""
        var = self.module.globals_.get(name)
        return var is not None and not var.constant

    def activity(self, fn: Function, key: Key) -> Activity:
        memory = self.memory.of(fn)
        seeds = self.seeds(fn, key, memory)
        found = self.activities.get((fn.name, seeds))
        if found is None:
            found = self.activities[(fn.name, seeds)] = analyse_activity(fn, memory, seeds, self.outcomes)
        return found

    def unshadowed(self, request: Request, made: Sequence[Derivative]) -> list[int]:
        """`constants_with_derivatives` of the function that was asked for."""
        return self.constants_with_derivatives(self.module.functions[request.function], made[0].key)

    def constants_with_derivatives(self, fn: Function, key: Key) -> list[int]:
        """Parameters given as constant whose memory nevertheless holds active values: they need a shadow."""
        act = self.activity(fn, key)
        out = []
        for i, p in enumerate(key.params):
            node = act.memory.node_of(fn.args[i]) if fn.args[i].type.is_ptr else None
            if not p.shadow and act.shadowed(node):
                out.append(i)
        return out

    def mixed_with(self, fn: Function, key: Key, parameter: int) -> int | None:
        """A parameter with a shadow that points into what counts as the same memory; None if there is none."""
        memory = self.memory.of(fn)
        node = memory.node_of(fn.args[parameter])
        return next((i for i, p in enumerate(key.params) if p.shadow and memory.node_of(fn.args[i]) is node), None)

    def where_stored(self, fn: Function, key: Key, parameter: int) -> str:
        """The place of a store of an active value into the memory behind a parameter, for messages; "" if a callee does it."""
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

    def _enter(self, body: Body, key: Key) -> None:
        """Map the primal's parameters to those of the new function."""
        given = list(body.out.args)
        given[0].attrs = f"noalias {ARENA_ATTRIBUTE}"
        if not has_arena(body.fn):
            given = given[1:]
        for arg, p in zip(body.fn.args, key.params, strict=True):
            # what is disjoint for primals is disjoint for shadows (unless nobody writes there: the user, who gives different
            # shadows to such parameters, is taken at his word, a call in his program is not); a shadow never overlaps a primal
            alone = arg.type.is_ptr and (key.noalias or "noalias" in arg.attrs.split())
            own = given[: 1 + key.width if p.shadow else 1]
            del given[: len(own)]
            node = body.act.memory.node_of(arg) if alone else None
            written = key.nodes is None or (node is not None and "mod" in node.flags)
            for new in own:
                if alone and (written or new is own[0]):
                    new.attrs = "noalias"
            if arg.type.is_int and _is_number(body, arg):
                own[0].attrs = NUMBER_ATTRIBUTE
            body.map[arg] = own[0]
            for lane, shadow in zip(body.lanes, own[1:], strict=False):
                lane[arg] = shadow
        self.bodies.append(body)

    def _names(self, fn: Function, key: Key) -> list[str]:
        names = [] if has_arena(fn) else ["arena"]
        for i, (arg, p) in enumerate(zip(fn.args, key.params, strict=True)):
            name = arg.name if arg.name and not arg.name.isdigit() else f"p{i}"
            names += [name, *lane_names(f"d.{name}", key.width)] if p.shadow else [name]
        return names

    def forward(self, fn: Function, key: Key) -> Derivative:
        if key in self.made:
            return self.made[key][0]
        params: list[Type] = [] if has_arena(fn) else [PTR]
        for arg, p in zip(fn.args, key.params, strict=True):
            params += [arg.type] * (1 + key.width) if p.shadow else [arg.type]
        ret = fn.ftype.ret
        types = [] if ret.is_void else [ret]
        fields: list[str | int] = [] if ret.is_void else ["primal"]
        act = self.activity(fn, key)
        if not ret.is_void and (key.ret or (act.memory.returns[fn].find().pointee is not None and self._ret_shadow(fn, act))):
            types += [ret] * key.width
            fields += ["tangent"] * key.width
        out = self.new_function(f"fwd.{fn.name}", function(result_type(types), tuple(params)), self._names(fn, key))
        derivative = Derivative(out, key, FORWARD, fields)
        self.by_function[out] = derivative
        if key.again:
            refuse_allocations(fn)
            own = [PTR, *fn.ftype.params] if not has_arena(fn) else list(fn.ftype.params)
            primal_only = Key(fn.name, FORWARD, (CONST,) * len(key.params), False)
            rec = self.new_function(f"rec.{fn.name}", function(result_type(types[:1] if not ret.is_void else []), tuple(own)),
                            self._names(fn, primal_only))  # fmt: skip
            self.made[key] = (derivative, Derivative(rec, key, FORWARD, fields[:1]))
            body: ForwardBody = ForwardSplitBody(self, fn, key, act, out, rec)
        else:
            self.made[key] = (derivative,)
            body = (SetBody if self.options.index_sets else ForwardBody)(self, fn, key, act, out)
        self._enter(body, key)
        self.work.append(body.build)
        return derivative

    def recorder(self, fn: Function, key: Key) -> Derivative:
        """The recording half of a forward derivative in two halves."""
        self.forward(fn, key)
        return self.made[key][1]

    def takes_arena(self, fn: Function) -> bool:
        return has_arena(fn)

    def _ret_shadow(self, fn: Function, act: Activity) -> bool:
        """Does the function return a pointer into shadowed memory?"""
        if not (fn.ftype.ret.is_ptr or fn.ftype.ret.is_aggregate):
            return False
        pointee = act.memory.returns[fn].find().pointee
        return pointee is not None and act.shadowed(pointee.root())

    def gradient(self, fn: Function, key: Key) -> Derivative:
        if key in self.made:
            return self.made[key][0]
        act = self.activity(fn, key)
        params: list[Type] = [] if has_arena(fn) else [PTR]
        for arg, p in zip(fn.args, key.params, strict=True):
            params += [arg.type] * (1 + key.width) if p.shadow else [arg.type]
        names = self._names(fn, key)
        ret = fn.ftype.ret
        if key.ret:
            adjoint = _returned(fn, act)
            if adjoint is None:
                raise ActivityError(f"@{fn.name} returns {ret}, which has no derivative")
            params += [adjoint] * key.width
            names += lane_names("seed", key.width)
        fields: list[str | int] = [] if ret.is_void or not key.primal else ["primal"]
        types = [] if ret.is_void or not key.primal else [ret]
        for i, p in enumerate(key.params):
            if p.active:
                t = act.carriers.of(fn.args[i])
                assert t is not None
                fields += [i] * key.width
                types += [t] * key.width
        out = self.new_function(f"grad.{fn.name}", function(result_type(types), tuple(params)), names)
        derivative = Derivative(out, key, GRADIENT, fields)
        self.made[key] = (derivative,)
        self.by_function[out] = derivative
        self._hoist(fn)
        body = ReverseBody(self, fn, key, act, out, None)
        self._enter(body, key)
        self.work.append(body.build)
        return derivative

    def split(self, fn: Function, key: Key) -> tuple[Derivative, Derivative]:
        if key in self.made:
            ahead, back = self.made[key]
            return ahead, back
        act = self.activity(fn, key)
        adjoint = {i: t for i, p in enumerate(key.params) if p.active and (t := act.carriers.of(fn.args[i])) is not None}
        ret_shadow = self._ret_shadow(fn, act) or (key.nodes is None and fn.ftype.ret.is_ptr and key.whole)
        ahead_type, ahead_fields, back_type, back_fields = split_types(
            fn.ftype, key, adjoint, has_arena(fn), ret_shadow, _returned(fn, act)
        )
        out = self.new_function(f"aug.{fn.name}", ahead_type, self._names(fn, key))
        again = [n for i, p in enumerate(key.params) if p.shadow and key.again for n in lane_names(f"d.p{i}", key.width)]
        names = ["arena", "tape", *again] + (lane_names("seed", key.width) if len(back_type.params) > 2 + len(again) else [])
        rev = self.new_function(f"rev.{fn.name}", back_type, names)
        ahead = Derivative(out, key, "augmented", ahead_fields)
        back = Derivative(rev, key, "reverse", back_fields)
        self.made[key] = (ahead, back)
        self.by_function[out], self.by_function[rev] = ahead, back
        self._hoist(fn)
        body = ReverseBody(self, fn, key, act, out, rev)
        self._enter(body, key)
        self.work.append(body.build)
        return ahead, back

    # ---- library routines (rules/external.py)

    def _wanted(self, fn: Function, key: Key, keep: tuple[bool, ...], unread: tuple[bool, ...] = ()) -> Wanted:
        flags = "".join("d" if p.shadow else "a" if p.active else "c" for p in key.params)
        kept_flags = "".join("k" if k else "u" for k in keep)
        more = ".r" if key.ret else ""
        more += "." + "".join("u" if u else "r" for u in unread) if any(unread) else ""
        more += f".{key.width}" if key.width > 1 else ""
        symbol = f"{fn.name}.{flags}.{kept_flags}.{self.options.tape_stack}{more}"
        while any(f"{kind}.{symbol}" in self.before for kind in ("aug", "rev", "fwd")):
            symbol += ".n"  # of a level below; LLVM may have changed its parameters
        return Wanted(
            symbol=symbol,
            callee=fn.name,
            ftype=fn.ftype,
            shadow=tuple(p.shadow for p in key.params),
            active=tuple(p.active for p in key.params),
            keep=keep,
            tape_stack=self.options.tape_stack,
            ret=key.ret,
            unread=unread,
            width=key.width,
        )

    def _given(self, name: str, ftype: FunctionType, key: Key, mode: str, fields: list[str | int]) -> Derivative:
        fn = self.module.functions.get(name)
        if fn is None:
            fn = self.module.add_function(name, ftype)
            fn.made_as_text = True
            fn.args[0].attrs = ARENA_ATTRIBUTE
        return Derivative(fn, key, mode, fields)

    def _has_body(self, name: str) -> bool:
        """Was a function made in an earlier round of differentiation?"""
        found = self.module.functions.get(name)
        return found is not None and not found.is_declaration

    def _texts(self, texts: Texts, symbol: str) -> None:
        self.helper_texts[symbol] = texts.text
        self.copies[symbol] = texts.copies
        for name, line in texts.declarations.items():
            self.declarations.setdefault(name, line)

    def complete(self) -> None:
        """Add what was made as text to the module."""
        add_declarations(self.module, "\n".join(self.declarations.values()))
        self.module.fragments += self.helper_texts.values()

    def external_split(
        self, fn: Function, key: Key, rule: ExternalRule, keep: tuple[bool, ...], unread: tuple[bool, ...] = ()
    ) -> tuple[Derivative, Derivative]:
        """Augmented and reverse function of a library routine, from its rule."""
        wanted = self._wanted(fn, key, keep, unread)
        adjoint = {i: t for i, p in enumerate(key.params) if p.active and (t := float_part(fn.ftype.params[i])) is not None}
        ahead_type, ahead_fields, back_type, back_fields = split_types(
            fn.ftype, key, adjoint, has_arena(fn), rule.opaque and fn.ftype.ret.is_ptr, float_part(fn.ftype.ret)
        )
        if f"split {wanted.symbol}" not in self.helper_texts and not self._has_body(f"aug.{wanted.symbol}"):
            self._texts(rule.split(wanted), f"split {wanted.symbol}")
            for name in ("irad_reserve", "irad_release", *(["irad_rule_failed"] if isinstance(rule, PythonRule) else [])):
                self.runtime(name)
        ahead = self._given(f"aug.{wanted.symbol}", ahead_type, key, "augmented", ahead_fields)
        return ahead, self._given(f"rev.{wanted.symbol}", back_type, key, "reverse", back_fields)

    def external_forward(self, fn: Function, key: Key, rule: ExternalRule) -> Derivative:
        wanted = self._wanted(fn, key, (False,) * len(key.params))
        params: list[Type] = [] if has_arena(fn) else [PTR]
        for t, p in zip(fn.ftype.params, key.params, strict=True):
            params += [t] * (1 + key.width) if p.shadow else [t]
        ret = fn.ftype.ret
        fields: list[str | int] = [] if ret.is_void else ["primal"]
        types = [] if ret.is_void else [ret]
        if key.ret or (rule.opaque and ret.is_ptr):
            fields += ["tangent"] * key.width
            types += [ret] * key.width
        if f"forward {wanted.symbol}" not in self.helper_texts and not self._has_body(f"fwd.{wanted.symbol}"):
            self._texts(rule.forward(wanted), f"forward {wanted.symbol}")
            for name in ("irad_reserve", "irad_release"):
                self.runtime(name)
        ftype = function(result_type(types), tuple(params))
        return self._given(f"fwd.{wanted.symbol}", ftype, key, FORWARD, fields)

    def _hoist(self, fn: Function) -> None:
        if fn not in self.hoisted:
            self.hoisted.add(fn)
            hoist_loads(fn, self.memory.of(fn), self.may_free)

    def may_free(self, fn: Function) -> bool:
        """Could a function, or something it calls, give heap memory back that its caller has?"""
        if fn not in self.freeing:
            self.freeing[fn] = False  # recursion
            self.freeing[fn] = fn.is_declaration or any(map(self._frees, fn.instructions()))
        return self.freeing[fn]

    def _frees(self, inst: Instruction) -> bool:
        if inst.opcode not in ("call", "invoke"):
            return False
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule):
            return not self.owns(inst.operands[rule.pointer], inst.function)
        if isinstance(rule, InactiveRule) and rule.ends:
            return not given_back(inst, self.memory.of(inst.function)) <= self.private(inst.function)
        if isinstance(rule, AllocationRule) and rule.kind in ("malloc", "calloc", "new", "reserve"):
            return False
        if rule is not None:
            return isinstance(rule, AllocationRule) or getattr(rule, "opaque", False)
        return callee is None or (not callee.name.startswith("llvm.") and self.may_free(callee))

    def owns(self, pointer: Value, fn: Function) -> bool:
        """Does a pointer lead to memory that a call of ``fn`` itself makes, and that nobody else sees?"""
        return self.memory.of(fn).node_of(pointer) in self.private(fn)

    def private(self, fn: Function) -> set[Node]:
        """The memory that a call of ``fn`` itself makes, and that nobody else sees."""
        if fn not in self.owned:
            self.owned[fn] = Aliasing(fn, self.memory.of(fn), False).private
        return self.owned[fn]

    def derivative(self, fn: Function) -> Derivative:
        return self.by_function[fn]

    def has_arena_arg(self, inst: Instruction) -> bool:
        callee = called_function(inst)
        return callee is not None and has_arena(callee)

    def policy(self, body: ReverseBody) -> Callable[[Instruction], bool]:
        if self.options.cache_everything:
            return lambda inst: False
        return recompute_policy(body)

    # ---- globals

    def pair(self, fn: Function) -> Value:
        """The shadow of a function's address: a table {mark, augmented, reverse, forward} (`indirect.py`)."""
        found = self.pairs.get(fn)
        if found is not None:
            return found
        table = GlobalVariable(self.shadow_name(fn.name), array(4, PTR))
        table.module = self.module
        self.module.globals_[table.name] = table
        self.pairs[fn] = table
        members: list[Value] = [self.runtime("irad_no_shadow")] * 3  # a call ends with a message
        fn = self.callable(fn)
        if not fn.is_declaration:
            split_key = canonical_key(fn.name, fn.ftype, "split")
            try:
                ahead, back = self.split(fn, split_key)
                members[:2] = [ahead.function, back.function]
                members[2] = self.forward(fn, canonical_key(fn.name, fn.ftype, FORWARD)).function
            except ActivityError:
                pass  # cannot be called through a pointer with derivatives
        mark = ConstantExpr(PTR, "inttoptr", (const_int(I64, indirect.MARK),), {})
        table.initializer = ConstantAggregate(table.value_type, (mark, *members))  # type: ignore[arg-type]
        table.constant = True
        table.linkage = "internal"
        return table

    def indirect(self, ftype: FunctionType, key: Key) -> Function:
        """The function that calls a derivative through a table, for one signature."""
        params: list[Type] = []
        for t, p in zip(ftype.params, key.params, strict=True):
            params += [t, t] if p.shadow else [t]
        actives = tuple(t for t, p in zip(ftype.params, key.params, strict=True) if p.active)
        adjoints = tuple(a for t in actives if (a := float_part(t)) is not None)
        seed = float_part(ftype.ret) if key.ret else None
        c = indirect.Convention(ftype, tuple(params), ftype.ret.is_ptr, seed, adjoints, self.options.tape_stack)
        if key.mode == FORWARD:
            ret = [] if ftype.ret.is_void else [ftype.ret] * (2 if ftype.ret.is_ptr or key.ret else 1)
            name, result = f"irad.indirect.fwd.{c.symbol}", result_type(ret)
        else:
            name, result = f"irad.indirect.aug.{c.symbol}", result_type([*c.result, PTR, PTR])
        found = self.module.functions.get(name)
        if found is None:
            found = self.module.add_function(name, function(result, (PTR, PTR, PTR, *params)))
            found.made_as_text = True
            found.args[0].attrs = ARENA_ATTRIBUTE
            self.helper_texts[name] = indirect.forward_text(c, result) if key.mode == FORWARD else indirect.augmented_text(c)
            for needed in ("irad_reserve", "irad_release", "irad_no_shadow"):
                self.runtime(needed)
        return found

    def shadow_name(self, name: str) -> str:
        """A name that no shadow has, of an earlier round of differentiation either."""
        number, found = 1, f"irad.shadow.{name}"
        while self.module.get(found) is not None:
            number += 1
            found = f"irad.shadow.{name}.{number}"
        return found

    # ---- what generated code calls

    def external(self, name: str, ftype: FunctionType) -> Function:
        found = self.module.functions.get(name)
        return found if found is not None else self.module.add_function(name, ftype)

    def runtime(self, name: str) -> Function:
        types = {"irad_reserve": function(PTR, (PTR, I64)), "irad_release": function(VOID, (PTR, PTR))}
        types["irad_check_shadow"] = function(VOID, (PTR, PTR, PTR))
        types["irad_queue_push"] = types["irad_queue_pop"] = function(PTR, (PTR, I64))
        types["irad_check_depth"] = function(VOID, (PTR, I32))
        types["irad_rule_failed"] = function(VOID, (PTR, I32))
        types["irad_no_shadow"] = function(VOID, (PTR,))
        types["irad_shadow_begin"] = types["irad_shadow_freed"] = function(VOID, (PTR, PTR))
        types["irad_shadow_end"] = function(I8, (PTR, PTR))
        types["irad_check_same"] = function(VOID, (PTR, PTR))
        return self.external(name, types[name])

    def memset(self) -> Function:
        return self.external("llvm.memset.p0.i64", function(VOID, (PTR, I8, I64, I1)))

    def memcpy(self) -> Function:
        return self.external("llvm.memmove.p0.p0.i64", function(VOID, (PTR, PTR, I64, I1)))

    def helper(self, name: str, t: Type) -> Function:
        """A small function in IR (`helpers.py`), added to the module once."""
        return helpers.declare(self, name, t)


def lane_names(name: str, width: int) -> list[str]:
    return [name] if width == 1 else [f"{name}.{k}" for k in range(width)]


def _is_number(body: Body, arg: Argument) -> bool:
    """Is it known that an integer parameter holds no bits of a float?  What a derivative does with it may not show that."""
    content = body.act.memory.content(arg)
    return NUMBER_ATTRIBUTE in arg.attrs or (content is not None and content.kinds == {"int"})


def _returned(fn: Function, act: Activity) -> Type | None:
    """The type of the adjoint of what ``fn`` returns; an integer may hold the bits of a float."""
    if not fn.ftype.ret.is_int:
        return float_part(fn.ftype.ret)
    found = {act.carriers.of(block.terminator.operands[0]) for block in fn.blocks if block.terminator.opcode == "ret"}
    return found.pop() if len(found) == 1 else None
