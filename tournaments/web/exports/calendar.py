"""iCalendar files: one event, or the matches of a player under a private address."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from icalendar import Calendar
from icalendar import Event as Entry

from matches.models import Player, rows_of_person
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.people import links
from tournaments.formats import FORMATS, opens_rounds_by_calendar
from tournaments.models import AccessLink, Entrant, Event, Purpose, Stage, Tournament
from tournaments.queries.draws.bracket import RoundView
from tournaments.queries.draws.match_days import Encounter, fixtures
from tournaments.queries.results.matches import MatchLine, matches_of_player
from tournaments.queries.state import round_length
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

CONTENT_TYPE = "text/calendar; charset=utf-8"
# Formats whose rounds have deadlines.
_BY_WEEKS = [code for code, rules in FORMATS.items() if opens_rounds_by_calendar(rules)]
# The interval at which calendar programs should refresh.
_REFRESH = timedelta(minutes=15)


def calendar_of(name: str, entries: Iterable[Entry]) -> bytes:
    """Return an iCalendar file with a calendar name and entries."""
    calendar = Calendar()
    calendar.add("prodid", "-//Videau//Tournament desk for backgammon//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", _REFRESH, parameters={"value": "DURATION"})
    for entry in entries:
        calendar.add_component(entry)
    data: bytes = calendar.to_ical()
    return data


def event_entry(event: Event, *, address: str) -> Entry:
    """Return the calendar entry of an event.

    Without a start time the entry covers all days of the tournament.
    """
    tournament = event.tournament
    entry = _entry(f"event-{event.uid}", f"{event.name} – {tournament.name}", tournament, address=address)
    if event.starts_at is None:
        entry.add("dtstart", tournament.starts_on)
        # The end of a whole-day entry is exclusive.
        entry.add("dtend", tournament.ends_on + timedelta(days=1))
        # Players are not busy on all days of a ladder.
        entry.add("transp", "TRANSPARENT")
    else:
        entry.add("dtstart", _utc(event.starts_at))
    return entry


def deadline_entries(event: Event, *, address: str, entrant: Entrant | None = None) -> Iterable[Entry]:
    """Yield the calendar entries of an event played by calendar: its match days, or the deadlines of its rounds.

    An encounter with a date of its own has its own entry. For an `entrant` they are its encounters that are not paired
    yet, because paired matches have entries of their own.
    """
    for stage in (
        event.stages.filter(format__in=_BY_WEEKS).select_related("event__tournament").order_by("order")
    ):
        league = fixtures(stage)
        if league is None:
            continue
        for of in league.bracket.rounds:
            those = league.in_round(of.number)
            if entrant is not None:
                those = tuple(one for one in those if one.has(entrant.uid) and one.slot.match is None)
            alone = [one for one in those if one.is_moved or (entrant is not None and one.at is not None)]
            yield from (_encounter_entry(event, stage, one, address=address) for one in alone)
            if len(alone) < len(those):
                yield from _round_entries(event, stage, of, address=address)


def _round_entries(event: Event, stage: Stage, of: RoundView, *, address: str) -> Iterable[Entry]:
    """Yield the calendar entry of a round: its match day, or its deadline."""
    places = {"number": of.number, "event": event.name}
    if of.begins_at is not None:
        words = _("Match day %(number)s (%(event)s)") % places
        entry = _entry(
            f"match-day-{stage.uid}-{of.number}", words, event.tournament, address=address, where=of.venue
        )
        entry.add("dtstart", _utc(of.begins_at))
        entry.add("dtend", _utc(of.begins_at + _lasting(event, of.length)))
        yield entry
    elif of.due_at is not None:
        words = _("Deadline: round %(number)s (%(event)s)") % places
        entry = _entry(f"deadline-{stage.uid}-{of.number}", words, event.tournament, address=address)
        entry.add("dtstart", _utc(of.due_at))
        entry.add("dtend", _utc(of.due_at))
        yield entry


def _encounter_entry(event: Event, stage: Stage, one: Encounter, *, address: str) -> Entry:
    """Return the calendar entry of an encounter with a date."""
    words = f"{one.slot.one.name} – {one.slot.two.name} ({event.name})"
    place = f"{stage.uid}-{one.of.number}-{one.slot.slot}"
    entry = _entry(f"encounter-{place}", words, event.tournament, address=address, where=one.venue)
    begins = one.at or timezone.now()
    entry.add("dtstart", _utc(begins))
    entry.add("dtend", _utc(begins + _lasting(event, one.of.length)))
    return entry


def _lasting(event: Event, points: int) -> timedelta:
    """Return the expected time of a match to so many points; the boards of a team match are played side by side."""
    return timedelta(minutes=points * event.minutes_per_point)


def match_entry(line: MatchLine, *, address: str) -> Entry | None:
    """Return a match's calendar entry, or None without a start time or deadline.

    The entry lasts from the start to the actual or expected end, likewise on a match day, or marks the deadline.
    """
    match = line.match
    names = f"{match.one.name} – {match.two.name}"
    if match.started_at is not None:
        summary, begins = names, match.started_at
        ends = match.final_at or begins + timedelta(minutes=match.length * line.event.minutes_per_point)
    elif line.begins_at is not None:
        summary, begins = names, line.begins_at
        declared = line.declared if line.is_team_match else None
        length = line.match.length if declared is None else round_length(line.stage, declared)
        ends = begins + _lasting(line.event, length)
    elif line.due_at is not None:
        summary, begins, ends = _("Deadline: %(match)s") % {"match": names}, line.due_at, line.due_at
    else:
        return None
    if line.score is not None:
        summary = f"{summary}, {line.score[0]}–{line.score[1]}"
    table = _("Table %(table)s") % {"table": line.table} if line.table else line.venue
    entry = _entry(f"match-{match.uid}", summary, line.event.tournament, address=address, where=table)
    entry.add("dtstart", _utc(begins))
    entry.add("dtend", _utc(max(begins, ends)))
    return entry


def _entry(uid: str, summary: str, tournament: Tournament, *, address: str, where: str = "") -> Entry:
    entry = Entry()
    entry.add("uid", f"{uid}@videau")
    entry.add("dtstamp", _utc(timezone.now()))
    entry.add("summary", summary)
    entry.add("url", address)
    place = ", ".join(part for part in (where, tournament.venue, tournament.city) if part)
    if place:
        entry.add("location", place)
    return entry


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


@require_safe
def event_file(request: HttpRequest, uid: str) -> HttpResponse:
    """Return one event as an iCalendar file."""
    event = access.event_to_see(visitor_of(request), uid)
    address = public_address(request, reverse("event", args=[event.uid]))
    entries = [event_entry(event, address=address), *deadline_entries(event, address=address)]
    answer = HttpResponse(calendar_of(event.name, entries), content_type=CONTENT_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{event.uid}.ics"'
    return answer


@require_safe
@cache_control(private=True, max_age=300)
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return a player's events and matches in one tournament as a calendar subscription."""
    link = links.find_calendar(token)
    player = link.player
    assert player is not None  # noqa: S101 - the database says so; narrows the type for mypy
    with override(player.language or None):
        answer = HttpResponse(_feed(request, link.tournament, player), content_type=CONTENT_TYPE)
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex"
    return answer


