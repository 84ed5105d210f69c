"""Attributes in the vocabulary of Enzyme or irad: ``"enzyme_inactive"``, ``"irad_math"="sin"``."""

from __future__ import annotations

from irad.ir.attribute_set import AttributeSet

PREFIXES = ("enzyme_", "irad_")


def program_words(attributes: AttributeSet) -> dict[str, str]:
    """The words without their prefix, each with its value ("" for one without a value).

    >>> program_words(AttributeSet.parse('nounwind "enzyme_math"="sin" "irad_inactive"'))
    {'math': 'sin', 'inactive': ''}
    """
    names = (n for n in attributes.names() if n.startswith(PREFIXES))
    return {n.partition("_")[2]: attributes.value(n) or "" for n in names}
