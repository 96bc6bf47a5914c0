"""The page on which a director pairs by hand: two picks, every rule named at once, one confirmation."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.test_by_hand import lines, match_of, play, seats, swiss
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.models import Pairing, Stage

pytestmark = pytest.mark.django_db


def director_of(stage: Stage) -> Visitor:
    return Visitor(factories.owner(stage.event.tournament))


def look(visitor: Visitor, stage: Stage, **picks: str | int) -> Page:
    """Open the page with what is picked in its address."""
    return Page(visitor.client.get(reverse("desk_by_hand", args=[stage.uid]), picks))


def confirm(visitor: Visitor, stage: Stage, page: Page, reason: str = "Wanted by both.") -> Page:
    """Send the form of what was foreseen."""
    address = reverse("desk_by_hand", args=[stage.uid])
    return Page(visitor.client.post(address, page.form(address) | {"reason": reason}, follow=True))


def test_two_picks_show_every_rule_that_is_broken_and_one_confirmation_pairs_them() -> None:
    stage = swiss()
    director = director_of(stage)
    assert reverse("desk_by_hand", args=[stage.uid]) in director.open("desk_draw", stage.uid).links
    one, two = sorted(next(iter(seats(stage, 1))))
    play(stage)
    page = look(director, stage, round=2, first=one)
    assert "Give a bye" in page
    page = look(director, stage, round=2, first=one, second=two)
    assert "met in Round 1." in page
    assert "different points groups" in page
    assert not Pairing.objects.filter(stage=stage, round=2, cancelled_at__isnull=False).exists()
    page = confirm(director, stage, page)
    assert "Paired by hand." in page
    assert frozenset((one, two)) in seats(stage, 2)
    assert "by hand" in Visitor().open("bracket", stage.uid)
    rows = Pairing.objects.filter(stage=stage, round=2, cancelled_at=None)
    [pairing] = [row for row in rows if {seat.entrant.uid for seat in row.seats.all()} == {one, two}]
    assert "The director paired this by hand." in Visitor().open("pairing", pairing.uid)
    printed = director.at(f"{reverse('desk_print_pairings', args=[stage.uid])}?round=2")
    assert "by hand" in printed


def test_a_swap_of_a_running_round_says_which_result_counts_for_the_two_alone() -> None:
    stage = swiss()
    director = director_of(stage)
    (a, b), (c, d), *_ = [sorted(pair) for pair in seats(stage, 1)]
    results.report(match_of(stage, a, b), by=factories.owner(stage.event.tournament), score=(7, 1))
    page = look(director, stage, round=1, first=a, second=c, how="swap")
    assert "These results count for the two alone:" in page
    confirm(director, stage, page)
    assert {frozenset((c, b)), frozenset((a, d))} <= seats(stage, 1)


def test_a_bye_a_missed_round_and_two_kept_apart_are_listed_and_removed_again() -> None:
    stage = swiss()
    director = director_of(stage)
    a, b, c, d, *_ = lines(stage)
    page = confirm(director, stage, look(director, stage, round=2, first=a, how="miss_with_point"))
    assert "misses the round, 1 point" in page
    page = look(director, stage, round=2, first=b, how="bye")
    page = confirm(director, stage, page)
    page = confirm(director, stage, look(director, stage, round=2, first=c, second=d, how="apart"), reason="")
    assert "kept apart, unless nothing else can be paired" in page
    address = reverse("desk_by_hand", args=[stage.uid])
    for kind, uids in (("miss", a), ("bye", b), ("apart", f"{c} {d}")):
        fields = {"do": "remove", "round": "2", "kind": kind, "entrants": uids}
        page = Page(director.client.post(address, fields, follow=True))
        assert "Removed." in page
    stage.refresh_from_db()
    assert [order for order in stage.by_hand if order["kind"] != "apart"] == []
    assert "Set by hand" not in page


def test_what_was_foreseen_is_shown_anew_once_something_else_has_happened() -> None:
    stage = swiss()
    director = director_of(stage)
    (a, b), (c, _d), *_ = [sorted(pair) for pair in seats(stage, 1)]
    page = look(director, stage, round=1, first=a, second=c)
    results.start(match_of(stage, a, b), by=factories.owner(stage.event.tournament))
    again = confirm(director, stage, page)
    assert "This event was changed meanwhile." in again
    assert frozenset((a, c)) not in seats(stage, 1)
    confirm(director, stage, again)
    assert frozenset((a, c)) in seats(stage, 1)


def test_a_missing_reason_and_a_second_pair_of_one_player_are_refused_in_words() -> None:
    stage = swiss()
    director = director_of(stage)
    a, b, c, *_ = lines(stage)
    page = confirm(director, stage, look(director, stage, round=2, first=a, second=b), reason=" ")
    assert page.status == 400
    confirm(director, stage, look(director, stage, round=2, first=a, second=b))
    page = look(director, stage, round=2, first=b, second=c)
    assert "has only one place in a round" in page


def test_a_stage_without_rounds_to_pair_says_so_and_a_clerk_has_no_such_page() -> None:
    stage = factories.stage(format="round_robin")
    page = director_of(stage).open("desk_by_hand", stage.uid)
    assert "No round of this stage can be paired by hand now." in page
    clerk = Visitor(factories.clerk(stage.event.tournament))
    assert clerk.open("desk_by_hand", stage.uid).status == 403


def test_a_player_of_a_bracket_is_moved_to_another_line_with_two_picks() -> None:
    stage = factories.drawn_stage(6)
    director = director_of(stage)
    assert reverse("desk_by_hand", args=[stage.uid]) in director.open("desk_draw", stage.uid).links
    players = {entry.line or 0: entry.entrant.uid for entry in stage.entries.select_related("entrant")}
    empty = next(line for line in range(8) if line not in players)
    mover = players[next(line for line in players if line ^ 1 in players)]
    page = look(director, stage, first=mover, second=f"line-{empty}")
    assert "No rule is broken." in page
    confirm(director, stage, page)
    assert stage.entries.get(entrant__uid=mover).line == empty
    page = look(director, stage, first=f"line-{min(set(range(8)) - {empty} - players.keys())}", second=mover)
    assert "Confirm" in page
    assert "by hand" in Visitor().open("bracket", stage.uid)


def test_two_are_kept_apart_before_the_draw_and_the_director_reads_where_that_had_to_yield() -> None:
    event = factories.event()
    one, two, *_ = factories.entrants(event, 4)
    stage = factories.stage(event, format="swiss", options={"rounds": 3})
    director = director_of(stage)
    assert reverse("desk_by_hand", args=[stage.uid]) in director.open("desk_draw", stage.uid).links
    page = look(director, stage, first=one.uid, second=two.uid)
    assert "They meet only if nothing else can be paired." in page
    assert f"{one.name} – {two.name}" in confirm(director, stage, page, reason="Brothers.")
    draw.draw(stage, by=None, seed="hand")
    for number in (1, 2):
        assert frozenset((one.uid, two.uid)) not in seats(stage, number)
        assert "to be kept apart" not in director.open("desk_draw", stage.uid)
        play(stage)
    sentence = "to be kept apart, meet: nothing else can be paired."
    assert sentence in director.open("desk_draw", stage.uid)
    assert sentence in look(director, stage, round=3)
