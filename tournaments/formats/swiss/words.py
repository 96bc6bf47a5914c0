"""The words of the format swiss, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Swiss system"),
    sentence=Words("a fixed number of rounds for all, each against an opponent with about as many points"),
    by_hand=Words(
        "Next round: add a point for each win and order the list by points. From the top, give "
        "everybody an opponent with as many points, or nearly, whom they have not met. With an odd "
        "number, the last one without a bye has it."
    ),
    options={
        "tiebreak_1": (
            Words("First tiebreak"),
            Words("what decides first between entrants with equal points"),
        ),
        "tiebreak_2": (
            Words("Second tiebreak"),
            Words("used where the first one leaves a tie"),
        ),
        "tiebreak_3": (
            Words("Third tiebreak"),
            Words("used where the second one leaves a tie"),
        ),
        "tiebreak_4": (
            Words("Fourth tiebreak"),
            Words("used where the third one leaves a tie"),
        ),
        "last_entry": (
            Words("Late entry until round"),
            Words("nobody comes in after this round; 0 is half of the rounds"),
        ),
        "rounds": (
            Words("Rounds", context="of everybody"),
            Words("how many everybody plays; 0 is as many as leave one unbeaten"),
        ),
        "apart": (
            Words("Keep apart"),
            Words("members who should not meet among those with the same points"),
        ),
        "system": (
            Words("System"),
            Words("order of pairing among players with equal points"),
        ),
        "rematches": (
            Words("Rematches"),
            Words("whether two may meet a second time"),
        ),
        "acceleration": (
            Words("Acceleration"),
            Words("lets the strong meet each other earlier in a large field"),
        ),
        "bye": (
            Words("A bye is worth"),
            Words("points of a player with a bye"),
        ),
        "unplayed": (
            Words("Unplayed rounds in tiebreaks"),
            Words("what a bye or an absence counts when ties are broken"),
        ),
    },
    values={
        "Separation.nobody": Words("nobody"),
        "Separation.clubs": Words("members of a club"),
        "Separation.countries": Words("entrants of a country"),
        "Separation.both": Words("members of a club, then of a country"),
        "System.fold": Words("upper half against lower half"),
        "System.monrad": Words("neighbours in the standings"),
        "System.danish": Words("first against second, third against fourth, rematches included"),
        "Rematches.never": Words("never"),
        "Rematches.if_needed": Words("only when there is no other way"),
        "Rematches.ask": Words("only when the director says so"),
        "Acceleration.none": Words("none", context="an option"),
        "Acceleration.accelerated": Words("a point ahead for the upper half in the first rounds"),
        "Acceleration.baku": Words("Baku acceleration"),
        "ByeWorth.full": Words("a full point"),
        "ByeWorth.half": Words("half a point"),
        "ByeWorth.zero": Words("nothing"),
    },
    reasons={
        "same_points": Words("Both have the same points: %(half_points)s."),
        "near_points": Words(
            "Their points are %(one_half_points)s and %(two_half_points)s: not every player "
            "could meet one with as many."
        ),
        "accelerated": Words(
            "The rounds are accelerated. Points that %(entrant)s counts for the pairing: %(half_points)s, of "
            "which added: %(added_half_points)s."
        ),
        "fold_partner": Words(
            "Of the %(entrants)s with as many points the upper half meets the lower half: %(one)s, number "
            "%(one_place)s, and %(two)s, number %(two_place)s, stand opposite each other."
        ),
        "near_fold_partner": Words(
            "Of the %(entrants)s with as many points %(one)s is number %(one_place)s and %(two)s number "
            "%(two_place)s. The upper half meets the lower half: opposite %(entrant)s stands %(opposite)s, "
            "but another rule was stronger."
        ),
        "neighbours": Words("They are neighbours in the order by points."),
        "near_neighbours": Words(
            "In the order by points %(distance)s entrant stands between them.",
            "In the order by points %(distance)s entrants stand between them.",
            count="distance",
        ),
        "rematch_allowed": Words(
            "They have met %(times)s time before, which these rounds allow.",
            "They have met %(times)s times before, which these rounds allow.",
            count="times",
        ),
        "same_family_ahead": Words("They are of the same family."),
        "same_club_ahead": Words("They are of the same club."),
        "same_country_ahead": Words("They are of the same country."),
        "bye_by_points": Words(
            "The bye goes by the fewest byes, then the chances of a bye, the fewest rounds "
            "missed or won by walkover, and the fewest points: nobody comes before %(entrant)s, "
            "whose points are %(half_points)s."
        ),
        "bye_not_first": Words(
            "By byes, chances of a bye, rounds missed and points %(first)s comes first, but then "
            "the others could not be paired without a second meeting."
        ),
        "bye_worth": Words("Points for the bye: %(half_points)s."),
        "look_ahead": Words(
            "This round was chosen so that the next %(rounds)s round can still be paired without a second "
            "meeting.",
            "This round was chosen so that the next %(rounds)s rounds can still be paired without a second "
            "meeting.",
            count="rounds",
        ),
        "needs_rematch": Words("Round %(number)s could not be paired without a second meeting."),
        "fewest_sit_out": Words(
            "In round %(number)s not every player can have a new opponent, so there are as few "
            "byes as possible."
        ),
        "only_round": Words("Without this the round could not be paired."),
    },
    problems={
        "round_needs_rematch": Words(
            "Round %(round)s cannot be paired without a second meeting. Give %(sitting_out)s "
            "byes, add a player, or allow rematches: it takes %(rematches)s."
        ),
    },
)
