"""The model of LLVM IR: types, values, reader, printer, builder."""
