"""What a list changes afterwards: why, who moved, who is told, and what everybody can read of it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from matches.models import Player
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments import notices
from tournaments.actions.lists import computing, keeping, moves, publishing
from tournaments.api.response import points_text
from tournaments.models import (
    CountingRule,
    FeedRow,
    FeedVerdict,
    LatePolicy,
    ListStanding,
    Notice,
    RatingList,
    Recomputation,
)
from tournaments.queries.ratings.recomputations import moves_of
from tournaments.ratings import UNITS

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return feeds.players(10)


@pytest.fixture
def national(people: list[Player]) -> RatingList:
    """A list that was computed from 60 matches."""
    rating_list = feeds.rating_list()
    feeds.add(feeds.season(people[:8], 60), rating_list)
    computing.compute(rating_list)
    return rating_list


def ratings(rating_list: RatingList) -> dict[int, int]:
    return dict(ListStanding.objects.filter(list=rating_list).values_list("player", "rating"))


def moved(before: dict[int, int], after: dict[int, int]) -> dict[int, int]:
    """Who moved by a shown point or more, as the two lists say."""
    return {key: after[key] - old for key, old in before.items() if abs(after[key] - old) >= UNITS // 200}


def turned(row: FeedRow) -> FeedRow:
    return feeds.corrected(row, winner=3 - (row.winner or 0))


def the_one() -> Recomputation:
    return Recomputation.objects.get()


def test_new_results_in_their_order_move_nobody(national: RatingList, people: list[Player]) -> None:
    last = date(2030, 1, 1)
    for number in range(3):
        feeds.add([feeds.row(people[0], people[number + 1], day=last)], national)
        computing.compute(national)
    feeds.add([feeds.row(people[8], people[9], day=last, event="a of the same day")], national)
    computing.compute(national)
    assert not Recomputation.objects.exists()
    assert not Notice.objects.exists()


@pytest.mark.both_databases
def test_a_correction_names_and_tells_the_players_and_whoever_moved(
    national: RatingList, people: list[Player]
) -> None:
    before = ratings(national)
    row = FeedRow.objects.get(number=20)
    feeds.add([turned(row)], national)
    computing.compute(national)
    one = the_one()
    expected = moved(before, ratings(national))
    named = {move.player.pk: move.move for move in moves_of(one)}
    players = [player.pk for player in (row.one, row.two) if player is not None]
    assert named == expected | {key: named[key] for key in players}
    assert (one.causes, one.cause, one.moved) == ({"correction": 1}, "correction", len(expected))
    assert one.touched >= one.moved > 2
    sizes = [abs(move.move or 0) for move in moves_of(one)]
    assert sizes == sorted(sizes, reverse=True)
    assert set(Notice.objects.values_list("recipient", flat=True)) == named.keys()
    computing.compute(national)
    assert Notice.objects.count() == len(named)


def test_what_new_results_changed_is_no_move(national: RatingList, people: list[Player]) -> None:
    """A correction and new results come together: the moves are those of the correction alone."""
    twin = RatingList.objects.create(federation=national.federation, name="Twin", formula="fibs")
    computing.compute(twin)
    before = ratings(twin)
    feeds.add([turned(FeedRow.objects.get(number=20))], national)
    computing.compute(twin)
    expected = moved(before, ratings(twin))
    day = date(2030, 1, 1)
    feeds.add([feeds.row(people[slot], people[slot + 1], day=day, slot=slot) for slot in range(8)], national)
    computing.compute(national)
    one = Recomputation.objects.get(list=national)
    named = {move.player.pk: move for move in moves_of(one)}
    assert {key: move.move for key, move in named.items() if abs(move.move or 0) >= moves.SHOWN} == expected
    assert people[9].pk not in named
    for key, move in named.items():
        assert move.before == before[key]


def test_a_late_result_tells_those_who_played_since_and_not_its_own_match(
    national: RatingList, people: list[Player]
) -> None:
    newcomer = people[9]
    before = ratings(national)
    early = feeds.FIRST_DAY - timedelta(days=1)
    feeds.add([feeds.row(newcomer, people[0], day=early)], national)
    computing.compute(national)
    one = the_one()
    assert one.causes == {"late": 1}
    named = {move.player.pk: move.move for move in moves_of(one)}
    assert newcomer.pk not in named
    assert named[people[0].pk] != ratings(national)[people[0].pk] - before[people[0].pk]
    assert Notice.objects.get(recipient=people[0]).params["cause"] == "late"


@pytest.mark.both_databases
def test_a_correction_that_comes_with_its_result_is_a_new_result(
    national: RatingList, people: list[Player]
) -> None:
    [row] = feeds.add([feeds.row(people[0], people[1], day=date(2030, 1, 1))], national)
    feeds.add([turned(row)], national)
    computing.compute(national)
    assert not Recomputation.objects.exists()


def test_a_result_taken_back_and_one_whose_score_changed(national: RatingList) -> None:
    row = FeedRow.objects.get(number=20)
    [same] = feeds.add([feeds.corrected(row)], national)
    computing.compute(national)
    assert not Recomputation.objects.exists()
    before = ratings(national)
    feeds.add([feeds.corrected(same, change="reopened")], national)
    computing.compute(national)
    assert the_one().causes == {"correction": 1}
    named = {move.player.pk: move.move for move in moves_of(the_one())}
    assert moved(before, ratings(national)).items() <= named.items()


def test_a_merge_and_its_undo_are_named(national: RatingList, people: list[Player]) -> None:
    before = ratings(national)
    Player.objects.filter(pk=people[3].pk).update(merged_into=people[5])
    computing.compute(national)
    one = the_one()
    assert one.cause == "merge"
    [exit_move] = [move for move in moves_of(one) if move.after is None]
    assert (exit_move.player, exit_move.before, exit_move.move) == (people[3], before[people[3].pk], None)
    assert not Notice.objects.filter(recipient=people[3]).exists()
    Player.objects.filter(pk=people[3].pk).update(merged_into=None)
    computing.compute(national)
    last = Recomputation.objects.get(number=2)
    assert last.causes == {"unmerge": 1}
    [back] = [move for move in moves_of(last) if move.before is None]
    assert (back.player, back.after) == (people[3], before[people[3].pk])
    # What moved came back.
    there = {move.player: move.move for move in moves_of(one) if move.move}
    assert {move.player: -move.move for move in moves_of(last) if move.move} == there


@pytest.mark.both_databases
def test_other_verdicts_are_told_and_new_settings_are_not(national: RatingList) -> None:
    FeedVerdict.objects.filter(row=20).update(reason="not_a_member")
    CountingRule.objects.update(revision=1)
    computing.compute(national)
    assert the_one().causes == {"verdicts": 1}
    notices = Notice.objects.count()
    assert notices
    keeping.change_list(national, by=None, formula="elo")
    computing.compute(RatingList.objects.get(pk=national.pk))
    assert Recomputation.objects.get(number=2).causes == {"rules": 1}
    assert Notice.objects.count() == notices


def test_late_results_that_wait_for_an_official_list_move_people_with_it(people: list[Player]) -> None:
    rating_list = feeds.rating_list(late=LatePolicy.ADJUST)
    feeds.add(feeds.season(people[:8], 60), rating_list)
    computing.compute(rating_list)
    publishing.publish_list(rating_list, by=None, day=date(2026, 1, 31))
    computing.compute(rating_list)
    feeds.add([turned(FeedRow.objects.get(number=20))], rating_list)
    computing.compute(rating_list)
    assert not Recomputation.objects.exists()
    publishing.publish_list(rating_list, by=None, day=date(2026, 2, 1))
    computing.compute(rating_list)
    assert the_one().cause == "published"


@pytest.mark.both_databases
def test_the_last_recomputations_of_a_list_are_kept(
    national: RatingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "_KEPT", 2)
    row = FeedRow.objects.get(number=20)
    for _time in range(4):
        [row] = feeds.add([turned(row)], national)
        computing.compute(national)
    assert list(Recomputation.objects.values_list("number", flat=True)) == [4, 3]


def test_a_notice_is_one_sentence_in_the_language_of_its_reader(national: RatingList) -> None:
    row = FeedRow.objects.get(number=20)
    feeds.add([turned(row)], national)
    computing.compute(national)
    notice = Notice.objects.get(recipient=row.one)
    notice.params |= {"move": -7_031_000_000, "rating": 1512_344_999_999}
    english, french = (notices.render(notice, language) for language in ("en", "fr"))
    assert english.text == (
        "A result was corrected: your rating in National moved by \N{MINUS SIGN}7.03 and is 1512.34 now."
    )
    assert french.text == (
        "Un résultat a été corrigé\N{NO-BREAK SPACE}: votre cote dans National a varié de "
        "\N{MINUS SIGN}7,03 et vaut 1512,34."
    )
    assert english.url == f"/lists/{national.uid}/changes/1/"
    notice.params["move"] = 1
    assert "stays at" in notices.render(notice, "en").text


@pytest.mark.both_databases
def test_everybody_reads_who_moved(national: RatingList) -> None:
    feeds.add([turned(FeedRow.objects.get(number=20))], national)
    computing.compute(national)
    [change] = Caller().get(f"lists/{national.uid}/changes/").body["results"]
    assert (change["cause"], change["causes"]) == ("correction", {"correction": 1})
    first = Caller().get(f"changes/{change['id']}/moves/?page_size=2").body
    assert [row["move"] for row in first["results"]] == [
        points_text(move.move or 0) for move in moves_of(the_one())[:2]
    ]
    assert Caller().get(first["next"]).body["results"][0]["id"] == moves_of(the_one())[2].uid
    visitor = Visitor()
    assert "1 result was corrected" in visitor.open("list_changes", national.uid)
    assert moves_of(the_one())[0].name in visitor.open("list_moves", national.uid, 1)
    assert visitor.open("list_moves", national.uid, 2).status == 404


def test_a_page_of_a_list_that_only_grew_says_so() -> None:
    rating_list = feeds.rating_list()
    assert "Nothing has changed" in Visitor().open("list_changes", rating_list.uid)
