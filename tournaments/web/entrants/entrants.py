"""Desk pages of the entrants of an event: search, check-in, walk-ins, withdrawals and returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions import undo as undoing
from tournaments.actions.draws import draw as drawing
from tournaments.actions.entrants import (
    arrivals,
    entry_rules,
    reception,
    reentry,
    registration,
    together,
    waiting_list,
)
from tournaments.actions.entrants.list_reading import read_line
from tournaments.actions.events.problems import problem_words
from tournaments.acts.entrants import EntrantEntered, EntrantReturned, EntrantWithdrawn
from tournaments.errors.entrants import NotEligible, SimilarPlayers
from tournaments.models import AccessLink, Draw, Entrant, Event, LogEntry, Registration
from tournaments.queries.desk_search import findable_at
from tournaments.queries.eligibility import closed_to_side, entry_check, let_in_of
from tournaments.queries.entrants.places import places_kept
from tournaments.queries.entrants.reentry import reentry_of
from tournaments.queries.federations.clubs import known_clubs
from tournaments.queries.hall import desk
from tournaments.queries.hall.player_rows import players_of_event
from tournaments.queries.people.claims import claims_in
from tournaments.queries.state import is_drawn
from tournaments.web.desk.impact import shown_first
from tournaments.web.desk.overrides import TURNS, ask_reason, ask_turn, reason_typed
from tournaments.web.desk.pages import event_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.entrants.desk_reentry import LotsForm
from tournaments.web.frame import etags
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .player_table import ListQuery, table_context
from .qualifying import way_on
from .register_desk_page import candidates
from .suggestions import AnswerKind, suggestions

# The session key of the choice whether new entrants are checked in at once.
_AT_ONCE = "desk_check_in_at_once"
# Actions that may change matches and places in the draw.
_MOVING = ("withdraw", "return", "promote", "undo", "late")
# The codes of the log entries that `_undo` takes back.
_UNDONE = [kind.code for kind in (EntrantEntered, EntrantReturned, EntrantWithdrawn)]


@require_page_or_form
@once
def entrants(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the entrants of an event with the search box; on POST, apply the chosen answer."""
    event = access.event_to_desk(visitor_of(request), uid)
    if request.method == "POST":
        return _choose(request, event)
    return _page(request, event, words=request.GET.get("q", ""), last=request.GET.get("last", ""))


@require_safe
def search(request: HttpRequest, uid: str) -> HttpResponse:
    """Render only the answers to the words in the search box."""
    event = access.event_to_desk(visitor_of(request), uid)
    words = request.GET.get("q", "")
    context = {"event": event, "answers": suggestions(event, words, desk.entrants(event))}
    return render(request, "desk/_answers.html", context)


@require_safe
def live(request: HttpRequest, uid: str) -> HttpResponse:
    """Render only the list of entrants, or answer 304 if it has not changed."""
    event = access.event_to_desk(visitor_of(request), uid)
    etag = etags.tag(request, event.tournament.log_seq)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    return etags.tagged(_list(request, event), etag)


