"""Every reason that somebody has to give is read by those it concerns: on a page, and over the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.tournaments.test_by_hand import swiss
from tests.tournaments.test_event_lists import BEFORE, FIRST_DAY, listed, publish
from tests.web.browsing import Visitor
from tournaments.actions import results, undo
from tournaments.actions.disputes import appeals
from tournaments.actions.draws import by_hand, draw, lines
from tournaments.actions.draws.stage_closing import close_stage
from tournaments.actions.entrants import entry_rules, together
from tournaments.actions.events import closing
from tournaments.actions.events.event_rules import set_finish_rule
from tournaments.actions.events.rating_list import choose_list
from tournaments.actions.events.rating_terms import set_rating_terms
from tournaments.actions.federations import sanctions
from tournaments.acts import ACTS, Show, fields_of
from tournaments.models import Draw, Entrant, Event, FinishRules, LogEntry, Notice, Stage, StageEntry

pytestmark = pytest.mark.django_db

WHY = "The bridge was shut."


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody reads a reason: the name and places of a page, and an address of the API."""

    reader: Player | None
    page: tuple[str, ...]
    address: str


def log_of(event: Event) -> Place:
    """The log, which the directors read."""
    uid = event.tournament.uid
    return Place(factories.owner(event.tournament), ("desk_log", uid), f"tournaments/{uid}/log/")


def two_of(stage: Stage) -> tuple[Entrant, Entrant]:
    """The first two entrants of a stage."""
    first, second, *_others = stage.event.entrants.order_by("pk")
    return first, second


def announcement_taken_back() -> Iterator[Place]:
    stage = factories.stage()
    factories.entrants(stage.event, 4)
    draw.commit(stage, by=None)
    draw.take_back(stage, by=None, reason=WHY)
    yield log_of(stage.event)
    yield Place(None, ("draw", stage.uid), f"stages/{stage.uid}/commitment/")


def draw_voided() -> Iterator[Place]:
    stage = factories.drawn_stage(4)
    draw.void(Draw.objects.get(stage=stage), by=None, reason=WHY)
    yield log_of(stage.event)
    yield Place(None, ("draw", stage.uid), f"stages/{stage.uid}/draw/")


def swapped() -> Iterator[Place]:
    stage = factories.drawn_stage(8)
    one, two = (match.one.entrants.get() for match in factories.open_matches(stage)[:2])
    draw.swap(stage, first=one, second=two, by=None, reason=WHY)
    yield log_of(stage.event)


def paired_by_hand() -> Iterator[Place]:
    stage = swiss()
    first, second = two_of(stage)
    by_hand.pair_by_hand(stage, round=1, by=None, reason=WHY, pairs=[(first.uid, second.uid)])
    yield log_of(stage.event)


def moved_to_line() -> Iterator[Place]:
    stage = factories.drawn_stage(6)
    entries = {row.line: row.entrant for row in StageEntry.objects.filter(stage=stage)}
    empty = next(line for line in range(8) if line not in entries)
    mover = next(entrant for line, entrant in entries.items() if line is not None and line ^ 1 in entries)
    lines.move_to_line(stage, entrant=mover, line=empty, by=None, reason=WHY)
    yield log_of(stage.event)


def kept_apart() -> Iterator[Place]:
    stage = swiss()
    first, second = two_of(stage)
    by_hand.keep_apart(stage, first=first, second=second, by=None, reason=WHY)
    yield log_of(stage.event)


def replaced() -> Iterator[Place]:
    stage = factories.drawn_stage(4)
    absent = factories.open_matches(stage)[0].one.entrants.get()
    alternate = factories.entrant(stage.event)
    draw.replace(stage, absent=absent, alternate=alternate, by=None, reason=WHY)
    yield log_of(stage.event)


def let_in() -> Iterator[Place]:
    event = factories.event()
    rating_list = listed(event)
    choose_list(event, by=None, rating_list=rating_list)
    entrant = factories.entrant(event, "Ada Able")
    publish(rating_list, BEFORE, {entrant.side.players.get(): 1800})
    entry_rules.set_entry_rules(event, by=None, rules={"version": 1, "rating_below": 1500})
    entry_rules.let_in(entrant, by=None, reason=WHY)
    yield log_of(event)
    boss = factories.owner(event.tournament)
    yield Place(boss, ("desk_entrant", entrant.uid), f"events/{event.uid}/eligibility/")


