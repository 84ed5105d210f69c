"""Matrix factorisation with biases; ratings in a dict keyed by (user, item) strings; implicit set feedback."""
from collections import Counter

import numpy as np

RATINGS = {
    ("ann", "matrix"): 5, ("ann", "alien"): 4, ("bob", "matrix"): 3, ("bob", "heat"): 4,
    ("cat", "alien"): 2, ("cat", "heat"): 5, ("cat", "up"): 4, ("dan", "up"): 1,
}
HELD_OUT = {("dan", "heat"): 3, ("bob", "up"): 2}
VIEWED = {"ann": {"up", "heat"}, "bob": set(), "cat": {"matrix"}, "dan": {"alien", "matrix"}}


class Vocabulary:
    def __init__(self, names):
        self.names = sorted(set(names))
        self._index = {n: i for i, n in enumerate(self.names)}

    def __getitem__(self, name):
        return self._index[name]

    def __len__(self):
        return len(self.names)

    def __contains__(self, name):
        return name in self._index


USERS = Vocabulary(u for u, _ in RATINGS)
ITEMS = Vocabulary(i for _, i in RATINGS)


class SVDpp:
    def __init__(self, params, mu):
        self.__dict__.update(params)
        self.mu = mu

    def user_vector(self, user):
        p = self.P[USERS[user]]
        seen = VIEWED.get(user, ())
        if not seen:
            return p
        implicit = sum(self.Yi[ITEMS[i]] for i in sorted(seen))
        return p + implicit / np.sqrt(len(seen))

    def predict(self, user, item):
        if user not in USERS or item not in ITEMS:
            return self.mu
        u, i = USERS[user], ITEMS[item]
        return self.mu + self.bu[u] + self.bi[i] + self.user_vector(user) @ self.Q[i]


def loss(params, reg=0.05):
    mu = sum(RATINGS.values()) / len(RATINGS)
    model = SVDpp(params, mu)
    n_by_user = Counter(u for u, _ in RATINGS)
    sse = 0.0
    for (user, item), r in RATINGS.items():
        weight = 1.0 / n_by_user[user] ** 0.5
        sse += weight * (r - model.predict(user, item)) ** 2
    held = [(r - model.predict(*key)) ** 2 for key, r in HELD_OUT.items()]
    penalty = reg * sum(float(np.sum(v**2)) for v in params.values())
    return sse / len(RATINGS) + np.mean(held) + penalty + model.predict("zoe", "up") * 0


def args():
    rng = np.random.default_rng(31)
    k, nu, ni = 2, len(USERS), len(ITEMS)
    return ({"P": 0.3 * rng.standard_normal((nu, k)), "Q": 0.3 * rng.standard_normal((ni, k)),
             "Yi": 0.1 * rng.standard_normal((ni, k)), "bu": np.zeros(nu), "bi": 0.1 * np.ones(ni)},)


ARGNUM = 0