@require_POST
def act_on_entrant(request: HttpRequest, uid: str, act: str) -> HttpResponse:
    """Apply the action of a button in the list, such as check-in, withdrawal or return."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    action = _acts(request).get(act)
    if action is None:
        raise Http404
    if act == "withdraw" and desk.other_entries(entrant):
        # The page of the entrant asks whether it leaves the other events too.
        return redirect(f"{reverse('desk_entrant', args=[uid])}#leave")
    try:
        if act in _MOVING:
            follows = _shown_first(request, entrant, lambda: action(_anew(request, uid)), act=act)
            if follows is not None:
                return follows
        action(_anew(request, uid))
    except TURNS as refusal:
        return ask_turn(request, entrant.event, refusal, back=_address(entrant.event), name=entrant.name)
    except DomainError as refusal:
        return _after(request, entrant, refusal=refusal)
    words = request.POST.get("words", "")
    return redirect(_with_words(entrant.event, words)) if words else _after(request, entrant)


@require_POST
def check_everybody_in(request: HttpRequest, uid: str) -> HttpResponse:
    """Check in all entrants who have a place."""
    event = access.event_to_desk(visitor_of(request), uid)
    arrivals.check_everybody_in(event, by=visitor_of(request).account)
    if request.headers.get("HX-Request"):
        event.tournament.refresh_from_db()
        return _list(request, event)
    return redirect(_address(event))


@require_page_or_form
def entrant_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show one entrant with players, private links, lots and re-entry; on POST, withdraw the entrant."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    event = entrant.event
    refusal: DomainError | None = None
    if request.method == "POST":
        try:
            follows = _shown_first(request, entrant, partial(_withdraw, request, uid), act="withdraw")
            if follows is not None:
                return follows
            _withdraw(request, entrant.uid)
        except DomainError as error:
            refusal = error
        else:
            return redirect(_with_last(event, entrant))
    players = list(Player.objects.filter(entries__entrant=entrant).order_by("entries__pk"))
    links = AccessLink.objects.filter(
        tournament=event.tournament, player__in=players, revoked_at=None, expires_at__gt=timezone.now()
    ).select_related("player")
    may_be_late = visitor_of(request).may_direct(event.tournament)
    view = reentry_of(entrant) if is_drawn(event) else None
    against = [] if view is None else reentry.refusals_of(entrant, view, may_be_late=may_be_late)
    context = {
        "entrant": entrant,
        "back": view,
        "back_refused": problem_words(against),
        "lots": LotsForm(initial={"lots": entrant.bye_lots}),
        "players": players,
        "clubs": list(known_clubs([(player.club, player.country) for player in players]).items()),
        "links": links.order_by("-pk"),
        "claims": list(claims_in(event.tournament, [player.pk for player in players])),
        "is_drawn": is_drawn(event),
        "refused": reasons(refusal) if refusal else [],
        "typed": request.POST.get("reason", ""),
        "others": () if entrant.withdrawn_at else desk.other_entries(entrant),
        "closed": () if entrant.withdrawn_at else closed_to_side(event, players),
        "let_in": _let_in_why(event, players),
        "chosen": request.POST.getlist("also"),
    }
    status = refusal.status if refusal else 200
    return event_page(
        request, event, "desk/entrant.html", context, tab="entrants", here=entrant.name, status=status
    )


def _choose(request: HttpRequest, event: Event) -> HttpResponse:
    """Apply the chosen answer; if the words have changed since, only show the new answers."""
    words = request.POST.get("q", "").strip()
    request.session[_AT_ONCE] = request.POST.get("at_once") == "on"
    kind, _colon, uid = request.POST.get("do", "").partition(":")
    if not words or kind not in set(AnswerKind) or request.POST.get("for_q", "").strip() != words:
        return redirect(_with_words(event, words) if words else _address(event))
    doing = partial(_done, request, event, AnswerKind(kind), uid=uid, words=words)
    try:
        if is_drawn(event):
            # A late entrant may take a bye, so the changes in matches and places are shown first.
            follows = shown_first(request, event, doing, tab="entrants", back_to=_address(event))
            if follows is not None:
                return follows
        entrant = doing()
    except SimilarPlayers as similar:
        return _ask_who(request, event, words=words, similar=similar)
    except TURNS as refusal:
        return ask_turn(request, event, refusal, back=_with_words(event, words), words=words)
    except NotEligible as refusal:
        return ask_reason(request, event, refusal, back=_with_words(event, words), words=words)
    except DomainError as refusal:
        return _page(request, event, words=words, refusal=refusal)
    return redirect(_with_last(entrant.event, entrant))


def _done(request: HttpRequest, event: Event, act: AnswerKind, *, uid: str, words: str) -> Entrant:
    by = visitor_of(request).account
    late: dict[str, Any] = {"is_late": is_drawn(event), "takes_bye": request.POST.get("takes_bye") == "on"}
    late["overrides"] = request.POST.getlist("overrides")
    late["let_in"] = reason_typed(request)
    match act:
        case AnswerKind.ENTER:
            player = get_object_or_404(findable_at(event.tournament), uid=uid)
            entrant = registration.enter(event, by=by, players=[player], **late)
        case AnswerKind.WALK_IN:
            new = read_line(words)
            entrant = registration.walk_in(
                event,
                by=by,
                name=new.name,
                club=new.club,
                country=new.country,
                even_if_similar=request.POST.get("anyway") == "yes",
                **late,
            )
        case AnswerKind.CHECK_IN | AnswerKind.NOTHING:
            entrant = get_object_or_404(Entrant.objects.select_related("side"), uid=uid, event=event)
            return arrivals.check_in(entrant, by=by)
    return arrivals.check_in(entrant, by=by) if _checks_in_at_once(request, event) else entrant


def _ask_who(request: HttpRequest, event: Event, *, words: str, similar: SimilarPlayers) -> HttpResponse:
    """Show the players with similar names, so that the desk picks one or adds a new player."""
    new = read_line(words)
    context = {"words": words, "new": new, "candidates": candidates(similar, event=event, new=new)}
    context["at_once"] = _checks_in_at_once(request, event)
    context["takes_bye"] = request.POST.get("takes_bye", "")
    return event_page(
        request,
        event,
        "desk/similar.html",
        context,
        tab="entrants",
        here=_("Who is it?"),
        status=similar.status,
    )


def _page(
    request: HttpRequest, event: Event, *, words: str = "", last: str = "", refusal: DomainError | None = None
) -> HttpResponse:
    context = _list_context(request, event, last=last)
    context |= {
        "answers": suggestions(event, words, context["list"]) if words else None,
        "words": words,
        "refused": reasons(refusal) if refusal else [],
        "at_once": _checks_in_at_once(request, event),
        "registrations": Registration.choices,
        "bye_holder": desk.bye_holder(event) if context["is_drawn"] and _may_direct(request, event) else None,
        **way_on(event),
    }
    status = refusal.status if refusal else 200
    return event_page(request, event, "desk/entrants.html", context, tab="entrants", status=status)


def _list(
    request: HttpRequest,
    event: Event,
    *,
    last: str = "",
    refusal: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render only the list, which htmx swaps into the page."""
    context = _list_context(request, event, last=last) | {"list_refused": reasons(refusal) if refusal else []}
    context["may_direct"] = visitor_of(request).may_direct(event.tournament)
    context["tournament"] = event.tournament
    with timezone.override(event.tournament.time_zone):
        return render(request, "desk/_entrant_list.html", context, status=status)


