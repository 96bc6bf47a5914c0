"""Pairings and brackets as plain data: a bracket of 1,024 is too much for a serializer per field."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet

from tournaments.models import Pairing, Seat
from tournaments.queries.draws.bracket import BracketView, RoundView, SideView, SlotView


def with_seats(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """The pairings with all that is shown of them; two queries however many there are."""
    seats = Seat.objects.select_related("entrant__side").order_by("side")
    return pairings.select_related("match__one", "match__two").prefetch_related(
        Prefetch("seats", queryset=seats)
    )


def pairing_shown(pairing: Pairing) -> dict[str, Any]:
    """A pairing as `PairingResponse` says, under the names of those who played it, whoever is their substitute by now."""
    match = pairing.match
    sides = {} if match is None else {"one": match.one.name, "two": match.two.name}
    seats = [
        {"entrant": seat.entrant.uid, "name": sides.get(seat.side, seat.entrant.name)}
        for seat in pairing.seats.all()
    ]
    return {
        "id": pairing.uid,
        "round": pairing.round,
        "slot": pairing.slot,
        "one": seats[0],
        "two": seats[1] if len(seats) > 1 else None,
        "match": match.uid if match is not None else None,
        "winner": match.winner if match is not None else "one",
        "is_final": match is None or match.is_final,
    }


def bracket_shown(view: BracketView) -> dict[str, Any]:
    """A bracket as `BracketResponse` says."""
    return {
        "stage": view.stage.uid,
        "draw": view.draw.uid,
        "shape": view.shape.value,
        "is_complete": view.is_complete,
        "champion": view.winner.entrant if view.winner is not None else None,
        "rounds": [_round_shown(found) for found in view.rounds],
    }


def _round_shown(view: RoundView) -> dict[str, Any]:
    return {
        "number": view.number,
        "name": view.name.value,
        "part": view.part.value,
        "in_part": view.in_part or view.number,
        "losers_of": view.losers_of,
        "due_at": view.due_at,
        "places": view.places,
        "length": view.length,
        "slots": [_slot_shown(slot) for slot in view.slots],
    }


def _slot_shown(view: SlotView) -> dict[str, Any]:
    return {
        "slot": view.slot,
        "one": _side_shown(view.one),
        "two": _side_shown(view.two),
        "state": view.state.value,
        "length": view.length,
        "match": view.match,
        "outcome": view.outcome,
        "table": view.table,
        "following": view.following,
        "group": view.group,
        "pairing": view.pairing,
    }


def _side_shown(view: SideView) -> dict[str, Any]:
    return {
        "kind": view.kind.value,
        "entrant": view.entrant,
        "name": view.name,
        "seed": view.seed,
        "line": view.line,
        "source": view.source,
        "feeder": view.feeder,
        "score": view.score,
        "is_winner": view.is_winner,
    }
