"""`manage.py audit` finds changed rows; anybody can repeat a draw from its public page."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from matches.models import Match
from tests import factories
from tests.web.browsing import on_one_line
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import accounts
from tournaments.models import Commitment, Draw, Pairing, Seat, Stage
from tournaments.queries.audit.checks import findings

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def stage_after(
    format_: str, *, count: int, rounds: int, options: dict[str, str | int] | None = None
) -> Stage:
    """A stage of so many of which so many rounds are played; the side that stands first wins."""
    event = factories.event()
    stage = lifecycle.create_stage(event, by=None, format=format_, lengths=[5], options=options or {})
    factories.entrants(event, count)
    draw.draw(stage, by=None, seed="7")
    for _ in range(rounds):
        factories.play_open_matches(stage)
        progress.advance(event)
    return stage


def codes(stage: Stage) -> list[str]:
    """The codes of the audit's findings."""
    return sorted(finding.code.value for finding in findings(stage.event.tournament))


def exchange(stage: Stage, number: int) -> None:
    """Let two of a round change places, in every row that says who sits where."""
    first, second = Pairing.objects.filter(stage=stage, round=number, cancelled_at=None, match__isnull=False)[
        :2
    ]
    assert first.match is not None
    assert second.match is not None
    one, two = (Seat.objects.get(pairing=pairing, side="two") for pairing in (first, second))
    Seat.objects.filter(pk=one.pk).update(cancelled_at=one.pairing.made_at)
    Seat.objects.filter(pk=two.pk).update(entrant=one.entrant)
    Seat.objects.filter(pk=one.pk).update(entrant=two.entrant, cancelled_at=None)
    sides = first.match.two, second.match.two
    Match.objects.filter(pk=first.match.pk).update(two=sides[1])
    Match.objects.filter(pk=second.match.pk).update(two=sides[0])


@pytest.mark.parametrize(
    ("format_", "number", "code"),
    [
        ("swiss", 1, "round_differs"),
        ("swiss", 2, "round_differs"),
        ("swiss", 3, "round_differs"),
        ("lives", 1, "round_differs"),
        ("lives", 2, "round_differs"),
        ("single_elimination", 1, "pairing_overtaken"),
        ("single_elimination", 2, "pairing_overtaken"),
        ("double_elimination", 1, "pairing_overtaken"),
        ("round_robin", 2, "pairing_overtaken"),
    ],
)
def test_a_tampered_pairing_is_named_in_whatever_round_it_stands(
    format_: str, number: int, code: str
) -> None:
    stage = stage_after(format_, count=8, rounds=3)
    assert codes(stage) == []
    exchange(stage, number)
    assert code in codes(stage)


def test_the_round_that_differs_says_what_is_stored_and_what_is_due() -> None:
    stage = stage_after("swiss", count=8, rounds=3)
    exchange(stage, 2)
    (finding,) = [each for each in findings(stage.event.tournament) if each.data.get("round") == 2]
    old, new = (
        {frozenset(pair.split("-")) for pair in str(finding.data[name]).split(",")}
        for name in ("stored", "due")
    )
    rows = Pairing.objects.filter(stage=stage, round=2)[:2]
    assert old == {frozenset(row.seats.values_list("entrant__uid", flat=True)) for row in rows}
    assert len(new) == 2
    assert old.isdisjoint(new)
    assert frozenset.union(*old) == frozenset.union(*new)


@pytest.mark.both_databases
def test_the_command_ends_in_failure_and_names_the_tournament() -> None:
    stage = stage_after("swiss", count=6, rounds=1)
    out = StringIO()
    call_command("audit", stdout=out)
    exchange(stage, 1)
    with pytest.raises((CommandError, SystemExit)):
        call_command("audit", stdout=out)
    assert "round_differs" in out.getvalue()


@pytest.mark.parametrize("count", [7, 8])
@pytest.mark.parametrize("format_", ["swiss", "lives"])
def test_what_happens_in_a_hall_is_no_tampering(format_: str, count: int) -> None:
    with_all_lives: dict[str, str | int] = {"late_lives": "all"} if format_ == "lives" else {}
    stage = stage_after(format_, count=count, rounds=1, options={"last_entry": 3, **with_all_lives})
    late = factories.entrant(stage.event, "Lara Late")
    draw.enter_late(stage, entrant=late, by=None)
    assert codes(stage) == []
    leaver = stage.entries.order_by("line")[0].entrant
    registration.withdraw(leaver, by=None, reason="ill")
    progress.advance(stage.event)
    assert codes(stage) == []
    factories.play_open_matches(stage)
    progress.advance(stage.event)
    assert codes(stage) == []
    match = Match.objects.filter(pairing__stage=stage, pairing__round=1, accepted_report__isnull=False)[0]
    other = (5, 0) if match.winner == "two" else (0, 5)
    director = factories.around(match).director
    results.correct(match, by=director, score=other, reason="The slip says so.")
    progress.advance(stage.event)
    factories.play_open_matches(stage)
    progress.advance(stage.event)
    assert codes(stage) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("format_", ["swiss", "lives"])
def test_a_club_named_after_the_draw_pairs_no_round_otherwise(format_: str) -> None:
    apart: dict[str, str | int] = {"apart": "clubs"} if format_ == "swiss" else {}
    stage = stage_after(format_, count=8, rounds=1, options=apart)
    pairings = {pairing.pk for pairing in Pairing.objects.filter(stage=stage, cancelled_at=None)}
    for pairing in Pairing.objects.filter(stage=stage, round=2, match__isnull=False):
        for seat in pairing.seats.select_related("entrant__side"):
            player = seat.entrant.side.players.get()
            accounts.change_profile(
                player, name=player.name, contact_email="", language="", club=f"Club {pairing.slot}"
            )
    progress.advance(stage.event)
    assert {pairing.pk for pairing in Pairing.objects.filter(stage=stage, cancelled_at=None)} == pairings
    assert codes(stage) == []


