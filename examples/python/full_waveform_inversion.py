"""Full-waveform inversion: the velocity of the ground from what receivers at the surface record.

    python examples/python/full_waveform_inversion.py                      # gradient, its check, iterations; half a minute
    python examples/python/full_waveform_inversion.py --picture fwi.png    # with matplotlib

Acoustic waves in two dimensions, of second order in time and space, with a free surface and a sponge at the other sides.
Several shots of a Ricker wavelet are recorded in a layered model with a fast body in it; the inversion begins without the body.
The misfit of one shot is a loop over time steps.  Its gradient needs the field at all of them, last step first:
`irad.checkpointed` keeps 30 snapshots instead, and the rest of the program does not know.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.optimize

import irad

SPACING, STEP = 10.0, 1.2e-3  # metres, seconds
FREQUENCY = 12.0  # hertz, of the wavelet's peak
SPONGE = 20  # cells
RECEIVER_ROW, SOURCE_ROW = 2, 3
SLOWEST, FASTEST = 1400.0, 4500.0  # metres per second


@irad.jit
def record_shot(velocity, sponge, wavelet, column, record):  # type: ignore[no-untyped-def]
    """Write the pressure at the receivers, one in every second column, to a row of ``record`` for each step."""
    rows, columns = velocity.shape
    u = np.zeros_like(velocity)
    before = np.zeros_like(velocity)
    for t in irad.checkpointed(range(len(wavelet)), snapshots=30):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                courant = velocity[i, j] * (STEP / SPACING)
                curvature = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j]
                moved = 2.0 * u[i, j] - sponge[i, j] * before[i, j] + courant * courant * curvature
                before[i, j] = sponge[i, j] * moved
        before[SOURCE_ROW, column] += wavelet[t]
        for k in range(record.shape[1]):
            record[t, k] = before[RECEIVER_ROW, 2 * k]
        u, before = before, u


def misfit(velocity, sponge, wavelet, column, observed):  # type: ignore[no-untyped-def]
    """Half the sum of squares of the differences from the traces ``observed``."""
    record = np.zeros_like(observed)
    record_shot(velocity, sponge, wavelet, column, record)
    return 0.5 * ((record - observed) * (record - observed)).sum()


misfit_and_gradient = irad.value_and_grad(misfit)


@dataclass(frozen=True)
class Survey:
    """What a model is compared with: the columns of the shots and the traces of each."""

    sponge: np.ndarray
    wavelet: np.ndarray
    shots: tuple[int, ...]
    observed: tuple[np.ndarray, ...]

    def misfit_and_gradient(self, velocity: np.ndarray) -> tuple[float, np.ndarray]:
        """Of all shots together."""
        value, slope = 0.0, np.zeros_like(velocity)
        for column, observed in zip(self.shots, self.observed, strict=True):
            more, change = misfit_and_gradient(velocity, self.sponge, self.wavelet, column, observed)
            value, slope = value + more, slope + change
        slope[: SOURCE_ROW + 3] = 0.0  # the surface is known, and the sources are strong there
        return value, slope

    def misfit(self, velocity: np.ndarray) -> float:
        f = irad.jit(misfit)
        pairs = zip(self.shots, self.observed, strict=True)
        return sum(f(velocity, self.sponge, self.wavelet, column, observed) for column, observed in pairs)


def ricker(steps: int) -> np.ndarray:
    """The wavelet, its peak at one and a half periods."""
    phase = (np.pi * FREQUENCY * (STEP * np.arange(steps) - 1.5 / FREQUENCY)) ** 2
    return (1.0 - 2.0 * phase) * np.exp(-phase)


def damping(rows: int, columns: int) -> np.ndarray:
    """One, and less in the sponge at the sides and below."""
    i, j = np.mgrid[0:rows, 0:columns]
    inside = np.minimum(np.minimum(j, columns - 1 - j), rows - 1 - i)
    return np.exp(-((0.015 * np.maximum(SPONGE - inside, 0)) ** 2))


def layers(rows: int, columns: int) -> np.ndarray:
    """Four layers, faster below."""
    depth = np.arange(rows) / rows
    return np.repeat(np.select([depth < 0.25, depth < 0.5, depth < 0.75], [1700.0, 2000.0, 2400.0], 2900.0)[:, None], columns, 1)


def body(rows: int, columns: int) -> np.ndarray:
    """What the true model has besides: 200 m/s in an ellipse."""
    i, j = np.mgrid[0:rows, 0:columns]
    return 200.0 * (((i - 0.4 * rows) / (0.08 * rows)) ** 2 + ((j - 0.5 * columns) / (0.1 * columns)) ** 2 < 1.0)


def survey(true: np.ndarray, steps: int, shots: int) -> Survey:
    """Synthetic data of a model."""
    rows, columns = true.shape
    sponge, wavelet = damping(rows, columns), ricker(steps)
    places = tuple(int(v) for v in np.linspace(SPONGE + 2, columns - SPONGE - 3, shots))
    traces = []
    for column in places:
        record = np.zeros((steps, columns // 2))
        record_shot(true, sponge, wavelet, column, record)
        traces.append(record)
    return Survey(sponge, wavelet, places, tuple(traces))


def inverted(data: Survey, start: np.ndarray, iterations: int) -> tuple[np.ndarray, float]:
    """A model that fits better, by L-BFGS in units of 100 m/s, and its misfit."""
    scale = 1.0 / data.misfit_and_gradient(start)[0]

    def f(x: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = data.misfit_and_gradient(100.0 * x.reshape(start.shape))
        return scale * value, 100.0 * scale * slope.ravel()

    bounds = scipy.optimize.Bounds(SLOWEST / 100.0, FASTEST / 100.0)
    found = scipy.optimize.minimize(
        f, start.ravel() / 100.0, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": iterations}
    )
    return 100.0 * found.x.reshape(start.shape), found.fun / scale


def finite_difference(data: Survey, velocity: np.ndarray, cell: tuple[int, int], small: float = 0.1) -> float:
    """The slope of the misfit in one cell, by a central difference of ``small`` m/s."""
    bump = np.zeros_like(velocity)
    bump[cell] = small
    return (data.misfit(velocity + bump) - data.misfit(velocity - bump)) / (2.0 * small)


def peak_memory() -> float:
    """Megabytes of resident memory that the process has had at most; nan where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmHWM")), float("nan"))


