"""The rule profiles of federations and clubs as data: what a director chooses, copies and changes (P1 to P4)."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum

from .errors import RulesError
from .scoresheet import Conditions, DeadCube


class IllegalPlays(StrEnum):
    """Who enforces legal plays (P1); in each case a play stands once the opponent has continued."""

    LEGAL_MOVES = "legal_moves"
    """Both sides must correct it."""
    RESPONSIBLE_MOVES = "responsible_moves"
    """The opponent may let it stand."""


class DiceOnCheckers(StrEnum):
    """Whether a die that lies flat on a checker counts (P2)."""

    INVALID = "invalid"
    VALID = "valid"


class PrematureRoll(StrEnum):
    """Whether a roll before the end of the opponent's turn counts (P2)."""

    VOID = "void"
    STANDS = "stands"


class Clock(StrEnum):
    """Whether matches are played with a clock (P3)."""

    NONE = "none"
    ALLOWED = "allowed"
    PREFERRED = "preferred"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class Profile:
    """The settings of an event that its rules leave open; `cube_cap` is `None` for no limit (E3).

    `unverified` names the settings for which no source of this profile is known: they have our default,
    and nobody may say that the federation demands it (P4).

    >>> profile = PROFILES["wbgf"].changed("our club", cube_cap=64)
    >>> profile.cube_cap, profile.conditions(7).length
    (64, 7)
    """

    code: str
    illegal_plays: IllegalPlays = IllegalPlays.LEGAL_MOVES
    dice_on_checkers: DiceOnCheckers = DiceOnCheckers.INVALID
    premature_roll: PrematureRoll = PrematureRoll.STANDS
    clock: Clock = Clock.ALLOWED
    cube_cap: int | None = None
    dead_cube: DeadCube = DeadCube.REMARK
    unverified: frozenset[str] = frozenset()

    def changed(self, code: str, **settings: object) -> Profile:
        """A copy with its own name and other settings, for which its director is the source (P4).

        Raises `RulesError` for a setting that no profile has.

        >>> profile = next(iter(PROFILES.values())).changed("house", cube_cap=64)
        >>> profile.code, profile.cube_cap
        ('house', 64)
        """
        other_names = settings.keys() - SETTINGS
        if other_names:
            raise RulesError("unknown_setting", setting=min(other_names))
        # The director says so, which is a source.
        rest = self.unverified - settings.keys()
        return replace(self, code=code, unverified=rest, **settings)  # type: ignore[arg-type]

    def conditions(self, length: int, start_score: tuple[int, int] = (0, 0)) -> Conditions:
        """The conditions of a match of this length: the two settings that change a score (E3, E6).

        >>> next(iter(PROFILES.values())).conditions(5).length
        5
        """
        return Conditions(length, start_score, cube_cap=self.cube_cap, dead_cube=self.dead_cube)


SETTINGS = frozenset(setting.name for setting in fields(Profile)) - {"code", "unverified"}
"""The names of all settings."""

PROFILES: dict[str, Profile] = {
    profile.code: profile
    for profile in (
        Profile("wbgf", unverified=frozenset({"clock", "cube_cap", "dead_cube"})),
        Profile(
            "club-fr",
            illegal_plays=IllegalPlays.RESPONSIBLE_MOVES,
            premature_roll=PrematureRoll.VOID,
            unverified=frozenset({"clock", "dead_cube"}),
        ),
        Profile(
            "usbgf",
            dead_cube=DeadCube.VOID,
            unverified=frozenset({"clock", "cube_cap", "dice_on_checkers", "premature_roll"}),
        ),
        Profile("ukbgf", unverified=SETTINGS),
    )
}
"""The profiles shipped, by code; `wbgf` is the default (P4)."""
