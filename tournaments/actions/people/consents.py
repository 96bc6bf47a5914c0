"""Consents: a person agrees to be shown as the text on privacy says, and withdraws it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils import timezone

from matches.database.one_act import one_act
from matches.models import Player, PublicAs
from tournaments.actions import log
from tournaments.acts.people import ConsentGiven, ConsentWithdrawn
from tournaments.errors.people import ConsentMissing
from tournaments.models import DIRECT, PRIVACY_TEXT, Consent, ConsentPlace, Origin, Tournament
from tournaments.queries.people.merges import is_minor_by_any_row

from .publicity import Publicity, choose, lock_rows, require_own_way


@one_act()
def give(player: Player, *, by: Player | None, origin: Origin = DIRECT) -> list[Consent]:
    """Agree to the present text, as the person; idempotent. Return every consent of the person.

    Raise ChosenByThemselves through a private link of a person with an account.
    """
    require_own_way(player, origin)
    rows = lock_rows([player.pk])
    if not Consent.objects.filter(player__in=rows, text_version=PRIVACY_TEXT, withdrawn_at=None).exists():
        person = next(row for row in rows if row.merged_into_id is None)
        note(person, ConsentPlace.LATER, by=by, origin=origin)
    return consents_of(rows)


@one_act()
def withdraw(player: Player, *, by: Player | None, origin: Origin = DIRECT) -> list[Consent]:
    """Withdraw every consent of a person: initials stand for the name, and there is no page of results any more.

    A pseudonym stays. Idempotent. Return every consent of the person. Raise as `give`.
    """
    require_own_way(player, origin)
    rows = lock_rows([player.pk])
    if end(Consent.objects.filter(player__in=rows, withdrawn_at=None), by=by, origin=origin):
        person = next(row for row in rows if row.merged_into_id is None)
        wish = Publicity.of(person)
        shown_as = wish.public_as or PublicAs.NAME
        narrower = PublicAs.INITIALS if shown_as == PublicAs.NAME else shown_as
        choose(person, replace(wish, public_as=narrower, has_profile=False), by=by, origin=origin)
    return consents_of(rows)


def agree_at_sign_up(player: Player) -> Consent:
    """Store that a person has agreed to the present text while making an account."""
    return note(player, ConsentPlace.ACCOUNT, by=player)


def note(
    player: Player,
    place: ConsentPlace,
    *,
    by: Player | None,
    tournament: Tournament | None = None,
    origin: Origin = DIRECT,
) -> Consent:
    """Store that a person has agreed to the present text; the log of the tournament proves it."""
    consent = Consent.objects.create(
        player=player, place=place, tournament=tournament, by_guardian=is_minor_by_any_row(player)
    )
    if tournament is not None:
        act = ConsentGiven(consent.uid, player=player.uid)
        log.append(act, of=tournament, by=by, origin=origin, rows=[consent])
    return consent


def require(*, agrees: bool) -> None:
    """Raise ConsentMissing for somebody new who has not agreed."""
    if not agrees:
        raise ConsentMissing


def end(consents: Iterable[Consent], *, by: Player | None, origin: Origin = DIRECT) -> list[Consent]:
    """Withdraw these consents now, and return them."""
    ended = [*consents]
    for consent in ended:
        consent.withdrawn_at = timezone.now()
        consent.save(update_fields=["withdrawn_at"])
        if consent.tournament is not None:
            act = ConsentWithdrawn(consent.uid, player=consent.player.uid)
            way = origin if origin.link is None or origin.link.tournament == consent.tournament else DIRECT
            log.append(act, of=consent.tournament, by=by, origin=way, rows=[consent])
    return ended


def consents_of(rows: Sequence[Player]) -> list[Consent]:
    """Return the consents of these rows of a person, the newest first."""
    return list(Consent.objects.filter(player__in=rows).order_by("-pk"))
