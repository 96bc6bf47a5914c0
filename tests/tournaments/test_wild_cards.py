"""Wild cards: a director lets entrants into a bracket beside those who qualified, and everybody sees it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.tournaments.test_ties import groups_of, win
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.errors.draws import CommitmentBroken, NotForWildCard, NoWildCards
from tournaments.models import Entrant, LogEntry, Stage
from tournaments.queries.draws.draw_input import fed_entrants, redraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def stages() -> tuple[Stage, Stage]:
    """Two groups of three that are played, whose best come into a bracket."""
    groups, final = groups_of(6, groups=2, count=1)
    while matches := factories.open_matches(groups):
        for match in matches:
            win(match, "one" if match.one_id < match.two_id else "two")
        progress.advance(groups.event)
    return groups, final


def others(final: Stage) -> list[Entrant]:
    """The entrants who did not qualify."""
    fed = fed_entrants(final)
    assert fed is not None
    rows = Entrant.objects.filter(event=final.event).exclude(uid__in=[one.uid for one in fed])
    return list(rows.order_by("pk"))


def finish(stage: Stage) -> None:
    """Play a stage to its end."""
    while matches := factories.open_matches(stage):
        for match in matches:
            win(match, "one")
        progress.advance(stage.event)


def test_two_come_in_beside_the_two_who_qualified_and_are_seeded_last(stages: tuple[Stage, Stage]) -> None:
    _groups, final = stages
    first, second = others(final)[:2]
    row = draw.draw(final, by=None, wild_cards=[first.uid, second.uid])
    entries = row.basis.by_uid
    assert len(entries) == 4
    assert {uid for uid, entry in entries.items() if entry.is_wild_card} == {first.uid, second.uid}
    assert sorted(uid for uid in entries if entries[uid].seed in (3, 4)) == sorted([first.uid, second.uid])
    assert list(redraw(row).lines) == row.placement
    entry = LogEntry.objects.filter(code="drawn", subject=final.uid).get()
    assert entry.data["wild_cards"] == [first.uid, second.uid] or sorted(entry.data["wild_cards"]) == sorted(
        [first.uid, second.uid]
    )
    page = Visitor().open("draw", final.uid)
    assert page.html.count("wild card") == 2
    finish(final)
    assert is_clean(final.event.tournament)


def test_the_desk_and_the_api_let_them_in(stages: tuple[Stage, Stage]) -> None:
    _groups, final = stages
    director = factories.owner(final.event.tournament)
    page = Visitor(director).open("desk_draw", final.uid)
    chosen = others(final)[0]
    fields = page.form(reverse("desk_draw", args=[final.uid])) | {"wild_cards": chosen.uid, "do": "draw"}
    assert "The draw is made." in Visitor(director).send("desk_draw", final.uid, **fields)
    assert chosen.stage_entries.filter(stage=final).exists()


def test_a_draw_made_with_cards_takes_them_on_the_page_and_by_the_api(stages: tuple[Stage, Stage]) -> None:
    _groups, final = stages
    director = factories.owner(final.event.tournament)
    fed, [first, second, spared, *_others] = fed_entrants(final), others(final)
    assert fed is not None
    typed = {fed[0].uid: "1", first.uid: "2", fed[1].uid: "3"}
    fields = {"do": "cards", "who": "all", **{f"line-{uid}": line for uid, line in typed.items()}}
    page = Visitor(director).send("desk_draw", final.uid, **fields, **{f"line-{second.uid}": "x"})
    assert "Give each of the 4 entrants a line of its own" in page
    assert f'id="line-{spared.uid}"' in page.html, "what was typed stays, with all who can be let in"
    assert "The draw made with cards is entered." in Visitor(director).send("desk_draw", final.uid, **fields)
    row = final.draws.get()
    assert row.placement[:3] == [fed[0].uid, first.uid, fed[1].uid]
    assert [uid for uid, entry in row.basis.by_uid.items() if entry.is_wild_card] == [first.uid]
    entry = LogEntry.objects.filter(code="drawn", subject=final.uid).get()
    assert entry.data["wild_cards"] == [first.uid]
    assert "entered by hand, of these by wild card 1." in Visitor(director).open(
        "desk_log", final.event.tournament.uid
    )
    draw.void(row, by=None, reason="Again.")
    path, lines = f"stages/{final.uid}/draw/", [fed[0].uid, first.uid, fed[1].uid, second.uid]
    answer = Caller(director).post(path, {"lines": lines, "wild_cards": [first.uid]})
    assert (answer.status, answer.body["code"]) == (400, "invalid_lines")
    answer = Caller(director).post(path, {"lines": lines, "wild_cards": [first.uid, second.uid]})
    assert (answer.status, answer.body["placement"]) == (201, lines)
    finish(final)
    assert is_clean(final.event.tournament)


def test_the_api_lets_them_in_and_refuses_in_words(stages: tuple[Stage, Stage]) -> None:
    groups, final = stages
    caller = Caller(factories.owner(final.event.tournament))
    fed = fed_entrants(final)
    assert fed is not None
    path = f"stages/{final.uid}/draw/"
    answer = caller.post(path, {"wild_cards": [fed[0].uid]})
    assert (answer.status, answer.body["code"]) == (409, "qualified_already")
    chosen = others(final)[1]
    answer = caller.post(path, {"wild_cards": [chosen.uid]})
    assert answer.status == 201
    assert chosen.uid in answer.body["placement"]
    del groups


def test_who_has_left_or_is_not_in_the_event_gets_none(stages: tuple[Stage, Stage]) -> None:
    groups, final = stages
    leaver = others(final)[0]
    registration.withdraw(leaver, by=None, reason="left")
    stranger = factories.entrant(factories.event())
    for uid in (leaver.uid, stranger.uid):
        with pytest.raises(NotForWildCard):
            draw.draw(final, by=None, wild_cards=[uid])
    main = factories.stage(factories.event())
    entrant = factories.entrants(main.event, 4)[0]
    with pytest.raises(NoWildCards):
        draw.draw(main, by=None, wild_cards=[entrant.uid])
    del groups


def test_an_announced_draw_keeps_its_wild_cards(stages: tuple[Stage, Stage]) -> None:
    _groups, final = stages
    first, second = others(final)[:2]
    draw.commit(final, by=None, wild_cards=[first.uid])
    with pytest.raises(CommitmentBroken):
        draw.draw(final, by=None, wild_cards=[first.uid, second.uid])
    row = draw.draw(final, by=None)
    assert {uid for uid, entry in row.basis.by_uid.items() if entry.is_wild_card} == {first.uid}
    finish(final)
    assert is_clean(final.event.tournament)
