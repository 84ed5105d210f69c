"""C, C++ and Fortran to LLVM IR."""

from irad.frontends.clang.compile import compile_to_ir, find_compiler

__all__ = ["compile_to_ir", "find_compiler"]
