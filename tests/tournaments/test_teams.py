"""Teams: line-ups, boards, and the result of a team match that follows from them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.errors import MatchAlreadyFinal, MatchCancelled
from matches.models import Match, Player, Report
from rules.match import Side
from rules.scoresheet import Outcome
from tests import factories
from tournaments.actions import (
    calling,
    draw,
    errors,
    lifecycle,
    progress,
    records,
    registration,
    results,
    side_errors,
    teams,
)
from tournaments.models import Board, Entrant, Event, Notice, Pairing, Stage, TableUse
from tournaments.queries import audit, bracket
from tournaments.queries.matches import matches_of_player, open_matches
from tournaments.queries.standings import standings
from tournaments.queries.state import follow_ups
from tournaments.queries.teams import boards_of, lineups_of, members_of, team_score

pytestmark = pytest.mark.django_db


def _drawn(
    n: int = 2,
    *,
    boards: int = 3,
    team_size: int = 4,
    format: str = "single_elimination",  # noqa: A002 - the field's word
    options: dict[str, object] | None = None,
) -> Stage:
    """A stage of `n` teams, drawn, whose boards are to seven points."""
    event = factories.event(kind="teams", boards=boards, team_size=team_size)
    stage = factories.stage(event, format=format, options=options)
    factories.entrants(event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def _team_matches(stage: Stage) -> list[Match]:
    return factories.open_matches(stage)


def _opened(n: int = 2, *, boards: int = 3) -> tuple[Match, list[Match]]:
    """A team match whose boards are made, with the matches at them."""
    match = _team_matches(_drawn(n, boards=boards))[0]
    teams.open_boards(match, by=None)
    return match, _boards(match)


def _boards(match: Match) -> list[Match]:
    return [board.match for board in boards_of(match)]


def _say(match: Match, score: tuple[int, int]) -> None:
    results.report(match, by=factories.around(match).director, score=score)


def _play(match: Match, *winners: str) -> None:
    """Open the boards of a team match and play each to seven, side by side."""
    teams.open_boards(match, by=None)
    for board, winner in zip(_boards(match), winners, strict=True):
        _say(board, (7, 3) if winner == "one" else (3, 7))


def _settled(match: Match) -> tuple[str, str, tuple[int, int]]:
    match.refresh_from_db()
    assert match.accepted_report is not None
    return match.winner, match.outcome, match.accepted_report.score


def _captain(match: Match, side: str = "one") -> Player:
    return members_of(match, Side(side))[0]


def _no_findings(event: Event) -> bool:
    return not [finding for finding in audit.findings(event.tournament) if finding.is_fault]


class TestWhoEnters:
    """A team fills its boards and has no more players than the event allows."""

    @pytest.mark.parametrize("found", [2, 5])
    def test_a_team_has_the_size_that_the_event_says(self, found: int) -> None:
        event = factories.event(kind="teams", boards=3, team_size=4)
        with pytest.raises(side_errors.InvalidTeamSize, match=f"from 3 to 4 players; this one has {found}"):
            registration.enter(
                event, by=None, players=[factories.player() for _ in range(found)], name="Lyon"
            )

    def test_a_team_has_a_name_of_its_own(self) -> None:
        event = factories.event(kind="teams", boards=1, team_size=4)
        with pytest.raises(side_errors.NameMissing):
            registration.enter(event, by=None, players=[factories.player()])
        assert (
            registration.enter(event, by=None, players=[factories.player()], name=" Lyon  1 ").name
            == "Lyon 1"
        )

    @pytest.mark.parametrize(
        "setup",
        [
            {"kind": "teams", "boards": 4, "team_size": 4},
            {"kind": "teams", "boards": 5, "team_size": 4},
            {"kind": "teams"},
            {"kind": "singles", "boards": 3, "team_size": 4},
        ],
    )
    def test_boards_are_odd_and_a_team_can_fill_them(self, setup: dict[str, object]) -> None:
        with pytest.raises(errors.InvalidFields):
            lifecycle.create_event(factories.tournament(), by=None, name="Teams", **setup)  # type: ignore[arg-type]

    def test_a_captain_registers_the_team_by_its_players_names(self) -> None:
        event = factories.event(kind="teams", boards=3, team_size=4)
        ann = factories.player("Ann Arbor")
        team = registration.register_self(event, by=ann, partners=["Bob Bear", "Cid Clay"], name="Lyon")
        assert (team.name, [player.name for player in team.side.players.order_by("memberships__order")]) == (
            "Lyon",
            ["Ann Arbor", "Bob Bear", "Cid Clay"],
        )

    def test_a_player_joins_a_team_until_it_is_full(self) -> None:
        event = factories.event(kind="teams", boards=1, team_size=2)
        team = registration.enter(event, by=None, players=[factories.player()], name="Lyon")
        newcomer = factories.player()
        teams.add_player(team, player=newcomer, by=None)
        assert newcomer in team.side.players.all()
        side = team.side
        assert teams.add_player(team, player=newcomer, by=None).side == side
        with pytest.raises(side_errors.InvalidTeamSize):
            teams.add_player(team, player=factories.player(), by=None)


class TestLineups:
    """Each captain names all boards at once; neither side knows the other's until both are in."""

    def test_boards_are_made_when_both_lineups_are_in(self) -> None:
        match = _team_matches(_drawn())[0]
        one, two = (list(members_of(match, side))[1:] for side in Side)
        assert not teams.name_lineup(match, by=_captain(match), players=one)
        assert not boards_of(match)
        assert teams.name_lineup(match, by=_captain(match, "two"), players=two[::-1])
        boards = boards_of(match)
        assert [board.number for board in boards] == [1, 2, 3]
        assert [(board.match.one.players.get(), board.match.two.players.get()) for board in boards] == list(
            zip(one, two[::-1], strict=True)
        )
        assert {board.match.length for board in boards} == {7}
        told = Notice.objects.filter(match__in=[board.match for board in boards], code="next_opponent")
        assert {notice.recipient for notice in told} == {*one, *two}

    def test_a_lineup_can_be_changed_until_the_other_is_in(self) -> None:
        match = _team_matches(_drawn())[0]
        team = list(members_of(match, Side.ONE))
        teams.name_lineup(match, by=team[0], players=team[:3])
        teams.name_lineup(match, by=team[0], players=team[1:])
        assert lineups_of(match) == {Side.ONE: tuple(team[1:])}
        teams.open_boards(match, by=None)
        with pytest.raises(side_errors.LineupsFixed):
            teams.name_lineup(match, by=team[0], players=team[:3])
        assert teams.name_lineup(match, by=team[0], players=team[1:]) is True

    def test_a_director_changes_one_until_a_board_has_begun(self) -> None:
        match, boards = _opened()
        director = factories.around(match).director
        team = list(members_of(match, Side.ONE))
        teams.name_lineup(match, by=director, side="one", players=team[1:])
        made_anew = _boards(match)
        assert [board.one.players.get() for board in made_anew] == team[1:]
        boards[0].refresh_from_db()
        assert boards[0].cancelled_at is not None
        results.start(made_anew[0], by=None)
        with pytest.raises(side_errors.LineupsFixed):
            teams.name_lineup(match, by=director, side="one", players=team[:3])

    def test_who_names_none_plays_in_the_order_of_the_team(self) -> None:
        match = _team_matches(_drawn())[0]
        team = list(members_of(match, Side.TWO))
        teams.name_lineup(match, by=team[0], players=team[1:])
        teams.open_boards(match, by=None)
        teams.open_boards(match, by=None)
        assert lineups_of(match) == {Side.ONE: members_of(match, Side.ONE)[:3], Side.TWO: tuple(team[1:])}
        assert Board.objects.count() == 3

    def test_refusals(self) -> None:
        match = _team_matches(_drawn())[0]
        captain, *others = members_of(match, Side.ONE)
        three = [captain, *others[:2]]
        with pytest.raises(side_errors.CaptainOnly, match=captain.name):
            teams.name_lineup(match, by=others[0], players=three)
        with pytest.raises(errors.OwnMatchRuling):
            teams.name_lineup(match, by=captain, side="two", players=three)
        with pytest.raises(errors.Forbidden):
            teams.name_lineup(match, by=factories.player(), side="one", players=three)
        for wrong in (three[:2], [*three[:2], captain], [*three[:2], _captain(match, "two")]):
            with pytest.raises(side_errors.InvalidLineup, match="Name 3 different players"):
                teams.name_lineup(match, by=captain, players=wrong)
        with pytest.raises(side_errors.InvalidLineup):
            teams.name_lineup(match, by=None, players=three)
        with pytest.raises(side_errors.NotATeamMatch):
            teams.open_boards(factories.open_match().match, by=None)

    def test_nobody_of_a_team_opens_its_boards(self) -> None:
        match = _team_matches(_drawn())[0]
        captain = _captain(match)
        lifecycle.appoint(match.pairing.stage.event.tournament, by=None, player=captain, kind="desk")
        with pytest.raises(errors.OwnMatchRuling):
            teams.open_boards(match, by=captain)


