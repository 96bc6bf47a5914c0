"""Match lengths are read from the final backwards."""

import pytest

from tournaments.formats import FormatError, length_for


def test_the_first_length_is_the_finals_and_the_last_serves_all_earlier_rounds() -> None:
    lengths = [length_for(number, rounds=6, lengths=[15, 13, 11, 9]) for number in range(1, 7)]
    assert lengths == [9, 9, 9, 11, 13, 15]


def test_a_short_event_uses_the_end_of_the_list_that_is_nearest_the_final() -> None:
    assert [length_for(number, rounds=2, lengths=[15, 13, 11, 9]) for number in (1, 2)] == [13, 15]
    assert length_for(1, rounds=1, lengths=[7]) == 7


def test_no_length_at_all_is_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        length_for(1, rounds=3, lengths=[])
    assert refusal.value.code == "no_lengths"


@pytest.mark.parametrize("number", [0, 4])
def test_a_round_that_is_not_played_has_no_length(number: int) -> None:
    with pytest.raises(FormatError) as refusal:
        length_for(number, rounds=3, lengths=[7])
    assert refusal.value.code == "no_such_round"
    assert refusal.value.problems[0].data == {"round": number, "rounds": 3}
