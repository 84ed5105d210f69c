"""Black-Scholes smile: implied volatilities by brentq of SABR-like model prices, fitted with vega weights."""
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm


@dataclass(frozen=True)
class Option:
    strike: float
    expiry: float
    kind: str = "call"


def black(F, K, T, vol, kind):
    sd = vol * np.sqrt(T)
    d1 = np.log(F / K) / sd + 0.5 * sd
    d2 = d1 - sd
    if kind == "call":
        return F * norm.cdf(d1) - K * norm.cdf(d2)
    elif kind == "put":
        return K * norm.cdf(-d2) - F * norm.cdf(-d1)
    raise ValueError(f"unknown kind {kind!r}")


def model_price(params, F, opt):
    """mixture of two lognormals"""
    w, v1, v2, shift = params
    F1 = F * (1 + shift)
    F2 = F * (1 - w * (1 + shift)) / (1 - w)
    return w * black(F1, opt.strike, opt.expiry, v1, opt.kind) + (1 - w) * black(F2, opt.strike, opt.expiry, v2, opt.kind)


def implied_vol(price, F, opt, lo=1e-3, hi=3.0):
    objective = lambda v: black(F, opt.strike, opt.expiry, v, opt.kind) - price
    if objective(lo) * objective(hi) > 0:
        raise ValueError(f"no implied vol for {opt}")
    return brentq(objective, lo, hi, xtol=1e-13, rtol=1e-13)


def loss(params, F, quotes):
    price = partial(model_price, params, F)
    sse, total = 0.0, 0.0
    for opt, market in quotes:
        iv = implied_vol(price(opt), F, opt)
        vega = F * np.sqrt(opt.expiry) * norm.pdf(np.log(F / opt.strike) / (iv * np.sqrt(opt.expiry)))
        sse += vega * (iv - market) ** 2
        total += vega
    return 1e4 * sse / total


def args():
    quotes = [(Option(K, T, "put" if K < 100 else "call"), 0.2 + 0.001 * abs(K - 105) / T)
              for T in (0.5, 1.0) for K in (80.0, 95.0, 105.0, 120.0)]
    return np.array([0.6, 0.15, 0.32, 0.02]), 101.0, quotes


ARGNUM = (0, 1)
