"""Travel times in a layered earth: ray parameter by brentq for each receiver, interp1d velocity, picks misfit."""
import numpy as np
from scipy import integrate, interpolate, optimize


class LayeredModel:
    def __init__(self, depths, velocities, substeps=8):
        self.profile = interpolate.interp1d(depths, velocities, kind="linear", bounds_error=False, fill_value="extrapolate")
        self.bottom = depths[-1]
        edges = np.linspace(0.0, self.bottom, substeps * (len(depths) - 1) + 1)
        self.mid = 0.5 * (edges[1:] + edges[:-1])
        self.h = np.diff(edges)
        self.v = self.profile(self.mid)

    def reflect(self, p):
        """distance and two-way time of a reflection at the bottom"""
        cos = np.sqrt(1 - (p * self.v) ** 2)
        return 2 * np.sum(self.h * p * self.v / cos), 2 * np.sum(self.h / (self.v * cos))

    def time_to(self, offset):
        pmax = 0.999 / self.v.max()
        if self.reflect(pmax)[0] < offset:
            raise ValueError(f"offset {offset} not reached")
        p = optimize.brentq(lambda p: self.reflect(p)[0] - offset, 0.0, pmax, xtol=1e-15)
        return self.reflect(p)[1]


def vertical_time(model, n=33):
    z = np.linspace(0, model.bottom, n)
    return 2 * integrate.simpson(1 / model.profile(z), x=z)


def loss(velocities, depths, offsets, picks, smooth=0.01):
    model = LayeredModel(depths, velocities)
    times = np.array([model.time_to(x) for x in offsets])
    residual = times - picks
    mad = np.median(np.abs(residual))
    weights = 1 / (1 + (residual / 0.2) ** 2)
    rough = np.diff(velocities, n=2)
    nmo = np.sqrt(vertical_time(model) ** 2 + (np.asarray(offsets) / velocities.mean()) ** 2)
    return np.sum(weights * residual**2) + smooth * rough @ rough + 0.01 * np.mean((nmo - picks) ** 2) + 0.1 * mad


def args():
    return np.array([1.5, 1.9, 2.6, 3.1]), np.array([0.0, 0.5, 1.2, 2.0]), [0.2, 0.7, 1.3, 2.0], np.array([1.75, 1.8, 1.9, 2.05])


ARGNUM = 0
