"""Numbers that formulas of distributions and special functions share."""

from __future__ import annotations

import math

LOG_ROOT_2PI = 0.5 * math.log(2.0 * math.pi)
EULER = 0.57721566490153286061
