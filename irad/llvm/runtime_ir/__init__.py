"""IR that is linked into compiled code: the arena, containers, checks of arguments."""
