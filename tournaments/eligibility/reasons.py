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
        "%(division)s takes players with a rating only; there is none for this player."
    ),
    IneligibleReason.TOO_LITTLE_EXPERIENCE: Words(
        "%(division)s asks for an experience of %(limit)s; this player has %(value)s."
    ),
    IneligibleReason.RATING_TOO_HIGH: Words(
        "%(division)s takes ratings below %(limit)s; this player has %(value)s."
    ),
    IneligibleReason.RATING_TOO_LOW: Words(
        "%(division)s takes ratings from %(limit)s; this player has %(value)s."
    ),
    IneligibleReason.PEAK_TOO_HIGH: Words(
        "%(division)s asks for no rating above %(limit)s in the last match; this player had %(value)s.",
        "%(division)s asks for no rating above %(limit)s in the last %(matches)s matches; this player had %(value)s.",
        count="matches",
    ),
    IneligibleReason.OFFICIAL_TOO_HIGH: Words(
        "%(division)s takes official ratings of at most %(limit)s; this player had %(value)s on %(day)s."
    ),
    IneligibleReason.TOP_POSITION: Words(
        "The first %(limit)s of the official list do not enter %(division)s; this player is number %(value)s."
    ),
    IneligibleReason.RECENT_WIN: Words(
        "This player came in place %(value)s of %(won)s on %(day)s, and may enter %(division)s from %(until)s."
    ),
}
