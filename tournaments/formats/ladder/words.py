"""The words of the format ladder, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Ladder"),
    sentence=Words("entrants challenge higher places, and a winner climbs"),
    by_hand=Words(
        "A challenger who wins takes the place of the opponent; all between move down by one. Write "
        "each challenge, its result and its day in the order in which they are played."
    ),
    options={
        "places_above": (
            Words("Reach upwards"),
            Words("places above that can be challenged"),
        ),
        "places_below": (
            Words("Reach downwards"),
            Words("places below that can be challenged"),
        ),
        "no_back_to_back": (
            Words("Not twice in a row"),
            Words("nobody challenges the opponent of the last match"),
        ),
        "climb": (
            Words("A win is worth"),
            Words("what the lower one of the two gets for a win"),
        ),
        "challenged_moves_up": (
            Words("The challenged can climb"),
            Words("a challenged player who wins climbs one place"),
        ),
        "days": (
            Words("Days to play"),
            Words("days to play a match; 0 is no deadline"),
        ),
        "overdue": (
            Words("A challenge not played in time"),
            Words("what becomes of it"),
        ),
        "overdue_days": (
            Words("Days of grace"),
            Words("so long after the deadline it happens"),
        ),
        "comes_back": (
            Words("Coming back"),
            Words("the place of a player who left the ladder and returns"),
        ),
    },
    values={
        "Overdue.nothing": Words("stays to be played"),
        "Overdue.forfeit": Words("is lost by the challenged"),
        "Overdue.void": Words("is void"),
        "ComesBack.bottom": Words("at the bottom"),
        "ComesBack.own_place": Words("at the former place, as after a pause"),
        "Climb.place": Words("the place of the loser"),
        "Climb.one_step": Words("one place"),
        "Climb.swap": Words("an exchange of places"),
    },
    reasons={
        "challenged": Words(
            "%(one)s has challenged %(two)s: they stood at places %(from)s and %(to)s of the ladder then."
        ),
    },
    problems={
        "same_entrant": Words("Nobody can challenge themselves."),
        "not_in_ladder": Words("%(entrant)s is not in this ladder."),
        "has_left": Words("%(entrant)s has left."),
        "has_open_challenge": Words(
            "%(entrant)s has an open challenge. It has to be played or withdrawn first."
        ),
        "ladder_closed": Words("The ladder takes no challenges now."),
        "ladder_not_begun": Words("The ladder has not begun yet."),
        "too_far_above": Words("That is %(places)s places above, and at most %(most)s are within reach."),
        "too_far_below": Words("That is %(places)s places below, and at most %(most)s are within reach."),
        "back_to_back": Words("%(entrant)s was the opponent of the last match. Play another opponent first."),
    },
)
