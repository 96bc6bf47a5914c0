"""Stages: their draw, pairings, bracket and standings, and what a director moves by hand."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import attendance, lifecycle
from tournaments.actions import draw as draws
from tournaments.actions.errors import NotDrawn
from tournaments.api.pagination import page
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import ReasonAsked
from tournaments.api.serializers.stages import (
    BracketShown,
    CommitmentAsked,
    CommitmentShown,
    DrawAsked,
    DrawShown,
    LateEntryAsked,
    PairingReasonsShown,
    PairingShown,
    ReplacementAsked,
    StandingsShown,
    SwapAsked,
)
from tournaments.api.serializers.tournaments import (
    HoldAsked,
    RoundLengthAsked,
    StageOptionsAsked,
    StageShown,
)
from tournaments.models import Commitment, Draw, Entrant, Pairing, Stage
from tournaments.queries.bracket import bracket
from tournaments.queries.explanation import explanation
from tournaments.queries.standings import standings

from .drawn import bracket_shown, pairing_shown, with_seats
from .endpoint import Act, Endpoint, created
from .naming import named


class OneStage(Endpoint):
    """One stage."""

    @reads("stage", StageShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the stage."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: StageShown(stage).data)


class StageDraw(Endpoint):
    """The draws of a stage."""

    @reads("stage_draws", DrawShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the draws, the voided ones too, the oldest first."""
        stage = access.stage_to_see(self.visitor, uid)
        rows = Draw.objects.filter(stage=stage).select_related("stage", "commitment")
        return self.read(stage.event.tournament, lambda: DrawShown(rows, many=True).data)

    @writes("stage_draw", DrawAsked, DrawShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Draw the stage and make its first pairings."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = DrawAsked.of(request)
        by = self.acting_in(stage.event.tournament)

        def effect() -> Response:
            made = draws.draw(stage, by=by, **asked)
            return created(DrawShown(made).data, at=reverse("api_one_draw", args=[made.uid]))

        return self.once(effect)


class OneDraw(Endpoint):
    """One draw."""

    @reads("draw", DrawShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show what the draw saw and what it gave."""
        draw = access.draw_to_see(self.visitor, uid)
        return self.read(draw.stage.event.tournament, lambda: DrawShown(draw).data)


class DrawVoid(Endpoint):
    """Taking a draw back."""

    @writes("draw_void", ReasonAsked, DrawShown)
    def post(self, request: Request, uid: str) -> Response:
        """Void the draw while no match has begun; its seed stays public."""
        draw = access.draw_to_direct(self.visitor, uid)
        asked = ReasonAsked.of(request)
        by = self.acting_in(draw.stage.event.tournament)
        return self.once(lambda: Response(DrawShown(draws.void(draw, by=by, **asked)).data))


class StagePairings(Endpoint):
    """The pairings of a stage."""

    @reads("stage_pairings", PairingShown, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the pairings made so far, by round and slot, with the byes."""
        stage = access.stage_to_see(self.visitor, uid)
        rows = with_seats(stage.pairings.filter(cancelled_at=None))
        return self.read(
            stage.event.tournament,
            lambda: page(request, rows, order=("round", "slot", "pk")).shown(
                lambda pairings: [pairing_shown(pairing) for pairing in pairings]
            ),
        )


class StageBracket(Endpoint):
    """The bracket of a stage."""

    @reads("stage_bracket", BracketShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show every planned slot with what is known of it."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: self._shown(stage))

    def _shown(self, stage: Stage) -> dict[str, Any]:
        view = bracket(stage)
        if view is None:
            raise NotDrawn
        return bracket_shown(view)


class StageStandings(Endpoint):
    """The standings of a stage."""

    @reads("stage_standings", StandingsShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the entrants by place; the tied ones share it."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: self._shown(stage))

    def _shown(self, stage: Stage) -> dict[str, Any]:
        view = standings(stage)
        if view is None:
            raise NotDrawn
        return StandingsShown(view).data


class StageEndpoint(Endpoint):
    """An address that changes a stage and answers with it."""

    def entrant(self, stage: Stage, uid: str, *, field: str) -> Entrant:
        """The entrant of the stage's event that the body names."""
        return named(stage.event.entrants.select_related("side"), uid, field=field)

    def shown(self, stage: Stage) -> Response:
        """The stage as it is now."""
        return Response(StageShown(access.stage_to_see(self.visitor, stage.uid)).data)


class StageRoundLengths(StageEndpoint):
    """The match length of one round."""

    @writes("stage_round_length", RoundLengthAsked, StageShown)
    def post(self, request: Request, uid: str) -> Response:
        """Fix the length of a round, for its matches that have not begun."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = RoundLengthAsked.of(request)

        def effect() -> Response:
            lifecycle.change_round_length(stage, by=self.acting_in(stage.event.tournament), **asked)
            return self.shown(stage)

        return self.once(effect)


class StageOptions(StageEndpoint):
    """The options of a stage."""

    @writes("stage_options", StageOptionsAsked, StageShown)
    def post(self, request: Request, uid: str) -> Response:
        """Set the options, which is possible before the draw."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = StageOptionsAsked.of(request)

        def effect() -> Response:
            lifecycle.change_options(stage, by=self.acting_in(stage.event.tournament), **asked)
            return self.shown(stage)

        return self.once(effect)


class StageHold(StageEndpoint):
    """Whether the next round of a stage waits."""

    @writes("stage_hold", HoldAsked, StageShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let the next round wait for the director, or let it be paired."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = HoldAsked.of(request)

        def effect() -> Response:
            attendance.hold(stage, by=self.acting_in(stage.event.tournament), **asked)
            return self.shown(stage)

        return self.once(effect)


class StageCommitment(Endpoint):
    """The announcements of a stage's draw."""

    @reads("stage_commitments", CommitmentShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the announcements, those taken back too, the oldest first."""
        stage = access.stage_to_see(self.visitor, uid)
        rows = Commitment.objects.filter(stage=stage).select_related("stage")
        return self.read(stage.event.tournament, lambda: CommitmentShown(rows, many=True).data)

    @writes("stage_commit", CommitmentAsked, CommitmentShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Announce the draw: publish the hash of what it will see and of its secret."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = CommitmentAsked.of(request)
        by = self.acting_in(stage.event.tournament)

        def effect() -> Response:
            made = draws.commit(stage, by=by, **asked)
            return created(CommitmentShown(made).data, at=reverse("api_commitment", args=[stage.uid]))

        return self.once(effect)


class StageCommitmentTakenBack(Endpoint):
    """Taking an announcement back."""

    @writes("stage_take_back", ReasonAsked, CommitmentShown)
    def post(self, request: Request, uid: str) -> Response:
        """Take the announcement back before the draw; it stays public with its secret."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = ReasonAsked.of(request)
        by = self.acting_in(stage.event.tournament)
        return self.once(lambda: Response(CommitmentShown(draws.take_back(stage, by=by, **asked)).data))


class PairingReasons(Endpoint):
    """Why a pairing is what it is."""

    @reads("pairing_reasons", PairingReasonsShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the reasons as codes with their values, and in the language of the request."""
        pairing = access.pairing_to_see(self.visitor, uid)
        tournament = pairing.stage.event.tournament
        return self.read(tournament, lambda: self._shown(pairing), also=get_language() or "")

    def _shown(self, pairing: Pairing) -> dict[str, Any]:
        answer = explanation(pairing)
        reasons = [
            {"code": reason.code, "data": reason.data, "text": text}
            for reason, text in zip(answer.reasons, answer.sentences, strict=True)
        ]
        return {"pairing": pairing.uid, "reasons": reasons}


class StageMoves(StageEndpoint):
    """An address that moves entrants in a drawn stage."""

    def moved(self, act: Act, uid: str) -> Response:
        """Move them, and show the stage."""

        def effect() -> Response:
            act.do()
            return Response(StageShown(access.stage_to_see(self.visitor, uid)).data)

        return self.once(effect)


class StageLateEntries(StageMoves):
    """Late entries into a drawn stage."""

    @writes("stage_enter_late", LateEntryAsked, StageShown)
    def post(self, request: Request, uid: str) -> Response:
        """Put an entrant on a bye whose match has not begun."""
        return self.moved(self.asked(request, uid), uid)

    def asked(self, request: Request, uid: str) -> Act:
        """The late entry."""
        stage = access.stage_to_desk(self.visitor, uid)
        asked = LateEntryAsked.of(request)
        entrant = self.entrant(stage, asked.pop("entrant"), field="entrant")
        by = self.acting_in(stage.event.tournament)
        return Act(stage.event, partial(draws.enter_late, stage, entrant=entrant, by=by, **asked), entrant)


class StageSwap(StageMoves):
    """Two entrants who change places."""

    @writes("stage_swap", SwapAsked, StageShown)
    def post(self, request: Request, uid: str) -> Response:
        """Swap two entrants who have not begun a match."""
        return self.moved(self.asked(request, uid), uid)

    def asked(self, request: Request, uid: str) -> Act:
        """The swap."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = SwapAsked.of(request)
        first, second = (self.entrant(stage, asked[field], field=field) for field in ("first", "second"))
        by = self.acting_in(stage.event.tournament)
        done = partial(draws.swap, stage, first=first, second=second, by=by, reason=asked["reason"])
        return Act(stage.event, done)


class StageReplacements(StageMoves):
    """Alternates for those who did not come."""

    @writes("stage_replace", ReplacementAsked, StageShown)
    def post(self, request: Request, uid: str) -> Response:
        """Give the place of an absent entrant to an alternate."""
        return self.moved(self.asked(request, uid), uid)

    def asked(self, request: Request, uid: str) -> Act:
        """The replacement."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = ReplacementAsked.of(request)
        absent, alternate = (
            self.entrant(stage, asked[field], field=field) for field in ("absent", "alternate")
        )
        by = self.acting_in(stage.event.tournament)
        reason = asked["reason"]
        done = partial(draws.replace, stage, absent=absent, alternate=alternate, by=by, reason=reason)
        return Act(stage.event, done, alternate)
