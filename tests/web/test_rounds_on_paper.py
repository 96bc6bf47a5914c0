"""Rounds on paper: groups, divisions, deadlines, boards, and what is known before anybody has played."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.remembered import remembered
from tests.tournaments import team_matches
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.models import Stage
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.exports.paper import printed_stages
from tournaments.queries.exports.printed_rounds import printed_rounds

pytestmark = pytest.mark.django_db


@remembered
def groups(count: int = 6) -> Stage:
    """Two groups, drawn."""
    stage = factories.stage(format="round_robin", options={"groups": 2})
    factories.entrants(stage.event, count)
    draw.draw(stage, by=None, seed="videau")
    return stage


def league(*, begins: timedelta) -> Stage:
    """Two divisions of four, drawn; a round takes seven days."""
    event = factories.event()
    lifecycle.change_event(event, by=None, starts_at=timezone.now() + begins)
    stage = factories.stage(event, format="league", options={"divisions": 2, "days": 7})
    factories.entrants(event, 8)
    draw.draw(stage, by=None, seed="videau")
    return stage


def paper(stage: Stage, name: str = "pairings", *, language: str = "en", **query: str) -> Page:
    """A paper of a stage as its director prints it."""
    visitor = Visitor(factories.owner(stage.event.tournament))
    visitor.client.cookies["django_language"] = language
    return visitor.open(f"desk_print_{name}", stage.uid, **query)


def rows(page: Page) -> list[list[str]]:
    """The cells of every row in the bodies of the tables."""
    bodies = re.findall(r"<tbody.*?</tbody>", page.html, re.DOTALL)
    lines = [line for body in bodies for line in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]
    return [re.findall(r"<t[hd][^>]*>([^<]*)<", line) for line in lines]


class TestGroups:
    """Who plays in which group or division."""

    def test_pairings_by_table_stand_under_their_group(self) -> None:
        page = paper(groups())
        assert [line[0] for line in rows(page) if len(line) == 1] == ["Group 1", "Group 2"]
        assert "Groupe 2" in paper(groups(), language="fr")

    @pytest.mark.both_databases
    def test_pairings_by_name_say_the_group_of_everybody(self) -> None:
        stage = groups()
        group_by_name = {line[0]: line[1] for line in rows(paper(stage, by="name"))}
        entrants = stage.pairings.filter(round=1).values_list("seats__entrant__side__full_name", flat=True)
        assert set(group_by_name) == set(entrants)
        assert sorted(group_by_name.values()) == ["1"] * 3 + ["2"] * 3

    def test_slips_say_the_group_and_the_deadline_of_a_match(self) -> None:
        stage = league(begins=timedelta(days=-1))
        for name in ("slips", "scoresheets"):
            page = paper(stage, name)
            assert (page.words.count("Division 1"), page.words.count("Division 2")) == (2, 2)
            assert page.words.count("to be played by") == 4
        match = factories.open_matches(stage)[0]
        visitor = Visitor(factories.owner(stage.event.tournament))
        assert "Division 1" in visitor.open("desk_print_slip", match.uid)

    def test_a_stage_without_groups_names_none(self) -> None:
        stage = factories.drawn_stage(4)
        assert "Group" not in paper(stage)
        assert [len(line) for line in rows(paper(stage, by="name"))] == [4] * 4


class TestByes:
    """Places that nobody has."""

    def test_no_line_of_a_michigan_movement_is_without_a_name(self) -> None:
        stage = factories.stage(format="michigan")
        factories.entrants(stage.event, 9)
        draw.draw(stage, by=None, seed="videau")
        factories.play_open_matches(stage)
        chart = bracket(stage)
        assert chart is not None
        # The one who lost in round 1 has a bye among three places of nobody.
        assert [sum(bool(side.entrant) for side in slot.sides) for slot in chart.rounds[2].slots] == [
            1,
            0,
            0,
            0,
        ]
        rounds = printed_rounds(stage)
        assert {1, 2} <= {of.round.number for of in rounds} <= {1, 2, 4, 6}
        lines = [one.slot for of in rounds for group in of.groups for one in group.slots]
        assert all(any(side.entrant for side in line.sides) for line in lines)
        assert "Bye – Bye" not in paper(stage, round="3")


class TestLeagues:
    """Divisions, deadlines, the schedule before the first day, and what is overdue."""

    def test_a_round_says_its_divisions_and_until_when_it_is_played(self) -> None:
        stage = league(begins=timedelta(days=-1))
        page = paper(stage, round="1")
        assert "to be played by" in page
        assert [line[0] for line in rows(page) if len(line) == 1] == ["Division 1", "Division 2"]
        french = paper(stage, round="1", language="fr")
        assert ("à jouer avant le" in french, "Division 2" in french) == (True, True)

    def test_standings_on_paper_say_who_would_go_up_and_down(self) -> None:
        page = paper(league(begins=timedelta(days=-1)), "standings")
        assert (page.html.count("would go up"), page.html.count("would go down")) == (1, 1)

    def test_every_round_is_printed_before_the_first_day(self) -> None:
        stage = league(begins=timedelta(days=5))
        assert not stage.pairings.exists()
        page = paper(stage, "rounds")
        assert page.html.count("to be played by") == 3
        assert len([line for line in rows(page) if len(line) == 5]) == 3 * 4
        assert "Nothing is paired yet" not in paper(stage, round="3")
        [papers] = printed_stages(stage.event)
        assert [(of.number, of.is_open) for of in papers.rounds] == [(1, False), (2, False), (3, False)]
        index = Visitor(factories.owner(stage.event.tournament)).open("desk_print", stage.event.uid)
        assert 'value="overdue"' in index.html

    def test_the_overdue_list_has_what_should_have_been_played(self) -> None:
        stage = league(begins=timedelta(days=-10))
        first, *others = [one for one in factories.open_matches(stage) if one.pairing.round == 1]
        results.report(first, by=factories.around(first).director, score=(7, 0))
        page = paper(stage, "rounds", only="overdue")
        names = {tuple(line[1:3]) for line in rows(page) if len(line) == 5}
        assert names == {(match.one.name, match.two.name) for match in others}
        assert "Round 2" not in page
        assert "Matchs en retard" in paper(stage, "rounds", only="overdue", language="fr")
        assert "No match is overdue." in paper(groups(), "rounds", only="overdue")


class TestTeams:
    """Boards with tables, players' names and their own length."""

    def test_boards_stand_under_their_team_match_with_table_names_and_length(self) -> None:
        match, (first, second, third) = team_matches.match_with_boards()
        stage = match.pairing.stage
        [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["12"])
        calling.assign(second, by=None, table=table)
        team_matches.say(first, (7, 3))
        team, *boards = rows(paper(stage))
        assert team == ["", "", match.one.name, match.two.name, "", "1–0"]
        assert boards == [
            ["1", "", first.one.name, first.two.name, "7", "7–3"],
            ["2", "12", second.one.name, second.two.name, "7", ""],
            ["3", "", third.one.name, third.two.name, "7", ""],
        ]

    def test_players_find_their_board_by_name(self) -> None:
        match, boards = team_matches.match_with_boards()
        lines = {line[0]: line for line in rows(paper(match.pairing.stage, by="name"))}
        assert len(lines) == 2 * len(boards)
        one = boards[1].one.name
        assert lines[one] == [one, match.one.name, "2", "", boards[1].two.name, "7"]

    def test_a_slip_names_the_teams_and_the_list_of_teams_their_players(self) -> None:
        match, boards = team_matches.match_with_boards()
        stage = match.pairing.stage
        teams = f"{match.one.name} – {match.two.name} · Board 2"
        assert teams in paper(stage, "slips")
        assert teams in paper(stage, "scoresheets")
        page = Visitor(factories.owner(stage.event.tournament)).open("desk_print_entrants", stage.event.uid)
        captain = team_matches.captain_of(match)
        assert f"{captain.name} ( captain )" in page.words or f"{captain.name} (captain)" in page
        assert all(board.one.name in page and board.two.name in page for board in boards)

    def test_names_are_written_in_while_the_line_ups_are_secret(self) -> None:
        stage = team_matches.stage_of_teams()
        team, *boards = rows(paper(stage))
        assert (team[4], len(boards)) == ("", 3)
        assert [line[4] for line in boards] == ["7"] * 3
        assert len(rows(paper(stage, "rounds"))) == 1

    def test_the_list_of_all_rounds_has_the_boards_that_each_team_won(self) -> None:
        match, boards = team_matches.match_with_boards()
        for board, score in zip(boards, ((7, 3), (2, 7), (7, 5)), strict=True):
            team_matches.say(board, score)
        team, *lines = rows(paper(match.pairing.stage, "rounds"))
        assert team[5] == "2–1"
        assert [line[5] for line in lines] == ["7–3", "2–7", "7–5"]


def test_a_list_of_all_rounds_asks_no_more_for_more_entrants() -> None:
    counts = []
    for size in (6, 20):
        stage = groups(size)
        visitor = Visitor(factories.owner(stage.event.tournament))
        with CaptureQueriesContext(connection) as queries:
            visitor.client.get(reverse("desk_print_rounds", args=[stage.uid]))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15
