"""Kinds of parameters of the functions in this library."""

from __future__ import annotations

from typing import Any

Setting = Any  # an argument that is part of what a function is compiled for, as ``bool`` ones are, where it is known then
