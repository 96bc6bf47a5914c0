"""The words that several formats share, in each language: options and their values, and problems of a setup."""

from collections.abc import Mapping

from tournaments.formats.tiebreaks import TIEBREAKS
from tournaments.words import Words

# The name and the short description of each option.
OPTIONS: Mapping[str, tuple[Words, Words]] = {
    "seeding": (
        Words("Places in the draw"),
        Words("whether strong entrants are kept apart, or chance decides alone"),
    ),
    "legs": (
        Words("Matches between two"),
        Words("how often each pair meets"),
    ),
    "first_tiebreak": (
        Words("First tiebreak"),
        Words("what decides first between entrants with equal points"),
    ),
    "second_tiebreak": (
        Words("Second tiebreak"),
        Words("used where the first one leaves a tie"),
    ),
    "third_tiebreak": (
        Words("Third tiebreak"),
        Words("used where the second one leaves a tie"),
    ),
    "drops_early_leavers": (
        Words("Early leavers do not count"),
        Words("results of a player who leaves before half of the matches are left out"),
    ),
}

# The meaning of each value of an option, by its kind.
VALUES: Mapping[str, Words] = {
    "Seeding.random": Words("by chance"),
    "Seeding.seeded": Words("by seeds"),
    "SeedOrder.standard": Words("each seed on its own line"),
    "SeedOrder.pots": Words("drawn in pots: 3 and 4, then 5 to 8"),
    "Byes.spread": Words("spread over the bracket"),
    "Byes.grouped": Words("next to each other"),
    "Apart.nobody": Words("nobody"),
    "Apart.club": Words("members of a club"),
    "Apart.country": Words("entrants of a country"),
    "Apart.club_and_country": Words("members of a club, then of a country"),
    **{f"Tiebreak.{code}": record.name for code, record in TIEBREAKS.items()},
    "Tiebreak.share": Words("none: the place is shared"),
    "Unplayed.virtual_opponent": Words("as against an imaginary opponent of equal strength"),
    "Unplayed.own_points": Words("as against an opponent with the same points"),
    "Unplayed.nothing": Words("nothing"),
    "Unplayed.as_played": Words("a walkover counts as a match, a bye as nothing"),
}

# The problems that a format reports, with the nearest valid setup.
PROBLEMS: Mapping[str, Words] = {
    "unsupported_options_version": Words(
        "These options are of version %(version)s; this release reads %(supported)s."
    ),
    "unknown_option": Words("There is no option called %(option)s. Known are: %(known)s."),
    "invalid_option": Words("The option %(option)s cannot be %(value)s."),
    "tiebreak_after_share": Words(
        "The tiebreak %(tiebreak)s comes after the places are shared. Put it before."
    ),
    "duplicate_tiebreak": Words("The tiebreak %(tiebreak)s is chosen twice. Choose it once."),
    "third_place_without_final": Words(
        "There is no match for third place where the stage ends with %(play_down)s left. Play down to 1, "
        "or leave that match out."
    ),
    "too_few_entrants": Words("It takes at least %(fewest)s entrants, and it has %(entrants)s."),
    "too_many_entrants": Words("It takes at most %(most)s entrants, and it has %(entrants)s."),
    "group_of_one": Words(
        "%(entrants)s entrants do not fill %(groups)s groups with two each. Make at most %(most)s groups."
    ),
    "division_of_one": Words(
        "%(entrants)s entrants do not fill %(divisions)s divisions with two each. Make at most %(most)s "
        "divisions."
    ),
    "too_many_movers": Words(
        "From a division of %(entrants)s not %(movers)s can go up and as many down. Let at most %(most)s "
        "move."
    ),
    "too_many_rounds": Words(
        "%(entrants)s entrants can play at most %(most)s rounds without meeting twice. Plan fewer "
        "rounds, or allow rematches."
    ),
    "nothing_to_play": Words("The last two share the places, so it takes at least %(fewest)s entrants."),
    "too_many_places": Words("%(places)s places paid would pay everybody. Pay at most %(most)s."),
    "duplicate_entrant": Words("A player is in the list twice."),
    "duplicate_seed": Words("Seed %(seed)s is given twice."),
    "not_fed": Words("This format takes the losers of another stage. Choose the stage."),
    "feeder_not_a_bracket": Words(
        "The losers come from a round with %(slots)s matches, which fits no bracket. Take them from full "
        "rounds of a bracket."
    ),
    "feeder_not_complete": Words("It is not certain yet who comes from the other stage."),
    "tied_at_the_cut": Words("%(count)s go on, and the places %(places)s are shared."),
    "invalid_feed": Words("Where the entrants come from is not right: %(field)s."),
    "invalid_reentry": Words("The rule for entering again is not right: %(field)s."),
    "nobody_goes_out": Words(
        "In a Swiss, a round robin, a league or a ladder everybody plays to the end, so nobody can come "
        "back after a loss. Choose a knock-out or lives for that."
    ),
    "not_in_stage": Words(
        "Only a player of this stage can re-enter it. Enter another player as a new entrant."
    ),
    "still_in": Words("A player still in cannot re-enter. If a result is wrong, correct it first."),
    "loss_not_played": Words(
        "Only a loss over the board allows re-entry. If the match was played, correct its result."
    ),
    "not_the_first_match": Words(
        "Only the loss of the first match played allows re-entry. A director can change the rule "
        "of the event."
    ),
    "no_reentry_left": Words(
        "One can enter again %(most)s times at most. A director can raise the number in the rule of the "
        "event."
    ),
    "reentry_closed": Words("Re-entry closed on %(until)s. A director can still admit a player."),
    "fixed_by_draw": Words("The option %(option)s was fixed by the draw."),
    "rounds_paired": Words(
        "%(fewest)s rounds are paired, so there cannot be %(rounds)s. Set at least %(fewest)s."
    ),
    "played_beyond_lives": Words(
        "Somebody has played on who would have no life of %(lives)s left. Set at least %(fewest)s."
    ),
    "invalid_size": Words("A bracket cannot have %(size)s lines."),
    "no_such_line": Words("There is no line %(line)s in a draw of %(size)s."),
    "line_taken": Words("Two entrants stand on line %(line)s."),
    "winner_not_paired": Words("The winner is not one of the two players."),
    "no_lengths": Words("There is no match length."),
}
