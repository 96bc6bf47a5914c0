"""What counts is said to the director before play, on slips, and on the page of a match."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from matches.models import Match
from tests import factories
from tests.api.client import Caller
from tests.tournaments.test_winners import event_at_end
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.events.rating_terms import set_rating_terms
from tournaments.actions.federations import sanctions
from tournaments.models import CountingRule, Event, Federation, FeedRow, FeedVerdict, Stage, pairing_of
from tournaments.queries.ratings.counted import (
    counting_now,
    counting_of_event,
    counting_of_lengths,
    counting_of_match,
)
from tournaments.queries.ratings.match_facts import facts_of_matches
from tournaments.queries.ratings.stage_settings import settings_of_stages
from tournaments.ratings.counting import CountingRules, MatchEnding, MatchKind, PairedBy, forecast, verdict

pytestmark = pytest.mark.django_db
PLAYED_AT = datetime(2026, 3, 7, 12, tzinfo=UTC)


def rating_federation(event: Event, code: str = "FFBG", **rules: Any) -> Federation:
    """A federation that sanctioned the event, with these rules in force."""
    federation = factories.federation(code)
    sanction = sanctions.request_sanction(event, federation, by=None)
    sanctions.grant_sanction(sanction, by=None)
    data = CountingRules(body=federation.uid, **rules).to_dict()
    CountingRule.objects.create(federation=federation, version=1, data=data)
    return federation


def judged(match: Match, federation: Federation, reason: str = "", *, number: int = 1) -> None:
    """The verdict on a row of the feed about this match."""
    row = FeedRow.objects.create(
        number=number,
        source=f"test {number}",
        at=PLAYED_AT,
        match_uid=match.uid,
        change="final",
        kind=MatchKind.SINGLES.value,
        length=7,
        score_one=7,
        score_two=3,
        ending=MatchEnding.PLAYED.value,
        facts={},
    )
    rule = CountingRule.objects.get(federation=federation)
    FeedVerdict.objects.create(rule=rule, row=row, reason=reason, body=federation.uid if reason else "")


class TestBeforePlay:
    """The pages of the desk and the API, before the event."""

    def test_the_director_reads_what_each_federation_will_rate(self) -> None:
        event = factories.stage(lengths=(9, 5)).event
        boss = Visitor(factories.owner(event.tournament))
        assert "Rated matches" not in boss.open("desk_edit_event", event.uid)
        rating_federation(event, shortest=7)
        sanctions.request_sanction(event, factories.federation("DBGV"), by=None)
        for name in ("desk_edit_event", "desk_event"):
            page = boss.open(name, event.uid)
            assert "Rated matches" in page
            assert "rated in part" in page
            assert "Matches under 7 points do not count." in page
            assert "A forfeit does not count." in page
            assert "DBGV has no counting rules yet, and rates nothing." in page
            assert "is not sanctioned yet" in page

    def test_after_the_first_result_the_control_page_says_no_more_of_it(self) -> None:
        game = factories.open_match()
        rating_federation(game.stage.event)
        boss = Visitor(game.director)
        assert "Rated matches" in boss.open("desk_event", game.stage.event.uid)
        results.report(game.match, by=game.director, score=(7, 3))
        assert "Rated matches" not in boss.open("desk_event", game.stage.event.uid)

    def test_who_declared_an_event_unrated_is_named(self) -> None:
        event = factories.stage().event
        rating_federation(event)
        director = factories.owner(event.tournament)
        set_rating_terms(event, by=director, is_unrated=True)
        page = Visitor(director).open("desk_edit_event", event.uid)
        assert f"declared by {director.name}" in page
        assert "not rated" in page

    @pytest.mark.both_databases
    def test_the_api_says_the_same(self) -> None:
        stage = factories.stage(lengths=(9, 5))
        federation = rating_federation(stage.event, shortest=7, longest=7)
        [body] = Caller().get(f"events/{stage.event.uid}/counting/").body
        assert (body["federation"], body["code"], body["version"]) == (federation.uid, "FFBG", 1)
        [row] = body["stages"]
        assert row["stage"] == stage.uid
        assert row["every"] == []
        assert [one["reason"] for one in row["some"]] == ["too_short", "too_long"]
        assert row["some"][0]["words"] == "Matches under 7 points do not count."
        assert "forfeit" in [one["reason"] for one in row["possible"]]

    @pytest.mark.both_databases
    def test_a_federation_that_refused_says_nothing(self) -> None:
        event = factories.stage().event
        federation = rating_federation(event)
        sanctions.refuse_sanction(event.sanctions.get(), by=None, reason="Too late.")
        assert counting_of_event(event) == ()
        assert CountingRule.objects.filter(federation=federation).count() == 1

    def test_the_queries_do_not_grow(self, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        stage = factories.stage(lengths=(9, 5))
        with django_assert_max_num_queries(1):
            assert counting_of_event(stage.event) == ()
        rating_federation(stage.event)
        rating_federation(stage.event, "DBGV", shortest=7)
        with django_assert_max_num_queries(5):
            assert len(counting_of_event(stage.event)) == 2
        with django_assert_max_num_queries(4):
            assert counting_of_lengths(stage, [5, 7, 9]).keys() == {5, 7, 9}


class TestSlips:
    """The printed slips."""

    def test_a_slip_says_briefly_for_whom_the_match_counts(self) -> None:
        game = factories.open_match(5)
        rating_federation(game.stage.event)
        rating_federation(game.stage.event, "DBGV", shortest=7)
        page = Visitor(game.director).open("desk_print_slips", game.stage.uid)
        assert "Rated: FFBG" in page
        assert "Not rated: DBGV. Matches under 7 points do not count." in page

    def test_an_event_outside_the_ratings_says_so(self) -> None:
        game = factories.open_match()
        set_rating_terms(game.stage.event, by=None, is_unrated=True)
        assert "Outside the ratings" in Visitor(game.director).open("desk_print_slips", game.stage.uid)


class TestMatches:
    """The page of a match, and its counting over the API."""

    def test_the_page_shows_the_last_verdict_of_each_federation(self) -> None:
        game = factories.open_match()
        federation = rating_federation(game.stage.event)
        results.report(game.match, by=game.director, score=(7, 3))
        assert "Rated." not in Visitor().open("match", game.match.uid)
        judged(game.match, federation, "settled")
        assert "A settled match does not count." in Visitor().open("match", game.match.uid)
        judged(game.match, federation, number=2)
        assert "Rated." in Visitor().open("match", game.match.uid)

    def test_who_is_a_member_stays_unknown_to_others(self) -> None:
        game = factories.open_match()
        federation = rating_federation(game.stage.event)
        results.report(game.match, by=game.director, score=(7, 3))
        judged(game.match, federation, "not_a_member")
        for visitor in (Visitor(game.director), Visitor(game.one)):
            assert "only between members" in visitor.open("match", game.match.uid)
        page = Visitor().open("match", game.match.uid)
        assert "Not rated." in page
        assert "members" not in page

    def test_the_api_computes_it_from_the_facts(self) -> None:
        game = factories.open_match(5)
        rating_federation(game.stage.event)
        rating_federation(game.stage.event, "DBGV", shortest=7)
        path = f"matches/{game.match.uid}/counting/"
        expected = [("DBGV", False, "too_short"), ("FFBG", True, None)]
        for _ in range(2):
            body = Caller().get(path).body
            assert [(one["code"], one["is_rated"], one["reason"]) for one in body] == expected
            if not Match.objects.get(pk=game.match.pk).is_final:
                results.report(game.match, by=game.director, score=(5, 3))
        results.correct(
            Match.objects.get(pk=game.match.pk), by=game.director, score=(3, 5), reason="the wrong way round"
        )
        assert Caller().get(path).body == body

    def test_over_the_api_too_who_is_a_member_stays_unknown_to_others(self) -> None:
        game = factories.open_match()
        rating_federation(game.stage.event, membership="everybody")
        path = f"matches/{game.match.uid}/counting/"
        [secret] = Caller().get(path).body
        assert (secret["is_rated"], secret["reason"], secret["words"]) == (False, None, None)
        [line] = Caller(game.one).get(path).body
        assert line["reason"] == "not_a_member"

    def test_lists_of_matches_say_what_each_match_says(self) -> None:
        stage = factories.drawn_stage(8, length=5)
        federation = rating_federation(stage.event)
        rating_federation(stage.event, "DBGV", shortest=7)
        played, settled, *_others = factories.open_matches(stage)
        results.report(played, by=None, score=(5, 3))
        judged(played, federation)
        results.report(settled, by=None, score=(5, 3))
        judged(settled, federation, "settled", number=2)
        outside = factories.drawn_stage(2, of=factories.event(stage.event.tournament))
        desk = Caller(factories.owner(stage.event.tournament))
        rows = desk.get(f"tournaments/{stage.event.tournament.uid}/matches/").body["results"]
        verdicts = {row["id"]: (row["rated"], row["reason"]) for row in rows}
        assert (verdicts[played.uid], verdicts[settled.uid]) == ((True, None), (False, "settled"))
        assert {verdicts[match.uid] for match in factories.open_matches(stage)} == {(True, None)}
        assert {verdicts[match.uid] for match in factories.open_matches(outside)} == {(None, None)}
        for row in rows:
            alone = desk.get(f"matches/{row['id']}/").body
            assert (alone["rated"], alone["reason"]) == (row["rated"], row["reason"])

    def test_in_lists_too_who_is_a_member_stays_unknown_to_others(self) -> None:
        game = factories.open_match()
        rating_federation(game.stage.event, membership="everybody")
        path = f"tournaments/{game.stage.event.tournament.uid}/matches/"
        for caller, where, reason in (
            (Caller(), path, None),
            (Caller(game.one), path, None),
            (Caller(game.one), "me/matches/", "not_a_member"),
            (Caller(game.director), path, "not_a_member"),
        ):
            [row] = caller.get(where).body["results"]
            assert (row["rated"], row["reason"]) == (False, reason)

    def test_a_list_of_sanctioned_matches_is_as_new_as_the_log_of_the_federation(self) -> None:
        game = factories.open_match()
        federation = rating_federation(game.stage.event)
        path = f"tournaments/{game.stage.event.tournament.uid}/matches/"
        first = Caller().get(path)
        assert Caller().get(path, If_None_Match=first.headers["ETag"]).status == 304
        rules = CountingRules(body=federation.uid, shortest=9).to_dict()
        CountingRule.objects.filter(federation=federation).update(data=rules)
        again = Caller().get(path, If_None_Match=first.headers["ETag"])
        assert (again.status, again.body["results"][0]["reason"]) == (200, "too_short")

    def test_lists_of_matches_take_the_same_queries_whatever_their_number(
        self, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for entrants, code in ((2, "FFBG"), (32, "DBGV")):
            stage = factories.drawn_stage(entrants)
            rating_federation(stage.event, code, membership="everybody")
            first, *_others = factories.open_matches(stage)
            results.report(first, by=None, score=(first.length, 0))
            path = f"tournaments/{stage.event.tournament.uid}/matches/"
            with django_assert_max_num_queries(21):
                assert len(Caller().get(path).body["results"]) >= entrants // 2

    def test_the_words_are_those_of_the_reader(self) -> None:
        game = factories.open_match(5)
        federation = rating_federation(game.stage.event, shortest=7)
        results.report(game.match, by=game.director, score=(5, 3))
        judged(game.match, federation, "too_short")
        match = Match.objects.get(pk=game.match.pk)
        with override("fr"):
            [now], [of_feed] = counting_of_match(match), counting_now(match)
        assert now == of_feed
        assert of_feed.line is not None
        assert of_feed.line.words == "Les matchs de moins de 7 points ne comptent pas."

    def test_no_federation_no_answer(self, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        game = factories.open_match()
        with django_assert_max_num_queries(1):
            assert counting_now(game.match) == ()
        assert counting_of_match(game.match) == ()


_RULES = (
    CountingRules(body="one"),
    CountingRules(body="two", shortest=5, longest=9, by_hand=False, by_decision=False),
    CountingRules(body="three", doubles=True, boards=False, self_chosen=True),
)


@pytest.mark.parametrize("code", ["weekend", "one_day", "groups", "nordic", "league", "jackpot"])
def test_whole_events_count_as_it_was_foretold(code: str) -> None:
    """Every match that was played out has the verdict that was foretold for its stage and its length."""
    event = event_at_end(code)
    stages = {
        stage.pk: stage for stage in Stage.objects.filter(event=event).select_related("event__tournament")
    }
    settings = settings_of_stages(list(stages.values()))
    matches = Match.objects.filter(pairing__stage__event=event, cancelled_at=None)
    facts = facts_of_matches([match.pk for match in matches])
    comparisons = 0
    for match in matches:
        own, stage = facts[match.pk], settings[pairing_of(match).stage_id]
        if own.ending is not MatchEnding.PLAYED or own.paired_by is PairedBy.DECISION:
            continue
        for rules in _RULES:
            outlook = forecast(stage, rules)
            answer = verdict(own, rules)
            reasons = {row.reason for row in (*outlook.every, *outlook.some)}
            assert (answer.reason in reasons) if answer.reason else not outlook.every
            comparisons += 1
    assert comparisons >= len(_RULES)