class TestBoards:
    """A board is a match like any other; its team match follows."""

    def test_most_boards_win_and_the_score_is_the_boards_won(self) -> None:
        match, _ = _opened()
        _play(match, "one", "two", "one")
        assert _settled(match) == ("one", "played", (2, 1))
        assert match.accepted_report is not None
        assert (match.settled, match.accepted_report.source) == ("boards", "boards")
        told = Notice.objects.filter(match=match, code="final")
        assert {notice.recipient for notice in told} == {*match.one.players.all(), *match.two.players.all()}

    def test_every_board_is_played_out_before_the_team_match_is_final(self) -> None:
        match, boards = _opened()
        for board in boards[:2]:
            _say(board, (7, 0))
        match.refresh_from_db()
        assert not match.is_final
        assert match.started_at is not None

    def test_players_report_confirm_and_dispute_at_their_board(self) -> None:
        match, (first, second, third) = _opened()
        one, two = (factories.around(first).one, factories.around(first).two)
        results.confirm(results.report(first, by=one, score=(7, 3)).report, by=two)
        results.report(second, by=factories.around(second).one, score=(2, 7))
        said = results.report(third, by=factories.around(third).one, score=(7, 6)).report
        dispute = results.dispute(said, by=factories.around(third).two, reason="I won.", score=(6, 7))
        match.refresh_from_db()
        assert not match.is_final
        results.rule(dispute, by=factories.around(third).director, reason="The slip says so.", score=(6, 7))
        assert _settled(match) == ("two", "played", (1, 2))

    def test_silence_counts_at_a_board_too(self) -> None:
        match, boards = _opened(boards=1)
        results.report(boards[0], by=factories.around(boards[0]).one, score=(7, 3))
        assert results.confirm_overdue(timezone.now() + timedelta(hours=1)) == 1
        assert _settled(match) == ("one", "played", (1, 0))

    def test_the_winner_goes_on_and_the_next_team_match_waits_for_lineups(self) -> None:
        stage = _drawn(4)
        for match in _team_matches(stage):
            _play(match, "one", "one", "two")
        progress.advance(stage.event)
        [final] = _team_matches(stage)
        assert not boards_of(final)
        assert progress.advance(stage.event) == 0
        _play(final, "two", "two", "two")
        progress.advance(stage.event)
        view = bracket.bracket(stage)
        assert view is not None
        assert view.champion is not None
        assert view.champion.name == final.two.name
        assert [side.score for side in (view.rounds[-1].slots[0].one, view.rounds[-1].slots[0].two)] == [0, 3]
        assert _no_findings(stage.event)

    def test_it_stands_at_a_table_and_frees_it(self) -> None:
        match, boards = _opened()
        tournament = match.pairing.stage.event.tournament
        [table] = lifecycle.add_tables(tournament, by=None, names=["1"])
        calling.assign(boards[0], by=None, table=table)
        _say(boards[0], (7, 0))
        progress.advance(match.pairing.stage.event)
        assert not TableUse.objects.filter(until=None).exists()
        with pytest.raises(side_errors.TeamMatchByBoards):
            calling.assign(match, by=None, table=table)

    def test_lists_show_a_board_after_its_team_match(self) -> None:
        match, boards = _opened()
        lines = open_matches(match.pairing.stage.event)
        assert [(line.match, line.board and line.board.number, line.is_team_match) for line in lines] == [
            (match, None, True),
            *((board, number, False) for number, board in enumerate(boards, start=1)),
        ]
        player = factories.around(boards[1]).one
        assert [line.match for line in matches_of_player(player)] == [match, boards[1]]
        reserve = members_of(match, Side.ONE)[3]
        assert [line.match for line in matches_of_player(reserve)] == [match]

    def test_the_length_of_a_round_is_that_of_its_boards(self) -> None:
        match, boards = _opened()
        results.start(boards[0], by=None)
        assert lifecycle.change_round_length(match.pairing.stage, by=None, round=1, length=9) == 2
        assert [board.length for board in _boards(match)] == [7, 9, 9]
        match.refresh_from_db()
        assert match.length == 3


