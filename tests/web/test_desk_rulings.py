"""One match at the desk, and disputes: results, penalties, lengths, rulings, corrections, overrides."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from matches.models import Dispute, Ruling
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.records import uploads
from tournaments.models import RoleKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> OpenMatch:
    """An open match of a stage of four."""
    return factories.open_match(7, n=4)


@pytest.fixture
def dispute(game: OpenMatch) -> Dispute:
    """Both say that they have won."""
    report = results.report(game.match, by=game.one, score=(7, 2)).report
    return results.dispute(report, by=game.two, reason="I won, ask anybody.", score=(4, 7))


def _do(game: OpenMatch, do: str, **fields: object) -> Page:
    return Visitor(game.director).carry_out("desk_match", game.match.uid, do=do, **fields)


class TestMatch:
    """Everything a director does about an open match."""

    def test_a_result_is_entered(self, game: OpenMatch) -> None:
        assert "The result is final" in _do(game, "result", winner="two", loser_points=3)
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.settled) == ("two", "director")

    def test_a_waiting_report_is_let_stand_here_too(self, game: OpenMatch) -> None:
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        page = Visitor(game.director).open("desk_match", game.match.uid)
        assert (
            page.form(
                reverse("desk_board_act", args=[game.stage.event.tournament.uid, game.match.uid, "stand"])
            )["report"]
            == report.uid
        )

    def test_a_signed_slip_is_marked_as_one(self, game: OpenMatch) -> None:
        _do(game, "result", winner="two", loser_points=3, is_signed="on")
        game.match.refresh_from_db()
        assert game.match.settled == "signed"

    def test_two_winners_are_refused_with_the_rule(self, game: OpenMatch) -> None:
        page = _do(game, "result", winner="two", loser_points=7)
        assert "(M1)" in page
        assert page.form(reverse("desk_match", args=[game.match.uid]))["loser_points"] == "7"

    @pytest.mark.parametrize(
        ("outcome", "winner"),
        [
            ("forfeit", "one"),
            ("walkover", "one"),
            ("double_forfeit", ""),
            ("disqualified", "two"),
            ("settled", "one"),
        ],
    )
    def test_a_match_not_played_out_is_closed(self, game: OpenMatch, outcome: str, winner: str) -> None:
        _do(
            game,
            "unfinished",
            **{"unfinished-outcome": outcome, "unfinished-winner": winner, "unfinished-reason": "at 12:30"},
        )
        game.match.refresh_from_db()
        assert (game.match.outcome, game.match.winner) == (outcome, winner)

    def test_a_penalty_is_given_and_taken_back(self, game: OpenMatch) -> None:
        fields = {
            "penalty-to": "two",
            "penalty-points": "1",
            "penalty-before_game": "1",
            "penalty-reason": "late",
        }
        assert "1 point for" in _do(game, "penalise", **fields)
        penalty = game.match.penalties.get()
        assert (penalty.points, penalty.before_game) == (1, 0)
        _do(game, "take-back", penalty=penalty.uid)
        penalty.refresh_from_db()
        assert penalty.voided_at is not None

    def test_the_length_changes(self, game: OpenMatch) -> None:
        _do(game, "length", **{"length-length": "5", "length-before_game": "1", "length-reason": "time"})
        game.match.refresh_from_db()
        assert game.match.length == 5
        page = _do(
            game, "length", **{"length-length": "6", "length-before_game": "1", "length-reason": "time"}
        )
        assert "(M1, M5a)" in page

    def test_nobody_enters_the_own_match(self, game: OpenMatch) -> None:
        lifecycle.appoint(game.stage.event.tournament, game.one, kind=RoleKind.DIRECTOR, by=None)
        page = Visitor(game.one).send("desk_match", game.match.uid, do="result", winner="one", loser_points=3)
        assert "Nobody rules on their own match" in page
        assert page.form(reverse("desk_match", args=[game.match.uid]))["loser_points"] == "3"


def _games(*lines: tuple[str, str, int, str]) -> dict[str, str]:
    """The fields of a scoresheet with these games."""
    fields = {"lines": str(len(lines)), "do": "send"}
    for index, (winner, result, cube, ending) in enumerate(lines):
        game = {"winner": winner, "result": result, "cube": str(cube), "ended": ending}
        fields |= {f"g{index}-{name}": value for name, value in game.items()}
    return fields


# A double in the Crawford game: a ruling matter (M2, P7).
_CRAWFORD_CUBE = _games(
    ("one", "gammon", 2, "borne_off"), ("one", "single", 2, "borne_off"), ("two", "single", 2, "borne_off"),
    ("one", "single", 1, "borne_off"),
)  # fmt: skip


class TestGames:
    """Game by game, with refusals that a director may overrule."""

    def test_the_games_are_entered(self, game: OpenMatch) -> None:
        sheet = _games(("one", "gammon", 2, "borne_off"), ("one", "gammon", 2, "borne_off"))
        Visitor(game.director).send("desk_match_games", game.match.uid, **sheet)
        game.match.refresh_from_db()
        assert game.match.winner == "one"
        assert game.match.accepted_report is not None
        assert game.match.accepted_report.has_games

    def test_a_ruling_matter_is_overruled_by_a_tick_and_a_reason(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        page = visitor.send("desk_match_games", game.match.uid, **_CRAWFORD_CUBE)
        assert "Crawford game, so the cube is out of use" in page
        assert "Accept anyway" in page
        assert page.form(reverse("desk_match_games", args=[game.match.uid]))["g0-result"] == "gammon"
        fields = _CRAWFORD_CUBE | {"overrides": "cube_in_crawford"}
        page = visitor.send("desk_match_games", game.match.uid, **fields)
        assert "Please give a reason" in page
        visitor.send("desk_match_games", game.match.uid, **fields, reason="Noticed a game later.")
        game.match.refresh_from_db()
        assert game.match.is_final
        assert game.match.accepted_report is not None
        assert [one["code"] for one in game.match.accepted_report.overrides] == ["cube_in_crawford"]

    def test_a_check_gets_the_sum_alone(self, game: OpenMatch) -> None:
        fields = _games(("one", "gammon", 2, "borne_off")) | {"do": "check"}
        html = Visitor(game.director).post("desk_match_games", game.match.uid, **fields).html
        assert "<html" not in html
        assert "<input" not in html
        assert "4–0" in html


class TestDispute:
    """Both claims, the words and the records on one page; the ruling with its reason."""

    def test_it_shows_both_sides_and_every_word(self, game: OpenMatch, dispute: Dispute) -> None:
        results.add_statement(dispute, by=game.one, text="The cube was never turned.")
        page = Visitor(game.director).open("desk_dispute", dispute.uid)
        assert f"{game.one.name} 7–2 {game.two.name}" in page
        assert f"{game.one.name} 4–7 {game.two.name}" in page
        assert "I won, ask anybody." in page
        assert "The cube was never turned." in page

    def test_a_side_without_a_result_stands_beside_the_other(self, game: OpenMatch) -> None:
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        dispute = results.dispute(report, by=game.two, reason="No.")
        page = Visitor(game.director).open("desk_dispute", dispute.uid)
        assert "No result given" in page

    def test_a_record_stands_beside_the_reports(
        self, game: OpenMatch, dispute: Dispute, run_jobs: Callable[[], int]
    ) -> None:
        uploads.upload(game.match, by=game.one, file_name="ours.mat", data=b"no record at all")
        assert "Being checked" in Visitor(game.director).open("desk_dispute", dispute.uid)
        run_jobs()
        assert "Unreadable" in Visitor(game.director).open("desk_dispute", dispute.uid)

    def test_one_of_the_reports_stands(self, game: OpenMatch, dispute: Dispute) -> None:
        assert dispute.counter_report is not None
        fields = {"stands": dispute.counter_report.uid, "reason": "The slip says so."}
        page = Visitor(game.director).send("desk_dispute", dispute.uid, **fields)
        assert "You have ruled" in page
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.settled) == ("two", "ruling")
        assert Ruling.objects.get().reason == "The slip says so."

    def test_it_leads_back_to_the_page_one_came_from(self, game: OpenMatch, dispute: Dispute) -> None:
        visitor, event = Visitor(game.director), game.stage.event
        board = reverse("desk_board", args=[event.tournament.uid])
        [address] = {link for link in visitor.at(board).links if "/desk/d/" in link}
        page = visitor.at(address)
        at = reverse("desk_dispute", args=[dispute.uid])
        fields = page.form(at) | {"stands": "score", "winner": "one", "loser_points": "6"}
        refusal = visitor.post("desk_dispute", dispute.uid, **fields | {"reason": " "})
        ruled = visitor.post("desk_dispute", dispute.uid, **refusal.form(at) | {"reason": "Both were wrong."})
        assert ruled.response["Location"] == board

    def test_a_ruling_game_by_game_leads_back_to_the_board(self, game: OpenMatch, dispute: Dispute) -> None:
        visitor, event = Visitor(game.director), game.stage.event
        page = visitor.open("desk_dispute", dispute.uid, **{"from": "board"})
        at = reverse("desk_dispute_games", args=[dispute.uid])
        assert f"{at}?from=board" in page.links
        origin = visitor.at(f"{at}?from=board").form(at)["from"]
        sheet = _games(("two", "gammon", 2, "borne_off"), ("two", "gammon", 2, "borne_off"))
        fields = sheet | {"reason": "We replayed it.", "from": origin}
        ruled = visitor.post("desk_dispute_games", dispute.uid, **fields)
        assert ruled.response["Location"] == reverse("desk_board", args=[event.tournament.uid])

    def test_a_ruling_from_the_list_of_matches_leads_back_there(
        self, game: OpenMatch, dispute: Dispute
    ) -> None:
        fields = {"stands": "score", "winner": "one", "loser_points": "6", "reason": "Wrong.", "from": "//x"}
        ruled = Visitor(game.director).post("desk_dispute", dispute.uid, **fields)
        assert ruled.response["Location"] == reverse("desk_event", args=[game.stage.event.uid])

    def test_another_score_is_ruled(self, game: OpenMatch, dispute: Dispute) -> None:
        fields = {"stands": "score", "winner": "one", "loser_points": "6", "reason": "Both were wrong."}
        Visitor(game.director).send("desk_dispute", dispute.uid, **fields)
        game.match.refresh_from_db()
        assert game.match.accepted_report is not None
        assert game.match.accepted_report.counted == (7, 6)

    def test_a_disqualification_is_ruled(self, game: OpenMatch, dispute: Dispute) -> None:
        fields = {"stands": "unplayed", "outcome": "disqualified", "winner": "two", "reason": "Conduct."}
        page = Visitor(game.director).post("desk_dispute", dispute.uid, **fields, points_one="3")
        assert "Give the points of both sides" in page
        Visitor(game.director).send("desk_dispute", dispute.uid, **fields, points_one="3", points_two="2")
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.outcome) == ("two", "disqualified")

    def test_it_is_ruled_game_by_game(self, game: OpenMatch, dispute: Dispute) -> None:
        sheet = _games(("two", "gammon", 2, "borne_off"), ("two", "gammon", 2, "borne_off"))
        page = Visitor(game.director).send("desk_dispute_games", dispute.uid, **sheet)
        assert "This field is required" in page
        Visitor(game.director).send("desk_dispute_games", dispute.uid, **sheet, reason="We replayed it.")
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.settled) == ("two", "ruling")

    def test_a_ruling_needs_its_reason_and_keeps_the_choice(self, game: OpenMatch, dispute: Dispute) -> None:
        fields = {"stands": "score", "winner": "one", "loser_points": "6", "reason": " "}
        page = Visitor(game.director).post("desk_dispute", dispute.uid, **fields)
        assert page.status == 422
        form = page.form(reverse("desk_dispute", args=[dispute.uid]))
        assert (form["stands"], form["loser_points"]) == ("score", "6")

    def test_nobody_rules_on_the_own_match(self, game: OpenMatch, dispute: Dispute) -> None:
        lifecycle.appoint(game.stage.event.tournament, game.one, kind=RoleKind.DIRECTOR, by=None)
        assert "another director rules" in Visitor(game.one).open("desk_dispute", dispute.uid)
        fields = {"stands": "score", "winner": "one", "loser_points": "6", "reason": "Mine."}
        page = Visitor(game.one).post("desk_dispute", dispute.uid, **fields)
        assert page.status == 403
        assert "Nobody rules on their own match" in page

    def test_it_is_for_directors(self, dispute: Dispute) -> None:
        visitor = Visitor(factories.player(email="p@example.org"))
        for name in ("desk_dispute", "desk_dispute_games"):
            assert visitor.open(name, dispute.uid).status == 403
            assert visitor.post(name, dispute.uid).status == 403


class TestCorrection:
    """A final result is corrected while nothing that depends on it has begun."""

    _FIELDS = {
        "correct-stands": "score",
        "correct-winner": "two",
        "correct-loser_points": "5",
        "correct-reason": "Sides were mixed up.",
    }

    def test_it_replaces_the_result(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.director, score=(7, 5))
        assert "The result is corrected" in _do(game, "correct", **self._FIELDS)
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.settled) == ("two", "correction")

    def test_what_follows_is_shown_and_forbids_it_once_begun(
        self, game: OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        factories.play_open_matches(game.stage)
        run_jobs()
        final = factories.open_matches(game.stage)[0]
        visitor = Visitor(game.director)
        assert "is paired anew if the winner changes" in visitor.open("desk_match", game.match.uid)
        results.start(final, by=game.director)
        game.match.refresh_from_db()
        assert "has begun: you choose what becomes of it" in visitor.open("desk_match", game.match.uid)
        other = "two" if game.match.winner == "one" else "one"
        page = _do(game, "correct", **self._FIELDS | {"correct-winner": other})
        assert f"{final.one.name} – {final.two.name} has begun. Choose what becomes of it" in page
        form = page.form(reverse("desk_match", args=[game.match.uid]))
        assert form["correct-reason"].strip() == "Sides were mixed up."
