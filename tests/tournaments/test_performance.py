"""Performance over many matches: decisions weigh, the interval holds the truth, and the right side is looked at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from matches.models import GameRecord, Match
from tests import factories
from tests.tournaments.test_analyses import MATCH
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.records import uploads
from tournaments.models import RecordAnalysis
from tournaments.queries.records.analyses import SCALE, Performance
from tournaments.queries.records.performance import FEWEST_MATCHES, analysed_matches, over_matches


def _performance(decisions: int, loss: float) -> Performance:
    return Performance(decisions, loss, 0, 0.0, 0, 0)


def test_a_long_match_weighs_more_than_a_short_one() -> None:
    """300 decisions at 4 and 20 at 12: 4.5, where the mean of the two would be 8."""
    overall = over_matches([_performance(300, 300 * 4 / SCALE), _performance(20, 20 * 12 / SCALE)])
    assert overall is not None
    assert (round(overall.rating, 9), overall.low, overall.decisions) == (4.5, None, 320)


def test_nothing_is_said_without_a_decision() -> None:
    assert over_matches([]) is None
    assert over_matches([_performance(0, 0.0)]) is None


_MATCHES = st.lists(st.tuples(st.integers(1, 400), st.floats(0, 3)), min_size=FEWEST_MATCHES, max_size=12)


@given(_MATCHES, st.randoms())
def test_the_order_of_the_matches_is_of_no_matter_and_the_rating_lies_in_its_interval(
    matches: list[tuple[int, float]], chance: Random
) -> None:
    rows = [_performance(*one) for one in matches]
    overall = over_matches(rows)
    chance.shuffle(rows)
    again = over_matches(rows)
    assert overall is not None
    assert again is not None
    assert again.rating == pytest.approx(overall.rating)
    assert overall.low is not None
    assert overall.high is not None
    assert overall.low <= overall.rating <= overall.high


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """A player who loses 0.01 a decision on average, 500 times over 40 matches; the seed is fixed."""
    chance = Random(13)
    hits = 0
    for _time in range(500):
        rows = []
        for _match in range(40):
            decisions = chance.randint(20, 300)
            rows.append(_performance(decisions, sum(chance.expovariate(100) for _one in range(decisions))))
        overall = over_matches(rows)
        assert overall is not None
        assert overall.low is not None
        assert overall.high is not None
        hits += overall.low <= 0.01 * SCALE <= overall.high
    assert 0.92 <= hits / 500 <= 0.97


@pytest.fixture
def record(settings: Settings, run_jobs: Callable[[], int]) -> GameRecord:
    """A final match; the first player of its file lost 0.9 points of equity, the second one 0.1."""
    settings.GNUBG = "off"
    game = factories.open_match(7)
    record = uploads.upload(game.match, by=None, file_name="final.mat", data=MATCH)
    run_jobs()
    record.refresh_from_db()
    has_first_won = record.findings["counted"][0] > record.findings["counted"][1]
    # Side one of the match is the second player of the file.
    score = (3, 7) if has_first_won else (7, 3)
    results.report(game.match, by=factories.director_of(game.match), score=score)
    sides = {
        side: {"plays": 100, "plays_lost": loss, "cube_decisions": 0, "cube_lost": 0.0}
        for side, loss in (("one", 0.9), ("two", 0.1))
    }
    luck = {"one": 0.1, "two": 0.2, "result_without": 0.05}
    RecordAnalysis.objects.update_or_create(
        record=record,
        defaults={
            "games": [{**sides, "mistakes": [], "luck": luck}],
            "done_at": record.checked_at,
            "engine": "GNU Backgammon",
            "plies": 2,
        },
    )
    return record


@pytest.mark.django_db
def test_who_won_says_which_player_of_the_file_somebody_is(record: GameRecord) -> None:
    match = Match.objects.get(pk=record.match_id)
    [one], [two] = (
        analysed_matches(Match.objects.all(), [side.players.get().pk]) for side in (match.one, match.two)
    )
    assert (one.performance.lost, two.performance.lost) == (0.1, 0.9)
    assert (one.result_without, two.result_without) == (-0.05, 0.05)
    assert one.is_won is (match.winner == "one")
    assert two.is_won is not one.is_won


@pytest.mark.django_db
def test_the_page_is_for_the_player_alone_and_says_that_other_programs_differ(record: GameRecord) -> None:
    player = record.match.one.players.get()
    player.email = "ada@example.org"
    player.save()
    page = Visitor(player).open("my_performance")
    assert "Other programs, and other depths, give other figures." in page
    assert record.match.two.name in page
    assert "No analysed match yet" in Visitor(factories.player("Eve", email="eve@example.org")).open(
        "my_performance"
    )
    assert Visitor().open("my_performance").status == 302
