"""Shared places: what depends on them, and how they are decided."""

from __future__ import annotations

from tournaments.api.response import Response, of
from tournaments.formats import How
from tournaments.models import StoredTie
from tournaments.queries.results.ties import Dependence, Need, OpenTie

_HOWS = [(how.value, how.value) for how in How]


class DependenceResponse(Response, row=Dependence):
    """One consequence that depends on the order of entrants who share a place."""

    need: Need
    subject: str = of(words="The stage or the event.")
    name: str
    count: int = of(words="How many go on or qualify; 0 for prizes.")


class OpenTieResponse(Response, row=OpenTie):
    """Entrants who share a place on which something depends."""

    group: int | None = of(words="Null for the whole stage.")
    place: int
    last_place: int
    entrants: list[str] = of("sorted_uids")
    is_blocking: bool = of(
        words="Whether something waits for it; else a lot puts seeds in order, and prizes are split."
    )
    depends: list[DependenceResponse]
    playoff: str | None = of("playoff.uid", "The stage in which they play for it.")


class DecidedTieResponse(Response, row=StoredTie):
    """A decision on a shared place."""

    entrants: list[str] = of("order", "The best first; empty during its playoff.")
    tied: list[str] = of("entrants")
    how: How
    reason: str
    is_for_prizes: bool
    playoff: str | None
    seed: str = of(words="The text that decided the lot.")


class TiesResponse(Response):
    """The shared places of a stage, undecided and decided."""

    open: list[OpenTieResponse]
    decided: list[DecidedTieResponse]
