"""Leagues and ladders: match days with home and away, and challenges."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, of
from tournaments.queries.draws.bracket import SideView
from tournaments.queries.draws.match_days import Encounter, FixtureDay
from tournaments.queries.entrants.challenges import ChallengeLine


class EncounterSideResponse(Response, row=SideView):
    """A side of an encounter."""

    entrant: str | None
    name: str
    score: int | None


class EncounterResponse(Response, row=Encounter):
    """An encounter; where there are match days `home` is at home."""

    round: int = of("of.number")
    slot: int = of("slot.slot", "With the round it names the encounter.")
    group: int | None = of("slot.group", "Its division, counted from 1.")
    home: EncounterSideResponse = of("slot.one")
    away: EncounterSideResponse = of("slot.two")
    at: datetime | None = of(words="When it is played; null while nothing says it.")
    is_moved: bool = of(words="Whether `at` is its own, and not that of its round.")
    is_exchanged: bool = of(words="Whether home and away are exchanged.")
    due_at: datetime | None
    venue: str
    match: str | None = of("slot.match", "Null until it is paired.")
    winner: str | None = of(words="The entrant who has won.", get=lambda one: _winner(one))
    is_final: bool = of("is_over")
    is_overdue: bool
    lineups: list[str] = of(
        words="Between teams: the sides, `one` at home, whose line-up is in.",
        get=lambda one: sorted(one.lineups),
    )


def _winner(encounter: Encounter) -> str | None:
    side: SideView | None = encounter.slot.winner
    return None if side is None else side.entrant


class FixtureDayResponse(Response, row=FixtureDay):
    """A day with its encounters in the order of play; `day` is null for those without a date."""

    day: str | None = of(get=lambda one: _day(one))
    encounters: list[EncounterResponse]


def _day(day: FixtureDay) -> str | None:
    return None if day.day is None else day.day.isoformat()


class MatchDaysResponse(Response):
    """All encounters of a league by day, and whether the first named is at home."""

    stage: str
    has_home: bool
    days: list[FixtureDayResponse]


class ChallengeResponse(Response, row=ChallengeLine):
    """A challenge with its match, which is null once it is taken back."""

    id: str = of("uid")
    number: int = of("challenge.number", "From 1; it is the round of the match.")
    challenger: str = of("challenge.challenger.uid")
    challenged: str = of("challenge.challenged.uid")
    made_at: datetime = of("challenge.made_at")
    due_at: datetime | None = of(words="Until when it is to be played.")
    taken_back_at: datetime | None = of("challenge.taken_back_at")
    match: str | None
    winner: str = of(words="The entrant who won, empty before.")
    is_open: bool = of(words="Still to be played.")


class ReachResponse(Response):
    """The entrants whom an entrant may challenge now in a ladder of its event, the best placed first."""

    stage: str
    within_reach: list[str]
