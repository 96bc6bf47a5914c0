"""Whom the newest entries of a log concern, so that an open page is made anew only when something on it may have changed.

Most entries of a running event are about one match and its two sides, or pair a few of many: those are told apart here.
Every other entry concerns everybody. The log is only ever appended to, so what a process has read of it stays true.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db.models import QuerySet

from matches.models import Match
from matches.models.prepared import prepared
from tournaments.models import LogEntry, Pairing, Tournament

# About one match, which is their subject; what else happens with a match is rare.
_OF_MATCH = frozenset(
    {"reported", "confirmed", "overdue", "match_started", "start_taken_back", "table_assigned", "table_freed"}
)
_OF_PAIRINGS = "paired"
# Whoever has not asked for so long gets the page anew.
_MOST_ENTRIES = 400
_MOST_TOURNAMENTS = 16


@dataclass(frozen=True, slots=True)
class News:
    """What one entry is about: an event, unless it is about all; players by primary key and matches by uid.

    `players` is None where it may concern everybody.
    """

    seq: int
    event: int | None
    players: frozenset[int] | None = None
    matches: frozenset[str] = frozenset()


def news(tournament: Tournament, *, since: int) -> Sequence[News] | None:
    """What has happened after entry `since` and up to the version of the tournament as it was read.

    None where it is too much to tell. No query where this process has read it
    before, else up to three.
    """
    newest = tournament.log_seq
    if not 0 <= newest - since <= _MOST_ENTRIES:
        return None
    if newest == since:
        return ()
    with _lock:
        known = _kept.pop(tournament.uid, ())
        if not known or known[-1].seq < newest:
            start = max(known[-1].seq if known else since, newest - _MOST_ENTRIES)
            known = (*known, *_read(tournament, after=start, upto=newest))[-_MOST_ENTRIES:]
        _kept[tournament.uid] = known
        while len(_kept) > _MOST_TOURNAMENTS:
            _kept.popitem(last=False)
    found = [one for one in known if since < one.seq <= newest]
    return found if len(found) == newest - since else None


def _read(tournament: Tournament, *, after: int, upto: int) -> tuple[News, ...]:
    entries = _entries(tournament.pk, after, upto)
    of_match = _matches(subject for _, code, _, subject, _ in entries if code in _OF_MATCH)
    of_pairing = _pairings(
        uid for _, code, _, _, data in entries if code == _OF_PAIRINGS for uid in _paired(data)
    )
    found = []
    for seq, code, event, subject, data in entries:
        if code in _OF_MATCH and subject in of_match:
            found.append(News(seq, event, *of_match[subject]))
        elif code == _OF_PAIRINGS and not data.get("dismissed"):
            about = [of_pairing[uid] for uid in _paired(data) if uid in of_pairing]
            players = frozenset(player for players, _ in about for player in players)
            matches = frozenset(match for _, matches in about for match in matches)
            found.append(News(seq, event, players, matches))
        else:
            found.append(News(seq, event))
    return tuple(found)


@prepared
def _entries(
    tournament: int, after: int, upto: int
) -> QuerySet[LogEntry, tuple[int, str, int | None, str, dict[str, Any]]]:
    rows = LogEntry.objects.filter(tournament=tournament, seq__gt=after, seq__lte=upto).order_by("seq")
    return rows.values_list("seq", "code", "event_id", "subject", "data")


def _paired(data: dict[str, list[str]]) -> list[str]:
    return [*data["made"], *data["cancelled"]]


def _matches(uids: Iterable[str]) -> dict[str, tuple[frozenset[int], frozenset[str]]]:
    """The players of these matches, and the matches with the team matches that they are boards of; one query."""
    found: dict[str, tuple[set[int], set[str]]] = {}
    wanted = set(uids)
    if wanted:
        for uid, team_match, one, two in _who_plays(tuple(wanted)):
            players, matches = found.setdefault(uid, (set(), {uid}))
            players |= {player for player in (one, two) if player}
            matches |= {team_match} if team_match else set()
    return {uid: (frozenset(players), frozenset(matches)) for uid, (players, matches) in found.items()}


@prepared
def _who_plays(matches: tuple[str, ...]) -> QuerySet[Match, tuple[str, str | None, int | None, int | None]]:
    return Match.objects.filter(uid__in=matches).values_list(
        "uid", "board__team_match__uid", "one__members__player", "two__members__player"
    )


def _pairings(uids: Iterable[str]) -> dict[str, tuple[frozenset[int], frozenset[str]]]:
    """The players who sit in these pairings, and their matches; one query."""
    found: dict[str, tuple[set[int], set[str]]] = {}
    wanted = set(uids)
    if wanted:
        for uid, match, player in _who_sits(tuple(wanted)):
            players, matches = found.setdefault(uid, (set(), set()))
            players |= {player} if player else set()
            matches |= {match} if match else set()
    return {uid: (frozenset(players), frozenset(matches)) for uid, (players, matches) in found.items()}


@prepared
def _who_sits(pairings: tuple[str, ...]) -> QuerySet[Pairing, tuple[str, str | None, int | None]]:
    return Pairing.objects.filter(uid__in=pairings).values_list(
        "uid", "match__uid", "seats__entrant__entrant_players__player"
    )


_kept: OrderedDict[str, tuple[News, ...]] = OrderedDict()
_lock = Lock()
