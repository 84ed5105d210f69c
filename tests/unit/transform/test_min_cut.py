"""Minimum cuts: both ways beside each other, and beside all cuts of small networks."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from irad.transform import min_cut
from irad.transform.min_cut import INFINITE, SINK, SOURCE, by_blocking_flows, by_scipy, source_side

Edge = tuple[int, int, int]


def network(random: Random, count: int, edges: int, most: int) -> list[Edge]:
    """Edges between any nodes, some without limit, some several times."""
    made = []
    for _ in range(edges):
        tail, head = random.choice([n for n in range(count) if n != SINK]), random.randrange(1, count)
        if tail != head and (tail, head) != (SOURCE, SINK):
            made.append((tail, head, INFINITE if random.random() < 0.2 and SINK not in (tail, head) else random.randint(1, most)))
    return made + made[::7]


def cut(edges: list[Edge], reached: list[bool]) -> int:
    return sum(room for tail, head, room in edges if reached[tail] and not reached[head])


@pytest.mark.parametrize("seed", range(40))
def test_the_smallest_of_all_cuts(seed: int) -> None:
    """Of those with the least capacity, the one that the source reaches least of."""
    random = Random(seed)
    count = random.randint(3, 9)
    edges = network(random, count, random.randint(3, 30), 12)
    sides = [[True, False, *rest] for rest in product((False, True), repeat=count - 2)]
    least = min(cut(edges, side) for side in sides)
    best = [side for side in sides if cut(edges, side) == least]
    assert by_blocking_flows(count, edges) == [all(side[n] for side in best) for n in range(count)]


@pytest.mark.parametrize("seed", range(20))
def test_both_ways_agree(seed: int) -> None:
    random = Random(seed)
    count = random.randint(20, 400)
    edges = network(random, count, random.randint(count, 4 * count), 1 << random.randint(3, 17))
    assert by_blocking_flows(count, edges) == by_scipy(count, edges)


def test_large_networks_are_for_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    edges = [(SOURCE, 2, 3), (2, 3, 2), (3, SINK, INFINITE)]
    monkeypatch.setattr(min_cut, "by_scipy", lambda count, edges: [])
    assert source_side(4, edges) == [True, False, True, False]
    monkeypatch.setattr(min_cut, "_LARGE", 2)
    assert source_side(4, edges) == []
