"""Appeals against a ruling: a committee of three or five, its votes, and the decision of the majority."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from matches.errors import ClubMatesOnCommittee, InvalidCommittee, NoMajority, NotOnCommittee, VotesBegun
from matches.models import (
    Appeal,
    AppealDecision,
    CommitteeMember,
    Dispute,
    Player,
    Ruling,
    Vote,
    name_key,
    rows_of_person,
)
from matches.queries import majority

COMMITTEE_SIZES = (3, 5)
CLUB_MATES = "club_mates_on_committee"


def open_against(ruling: Ruling, *, dispute: Dispute, by: Player | None, reason: str) -> Appeal:
    """Open an appeal against the ruling of a dispute."""
    return Appeal.objects.create(dispute=dispute, ruling=ruling, by=by, reason=reason)


def name_committee(
    appeal: Appeal,
    members: Sequence[Player],
    *,
    players: Sequence[Player],
    by: Player | None,
    overrides: Collection[str] = (),
) -> None:
    """Appoint three or five members who neither ruled, appealed nor are among these players of the match.

    It is possible until somebody votes, and again once a merge has made one of them unsuitable. Raise InvalidCommittee
    for unsuitable members, and ClubMatesOnCommittee for a member of a player's club unless overridden.
    """
    if reason := _unfit(appeal, members, players):
        raise InvalidCommittee(reason=reason)
    clubs = {name_key(player.club) for player in players} - {""}
    mates = [member.name for member in members if name_key(member.club) in clubs]
    if mates and CLUB_MATES not in overrides:
        raise ClubMatesOnCommittee(names=", ".join(mates))
    seated = appeal.committee.select_related("player")
    if {seat.player.person_key for seat in seated} == {member.person_key for member in members}:
        return
    if any(seat.vote for seat in seated) and not _unfit(appeal, [seat.player for seat in seated], players):
        raise VotesBegun
    seated.delete()
    CommitteeMember.objects.bulk_create(CommitteeMember(appeal=appeal, player=member) for member in members)
    appeal.named_by = by
    appeal.save(update_fields=["named_by"])


def vote(
    appeal: Appeal, *, by: Player | None, member: Player, vote: Vote, players: Sequence[Player]
) -> CommitteeMember:
    """Store the vote of a member, who may change it until the appeal is decided; NotOnCommittee for others.

    Raise InvalidCommittee where a merge has made a member unsuitable.
    """
    seat = appeal.committee.filter(player__in=rows_of_person(member.person_key)).first()
    if seat is None:
        raise NotOnCommittee
    _require_fit(appeal, players)
    if seat.vote != vote:
        seat.vote, seat.voted_at, seat.entered_by = vote, timezone.now(), by
        seat.save(update_fields=["vote", "voted_at", "entered_by"])
    return seat


def require_majority(appeal: Appeal, *, players: Sequence[Player]) -> AppealDecision:
    """Return the decision of the majority; raise NoMajority if there is none yet, or InvalidCommittee as `vote`."""
    _require_fit(appeal, players)
    decision = majority(appeal)
    if decision is None:
        raise NoMajority(needed=(appeal.committee.count() or COMMITTEE_SIZES[0]) // 2 + 1)
    return decision


def close(appeal: Appeal, decision: AppealDecision, *, by: Player | None, reason: str = "") -> None:
    """Close the appeal, decided by the committee or withdrawn."""
    appeal.decision, appeal.decision_reason, appeal.decided_at = decision, reason, timezone.now()
    appeal.decided_by = by
    appeal.save(update_fields=["decision", "decision_reason", "decided_at", "decided_by"])


def _require_fit(appeal: Appeal, players: Sequence[Player]) -> None:
    """Raise InvalidCommittee if the committee that was named cannot judge the appeal any more."""
    members = [seat.player for seat in appeal.committee.select_related("player")]
    if members and (reason := _unfit(appeal, members, players)):
        raise InvalidCommittee(reason=f"{reason} {_('Name another committee.')}")


def _unfit(appeal: Appeal, members: Sequence[Player], players: Sequence[Player]) -> str:
    """Return why these members cannot judge an appeal of these players; empty if they can."""
    keys = {member.person_key for member in members}
    if len(members) not in COMMITTEE_SIZES or len(keys) != len(members):
        return _("A committee has three or five different members.")
    if appeal.ruling.by.person_key in keys:
        return _("The director who ruled does not judge the appeal.")
    playing = [player.name for player in players if player.person_key in keys]
    if playing:
        return _("%(name)s plays the match.") % {"name": ", ".join(playing)}
    if appeal.by is not None and appeal.by.person_key in keys:
        return _("Nobody judges an appeal of their own.")
    return ""
