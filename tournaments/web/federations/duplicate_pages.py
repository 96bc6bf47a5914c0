"""The page of likely duplicates: merged, told apart, and merges undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.access.federations import known_events
from tournaments.actions.federations import merging
from tournaments.actions.federations.merge_proposals import open_tournaments
from tournaments.actions.lists import foreseeing
from tournaments.models import UNLISTED, EntrantPlayer, Federation, Merge, MergeProposal, NoDuplicate
from tournaments.notices import points_words
from tournaments.queries.people.claims import claims_of_players
from tournaments.queries.people.duplicates import likely_duplicates, players_of
from tournaments.queries.people.merge_voices import waits_for_account
from tournaments.queries.people.merges import numbers_of_both
from tournaments.web.desk.pages import act
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page, within

_PAIRS_PER_PAGE = 20
_MOST_MERGES = 50
# The events named for each player of a pair; the newest tell most.
_MOST_EVENTS = 5


@dataclass(frozen=True, slots=True)
class Twin:
    """One of two players who may be one person, with the newest events entered.

    `may_go` is whether the player can be merged into the other one: an account stays.
    """

    player: Player
    events: tuple[str, ...]
    may_go: bool


@dataclass(frozen=True, slots=True)
class EffectLine:
    """What a merge does to a list, in words: both ratings, that of the one person, and the others who move."""

    name: str
    player: str
    into: str
    after: str
    others: int
    greatest: str


@require_page_or_form
def duplicates(request: HttpRequest, uid: str) -> HttpResponse:
    """Show pairs of players side by side; merge them, tell them apart or undo a merge on POST."""
    federation = access.federation_to_register(visitor_of(request), uid)
    if request.method == "POST":
        return _decide(request, federation)
    page = Paginator(likely_duplicates(federation), _PAIRS_PER_PAGE).get_page(request.GET.get("page"))
    events = _events_of(federation, (player.pk for pair in page for player in (pair.one, pair.two)))
    twins = {
        player.pk: Twin(player, events.get(player.pk, ())[:_MOST_EVENTS], may_go=player.email is None)
        for pair in page
        for player in (pair.one, pair.two)
    }
    merges = Merge.objects.filter(federation=federation, undone_at=None).select_related("player", "into")
    proposals = MergeProposal.objects.filter(federation=federation, ended_at=None)
    proposals = proposals.select_related("player", "into", "by").order_by("-pk")[:_MOST_MERGES]
    apart = NoDuplicate.objects.filter(federation=federation).select_related("one", "two")
    context = {
        "page": page,
        "pairs": [(twins[pair.one.pk], twins[pair.two.pk]) for pair in page],
        "merges": merges.order_by("-pk")[:_MOST_MERGES],
        "proposals": proposals,
        "claims": claims_of_players(federation)[:_MOST_MERGES],
        "apart": apart.order_by("-pk")[:_MOST_MERGES],
    }
    return office_page(
        request, federation, "federations/office_duplicates.html", context, tab="office_duplicates"
    )


@require_safe
def merge(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what merging two players would do to every list, with the form that does it."""
    visitor = visitor_of(request)
    federation = access.federation_to_register(visitor, uid)
    people = players_of(federation).distinct()
    player = people.filter(uid=request.GET.get("player", "")).first()
    into = people.filter(uid=request.GET.get("into", "")).first()
    if player is None or into is None:
        return redirect("office_duplicates", uid=federation.uid)
    refusal, effects = "", []
    try:
        effects = foreseeing.merge_effects(federation, player, into=into, by=visitor.account)
    except DomainError as error:
        refusal = str(error)
    context = {
        "player": player,
        "into": into,
        "effects": [_cells(effect) for effect in effects],
        "numbers": numbers_of_both(federation, player, into),
        "asks": _waits_for(
            MergeProposal(federation=federation, player=player, into=into, by=visitor.account)
        ),
        "refusal": refusal,
    }
    return office_page(
        request,
        federation,
        "federations/office_merge.html",
        context,
        tab="office_duplicates",
        here=_("Merge"),
    )


