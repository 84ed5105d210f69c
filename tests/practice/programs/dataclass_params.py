"""Neuron model: frozen dataclass of parameters with properties and methods, gradient in the same dataclass."""
from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class HHParams:
    g_na: float = 120.0
    g_k: float = 36.0
    g_l: float = 0.3
    e_na: float = 50.0
    e_k: float = -77.0
    e_l: float = -54.4
    c_m: float = 1.0

    @property
    def total_conductance(self) -> float:
        return self.g_na + self.g_k + self.g_l

    def scaled(self, factor: float) -> HHParams:
        return replace(self, g_na=factor * self.g_na, g_k=factor * self.g_k)

    @staticmethod
    def rates(v: float) -> tuple[float, ...]:
        am = 0.1 * (v + 40.0) / (1.0 - math.exp(-(v + 40.0) / 10.0))
        bm = 4.0 * math.exp(-(v + 65.0) / 18.0)
        ah = 0.07 * math.exp(-(v + 65.0) / 20.0)
        bh = 1.0 / (1.0 + math.exp(-(v + 35.0) / 10.0))
        an = 0.01 * (v + 55.0) / (1.0 - math.exp(-(v + 55.0) / 10.0))
        bn = 0.125 * math.exp(-(v + 65.0) / 80.0)
        return am, bm, ah, bh, an, bn

    def currents(self, v, m, h, n):
        i_na = self.g_na * m**3 * h * (v - self.e_na)
        i_k = self.g_k * n**4 * (v - self.e_k)
        i_l = self.g_l * (v - self.e_l)
        return i_na, i_k, i_l


def steady(a: float, b: float) -> float:
    return a / (a + b)


def simulate(p: HHParams, stimulus, dt: float = 0.02, v0: float = -65.3) -> list[float]:
    v = v0
    am, bm, ah, bh, an, bn = p.rates(v)
    m, h, n = steady(am, bm), steady(ah, bh), steady(an, bn)
    trace = [v]
    for i_ext in stimulus:
        am, bm, ah, bh, an, bn = p.rates(v)
        # exponential Euler for the gates
        m = steady(am, bm) + (m - steady(am, bm)) * math.exp(-dt * (am + bm))
        h = steady(ah, bh) + (h - steady(ah, bh)) * math.exp(-dt * (ah + bh))
        n = steady(an, bn) + (n - steady(an, bn)) * math.exp(-dt * (an + bn))
        v = v + dt / p.c_m * (i_ext - sum(p.currents(v, m, h, n)))
        trace.append(v)
    return trace


def loss(p: HHParams, stimulus: list[float]) -> float:
    base = simulate(p, stimulus)
    scaled = simulate(p.scaled(1.05), stimulus)
    late = [0.5 * (a + b) for a, b in zip(base, scaled)][-20:]
    return sum((v + 60.0) ** 2 for v in late) / len(late) + 1e-3 * p.total_conductance


def args():
    return HHParams(), [10.0 if 20 <= k < 60 else 0.0 for k in range(100)]


ARGNUM = 0
