"""Tests of `scipy.stats` by ranks and signs: what depends on the order of samples only has no derivative."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import chdtrc, ndtr

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.stats.sample_tests import Significance, samples_of
from irad.frontends.python.library.stats.samples import rankdata


class Association(Significance):
    """What `kendalltau` returns: a tuple of two, one of which has another name as well."""

    @property
    def correlation(self) -> Any:
        """The statistic."""
        return self.statistic


def of_normal(z: Any, alternative: Any) -> Any:
    """The p value of a normal number."""
    if alternative == "two-sided":
        return 2.0 * ndtr(-np.abs(z))
    if alternative == "less":
        return ndtr(z)
    if alternative == "greater":
        return ndtr(-z)
    raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")


def _ties(x: Any) -> Any:
    """Of equal elements, t in each group: the sums of t(t-1)/2, t(t-1)(t-2) and t(t-1)(2t+5)."""
    order = np.sort(x)
    pairs, triples, more, k = 0.0, 0.0, 0.0, 0
    while k < len(order):
        end = k + 1
        while end < len(order) and order[end] == order[k]:
            end += 1
        t = float(end - k)
        pairs, triples, more = pairs + t * (t - 1) / 2, triples + t * (t - 1) * (t - 2), more + t * (t - 1) * (2 * t + 5)
        k = end
    return pairs, triples, more


def _of_orders(n: int, agreeing: int, alternative: Any) -> Any:
    """The exact p value of Kendall's statistic: permutations by their inversions (Kendall, *Rank Correlation Methods*)."""
    most = n * (n - 1) // 2
    right = 2 * agreeing >= most
    fewer = min(agreeing, most - agreeing)
    count = np.zeros(fewer + 1)
    count[0] = 1.0
    for j in range(2, n + 1):
        sums = np.cumsum(count) / j
        count = sums.copy()
        if j <= fewer:
            count[j:] -= sums[: fewer + 1 - j]
    total = count.sum()
    if alternative == "two-sided":
        return min(1.0, 2.0 * total) if 2 * fewer != most else 1.0
    return total if right == (alternative == "greater") else 1.0 - total + count[fewer]


def kendalltau(x: Any, y: Any, *, method: Setting = "auto", variant: Setting = "b", alternative: Setting = "two-sided") -> Any:
    """Kendall's correlation of ranks, with the exact p value where SciPy has it."""
    a, b = np.ravel(np.asarray(x)), np.ravel(np.asarray(y))
    if len(a) != len(b):
        raise ValueError("Array shapes are incompatible for broadcasting.")
    if variant != "b" and variant != "c":
        raise ValueError("variant must be 'b' or 'c'.")
    if method not in ("auto", "exact", "asymptotic"):
        raise ValueError("Unknown method specified.  Use 'auto', 'exact' or 'asymptotic'.")
    n = len(a)
    balance, against = 0, 0
    for i in range(n):
        for j in range(i):
            if np.isnan(a[i] * 1.0) or np.isnan(b[i] * 1.0):
                return Association(math.nan, math.nan)
            if a[i] == a[j] or b[i] == b[j]:
                continue
            same = (a[i] > a[j]) == (b[i] > b[j])
            balance += 1 if same else -1
            against += 0 if same else 1
    whole = n * (n - 1) // 2
    (in_x, x0, x1), (in_y, y0, y1) = _ties(a), _ties(b)
    if in_x == whole or in_y == whole:
        return Association(math.nan, math.nan)
    if variant == "b":
        tau = balance / math.sqrt(whole - in_x) / math.sqrt(whole - in_y)
    else:
        classes = min(len(np.unique(a)), len(np.unique(b)))
        tau = 2 * balance / (n**2 * (classes - 1) / classes)
    tau = min(1.0, max(-1.0, tau))
    tied = in_x != 0 or in_y != 0
    if method == "exact" and tied:
        raise ValueError("Ties found, exact method cannot be used.")
    if method == "exact" or (method == "auto" and not tied and (n <= 33 or min(against, whole - against) <= 1)):
        if n > 170:
            raise NotImplementedError("the exact p value of kendalltau() of more than 170 pairs in compiled functions")
        return Association(tau, _of_orders(n, whole - against, alternative))
    m = n * (n - 1.0)
    variance = (m * (2 * n + 5) - x1 - y1) / 18 + (2 * in_x * in_y) / m + x0 * y0 / (9 * m * (n - 2))
    return Association(tau, of_normal(balance / math.sqrt(variance), alternative))


def kruskal(*samples: Any) -> Any:
    """Whether samples have the same median (Kruskal and Wallis)."""
    if len(samples) < 2:
        raise ValueError("Need at least two groups in stats.kruskal()")
    given = samples_of(*samples)
    everything = np.concatenate(given)
    ranks, n = rankdata(everything), len(everything)
    start, squares = 0, 0.0
    for x in given:
        squares += np.sum(ranks[start : start + len(x)]) ** 2 / len(x)
        start += len(x)
    pairs, triples, _ = _ties(everything)
    ties = 1.0 - (triples + 6.0 * pairs) / (float(n) ** 3 - n)  # t³ - t = t(t-1)(t-2) + 3t(t-1)
    h = (12.0 / (n * (n + 1.0)) * squares - 3.0 * (n + 1)) / ties
    return Significance(h, chdtrc(len(samples) - 1.0, h))


