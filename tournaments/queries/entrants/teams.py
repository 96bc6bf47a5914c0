"""Team matches: their boards, line-ups and scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from matches.models import Match, Player, SideMember, Source
from matches.models import Side as MatchSide
from matches.queries import members_of as members_of_side
from matches.queries import side_of
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.models import Board, EventKind, LineupPlace, Role, RoleKind, Stage, board_of, pairing_of
from tournaments.queries.draws.bracket import RoundView, SlotState, state_of, with_flags
from tournaments.queries.state import UNPLAYED


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The result of a team match; `wins` is the number of boards won by each team, side one first.

    The team with more boards wins. If they are equal, which takes a board without a winner, the points on the played
    boards decide, then the first board that was won. Without any board won there is no winner.
    """

    wins: tuple[int, int]
    winner: Side | None
    outcome: Outcome


def team_score(boards: Sequence[Match]) -> TeamScore:
    """Return the result of a team match, given all its boards in order, each of them final."""
    winners = [Side(match.winner) if match.winner else None for match in boards]
    score = (winners.count(Side.ONE), winners.count(Side.TWO))
    first = next((winner for winner in winners if winner is not None), None)
    if first is None:
        return TeamScore(score, None, Outcome.DOUBLE_FORFEIT)
    is_played = any(match.outcome not in UNPLAYED for match in boards)
    winner = _ahead(score) or _ahead(_points(boards)) or first
    return TeamScore(score, winner, Outcome.PLAYED if is_played else Outcome.FORFEIT)


def boards_of(team_match: Match) -> tuple[Board, ...]:
    """Return the boards of a team match in order, with matches and results; one query."""
    boards = Board.objects.filter(team_match=team_match, cancelled_at=None)
    return tuple(
        boards.select_related("match__accepted_report", "match__one", "match__two").order_by("number")
    )


def boards_of_rounds(stage: Stage, rounds: Iterable[RoundView]) -> Mapping[str, Sequence[Board]]:
    """Return the boards of a stage by uid of the team match or series; one query, none where there are none.

    The pairings of its rounds say whether there are series: what the stage declares may have changed since they were made.
    """
    if stage.event.kind != EventKind.TEAMS and not any(
        slot.best_of > 1 for of in rounds for slot in of.slots
    ):
        return {}
    ways = ("team_match", "match__one", "match__two", "match__accepted_report")
    rows = Board.objects.filter(team_match__pairing__stage=stage, cancelled_at=None).select_related(*ways)
    by_match: dict[str, list[Board]] = {}
    for board in rows.order_by("number"):
        by_match.setdefault(board.team_match.uid, []).append(board)
    return by_match


def boards_won(matches: Iterable[Match]) -> tuple[int, int]:
    """Return the number of boards each team has won so far."""
    winners = [match.winner for match in matches if match.is_final]
    return winners.count(Side.ONE), winners.count(Side.TWO)


def lineups_of(team_match: Match) -> Mapping[Side, tuple[Player, ...]]:
    """Return the line-ups of a team match by side; one query."""
    lineups: dict[Side, tuple[Player, ...]] = {}
    places = LineupPlace.objects.filter(team_match=team_match).select_related("player")
    for place in places.order_by("board"):
        side = Side(place.side)
        lineups[side] = (*lineups.get(side, ()), place.player)
    return lineups


def captain_of(team_match: Match, side: Side) -> Player:
    """Return the captain of a team, its first player."""
    return members_of(team_match, side)[0]


def members_of(team_match: Match, side: Side) -> tuple[Player, ...]:
    """Return the players of a team in order, the captain first; one query."""
    members = team_match.side(side).members.select_related("player").order_by("order")
    return tuple(member.player for member in members)


def _members_of_both(team_match: Match) -> Mapping[int, tuple[Player, ...]]:
    """Return the players of both teams by primary key of the side, captains first; one query."""
    return {
        side.pk: tuple(
            member.player for member in sorted(members_of_side(team_match, side), key=lambda one: one.order)
        )
        for side in (team_match.one, team_match.two)
    }


def _points(boards: Iterable[Match]) -> tuple[int, int]:
    """Return the counted points of each team on the boards that were played."""
    reports = [match.accepted_report for match in boards if match.outcome not in UNPLAYED]
    scores = [report.counted for report in reports if report is not None]
    return sum(one for one, _two in scores), sum(two for _one, two in scores)


def _ahead(score: tuple[int, int]) -> Side | None:
    if score[0] == score[1]:
        return None
    return Side.ONE if score[0] > score[1] else Side.TWO


