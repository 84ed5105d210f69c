"""Which values the reverse sweep recomputes and which it reads from the tape: a minimum cut.

Every value v becomes an edge v_in -> v_out whose capacity is what caching costs (bytes moved, times how often).  The source leads
to v_in with the cost of recomputing v (infinite where that is impossible), operands lead to v_in with unlimited capacity (a value
can only be recomputed where its operands are available), and values that an adjoint formula uses lead to the sink with unlimited
capacity.  The cut edges are the values to cache.  After Enzyme (Moses and Churavy, NeurIPS 2020), with costs in place of unit
capacities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

import numpy as np

from irad.analysis.flow.addresses import accessed_pointer
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.reuse.effects import unmarked
from irad.analysis.reuse.reload_safety import ReloadSafety
from irad.ir.types import LAYOUT
from irad.ir.values import Argument, Instruction, Value
from irad.rules import MathRule, lookup_function
from irad.transform.tape.rematerialization import Rematerialization

# Cost of executing an instruction once, in about quarters of a cycle of throughput.
_COSTS = dict.fromkeys(
    "add sub mul shl lshr ashr and or xor icmp zext sext trunc ptrtoint inttoptr bitcast addrspacecast freeze "
    "getelementptr extractvalue insertvalue".split(),
    1,
)
_COSTS |= dict.fromkeys("fneg fadd fsub fmul fpext fptrunc sitofp uitofp fptosi fptoui select fcmp".split(), 2)
_COSTS |= dict.fromkeys("extractelement insertelement shufflevector".split(), 2)
_COSTS |= dict.fromkeys("udiv sdiv urem srem".split(), 16)
_COSTS |= {"fdiv": 12, "frem": 60}
_LOAD, _SQRT, LIBM = 3, 14, 60
_CHOSEN = 3  # a comparison and a choice of an address
_DEAR = ("exp", "log", "sin", "cos", "tan", "pow", "asin", "acos", "atan")
_CHEAP = ("experimental", "expect")
PER_BYTE = 2.0  # caching: one store and one load of the tape
_CACHE = 3.0  # and their addresses
_VARIABLE = 6.0  # for values not stored on the tape: a register may be spilled
PER_LOOP = 8.0  # assumed iterations of a loop, per level of nesting
_INFINITE = 2**30
_SCALE = 4
_MOST = _INFINITE // 4096  # that an edge can carry, so that all of them together are not infinite
_MOST_RUNS = _MOST / _SCALE / (_CACHE + 8 * PER_BYTE)  # of an instruction whose double is taped


def instruction_cost(inst: Instruction) -> float:
    """The estimated cost of executing an instruction."""
    if inst.opcode in ("load", "store"):
        return _LOAD
    if inst.opcode != "call":
        return _COSTS.get(inst.opcode, 0)
    name = callee.name if (callee := called_function(inst)) is not None else ""
    if name.startswith("llvm."):
        word = name.split(".")[1]
        return _SQRT if word == "sqrt" else LIBM if word.startswith(_DEAR) and word not in _CHEAP else 2
    return LIBM


def executions(loop: Loop | None, flow: ControlFlow) -> float:
    """How often an instruction of a loop is assumed to run.

    In deep nests the loops are assumed to be shorter: with eight iterations each, everything in the innermost loop would cost as
    much as an edge can carry, and taping as much as computing again.
    """
    if loop is None:
        return 1.0
    outermost = loop.chain()[0]
    deepest = max(other.depth for other in flow.loops if other.header in outermost.blocks)
    return min(PER_LOOP, float(_MOST_RUNS ** (1.0 / deepest))) ** loop.depth


@dataclass(frozen=True)
class MinimumCut:
    """The solution for one function: whether to compute an instruction of the forward part again, why a value is taped, and what
    all that costs."""

    again: Callable[[Instruction], bool]
    reason: Callable[[Value], str]
    cost: float


def minimum_cut(
    remat: Rematerialization, reload_safety: ReloadSafety, primal: Mapping[Value, Value], kept: Set[Value]
) -> MinimumCut:
    """Solve the cut.

    ``primal``: the instructions that those of the forward part are copies of; ``kept``: what the user wants to be kept.
    """
    cut = _Cut(remat, reload_safety, primal, kept)
    return MinimumCut(cut.solve().__contains__, cut.reason, cut.flow / _SCALE)


class _Cut:
    def __init__(
        self, remat: Rematerialization, reload_safety: ReloadSafety, primal: Mapping[Value, Value], kept: Set[Value]
    ) -> None:
        self.remat, self.reload_safety, self.origin, self.kept = remat, reload_safety, primal, kept
        self.nodes: dict[Value, int] = {}
        self.order: list[Value] = []
        self.edges: list[tuple[int, int, int]] = []
        self.executions: dict[Loop | None, float] = {}
        self.flow = 0

    def solve(self) -> set[Instruction]:
        """The values to recompute."""
        for v in self.roots():
            self.edges.append((self.node(v) + 1, 1, _INFINITE))
        if not self.order:
            return set()
        done = 0
        while done < len(self.order):
            self.expand(self.order[done])
            done += 1
        reached, self.flow = _source_side(len(self.order) * 2 + 2, self.edges)
        return {v for v in self.order if isinstance(v, Instruction) and not reached[self.nodes[v]] and self.cost(v) is not None}

    def reason(self, v: Value) -> str:
        """Why a value is on the tape: what stands in the way of computing it again, or the two costs; "" for other values."""
        if v not in self.nodes:
            return ""
        kept = self.taping(v)
        again = self.cost(v) if isinstance(v, Instruction) else None
        if again is not None:
            return f"taping costs {kept:.0f}, computing it again {again:.0f} and its operands"
        return self._obstacle(v)

    def _obstacle(self, v: Value) -> str:
        """Why `cost` is None."""
        if not isinstance(v, Instruction) or v in self.kept:
            return ""
        if v.opcode == "phi":
            return "a phi that is no linear function of the iteration number cannot be computed again"
        if v.opcode == "load":
            return "its memory may be overwritten before the reverse sweep"
        if v.opcode == "call":
            return "the call may do more than compute a number"
        if v.opcode == "fcmp":
            return "a comparison could turn out differently with contracted operands"
        return "it needs a value of an inner loop" if v.opcode in _COSTS else f"'{v.opcode}' is not computed again"

    def roots(self) -> list[Value]:
        """Values needed in the reverse of the loop they are defined in, or of a loop inside it."""
        remat = self.remat
        wanted = [(r.value, r.loop) for r in remat.requests]
        wanted += [(v, region.loop.parent) for region, v, _ in remat.tape.pending if region.loop is not None]
        # an array on the tape is addressed by its loop's trip count
        wanted += [(r.count, r.loop.parent) for r in remat.regions.values() if r.loop is not None and r.count is not None]
        out: dict[Value, None] = {}
        for v, loop in wanted:
            home = remat.tape.region(v).loop
            if not self.free(v) and remat.flow.common_loop(home, loop) is home:
                out[v] = None
        return list(out)

    def free(self, v: Value) -> bool:
        """Whether it costs nothing: available already, or known from the position in the reverse sweep."""
        if self.remat.available(v) or v in self.remat.given:
            return True
        return isinstance(v, Instruction) and self.remat.is_iteration(v)

    def node(self, v: Value) -> int:
        """The number of v_in; v_out is the next one.  0 is the source, 1 the sink."""
        if v not in self.nodes:
            self.nodes[v] = 2 + 2 * len(self.order)
            self.order.append(v)
        return self.nodes[v]

    def expand(self, v: Value) -> None:
        n = self.node(v)
        times = self.times(v)
        self.edges.append((n, n + 1, self.capacity(self.taping(v) * times)))
        cost = self.cost(v) if isinstance(v, Instruction) else None
        if cost is None:
            self.edges.append((0, n, _INFINITE))
            return
        self.edges.append((0, n, self.capacity(cost * times)))
        assert isinstance(v, Instruction)
        for operand in self.operands(v):
            if not self.free(operand):
                self.edges.append((self.node(operand) + 1, n, _INFINITE))

    def taping(self, v: Value) -> float:
        """What keeping ``v`` costs once: a pointer or float takes its bytes, a truth value one."""
        return _VARIABLE if self.remat.tape.in_variable(v) else _CACHE + PER_BYTE * LAYOUT.store_size(v.type)

    def operands(self, v: Instruction) -> list[Value]:
        affine = self.remat.affine.get(v)
        if affine is not None:
            return [affine.start]
        if v in self.remat.forwarded:
            return [self.remat.forwarded[v][0]]
        if v in self.remat.handed:
            return [unmarked(accessed_pointer(self.remat.handed[v].source))]
        if v in self.remat.stored:
            return [unmarked(self.remat.stored[v].operands[1])]
        return [unmarked(o) for o in v.operands]

    def times(self, v: Value) -> float:
        loop = self.remat.tape.region(v).loop
        if loop not in self.executions:
            self.executions[loop] = executions(loop, self.remat.flow)
        return self.executions[loop]

    def capacity(self, cost: float) -> int:
        return min(_MOST, max(1, round(cost * _SCALE)))

    def cost(self, v: Instruction) -> float | None:
        """The cost of recomputing ``v`` once; None if that is impossible."""
        if v in self.kept:
            return None
        if v in self.remat.affine or v in self.remat.forwarded:
            return 1
        if v in self.remat.stored:
            return _LOAD
        if v in self.remat.handed and self.readable(self.remat.handed[v].value):
            handed = self.remat.handed[v]
            return _LOAD if self.remat.whole(handed) else _LOAD + _CHOSEN if handed.constant is not None else None
        op = v.opcode
        if op == "fcmp" and any(isinstance(o, Instruction) and o.attrs.get("flags") for o in v.operands):
            return None  # may be contracted in one place and not in the other: a boolean is kept
        if op in _COSTS:
            return self.home_cost(v, _COSTS[op] * self.latency(v))
        if op == "load":
            return self.home_cost(v, _LOAD) if self.readable(v) else None
        if op == "call":
            callee = called_function(v)
            rule = lookup_function(callee) if callee is not None else None
            if isinstance(rule, MathRule) and not rule.writes_memory:
                assert callee is not None
                cost = _SQRT if "sqrt" in callee.name or "fabs" in callee.name else instruction_cost(v)
                return self.home_cost(v, cost * self.latency(v))
        return None  # phis that are not affine, and all else that `_obstacle` names

    def readable(self, v: Value) -> bool:
        """Whether what was loaded or stored is still there, or in a copy."""
        old = self.origin.get(v)
        if v in self.remat.copies or v in self.remat.stored:
            return True
        return isinstance(old, Instruction) and old.opcode == "load" and self.reload_safety.of(old)

    def latency(self, v: Instruction) -> float:
        """The latency of an operation, which counts in loops of unknown length: these are not vectorised."""
        region = self.remat.tape.region(v)
        return 2.0 if region.loop is not None and not region.counted else 1.0

    def home_cost(self, v: Instruction, cost: float) -> float | None:
        """None if an operand is defined in an inner loop: its last value belongs to no iteration of ``v``'s loop."""
        home = self.remat.tape.region(v).loop
        for o in v.operands:
            if isinstance(o, (Instruction, Argument)):
                inner = self.remat.tape.region(o).loop
                if inner is not home and self.remat.flow.common_loop(inner, home) is not inner:
                    return None
        return cost


def _source_side(count: int, edges: list[tuple[int, int, int]]) -> tuple[list[bool], int]:
    """The nodes that are reachable from the source in the residual graph of a maximum flow, and how much flows."""
    from scipy.sparse import coo_array, csr_array
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    rows, columns, caps = (np.array(x) for x in zip(*edges, strict=True))
    graph = coo_array((caps.astype(np.int64), (rows, columns)), shape=(count, count)).tocsr()
    graph.data = np.minimum(graph.data, _INFINITE)
    graph = csr_array((graph.data.astype(np.int32), graph.indices, graph.indptr), shape=graph.shape)
    found = maximum_flow(graph, 0, 1)
    residual = graph - found.flow
    residual.data = np.maximum(residual.data, 0)
    residual.eliminate_zeros()
    order = breadth_first_order(csr_array(residual), 0, return_predecessors=False)
    reached = [False] * count
    for n in order:
        reached[int(n)] = True
    return reached, int(found.flow_value)
