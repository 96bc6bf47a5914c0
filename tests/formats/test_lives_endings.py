"""How an event of lives ends: the last two, three who are level, a bracket, and the places paid."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.formats.hall import pairs, play_rounds
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Entry, Part, RoundName, Slot
from tournaments.formats.lives.format import FORMAT, LivesOptions
from tournaments.formats.lives.options import LastTwo, Mode

CODE = "lives"
ONE_MATCH = LivesOptions(lives=3, last_two=LastTwo.ONE_MATCH)
SHARE = LivesOptions(lives=1, last_two=LastTwo.SHARE)
THREE = LivesOptions(lives=2, has_three_playoff=True)
BRACKET = LivesOptions(bracket_slots=8)
PAID = LivesOptions(lives=3, is_bye_a_win=True, max_places=3)


def places(tournament: Tournament) -> dict[str, tuple[int, int]]:
    """First and last place of everybody."""
    return {row.entrant: (row.place, row.last_place) for row in FORMAT.standings(tournament.state)}


def codes(tournament: Tournament, place: tuple[int, int]) -> list[str]:
    """What is said of a pairing."""
    return [reason.code for reason in FORMAT.explain(tournament.state, tournament.pairings[place])]


def test_the_last_two_play_one_match_whatever_their_lives() -> None:
    tournament = play_rounds(CODE, "ab", options=ONE_MATCH)
    tournament.advance()
    (declared,) = FORMAT.rounds(tournament.state)
    assert (declared.name, declared.part, declared.from_final) == (RoundName.FINAL, Part.PLAYOFF, 0)
    assert codes(tournament, (1, 0)) == ["last_two"]
    assert FORMAT.open_lines(tournament.state) == ()
    tournament.win("b")
    assert FORMAT.champion(tournament.state) == "b"
    assert places(tournament) == {"b": (1, 1), "a": (2, 2)}


def test_one_match_that_both_forfeit_leaves_no_champion() -> None:
    tournament = play_rounds(CODE, "ab", "a=b", options=ONE_MATCH)
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None
    assert places(tournament) == {"a": (1, 2), "b": (1, 2)}


def test_who_leaves_in_the_last_match_does_not_undo_it() -> None:
    tournament = play_rounds(CODE, "abc", "a>b c", "c=b a", "c=b a", options=replace(ONE_MATCH, lives=2))
    assert FORMAT.champion(tournament.state) == "a"
    tournament = play_rounds(CODE, "ab", "a-b", options=ONE_MATCH)
    tournament.entries["b"] = replace(tournament.entries["b"], is_withdrawn=True)
    assert tournament.advance() == []
    tournament.win("a")
    assert FORMAT.champion(tournament.state) == "a"


def test_the_last_two_share_when_that_was_set() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=SHARE)
    assert tournament.advance() == []
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None
    assert places(tournament) == {"a": (1, 2), "c": (1, 2), "b": (3, 4), "d": (3, 4)}
    tournament.entries["a"] = replace(tournament.entries["a"], is_withdrawn=True)
    assert places(tournament)["c"] == (1, 2)


def test_three_who_are_level_play_a_knock_out_with_a_bye_by_lot() -> None:
    # Everybody has won once and lost once.
    level = play_rounds(CODE, "ace", "a>c e", "c>e a", "e>a c", options=THREE)
    level.advance()
    declared = FORMAT.rounds(level.state)[3:]
    assert [(of.name, of.part, of.from_final) for of in declared] == [
        (RoundName.PLAYOFF, Part.PLAYOFF, 1),
        (RoundName.FINAL, Part.PLAYOFF, 0),
    ]
    (first,) = level.waiting()
    (bye,) = [pairing for pairing in level.pairings.values() if pairing.round == 4 and pairing.is_bye]
    assert codes(level, first.place) == ["three_left"]
    assert codes(level, bye.place) == ["three_left", "bye_by_lot"]
    level.win(first.one)
    (final,) = level.waiting()
    assert set(final.entrants) == {first.one, bye.one}
    assert codes(level, final.place) == ["advanced_by_bye", "winner_of"]
    level.win(bye.one)
    assert FORMAT.champion(level.state) == bye.one
    assert places(level)[first.two or ""] == (3, 3)


def test_three_who_are_not_level_play_on() -> None:
    tournament = play_rounds(CODE, "abc", "a>b c", options=THREE)
    tournament.advance()
    assert all(declared.part is Part.MAIN for declared in FORMAT.rounds(tournament.state))


@pytest.mark.parametrize("seed", range(8))
def test_the_bye_of_the_three_goes_to_somebody_with_the_fewest(seed: int) -> None:
    # Everybody has won once and lost once; a and b had a bye besides, c was away instead.
    tournament = play_rounds(CODE, "abc", "a>b", "b>c a", "c>a b", options=THREE, seed=str(seed))
    (bye,) = [pairing for pairing in tournament.advance() if pairing.is_bye]
    assert bye.one == "c"


def test_lives_that_are_a_power_of_two_become_a_bracket() -> None:
    # Eight entrants with two lives lose eight in two rounds: 2 have two left and 4 have one, which are eight slots.
    tournament = play_rounds(CODE, "abcdefgh", "a>b c>d e>f g>h", "a>c e>g b>d f>h", options=BRACKET)
    tournament.advance()
    declared = [of for of in FORMAT.rounds(tournament.state) if of.part is Part.PLAYOFF]
    assert [of.name for of in declared] == [RoundName.QUARTERFINAL, RoundName.SEMIFINAL, RoundName.FINAL]
    assert [of.from_final for of in FORMAT.rounds(tournament.state)] == [3, 3, 2, 1, 0]
    byes = {pairing.one for pairing in tournament.pairings.values() if pairing.is_bye}
    assert byes == {"a", "e"}
    assert pairs(tournament.waiting()) != set()
    assert len(tournament.waiting()) == 2
    place = next(pairing.place for pairing in tournament.pairings.values() if pairing.is_bye)
    assert codes(tournament, place) == ["lives_bracket", "bye_for_two_lives"]
    while waiting := tournament.waiting():
        tournament.win(waiting[0].one)
    champion = FORMAT.champion(tournament.state)
    assert champion is not None
    assert len(tournament.results) == 8 + 5
    outline = FORMAT.outline(tournament.state)
    assert outline.rounds[2][0].winner_to == (4, 0)
    assert sorted(places(tournament).values())[-2:] == [(7, 8), (7, 8)]


@pytest.mark.parametrize(
    ("options", "uids", "rounds"),
    [
        (LivesOptions(bracket_slots=16), "abcdefgh", ()),
        (LivesOptions(bracket_slots=4), "abcdefgh", ("a>b c>d e>f g>h", "a>c e>g b>d f>h")),
        (LivesOptions(lives=3, bracket_slots=16), "abcdef", ("a>b c>d e-f",)),
        (LivesOptions(lives=3, bracket_slots=8), "abcd", ("a>b c>d", "a>c b>d")),
    ],
)
def test_no_bracket_before_a_match_above_its_size_during_a_round_or_with_three_lives(
    options: LivesOptions, uids: str, rounds: tuple[str, ...]
) -> None:
    tournament = play_rounds(CODE, uids, *rounds, options=options)
    tournament.advance()
    assert all(declared.part is Part.MAIN for declared in FORMAT.rounds(tournament.state))


@pytest.mark.parametrize("count", [9, 16, 23, 33])
def test_continuous_play_stops_at_the_lives_of_the_bracket(count: int) -> None:
    chance = Random(count)
    options = LivesOptions(mode=Mode.CONTINUOUS, bracket_slots=16)
    tournament = Tournament.from_draw(CODE, entrants(count), options=options)
    while not any(of.part is Part.PLAYOFF for of in FORMAT.rounds(tournament.state)):
        tournament.win(chance.choice(chance.choice(tournament.waiting()).entrants))
    lives = sum(row.lives or 0 for row in FORMAT.standings(tournament.state))
    assert lives == 16
    while waiting := tournament.waiting():
        tournament.win(chance.choice(chance.choice(waiting).entrants))
    assert FORMAT.champion(tournament.state) is not None


def test_a_correction_inside_the_bracket_moves_the_winners_and_is_refused_once_they_play() -> None:
    tournament = play_rounds(CODE, "abcdefgh", "a>b c>d e>f g>h", "a>c e>g b>d f>h", options=BRACKET)
    tournament.advance()
    first = tournament.waiting()[0]
    tournament.win(first.one)
    other = replace(tournament.results[first.place], winner=first.two)
    assert tournament.try_change(result=other)
    (follower,) = [pairing for pairing in tournament.waiting() if first.two in pairing.entrants]
    tournament.begin(follower.place)
    assert not tournament.try_change(result=replace(other, winner=first.one))


def test_a_correction_before_the_bracket_takes_it_back_while_nobody_has_begun_it() -> None:
    tournament = play_rounds(CODE, "abcdefgh", "a>b c>d e>f g>h", "a>c e>g b>d f>h", options=BRACKET)
    tournament.advance()
    double = replace(tournament.results[2, 0], winner=None, is_played=False)
    assert tournament.try_change(result=double)
    assert all(of.part is Part.MAIN for of in FORMAT.rounds(tournament.state))
    assert all(not pairing.is_bye or pairing.round == 3 for pairing in tournament.pairings.values())


def test_a_correction_may_make_a_bracket_of_a_round_not_begun() -> None:
    tournament = play_rounds(CODE, "abcdefgh", "a>b c>d e>f g>h", "a=c e>g b>d f>h", options=BRACKET)
    tournament.advance()
    assert all(of.part is Part.MAIN for of in FORMAT.rounds(tournament.state))
    played_after_all = replace(tournament.results[2, 0], winner="a", is_played=True)
    assert tournament.try_change(result=played_after_all)
    assert FORMAT.rounds(tournament.state)[-1].part is Part.PLAYOFF
    assert {pairing.one for pairing in tournament.pairings.values() if pairing.is_bye} == {"a", "e"}


def test_matches_that_look_like_the_last_one_are_not_while_others_follow() -> None:
    # x waited during the first match and has left since, so the last two are a and b from round 2 on only.
    options = replace(ONE_MATCH, mode=Mode.CONTINUOUS)
    tournament = play_rounds(CODE, "abx", "a>b", "b>a", options=options)
    tournament.entries["x"] = replace(tournament.entries["x"], is_withdrawn=True)
    assert [of.part for of in FORMAT.rounds(tournament.state)] == [Part.MAIN, Part.PLAYOFF]
    assert FORMAT.champion(tournament.state) == "b"


def test_a_bye_of_a_bracket_taken_back_is_cancelled_where_there_are_no_rounds() -> None:
    options = replace(BRACKET, mode=Mode.CONTINUOUS)
    tournament = play_rounds(CODE, "abcdefgh", "a>b c>d e>f g>h", "a>c e>g b>d f>h", options=options)
    tournament.advance()
    assert any(pairing.is_bye for pairing in tournament.pairings.values())
    tournament.begin(tournament.waiting()[0].place)
    double = replace(tournament.results[2, 0], winner=None, is_played=False)
    assert tournament.try_change(result=double)
    assert not any(pairing.is_bye for pairing in tournament.pairings.values())


def _at_a_bracket(mode: Mode, count: int, *, lives: int) -> Tournament:
    """A stage without rounds whose bracket of eight is drawn, and in which nobody has begun it."""
    chance = Random(f"{mode} {count}")
    options = LivesOptions(mode=mode, lives=lives, bracket_slots=8)
    tournament = Tournament.from_draw(CODE, entrants(count), options=options)
    while not _bracket_of(tournament):
        tournament.win(chance.choice(chance.choice(tournament.waiting()).entrants))
    return tournament


def _bracket_of(tournament: Tournament) -> set[tuple[int, int]]:
    """The places of the matches in the bracket that are paired."""
    numbers = {of.number for of in FORMAT.rounds(tournament.state) if of.part is Part.PLAYOFF}
    return {place for place, pairing in tournament.pairings.items() if place[0] in numbers and pairing.two}


@pytest.mark.parametrize(("count", "lives"), [(9, 1), (7, 2), (12, 2)])
@pytest.mark.parametrize("mode", [Mode.CONTINUOUS, Mode.QUEUE, Mode.BATCHES])
def test_a_result_taken_back_takes_the_whole_bracket_back_where_there_are_no_rounds(
    mode: Mode, count: int, lives: int
) -> None:
    tournament = _at_a_bracket(mode, count, lives=lives)
    drawn = _bracket_of(tournament)
    place = max(place for place in tournament.results)
    winner = tournament.results.pop(place).winner
    tournament.pairings[place] = replace(tournament.pairings[place], is_begun=False)
    tournament.advance()
    assert [pairing.place for pairing in tournament.waiting()] == [place]
    tournament.finish(place, winner)
    tournament.advance()
    assert _bracket_of(tournament) == drawn


@pytest.mark.parametrize(("count", "lives"), [(9, 1), (7, 2), (12, 2)])
def test_another_winner_before_a_bracket_draws_it_anew_where_there_are_no_rounds(
    count: int, lives: int
) -> None:
    tournament = _at_a_bracket(Mode.CONTINUOUS, count, lives=lives)
    result = tournament.results[max(tournament.results)]
    other = result.two if result.winner == result.one else result.one
    assert tournament.try_change(result=replace(result, winner=other))
    first = min(_bracket_of(tournament))[0]
    sits = {uid for place, one in tournament.pairings.items() if place[0] >= first for uid in one.entrants}
    assert sits == {row.entrant for row in FORMAT.standings(tournament.state) if row.lives}


# Three lives, three places: a, b, c and d are left, then d goes out in the round that leaves three.
DOWN_TO_THREE = ("a>b c>d", "a>c b>d", "a>d b>c")


def test_everybody_left_is_paid_once_there_are_no_more_than_places() -> None:
    tournament = play_rounds(CODE, "abcd", *DOWN_TO_THREE, options=PAID)
    prize_places = {row.entrant: row.tiebreaks[0] for row in FORMAT.standings(tournament.state)}
    assert prize_places == {"a": ("paid", 1), "b": ("paid", 1), "c": ("paid", 1), "d": ("paid", 0)}
    assert FORMAT.open_lines(tournament.state) == ()


def test_who_cannot_win_any_more_plays_on_only_to_save_a_bye() -> None:
    # a has three lives, b two, c one: an even number can win, so c is out and paid.
    tournament = play_rounds(CODE, "abcd", *DOWN_TO_THREE, options=PAID)
    assert pairs(tournament.advance()) == {"ab"}
    row = next(row for row in FORMAT.standings(tournament.state) if row.entrant == "c")
    assert (row.place, row.is_in, row.lives, row.tiebreaks[0]) == (3, False, 1, ("paid", 1))
    # b's second loss leaves a alone with more than one life: a clear winner.
    tournament.win("a")
    assert FORMAT.champion(tournament.state) == "a"
    assert places(tournament) == {"a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (4, 4)}


def test_one_who_cannot_win_saves_a_bye() -> None:
    # a, b and c have all their lives, d one less: three can win, so d is the fourth.
    tournament = play_rounds(
        CODE, "abcdxyz", "a>x b>y c>z d", "a>d x>y b c", options=LivesOptions(max_places=4)
    )
    for uid in "xyz":
        tournament.entries[uid] = replace(tournament.entries[uid], is_withdrawn=True)
    pairings = tournament.advance()
    assert {uid for pairing in pairings for uid in pairing.entrants} == set("abcd")
    assert not any(pairing.is_bye for pairing in pairings)


def test_when_nobody_has_two_lives_all_play_for_it() -> None:
    options = LivesOptions(lives=2, max_places=2)
    tournament = play_rounds(CODE, "abcd", "a=b c=d", options=options)
    tournament.advance()
    tournament.win(tournament.waiting()[0].one)
    tournament.win(tournament.waiting()[0].one)
    assert len(tournament.waiting()) == 1
    assert not FORMAT.is_complete(tournament.state)
    tournament.win(tournament.waiting()[0].one)
    assert FORMAT.champion(tournament.state) is not None


@pytest.mark.parametrize("winner", ["a", "b"])
def test_the_last_two_who_can_win_the_places_play_one_match(winner: str) -> None:
    options = replace(PAID, last_two=LastTwo.ONE_MATCH)
    tournament = play_rounds(CODE, "abcd", *DOWN_TO_THREE, options=options)
    tournament.advance()
    assert FORMAT.rounds(tournament.state)[3].name is RoundName.FINAL
    tournament.win(winner)
    assert FORMAT.champion(tournament.state) == winner
    assert places(tournament)["c"] == (3, 3)


def test_the_last_two_who_can_win_the_places_share() -> None:
    tournament = play_rounds(CODE, "abcd", *DOWN_TO_THREE, options=replace(PAID, last_two=LastTwo.SHARE))
    assert tournament.advance() == []
    assert places(tournament) == {"a": (1, 2), "b": (1, 2), "c": (3, 3), "d": (4, 4)}


def _knock_out(tournament: Tournament) -> list[tuple[Slot, ...]]:
    """The slots of the rounds of a knock-out."""
    rounds = FORMAT.outline(tournament.state).rounds
    return [rounds[of.number - 1] for of in FORMAT.rounds(tournament.state) if of.part is Part.PLAYOFF]


@pytest.mark.parametrize("count", [6, 9, 16, 33])
@pytest.mark.parametrize("seed", range(4))
def test_more_swiss_pays_exactly_those_who_were_left(count: int, seed: int) -> None:
    options = LivesOptions(lives=4, is_bye_a_win=True, max_places=5, has_three_playoff=True)
    tournament, chance = (
        Tournament.from_draw(CODE, entrants(count), options=options, seed=str(seed)),
        Random(seed),
    )
    while waiting := tournament.waiting():
        tournament.win(chance.choice(chance.choice(waiting).entrants))
    standings = FORMAT.standings(tournament.state)
    winners = [row for row in standings if row.tiebreaks[0] == ("paid", 1)]
    assert 1 <= len(winners) <= 5
    assert [row.place <= len(winners) for row in standings] == [row in winners for row in standings]
    champion = FORMAT.champion(tournament.state)
    assert champion is not None
    by_record: dict[tuple[int, int, int], set[int]] = {}
    for row in winners[1:]:
        record = (row.wins + row.byes, row.losses, row.reached)
        by_record.setdefault(record, set()).add(row.place)
    in_playoff = {uid for slots in _knock_out(tournament) for slot in slots for uid in slot.entrants}
    assert in_playoff or all(len(rows) == 1 for rows in by_record.values())


def test_a_pairing_of_somebody_without_a_line_follows_no_longer() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c-d", options=LivesOptions())
    tournament.entries["d"] = Entry("d")
    assert codes(tournament, (1, 1)) == ["no_longer_follows"]


def _after_a_first_loss(mode: Mode, seed: int) -> Tournament:
    """A stage of one life whose bracket of four is drawn, and in which a winner of the first round has lost since."""
    chance = Random(f"{mode} {seed}")
    options = LivesOptions(mode=mode, lives=1, bracket_slots=4)
    tournament = Tournament.from_draw(CODE, entrants(10), options=options, seed=f"{seed}")
    while not _bracket_of(tournament):
        tournament.win(chance.choice(chance.choice(tournament.waiting()).entrants))
    return tournament


def _match_of_a_loser(tournament: Tournament) -> tuple[int, int]:
    """The match of the first round whose winner has lost since."""
    losers = {uid for result in tournament.results.values() if result.round > 1 for uid in result.losers}
    return next(
        result.place
        for result in tournament.results.values()
        if result.round == 1 and result.winner in losers
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", [Mode.CONTINUOUS, Mode.QUEUE, Mode.BATCHES])
def test_a_match_whose_result_is_taken_back_stays_though_its_winner_has_lost_since(
    mode: Mode, seed: int
) -> None:
    tournament = _after_a_first_loss(mode, seed)
    drawn, place = _bracket_of(tournament), _match_of_a_loser(tournament)
    winner = tournament.results.pop(place).winner
    tournament.pairings[place] = replace(tournament.pairings[place], is_begun=False)
    tournament.advance()
    assert [pairing.place for pairing in tournament.waiting()] == [place]
    tournament.finish(place, winner)
    tournament.advance()
    assert _bracket_of(tournament) == drawn


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", [Mode.CONTINUOUS, Mode.QUEUE, Mode.BATCHES])
def test_one_life_more_by_an_old_result_is_played_for_before_the_bracket(mode: Mode, seed: int) -> None:
    tournament = _after_a_first_loss(mode, seed)
    result = tournament.results[_match_of_a_loser(tournament)]
    other = result.two if result.winner == result.one else result.one
    assert tournament.try_change(result=replace(result, winner=other))
    assert not _bracket_of(tournament)
    [decider] = tournament.waiting()
    tournament.win(decider.one)
    assert len(_bracket_of(tournament)) == 2
