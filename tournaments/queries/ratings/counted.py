"""What counts for the federations of an event: said of its stages before play, and of its matches afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import Match
from tournaments.models import (
    CountingRule,
    Event,
    Federation,
    FeedVerdict,
    Sanction,
    SanctionState,
    Stage,
    Tournament,
    has_boards,
    pairing_of,
)
from tournaments.models.wording import in_words
from tournaments.ratings.counting import (
    REASON_WORDS,
    CountingForecast,
    CountingRules,
    CountingVerdict,
    MatchEnding,
    RuledOut,
    SanctionFact,
    StageSettings,
    UnratedReason,
    forecast,
    reason_places,
    verdict,
)

from .match_facts import facts_of_matches
from .stage_settings import settings_of_stages

_IN_QUESTION = (SanctionState.REQUESTED, SanctionState.GRANTED)
# The match is judged by the row of its own log.
OF_OTHER_ROWS = (UnratedReason.REPEATED, UnratedReason.NOT_ACCEPTED)
OF_MEMBERS = frozenset(
    {
        UnratedReason.NOT_A_MEMBER,
        UnratedReason.LAPSED,
        UnratedReason.MEMBERSHIP_KIND,
        UnratedReason.NO_MEMBER,
    }
)


@dataclass(frozen=True, slots=True)
class RatingBody:
    """A federation that sanctioned an event or was asked to, and its counting rules; None without any."""

    sanction: Sanction
    version: int | None = None
    rules: CountingRules | None = None

    @property
    def code(self) -> str:
        """Return the short name of the federation."""
        return self.sanction.federation.code


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """A reason with the words of the rule that gives it."""

    reason: UnratedReason
    words: str


@dataclass(frozen=True, slots=True)
class StageCounting:
    """What a federation says of a stage before play: each list has the reasons for all, some or chance matches."""

    stage: Stage
    every: tuple[ReasonLine, ...]
    some: tuple[ReasonLine, ...]
    possible: tuple[ReasonLine, ...]


@dataclass(frozen=True, slots=True)
class EventCounting:
    """What a federation says of the stages of an event before play; no stages where it has no rules."""

    body: RatingBody
    stages: tuple[StageCounting, ...]

    @property
    def possible(self) -> tuple[ReasonLine, ...]:
        """Return what may leave a match of any stage unrated, each reason once."""
        return tuple(dict.fromkeys(line for stage in self.stages for line in stage.possible))


@dataclass(frozen=True, slots=True)
class MatchCounting:
    """What a federation says of a match: rated, or why not; `line` is the reason that a visitor reads."""

    body: RatingBody
    is_rated: bool
    line: ReasonLine | None

    def read_by(self, *, may_read_members: bool) -> MatchCounting:
        """Return what a visitor reads: only the players and directors of the match know who is a member."""
        is_secret = self.line is not None and self.line.reason in OF_MEMBERS
        return replace(self, line=None) if is_secret and not may_read_members else self


def is_rated_by_any(every: Sequence[MatchCounting]) -> bool | None:
    """Whether any federation rates the match; None where none was asked."""
    return any(one.is_rated for one in every) if every else None


def reason_of_none(every: Sequence[MatchCounting]) -> UnratedReason | None:
    """Return why no federation rates the match, as the first says; None where one does, and where it is withheld."""
    reasons = [one.line.reason for one in every if one.line is not None]
    return reasons[0] if reasons and not is_rated_by_any(every) else None


def bodies_of(event: Event) -> tuple[RatingBody, ...]:
    """Return the federations that sanctioned the event or were asked to, with their rules in force; two queries."""
    return _by_event(_sanctions_of((event.pk,))).get(event.pk, ())


def bodies_of_tournament(tournament: Tournament) -> dict[int, tuple[RatingBody, ...]]:
    """Return by event the federations of a tournament, as `bodies_of` does; empty where none was asked."""
    return _by_event(_sanctions_in(tournament.pk))


def rules_of_federation(federation: Federation) -> CountingRules | None:
    """Return the counting rules of a federation in force, or None; one query."""
    row = CountingRule.objects.filter(federation=federation, club=None, name="", ended_at=None).first()
    return None if row is None else CountingRules.from_dict({**row.data, "body": federation.uid})


def counting_of_event(event: Event) -> tuple[EventCounting, ...]:
    """Return what each federation says of all stages of an event; five queries, one where none was asked."""
    bodies = bodies_of(event)
    if not bodies:
        return ()
    stages = Stage.objects.filter(event=event).select_related("event__tournament").order_by("order")
    return _of_bodies(bodies, list(stages))


def counting_of_lengths(stage: Stage, lengths: Iterable[int]) -> dict[int, tuple[MatchCounting, ...]]:
    """Return what each federation says of matches of a stage to these lengths, before play; four queries."""
    every = set(lengths)
    bodies = [body for body in bodies_of(stage.event) if body.rules is not None]
    if not bodies or not every:
        return dict.fromkeys(every, ())
    settings = settings_of_stages([stage])[stage.pk]
    return {
        length: tuple(_of_length(replace(settings, lengths=(length,)), body) for body in bodies)
        for length in every
    }


def counting_of_match(match: Match) -> tuple[MatchCounting, ...]:
    """Return what each federation says of a match, as if it had been played while it is open.

    It is computed from the facts of the match, and takes fifteen queries at most.
    """
    return _by_facts([match], _by_event(_sanctions_of((pairing_of(match).stage.event_id,)))).get(match.pk, ())


def counting_now(match: Match) -> tuple[MatchCounting, ...]:
    """Return what each federation says of a match, as `counting_of_matches` does."""
    return counting_of_matches([match])[match.pk]


def counting_of_matches(
    matches: Sequence[Match], *, bodies: Mapping[int, Sequence[RatingBody]] | None = None
) -> dict[int, tuple[MatchCounting, ...]]:
    """Return what each federation says of matches by primary key: of final ones as they were judged in the feed.

    Nothing is said of a team match, of a series and of a match that was cancelled. `bodies` are the federations by
    event, where they were asked before. It takes one query where no federation was asked, three at most for final
    matches, and twelve more for open ones, whatever their number.
    """
    candidates = [match for match in matches if match.cancelled_at is None and not has_boards(match)]
    if bodies is None:
        bodies = _by_event(_sanctions_of(tuple({pairing_of(match).stage.event_id for match in candidates})))
    countings: dict[int, tuple[MatchCounting, ...]] = {match.pk: () for match in matches}
    countings |= _by_feed([match for match in candidates if match.is_final], bodies)
    return countings | _by_facts([match for match in candidates if not match.is_final], bodies)


def _by_facts(
    matches: Sequence[Match], bodies: Mapping[int, Sequence[RatingBody]]
) -> dict[int, tuple[MatchCounting, ...]]:
    """Return what the rules say of the facts of matches, of open ones as if they had been played."""
    judges = _judges(matches, bodies)
    sanctions = {event: _granted(every) for event, every in bodies.items()}
    facts = facts_of_matches(judges.keys(), sanctions=sanctions) if judges else {}
    played = {
        key: one.as_if_played() if one.ending is MatchEnding.OPEN else one for key, one in facts.items()
    }
    return {
        key: tuple(_of_verdict(body, verdict(played[key], rules), rules) for body, rules in every)
        for key, every in judges.items()
    }


def _granted(bodies: Sequence[RatingBody]) -> tuple[SanctionFact, ...]:
    """Return the sanctions in force among those of an event."""
    sanctions = (body.sanction for body in bodies)
    return tuple(
        SanctionFact(one.federation.uid, one.event_class)
        for one in sanctions
        if one.state == SanctionState.GRANTED
    )


def _by_feed(
    matches: Sequence[Match], bodies: Mapping[int, Sequence[RatingBody]]
) -> dict[int, tuple[MatchCounting, ...]]:
    """Return what the feed has of final matches."""
    judges = _judges(matches, bodies)
    if not judges:
        return {}
    verdicts = FeedVerdict.objects.filter(
        rule__federation__in={body.sanction.federation_id for every in judges.values() for body, _ in every},
        rule__club=None,
        rule__name="",
        rule__ended_at=None,
        row__match_uid__in=[match.uid for match in matches],
    ).exclude(reason__in=OF_OTHER_ROWS)
    rows = verdicts.order_by("row_id").values_list("row__match_uid", "rule__federation_id", "reason", "body")
    # The last row of the feed is the one that holds.
    last = {(match, federation): (reason, body) for match, federation, reason, body in rows}
    uids = {match.pk: match.uid for match in matches}
    return {
        key: tuple(
            _of_verdict(body, _stored(*last[uids[key], body.sanction.federation_id]), rules)
            for body, rules in every
            if (uids[key], body.sanction.federation_id) in last
        )
        for key, every in judges.items()
    }


def _judges(
    matches: Sequence[Match], bodies: Mapping[int, Sequence[RatingBody]]
) -> dict[int, list[tuple[RatingBody, CountingRules]]]:
    """Return who judges each match by primary key, with the rules; a match that nobody judges is left out."""
    by_match = {
        match.pk: [
            (body, body.rules)
            for body in bodies.get(pairing_of(match).stage.event_id, ())
            if body.rules is not None
        ]
        for match in matches
    }
    return {key: every for key, every in by_match.items() if every}


@prepared
def _sanctions_of(events: tuple[int, ...]) -> QuerySet[Sanction]:
    """Return the federations that sanctioned these events or were asked to."""
    return _sanctions().filter(event__in=events)


@prepared
def _sanctions_in(tournament: int) -> QuerySet[Sanction]:
    return _sanctions().filter(event__tournament=tournament)


def _sanctions() -> QuerySet[Sanction]:
    rows = Sanction.objects.filter(state__in=_IN_QUESTION).select_related("federation")
    return rows.order_by("federation__code")


def _by_event(sanctions: Sequence[Sanction]) -> dict[int, tuple[RatingBody, ...]]:
    """Return by event the federations of these sanctions; one query, none without a sanction."""
    if not sanctions:
        return {}
    federations = {sanction.federation_id for sanction in sanctions}
    rows = CountingRule.objects.filter(federation__in=federations, club=None, name="", ended_at=None)
    in_force = {row.federation_id: row for row in rows}
    by_event: dict[int, list[RatingBody]] = defaultdict(list)
    for sanction in sanctions:
        by_event[sanction.event_id].append(_body(sanction, in_force.get(sanction.federation_id)))
    return {event: tuple(every) for event, every in by_event.items()}


def _of_bodies(bodies: Sequence[RatingBody], stages: Sequence[Stage]) -> tuple[EventCounting, ...]:
    if not any(body.rules for body in bodies):
        return tuple(EventCounting(body, ()) for body in bodies)
    settings = settings_of_stages(stages)
    return tuple(
        EventCounting(
            body,
            tuple(_of_stage(stage, settings[stage.pk], body.rules) for stage in stages if body.rules),
        )
        for body in bodies
    )


def _stored(reason: str, body: str) -> CountingVerdict:
    return CountingVerdict(UnratedReason(reason) if reason else None, body)


def _body(sanction: Sanction, row: CountingRule | None) -> RatingBody:
    if row is None:
        return RatingBody(sanction)
    rules = CountingRules.from_dict({**row.data, "body": sanction.federation.uid})
    return RatingBody(sanction, row.version, rules)


def _of_stage(stage: Stage, settings: StageSettings, rules: CountingRules) -> StageCounting:
    outlook: CountingForecast = forecast(settings, rules)
    return StageCounting(
        stage,
        *(
            tuple(_line(row, rules) for row in rows)
            for rows in (outlook.every, outlook.some, outlook.possible)
        ),
    )


def _of_length(settings: StageSettings, body: RatingBody) -> MatchCounting:
    if body.rules is None:
        raise TypeError(f"{body.code} has no counting rules")
    every = forecast(settings, body.rules).every
    return MatchCounting(body, not every, _line(every[0], body.rules) if every else None)


def _of_verdict(body: RatingBody, answer: CountingVerdict, rules: CountingRules) -> MatchCounting:
    line = None if answer.reason is None else _line(RuledOut(answer.reason, answer.body), rules)
    return MatchCounting(body, answer.is_rated, line)


def _line(row: RuledOut, rules: CountingRules) -> ReasonLine:
    return ReasonLine(row.reason, in_words(REASON_WORDS[row.reason], reason_places(row.body, rules)))
