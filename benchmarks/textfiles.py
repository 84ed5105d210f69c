"""The text formats of ADBench's instances."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Numbers:
    """The numbers of a text, in order."""

    def __init__(self, path: Path) -> None:
        self.values = np.array(path.read_text().split(), dtype=np.float64)
        self.at = 0

    def take(self, *shape: int) -> NDArray[np.float64]:
        count = int(np.prod(shape))
        out = self.values[self.at : self.at + count].reshape(shape)
        if out.size != count:
            raise ValueError("the file ends too early")
        self.at += count
        return out.copy()

    def integers(self, count: int) -> list[int]:
        return [int(x) for x in self.take(count)]


def gmm(path: Path) -> dict[str, Any]:
    """``d k n``, alpha, mu, for each component q and l, the points, ``gamma m``."""
    numbers = Numbers(path)
    d, k, n = numbers.integers(3)
    alpha, mu, both = numbers.take(k), numbers.take(k, d), numbers.take(k, d * (d + 1) // 2)
    x = numbers.take(n, d)
    gamma, m = numbers.take(2)
    return {
        "d": d,
        "k": k,
        "n": n,
        "m": int(m),
        "gamma": float(gamma),
        "alpha": alpha,
        "mu": mu,
        "q": both[:, :d].copy(),
        "l": both[:, d:].copy(),
        "x": x,
    }


def lstm(path: Path) -> dict[str, Any]:
    """``l c b``, the parameters of the layers, the others, the state, the sequence."""
    numbers = Numbers(path)
    layers, c, b = numbers.integers(3)
    return {
        "main_params": numbers.take(2 * layers, 4 * b),
        "extra_params": numbers.take(3, b),
        "state": numbers.take(2 * layers, b),
        "sequence": numbers.take(c, b),
    }


def ba(path: Path) -> dict[str, Any]:
    """``n m p``, then one camera, one point, one weight and one feature, which stand for all."""
    numbers = Numbers(path)
    n, m, p = numbers.integers(3)
    camera, x, w = numbers.take(11), numbers.take(3), float(numbers.take(1)[0])
    return {"n": n, "m": m, "p": p, "cam": camera, "x": x, "w": w, "feat": numbers.take(2)}


def ht(path: Path, model: Path) -> dict[str, Any]:
    """``points thetas``, for each point its triangle and place, its two coordinates on the triangle, theta."""
    numbers = Numbers(path)
    count, thetas = numbers.integers(2)
    table, us, theta = numbers.take(count, 4), numbers.take(count, 2), numbers.take(thetas)
    data = {"correspondences": table[:, 0].astype(int), "points": table[:, 1:].copy(), "model": hand_model(model)}
    return {"theta": theta, "us": us, "data": data}


def hand_model(folder: Path) -> dict[str, Any]:
    bones = [line.split(":") for line in (folder / "bones.txt").read_text().split()]
    matrices = np.array([[float(x) for x in bone[2:34]] for bone in bones]).reshape(-1, 2, 4, 4)
    triangles = (folder / "triangles.txt").read_text().split()
    vertices = [line.split(":") for line in (folder / "vertices.txt").read_text().split()]
    positions, weights = np.ones((len(vertices), 4)), np.zeros((len(vertices), len(bones)))
    for v, words in enumerate(vertices):
        positions[v, :3] = [float(x) for x in words[:3]]
        for i in range(int(words[8])):
            weights[v, int(words[9 + 2 * i])] = float(words[10 + 2 * i])
    return {
        "bone_count": len(bones),
        "bone_names": [bone[0] for bone in bones],
        "parents": np.array([int(bone[1]) for bone in bones]),
        "base_relatives": matrices[:, 0].copy(),
        "inverse_base_absolutes": matrices[:, 1].copy(),
        "base_positions": positions,
        "weights": weights,
        "triangles": np.array([[int(x) for x in line.split(":")] for line in triangles]),
        "is_mirrored": False,
    }
