"""Match lengths are read from the final backwards."""

import pytest

from tournaments.formats import FormatError, length_for


def test_the_first_length_is_the_finals_and_the_last_serves_all_earlier_rounds() -> None:
    assert [length_for(away, lengths=[15, 13, 11, 9]) for away in range(6)] == [15, 13, 11, 9, 9, 9]
    assert length_for(4, lengths=[7]) == 7


def test_no_length_at_all_is_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        length_for(1, lengths=[])
    assert refusal.value.code == "no_lengths"
