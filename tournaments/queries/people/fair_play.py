"""The matches, reports and stays of a federation's sanctioned events, as the signals of fair play read them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.formats import number_format

from matches.models import Match, Player, Report, SideMember, Source
from rules.scoresheet import Outcome
from tournaments.acts.entrants import EntrantReturned
from tournaments.fair_play import (
    RARITIES,
    SIGNAL_WORDS,
    MatchFact,
    Rarity,
    ReportFact,
    Signal,
    SignalKind,
    StayFact,
    batches,
    byes_on_return,
    fast_matches,
    frequent_pairs,
    losses_before_caps,
    signals,
)
from tournaments.models import (
    EntrantPlayer,
    Event,
    EventKind,
    Federation,
    LogEntry,
    Pairing,
    Sanction,
    SanctionState,
)
from tournaments.models.wording import in_words

from .rating_windows import rating_windows

_PLAYED = [outcome for outcome in Outcome if not outcome.is_unplayed]
_BY_PLAYERS = (Source.ONE, Source.TWO)


@dataclass(frozen=True, slots=True)
class FairPlaySignal:
    """A signal with the players it is about."""

    signal: Signal
    players: tuple[Player, ...]

    @property
    def words(self) -> str:
        """Return the sentence in the reader's language."""
        observation = self.signal.observation
        value = observation.value
        words = value.numerator if value.denominator == 1 else number_format(float(value), 1)
        return in_words(SIGNAL_WORDS[observation.kind], {"value": words})


def fair_play_signals(
    federation: Federation, *, rarities: Mapping[SignalKind, Rarity] = RARITIES
) -> tuple[FairPlaySignal, ...]:
    """Return the signals among the singles events that the federation sanctioned, by kind; ten queries.

    A merged player is the person who goes on.
    """
    events = _events_of(federation)
    persons = _persons_of(events)
    matches = list(_matches_of(events, persons))
    populations = (
        frequent_pairs(matches),
        losses_before_caps(rating_windows(events)),
        fast_matches(matches),
        batches(_reports_of(events, persons)),
        byes_on_return(_stays_of(events, persons)),
    )
    rare = [signal for population in populations for signal in signals(population, rarities)]
    keys = {key for signal in rare for key in signal.observation.subject}
    players = {player.uid: player for player in Player.objects.filter(uid__in=keys)}
    return tuple(
        FairPlaySignal(signal, tuple(players[key] for key in signal.observation.subject)) for signal in rare
    )


def _events_of(federation: Federation) -> QuerySet[Event]:
    sanctions = Sanction.objects.filter(federation=federation, state=SanctionState.GRANTED)
    return Event.objects.filter(pk__in=sanctions.values("event"), kind=EventKind.SINGLES)


def _persons_of(events: QuerySet[Event]) -> Mapping[int, str]:
    """Return the uid of the person of each side of the events."""
    sides = EntrantPlayer.objects.filter(event__in=events).values("entrant__side")
    members = SideMember.objects.filter(side__in=sides)
    person = Coalesce("player__merged_into__uid", "player__uid")
    return dict(members.annotate(person=person).values_list("side_id", "person"))


def _matches_of(events: QuerySet[Event], persons: Mapping[int, str]) -> Iterable[MatchFact]:
    rows = Match.objects.filter(
        pairing__stage__event__in=events,
        cancelled_at=None,
        final_at__isnull=False,
        outcome__in=_PLAYED,
    ).order_by("pk")
    columns = ("uid", "pairing__stage__event__uid", "one_id", "two_id", "length", "started_at", "final_at")
    for uid, event, one, two, length, started_at, final_at in rows.values_list(*columns):
        yield MatchFact(uid, event, persons[one], persons[two], length, _minutes(started_at, final_at))


def _minutes(started_at: datetime | None, final_at: datetime) -> int | None:
    """Return the minutes between two times, None where the start is unknown or was stamped after the end."""
    if started_at is None or final_at < started_at:
        return None
    return int((final_at - started_at).total_seconds() // 60)


def _reports_of(events: QuerySet[Event], persons: Mapping[int, str]) -> Iterable[ReportFact]:
    """Yield the reports of players; a private link reports for its side."""
    rows = Report.objects.filter(match__pairing__stage__event__in=events, source__in=_BY_PLAYERS)
    columns = ("match__uid", "source", "match__one_id", "match__two_id", "at")
    for match, source, one, two, at in rows.order_by("pk").values_list(*columns):
        yield ReportFact(match, persons[one if source == Source.ONE else two], at)


def _stays_of(events: QuerySet[Event], persons: Mapping[int, str]) -> Iterable[StayFact]:
    returns: dict[str, list[datetime]] = defaultdict(list)
    entries = LogEntry.objects.filter(event__in=events, code=EntrantReturned.code).order_by("seq")
    for subject, at in entries.values_list("subject", "at"):
        returns[subject].append(at)
    byes: dict[str, list[datetime]] = defaultdict(list)
    rows = Pairing.objects.filter(stage__event__in=events, match=None, cancelled_at=None)
    for entrant, made_at in rows.values_list("seats__entrant__uid", "made_at"):
        byes[entrant].append(made_at)
    entrants = EntrantPlayer.objects.filter(event__in=events).order_by("pk")
    columns = entrants.annotate(uid=F("entrant__uid"), side=F("entrant__side")).values_list(
        "uid", "side", "event__uid"
    )
    for entrant, side, event in columns:
        first = min(returns[entrant], default=None)
        later = sum(made_at > first for made_at in byes[entrant]) if first is not None else 0
        yield StayFact(persons[side], event, len(returns[entrant]), later)
