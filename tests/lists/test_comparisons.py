"""Two lists of a federation side by side: against a slow twin, from either side, and as the lists go on."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from math import log
from typing import Any, cast

import pytest
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.lists import feeds
from tournaments.actions.lists import comparisons, computing, keeping, publishing, uploading
from tournaments.errors.federations import NoCountingRules, NotAnOfficer
from tournaments.errors.lists import NoRatingsYet, NotComparable
from tournaments.models import (
    CountingRule,
    FeedRow,
    ListComparison,
    ListOrigin,
    ListStanding,
    OfficeKind,
    OfficialList,
    OutboxJob,
    RatingList,
)
from tournaments.queries.ratings.comparisons import (
    Among,
    ComparedLists,
    ComparisonResult,
    LineFilter,
    LineOrder,
    pair_of,
    stored_comparison,
)
from tournaments.queue import MAX_ATTEMPTS, Job
from tournaments.ratings import FORMULAS, UNITS, RatedPlayer
from tournaments.ratings.base import MatchFormula
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db

Line = tuple[int, int | None, int | None, int | None, int | None]


def beside(one: RatingList, uid: str) -> tuple[ComparedLists, ComparisonResult]:
    """Two lists, compared by the job, as read from the first."""
    comparisons.ask_comparison(one, by=None, other=uid)
    run_due()
    lists = stored_comparison(pair_of(one, uid))
    assert lists.row is not None
    assert lists.row.failure == ""
    assert not lists.row.is_under_way
    assert lists.result is not None
    return lists, lists.result


def lines(lists: ComparedLists, only: LineFilter | None = None) -> list[Line]:
    """Everybody that a filter selects, as read from the first list."""
    people = dict(Player.objects.values_list("uid", "pk"))
    return [
        (people[one.person.uid or ""], one.rating, one.place, one.other_rating, one.other_place)
        for one in lists.named(lists.lines(only or LineFilter()))
    ]


def people() -> list[Player]:
    """The people of the season."""
    return list(Player.objects.filter(name__startswith="Player ").order_by("pk"))


@pytest.fixture
def national() -> RatingList:
    """A list of a season of 120 matches among 14 people."""
    rating_list = feeds.rating_list(provisional_below=20)
    feeds.add(feeds.season(feeds.players(14), 120), rating_list)
    computing.compute(rating_list)
    return rating_list


@pytest.fixture
def trial(national: RatingList) -> RatingList:
    """A list of the same federation by another formula, of matches from 7 points alone and some people less."""
    rule = CountingRule.objects.create(
        federation=national.federation, name="long", version=1, data={"version": 1, "shortest": 7}
    )
    judge(rule)
    values = {"formula": "elo", "rules": "long", "provisional_below": 0}
    rating_list = RatingList.objects.create(federation=national.federation, name="Trial", **values)
    computing.compute(rating_list)
    return rating_list


def judge(rule: CountingRule) -> None:
    """Rate every row that is long enough, but none of two people."""
    without = people()[:2]
    rows = FeedRow.objects.filter(length__gte=7).exclude(one__in=without).exclude(two__in=without)
    feeds.judge(rule, rows)


def twin(rating_list: RatingList, rows: list[FeedRow]) -> dict[int, tuple[float, tuple[int, int]]]:
    """The chance of the winner and both changes of each match, by a loop that asks the formula."""
    formula = cast(MatchFormula, FORMULAS[rating_list.formula])
    players: dict[Any, RatedPlayer] = {}
    answer = {}
    for row in sorted(rows, key=lambda row: (row.day, row.event_uid, row.slot)):
        winner, loser = (row.one_id, row.two_id) if row.winner == 1 else (row.two_id, row.one_id)
        one, two = (players.get(key, RatedPlayer()) for key in (winner, loser))
        changes = formula.changes(one, two, length=row.length)
        answer[row.number] = formula.chance(one, two, length=row.length), changes
        for key, before, change in ((winner, one, changes[0]), (loser, two, changes[1])):
            players[key] = RatedPlayer(before.rating + change, before.experience + row.length)
    return answer


def test_people_and_matches_are_those_that_a_slow_twin_finds(national: RatingList, trial: RatingList) -> None:
    lists, result = beside(national, trial.uid)
    sides: list[dict[int, tuple[int, int | None]]] = []
    for one in (national, trial):
        rows = ListStanding.objects.filter(list=one)
        placed = sorted((row.rating for row in rows if row.experience >= one.provisional_below), reverse=True)
        sides.append(
            {
                row.player_id: (
                    row.rating,
                    placed.index(row.rating) + 1 if row.experience >= one.provisional_below else None,
                )
                for row in rows
            }
        )
    nobody = (None, None)
    expected = {
        (key, *sides[0].get(key, nobody), *sides[1].get(key, nobody)) for key in {*sides[0], *sides[1]}
    }
    assert set(lines(lists)) == expected
    both = sides[0].keys() & sides[1].keys()
    assert (result.both, result.only, result.only_other) == (len(both), 2, 0)

    every = list(FeedRow.objects.all())
    long = [row for row in every if row.verdicts.filter(rule__name="long", reason="").exists()]
    twins = twin(national, every), twin(trial, long)
    in_order = sorted(every, key=lambda row: (row.day, row.event_uid, row.slot))
    differing = [
        row.number for row in in_order if row in long and twins[0][row.number][1] != twins[1][row.number][1]
    ]
    assert result.first is not None
    assert result.first.row == differing[0]
    assert result.first.changes == twins[0][differing[0]][1]
    assert result.first.other_changes == twins[1][differing[0]][1]
    assert result.alone is not None
    assert result.alone.row == next(row.number for row in in_order if row not in long)
    assert (result.alone.changes is None, result.alone.other_changes) == (False, None)

    assert result.predictions is not None
    for side, answers in zip((result.predictions.present, result.predictions.varied), twins, strict=True):
        chances = [answers[row.number][0] for row in long]
        assert side.shared.matches == len(long)
        assert side.shared.log_loss == pytest.approx(-sum(map(log, chances)) / len(long))
        assert side.shared.brier == pytest.approx(sum((1 - one) ** 2 for one in chances) / len(long))
        favourites = [max(one, 1 - one) for one in chances]
        assert sum(bucket.expected for bucket in side.shared.calibration) == pytest.approx(sum(favourites))
    assert result.predictions.present.own.matches == 120


@pytest.mark.both_databases
def test_from_the_other_list_everything_is_turned_round(national: RatingList, trial: RatingList) -> None:
    lists, result = beside(national, trial.uid)
    turned, other = beside(trial, national.uid)
    assert ListComparison.objects.count() == 1
    assert other == result.turned
    assert other.turned == result
    for only in (LineFilter(), LineFilter(Among.BOTH, 3), LineFilter(order=LineOrder.PLACES)):
        assert [(line[0], *line[3:], *line[1:3]) for line in lines(turned, only)] == lines(lists, only)
    assert lines(turned, LineFilter(Among.ONLY_OTHER)) == [
        (line[0], None, None, *line[1:3]) for line in lines(lists, LineFilter(Among.ONLY))
    ]


def test_people_are_found_by_list_by_distance_and_in_three_orders(
    national: RatingList, trial: RatingList
) -> None:
    lists, result = beside(national, trial.uid)
    every = lines(lists)
    both = [line for line in every if line[1] is not None and line[3] is not None]
    distances = [abs((line[3] or 0) - (line[1] or 0)) for line in both]
    assert distances == sorted(distances, reverse=True)
    assert every[: len(both)] == both == lines(lists, LineFilter(Among.BOTH))
    assert len(lines(lists, LineFilter(Among.ONLY))) == result.only
    points = distances[3] // UNITS
    beyond = lines(lists, LineFilter(beyond=points))
    assert beyond == [line for line, far in zip(both, distances, strict=True) if far >= points * UNITS]
    places = [
        abs(line[2] - line[4])
        for line in lines(lists, LineFilter(order=LineOrder.PLACES))
        if line[2] and line[4]
    ]
    assert places == sorted(places, reverse=True)
    by_place = [line[2] for line in lines(lists, LineFilter(order=LineOrder.PLACE)) if line[2]]
    assert by_place == sorted(by_place)
    table = lists.table()
    assert [row[2:6] for row in table.rows] == [
        (line[2], points_of(line[1]), line[4], points_of(line[3])) for line in every
    ]


def points_of(units: int | None) -> Decimal | None:
    """A rating in points, with all digits."""
    return None if units is None else Decimal(units) / UNITS


@pytest.mark.both_databases
def test_a_list_beside_itself_shows_nothing(national: RatingList) -> None:
    lists, result = beside(national, national.uid)
    assert (result.only, result.only_other, result.first, result.alone) == (0, 0, None, None)
    assert all(line[1:3] == line[3:] for line in lines(lists))
    assert lines(lists, LineFilter(beyond=1)) == []
    assert result.predictions is not None
    assert result.predictions.present == result.predictions.varied


def uploaded(national: RatingList, day: date, ratings: dict[Player, int]) -> OfficialList:
    """An official list of another system in the same federation."""
    partner = RatingList.objects.filter(federation=national.federation, origin=ListOrigin.UPLOADED).first()
    if partner is None:
        partner = keeping.create_list(
            national.federation, by=None, name="Partner", origin=ListOrigin.UPLOADED
        )
    rows = "".join(f"{player.uid},{rating}\n" for player, rating in ratings.items())
    upload = uploading.upload_list(
        partner, by=None, day=day, data=f"uid,rating\n{rows}".encode(), source="partner.csv"
    )
    assert upload.official is not None
    return upload.official


def test_beside_an_uploaded_list_a_computed_one_is_taken_as_of_its_day(national: RatingList) -> None:
    day = feeds.FIRST_DAY + timedelta(weeks=6)
    ann, ben, stranger = *people()[:2], factories.player("Zoé")
    official = uploaded(national, day, {ann: 1600, ben: 1550, stranger: 1400})
    then = publishing.publish_list(national, by=None, day=day)
    ratings = dict(then.ratings.values_list("uid", "rating"))
    for one, uid, is_turned in (
        (national, official.list.uid, False),
        (national, official.uid, False),
        (official.list, national.uid, True),
    ):
        lists, read = beside(one, uid)
        result = read.turned if is_turned else read
        assert (result.day, result.other_day) == (day, day)
        assert (result.both, result.only, result.only_other) == (2, len(ratings) - 2, 1)
        assert (result.predictions, result.first, result.alone) == (None, None, None)
        rows = lines(lists)
        if is_turned:
            rows = [(line[0], *line[3:], *line[1:3]) for line in rows]
        assert {line[0]: line[1] for line in rows} == {
            **{player.pk: ratings[player.uid] for player in Player.objects.filter(uid__in=ratings)},
            stranger.pk: None,
        }
        assert {line[0]: line[3:] for line in rows if line[3] is not None} == {
            ann.pk: (1600 * UNITS, 1),
            ben.pk: (1550 * UNITS, 2),
            stranger.pk: (1400 * UNITS, 3),
        }


def test_the_last_upload_counts_and_merged_players_are_one_person(national: RatingList) -> None:
    ann, ben = people()[:2]
    double = factories.player("Ann again")
    uploaded(national, feeds.FIRST_DAY + timedelta(weeks=4), {ben: 1700})
    last = uploaded(national, feeds.FIRST_DAY + timedelta(weeks=8), {double: 1610, ben: 1580})
    for player in (ann, double):
        factories.member(national.federation, player)
    factories.merge(national.federation, double, into=ann)
    lists, result = beside(national, last.list.uid)
    assert result.other_day == last.day
    assert {line[0]: line[3] for line in lines(lists) if line[3]} == {
        ann.pk: 1610 * UNITS,
        ben.pk: 1580 * UNITS,
    }
    assert result.only_other == 0


def test_the_matches_of_an_official_list_are_known_while_they_give_its_ratings(
    national: RatingList, trial: RatingList
) -> None:
    day = feeds.FIRST_DAY + timedelta(weeks=6)
    official = publishing.publish_list(national, by=None, day=day)
    lists, result = beside(trial, official.uid)
    assert result.predictions is not None
    assert result.predictions.varied.own.matches == FeedRow.objects.filter(day__lte=day).count()
    published = dict(official.ratings.values_list("uid", "rating"))
    assert {one.person.uid: one.other_rating for one in lists.named(lists.lines(LineFilter(Among.BOTH)))} == {
        uid: rating
        for uid, rating in published.items()
        if ListStanding.objects.filter(list=trial, player__uid=uid).exists()
    }
    # The list itself goes on beside what was published of it: a late result moves it.
    two = people()[:2]
    feeds.add([feeds.row(*two, day=feeds.FIRST_DAY, event="late")], national)
    _lists, late = beside(national, official.uid)
    assert late.alone is not None
    assert late.alone.row == FeedRow.objects.latest("number").number
    keeping.change_list(national, by=None, parameters={"ramp": 1})
    _lists, changed = beside(trial, official.uid)
    assert changed.predictions is None


@pytest.mark.parametrize("kind", [OfficeKind.AUDITOR, OfficeKind.REGISTRAR])
def test_only_who_rates_has_lists_compared(national: RatingList, kind: OfficeKind) -> None:
    officer = factories.officer(national.federation, kind)
    with pytest.raises(NotAnOfficer):
        comparisons.ask_comparison(national, by=officer, other=national.uid)
    assert not ListComparison.objects.exists()


def test_lists_that_cannot_stand_side_by_side_are_refused(national: RatingList) -> None:
    elsewhere = feeds.rating_list("BGF")
    unruly = RatingList.objects.create(
        federation=national.federation, name="Unruly", formula="fibs", rules="none"
    )
    empty = keeping.create_list(national.federation, by=None, name="Empty", origin=ListOrigin.UPLOADED)
    for other, error in (
        (elsewhere.uid, NotComparable),
        ("", NotComparable),
        (unruly.uid, NoCountingRules),
        (empty.uid, NoRatingsYet),
    ):
        with pytest.raises(error):
            comparisons.ask_comparison(national, by=None, other=other)
    assert not ListComparison.objects.exists()


def test_the_sweep_renews_what_has_changed_and_nothing_else(national: RatingList, trial: RatingList) -> None:
    lists, before = beside(national, trial.uid)
    assert lists.row is not None
    now = timezone.now() + comparisons.RENEWED_AFTER + timedelta(minutes=1)
    assert comparisons.ask_stale(now) == 0
    two = people()[:2]
    feeds.add([feeds.row(*two, day=date(2025, 12, 1))], national)
    feeds.judge(CountingRule.objects.get(name=trial.rules), [])
    computing.compute(national)
    assert comparisons.ask_stale(timezone.now()) == 0
    assert [comparisons.ask_stale(now) for _ in range(2)] == [1, 0]
    run_due()
    after = stored_comparison(pair_of(national, trial.uid)).result
    assert after is not None
    assert before.predictions is not None
    assert after.predictions is not None
    assert after.predictions.present.own.matches == before.predictions.present.own.matches + 1
    assert comparisons.ask_stale(now) == 0


@pytest.mark.both_databases
def test_one_that_fails_says_so_and_can_be_asked_again(national: RatingList, trial: RatingList) -> None:
    comparison = comparisons.ask_comparison(national, by=None, other=trial.uid)
    # Asking twice waits for the one job.
    comparisons.ask_comparison(national, by=None, other=trial.uid)
    jobs = OutboxJob.objects.filter(name=Job.LIST_COMPARISON)
    assert jobs.count() == 1
    jobs.update(is_dead=True, attempts=MAX_ATTEMPTS)
    comparisons.fail_dead()
    comparison.refresh_from_db()
    assert (comparison.failure, comparison.is_under_way) == ("not_computed", False)
    now = timezone.now() + comparisons.RENEWED_AFTER * 2
    assert comparisons.ask_stale(now) == 0
    beside(national, trial.uid)
    CountingRule.objects.filter(name="long").update(ended_at=timezone.now())
    comparisons.compute_comparison(comparison.pk)
    comparison.refresh_from_db()
    assert comparison.failure == "no_counting_rules"
    assert comparison.is_computed


def test_the_oldest_of_too_many_gives_way(national: RatingList) -> None:
    others = RatingList.objects.bulk_create(
        RatingList(federation=national.federation, name=f"Trial {number}", formula="fibs")
        for number in range(comparisons.MOST_KEPT + 1)
    )
    every = [comparisons.ask_comparison(national, by=None, other=other.uid) for other in others]
    assert set(ListComparison.objects.values_list("pk", flat=True)) == {one.pk for one in every[1:]}
    run_due()
    assert all(one.is_computed for one in ListComparison.objects.all())
