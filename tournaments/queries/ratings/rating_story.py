"""The rating of a person in a list, explained: from where it started, by every match, to what it is now.

A change is exact, so that the start and every change add up to the rating to the last digit, by period, length, event and
strength of the opponents alike.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import TypeVar, cast

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.models import Player
from tournaments.models import (
    Event,
    FeedRow,
    ListStanding,
    OfficialRow,
    OfficialStatus,
    RatingList,
    Visibility,
)
from tournaments.queries.publicity import public_persons
from tournaments.ratings import FORMULAS, UNITS, RatedPlayer
from tournaments.ratings.base import MatchFormula

from .histories import HistoryMatch, history
from .list_lines import first_active_day, status_in

Key = TypeVar("Key", bound=Hashable)

MOST_MOVING = 3
# Bounds of how many points an opponent is above, in points.
STRENGTHS = (-200, -50, 50, 200)


@dataclass(frozen=True, slots=True)
class PersonInList:
    """A person whose rating in a list may be looked at."""

    list: RatingList
    player: Player


class PeriodKind(StrEnum):
    """By what the story of a rating is parted."""

    YEAR = "year"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class StoryMatch:
    """A match in the story: `before` is the rating that the person really had, `chance` that of winning.

    Where all matches of an event count with the ratings at its start, `history.rating` is that one.
    """

    history: HistoryMatch
    before: int
    chance: float

    @property
    def after(self) -> int:
        """The rating after the match."""
        return self.before + self.history.change

    @property
    def day(self) -> date | None:
        """The day of the match."""
        return date.fromordinal(self.history.day) if self.history.day else None


@dataclass(frozen=True, slots=True)
class MatchSum:
    """Matches of a person taken together: wins, those that the ratings expected, and the change."""

    matches: int
    wins: int
    expected: float
    change: int

    @classmethod
    def of(cls, matches: Sequence[StoryMatch]) -> MatchSum:
        """Return the sum of matches."""
        return cls(
            len(matches),
            sum(match.history.has_won for match in matches),
            sum(match.chance for match in matches),
            sum(match.history.change for match in matches),
        )


@dataclass(frozen=True, slots=True)
class StoryPart:
    """A part of the story by year, or up to an official list; the last one has neither where it is still open.

    `published` is the rating in that official list.
    """

    year: int | None
    official: OfficialRow | None
    start: int
    sum: MatchSum

    @property
    def end(self) -> int:
        """The rating at its end."""
        return self.start + self.sum.change


@dataclass(frozen=True, slots=True)
class EventPart:
    """The matches of an event, or of `events` earlier ones; `event` is None where it is unknown here."""

    event: Event | None
    sum: MatchSum
    is_hidden: bool = False
    events: int = 1

    @classmethod
    def of(cls, event: Event | None, matches: Sequence[StoryMatch]) -> EventPart:
        """Return the sum of the matches of an event; one that is not public is not named."""
        is_secret = is_hidden(event)
        return cls(None if is_secret else event, MatchSum.of(matches), is_secret)


@dataclass(frozen=True, slots=True)
class NamedStoryMatch:
    """A match with what everybody may read of it: a match of an event that is not public has neither names nor uid."""

    match: StoryMatch
    uid: str
    event: Event | None
    opponent: Player | None
    has_profile: bool


@dataclass(frozen=True)
class RatingStory:
    """The rating of a person in a list with all of its matches, in their order."""

    person: PersonInList
    standing: ListStanding | None
    place: int | None
    status: OfficialStatus | None
    matches: tuple[StoryMatch, ...]
    officials: tuple[OfficialRow, ...]

    @property
    def start(self) -> int:
        """The rating before the first match."""
        if self.matches:
            return self.matches[0].before
        return self.person.list.start_rating if self.standing is None else self.standing.rating

    @property
    def now(self) -> int:
        """The rating after the last match."""
        return self.matches[-1].after if self.matches else self.start

    @cached_property
    def sum(self) -> MatchSum:
        """All matches taken together."""
        return MatchSum.of(self.matches)

    def periods(self, kind: PeriodKind) -> list[StoryPart]:
        """Return the parts of the story, the oldest first; those without a match are left out."""
        if kind is PeriodKind.YEAR:
            return self._parts(lambda match: match.day.year if match.day else None)
        days = [row.official.day.toordinal() for row in self.officials]

        def first_list_of(match: StoryMatch) -> int | None:
            place = bisect_left(days, match.history.day) if match.history.day else len(days)
            return place if place < len(days) else None

        return self._parts(first_list_of, is_official=True)

    def _parts(
        self, key: Callable[[StoryMatch], int | None], *, is_official: bool = False
    ) -> list[StoryPart]:
        parts = []
        start = self.start
        for value, matches in _groups(self.matches, key).items():
            total = MatchSum.of(matches)
            official = self.officials[value] if is_official and value is not None else None
            parts.append(StoryPart(None if is_official else value, official, start, total))
            start += total.change
        return parts

    def by_length(self) -> list[tuple[int, MatchSum]]:
        """Return the matches of each length, the shortest first."""
        groups = _groups(self.matches, lambda match: match.history.length)
        return [(length, MatchSum.of(groups[length])) for length in sorted(groups)]

    def by_strength(self) -> list[tuple[int | None, int | None, MatchSum]]:
        """Return the matches by how many points the opponent was above, from and below; None stands for no bound."""

        def strength(match: StoryMatch) -> int:
            above = match.history.opponent_rating - match.history.rating
            return sum(above >= limit * UNITS for limit in STRENGTHS)

        groups = _groups(self.matches, strength)
        bounds = (None, *STRENGTHS, None)
        return [(bounds[place], bounds[place + 1], MatchSum.of(groups[place])) for place in sorted(groups)]

    def most_moving(self) -> list[StoryMatch]:
        """Return the matches that changed the rating most, of equal ones the newest first."""
        newest = reversed(self.matches)
        return sorted(newest, key=lambda match: -abs(match.history.change))[:MOST_MOVING]

    def by_event(self, rows: FeedRows) -> list[tuple[str, list[StoryMatch]]]:
        """Return the matches of each event by its uid, the newest first; an empty uid stands for no event."""
        return list(reversed(_groups(self.matches, rows.event).items()))


class FeedRows:
    """The matches and events of rows of the feed, by their numbers; one query."""

    def __init__(self, numbers: Iterable[int]) -> None:
        rows = FeedRow.objects.filter(number__in=list(numbers)).order_by()
        self._uids = {
            number: (match, event)
            for number, match, event in rows.values_list("number", "match_uid", "event_uid")
        }

    def event(self, match: StoryMatch) -> str:
        """Return the uid of the event of a match."""
        return self._uids[match.history.row][1]

    def match(self, match: StoryMatch) -> str:
        """Return the uid of a match."""
        return self._uids[match.history.row][0]


def rating_story(person: PersonInList) -> RatingStory | None:
    """Return the rating of a person in a list with all matches, None of who is not in it; three queries."""
    rating_list, player = person.list, person.player
    standing = _standing(rating_list, player)
    matches = _matches(rating_list, history(rating_list, player.pk)) if standing else ()
    officials = OfficialRow.objects.filter(official__list=rating_list, uid=player.uid).select_related(
        "official"
    )
    in_order = tuple(officials.order_by("official__number"))
    if standing is None and not in_order:
        return None
    status = place = None
    if standing is not None:
        status = status_in(rating_list, standing.experience, standing.last_day, _oldest(rating_list))
        above: int = getattr(standing, "above", 0)
        place = above + 1 if status is OfficialStatus.RANKED else None
    return RatingStory(person, standing, place, status, matches, in_order)


def named_matches(
    matches: Sequence[StoryMatch], rows: FeedRows, *, events: Iterable[str] = ()
) -> tuple[list[NamedStoryMatch], dict[str, Event]]:
    """Return matches with the names that everybody may read, and events by uid, also those of `events`; two queries."""
    uids = {*events, *(rows.event(match) for match in matches)}
    known = {row.uid: row for row in Event.objects.filter(uid__in=uids).select_related("tournament")}
    keys = {match.history.opponent for match in matches}
    public = Exists(public_persons().filter(pk=OuterRef("pk")))
    people = {row.pk: row for row in Player.objects.filter(pk__in=keys).annotate(is_public_person=public)}
    return [_named(match, rows, known, people) for match in matches], known


def is_hidden(event: Event | None) -> bool:
    """Whether an event is here and not public: then nothing of it is named."""
    return event is not None and event.tournament.visibility != Visibility.PUBLIC


def _named(
    match: StoryMatch, rows: FeedRows, events: Mapping[str, Event], people: Mapping[int, Player]
) -> NamedStoryMatch:
    event = events.get(rows.event(match))
    if is_hidden(event):
        return NamedStoryMatch(match, "", None, None, has_profile=False)
    opponent = people.get(match.history.opponent)
    has_profile = bool(getattr(opponent, "is_public_person", False))
    return NamedStoryMatch(match, rows.match(match), event, opponent, has_profile=has_profile)


def _standing(rating_list: RatingList, player: Player) -> ListStanding | None:
    """Return the standing of a person, with `above` as the number of ranked people above."""
    ranked = Q(experience__gte=rating_list.provisional_below, last_day__gte=_oldest(rating_list))
    better = ListStanding.objects.filter(ranked, list=rating_list, rating__gt=OuterRef("rating")).order_by()
    count = better.values("list").annotate(number=Count("pk")).values("number")
    rows = ListStanding.objects.filter(list=rating_list, player=player)
    return rows.annotate(above=Coalesce(Subquery(count), 0)).first()


def _oldest(rating_list: RatingList) -> int:
    return first_active_day(rating_list, timezone.now().astimezone(rating_list.federation.time_zone).date())


def _matches(rating_list: RatingList, rows: Sequence[HistoryMatch]) -> tuple[StoryMatch, ...]:
    if not rows:
        return ()
    formula = cast(MatchFormula, FORMULAS[rating_list.formula].with_parameters(rating_list.parameters))
    before = accumulate((row.change for row in rows), initial=rows[0].rating)
    return tuple(
        StoryMatch(row, rating, _chance(formula, row)) for row, rating in zip(rows, before, strict=False)
    )


def _chance(formula: MatchFormula, row: HistoryMatch) -> float:
    one = RatedPlayer(row.rating, row.experience)
    two = RatedPlayer(row.opponent_rating, row.opponent_experience)
    return formula.chance(one, two, length=row.length)


def _groups(matches: Iterable[StoryMatch], key: Callable[[StoryMatch], Key]) -> dict[Key, list[StoryMatch]]:
    groups: dict[Key, list[StoryMatch]] = {}
    for match in matches:
        groups.setdefault(key(match), []).append(match)
    return groups
