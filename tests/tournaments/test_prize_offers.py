"""Splits that players agree on themselves: nothing counts before each has agreed, and then the prizes are so."""

from __future__ import annotations

import pytest

from matches.models import Player
from tests import factories
from tests.tournaments.audits import is_clean
from tests.tournaments.test_prize_money import event, prizes, winners
from tests.tournaments.test_prize_splits import amounts
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import closing
from tournaments.actions.money import ledger as money
from tournaments.actions.money import prize_offers, prize_splits
from tournaments.errors.common import Forbidden
from tournaments.errors.events import EventIsClosed
from tournaments.errors.money import NoSuchOffer, NotTheirPrizes
from tournaments.models import Entrant, Event, LogEntry, Notice, NoticeCode
from tournaments.notices import render
from tournaments.payouts import Payout, SplitOffer
from tournaments.queries.money.split_claims import own_split

pytestmark = pytest.mark.django_db

__all__ = ["event"]


def player_of(entrant: Entrant) -> Player:
    return entrant.side.players.get()


def offers_to(entrant: Entrant) -> tuple[SplitOffer, ...]:
    """The splits that concern an entrant, as they stand now."""
    return own_split(Entrant.objects.get(pk=entrant.pk)).offers


def told(of: Event) -> list[tuple[str, str]]:
    """The codes of the notices about splits with their recipients, in the order told."""
    codes = [NoticeCode.SPLIT_OFFERED, NoticeCode.SPLIT_AGREED, NoticeCode.SPLIT_WITHDRAWN]
    rows = Notice.objects.filter(tournament=of.tournament, code__in=codes).order_by("pk")
    return [(row.code, row.recipient.name) for row in rows]


@pytest.mark.both_databases
def test_a_split_counts_once_both_have_agreed_and_not_before(event: Event) -> None:
    first, second = winners(event)
    before = amounts(event)
    split = {first.uid: 200_00, second.uid: 200_00}
    event = prize_offers.offer_split(event, by=player_of(first), amounts=split)
    assert amounts(event) == before
    assert told(event) == [("split_offered", second.name)]
    [notice] = Notice.objects.filter(code=NoticeCode.SPLIT_OFFERED)
    assert "you get 200.00" in render(notice, "en").text
    assert f"{first.name} has agreed" in render(notice, "en").text
    assert f"{first.name} a donné son accord" in render(notice, "fr").text
    assert render(notice, "en").url.endswith(f"/x/{second.uid}/split/")
    [offer] = offers_to(second)
    assert (offer.agreed, offer.is_agreed) == ((first.uid,), False)
    same = prize_offers.agree_to_split(event, by=player_of(first), amounts=split)
    assert amounts(same) == before, "the own word twice is one"
    for stranger in (factories.player(), factories.owner(event.tournament)):
        with pytest.raises(Forbidden):
            prize_offers.agree_to_split(event, by=stranger, amounts=split)
    event = prize_offers.agree_to_split(event, by=player_of(second), amounts=split)
    assert amounts(event) == [200_00, 200_00]
    assert {*told(event)[1:]} == {("split_agreed", first.name), ("split_agreed", second.name)}
    assert [offer.is_agreed for offer in offers_to(first)] == [True]
    codes = LogEntry.objects.filter(code__contains="split").order_by("seq").values_list("code", flat=True)
    assert [*codes] == ["split_offered", "split_agreed", "prizes_split"]
    assert prize_offers.agree_to_split(event, by=player_of(second), amounts=split).payout == event.payout
    with pytest.raises(NoSuchOffer):
        prize_offers.withdraw_offer(event, by=player_of(first), entrants=split)
    undo.undo(LogEntry.objects.get(code="prizes_split"), by=None)
    event.refresh_from_db()
    assert amounts(event) == before
    assert is_clean(event.tournament)


