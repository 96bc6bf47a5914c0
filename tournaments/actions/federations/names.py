"""Names of players, corrected by the officers of a federation."""

from __future__ import annotations

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.actions.people import naming
from tournaments.actions.people.publicity import tournaments_of
from tournaments.actions.proving import digests_of
from tournaments.acts.federations import NameCorrected
from tournaments.errors.federations import NotInFederation, PlayerMerged
from tournaments.models import Federation, Right
from tournaments.queries.audit.structure_evidence import of_player
from tournaments.queries.people.duplicates import players_of

from . import log
from .rights import require_other_person, require_own_person, require_right


@transaction.atomic
def correct_name(
    federation: Federation,
    player: Player,
    *,
    by: Player | None,
    name: str,
    club: str = "",
    country: str = "",
) -> Player:
    """Correct name, club and country of a player of the federation, with an account or without, everywhere.

    Existing draws keep what they were made with. Raise NotInFederation, NumberedElsewhere, PlayerMerged,
    OwnCase for the officer's own name, or InvalidFields.
    """
    require_right(federation, by, Right.REGISTER)
    require_other_person(federation, by, player)
    if player.merged_into_id is not None:
        raise PlayerMerged(player=player.name_for_everybody)
    if not players_of(federation).filter(pk=player.pk).exists():
        raise NotInFederation(player=player.name_for_everybody, federation=federation.name)
    require_own_person(federation, by, player)
    player = naming.correct_everywhere(player, by=by, name=name, club=club, country=country)
    notices.name_corrected(player, federation, tournaments_of([player.pk]))
    act = NameCorrected(player.uid, proofs=digests_of([of_player(player)]))
    log.append(act, of=federation, by=by)
    return player
