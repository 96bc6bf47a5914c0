"""The match at the streaming table of a tournament, for the picture of a stream."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import Player
from rules.match import Side
from tournaments.models import Table, TableUse, Tournament
from tournaments.queries.members import members_by_side
from tournaments.queries.results.matches import MatchLine, match_line
from tournaments.queries.series_now import series_now

# A result stays in the picture until the next call to its table, and no longer than this.
_RESULT_FOR = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class StreamedSide:
    """A side in the picture: its name, clubs and countries, and its score where that is public."""

    name: str
    origin: str
    score: int | None
    has_won: bool


@dataclass(frozen=True, slots=True)
class StreamedMatch:
    """The match in the picture, side one first."""

    line: MatchLine
    sides: tuple[StreamedSide, StreamedSide]


def streamed_match(tournament: Tournament, *, table: str = "", now: datetime) -> StreamedMatch | None:
    """Return the match at the streaming table, or at the table of this name; five queries at most.

    None while nobody plays there. The score is that of the final result, and in a series the matches won.
    """
    use = _use(tournament, table)
    line = match_line(use.match) if use is not None and _is_shown(use, now=now) else None
    if line is None:
        return None
    score = _score(line)
    members = members_by_side([line.match.one_id, line.match.two_id])
    one, two = (
        StreamedSide(
            name=line.match.side(side).name,
            origin=_origin(members[line.match.side(side).pk]),
            score=None if score is None else score[side is Side.TWO],
            has_won=line.match.winner == side.value,
        )
        for side in Side
    )
    return StreamedMatch(line, (one, two))


def _use(tournament: Tournament, table: str) -> TableUse | None:
    """Return the newest use of the table; of several streaming tables the first one counts."""
    tables = Table.objects.filter(tournament=tournament)
    chosen = (tables.filter(name=table) if table else tables.filter(is_streaming=True)).first()
    uses = TableUse.objects.filter(table=chosen).select_related("match").order_by("-since", "-pk")
    return None if chosen is None else uses.first()


def _is_shown(use: TableUse, *, now: datetime) -> bool:
    """Whether the match is under way at the table, or has just ended there."""
    final_at = use.match.final_at
    return use.until is None if final_at is None else now - final_at < _RESULT_FOR


def _score(line: MatchLine) -> tuple[int, int] | None:
    """Return the score of a final match; of a match in a series how many each side has won, by one query."""
    if line.board is not None and line.best_of > 1:
        return series_now([line.board.team_match_id])[line.board.team_match_id].wins
    return line.score


def _origin(players: Sequence[Player]) -> str:
    """Return the clubs and countries of the players, without repetition."""
    words = [*(player.club for player in players), *(player.country for player in players)]
    return " · ".join(dict.fromkeys(word for word in words if word))
