"""Draws, pairings, brackets, standings, and the finishing positions of an event."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.api.response import Rating, Response, given, of
from tournaments.formats import Part, RoundName, Shape, SideKind, parts_of_a_point
from tournaments.models import Commitment, Draw, Pairing
from tournaments.queries.draws.bracket import BracketView, RoundView, SideView, SlotState, SlotView
from tournaments.queries.draws.finish import FinishLine, StageFinish
from tournaments.queries.draws.lots import ChainView, LinkView, chains_of
from tournaments.queries.draws.place_comparisons import ComparedLine, PlaceComparison
from tournaments.queries.draws.standings import StandingsView, StandingView
from tournaments.queries.publicity import shown_uid

from .people import NumberResponse, SidePlayerResponse


class CommitmentResponse(Response, row=Commitment):
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


class ChainLinkResponse(Response, row=LinkView):
    """A used link of the hash chain, and the lot that it gave."""

    number: int = of(words="Counted from 1.")
    link: str = of(words="Its SHA-256 is the link before, or the anchor.")
    input: str = of(words="The SHA-256 of what was known.")
    lot: str = of(words="The SHA-256 of the link, a line feed and the input.")
    rounds: list[int]


class ChainResponse(Response, row=ChainView):
    """The hash chain of the lots; its secret is null while links can still be used."""

    number: int
    anchor: str = of(words="The secret hashed `length` times, public from the draw on.")
    length: int
    secret: str | None = of("root")
    links: list[ChainLinkResponse]


class DrawResponse(Response, row=Draw):
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


class RoundLotResponse(Response):
    """The link of the chain by which a round was paired."""

    chain: int
    anchor: str
    number: int = of(words="Counted from 1.")
    before: str = of(words="The link before, or the anchor: the SHA-256 of the link.")
    link: str
    input: str = of(
        words="The SHA-256 of what was known; the seed is that of the link, a line feed and this."
    )


class RoundEntrantResponse(Response):
    """An entrant who had come by a round; equal numbers are the same club, country, family or player, 0 is none."""

    id: str
    name: str = of(words="The public name.")
    line: int = of(words="The start number, from 0.")
    seed: int | None
    rating: Rating | None
    joins: int = of(words="The first round.")
    absent: list[int] = of(words="The rounds to miss.")
    bye_lots: int
    is_here: bool = of(words="Whether it sits in this round.")
    club: int
    country: int
    family: int
    player: int


class RoundOrderResponse(Response):
    """An order of the director that counts by this round."""

    kind: str = of(words="pair, bye, miss or apart.")
    round: int
    until: int | None
    entrants: list[str]
    half_points: int


class RoundEarlierResponse(Response):
    """A pairing of an earlier round; a bye has no side two."""

    round: int
    slot: int
    one: str
    two: str | None
    is_decided: bool
    winner: str | None
    is_played: bool


class RoundPairResponse(Response):
    """A pairing of the round, and the seed by which it was made."""

    slot: int
    one: str
    two: str | None
    seed: str


class RoundCostResponse(Response):
    """What a round costs by a criterion."""

    code: str
    cost: str = of(words="A whole number.")


class RoundCostsResponse(Response):
    """What the best pairs of these players cost by each criterion, in order."""

    players: list[str]
    basis: str
    costs: list[RoundCostResponse]


class RoundFileResponse(Response):
    """What a round was paired from and what came out, as docs/pairing/round.schema.json says."""

    kind: str
    version: int
    tournament: str
    event: str
    stage: str
    format: str
    format_version: int
    options: dict[str, Any]
    size: int = of(words="How many entrants the draw had.")
    lot: RoundLotResponse | None = of(words="Null where the seed of the draw decides.")
    round: int
    seed: str
    entrants: list[RoundEntrantResponse] = of(words="By line.")
    orders: list[RoundOrderResponse]
    earlier: list[RoundEarlierResponse]
    pairs: list[RoundPairResponse]
    costs: list[RoundCostsResponse]


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


class PairingResponse(Response, row=Pairing):
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
    is_by_hand: bool = of(
        words="Whether a director paired these two by hand, or gave the bye.",
        get=lambda pairing: pairing.stage.is_by_hand(
            pairing.round, [seat.entrant.uid for seat in pairing.seats_in_order]
        ),
    )


class BracketSideResponse(Response, row=SideView):
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


class BracketSlotResponse(Response, row=SlotView):
    """A planned place of a round; `following` is the place its winner goes to."""

    slot: int
    one: BracketSideResponse
    two: BracketSideResponse
    state: SlotState
    length: int
    match: str | None
    outcome: str
    table: str
    is_by_hand: bool = of(
        words="Whether a director paired these two by hand, gave the bye, or moved one of them to this line."
    )
    following: list[int] | None
    group: int | None = of(words="Counted from 1.")
    pairing: str | None


class BracketRoundResponse(Response, row=RoundView):
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


class PlaceComparisonLineResponse(Response, row=ComparedLine):
    """An entrant at its place in a group; `goes_on` says whether it is among the best as it stands."""

    entrant: str
    name: str
    group: int = of(words="Counted from 1.")
    half_points: int = of(words="Twice the points.")
    matches: int = of(words="Those that count for the points.")
    difference: int = of(words="Points won less points lost.")
    goes_on: bool


class PlaceComparisonResponse(Response, row=PlaceComparison):
    """The entrants at a place of all groups, the best first: by points per match, difference per match, then the lot."""

    place: int
    count: int = of(words="How many of them go on.")
    stage: str = of(words="The name of the stage to which they go on.")
    lines: list[PlaceComparisonLineResponse]


class BracketResponse(Response, row=BracketView):
    """The whole bracket; `champion` is the entrant who has won this stage."""

    stage: str = of("stage.uid")
    draw: str = of("draw.uid")
    shape: Shape
    is_complete: bool
    champion: str | None = of("winner.entrant")
    pairs_until: datetime | None = of(words="The moment after which a marathon pairs no match.")
    rounds: list[BracketRoundResponse]
    comparisons: list[PlaceComparisonResponse] = of(words="Where the best at one place of all groups go on.")


def _tiebreak(code: str, value: int) -> dict[str, Any]:
    parts = parts_of_a_point(code)
    return {"code": code, "points": value / parts, "value": value, "parts": parts}


class TiebreakResponse(Response):
    """The value of a tiebreak of an entrant, in points as on the pages and in the files.

    `value` is the same in whole numbers: in `parts` of a point.
    """

    code: str
    points: float
    value: int
    parts: int


class StandingResponse(Response, row=StandingView):
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
        get=lambda line: [_tiebreak(code, value) for code, value in line.tiebreaks],
    )


class StandingsResponse(Response, row=StandingsView):
    """The standings, best first; `is_final` once only a correction can change them."""

    is_final: bool
    lines: list[StandingResponse]


class StageFinishResponse(Response, row=StageFinish):
    """The places of an entrant in a complete stage, or in its `group` of it, which all who are tied share."""

    stage: str = of("stage.uid")
    group: int | None = of(words="Null for the whole stage.")
    from_: int = of("first")
    to: int = of("last")
    derivation: str = of("words", "How the entrant came to them, in the language of the request.")


class FinisherResponse(SidePlayerResponse):
    """A player of an entrant, with every number in a federation by which everybody may find the person."""

    numbers: list[NumberResponse] = of(
        get=lambda person: (
            [] if person.public_name or shown_uid(person) is None else list(person.numbers.all())
        )
    )


class FinishResponse(Response, row=FinishLine):
    """The places of an entrant in the event, shared by all who have the same ones, and its results in the stages."""

    entrant: str
    players: list[FinisherResponse] = given("The players, in the order of the side.")
    from_: int = of("first")
    to: int = of("last")
    stages: list[StageFinishResponse]
