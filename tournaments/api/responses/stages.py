"""Draws, pairings, brackets and standings."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.api.response import Response, of
from tournaments.formats import Part, RoundName, Shape, SideKind
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.draws.lots import chains_of


class CommitmentResponse(Response):
    """An announced draw: the SHA-256 of the entrants, the options and a secret.

    `text` is what was hashed; it and `secret` are empty until the draw is made or the announcement taken back.
    """

    id: str = of("uid")
    stage: str = of("stage.uid")
    digest: str
    at: datetime
    revealed_at: datetime | None
    taken_back_reason: str
    text: str = of(
        words="The text that was hashed, once it is public.",
        get=lambda commitment: commitment.text if commitment.revealed_at is not None else "",
    )
    secret: str = of(
        words="The secret, once it is public.",
        get=lambda commitment: commitment.secret if commitment.revealed_at is not None else "",
    )


class ChainLinkResponse(Response):
    """A used link of the hash chain, and the lot that it gave."""

    number: int = of(words="Counted from 1.")
    link: str = of(words="Its SHA-256 is the link before, or the anchor.")
    input: str = of(words="The SHA-256 of what was known.")
    lot: str = of(words="The SHA-256 of the link, a line feed and the input.")
    rounds: list[int]


class ChainResponse(Response):
    """The hash chain of the lots; its secret is null while links can still be used."""

    number: int
    anchor: str = of(words="The secret hashed `length` times, public from the draw on.")
    length: int
    secret: str | None = of("root")
    links: list[ChainLinkResponse]


class DrawResponse(Response):
    """A draw with its input and its result, so that anybody can repeat it."""

    id: str = of("uid")
    stage: str = of("stage.uid")
    format: str
    format_version: int
    seed: str
    commitment: str | None = of("commitment.uid", "The announcement it keeps to.")
    dice: str = of(words="With them the seed is the SHA-256 of the secret, a line feed and these.")
    is_by_hand: bool = of(words="Made with cards, so that the seed placed nobody.")
    input: dict[str, Any]
    placement: list[str | None] = of(words="Entrants by line.")
    at: datetime
    voided_at: datetime | None
    void_reason: str
    chains: list[ChainResponse] = of(
        words="The chains of lots, empty where no round is paired by lot.",
        get=chains_of,
    )


class ReasonResponse(Response):
    """One ground for a pairing: a stable code and its values, where entrants and stages stand by their ids."""

    code: str
    data: dict[str, Any]
    text: str = of(words="The reason in the language of the request.")


class PairingReasonsResponse(Response):
    """The reasons for a pairing, the most important first."""

    pairing: str
    reasons: list[ReasonResponse]


class SeatResponse(Response):
    """An entrant in a pairing."""

    entrant: str
    name: str


def _seat(pairing: Any, place: int) -> dict[str, str] | None:
    """Return the entrant at a place, under the name with which it played."""
    seats, match = pairing.seats_in_order, pairing.match
    if place >= len(seats):
        return None
    seat = seats[place]
    names = {} if match is None else {"one": match.one.name, "two": match.two.name}
    return {"entrant": seat.entrant.uid, "name": names.get(seat.side, seat.entrant.name)}


class PairingResponse(Response):
    """A pairing; a bye has no side two and no match."""

    id: str = of("uid")
    round: int
    slot: int
    one: SeatResponse = of(get=lambda pairing: _seat(pairing, 0))
    two: SeatResponse | None = of(get=lambda pairing: _seat(pairing, 1))
    match: str | None = of("match.uid")
    winner: str = of(
        words="one, two, or empty.",
        get=lambda pairing: "one" if pairing.match is None else pairing.match.winner,
    )
    is_final: bool = of(get=lambda pairing: pairing.match is None or pairing.match.is_final)


class BracketSideResponse(Response):
    """One side of a slot: an entrant, the winner of the slot `source` (round and slot), a bye, or nobody."""

    kind: SideKind
    entrant: str | None
    name: str
    seed: int | None
    line: int | None
    source: list[int] | None
    feeder: str | None = of(words="The stage of the source, where that is another one.")
    score: int | None = of(words="Counted (M6), of a final match.")
    is_winner: bool


class BracketSlotResponse(Response):
    """A planned place of a round; `following` is the place its winner goes to."""

    slot: int
    one: BracketSideResponse
    two: BracketSideResponse
    state: SlotState
    length: int
    match: str | None
    outcome: str
    table: str
    following: list[int] | None
    group: int | None = of(words="Counted from 1.")
    pairing: str | None


class BracketRoundResponse(Response):
    """A round of the bracket, counted from 1."""

    number: int
    name: RoundName
    part: Part = of(words="The part of the stage it belongs to.")
    in_part: int = of(words="Its number from 1 in that part.", get=lambda view: view.in_part or view.number)
    losers_of: int | None = of(
        words="The main round whose losers alone play it, where each has its own bracket."
    )
    due_at: datetime | None = of(words="Until when its matches are to be played, in a league or a ladder.")
    places: int
    length: int
    slots: list[BracketSlotResponse]


class BracketResponse(Response):
    """The whole bracket; `champion` is the entrant who has won this stage."""

    stage: str = of("stage.uid")
    draw: str = of("draw.uid")
    shape: Shape
    is_complete: bool
    champion: str | None = of("winner.entrant")
    rounds: list[BracketRoundResponse]


class TiebreakResponse(Response):
    """The value of a tiebreak of an entrant; docs/formats.md explains its unit."""

    code: str
    value: int


class StandingResponse(Response):
    """One line of the standings; `place` to `last_place` are shared by all who are tied."""

    place: int
    last_place: int
    entrant: str
    name: str
    wins: int
    losses: int
    is_in: bool = of(words="May still play.")
    is_withdrawn: bool
    byes: int
    half_points: int | None = of(words="Twice the points.")
    lives: int | None = of(words="Those left.")
    group: int | None = of(words="Counted from 1.")
    movement: int = of(words="1 who goes up a division after the season, -1 who goes down, 0 who stays.")
    decided_by: str = of(words="lot, playoff or hand, where a shared place was decided so.")
    tiebreaks: list[TiebreakResponse] = of(
        words="The tiebreaks in the order they were looked at.",
        get=lambda line: [{"code": code, "value": value} for code, value in line.tiebreaks],
    )


class StandingsResponse(Response):
    """The standings, best first; `is_final` once only a correction can change them."""

    is_final: bool
    lines: list[StandingResponse]
