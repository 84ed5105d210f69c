"""The stages from IR text to machine code, in order: for `irad.stages.observers`, and for the picture in the documentation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """``home``: the file of the stage.  ``text``: LLVM reads or prints the module here.

    ``read``: all bodies are read by then, so that the model can be verified.
    """

    name: str
    does: str
    home: str
    text: bool = False
    read: bool = False


HEADS = Stage("heads", "heads and initialisers are read, bodies stay text", "irad/stages/heads.py", text=True)
MARKED = Stage("marked calls", "__enzyme_autodiff and its like become derivatives", "irad/stages/marked_expansion.py", read=True)
ASIDE = Stage("set aside", "bodies of functions with rules, and what the program registers", "irad/stages/set_aside.py")
NORMAL = Stage(
    "normal form", "LLVM simplifies without vectorising; bodies are read", "irad/stages/normal_form.py", text=True, read=True
)
VERSIONS = Stage("versions", "loops without checks, known function pointers", "irad/stages/normal_form.py", read=True)
PREPARED = Stage(
    "preparation", "exceptions and irregular loops become simple control flow", "irad/transform/lower/prepare.py", read=True
)
DERIVED = Stage(
    "differentiation", "analyses, then derivative functions in the same module", "irad/transform/driver.py", read=True
)
RESTORED = Stage("restored", "bodies that were set aside come back", "irad/stages/set_aside.py")
CODE = Stage("code", "runtime linked, optimised, machine code: one live LLVM module", "irad/stages/machine_code.py", text=True)

STAGES = (HEADS, MARKED, ASIDE, NORMAL, VERSIONS, PREPARED, DERIVED, RESTORED, CODE)