@dataclass(frozen=True, slots=True)
class TeamSide:
    """One team of a team match as the viewer may see it; the captain is first in `members`.

    `lineup` is None if it is not named yet, or hidden from the viewer; `is_named` tells which.
    """

    name: Side
    side: MatchSide
    members: tuple[Player, ...]
    is_named: bool
    lineup: tuple[Player, ...] | None

    @property
    def captain(self) -> Player:
        """The captain of the team."""
        return self.members[0]


@dataclass(frozen=True, slots=True)
class TeamMatchView:
    """A team match with its teams and boards; there are no boards before both line-ups are known.

    `states` holds the state of each board; `wins` counts the boards won so far. `unrecorded` is the reason for not
    recording boards, else empty.
    """

    match: Match
    teams: tuple[TeamSide, TeamSide]
    boards: tuple[Board, ...]
    wins: tuple[int, int]
    states: tuple[SlotState, ...]
    unrecorded: str = ""

    @property
    def lines(self) -> Sequence[tuple[Board, SlotState]]:
        """The boards with their states."""
        return list(zip(self.boards, self.states, strict=True))


def team_match_view(match: Match, *, own: Side | None = None, sees_all: bool = False) -> TeamMatchView:
    """Return the team match as seen by a member of side `own`, or by the desk; four queries.

    A line-up is hidden from others until both are named.
    """
    boards, lineups, members = boards_of(match), lineups_of(match), _members_of_both(match)

    def of(name: Side) -> TeamSide:
        is_known = bool(boards) or own is name or (sees_all and own is None)
        lineup = lineups.get(name) if is_known else None
        side = match.side(name)
        return TeamSide(name, side, members[side.pk], name in lineups, lineup)

    score = boards_won(board.match for board in boards)
    return TeamMatchView(
        match, (of(Side.ONE), of(Side.TWO)), boards, score, _states(boards), _unrecorded(match)
    )


@dataclass(frozen=True, slots=True)
class SeriesView:
    """A series with its matches in order; `states` holds the state of each, `wins` counts those won so far.

    `unrecorded` is the reason for not recording matches, else empty.
    """

    match: Match
    boards: tuple[Board, ...]
    wins: tuple[int, int]
    states: tuple[SlotState, ...]
    unrecorded: str = ""

    @property
    def lines(self) -> Sequence[tuple[Board, SlotState]]:
        """The matches with their states."""
        return list(zip(self.boards, self.states, strict=True))

    @property
    def best_of(self) -> int:
        """The number of matches at most."""
        return self.match.length

    @property
    def needed(self) -> int:
        """The number of matches that wins the series."""
        return self.match.length // 2 + 1

    @property
    def under_way(self) -> Board | None:
        """The match to be played now."""
        return next((board for board in self.boards if not board.match.is_final), None)


def series_view(match: Match) -> SeriesView:
    """Return a series with its matches; two queries."""
    boards = boards_of(match)
    score = boards_won(board.match for board in boards)
    return SeriesView(match, boards, score, _states(boards), _unrecorded(match))


def _unrecorded(match: Match) -> str:
    """Return why a director has entered a result as a whole; empty for any other result."""
    report = match.accepted_report
    is_by_word = report is not None and report.source not in (Source.BOARDS, *Side) and not report.is_unspoken
    return report.reason if report is not None and is_by_word else ""


def _states(boards: Sequence[Board]) -> tuple[SlotState, ...]:
    """Return the state of each board; one query, none without boards."""
    if not boards:
        return ()
    rows = with_flags(Match.objects.filter(pk__in=[board.match_id for board in boards]))
    states = {match.pk: state_of(match) for match in rows}
    return tuple(states[board.match_id] for board in boards)


def voice_of(match: Match, player: Player | None) -> Side | None:
    """Return the side that a player represents in a match: as a player, or as captain of the team.

    The captain's side is None if the captain directs the tournament, who decides as a director. At most two more
    queries.
    """
    side = side_of(match, player)
    board = board_of(match) if side is None and player is not None else None
    if player is None or board is None:
        return side
    team = board.team_match
    members = SideMember.objects.filter(side_id__in=(team.one_id, team.two_id)).order_by("-order")
    # The captain has the lowest order, comes last here and overwrites the others.
    captains = {
        side: {*keys} for side, *keys in members.values_list("side_id", "player_id", "player__merged_into")
    }
    captained = next(
        (
            name
            for name, key in ((Side.ONE, team.one_id), (Side.TWO, team.two_id))
            if player.pk in captains.get(key, ())
        ),
        None,
    )
    return None if captained is None or _directs(player, match) else captained


def _directs(player: Player, match: Match) -> bool:
    tournament = pairing_of(match).stage.event.tournament_id
    kinds = (RoleKind.OWNER, RoleKind.DIRECTOR)
    offices = Role.objects.filter(tournament=tournament, player=player, kind__in=kinds)
    return player.is_superuser or offices.exists()
