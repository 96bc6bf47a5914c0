"""The cards of tournaments, events and matches: what a stranger may read of them, as a picture."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import tournament_of
from tournaments.models import pairing_of
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.web.events.event_frame import stages_of
from tournaments.web.events.podium import podium
from tournaments.web.events.public import has_ended
from tournaments.web.frame.share_card import ShareCard
from tournaments.web.frame.sharing import card_answer, days, place_of
from tournaments.web.frame.visitors import hold_as_stranger, visitor_of
from tournaments.web.templatetags.videau import result_words


@require_safe
def tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Draw the card of a tournament: its name, days and place."""
    hold_as_stranger(request)
    visitor = visitor_of(request)
    row = access.tournament_to_see(visitor, uid)
    access.share(request, visitor, row)
    return card_answer(request, ShareCard(row.name, (days(row), place_of(row))))


@require_safe
def event(request: HttpRequest, uid: str) -> HttpResponse:
    """Draw the card of an event, after its end with the first places."""
    hold_as_stranger(request)
    visitor = visitor_of(request)
    row = access.event_to_see(visitor, uid)
    access.share(request, visitor, row.tournament)
    stages = stages_of(row)
    winners = winners_by_event(stages).get(row.pk, EventWinners())
    lines = podium(row, winners) if has_ended(row, stages) else ()
    facts = (row.tournament.name, days(row.tournament), place_of(row.tournament))
    return card_answer(request, ShareCard(row.name, facts, tuple((line.words, line.name) for line in lines)))


@require_safe
def match(request: HttpRequest, uid: str) -> HttpResponse:
    """Draw the card of a match: who plays, and once it is final the result."""
    hold_as_stranger(request)
    row = access.match_to_see(visitor_of(request), uid)
    tournament = tournament_of(row)
    result = result_words(row.accepted_report, row) if row.is_final and row.accepted_report else str(row)
    facts = (pairing_of(row).stage.event.name, tournament.name, days(tournament))
    return card_answer(request, ShareCard(result, facts))
