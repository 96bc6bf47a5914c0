"""Appeals against rulings: a side appeals, a committee votes, the majority decides."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Unpack

from django.db import transaction

from matches.actions import appeals
from matches.actions.reporting import ResultArguments
from matches.errors import (
    AlreadyAppealed,
    AppealDecided,
    AppealTooLate,
    MatchCancelled,
    NoRulingToAppeal,
    NothingToChange,
    NotOnCommittee,
    NotYourMatch,
)
from matches.models import (
    Appeal,
    AppealDecision,
    CommitteeMember,
    Dispute,
    Match,
    Player,
    Ruling,
    SideMember,
    Vote,
    is_same_person,
    rows_of_person,
)
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import is_director, require_reason
from tournaments.actions.results import correct
from tournaments.actions.results._speaking import other_rulers, require_ruler
from tournaments.actions.results.transaction import LONG_TEXT, event_of, on_match, text_within
from tournaments.acts import Act
from tournaments.acts.disputes import AppealClosed, AppealWithdrawn, CommitteeNamed, RulingAppealed, VoteCast
from tournaments.errors.common import Forbidden, NotSignedIn
from tournaments.errors.results import OwnMatchRuling, OwnRuling
from tournaments.models import DIRECT, Origin, pairing_of
from tournaments.queries.draws.follow_ups import follow_ups
from tournaments.queries.entrants.teams import voice_of


def appeal(dispute: Dispute, *, by: Player | None, reason: str, origin: Origin = DIRECT) -> Appeal:
    """Open an appeal against the ruling of a dispute, as a player of the match or a director.

    Raise NoRulingToAppeal without a ruling in force, AlreadyAppealed for a second appeal, and AppealTooLate
    for a player after a following match has begun. An identical appeal returns the existing row.
    """
    why = require_reason(text_within(reason, LONG_TEXT))
    is_ruler = is_director(event_of(dispute.match).tournament, by)
    if voice_of(dispute.match, by) is None and not is_ruler:
        raise NotYourMatch
    with on_match(dispute.match, by=by, origin=origin, is_appeal=True, locks_event=True) as tx:
        if tx.match.cancelled_at is not None:
            raise MatchCancelled
        ruling = _ruling_in_force(dispute)
        before = Appeal.objects.filter(ruling=ruling).first()
        if before is not None:
            if before.by == by and before.reason == why:
                return before
            raise AlreadyAppealed
        if not is_ruler:
            _refuse_once_played_on(tx.match)
        new_dispute = appeals.open_against(ruling, dispute=dispute, by=by, reason=why)
        notices.appealed(new_dispute)
        act = RulingAppealed(tx.match.uid, dispute=dispute.uid, appeal=new_dispute.uid, ruling=ruling.uid)
        tx.note(act)
        tx.rows.append(new_dispute)
    return new_dispute


def name_committee(
    appeal: Appeal, *, by: Player | None, members: Sequence[Player], overrides: Collection[str] = ()
) -> Appeal:
    """Appoint three or five members to judge an appeal and notify them; possible until the first vote.

    Raise OwnRuling for the director who ruled, where another one is there.
    """
    _require_other_ruler(appeal, by)
    with _on_appeal(appeal, by=by) as (current, acts):
        before = {seat.pk for seat in current.committee.all()}
        appeals.name_committee(current, members, players=_players_of(current), by=by, overrides=overrides)
        if before != set(current.committee.values_list("pk", flat=True)):
            notices.committee_named(current)
            uids = tuple(member.uid for member in members)
            acts.append(CommitteeNamed(current.ruling.match.uid, members=uids))
    return current


def vote(
    appeal: Appeal, *, by: Player | None, member: Player, vote: str, origin: Origin = DIRECT
) -> CommitteeMember:
    """Store the vote of a committee member, entered by the member or a director; changeable until the decision.

    Raise OwnRuling for the director who ruled, where another one is there.
    """
    if not is_same_person(by, member):
        try:
            _require_other_ruler(appeal, by)
        except (NotSignedIn, Forbidden, OwnMatchRuling):
            raise NotOnCommittee from None
    with _on_appeal(appeal, by=by, origin=origin) as (current, acts):
        seats = current.committee.filter(player__in=rows_of_person(member.person_key))
        before = seats.values_list("vote", flat=True).first()
        seat = appeals.vote(current, by=by, member=member, vote=Vote(vote), players=_players_of(current))
        if seat.vote != before:
            acts.append(VoteCast(current.ruling.match.uid, appeal=current.uid, member=seat.player.uid))
    return seat


def decide(
    appeal: Appeal,
    *,
    by: Player | None,
    reason: str,
    overrides: Collection[str] = (),
    follow: str | None = None,
    **result: Unpack[ResultArguments],
) -> Appeal:
    """Store the decision of the majority with its reason: the ruling stands or is overturned.

    `result` has the arguments of a ruling (games, score, outcome, winner), and replaces the result of an
    overturned ruling; raise MatchBegun if a following match has begun, unless `follow` says what becomes of
    it. Without it the result stays. Raise NoMajority without enough votes, and OwnRuling for the director who ruled,
    where another one is there.
    """
    _require_other_ruler(appeal, by)
    why = require_reason(text_within(reason, LONG_TEXT))
    with _on_appeal(appeal, by=by, locks_event=True) as (current, acts):
        decision = appeals.require_majority(current, players=_players_of(current))
        ruling: Ruling | None = None
        if result:
            if decision is not AppealDecision.OVERTURNED:
                raise NothingToChange
            ruling = correct(
                current.ruling.match,
                by=by,
                reason=why,
                clause=current.ruling.clause,
                overrides=overrides,
                follow=follow,
                **result,
            )
        appeals.close(current, decision, by=by, reason=why)
        notices.appeal_decided(current)
        act = AppealClosed(
            current.ruling.match.uid,
            appeal=current.uid,
            decision=decision,
            ruling=ruling.uid if ruling else "",
        )
        acts.append(act)
    return current


def take_back(appeal: Appeal, *, by: Player | None, origin: Origin = DIRECT) -> Appeal:
    """Withdraw an appeal, as the side that made it or a director other than the one who ruled; idempotent."""
    match = appeal.ruling.match
    own = voice_of(match, by)
    if own is None or own != voice_of(match, appeal.by):
        _require_other_ruler(appeal, by)
    if Appeal.objects.filter(pk=appeal.pk, decision=AppealDecision.TAKEN_BACK).exists():
        return appeal
    with _on_appeal(appeal, by=by, origin=origin) as (current, acts):
        appeals.close(current, AppealDecision.TAKEN_BACK, by=by)
        notices.appeal_decided(current)
        acts.append(AppealWithdrawn(match.uid, appeal=current.uid))
    return current


@contextmanager
def _on_appeal(
    appeal: Appeal, *, by: Player | None, origin: Origin = DIRECT, locks_event: bool = False
) -> Iterator[tuple[Appeal, list[Act]]]:
    """Lock an open appeal with its match in one transaction; acts appended to the list are logged last."""
    match, event = appeal.ruling.match, event_of(appeal.ruling.match)
    acts: list[Act] = []
    with transaction.atomic():
        if locks_event:
            lock_event(event)
        # An appeal that is under way is decided even after the closing of the event.
        with on_match(match, by=None, origin=origin):
            current = Appeal.objects.select_related("ruling", "dispute").get(pk=appeal.pk)
            current.ruling.match = current.dispute.match = match
        if current.decided_at is not None:
            raise AppealDecided
        yield current, acts
        log.append_all(acts, of=event.tournament, by=by, event=event, origin=origin, rows=[current])


def _require_other_ruler(appeal: Appeal, by: Player | None) -> None:
    """Raise as `require_ruler`, and OwnRuling for the director who ruled, unless nobody else can act."""
    match = appeal.ruling.match
    require_ruler(match, by=by)
    if is_same_person(by, appeal.ruling.by):
        others = other_rulers(match, by=by)
        if others:
            raise OwnRuling(directors=", ".join(person.name for person in others))


def _players_of(appeal: Appeal) -> list[Player]:
    """Return the players of the match of an appeal; of a board, those of both teams."""
    match = appeal.ruling.match
    whole = pairing_of(match).match or match
    sides = {match.one_id, match.two_id, whole.one_id, whole.two_id}
    members = SideMember.objects.filter(side__in=sides).select_related("player").order_by("player")
    return list({member.player_id: member.player for member in members}.values())


def _ruling_in_force(dispute: Dispute) -> Ruling:
    """Return the ruling of the dispute; raise NoRulingToAppeal if it has none or a newer one replaced it."""
    last = dispute.match.rulings.order_by("pk").last()
    if last is None or last.dispute_id != dispute.pk:
        raise NoRulingToAppeal
    last.match, last.dispute = dispute.match, dispute
    return last


def _refuse_once_played_on(match: Match) -> None:
    for follow_up in follow_ups(match):
        if follow_up.is_begun:
            raise AppealTooLate(match=str(follow_up.pairing.match or follow_up.pairing))