def message_sent() -> Iterator[Place]:
    entrant = factories.entrant(factories.event(), "Ada")
    player = entrant.side.players.get()
    Player.objects.filter(pk=player.pk).update(email="ada@example.org")
    player.refresh_from_db()
    together.send_message(entrant.event.tournament, by=None, entrants=[entrant], message=WHY)
    yield log_of(entrant.event)
    yield Place(player, ("notices",), "me/notices/")


def finish_rule_changed() -> Iterator[Place]:
    stage = factories.drawn_stage(4)
    factories.play_open_matches(stage)
    rule = next(one for one in FinishRules.values if one != stage.event.finish_rule)
    set_finish_rule(stage.event, by=None, rule=rule, reason=WHY)
    yield log_of(stage.event)


def rating_terms_ruled() -> Iterator[Place]:
    game = factories.open_match()
    results.start(game.match, by=None)
    set_rating_terms(game.stage.event, by=None, is_unrated=True, reason=WHY)
    yield log_of(game.stage.event)


def rating_list_ruled() -> Iterator[Place]:
    stage = factories.stage()
    rating_list = listed(stage.event)
    players = [entrant.side.players.get() for entrant in factories.entrants(stage.event, 2)]
    publish(rating_list, FIRST_DAY, dict.fromkeys(players, 1500))
    choose_list(stage.event, by=None, rating_list=rating_list)
    draw.draw(stage, by=None)
    choose_list(stage.event, by=None, rating_list=None, reason=WHY)
    yield log_of(stage.event)


def stage_closed() -> Iterator[Place]:
    stage = swiss()
    close_stage(stage, by=None, reason=WHY)
    yield log_of(stage.event)


def event_closed_anyway() -> Iterator[Place]:
    event = factories.open_match().stage.event
    closing.close_event(event, by=None, anyway=True, reason=WHY)
    yield log_of(event)
    uid = event.tournament.uid
    yield Place(factories.owner(event.tournament), ("desk_close_event", event.uid), f"tournaments/{uid}/log/")


def tournament_closed_anyway() -> Iterator[Place]:
    event = factories.open_match().stage.event
    closing.close_tournament(event.tournament, by=None, anyway=True, reason=WHY)
    yield log_of(event)


def sanction_refused() -> Iterator[Place]:
    event, federation = factories.event(), factories.federation()
    sanctions.refuse_sanction(sanctions.request_sanction(event, federation, by=None), by=None, reason=WHY)
    boss, officer = factories.owner(event.tournament), federation.officers.get().player
    yield Place(boss, ("desk_sanctions", event.uid), f"events/{event.uid}/sanctions/")
    yield Place(boss, ("notices",), "me/notices/")
    yield log_of(event)
    yield Place(officer, ("office_log", federation.uid), f"federations/{federation.uid}/log/")
    sanction = event.sanctions.get()
    page = ("office_sanction", federation.uid, sanction.uid)
    yield Place(officer, page, f"federations/{federation.uid}/sanctions/")


# Acts with a text of somebody, by their codes.
CASES: dict[str, Callable[[], Iterator[Place]]] = {
    "announcement_taken_back": announcement_taken_back,
    "draw_voided": draw_voided,
    "swapped": swapped,
    "paired_by_hand": paired_by_hand,
    "moved_to_line": moved_to_line,
    "kept_apart": kept_apart,
    "replaced": replaced,
    "let_in": let_in,
    "message_sent": message_sent,
    "finish_rule_changed": finish_rule_changed,
    "rating_terms_ruled": rating_terms_ruled,
    "rating_list_ruled": rating_list_ruled,
    "stage_closed": stage_closed,
    "event_closed_anyway": event_closed_anyway,
    "tournament_closed_anyway": tournament_closed_anyway,
    "sanction_refused": sanction_refused,
}
# Their text is written by the service, which names the entry that was undone.
BY_SERVICE = {"stage_opened_again"}


def test_every_act_with_a_text_is_in_the_table() -> None:
    with_text = {
        kind.code for kind in ACTS.values() if any(field.show is Show.TEXT for field in fields_of(kind))
    }
    assert with_text == {*CASES, *BY_SERVICE}


@pytest.mark.parametrize("code", CASES)
def test_the_reason_of_an_act_is_read_by_those_it_concerns(code: str) -> None:
    for place in CASES[code]():
        assert WHY in Visitor(place.reader).open(place.page[0], *place.page[1:]), place
        answer = Caller(place.reader).get(place.address)
        assert WHY in str(answer.body), (place, answer.body)


