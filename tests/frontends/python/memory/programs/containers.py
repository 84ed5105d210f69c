"""Objects in defaultdicts, deques, dicts and sets, and copies of them."""

import copy
from collections import Counter, defaultdict, deque

import numpy as np


class P:
    def __init__(self, k, v):
        self.k, self.v = k, v


def f(x):
    groups = defaultdict(list)
    ps = [P(i % 2, v) for i, v in enumerate(x)]
    for p in ps:
        groups[p.k].append(p)
    for k, g in groups.items():
        for p in g:
            p.v *= k + 2
    q = deque()
    for p in ps:
        q.append(p)
        if len(q) > 2:
            old = q.popleft()
            old.v += 0.5
    best = {}
    for p in ps:
        if p.k not in best or p.v > best[p.k].v:
            best[p.k] = p
    best[0].v **= 2
    seen = set()
    tot = 0.0
    for p in ps + [ps[0]]:
        if p in seen:
            continue
        seen.add(p)
        tot += p.v
    c = copy.copy(ps[0])
    c.v = 100.0
    c2 = Counter(p.k for p in ps)
    return tot + ps[0].v + c2[0] + len(seen) + (ps[1] in q) * ps[1].v


x0 = np.array([0.53, 1.12, 0.7])
