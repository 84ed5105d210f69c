"""Minimum cuts of networks: blocking flows (Dinic, Soviet Math. Doklady 11, 1970).

The networks of most functions have some hundred edges: on these this takes less time than SciPy, whose modules for sparse graphs
take a third of a second to import.  Where there is much to be gained it is SciPy that finds the flow.  Both give the same answer:
the nodes that the source still reaches are the same for all maximum flows.
"""

from __future__ import annotations

from collections.abc import Sequence

INFINITE = 2**30
SOURCE, SINK = 0, 1
_LARGE = 10000  # edges from which on SciPy is faster, its import included

Edges = Sequence[tuple[int, int, int]]


def source_side(count: int, edges: Edges) -> list[bool]:
    """Which of ``count`` nodes the source still reaches when the maximum flow is at its limit.

    ``edges`` are (from, to, capacity); those between the same nodes add up, to `INFINITE` at most.

    >>> source_side(4, [(0, 2, 5), (2, 3, 3), (3, 1, INFINITE)])
    [True, False, True, False]
    """
    return by_scipy(count, edges) if len(edges) > _LARGE else by_blocking_flows(count, edges)


def by_blocking_flows(count: int, edges: Edges) -> list[bool]:
    """`source_side`, as long as shortest paths to the sink can be filled."""
    arcs, heads, left = _arcs(count, edges)
    while True:
        level = _levels(arcs, heads, left)
        if level[SINK] < 0:
            return [at >= 0 for at in level]
        _fill(arcs, heads, left, level)


def _arcs(count: int, edges: Edges) -> tuple[list[list[int]], list[int], list[int]]:
    """The arcs that leave each node, their heads and capacities; arc ``k ^ 1`` is the reverse of ``k``."""
    capacity: dict[tuple[int, int], int] = {}
    for tail, head, room in edges:
        capacity[tail, head] = min(INFINITE, capacity.get((tail, head), 0) + room)
    arcs: list[list[int]] = [[] for _ in range(count)]
    heads: list[int] = []
    left: list[int] = []
    for (tail, head), room in capacity.items():
        arcs[tail].append(len(heads))
        arcs[head].append(len(heads) + 1)
        heads += (head, tail)
        left += (room, 0)
    return arcs, heads, left


def _levels(arcs: list[list[int]], heads: list[int], left: list[int]) -> list[int]:
    """How many arcs with room lead from the source to each node; -1 where none do."""
    level = [-1] * len(arcs)
    level[SOURCE] = 0
    reached = [SOURCE]
    for node in reached:
        for arc in arcs[node]:
            head = heads[arc]
            if left[arc] and level[head] < 0:
                level[head] = level[node] + 1
                reached.append(head)
    return level


def _fill(arcs: list[list[int]], heads: list[int], left: list[int], level: list[int]) -> None:
    """Fill paths of arcs that lead one level up until there is none with room."""
    untried = [list(leaving) for leaving in arcs]
    path: list[int] = []
    node = SOURCE
    while True:
        if node == SINK:
            room = min(left[arc] for arc in path)
            for arc in path:
                left[arc] -= room
                left[arc ^ 1] += room
            full = next(i for i, arc in enumerate(path) if not left[arc])
            node = heads[path[full] ^ 1]
            del path[full:]
            continue
        here = untried[node]
        while here and not (left[here[-1]] and level[heads[here[-1]]] == level[node] + 1):
            here.pop()
        if here:
            path.append(here[-1])
            node = heads[here[-1]]
        elif path:  # nothing leads on: back, and never again over this arc
            node = heads[path.pop() ^ 1]
            untried[node].pop()
        else:
            return


def by_scipy(count: int, edges: Edges) -> list[bool]:
    """`source_side`, with SciPy's maximum flow."""
    import numpy as np
    from scipy.sparse import coo_array, csr_array
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    rows, columns, caps = (np.array(x) for x in zip(*edges, strict=True))
    graph = coo_array((caps.astype(np.int64), (rows, columns)), shape=(count, count)).tocsr()
    graph.data = np.minimum(graph.data, INFINITE)
    graph = csr_array((graph.data.astype(np.int32), graph.indices, graph.indptr), shape=graph.shape)
    flow = maximum_flow(graph, SOURCE, SINK).flow
    residual = graph - flow
    residual.data = np.maximum(residual.data, 0)
    residual.eliminate_zeros()
    order = breadth_first_order(csr_array(residual), SOURCE, return_predecessors=False)
    reached = [False] * count
    for n in order:
        reached[int(n)] = True
    return reached
