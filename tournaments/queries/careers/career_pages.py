"""What a page shows of the results of a person: events with their places, opponents with their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.db.models import CharField, Value

from matches.models import Match, Player, rows_of_person, shown
from tournaments.models import EntrantPlayer, Event, Stage, Submission
from tournaments.plans import FinishRule, finishing_positions
from tournaments.queries.draws.finish import finish_stages
from tournaments.queries.draws.winners import way_to_main
from tournaments.queries.feed.file_rows import OF_FILE
from tournaments.queries.publicity import NamedPerson, named_persons
from tournaments.ratings.counting import MatchKind

from .career import CareerMatch, WonLost

# So many of the most frequent opponents are named, and so many are looked at for a public profile.
_MOST_OPPONENTS = 10
_LOOKED_AT = 40

_Texts: TypeAlias = Mapping[str, tuple[str, ...]]
"""Names by the uid of a match or a file."""


@dataclass(frozen=True, slots=True)
class EventPlace:
    """The places `first` to `last` in an event that is over, of so many entrants."""

    first: int
    last: int
    entrants: int

    @property
    def is_tied(self) -> bool:
        """Whether the places are shared."""
        return self.first != self.last


@dataclass(frozen=True, slots=True)
class CareerLine:
    """A match of a person with the names of the opponent and, in a pair, of the own side.

    `opponent` has a public profile where it is set.
    """

    match: CareerMatch
    name: str
    own_side: str
    opponent: NamedPerson | None


@dataclass(frozen=True, slots=True)
class CareerEvent:
    """The matches of a person in an event; `event` is None where a file brought them, which names it."""

    event: Event | None
    name: str
    tournament_name: str
    place: EventPlace | None
    matches: tuple[CareerLine, ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent with a public profile, and the matches won and lost against them."""

    person: NamedPerson
    balance: WonLost


@dataclass(frozen=True, slots=True)
class CareerPage:
    """The events of a page of results, and the most frequent opponents who have a public profile."""

    events: tuple[CareerEvent, ...]
    opponents: tuple[Opponent, ...]


def career_page(
    person: Player, groups: Sequence[Sequence[CareerMatch]], by_opponent: Mapping[int, WonLost]
) -> CareerPage:
    """Return the matches of these events with all names; at most four queries, however many matches there are.

    `by_opponent` begins with the most frequent opponent.
    """
    matches = [match for group in groups for match in group]
    often = list(by_opponent.items())[:_LOOKED_AT]
    people = named_persons({key for key, _balance in often} | _opponents_of(matches))
    texts = _texts_of(matches)
    stages = _stages_of(matches)
    places = _places_of(person, stages)
    return CareerPage(
        tuple(
            _event(
                stages[group[0].event][0].event if group[0].event in stages else None,
                group[0],
                texts,
                place=places.get(group[0].event or 0),
                lines=tuple(_named(match, people, texts) for match in group),
            )
            for group in groups
        ),
        tuple(
            Opponent(people[key], balance)
            for key, balance in often
            if key in people and people[key].is_public
        )[:_MOST_OPPONENTS],
    )


def _event(
    event: Event | None,
    first: CareerMatch,
    texts: _Texts,
    *,
    place: EventPlace | None,
    lines: tuple[CareerLine, ...],
) -> CareerEvent:
    if event is not None:
        return CareerEvent(event, event.name, event.tournament.name, place, lines)
    name, tournament_name, *_others = texts.get(first.source.removeprefix(OF_FILE), ("", ""))
    return CareerEvent(None, name, tournament_name, place, lines)


def _named(match: CareerMatch, people: Mapping[int, NamedPerson], texts: _Texts) -> CareerLine:
    if match.opponent is not None and match.opponent in people:
        person = people[match.opponent]
        return CareerLine(match, person.name, "", person if person.is_public else None)
    names = texts.get(match.uid, ("", "", "", ""))
    one, two = shown(*names[:2]), shown(*names[2:])
    own, other = (one, two) if match.is_side_one else (two, one)
    return CareerLine(match, other, own, None)


def _opponents_of(matches: Collection[CareerMatch]) -> set[int]:
    return {match.opponent for match in matches if match.opponent is not None}


def _texts_of(matches: Collection[CareerMatch]) -> _Texts:
    """Return the full and public names of pairs by match, and the names of events by file; at most one query."""
    in_pairs = [match.uid for match in matches if match.kind == MatchKind.DOUBLES]
    files = {match.source.removeprefix(OF_FILE) for match in matches if match.source.startswith(OF_FILE)}
    if not in_pairs and not files:
        return {}
    columns = ("uid", "one__full_name", "one__public_name", "two__full_name", "two__public_name")
    pairs = Match.objects.filter(uid__in=in_pairs).order_by().values_list(*columns)
    nothing = Value("", output_field=CharField())
    of_files = Submission.objects.filter(uid__in=files).order_by().annotate(third=nothing, fourth=nothing)
    names = of_files.values_list("uid", "event_name", "tournament_name", "third", "fourth")
    rows: Iterable[tuple[str, ...]] = pairs.union(names, all=True)
    return {uid: tuple(texts) for uid, *texts in rows}


def _stages_of(matches: Collection[CareerMatch]) -> dict[int, list[Stage]]:
    """Return the stages of the events of these matches, read with their events and tournaments; one query."""
    keys = {match.event for match in matches if match.event is not None}
    stages: dict[int, list[Stage]] = defaultdict(list)
    if keys:
        rows = Stage.objects.filter(event__in=keys).select_related("event__tournament").order_by("order")
        for stage in rows:
            stages[stage.event_id].append(stage)
    return dict(stages)


def _places_of(person: Player, stages: Mapping[int, Sequence[Stage]]) -> dict[int, EventPlace]:
    """Return the best place of a person in each of these events that is over; one query."""
    over = [key for key, rows in stages.items() if all(stage.standings is not None for stage in rows)]
    if not over:
        return {}
    entries = EntrantPlayer.objects.filter(event__in=over, player__in=rows_of_person(person.pk)).order_by()
    own: dict[int, set[str]] = defaultdict(set)
    for key, uid in entries.values_list("event_id", "entrant__uid"):
        own[key].add(uid)
    places: dict[int, EventPlace] = {}
    for key, uids in own.items():
        rows = stages[key]
        way = [stage.order for stage in way_to_main(rows)]
        if not way:
            continue
        rule = FinishRule(rows[0].event.finish_rule)
        positions = finishing_positions(finish_stages(rows, {}, {}), way, rule)
        mine = [(first, last) for uid, first, last in positions if uid in uids]
        if mine:
            places[key] = EventPlace(*min(mine), len(positions))
    return places
