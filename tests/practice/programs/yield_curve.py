"""Yield curve bootstrapping from deposits and swaps with Newton per pillar; DV01 of a bond portfolio."""
import bisect
import math
from dataclasses import dataclass, field


@dataclass
class Curve:
    times: list = field(default_factory=lambda: [0.0])
    log_dfs: list = field(default_factory=lambda: [0.0])

    def add(self, t, log_df):
        self.times.append(t)
        self.log_dfs.append(log_df)

    def replace_last(self, log_df):
        self.log_dfs[-1] = log_df

    def df(self, t):
        if t <= 0:
            return 1.0
        k = bisect.bisect_left(self.times, t)
        if k >= len(self.times):
            # flat zero rate
            return math.exp(self.log_dfs[-1] * t / self.times[-1])
        t0, t1 = self.times[k - 1], self.times[k]
        w = (t - t0) / (t1 - t0)
        return math.exp((1 - w) * self.log_dfs[k - 1] + w * self.log_dfs[k])

    def zero_rate(self, t):
        return -math.log(self.df(t)) / t


def swap_value(curve, maturity, rate, frequency=2):
    dt = 1 / frequency
    annuity = sum(curve.df((k + 1) * dt) * dt for k in range(int(maturity * frequency)))
    return rate * annuity - (1.0 - curve.df(maturity))


def newton_1d(f, x, tol=1e-14, maxiter=50, h=1e-6):
    for _ in range(maxiter):
        fx = f(x)
        slope = (f(x + h) - f(x - h)) / (2 * h)
        dx = fx / slope
        x = x - dx
        if abs(dx) < tol:
            # one more step, for the derivative
            return x - f(x) / slope
    raise ArithmeticError(f"no root found near {x}")


def bootstrap(instruments, quotes):
    curve = Curve()
    for (kind, maturity), quote in sorted(zip(instruments, quotes), key=lambda pair: pair[0][1]):
        if kind == "deposit":
            curve.add(maturity, -math.log(1 + quote * maturity))
        elif kind == "swap":
            curve.add(maturity, -quote * maturity)

            def objective(x):
                curve.replace_last(x)
                return swap_value(curve, maturity, quote)

            curve.replace_last(newton_1d(objective, -quote * maturity))
        else:
            raise ValueError(f"instrument kind {kind!r}")
    return curve


def bond_price(curve, maturity, coupon, spread=0.0):
    flows = [(t, coupon) for t in range(1, maturity + 1)]
    flows[-1] = (maturity, 1.0 + coupon)
    return sum(cf * curve.df(t) * math.exp(-spread * t) for t, cf in flows)


INSTRUMENTS = [("swap", 2.0), ("deposit", 0.5), ("swap", 5.0), ("deposit", 1.0), ("swap", 3.0)]


def loss(quotes, spread):
    curve = bootstrap(INSTRUMENTS, quotes)
    portfolio = [(2, 0.03, 100.0), (4, 0.045, 50.0), (6, 0.02, 70.0)]
    value = sum(n * bond_price(curve, m, c, spread=spread) for m, c, n in portfolio)
    return value + 10 * curve.zero_rate(2.7)


def args():
    return [0.031, 0.025, 0.036, 0.028, 0.033], 0.004


ARGNUM = (0, 1)
