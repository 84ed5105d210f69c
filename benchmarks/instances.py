"""The inputs of the benchmarks: read from ../shared/data beside the checkout where they are there, else made by the same rule.

An instance is a dict with the keys of the public suite's JSON inputs, lists as arrays.  Its name says its size: ``d10_k10`` for
gmm, ``l2_c1024`` for lstm, ``n1000_s100`` for ode (see `SIZES`); sizes that a name leaves out have the value in `SIZES`.

    >>> sorted(instance("llsq", "n16_m5"))
    ['n', 'x']
    >>> flat("llsq", {"x": np.array([0.5, 0.25]), "n": 16})
    array([ 2.  , 16.  ,  0.5 ,  0.25])
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import textfiles

Instance = dict[str, Any]
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SEED = 31337

# What a name may say of each program's size, and what holds if it does not.
SIZES: dict[str, dict[str, float]] = {
    "llsq": {"n": 1024, "m": 128},
    "lse": {"n": 40000},
    "det": {"l": 8},
    "ode": {"n": 1000, "s": 100},
    "gmm": {"d": 10, "k": 10, "n": 1000, "m": 0, "g": 1},
    "ba": {"n": 49, "m": 7776, "p": 31843},
    "ht": {"v": 544, "f": 1084, "n": 100},
    "lstm": {"l": 2, "c": 1024, "b": 14},
    "kmeans": {"k": 100, "n": 1000, "d": 16},
    "particle": {"w": 0},
    "saddle": {"s": 1},
}
# Instances that are known by a number.
KNOWN = {
    "ba1": {"n": 49, "m": 7776, "p": 31843},
    "ba7": {"n": 93, "m": 61203, "p": 287451},
    "hand1": {"n": 100},
    "hand5": {"n": 800},
}

TIMED: dict[str, tuple[str, ...]] = {
    "llsq": ("n1024", "n16392"),
    "lse": ("n40000", "n640000"),
    "det": ("l8", "l9"),
    "ode": ("n1000_s100", "n10000_s100"),
    "gmm": ("d2_k5", "d10_k10", "d20_k25", "d64_k10"),
    "ba": ("ba1", "ba7"),
    "ht": ("simple_hand1", "complicated_hand5"),
    "lstm": ("l2_c1024", "l4_c4096"),
    "kmeans": ("k100_n1000", "k1000_n10000"),
    "particle": ("w0",),
    "saddle": ("s11",),
}
PROGRAMS = tuple(TIMED)


def instance(program: str, name: str) -> Instance:
    """The instance ``name`` of ``program``: from the data if it is there, else made."""
    known = DATA / "ref" / program / f"{name}.json"
    if known.exists():
        out: Instance = arrays(json.loads(known.read_text()))
        return out
    found = FILES[program](name) if program in FILES else None
    return found if found is not None else MADE[program](name, sizes(program, name))


def sizes(program: str, name: str) -> dict[str, Any]:
    """The sizes that a name says, with what `SIZES` has for the others."""
    out = dict(SIZES[program])
    for part in name.split("_"):
        out.update(KNOWN.get(part, {}))
        found = re.fullmatch(r"([a-z])([\d.]+)", part)
        if found and found[1] in out:
            out[found[1]] = float(found[2])
    return {key: int(value) if value == int(value) else value for key, value in out.items()}


def arrays(value: Any) -> Any:
    """Lists of numbers in what JSON gave, as arrays."""
    if isinstance(value, dict):
        return {key: arrays(part) for key, part in value.items()}
    if isinstance(value, list) and not any(isinstance(x, str) for x in value):
        return np.array(value)
    return value


# Instances in the text formats of the suite's data.


def gmm_file(name: str) -> Instance | None:
    size = sizes("gmm", name)
    path = DATA / "gmm" / f"gmm_d{size['d']}_K{size['k']}.txt"
    plain = (size["n"], size["m"], size["g"]) == (1000, 0, 1)
    return textfiles.gmm(path) if plain and path.exists() else None


def lstm_file(name: str) -> Instance | None:
    path = DATA / "lstm" / f"lstm_{name}.txt"
    return textfiles.lstm(path) if path.exists() else None


def ba_file(name: str) -> Instance | None:
    path = next(DATA.glob(f"ba/{name}_*.txt"), None)
    return textfiles.ba(path) if path else None


def ht_file(name: str) -> Instance | None:
    kind, _, hand = name.rpartition("_")
    if kind == "simple" and hand == "hand1":
        return instance("ht", "simple_small_hand1") if (DATA / "ref/ht/simple_small_hand1.json").exists() else None
    path = next(DATA.glob(f"ht/{hand}_*.txt"), None)
    return textfiles.ht(path, DATA / "ht" / "model") if path and kind == "complicated" else None


FILES: dict[str, Callable[[str], Instance | None]] = {"gmm": gmm_file, "lstm": lstm_file, "ba": ba_file, "ht": ht_file}


# Instances that are made.


def llsq(name: str, size: dict[str, Any]) -> Instance:
    return {"x": np.random.default_rng(SEED).uniform(size=size["m"]), "n": size["n"]}


def lse(name: str, size: dict[str, Any]) -> Instance:
    return {"x": np.random.default_rng(SEED).uniform(size=size["n"])}


def det(name: str, size: dict[str, Any]) -> Instance:
    return {"A": np.random.default_rng(SEED).uniform(size=size["l"] ** 2), "ell": size["l"]}


def ode(name: str, size: dict[str, Any]) -> Instance:
    return {"x": np.random.default_rng(SEED).uniform(size=size["n"]), "s": size["s"]}


def gmm(name: str, size: dict[str, Any]) -> Instance:
    random, d, k, n = np.random.default_rng(SEED), size["d"], size["k"], size["n"]
    return {
        "d": d,
        "k": k,
        "n": n,
        "m": size["m"],
        "gamma": float(size["g"]),
        "x": random.normal(size=(n, d)),
        "alpha": random.normal(size=k),
        "mu": random.uniform(size=(k, d)),
        "q": random.normal(size=(k, d)),
        "l": random.normal(size=(k, d * (d - 1) // 2)),
    }


def ba(name: str, size: dict[str, Any]) -> Instance:
    random = np.random.default_rng(SEED)
    camera = np.concatenate([random.normal(size=3), random.normal(scale=50, size=3), [419.0, 5.0, -8.0, 0.09, 0.003]])
    return {**size, "cam": camera, "x": random.normal(size=3), "w": 0.417022, "feat": random.uniform(100, 900, size=2)}


def ht(name: str, size: dict[str, Any]) -> Instance:
    random, bones, points = np.random.default_rng(SEED), 22, size["n"]
    complicated = name.startswith("complicated")
    parents = [-1, *(0 if (b - 1) % 4 == 0 else b - 1 for b in range(1, bones))]
    weights = random.uniform(size=(size["v"], bones)) * (random.uniform(size=(size["v"], bones)) < 0.1)
    weights[:, 0] += 1 - weights.sum(axis=1)
    model = {
        "bone_count": bones,
        "bone_names": [f"bone{b}" for b in range(bones)],
        "parents": np.array(parents),
        "base_relatives": rigid(random, bones),
        "inverse_base_absolutes": rigid(random, bones),
        "base_positions": np.hstack([random.uniform(size=(size["v"], 3)), np.ones((size["v"], 1))]),
        "weights": weights,
        "triangles": random.integers(size["v"], size=(size["f"], 3)),
        "is_mirrored": False,
    }
    targets = random.integers(size["f"] if complicated else size["v"], size=points)
    us = random.uniform(size=(points, 2)) / 2 if complicated else np.zeros(0)
    data = {"correspondences": targets, "points": random.normal(size=(points, 3)), "model": model}
    return {"theta": random.normal(size=26), "us": us, "data": data}


def rigid(random: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Movements of space as matrices of 4 by 4."""
    out = np.zeros((count, 4, 4))
    for matrix in out:
        matrix[:3, :3] = np.linalg.qr(random.normal(size=(3, 3)))[0]
        matrix[:3, 3] = random.normal(size=3)
        matrix[3, 3] = 1
    return out


