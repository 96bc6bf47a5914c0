"""What matches to come would change in the live lists of the federations that rate them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from matches.models import Match, NameOrder
from tournaments.models import ListOrder, ListOrigin, ListStanding, RatingList
from tournaments.queries.members import members_by_side
from tournaments.ratings import FORMULAS, RatedPlayer
from tournaments.ratings.base import MatchFormula

from .counted import MatchCounting


@dataclass(frozen=True, slots=True)
class SideStake:
    """A side of a match to come: the rating as it is, and its change by a win and by a loss, in billionths."""

    rating: int
    if_won: int
    if_lost: int


@dataclass(frozen=True, slots=True)
class MatchStake:
    """A match to come in a live list, as the list was computed at a moment."""

    list: RatingList
    at: datetime
    one: SideStake
    two: SideStake


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """What a federation says of a match, and what the match would change in its lists while it is open."""

    counting: MatchCounting
    stakes: tuple[MatchStake, ...] = ()


def with_stakes(
    lengths: Mapping[Match, int], counting: Mapping[Match, Sequence[MatchCounting]]
) -> dict[Match, list[CountedMatch]]:
    """Return what federations say of open matches with their stakes; three queries at most.

    Lists are those by the rules of the federation in force, and matches those of two players. A list by events is left
    out, because the ratings at the start of an event are not those of the live list.
    """
    bodies = {one.body.sanction.federation_id for lines in counting.values() for one in lines if one.is_rated}
    lists = _lists(bodies) if bodies else ()
    sides = members_by_side(
        [key for match in lengths for key in (match.one_id, match.two_id)] if lists else ()
    )
    pairs = {
        match: (sides[match.one_id][0].person_key, sides[match.two_id][0].person_key)
        for match in lengths
        if lists and len(sides[match.one_id]) == len(sides[match.two_id]) == 1
    }
    known = _ratings(lists, {key for pair in pairs.values() for key in pair})
    return {
        match: [
            CountedMatch(
                one,
                tuple(
                    _stake(row, length, [known.get((row.pk, key)) for key in pairs[match]])
                    for row in lists
                    if one.is_rated
                    and match in pairs
                    and row.federation_id == one.body.sanction.federation_id
                ),
            )
            for one in counting[match]
        ]
        for match, length in lengths.items()
    }


def _lists(federations: Collection[int]) -> Sequence[RatingList]:
    """Return the lists in which the matches count; one query."""
    lists = RatingList.objects.filter(
        federation__in=federations,
        club=None,
        rules="",
        origin=ListOrigin.COMPUTED,
        order=ListOrder.MATCHES,
        state__computed_at__isnull=False,
    )
    return list(lists.select_related("federation", "state").order_by("federation__code", NameOrder("name")))


def _ratings(lists: Sequence[RatingList], players: Collection[int]) -> dict[tuple[int, int], RatedPlayer]:
    """Return who is in which list, by list and person; one query."""
    if not players:
        return {}
    rows = ListStanding.objects.filter(list__in=lists, player__in=players).order_by()
    columns = rows.values_list("list_id", "player_id", "rating", "experience")
    return {(of, player): RatedPlayer(rating, experience) for of, player, rating, experience in columns}


def _stake(rating_list: RatingList, length: int, players: Sequence[RatedPlayer | None]) -> MatchStake:
    formula = cast(MatchFormula, FORMULAS[rating_list.formula].with_parameters(rating_list.parameters))
    one, two = (player or RatedPlayer(rating_list.start_rating) for player in players)
    if_one_wins = formula.changes(one, two, length=length)
    if_two_wins = formula.changes(two, one, length=length)
    return MatchStake(
        rating_list,
        cast(datetime, rating_list.state.computed_at),
        SideStake(one.rating, if_one_wins[0], if_two_wins[1]),
        SideStake(two.rating, if_two_wins[0], if_one_wins[1]),
    )
