"""The facts of matches for ratings, read from what actions have stored, and the verdict by the default rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match, Player
from rules.profile import Clock
from tests import factories
from tests.tournaments.team_matches import match_with_boards, say
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import challenges, registration
from tournaments.actions.events import lifecycle, rating_terms
from tournaments.actions.federations import clubs, members, sanctions
from tournaments.actions.hall import suspending
from tournaments.models import Entrant, MembershipKind, Pairing, Stage
from tournaments.queries.ratings.match_facts import facts_of_byes, facts_of_matches
from tournaments.queries.ratings.stage_settings import settings_of_stages
from tournaments.ratings.counting import (
    CountingRules,
    MatchEnding,
    MatchFacts,
    MatchKind,
    MembershipDemand,
    MembershipFact,
    PairedBy,
    SanctionFact,
    UnratedReason,
    forecast,
    verdict,
)

pytestmark = pytest.mark.django_db

DEFAULT = CountingRules(body="club")


def facts_of(match: Match) -> MatchFacts:
    """The facts of one match."""
    return facts_of_matches([match.pk])[match.pk]


def entrant_of(match: Match, side: str) -> Entrant:
    return Entrant.objects.get(seats__pairing__match=match, seats__side=side)


def forfeit(match: Match, outcome: str, *, loser: str | None = "two") -> None:
    """The director ends the match without its being played out."""
    director = factories.director_of(match)
    results.forfeit(match, by=director, loser=loser, outcome=outcome, reason="by the rules")


def begin_and_forfeit(match: Match, outcome: str) -> None:
    results.start(match, by=None)
    forfeit(match, outcome)


def settle(match: Match, score: tuple[int, int]) -> None:
    results.report(match, by=factories.director_of(match), outcome="settled", winner="one", score=score)


def leave(match: Match) -> None:
    registration.withdraw(entrant_of(match, "two"), by=factories.director_of(match), reason="ill")


def begin_and_leave(match: Match) -> None:
    results.start(match, by=None)
    leave(match)


def lose_by_penalties(match: Match, *, before_game: int) -> None:
    director = factories.director_of(match)
    results.penalise(match, by=director, to="one", points=4, reason="late", before_game=before_game)


# How the match ends, with its ending, whether both have moved, and the reason by the default rules.
ENDINGS: dict[str, tuple[Callable[[Match], object], str, bool, str]] = {
    "open": (lambda _match: None, "open", False, "not_final"),
    "under way": (lambda match: results.start(match, by=None), "open", True, "not_final"),
    "played": (lambda match: say(match, (7, 3)), "played", True, ""),
    "settled": (lambda match: settle(match, (1, 0)), "settled", True, "settled"),
    "settled before play": (lambda match: settle(match, (0, 0)), "settled", False, "settled"),
    "retired": (lambda match: begin_and_forfeit(match, "retired"), "retired", True, ""),
    "retired unbegun": (lambda match: forfeit(match, "retired"), "retired", False, "before_both_moved"),
    "disqualified": (lambda match: begin_and_forfeit(match, "disqualified"), "disqualified", True, ""),
    "disqualified unbegun": (
        lambda match: forfeit(match, "disqualified"),
        "disqualified",
        False,
        "before_both_moved",
    ),
    "forfeit": (lambda match: forfeit(match, "forfeit"), "forfeit", False, "forfeit"),
    "double forfeit": (
        lambda match: forfeit(match, "forfeit", loser=None),
        "double_forfeit",
        False,
        "double_forfeit",
    ),
    "walkover": (lambda match: forfeit(match, "walkover"), "walkover", False, "walkover"),
    "withdrawn before": (leave, "walkover", False, "walkover"),
    "withdrawn during": (begin_and_leave, "retired", True, ""),
    "lost by penalties before": (
        lambda match: lose_by_penalties(match, before_game=0),
        "forfeit",
        False,
        "forfeit",
    ),
}


@pytest.mark.parametrize("name", list(ENDINGS))
def test_every_outcome_has_its_facts_and_its_reason(name: str) -> None:
    end, ending, has_moved, reason = ENDINGS[name]
    match = factories.open_match(n=4).match
    end(match)
    facts = facts_of(match)
    assert (facts.ending, facts.both_moved) == (ending, has_moved)
    assert (verdict(facts, DEFAULT).reason or "") == reason


def test_every_ending_that_the_rules_know_comes_in_these_tests() -> None:
    endings = {ending for _end, ending, _has_moved, _reason in ENDINGS.values()}
    assert endings | {"bye", "cancelled"} == set(MatchEnding)


def test_a_played_match_has_all_its_facts() -> None:
    match = factories.open_match(7).match
    with time_machine.travel(datetime(2026, 3, 7, 23, 30, tzinfo=UTC), tick=False):
        say(match, (9, 3))
    # Half past midnight in France.
    assert facts_of(match) == MatchFacts(
        length=7,
        score=(9, 3),
        profile="wbgf",
        clock=Clock.ALLOWED,
        memberships=((), ()),
        day=date(2026, 3, 8),
    )


def test_the_length_is_the_one_in_force_at_the_end_and_penalty_points_are_those_that_stand() -> None:
    match = factories.open_match(7).match
    director = factories.director_of(match)
    results.take_back(
        results.penalise(match, by=director, to="two", points=1, reason="late", before_game=0), by=director
    )
    results.penalise(match, by=director, to="one", points=2, reason="late", before_game=0)
    results.change_length(match, by=director, length=5, reason="too late for seven")
    under_way = facts_of(match)
    assert (under_way.length, under_way.score, under_way.penalties) == (5, (2, 0), (2, 0))
    say(match, (5, 3))
    facts = facts_of(match)
    assert (facts.length, facts.score, facts.penalties, facts.is_decided_by_penalties) == (
        5,
        (5, 3),
        (2, 0),
        True,
    )


def test_a_head_start_is_a_start_score_and_no_penalty() -> None:
    match = factories.open_match(7).match
    Match.objects.filter(pk=match.pk).update(start_two=2)
    match.refresh_from_db()
    say(match, (7, 4))
    facts = facts_of(match)
    assert (facts.start_score, facts.penalties) == ((0, 2), (0, 0))
    assert verdict(facts, DEFAULT).reason is UnratedReason.START_SCORE


@pytest.mark.both_databases
def test_a_bye_has_its_one_player() -> None:
    stage = factories.drawn_stage(3)
    bye = Pairing.objects.get(stage=stage, match=None)
    facts = facts_of_byes(Pairing.objects.filter(stage=stage).values_list("pk", flat=True))
    assert facts.keys() == {bye.pk}
    assert (facts[bye.pk].ending, facts[bye.pk].memberships) == (MatchEnding.BYE, ((),))
    assert verdict(facts[bye.pk], DEFAULT).reason is UnratedReason.BYE
    draw.void(stage.draws.get(), by=None, reason="again")
    assert facts_of_byes([bye.pk])[bye.pk].ending is MatchEnding.CANCELLED


def test_pairs_play_doubles() -> None:
    stage = factories.stage(factories.event(kind="doubles"))
    factories.entrants(stage.event, 2)
    draw.draw(stage, by=None)
    [match] = factories.open_matches(stage)
    say(match, (7, 3))
    facts = facts_of(match)
    assert (facts.kind, len(facts.memberships)) == (MatchKind.DOUBLES, 4)
    assert verdict(facts, DEFAULT).reason is UnratedReason.DOUBLES
    assert forecast(settings_of_stages([stage])[stage.pk], DEFAULT).every


def test_of_a_team_match_its_boards_count() -> None:
    match, boards = match_with_boards()
    for board in boards:
        say(board, (7, 3))
    facts = facts_of_matches([match.pk, *(board.pk for board in boards)])
    assert verdict(facts[match.pk], DEFAULT).reason is UnratedReason.TEAM_MATCH
    assert [facts[board.pk].kind for board in boards] == [MatchKind.BOARD] * 3
    assert [verdict(facts[board.pk], DEFAULT).is_rated for board in boards] == [True] * 3
    stage = Pairing.objects.get(match=match).stage
    assert settings_of_stages([stage])[stage.pk].kind is MatchKind.BOARD


def test_in_a_ladder_the_opponent_was_chosen() -> None:
    stage = factories.stage(format="ladder")
    factories.entrants(stage.event, 3)
    draw.draw(stage, by=None)
    first, second = Entrant.objects.filter(stage_entries__line__in=[0, 1]).order_by("stage_entries__line")
    challenges.challenge(stage, challenger=second, challenged=first, by=None)
    [match] = factories.open_matches(stage)
    say(match, (7, 3))
    assert verdict(facts_of(match), DEFAULT).reason is UnratedReason.SELF_CHOSEN
    assert forecast(settings_of_stages([stage])[stage.pk], DEFAULT).every


@pytest.mark.parametrize(
    ("format_", "later"), [("single_elimination", PairedBy.HAND), ("swiss", PairedBy.FORMAT)]
)
def test_a_draw_with_cards_makes_a_whole_bracket_and_the_first_of_other_rounds(
    format_: str, later: PairedBy
) -> None:
    stage = factories.stage(format=format_)
    entrants = factories.entrants(stage.event, 4)
    assert settings_of_stages([stage])[stage.pk].paired_by is PairedBy.FORMAT
    draw.draw(stage, by=None, lines=[entrant.uid for entrant in entrants])
    assert settings_of_stages([stage])[stage.pk].paired_by is PairedBy.HAND
    first = factories.open_matches(stage)
    factories.play_open_matches(stage)
    second = factories.open_matches(stage)
    facts = facts_of_matches([match.pk for match in (*first, *second)])
    assert {facts[match.pk].paired_by for match in first} == {PairedBy.HAND}
    assert {facts[match.pk].paired_by for match in second} == {later}


def swap_first(stage: Stage) -> tuple[Entrant, Entrant]:
    """The director swaps the first entrants of the first two matches; both are returned."""
    first, second = factories.open_matches(stage)[:2]
    one, two = entrant_of(first, "one"), entrant_of(second, "one")
    draw.swap(stage, first=one, second=two, by=None, reason="club mates")
    assert facts_of(first).ending is MatchEnding.CANCELLED
    assert verdict(facts_of(first), DEFAULT).reason is UnratedReason.CANCELLED
    return one, two


def test_who_was_placed_by_a_director_meets_the_first_opponent_by_a_decision() -> None:
    stage = factories.drawn_stage(8)
    placed = swap_first(stage)
    first = factories.open_matches(stage)
    facts = facts_of_matches([match.pk for match in first])
    assert {match.pk for match in first if facts[match.pk].paired_by is PairedBy.DECISION} == {
        match.pk for match in first if {match.one, match.two} & {entrant.side for entrant in placed}
    }
    assert {one.paired_by for one in facts.values()} == {PairedBy.DECISION, PairedBy.FORMAT}
    factories.play_open_matches(stage)
    second = factories.open_matches(stage)
    assert {facts_of(match).paired_by for match in second} == {PairedBy.FORMAT}


def test_in_a_group_all_matches_follow_from_the_place_that_a_director_gave() -> None:
    stage = factories.stage(format="round_robin")
    factories.entrants(stage.event, 6)
    draw.draw(stage, by=None)
    one, two = swap_first(stage)
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    keys = list(Match.objects.filter(pairing__stage=stage, cancelled_at=None).values_list("pk", flat=True))
    facts = facts_of_matches(keys)
    by_decision = {key for key in keys if facts[key].paired_by is PairedBy.DECISION}
    of_both = Match.objects.filter(pk__in=keys, pairing__seats__entrant__in=[one, two])
    assert by_decision == set(of_both.values_list("pk", flat=True))
    # The four others have met each other.
    assert (len(keys), len(keys) - len(by_decision)) == (15, 6)


def test_neither_a_late_entry_nor_a_consolation_is_a_decision() -> None:
    event = factories.event()
    factories.entrants(event, 7)
    main = factories.stage(event)
    feeds = [{"stage": 0, "take": "losers", "nearest": 1}]
    consolation = lifecycle.create_stage(event, by=None, format="consolation", feeds=feeds)
    draw.draw(main, by=None)
    draw.enter_late(main, entrant=factories.entrant(event), by=None)
    factories.play_open_matches(main)
    keys = [match.pk for match in (*factories.open_matches(main), *factories.open_matches(consolation))]
    keys += Match.objects.filter(pairing__stage=main, pairing__round=1).values_list("pk", flat=True)
    assert Pairing.objects.filter(stage=consolation).exists()
    assert {facts.paired_by for facts in facts_of_matches(keys).values()} == {PairedBy.FORMAT}


def test_a_suspended_match_counts_on_the_day_it_ended_and_a_correction_does_not_move_it() -> None:
    match = factories.open_match().match
    director = factories.director_of(match)
    with time_machine.travel(datetime(2026, 3, 7, 20, tzinfo=UTC), tick=False) as clock:
        suspending.suspend(match, by=director, score=(2, 1))
        assert facts_of(match).both_moved
        assert facts_of(match).day is None
        clock.shift(timedelta(days=1))
        suspending.resume(match, by=director)
        match.refresh_from_db()
        say(match, (7, 3))
        clock.shift(timedelta(days=20))
        match.refresh_from_db()
        results.correct(match, by=director, score=(7, 4), reason="typed wrongly")
    facts = facts_of(match)
    assert (facts.day, facts.score) == (date(2026, 3, 8), (7, 4))


def test_a_report_that_ends_a_suspension_has_the_day_and_a_correction_does_not_move_it() -> None:
    match = factories.open_match().match
    director = factories.director_of(match)
    with time_machine.travel(datetime(2026, 3, 7, 20, tzinfo=UTC), tick=True) as clock:
        suspending.suspend(match, by=director, score=(2, 1))
        clock.shift(timedelta(days=1))
        say(match, (7, 3))
        clock.shift(timedelta(days=20))
        match.refresh_from_db()
        results.correct(match, by=director, score=(7, 4), reason="typed wrongly")
    assert facts_of(match).day == date(2026, 3, 8)


def test_a_correction_after_midnight_leaves_the_day_of_the_first_report() -> None:
    match = factories.open_match().match
    director = factories.director_of(match)
    with time_machine.travel(datetime(2026, 3, 7, 20, tzinfo=UTC), tick=False) as clock:
        say(match, (7, 3))
        clock.shift(timedelta(days=1))
        match.refresh_from_db()
        results.correct(match, by=director, score=(3, 7), reason="the wrong way round")
    assert facts_of(match).day == date(2026, 3, 7)


@pytest.mark.both_databases
def test_the_event_says_by_which_rules_and_clocks_it_is_played() -> None:
    match = factories.open_match().match
    event = Pairing.objects.get(match=match).stage.event
    event.profile, event.profile_settings = "usbgf", {"clock": "required"}
    event.save()
    facts = facts_of(match)
    assert (facts.profile, facts.clock) == ("usbgf", Clock.REQUIRED)


def test_what_was_declared_unrated_is_known_of_matches_byes_and_stages() -> None:
    stage = factories.drawn_stage(3)
    [match] = factories.open_matches(stage)
    bye = Pairing.objects.get(stage=stage, match=None)
    assert not facts_of(match).is_declared_unrated
    rating_terms.set_rating_terms(stage.event, by=None, variant="nackgammon", is_unrated=True)
    [same] = Stage.objects.filter(pk=stage.pk)
    every = (facts_of(match), facts_of_byes([bye.pk])[bye.pk], settings_of_stages([same])[stage.pk])
    assert {(facts.is_declared_unrated, facts.variant) for facts in every} == {(True, "nackgammon")}


def test_a_match_has_the_sanctions_in_force_of_its_event() -> None:
    game = factories.open_match()
    event = game.stage.event
    federation, other = factories.federation(), factories.federation("DBGV")
    granted = sanctions.request_sanction(event, federation, by=game.director)
    sanctions.request_sanction(event, other, by=game.director)
    assert facts_of(game.match).sanctions == ()
    sanctions.grant_sanction(granted, by=None, event_class="Main")
    in_force = (SanctionFact(federation.uid, "Main"),)
    assert facts_of(game.match).sanctions == in_force
    assert settings_of_stages([game.stage])[game.stage.pk].sanctions == in_force


def test_memberships_are_those_on_the_day_in_the_federation_and_the_club() -> None:
    game = factories.open_match()
    federation = factories.federation()
    club = clubs.add_club(federation, by=None, name="Backgammon Nantes")
    one = members.give_number(federation, game.one, by=None, number="1")
    members.add_membership(
        one, by=None, starts_on=date(2025, 1, 1), ends_on=date(2026, 3, 6), kind=MembershipKind.YOUTH
    )
    members.add_membership(one, by=None, starts_on=date(2026, 3, 7), ends_on=date(2026, 3, 7), club=club)
    with time_machine.travel(datetime(2026, 3, 7, 12, tzinfo=UTC), tick=False):
        say(game.match, (7, 3))
    facts = facts_of(game.match)
    assert facts.memberships == (
        (
            MembershipFact(federation.uid, "youth", is_valid=False),
            MembershipFact(federation.uid, "full", is_valid=True),
            MembershipFact(club.uid, "full", is_valid=True),
        ),
        (),
    )
    rules = CountingRules(body=federation.uid, membership=MembershipDemand.EVERYBODY)
    assert verdict(facts, rules).reason is UnratedReason.NOT_A_MEMBER
    rules = CountingRules(body=club.uid, membership=MembershipDemand.ONE)
    assert verdict(facts, rules).is_rated


def test_a_membership_is_that_of_the_person_whatever_row_was_written() -> None:
    """Of three rows merged one after the other, each has the membership of the first."""
    game = factories.open_match()
    say(game.match, (7, 3))
    rows = [factories.player("Ann"), game.one, factories.player("Anne")]
    factories.member(factories.federation(), rows[0])
    for double, into in pairwise(rows):
        Player.objects.filter(pk=double.pk).update(merged_into=into)
    [one, two] = facts_of(game.match).memberships
    assert [fact.kind for fact in one] == ["full"]
    assert two == ()


def test_a_membership_through_a_merged_club_is_one_in_the_club_that_it_became_part_of() -> None:
    game = factories.open_match()
    federation = factories.federation()
    old, middle, new = (clubs.add_club(federation, by=None, name=name) for name in ("Old", "Middle", "New"))
    one = members.give_number(federation, game.one, by=None, number="1")
    members.add_membership(one, by=None, starts_on=date(2026, 1, 1), club=old)
    clubs.merge_clubs(old, middle, by=None)
    assert middle.uid in {fact.body for fact in facts_of(game.match).memberships[0]}
    clubs.merge_clubs(middle, new, by=None)
    assert [fact.body for fact in facts_of(game.match).memberships[0]] == [federation.uid, new.uid]


def test_the_lengths_of_a_stage_are_those_of_its_list_and_of_single_rounds() -> None:
    stage = factories.stage(lengths=(9, 7, 7, 3))
    stage.round_lengths = {"1": 5, "2": 7}
    assert settings_of_stages([stage])[stage.pk].lengths == (9, 7, 3, 5)
    assert settings_of_stages([stage])[stage.pk].day == date(2026, 3, 7)


def test_matches_of_many_events_take_as_many_queries_as_one() -> None:
    def queries(stages: list[Stage]) -> int:
        keys = Match.objects.filter(pairing__stage__in=stages).values_list("pk", flat=True)
        matches = list(keys)
        with CaptureQueriesContext(connection) as context:
            assert len(facts_of_matches(matches)) == len(matches)
        return len(context)

    stages = [factories.drawn_stage(count) for count in (2, 9, 16)]
    for stage in stages:
        factories.play_open_matches(stage)
        progress.advance(stage.event)
    assert queries(stages) == queries(stages[1:2]) == 12
    byes = list(Pairing.objects.filter(match=None).values_list("pk", flat=True))
    with CaptureQueriesContext(connection) as context:
        assert len(facts_of_byes(byes)) == len(byes) > 0
    assert len(context) == 9


def test_a_match_that_belongs_to_no_stage_has_no_facts() -> None:
    game = factories.open_match()
    alone = Match.objects.create(one=game.match.one, two=game.match.two, length=7, made_at=timezone.now())
    assert facts_of_matches([alone.pk, game.match.pk]).keys() == {game.match.pk}
