"""C, C++ and Fortran to LLVM IR, and objects to programs."""

from irad.frontends.clang.compile import CompilerWarning, compile_to_ir, instrument, is_instrumented, language_of
from irad.frontends.clang.compilers import CompilerDriver, find_clang, find_flang
from irad.frontends.clang.program_linking import has_vectors, link_program

__all__ = [
    "CompilerDriver",
    "CompilerWarning",
    "compile_to_ir",
    "find_clang",
    "find_flang",
    "has_vectors",
    "instrument",
    "is_instrumented",
    "language_of",
    "link_program",
]
