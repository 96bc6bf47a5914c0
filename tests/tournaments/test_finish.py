"""The finishing positions of whole events, played through actions: every template and every format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from random import Random

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.api.client import Caller
from tests.effort import combinations, examples
from tests.tournaments.audits import is_clean
from tests.tournaments.test_ties import groups_of, play_in_circles
from tests.tournaments.test_winners import event_at_end, play, with_entrants
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, progress, ties
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle, plans
from tournaments.actions.events.event_rules import set_finish_rule
from tournaments.errors.common import Forbidden
from tournaments.formats import FORMATS, How, Intake
from tournaments.formats.abilities import ByChallenge
from tournaments.models import Entrant, Event, FinishRules, LogEntry, Stage
from tournaments.plans import TEMPLATES, FinishRule, suited
from tournaments.queries.draws.finish import FinishLine, finish
from tournaments.queries.draws.finish_words import StageCourse, stage_words
from tournaments.queries.draws.standing_words import Row, equals_of
from tournaments.queries.draws.winners import event_winners
from tournaments.queries.state import stage_state
from tournaments.web.desk.log_lines import log_lines

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

FORMATS_OF_A_DRAW = sorted(
    code
    for code, rules in FORMATS.items()
    if rules.intake is Intake.DRAW and not isinstance(rules, ByChallenge)
)


def assert_covered(lines: Sequence[FinishLine], count: int) -> None:
    """Assert that the positions cover 1 to the count once, best first."""
    assert len({line.entrant for line in lines}) == len(lines) == count
    place = 1
    for (first, last), shared in groupby(lines, key=lambda line: (line.first, line.last)):
        assert first == place
        assert len(list(shared)) == last - first + 1
        place = last + 1


def ranges(lines: Sequence[FinishLine]) -> dict[str, tuple[int, int]]:
    """The positions by entrant."""
    return {line.entrant: (line.first, line.last) for line in lines}


def words(event: Event) -> list[str]:
    """Every position with its derivations in the stages."""
    return [
        f"{line.first}-{line.last} " + " | ".join(result.words for result in line.stages)
        for line in finish(event)
    ]


def entrants_in_play(event: Event) -> set[str]:
    """Everybody who has a line in a stage that is not complete."""
    stages = event.stages.filter(standings=None)
    rows = Entrant.objects.filter(stage_entries__stage__in=stages, stage_entries__line__isnull=False)
    return set(rows.values_list("uid", flat=True))


@pytest.mark.parametrize("code", sorted(TEMPLATES))
def test_every_template_places_everybody_once(code: str) -> None:
    event = event_at_end(code)
    lines = finish(event)
    if code == "ladder":
        assert lines == (), "nothing of a ladder is ever over"
        return
    assert_covered(lines, event.entrants.count())
    champion = event_winners(event).champion
    assert champion is None or (lines[0].entrant, lines[0].last) == (champion.entrant, 1)
    # The results in the stages are the stored standings, one for each stage of the entrant.
    places = {
        (stage.uid, row["entrant"], row["place"], row["last_place"])
        for stage in event.stages.all()
        for row in stage.standings["places"]
    }
    assert places == {
        (result.stage.uid, line.entrant, result.first, result.last)
        for line in lines
        for result in line.stages
    }
    assert all(result.words.endswith(".") for line in lines for result in line.stages)


@pytest.mark.parametrize(("code", "n"), combinations(FORMATS_OF_A_DRAW, [7, 8], each=1))
def test_the_only_stage_of_an_event_gives_its_places(code: str, n: int) -> None:
    event = with_entrants(factories.event(), n)
    stage = lifecycle.create_stage(event, by=None, format=code, lengths=(5,))
    play(event)
    stage.refresh_from_db()
    assert ranges(finish(event)) == {
        row["entrant"]: (row["place"], row["last_place"]) for row in stage.standings["places"]
    }
    assert_covered(finish(event), n)


@pytest.mark.parametrize("number", range(4))
def test_losers_of_one_round_share_their_places_as_a_twin_counts_them(number: int) -> None:
    chance = Random(number)
    n = chance.randint(3, 20)
    stage = factories.drawn_stage(n, seed=f"finish {number}")
    out: dict[int, set[str]] = defaultdict(set)
    while matches := factories.open_matches(stage):
        for match in matches:
            score = (match.length, 0) if chance.random() < 0.5 else (0, match.length)
            loser = match.two if score[0] else match.one
            out[match.pairing.round].add(Entrant.objects.get(event=stage.event, side=loser).uid)
            results.report(match, by=factories.owner(stage.event.tournament), score=score)
        progress.advance(stage.event)
    twin: dict[str, tuple[int, int]] = {}
    for _, losers in sorted(out.items(), reverse=True):
        first = len(twin) + 2
        twin |= dict.fromkeys(losers, (first, first + len(losers) - 1))
    lines = finish(stage.event)
    assert ranges(lines[1:]) == twin
    assert (lines[0].first, lines[0].last, lines[0].stages[0].words) == (1, 1, "Won.")


def test_the_derivation_says_where_everybody_lost() -> None:
    assert words(event_at_end("jackpot")) == [
        "1-1 Won.",
        "2-2 Lost the final.",
        *["3-4 Lost in the semifinals."] * 2,
        *["5-8 Lost in the quarterfinals."] * 4,
    ]


def test_the_derivation_in_a_swiss_counts_points() -> None:
    first = words(event_at_end("club_night"))[0]
    assert first == "1-1 Points: 5. Matches won: 5, lost: 0."


@pytest.mark.parametrize("code", ["weekend", "one_day", "groups", "nordic"])
def test_nobody_is_placed_while_in_a_flight_and_what_is_placed_stays(code: str) -> None:
    template = TEMPLATES[code]
    plan = suited(template, entrants=10)
    event = plans.create_from_plan(factories.tournament(), by=None, plan=plan, name="Open", entrants=10)
    with_entrants(event, 10)
    early: dict[str, tuple[int, int]] = {}
    sizes = []
    for _ in range(100):
        for stage in Stage.objects.filter(event=event, draws=None).order_by("order"):
            if all(event.stages.get(order=feed["stage"]).standings for feed in stage.feeds):
                draw.draw(stage, by=None, seed="videau", who="all")
        matches = [match for stage in event.stages.all() for match in factories.open_matches(stage)]
        if not matches:
            break
        results.report(matches[0], by=factories.owner(event.tournament), score=(matches[0].length, 0))
        progress.advance(event)
        now = ranges(finish(event))
        assert not entrants_in_play(event) & set(now)
        assert early.items() <= now.items()
        early = now
        sizes.append(len(now))
    assert ranges(finish(event)).items() >= early.items()
    assert_covered(finish(event), 10)
    assert len(set(sizes)) > 1, "some are placed before the end"


def test_a_playoff_decides_the_places_it_is_played_for() -> None:
    stage, _final = groups_of(5, groups=1)
    event = stage.event
    play_in_circles(stage)
    stage.refresh_from_db()
    shared = [row["entrant"] for row in stage.standings["places"] if row["last_place"] == 3]
    assert len(shared) == 3
    before = ranges(finish(event))
    assert sorted(before.values()) == [(4, 4), (5, 5)], "the three may still come into the final"
    ties.decide(stage, by=factories.owner(event.tournament), entrants=shared, how=How.PLAYOFF)
    assert ranges(finish(event)) == before
    play(event)
    by_entrant = {line.entrant: line for line in finish(event)}
    assert_covered(finish(event), 5)
    playoff = event.stages.get(order=2)
    for row in playoff.standings["places"]:
        line = by_entrant[row["entrant"]]
        assert (line.first, line.last) == (row["place"], row["place"])
        assert (line.stages[0].first, line.stages[0].last) == (row["place"], row["place"])
        assert line.stages[0].words.endswith("Placed by a playoff among equals.")


def test_who_withdraws_is_placed_where_play_ended() -> None:
    event = with_entrants(factories.event(), 8)
    stage = lifecycle.create_stage(event, by=None, format="swiss", lengths=(5,), options={"rounds": 3})
    draw.draw(stage, by=None, seed="videau", who="all")
    for match in factories.open_matches(stage):
        results.report(match, by=factories.owner(event.tournament), score=(5, 0))
    leaver = Entrant.objects.filter(event=event).order_by("pk")[0]
    progress.advance(event)
    registration.withdraw(leaver, by=factories.owner(event.tournament), reason="ill")
    play(event)
    [line] = [line for line in finish(event) if line.entrant == leaver.uid]
    assert "Withdrew before round 2." in line.stages[0].words
    assert_covered(finish(event), 8)


def test_who_does_not_come_to_the_final_withdrew_before_it() -> None:
    event = with_entrants(factories.event(), 4)
    stage = lifecycle.create_stage(event, by=None, lengths=(5,))
    draw.draw(stage, by=None, seed="videau", who="all")
    for match in factories.open_matches(stage):
        results.report(match, by=factories.owner(event.tournament), score=(5, 0))
    progress.advance(event)
    state = stage_state(stage)
    assert state is not None
    [final] = state.format.outline(state.state).rounds[1]
    registration.withdraw(
        Entrant.objects.get(uid=final.entrants[0]), by=factories.owner(event.tournament), reason="left"
    )
    play(event)
    assert words(event)[:2] == ["1-1 Won.", "2-2 Withdrew before: Final."]


def test_an_event_without_a_main_stage_has_no_positions() -> None:
    event = with_entrants(factories.event(), 4)
    lifecycle.create_stage(event, by=None, name="Bracket", lengths=(5,))
    rapid = lifecycle.create_stage(event, by=None, name="Rapid", lengths=(1,))
    assert finish(event) == ()
    play(event)
    assert finish(event) == ()
    Stage.objects.filter(pk=rapid.pk).update(is_main=True)
    assert_covered(finish(event), 4)


def test_the_api_answers_with_them_in_the_language_of_the_request() -> None:
    event = event_at_end("weekend")
    body = Caller().get(f"events/{event.uid}/finish/").body
    lines = finish(event)
    assert [(row["entrant"], row["from"], row["to"]) for row in body] == [
        (line.entrant, line.first, line.last) for line in lines
    ]
    assert set(body[0]) == {"entrant", "players", "from", "to", "stages"}
    main = event.stages.get(order=0)
    assert body[0]["stages"] == [{"stage": main.uid, "group": None, "from": 1, "to": 1, "derivation": "Won."}]


@pytest.mark.both_databases
def test_the_queries_do_not_grow_with_the_event(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for code in ("jackpot", "weekend", "groups"):
        event = event_at_end(code)
        with django_assert_max_num_queries(7):
            assert finish(event)


class TestRule:
    """The choice how the flights share the places."""

    def test_it_is_chosen_before_play_and_changed_later_only_with_a_reason(self) -> None:
        event = event_at_end("weekend")
        boss = factories.owner(event.tournament)
        caller = Caller(boss)
        path = f"events/{event.uid}/"
        refusal = caller.patch(path, {"finish_rule": "in_turn"})
        assert (refusal.status, refusal.code) == (409, "finish_rule_in_use")
        before = ranges(finish(event))
        answer = caller.patch(path, {"finish_rule": "in_turn", "finish_reason": "as announced"})
        assert answer.body["finish_rule"] == "in_turn"
        event.refresh_from_db()
        assert_covered(finish(event), 10)
        assert ranges(finish(event)) != before
        entry = LogEntry.objects.get(event=event, code="finish_rule_changed")
        assert log_lines([entry])[0].text.endswith("players who could not go on. as announced")
        assert is_clean(event.tournament)
        Event.objects.filter(pk=event.pk).update(finish_rule="by_flight")
        assert not is_clean(event.tournament), "the log proves the choice"

    def test_the_form_sets_it_without_a_reason_before_the_first_result(self) -> None:
        event = with_entrants(factories.event(), 4)
        lifecycle.create_stage(event, by=None, lengths=(5,))
        boss = Visitor(factories.owner(event.tournament))
        form = boss.open("desk_edit_event", event.uid).form(reverse("desk_edit_event", args=[event.uid]))
        boss.send("desk_edit_event", event.uid, **form | {"finish_rule": "shared_places"})
        event.refresh_from_db()
        assert event.finish_rule == "shared_places"
        assert LogEntry.objects.filter(event=event, code="finish_rule_set").count() == 1
        play(event)
        page = boss.post("desk_edit_event", event.uid, **form | {"finish_rule": "in_turn"})
        assert page.status == 422
        assert "chosen before play" in page
        form = boss.open("desk_edit_event", event.uid).form(reverse("desk_edit_event", args=[event.uid]))
        boss.send("desk_edit_event", event.uid, **form | {"name": "Open"})
        assert Event.objects.get(pk=event.pk).finish_rule == "shared_places"

    @pytest.mark.both_databases
    def test_only_a_director_sets_it(self) -> None:
        event = factories.event()
        with pytest.raises(Forbidden):
            set_finish_rule(event, by=factories.clerk(event.tournament), rule="in_turn")
        assert set_finish_rule(event, by=None, rule="in_turn").finish_rule == "in_turn"

    def test_every_rule_of_the_positions_can_be_chosen(self) -> None:
        assert set(FinishRules.values) == set(FinishRule)

    @pytest.mark.parametrize("rule", ["shared_places", "in_turn"])
    @pytest.mark.parametrize("code", ["weekend", "one_day", "groups", "nordic", "league"])
    def test_everybody_is_placed_once_by_every_rule(self, code: str, rule: str) -> None:
        event = event_at_end(code)
        set_finish_rule(event, by=None, rule=rule, reason="for this test")
        event.refresh_from_db()
        lines = finish(event)
        assert_covered(lines, event.entrants.count())
        champion = event_winners(event).champion
        assert champion is None or lines[0].entrant == champion.entrant


def test_five_level_players_read_five_sentences_with_what_separates_them() -> None:
    cut, buchholz = "points of the opponents without the weakest", "points of the opponents (Buchholz)"
    ranking = [
        ("a", 1, 1, 20, 24),
        ("b", 2, 3, 18, 23),
        ("c", 2, 3, 18, 23),
        ("d", 4, 4, 18, 21),
        ("e", 5, 5, 15, 22),
    ]
    rows: list[Row] = [
        {
            "entrant": uid,
            "place": place,
            "last_place": last_place,
            "wins": 3,
            "losses": 1,
            "half_points": 6,
            "tiebreaks": [["buchholz_cut", first], ["buchholz", second]],
        }
        for uid, place, last_place, first, second in ranking
    ]
    equals, names = equals_of(rows), {"a": "Ada", "b": "Bo", "c": "Cy", "d": "Di", "e": "Ed"}
    stage = Stage(format="swiss")
    sentences = [
        stage_words(stage, row, StageCourse(), has_left=False, others=equals[row["entrant"]], names=names)
        for row in rows
    ]
    assert [one.removeprefix("Points: 3. Matches won: 3, lost: 1. ") for one in sentences] == [
        f"Placed among equals by {cut}: 10.",
        f"Placed among equals by {cut}: 9; {buchholz}: 11½. Level with Cy in all that counts.",
        f"Placed among equals by {cut}: 9; {buchholz}: 11½. Level with Bo in all that counts.",
        f"Placed among equals by {cut}: 9; {buchholz}: 10½.",
        f"Placed among equals by {cut}: 7½.",
    ]


@pytest.mark.parametrize("number", range(examples(6, landing=2)))
@pytest.mark.parametrize("code", ["swiss", "round_robin", "lives", "marathon"])
def test_no_two_of_the_same_points_read_the_same_sentence(code: str, number: int) -> None:
    chance = Random(f"{code} {number}")
    event = with_entrants(factories.event(), chance.randint(5, 8))
    stage = lifecycle.create_stage(event, by=None, format=code, lengths=(5,))
    draw.draw(stage, by=None, seed=f"{number}")
    while matches := factories.open_matches(stage):
        for match in matches:
            score = chance.choice([(5, 0), (5, 3), (0, 5), (2, 5)])
            results.report(match, by=factories.owner(event.tournament), score=score)
        progress.advance(event)
    stage.refresh_from_db()
    assert stage.standings is not None
    equals = equals_of(stage.standings["places"])
    words_of = {line.entrant: line.stages[0].words for line in finish(event)}
    for uid, others in equals.items():
        assert all(words_of[uid] != words_of[row["entrant"]] for row in others)


def test_who_left_too_early_reads_that_it_stands_behind() -> None:
    event = with_entrants(factories.event(), 4)
    stage = lifecycle.create_stage(
        event, by=None, format="round_robin", options={"pace": "free"}, lengths=(5,)
    )
    draw.draw(stage, by=None, seed="videau")
    registration.withdraw(
        event.entrants.order_by("pk")[0], by=factories.owner(event.tournament), reason="ill"
    )
    progress.advance(event)
    play(event)
    assert words(event)[-1] == (
        "4-4 Points: 0. Matches won: 0, lost: 3. Behind all others: left too early, or played no match. "
        "Withdrew before round 1."
    )


def test_who_missed_a_semifinal_reads_no_loss() -> None:
    stage = factories.drawn_stage(4)
    empty, played = factories.open_matches(stage)
    director = factories.owner(stage.event.tournament)
    results.forfeit(empty, by=director, loser=None, reason="nobody came")
    results.report(played, by=director, score=(7, 3))
    progress.advance(stage.event)
    assert words(stage.event) == [
        "1-1 Won.",
        "2-2 Lost in the semifinals.",
        *["3-4 Forfeited: Semifinals."] * 2,
    ]
