"""Two-compartment pharmacokinetics with first-order absorption: expm between doses, log-normal residual error."""
from dataclasses import dataclass, field

import numpy as np
from scipy import stats
from scipy.linalg import expm


@dataclass
class Patient:
    weight: float
    doses: list = field(default_factory=list)
    samples: list = field(default_factory=list)

    def events(self):
        todo = [(t, 0, amount) for t, amount in self.doses] + [(t, 1, c) for t, c in self.samples]
        return sorted(todo)


def rate_matrix(theta, weight):
    size = (weight / 70) ** 0.75
    CL, V1, Q, V2, ka = theta["CL"] * size, theta["V1"] * weight / 70, theta["Q"] * size, theta["V2"] * weight / 70, theta["ka"]
    return np.array([[-ka, 0.0, 0.0], [ka, -(CL + Q) / V1, Q / V2], [0.0, Q / V1, -Q / V2]]), V1


def predict(theta, patient):
    M, V1 = rate_matrix(theta, patient.weight)
    amount, now = np.zeros(3), 0.0
    for t, kind, value in patient.events():
        if t < now:
            raise ValueError(f"time runs backwards at {t}")
        amount = expm(M * (t - now)) @ amount
        now = t
        if kind == 0:
            amount[0] += value * theta["F"]
        else:
            yield amount[1] / V1, value


def loss(log_theta, log_sigma, patients):
    theta = {k: np.exp(v) for k, v in log_theta.items()}
    theta["F"] = theta["F"] / (1 + theta["F"])
    sigma = np.exp(log_sigma)
    ll = 0.0
    for number, patient in enumerate(patients):
        for pred, obs in predict(theta, patient):
            ll += stats.lognorm.logpdf(obs, s=sigma, scale=pred)
    prior = sum(stats.norm.logpdf(v, 0, 3) for v in log_theta.values())
    return -(ll + prior)


def args():
    a = Patient(70.0, [(0.0, 100.0), (12.0, 100.0)], [(1.0, 2.1), (4.0, 2.9), (10.0, 1.4), (14.0, 3.6)])
    b = Patient(55.0, [(0.0, 80.0)], [(2.0, 3.1), (6.0, 2.0), (24.0, 0.3)])
    return {"CL": 1.5, "V1": 3.0, "Q": 0.7, "V2": 3.4, "ka": -0.2, "F": 1.5}, -1.0, [a, b]


ARGNUM = (0, 1)
