"""Rule profiles: what each of them says, what nobody has verified, and how a director changes one."""

from __future__ import annotations

import pytest

from rules import PROFILES, Ended, GameScore, Result, RulesError, Side
from rules.profile import SETTINGS, Clock, DiceOnCheckers, IllegalPlays, PrematureRoll
from rules.refusal import RefusalCode
from rules.scoresheet import DeadCube, tally


def test_p4_four_profiles_are_shipped_and_the_first_is_the_default() -> None:
    assert list(PROFILES) == ["wbgf", "club-fr", "usbgf", "ukbgf"]
    assert all(PROFILES[code].code == code for code in PROFILES)


def test_p1_the_default_wants_legal_moves_and_the_old_reading_responsible_ones() -> None:
    assert PROFILES["wbgf"].illegal_plays is IllegalPlays.LEGAL_MOVES
    assert PROFILES["club-fr"].illegal_plays is IllegalPlays.RESPONSIBLE_MOVES


def test_p2_dice_on_checkers_are_invalid_and_a_premature_roll_is_void_or_stands() -> None:
    assert PROFILES["wbgf"].dice_on_checkers is DiceOnCheckers.INVALID
    assert PROFILES["wbgf"].premature_roll is PrematureRoll.STANDS
    assert PROFILES["club-fr"].premature_roll is PrematureRoll.VOID


def test_p4_what_no_source_says_is_a_setting_and_no_claim() -> None:
    assert PROFILES["ukbgf"].unverified == SETTINGS
    assert "dice_on_checkers" in PROFILES["usbgf"].unverified
    assert all(profile.unverified <= SETTINGS for profile in PROFILES.values())
    assert not {"illegal_plays", "dice_on_checkers", "premature_roll"} & PROFILES["wbgf"].unverified


def test_p4_a_director_copies_a_profile_and_vouches_for_what_is_changed() -> None:
    ours = PROFILES["wbgf"].changed("brest", clock=Clock.REQUIRED, cube_cap=64)
    assert (ours.code, ours.clock, ours.cube_cap) == ("brest", Clock.REQUIRED, 64)
    assert ours.unverified == {"dead_cube"}
    assert PROFILES["wbgf"].clock is Clock.ALLOWED
    with pytest.raises(RulesError) as refusal:
        PROFILES["wbgf"].changed("brest", dice_cups="one")
    assert (refusal.value.code, refusal.value.data) == ("unknown_setting", {"setting": "dice_cups"})


def test_e3_e6_a_match_is_counted_under_the_cube_settings_of_its_profile() -> None:
    assert PROFILES["usbgf"].conditions(7).dead_cube is DeadCube.VOID
    assert PROFILES["wbgf"].conditions(7, (1, 0)).start_score == (1, 0)
    games = [GameScore(Side.ONE, Result.SINGLE, 4, Ended.BORNE_OFF)]
    capped = PROFILES["wbgf"].changed("capped", cube_cap=2)
    refusals = tally(capped.conditions(3), games=games).refusals
    assert [refusal.code for refusal in refusals] == [RefusalCode.CUBE_ABOVE_CAP]
    assert RefusalCode.CUBE_ABOVE_CAP not in [
        refusal.code for refusal in tally(PROFILES["wbgf"].conditions(3), games=games).refusals
    ]
