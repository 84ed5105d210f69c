"""Plug-in registry of agents (decorator with arguments), event queue with heapq, try/finally, logging, Config."""
import heapq
import logging
import math
from types import SimpleNamespace

log = logging.getLogger("queue-sim")
REGISTRY = {}
CONFIG = SimpleNamespace(horizon=6.0, max_events=200, smoothing=0.05, verbose=False)


def register(name, *, priority=0):
    def decorate(cls):
        if name in REGISTRY:
            raise KeyError(f"{name} registered twice")
        REGISTRY[name] = (priority, cls)
        cls.kind = name
        return cls
    return decorate


class Agent:
    kind = "abstract"

    def __init__(self, rate, **options):
        self.rate = rate
        self.options = options
        self.stock = options.pop("stock", 1.0)

    def advance(self, dt):
        self.stock = self.stock * math.exp(-self.rate * dt)

    def fire(self, world):
        raise NotImplementedError


@register("tank", priority=1)
class Tank(Agent):
    def fire(self, world):
        inflow = self.options.get("inflow", 0.5)
        self.stock += inflow * math.sqrt(self.rate)
        return inflow


@register("pump")
class Pump(Agent):
    def fire(self, world):
        donors = [a for a in world if a is not self and a.stock > 0.1]
        if not donors:
            return 0.0
        richest = max(donors, key=lambda a: a.stock)
        moved = self.options["share"] * richest.stock
        richest.stock -= moved
        self.stock += moved
        return moved


def build(specs, rates):
    agents = []
    for spec, rate in zip(specs, rates):
        _, cls = REGISTRY[spec["kind"]]
        agents.append(cls(rate, **{k: v for k, v in spec.items() if k not in ("kind", "period")}))
    return agents


def simulate(specs, rates, config=CONFIG):
    agents = build(specs, rates)
    events = [(spec["period"], -REGISTRY[spec["kind"]][0], k) for k, spec in enumerate(specs)]
    heapq.heapify(events)
    now, flow, done = 0.0, 0.0, 0
    try:
        while events and done < config.max_events:
            t, prio, k = heapq.heappop(events)
            if t > config.horizon:
                break
            for a in agents:
                a.advance(t - now)
            now = t
            flow += agents[k].fire(agents)
            heapq.heappush(events, (t + specs[k]["period"], prio, k))
            done += 1
    finally:
        if config.verbose:
            log.info("%d events", done)
    return agents, flow


SPECS = [
    {"kind": "tank", "period": 1.0, "inflow": 0.8, "stock": 2.0},
    {"kind": "pump", "period": 1.5, "share": 0.3},
    {"kind": "tank", "period": 0.7, "stock": 0.6},
]


def loss(rates):
    agents, flow = simulate(SPECS, rates)
    stocks = {f"{a.kind}{k}": a.stock for k, a in enumerate(agents)}
    return flow + sum(s**2 for name, s in stocks.items() if name.startswith("tank")) - math.log(stocks["pump1"])


def args():
    return ([0.3, 0.2, 0.5],)


ARGNUM = 0
