"""The pages of pairs and teams: entering, substitutes, line-ups, boards."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from matches.models import Match, Player
from rules.match import Side
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration, teams
from tournaments.models import Entrant, Event
from tournaments.queries.entrants.teams import boards_of, lineups_of, members_of

pytestmark = pytest.mark.django_db


def _director(event: Event) -> Visitor:
    return Visitor(factories.owner(event.tournament))


def _team_match(*, boards: int = 3) -> Match:
    event = factories.event(kind="teams", boards=boards, team_size=boards + 1)
    stage = factories.stage(event)
    for name in ("Lyon", "Marseille"):
        factories.entrant(event, name)
    draw.draw(stage, by=None, seed="videau")
    return factories.open_matches(stage)[0]


def _event_of(match: Match) -> Event:
    return match.pairing.stage.event


def test_a_director_adds_an_event_of_teams() -> None:
    tournament = factories.tournament()
    fields = {
        "name": "Nations Cup",
        "kind": "teams",
        "boards": "5",
        "team_size": "7",
        "format": "single_elimination",
        "lengths": "7",
        "registration": "desk",
        "grace_minutes": "10",
    }
    visitor = Visitor(factories.owner(tournament))
    refusal = visitor.post("desk_new_event", tournament.uid, **{**fields, "boards": "4"})
    assert refusal.status == 422
    assert "odd number of boards" in refusal
    visitor.post("desk_new_event", tournament.uid, **fields)
    event = Event.objects.get(name="Nations Cup")
    assert (event.kind, event.boards, event.team_size) == ("teams", 5, 7)


def test_boards_typed_for_doubles_are_left_out() -> None:
    tournament = factories.tournament()
    Visitor(factories.owner(tournament)).post(
        "desk_new_event",
        tournament.uid,
        name="Doubles",
        kind="doubles",
        boards="3",
        format="single_elimination",
        lengths="5",
        registration="desk",
        grace_minutes="10",
    )
    assert Event.objects.get(name="Doubles").boards is None


class TestEntering:
    """Pairs and teams at the desk."""

    def test_two_walk_ins(self) -> None:
        event = factories.event(kind="doubles")
        page = _director(event).send(
            "desk_enter_side", event.uid, player_1="Ann Arbor, Nantes, FR", player_2="Bob Bear"
        )
        assert "Ann Arbor / Bob Bear is entered." in page
        ann = Player.objects.get(name="Ann Arbor")
        assert (ann.club, ann.country) == ("Nantes", "FR")

    def test_a_known_player_with_a_walk_in(self) -> None:
        event = factories.event(kind="doubles")
        ann = factories.player("Ann Arbor")
        visitor = _director(event)
        question = visitor.post("desk_enter_side", event.uid, player_1="Ann Arbor", player_2="Bob Bear")
        assert question.status == 422
        assert "Who is Ann Arbor?" in question
        assert not Entrant.objects.exists()
        visitor.post("desk_enter_side", event.uid, player_1="Ann Arbor", who_1=ann.uid, player_2="Bob Bear")
        assert [member.player.name for member in Entrant.objects.get().side.members.all()] == [
            "Ann Arbor",
            "Bob Bear",
        ]
        assert Player.objects.filter(name="Ann Arbor").count() == 1

    def test_two_known_players(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        fields = {"player_1": "Ann Arbor", "who_1": ann.uid, "player_2": "Bob Bear", "who_2": bob.uid}
        _director(event).post("desk_enter_side", event.uid, at_once="on", **fields)
        entrant = Entrant.objects.get()
        assert set(entrant.side.players.all()) == {ann, bob}
        assert entrant.checked_in_at is not None

    def test_one_new_name_typed_twice_is_asked_about(self) -> None:
        event = factories.event(kind="doubles")
        same = {"player_1": "Twin Twin, Lyon, FR", "player_2": "twin  twin, LYON, fr"}
        page = _director(event).post("desk_enter_side", event.uid, **same)
        assert page.status == 422
        assert "is named twice. Name different players." in page
        assert not Player.objects.filter(name__iexact="twin twin").exists()
        namesakes = {"player_1": "Twin Twin, Lyon, FR", "player_2": "Twin Twin, Metz, FR"}
        _director(event).post("desk_enter_side", event.uid, **namesakes)
        assert Player.objects.filter(name="Twin Twin").count() == 2

    def test_a_refused_pair_adds_nobody(self) -> None:
        event = factories.event(kind="doubles")
        ann = factories.player("Ann Arbor")
        fields = {"player_1": "Ann Arbor", "who_1": ann.uid, "player_2": "Ann Arbor", "who_2": ann.uid}
        page = _director(event).post("desk_enter_side", event.uid, **fields)
        assert page.status == 422
        assert "Ann Arbor is named twice." in page
        page = _director(event).post("desk_enter_side", event.uid, player_1="Zoe Zeal", player_2="")
        assert page.status == 422
        assert not Player.objects.filter(name="Zoe Zeal").exists()

    def test_a_team_with_its_captain_first(self) -> None:
        event = factories.event(kind="teams", boards=3, team_size=4)
        fields = {
            f"player_{number}": name for number, name in enumerate(("Ann A", "Bob B", "Cid C"), start=1)
        }
        page = _director(event).send("desk_enter_side", event.uid, name="Lyon", **fields)
        assert "Lyon is entered." in page
        assert "From 3 to 4 players" in page

    def test_the_search_box_enters_nobody_alone(self) -> None:
        event = factories.event(kind="doubles")
        pair = factories.entrant(event, "Ann Arbor")
        factories.player("Ann Other")
        visitor = _director(event)
        page = visitor.open("desk_entrants", event.uid, q="Ann")
        assert "Enter a pair" in page
        assert f"check_in:{pair.uid}" in page.html
        assert "Ann Other" not in page

    def test_singles_have_no_such_page(self) -> None:
        event = factories.event()
        assert _director(event).open("desk_enter_side", event.uid).status == 302


class TestRegistering:
    """A player names the partner."""

    def test_with_a_partner(self) -> None:
        event = factories.event(kind="doubles")
        ann = factories.player("Ann Arbor", email="ann@example.org")
        assert "Your partner" in Visitor(ann).open("register", event.uid)
        missing = Visitor(ann).post("register", event.uid)
        assert missing.status == 422
        Visitor(ann).send("register", event.uid, partner_2="Bob Bear")
        assert Entrant.objects.get().name == "Ann Arbor / Bob Bear"

    def test_what_is_refused_is_said_in_the_form(self) -> None:
        event = factories.event(kind="doubles")
        ann = factories.player("Ann Arbor", email="ann@example.org")
        page = Visitor(ann).post("register", event.uid, partner_2="Ann Arbor")
        assert page.status == 422
        assert "You cannot be your own partner." in page


class TestSubstitutes:
    """The desk changes who plays for an entrant."""

    def test_a_new_player_stands_in(self) -> None:
        event = factories.event(kind="doubles")
        pair = factories.entrant(event, "Ann Arbor")
        out = pair.side.members.get(order=1).player
        visitor = _director(event)
        assert out.name in visitor.open("desk_change_players", pair.uid)
        visitor.send("desk_change_players", pair.uid, out=out.uid, substitute="Nina New, Lille, FR")
        pair.refresh_from_db()
        assert pair.name == "Ann Arbor / Nina New"

    def test_somebody_known_is_asked_for_and_joins_a_team(self) -> None:
        event = factories.event(kind="teams", boards=1, team_size=2)
        team = registration.enter(event, by=None, players=[factories.player()], name="Lyon")
        nina = factories.player("Nina New")
        visitor = _director(event)
        page = visitor.post("desk_change_players", team.uid, out="", substitute="Nina New")
        assert (page.status, "Who is Nina New?" in page) == (422, True)
        visitor.send("desk_change_players", team.uid, out="", substitute="Nina New", who=nina.uid)
        team.refresh_from_db()
        assert nina in team.side.players.all()


class TestTeamMatch:
    """A team match and its boards, on the phone and at the desk."""

    def test_a_captain_names_the_line_up(self) -> None:
        match = _team_match()
        captain, *others = members_of(match, Side.ONE)
        visitor = Visitor(captain)
        assert "Name the line-up" in visitor.open("match", match.uid)
        fields = {f"board_{number}": player.uid for number, player in enumerate(others, start=1)}
        page = visitor.send("lineup", match.uid, **fields)
        assert "stays secret until the other team" in page
        assert lineups_of(match)[Side.ONE] == tuple(others)
        assert others[0].name in page.words.split("Line-up:")[1]
        other_captain = Visitor(members_of(match, Side.TWO)[0])
        assert "Line-up:" not in other_captain.open("match", match.uid)

    def test_a_player_twice_is_refused_in_the_form(self) -> None:
        match = _team_match()
        captain = members_of(match, Side.ONE)[0]
        page = Visitor(captain).post(
            "lineup", match.uid, **{f"board_{number}": captain.uid for number in (1, 2, 3)}
        )
        assert page.status == 422
        assert "Name 3 different players of" in page

    def test_the_others_of_a_team_see_who_names_it(self) -> None:
        match = _team_match()
        captain, other, *_ = members_of(match, Side.ONE)
        page = Visitor(other).open("match", match.uid)
        assert f"{captain.name} names the line-up." in page
        assert "Report" not in page.words

    def test_the_desk_names_one_and_makes_the_boards(self) -> None:
        match = _team_match()
        visitor = _director(_event_of(match))
        assert "Line-ups and boards" in visitor.open("desk_event", _event_of(match).uid)
        team = members_of(match, Side.TWO)
        fields = {f"board_{number}": player.uid for number, player in enumerate(team[1:], start=1)}
        address = f"/m/{match.uid}/lineup/?side=two"
        assert visitor.at(address).status == 200
        visitor.client.post(address, fields)
        page = visitor.send("desk_open_boards", match.uid)
        assert "The boards are made." in page
        assert len(boards_of(match)) == 3
        assert [player.uid for player in team[1:]] == [
            board.match.two.players.get().uid for board in boards_of(match)
        ]

    def test_a_board_says_what_it_is_a_board_of(self) -> None:
        match = _team_match()
        teams.open_boards(match, by=None)
        board = boards_of(match)[1].match
        player = factories.around(board).one
        words = f"Board 2 of {match.one.name} – {match.two.name}"
        assert words in Visitor().open("match", board.uid)
        assert words in Visitor(player).open("my_matches")
        assert words in _director(_event_of(match)).open("desk_event", _event_of(match).uid)
        assert words in _director(_event_of(match)).open("desk_match", board.uid)

    def test_the_desk_opens_a_board_that_is_over(self) -> None:
        match = _team_match()
        teams.open_boards(match, by=None)
        [first, *_others] = boards_of(match)
        desk = _director(_event_of(match))
        results.report(first.match, by=factories.owner(_event_of(match).tournament), score=(7, 2))
        assert desk.open("desk_match", first.match.uid).status == 200

    def test_a_captain_reports_and_confirms_a_board_on_the_phone(self) -> None:
        match = _team_match()
        teams.open_boards(match, by=None)
        board = boards_of(match)[1].match
        captain, other = (Visitor(members_of(match, side)[0]) for side in Side)
        assert reverse("match", args=[board.uid]) in captain.open("match", match.uid).links
        page = captain.open("match", board.uid)
        assert "A board of your team" in page
        assert "Both on one phone" not in page
        assert "Both on one phone" not in captain.open("report", board.uid)
        captain.send("report", board.uid, winner="one", loser_points="3")
        assert "You reported:" in captain.open("match", board.uid)
        player = Visitor(factories.around(board).one).open("match", board.uid)
        assert "Your side reported:" in player
        report = board.reports.get()
        assert "Is this right?" in other.open("match", board.uid)
        assert "The result is final." in other.send("confirm", report.uid)
        assert Visitor(members_of(match, Side.ONE)[2]).at(f"/m/{board.uid}/report/").status == 403

    def test_boards_stand_on_the_page_of_the_team_match_with_their_scores(self) -> None:
        match = _team_match()
        teams.open_boards(match, by=None)
        for board, score in zip(boards_of(match), [(7, 3), (2, 7), (7, 6)], strict=True):
            results.report(board.match, by=factories.around(match).director, score=score)
        page = Visitor().open("match", match.uid)
        for words in ("7–3", "2–7", "7–6", "its boards"):
            assert words in page

    def test_a_director_enters_the_whole_result_and_corrects_it(self) -> None:
        match = _team_match()
        visitor = _director(_event_of(match))
        refusal = visitor.post("desk_match", match.uid, won_one="2", won_two="2")
        assert (refusal.status, "There are 3 boards" in refusal) == (422, True)
        silent = visitor.post("desk_match", match.uid, won_one="2", won_two="1")
        assert (silent.status, "where they were not recorded" in silent) == (422, True)
        visitor.send("desk_match", match.uid, won_one="2", won_two="1", reason="sheets lost")
        assert "Boards not recorded: sheets lost" in Visitor().open("match", match.uid)
        match.refresh_from_db()
        assert match.winner == "one"
        without = visitor.post("desk_match", match.uid, won_one="1", won_two="2")
        assert without.status == 422
        preview = visitor.send("desk_match", match.uid, won_one="1", won_two="2", reason="other way round")
        assert "Preview" in preview
        visitor.carry_out("desk_match", match.uid, won_one="1", won_two="2", reason="other way round")
        match.refresh_from_db()
        assert match.winner == "two"

    def test_the_public_page_has_the_boards_won_and_where_each_board_stands(self) -> None:
        match = _team_match()
        teams.open_boards(match, by=None)
        first, second, _third = [board.match for board in boards_of(match)]
        results.report(first, by=None, score=(7, 3))
        results.report(second, by=second.one.players.get(), score=(7, 3))
        page = Visitor().open("match", match.uid)
        assert re.search(r"versus-points one[^>]*>1</p>", page.html)
        assert "To be confirmed" in page

    def test_only_its_players_and_the_desk_come_to_a_line_up(self) -> None:
        match = _team_match()
        assert Visitor(factories.player("A", email="a@example.org")).open("lineup", match.uid).status == 403
        assert _director(_event_of(match)).open("lineup", match.uid).status == 404
        single = factories.open_match()
        assert Visitor(single.one).open("lineup", single.match.uid).status == 404

    def test_a_line_up_that_would_be_refused_is_not_asked_for(self) -> None:
        match = _team_match()
        captain, other, *_ = members_of(match, Side.ONE)
        page = Visitor(other).open("lineup", match.uid)
        assert f"{captain.name}" in page
        assert "Name the line-up" not in page
        teams.open_boards(match, by=None)
        page = Visitor(captain).open("lineup", match.uid)
        assert "Name the line-up" not in page
        director = _director(_event_of(match))
        assert "Name the line-up" in director.at(f"/m/{match.uid}/lineup/?side=two")

    def test_the_log_tells_it_in_words(self) -> None:
        match = _team_match()
        teams.open_boards(match, by=None)
        entrant = Entrant.objects.get(side=match.one)
        out, new = members_of(match, Side.ONE)[3], factories.player("Nina New")
        teams.substitute(entrant, out=out, in_=new, by=None, reason="ill")
        page = _director(_event_of(match)).open("desk_log", _event_of(match).tournament.uid)
        assert f"Nina New plays for {out.name}: {entrant.name}." in page
        assert "the boards were made" in page


def test_the_pages_of_teams_speak_french() -> None:
    match = _team_match()
    visitor = _director(_event_of(match))
    visitor.client.post("/language/", {"language": "fr", "next": "/"})
    page = visitor.open("desk_match", match.uid)
    assert "Former les tabliers maintenant" in page
    assert "Line-ups" not in page
