"""Entrants, pairings, results and standings as tables for other programs: CSV, or a workbook for who asks for one."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from tournaments import access
from tournaments.api.renderers import CSVTable, XLSXTable
from tournaments.api.schema import reads
from tournaments.queries.exports import sheets

from .endpoint import Endpoint


class _SheetEndpoint(Endpoint):
    """A table, in the first of these forms unless `Accept` or `?format=` asks for another one."""

    renderer_classes = [CSVTable, XLSXTable]
    parameters = frozenset({"format"})

    @property
    def form(self) -> str:
        """The form that is answered in, which is part of the version."""
        return str(self.request.accepted_renderer.format)


class EntrantSheet(_SheetEndpoint):
    """The entrants of an event as a table."""

    @reads("event_entrants_sheet", OpenApiTypes.BINARY)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show everybody of the event in the order they came."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: sheets.entrant_table(event), also=self.form)


class PairingSheet(_SheetEndpoint):
    """The pairings of a stage as a table."""

    @reads("stage_pairings_sheet", OpenApiTypes.BINARY)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the pairings made so far, by round and slot, with the byes."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: sheets.pairing_table(stage), also=self.form)


class ResultSheet(_SheetEndpoint):
    """The results of a stage as a table."""

    @reads("stage_results_sheet", OpenApiTypes.BINARY)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the final matches with their counted scores."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: sheets.result_table(stage), also=self.form)


class StandingSheet(_SheetEndpoint):
    """The standings of a stage as a table."""

    @reads("stage_standings_sheet", OpenApiTypes.BINARY)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the standings as they are now."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: sheets.standing_table(stage), also=self.form)
