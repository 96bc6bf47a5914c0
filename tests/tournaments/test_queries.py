"""What pages read: brackets, standings, the desk and a player's matches, in a constant number of queries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import cancelling, draw, progress
from tournaments.actions.entrants import arrivals, player_list, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.formats import RoundName, SideKind
from tournaments.models import Pairing, Stage
from tournaments.queries.draws import standings
from tournaments.queries.draws.bracket import BracketView, SlotState, SlotView, bracket
from tournaments.queries.hall import desk
from tournaments.queries.people.player import my_matches
from tournaments.queries.results import matches
from tournaments.queries.state import event_states

pytestmark = pytest.mark.django_db


def _queries(reading: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        reading()
    return len(queries)


def _bracket(stage: Stage, *, path: str | None = None) -> BracketView:
    view = bracket(stage, path=path)
    assert view is not None
    return view


def _slot(stage: Stage, number: int = 1, slot: int = 0, *, path: str | None = None) -> SlotView:
    return _bracket(stage, path=path).rounds[number - 1].slots[slot]


def _queries_for(reading: Callable[[Stage], object], *sizes: int) -> list[int]:
    """How many queries reading a stage takes, for each number of entrants."""
    stages = [_large_stage(n) for n in sizes]
    return [_queries(partial(reading, stage)) for stage in stages]


def _large_stage(n: int) -> Stage:
    stage = factories.stage()
    data = ("name\n" + "\n".join(factories.names(n))).encode()
    player_list.import_players(stage.event, by=None, data=data)
    draw.draw(stage, by=None, seed="large")
    return stage


class TestTheBracket:
    def test_there_is_none_before_the_draw(self) -> None:
        assert bracket(factories.stage()) is None

    def test_its_rounds(self) -> None:
        stage = factories.stage(lengths=(11, 9))
        factories.entrants(stage.event, 5)
        draw.draw(stage, by=None)
        rounds = _bracket(stage).rounds
        assert [(one.name, one.places, one.length, len(one.slots)) for one in rounds] == [
            (RoundName.QUARTERFINAL, 8, 9, 4),
            (RoundName.SEMIFINAL, 4, 9, 2),
            (RoundName.FINAL, 2, 11, 1),
        ]

    def test_a_bye_and_who_waits_for_whom(self) -> None:
        stage = factories.drawn_stage(3)
        view = _bracket(stage)
        states = {slot.state for slot in view.rounds[0].slots}
        assert states == {SlotState.BYE, SlotState.OPEN}
        final = view.rounds[1].slots[0]
        assert final.state is SlotState.PLANNED
        [waiting] = [side for side in final.sides if side.kind is SideKind.ENTRANT]
        [coming] = [side for side in final.sides if side.kind is SideKind.WINNER]
        bye = next(slot for slot in view.rounds[0].slots if slot.state is SlotState.BYE)
        assert bye.winner is not None
        assert waiting.name == bye.winner.name
        assert coming.source is not None
        assert view.rounds[0].slots[coming.source[1]].state is SlotState.OPEN
        assert {slot.following for slot in view.rounds[0].slots} == {(2, 0)}

    def test_a_match_from_open_to_final(self) -> None:
        around = factories.open_match(n=4)
        stage, match = around.stage, around.match
        assert _slot(stage).state is SlotState.OPEN
        results.start(match, by=around.director)
        assert _slot(stage).state is SlotState.PLAYING
        results.report(match, by=around.one, score=(7, 3))
        assert _slot(stage).state is SlotState.REPORTED
        assert _slot(stage).one.score is None, "it is not final"
        results.report(match, by=around.two, score=(4, 7), insist=True)
        assert _slot(stage).state is SlotState.DISPUTED
        results.rule(match.disputes.get(), by=around.director, score=(8, 3), reason="the slip")
        slot = _slot(stage)
        assert (slot.state, slot.match, slot.outcome) == (SlotState.FINAL, match.uid, "played")
        scores = {side.name: (side.score, side.is_winner) for side in slot.sides}
        assert scores == {match.one.name: (7, True), match.two.name: (3, False)}

    def test_a_score_that_is_open(self) -> None:
        around = factories.open_match(n=4)
        results.report(around.match, by=around.one, score=(7, 3))
        results.report(around.match, by=around.two, score=(7, 5), insist=True)
        slot = _slot(around.stage)
        assert slot.state is SlotState.SCORE_OPEN
        assert slot.winner is not None
        assert slot.winner.name == around.match.one.name

    def test_a_walkover_has_no_score(self) -> None:
        around = factories.open_match(n=4)
        results.forfeit(around.match, by=around.director, loser="two", outcome="walkover", reason="no-show")
        slot = _slot(around.stage)
        assert (slot.outcome, slot.one.score) == ("walkover", None)

    def test_where_nobody_is_left(self) -> None:
        stage = factories.drawn_stage(8)
        first, second, *_ = factories.open_matches(stage)
        for match in (first, second):
            results.forfeit(match, by=factories.around(match).director, loser=None, reason="nobody came")
        progress.advance(stage.event)
        assert _slot(stage, 2, 0).state is SlotState.EMPTY
        assert _slot(stage, 3, 0).sides[0].kind is SideKind.NOBODY

    def test_the_table(self) -> None:
        around = factories.open_match()
        [table] = lifecycle.add_tables(around.stage.event.tournament, by=None, names=["7"])
        calling.assign(around.match, by=None, table=table)
        assert _slot(around.stage).table == "7"

    def test_the_path_of_an_entrant(self) -> None:
        stage = factories.drawn_stage(4)
        winner = factories.open_matches(stage)[0].one.entrants.get()
        factories.play_open_matches(stage)
        view = _bracket(stage, path=winner.uid)
        slots = [(slot.round, slot.slot) for one in view.rounds for slot in one.slots if slot.is_on_path]
        assert slots == [(1, 0), (2, 0)]
        final = view.rounds[1].slots[0]
        assert [side.is_on_path for side in final.sides].count(True) == 1

    def test_seeds_and_countries(self) -> None:
        stage = factories.stage()
        entrants = factories.entrants(stage.event, 2)
        ann = entrants[0].side.players.get()
        ann.country = "FR"
        ann.save()
        draw.draw(stage, by=None, seeds={entrants[0].uid: 1})
        sides = {side.entrant: side for side in _slot(stage).sides}
        assert (sides[entrants[0].uid].seed, sides[entrants[0].uid].country) == (1, "FR")
        assert sides[entrants[1].uid].seed is None

    def test_who_left_is_marked(self) -> None:
        around = factories.open_match(n=4)
        registration.withdraw(around.match.one.entrants.get(), by=around.director, reason="ill")
        assert [side.is_withdrawn for side in _slot(around.stage).sides].count(True) == 1

    def test_the_champion(self) -> None:
        stage = factories.drawn_stage(2)
        match = factories.open_matches(stage)[0]
        factories.play_open_matches(stage)
        view = _bracket(stage)
        assert view.is_complete
        assert view.winner is not None
        assert view.winner.name == match.one.name

    def test_256_entrants_take_as_many_queries_as_8(self) -> None:
        assert _queries_for(bracket, 8, 256) == [6, 6]


class TestStandings:
    def test_there_are_none_before_the_draw(self) -> None:
        assert standings.standings(factories.stage()) is None

    def test_while_it_goes_on(self) -> None:
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        view = standings.standings(stage)
        assert view is not None
        assert not view.is_final
        assert [(line.place, line.is_in, line.is_tied) for line in view.lines] == [
            (1, True, True),
            (1, True, True),
            (3, False, True),
            (3, False, True),
        ]

    def test_at_the_end_they_are_frozen(self) -> None:
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        live = standings.standings(stage)
        factories.play_open_matches(stage)
        stage.refresh_from_db()
        view = standings.standings(stage)
        assert view is not None
        assert live is not None
        assert (view.is_final, view.version) == (True, 3)
        assert [(line.place, line.wins, line.losses) for line in view.lines] == [
            (1, 2, 0),
            (2, 1, 1),
            (3, 0, 1),
            (3, 0, 1),
        ]

    def test_their_queries_do_not_grow(self) -> None:
        assert _queries_for(standings.standings, 4, 64) == [4, 4]

    def test_lives_and_wins_stand_beside_the_names_and_are_no_columns_of_their_own(self) -> None:
        stage = factories.stage(format="lives")
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None)
        while factories.open_matches(stage):
            factories.play_open_matches(stage)
        stage.refresh_from_db()
        table = standings.standings(stage)
        assert table is not None
        assert set(table.tiebreaks) == {"out_in", "lives", "wins"}
        assert table.further_tiebreaks == ("out_in",)


class TestTheDesk:
    def test_search_finds_every_word_without_accents(self) -> None:
        event = factories.event()
        zoe = factories.player("Zoë Müller")
        factories.player("Zoë Weber")
        entrant = registration.enter(event, by=None, players=[zoe])
        [person] = desk.search("mull zoe", event=event)
        assert (person.player, person.entrant, person.has_withdrawn) == (zoe, entrant.uid, False)
        assert desk.search("Zoe", event=factories.event())[0].entrant is None
        assert [person.player.name for person in desk.search("zo", event=event)] == [
            "Zoë Müller",
            "Zoë Weber",
        ]

    @pytest.mark.parametrize("words", ["", " ", "z"])
    def test_too_little_finds_nobody(self, words: str) -> None:
        factories.player("Zoë Müller")
        assert desk.search(words, event=factories.event()) == ()

    def test_who_was_merged_is_not_found(self) -> None:
        zoe, double = factories.player("Zoë Müller"), factories.player("Zoe Muller")
        double.merged_into = zoe
        double.save()
        assert [person.player for person in desk.search("muller", event=factories.event())] == [zoe]

    def test_the_entrants_of_an_event(self) -> None:
        event = factories.event(capacity=3)
        one, two, three, four = factories.entrants(event, 4)
        arrivals.check_in(two, by=None)
        registration.withdraw(one, by=None)
        five = factories.entrant(event)
        lists = desk.entrants(event)
        assert [line.entrant for line in lists.placed] == [two, three, four]
        assert [line.entrant for line in lists.alternates] == [five]
        assert [line.uid for line in lists.withdrawn] == [one.uid]
        assert lists.checked_in == 1
        assert [line.is_checked_in for line in lists.placed] == [True, False, False]

    def test_more_than_a_thousand_entrants_are_listed(self) -> None:
        event = factories.event()
        data = ("name\n" + "\n".join(factories.names(1050))).encode()
        player_list.import_players(event, by=None, data=data)
        assert _queries(lambda: desk.entrants(event)) == 3
        assert len(desk.entrants(event).placed) == 1050

    def test_clubs_and_countries_of_a_pair(self) -> None:
        event = factories.event(kind="doubles")
        pair = [factories.player("Ann Arbor"), factories.player("Bob Bear")]
        for player, club in zip(pair, ["Nantes", "Lille"], strict=True):
            player.club, player.country = club, "FR"
            player.save()
        registration.enter(event, by=None, players=pair)
        [line] = desk.entrants(event).placed
        assert (line.clubs, line.countries) == ("Nantes, Lille", ("FR",))

    def test_the_line_of_an_entrant(self) -> None:
        stage = factories.drawn_stage(3)
        late = registration.enter(stage.event, by=None, players=[factories.player()], is_late=True)
        lines = {line.uid: line for line in desk.entrants(stage.event).placed}
        assert sorted(line.line or 0 for line in lines.values()) == [0, 1, 2, 3]
        assert lines[late.uid].is_late

    def test_what_waits(self) -> None:
        around = factories.open_match(n=8)
        first, second, third, fourth = factories.open_matches(around.stage)
        tournament = around.stage.event.tournament
        [table, free] = lifecycle.add_tables(tournament, by=None, names=["1", "2"])
        calling.assign(third, by=None, table=table)
        results.start(fourth, by=None)
        results.report(first, by=around.one, score=(7, 3))
        results.report(first, by=around.two, score=(1, 7), insist=True)
        view = desk.desk(tournament)
        assert [line.uid for line in view.matches] == [fourth.uid, third.uid, first.uid, second.uid]
        assert [line.state for line in view.matches] == [
            SlotState.PLAYING,
            SlotState.OPEN,
            SlotState.DISPUTED,
            SlotState.OPEN,
        ]
        assert [dispute.match for dispute in view.disputes] == [first]
        assert [(line.table, line.match.uid if line.match else None) for line in view.tables] == [
            (table, third.uid),
            (free, None),
        ]

    @pytest.mark.both_databases
    def test_its_queries_do_not_grow(self) -> None:
        tournaments = [_large_stage(n).event.tournament for n in (4, 64)]
        assert [_queries(partial(desk.desk, tournament)) for tournament in tournaments] == [6, 6]


class TestMatchesInLists:
    def test_the_matches_of_a_stage(self) -> None:
        stage = factories.drawn_stage(5)
        factories.play_open_matches(stage)
        lines = matches.matches_of_stage(stage)
        rows = [(line.round, line.declared and line.declared.name, line.state) for line in lines]
        assert rows == [
            (1, RoundName.QUARTERFINAL, SlotState.FINAL),
            (2, RoundName.SEMIFINAL, SlotState.OPEN),
            (2, RoundName.SEMIFINAL, SlotState.FINAL),
        ]
        assert lines[0].score == (7, 0)
        assert lines[0].event == stage.event

    @pytest.mark.both_databases
    def test_cancelled_matches_are_left_out(self) -> None:
        around = factories.open_match()
        cancelling.cancel(Pairing.objects.filter(match=around.match), event=around.stage.event)
        assert matches.match_line(around.match) is None
        assert matches.matches_of_stage(around.stage) == ()

    def test_one_match(self) -> None:
        around = factories.open_match()
        results.report(around.match, by=around.one, score=(7, 3))
        line = matches.match_line(around.match)
        assert line is not None
        assert line.declared is not None
        assert (line.uid, line.declared.name, line.declared.places) == (around.match.uid, RoundName.FINAL, 2)
        assert line.reported_at is not None


class TestMyMatches:
    def test_what_is_open_and_what_is_over(self) -> None:
        stage = factories.drawn_stage(4)
        around = factories.around(factories.open_matches(stage)[0])
        factories.play_open_matches(stage)
        mine = my_matches(around.one)
        assert [line.round for line in mine.open] == [2]
        assert [line.uid for line in mine.over] == [around.match.uid]
        assert [entry.event for entry in mine.entries] == [stage.event]

    def test_whom_one_waits_for(self) -> None:
        stage = factories.drawn_stage(3)
        bye = Pairing.objects.get(stage=stage, match=None).seats.get().entrant
        match = factories.open_matches(stage)[0]
        [entry] = my_matches(bye.side.players.get()).entries
        [upcoming] = entry.upcoming
        assert (upcoming.round, upcoming.slot) == (2, 0)
        assert set(upcoming.between) == {match.one.name, match.two.name}
        assert upcoming.source is not None

    def test_who_has_a_match_waits_for_nobody_meanwhile(self) -> None:
        around = factories.open_match()
        [entry] = my_matches(around.one).entries
        assert entry.upcoming == ()

    def test_who_is_out_waits_for_nobody(self) -> None:
        stage = factories.drawn_stage(4)
        around = factories.around(factories.open_matches(stage)[0])
        factories.play_open_matches(stage)
        [entry] = my_matches(around.two).entries
        assert entry.upcoming == ()

    def test_when_too_many_could_come_none_is_named(self) -> None:
        stage = factories.drawn_stage(8)
        for match in factories.open_matches(stage)[:2]:
            results.report(match, by=factories.owner(stage.event.tournament), score=(7, 0))
        progress.advance(stage.event)
        *_, semifinal = factories.open_matches(stage)
        results.report(semifinal, by=factories.owner(stage.event.tournament), score=(7, 0))
        finalist = semifinal.one.players.get()
        [entry] = my_matches(finalist).entries
        [upcoming] = entry.upcoming
        assert (upcoming.round, upcoming.between) == (3, ())

    def test_one_tournament_or_all(self) -> None:
        one, other = factories.open_match(), factories.event()
        registration.enter(other, by=None, players=[one.one])
        assert len(my_matches(one.one).entries) == 2
        assert [entry.event for entry in my_matches(one.one, other.tournament).entries] == [other]
        assert my_matches(one.one, other.tournament).open == ()


@pytest.mark.both_databases
def test_an_event_without_a_draw_has_no_state() -> None:
    event = factories.event()
    factories.stage(event)
    assert event_states(event) == ()
    assert factories.open_lines(Stage.objects.get()) == ()
