"""The admin pages of the competition: what an operator looks at, without a second way to write."""

from __future__ import annotations

from . import competition, exchange, federations, feed, hall, jobs, lists, people

__all__ = ["competition", "exchange", "federations", "feed", "hall", "jobs", "lists", "people"]
