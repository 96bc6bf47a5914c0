"""The players and matches that new log entries concern, to decide whether an open page must be rendered again.

Each act declares whom it concerns (`Act.concern`): usually one match or a few pairings. The log is append-only, so
the entries cached by a process stay valid.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from matches.database.prepared import prepared
from matches.models import Match
from tournaments.acts import Act, Concern, readable
from tournaments.models import LogEntry, Pairing, Tournament

# A page that is further behind is rendered again.
_MOST_ENTRIES = 400
_MOST_TOURNAMENTS = 16

_Columns = tuple[int, int | None, str, str, dict[str, Any]]
# Players by primary key, and matches by uid.
_Concerned = tuple[frozenset[int], frozenset[str]]


class _EntryRow(NamedTuple):
    """The columns of a log entry that are read."""

    seq: int
    event: int | None
    code: str
    subject: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class News:
    """The subject of one log entry: an event or None for all, persons by primary key, and matches by uid.

    `players` is None if the entry may concern everybody.
    """

    seq: int
    event: int | None
    players: frozenset[int] | None = None
    matches: frozenset[str] = frozenset()


def news(tournament: Tournament, *, since: int) -> Sequence[News] | None:
    """Return the news of the entries after `since`, up to the version of the tournament as loaded.

    None if there are too many entries. No query if this process has read them before, else up to three.
    """
    newest = tournament.log_seq
    if not 0 <= newest - since <= _MOST_ENTRIES:
        return None
    if newest == since:
        return ()
    with _lock:
        history = _kept.pop(tournament.uid, ())
        if not history or history[-1].seq < newest:
            start = max(history[-1].seq if history else since, newest - _MOST_ENTRIES)
            history = (*history, *_read(tournament, after=start, upto=newest))[-_MOST_ENTRIES:]
        _kept[tournament.uid] = history
        while len(_kept) > _MOST_TOURNAMENTS:
            _kept.popitem(last=False)
    window = [one for one in history if since < one.seq <= newest]
    return window if len(window) == newest - since else None


def _read(tournament: Tournament, *, after: int, upto: int) -> tuple[News, ...]:
    rows = (_EntryRow(*row) for row in _entries(tournament.pk, after, upto))
    entries = [(row.seq, row.event, readable(row)) for row in rows]
    acts = [act for _, _, act in entries if act is not None]
    of_match = _matches(act.subject for act in acts if act.concern is Concern.MATCH)
    of_pairing = _pairings(uid for act in acts if act.concern is Concern.PAIRINGS for uid in act.pairings)
    return tuple(News(seq, event, *_concerned(act, of_match, of_pairing)) for seq, event, act in entries)


def _concerned(
    act: Act | None, of_match: Mapping[str, _Concerned], of_pairing: Mapping[str, _Concerned]
) -> tuple[frozenset[int] | None, frozenset[str]]:
    """Return the players and matches that an act concerns; None as players stands for everybody."""
    if act is not None and act.concern is Concern.MATCH and act.subject in of_match:
        return of_match[act.subject]
    if act is not None and act.concern is Concern.PAIRINGS:
        about = [of_pairing[uid] for uid in act.pairings if uid in of_pairing]
        players = frozenset(player for players, _ in about for player in players)
        return players, frozenset(match for _, matches in about for match in matches)
    return None, frozenset()


@prepared
def _entries(tournament: int, after: int, upto: int) -> QuerySet[LogEntry, _Columns]:
    rows = LogEntry.objects.filter(tournament=tournament, seq__gt=after, seq__lte=upto).order_by("seq")
    return rows.values_list("seq", "event_id", "code", "subject", "data")


def _matches(uids: Iterable[str]) -> dict[str, tuple[frozenset[int], frozenset[str]]]:
    """Return the players of each match, and its uid with that of its team match; one query."""
    concerns: dict[str, tuple[set[int], set[str]]] = {}
    keys = set(uids)
    if keys:
        for uid, team_match, one, two in _who_plays(tuple(keys)):
            players, matches = concerns.setdefault(uid, (set(), {uid}))
            players |= {player for player in (one, two) if player}
            matches |= {team_match} if team_match else set()
    return {uid: (frozenset(players), frozenset(matches)) for uid, (players, matches) in concerns.items()}


@prepared
def _who_plays(matches: tuple[str, ...]) -> QuerySet[Match, tuple[str, str | None, int | None, int | None]]:
    return Match.objects.filter(uid__in=matches).values_list(
        "uid", "board__team_match__uid", _person("one__members__player"), _person("two__members__player")
    )


def _pairings(uids: Iterable[str]) -> dict[str, tuple[frozenset[int], frozenset[str]]]:
    """Return the players and matches of each pairing; one query."""
    concerns: dict[str, tuple[set[int], set[str]]] = {}
    keys = set(uids)
    if keys:
        for uid, match, player in _who_sits(tuple(keys)):
            players, matches = concerns.setdefault(uid, (set(), set()))
            players |= {player} if player else set()
            matches |= {match} if match else set()
    return {uid: (frozenset(players), frozenset(matches)) for uid, (players, matches) in concerns.items()}


@prepared
def _who_sits(pairings: tuple[str, ...]) -> QuerySet[Pairing, tuple[str, str | None, int | None]]:
    return Pairing.objects.filter(uid__in=pairings).values_list(
        "uid", "match__uid", _person("seats__entrant__entrant_players__player")
    )


def _person(player: str) -> Coalesce:
    """Return the key of the person behind this path to a player."""
    return Coalesce(f"{player}__merged_into", player)


_kept: OrderedDict[str, tuple[News, ...]] = OrderedDict()
_lock = Lock()
