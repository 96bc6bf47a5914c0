"""Claims: a person takes over the player whom a desk typed, by a one-time code from that desk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from matches.models import Player, PublicAs, is_same_person, name_key
from tournaments import budgets, notices
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.inverses import inverse, row_of
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_desk, require_director, require_player
from tournaments.acts.people import ClaimCodeMade, ClaimCodeRevoked, ClaimUndone, PlayerClaimed
from tournaments.errors.common import InvalidFields, WrongTournament
from tournaments.errors.people import (
    AccountFirst,
    ClaimAtOtherDesks,
    ClaimNotValid,
    ClaimOver,
    GuardianMissing,
    HasAccount,
    HoldsOffice,
    MinorsAccount,
    NoMailAddress,
    OwnClaim,
    OwnCode,
    SignedInAlready,
)
from tournaments.models import (
    AccessLink,
    Claim,
    Consent,
    ConsentPlace,
    EntrantPlayer,
    LogEntry,
    Officer,
    Purpose,
    Role,
    Tournament,
)
from tournaments.queries.people.merges import every_row, is_minor_by_any_row
from tournaments.queue import Job, enqueue_each

from . import accounts, codes, consents, links, merges
from .publicity import is_at_home, lock_rows, renew, tell, tournaments_of
from .sign_in import remove_sign_in

DEFAULT_DAYS = 14
_HASHES, _CODES = "tournaments.actions.people.claims.hashes", "tournaments.actions.people.claims.codes"
# What a person may change on their own pages, and is as before once a claim is undone.
_OWN = (
    *("name", "club", "country", "language", "contact_email"),
    *("public_as", "pseudonym", "has_profile", "birth_year"),
)


@transaction.atomic
def make_code(
    tournament: Tournament,
    player: Player,
    *,
    by: Player | None,
    days: int = DEFAULT_DAYS,
    guardian_agrees: bool = False,
    key: str = "",
) -> tuple[Claim, str]:
    """Create the code with which a player without an account is claimed; return it with its letters.

    It replaces an earlier one of this tournament. The same `key` shows the same code again. Raise HasAccount,
    HoldsOffice, GuardianMissing, ClaimAtOtherDesks, WrongTournament or Forbidden.
    """
    person = _claimable(tournament, player, by=by, guardian_agrees=guardian_agrees)
    if not is_at_home(person, by=by):
        raise ClaimAtOtherDesks(player=person.name)
    code = codes.derived(_CODES, key, tournament.uid, person.uid, str(days)) if key else codes.new_code()
    same = Claim.objects.filter(hash=codes.hash_of(code, purpose=_HASHES)).first()
    if same is not None and same.is_open:
        return same, code
    # What was used or revoked stays so.
    code = code if same is None else codes.new_code()
    claim = Claim(tournament=tournament, player=person, guardian_agrees=guardian_agrees)
    return _store(claim, code, by=by, days=days), code


@transaction.atomic
def mail_code(
    tournament: Tournament,
    player: Player,
    *,
    by: Player | None,
    address: Callable[[str], str],
    guardian_agrees: bool = False,
) -> Claim:
    """Create a code and mail it to the address that the player has given; nobody at the desk reads it.

    `address` returns the URL of a code. Raise NoMailAddress, as `budgets.spend_link_mail`, or as `make_code`, but
    not ClaimAtOtherDesks.
    """
    person = _claimable(tournament, player, by=by, guardian_agrees=guardian_agrees)
    if not person.notice_address:
        raise NoMailAddress(player=person.name)
    claim = Claim(
        tournament=tournament, player=person, guardian_agrees=guardian_agrees, address=person.notice_address
    )
    code = codes.new_code()
    _store(claim, code, by=by, days=DEFAULT_DAYS)
    budgets.spend_link_mail(tournament, person, address=claim.address)
    subject, text = notices.claim_mail(claim, code=code, address=address(code))
    accounts.post(to=claim.address, subject=subject, text=text)
    return claim


@transaction.atomic
def revoke_code(claim: Claim, *, by: Player | None) -> Claim:
    """Revoke a code that nobody has used; idempotent. Raise ClaimNotValid for a used one."""
    require_desk(claim.tournament, by)
    lock_log(claim.tournament)
    claim.refresh_from_db()
    if claim.claimed_at is not None:
        raise ClaimNotValid
    if claim.revoked_at is None:
        _revoke(claim, by=by)
    return claim


def find(code: str, *, account: Player | None = None) -> Claim:
    """Return the open claim of this code, whatever its spaces, hyphens and case, or the one that `account` has used.

    So a request that is sent again for want of an answer gets the same answer. Raise ClaimNotValid without a claim.
    """
    claims = Claim.objects.select_related("tournament", "player", "made_by")
    claim = claims.filter(hash=codes.hash_of(code, purpose=_HASHES)).first()
    is_own = claim is not None and account is not None and claim.account_id == account.pk
    if claim is None or not (claim.is_open or (is_own and claim.is_in_force)):
        raise ClaimNotValid
    return claim


@transaction.atomic
def claim_player(claim: Claim, *, by: Player | None) -> Claim:
    """Merge the player of a code into the account that claims it; the code is used up. Idempotent for that account.

    Raise ClaimNotValid, OwnCode, HasAccount, HoldsOffice, MinorsAccount, BothPlayed or BothEntered.
    """
    account = require_player(by)
    account = Player.objects.get(pk=account.pk)
    claim = _locked(claim, account)
    player = claim.player
    if claim.account_id == account.pk and claim.is_in_force:
        return claim
    if is_same_person(claim.made_by, account):
        raise OwnCode
    _require_claimable(player, guardian_agrees=claim.guardian_agrees)
    if is_minor_by_any_row(player) and not is_minor_by_any_row(account):
        raise MinorsAccount(player=player.name)
    merges.require_one_person(player, account)
    return _claimed(claim, account, by=by)


@transaction.atomic
def become_account(
    claim: Claim,
    *,
    by: Player | None,
    password: str,
    email: str = "",
    language: str = "",
    agrees: bool = False,
) -> Claim:
    """Make the player of a code an account, with the address to which the code was mailed, or else with `email`.

    Raise ClaimNotValid, SignedInAlready, ConsentMissing, AccountFirst where addresses are confirmed first, or InvalidFields.
    """
    if by is not None:
        raise SignedInAlready
    consents.require(agrees=agrees)
    claim = _locked(claim)
    player = claim.player
    _require_claimable(player, guardian_agrees=claim.guardian_agrees)
    if not claim.address and settings.ACCOUNT_EMAIL_VERIFICATION != "none":
        raise AccountFirst
    claim.former = {name: getattr(player, name) for name in _OWN}
    player.email = claim.address or email.strip()
    player.language = player.language or language
    _set_password(player, password)
    check_fields(player)
    player.save(update_fields=["email", "password", "language"])
    if claim.address:
        # Who read the mail has confirmed the address.
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    _claimed(claim, player, by=player)
    consents.note(player, ConsentPlace.CLAIM, by=player, tournament=claim.tournament)
    return claim


@transaction.atomic
def undo_claim(claim: Claim, *, by: Player | None) -> Claim:
    """Undo a claim, by a director of the desk that made the code: all is as it was before it.

    Whom a federation has appointed since keeps the account. Raise ClaimOver, OwnClaim, HoldsOffice or Forbidden.
    """
    require_director(claim.tournament, by)
    return undo_for_registrar(claim, by=by)


@transaction.atomic
def undo_for_registrar(claim: Claim, *, by: Player | None) -> Claim:
    """Undo a claim for an officer whose right the caller has checked; raise as `undo_claim`."""
    claim = Claim.objects.select_related("tournament", "player", "account").get(pk=claim.pk)
    account = claim.account
    if account is None:
        raise ClaimOver
    claim = _locked(claim, account)
    if not claim.is_in_force:
        raise ClaimOver
    if is_same_person(by, claim.player) or is_same_person(by, account):
        raise OwnClaim
    # A tournament is opened by anybody, so that one of their own keeps no account that a thief has made.
    if not claim.is_merge and _is_appointed(account):
        raise HoldsOffice(player=account.name)
    claim.undone_at = timezone.now()
    claim.save(update_fields=["undone_at"])
    if claim.is_merge:
        merges.follow(claim.player, account, by=by)
        merges.note_parting(claim.player, account, by=by, besides=claim.tournament)
    else:
        _close_account(claim, by=by)
    _judge_again(claim)
    notices.claim_undone(claim, account)
    act = ClaimUndone(claim.uid, player=claim.player.uid, account=account.uid)
    log.append(act, of=claim.tournament, by=by, rows=[claim])
    return claim


def _claimable(tournament: Tournament, player: Player, *, by: Player | None, guardian_agrees: bool) -> Player:
    """Lock the rows of a player and the log; return the person who goes on, who can be claimed."""
    require_desk(tournament, by)
    rows = lock_rows([player.pk])
    if not EntrantPlayer.objects.filter(event__tournament=tournament, player__in=rows).exists():
        raise WrongTournament
    person = next(row for row in rows if row.merged_into_id is None)
    _require_claimable(person, guardian_agrees=guardian_agrees)
    lock_log(tournament)
    return person


def _require_claimable(player: Player, *, guardian_agrees: bool) -> None:
    rows = list(every_row([player.pk]))
    if any(row.email is not None or row.has_usable_password() for row in rows):
        raise HasAccount(player=player.name)
    if Role.objects.filter(player__in=rows).exists() or _is_appointed(player):
        raise HoldsOffice(player=player.name)
    if is_minor_by_any_row(player) and not guardian_agrees:
        raise GuardianMissing(player=player.name)


def _is_appointed(player: Player) -> bool:
    """Whether a federation or this installation has given a person an office, which nobody can give themselves."""
    rows = list(every_row([player.pk]))
    is_officer = Officer.objects.filter(player__in=rows, ended_at=None).exists()
    return is_officer or any(row.is_staff or row.is_superuser for row in rows)


def _store(claim: Claim, code: str, *, by: Player | None, days: int) -> Claim:
    """Store a new code in place of an open one of the same player."""
    for earlier in Claim.objects.filter(
        tournament=claim.tournament, player=claim.player, revoked_at=None, claimed_at=None
    ):
        _revoke(earlier, by=by)
    claim.hash, claim.made_by = codes.hash_of(code, purpose=_HASHES), by
    claim.expires_at = timezone.now() + timedelta(days=days)
    claim.save()
    act = ClaimCodeMade(claim.uid, player=claim.player.uid)
    log.append(act, of=claim.tournament, by=by, rows=[claim])
    return claim


def _revoke(claim: Claim, *, by: Player | None) -> None:
    claim.revoked_at = timezone.now()
    claim.save(update_fields=["revoked_at"])
    act = ClaimCodeRevoked(claim.uid, player=claim.player.uid)
    log.append(act, of=claim.tournament, by=by, rows=[claim])


def _locked(claim: Claim, *accounts: Player) -> Claim:
    """Lock a claim and its people, and return it as it is now; raise ClaimNotValid if a merge has moved the player."""
    merges.lock_persons(claim.player, *accounts, tournament=claim.tournament)
    row = Claim.objects.select_related("tournament", "player", "account").get(pk=claim.pk)
    if row.claimed_at is None and (not row.is_open or row.player.merged_into_id is not None):
        raise ClaimNotValid
    return row


def _claimed(claim: Claim, account: Player, *, by: Player | None) -> Claim:
    """Store who has claimed the player; raise ClaimNotValid if another account was quicker."""
    if claim.claimed_at is not None:
        raise ClaimNotValid
    claim.claimed_at, claim.account = timezone.now(), account
    claim.save(update_fields=["claimed_at", "account", "former"])
    player = claim.player
    if claim.is_merge:
        merges.follow(player, account, by=by)
        merges.note_merge(player, account, by=by, besides=claim.tournament)
        _judge_again(claim)
    notices.claimed(claim, account)
    if player.contact_email and player.contact_email.casefold() != (account.email or "").casefold():
        subject, text = notices.claimed_mail(claim)
        accounts.post(to=player.contact_email, subject=subject, text=text)
    act = PlayerClaimed(claim.uid, player=player.uid, account=account.uid)
    log.append(act, of=claim.tournament, by=by, rows=[claim])
    return claim


def _close_account(claim: Claim, *, by: Player | None) -> None:
    """Make an account the player of before: nothing signs in, and what the desk had written."""
    player = claim.player
    for name, value in claim.former.items():
        setattr(player, name, value)
    others = Player.objects.exclude(pk=player.pk)
    if player.pseudonym and others.filter(pseudonym_key=name_key(player.pseudonym)).exists():
        # Another player has taken it meanwhile; initials tell no more.
        player.public_as, player.pseudonym = PublicAs.INITIALS, ""
    remove_sign_in(player)
    player.save()
    _end_calendars(claim, by=by)
    since = Consent.objects.filter(player=player, withdrawn_at=None, given_at__gte=claim.claimed_at)
    consents.end(since.select_related("player", "tournament"), by=by)
    # Without an account there is no page of results to which others could lead, whatever the name is.
    renew([player.pk])
    tell(tournaments_of([player.pk]), player, by=by)


def _end_calendars(claim: Claim, *, by: Player | None) -> None:
    """Revoke the calendar links that the account has made; a calendar names opponents and tables."""
    calendars = AccessLink.objects.filter(
        player=claim.player, purpose=Purpose.CALENDAR, revoked_at=None, made_at__gte=claim.claimed_at
    )
    for tournament in Tournament.objects.filter(links__in=calendars).distinct().order_by("pk"):
        links.end_calendar_links(tournament, claim.player, by=by)


def _judge_again(claim: Claim) -> None:
    """Enqueue the verdicts on the matches of the two, because memberships are those of the person."""
    people = [key for key in (claim.player_id, claim.account_id) if key is not None]
    if claim.is_merge:
        enqueue_each(Job.JUDGE, [{"player_id": key} for key in people])


def _set_password(player: Player, password: str) -> None:
    try:
        validate_password(password, user=player)
    except ValidationError as error:
        raise InvalidFields({"password": list(error.messages)}, names=[gettext("password")]) from error
    player.set_password(password)


def _claim_of(uid: str) -> Claim:
    return row_of(Claim.objects.select_related("tournament", "player", "account"), uid=uid)


@inverse(ClaimCodeMade)
def _revoke_again(_entry: LogEntry, act: ClaimCodeMade, by: Player | None) -> Any:
    return revoke_code(_claim_of(act.subject), by=by)


@inverse(PlayerClaimed)
def _part_again(_entry: LogEntry, act: PlayerClaimed, by: Player | None) -> Any:
    return undo_claim(_claim_of(act.subject), by=by)
