"""Shared libraries, programs and listings: what `irad build`, `irad cc` and `irad dump` make."""