def _list_context(request: HttpRequest, event: Event, *, last: str = "") -> dict[str, Any]:
    etag = etags.tag(request, event.tournament.log_seq)
    listing, check = desk.entrants(event, with_ratings=True, with_links=True), entry_check(event)
    everybody = (*listing.placed, *listing.alternates, *listing.withdrawn)
    has_draw = is_drawn(event)
    players = players_of_event(event, listing)
    return {
        **table_context(ListQuery.of(request.GET), players),
        "bulk_address": reverse("desk_players_act", args=[event.uid]),
        "event": event,
        "list": listing,
        "check": check,
        "has_place": not has_draw and (event.capacity is None or len(listing.placed) < event.capacity),
        "kept": places_kept(event),
        "last": next((line for line in everybody if line.uid == last), None) if last else None,
        "is_drawn": has_draw,
        "etag": etag,
    }


def _after(request: HttpRequest, entrant: Entrant, *, refusal: DomainError | None = None) -> HttpResponse:
    """Render the list for an htmx request; otherwise redirect, or show the page with the refusal."""
    event = entrant.event
    if request.headers.get("HX-Request"):
        event.tournament.refresh_from_db()
        return _list(request, event, refusal=refusal, status=422 if refusal else 200)
    if refusal is not None:
        return _page(request, event, refusal=refusal)
    return redirect(_with_last(event, entrant))


