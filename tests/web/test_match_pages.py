"""The page of a match, my matches and notices: the visitor's next step comes first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format

from matches.models import Match
from tests import factories
from tests.factories import OpenMatch
from tests.remembered import remembered
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.draws.stage_closing import close_stage
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.models import Draw, Entrant, Notice, NoticeCode, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def game() -> OpenMatch:
    """An open match to 7 at table 4."""
    game = factories.open_match(7)
    lifecycle.add_tables(game.stage.event.tournament, by=None, names=["4"])
    calling.assign(game.match, by=None, table=Table.objects.get())
    return game


class TestMatchPage:
    """Who, where, to how many points, how it stands, and what one can do."""

    def test_everybody_sees_the_facts_and_nobody_else_can_report(self, game: OpenMatch) -> None:
        page = Visitor().open("match", game.match.uid)
        for words in (
            game.match.one.name,
            game.match.two.name,
            "7 points",
            "Table 4",
            "Final",
            "Not started",
        ):
            assert words in page
        assert not any("/report/" in link for link in page.links)

    def test_a_player_is_asked_who_won(self, game: OpenMatch) -> None:
        page = Visitor(game.two).open("match", game.match.uid)
        assert f"Against {game.match.one.name}, to 7 points. Table 4." in page
        assert "Who won?" in page

    def test_the_result_says_why_it_is_final(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.two, score=(7, 3))
        page = Visitor().open("match", game.match.uid)
        assert f"{game.match.one.name} won" in page
        assert "the losing side reported it" in page

    def test_a_ruling_stands_there_with_its_reason(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.two, score=(7, 3))
        results.correct(game.match, by=game.director, reason="Read from the slip.", score=(7, 5))
        page = Visitor().open("match", game.match.uid)
        assert "Read from the slip." in page
        assert "7 " in page

    def test_a_cancelled_match_points_to_the_bracket(self, game: OpenMatch) -> None:
        draw.void(Draw.objects.get(), by=None, reason="Again.")
        page = Visitor(game.one).open("match", game.match.uid)
        assert "was cancelled before it began" in page
        # Its pairing has no page any more, and nothing comes after it.
        assert [link for link in page.links if link.startswith("/p/") or link.endswith("/next/")] == []

    def test_a_match_outside_the_draw_says_so_and_explains_no_pairing(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.one, score=(7, 3))
        pairing = game.match.pairing
        close_stage(pairing.stage, by=None, reason="The hall closes.")
        page = Visitor(game.one).open("match", game.match.uid)
        assert "no longer counts in the draw, only between these two" in page
        assert "not called yet" not in page
        assert reverse("pairing", args=[pairing.uid]) not in page.links

    def test_times_are_those_of_the_tournaments_zone(self, game: OpenMatch) -> None:
        results.start(game.match, by=game.director)
        game.match.refresh_from_db()
        assert game.match.started_at is not None
        local = game.match.started_at.astimezone(game.stage.event.tournament.time_zone)
        assert f"Started {local:%H:%M}" in Visitor().open("match", game.match.uid)


class TestMyMatches:
    """What to play, what comes next, what is over."""

    def test_the_next_match_comes_first_with_table_and_length(self, game: OpenMatch) -> None:
        page = Visitor(game.one).open("my_matches")
        assert "Table 4" in page
        assert f"/m/{game.match.uid}/" in page.links

    def test_the_one_who_waits_reads_between_whom_it_is_decided(self) -> None:
        stage = factories.drawn_stage(3)
        match = factories.open_matches(stage)[0]
        playing = {match.one_id, match.two_id}
        waiting = next(entrant for entrant in stage.event.entrants.all() if entrant.side_id not in playing)
        page = Visitor(waiting.side.players.get()).open("my_matches")
        assert f"Against the winner of {match.one.name} – {match.two.name}" in page
        assert "Their match is not called yet. It takes about 56 min." in page
        table = lifecycle.add_tables(stage.event.tournament, by=None, names=["9"])[0]
        calling.assign(match, by=None, table=table)
        page = Visitor(waiting.side.players.get()).open("my_matches")
        assert "They are called to table 9. Such a match takes about 56 min." in page
        started = results.start(match, by=None).started_at
        assert started is not None
        end = timezone.localtime(started + timedelta(minutes=56), stage.event.tournament.time_zone)
        assert f"until about {time_format(end)}." in Visitor(waiting.side.players.get()).open("my_matches")

    def test_an_open_match_is_not_said_twice(self, game: OpenMatch) -> None:
        assert "What comes next" not in Visitor(game.one).open("my_matches")

    def test_before_the_draw_the_entry_is_what_comes_next(self) -> None:
        event = factories.event()
        entrant = factories.entrant(event, "Nora New")
        page = Visitor(entrant.side.players.get()).open("my_matches")
        assert "What comes next Main" not in page
        lifecycle.change_tournament(
            event.tournament,
            by=None,
            starts_on=timezone.localdate(),
            ends_on=timezone.localdate() + timedelta(days=1),
        )
        page = Visitor(entrant.side.players.get()).open("my_matches")
        assert "What comes next Main Coupe de Nantes Registered" in page

    def test_who_is_out_reads_only_what_was_played(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.two, score=(7, 3))
        page = Visitor(game.two).open("my_matches")
        assert "What comes next" not in page
        assert "Played" in page

    def test_nothing_to_play_says_where_to_go(self) -> None:
        page = Visitor(factories.player(email="p@example.org")).open("my_matches")
        assert "Nothing to play now" in page

    def test_a_stranger_is_asked_to_sign_in(self) -> None:
        assert Visitor().open("my_matches").status == 302


class TestNotices:
    """A notice is shown once, in the language of its reader."""

    def test_a_notice_is_shown_as_new_until_it_is_read(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.one, score=(7, 3))
        visitor = Visitor(game.two)
        page = visitor.open("notices")
        assert "Please confirm the result new" in page
        assert f"/m/{game.match.uid}/" in page.links
        assert "unread" in visitor.open("home")
        page = visitor.send("read_notices")
        assert "new" not in page.words.split()
        assert "unread" not in visitor.open("home")

    @pytest.mark.both_databases
    def test_a_match_is_one_matter_with_its_earlier_notices_below(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.one, score=(7, 3))
        registration.enter(factories.event(), by=None, players=[game.two])
        number = Notice.objects.filter(recipient=game.two, match=game.match).count()
        visitor = Visitor(game.two)
        page = visitor.open("notices")
        assert number > 1
        assert f"{number - 1} earlier about this match" in page
        matters = Notice.objects.filter(recipient=game.two, match=None).count() + 1
        assert page.html.count('class="row is-unread"') == matters
        assert f"{matters} unread" in visitor.open("home")

    @pytest.mark.both_databases
    def test_notices_stand_under_their_day(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.one, score=(7, 3))
        now = timezone.now()
        Notice.objects.update(made_at=now - timedelta(days=9))
        Notice.objects.filter(code=NoticeCode.PLEASE_CONFIRM).update(made_at=now - timedelta(days=1))
        page = Visitor(game.two).open("notices")
        assert "Yesterday" in page
        assert "Today" not in page

    def test_nobody_reads_the_notices_of_others(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.one, score=(7, 3))
        other = factories.player(email="p@example.org")
        assert "No notices yet" in Visitor(other).open("notices")

    def test_a_long_list_has_pages(self) -> None:
        player = factories.player(email="p@example.org")
        for _ in range(31):
            registration.enter(factories.event(), by=None, players=[player])
        page = Visitor(player).open("notices")
        assert page.words.count("You are registered for Main") == 30
        assert "Page 1 of 2" in page
        assert Visitor(player).open("notices", page="2").words.count("You are registered for Main") == 1


class TestOwnMatches:
    """The own matches offer the report of the one that is played now."""

    def test_two_taps_report_it_without_javascript_too(self) -> None:
        game = factories.open_match(7)
        visitor = Visitor(game.one)
        page = visitor.open("my_matches")
        winner = f"{reverse('report', args=[game.match.uid])}?winner=one"
        assert winner in page.links
        question = visitor.at(winner)
        fields = question.form(reverse("report", args=[game.match.uid]))
        assert fields["winner"] == "one"
        # The dialog on the page itself sends the same form, so that the phone can keep it.
        form = page.form(reverse("report", args=[game.match.uid]))
        assert set(form) == set(fields) - {"winner"}
        assert f'data-report-dialog="{game.match.uid}"' in page.html
        assert f'data-of="{game.match.uid}"' in page.html
        visitor.send("report", game.match.uid, **(fields | {"loser_points": "4"}))
        assert "You reported:" in visitor.open("my_matches")

    def test_the_card_asks_each_player_for_the_own_side_and_then_for_the_answer(self) -> None:
        game = factories.open_match(7)
        one, two = Visitor(game.one), Visitor(game.two)
        report = reverse("report", args=[game.match.uid])
        for visitor, opponent, sides in ((one, game.two, ("one", "two")), (two, game.one, ("two", "one"))):
            page = visitor.open("my_matches")
            assert f"Against {opponent.name}" in page
            assert [link for link in page.links if link.startswith(report)] == [
                f"{report}?winner={side}" for side in sides
            ]
            assert "I won" in page
            assert "Not called yet" in page
        results.report(game.match, by=game.one, score=(7, 4))
        waiting = game.match.reports.get()
        assert f"You reported: {game.match.one.name} 7–4 {game.match.two.name}" in one.open("my_matches")
        page = two.open("my_matches")
        assert f"{game.one.name} reported: {game.match.one.name} 7–4 {game.match.two.name}" in page
        assert reverse("dispute_report", args=[waiting.uid]) in page.links
        assert "Not called yet" not in page, "it was played, whoever has called it"
        two.send("confirm", waiting.uid, **page.form(reverse("confirm", args=[waiting.uid])))
        assert Match.objects.get().is_final

    def test_a_pair_says_we(self) -> None:
        stage = factories.stage(factories.event(kind="doubles"))
        pair = factories.entrants(stage.event, 2)[0]
        draw.draw(stage, by=None, seed="videau")
        page = Visitor(pair.side.players.first()).open("my_matches")
        assert "We won" in page
        assert "I won" not in page

    @pytest.mark.both_databases
    def test_who_is_away_says_so_from_there(self) -> None:
        game = factories.open_match(7)
        game.stage.event.tournament.ends_on = timezone.localdate()
        game.stage.event.tournament.save()
        entrant = Entrant.objects.get(event=game.stage.event, side=game.match.one)
        assert reverse("away", args=[entrant.uid]) in Visitor(game.one).open("my_matches").links
