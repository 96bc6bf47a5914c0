"""The checker of pairings: it repeats the rounds of a tournament from their files, written from the normative texts alone."""

from .check import check
from .files import RoundFile, UnreadableError, read_round
from .verdict import RoundFinding

__version__ = "0.1.0"

__all__ = ["RoundFile", "RoundFinding", "UnreadableError", "check", "read_round"]
