"""Modified nodal analysis of an AC ladder filter; components as objects, stamps, complex solve, decibels."""
import cmath
import math

import numpy as np


class Component:
    def __init__(self, a, b, value):
        self.nodes = (a, b)
        self.value = value

    def admittance(self, omega):
        raise NotImplementedError(type(self).__name__)

    def stamp(self, Y, omega):
        y = self.admittance(omega)
        a, b = self.nodes
        if a:
            Y[a - 1, a - 1] += y
        if b:
            Y[b - 1, b - 1] += y
        if a and b:
            Y[a - 1, b - 1] -= y
            Y[b - 1, a - 1] -= y


class Resistor(Component):
    def admittance(self, omega):
        return 1.0 / self.value


class Capacitor(Component):
    def admittance(self, omega):
        return 1j * omega * self.value


class Inductor(Component):
    esr = 0.05

    def admittance(self, omega):
        return 1.0 / (self.esr + 1j * omega * self.value)


KINDS = {"R": Resistor, "C": Capacitor, "L": Inductor}


def parse(netlist, values):
    """netlist lines such as 'L1 1 2'; node 0 is ground."""
    for line in netlist.strip().splitlines():
        name, a, b = line.split()
        yield KINDS[name[0]](int(a), int(b), values[name])


NETLIST = """
R1 0 1
L1 1 2
C1 2 0
L2 2 3
C2 3 0
R2 3 0
"""


def response(values, freqs):
    parts = list(parse(NETLIST, values))
    n = max(max(p.nodes) for p in parts)
    gains = []
    for f in freqs:
        omega = 2 * math.pi * f
        Y = np.zeros((n, n), dtype=np.complex128)
        for part in parts:
            part.stamp(Y, omega)
        current = np.zeros(n, dtype=complex)
        current[0] = 1.0 / values["R1"]
        v = np.linalg.solve(Y, current)
        gains.append(v[-1])
    return gains


def loss(values, freqs, mask_db):
    total = 0.0
    for v, goal in zip(response(values, freqs), mask_db):
        db = 20 * math.log10(abs(v))
        phase = cmath.phase(v)
        total += (db - goal) ** 2 + 0.1 * math.sin(phase) ** 2
    return total / len(freqs)


def args():
    values = {"R1": 1.0, "L1": 0.8, "C1": 1.3, "L2": 1.1, "C2": 0.9, "R2": 1.2}
    return values, [0.05, 0.1, 0.15, 0.2, 0.3], [-6.0, -6.0, -9.0, -20.0, -35.0]


ARGNUM = 0
