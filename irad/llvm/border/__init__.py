"""The interface to LLVM, where IR is text: parsing, printing, and edits of the text in between."""
