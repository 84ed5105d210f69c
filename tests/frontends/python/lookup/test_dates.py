"""``datetime.date`` and ``datetime.timedelta`` made and held in compiled code, and dates from outside."""

from __future__ import annotations

import datetime
from datetime import date, timedelta

import pytest

import irad
from tests.frontends.python.plain import compare

START, STEP = date(2020, 2, 27), timedelta(days=1)
DATES = [date(2020, 1, 1), date(2021, 3, 1), date(2024, 2, 29)]


def monthly(x):
    due, balance = date(2020, 1, 15), 100 * x
    for _ in range(6):
        later = date(due.year, due.month + 1, 15)
        balance *= 1 + x * (later - due).days / 365
        due = later
    return balance


def days_from_outside(x):
    d, s = START, 0.0
    for _ in range(5):
        d = d + STEP
        s += x * d.day + d.month * x * x + d.weekday() + d.isoweekday() * x
    return s


def compared_dates(x):
    d, e = date(2019, 12, 30) + timedelta(weeks=int(x), hours=49), datetime.date(2020, 3, 1)
    s = x * (e - d).days + (e - d).total_seconds() * x / 1e5 + (x if d < e else 0) + (x if d == e else 2 * x) + (e >= d) * x
    return s + (d != e) * x + (e - timedelta(days=60) <= d) * x


def discounted(x):
    flows = [(date(2020, 6, 30), 10.0), (date(2021, 6, 30), 110.0)]
    s = sum(x ** ((d - DATES[0]).days / 365) for d in DATES)
    return s + sum(c / (1 + x) ** ((d - date(2020, 1, 1)).days / 365.25) for d, c in flows)


def durations(x):
    t = timedelta(days=2, seconds=5) * 3 - timedelta(hours=int(x), milliseconds=7)
    s = t.days * x + t.seconds * x + (t / timedelta(days=1)) * x + (-t).days * x + abs(-t).seconds + (t // timedelta(hours=5)) * x
    return s + (t % timedelta(hours=5)).seconds * x + (t > STEP) * x + (x if t else 0) + t.microseconds + (2 * STEP).days * x


def replaced(x):
    d, s = date(2024, 2, 29), 0.0
    for _ in range(int(x) + 3):
        try:
            d = d.replace(year=d.year + 1)
        except ValueError:
            d = d.replace(year=d.year + 1, day=28)
            s += x
        s += d.toordinal() * x
    return s


def ordered(x):
    found = sorted(DATES, reverse=True)
    return (found[0] - found[-1]).days * x + max(DATES).year * x + min(DATES).month


def classes(x):
    return isinstance(START, date) * x + isinstance(date(2020, 1, 1), date) * x + isinstance(STEP, timedelta) * x


def working_days(x):
    holidays, d, n = [date(2020, 12, 25), date(2021, 1, 1)], date(2020, 12, 24), 0
    while n < 5:
        d += timedelta(1)
        if d.weekday() < 5 and d not in holidays:
            n += 1
    return (d - holidays[0]).days * x


@pytest.mark.parametrize("x", [0.63, 1.27])
@pytest.mark.parametrize(
    "f", [monthly, days_from_outside, compared_dates, discounted, durations, replaced, ordered, classes, working_days]
)
def test_dates(f, x: float) -> None:
    compare(f, x)


def moved(days):
    return date(1999, 12, 31) + timedelta(days=days)


def test_all_days_of_some_years() -> None:
    f = irad.jit(moved)
    for n in (*range(-400, 800, 7), -730000, 2_900_000, 60, 59, 36524, 146097):
        found = f(n)
        assert found == moved(n) and type(found) is date
    g = irad.jit(lambda n: (date(2000, 1, 1) + timedelta(n)).weekday())
    assert [g(n) for n in range(20)] == [(date(2000, 1, 1) + timedelta(n)).weekday() for n in range(20)]
    assert irad.jit(lambda n: timedelta(seconds=n, days=2))(-5) == timedelta(seconds=-5, days=2)


def test_what_is_no_date() -> None:
    with pytest.raises(ValueError, match=r"month must be in 1\.\.12"):
        irad.jit(lambda m: date(2020, m, 1).day)(13)
    with pytest.raises(ValueError, match="day is out of range for month"):
        irad.jit(lambda y: date(y, 2, 29).day)(2100)
    with pytest.raises(OverflowError, match="date value out of range"):
        irad.jit(moved)(3_000_000)
    with pytest.raises(irad.UnsupportedError, match="a timedelta of floats"):
        irad.grad(lambda x: timedelta(days=x).total_seconds())(1.5)
    with pytest.raises(irad.UnsupportedError, match="datetime is a class whose objects compiled functions do not know"):
        irad.jit(lambda y: datetime.datetime(y, 1, 1).day)(2020)
