"""American option on a CRR tree with dividends; smooth early exercise; greeks by kind and style flags."""
import enum

import numpy as np


class OptionKind(str, enum.Enum):
    CALL = "call"
    PUT = "put"


class Style(enum.IntEnum):
    EUROPEAN = 0
    AMERICAN = 1


def smooth_max(a, b, width):
    """Smooth maximum, exact far from a == b."""
    d = a - b
    return 0.5 * (a + b + np.sqrt(d * d + width * width))


def payoff(S, K, kind):
    sign = 1.0 if kind == OptionKind.CALL else -1.0
    return smooth_max(sign * (S - K), 0.0, 0.5)


def price(spot, strike, rate, vol, maturity, n=20, *, kind=OptionKind.PUT, style=Style.AMERICAN, dividends=()):
    if vol <= 0 or maturity <= 0:
        raise ValueError(f"need vol > 0 and maturity > 0, got {vol} and {maturity}")
    dt = maturity / n
    up = np.exp(vol * np.sqrt(dt))
    down = 1 / up
    p = (np.exp(rate * dt) - down) / (up - down)
    assert 0 < p < 1, f"risk-neutral probability {p} outside (0, 1)"
    disc = np.exp(-rate * dt)
    pv_div = sum(amount * np.exp(-rate * t) for t, amount in dividends if t < maturity)
    s_star = spot - pv_div
    j = np.arange(n + 1)
    values = payoff(s_star * up ** (n - 2 * j), strike, kind)
    for step in range(n - 1, -1, -1):
        values = disc * (p * values[:-1] + (1 - p) * values[1:])
        if style is Style.AMERICAN:
            t = step * dt
            rest = sum(amount * np.exp(-rate * (td - t)) for td, amount in dividends if t < td < maturity)
            S = s_star * up ** (step - 2 * np.arange(step + 1)) + rest
            values = smooth_max(values, payoff(S, strike, kind), 0.3)
    return values.item()


QUOTES = [
    (90.0, OptionKind.PUT, Style.AMERICAN, 3.1),
    (100.0, OptionKind.PUT, Style.EUROPEAN, 7.0),
    (105.0, OptionKind.CALL, Style.AMERICAN, 6.2),
]


def loss(spot, rate, vol):
    sse = 0.0
    for strike, kind, style, quote in QUOTES:
        model = price(spot, strike, rate, vol, 0.75, kind=kind, style=style, dividends=[(0.3, 1.0), (0.61, 1.0)])
        sse += (model - quote) ** 2
    return sse


def args():
    return 100.0, 0.04, 0.25


ARGNUM = (0, 1, 2)
