"""Cox partial likelihood (Efron ties), baseline hazard, and a Weibull AFT model; sorting and grouping."""
import itertools
import math
from operator import itemgetter

import numpy as np


def by_time(records):
    """Groups of (time, events, censored), latest first."""
    ordered = sorted(records, key=itemgetter("time"), reverse=True)
    for t, group in itertools.groupby(ordered, key=itemgetter("time")):
        group = list(group)
        yield t, [r for r in group if r["event"]], [r for r in group if not r["event"]]


def cox_log_likelihood(beta, records, ties="efron"):
    at_risk = 0.0
    ll = 0.0
    for t, events, censored in by_time(records):
        scores = [math.exp(np.dot(beta, r["x"])) for r in events]
        at_risk += sum(scores) + sum(math.exp(np.dot(beta, r["x"])) for r in censored)
        if not events:
            continue
        ll += sum(np.dot(beta, r["x"]) for r in events)
        tied = sum(scores)
        d = len(events)
        for k in range(d):
            if ties == "efron":
                ll -= math.log(at_risk - k / d * tied)
            else:
                ll -= math.log(at_risk)
    return ll


def weibull_log_likelihood(beta, log_shape, intercept, records):
    k = math.exp(log_shape)
    total = 0.0
    for r in records:
        scale = math.exp(intercept + beta @ r["x"])
        z = r["time"] / scale
        total += -(z**k)
        if r["event"]:
            total += math.log(k / scale) + (k - 1) * math.log(z)
    return total


def loss(params, records):
    beta = params["beta"]
    cox = cox_log_likelihood(beta, records)
    aft = weibull_log_likelihood(-beta, params["log_shape"], params["intercept"], records)
    n_events = sum(1 for r in records if r["event"])
    return -(cox + aft) / n_events + 0.5 * params.get("ridge", 0.1) * float(beta @ beta)


def args():
    rng = np.random.default_rng(29)
    times = [1.0, 2.0, 2.0, 3.5, 4.0, 4.0, 4.0, 6.0, 7.5]
    events = [True, True, True, False, True, True, False, False, True]
    records = [{"time": t, "event": e, "x": rng.standard_normal(3)} for t, e in zip(times, events)]
    return {"beta": np.array([0.3, -0.2, 0.1]), "log_shape": 0.2, "intercept": 1.3}, records


ARGNUM = 0
