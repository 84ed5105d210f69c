"""Statements and control flow of one function at given argument types.

The same code serves typing and code generation: a function is lowered repeatedly, each time with the variable types found
so far, until these no longer change (`PythonInstance.complete`); only the last result is kept.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from llvmlite import ir

from irad.errors import INTERNAL, IradError
from irad.frontends.python.arrays import complex_parts
from irad.frontends.python.arrays.products import write_product
from irad.frontends.python.calls.demand import demand_branches, know_results
from irad.frontends.python.calls.known_results import note_results
from irad.frontends.python.calls.linked_objects import begin_with_aliases
from irad.frontends.python.calls.local_calls import check_state
from irad.frontends.python.calls.put_back_calls import put_back
from irad.frontends.python.calls.rule_calls import returned
from irad.frontends.python.calls.twin_results import note_twins
from irad.frontends.python.containers.container_methods import remove_item, update_in_place
from irad.frontends.python.core.code_writer import Ended, NotYet, Skipped
from irad.frontends.python.core.conditions import in_branches
from irad.frontends.python.core.python_values import (
    I1,
    I8,
    I32,
    I64,
    PTR,
    SHARED,
    ArrayV,
    GeneratorV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    NoneV,
    OneOfV,
    SharedV,
    Spot,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.indexing.assignment_targets import Target
from irad.frontends.python.iteration.comparisons import operands
from irad.frontends.python.iteration.iterators import handed
from irad.frontends.python.iteration.making import as_it_is
from irad.frontends.python.messages.callable_names import is_foreign
from irad.frontends.python.messages.spelling import not_supported
from irad.frontends.python.messages.written_instead import not_returned
from irad.frontends.python.numeric.promotion import in_place
from irad.frontends.python.objects import list_identity, outside_changes, selected_objects, special_methods
from irad.frontends.python.objects.changes import set_attribute
from irad.frontends.python.objects.classes import class_of, for_python
from irad.frontends.python.operands.evaluation_order import may_write, unpacks_at_once
from irad.frontends.python.sources import python_source as src
from irad.frontends.python.sources.joined_types import Choice, Selected, internal_class, is_result, join
from irad.frontends.python.sources.python_types import (
    Array,
    List,
    NoneTy,
    Optional,
    Reference,
    Scalar,
    SharedList,
    Sliced,
    Tuple,
    Ty,
    holds_list,
    is_changeable,
    is_function_form,
)
from irad.frontends.python.statements import left_out
from irad.frontends.python.statements.changed_arguments import ChangedArguments
from irad.frontends.python.statements.fused_statements import write_fused
from irad.frontends.python.statements.left_out import Surroundings
from irad.frontends.python.statements.match_statements import MatchLowering
from irad.frontends.python.trees.bound_names import assigned_names, read_behind
from irad.frontends.python.trees.comprehensions import Comprehension, Extension
from irad.frontends.python.trees.webs import shown


class StatementLowering(ChangedArguments, MatchLowering):
    """One round over the statements of one function."""

    # ---- the function

    def run(self, args: list[Val], lower_body: Callable[[list[Any]], None]) -> None:
        """Lower the function with these arguments; ``lower_body`` is called with its statements."""
        node = self.source.node
        self.exit = self.fn.append_basic_block("exit")
        self.status = self.alloca(I32)
        self.mark = self.reserve_raw(const(16)) if not self.instance.keeps_arrays else None
        body = (
            node.body if isinstance(node.body, list) else [ast.Return(node.body, lineno=node.lineno, col_offset=node.col_offset)]
        )
        assigned = assigned_names(body) | self.instance.shared
        self.beginning = True
        for name, value in zip(self.instance.arg_names, args, strict=True):
            if name in assigned or name in self.instance.mutated:
                self.assign_name(name, value, node)
            else:
                self.bound[name] = value
        self.beginning = False
        begin_with_aliases(self)
        outside_changes.begin(self, node)
        lower_body(body)
        if not self.b.block.is_terminated:
            if self.skipped:  # perhaps a return statement that could not be typed yet
                self.note_procedure(body)
                self.b.branch(self.exit)
            else:
                self.return_value(NoneV(), node)
        self.b = ir.IRBuilder(self.exit)
        put_back(self, node)
        if self.mark is not None:
            self.release(self.mark)
        self.b.ret(self.b.load(self.status, typ=I32))
        ir.IRBuilder(self.entry).branch(self.start)

    def block(self, statements: list[Any]) -> None:
        before = self.latest
        self.latest = dict(before)
        written = 0
        for k, s in enumerate(statements):
            if self.b.block.is_terminated or k < written:
                continue
            self.reads = {}
            self.at = s
            self.visited.add(id(s))
            lasting = self._lasting(s)
            self.latest = self.latest if lasting is None else dict(lasting)
            around = Surroundings(self)
            begin = self.began, self.blocks_before
            self.began, self.blocks_before = self.b.block, len(self.fn.blocks)
            try:
                if (written := k + write_fused(self, statements[k:])) == k:
                    self.statement(s)
            except Ended:
                around.restore(self)
            except NotYet as error:
                self.skipped, self.skips = True, self.skips + 1
                self.waits = self.waits or self.source.place(s)
                self.facts.constants.clear()
                lasting = {}
                if isinstance(error, Skipped):
                    left_out.go_on(self, s, around)
                else:
                    self.pending = True
            except (IradError, *INTERNAL) as error:
                if isinstance(error, RecursionError):
                    raise
                self.skipped, self.skips = True, self.skips + 1
                self.facts.constants.clear()
                lasting = {}
                if self.pending:  # it may follow from what is not known yet
                    self.deferred.append(error)
                    continue
                self.refused(error)
                left_out.go_on(self, s, around)
            finally:
                self.began, self.blocks_before = begin
            self.latest = self.latest if lasting is None else lasting
        self.reads, self.latest = {}, before  # what a loop within an expression has read may not be there behind it

    def statement(self, s: Any) -> None:
        """One statement."""
        self.count_statement()
        handler: Any = getattr(self, f"_{type(s).__name__}", None) or self.unsupported(s, *not_supported(s))
        handler(s)

    def _lasting(self, s: Any) -> dict[str, Any] | None:
        """Of `latest`, what holds inside of a branch or loop, and behind it; None for other statements."""
        if not isinstance(s, (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match)):
            return None
        changed = assigned_names([s])
        return {name: origin for name, origin in self.latest.items() if name not in changed}

    # ---- statements

    def _Expr(self, s: Any) -> None:
        if not isinstance(s.value, ast.Constant):
            self.expr.value(s.value, statement=True, maybe=True)

    def _Pass(self, s: Any) -> None:
        """Nothing; names that are declared are those from outside (`Instance.outside`), or parameters of the function around."""

    _Global = _Nonlocal = _Pass

    def _Assign(self, s: Any) -> None:
        if isinstance(s.value, ast.BinOp) and isinstance(s.value.op, ast.MatMult):
            if (value := self.product(s)) is None:
                return
        elif unpacks_at_once(s):
            value = TupleV([self.expr.stable(self.expr.value(e, maybe=True)) for e in s.value.elts])
        else:
            value = self.expr.value(s.value, maybe=True)
        if len(s.targets) > 1 or may_write(self, s.targets[0]):
            value = self.expr.stable(value)
        if len(s.targets) > 1 and isinstance(value, (TupleV, ListV)) and value.place is None and is_changeable(value.ty):
            value = replace(value, place=self.hold_new(value, s))  # one object, that several hold
        for target in s.targets:
            self.assign(target, value)

    def product(self, s: Any) -> Val | None:
        """``x @ y`` of an assignment; None where it has been assigned to all of an array."""
        x = self.expr.value(s.value.left)
        x, y = self.expr.stable(x) if may_write(self, s) else x, self.expr.value(s.value.right)
        (target, *others), whole = s.targets, None
        if not others and isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and src.is_all(target.slice):
            whole = self.read_name(target.value.id, target)
        own = isinstance(x, TupleV) or isinstance(y, TupleV)  # perhaps of a class with an operator of its own
        if isinstance(whole, ArrayV) and not own and write_product(self, whole, x, y, s.value):
            return None
        return self.expr.binary(s.value.op, x, y, s.value)

    def _AnnAssign(self, s: Any) -> None:
        if s.value is not None:
            self.assign(s.target, self.expr.value(s.value, maybe=True))

    def _Extension(self, s: Extension) -> None:
        self.block([s.loop if self._goes_one_by_one(s) else s.whole])

    def _goes_one_by_one(self, s: Extension) -> bool:
        """Whether items that are computed one by one are put behind a list, which may be seen by what computes them."""
        owner = self.dry(lambda: self.expr.value(s.owner))
        is_list = isinstance(owner, (ListV, SharedV)) or (
            isinstance(owner, TupleV) and owner.form is not None and owner.form.kind == "list"
        )
        if not is_list or isinstance(s.items, Comprehension):
            return is_list
        return isinstance(self.dry(lambda: self.expr.value(s.items)), (IterV, GeneratorV))

    def _AugAssign(self, s: Any) -> None:
        if isinstance(s.target, ast.Name):
            current, given = self.read_name(s.target.id, s), self.expr.value(s.value, maybe=True)
            current, given = operands(self, s.op, current, given, s, assigned=True)
            if isinstance(current, ArrayV):
                self.arrays.update(current, self.expr.binary(s.op, current, given, s), in_place(s.op), s)
                if s.target.id in self.instance.shared:  # which the right side may have bound anew
                    self.assign_name(s.target.id, current, s)
            elif special_methods.has_in_place(self, s.op, current) or not update_in_place(self, s.op, current, given, s):
                self.assign_name(s.target.id, self.expr.stable(self._augmented(s.op, current, given, s)), s)
            return
        if isinstance(s.target, ast.Attribute):
            owner = self.expr.owner(s.target.value)
            current = self.certain(self.expr.stable(self.expr.attribute_of(owner, s.target.attr, s.target)), s)
            given = self.expr.value(s.value)
            if update_in_place(self, s.op, current, given, s):
                return
            value = self._augmented(s.op, current, given, s)
            if isinstance(current, ArrayV):
                self.arrays.update(current, value, in_place(s.op), s)
            else:
                set_attribute(self, self.present(owner, s), s.target.attr, handed(self, self.expr.stable(value), s), s)
            return
        if not isinstance(s.target, ast.Subscript):
            self.unsupported(s, "this target of an augmented assignment is not supported")
        self.note_item_effect(s.target)
        owner = self.dry(lambda: self.expr.owner(s.target.value))
        if isinstance(owner, TupleV) and (owner.form is None or owner.form.kind == "namedtuple"):
            self.wrong(s, "'tuple' object does not support item assignment", "use a list, or a name for the item")
        place = self.expr.place(s.target)
        current = place.read()
        if place.again is not None:
            self._update_copy(s, place, current)
            return
        given = self.expr.value(s.value)
        if update_in_place(self, s.op, current, given, s):
            return
        value = self._augmented(s.op, current, given, s)
        if isinstance(current, ArrayV):  # in place; the item itself stays what it is
            self.arrays.update(current, value, in_place(s.op), s)
        else:
            place.write(value)

    def _augmented(self, op: Any, current: Val, given: Val, s: Any) -> Val:
        """``current op= given`` as a value, which is assigned to where ``current`` has come from."""
        if special_methods.has_in_place(self, op, current):
            return special_methods.in_place(self, op, current, given, s)
        return self.expr.binary(op, current, given, s)

    def _update_copy(self, s: Any, place: Target, current: Val) -> None:
        """An augmented assignment to elements that are read as a copy: that is updated, and assigned."""
        assert isinstance(current, (ArrayV, LazyV)) and place.again is not None
        late = may_write(self, s.value)
        if late and isinstance(current, LazyV):
            current = self.arrays.in_memory(current)
        value = self.expr.binary(s.op, current, self.expr.value(s.value), s)
        self.arrays.check_update(current, value, in_place(s.op), s)
        if late:
            place.again()
        place.write(value)

    def assign(self, target: Any, value: Val) -> None:
        if isinstance(target, ast.Name):
            self.assign_name(target.id, value, target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target, value)
        elif isinstance(value, OneOfV):
            self.assign(target, selected_objects.copied(self, value, target))
        elif isinstance(target, ast.Subscript):
            self.note_item_effect(target)
            self.expr.place(target).write(value)
        elif isinstance(target, ast.Attribute):
            owner = self.expr.owner(target.value)
            if isinstance(owner, ArrayV) and target.attr in ("real", "imag"):
                complex_parts.set_part(self, owner, target.attr, value, target)
            else:
                set_attribute(self, owner, target.attr, handed(self, self.expr.stable(value), target), target)
        else:
            self.unsupported(target, "only names, subscripts and tuples can be assigned to")

    def unpack(self, target: Any, value: Val) -> None:
        value = self.certain(value, target, "cannot unpack non-iterable NoneType object")
        stars = [k for k, t in enumerate(target.elts) if isinstance(t, ast.Starred)]
        if stars:
            items = self.expr.items_around(value, target, stars[0], len(target.elts) - stars[0] - 1)
            for t, v in zip(target.elts, items, strict=True):
                self.assign(t.value if isinstance(t, ast.Starred) else t, v)
            return
        items = self.expr.items(value, target, len(target.elts))
        if len(items) > 1:
            self.follow_exchanged({t.id for t in target.elts if isinstance(t, ast.Name)}, items)
            items = [self.hold_apart(v, target) for v in items]
        for t, v in zip(target.elts, items, strict=True):
            if not isinstance(t, ast.Name) or t.id in self.instance.names_read:
                self.assign(t, v)

    def _Delete(self, s: Any) -> None:
        for t in s.targets:
            if isinstance(t, ast.Subscript):
                self.delete_item(t)
                continue
            if not isinstance(t, ast.Name):
                self.unsupported(s, "only names can be deleted in compiled functions")
            if t.id in self.instance.outside:
                self.unsupported(s, f"the name '{t.id}', from outside, is deleted", "bind it to None")
            if t.id in self.instance.nonlocals:
                self.unsupported(s, f"'{shown(t.id)}', a variable of the function around, is deleted", "bind it to None")
            surely_bound = t.id in self.bound_at or t.id in self.instance.arg_names
            if surely_bound or t.id in self.nothing or t.id in self.instance.growing:
                if (late := read_behind(s, t.id, self.instance.body)) is not None:
                    self.wrong(late, f"'{shown(t.id)}' is read behind its del", "bind it anew in front of this")
                continue
            self.read_name(t.id, s)
            self.let_go(Spot(t.id), s)
            self.reads.pop(t.id, None)
            self.b.store(ir.Constant(I1, 0), self.flag(t.id))

    def delete_item(self, t: Any) -> None:
        """``del xs[i]``."""
        owner = self.expr.owner(t.value)
        if isinstance(owner, (ListV, SharedV)):
            self.expr.delete_part(owner, t)
            return
        if hasattr(class_of(self, owner), "__delitem__"):
            self.expr.apply_method(owner, "__delitem__", [self.expr.value(t.slice)], {}, t)
            return
        index = self.expr.known_slice(t)
        at = KnownV(index) if index is not None else self.expr.value(t.slice)
        remove_item(self, self.present(owner, t), at, t)

    def _If(self, s: Any) -> None:
        cond = self.condition_of(s)
        if isinstance(cond, ir.Constant):
            self.block(s.body if cond.constant else s.orelse)
            self.not_taken(s.orelse if cond.constant else s.body)
            return

        def side(body: list[Any]) -> None:
            selected_objects.narrow(self, s.test, body is s.body)
            self.block(body)

        ways = in_branches(self, cond, {"then": lambda: side(s.body), "else": lambda: side(s.orelse)})
        if ways < 2 or any(body and isinstance(body[-1], (ast.Return, ast.Raise)) for body in (s.body, s.orelse)):
            self.passed.append(cond)

    # ---- results

    def _Return(self, s: Any) -> None:
        plain = isinstance(s.value, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in s.value.elts)
        if plain:  # what functions in it read is not bound anew any more
            items = [handed(self, self.expr.stable(self.expr.value(e, maybe=True)), e) for e in s.value.elts]
            return self.return_value(as_it_is(self, TupleV(items), s), s)
        value = self.expr.value(s.value, maybe=True) if s.value is not None else NoneV()
        self.return_value(value, s)

    def return_value(self, value: Val, node: Any) -> None:
        check_state(self, value, node)
        used_behind = self.used_in_cleanups(value)
        value = selected_objects.settled(self, selected_objects.result(self, for_python(self, value, node), node), node)
        value = self._settled(self.expr.stable(returned(handed(self, value, node))))
        if self.instance.apart or self.instance.is_root:  # what is differentiated, or seen by Python
            value = self.certain(value, node)
        ty: Ty = value.ty
        if self.instance.apart and holds_list(ty):
            text = "a list that grows is a result of a function that is differentiated"
            self.unsupported(node, text, "return an array of it: np.array(xs)")
        if self.instance.is_root and not is_result(ty):
            self.unsupported(node, *not_returned(ty, internal_class(ty)))
        if isinstance(value, ListV) and value.place == SHARED:  # others may change it
            self.unsupported(node, "one of several lists is returned, which others hold as well", "return a copy: list(...)")
        self.note_links(-1, value)
        known = self.instance.result
        if known is not None and known != ty:
            at_end, instance = isinstance(ty, NoneTy) and node is self.source.node, self.instance
            if at_end and (instance.apart or instance.is_root or join(known, ty) is None or is_foreign(instance.python)):
                ty = known  # the end may be reached: not distinguished from a function that always returns
                self.raised(TypeError, "the function ended without returning a value", node)
                return
            joined = list_identity.meet(self, known, ty, node)
            if joined is None and self.instance.early_result:
                joined = ty
            if joined is None:  # perhaps one of the two is never returned
                demand_branches(self, node)
            if joined is None and selected_objects.are_objects([known, ty]):
                selected_objects.begin_in(self, self.instance)
            if joined is None:
                self.wrong(node, f"the function returns {known} in one place and {ty} in another")
                raise AssertionError
            ty = joined
        if known != ty:
            self.instance.result = ty
            self.changed = True
        if self.changed or not self.skipped:
            self.instance.early_result = self.skipped
        outside_changes.ends(self)
        apart = not isinstance(value, (TupleV, ListV, MaybeV))
        if apart and self.cleanups and not self.unwind(0):  # what is done there to arguments is a result, too
            return
        outs = self.changed_arguments(node)
        if not apart and (outs or used_behind) and self.cleanups:
            text = "a container is returned in a try statement with finally, in which it, or an argument, may be changed"
            self.unsupported(node, text, "return it behind the try statement")
        places = list(self.fn.args[len(self.fn.args) - self.instance.result_count :])
        if len(places) == self.instance.count_results(self.instance.returned_type):
            self.write_results(value, ty, places)
            for k, v in outs.items():
                self.write_results(v, self.instance.outs[k], places)
            results = [(value, ty), *((v, self.instance.outs[k]) for k, v in outs.items())]
            know_results(self, results, node)
            note_twins(self, {-1: value, **outs}, self.twins_shared)
            note_results(self.instance, results)
        if (apart and self.cleanups) or self.unwind(0):
            self.end(ir.Constant(I32, 0))

    def _settled(self, v: Val) -> Val:
        """A value that is returned: what functions of this one read in it is not bound anew any more."""
        fn = self.source.fn
        if not isinstance(v, TupleV) or sum(i.python is fn for i in self.instance.compiler.active) > 1:
            return v  # (of a recursion, another call may still bind it)
        form = v.form
        if form is not None and is_function_form(form) and form.cls.outer is fn:
            form = replace(form, cls=form.cls.settled)
        return replace(v, items=[self._settled(i) for i in v.items], form=form)

    def write_results(self, value: Val, ty: Ty, places: list[Any]) -> None:
        if isinstance(ty, Optional):
            missing = isinstance(value, NoneV)
            there = self.b.zext(value.there, I8) if isinstance(value, MaybeV) else ir.Constant(I8, int(not missing))
            self.b.store(there, places.pop(0))
            inner: Val = value.value if isinstance(value, MaybeV) else value
            if missing:
                inner = self.from_leaves(ty.item, [ir.Constant(t, None if t is PTR else 0) for t in self.leaf_types(ty.item)])
            self.write_results(inner, ty.item, places)
            return
        if isinstance(ty, (Scalar, List, Reference, SharedList, Sliced, Choice, Selected)):
            for leaf in self.leaves(value, ty):
                self.b.store(leaf, places.pop(0))
        elif isinstance(ty, Array):
            a = self.arrays.in_memory(value)
            self.instance.returned.add(a.origin)
            place = places.pop(0)
            self.b.store(a.data, place)
            for k, v in enumerate([*a.shape, *a.strides]):
                self.b.store(v, self.b.gep(place, [const(k + 1)], source_etype=I64))
        elif isinstance(ty, Tuple):
            assert isinstance(value, TupleV)
            for v, t in zip(value.items, ty.items, strict=True):
                self.write_results(v, t, places)
