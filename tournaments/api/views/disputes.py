"""Disputes: what the sides say, and how a director rules."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import results
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.dispute_file import DisputeShown
from tournaments.api.serializers.matches import (
    RulingAsked,
    RulingShown,
    StatementAsked,
    StatementShown,
)

from .endpoint import Endpoint
from .shown import result_said


class OneDispute(Endpoint):
    """One dispute, for the players of its match and the officers."""

    @reads("dispute", DisputeShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the dispute with its reports, statements, exhibits, rulings and appeals."""
        dispute = access.dispute_to_see(self.visitor, uid)
        return self.read(access.tournament_of(dispute), lambda: DisputeShown(dispute).data)


class DisputeStatements(Endpoint):
    """What is said in a dispute."""

    @writes("dispute_state", StatementAsked, StatementShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Add a statement, which is kept as it is."""
        dispute = access.dispute_to_state(self.visitor, uid)
        asked = StatementAsked.of(request)
        by, origin = self.acting_in(access.tournament_of(dispute)), self.visitor.origin

        def effect() -> Response:
            said = results.add_statement(dispute, by=by, origin=origin, **asked)
            return Response(StatementShown(said).data, status=201)

        return self.once(effect)


class DisputeRuling(Endpoint):
    """The ruling that ends a dispute."""

    @writes("dispute_rule", RulingAsked, RulingShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Decide the dispute, with a reason. Nobody rules on their own match."""
        dispute = access.dispute_to_rule(self.visitor, uid)
        asked = result_said(RulingAsked.of(request))
        by = self.acting_in(access.tournament_of(dispute))
        return self.once(
            lambda: Response(RulingShown(results.rule(dispute, by=by, **asked)).data, status=201)
        )
