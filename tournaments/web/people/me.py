"""A player's own pages: matches, notices and profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.database.prepared import prepared
from matches.models import Player, rows_of_person
from matches.queries import length_in_force
from tournaments import access, notices
from tournaments.access import Visitor
from tournaments.actions.people import accounts
from tournaments.models import Entrant, EntrantPlayer, Event, Tournament
from tournaments.queries.closing.matters import appeals_end
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.entrants.consent import asks_of
from tournaments.queries.hall import screen
from tournaments.queries.people import player as player_queries
from tournaments.queries.people.cards import match_cards
from tournaments.queries.people.endings import Ending, endings
from tournaments.queries.people.waits import Wait, waits
from tournaments.web.frame import etags
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results.reporting_forms import ScoreForm

from .language import in_language
from .notice_days import notice_days
from .profile_forms import ProfileForm

_NOTICES_PER_PAGE = 30
# The states in which a match waits for a report of its players.
_ASKING = (SlotState.OPEN, SlotState.PLAYING)


@dataclass(frozen=True, slots=True)
class EntryOutlook:
    """An entry with its next slots; `slots` is empty before the draw."""

    entry: player_queries.PlayerEntry
    slots: Sequence[player_queries.NextSlot]


@require_safe
def notice_list(request: HttpRequest) -> HttpResponse:
    """List the visitor's notices, newest first, with unread ones marked."""
    mine = (
        access.own_notices(visitor_of(request))
        .select_related("recipient", "match__one", "match__two", "tournament")
        .prefetch_related("match__one__members", "match__two__members")
    )
    page = Paginator(mine, _NOTICES_PER_PAGE).get_page(request.GET.get("page"))
    language = get_language() or "en"
    days = notice_days(page, language)
    has_unread = any(notice.read_at is None for notice in page)
    phones = access.phones_of(visitor_of(request)).order_by("-made_at", "-pk")
    context = {
        "section": "notices",
        "page": page,
        "days": days,
        "has_unread": has_unread,
        "phones": phones,
    }
    return render(request, "me/notices.html", context)


@require_POST
def read_notices(request: HttpRequest) -> HttpResponse:
    """Mark all notices of the visitor as read."""
    accounts.read_notices(access.own_notices(visitor_of(request)))
    return redirect("notices")


