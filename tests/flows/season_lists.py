"""The lists of a generated season: two federations and a club, with other rules, formulas and orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

import time_machine
from django.db import connection

from matches.models import Player
from tests.flows.season import FIRST_DAY, Season
from tests.flows.season_facts import SeasonFacts
from tests.flows.season_twin import ListTwin, digest_of, rules_in_force, verdict
from tests.ratings.decimals import NEW
from tournaments.actions.feed import judging, writing
from tournaments.actions.lists import computing, keeping, publishing, uploading
from tournaments.models import (
    CountingRule,
    FeedCursor,
    FeedHead,
    FeedMember,
    FeedRow,
    FeedVerdict,
    ListDeviation,
    ListStanding,
    ListState,
    OfficialRow,
    OutboxJob,
    RatingHistory,
    RatingList,
    Tournament,
)
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.tasks import run_due

_NORTH = {"version": 1, "shortest": 3, "must_be_sanctioned": True, "membership": "everybody"}
_SOUTH = {
    "version": 1,
    "shortest": 5,
    "must_be_sanctioned": True,
    "sanction_classes": ["A"],
    "forfeit": "rated",
    "walkover": "rated",
    "retired": "rated",
    "self_chosen": True,
    "penalties": "unless_decisive",
    "first_day": "2026-01-17",
}
_CLUB = {"version": 1, "longest": 11, "membership": "one", "by_hand": False, "penalties": "unrated"}
# What a list consists of.
_DERIVED: tuple[Any, ...] = (ListStanding, ListDeviation, RatingHistory, ListState)


@dataclass
class Lists:
    """Some lists, and what holds of them."""

    rows: list[RatingList]

    @classmethod
    def of(cls, season: Season) -> Lists:
        """Six lists before the first event."""
        north, south = season.federations
        club = season.clubs[0]
        judging.set_counting_rules(north, by=None, rules=_NORTH)
        judging.set_counting_rules(south, by=None, rules=_SOUTH)
        judging.set_counting_rules(north, by=None, rules=_CLUB, club=club)
        new = keeping.create_list
        rows = [
            new(north, by=None, name="National", formula="fibs", provisional_below=40, inactive_after=2),
            new(north, by=None, name="No ramp", formula="fibs-no-ramp", order="events", uncertainty="months"),
            new(north, by=None, name="Club", formula="brass-city", club=club),
            new(south, by=None, name="Elo", formula="elo", uncertainty="weeks"),
            new(south, by=None, name="Elo by event", formula="elo", order="events", inactive_after=1),
            new(south, by=None, name="Before", formula="fibs"),
        ]
        opening = ["number,rating,experience"]
        opening += [
            f"{one.number},{1400 + place},{place}" for place, one in enumerate(south.members.all()[:20])
        ]
        day = FIRST_DAY.date() + timedelta(days=20)
        uploading.set_openings(rows[5], by=None, data="\n".join(opening).encode(), day=day, source="Old list")
        return cls.known(rows)

    @classmethod
    def known(cls, rows: Iterable[RatingList]) -> Lists:
        """These lists as the database has them."""
        every = RatingList.objects.select_related("federation", "club")
        return cls([every.get(pk=one.pk) for one in rows])

    def digests(self) -> list[str]:
        """The digest of each list, once all that waits is done, and the feed has what jobs wrote into logs, as by a sweep."""
        run_due()
        writing.write_all()
        run_due()
        failed = OutboxJob.objects.exclude(last_error="").first()
        assert failed is None, f"{failed}: {failed.last_error}"
        return [computing.compute(one).digest for one in self.rows]

    def require_the_twin(self) -> None:
        """Compare every verdict and every list with the twin: not one billionth differs."""
        digests, facts = self.digests(), SeasonFacts()
        for one, digest in zip(self.rows, digests, strict=True):
            require_verdicts(one, facts)
            twin = ListTwin(one, facts)
            rows = twin.rows()
            assert dict(_standings(one)) == {uid: row.numbers for uid, row in rows.items()}, one.name
            assert digest == digest_of({uid: row.numbers for uid, row in rows.items()}), one.name
            certain = ListDeviation.objects.filter(list=one).values_list(
                "player__uid", "rating", "deviation", "volatility"
            )
            assert {uid: tuple(row) for uid, *row in certain} == twin.certainties(), one.name

    def require_the_sum(self) -> None:
        """Nothing is won that nobody has lost, in each list without a ramp."""
        for one in self.rows:
            if one.formula in ("fibs-no-ramp", "elo"):
                ratings = list(ListStanding.objects.filter(list=one).values_list("rating", flat=True))
                assert sum(ratings) == NEW[0] * len(ratings), one.name

    def publish(self, day: date) -> None:
        """Publish every list as of a day, and compare statuses, places, numbers and digests with the twin."""
        facts = SeasonFacts()
        with time_machine.travel(day + timedelta(days=1), tick=True):
            for one in self.rows:
                official = publishing.publish_list(one, by=None, day=day)
                expected = ListTwin(one, facts).official(day)
                rows = OfficialRow.objects.filter(official=official)
                numbers = {
                    row.uid: (
                        row.status,
                        row.place,
                        (row.rating, row.experience, row.matches, row.wins, row.last_day),
                    )
                    for row in rows
                }
                assert numbers == {
                    uid: (status, place, row.numbers) for uid, (status, place, row) in expected.items()
                }
                of_digest = {uid: (place or 0, *row.numbers, 0) for uid, (_, place, row) in expected.items()}
                assert official.digest == digest_of(of_digest)


def _standings(rating_list: RatingList) -> Iterator[tuple[str, tuple[int, ...]]]:
    uids = dict(Player.objects.values_list("pk", "uid"))
    rows = ListStanding.objects.filter(list=rating_list)
    for player, *numbers in rows.values_list("player", "rating", "experience", "matches", "wins", "last_day"):
        yield uids[player], tuple(numbers)


def require_verdicts(rating_list: RatingList, facts: SeasonFacts) -> None:
    """Compare the reason and the body of every verdict in force with the twin, and who is final in the feed."""
    rule = CountingRule.objects.get(
        federation=rating_list.federation, club=rating_list.club, name="", ended_at=None
    )
    superseded = FeedRow.objects.exclude(supersedes=None).values("supersedes")
    rows = FeedVerdict.objects.filter(rule=rule, row__change="final").exclude(row__in=superseded)
    verdicts = {
        uid: (reason, body) for uid, reason, body in rows.values_list("row__match_uid", "reason", "body")
    }
    rules = rules_in_force(rating_list)
    assert verdicts == {one.uid: verdict(one, rules) for one in facts.matches}


def from_nothing(lists: Lists) -> list[str]:
    """The digests of the lists after all that is derived of them was deleted."""
    for table in _DERIVED:
        table.objects.all().delete()
    return lists.digests()


def another_arrival(lists: Lists, chance: Random) -> list[str]:
    """The digests after the feed was written anew, one tournament after the other in any order."""
    # Constraints that wait for the end of a transaction would hold the tables.
    connection.check_constraints()
    drop_triggers(connection)
    for table in (*_DERIVED, FeedVerdict, FeedMember, FeedRow, FeedHead, FeedCursor):
        table.objects.all()._raw_delete("default")
    connection.check_constraints()
    create_triggers(connection)
    CountingRule.objects.update(judged=0)
    tournaments = list(Tournament.objects.order_by("pk"))
    chance.shuffle(tournaments)
    for tournament in tournaments:
        writing.write(tournament)
        judging.judge_all()
        for one in chance.sample(lists.rows, 1):
            computing.compute(one)
    return lists.digests()
