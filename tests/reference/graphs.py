"""Control-flow graphs at random, and what is known of them by trying all ways: no algorithm that irad uses is used here."""

from __future__ import annotations

import random
from collections.abc import Iterable

Graph = dict[str, list[str]]


def random_graph(seed: int, most: int = 8) -> Graph:
    """Blocks with none, one or two successors; the entry ``b0`` is nobody's successor; all can be reached."""
    rng = random.Random(seed)
    names = [f"b{k}" for k in range(rng.randint(2, most))]
    graph = {n: rng.sample(names[1:], min(rng.choice((0, 1, 1, 2, 2, 2)), len(names) - 1)) for n in names}
    graph["b0"] = graph["b0"] or [names[1]]
    seen = reached(graph, ["b0"])
    return {n: s for n, s in graph.items() if n in seen}


def text_of(graph: Graph) -> str:
    """A function with this graph; one argument decides at each branch."""
    lines = ["define void @f(i1 %c) {"]
    for name, successors in graph.items():
        lines.append(f"{name}:")
        if not successors:
            lines.append("  ret void")
        elif len(successors) == 1:
            lines.append(f"  br label %{successors[0]}")
        else:
            lines.append(f"  br i1 %c, label %{successors[0]}, label %{successors[1]}")
    return "\n".join([*lines, "}\n"])


def reached(graph: Graph, start: Iterable[str], without: str | None = None) -> set[str]:
    """The blocks on ways from ``start`` (these included) that do not pass ``without``."""
    seen: set[str] = set()
    work = [s for s in start if s != without]
    while work:
        at = work.pop()
        if at not in seen:
            seen.add(at)
            work += [s for s in graph[at] if s != without]
    return seen


def dominates(graph: Graph, a: str, b: str) -> bool:
    """Without ``a`` there is no way from the entry to ``b``."""
    return a == b or b not in reached(graph, ["b0"], without=a)


def postdominates(graph: Graph, a: str, b: str) -> bool:
    """Without ``a`` there is no way from ``b`` to an end (and with it there is one)."""
    ends = {n for n, s in graph.items() if not s}
    return a == b or (bool(reached(graph, [b]) & ends) and not reached(graph, [b], without=a) & ends)


def natural_loops(graph: Graph) -> dict[str, set[str]]:
    """By header: itself, and all from which an edge back to it can be reached without passing it."""
    loops: dict[str, set[str]] = {}
    for b, successors in graph.items():
        for h in successors:
            if dominates(graph, h, b):
                body = {n for n in graph if b in reached(graph, [n], without=h)} if b != h else set()
                loops.setdefault(h, {h}).update(body)
    return loops


def has_other_cycles(graph: Graph) -> bool:
    """Is there a cycle without an edge to a dominator?"""
    rest = {b: [s for s in ss if not dominates(graph, s, b)] for b, ss in graph.items()}
    return any(b in reached(rest, rest[b]) for b in rest)
