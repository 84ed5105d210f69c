"""C++ exceptions as ordinary control flow."""