def _withdraw(request: HttpRequest, uid: str) -> None:
    visitor = visitor_of(request)
    entrant = access.entrant_to_desk(visitor, uid)
    uids = request.POST.getlist("also")
    also = [one for one in desk.other_entries(entrant) if one.uid in uids]
    reason = request.POST.get("reason", "")[:500]
    together.withdraw_from_all(entrant, by=visitor.account, also=also, reason=reason)


def _anew(request: HttpRequest, uid: str) -> Entrant:
    """Return the entrant, read again from the database."""
    return access.entrant_to_desk(visitor_of(request), uid)


def _shown_first(
    request: HttpRequest, entrant: Entrant, action: Callable[[], Any], *, act: str
) -> HttpResponse | None:
    """Return the page that asks for confirmation of the consequences, or None if there are none."""
    back_to = reverse("desk_entrant", args=[entrant.uid])
    # A promoted entrant is the action itself, not a consequence of it.
    but = entrant if act == "promote" else None
    return shown_first(request, entrant.event, action, tab="entrants", back_to=back_to, but=but)


def _acts(request: HttpRequest) -> Mapping[str, Callable[[Entrant], Any]]:
    by = visitor_of(request).account
    return {
        "check-in": lambda entrant: arrivals.check_in(entrant, by=by),
        "undo-check-in": lambda entrant: arrivals.undo_check_in(entrant, by=by),
        "withdraw": lambda entrant: reception.leave(entrant, by=by),
        "undo": lambda entrant: _undo(entrant, by=by),
        "return": lambda entrant: registration.return_(entrant, by=by),
        "promote": lambda entrant: waiting_list.promote(
            entrant, by=by, overrides=request.POST.getlist("overrides")
        ),
        "let-in": lambda entrant: entry_rules.let_in(entrant, by=by, reason=reason_typed(request)),
        "late": lambda entrant: _let_in(entrant, by=by, overrides=request.POST.getlist("overrides")),
    }


def _let_in_why(event: Event, players: Sequence[Player]) -> list[str]:
    """Return why a director let players in to whom the division was closed."""
    reasons = let_in_of(event) if event.eligibility is not None else {}
    persons = {player.merged_into_id or player.pk for player in players}
    return [reason for person, reason in reasons.items() if person in persons]


def _let_in(entrant: Entrant, *, by: Player | None, overrides: Sequence[str]) -> None:
    """Give an alternate a free place in the first stage with a draw."""
    draws = Draw.objects.filter(stage__event=entrant.event_id, voided_at=None).order_by("stage__order")
    row = draws.select_related("stage__event__tournament").first()
    if row is None:
        raise Http404
    drawing.enter_late(row.stage, entrant=entrant, by=by, overrides=overrides)


def _undo(entrant: Entrant, *, by: Player | None) -> None:
    """Undo the last entry, return or withdrawal of the entrant, with its consequences."""
    entries = LogEntry.objects.filter(tournament=entrant.event.tournament, subject=entrant.uid)
    entry = entries.filter(code__in=_UNDONE).select_related("tournament", "event").order_by("-seq").first()
    if entry is None:
        raise Http404
    undoing.undo(entry, by=by)


def _may_direct(request: HttpRequest, event: Event) -> bool:
    return visitor_of(request).may_direct(event.tournament)


def _with_words(event: Event, words: str) -> str:
    """Return the address of the page with these words in its search box."""
    query = QueryDict(mutable=True)
    query["q"] = words
    return f"{_address(event)}?{query.urlencode()}"


def _checks_in_at_once(request: HttpRequest, event: Event) -> bool:
    """Whether new entrants are checked in: the last choice, by default from the first day on."""
    with timezone.override(event.tournament.time_zone):
        has_begun = timezone.localdate() >= event.tournament.starts_on
    return bool(request.session.get(_AT_ONCE, has_begun))


def _address(event: Event) -> str:
    return reverse("desk_entrants", args=[event.uid])


def _with_last(event: Event, entrant: Entrant) -> str:
    return f"{_address(event)}?last={entrant.uid}"
