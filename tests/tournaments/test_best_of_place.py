"""The best third-placed ones of groups of unequal size: compared on the page, tied, decided, drawn and audited."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils.translation import override

from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.tournaments.test_ties import play_in_circles, win
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw, progress, ties
from tournaments.actions.events import lifecycle
from tournaments.errors.draws import TiedAtTheCut
from tournaments.formats import How, Take
from tournaments.models import Event, Stage
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.draws.draw_input import fed_entrants
from tournaments.queries.results.ties import Need, open_ties
from tournaments.queries.state import feeds_of
from tournaments.web.wording.formats import feed_words

pytestmark = pytest.mark.django_db


def groups_and_bracket(n: int, *, groups: int, best: int) -> tuple[Event, Stage, Stage]:
    """Drawn groups, of which the best two each and the best third-placed ones go on."""
    event = factories.event()
    stage = lifecycle.create_stage(event, by=None, format="round_robin", options={"groups": groups})
    feeds = [
        {"stage": 0, "take": "group_top", "count": 2},
        {"stage": 0, "take": "best_of_place", "place": 3, "count": best},
    ]
    final = lifecycle.create_stage(event, by=None, options={"seeding": "seeded"}, feeds=feeds)
    factories.entrants(event, n)
    draw.draw(stage, by=None, seed="groups", who="all")
    return event, stage, final


def play(stage: Stage) -> None:
    """Let the earlier entrant win each match."""
    while matches := factories.open_matches(stage):
        for match in matches:
            win(match, "one" if match.one_id < match.two_id else "two")
        progress.advance(stage.event)
    stage.refresh_from_db()


def test_the_best_third_placed_ones_come_into_the_bracket() -> None:
    event, stage, final = groups_and_bracket(11, groups=3, best=2)
    before = Visitor().open("bracket", stage.uid)
    assert "Place 3 of all groups" in before
    assert "This is how it stands." in before
    play(stage)
    view = bracket(stage)
    assert view is not None
    [comparison] = view.comparisons
    assert (comparison.place, comparison.count) == (3, 2)
    per_match = [Fraction(line.half_points, 2 * line.matches) for line in comparison.lines]
    assert per_match == sorted(per_match, reverse=True)
    assert [line.goes_on for line in comparison.lines] == [True, True, False]
    assert {line.matches for line in comparison.lines} == {2, 3}
    fed = fed_entrants(final)
    assert fed is not None
    assert [one.uid for one in fed[6:]] == [line.entrant for line in comparison.lines[:2]]
    body = Caller().get(f"stages/{stage.uid}/bracket/").body
    assert [line["entrant"] for line in body["comparisons"][0]["lines"]] == [
        line.entrant for line in comparison.lines
    ]
    row = draw.draw(final, by=None)
    assert sorted(uid for uid in row.placement if uid) == sorted(one.uid for one in fed)
    page = Visitor().open("bracket", stage.uid)
    assert "This is how it stands." not in page
    while matches := factories.open_matches(final):
        for match in matches:
            win(match, "one")
        progress.advance(event)
    assert is_clean(event.tournament)


def test_a_tie_for_the_third_place_is_decided_before_the_draw() -> None:
    event, stage, final = groups_and_bracket(8, groups=2, best=1)
    play_in_circles(stage)
    stage.refresh_from_db()
    blocking = [tie for tie in open_ties(stage) if tie.is_blocking]
    assert len(blocking) == 2
    for tie in blocking:
        assert {one.need for one in tie.depends} == {Need.CUT}
        with pytest.raises(TiedAtTheCut):
            draw.draw(final, by=None)
        ties.decide(stage, by=None, entrants=tie.uids, how=How.LOT)
        stage.refresh_from_db()
    draw.draw(final, by=None)
    assert is_clean(event.tournament)


def test_the_feed_is_said_in_words() -> None:
    _event, _stage, final = groups_and_bracket(11, groups=3, best=2)
    feed = feeds_of(final)[1]
    assert feed.take is Take.BEST_OF_PLACE
    sentences = []
    for language in ("en", "fr"):
        with override(language):
            sentences.append(feed_words(feed, feeder="Groups"))
    assert sentences == [
        "Groups: the best 2 of place 3 in each group",
        "Groups\u202f: les 2 meilleurs à la place 3 des groupes",
    ]
