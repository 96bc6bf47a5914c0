"""Verdicts of counting rules on rows of the feed, with what events and bodies say of them now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q

from matches.models import Player
from tournaments.models import CountingRule, Event, FeedChange, FeedMember, FeedRow
from tournaments.queries.ratings.bodies import memberships_of, sanctions_of
from tournaments.ratings.counting import (
    CombinedRules,
    CountingRules,
    CountingVerdict,
    MatchEnding,
    MatchFacts,
    MatchKind,
    SanctionFact,
    combined,
    verdict,
)

from .facts import DeclaredTerms, FeedFacts

_ENDINGS = {FeedChange.REOPENED: MatchEnding.OPEN, FeedChange.CANCELLED: MatchEnding.CANCELLED}


def rules_of(rule: CountingRule) -> CountingRules | CombinedRules:
    """Return the rules by which a version rates; those of a club stand on top of those of its federation."""
    if rule.club is None:
        return rule.rules
    below = CountingRule.objects.filter(federation=rule.federation_id, club=None, name="", ended_at=None)
    federation = below.select_related("federation", "club").first()
    return rule.rules if federation is None else combined(federation.rules, rule.rules)


def verdicts_on(rows: Sequence[FeedRow], rule: CountingRule) -> list[CountingVerdict]:
    """Return the verdict on each of these rows; at most nine queries."""
    return verdicts_on_facts(rows, facts_of_rows(rows), rule)


def verdicts_on_facts(
    rows: Sequence[FeedRow], facts: Sequence[MatchFacts], rule: CountingRule
) -> list[CountingVerdict]:
    """Return the verdict on each of these rows with its facts; one query for the rules of a club.

    What another federation brought is not judged by its rules.
    """
    rules = rules_of(rule)
    return [
        verdict(replace(of_row, is_foreign=row.federation_id not in (None, rule.federation_id)), rules)
        for row, of_row in zip(rows, facts, strict=True)
    ]


def facts_of_rows(rows: Sequence[FeedRow]) -> list[MatchFacts]:
    """Return the facts of these rows; seven queries at most.

    A row of a file has no event here: what the event declares stands in it, and the federation that brought it has
    sanctioned the event.
    """
    events = Event.objects.in_bulk({row.event_id for row in rows if row.event_id is not None})
    players = players_of_rows(rows)
    memberships = memberships_of({player for of_row in players.values() for player in of_row})
    sanctions = sanctions_of(events)
    played_here = _played_here(rows)
    facts = []
    for row in rows:
        of_match, event = FeedFacts.from_dict(row.facts), events.get(row.event_id or 0)
        declared: dict[str, Any] = {}
        if event is not None:
            profile = event.rule_profile
            declared = {
                "variant": event.variant,
                "is_declared_unrated": event.is_unrated,
                "clock": profile.clock,
                "profile": profile.code,
                "sanctions": sanctions.get(event.pk, ()),
            }
        elif of_match.declared is not None and row.federation is not None:
            declared = _declared(of_match.declared, row.federation.uid)
        facts.append(
            MatchFacts(
                **declared,
                ending=_ENDINGS.get(FeedChange(row.change), MatchEnding(row.ending)),
                both_moved=of_match.both_moved,
                length=row.length,
                start_score=of_match.start_score,
                score=(row.score_one, row.score_two),
                penalties=of_match.penalties,
                kind=MatchKind(row.kind),
                is_repeated=row.number in played_here,
                paired_by=of_match.paired_by,
                memberships=tuple(memberships.on(player, row.day) for player in players[row.number]),
                day=row.day,
            )
        )
    return facts


def _declared(terms: DeclaredTerms, federation: str) -> dict[str, Any]:
    return {
        "variant": terms.variant,
        "is_declared_unrated": terms.is_unrated,
        "clock": terms.clock,
        "profile": terms.profile,
        "sanctions": (SanctionFact(federation, terms.event_class),),
    }


def _played_here(rows: Sequence[FeedRow]) -> set[int]:
    """Return the numbers of the rows of files and archives whose match has a log here; one query where there are any."""
    matches = {row.number: row.match_uid for row in rows if row.tournament_id is None}
    if not matches:
        return set()
    own = FeedRow.objects.filter(match_uid__in=set(matches.values()), tournament__isnull=False)
    here = set(own.order_by().values_list("match_uid", flat=True))
    return {number for number, uid in matches.items() if uid in here}


def players_of_rows(rows: Sequence[FeedRow]) -> dict[int, list[int]]:
    """Return the keys of the players of each row, by its number, as written then; one query."""
    players: dict[int, list[int]] = defaultdict(list)
    others = []
    for row in rows:
        if row.one_id is not None and row.two_id is not None:
            players[row.number] = [row.one_id, row.two_id]
        else:
            others.append(row.number)
    members = FeedMember.objects.filter(row__in=others).order_by("row_id", "side", "order")
    for number, player in members.values_list("row_id", "player_id"):
        players[number].append(player)
    return players


def rows_about(*, events: Collection[int] = (), players: Collection[int] = ()) -> Q:
    """Return a filter for the rows of these events, and of everybody who is one person with one of these players."""
    last = set(Player.objects.filter(pk__in=players).values_list("merged_into", flat=True)) - {None}
    persons = {*players, *last}
    everybody = {*persons, *Player.objects.filter(merged_into__in=persons).values_list("pk", flat=True)}
    in_teams = FeedMember.objects.filter(player__in=everybody).values("row")
    return Q(event__in=events) | Q(one__in=everybody) | Q(two__in=everybody) | Q(pk__in=in_teams)
