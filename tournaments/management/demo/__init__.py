"""The demonstration: a tournament with a finished event, one in mid-round and one open for registration."""

from .loading import Loaded, load

__all__ = ["Loaded", "load"]