def _waits_for(proposal: MergeProposal) -> list[str]:
    """Return who has to agree to a merge, as names: the person with the account, and tournaments.

    The federation reads no name of a draft of which it knows nothing.
    """
    person = [proposal.into.name] if waits_for_account(proposal) else []
    tournaments = open_tournaments(proposal)
    known = known_events(proposal.federation).filter(tournament__in=tournaments)
    keys = set(known.values_list("tournament", flat=True))
    return person + [one.name if one.pk in keys else _("an event that is not public") for one in tournaments]


def _cells(effect: foreseeing.MergeEffect) -> EffectLine:
    ratings = (effect.player, effect.into, effect.after)
    player, into, after = ("–" if one is None else points_words(one) for one in ratings)
    return EffectLine(effect.list.name, player, into, after, effect.others, points_words(effect.greatest))


def _decide(request: HttpRequest, federation: Federation) -> HttpResponse:
    visitor, back = visitor_of(request), reverse("office_duplicates", args=[federation.uid])
    undoing = _undoing(request, federation)
    if undoing is not None:
        undo, words = undoing
        return act(request, undo, message=words, back_to=back)
    if "do" not in request.POST:
        return redirect(back)
    # Players of other federations are unknown here.
    people = players_of(federation).distinct()
    one = get_object_or_404(people, uid=request.POST.get("one", ""))
    two = get_object_or_404(people, uid=request.POST.get("two", ""))
    if request.POST.get("do") == "apart":
        return act(
            request,
            lambda: merging.tell_apart(federation, one, other=two, by=visitor.account),
            message=_("%(one)s and %(two)s are two people.") % {"one": one.name, "two": two.name},
            back_to=back,
        )
    player, into = (one, two) if request.POST.get("do") == "into_two" else (two, one)
    return _merge(request, federation, player, into)


def _undoing(request: HttpRequest, federation: Federation) -> tuple[Callable[[], object], str] | None:
    """Return what the form undoes, with the words of its success; None if it undoes nothing."""
    visitor, sent = visitor_of(request), request.POST
    by = visitor.account
    if uid := sent.get("undo"):
        merge = access.merge_to_register(visitor, uid)
        within(merge, federation)
        return partial(merging.undo_merge, merge, by=by), _("They are two people again.")
    if uid := sent.get("withdraw"):
        proposal = access.merge_proposal_to_register(visitor, uid)
        within(proposal, federation)
        return partial(merging.withdraw_proposal, proposal, by=by), _("Nobody is asked any more.")
    if uid := sent.get("claim"):
        claim = get_object_or_404(claims_of_players(federation), uid=uid)
        undo_claim = partial(merging.undo_claim_of_player, federation, claim, by=by)
        return undo_claim, _("Everything is as it was before the claim.")
    if uid := sent.get("take_back"):
        pair = access.different_people_to_register(visitor, uid)
        within(pair, federation)
        words = _("They appear again if they look like one person.")
        return partial(merging.take_back_apart, pair, by=by), words
    return None


def _merge(request: HttpRequest, federation: Federation, player: Player, into: Player) -> HttpResponse:
    """Merge two players, or ask those who have to agree; a refusal goes back to the page that shows both."""
    number, by = request.POST.get("number", ""), visitor_of(request).account
    try:
        merge = merging.merge_players(federation, player, into=into, by=by, number=number)
    except DomainError as refusal:
        for reason in reasons(refusal):
            messages.error(request, reason)
    else:
        text = (
            _("Asked whether %(player)s is one person.")
            if merge.is_waiting
            else _("%(player)s is one person now.")
        )
        messages.success(request, text % {"player": into.name})
    return redirect("office_duplicates", uid=federation.uid)


def _events_of(federation: Federation, players: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return the events that each player entered and the federation may know, the newest first; one query."""
    entries = EntrantPlayer.objects.filter(player__in=list(players), event__in=known_events(federation))
    entries = entries.exclude(entrant__via__in=UNLISTED).order_by("-pk")
    events: dict[int, tuple[str, ...]] = {}
    for player, event, tournament in entries.values_list("player", "event__name", "event__tournament__name"):
        events[player] = (*events.get(player, ()), f"{event}, {tournament}")
    return events
