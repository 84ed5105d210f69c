"""Split-operator propagation of a wave packet over a barrier with a shaped pulse; transmission and norm."""
import numpy as np


class Grid:
    def __init__(self, xmin, xmax, n):
        self.x, self.dx = np.linspace(xmin, xmax, n, endpoint=False, retstep=True)
        self.k = 2 * np.pi * np.fft.fftfreq(n, d=self.dx)


def packet(grid, x0, k0, width):
    psi = np.exp(-((grid.x - x0) ** 2) / (4 * width**2) + 1j * k0 * grid.x)
    return psi / np.sqrt(np.sum(np.abs(psi) ** 2) * grid.dx)


def pulse(coeffs):
    return lambda t: sum(a * np.sin((n + 1) * np.pi * t) for n, a in enumerate(coeffs))


class Propagator:
    def __init__(self, grid, potential, dt, mass=1.0):
        self.grid, self.V, self.dt = grid, potential, dt
        self.kinetic = np.exp(-0.5j * dt * grid.k**2 / mass)

    def step(self, psi, field):
        half = np.exp(-0.5j * self.dt * (self.V - field * self.grid.x))
        return half * np.fft.ifft(self.kinetic * np.fft.fft(half * psi))


def loss(coeffs, height, width, steps=20):
    grid = Grid(-12.0, 12.0, 64)
    barrier = height / np.cosh(grid.x / width) ** 2 + 1e-3 * grid.x**2
    field = pulse(coeffs)
    prop = Propagator(grid, barrier, dt=0.1)
    psi = packet(grid, -4.0, 1.8, 1.0)
    norms = []
    for n in range(steps):
        psi = prop.step(psi, field((n + 0.5) / steps))
        norms.append(np.vdot(psi, psi).real * grid.dx)
    if max(abs(v - 1) for v in norms) > 1e-8:
        raise FloatingPointError(f"norm lost: {norms[-1]}")
    right = grid.x > 0
    transmitted = np.sum(np.abs(psi[right]) ** 2) * grid.dx
    momentum = np.sum(grid.k * np.abs(np.fft.fft(psi)) ** 2) / np.sum(np.abs(np.fft.fft(psi)) ** 2)
    return -transmitted + 0.05 * (momentum - 1.5) ** 2 + 0.01 * np.dot(coeffs, coeffs)


def args():
    return np.array([0.3, -0.2, 0.1]), 1.4, 0.8


ARGNUM = (0, 1, 2)
