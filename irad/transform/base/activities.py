"""What is active in each function, for each derivative of it."""

from __future__ import annotations

from irad.analysis.activity.activity import Activity, Seeds, analyse_activity, closure
from irad.analysis.activity.carriers import Carriers
from irad.analysis.activity.outcomes import Outcomes
from irad.analysis.memory.memory_graph import Memory
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import Node, reachable
from irad.errors import ActivityError
from irad.ir.values import Argument, Function, Module
from irad.transform.base.request import FORWARD, Key


class Activities:
    """Analyses each function once for all derivatives with the same seeds."""

    def __init__(self, module: Module, memory: ModuleMemory) -> None:
        self.module = module
        self.memory = memory
        self.outcomes = Outcomes(memory)
        self.known: dict[tuple[str, Seeds], Activity] = {}

    def of(self, fn: Function, key: Key) -> Activity:
        memory = self.memory.of(fn)
        seeds = self._seeds(fn, key, memory)
        found = self.known.get((fn.name, seeds))
        if found is None:
            found = self.known[(fn.name, seeds)] = analyse_activity(fn, memory, seeds, self.outcomes)
        return found

    def _seeds(self, fn: Function, key: Key, memory: Memory) -> Seeds:
        """The sources of derivatives, and the memory that has shadows."""
        nodes = set(key.nodes) if key.nodes is not None else self._given(fn, key, memory)
        if key.whole:
            nodes |= set(reachable([c.root() for name, c in memory.globals_.items() if self._varies(name)]))
        returned = memory.returns[fn].find().pointee
        if (key.whole or key.ret) and returned is not None:  # the caller uses what is returned
            nodes |= set(reachable([returned.root()]))
        return Seeds(frozenset(_active_parameters(fn, key, memory)), key.ret, frozenset(nodes), key.leading)

    def _given(self, fn: Function, key: Key, memory: Memory) -> set[Node]:
        """The memory that parameters with shadows point to, and that of variables whose shadows the program registers."""
        nodes = {n for i, p in enumerate(key.params) if p.shadow for n in closure(memory, fn.args[i])}
        return nodes | set(reachable([c.root() for name, c in memory.globals_.items() if name in self.module.shadows]))

    def _varies(self, name: str) -> bool:
        """Whether this is a variable that the program may change."""
        var = self.module.globals_.get(name)
        return var is not None and not var.constant


def _active_parameters(fn: Function, key: Key, memory: Memory) -> set[int]:
    carriers = Carriers(memory)
    for i, p in enumerate(key.params):
        if p.active and carriers.of(fn.args[i]) is None:
            raise ActivityError(
                f"parameter {i} of @{fn.name} ({fn.args[i].type}) is not a floating-point value and cannot be Active"
            )
    wanted = [i for i, p in enumerate(key.params) if p.active or (p.shadow and key.mode == FORWARD)]
    return {i for i in wanted if carriers.of(fn.args[i]) is not None}


def is_number(act: Activity, parameter: Argument) -> bool:
    """Whether an integer parameter is known to hold no bits of a float.  What a derivative does with it may not show that."""
    content = act.memory.content(parameter)
    return content is not None and content.kinds == {"int"}
