"""The words of the format lives, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Lives"),
    sentence=Words("every loss costs a life, and the last one with a life wins"),
    by_hand=Words(
        "Each loss costs a life: cross it out. Who has none left is out. Pair players who are free and "
        "have lives, best with an opponent not met and with as many lives. The last one with a life "
        "wins."
    ),
    options={
        "lives": (
            Words("Lives"),
            Words("losses after which a player is out"),
        ),
        "mode": (
            Words("When matches are paired"),
            Words("all together in rounds, or as players become free"),
        ),
        "batch_minutes": (
            Words("Minutes between batches"),
            Words("everybody free by then is paired, when batches are chosen"),
        ),
        "queue_length": (
            Words("Length of the queue"),
            Words("minimum players waiting before a random draw, when a queue is chosen"),
        ),
        "odd_one": (
            Words("The odd one"),
            Words("odd player in a group of equals"),
        ),
        "is_bye_a_win": (
            Words("A bye counts as a win"),
            Words("in the record of wins; it never costs a life"),
        ),
        "avoids_rematches": (
            Words("Avoid rematches"),
            Words("two who have met meet again only when it must be"),
        ),
        "separates_clubs": (
            Words("Keep clubs apart"),
            Words("members of a club or a family meet only when it must be"),
        ),
        "last_two": (
            Words("The last two"),
            Words("what they do when all others are out"),
        ),
        "has_three_playoff": (
            Words("Playoff of the last three"),
            Words("three with the same record play a short knock-out, with a bye by lot"),
        ),
        "bracket_slots": (
            Words("Turn into a bracket at"),
            Words("lives left in all at which a knock-out begins; 0 is never"),
        ),
        "max_places": (
            Words("Places paid"),
            Words("players with lives left at which play ends; 0 plays to the end"),
        ),
        "late_lives": (
            Words("Lives of late entrants"),
            Words("lives of a late player who has missed rounds"),
        ),
        "last_entry": (
            Words("Late entry until round"),
            Words("nobody comes in after this round"),
        ),
    },
    values={
        "Mode.rounds": Words("in rounds: when the last match of a round is over"),
        "Mode.continuous": Words("at once: as soon as two suitable players are free"),
        "Mode.batches": Words("in batches: all who are free, every few minutes"),
        "Mode.queue": Words("from a queue: by lot among several who are free"),
        "OddOne.float": Words("meets a player with nearly as many lives"),
        "OddOne.sit_out": Words("sits out until an equal comes"),
        "LastTwo.play_on": Words("play on until one has no life left"),
        "LastTwo.one_match": Words("play one match, whatever their lives"),
        "LastTwo.share": Words("share the first two places"),
        "LateLives.minus_missed": Words("one less for each round missed"),
        "LateLives.all": Words("all of them"),
    },
    reasons={
        "same_lives": Words(
            "Both have %(lives)s life left.", "Both have %(lives)s lives left.", count="lives"
        ),
        "nearest_lives": Words(
            "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. Not every player could meet "
            "one with as many."
        ),
        "other_lives": Words("Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s."),
        "free_together": Words(
            "Both were free at the same time with %(lives)s life left.",
            "Both were free at the same time with %(lives)s lives left.",
            count="lives",
        ),
        "nobody_level_comes": Words(
            "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. For one of them nobody with as many was "
            "left, and no match already under way could free one."
        ),
        "saves_bye": Words("%(entrant)s can win no more and plays on so that nobody has to sit out."),
        "worst_record": Words(
            "Nobody here has a weaker record than %(entrant)s (lives: %(lives)s, wins: %(wins)s)."
        ),
        "worst_record_left": Words(
            "Everybody here with a weaker record than %(entrant)s (lives: %(lives)s, wins: %(wins)s) has had "
            "more byes."
        ),
        "nobody_level": Words(
            "%(entrant)s is the only one here with %(lives)s life left.",
            "%(entrant)s is the only one here with %(lives)s lives left.",
            count="lives",
        ),
        "last_two": Words("They are the last two who can win, and one match decides between them."),
        "three_left": Words("Three are left with the same record, so they play a short knock-out."),
        "lives_bracket": Words(
            "%(lives)s lives are left in all, which fills a bracket: from here on it is a knock-out."
        ),
        "bye_by_lot": Words("The lot gave %(entrant)s the bye."),
        "bye_for_two_lives": Words("%(entrant)s has two lives left, which is worth a bye."),
        "round_stands": Words(
            "This was paired while round %(number)s was under way, or before an earlier result was "
            "corrected, and stands."
        ),
        "no_other_way": Words("There was no other way."),
    },
    problems={
        "places_need_rounds": Words(
            "Places paid need matches in rounds. Choose rounds, or set the places paid to 0."
        ),
        "places_or_bracket": Words(
            "Places paid and a bracket at the end do not go together. Set one of them to 0."
        ),
    },
)
