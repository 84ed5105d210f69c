"""Soft Viterbi alignment (temperature-smoothed max) over a list of strings used as labels."""
import numpy as np

LABELS = ["C", "H", "E"]
INDEX = {s: i for i, s in enumerate(LABELS)}
MAX_LEN = 50


def soft_max(values, temperature=0.5):
    m = max(values)
    return m + temperature * np.log(sum(np.exp((v - m) / temperature) for v in values))


def score_of_path(path, emissions, transitions):
    """Score of one labelled path, e.g. 'CCHHE'."""
    codes = [INDEX[c] for c in path]
    s = emissions[0, codes[0]]
    for t, (i, j) in enumerate(zip(codes[:-1], codes[1:]), start=1):
        s += transitions[i][j] + emissions[t, j]
    return s


def soft_viterbi(emissions, transitions, temperature):
    n, k = emissions.shape
    if n > MAX_LEN:
        raise ValueError(f"sequence of length {n} is longer than {MAX_LEN}")
    table = [[None] * k for _ in range(n)]
    table[0] = [emissions[0, j] for j in range(k)]
    for t in range(1, n):
        for j in range(k):
            best = soft_max([table[t - 1][i] + transitions[i][j] for i in range(k)], temperature)
            table[t][j] = best + emissions[t, j]
    return soft_max(table[-1], temperature)


def loss(weights, features, paths, temperature=0.5):
    """Structured hinge-like loss: soft best score minus the score of the true path."""
    w, transitions = weights
    total, count = 0.0, 0
    for x, path in zip(features, paths):
        if not path:
            continue
        emissions = x @ w
        gap = soft_viterbi(emissions, transitions, temperature) - score_of_path(path, emissions, transitions)
        total += gap
        count += 1
    return total / max(count, 1) + 0.01 * np.sum(w**2)


def args():
    rng = np.random.default_rng(4)
    w = 0.5 * rng.standard_normal((4, 3))
    trans = 0.3 * rng.standard_normal((3, 3))
    paths = ["CCHHE", "HHHC", "", "EEC"]
    feats = [rng.standard_normal((len(p), 4)) for p in paths]
    return [w, trans], feats, paths


ARGNUM = 0