class TestNotPlayed:
    """Forfeits at boards, and teams that leave."""

    def test_a_forfeited_board_is_a_board_lost(self) -> None:
        match, boards = _opened()
        director = factories.around(match).director
        results.forfeit(boards[0], by=director, loser="one", reason="absent")
        for board in boards[1:]:
            _say(board, (7, 3))
        assert _settled(match) == ("one", "played", (2, 1))

    def test_boards_without_a_winner_leave_the_points_to_decide(self) -> None:
        match, boards = _opened()
        results.forfeit(boards[0], by=factories.around(match).director, loser=None, reason="absent")
        _say(boards[1], (7, 6))
        _say(boards[2], (2, 7))
        assert _settled(match) == ("two", "played", (1, 1))

    def test_then_the_first_board_that_was_won(self) -> None:
        match, boards = _opened()
        results.forfeit(boards[0], by=factories.around(match).director, loser=None, reason="absent")
        _say(boards[1], (3, 7))
        _say(boards[2], (7, 3))
        assert _settled(match) == ("two", "played", (1, 1))

    def test_nobody_wins_where_nobody_won_a_board(self) -> None:
        match, boards = _opened()
        for board in boards:
            results.forfeit(board, by=factories.around(match).director, loser=None, reason="absent")
        assert _settled(match) == ("", "double_forfeit", (0, 0))

    def test_a_team_match_of_forfeits_was_not_played(self) -> None:
        match, boards = _opened()
        for board in boards:
            results.forfeit(board, by=factories.around(match).director, loser="two", reason="absent")
        assert _settled(match) == ("one", "forfeit", (3, 0))

    def test_a_team_that_leaves_before_a_board_began_gives_a_walkover(self) -> None:
        match, boards = _opened()
        registration.withdraw(Entrant.objects.get(side=match.one), by=_captain(match))
        assert _settled(match)[:2] == ("two", "walkover")
        assert not boards_of(match)
        boards[0].refresh_from_db()
        assert boards[0].cancelled_at is not None
        with pytest.raises(MatchCancelled):
            _say(boards[0], (7, 0))

    def test_a_team_that_leaves_later_gives_up_the_boards_that_are_open(self) -> None:
        match, boards = _opened()
        _say(boards[0], (7, 3))
        results.start(boards[1], by=None)
        registration.withdraw(Entrant.objects.get(side=match.one), by=_captain(match))
        assert [board.outcome for board in _boards(match)] == ["played", "retired", "forfeit"]
        assert _settled(match) == ("two", "played", (1, 2))

    def test_boards_already_won_stay_won(self) -> None:
        match, boards = _opened()
        for board in boards[:2]:
            _say(board, (7, 3))
        registration.withdraw(Entrant.objects.get(side=match.one), by=_captain(match))
        assert _settled(match) == ("one", "played", (2, 1))

    def test_the_captain_gives_up_the_whole_match(self) -> None:
        match, boards = _opened()
        _say(boards[0], (7, 3))
        captain, other, *_ = members_of(match, Side.ONE)
        with pytest.raises(side_errors.CaptainOnly):
            results.forfeit(match, by=other, loser="one", outcome=Outcome.RETIRED)
        results.forfeit(match, by=captain, loser="one", outcome=Outcome.RETIRED)
        assert _settled(match) == ("two", "retired", (1, 0))
        assert _boards(match) == [boards[0]]


