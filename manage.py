#!/usr/bin/env python
"""Django's entry point; `./videau` calls it inside the project's environment."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
    from tournaments.project.command_line import main

    main(sys.argv)