def stage_by_commitment() -> Stage:
    """A stage of seven drawn as it was announced."""
    stage = factories.stage()
    factories.entrants(stage.event, 7)
    draw.commit(stage, by=None)
    draw.draw(stage, by=None)
    assert codes(stage) == []
    return stage


def another_line(stage: Stage) -> None:
    """Two change lines in the stored draw."""
    row = Draw.objects.get(stage=stage)
    first, second, *others = row.placement
    Draw.objects.filter(pk=row.pk).update(placement=[second, first, *others])


def another_seed(stage: Stage) -> None:
    """Change the stored seed of the draw."""
    Draw.objects.filter(stage=stage).update(seed="0" * 32)


def another_input(stage: Stage) -> None:
    """Change the stored input of the draw: one entrant becomes late."""
    row = Draw.objects.get(stage=stage)
    first, *others = row.input["entries"]
    Draw.objects.filter(pk=row.pk).update(
        input={**row.input, "entries": [{**first, "is_late": True}, *others]}
    )


def another_secret(stage: Stage) -> None:
    """Change the stored secret of the announcement."""
    Commitment.objects.filter(stage=stage).update(secret="1" * 32)


def another_digest(stage: Stage) -> None:
    """Change the stored hash of the announcement."""
    Commitment.objects.filter(stage=stage).update(digest="f" * 64)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (another_line, "draw_differs"),
        (another_seed, "commitment_broken"),
        (another_input, "commitment_broken"),
        (another_secret, "commitment_broken"),
        (another_digest, "commitment_broken"),
    ],
)
def test_a_tampered_draw_or_announcement_is_named(tamper: Callable[[Stage], None], code: str) -> None:
    stage = stage_by_commitment()
    tamper(stage)
    assert code in codes(stage)


def page_of(stage: Stage) -> str:
    """The public page of the draw."""
    event = stage.event
    event.tournament.visibility = "public"
    event.tournament.save(update_fields=["visibility"])
    response = Client().get(f"/s/{stage.uid}/draw/")
    assert response.status_code == 200
    return on_one_line(response.content.decode())


def order(codes_: set[str], *, seed: str, number: int, purpose: str) -> list[str]:
    """The codes sorted by the SHA-256 of four lines, as the page explains."""
    return sorted(
        codes_, key=lambda code: sha256(f"{seed}\n{number}\n{purpose}\n{code}".encode()).hexdigest()
    )


def seed_and_lines(page: str) -> tuple[str, list[str | None]]:
    """The seed and the lines of the table as they are on the page, an empty line None."""
    (seed,) = re.findall(r'Seed of the draw: <code class="seed">(.*?)</code>', page)
    rows = re.findall(r'<tr><td class="number">\d+</td><th scope="row">(.*?)</th>', page)
    lines = [match[1] if (match := re.search(r"<small>(.*?)</small>", row)) else None for row in rows]
    return unescape(seed), lines


def standard_order(size: int) -> list[int]:
    """The rank of each line, by the sentence of the documentation: 1-16, 8-9, 4-13 and so on, by halving."""
    if size == 1:
        return [1]
    return [rank for above in standard_order(size // 2) for rank in (above, size + 1 - above)]


@pytest.mark.parametrize("count", [5, 6, 7, 12, 13])
def test_anybody_repeats_a_bracket_from_the_public_page_alone(count: int) -> None:
    stage = factories.stage()
    factories.entrants(stage.event, count)
    draw.commit(stage, by=None)
    draw.draw(stage, by=None)
    seed, lines = seed_and_lines(page_of(stage))
    present = {code for code in lines if code is not None}
    ranks = standard_order(len(lines))
    # The missing ranks are the byes; who has one comes first by the purpose "bye", the others by the purpose "line".
    places = sorted(rank for rank in ranks if rank <= count)
    with_bye = [rank for rank in places if len(lines) + 1 - rank > count]
    by_bye = order(present, seed=seed, number=1, purpose="bye")[: len(with_bye)]
    by_line = order(present - set(by_bye), seed=seed, number=1, purpose="line")
    holders = dict(
        zip([*with_bye, *(rank for rank in places if rank not in with_bye)], by_bye + by_line, strict=True)
    )
    assert lines == [holders.get(rank) for rank in ranks]


@pytest.mark.both_databases
@pytest.mark.parametrize("format_", ["swiss", "lives", "round_robin"])
def test_anybody_repeats_the_numbers_from_the_public_page_alone(format_: str) -> None:
    stage = stage_after(format_, count=9, rounds=0)
    seed, lines = seed_and_lines(page_of(stage))
    assert lines == order({code for code in lines if code}, seed=seed, number=0, purpose="line")


def test_anybody_checks_the_announcement_from_the_public_page_alone() -> None:
    stage = stage_by_commitment()
    page = page_of(stage)
    (command,) = re.findall(r"<code>printf '%s\\n%s\\n' (.*?) \| sha256sum</code>", page)
    line, secret = re.findall(r"'(.*?)'", unescape(command))
    (digest,) = re.findall(r'stands for:\s*<code class="seed">([0-9a-f]{64})</code>', page)
    assert sha256(f"{line}\n{secret}\n".encode()).hexdigest() == digest
    assert secret == seed_and_lines(page)[0]