def lstm(name: str, size: dict[str, Any]) -> Instance:
    random, layers, bits = np.random.default_rng(SEED), size["l"], size["b"]
    return {
        "main_params": random.uniform(size=(2 * layers, 4 * bits)),
        "extra_params": random.uniform(size=(3, bits)),
        "state": random.uniform(size=(2 * layers, bits)),
        "sequence": random.integers(2, size=(size["c"], bits)).astype(float),
    }


def kmeans(name: str, size: dict[str, Any]) -> Instance:
    points = np.random.default_rng(SEED).uniform(size=(size["n"], size["d"]))
    return {"points": points, "centroids": points[-size["k"] :].copy()}


def particle(name: str, size: dict[str, Any]) -> Instance:
    return {"w": float(size["w"])}


def saddle(name: str, size: dict[str, Any]) -> Instance:
    return {"start": np.array([1.0, 1.0])}


MADE: dict[str, Callable[[str, dict[str, Any]], Instance]] = {
    f.__name__: f for f in (llsq, lse, det, ode, gmm, ba, ht, lstm, kmeans, particle, saddle)
}


# The numbers that ``setup`` of a program in C takes.


def flat(program: str, given: Instance) -> NDArray[np.float64]:
    """All numbers of an instance, in the order that the head of ``programs/PROGRAM.c`` gives."""
    return np.concatenate([np.asarray(part, dtype=np.float64).ravel() for part in parts(program, given)])


def parts(program: str, given: Instance) -> Iterator[Any]:
    if program == "llsq":
        yield from (len(given["x"]), given["n"], given["x"])
    elif program == "lse":
        yield from (len(given["x"]), given["x"])
    elif program == "det":
        yield from (given["ell"], given["A"])
    elif program == "ode":
        yield from (len(given["x"]), given["s"], given["x"])
    elif program == "lstm":
        yield from (len(given["main_params"]) // 2, *given["sequence"].shape)
        yield from (given[key] for key in ("main_params", "extra_params", "state", "sequence"))
    elif program == "kmeans":
        yield from (len(given["points"]), *given["centroids"].shape, given["points"], given["centroids"])
    elif program == "ht":
        yield from hand_parts(given)
    else:
        yield from (given[key] for key in PLAIN[program])


PLAIN = {
    "gmm": ("d", "k", "n", "m", "gamma", "alpha", "mu", "q", "l", "x"),
    "ba": ("n", "m", "p", "cam", "x", "w", "feat"),
    "particle": ("w",),
    "saddle": ("start",),
}


def hand_parts(given: Instance) -> Iterator[Any]:
    data, model, us = given["data"], given["data"]["model"], given["us"]
    yield from (model["bone_count"], len(model["base_positions"]), len(model["triangles"]), len(data["points"]), len(us) > 0)
    keys = ("parents", "base_relatives", "inverse_base_absolutes", "base_positions", "weights", "triangles", "is_mirrored")
    yield from (model[key] for key in keys)
    yield from (data["correspondences"], data["points"], given["theta"], us)
