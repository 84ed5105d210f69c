"""``datetime.date`` and ``datetime.timedelta``: their objects are integers in compiled code, as CPython's `_pydatetime` has them.

What is computed of them are integers, which have no derivative.
"""

from __future__ import annotations

import datetime
from typing import Any

from irad.frontends.python.library.shared.compiler_words import refused

_DAY = 86_400_000_000  # microseconds
_FLOATS = "a timedelta of floats is not supported in compiled functions: it is rounded to microseconds, and has no derivative"


class Date:
    """``datetime.date``."""

    irad_compiled = True
    irad_stands_for: type = datetime.date
    irad_attributes = ("year", "month", "day")

    def __init__(self, year: int, month: int, day: int) -> None:
        if year < 1 or year > 9999:
            raise ValueError(f"year {year} is out of range")
        if month < 1 or month > 12:
            raise ValueError("month must be in 1..12")
        if day < 1 or day > days_in_month(year, month):
            raise ValueError("day is out of range for month")
        self.year = year
        self.month = month
        self.day = day

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return datetime.date(self.year, self.month, self.day)

    def toordinal(self) -> int:
        return days_before_year(self.year) + days_before_month(self.year, self.month) + self.day

    def weekday(self) -> int:
        return (self.toordinal() + 6) % 7

    def isoweekday(self) -> int:
        return (self.toordinal() + 6) % 7 + 1

    def replace(self, year: Any = None, month: Any = None, day: Any = None) -> Date:
        y = self.year if year is None else year
        m = self.month if month is None else month
        return Date(y, m, self.day if day is None else day)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, datetime.timedelta):
            return date_of(self.toordinal() + other.days)
        return NotImplemented

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, datetime.timedelta):
            return date_of(self.toordinal() - other.days)
        if isinstance(other, datetime.date):
            return Duration(self.toordinal() - other.toordinal())
        return NotImplemented

    def __eq__(self, other: Any) -> Any:
        return isinstance(other, datetime.date) and self.toordinal() == other.toordinal()

    def __lt__(self, other: Any) -> bool:
        return self.toordinal() < other.toordinal()  # type: ignore[no-any-return]

    def __le__(self, other: Any) -> bool:
        return self.toordinal() <= other.toordinal()  # type: ignore[no-any-return]

    def __gt__(self, other: Any) -> bool:
        return self.toordinal() > other.toordinal()  # type: ignore[no-any-return]

    def __ge__(self, other: Any) -> bool:
        return self.toordinal() >= other.toordinal()  # type: ignore[no-any-return]


class Duration:
    """``datetime.timedelta``."""

    irad_compiled = True
    irad_stands_for: type = datetime.timedelta
    irad_attributes = ("days", "seconds", "microseconds")

    def __init__(
        self,
        days: int = 0,
        seconds: int = 0,
        microseconds: int = 0,
        milliseconds: int = 0,
        minutes: int = 0,
        hours: int = 0,
        weeks: int = 0,
    ) -> None:
        whole_days = days + 7 * weeks
        whole_seconds = seconds + 60 * minutes + 3600 * hours
        small = microseconds + 1000 * milliseconds
        if isinstance(whole_days + whole_seconds + small, float):
            refused(_FLOATS, "give integers: timedelta(days=1, seconds=43200)")
        whole_seconds += small // 1_000_000
        self.microseconds = small % 1_000_000
        self.days = whole_days + whole_seconds // 86_400
        self.seconds = whole_seconds % 86_400
        if self.days < -999_999_999 or self.days > 999_999_999:
            raise OverflowError(f"days={self.days}; must have magnitude <= 999999999")

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return datetime.timedelta(self.days, self.seconds, self.microseconds)

    def in_microseconds(self) -> int:
        """The whole of it."""
        return self.days * _DAY + self.seconds * 1_000_000 + self.microseconds

    def total_seconds(self) -> float:
        return self.in_microseconds() / 1_000_000

    def __add__(self, other: Any) -> Any:
        if isinstance(other, datetime.timedelta):
            return duration_of(self.in_microseconds() + other.in_microseconds())  # type: ignore[attr-defined]
        return NotImplemented

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, datetime.timedelta):
            return duration_of(self.in_microseconds() - other.in_microseconds())  # type: ignore[attr-defined]
        return NotImplemented

    def __mul__(self, factor: Any) -> Any:
        if isinstance(factor, float):
            refused(_FLOATS, "multiply by an integer, or compute with total_seconds()")
        return duration_of(self.in_microseconds() * factor)

    def __rmul__(self, factor: Any) -> Any:
        return self * factor

    def __neg__(self) -> Any:
        return duration_of(-self.in_microseconds())

    def __abs__(self) -> Any:
        return duration_of(abs(self.in_microseconds()))

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, datetime.timedelta):
            return self.in_microseconds() / other.in_microseconds()  # type: ignore[attr-defined]
        return refused("a timedelta divided by a number is not supported in compiled functions", "compute with total_seconds()")

    def __floordiv__(self, other: Any) -> Any:
        if isinstance(other, datetime.timedelta):
            return self.in_microseconds() // other.in_microseconds()  # type: ignore[attr-defined]
        return duration_of(self.in_microseconds() // other)

    def __mod__(self, other: Any) -> Any:
        return duration_of(self.in_microseconds() % other.in_microseconds())

    def __bool__(self) -> bool:
        return self.in_microseconds() != 0

    def __eq__(self, other: Any) -> Any:
        return isinstance(other, datetime.timedelta) and self.in_microseconds() == other.in_microseconds()  # type: ignore[attr-defined]

    def __lt__(self, other: Any) -> bool:
        return self.in_microseconds() < other.in_microseconds()  # type: ignore[no-any-return]

    def __le__(self, other: Any) -> bool:
        return self.in_microseconds() <= other.in_microseconds()  # type: ignore[no-any-return]

    def __gt__(self, other: Any) -> bool:
        return self.in_microseconds() > other.in_microseconds()  # type: ignore[no-any-return]

    def __ge__(self, other: Any) -> bool:
        return self.in_microseconds() >= other.in_microseconds()  # type: ignore[no-any-return]


for _cls, _name in ((Date, "date"), (Duration, "timedelta")):
    _cls.__name__ = _name


def is_leap(year: int) -> bool:
    """Whether February has 29 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """The number of days in a month."""
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 + (month + month // 8) % 2


def days_before_month(year: int, month: int) -> int:
    """The number of days of a year before the first of a month."""
    return (367 * month - 362) // 12 + (0 if month <= 2 else -1 if is_leap(year) else -2)


def days_before_year(year: int) -> int:
    """The number of days before the first of January of a year."""
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def duration_of(microseconds: int) -> Duration:
    """So many microseconds."""
    return Duration(microseconds // _DAY, 0, microseconds % _DAY)


def date_of(ordinal: int) -> Date:
    """The date with this number, 1 being the first of January of the year 1."""
    if ordinal < 1 or ordinal > 3_652_059:
        raise OverflowError("date value out of range")
    rest = ordinal - 1
    n400, rest = rest // 146_097, rest % 146_097
    n100, rest = rest // 36_524, rest % 36_524
    n4, rest = rest // 1461, rest % 1461
    n1, rest = rest // 365, rest % 365
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return Date(year - 1, 12, 31)
    month = (rest + 50) // 32
    before = days_before_month(year, month)
    if before > rest:
        month -= 1
        before = days_before_month(year, month)
    return Date(year, month, rest - before + 1)
