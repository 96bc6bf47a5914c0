"""Entrants: who is there, who leaves, who comes back."""

from __future__ import annotations

from functools import partial

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import attendance, leaving, registration
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import (
    AbsencesAsked,
    AbsencesShown,
    EntrantShown,
    NothingAsked,
    OtherEntryShown,
    PlaysOnAsked,
    PromotionAsked,
    WithdrawalAsked,
)
from tournaments.models import Entrant
from tournaments.queries.desk import other_entries

from .endpoint import Act, Endpoint
from .naming import named


class OneEntrant(Endpoint):
    """One entrant."""

    @reads("entrant", EntrantShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the entrant with its players."""
        entrant = access.entrant_to_see(self.visitor, uid)
        return self.read(entrant.event.tournament, lambda: EntrantShown(entrant).data)


class EntrantCheckIn(Endpoint):
    """Noting that an entrant is there."""

    @writes("entrant_check_in", NothingAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Note that the entrant is there; again changes nothing."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        NothingAsked.of(request)
        by = self.acting_in(entrant.event.tournament)
        return self.once(lambda: Response(EntrantShown(registration.check_in(entrant, by=by)).data))


class EntrantCheckInUndone(Endpoint):
    """Taking back that an entrant is there."""

    @writes("entrant_undo_check_in", NothingAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Take back that the entrant is there."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        NothingAsked.of(request)
        by = self.acting_in(entrant.event.tournament)
        return self.once(lambda: Response(EntrantShown(registration.undo_check_in(entrant, by=by)).data))


class EntrantWithdrawal(Endpoint):
    """Leaving the event."""

    @writes("entrant_withdraw", WithdrawalAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let the entrant leave: before the draw the place is free, after it the matches are walkovers.

        Who leaves for home names the entries in other events with `also`: all are left, or none.
        """
        act = self.asked(request, uid)
        return self.once(lambda: Response(EntrantShown(act.do()).data))

    def asked(self, request: Request, uid: str) -> Act:
        """The withdrawal that is asked for."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        asked = WithdrawalAsked.of(request)
        by, origin = self.acting_in(entrant.event.tournament), self.visitor.origin
        chosen = asked.pop("also", [])

        def done() -> Entrant:
            also = [named(other_entries(entrant), uid, field="also") for uid in dict.fromkeys(chosen)]
            return leaving.withdraw_from_all(entrant, by=by, also=also, origin=origin, **asked)

        return Act(entrant.event, done, entrant)


class EntrantOtherEntries(Endpoint):
    """Where else the players of an entrant are in."""

    @reads("entrant_other_entries", OtherEntryShown(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the entries of the same players in other events of the tournament that are not over."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        return Response(OtherEntryShown(other_entries(entrant), many=True).data)


class EntrantPromotion(Endpoint):
    """A place for an alternate."""

    @writes("entrant_promote", PromotionAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Give a free place to an alternate, out of turn, before the draw; one kept for qualifiers only if told so."""
        act = self.asked(request, uid)
        return self.once(lambda: Response(EntrantShown(act.do()).data))

    def asked(self, request: Request, uid: str) -> Act:
        """The promotion that is asked for."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        asked = PromotionAsked.of(request)
        by = self.acting_in(entrant.event.tournament)
        return Act(entrant.event, partial(registration.promote, entrant, by=by, **asked), entrant)


class EntrantPlaysOn(Endpoint):
    """Playing on after a loss."""

    @writes("entrant_plays_on", PlaysOnAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Say whether the entrant plays in the stages for those who lose."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        asked = PlaysOnAsked.of(request)
        by, origin = self.acting_in(entrant.event.tournament), self.visitor.origin

        def effect() -> Response:
            return Response(EntrantShown(attendance.play_on(entrant, by=by, origin=origin, **asked)).data)

        return self.once(effect)


class EntrantAbsences(Endpoint):
    """Rounds that an entrant misses."""

    @writes("entrant_absences", AbsencesAsked, AbsencesShown)
    def post(self, request: Request, uid: str) -> Response:
        """Set the rounds of a stage that the entrant misses; those paired already stay."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        asked = AbsencesAsked.of(request)
        stage = named(entrant.event.stages.all(), asked["stage"], field="stage")
        by, origin = self.acting_in(entrant.event.tournament), self.visitor.origin

        def effect() -> Response:
            row = attendance.miss(stage, entrant=entrant, rounds=asked["rounds"], by=by, origin=origin)
            return Response(AbsencesShown(row).data)

        return self.once(effect)


class EntrantReturn(Endpoint):
    """Coming back after a withdrawal."""

    @writes("entrant_return", NothingAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let the entrant come back, which is possible before the draw."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        NothingAsked.of(request)
        by, origin = self.acting_in(entrant.event.tournament), self.visitor.origin

        def effect() -> Response:
            return Response(EntrantShown(registration.return_(entrant, by=by, origin=origin)).data)

        return self.once(effect)
