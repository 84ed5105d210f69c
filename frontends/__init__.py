"""From source languages to LLVM IR text: `clang` (C, C++, Fortran), `python`."""
