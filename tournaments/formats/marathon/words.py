"""The words of the format marathon, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Marathon", fr="Marathon"),
    sentence=Words(
        en="short matches for all comers until the time is over; most wins come first",
        fr="des matchs courts ouverts à tous jusqu’à la fin du temps\u00a0: le plus de victoires l’emporte",
    ),
    by_hand=Words(
        en=(
            "Who becomes free meets the next one who is free, best an opponent not met yet. Write each "
            "win into the list. When the time is over, matches under way are played out; most wins come first."
        ),
        fr=(
            "Qui se libère rencontre le prochain joueur libre, de préférence un adversaire jamais rencontré. "
            "Notez chaque victoire dans la liste. À la fin du temps, les parties en cours se terminent\u202f; le "
            "plus de victoires l’emporte."
        ),
    ),
    options={
        "minutes": (
            Words(en="Minutes", fr="Minutes"),
            Words(
                en="time from the first pairing; no match is paired after it",
                fr="durée à partir du premier appariement\u00a0; ensuite, plus aucun match n’est apparié",
            ),
        ),
        "again": (
            Words(en="Second meetings", fr="Deuxièmes rencontres"),
            Words(
                en="when two who have met may meet again",
                fr="quand deux joueurs peuvent se rencontrer de nouveau",
            ),
        ),
        "most_matches": (
            Words(en="Most matches", fr="Matchs au plus"),
            Words(en="for each player", fr="par joueur"),
        ),
    },
    values={
        "Again.never": Words(en="never", fr="jamais"),
        "Again.later": Words(en="after another opponent", fr="après un autre adversaire"),
        "Again.any_time": Words(en="at any time", fr="à tout moment"),
    },
    reasons={
        "both_free": Words(
            en="%(one)s and %(two)s were free at the same time.",
            fr="%(one)s et %(two)s étaient libres au même moment.",
        ),
        "not_played_yet": Words(
            en="%(entrant)s had not played yet and was paired first.",
            fr="%(entrant)s n’avait pas encore joué et a été apparié en premier.",
        ),
        "longest_wait": Words(
            en="%(entrant)s had waited longest and was paired first.",
            fr="%(entrant)s attendait depuis le plus longtemps et a été apparié en premier.",
        ),
        "fewest_matches": Words(
            en="%(entrant)s had played fewest matches and was paired first.",
            fr="%(entrant)s avait joué le moins de matchs et a été apparié en premier.",
        ),
        "first_by_lot": Words(
            en="Others had waited as long: the lot put %(entrant)s first.",
            fr="D’autres attendaient depuis aussi longtemps\u00a0: le sort a placé %(entrant)s en premier.",
        ),
        "nobody_for_earlier": Words(
            en="%(entrant)s was paired first: players with a longer wait could meet nobody who was free.",
            fr="%(entrant)s a été apparié en premier\u00a0: ceux qui attendaient depuis plus longtemps ne "
            "pouvaient rencontrer aucun joueur libre.",
        ),
        "least_met": Words(
            en="%(entrant)s had met no other free player less often.",
            fr="%(entrant)s n’avait rencontré aucun autre joueur libre moins souvent.",
        ),
        "nobody_else_free": Words(
            en="Nobody else was free whom %(entrant)s could meet.",
            fr="%(entrant)s ne pouvait rencontrer aucun autre joueur libre.",
        ),
        "again_at_once": Words(
            en="Nobody else was there, so they meet again at once.",
            fr="Personne d’autre n’était là\u00a0: ils se rencontrent de nouveau aussitôt.",
        ),
    },
)
