"""Log entries name the link of an act; directors see suspicious confirmations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.errors import SlipNeedsDirector
from matches.models import Match, Settled
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import chain, log, results
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.models import AccountMail, LogEntry, Role
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.queries.results.reports import provenance

pytestmark = pytest.mark.django_db
_SAID = {"winner": "one", "loser_points": "3"}


@pytest.fixture
def game() -> OpenMatch:
    """An open match of a stage of four."""
    return factories.open_match(7, n=4)


def _open_link(visitor: Visitor, game: OpenMatch, player: str, *, by: object) -> None:
    tournament = game.stage.event.tournament
    _link, token = links.make_player_link(tournament, getattr(game, player), by=by)  # type: ignore[arg-type]
    visitor.open("link", token)


def _confirm(visitor: Visitor, match: Match) -> Page:
    report = match.reports.get()
    return visitor.send("confirm", report.uid)


class TestTheLink:
    def test_every_entry_names_the_link_it_came_through(self, game: OpenMatch) -> None:
        origin = factories.by_link(game.match, game.one)
        results.report(game.match, by=game.one, score=(7, 3), origin=origin)
        entry = LogEntry.objects.get(code="reported")
        assert (entry.link, entry.version) == (origin.link, chain.VERSION)
        assert log.verify(game.stage.event.tournament) == []

    @pytest.mark.both_databases
    def test_another_link_in_an_entry_is_found(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.one, score=(7, 3), origin=factories.by_link(game.match, game.one))
        other = factories.by_link(game.match, game.two).link
        assert other is not None
        drop_triggers(connection)
        LogEntry.objects.filter(code="reported").update(link=other)
        create_triggers(connection)
        entry = LogEntry.objects.get(code="reported")
        assert f"changed {entry.seq}" in log.verify(game.stage.event.tournament)

    def test_a_form_of_a_link_leaves_the_session_alone(self, game: OpenMatch) -> None:
        """A request under way must not lose its session when another link is opened."""
        browser = Visitor()
        _open_link(browser, game, "one", by=game.director)
        before = Session.objects.get().session_data
        with CaptureQueriesContext(connection) as statements:
            assert browser.post("scoresheet", game.match.uid, do="check", lines="1").status == 200
        assert Session.objects.get().session_data == before
        assert [one["sql"] for one in statements if one["sql"].startswith(("UPDATE", "INSERT"))] == []


class TestBesideTheResult:
    def test_a_clerk_who_answers_for_both_sides_is_seen(self, game: OpenMatch) -> None:
        clerk = factories.clerk(game.stage.event.tournament)
        browser = Visitor()
        _open_link(browser, game, "one", by=clerk)
        browser.send("report", game.match.uid, **_SAID)
        _open_link(browser, game, "two", by=clerk)
        _confirm(browser, game.match)
        origin = provenance(game.match)
        assert origin.is_one_browser
        assert {(link.player, link.maker) for link in origin.links} == {
            (game.one.name, clerk.name),
            (game.two.name, clerk.name),
        }
        page = Visitor(game.director).open("desk_match", game.match.uid)
        assert "Both sides answered from one browser." in page
        assert f"{game.one.name} answered through a private link that {clerk.name} made." in page

    def test_two_phones_and_own_accounts_say_nothing(self, game: OpenMatch) -> None:
        Visitor(game.one).send("report", game.match.uid, **_SAID)
        _confirm(Visitor(game.two), game.match)
        assert not provenance(game.match)
        assert "data-provenance" not in Visitor(game.director).open("desk_match", game.match.uid).html

    def test_both_on_one_phone_who_say_so_are_no_concern(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.one, score=(7, 3), source="together")
        assert not provenance(game.match)

    def test_players_and_clerks_do_not_see_it(self, game: OpenMatch) -> None:
        clerk = factories.clerk(game.stage.event.tournament)
        phone = Visitor()
        _open_link(phone, game, "one", by=clerk)
        phone.send("report", game.match.uid, **_SAID)
        assert provenance(game.match).links
        for visitor in (Visitor(clerk), Visitor(game.two), phone):
            at = reverse(
                "desk_match" if visitor.client.get("/desk/").status_code == 200 else "match",
                args=[game.match.uid],
            )
            assert "data-provenance" not in visitor.at(at).html


class TestLinksOfAClerk:
    def test_a_clerk_shows_a_code_and_a_director_an_address_too(self, game: OpenMatch) -> None:
        entrant = game.match.one.entrants.get()
        address = ("desk_player_link", entrant.uid, game.one.uid)
        clerk = factories.clerk(game.stage.event.tournament)
        own, theirs = (Visitor(officer).send(*address) for officer in (clerk, game.director))
        assert "<svg" in own.html
        assert "/l/" not in own.words
        assert "/l/" in theirs.words

    def test_a_clerk_mails_a_link_without_seeing_it(self, game: OpenMatch) -> None:
        entrant = game.match.one.entrants.get()
        address = ("desk_player_link", entrant.uid, game.one.uid)
        visitor = Visitor(factories.clerk(game.stage.event.tournament))
        assert "Mail" not in visitor.open("desk_entrant", entrant.uid).words
        assert "has given no e-mail address" in visitor.send(*address, do="mail")
        game.one.contact_email, game.one.language = "ada@example.org", "fr"
        game.one.save()
        form = visitor.open("desk_entrant", entrant.uid).form(reverse(address[0], args=address[1:]))
        page, _again = (visitor.send(*address, do="mail", form_key=form["form_key"]) for _tap in range(2))
        assert "on its way" in page
        assert "/l/" not in page.html
        [mail] = AccountMail.objects.all()
        assert mail.to == "ada@example.org"
        assert mail.text.startswith("Bonjour")
        token = mail.text.split("/l/")[1].split("/")[0]
        assert (links.find(token).player, links.find(token).made_by) == (
            game.one,
            Role.objects.get(kind="desk").player,
        )


class TestSlips:
    @pytest.fixture
    def clerk_of(self, game: OpenMatch) -> Callable[[bool], Visitor]:
        """A clerk of the tournament, who may enter slips or not."""

        def make(may: bool) -> Visitor:
            tournament = game.stage.event.tournament
            lifecycle.change_tournament(tournament, by=game.director, desk_enters_slips=may)
            return Visitor(factories.clerk(tournament))

        return make

    @pytest.mark.both_databases
    def test_the_desk_enters_signed_slips_where_a_director_lets_it(
        self, game: OpenMatch, clerk_of: Callable[[bool], Visitor]
    ) -> None:
        visitor = clerk_of(True)
        page = visitor.open("desk_match", game.match.uid)
        assert "Enter a signed slip" in page
        assert visitor.post("desk_match", game.match.uid, do="result", **_prefixed(page)).status == 302
        match = Match.objects.get(pk=game.match.pk)
        assert (match.is_final, match.settled) == (True, Settled.SIGNED)
        assert match.accepted_report is not None
        assert match.accepted_report.by == Role.objects.get(kind="desk").player
        results.take_back_result(match, by=game.director)
        assert not Match.objects.get(pk=match.pk).is_final

    def test_a_slip_is_entered_from_the_keyboard_on_the_control_board(
        self, game: OpenMatch, clerk_of: Callable[[bool], Visitor]
    ) -> None:
        visitor, board = clerk_of(True), ("desk_board", game.stage.event.tournament.uid)
        assert "Enter a signed slip" in visitor.open(*board)
        words = f"{game.match.one.name} 3"
        assert "is-default" in visitor.open("desk_board_quick", board[1], q=words).html
        page = visitor.send(*board, q=words)
        match = Match.objects.get(pk=game.match.pk)
        assert (match.is_final, match.settled, match.winner) == (True, Settled.SIGNED, "one")
        assert "take-back" not in page.html

    def test_the_board_has_no_line_for_other_clerks(
        self, game: OpenMatch, clerk_of: Callable[[bool], Visitor]
    ) -> None:
        visitor, board = clerk_of(False), ("desk_board", game.stage.event.tournament.uid)
        assert 'id="q"' not in visitor.open(*board).html
        assert visitor.open("desk_board_quick", board[1], q="7 5").status == 403
        assert visitor.post(*board, q="7 5").status == 403

    def test_the_desk_enters_nothing_otherwise(
        self, game: OpenMatch, clerk_of: Callable[[bool], Visitor]
    ) -> None:
        visitor = clerk_of(False)
        page = visitor.open("desk_match", game.match.uid)
        assert "Enter a signed slip" not in page
        fields = {"do": "result", "result-winner": "one", "result-loser_points": "3"}
        assert visitor.post("desk_match", game.match.uid, **fields).status == 403

    def test_the_desk_never_rules(self, game: OpenMatch, clerk_of: Callable[[bool], Visitor]) -> None:
        visitor = clerk_of(True)
        fields = {"do": "unfinished", "unfinished-outcome": "forfeit", "unfinished-winner": "one"}
        assert visitor.post("desk_match", game.match.uid, **fields).status == 403
        clerk = factories.clerk(game.stage.event.tournament)
        tournament = game.stage.event.tournament
        lifecycle.change_tournament(tournament, by=game.director, desk_enters_slips=False)
        with pytest.raises(SlipNeedsDirector):
            results.report(game.match, by=clerk, score=(7, 3), source="signed")


def _prefixed(page: Page) -> dict[str, str]:
    """The data of the slip's form for a result of 7-3."""
    names = next(fields for _at, fields in page.presses if fields.get("do") == "result")
    prefix = "result-" if any(name.startswith("result-") for name in names) else ""
    return {f"{prefix}winner": "one", f"{prefix}loser_points": "3"}
