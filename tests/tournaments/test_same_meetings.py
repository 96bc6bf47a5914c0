"""Who meets whom is what counts: a correction leaves those alone who meet before and after it."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from matches.models import Match
from tests import factories
from tests.effort import examples
from tests.tournaments import audits
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.models import Notice, Pairing, Stage, TableUse
from tournaments.queries.state import length_of

pytestmark = pytest.mark.django_db

FORMS: dict[str, list[dict[str, object]]] = {
    "swiss": [{"rounds": 3}, {"rounds": 3, "system": "danish"}, {"rounds": 3, "system": "monrad"}],
    "lives": [{"lives": 2}, {"lives": 3, "odd_one": "sit_out"}],
    "monrad": [{"rounds": 3}],
}


class Meeting(NamedTuple):
    """All that two know of their meeting in a round."""

    pairing: str
    match: str
    sides: tuple[str, str]
    table: str | None
    notices: int


def meetings(stage: Stage) -> dict[tuple[int, frozenset[str]], Meeting]:
    """Every meeting behind the first round of a stage by its round and the two."""
    tables = dict(TableUse.objects.filter(until=None).values_list("match", "table__name"))
    rows = Pairing.objects.filter(stage=stage, round__gt=1, cancelled_at=None, match__isnull=False)
    return {
        (row.round, frozenset((row.match.one.name, row.match.two.name))): Meeting(
            row.uid,
            row.match.uid,
            (row.match.one.name, row.match.two.name),
            tables.get(row.match.pk),
            Notice.objects.filter(match=row.match).count(),
        )
        for row in rows.select_related("match__one", "match__two")
        if row.match is not None
    }


def paired_twice(format: str, number: int) -> tuple[Stage, Random]:  # noqa: A002 - the field's word
    """A stage whose second round is paired, with some of its matches called to tables."""
    chance = Random(f"{format} {number}")
    stage = factories.stage(format=format, options=chance.choice(FORMS[format]))
    factories.entrants(stage.event, chance.randint(5, 9))
    draw.draw(stage, by=None, seed=f"{number}")
    director = factories.owner(stage.event.tournament)
    for match in factories.open_matches(stage):
        results.report(match, by=director, score=chance.choice([(7, 0), (0, 7)]))
    progress.advance(stage.event)
    open_matches = factories.open_matches(stage)
    names = [str(table) for table in range(1, len(open_matches) + 1)]
    tables = lifecycle.add_tables(stage.event.tournament, by=None, names=names)
    for match, table in zip(open_matches, tables, strict=True):
        if chance.random() < 0.7:
            calling.assign(match, by=director, table=table)
    return stage, chance


def turn(stage: Stage, chance: Random) -> Match:
    """Correct the winner of a match of the first round."""
    match = chance.choice(list(Match.objects.filter(pairing__stage=stage, pairing__round=1)))
    score = (0, 7) if match.winner == "one" else (7, 0)
    results.correct(match, by=factories.owner(stage.event.tournament), reason="typo", score=score)
    progress.advance(stage.event)
    return match


@pytest.mark.parametrize("format", FORMS)
@pytest.mark.parametrize("number", range(examples(60, landing=4)))
def test_who_meets_before_and_after_a_correction_keeps_match_table_and_notices(
    format: str,  # noqa: A002 - the field's word
    number: int,
) -> None:
    stage, chance = paired_twice(format, number)
    for _ in range(3):
        before = meetings(stage)
        turn(stage, chance)
        after = meetings(stage)
        same = before.keys() & after.keys()
        assert {two: after[two] for two in same} == {two: before[two] for two in same}
        assert audits.is_clean(stage.event.tournament)


def test_pairings_that_change_are_new_and_told() -> None:
    stage, chance = paired_twice("lives", 3)
    before = meetings(stage)
    while (after := meetings(stage)).keys() == before.keys():
        turn(stage, chance)
    gone, new = before.keys() - after.keys(), after.keys() - before.keys()
    assert gone
    assert new
    assert not {after[two].match for two in new} & {before[two].match for two in gone}
    assert all(after[two].notices == 2 for two in new)


@pytest.mark.parametrize("format", FORMS)
@pytest.mark.parametrize("number", range(examples(20, landing=2)))
def test_undoing_the_correction_leaves_them_alone_too(
    format: str,  # noqa: A002 - the field's word
    number: int,
) -> None:
    stage, chance = paired_twice(format, number)
    before = meetings(stage)
    turn(stage, chance)
    between = meetings(stage)
    entry = stage.event.tournament.log.filter(code="corrected").latest("seq")
    undo.undo(entry, by=factories.owner(stage.event.tournament))
    progress.advance(stage.event)
    after = meetings(stage)
    same = before.keys() & between.keys() & after.keys()
    assert {two: after[two] for two in same} == {two: before[two] for two in same}
    assert audits.is_clean(stage.event.tournament)


@pytest.mark.parametrize("number", range(examples(60, landing=8)))
def test_a_match_that_stays_has_the_length_of_its_round(number: int) -> None:
    """By one result two meet in the final, which is longer, and by the other one in a round of three."""
    chance = Random(number)
    options = {"lives": 2, "last_two": "one_match"}
    stage = factories.stage(format="lives", options=options, lengths=(9, 5))
    factories.entrants(stage.event, chance.randint(3, 4))
    draw.draw(stage, by=None, seed=f"{number}")
    director = factories.owner(stage.event.tournament)
    for _ in range(8):
        if not (open_matches := factories.open_matches(stage)):
            break
        for match in open_matches:
            score = (match.length, 0) if chance.random() < 0.5 else (0, match.length)
            results.report(match, by=director, score=score)
        progress.advance(stage.event)
        for _ in range(2):
            match = chance.choice(list(Match.objects.filter(pk__in=[one.pk for one in open_matches])))
            other = (0, match.length) if match.winner == "one" else (match.length, 0)
            results.correct(match, by=director, reason="typo", score=other)
            progress.advance(stage.event)
            rows = Pairing.objects.filter(stage=stage, cancelled_at=None, match__final_at=None)
            for row in rows.filter(match__isnull=False).select_related("match", "stage"):
                assert row.match is not None
                assert row.match.length == length_of(row)