def picture(file: str, panels: dict[str, np.ndarray]) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(len(panels), 1, figsize=(7, 2.6 * len(panels)), layout="constrained")
    rows, columns = next(iter(panels.values())).shape
    for axis, (title, values) in zip(np.atleast_1d(axes), panels.items(), strict=True):
        signed = values.min() < 0.0
        most = np.quantile(np.abs(values), 0.998)
        extent = (0.0, SPACING * columns, SPACING * rows, 0.0)
        colours = {"cmap": "RdBu_r", "vmin": -most, "vmax": most} if signed else {"cmap": "viridis"}
        figure.colorbar(axis.imshow(values, extent=extent, **colours), ax=axis)
        axis.set(title=title, xlabel="m", ylabel="depth, m")
    figure.savefig(file, dpi=120)


def main(words: list[str] | None = None) -> dict[str, Any]:
    """Run the example; what it has printed, as numbers."""
    parser = argparse.ArgumentParser(description="Full-waveform inversion with checkpointed time steps.")
    parser.add_argument("--size", type=int, nargs=2, default=(100, 200), metavar=("ROWS", "COLUMNS"))
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--shots", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=5, help="of the inversion")
    parser.add_argument("--picture", help="draw the models and the gradient to this file")
    given = parser.parse_args(words)
    rows, columns = given.size
    start = layers(rows, columns)
    true = start + body(rows, columns)
    data = survey(true, given.steps, given.shots)

    small = survey(layers(20, 30), 3, 1)
    misfit_and_gradient(layers(20, 30), small.sponge, small.wavelet, small.shots[0], small.observed[0])  # compiles
    before = peak_memory()
    begin = time.perf_counter()
    value, slope = data.misfit_and_gradient(start)
    seconds, memory = time.perf_counter() - begin, peak_memory() - before
    fields = 8 * rows * columns * given.steps / 1e6
    print(f"{given.shots} shots, {given.steps} steps on {rows} x {columns} cells: misfit {value:.6g}")
    print(f"gradient: {seconds:.1f} s, {memory:.0f} MB above what there was (fields at all steps of a shot: {fields:.0f} MB)")

    cell = (int(0.4 * rows), columns // 2)
    slope_there = finite_difference(data, start, cell)
    print(f"slope in cell {cell}: {slope[cell]:.8g}, by finite differences {slope_there:.8g}")

    better, left = inverted(data, start, given.iterations)
    at = body(rows, columns) > 0.0
    change = (better - start)[at].mean()
    print(f"after {given.iterations} iterations: misfit {left:.6g}, in the body {change:+.0f} m/s (true: +200)")
    if given.picture:
        picture(given.picture, {"true model, m/s": true, "gradient of the misfit": slope, "inverted model, m/s": better})
    return {"misfit": value, "slope": slope[cell], "difference": slope_there, "left": left, "memory": memory, "gradient": slope}


if __name__ == "__main__":
    main()
