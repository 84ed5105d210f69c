"""Authors: the objects that write the derivatives of functions with user rules.

A function that has rules is marked in IR (`irad.rules.python_rules`).  Its author compiles a rule when the transform asks for it;
`glue.py` writes the adapter between the transform's conventions and the user's function.
"""

from __future__ import annotations

from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.userrules.glue_forward import forward_texts
from irad.frontends.python.userrules.glue_reverse import reverse_texts
from irad.frontends.python.userrules.ruled_function import RuledFunction
from irad.rules.formulas.external import Texts, Wanted
from irad.rules.python_rules import PythonRule, register


class FunctionAuthor(RuledFunction):
    """Writes the derivatives of one function at one tuple of types, from the user's rules."""

    def split(self, rule: PythonRule, wanted: Wanted) -> Texts:
        return reverse_texts(self, rule, wanted)

    def forward(self, rule: PythonRule, wanted: Wanted) -> Texts:
        return forward_texts(self, rule, wanted)


def author_of(instance: Instance) -> int:
    """The number of the author of a function, which is registered with it."""
    return register(FunctionAuthor(instance))
