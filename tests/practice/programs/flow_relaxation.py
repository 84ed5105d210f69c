"""Min-cost flow relaxation: projected dual ascent on a capacitated network with adjacency lists and sets."""
import numpy as np

INF = float("inf")


class Network:
    def __init__(self):
        self.edges = []
        self.out_edges = {}
        self.in_edges = {}
        self.vertices = set()

    def add_edge(self, u, v, capacity=1.0):
        k = len(self.edges)
        self.edges.append((u, v, capacity))
        self.out_edges.setdefault(u, []).append(k)
        self.in_edges.setdefault(v, []).append(k)
        self.vertices |= {u, v}
        return self

    @classmethod
    def from_triples(cls, triples):
        net = cls()
        for u, v, cap in triples:
            net.add_edge(u, v, cap)
        return net

    def __len__(self):
        return len(self.edges)


def soft_flow(net, prices, costs, temperature):
    """Each edge carries capacity * sigmoid of the price difference minus its cost."""
    flow = np.zeros(len(net))
    for k, (u, v, cap) in enumerate(net.edges):
        gain = prices[v] - prices[u] - costs[k]
        flow[k] = cap / (1.0 + np.exp(-gain / temperature))
    return flow


def balance(net, flow, node):
    inflow = sum(flow[k] for k in net.in_edges.get(node, ()))
    outflow = sum(flow[k] for k in net.out_edges.get(node, ()))
    return inflow - outflow


def solve(net, costs, demand, steps=60, rate=0.3, temperature=0.4):
    prices = {v: 0.0 for v in net.vertices}
    for _ in range(steps):
        flow = soft_flow(net, prices, costs, temperature)
        prices = {v: prices[v] + rate * (demand.get(v, 0.0) - balance(net, flow, v)) for v in sorted(prices)}
    return prices, soft_flow(net, prices, costs, temperature)


def loss(costs, demand):
    net = Network.from_triples([(0, 1, 2.0), (0, 2, 1.5), (1, 2, 1.0), (1, 3, 1.2), (2, 3, 2.0)])
    prices, flow = solve(net, costs, demand)
    assert all(0 <= f <= cap for f, (_, _, cap) in zip(flow, net.edges))
    return float(costs @ flow + 0.1 * sum(p**2 for p in prices.values()))


def args():
    return np.array([0.3, 0.5, 0.2, 0.6, 0.4]), {0: -1.5, 3: 1.5}


ARGNUM = (0, 1)