class TestTheDirector:
    """What a director says of a whole team match stands."""

    def test_enters_the_boards_won_without_their_scores(self) -> None:
        match = _team_matches(_drawn())[0]
        _say(match, (2, 1))
        assert _settled(match) == ("one", "played", (2, 1))
        with pytest.raises(MatchAlreadyFinal):
            teams.open_boards(match, by=None)

    @pytest.mark.parametrize("score", [(2, 2), (-1, 1), (0, 0)])
    def test_no_more_boards_than_there_are(self, score: tuple[int, int]) -> None:
        match = _team_matches(_drawn())[0]
        with pytest.raises(side_errors.InvalidBoardScore, match="3 boards"):
            _say(match, score)

    def test_names_the_winner_of_equal_boards(self) -> None:
        match = _team_matches(_drawn())[0]
        director = factories.around(match).director
        with pytest.raises(side_errors.InvalidBoardScore):
            results.report(match, by=director, score=(2, 1), winner="two")
        results.report(match, by=director, score=(1, 1), winner="two")
        assert _settled(match) == ("two", "played", (1, 1))

    def test_ends_the_boards_that_are_open(self) -> None:
        match, boards = _opened()
        _say(boards[0], (7, 0))
        _say(match, (2, 1))
        assert _boards(match) == [boards[0]]
        boards[1].refresh_from_db()
        assert boards[1].cancelled_at is not None

    def test_a_ruling_on_the_team_match_stays_whatever_a_board_comes_to(self) -> None:
        match, boards = _opened()
        _play(match, "one", "one", "two")
        director = factories.around(match).director
        results.correct(match, by=director, score=(1, 2), reason="A player was not of the team.")
        results.correct(boards[2], by=director, score=(7, 3), reason="slip")
        assert _settled(match) == ("two", "played", (1, 2))

    def test_players_leave_a_team_match_to_its_boards(self) -> None:
        match, _ = _opened()
        captain, director = _captain(match), factories.around(match).director
        with pytest.raises(side_errors.TeamMatchByBoards):
            results.report(match, by=captain, score=(2, 1))
        with pytest.raises(side_errors.TeamMatchByBoards):
            results.start(match, by=captain)
        with pytest.raises(side_errors.TeamMatchByBoards):
            records.upload(match, by=captain, file_name="match.mat", data=b"")
        with pytest.raises(side_errors.TeamMatchByBoards):
            results.penalise(match, by=director, to="one", points=1, reason="late")
        with pytest.raises(side_errors.TeamMatchByBoards):
            results.change_length(match, by=director, length=5, reason="late")
        with pytest.raises(side_errors.TeamMatchByBoards):
            results.report(match, by=director, games=[])


