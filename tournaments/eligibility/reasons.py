"""The reasons why a division is closed to a player, and their words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tournaments.words import Words


class IneligibleReason(StrEnum):
    """Why a player may not enter a division; a player may have several."""

    UNLISTED = "unlisted"
    TOO_LITTLE_EXPERIENCE = "too_little_experience"
    RATING_TOO_HIGH = "rating_too_high"
    RATING_TOO_LOW = "rating_too_low"
    PEAK_TOO_HIGH = "peak_too_high"
    OFFICIAL_TOO_HIGH = "official_too_high"
    TOP_POSITION = "top_position"
    RECENT_WIN = "recent_win"


INELIGIBLE_WORDS: Mapping[IneligibleReason, Words] = {
    IneligibleReason.UNLISTED: Words(
        en="%(division)s takes players with a rating only; there is none for this player.",
        fr="La division %(division)s est réservée aux joueurs classés, et ce joueur n’a pas de cote.",
    ),
    IneligibleReason.TOO_LITTLE_EXPERIENCE: Words(
        en="%(division)s asks for an experience of %(limit)s; this player has %(value)s.",
        fr="La division %(division)s demande une expérience de %(limit)s ; ce joueur en a %(value)s.",
    ),
    IneligibleReason.RATING_TOO_HIGH: Words(
        en="%(division)s takes ratings below %(limit)s; this player has %(value)s.",
        fr="La division %(division)s accepte les cotes inférieures à %(limit)s ; ce joueur a %(value)s.",
    ),
    IneligibleReason.RATING_TOO_LOW: Words(
        en="%(division)s takes ratings from %(limit)s; this player has %(value)s.",
        fr="La division %(division)s accepte les cotes à partir de %(limit)s ; ce joueur a %(value)s.",
    ),
    IneligibleReason.PEAK_TOO_HIGH: Words(
        count="matches",
        en=(
            "%(division)s asks for no rating above %(limit)s in the last match; this player had %(value)s.",
            "%(division)s asks for no rating above %(limit)s in the last %(matches)s matches; this player had %(value)s.",
        ),
        fr=(
            "La division %(division)s exclut %(value)s : au plus %(limit)s lors du dernier match.",
            "La division %(division)s exclut %(value)s : au plus %(limit)s lors des %(matches)s derniers matchs.",
        ),
    ),
    IneligibleReason.OFFICIAL_TOO_HIGH: Words(
        en="%(division)s takes official ratings of at most %(limit)s; this player had %(value)s on %(day)s.",
        fr="La division %(division)s accepte les cotes officielles jusqu’à %(limit)s ; "
        "ce joueur avait %(value)s le %(day)s.",
    ),
    IneligibleReason.TOP_POSITION: Words(
        en="The first %(limit)s of the official list do not enter %(division)s; this player is number %(value)s.",
        fr="Les %(limit)s premiers du classement officiel ne jouent pas en %(division)s ; "
        "ce joueur est numéro %(value)s.",
    ),
    IneligibleReason.RECENT_WIN: Words(
        en="This player came in place %(value)s of %(won)s on %(day)s, and may enter %(division)s from %(until)s.",
        fr="Ce joueur a terminé à la place %(value)s en %(won)s le %(day)s ; "
        "il peut jouer en %(division)s à partir du %(until)s.",
    ),
}
