"""Functions become a module: instances at types of arguments, in rounds, and the text of all of them."""
