"""What a person of a list asks of it: what matches to come would change against opponents of the list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from django.db.models import Q, QuerySet

from matches.models import Player, name_key
from tournaments.errors.federations import ListOfOtherOrigin
from tournaments.errors.lists import NotOnList, TooManyMatches, UnevenMatches
from tournaments.models import EntrantPlayer, Event, ListOrder, ListStanding, RatingList
from tournaments.queries.publicity import public_persons
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import MatchFormula, RatedPlayer
from tournaments.ratings.parameters import LONGEST
from tournaments.ratings.what_if import MOST_MATCHES, MatchToCome, RatingOutlook, outlook


class SupposedResult(StrEnum):
    """How a match to come is supposed to end."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"


_HAS_WON = {SupposedResult.OPEN: None, SupposedResult.WON: True, SupposedResult.LOST: False}


@dataclass(frozen=True, slots=True)
class SupposedMatch:
    """A match to come against a player of the list; the opponent is named by the uid."""

    opponent: str
    length: int
    result: SupposedResult = SupposedResult.OPEN

    @classmethod
    def many(
        cls, opponents: Sequence[str], lengths: Sequence[str], results: Sequence[str]
    ) -> list[SupposedMatch]:
        """Return matches from three columns of texts; UnevenMatches or TooManyMatches where they cannot be.

        Without any results all of them are open.
        """
        columns = results or [SupposedResult.OPEN] * len(opponents)
        if not len(opponents) == len(lengths) == len(columns):
            raise UnevenMatches(most=LONGEST)
        if len(opponents) > MOST_MATCHES:
            raise TooManyMatches(most=MOST_MATCHES)
        rows = zip(opponents, lengths, columns, strict=True)
        try:
            matches = [cls(one, int(length), SupposedResult(result)) for one, length, result in rows]
        except ValueError as error:
            raise UnevenMatches(most=LONGEST) from error
        if not all(1 <= match.length <= LONGEST for match in matches):
            raise UnevenMatches(most=LONGEST)
        return matches


@dataclass(frozen=True, slots=True)
class PersonOfList:
    """A player who is on a list and has a public profile."""

    player: Player
    rated: RatedPlayer


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """What a list answers to matches: the person, the opponents in the order of the matches, and the outlook."""

    person: PersonOfList
    opponents: Sequence[PersonOfList]
    matches: Sequence[SupposedMatch]
    outlook: RatingOutlook


def answer_of(rating_list: RatingList, uid: str, matches: Sequence[SupposedMatch]) -> ListAnswer:
    """Return what the matches would change for a person, with the present ratings; two queries.

    Raise NotOnList for anybody who is not on the list, or has no public profile.
    """
    people = people_of_list(rating_list, {uid, *(match.opponent for match in matches)})
    person = people[uid]
    opponents = [people[match.opponent] for match in matches]
    if any(opponent.player.pk == person.player.pk for opponent in opponents):
        raise NotOnList(id=uid, list=rating_list.name)
    to_come = [
        MatchToCome(opponent.rated, match.length, _HAS_WON[match.result])
        for opponent, match in zip(opponents, matches, strict=True)
    ]
    by_group = rating_list.order == ListOrder.EVENTS
    look = outlook(_formula_of(rating_list), person.rated, to_come, by_group=by_group)
    return ListAnswer(person, opponents, matches, look)


def people_of_list(rating_list: RatingList, uids: Collection[str]) -> dict[str, PersonOfList]:
    """Return these people by uid; raise NotOnList for the first who is not on the list or not public."""
    people = {one.player.uid: one for one in _people(rating_list, public_persons().filter(uid__in=uids))}
    for uid in uids:
        if uid not in people:
            raise NotOnList(id=uid, list=rating_list.name)
    return people


def people_named(rating_list: RatingList, words: str, *, most: int) -> list[PersonOfList]:
    """Return people of the list by words of the public name, the highest ratings first; a hidden name finds nobody."""
    if not words.strip():
        return []
    by_name = Q(public_name="")
    for word in name_key(words).split():
        by_name &= Q(name_key__contains=word)
    persons = public_persons().filter(by_name | Q(public_name__icontains=words.strip()))
    return _people(rating_list, persons, most=most)


def people_of_event(rating_list: RatingList, event: Event, *, most: int) -> list[PersonOfList]:
    """Return who is in an event, on the list and public, the highest ratings first."""
    entries = EntrantPlayer.objects.filter(event=event, entrant__withdrawn_at=None)
    persons = {into or player for player, into in entries.values_list("player_id", "player__merged_into")}
    return _people(rating_list, public_persons().filter(pk__in=persons), most=most)


def _people(
    rating_list: RatingList, persons: QuerySet[Player], *, most: int | None = None
) -> list[PersonOfList]:
    standings = ListStanding.objects.filter(list=rating_list, player__in=persons).select_related("player")
    rows = standings.order_by("-rating", "player_id")[:most]
    return [PersonOfList(row.player, RatedPlayer(row.rating, row.experience)) for row in rows]


def _formula_of(rating_list: RatingList) -> MatchFormula:
    if not rating_list.is_computed:
        raise ListOfOtherOrigin(list=rating_list.name)
    return cast(MatchFormula, FORMULAS[rating_list.formula].with_parameters(rating_list.parameters))
