"""The number of this release, as pyproject.toml has it."""

VERSION = "0.2.0"
