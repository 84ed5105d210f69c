"""Where IR is text: into LLVM and out of it, and what is changed in the text on the way."""