def test_either_withdraws_before_both_have_agreed_and_another_proposal_replaces_it(event: Event) -> None:
    first, second = winners(event)
    before = amounts(event)
    split, other = {first.uid: 200_00, second.uid: 200_00}, {first.uid: 220_00, second.uid: 180_00}
    event = prize_offers.offer_split(event, by=player_of(first), amounts=split)
    event = prize_offers.offer_split(event, by=player_of(second), amounts=other)
    assert [offer.split.to_dict() for offer in offers_to(first)] == [other]
    with pytest.raises(NoSuchOffer):
        prize_offers.agree_to_split(event, by=player_of(first), amounts=split)
    event = prize_offers.withdraw_offer(event, by=player_of(first), entrants=[*other])
    assert told(event)[-1] == ("split_withdrawn", second.name)
    assert Payout.from_dict(event.payout or {}).offers == ()
    with pytest.raises(NoSuchOffer):
        prize_offers.agree_to_split(event, by=player_of(first), amounts=other)
    # By a director, who agrees for nobody, and undone from the log.
    event = prize_offers.offer_split(event, by=factories.owner(event.tournament), amounts=split)
    assert [offer.agreed for offer in offers_to(first)] == [()]
    undo.undo(LogEntry.objects.filter(code="split_offered").latest("seq"), by=None)
    event.refresh_from_db()
    assert offers_to(first) == ()
    # Whatever is proposed, the director may decide alone.
    event = prize_offers.offer_split(event, by=player_of(first), amounts=split)
    event = prize_splits.split_prizes(event, by=None, amounts=other)
    assert [offer.is_agreed for offer in offers_to(first)] == [True]
    assert (amounts(event), before) == ([220_00, 180_00], before)
    assert is_clean(event.tournament)


def test_nobody_proposes_what_is_not_theirs_or_after_the_closing(event: Event) -> None:
    first, second = winners(event)
    loser = event.entrants.exclude(pk__in=[first.pk, second.pk])[0]
    by = player_of(first)
    for wrong in ({first.uid: 200_00, second.uid: 199_00}, {first.uid: 300_00, loser.uid: 100_00}):
        with pytest.raises(NotTheirPrizes):
            prize_offers.offer_split(event, by=by, amounts=wrong)
    split = {first.uid: 200_00, second.uid: 200_00}
    with pytest.raises(Forbidden):
        prize_offers.offer_split(event, by=player_of(loser), amounts=split)
    prize_offers.offer_split(event, by=by, amounts=split)
    closing.close_event(event, by=None, anyway=True, reason="Late.")
    with pytest.raises(EventIsClosed):
        prize_offers.agree_to_split(event, by=player_of(second), amounts=split)


def test_finalists_agree_before_the_final_and_whoever_wins_it_is_paid_so() -> None:
    event = factories.event()
    factories.entrants(event, 4)
    stage = factories.stage(event)
    for entrant in event.entrants.all():
        assert own_split(entrant).is_empty
    payout = {"structure": "own", "unit": 1_00, "own": {"is_amount": True, "flights": [[250_00, 150_00]]}}
    money.set_payout(event, by=None, payout=payout)
    draw.draw(stage, by=None, seed="split")
    factories.play_open_matches(stage)
    [final] = factories.open_matches(stage)
    one, two = final.one.entrants.get(), final.two.entrants.get()
    own = own_split(one)
    assert ({*own.partners}, own.together, own.is_final_open) == ({one.uid, two.uid}, 400_00, True)
    out = event.entrants.exclude(pk__in=[one.pk, two.pk])[0]
    assert own_split(out).is_empty
    split = {one.uid: 230_00, two.uid: 170_00}
    event = prize_offers.offer_split(event, by=player_of(one), amounts=split)
    event = prize_offers.agree_to_split(event, by=player_of(two), amounts=split)
    assert all(line.entrant is None for line in prizes(event).lines)
    results.report(final, by=factories.owner(event.tournament), score=(0, final.length))
    progress.advance(event)
    event.refresh_from_db()
    paid = {line.entrant.uid: line.amount for line in prizes(event).lines if line.entrant is not None}
    assert paid == split
    assert is_clean(event.tournament)
