"""``python -m irad`` is the command ``irad``."""

from irad.cli import main

if __name__ == "__main__":
    main()