class TestCorrections:
    """A board corrected afterwards carries through its team match."""

    def _semifinals(self) -> tuple[Stage, Match]:
        stage = _drawn(4)
        for match in _team_matches(stage):
            _play(match, "one", "one", "two")
        progress.advance(stage.event)
        return stage, Pairing.objects.filter(stage=stage, round=1)[0].match  # type: ignore[return-value]

    def test_another_winner_goes_on(self) -> None:
        stage, match = self._semifinals()
        board = _boards(match)[0]
        results.correct(board, by=factories.around(match).director, score=(3, 7), reason="slip")
        assert _settled(match) == ("two", "played", (1, 2))
        [final] = _team_matches(stage)
        assert match.two in (final.one, final.two)
        assert Report.objects.filter(match=match, source="boards").count() == 2
        assert _no_findings(stage.event)

    def test_the_same_winner_keeps_what_follows(self) -> None:
        stage, match = self._semifinals()
        [final] = _team_matches(stage)
        results.correct(_boards(match)[2], by=factories.around(match).director, score=(7, 3), reason="slip")
        assert _settled(match) == ("one", "played", (3, 0))
        assert _team_matches(stage) == [final]

    def test_its_impact_is_what_follows_from_the_team_match(self) -> None:
        stage, match = self._semifinals()
        [final] = _team_matches(stage)
        assert [found.pairing.match for found in follow_ups(_boards(match)[0])] == [final]

    def test_it_is_refused_where_a_board_of_the_next_match_has_begun(self) -> None:
        stage, match = self._semifinals()
        [final] = _team_matches(stage)
        teams.open_boards(final, by=None)
        results.start(_boards(final)[0], by=None)
        with pytest.raises(errors.MatchBegun):
            results.correct(
                _boards(match)[0], by=factories.around(match).director, score=(3, 7), reason="slip"
            )
        assert _settled(match) == ("one", "played", (2, 1))

    def test_open_boards_of_a_match_that_no_longer_follows_are_cancelled(self) -> None:
        stage, match = self._semifinals()
        [final] = _team_matches(stage)
        teams.open_boards(final, by=None)
        gone = _boards(final)
        results.correct(_boards(match)[0], by=factories.around(match).director, score=(3, 7), reason="slip")
        assert Match.objects.filter(pk__in=[board.pk for board in gone], cancelled_at=None).count() == 0
        assert _no_findings(stage.event)


