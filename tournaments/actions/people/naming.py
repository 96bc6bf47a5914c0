"""Corrections of a player's name, club and country by a desk."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db import transaction

from matches.models import Player, Side
from tournaments.actions import edit_conflicts, log
from tournaments.actions.fields import check_fields
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_desk
from tournaments.actions.proving import digests_of
from tournaments.acts import EditedForm
from tournaments.acts.people import PlayerCorrected
from tournaments.errors.common import WrongTournament
from tournaments.errors.people import NamedByThemselves, PlaysAtOtherDesks
from tournaments.models import Event, Tournament
from tournaments.queries.audit.structure_evidence import of_player

from .publicity import is_at_home, lock_rows, renew, tell, tournaments_of
from .sides import BEFORE_NUMBER, joined, name_of, tell_apart


@transaction.atomic
def correct(
    player: Player,
    tournament: Tournament,
    *,
    by: Player | None,
    name: str,
    club: str = "",
    country: str = "",
    log_number: int | None = None,
) -> Player:
    """Correct the name, club and country of a player whom a desk entered, in every event.

    Existing draws keep the club and country of their input. Teams keep their names. Raise NamedByThemselves,
    PlaysAtOtherDesks, EditConflict if another person corrected them after log entry `log_number`, InvalidFields
    with every fault, Forbidden without an office here, or WrongTournament.
    """
    require_desk(tournament, by)
    theirs = tournaments_of([player.pk])
    if tournament not in theirs:
        raise WrongTournament
    lock_rows([player.pk])
    for one in theirs:
        lock_log(one)
    edit_conflicts.refuse_if_changed(
        tournament, player, log_number=log_number, by=by, forms=(EditedForm.NAMES,)
    )
    player.refresh_from_db()
    require_named_by_desk(player, by=by)
    return _store(player, theirs, by=by, name=name, club=club, country=country)


@transaction.atomic
def correct_everywhere(
    player: Player, *, by: Player | None, name: str, club: str = "", country: str = ""
) -> Player:
    """Correct the name, club and country of a player in every tournament; the caller has checked the right.

    The logs of the tournaments stay locked for the caller.
    """
    theirs = tournaments_of([player.pk])
    lock_rows([player.pk])
    for one in theirs:
        lock_log(one)
    player.refresh_from_db()
    return _store(player, theirs, by=by, name=name, club=club, country=country)


def _store(
    player: Player, theirs: Sequence[Tournament], *, by: Player | None, name: str, club: str, country: str
) -> Player:
    """Store what a player is called, rename the sides, and append to the logs of these tournaments."""
    former, player.name, player.club, player.country = player.name, name, club, country
    check_fields(player)
    player.save(update_fields=["name", "club", "country"])
    if name != former:
        _rename_sides(player, former=former)
        sides = renew([player.pk])
        tell([one for one in sides if one not in theirs], player, by=by)
    for event in Event.objects.filter(entrants__entrant_players__player=player).distinct():
        tell_apart(event)
    proofs = digests_of([of_player(player)])
    for one in theirs:
        log.append(PlayerCorrected(player.uid, proofs=proofs), of=one, by=by)
    return player


def require_named_by_desk(player: Player, *, by: Player | None) -> None:
    """Raise NamedByThemselves for a person with an account, or PlaysAtOtherDesks unless `is_at_home`."""
    person = player.current
    if person.email is not None or person.has_usable_password():
        raise NamedByThemselves(player=player.name)
    if not is_at_home(player, by=by):
        raise PlaysAtOtherDesks(player=player.name)


def _rename_sides(player: Player, *, former: str) -> None:
    for side in Side.objects.filter(members__player=player).prefetch_related("members__player"):
        players = [member.player for member in side.members.all()]
        formerly = [former if one == player else one.name for one in players]
        side.full_name = _renamed(side.full_name, formerly=formerly, now=players)
        side.save(update_fields=["full_name"])


def _renamed(name: str, *, formerly: Sequence[str], now: Sequence[Player]) -> str:
    """Return the new name of a side after a player's rename; entry numbers and team names stay."""
    names = joined(formerly)
    if name == names:
        return name_of(now)
    number = name.removeprefix(names[:BEFORE_NUMBER])
    return f"{name_of(now)[:BEFORE_NUMBER]}{number}" if re.fullmatch(r" \(\d+\)", number) else name
