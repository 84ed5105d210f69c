"""Authors: the objects that write the derivatives of functions with user rules.

A function that has rules is marked in IR (`irad.rules.python_rules`).  Its author compiles a rule when the transform asks for it;
`glue.py` writes the adapter between the transform's conventions and the user's function.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.errors import Place, UnsupportedError
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.userrules.glue_forward import forward_texts
from irad.frontends.python.userrules.glue_reverse import reverse_texts
from irad.frontends.python.userrules.ruled_function import RuledFunction
from irad.rules.formulas.external import Texts, Wanted
from irad.rules.python_rules import PythonRule, register


class FunctionAuthor(RuledFunction):
    """Writes the derivatives of one function at one tuple of types, from the user's rules."""

    def __init__(self, instance: Instance, called_at: Place | None) -> None:
        super().__init__(instance)
        self.called_at = called_at

    def split(self, rule: PythonRule, wanted: Wanted) -> Texts:
        return self._placed(lambda: reverse_texts(self, rule, wanted))

    def forward(self, rule: PythonRule, wanted: Wanted) -> Texts:
        return self._placed(lambda: forward_texts(self, rule, wanted))

    def _placed(self, write: Callable[[], Texts]) -> Texts:
        """What is wrong with a library's rule is said at the user's call."""
        try:
            return write()
        except UnsupportedError as error:
            if error.place is not None or self.called_at is None:
                raise
            raise UnsupportedError(error.message, place=self.called_at, hint=error.hint) from None


def author_of(instance: Instance, called_at: Place | None = None) -> int:
    """The number of the author of a function, which is registered with it; ``called_at``: by the user, if at one place."""
    return register(FunctionAuthor(instance, called_at))
