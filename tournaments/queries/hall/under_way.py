"""The sides that play on in the stages under way, and how long the matches there have lasted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from tournaments.formats import FORMATS, Shape
from tournaments.models import EventKind, Seat, StageEntry, Tournament


class LastRound(NamedTuple):
    """The stage and the round in which a side was paired last."""

    stage: int
    number: int


@dataclass(frozen=True, slots=True)
class StagesUnderWay:
    """The last round of each side that plays on, and the timed matches of each stage with their lengths.

    Keys are those of sides and of stages.
    """

    places: Mapping[int, LastRound]
    timed: Mapping[int, list[tuple[timedelta, int]]]


def stages_under_way(tournament: Tournament) -> StagesUnderWay:
    """Return who plays on in the stages under way, and how long their matches have lasted; one query.

    The loser of a bracket plays on only if another stage has admitted it. A pair with an open match is left out: after
    a substitution the former pair still plays that match, and the new player waits for the next one.
    """
    places: dict[tuple[int, int], LastRound | None] = {}
    timed: dict[int, list[tuple[timedelta, int]]] = {}
    for seat in _seats(tournament):
        start, final_at = seat.pairing__match__started_at, seat.pairing__match__final_at
        kind, outcome = seat.stage__event__kind, seat.pairing__match__outcome
        is_bracket = FORMATS[seat.stage__format].shape is Shape.BRACKET
        is_lost = is_bracket and bool(outcome) and seat.pairing__match__winner != seat.side
        is_told_of = kind == EventKind.DOUBLES and bool(seat.pairing__match) and final_at is None
        is_out = (is_lost and not seat.is_admitted) or is_told_of
        place = None if is_out else LastRound(seat.stage_id, seat.round)
        places[seat.stage_id, seat.entrant__side_id] = place
        # The length of a team match or a series is its number of matches.
        is_timed = (
            kind != EventKind.TEAMS
            and seat.pairing__best_of == 1
            and start is not None
            and final_at is not None
        )
        if is_timed and seat.side == "one":
            match = final_at - start, seat.pairing__match__length
            timed.setdefault(seat.stage_id, []).append(match)
    last = {side: place for (_stage, side), place in sorted(places.items()) if place is not None}
    return StagesUnderWay(last, timed)


def _seats(tournament: Tournament) -> list[Any]:
    """Return the seats of the stages under way by round; one query."""
    own = Seat.objects.filter(stage=OuterRef("stage"), entrant=OuterRef("entrant"), cancelled_at=None)
    # Whoever was admitted from another stage has no seat there before the first pairing.
    admitted = StageEntry.objects.filter(
        ~Exists(own), entrant=OuterRef("entrant"), stage__completed_at=None, origin__isnull=False
    )
    seats = Seat.objects.filter(
        stage__event__tournament=tournament,
        stage__completed_at=None,
        cancelled_at=None,
        entrant__withdrawn_at=None,
    )
    rows = seats.annotate(is_admitted=Exists(admitted)).order_by("round", "pk")
    return list(
        rows.values_list(
            "stage_id",
            "round",
            "stage__format",
            "stage__event__kind",
            "entrant__side_id",
            "side",
            "pairing__match",
            "pairing__match__outcome",
            "pairing__match__winner",
            "is_admitted",
            "pairing__match__started_at",
            "pairing__match__final_at",
            "pairing__match__length",
            "pairing__best_of",
            named=True,
        )
    )
