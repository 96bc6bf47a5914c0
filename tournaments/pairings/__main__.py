"""The command line of the package as a module: `python -m videau_pairings check FILE...`."""

from __future__ import annotations

import sys

from .commands import main

if __name__ == "__main__":
    sys.exit(main(prog=f"python -m {__package__}"))
