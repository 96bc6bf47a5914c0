"""Champions and winners of stages, for every template and for plans made by hand."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from matches.errors import DomainError
from matches.models import Match
from tests import factories
from tests.api.client import Caller
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import qualifying
from tournaments.actions.events import lifecycle, main_stage, plans
from tournaments.errors.common import Forbidden, WrongTournament
from tournaments.models import Entrant, Event, LogEntry, Notice, Pairing, Stage, is_series
from tournaments.plans import TEMPLATES, suited
from tournaments.queries.draws.qualifying import qualification
from tournaments.queries.draws.standings import standings
from tournaments.queries.draws.winners import EventWinners, event_winners
from tournaments.web.desk.log_lines import log_lines

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class End(NamedTuple):
    """The main stage of an event, and its stages and groups that have a winner."""

    main: str | None
    winners: tuple[str, ...]


# Nothing of a ladder is ever over, and divisions have a winner each.
ENDS = {
    "club_night": End("Rounds", ("Rounds",)),
    "one_day": End("Main", ("Main", "Consolation")),
    "weekend": End("Main", ("Main", "Consolation", "Last chance")),
    "nordic": End("Main", ("Main", "Consolation", "Match for second place", "Last chance")),
    "lives": End("Main", ("Main",)),
    "more_swiss": End("Main", ("Main",)),
    "groups": End("Playoff", ("Groups 1", "Groups 2", "Playoff")),
    "double_elimination": End("Main", ("Main",)),
    "fresh_draw": End("Main", ("Main",)),
    "jackpot": End("Jackpot", ("Jackpot",)),
    "duel": End("Duel", ("Duel",)),
    "marathon": End("Marathon", ("Marathon",)),
    "league": End(None, ("League 1", "League 2")),
    "ladder": End(None, ()),
}
# As few as show every stage; there is no last chance with fewer.
_ENTRANTS = {"weekend": 10, "nordic": 10, "league": 6, "duel": 2, "marathon": 4}
# Every shape of a stage, and stages that feed others, go through PostgreSQL too.
_ON_BOTH = {"ladder", "league", "lives", "one_day", "weekend"}


def with_entrants(event: Event, n: int) -> Event:
    """The event with so many entrants, the first the strongest."""
    factories.entrants(event, n)
    return event


def play(event: Event, *, best: tuple[str, ...] = ()) -> None:
    """Play an event to its end; entrants in `best` win first, then earlier entrants."""
    while True:
        for stage in Stage.objects.filter(event=event, draws=None).order_by("order"):
            try:
                draw.draw(stage, by=None, seed="videau", who="all")
            except DomainError:
                # Its entrants are not known yet, or it is drawn with the stage they come from.
                continue
        matches_now = [match for stage in event.stages.all() for match in factories.open_matches(stage)]
        if not matches_now:
            return
        _win(matches_now, event, best)


def _win(matches: list[Match], event: Event, best: tuple[str, ...] = ()) -> None:
    """Play these matches, and pair what follows."""
    director = factories.owner(event.tournament)
    rank = {
        entrant.side_id: (best.index(entrant.uid) if entrant.uid in best else len(best), entrant.pk)
        for entrant in Entrant.objects.filter(event=event)
    }
    for match in matches:
        # A series ends with more than half of its matches.
        points = match.length // 2 + 1 if is_series(match) else match.length
        score = (points, 0) if rank[match.one_id] < rank[match.two_id] else (0, points)
        results.report(match, by=director, score=score, reason="quickly")
    progress.advance(event)


@remembered
def event_at_end(code: str) -> Event:
    """An event of a template, played to its end."""
    n = _ENTRANTS.get(code, 8)
    template = TEMPLATES[code]
    plan = template.plan if code == "league" else suited(template, entrants=n)
    event = plans.create_from_plan(factories.tournament(), by=None, plan=plan, name="Open", entrants=n)
    play(with_entrants(event, n))
    return event


def names(winners: EventWinners) -> tuple[str, ...]:
    """The stages that have a winner, with the number of the group where there are several."""
    return tuple(f"{winner.stage.name} {winner.group or ''}".strip() for winner in winners.winners)


def marks(page: Page, name: str) -> list[str]:
    """The values of an attribute on a page, in their order."""
    return re.findall(rf'data-{name}="([^"]*)"', page.html)


def first_of(event: Event) -> Entrant:
    """The strongest entrant of an event."""
    return Entrant.objects.filter(event=event).order_by("pk")[0]


def test_every_template_is_looked_at() -> None:
    assert set(ENDS) == set(TEMPLATES)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=[pytest.mark.both_databases] if code in _ON_BOTH else [])
        for code in sorted(ENDS)
    ],
)
def test_the_winner_of_the_main_stage_is_the_champion_wherever_one_is_named(code: str) -> None:
    event, end = event_at_end(code), ENDS[code]
    winners = event_winners(event)
    assert names(winners) == end.winners
    champion = winners.champion
    assert (champion and champion.stage.name) == end.main
    assert champion is None or champion.entrant == first_of(event).uid
    _in_the_api(event, winners, end)
    _on_pages(event, winners)
    _in_the_log(event, winners)


def _in_the_api(event: Event, winners: EventWinners, end: End) -> None:
    body = Caller().get(f"events/{event.uid}/").body
    assert body["champion"] == _as_shown(winners.champion)
    groups = [winner.pop("group", None) for winner in body["winners"]]
    assert groups == [winner.group for winner in winners.winners]
    assert body["winners"] == [_as_shown(winner) for winner in winners.winners]
    assert end.main is None or body["main_stage"] == event.stages.get(name=end.main).uid
    [row] = Caller().get(f"tournaments/{event.tournament.uid}/events/").body
    assert row["champion"] == body["champion"]


def _on_pages(event: Event, winners: EventWinners) -> None:
    champions = [winners.champion.entrant] if winners.champion else []
    public, boss = Visitor(), Visitor(factories.owner(event.tournament))
    page = public.open("event", event.uid)
    assert marks(page, "champion") == champions
    assert sorted(marks(page, "winner-of")) == sorted(winner.stage.uid for winner in winners.winners)
    whole = {
        winner.stage.uid for winner in winners.winners if winner.group is None or winner.stage == winners.main
    }
    for page in (
        public.open("tournament", event.tournament.uid),
        boss.open("desk_tournament", event.tournament.uid),
        boss.open("desk_event", event.uid),
    ):
        assert marks(page, "champion") == champions
        assert set(marks(page, "winner-of")) == whole
    for stage in event.stages.all():
        is_main = winners.champion is not None and stage == winners.champion.stage
        for page in (public.open("bracket", stage.uid), public.open("embed_bracket", stage.uid)):
            assert marks(page, "champion") == (champions if is_main else [])


def _in_the_log(event: Event, winners: EventWinners) -> None:
    entries = LogEntry.objects.filter(event=event, code="stage_completed").select_related("by", "event")
    words = " ".join(line.text for line in log_lines(list(entries)))
    for winner in winners.winners:
        if winner == winners.champion:
            assert f"{winner.stage.name} is complete. {winner.name} is the champion." in words
        elif winner.group is None:
            assert f"{winner.stage.name} is complete. {winner.name} has won it." in words
    assert words.count("is the champion") == (winners.champion is not None)
    notices = set(Notice.objects.filter(code="champion").values_list("params__champion", flat=True))
    assert notices == ({winners.champion.name} if winners.champion else set())


def _as_shown(winner: Any) -> dict[str, str] | None:
    if winner is None:
        return None
    return {"stage": winner.stage.uid, "entrant": winner.entrant, "name": winner.name}


class TestPlansByHand:
    """Plans unlike any template."""

    @remembered
    def two_brackets(self) -> tuple[Event, Stage, Stage]:
        """Two brackets for the same entrants, both played: no feed says which is the main one."""
        event = with_entrants(factories.event(), 4)
        first = lifecycle.create_stage(event, by=None, name="Bracket", lengths=(5,))
        second = lifecycle.create_stage(event, by=None, name="Rapid", lengths=(1,))
        play(event)
        return event, first, second

    def test_nobody_is_champion_while_several_stages_could_be_the_main_one(self) -> None:
        event, first, second = self.two_brackets()
        winners = event_winners(event)
        assert (winners.main, winners.champion, winners.has_open_main) == (None, None, True)
        assert winners.candidates == (first, second)
        assert names(winners) == ("Bracket", "Rapid")
        assert not Notice.objects.filter(code="champion").exists()
        page = Visitor(factories.owner(event.tournament)).open("desk_event", event.uid)
        assert "Nobody is called champion until you name the main one." in page
        assert not marks(page, "champion")

    @pytest.mark.both_databases
    def test_a_director_names_the_main_stage_and_takes_that_back(self) -> None:
        event, _first, second = self.two_brackets()
        boss = factories.owner(event.tournament)
        page = Visitor(boss).send("desk_main_stage", event.uid, stage=second.uid)
        assert "Main stage: Rapid." in page
        champion = event_winners(event).champion
        assert champion is not None
        assert champion.stage == second
        assert marks(page, "champion") == [first_of(event).uid]
        assert Notice.objects.filter(code="champion", params__champion=champion.name).exists()
        entry = LogEntry.objects.get(event=event, code="main_stage_named")
        assert log_lines([entry])[0].text == "Main stage of Main: Rapid."
        undo.undo(entry, by=boss)
        assert event_winners(event).champion is None

    def test_the_api_names_it_too(self) -> None:
        event, first, _second = self.two_brackets()
        caller = Caller(factories.owner(event.tournament))
        answer = caller.patch(f"events/{event.uid}/", {"main_stage": first.uid})
        assert (answer.status, answer.body["main_stage"]) == (200, first.uid)
        assert answer.body["champion"]["stage"] == first.uid
        assert caller.patch(f"events/{event.uid}/", {"main_stage": None}).body["champion"] is None
        other = factories.stage()
        response = Caller(factories.owner(other.event.tournament)).patch(
            f"events/{event.uid}/", {"main_stage": other.uid}
        )
        assert response.status == 403

    @pytest.mark.both_databases
    def test_a_stage_of_another_event_is_refused(self) -> None:
        event, _first, _second = self.two_brackets()
        other = factories.stage(factories.event(event.tournament))
        with pytest.raises(WrongTournament):
            main_stage.name_main_stage(event, by=None, stage=other)

    def test_only_a_director_names_it(self) -> None:
        event, first, _second = self.two_brackets()
        clerk = factories.clerk(event.tournament)
        with pytest.raises(Forbidden):
            main_stage.name_main_stage(event, by=clerk, stage=first)
        assert "Nobody is called champion" not in Visitor(clerk).open("desk_event", event.uid)

    @pytest.mark.both_databases
    def test_who_qualifies_waits_for_it(self) -> None:
        event, _first, second = self.two_brackets()
        target = factories.event(event.tournament)
        event = qualifying.set_target(event, by=None, target=target)
        qualifiers = qualification(event)
        assert qualifiers is not None
        assert not qualifiers.is_complete
        main_stage.name_main_stage(event, by=None, stage=second)
        qualifiers = qualification(event)
        assert qualifiers is not None
        assert [one.entrant for one in qualifiers.certain] == [first_of(event)]

    def test_the_best_of_a_swiss_go_on_to_the_champion(self) -> None:
        event = with_entrants(factories.event(), 4)
        lifecycle.create_stage(
            event, by=None, format="swiss", name="Swiss", lengths=(3,), options={"rounds": 3}
        )
        feeds = [{"stage": 0, "take": "top", "count": 2}]
        lifecycle.create_stage(event, by=None, name="Knock-out", lengths=(5,), feeds=feeds)
        rest = [{"stage": 0, "take": "rest", "count": 2}]
        lifecycle.create_stage(event, by=None, name="Others", lengths=(5,), feeds=rest)
        winners = event_winners(event)
        assert ([stage.name for stage in winners.candidates], winners.winners) == (["Knock-out"], ())
        # Whoever wins the Swiss is no champion when the final is lost.
        swiss = event.stages.get(order=0)
        draw.draw(swiss, by=None, seed="videau", who="all")
        while matches := factories.open_matches(swiss):
            _win(matches, event)
        swiss.refresh_from_db()
        table = standings(swiss)
        assert table is not None
        assert event_winners(event).champion is None
        first, second = (line.entrant for line in table.lines[:2])
        play(event, best=(second, first))
        champion = event_winners(event).champion
        assert champion is not None
        assert (champion.stage.name, champion.entrant) == ("Knock-out", second)
        assert {winner.stage.name for winner in event_winners(event).winners} == {
            "Swiss",
            "Knock-out",
            "Others",
        }

    def test_the_winners_of_two_brackets_meet_in_the_main_stage(self) -> None:
        event = with_entrants(factories.event(), 8)
        lifecycle.create_stage(event, by=None, name="Winners", options={"play_down": 2})
        losers = [{"stage": 0, "take": "losers"}]
        lifecycle.create_stage(event, by=None, format="consolation", name="Losers", feeds=losers)
        best = [{"stage": 0, "take": "top", "count": 2}, {"stage": 1, "take": "top", "count": 1}]
        final = lifecycle.create_stage(event, by=None, name="Finals", feeds=best)
        below = [{"stage": 1, "take": "top", "count": 1}]
        lifecycle.create_stage(event, by=None, name="Below", feeds=below)
        assert event_winners(event).candidates == (final,)

    def test_a_shared_first_place_has_no_champion(self) -> None:
        event = with_entrants(factories.event(), 4)
        lifecycle.create_stage(event, by=None, name="Main", options={"play_down": 2})
        play(event)
        stage = event.stages.get()
        assert stage.completed_at is not None
        assert event_winners(event).winners == ()

    def test_a_correction_takes_the_title_and_a_stage_that_goes_on_has_none(self) -> None:
        event = with_entrants(factories.event(), 4)
        stage = lifecycle.create_stage(event, by=None, lengths=(5,))
        play(event)
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None).match
        assert final is not None
        results.take_back_result(final, by=factories.owner(event.tournament))
        progress.advance(event)
        assert event_winners(event).champion is None
        score = (0, 5) if final.winner == "one" else (5, 0)
        results.report(final, by=factories.owner(event.tournament), score=score)
        progress.advance(event)
        champion = event_winners(event).champion
        assert champion is not None
        assert champion.name in {final.one.name, final.two.name}

    @pytest.mark.both_databases
    def test_a_stage_without_a_name_is_called_by_its_format_in_the_log(self) -> None:
        stage = factories.drawn_stage(2)
        factories.play_open_matches(stage)
        [entry] = LogEntry.objects.filter(code="stage_completed")
        assert log_lines([entry])[0].text.startswith("Single elimination is complete.")
