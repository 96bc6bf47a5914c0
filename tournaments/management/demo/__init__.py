"""The demonstration: a tournament with an event in each state, and the federation that sanctions it."""

from .loading import Loaded, load

__all__ = ["Loaded", "load"]
