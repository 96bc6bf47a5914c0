"""The words of the format marathon, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Marathon"),
    sentence=Words("short matches for all comers until the time is over; most wins come first"),
    by_hand=Words(
        "Who becomes free meets the next one who is free, best an opponent not met yet. Write each "
        "win into the list. When the time is over, matches under way are played out; most wins come first."
    ),
    options={
        "minutes": (
            Words("Minutes"),
            Words("time from the first pairing; no match is paired after it"),
        ),
        "again": (
            Words("Second meetings"),
            Words("when two who have met may meet again"),
        ),
        "most_matches": (
            Words("Most matches", context="an option"),
            Words("for each player"),
        ),
    },
    values={
        "Again.never": Words("never"),
        "Again.later": Words("after another opponent"),
        "Again.any_time": Words("at any time"),
    },
    reasons={
        "both_free": Words("%(one)s and %(two)s were free at the same time."),
        "not_played_yet": Words("%(entrant)s had not played yet and was paired first."),
        "longest_wait": Words("%(entrant)s had waited longest and was paired first."),
        "fewest_matches": Words("%(entrant)s had played fewest matches and was paired first."),
        "first_by_lot": Words("Others had waited as long: the lot put %(entrant)s first."),
        "nobody_for_earlier": Words(
            "%(entrant)s was paired first: players with a longer wait could meet nobody who was free."
        ),
        "least_met": Words("%(entrant)s had met no other free player less often."),
        "nobody_else_free": Words("Nobody else was free whom %(entrant)s could meet."),
        "again_at_once": Words("There was nobody else, so they meet again at once."),
    },
)
