"""Words that are true: what a page says of a match, a round, an event or a player is so, in both languages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from matches.models import Match, Player
from tests import factories
from tests.remembered import remembered
from tests.tournaments.test_winners import play
from tests.web.browsing import Page, Visitor
from tournaments import notices
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle, plans
from tournaments.actions.hall import calling
from tournaments.models import Event, Notice, Stage
from tournaments.plans import TEMPLATES, suited
from tournaments.queries.draws.standings import standings
from tournaments.queries.events.forecasts import Outlook, learnt
from tournaments.queries.exports.paper import printed_stages
from tournaments.web.wording.outlook import outlook_grounds
from tournaments.web.wording.standings import tiebreak_order

pytestmark = pytest.mark.django_db


@remembered
def weekend(entrants: int = 11) -> tuple[Event, Stage, Stage]:
    """A weekend whose main bracket is drawn: the event, the main stage and its consolation."""
    plan = suited(TEMPLATES["weekend"], entrants=entrants)
    event = plans.create_from_plan(factories.tournament(), by=None, plan=plan, name="Open", entrants=entrants)
    factories.entrants(event, entrants)
    main, consolation = event.stages.order_by("order")[:2]
    draw.draw(main, by=None, seed="videau", who="all")
    return event, main, consolation


@remembered
def over(template: str = "weekend") -> Event:
    """An event of ten that is over while its registration was never closed."""
    plan = suited(TEMPLATES[template], entrants=10)
    event = plans.create_from_plan(
        factories.tournament(), by=None, plan=plan, name="Open", entrants=10, registration="open"
    )
    factories.entrants(event, 10)
    today = timezone.localdate()
    lifecycle.change_tournament(event.tournament, by=None, starts_on=today, ends_on=today + timedelta(days=1))
    play(event)
    return event


def in_french(name: str, *args: object, player: Player | None = None) -> Page:
    """A page as a reader of French sees it."""
    visitor = Visitor(player)
    visitor.client.cookies["django_language"] = "fr"
    return visitor.open(name, *args)


def last_of(event: Event) -> Player:
    """Return the player who has lost every match possible."""
    entrant = event.entrants.order_by("-pk")[0]
    return entrant.side.players.get()


class TestRoundsOfByes:
    """A place that is not decided is no bye, and a round in which nobody plays is no round."""

    def test_a_place_that_is_not_decided_is_called_so(self) -> None:
        event, _main, consolation = weekend()
        page = Visitor(factories.owner(event.tournament)).open("desk_draw", consolation.uid)
        assert "Bye – Bye" not in page
        assert "from another stage" in page

    def test_a_round_of_byes_is_neither_listed_nor_printed(self) -> None:
        event, main, consolation = weekend()
        factories.play_open_matches(main)
        progress.advance(event)
        rounds = {one.stage: [of.number for of in one.rounds] for one in printed_stages(event)}
        pairings = consolation.pairings.filter(cancelled_at=None)
        byes = set(pairings.filter(match=None).values_list("round", flat=True))
        numbers = set(pairings.exclude(match=None).values_list("round", flat=True))
        assert byes - numbers
        assert rounds[consolation] == sorted(numbers)
        page = Visitor().open("bracket", consolation.uid)
        for number in byes - numbers:
            assert f'id="round-{number}"' not in page.html
            assert f"round={number}" not in page.html

    def test_slips_are_offered_where_a_match_is_to_be_played(self) -> None:
        stage = factories.drawn_stage(2)
        boss = Visitor(factories.owner(stage.event.tournament))
        assert 'value="slips"' in boss.open("desk_print", stage.event.uid).html
        factories.play_open_matches(stage)
        assert 'value="slips"' not in boss.open("desk_print", stage.event.uid).html

    def test_nothing_to_print_is_said_on_the_screen_alone(self) -> None:
        stage = factories.drawn_stage(2)
        factories.play_open_matches(stage)
        boss = Visitor(factories.owner(stage.event.tournament))
        page = boss.open("desk_print_slips", stage.uid)
        assert 'class="only-on-screen"' in page.html
        assert "There is nothing to print: every match of this round has its result." in page


class TestMatches:
    """What is said of a match."""

    def test_a_confirmed_match_is_not_called_a_final(self) -> None:
        stage = factories.drawn_stage(4)
        match = factories.open_matches(stage)[0]
        results.report(match, by=factories.around(match).director, score=(7, 3))
        page = Visitor().open("match", match.uid)
        assert ("Confirmed" in page, ">Final<" in page.html) == (True, False)
        assert "Validé" in in_french("match", match.uid)

    def test_a_match_that_has_not_begun_is_called_and_not_played(self) -> None:
        game = factories.open_match(n=4)
        event = game.stage.event
        [table] = lifecycle.add_tables(event.tournament, by=None, names=["7"])
        calling.assign(game.match, by=None, table=table)
        page = Visitor().open("tournament", event.tournament.uid)
        assert ("At the tables" in page, "Being played" in page) == (True, False)
        assert ("Called" in page, "Not started" in page) == (True, False)
        assert "Appelé" in in_french("tournament", event.tournament.uid)
        desk = Visitor(factories.owner(event.tournament)).open("desk_tournament", event.tournament.uid)
        assert ("1 called" in desk, "being played" in desk) == (True, False)
        results.start(game.match, by=game.director)
        assert "Playing" in Visitor().open("tournament", event.tournament.uid)

    @pytest.mark.both_databases
    def test_a_result_that_the_director_entered_is_not_the_opponents(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.director, score=(7, 3))
        titles = [
            notices.render(notice, "en").subject for notice in Notice.objects.filter(code="opponent_reported")
        ]
        assert set(titles) == {"The director entered your result"}
        french = notices.render(Notice.objects.filter(code="opponent_reported")[0], "fr")
        assert french.subject == "Le directeur a saisi votre résultat"

    def test_the_loser_who_reports_is_the_opponent(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(3, 7))
        [notice] = Notice.objects.filter(code="opponent_reported")
        assert notices.render(notice, "en").subject == "Your opponent reported the result"

    def test_the_page_of_the_desk_says_where_a_match_belongs(self) -> None:
        event, main, _consolation = weekend()
        match = factories.open_matches(main)[0]
        page = Visitor(factories.owner(event.tournament)).open("desk_match", match.uid)
        assert "Stage Main" in page
        assert "Where in the event Last 16" in page

    def test_the_result_line_names_the_round_where_there_is_no_round_of_a_bracket(self) -> None:
        stage = factories.stage(format="lives")
        factories.entrants(stage.event, 6)
        draw.draw(stage, by=None, seed="videau")
        winner = factories.open_matches(stage)[0].one.name
        director = Visitor(factories.owner(stage.event.tournament))
        page = director.open("desk_board_quick", stage.event.tournament.uid, q=f"{winner} 3")
        assert "Round 1" in page
        assert "· ·" not in page


class TestEndings:
    """Who has nothing to play reads why, and an event that is over asks nobody to register."""

    def test_who_is_out_reads_so_with_the_place(self) -> None:
        event, main, _consolation = weekend()
        today = timezone.localdate()
        lifecycle.change_tournament(event.tournament, by=None, starts_on=today, ends_on=today)
        play(event)
        main.refresh_from_db()
        last = main.standings["places"][-1]["entrant"]
        player = event.entrants.get(uid=last).side.players.get()
        page = Visitor(player).open("my_matches")
        assert "When you have entered an event" not in page
        assert "Main: It is over. Places 9 to 11." in page
        assert "Principal : C’est terminé. Places 9 à 11." in " ".join(
            in_french("my_matches", player=player).words.replace("\u202f", " ").split()
        )

    def test_who_is_out_of_a_stage_that_goes_on_reads_so(self) -> None:
        stage = factories.drawn_stage(4)
        today = timezone.localdate()
        lifecycle.change_tournament(stage.event.tournament, by=None, starts_on=today, ends_on=today)
        match = factories.open_matches(stage)[0]
        results.report(match, by=factories.around(match).director, score=(7, 0))
        progress.advance(stage.event)
        loser = factories.around(match).two
        page = Visitor(loser).open("my_matches")
        assert "You are out. Places 3 to 4." in page, page.words
        assert "C’est fini pour vous" in in_french("my_matches", player=loser)

    def test_who_may_still_come_into_a_stage_is_told_of_its_draw(self) -> None:
        event = factories.event()
        factories.entrants(event, 4)
        main = lifecycle.create_stage(event, by=None, name="Main", lengths=(5,))
        feeds = [{"stage": 0, "take": "first_loss"}]
        lifecycle.create_stage(event, by=None, name="Consolation", lengths=(5,), feeds=feeds)
        today = timezone.localdate()
        lifecycle.change_tournament(event.tournament, by=None, starts_on=today, ends_on=today)
        draw.draw(main, by=None, seed="videau", who="all")
        match: Match = factories.open_matches(main)[0]
        results.report(match, by=factories.around(match).director, score=(5, 0))
        page = Visitor(factories.around(match).two).open("my_matches")
        assert "Consolation is still to be drawn. If you are in it, your match appears here." in page

    def test_what_comes_next_is_said_with_its_stage(self) -> None:
        event, main, consolation = weekend()
        factories.play_open_matches(main)
        progress.advance(event)
        waiting = consolation.pairings.filter(match=None)[0].seats.get().entrant.side.players.get()
        page = Visitor(waiting).open("my_matches")
        assert "Consolation · Round" in page, page.words
        assert "Consolante · Tour" in in_french("my_matches", player=waiting)

    def test_the_page_has_the_clock_of_the_venue(self) -> None:
        event = over()
        lifecycle.change_tournament(event.tournament, by=None, zone="Asia/Tokyo")
        page = Visitor(last_of(event)).open("my_matches")
        assert 'data-zone="Asia/Tokyo"' in page.html

    def test_an_event_that_is_over_takes_nobody(self) -> None:
        event = over()
        for page in (Visitor().open("event", event.uid), Visitor().open("tournament", event.tournament.uid)):
            assert "Registration is open" not in page
            assert "Registration open" not in page
        assert "Over" in Visitor().open("event", event.uid)
        assert "Prizes and closing" in Visitor(factories.owner(event.tournament)).open(
            "desk_tournament", event.tournament.uid
        )

    def test_a_full_event_that_is_over_has_not_just_started(self) -> None:
        template = TEMPLATES["jackpot"]
        event = plans.create_from_plan(
            factories.tournament(),
            by=None,
            plan=template.plan,
            name="Jackpot",
            capacity=2,
            registration="open",
            starts_when_full=True,
        )
        factories.entrants(event, 2)
        page = Visitor().open("event", event.uid)
        assert ("Jackpot has started" in page, "It has started" in page) == (True, False)
        stage = event.stages.get()
        factories.play_open_matches(stage)
        page = Visitor().open("event", event.uid)
        assert ("Jackpot is over" in page, "Jackpot has started" in page) == (True, False)


class TestStandings:
    """Every figure for everybody, in the order in which ties are broken."""

    def test_every_column_is_filled_and_the_order_is_said(self) -> None:
        event = over("club_night")
        stage = event.stages.get()
        table = standings(stage)
        assert table is not None
        for code in ("buchholz", "buchholz_cut"):
            assert all(line.tiebreak(code) is not None for line in table.lines)
        page = Visitor().open("standings", stage.uid)
        headings = [page.html.index(f">{words}<") for words in ("Buchholz, cut", "Buchholz")]
        assert headings == sorted(headings)
        words = tiebreak_order(table)
        assert words == "" or words.startswith("Ties are broken in this order: ")
        assert words in page
        french = in_french("standings", stage.uid).html
        assert "Départage, dans cet ordre" in french
        assert "Buchholz tronqué\u202f; Buchholz" in french

    @pytest.mark.both_databases
    def test_the_heading_names_the_event(self) -> None:
        event = over()
        words = Visitor().open("standings", event.stages.order_by("order")[1].uid).words
        assert "Standings Open · Consolation" in words

    @pytest.mark.both_databases
    def test_standings_frozen_with_fewer_figures_stay_as_they_are(self) -> None:
        event = over("club_night")
        stage = event.stages.get()
        for line in stage.standings["places"]:
            line["tiebreaks"] = line["tiebreaks"][:1]
        stage.save(update_fields=["standings"])
        before, completion = stage.standings, stage.completed_at
        progress.advance(event)
        stage.refresh_from_db()
        assert (stage.standings, stage.completed_at) == (before, completion)


class TestNames:
    """A stage of a template is called in the language of the reader, whatever that of its maker."""

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_a_name_of_a_template_follows_the_reader(self, language: str) -> None:
        with translation.override(language):
            plan = suited(TEMPLATES["weekend"], entrants=10)
            event = plans.create_from_plan(
                factories.tournament(), by=None, plan=plan, name="Open", entrants=10
            )
        assert "Last chance" in Visitor().open("event", event.uid)
        assert "Dernière chance" in in_french("event", event.uid)

    def test_a_name_of_ones_own_stays(self) -> None:
        stage = lifecycle.create_stage(factories.event(), by=None, name="Coupe des Perdants")
        assert "Coupe des Perdants" in Visitor().open("event", stage.event.uid)
        assert "Coupe des Perdants" in in_french("event", stage.event.uid)

    def test_french_has_its_space_before_a_colon(self) -> None:
        stage = factories.stage(format="swiss", options={"rounds": 3})
        page = in_french("desk_draw", stage.uid, player=factories.owner(stage.event.tournament))
        assert "\u202f: 3" in page.html
        assert "Rondes: 3" not in page.html


def test_matches_too_short_to_learn_from_are_not_called_none() -> None:
    at = timezone.now()
    fast = learnt([(timedelta(seconds=50), 7)] * 58, prior_pace=8.0)
    words = outlook_grounds(Outlook(at, at, {}, fast, 99, at))
    assert "58 timed matches were too short or too long to learn from" in words
    nothing = outlook_grounds(Outlook(at, at, {}, learnt([], prior_pace=8.0), 99, at))
    assert "no match has been timed yet" in nothing


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_label_repeats_the_word_that_its_value_begins_with(language: str) -> None:
    stage = factories.stage(format="swiss", options={"rounds": 3})
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None, seed="videau")
    match = factories.open_matches(stage)[0]
    director = Visitor(factories.owner(stage.event.tournament))
    director.client.cookies["django_language"] = language
    for name, uid in (("match", match.uid), ("desk_match", match.uid), ("event_info", stage.event.uid)):
        facts = re.findall(
            r"<dt[^>]*>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", director.open(name, uid).html, re.DOTALL
        )
        assert facts
        for label, value in facts:
            first = [re.sub(r"<[^>]+>", "", words).split()[:1] for words in (label, value)]
            assert first[0][0].casefold() != " ".join(first[1]).casefold(), name