@never_cache
@require_page_or_form
def my_calendar(request: HttpRequest, uid: str) -> HttpResponse:
    """Create the visitor's private calendar address, shown once, or revoke it."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_see(visitor, uid)
    player = access.own_player_in(visitor, tournament)
    address = ""
    if request.method == "POST":
        origin = visitor.origin
        if request.POST.get("do") == "end":
            links.end_calendar_links(tournament, player, by=player, origin=origin)
        else:
            _link, token = links.make_calendar_link(tournament, player, by=player, origin=origin)
            address = public_address(request, reverse("calendar_feed", args=[token]))
    context = {
        "section": "me",
        "address": address,
        "subscribe": address.replace("http", "webcal", 1).replace("webcals", "webcal", 1),
        "link": _active_link(tournament, player),
        "crumbs": [*way_to(tournament), Crumb(_("My calendar"))],
    }
    return show(request, tournament, "me/calendar.html", context)


def _active_link(tournament: Tournament, player: Player) -> AccessLink | None:
    own = rows_of_person(player.person_key)
    links_now = AccessLink.objects.filter(revoked_at=None, expires_at__gt=timezone.now())
    return links_now.filter(tournament=tournament, player__in=own, purpose=Purpose.CALENDAR).first()


def _feed(request: HttpRequest, tournament: Tournament, player: Player) -> bytes:
    own = rows_of_person(player.person_key)
    entrants = Entrant.objects.filter(
        event__tournament=tournament, entrant_players__player__in=own, withdrawn_at=None
    ).select_related("event__tournament")
    entries = []
    for entrant in entrants.order_by("event__order", "event_id"):
        event = entrant.event
        address = public_address(request, reverse("event", args=[event.uid]))
        entries.append(event_entry(event, address=address))
        entries += deadline_entries(event, address=address, entrant=entrant)
    for line in matches_of_player(player, tournament):
        entry = match_entry(line, address=public_address(request, reverse("match", args=[line.uid])))
        if entry is not None:
            entries.append(entry)
    return calendar_of(tournament.name, entries)
