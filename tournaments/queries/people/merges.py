"""Where the merges and claims in force lead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.db.models import F, Q, QuerySet

from matches.models import Match, Player, Side, rows_of_persons
from tournaments.acts.people import PersonMerged
from tournaments.models import (
    Claim,
    Entrant,
    EntrantPlayer,
    Federation,
    LogEntry,
    Member,
    Merge,
    Tournament,
)


def every_row(keys: Iterable[int]) -> QuerySet[Player]:
    """Return every row of the persons to whom these players belong."""
    pairs = Player.objects.filter(pk__in=list(keys)).values_list("pk", "merged_into")
    every = {key for pair in pairs for key in pair if key is not None}
    return Player.objects.filter(Q(pk__in=every) | Q(merged_into__in=every))


def is_minor_by_any_row(player: Player) -> bool:
    """Whether a person is a minor by what one of their rows says; after a merge another one may have the year."""
    return any(row.is_minor for row in every_row([player.pk]))


def merged_into(keys: Iterable[int]) -> dict[int, int | None]:
    """Return the player who goes on for each of these, by primary key; None for one who goes on.

    `keys` are all rows of the persons concerned.
    """
    players = list(keys)
    targets = dict(_pairs(players))
    return {key: _end(key, targets) for key in players}


def former_members(keys: Iterable[int]) -> list[int]:
    """Return the members whose number is a former one, by primary key; `keys` are all rows of the persons concerned.

    Where a person has several numbers of one federation, the one goes on that the latest merge said, else the first
    one of the player who goes on.
    """
    players = list(keys)
    targets = merged_into(players)
    of_person: dict[tuple[int, int], list[Member]] = {}
    for member in Member.objects.filter(player__in=players).order_by("pk"):
        person = targets[member.player_id] or member.player_id
        of_person.setdefault((member.federation_id, person), []).append(member)
    decisions = Merge.objects.filter(player__in=players, keeps__isnull=False, undone_at=None).order_by("pk")
    rank = {key: number for number, key in enumerate(decisions.values_list("keeps", flat=True), start=1)}
    former = []
    for (_federation, person), members in of_person.items():
        first = max(members, key=lambda one: (rank.get(one.pk, 0), one.player_id == person, -one.pk))
        former += [one.pk for one in members if one != first]
    return former


def numbers_of_both(federation: Federation, player: Player, into: Player) -> list[Member]:
    """Return the numbers of two persons that go on in a federation, if both have one."""
    members = Member.objects.filter(federation=federation, is_former=False)
    pair = [members.filter(player__in=rows_of_persons([one.pk])).first() for one in (player, into)]
    return [one for one in pair if one is not None] if None not in pair else []


def federation_of_first_number(player: Player) -> Federation | None:
    """Return the federation of the first number of a person that goes on; None without one."""
    members = Member.objects.filter(player__in=rows_of_persons([player.person_key]), is_former=False)
    first = members.select_related("federation").order_by("pk").first()
    return None if first is None else first.federation


def federations_of_both(player: Player, into: Player) -> QuerySet[Federation]:
    """Return the federations of which both persons have a number."""
    federations = Federation.objects.order_by("pk")
    for one in (player, into):
        members = Member.objects.filter(player__in=rows_of_persons([one.pk]))
        federations = federations.filter(pk__in=members.values("federation"))
    return federations


def entries_meanwhile(tournament: Tournament, player: Player, other: Player) -> list[int]:
    """Return the entries of the log that another person has made about the player since both were merged.

    They are two people again by now.
    """
    merged = LogEntry.objects.filter(tournament=tournament, code=PersonMerged.code, subject=player.uid).last()
    if merged is None:
        return []
    rows = rows_of_persons([player.pk])
    side = Side.objects.filter(members__player__in=rows)
    matches = Match.objects.filter(Q(one__in=side) | Q(two__in=side)).values("uid")
    entrants = Entrant.objects.filter(event__tournament=tournament, side__in=side).values("uid")
    since = LogEntry.objects.filter(
        tournament=tournament, seq__gt=merged.seq, by__in=rows_of_persons([other.pk])
    )
    about = since.filter(Q(subject__in=matches) | Q(subject__in=entrants) | Q(subject__in=rows.values("uid")))
    return list(about.order_by("seq").values_list("seq", flat=True))


def wrong_merges(stream: Federation | Tournament) -> Iterator[str]:
    """Yield the uid of each member of this federation, or entrant of this tournament, who points elsewhere.

    Players point where the merges and claims in force lead. Whoever was merged by this federation, or claimed in this
    tournament, is among them, and so is a member whose number is wrongly a former one.
    """
    rows = list(every_row(_moved(stream)).order_by("pk").values_list("pk", "uid", "merged_into"))
    targets = merged_into(key for key, _uid, _target in rows)
    for key, uid, target in rows:
        if target != targets[key]:
            yield uid
    if isinstance(stream, Federation):
        yield from _wrong_numbers(stream, former_members(targets))


def _wrong_numbers(federation: Federation, former: Collection[int]) -> Iterator[str]:
    """Yield the uid of each member who is wrongly marked as having a former number, or is not marked."""
    marked = Q(is_former=True) | Q(pk__in=former)
    for member in Member.objects.filter(marked, federation=federation).order_by("pk"):
        if member.is_former != (member.pk in former):
            yield member.uid


def _moved(stream: Federation | Tournament) -> set[int]:
    """Return the players of a federation or tournament who point somewhere, and those of its merges or claims."""
    players: QuerySet[Any, Any]
    pairs: QuerySet[Any, Any]
    if isinstance(stream, Federation):
        players = Member.objects.filter(federation=stream).values("player")
        pairs = Merge.objects.filter(federation=stream).values_list("player", "into")
    else:
        players = EntrantPlayer.objects.filter(event__tournament=stream).values("player")
        claims = Claim.objects.filter(tournament=stream, account__isnull=False)
        pairs = claims.values_list("player", "account")
    pointing = Player.objects.filter(
        Q(pk__in=players) | Q(merged_into__in=players), merged_into__isnull=False
    )
    both = [*pointing.values_list("pk", "merged_into"), *pairs]
    return {key for pair in both for key in pair}


def _pairs(players: list[int]) -> list[tuple[int, int]]:
    """Return each of these players who was merged or claimed, with the player into whom."""
    merges = Merge.objects.filter(player__in=players, undone_at=None).values_list("player", "into")
    claims = Claim.objects.filter(player__in=players, undone_at=None, account__isnull=False)
    # Who became an account goes on.
    claims = claims.exclude(account=F("player"))
    return [*merges, *((one.player_id, one.account_id or one.player_id) for one in claims)]


def _end(key: int, targets: dict[int, int]) -> int | None:
    """Return the end of the chain of merges that begins here; None for one that is its own end."""
    end = key
    while end in targets:
        end = targets[end]
    return None if end == key else end
