"""Erasing a person: results stay under another name, everything else about the person goes."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterator, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.events import lifecycle
from tournaments.actions.locks import lock_event
from tournaments.actions.proving import digests_of
from tournaments.acts import ABSENT
from tournaments.acts.people import PersonErased
from tournaments.acts.teams import PlayerSubstituted
from tournaments.errors.people import OfficeFirst, StillEntered
from tournaments.models import (
    AccessLink,
    AccountMail,
    Availability,
    Claim,
    Consent,
    Entrant,
    EntrantPlayer,
    Invitation,
    LogEntry,
    LogText,
    Notice,
    Officer,
    ProofSalt,
    PushSubscription,
    Role,
    RoleKind,
    Tournament,
)
from tournaments.queries.audit.evidence import ProvedRow, of_text
from tournaments.queries.audit.people_evidence import of_link
from tournaments.queries.audit.structure_evidence import of_claim, of_consent, of_entrant
from tournaments.queries.entrants.consent import asks_of

from . import answers, naming, phones
from .publicity import lock_rows, tournaments_of
from .sign_in import remove_sign_in

# A name for somebody without one, in many languages; the number tells such people apart.
_NOBODY = "N. N. {number}"
_NUMBERS = 1_000_000
# What an erased person's free words become.
_NO_WORDS = ""


@transaction.atomic
def erase(player: Player, *, by: Player | None) -> Player:
    """Erase a person with every row merged into them; results and logs stay whole under another name.

    Nobody waits any more for their answer, nor for the answer of a partner whom they asked. Raise OfficeFirst for
    owners of tournaments, officers of federations and superusers, and StillEntered before an event of theirs is over.
    """
    # Events are locked before rows of people, and asked for once more under their locks.
    for event in sorted({ask.entrant.event for ask in asks_of(player)}, key=lambda event: event.pk):
        lock_event(event)
    rows = lock_rows([player.pk])
    _require_free(rows)
    for ask in asks_of(player):
        answers.decline(ask.entrant.event, ask.entrant, by=player)
    for role in Role.objects.filter(player__in=rows).select_related("tournament", "player"):
        lifecycle.dismiss(role.tournament, role.player, by=role.player)
    former = {row.name: _new_name() for row in rows}
    _delete_mail(rows)
    theirs = _tournaments(rows)
    _forget_salts("player", [row.uid for row in rows])
    for row in rows:
        naming.correct_everywhere(row, by=by, name=former[row.name])
        _close_account(row)
    _erase_notices(rows, theirs, former)
    now = timezone.now()
    Consent.objects.filter(player__in=rows, tournament=None, withdrawn_at=None).update(withdrawn_at=now)
    for tournament in theirs:
        proofs = digests_of(list(_without_words(rows, tournament)))
        log.append(PersonErased(player.uid, proofs=proofs or ABSENT), of=tournament, by=by)
    player.refresh_from_db()
    return player


def _tournaments(rows: Sequence[Player]) -> list[Tournament]:
    """Return the tournaments with entries or matches of a person, or with what is kept of whoever was replaced there."""
    uids = [row.uid for row in rows]
    replaced = LogEntry.objects.filter(code=PlayerSubstituted.code, data__out__in=uids).order_by()
    of_person = (
        Q(pk__in=AccessLink.objects.filter(player__in=rows).values("tournament"))
        | Q(pk__in=Availability.objects.filter(player__in=rows).values("tournament"))
        | Q(pk__in=Claim.objects.filter(player__in=rows).values("tournament"))
        | Q(pk__in=Consent.objects.filter(player__in=rows).values("tournament"))
        | Q(pk__in=replaced.values("tournament"))
    )
    every = {*tournaments_of([row.pk for row in rows]), *Tournament.objects.filter(of_person)}
    return sorted(every, key=lambda tournament: tournament.pk)


def _require_free(rows: Sequence[Player]) -> None:
    """Raise OfficeFirst or StillEntered for persons on whom others still count."""
    owned = Role.objects.filter(player__in=rows, kind=RoleKind.OWNER).select_related("tournament").first()
    if owned is not None:
        raise OfficeFirst(where=owned.tournament.name)
    officer = Officer.objects.filter(player__in=rows, ended_at=None).select_related("federation").first()
    if officer is not None:
        raise OfficeFirst(where=officer.federation.name)
    if any(row.is_superuser for row in rows):
        raise OfficeFirst(where="Videau")
    entry = (
        EntrantPlayer.objects.filter(
            player__in=rows,
            entrant__withdrawn_at=None,
            event__closed_at=None,
            event__tournament__ends_on__gte=timezone.localdate(),
        )
        .select_related("event")
        .first()
    )
    if entry is not None:
        raise StillEntered(event=entry.event.name)


def _new_name() -> str:
    """Return a name that nobody has."""
    while True:
        name = _NOBODY.format(number=f"{secrets.randbelow(_NUMBERS):06}")
        if not Player.objects.filter(name=name).exists():
            return name


def _close_account(row: Player) -> None:
    """Close the account of a row and delete whatever belongs to the person alone."""
    phones.stop(PushSubscription.objects.filter(player=row))
    row.api_tokens.update(name="-")
    row.groups.clear()
    row.user_permissions.clear()
    row.refresh_from_db()
    remove_sign_in(row)
    row.contact_email, row.language = "", ""
    row.public_as, row.pseudonym, row.birth_year, row.has_profile = "", "", None, False
    row.is_active, row.is_staff = False, False
    row.save()


def _delete_mail(rows: Sequence[Player]) -> None:
    """Delete the mail to a person that waits to be sent; of an address that others share, what names the person."""
    shared = {row.contact_email for row in rows} | {
        claim.address for claim in Claim.objects.filter(player__in=rows).exclude(address="")
    }
    for mail in AccountMail.objects.filter(to__in=shared - {""}):
        if any(row.name in mail.text for row in rows):
            mail.delete()
    AccountMail.objects.filter(to__in=[row.email for row in rows if row.email]).delete()
    Invitation.objects.filter(accepted_by__in=rows).update(address="")
    AccessLink.objects.filter(player__in=rows).update(mailed_to="")


def _erase_notices(rows: Sequence[Player], theirs: Sequence[Tournament], former: dict[str, str]) -> None:
    """Delete the notices to a person, and write the new name into those of others that have the former one."""
    Notice.objects.filter(recipient__in=rows).delete()
    for notice in Notice.objects.filter(tournament__in=theirs).iterator():
        params = {key: _renamed(value, former) for key, value in notice.params.items()}
        if params != notice.params:
            Notice.objects.filter(pk=notice.pk).update(params=params)


def _renamed(value: object, former: dict[str, str]) -> object:
    if isinstance(value, str):
        for name, new_name in former.items():
            # A name may stand within another word, as Li does in Lille.
            value = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", new_name, value)
    return value


def _without_words(rows: Sequence[Player], tournament: Tournament) -> Iterator[ProvedRow]:
    """Delete the free words by and about a person in a tournament; yield the rows that its log proves anew."""
    for claim in Claim.objects.filter(player__in=rows, tournament=tournament):
        claim.address, claim.former = "", {}
        claim.save(update_fields=["address", "former"])
        _forget_salts("claim", [claim.uid])
        yield of_claim(claim)
    entrants = Entrant.objects.filter(
        event__tournament=tournament, entrant_players__player__in=rows
    ).distinct()
    for entrant in entrants.exclude(withdrawn_reason=""):
        entrant.withdrawn_reason = _NO_WORDS
        entrant.save(update_fields=["withdrawn_reason"])
        _forget_salts("entrant", [entrant.uid])
        yield of_entrant(entrant)
    for link in AccessLink.objects.filter(player__in=rows, tournament=tournament, revoked_at=None):
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        yield of_link(link)
    for consent in Consent.objects.filter(player__in=rows, tournament=tournament, withdrawn_at=None):
        consent.withdrawn_at = timezone.now()
        consent.save(update_fields=["withdrawn_at"])
        yield of_consent(consent)
    Availability.objects.filter(player__in=rows, tournament=tournament).update(note=_NO_WORDS)
    subjects = [*(row.uid for row in rows), *entrants.values_list("uid", flat=True)]
    entries = LogEntry.objects.filter(Q(by__in=rows) | Q(subject__in=subjects), tournament=tournament)
    reasons = {data.get("reason") for data in entries.values_list("data", flat=True)}
    for text in LogText.objects.filter(tournament=tournament, uid__in=reasons - {None}):
        text.text = _NO_WORDS
        text.save(update_fields=["text"])
        _forget_salts("text", [text.uid])
        yield of_text(text)


def _forget_salts(kind: str, keys: Collection[str]) -> None:
    """Delete the salts of former digests, so that no guess at the former words can be checked against a log."""
    ProofSalt.objects.filter(kind=kind, key__in=keys).delete()
