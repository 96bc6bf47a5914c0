"""The lots of rounds: nobody can predict them, and anybody can verify them with SHA-256."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

import pytest
from django.db import transaction

from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, lots, progress
from tournaments.actions.impact import foresee
from tournaments.models import Draw, Entrant, Event, LogEntry, Lot, LotChain, Pairing, Stage, StageEntry
from tournaments.queries.audit.checks import FindingCode, findings

pytestmark = pytest.mark.django_db


def sha(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def swiss_of(n: int = 8, *, rounds: int = 3) -> Stage:
    """A drawn Swiss."""
    stage = factories.stage(format="swiss", options={"rounds": rounds})
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def lives_of(n: int = 8, **options: object) -> Stage:
    """A drawn event of lives without rounds."""
    stage = factories.stage(format="lives", options={"mode": "continuous", **options})
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def play(stage: Stage, rounds: int = 1) -> None:
    """Play what is open, and what follows, so many times."""
    for _ in range(rounds):
        factories.play_open_matches(stage)
        progress.advance(stage.event)


def chain_of(stage: Stage) -> LotChain:
    return LotChain.objects.filter(draw__stage=stage)[0]


@pytest.mark.parametrize("make", [swiss_of, lives_of])
def test_every_act_of_pairing_takes_the_next_link_of_the_announced_chain(make: Callable[[], Stage]) -> None:
    stage = make()
    anchor = LogEntry.objects.get(code="lots_announced").data["anchor"]
    play(stage, 2)
    links = list(Lot.objects.filter(chain__draw__stage=stage).order_by("number"))
    assert [one.number for one in links] == list(range(1, len(links) + 1))
    assert len(links) >= 3
    before = anchor
    for one in links:
        assert sha(one.link) == before
        assert one.lot == sha(f"{one.link}\n{one.input_digest}")
        before = one.link
    lots_of_pairings = Pairing.objects.filter(stage=stage).values_list("lot", flat=True)
    assert set(lots_of_pairings) == {one.lot for one in links}
    assert findings(stage.event.tournament) == ()


def test_the_root_stands_nowhere_before_the_end_and_everywhere_after_it() -> None:
    stage = swiss_of(4, rounds=2)
    play(stage)
    owner = factories.owner(stage.event.tournament)
    root = chain_of(stage).root

    def everything() -> str:
        pages = [
            Visitor(owner).open(name, uid).html
            for name, uid in (
                ("draw", stage.uid),
                ("bracket", stage.uid),
                ("desk_draw", stage.uid),
                ("desk_log", stage.event.tournament.uid),
            )
        ]
        answers = [
            json.dumps(Caller(owner).get(path).body)
            for path in (f"stages/{stage.uid}/draw/", f"stages/{stage.uid}/", f"stages/{stage.uid}/pairings/")
        ]
        entries = json.dumps([entry.data for entry in LogEntry.objects.all()])
        return "\n".join([*pages, *answers, entries])

    texts = everything()
    assert chain_of(stage).anchor in texts
    assert root not in texts
    # Nor does any later link stand anywhere.
    links = set(Lot.objects.values_list("link", flat=True))
    link = root
    for _ in range(lots.LENGTH):
        assert link in links or link not in texts
        link = sha(link)
    assert link == chain_of(stage).anchor
    play(stage)
    assert chain_of(stage).revealed_at is not None
    assert root in everything()
    assert findings(stage.event.tournament) == ()


def test_a_round_that_is_paired_again_takes_another_link() -> None:
    stage = swiss_of()
    play(stage)
    director = factories.owner(stage.event.tournament)
    first = {one.lot for one in Pairing.objects.filter(stage=stage, round=2)}
    pairing = Pairing.objects.filter(stage=stage, round=1).select_related("match")[0]
    match = pairing.match
    assert match is not None
    results.correct(match, by=director, score=(0, 7), reason="Written wrongly.")
    progress.advance(stage.event)
    again = {one.lot for one in Pairing.objects.filter(stage=stage, round=2, cancelled_at=None)}
    assert len(again) == 1
    assert again.isdisjoint(first)
    assert findings(stage.event.tournament) == ()


def test_what_is_only_looked_at_reveals_no_lot() -> None:
    stage = swiss_of(8)
    event = Event.objects.get(pk=stage.event_id)
    codes: list[str] = []

    def end_the_round() -> None:
        play(stage)
        codes.extend(Pairing.objects.filter(stage=stage, round=2).values_list("lot", flat=True))

    foresee(event, end_the_round)
    assert not Pairing.objects.filter(stage=stage, round=2).exists()
    end_the_round()
    preview, draw_row = set(codes[:4]), set(codes[4:])
    assert (len(preview), len(draw_row)) == (1, 1)
    assert preview.isdisjoint(draw_row)


@pytest.mark.both_databases
def test_a_link_used_twice_gives_another_lot_for_another_input_and_a_restored_database_begins_anew() -> None:
    stage = swiss_of(8)
    event = stage.event
    codes = []
    for score in ((7, 0), (0, 7)):
        with transaction.atomic():
            for match in factories.open_matches(stage):
                results.report(match, by=None, score=score, source="director")
            progress.advance(event)
            codes.append(Lot.objects.get(number=2))
            transaction.set_rollback(True)
    assert codes[0].link == codes[1].link
    assert codes[0].lot != codes[1].lot
    assert lots.begin_anew() == 1
    play(stage)
    newest = Lot.objects.order_by("pk").last()
    assert newest is not None
    assert (newest.chain.number, newest.number) == (2, 1)
    assert findings(event.tournament) == ()


def test_a_stage_that_a_correction_opens_again_uses_a_new_chain() -> None:
    stage = lives_of(4, lives=1)
    while factories.open_matches(stage):
        play(stage)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    assert [chain.revealed_at is None for chain in LotChain.objects.all()] == [False, True]
    pairing = (
        Pairing.objects.filter(stage=stage, cancelled_at=None).select_related("match").order_by("-round")[0]
    )
    assert pairing.match is not None
    director = factories.owner(stage.event.tournament)
    results.correct(pairing.match, by=director, outcome="double_forfeit", reason="Neither came.")
    progress.advance(stage.event)
    assert findings(stage.event.tournament) == ()


def test_a_chain_that_is_nearly_used_up_is_followed_by_one_announced_before() -> None:
    stage = swiss_of(8)
    chain = chain_of(stage)
    # As if it had been made as short as this.
    LotChain.objects.filter(pk=chain.pk).update(length=lots.NEAR_THE_END + 2)
    play(stage)
    assert LotChain.objects.filter(draw=chain.draw).count() == 2


def test_an_earlier_draw_keeps_its_scheme() -> None:
    stage = swiss_of(8, rounds=2)
    draw_row = Draw.objects.get(stage=stage)
    draw.void(draw_row, by=None, reason="To be as an earlier release made it.")
    same = ("stage", "format", "format_version", "seed", "input", "placement")
    earlier = Draw.objects.create(**{name: getattr(draw_row, name) for name in same})
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entrant=entrant, line=earlier.placement.index(entrant.uid))
        for entrant in Entrant.objects.filter(event=stage.event)
    )
    progress.advance(stage.event)
    play(stage, 2)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    assert set(Pairing.objects.filter(draw=earlier).values_list("lot", flat=True)) == {""}
    assert not LotChain.objects.filter(draw=earlier).exists()
    assert findings(stage.event.tournament) == ()


def test_the_audit_finds_a_lot_that_is_not_that_of_the_next_link() -> None:
    stage = swiss_of(8)
    Pairing.objects.filter(stage=stage).update(lot=sha("mine"))
    assert FindingCode.LOTS_DIFFER in {finding.code for finding in findings(stage.event.tournament)}
