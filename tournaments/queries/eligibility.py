"""Who may enter the division of an event: the facts of its players, and every reason why it is closed to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from django.db.models import F

from matches.models import Player
from tournaments.acts import readable
from tournaments.acts.entrants import LetIn
from tournaments.eligibility import (
    INELIGIBLE_WORDS,
    DivisionRules,
    DivisionWin,
    EntryRefusal,
    OfficialRating,
    PlayerRecord,
    refusals,
    side_refusals,
)
from tournaments.models import (
    EntrantPlayer,
    Event,
    LogEntry,
    LogText,
    OfficialRow,
    Sanction,
    SanctionState,
)
from tournaments.models.dates import date_words
from tournaments.models.wording import in_words
from tournaments.points.event import MAIN
from tournaments.queries.event_ratings import ListedRating, listed, official_of
from tournaments.queries.points.facts import facts_of_events
from tournaments.queries.ratings.histories import histories

_IN_FORCE = (SanctionState.REQUESTED, SanctionState.GRANTED)
# Who has no place in an official list is in none of its first places.
_NO_PLACE = 10**9
_LONGEST_MONTH = 31


@dataclass(frozen=True, slots=True)
class ClosedTo:
    """A player to whom a division is closed, with every reason."""

    player: Player
    refusals: tuple[EntryRefusal, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Return the reasons as sentences in the reader's language."""
        return tuple(map(refusal_words, self.refusals))


@dataclass(frozen=True, slots=True)
class EntryCheck:
    """Whom of the entrants the division is closed to, by primary key, and why a director let some of them in."""

    closed: Mapping[int, tuple[ClosedTo, ...]] = field(default_factory=dict)
    let_in: Mapping[int, str] = field(default_factory=dict)


def refusal_words(refusal: EntryRefusal) -> str:
    """Return a reason as a sentence in the reader's language."""
    places = {name: _shown(value) for name, value in refusal.places.items()}
    return in_words(INELIGIBLE_WORDS[refusal.reason], places)


def entry_rules_of(event: Event) -> DivisionRules | None:
    """Return the rules of the division of an event under its name; None where everybody may enter."""
    if event.eligibility is None:
        return None
    return replace(DivisionRules.from_dict(event.eligibility), division=event.division or event.name)


def closed_to(event: Event, players: Collection[Player]) -> dict[int, tuple[EntryRefusal, ...]]:
    """Return every reason why the division is closed to each of these players by primary key, who may enter left out.

    A director's decision counts. At most sixteen queries for any number of players, none without rules.
    """
    rules = entry_rules_of(event)
    if rules is None or not players:
        return {}
    records, let_in = records_of(event, rules, players), set(let_in_of(event))
    reasons = {
        player.pk: refusals(records[player.pk], rules, day=event.tournament.starts_on)
        for player in players
        if _person(player) not in let_in
    }
    return {key: of_player for key, of_player in reasons.items() if of_player}


def closed_to_newcomer(event: Event) -> tuple[EntryRefusal, ...]:
    """Return every reason why the division is closed to a newcomer of whom nothing is known; no query."""
    rules = entry_rules_of(event)
    return () if rules is None else refusals(PlayerRecord(), rules, day=event.tournament.starts_on)


def closed_to_side(event: Event, players: Sequence[Player]) -> tuple[ClosedTo, ...]:
    """Return the players of a side to whom the division is closed, without those whom a director let in."""
    rules = entry_rules_of(event)
    if rules is None:
        return ()
    let_in, records = set(let_in_of(event)), records_of(event, rules, players)
    return tuple(_closed(event, rules, players, records, let_in))


def entry_check(event: Event) -> EntryCheck:
    """Return to whom of the entrants the division is closed, and who was let in; a constant number of queries."""
    rules = entry_rules_of(event)
    if rules is None:
        return EntryCheck()
    places = EntrantPlayer.objects.filter(event=event).order_by("pk").select_related("player")
    sides: dict[int, list[Player]] = defaultdict(list)
    for place in places:
        sides[place.entrant_id].append(place.player)
    records = records_of(event, rules, [player for side in sides.values() for player in side])
    reasons = let_in_of(event)
    refusals_of = (
        (key, tuple(_closed(event, rules, side, records, set(reasons)))) for key, side in sides.items()
    )
    let_in = {
        key: reasons[_person(player)]
        for key, side in sides.items()
        for player in side
        if _person(player) in reasons
    }
    return EntryCheck({key: players for key, players in refusals_of if players}, let_in)


def let_in_of(event: Event) -> dict[int, str]:
    """Return why a director let a player in, by primary key of the person who goes on; three queries."""
    entries = LogEntry.objects.filter(event=event, code=LetIn.code).order_by("seq")
    acts = [act for entry in entries if isinstance(act := readable(entry), LetIn)]
    if not acts:
        return {}
    rows = Player.objects.filter(uid__in={act.subject for act in acts})
    persons = {uid: end or key for uid, key, end in rows.values_list("uid", "pk", "merged_into_id")}
    texts = dict(LogText.objects.filter(uid__in={act.reason for act in acts}).values_list("uid", "text"))
    return {persons[act.subject]: texts.get(act.reason, "") for act in acts if act.subject in persons}


