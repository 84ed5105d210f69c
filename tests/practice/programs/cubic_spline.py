"""Natural/clamped cubic spline class with searchsorted evaluation and derivative order."""
import numpy as np


class CubicSpline:
    def __init__(self, x, y, bc_type="natural", slopes=(0.0, 0.0)):
        x, y = np.asarray(x), np.asarray(y)
        if np.any(np.diff(x) <= 0):
            raise ValueError("x must be strictly increasing")
        self.x, self.y = x, y
        self.h = np.diff(x)
        self.m = self._second_derivatives(bc_type, slopes)

    def _second_derivatives(self, bc_type, slopes):
        n = len(self.x)
        h, y = self.h, self.y
        A = np.zeros((n, n))
        rhs = np.zeros(n)
        for i in range(1, n - 1):
            A[i, i - 1:i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
            rhs[i] = 6 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
        if bc_type == "natural":
            A[0, 0] = A[-1, -1] = 1.0
        elif bc_type == "clamped":
            A[0, :2] = 2 * h[0], h[0]
            A[-1, -2:] = h[-1], 2 * h[-1]
            rhs[0] = 6 * ((y[1] - y[0]) / h[0] - slopes[0])
            rhs[-1] = 6 * (slopes[1] - (y[-1] - y[-2]) / h[-1])
        else:
            raise ValueError(f"bc_type {bc_type!r} not in ('natural', 'clamped')")
        return np.linalg.solve(A, rhs)

    def __call__(self, t, nu=0):
        t = np.atleast_1d(t)
        k = np.clip(np.searchsorted(self.x, t, side="right") - 1, 0, len(self.x) - 2)
        h = self.h[k]
        a = (self.x[k + 1] - t) / h
        b = (t - self.x[k]) / h
        if nu == 0:
            return (a * self.y[k] + b * self.y[k + 1]
                    + ((a**3 - a) * self.m[k] + (b**3 - b) * self.m[k + 1]) * h**2 / 6)
        if nu == 1:
            return ((self.y[k + 1] - self.y[k]) / h
                    - (3 * a**2 - 1) / 6 * h * self.m[k] + (3 * b**2 - 1) / 6 * h * self.m[k + 1])
        if nu == 2:
            return a * self.m[k] + b * self.m[k + 1]
        return np.zeros_like(t)

    def energy(self):
        m0, m1 = self.m[:-1], self.m[1:]
        return np.sum(self.h * (m0**2 + m0 * m1 + m1**2)) / 3


def loss(y, x, t, data):
    s = CubicSpline(x, y)
    c = CubicSpline(x, y, bc_type="clamped", slopes=(s(x[0], nu=1)[0], 0.3))
    return np.mean((s(t) - data) ** 2) + 1e-3 * s.energy() + 0.05 * np.sum(c(t, 2) ** 2) / len(t)


def args():
    x = np.array([0.0, 0.4, 1.1, 1.5, 2.3, 3.0])
    t = np.array([0.11, 0.52, 0.97, 1.23, 1.77, 2.05, 2.61, 2.93])
    return np.sin(x) + 0.1 * x**2, x, t, np.cos(t)


ARGNUM = (0, 1)
