"""Dicts of known keys with values of several types that several names stand for: trees, records in lists, choices."""

from __future__ import annotations

import numpy as np
import pytest

from tests.frontends.python.plain import compare


def fitted(x, r, rate):
    """Boosting with trees of dicts; ``r``: one target for each row of ``x``."""

    def fit(x, r, depth):
        if depth == 0 or len(r) < 3:
            return {"value": r.mean()}
        j = depth % x.shape[1]
        t = np.median(x[:, j])
        m = x[:, j] <= t
        return {"feature": j, "threshold": t, "left": fit(x[m], r[m], depth - 1), "right": fit(x[~m], r[~m], depth - 1)}

    def predict(tree, row):
        if "value" in tree:
            return tree["value"]
        return predict(tree["left"] if row[tree["feature"]] <= tree["threshold"] else tree["right"], row)

    out = np.full(len(r), r.mean())
    for _ in range(2):
        tree = fit(x, r - out, 2)
        out = out + rate * np.array([predict(tree, row) for row in x])
    return np.mean((r - out) ** 3)


def mixture(x, means):
    params = [{"pi": 1 / len(means), "mu": m} for m in means]
    for _ in range(2):
        for k, p in enumerate(params):
            p["pi"] = p["pi"] * x.mean()
            p["mu"] = x[k] * p["mu"]
    return sum(p["pi"] ** 2 + p["mu"].sum() for p in params)


def _weight(t):
    s = t["w"]
    for c in t["kids"]:
        s += 0.5 * _weight(c)
    return s


def grown(x, n):
    root = {"w": x, "kids": []}
    at = root
    for k in range(n):
        new = {"w": x * x * k, "kids": []}
        at["kids"].append(new)
        if k % 2:
            at = new
    if "depth" in root:
        return 0.0
    root["w"] *= x + root.setdefault("c", 3.0)
    return _weight(root) + at.get("w", 0.0) + at.get("z", 3.0)


def chained(x, n):
    t = {"a": x, "b": np.array([x, x])}
    found = []
    for k in range(n):
        found.append(t)
        t = {"a": t["a"] * x, "b": t["b"] + k}
    s = 0.0
    for d in found:
        for k, v in d.items():
            s += np.sum(v) * len(k)
        s += len(d) + len([*d]) + sum(1 for k in d if k == "a")
        try:
            s += d["zz"]
        except KeyError as error:
            s += 100 * len(error.args)
    found[0]["a"] = 5.0 * x
    t.update({"a": 1.0})
    return s + found[0]["a"] + t.setdefault("a", 2.0) + sum(np.sum(v) for v in found[1].values())


def shapes(x, n):
    found = [{"kind": "circle", "r": x}, {"kind": "box", "w": x, "h": 2.0}]
    for k in range(n):
        found.append({"kind": "box", "w": x * k, "h": 1.0} if k % 2 else {"kind": "circle", "r": x + k})
    s = 0.0
    for one in found:
        s += 3.0 * one["r"] ** 2 if one["kind"] == "circle" else one["w"] * one["h"]
    found[-1]["kind"] = "box"
    return s + sum(1 for one in found if one["kind"] == "box")


def counted(x, n):
    """Taking keys out, which makes them dicts of computed keys."""
    rows = [{"a": x, "b": x * k} for k in range(n)]
    s = 0.0
    for d in rows:
        s += d.pop("a") + 2 * len(d)
        d["c"] = s
    return s + rows[0].get("a", 7.0) * x + rows[-1]["c"]


X, R = np.random.default_rng(5).normal(size=(12, 2)), np.linspace(-1.0, 2.0, 12) ** 2


def _fitted(x):
    return fitted(X, R * x + x * x, 0.3)


def _mixture(x):
    return mixture(np.arange(6.0).reshape(3, 2) * x, np.array([[1.0, 2.0], [x, 4.0]]))


def _grown(x):
    return grown(x, 5)


def _chained(x):
    return chained(x, 3)


def _shapes(x):
    return shapes(x, 4)


def _counted(x):
    return counted(x, 3)


@pytest.mark.parametrize("f", [_fitted, _mixture, _grown, _chained, _shapes, _counted])
def test_derivatives(f):
    compare(f, 1.5)