@require_page_or_form
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change the profile of the visitor's account."""
    player = access.own_account(visitor_of(request))
    if request.method != "POST":
        names = ("name", "language", "contact_email", "club", "country")
        form = ProfileForm(initial={field: getattr(player, field) for field in names})
        return render(request, "me/profile.html", {"section": "profile", "form": form})
    form = ProfileForm(request.POST)
    if not form.is_valid():
        return render(request, "me/profile.html", {"section": "profile", "form": form}, status=422)
    accounts.change_profile(player, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return in_language(redirect("profile"), form.cleaned_data["language"])


@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """Show the player's open matches, upcoming slots and finished matches."""
    context = _matches(request, version=_version(request, access.own_cards(visitor_of(request))))
    visitor = visitor_of(request)
    within = _within(visitor)
    # Once registration is closed nobody can answer; the page of the event says so.
    asks = [
        ask
        for ask in asks_of(access.own_cards(visitor))
        if within in (None, ask.entrant.event.tournament) and ask.is_open
    ]
    of_page = {"section": "me", "asks": asks}
    with timezone.override(context["zone"]):
        return render(request, "me/matches.html", of_page | context | _report(context["mine"]))


@require_safe
def my_matches_live(request: HttpRequest) -> HttpResponse:
    """Return the list of matches alone, or 304 if the ETag matches."""
    visitor = visitor_of(request)
    player = access.own_cards(visitor)
    stem, newest = _version(request, player)
    if newest is None:
        etag = stem if etags.is_known(request, stem) else None
    else:
        etag = etags.still_good(
            request,
            stem,
            newest,
            concerns=lambda one: one.players is None or player.person_key in one.players,
        )
    if etag is not None:
        return etags.unchanged(etag)
    context = _matches(request, version=(stem, newest))
    with timezone.override(context["zone"]):
        return etags.tagged(render(request, "me/_matches.html", context), context["etag"])


def _matches(request: HttpRequest, *, version: tuple[str, Tournament | None]) -> dict[str, Any]:
    """Return the context of the list; `version` was read before the list, see `_version`."""
    visitor = visitor_of(request)
    player = access.own_cards(visitor)
    stem, newest = version
    mine = _in_sight(visitor, player_queries.my_matches(player, _within(visitor)))
    going_on = _going_on(mine)
    announcements = screen.announcements_of({tournament.pk for tournament in going_on}, now=timezone.now())
    coming = _coming(mine)
    # The page of a player without an opponent changes with the matches that decide the opponent.
    waited_for = {slot.waits_for for line in coming for slot in line.slots}
    waiting = () if mine.open else _waiting(coming)
    return {
        "mine": mine,
        "cards": match_cards(player, mine.open),
        "waiting": waiting,
        "coming": [line for line in coming if not (waiting and line.slots)],
        "endings": () if mine.open or coming else _endings(mine),
        "here": _here(mine, going_on),
        "announcements": announcements,
        "push_key": notices.push_key(),
        "etag": stem if newest is None else etags.grown(stem, newest.log_seq, waits=waited_for),
        "zone": _zone(mine, going_on),
        "has_zone": bool(mine.entries),
        # Browsers limit open streams, so a player in two current tournaments polls instead.
        "listen_to": going_on[0] if len(going_on) == 1 else None,
    }


def _report(mine: player_queries.MyMatches) -> dict[str, Any]:
    """Return the context of the score form for the current match, or {} without one.

    The form is part of the page, so that a result can be typed without a connection.
    """
    asking = (line for line in mine.open if line.state in _ASKING and not line.has_boards)
    line = next(iter(sorted(asking, key=lambda one: (not one.table, one.match.started_at is None))), None)
    if line is None:
        return {}
    length = length_in_force(line.match)
    form = ScoreForm(match=line.match, length=length)
    return {"form": form, "match": line.match, "length": length, "points": range(min(length, 100))}


def _here(mine: player_queries.MyMatches, going_on: Sequence[Tournament]) -> list[Entrant]:
    """Return one entrant of the player for each current tournament."""
    entrants: dict[int, Entrant] = {}
    for entry in mine.entries:
        if entry.entrant.withdrawn_at is None and entry.event.tournament in going_on:
            entrants.setdefault(entry.event.tournament_id, entry.entrant)
    return list(entrants.values())


def _within(visitor: Visitor) -> Tournament | None:
    """Return the tournament of the visitor's private link, or None without a link."""
    return visitor.link.tournament if visitor.is_via_link and visitor.link is not None else None


def _going_on(mine: player_queries.MyMatches) -> list[Tournament]:
    """Return the tournaments of the entries that have not ended, without duplicates."""
    today = timezone.localdate()
    tournaments = {entry.event.tournament_id: entry.event.tournament for entry in mine.entries}
    return [tournament for tournament in tournaments.values() if tournament.ends_on >= today]


def _zone(mine: player_queries.MyMatches, going_on: Sequence[Tournament]) -> tzinfo:
    """Return the time zone of the next open match, else of a current or former tournament."""
    tournaments = [line.event.tournament for line in mine.open] + list(going_on)
    tournaments += [entry.event.tournament for entry in mine.entries]
    return tournaments[0].time_zone if tournaments else timezone.get_default_timezone()


def _in_sight(visitor: Visitor, mine: player_queries.MyMatches) -> player_queries.MyMatches:
    """Return the matches and entries without those of tournaments hidden from the visitor."""
    return player_queries.MyMatches(
        open=tuple(
            line
            for line in mine.open
            # A closed event asks nobody to play.
            if line.event.closed_at is None and visitor.may_see(line.stage.event.tournament)
        ),
        over=tuple(line for line in mine.over if visitor.may_see(line.stage.event.tournament)),
        entries=tuple(entry for entry in mine.entries if visitor.may_see(entry.event.tournament)),
    )


def _coming(mine: player_queries.MyMatches) -> list[EntryOutlook]:
    """Return the entries with upcoming slots or a pending draw."""
    events = {line.event.pk for line in (*mine.open, *mine.over)}
    coming = []
    for entry in mine.entries:
        is_before_draw = (
            not entry.upcoming
            and entry.event.pk not in events
            and entry.entrant.withdrawn_at is None
            and entry.event.tournament.ends_on >= timezone.localdate()
        )
        if entry.event.closed_at is None and (entry.upcoming or is_before_draw):
            coming.append(EntryOutlook(entry, entry.upcoming))
    return coming


def _waiting(coming: Sequence[EntryOutlook]) -> list[Wait]:
    """Return what a player without an open match waits for."""
    return waits(slot for line in coming for slot in line.slots)


def _endings(mine: player_queries.MyMatches) -> tuple[Ending, ...]:
    """Return how the player's entrants ended in current tournaments, and in events whose appeals go on."""
    return endings(
        [
            entry.entrant
            for entry in mine.entries
            if entry.entrant.withdrawn_at is None and _is_recent(entry.event)
        ]
    )


def _is_recent(event: Event) -> bool:
    """Whether the tournament of an event has not ended, or the appeals and records of the event go on."""
    until = appeals_end(event)
    is_appealable = until is not None and until >= timezone.now()
    return is_appealable or event.tournament.ends_on >= timezone.localdate()


def _version(request: HttpRequest, player: Player) -> tuple[str, Tournament | None]:
    """Return the stem of the ETag and the tournament whose log completes the ETag.

    The stem changes with the log of every other tournament of the player. For a private link there
    is no other tournament, and no query.
    """
    within = _within(visitor_of(request))
    if within is not None:
        return etags.tag(request, timezone.localdate()), within
    tournaments = _entered_by(player.person_key)
    steps = sum(tournament.log_seq for tournament in tournaments[1:])
    return etags.tag(request, timezone.localdate(), len(tournaments), steps), next(iter(tournaments), None)


@prepared
def _entered_by(player: int) -> QuerySet[Tournament]:
    entries = EntrantPlayer.objects.filter(player__in=rows_of_person(player)).values("event__tournament")
    return Tournament.objects.filter(pk__in=entries)
