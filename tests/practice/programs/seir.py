"""Age-structured SEIR with vaccination schedule; named tuples and a negative binomial likelihood."""
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln


class Compartments(NamedTuple):
    S: np.ndarray
    E: np.ndarray
    I: np.ndarray
    R: np.ndarray

    @property
    def total(self):
        return self.S + self.E + self.I + self.R

    def plus(self, rates, dt):
        return Compartments(*(x + dt * dx for x, dx in zip(self, rates)))


class Rates(NamedTuple):
    beta: float
    sigma: float
    gamma: float
    report: float = 0.4


CONTACTS = np.array([[8.0, 3.0, 1.0], [3.0, 6.0, 2.0], [1.0, 2.0, 3.0]])
POPULATION = np.array([3000.0, 5000.0, 2000.0])


def derivatives(state, p, vaccinated):
    force = p.beta * CONTACTS @ (state.I / POPULATION)
    new_exposed = force * state.S
    dS = -new_exposed - vaccinated * state.S
    dE = new_exposed - p.sigma * state.E
    dI = p.sigma * state.E - p.gamma * state.I
    dR = p.gamma * state.I + vaccinated * state.S
    return (dS, dE, dI, dR), new_exposed


def simulate(p, days, schedule, substeps=4):
    seed = np.array([2.0, 5.0, 1.0])
    state = Compartments(S=POPULATION - seed, E=np.zeros(3), I=seed, R=np.zeros(3))
    for day in range(days):
        rate = 0.0
        for (start, stop), value in schedule.items():
            if start <= day < stop:
                rate = value
        cases = np.zeros(3)
        for _ in range(substeps):
            d, new = derivatives(state, p, rate)
            state = state.plus(d, 1 / substeps)
            cases += new / substeps
        yield day, cases, state


def negbin(k, mean, r):
    return (gammaln(k + r) - gammaln(r) - gammaln(k + 1.0)
            + r * np.log(r / (r + mean)) + k * np.log(mean / (r + mean)))


def loss(p, dispersion, observed):
    schedule = {(5, 10): 0.01, (10, 99): 0.02}
    ll = 0.0
    for day, cases, state in simulate(p, len(observed), schedule):
        if np.isnan(observed[day]).any():
            continue
        ll += np.sum(negbin(observed[day], p.report * cases + 0.1, dispersion))
    assert np.allclose(state.total, POPULATION), "people were lost"
    return -ll / len(observed)


def args():
    rng = np.random.default_rng(23)
    observed = rng.poisson(np.linspace(2, 20, 14)[:, None] * np.array([1, 1.5, 0.4])).astype(float)
    observed[6, 1] = np.nan
    return Rates(0.08, 0.3, 0.2, 0.4), 5.0, observed


ARGNUM = (0, 1)
