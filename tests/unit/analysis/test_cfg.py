"""Dominators, postdominators and loops of random graphs, beside the definitions tried out."""

from __future__ import annotations

import pytest

from irad.ir.reader import read_module
from tests.reference import graphs
from tests.unit.analysis.analyses import ControlFlow


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_random_graphs(first: int) -> None:
    for seed in range(first, first + 50):
        graph = graphs.random_graph(seed)
        flow = ControlFlow(read_module(graphs.text_of(graph)).functions["f"])
        blocks = {b.name: b for b in flow.rpo}
        assert set(blocks) == set(graph)
        for a in graph:
            for b in graph:
                told = f"{a}, {b} in graph {seed}: {graph}"
                assert flow.dominates(blocks[a], blocks[b]) == graphs.dominates(graph, a, b), told
                assert flow.postdominates(blocks[a], blocks[b]) == graphs.postdominates(graph, a, b), told
        loops = graphs.natural_loops(graph)
        assert {loop.header.name: {b.name for b in loop.blocks} for loop in flow.loops} == loops, graph
        assert bool(flow.irreducible) == graphs.has_other_cycles(graph), graph


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_nesting(first: int) -> None:
    """In graphs whose cycles are natural loops: a block's loop is the smallest that it is in, its depth how many it is in."""
    for seed in range(first, first + 50):
        graph = graphs.random_graph(seed)
        if graphs.has_other_cycles(graph):
            continue
        flow = ControlFlow(read_module(graphs.text_of(graph)).functions["f"])
        loops = graphs.natural_loops(graph)
        for block, loop in flow.loop_of.items():
            around = sorted((len(body), header) for header, body in loops.items() if block.name in body)
            assert (loop.depth if loop is not None else 0) == len(around), (seed, block.name)
            if loop is not None:
                assert loop.header.name == around[0][1]
                assert [x.header.name for x in loop.chain()] == [header for _, header in reversed(around)]


def test_blocks_of_loops_come_in_order() -> None:
    """Whatever the addresses of objects: texts that are made from loops are the same in each process."""
    for seed in range(50):
        flow = ControlFlow(read_module(graphs.text_of(graphs.random_graph(seed))).functions["f"])
        for loop in flow.loops:
            assert list(loop.blocks) == [b for b in flow.rpo if b in loop.blocks]
