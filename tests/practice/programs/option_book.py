"""A book of European options: Black-Scholes by stats.norm, implied volatility by brentq, smile by CubicSpline, gamma and vega."""
import numpy as np
from scipy import optimize, stats
from scipy.interpolate import CubicSpline


def price(spot, strike, vol, t, rate, call=True):
    root = vol * np.sqrt(t)
    d1 = (np.log(spot / strike) + (rate + 0.5 * vol**2) * t) / root
    d2 = d1 - root
    c = spot * stats.norm.cdf(d1) - strike * np.exp(-rate * t) * stats.norm.cdf(d2)
    return c if call else c - spot + strike * np.exp(-rate * t)


def implied(target, spot, strike, t, rate):
    return optimize.brentq(lambda v: price(spot, strike, v, t, rate) - target, 0.01, 3.0, xtol=1e-12, rtol=1e-12)


def loss(spot, quotes, strikes, book, rate=0.03, t=0.5):
    vols = np.array([implied(q, spot, k, t, rate) for q, k in zip(quotes, strikes)])
    smile = CubicSpline(strikes, vols, bc_type="natural")
    total = 0.0
    for strike, quantity, is_call in book:
        vol = smile(strike)
        d1 = (np.log(spot / strike) + (rate + 0.5 * vol**2) * t) / (vol * np.sqrt(t))
        vega = spot * stats.norm.pdf(d1) * np.sqrt(t)
        total += quantity * price(spot, strike, vol, t, rate, is_call) + 0.01 * quantity * vega
    return total / 10


def args():
    strikes = np.array([80.0, 90.0, 100.0, 110.0, 120.0])
    quotes = np.array([22.9, 14.6, 8.1, 3.9, 1.7])
    return 100.0, quotes, strikes, [(95.0, 10.0, True), (105.0, -5.0, True), (92.0, 7.0, False)]


ARGNUM = (0, 1)
