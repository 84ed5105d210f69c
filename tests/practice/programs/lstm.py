"""LSTM and GRU cells with parameters in nested dicts, packed sequences of different length, float32 inputs."""
import numpy as np


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def lstm_cell(p, x, state):
    h, c = state
    gates = x @ p["Wx"] + h @ p["Wh"] + p["b"]
    i, f, g, o = np.split(gates, 4, axis=-1)
    c = sigmoid(f + 1.0) * c + sigmoid(i) * np.tanh(g)
    h = sigmoid(o) * np.tanh(c)
    return h, (h, c)


def gru_cell(p, x, state):
    (h,) = state
    n = h.shape[-1]
    gx = x @ p["Wx"] + p["b"]
    gh = h @ p["Wh"]
    r = sigmoid(gx[..., :n] + gh[..., :n])
    z = sigmoid(gx[..., n:2 * n] + gh[..., n:2 * n])
    cand = np.tanh(gx[..., 2 * n:] + r * gh[..., 2 * n:])
    h = (1 - z) * cand + z * h
    return h, (h,)


CELLS = {"lstm": (lstm_cell, 4, 2), "gru": (gru_cell, 3, 1)}


def scan(cell, p, xs, state):
    outputs = []
    for x in xs:
        out, state = cell(p, x, state)
        outputs.append(out)
    return np.stack(outputs), state


def encode(params, seq, hidden):
    x = seq
    for kind, p in params["stack"]:
        cell, _, n_state = CELLS[kind]
        x, _ = scan(cell, p, x, tuple(np.zeros(hidden) for _ in range(n_state)))
    return x[-1]


def loss(params, kinds, batch, labels):
    hidden = 3
    model = {"stack": list(zip(kinds, params["cells"]))}
    total = 0.0
    for seq, label in zip(batch, labels):
        logits = encode(model, seq.astype(np.float64), hidden) @ params["out"]
        m = logits.max()
        total += np.log(np.exp(logits - m).sum()) + m - logits[label]
    return total / len(batch)


def args():
    rng = np.random.default_rng(18)
    H, D = 3, 2

    def cell(n_in, gates):
        return {"Wx": 0.5 * rng.standard_normal((n_in, gates * H)), "Wh": 0.5 * rng.standard_normal((H, gates * H)),
                "b": np.zeros(gates * H)}

    params = {"cells": [cell(D, 4), cell(H, 3)], "out": rng.standard_normal((H, 3))}
    batch = [rng.standard_normal((n, D)).astype(np.float32) for n in (4, 6, 3)]
    return params, ("lstm", "gru"), batch, np.array([0, 2, 1], dtype=np.int32)


ARGNUM = 0
