"""The rows.  Each module has a tuple ``RULES``; a function appears in exactly one row of one module."""
