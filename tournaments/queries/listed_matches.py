"""Matches in the lists of the API, with their places, sides and states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from matches.models import Match, Side, SideMember
from tournaments.models import Board, Pairing, Seat, board_of, pairing_of
from tournaments.queries.draws.bracket import SlotState, state_of, with_flags
from tournaments.queries.publicity import shown_uids
from tournaments.queries.ratings.counted import (
    MatchCounting,
    RatingBody,
    counting_of_matches,
    is_rated_by_any,
    reason_of_none,
)
from tournaments.ratings.counting import UnratedReason

_PAIRINGS = ("pairing__stage__event", "board__team_match__pairing__stage__event")
# Large columns of stages, such as frozen standings, are not loaded for every match.
_SHOWN = (
    *("uid", "length", "winner", "outcome", "settled", "started_at", "final_at", "cancelled_at"),
    *("one__uid", "one__full_name", "one__public_name", "two__uid", "two__full_name", "two__public_name"),
    *("accepted_report__score_one", "accepted_report__score_two"),
    *("board__number", "board__match", "board__team_match__uid"),
    *(
        f"{way.removesuffix('__stage__event')}__{name}"
        for way in _PAIRINGS
        for name in (
            "round",
            "slot",
            "best_of",
            "match",
            "stage__uid",
            "stage__event__uid",
            "stage__event__kind",
        )
    ),
)


@dataclass(frozen=True, slots=True)
class MatchSide:
    """One side of a match: its entrant, which is the team at a board, and its players."""

    side: Side
    entrant: str | None
    players: tuple[str | None, ...]

    @property
    def uid(self) -> str:
        """The uid of the side."""
        return self.side.uid

    @property
    def name(self) -> str:
        """The name of the side."""
        return self.side.name


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match with its pairing or board, its sides and its state."""

    match: Match
    pairing: Pairing
    board: Board | None
    one: MatchSide
    two: MatchSide
    state: SlotState
    counting: tuple[MatchCounting, ...]

    @property
    def rated(self) -> bool | None:
        """Whether any federation rates it; None where none was asked."""
        return is_rated_by_any(self.counting)

    @property
    def reason(self) -> UnratedReason | None:
        """Why no federation rates it, unless that is withheld."""
        return reason_of_none(self.counting)

    @property
    def score(self) -> tuple[int, int] | None:
        """The reported score of a final match, which is public."""
        report = self.match.accepted_report
        return report.score if self.match.is_final and report is not None else None


def listed(
    keys: Sequence[int],
    *,
    may_read_members: bool,
    bodies: Mapping[int, Sequence[RatingBody]] | None = None,
) -> tuple[ListedMatch, ...]:
    """Return the matches with these primary keys, in this order; three queries, and those of `counting_of_matches`.

    `may_read_members` says whether a match may be said to be not rated because of who is a member. `bodies` are the
    federations by event, where they were asked before.

    The query takes primary keys because PostgreSQL plans at most eight joined tables together, and would otherwise
    join all matches before filtering.
    """
    rows = with_flags(Match.objects.filter(pk__in=keys)).select_related(
        "one", "two", "accepted_report", *_PAIRINGS
    )
    by_key = {match.pk: match for match in rows.only(*_SHOWN)}
    matches = [by_key[key] for key in keys if key in by_key]
    sides, counting = match_sides(matches), counting_of_matches(matches, bodies=bodies)
    return tuple(
        ListedMatch(
            match=match,
            pairing=pairing_of(match),
            board=board_of(match),
            one=sides[match.pk][0],
            two=sides[match.pk][1],
            state=state_of(match),
            counting=tuple(one.read_by(may_read_members=may_read_members) for one in counting[match.pk]),
        )
        for match in matches
    )


def match_sides(matches: Iterable[Match]) -> dict[int, tuple[MatchSide, MatchSide]]:
    """Return both sides of each match by primary key; two queries."""
    matches = list(matches)
    players: dict[int, list[str | None]] = defaultdict(list)
    members = SideMember.objects.filter(
        side__in=[key for match in matches for key in (match.one_id, match.two_id)]
    )
    for side, player in shown_uids(members.order_by("side_id", "order"), "side_id"):
        players[side].append(player)
    pairings = {match.pk: pairing_of(match).pk for match in matches}
    seats = Seat.objects.filter(pairing__in=set(pairings.values())).order_by()
    entrants = {
        (pairing, side): uid for pairing, side, uid in seats.values_list("pairing_id", "side", "entrant__uid")
    }

    def side_of(match: Match, name: str, side: Side) -> MatchSide:
        return MatchSide(side, entrants.get((pairings[match.pk], name)), tuple(players[side.pk]))

    return {
        match.pk: (side_of(match, "one", match.one), side_of(match, "two", match.two)) for match in matches
    }
