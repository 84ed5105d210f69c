"""Compiled code in this process: loaded modules, what is kept on disk, native calls and their memory."""
