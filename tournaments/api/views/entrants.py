"""Entrants: who is there, who leaves, who comes back."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import registration
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import EntrantShown, MaybeReasonAsked, NothingAsked

from .endpoint import Endpoint


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

    @writes("entrant_withdraw", MaybeReasonAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let the entrant leave: before the draw the place is free, after it the matches are walkovers."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        asked = MaybeReasonAsked.of(request)
        by, via_link = self.acting_in(entrant.event.tournament), self.visitor.is_via_link

        def effect() -> Response:
            return Response(
                EntrantShown(registration.withdraw(entrant, by=by, via_link=via_link, **asked)).data
            )

        return self.once(effect)


class EntrantReturn(Endpoint):
    """Coming back after a withdrawal."""

    @writes("entrant_return", NothingAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let the entrant come back, which is possible before the draw."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        NothingAsked.of(request)
        by, via_link = self.acting_in(entrant.event.tournament), self.visitor.is_via_link

        def effect() -> Response:
            return Response(EntrantShown(registration.return_(entrant, by=by, via_link=via_link)).data)

        return self.once(effect)