def _rank_sums(m: int, n: int) -> Any:
    """How likely each value of Mann's and Whitney's statistic of samples of m and n is."""
    count = np.zeros(m * n + 1)
    count[0] = 1.0
    for i in range(1, m + 1):  # the Gaussian binomial coefficient, a factor (1 - q^(n+i)) / (1 - q^i) at a time
        for k in range(m * n, n + i - 1, -1):
            count[k] -= count[k - n - i]
        for k in range(i, m * n + 1):
            count[k] += count[k - i]
    return count / count.sum()


def mannwhitneyu(
    x: Any, y: Any, use_continuity: bool = True, alternative: Setting = "two-sided", axis: Any = 0, method: Setting = "auto"
) -> Any:  # fmt: skip
    """Whether two samples come from the same distribution (Mann and Whitney)."""
    a, b = samples_of(x, y)
    m, n = len(a), len(b)
    if m == 0 or n == 0:
        raise ValueError("`x` and `y` must be of nonzero size.")
    if method not in ("auto", "exact", "asymptotic"):
        raise ValueError("`method` must be one of 'asymptotic', 'auto', 'exact'.")
    everything = np.concatenate((a, b))
    u = np.sum(rankdata(everything)[:m]) - m * (m + 1) / 2
    other = m * n - u
    far = max(u, other) if alternative == "two-sided" else u if alternative == "greater" else other
    pairs, triples, _ = _ties(everything)
    if method == "exact" or (method == "auto" and (m <= 8 or n <= 8) and pairs == 0):
        chances = _rank_sums(m, n)
        p = np.sum(chances[math.ceil(far) :])
    else:
        whole = m + n
        spread = math.sqrt(m * n / 12.0 * (whole + 1 - (triples + 6.0 * pairs) / (whole * (whole - 1))))
        above = far - m * n / 2.0 - (0.5 if use_continuity else 0.0)
        p = ndtr(-above / spread)
    return Significance(u, min(max(2.0 * p if alternative == "two-sided" else p, 0.0), 1.0))


def ks_2samp(data1: Any, data2: Any, alternative: Setting = "two-sided", method: Setting = "auto") -> Any:
    """The largest distance between the steps of two samples, with the exact p value, of the two-sided test."""
    if alternative != "two-sided":
        refused("ks_2samp() with alternative= is not supported in compiled functions", "the two-sided test")
    if method != "auto" and method != "exact":
        refused("ks_2samp() with this method= is not supported in compiled functions", "method='exact'")
    a, b = samples_of(data1, data2)
    a, b = np.sort(a), np.sort(b)
    m, n = len(a), len(b)
    if min(m, n) == 0:
        raise ValueError("Data passed to ks_2samp must not be empty")
    if max(m, n) > 10000:
        raise NotImplementedError("ks_2samp() of more than 10000 values in compiled functions")
    i, j, far, where, sign = 0, 0, 0, 0.0, 1
    while i < m or j < n:
        at = b[j] if i == m else a[i] if j == n else min(a[i], b[j])
        while i < m and a[i] == at:
            i += 1
        while j < n and b[j] == at:
            j += 1
        apart = i * n - j * m
        if abs(apart) > far:
            far, where, sign = abs(apart), at, 1 if apart > 0 else -1
    return Distance(far / (m * n), min(max(_outside(m, n, far), 0.0), 1.0), where, sign)


class Distance:
    """What `ks_2samp` returns: a tuple of two, with the place of the distance and its sign as attributes."""

    irad_compiled = True

    def __init__(self, statistic: Any, pvalue: Any, where: Any, sign: Any) -> None:
        self.statistic, self.pvalue, self.statistic_location, self.statistic_sign = statistic, pvalue, where, sign

    def __iter__(self) -> Any:
        return iter((self.statistic, self.pvalue))

    def __getitem__(self, k: Any) -> Any:
        return (self.statistic, self.pvalue)[k]

    def __len__(self) -> int:
        return 2


def _outside(m: int, n: int, far: int) -> Any:
    """How likely a path of m and n steps in a random order comes as far as that from the diagonal (Hodges 1957)."""
    inside = np.zeros(n + 1)
    if far == 0:
        return 1.0
    for j in range(n + 1):  # inside[j]: how likely no path to (i, j) was as far away; steps are drawn without putting back
        inside[j] = 1.0 if j * m < far else 0.0
    for i in range(1, m + 1):
        inside[0] = 1.0 if i * n < far else 0.0
        for j in range(1, n + 1):
            from_left, from_below = inside[j - 1] * j / (i + j), inside[j] * i / (i + j)
            inside[j] = from_left + from_below if abs(i * n - j * m) < far else 0.0
    return 1.0 - inside[n]
