"""Draws, pairings, and what is asked around them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Commitment, Draw
from tournaments.queries.draws.lots import chains_of
from tournaments.queries.draws.standings import StandingView
from tournaments.requests.codes import PARTS, ROUND_NAMES, SHAPES, SIDE_KINDS, SLOT_STATES


class CommitmentResponse(serializers.Serializer[Any]):
    """An announced draw: the SHA-256 of the entrants, the options and a secret.

    `text` is what was hashed; it and `secret` are empty until the draw is made or the announcement taken back.
    """

    id = serializers.CharField(source="uid")
    stage = serializers.CharField(source="stage.uid")
    digest = serializers.CharField()
    at = serializers.DateTimeField()
    revealed_at = serializers.DateTimeField(allow_null=True)
    taken_back_reason = serializers.CharField(allow_blank=True)
    text = serializers.SerializerMethodField()
    secret = serializers.SerializerMethodField()

    def get_text(self, commitment: Commitment) -> str:
        """The text that was hashed, once it is public."""
        return commitment.text if commitment.revealed_at is not None else ""

    def get_secret(self, commitment: Commitment) -> str:
        """The secret, once it is public."""
        return commitment.secret if commitment.revealed_at is not None else ""


class ChainLinkResponse(serializers.Serializer[Any]):
    """A link of a chain that was taken, and the lot that it gave."""

    number = serializers.IntegerField(help_text="Counted from 1.")
    link = serializers.CharField(help_text="Its SHA-256 is the link before, or the anchor.")
    input = serializers.CharField(help_text="The SHA-256 of what was known.")
    lot = serializers.CharField(help_text="The SHA-256 of the link, a line feed and the input.")
    rounds = serializers.ListField(child=serializers.IntegerField())


class ChainResponse(serializers.Serializer[Any]):
    """A chain of lots; its secret is null until no link of it can be taken any more."""

    number = serializers.IntegerField()
    anchor = serializers.CharField(help_text="The secret hashed `length` times, public from the draw on.")
    length = serializers.IntegerField()
    secret = serializers.CharField(source="root", allow_null=True)
    links = ChainLinkResponse(many=True)


class DrawResponse(serializers.Serializer[Any]):
    """A draw: what it saw and what it gave, so that anybody can repeat it."""

    id = serializers.CharField(source="uid")
    stage = serializers.CharField(source="stage.uid")
    format = serializers.CharField()
    format_version = serializers.IntegerField()
    seed = serializers.CharField()
    commitment = serializers.CharField(
        source="commitment.uid", default=None, allow_null=True, help_text="The announcement it keeps to."
    )
    dice = serializers.CharField(
        allow_blank=True, help_text="With them the seed is the SHA-256 of the secret, a line feed and these."
    )
    is_by_hand = serializers.BooleanField(help_text="Made with cards, so that the seed placed nobody.")
    input = serializers.DictField()
    placement = serializers.ListField(
        child=serializers.CharField(allow_null=True), help_text="Entrants by line."
    )
    at = serializers.DateTimeField()
    voided_at = serializers.DateTimeField(allow_null=True)
    void_reason = serializers.CharField()
    chains = serializers.SerializerMethodField()

    @extend_schema_field(ChainResponse(many=True))
    def get_chains(self, draw: Draw) -> Any:
        """The chains of lots, empty where no round is paired by lot."""
        return ChainResponse(chains_of(draw), many=True).data


class ReasonResponse(serializers.Serializer[Any]):
    """One ground for a pairing: a stable code and its values, where entrants and stages stand by their ids."""

    code = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]
    text = serializers.CharField(help_text="The reason in the language of the request.")


class PairingReasonsResponse(serializers.Serializer[Any]):
    """Why a pairing is what it is, the weightiest reason first."""

    pairing = serializers.CharField()
    reasons = ReasonResponse(many=True)


class SeatResponse(serializers.Serializer[Any]):
    """An entrant in a pairing."""

    entrant = serializers.CharField()
    name = serializers.CharField()


class PairingResponse(serializers.Serializer[Any]):
    """A pairing; a bye has no side two and no match."""

    id = serializers.CharField()
    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    one = SeatResponse()
    two = SeatResponse(allow_null=True)
    match = serializers.CharField(allow_null=True)
    winner = serializers.CharField(help_text="one, two, or empty.")
    is_final = serializers.BooleanField()


class BracketSideResponse(serializers.Serializer[Any]):
    """One side of a slot: an entrant, the winner of the slot `source` (round and slot), a bye, or nobody."""

    kind = serializers.ChoiceField(choices=SIDE_KINDS)
    entrant = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    source = serializers.ListField(child=serializers.IntegerField(), allow_null=True)  # type: ignore[assignment]
    feeder = serializers.CharField(
        allow_null=True, help_text="The stage of the source, where that is another one."
    )
    score = serializers.IntegerField(allow_null=True, help_text="Counted (M6), of a final match.")
    is_winner = serializers.BooleanField()


class BracketSlotResponse(serializers.Serializer[Any]):
    """A planned place of a round; `following` is the place its winner goes to."""

    slot = serializers.IntegerField()
    one = BracketSideResponse()
    two = BracketSideResponse()
    state = serializers.ChoiceField(choices=SLOT_STATES)
    length = serializers.IntegerField()
    match = serializers.CharField(allow_null=True)
    outcome = serializers.CharField(allow_blank=True)
    table = serializers.CharField(allow_blank=True)
    following = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    group = serializers.IntegerField(allow_null=True, help_text="Counted from 1.")
    pairing = serializers.CharField(allow_null=True)


class BracketRoundResponse(serializers.Serializer[Any]):
    """A round of the bracket, counted from 1."""

    number = serializers.IntegerField()
    name = serializers.ChoiceField(choices=ROUND_NAMES)
    part = serializers.ChoiceField(choices=PARTS, help_text="The part of the stage it belongs to.")
    in_part = serializers.IntegerField(help_text="Its number from 1 in that part.")
    losers_of = serializers.IntegerField(
        allow_null=True,
        help_text="The main round whose losers alone play it, where each has its own bracket.",
    )
    places = serializers.IntegerField()
    length = serializers.IntegerField()
    due_at = serializers.DateTimeField(
        allow_null=True, help_text="Until when its matches are to be played, in a league or a ladder."
    )
    slots = BracketSlotResponse(many=True)


class BracketResponse(serializers.Serializer[Any]):
    """The whole bracket; `champion` is the entrant who has won this stage."""

    stage = serializers.CharField()
    draw = serializers.CharField()
    shape = serializers.ChoiceField(choices=SHAPES)
    is_complete = serializers.BooleanField()
    champion = serializers.CharField(allow_null=True)
    rounds = BracketRoundResponse(many=True)


class TiebreakResponse(serializers.Serializer[Any]):
    """One tiebreak an entrant was looked at by; docs/formats.md says in which unit."""

    code = serializers.CharField()
    value = serializers.IntegerField()


class StandingResponse(serializers.Serializer[Any]):
    """One line of the standings; `place` to `last_place` are shared by all who are tied."""

    place = serializers.IntegerField()
    last_place = serializers.IntegerField()
    entrant = serializers.CharField()
    name = serializers.CharField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    is_in = serializers.BooleanField(help_text="May still play.")
    is_withdrawn = serializers.BooleanField()
    byes = serializers.IntegerField()
    half_points = serializers.IntegerField(allow_null=True, help_text="Twice the points.")
    lives = serializers.IntegerField(allow_null=True, help_text="Those left.")
    group = serializers.IntegerField(allow_null=True, help_text="Counted from 1.")
    movement = serializers.IntegerField(
        help_text="1 who goes up a division after the season, -1 who goes down, 0 who stays."
    )
    decided_by = serializers.CharField(
        allow_blank=True, help_text="lot, playoff or hand, where a shared place was decided so."
    )
    tiebreaks = serializers.SerializerMethodField()

    @extend_schema_field(TiebreakResponse(many=True))
    def get_tiebreaks(self, line: StandingView) -> list[dict[str, str | int]]:
        """The tiebreaks in the order they were looked at."""
        return [{"code": code, "value": value} for code, value in line.tiebreaks]


class StandingsResponse(serializers.Serializer[Any]):
    """The standings, best first; `is_final` when nothing can change them but a correction."""

    is_final = serializers.BooleanField()
    lines = StandingResponse(many=True)
