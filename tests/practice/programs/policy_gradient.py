"""Policy gradient surrogate with GAE from generator functions, discount returns reversed, clipped ratios."""
import numpy as np
from typing import Iterator, NamedTuple

GAMMA, LAMBDA, CLIP = 0.95, 0.9, 0.2


class Transition(NamedTuple):
    state: np.ndarray
    action: int
    reward: float
    old_logp: float
    done: bool


def discounted(rewards, gamma=GAMMA) -> Iterator[float]:
    """Returns-to-go, last first."""
    running = 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        yield running


def episodes(transitions):
    current = []
    for tr in transitions:
        current.append(tr)
        if tr.done:
            yield current
            current = []
    if current:
        yield current


def policy_logits(theta, s):
    return np.tanh(s @ theta["w1"]) @ theta["w2"]


def value(theta, s):
    return np.tanh(s @ theta["w1"]) @ theta["v"]


def log_softmax(z):
    z = z - np.max(z)
    return z - np.log(np.sum(np.exp(z)))


def advantages(values, rewards):
    """Generalised advantage estimation."""
    n = len(rewards)
    adv = np.zeros(n)
    last = 0.0
    for t in range(n - 1, -1, -1):
        nxt = values[t + 1] if t + 1 < n else 0.0
        delta = rewards[t] + GAMMA * nxt - values[t]
        adv[t] = last = delta + GAMMA * LAMBDA * last
    return adv


def episode_terms(theta, episode):
    rewards = [tr.reward for tr in episode]
    values = [value(theta, tr.state) for tr in episode]
    returns = list(discounted(rewards))[::-1]
    adv = advantages(values, rewards)
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    for tr, a, v, g in zip(episode, adv, values, returns):
        logp = log_softmax(policy_logits(theta, tr.state))
        ratio = np.exp(logp[tr.action] - tr.old_logp)
        clipped = min(ratio * a, np.clip(ratio, 1 - CLIP, 1 + CLIP) * a)
        entropy = -np.sum(np.exp(logp) * logp)
        yield -clipped + 0.5 * (v - g) ** 2 - 0.01 * entropy


def loss(theta, transitions):
    terms = [term for ep in episodes(transitions) for term in episode_terms(theta, ep)]
    return sum(terms) / len(terms)


def args():
    rng = np.random.default_rng(34)
    theta = {"w1": 0.6 * rng.standard_normal((3, 4)), "w2": 0.5 * rng.standard_normal((4, 2)), "v": rng.standard_normal(4)}
    trs = []
    for k in range(11):
        s = rng.standard_normal(3)
        a = int(rng.integers(2))
        logp = log_softmax(policy_logits(theta, s))[a] + 0.05 * rng.standard_normal()
        trs.append(Transition(s, a, float(rng.standard_normal()), float(logp), k in (4, 8)))
    return theta, trs


ARGNUM = 0
