"""The log of a federation, to which every action of its officers appends last."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Model, QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import Player
from tournaments.actions import chain
from tournaments.actions.proving import proofs_of_rows
from tournaments.acts import Act, stored
from tournaments.acts.federations import (
    ClubsMerged,
    ClubsParted,
    MembershipAdded,
    MembershipChanged,
    MembersImported,
    MergeUndone,
    PlayersMerged,
)
from tournaments.models import Actor, Federation, FederationEntry, token_of
from tournaments.queries.audit.trees import changed_leaves
from tournaments.queue import Job, enqueue, enqueue_each


def lock(federation: Federation) -> Federation:
    """Lock and return the head of the log, after every lock of a tournament.

    Actions of officers take it first: they are few, and one lock orders them all.
    """
    [head] = _locked_heads(federation.pk)
    return head


@prepared
def _locked_heads(key: int) -> QuerySet[Federation]:
    return Federation.objects.select_for_update(no_key=True).filter(pk=key)


def append(act: Act, *, of: Federation, by: Player | None, rows: Iterable[Model] = ()) -> FederationEntry:
    """Append the entry of an act; `rows` are the changed rows, which are read again and proved by it."""
    head = lock(of)
    [act_with_proof] = chain.with_proofs([act], proofs_of_rows(rows))
    entry = FederationEntry(
        federation=head,
        at=timezone.now(),
        actor=_actor(by),
        by=by,
        token=token_of(by),
        code=act.code,
        subject=act.subject,
        data=stored(act_with_proof),
    )
    chain.extend(head, [entry])
    of.log_seq, of.log_hash = head.log_seq, head.log_hash
    _ask_for_verdicts(act, of)
    return entry


def _ask_for_verdicts(act: Act, federation: Federation) -> None:
    """Enqueue the verdicts on matches that the act may have changed."""
    uids: tuple[str, ...] = ()
    match act:
        case ClubsMerged() | ClubsParted() | MembersImported():
            enqueue(Job.JUDGE, federation_id=federation.pk)
        case MembershipAdded() | MembershipChanged():
            uids = (act.player,)
        case PlayersMerged():
            uids = (act.subject, act.into)
        case MergeUndone():
            uids = (act.subject, act.other)
    if uids:
        players = Player.objects.filter(uid__in=uids).order_by("pk").values_list("pk", flat=True)
        enqueue_each(Job.JUDGE, [{"player_id": player} for player in players])


def verify(federation: Federation) -> list[str]:
    """Return the faults of the chain as codes with entry numbers, as `tournaments.actions.log.verify` does."""
    entries = (
        FederationEntry.objects.filter(federation=federation).select_related("by", "token").order_by("seq")
    )
    faults = chain.faults(Federation.objects.get(pk=federation.pk), entries.iterator(chunk_size=500))
    return faults + [f"checkpoint {seq}" for seq in changed_leaves(federation, entries)]


def _actor(by: Player | None) -> Actor:
    if by is None:
        return Actor.SYSTEM
    return Actor.PLAYER if token_of(by) is None else Actor.TOKEN