class TestSubstitutes:
    """A substitute of a team takes the place in its line-up and at its board."""

    def test_before_a_board_has_begun(self) -> None:
        match, _ = _opened()
        entrant = Entrant.objects.get(side=match.one)
        out, newcomer = members_of(match, Side.ONE)[1], factories.player("Nina Newcomer")
        teams.substitute(entrant, out=out, in_=newcomer, by=None, reason="ill")
        match.refresh_from_db()
        assert (match.one, match.one.name) == (entrant.side, entrant.name)
        assert _boards(match)[1].one.players.get() == newcomer
        assert lineups_of(match)[Side.ONE][1] == newcomer

    def test_a_reserve_changes_no_board(self) -> None:
        match, boards = _opened()
        entrant = Entrant.objects.get(side=match.one)
        teams.substitute(
            entrant, out=members_of(match, Side.ONE)[3], in_=factories.player(), by=None, reason="ill"
        )
        assert [board.one for board in _boards(match)] == [board.one for board in boards]

    def test_a_team_match_begun_is_played_by_those_who_began_it(self) -> None:
        match, boards = _opened()
        entrant = Entrant.objects.get(side=match.one)
        results.start(boards[0], by=None)
        out = members_of(match, Side.ONE)[1]
        teams.substitute(entrant, out=out, in_=factories.player(), by=None, reason="ill")
        for board, score in zip(_boards(match), [(7, 3), (7, 3), (3, 7)], strict=True):
            _say(board, score)
        assert _settled(match) == ("one", "played", (2, 1))
        progress.advance(match.pairing.stage.event)
        view = bracket.bracket(match.pairing.stage)
        assert view is not None
        assert view.champion is not None
        assert view.champion.entrant == entrant.uid
        assert _no_findings(match.pairing.stage.event)


class TestStandings:
    """Boards decide between teams of equal points."""

    @pytest.mark.parametrize("code", ["board_points", "points_difference"])
    def test_board_points_in_a_round_robin(self, code: str) -> None:
        stage = _drawn(3, format="round_robin", options={"first_tiebreak": code})
        beats = {("A", "B"): 3, ("B", "C"): 2, ("C", "A"): 2}
        names = {}
        for entrant, name in zip(stage.event.entrants.order_by("pk"), "ABC", strict=True):
            names[entrant.side_id] = name
        while matches := _team_matches(stage):
            for match in matches:
                pair = (names[match.one_id], names[match.two_id])
                won = beats.get(pair)
                _say(match, (won, 3 - won) if won else (3 - beats[pair[::-1]], beats[pair[::-1]]))
            progress.advance(stage.event)
        view = standings(stage)
        assert view is not None
        by_uid = {entrant.uid: names[entrant.side_id] for entrant in stage.event.entrants.all()}
        found = [(by_uid[line.entrant], dict(line.tiebreaks).get(code)) for line in view.lines]
        boards = {"A": 4, "C": 3, "B": 2}
        differences = {"A": 2, "C": 0, "B": -2}
        assert found == list((boards if code == "board_points" else differences).items())

    def test_teams_play_a_swiss_to_its_end(self) -> None:
        stage = _drawn(4, format="swiss", options={"rounds": 3, "tiebreak_1": "board_points"})
        while matches := _team_matches(stage):
            for match in matches:
                _play(match, "one", "two", "one")
            progress.advance(stage.event)
            assert progress.advance(stage.event) == 0
        assert standings(stage) is not None
        assert _no_findings(stage.event)


def test_the_score_of_boards_is_a_pure_sum() -> None:
    match, boards = _opened(boards=1)
    _say(boards[0], (7, 6))
    assert team_score(_boards(match)).won == (1, 0)