def test_an_undone_closing_says_which_entry_was_undone() -> None:
    stage = swiss()
    close_stage(stage, by=None, reason=WHY)
    entry = LogEntry.objects.get(code="stage_closed")
    undo.undo(entry, by=factories.owner(stage.event.tournament))
    place = log_of(stage.event)
    words = f"It is as it was before entry {entry.seq} of the log."
    assert words in Visitor(place.reader).open(*place.page)
    assert words in str(Caller(place.reader).get(place.address).body)


class TestReasonsOfRows:
    """Reasons that stand beside the log, in rows of a match."""

    def test_a_player_reads_why_there_is_a_penalty_and_another_length(self) -> None:
        game = factories.open_match(7)
        results.penalise(game.match, by=game.director, to="one", points=1, reason=WHY)
        results.change_length(game.match, by=game.director, length=5, reason="It is late.")
        for player in (game.one, game.two):
            page = reader_of(player).open("match", game.match.uid)
            assert WHY in page
            assert "It is late." in page
        [penalty] = Caller().get(f"matches/{game.match.uid}/").body["penalties"]
        assert penalty["reason"] == WHY

    def test_a_penalty_that_was_taken_back_is_shown_no_more(self) -> None:
        game = factories.open_match(7)
        penalty = results.penalise(game.match, by=game.director, to="one", points=1, reason=WHY)
        results.take_back(penalty, by=game.director)
        assert WHY not in reader_of(game.one).open("match", game.match.uid)

    def test_both_sides_read_the_reasons_of_a_dispute_its_ruling_and_an_appeal(self) -> None:
        game = factories.open_match(7)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        dispute = results.dispute(report, by=game.two, reason="I won.", score=(3, 7))
        results.rule(dispute, by=game.director, score=(7, 3), reason=WHY)
        appeals.appeal(dispute, by=game.two, reason="Two saw it.")
        for player in (game.one, game.two):
            page = reader_of(player).open("dispute", dispute.uid)
            answer = str(Caller(reader(player)).get(f"disputes/{dispute.uid}/").body)
            for words in ("I won.", WHY, "Two saw it."):
                assert words in page
                assert words in answer


def reader(player: Player) -> Player:
    """The player with an address to sign in."""
    Player.objects.filter(pk=player.pk).update(email=f"{player.uid}@example.org")
    player.refresh_from_db()
    return player


def reader_of(player: Player) -> Visitor:
    """The pages as the player sees them."""
    return Visitor(reader(player))


class TestSanctions:
    """What a federation decides on an event is told to its directors."""

    def test_each_decision_is_told_and_nothing_else(self) -> None:
        event, federation = factories.event(), factories.federation()
        sanction = sanctions.request_sanction(event, federation, by=None)
        sanctions.grant_sanction(sanction, by=None)
        sanctions.grant_sanction(sanction, by=None)
        sanctions.grant_sanction(sanction, by=None, event_class="Main")
        sanctions.refuse_sanction(sanction, by=None, reason=WHY)
        sanctions.refuse_sanction(sanction, by=None, reason="The rules are not named.")
        boss = factories.owner(event.tournament)
        rows = Caller(boss).get("me/notices/").body["results"]
        assert [row["text"] for row in reversed(rows)] == [
            "Federation FFBG has sanctioned Main.",
            "Federation FFBG has changed the class or the weight of Main.",
            f"Federation FFBG no longer sanctions Main: {WHY}",
            "Federation FFBG does not sanction Main: The rules are not named.",
        ]
        assert f"/desk/e/{event.uid}/sanctions/" in Visitor(boss).open("notices").links

    def test_who_decided_is_not_told_of_their_own_word(self) -> None:
        event = factories.event()
        boss = factories.owner(event.tournament)
        federation = factories.federation(president=boss)
        sanction = sanctions.request_sanction(event, federation, by=boss)
        sanctions.grant_sanction(sanction, by=boss)
        assert not Notice.objects.filter(recipient=boss).exists()

    def test_a_stranger_reads_neither_the_refusal_nor_its_reason(self) -> None:
        event, federation = factories.event(), factories.federation()
        sanction = sanctions.request_sanction(event, federation, by=None)
        sanctions.refuse_sanction(sanction, by=None, reason=WHY)
        for address in (f"events/{event.uid}/sanctions/", f"federations/{federation.uid}/sanctions/"):
            assert WHY not in str(Caller().get(address).body)
