"""Two claims at the same moment, and a claim beside a merge: one is taken, and nobody is two people's history.

SQLite lets one writer in at a time and would hide it, so this runs on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest

from matches.errors import DomainError
from matches.models import Player
from tests import factories
from tests.races.at_once import at_once
from tournaments.actions.entrants import registration
from tournaments.actions.federations import merging
from tournaments.actions.people import claims
from tournaments.errors.entrants import AlreadyEntered
from tournaments.errors.federations import BothEntered
from tournaments.errors.people import ClaimOver
from tournaments.models import Claim, EntrantPlayer, Event, Merge

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

_PASSWORD = "a long enough password"


def _event() -> tuple[Event, Player]:
    event = factories.event()
    return event, factories.entrant(event, "Walter Walkin").side.players.get()


def _account(name: str) -> Player:
    return factories.player(name, email=f"{name.lower()}@example.org")


def test_of_two_with_one_code_one_gets_the_player() -> None:
    event, walter = _event()
    row, code = claims.make_code(event.tournament, walter, by=None)
    ann, bob = _account("Ann"), _account("Bob")
    answers = at_once(
        lambda: claims.claim_player(claims.find(code), by=ann),
        lambda: claims.claim_player(claims.find(code), by=bob),
        lambda: claims.become_account(
            claims.find(code), by=None, email="new@example.org", password=_PASSWORD, agrees=True
        ),
    )
    assert sum(isinstance(answer, Claim) for answer in answers) == 1
    row.refresh_from_db()
    walter.refresh_from_db()
    assert walter.merged_into_id == (row.account_id if row.is_merge else None)
    assert Player.objects.filter(merged_into__isnull=False).count() == int(row.is_merge)


def test_a_player_is_claimed_or_merged_by_a_registrar_and_not_both() -> None:
    event, walter = _event()
    federation = factories.federation()
    factories.member(federation, walter)
    member = factories.member(federation, factories.player("Walter Walkin"))
    row, _code = claims.make_code(event.tournament, walter, by=None)
    answers = at_once(
        partial(claims.claim_player, row, by=_account("Ann")),
        partial(merging.merge_players, federation, walter, into=member.player, by=None, number=member.number),
    )
    assert sum(isinstance(answer, DomainError) for answer in answers) == 1
    assert Merge.objects.count() + Claim.objects.filter(claimed_at__isnull=False).count() == 1


def test_nobody_enters_a_second_time_while_the_first_entry_is_claimed() -> None:
    event, walter = _event()
    account = _account("Ann")
    row, _code = claims.make_code(event.tournament, walter, by=None)
    answers = at_once(
        partial(claims.claim_player, row, by=account),
        partial(registration.enter, event, by=None, players=[account]),
    )
    [refusal] = [answer for answer in answers if isinstance(answer, DomainError)]
    assert isinstance(refusal, BothEntered | AlreadyEntered)
    assert EntrantPlayer.objects.filter(event=event).count() == 1 + isinstance(refusal, BothEntered)


def test_a_claim_and_its_end_at_once_leave_one_of_the_two() -> None:
    event, walter = _event()
    account = _account("Ann")
    row, _code = claims.make_code(event.tournament, walter, by=None)
    at_once(partial(claims.claim_player, row, by=account), partial(claims.revoke_code, row, by=None))
    row.refresh_from_db()
    assert (row.claimed_at is None) is not (row.revoked_at is None)
    if row.claimed_at is not None:
        answers = at_once(*[partial(claims.undo_claim, row, by=None)] * 2)
        assert sum(isinstance(answer, ClaimOver) for answer in answers) == 1
