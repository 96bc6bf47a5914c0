"""Feeds of typed matches: rows that a log would have written, with verdicts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from random import Random

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from matches.models import Player, PublicAs, new_uid
from tests import factories
from tournaments.models import CountingRule, Federation, FeedHead, FeedRow, FeedVerdict, RatingList
from tournaments.ratings.counting import UnratedReason

FIRST_DAY = date(2025, 1, 4)
# A match played out whose opponents the format chose.
FACTS = {
    "version": 1,
    "both_moved": True,
    "start_score": [0, 0],
    "penalties": [0, 0],
    "paired_by": "format",
}


def counting_rule(federation: Federation) -> CountingRule:
    """Rules in force, which rate every row that `add` writes."""
    return CountingRule.objects.create(federation=federation, version=1, data={"version": 1})


def rating_list(code: str = "FFBG", **values: object) -> RatingList:
    """A list of a new federation with counting rules."""
    federation = factories.federation(code)
    counting_rule(federation)
    return RatingList.objects.create(
        federation=federation, **{"name": "National", "formula": "fibs", **values}
    )


def players(count: int) -> list[Player]:
    """So many players without an account, who have chosen to be named."""
    password = make_password(None)
    return Player.objects.bulk_create(
        Player(name=f"Player {number}", password=password, public_as=PublicAs.NAME) for number in range(count)
    )


def add(rows: Iterable[FeedRow], rating_list: RatingList) -> list[FeedRow]:
    """Append rows to the feed in this order, each rated."""
    rules = CountingRule.objects.filter(federation=rating_list.federation, ended_at=None)
    rule = rules.get(name=rating_list.rules)
    head, _created = FeedHead.objects.get_or_create(pk=1)
    new = list(rows)
    for number, row in enumerate(new, start=head.number + 1):
        row.number = number
    FeedRow.objects.bulk_create(new)
    head.number += len(new)
    head.save()
    judge(rule, new)
    return new


def judge(rule: CountingRule, rated: Iterable[FeedRow]) -> None:
    """Give the verdict on each row that has none yet; the others are those of another federation."""
    numbers = {row.number for row in rated}
    FeedVerdict.objects.bulk_create(
        FeedVerdict(rule=rule, row=row, reason="" if row.number in numbers else UnratedReason.UNSANCTIONED)
        for row in FeedRow.objects.filter(number__gt=rule.judged)
    )
    CountingRule.objects.filter(pk=rule.pk).update(judged=FeedHead.objects.get().number)


def row(
    one: Player,
    two: Player,
    *,
    day: date | None,
    winner: int = 1,
    length: int = 7,
    event: str = "",
    slot: int = 0,
) -> FeedRow:
    """A match that was played out; the uid follows from day, event and slot."""
    return FeedRow(
        source="test",
        at=timezone.now(),
        match_uid=new_uid(),
        change="final",
        day=day,
        event_uid=event,
        slot=slot,
        kind="singles",
        length=length,
        one=one,
        two=two,
        winner=winner,
        score_one=length if winner == 1 else 0,
        score_two=length if winner == 2 else 0,
        ending="played",
        facts=FACTS,
    )


def corrected(old: FeedRow, *, change: str = "final", winner: int | None = None) -> FeedRow:
    """The row that supersedes another one, with another winner or another change."""
    fields = {field.attname: getattr(old, field.attname) for field in FeedRow._meta.concrete_fields}
    return FeedRow(
        **{
            **fields,
            "number": None,
            "source": f"after {old.number}",
            "supersedes": old.number,
            "change": change,
            "winner": winner or old.winner,
        }
    )


def season(people: list[Player], matches: int, *, seed: int = 1, per_event: int = 10) -> list[FeedRow]:
    """Events of so many matches, one each week."""
    chance = Random(seed)
    return [
        row(
            *chance.sample(people, 2),
            day=FIRST_DAY + timedelta(weeks=number // per_event, days=chance.randrange(2)),
            winner=chance.choice((1, 2)),
            length=chance.choice((3, 5, 7, 9, 11)),
            event=f"event{number // per_event:05}",
            slot=number % per_event,
        )
        for number in range(matches)
    ]
