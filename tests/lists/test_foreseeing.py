"""What a merge does to every list: shown before, exactly as it comes; undone, the very same lists."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.models import Player, new_uid
from tests import factories
from tests.api.client import Caller
from tests.effort import examples
from tests.lists import feeds
from tests.remembered import taken_back
from tests.web.browsing import Visitor
from tournaments.actions.federations import members, merging
from tournaments.actions.feed import judging
from tournaments.actions.lists import computing, foreseeing, uploading
from tournaments.api.response import points_text
from tournaments.errors.federations import AccountStays, SamePlayer
from tournaments.models import (
    Federation,
    ListOrder,
    ListStanding,
    ListState,
    Merge,
    RatingHistory,
    RatingList,
)

pytestmark = pytest.mark.django_db


def arranged(
    matches: int = 60, *, code: str = "FFBG", seed: int = 1, **rules: object
) -> tuple[list[RatingList], list[Player]]:
    """Two lists of a federation, one by event and one by match, and its eight members who played all matches."""
    federation = factories.federation(code)
    judging.set_counting_rules(federation, by=None, rules={"version": 1, **rules})
    lists = [
        RatingList.objects.create(federation=federation, name=order, formula="fibs", order=order)
        for order in sorted(ListOrder.values)
    ]
    people = [factories.member(federation, player).player for player in feeds.players(8)]
    feeds.add(feeds.season(people, matches, seed=seed), lists[0])
    for one in lists:
        computing.compute(one)
    return lists, people


def digests(lists: list[RatingList]) -> list[str]:
    return [computing.compute(one).digest for one in lists]


def digests_from_nothing(lists: list[RatingList]) -> list[str]:
    for table in (ListStanding, RatingHistory, ListState):
        table.objects.filter(list__in=lists).delete()
    return digests(lists)


@settings(
    max_examples=examples(40, landing=6) // 3,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 10**6))
@taken_back
def test_merges_of_merges_undone_in_any_order_lead_to_the_very_same_lists(seed: int) -> None:
    """Whoever is one person with whom decides every digest, and how it came to be does not."""
    chance = Random(seed)
    lists, people = arranged(24, code=new_uid()[:9].upper(), seed=seed)
    federation = lists[0].federation
    known: dict[frozenset[tuple[int, int | None]], list[str]] = {}
    merges: list[Merge] = []
    for _step in range(6):
        alone = list(Player.objects.filter(pk__in=[one.pk for one in people], merged_into=None))
        if merges and (len(alone) < 3 or chance.random() < 0.4):
            merging.undo_merge(merges.pop(chance.randrange(len(merges))), by=None)
        else:
            player, into = chance.sample(alone, 2)
            effects = foreseeing.merge_effects(federation, player, into=into, by=None)
            merges.append(factories.merge(federation, player, into=into))
            for effect in effects:
                computing.compute(effect.list)
                after = ListStanding.objects.filter(list=effect.list, player=into).first()
                assert effect.after == (after.rating if after else None)
        persons = frozenset(
            Player.objects.filter(pk__in=[one.pk for one in people]).values_list("pk", "merged_into")
        )
        now = digests(lists)
        assert known.setdefault(persons, now) == now
    assert digests_from_nothing(lists) == now
    while merges:
        merging.undo_merge(merges.pop(chance.randrange(len(merges))), by=None)
    nobody = frozenset((player.pk, None) for player in people)
    assert digests(lists) == known.setdefault(nobody, digests_from_nothing(lists))


def test_the_effect_on_every_list_is_the_one_that_comes() -> None:
    lists, people = arranged()
    player, into = people[3], people[5]
    before = [dict(ListStanding.objects.filter(list=one).values_list("player", "rating")) for one in lists]
    counts = digests(lists), Merge.objects.count(), RatingHistory.objects.count()
    effects = foreseeing.merge_effects(lists[0].federation, player, into=into, by=None)
    assert (digests(lists), Merge.objects.count(), RatingHistory.objects.count()) == counts
    factories.merge(lists[0].federation, player, into=into)
    for effect, one, old in zip(effects, lists, before, strict=True):
        computing.compute(one)
        now = dict(ListStanding.objects.filter(list=one).values_list("player", "rating"))
        moves = [abs(now[key] - old[key]) for key in now if key != into.pk]
        assert effect.list == one
        assert (effect.player, effect.into, effect.after) == (old[player.pk], old[into.pk], now[into.pk])
        assert effect.others == sum(move >= 5_000_000 for move in moves)
        assert effect.greatest == max(moves)


def test_a_merge_that_makes_a_member_of_somebody_is_foreseen_with_what_counts_then() -> None:
    """The rules rate members alone, so the matches of the duplicate count only once both are one person."""
    lists, people = arranged(0, membership="everybody")
    [guest] = feeds.players(1)
    federation = lists[0].federation
    members.give_number(federation, guest, by=None, number="G-1")
    day = date(2026, 2, 1)
    feeds.add(
        [feeds.row(guest, people[1], day=day), feeds.row(people[0], people[1], day=day, slot=1)], lists[0]
    )
    judging.judge_again(federations=[federation.pk])
    digests(lists)
    [effect, _by_event] = foreseeing.merge_effects(federation, guest, into=people[0], by=None)
    assert effect.player is None
    factories.merge(federation, guest, into=people[0])
    judging.judge_again(players=[guest.pk, people[0].pk])
    computing.compute(lists[0])
    assert ListStanding.objects.get(list=lists[0], player=people[0]).rating == effect.after
    assert effect.after != effect.into


@pytest.mark.both_databases
def test_openings_of_both_are_one_afterwards() -> None:
    lists, people = arranged(30)
    numbers = dict(lists[0].federation.members.values_list("player", "number"))
    data = f"number,rating\n{numbers[people[0].pk]},1700\n{numbers[people[1].pk]},1600\n".encode()
    uploading.set_openings(lists[0], by=None, data=data, day=feeds.FIRST_DAY, source="Old")
    digests(lists)
    [effect, _by_event] = foreseeing.merge_effects(lists[0].federation, people[1], into=people[0], by=None)
    factories.merge(lists[0].federation, people[1], into=people[0])
    computing.compute(lists[0])
    assert ListStanding.objects.get(list=lists[0], player=people[0]).rating == effect.after


def test_what_cannot_be_merged_has_no_effect_but_the_refusal() -> None:
    federation: Federation = factories.federation()
    person = factories.member(federation, factories.player("Ann", email="ann@example.org")).player
    other = factories.member(federation, factories.player("Anne")).player
    with pytest.raises(AccountStays):
        foreseeing.merge_effects(federation, person, into=other, by=None)
    with pytest.raises(SamePlayer):
        foreseeing.merge_effects(federation, other, into=other, by=None)


def test_an_officer_sees_the_effect_before_merging_on_the_page_and_over_the_api() -> None:
    lists, people = arranged()
    federation = lists[0].federation
    registrar = factories.officer(federation)
    player, into = people[3], people[5]
    body = {"player": player.uid, "into": into.uid}
    answer = Caller(registrar).post(f"federations/{federation.uid}/merges/check/", body)
    effects = foreseeing.merge_effects(federation, player, into=into, by=registrar)
    assert [row["after"] for row in answer.body] == [points_text(effect.after or 0) for effect in effects]
    visitor = Visitor(registrar)
    page = visitor.open("office_merge", federation.uid, **body)
    assert lists[0].name in page
    answer_page = visitor.send(
        "office_duplicates",
        federation.uid,
        do="into_two",
        one=player.uid,
        two=into.uid,
        number=into.numbers.get().number,
    )
    assert "is one person now" in answer_page
    again = visitor.open("office_merge", federation.uid, **body)
    assert "already" in again or again.status == 200
