"""The log of a tournament: an entry is undone once its consequences have been read."""

from __future__ import annotations

import pytest

from matches.models import Match
from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions import impact, results, undo
from tournaments.actions.draws import progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.models import LogEntry, Stage, TableUse

pytestmark = pytest.mark.django_db


class TestUndo:
    """Undo leads over the same preview as a correction."""

    def test_the_match_that_would_be_cancelled_is_shown_first_with_its_table(self) -> None:
        stage, visitor, quarterfinal = self._semifinal_at_a_table()
        page = self._press_undo(visitor, stage.event.tournament.uid, quarterfinal)
        assert f"To be undone: {quarterfinal} : ".replace(" :", ":") in page
        assert "Nothing is saved yet." in page
        assert "Matches that are cancelled" in page
        assert "Table 7" in page
        assert Match.objects.get(pk=quarterfinal.pk).is_final

        sent = dict(page.forms[-1][1])
        visitor.client.post(f"/desk/t/{stage.event.tournament.uid}/log/", sent)
        assert not Match.objects.get(pk=quarterfinal.pk).is_final
        assert not TableUse.objects.filter(until=None).exists()

    def test_who_is_in_again_has_no_place_and_others_out_in_the_round_keep_theirs(self) -> None:
        stage = factories.drawn_stage(8)
        director = factories.owner(stage.event.tournament)
        one, two, *_others = factories.open_matches(stage)
        for match in (one, two):
            results.report(match, by=director, score=(7, 3))
        entry = LogEntry.objects.filter(subject=one.uid).latest("seq")
        effects = impact.foresee(stage.event, lambda: undo.undo(entry, by=director), but=one)
        assert [(move.entrant, move.before, move.after) for move in effects.moves] == [
            (one.two.name, 8, None)
        ]
        assert [(move.before_words, move.after_words) for move in effects.moves] == [("7–8", "")]

    def test_what_was_played_meanwhile_is_shown_anew(self) -> None:
        stage, visitor, quarterfinal = self._semifinal_at_a_table()
        page = self._press_undo(visitor, stage.event.tournament.uid, quarterfinal)
        sent = dict(page.forms[-1][1])
        lifecycle.change_event(stage.event, by=factories.owner(stage.event.tournament), name="Open")
        answer = Page(visitor.client.post(f"/desk/t/{stage.event.tournament.uid}/log/", sent))
        assert "This event was changed meanwhile." in answer
        assert Match.objects.get(pk=quarterfinal.pk).is_final

    def test_what_nothing_follows_from_is_undone_at_once(self) -> None:
        game = factories.open_match(7, n=2)
        lifecycle.add_tables(game.stage.event.tournament, by=game.director, names=["7"])
        calling.assign_lowest(game.match, by=game.director)
        page = self._press_undo(Visitor(game.director), game.stage.event.tournament.uid, game.match)
        assert page.status == 302
        assert not TableUse.objects.filter(until=None).exists()

    def test_what_cannot_be_undone_is_said_above_the_log(self) -> None:
        stage, visitor, quarterfinal = self._semifinal_at_a_table()
        [use] = TableUse.objects.filter(until=None)
        director = factories.owner(stage.event.tournament)
        results.start(use.match, by=director)
        page = self._press_undo(visitor, stage.event.tournament.uid, quarterfinal)
        assert page.status == 302
        assert "has begun" in visitor.open("desk_log", stage.event.tournament.uid)
        assert Match.objects.get(pk=quarterfinal.pk).is_final

    @staticmethod
    def _semifinal_at_a_table() -> tuple[Stage, Visitor, Match]:
        """A bracket of four whose final is called to table 7, its director, and a semifinal."""
        stage = factories.drawn_stage(4)
        director = factories.owner(stage.event.tournament)
        lifecycle.add_tables(stage.event.tournament, by=director, names=["7"])
        semifinals = factories.open_matches(stage)
        for match in semifinals:
            results.report(match, by=director, score=(7, 3))
        progress.advance(stage.event)
        [final] = factories.open_matches(stage)
        calling.assign_lowest(final, by=director)
        return stage, Visitor(director), semifinals[0]

    @staticmethod
    def _press_undo(visitor: Visitor, tournament: str, match: Match) -> Page:
        entry = LogEntry.objects.filter(subject=match.uid).order_by("-seq").first()
        assert entry is not None
        return Page(visitor.client.post(f"/desk/t/{tournament}/log/", {"seq": entry.seq}))
