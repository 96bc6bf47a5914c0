"""Re-entry after a loss: the rule of an event, and the new entrant of the same players."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments import notices
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.draws.late_places import refuse_playing_elsewhere, seat_late
from tournaments.actions.draws.progress import Cause, follow
from tournaments.actions.events.problems import refused
from tournaments.actions.money import ledger
from tournaments.actions.people.sides import BEFORE_NUMBER, side_of
from tournaments.actions.permissions import holds_office, is_director, is_member
from tournaments.acts.entrants import Reentered
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import NoReEntry, ReEntryRefused, RegistrationClosed
from tournaments.formats import Problem
from tournaments.models import DIRECT, Entrant, EntrantPlayer, Origin, Registration, Via, Visibility
from tournaments.models.dates import date_words
from tournaments.queries.entrants.reentry import ReEntryView, entries_of, reentry_of


@transaction.atomic
def come_back(entrant: Entrant, *, by: Player | None, origin: Origin = DIRECT) -> Entrant:
    """Re-enter the players of an eliminated entrant, as its players during registration or as the desk.

    They are a late entrant if a line is open, and an alternate until then, while the former entrant may still
    play on. Results of the former entrant stay; it leaves its consolation stages when the new entrant gets a
    place. An existing re-entry is returned unchanged. A director may ignore the closing time, but not for the
    own side. Raise NoReEntry, ReEntryRefused or PlaysElsewhere.
    """
    event = lock_unclosed(entrant.event)
    is_own, has_office = is_member(by, side=entrant.side_id), holds_office(event.tournament, by)
    if not is_own and not has_office:
        raise Forbidden
    entrant.refresh_from_db()
    offer = reentry_of(entrant)
    if offer is None:
        raise NoReEntry(event=event.name)
    if offer.new_entrant is not None:
        return offer.new_entrant
    may_be_late = is_director(event.tournament, by) and not is_own
    if problems := refusals_of(entrant, offer, may_be_late=may_be_late):
        raise refused(ReEntryRefused, problems, entrant=entrant.name)
    is_open = event.registration == Registration.OPEN and event.tournament.visibility != Visibility.DRAFT
    if not has_office and not is_open:
        raise RegistrationClosed(event=event.name)
    if offer.stage is None:
        raise AssertionError("whoever was in no stage has been refused")
    refuse_playing_elsewhere(entrant, stage=offer.stage)
    again = _entered_again(entrant, number=offer.number + 1, via=Via.DESK if has_office else Via.ONLINE)
    if offer.has_place:
        line = seat_late(offer.stage, entrant=again).line
    else:
        line = None
        notices.registered(again)
    act = Reentered(
        again.uid,
        former=entrant.uid,
        number=offer.number + 1,
        line=line,
        fee_percent=offer.rule.fee_percent,
        is_late=offer.is_late,
    )
    follow(event, cause=Cause(act, by, origin, rows=[again, entrant, again.side]))
    if offer.has_place:
        ledger.charge_entry(again, by=by, is_reentry=True)
    return again


def _entered_again(entrant: Entrant, *, number: int, via: str) -> Entrant:
    """Create the new entrant of the same players, named after the first with the number of the entry."""
    players = [member.player for member in entrant.side.members.select_related("player").order_by("order")]
    first = entries_of(entrant).first() or entrant
    side = side_of(players, name=f"{first.name[:BEFORE_NUMBER]} ({number})", event=entrant.event)
    again = Entrant.objects.create(
        event=entrant.event,
        side=side,
        via=via,
        is_alternate=True,
        checked_in_at=timezone.now(),
        bye_lots=entrant.bye_lots,
    )
    before = EntrantPlayer.objects.filter(event=entrant.event_id, player__in=players)
    newest: dict[int, int] = {}
    for player, entry_no in before.values_list("player", "entry_no"):
        newest[player] = max(newest.get(player, 0), entry_no)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(
            event=entrant.event, entrant=again, player=player, entry_no=newest.get(player.pk, 0) + 1
        )
        for player in players
    )
    return again


def refusals_of(entrant: Entrant, offer: ReEntryView, *, may_be_late: bool = False) -> list[Problem]:
    """Return the reasons against a re-entry, with times formatted in the tournament's time zone."""
    until = offer.rule.until
    problems = [problem for problem in offer.refusals if problem.code != "reentry_closed" or not may_be_late]
    if until is None:
        return problems
    words = date_words(timezone.localtime(until, entrant.event.tournament.time_zone), "DATETIME_FORMAT")
    return [
        Problem(problem.code, {"until": words}) if problem.code == "reentry_closed" else problem
        for problem in problems
    ]