def records_of(event: Event, rules: DivisionRules, players: Iterable[Player]) -> dict[int, PlayerRecord]:
    """Return what the rules ask of these players, by primary key; at most twelve queries for any number.

    A merged player is the person who goes on. Nothing is read that the rules do not ask.
    """
    persons = {player.pk: _person(player) for player in players}
    facts = _EntryFacts(event, rules, set(persons.values()))
    return {key: facts.record(person) for key, person in persons.items()}


def _closed(
    event: Event,
    rules: DivisionRules,
    side: Sequence[Player],
    records: Mapping[int, PlayerRecord],
    let_in: Collection[int],
) -> Iterator[ClosedTo]:
    answers = side_refusals([records[player.pk] for player in side], rules, day=event.tournament.starts_on)
    for player, reasons in zip(side, answers, strict=True):
        if reasons and _person(player) not in let_in:
            yield ClosedTo(player, reasons)


def _person(player: Player) -> int:
    return player.merged_into_id or player.pk


def _shown(value: object) -> object:
    return date_words(value, "DATE_FORMAT") if isinstance(value, date) else value


class _EntryFacts:
    """The facts that the rules of an event ask of some persons, by primary key."""

    def __init__(self, event: Event, rules: DivisionRules, persons: Collection[int]) -> None:
        self._event, self._rules = event, rules
        self._day = event.tournament.starts_on
        rows = Player.objects.filter(pk__in=persons) | Player.objects.filter(merged_into__in=persons)
        self._keys: dict[int, int] = {}
        self._uids: dict[str, int] = {}
        for key, uid, end in rows.values_list("pk", "uid", "merged_into_id"):
            self._keys[key] = self._uids[uid] = end or key
        official = official_of(event)
        self._listed: Mapping[int, ListedRating] = {} if official is None else listed(official, persons)
        self._histories = self._read_histories() if rules.peak_at_most is not None else {}
        asks_officials = rules.official_at_most is not None or rules.top_positions > 0
        self._officials = self._read_officials() if asks_officials else {}
        self._wins = self._read_wins() if rules.lockout_months else {}

    def record(self, person: int) -> PlayerRecord:
        row = self._listed.get(person)
        return PlayerRecord(
            rating=None if row is None else row.rating,
            experience=0 if row is None else row.experience,
            history=tuple(self._histories.get(person, ())),
            official=tuple(self._officials.get(person, ())),
            places=tuple(self._wins.get(person, ())),
        )

    def _read_histories(self) -> dict[int, list[int]]:
        """Return the rating after each match before the event, in order; one query."""
        matches: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for (_list, key), rows in histories([self._event.rating_list_id or 0], self._keys).items():
            matches[self._keys[key]] += (
                (match.day, match.rating + match.change)
                for match in rows
                if match.day < self._day.toordinal()
            )
        # Rows of several entries of one person are put in the order of their days.
        return {
            person: [rating for _day, rating in sorted(rows_of_person, key=lambda one: one[0])]
            for person, rows_of_person in matches.items()
        }

    def _read_officials(self) -> dict[int, list[OfficialRating]]:
        """Return the official ratings up to the first day; one query."""
        rows = OfficialRow.objects.filter(
            official__list=self._event.rating_list_id, official__day__lte=self._day, uid__in=self._uids
        )
        ratings: dict[int, list[OfficialRating]] = defaultdict(list)
        for uid, day, rating, place in rows.values_list("uid", "official__day", "rating", "place"):
            ratings[self._uids[uid]].append(OfficialRating(day, rating, place or _NO_PLACE))
        return ratings

    def _read_wins(self) -> dict[int, list[DivisionWin]]:
        """Return the places in the divisions that lock out, in earlier events of the federations; seven queries."""
        names = {name.casefold(): name for name in self._rules.lockout}
        events = [event for event in self._earlier_events() if _division(event).casefold() in names]
        if not events:
            return {}
        places = EntrantPlayer.objects.filter(event__in=events, player__in=self._keys)
        people: dict[str, list[int]] = defaultdict(list)
        for uid, key in places.annotate(uid=F("entrant__uid")).values_list("uid", "player_id"):
            people[uid].append(self._keys[key])
        wins: dict[int, list[DivisionWin]] = defaultdict(list)
        for facts in facts_of_events(events):
            name = names[_division(facts.event).casefold()]
            for entrant in facts.entrants:
                firsts = [place.first for place in entrant.places if place.flight == MAIN]
                for person in people.get(entrant.name, ()) if firsts else ():
                    wins[person].append(DivisionWin(facts.event.tournament.ends_on, name, min(firsts)))
        return wins

    def _earlier_events(self) -> Iterable[Event]:
        """Return the events that the federations of this one sanctioned and that ended within the time of a lockout."""
        own = Sanction.objects.filter(event=self._event, state__in=_IN_FORCE)
        sanctioned = Sanction.objects.filter(
            federation__in=own.values("federation"), state=SanctionState.GRANTED
        )
        longest = min((self._rules.lockout_months + 1) * _LONGEST_MONTH, self._day.toordinal() - 1)
        return Event.objects.filter(
            pk__in=sanctioned.values("event"),
            tournament__ends_on__lt=self._day,
            tournament__ends_on__gte=self._day - timedelta(days=longest),
        ).select_related("tournament")


def _division(event: Event) -> str:
    """Return the name of the division of an event, that of the event where it has none."""
    return str(event.division or event.name)
