"""Merges of players who are one person, undone by one act with the same rows as before."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.acts.federations import MergeUndone, PlayersMerged, ToldApart
from tournaments.errors import (
    AccountStays,
    BothEntered,
    BothPlayed,
    MergeOver,
    NotInFederation,
    PlayerMerged,
    SamePlayer,
)
from tournaments.models import Federation, Merge, NoDuplicate, Right
from tournaments.queries.people.duplicates import current_event, players_of, shared_event
from tournaments.queries.people.merges import every_row, merged_into

from . import log
from .rights import require_other_person, require_right


@transaction.atomic
def merge_players(federation: Federation, player: Player, *, into: Player, by: Player | None) -> Merge:
    """Merge a duplicate into the player who goes on; no row that refers to either changes.

    Raise BothPlayed if they played in one event, BothEntered if both are in one that is not over, AccountStays for a duplicate with an account, OwnCase if `by` is
    one of them, NotInFederation, PlayerMerged or SamePlayer.
    """
    require_right(federation, by, Right.REGISTER)
    player, into = _locked(federation, player, into, by=by)
    for one in (player, into):
        if one.merged_into_id is not None:
            raise PlayerMerged(player=one.name)
    if player.email is not None or player.has_usable_password():
        raise AccountStays(player=player.name)
    if event := shared_event(player, into):
        raise BothPlayed(one=player.name, two=into.name, event=event.name)
    if event := current_event(player, into):
        raise BothEntered(one=player.name, two=into.name, event=event.name)
    merge = Merge.objects.create(federation=federation, player=player, into=into, by=by)
    _follow_merges(player, into)
    log.append(PlayersMerged(player.uid, into=into.uid), of=federation, by=by, rows=[merge])
    return merge


@transaction.atomic
def undo_merge(merge: Merge, *, by: Player | None) -> Merge:
    """Undo a merge: both players are as they would be without it; raise MergeOver if it is undone."""
    federation = merge.federation
    require_right(federation, by, Right.REGISTER)
    for one in (merge.player, merge.into):
        require_other_person(federation, by, one)
    _lock_merges()
    merge.refresh_from_db(fields=["undone_at"])
    if merge.undone_at is not None:
        raise MergeOver
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    _follow_merges(merge.player, merge.into)
    act = MergeUndone(merge.player.uid, other=merge.into.uid)
    log.append(act, of=federation, by=by, rows=[merge])
    return merge


@transaction.atomic
def tell_apart(federation: Federation, one: Player, *, other: Player, by: Player | None) -> NoDuplicate:
    """Note that two players who look alike are two people; nobody proposes them again."""
    require_right(federation, by, Right.REGISTER)
    one, other = _locked(federation, one, other, by=by)
    first, second = sorted((one, other), key=lambda player: player.pk)
    row, is_new = NoDuplicate.objects.get_or_create(federation=federation, one=first, two=second)
    if is_new:
        log.append(ToldApart(one.uid, other=other.uid), of=federation, by=by, rows=[row])
    return row


def _locked(federation: Federation, one: Player, two: Player, *, by: Player | None) -> tuple[Player, Player]:
    """Return two players of the federation as they are under the lock of merges."""
    if one.pk == two.pk:
        raise SamePlayer(player=one.name)
    _lock_merges()
    in_federation = players_of(federation)
    for player in (one, two):
        require_other_person(federation, by, player)
        if not in_federation.filter(pk=player.pk).exists():
            raise NotInFederation(player=player.name, federation=federation.name)
        player.refresh_from_db()
    return one, two


def _lock_merges() -> None:
    """Lock every federation in the order of their keys, because merges of all of them move the same players."""
    list(Federation.objects.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _follow_merges(*players: Player) -> None:
    """Point every row of these persons to the one who goes on, as the merges in force say."""
    rows = list(every_row(player.pk for player in players))
    targets = merged_into(row.pk for row in rows)
    # Rows that go on are set free first, because a merge may lead to them.
    for row in sorted(rows, key=lambda row: targets[row.pk] is not None):
        row.merged_into_id = targets[row.pk]
        row.save(update_fields=["merged_into"])
