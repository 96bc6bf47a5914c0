"""The words of the format lives, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Lives", fr="Vies"),
    sentence=Words(
        en="every loss costs a life, and the last one with a life wins",
        fr="chaque défaite coûte une vie, et le dernier à en garder une gagne",
    ),
    by_hand=Words(
        en=(
            "Each loss costs a life: cross it out. Who has none left is out. Pair those who are free and "
            "have lives, best with an opponent not met and with as many lives. The last one with a life "
            "wins."
        ),
        fr=(
            "Chaque défaite coûte une vie\u202f: barrez-la. Qui n’en a plus est éliminé. Appariez les joueurs "
            "libres qui ont encore des vies, de préférence avec un adversaire jamais rencontré et autant "
            "de vies. Le dernier à en garder une gagne."
        ),
    ),
    options={
        "lives": (
            Words(en="Lives", fr="Vies"),
            Words(en="losses after which a player is out", fr="défaites qui éliminent un joueur"),
        ),
        "mode": (
            Words(en="When matches are paired", fr="Moment des appariements"),
            Words(
                en="all together in rounds, or as players become free",
                fr="tous ensemble par tours, ou dès que des joueurs se libèrent",
            ),
        ),
        "batch_minutes": (
            Words(en="Minutes between batches", fr="Minutes entre deux vagues"),
            Words(
                en="everybody free by then is paired, when batches are chosen",
                fr="tous les joueurs libres sont appariés, si l’on a choisi les vagues",
            ),
        ),
        "queue_length": (
            Words(en="Length of the queue", fr="Longueur de la file"),
            Words(
                en="minimum players waiting before a random draw, when a queue is chosen",
                fr="joueurs en attente avant un tirage au sort, si l’on a choisi la file",
            ),
        ),
        "odd_one": (
            Words(en="The odd one", fr="Le joueur en trop"),
            Words(
                en="odd player in a group of equals",
                fr="joueur en trop parmi ses égaux",
            ),
        ),
        "is_bye_a_win": (
            Words(en="A bye counts as a win", fr="Un exempt compte comme victoire"),
            Words(
                en="in the record of wins; it never costs a life",
                fr="dans le bilan des victoires\u202f; elle ne coûte jamais de vie",
            ),
        ),
        "avoids_rematches": (
            Words(en="Avoid rematches", fr="Éviter les revanches"),
            Words(
                en="two who have met meet again only when it must be",
                fr="deux joueurs ne se rencontrent à nouveau que s’il le faut",
            ),
        ),
        "separates_clubs": (
            Words(en="Keep clubs apart", fr="Séparer les clubs"),
            Words(
                en="members of a club or a family meet only when it must be",
                fr="les membres d’un club ou d’une famille ne se rencontrent que s’il le faut",
            ),
        ),
        "last_two": (
            Words(en="The last two", fr="Les deux derniers"),
            Words(
                en="what they do when all others are out",
                fr="ce qu’ils font quand tous les autres sont éliminés",
            ),
        ),
        "has_three_playoff": (
            Words(en="Playoff of the last three", fr="Barrage des trois derniers"),
            Words(
                en="three with the same record play a short knock-out, with a bye by lot",
                fr="trois joueurs au même bilan jouent une courte élimination, avec un exempt tiré au sort",
            ),
        ),
        "bracket_slots": (
            Words(en="Turn into a bracket at", fr="Passer à un tableau à"),
            Words(
                en="lives left in all at which a knock-out begins; 0 is never",
                fr=(
                    "vies restantes en tout à partir desquelles on passe à l’élimination directe\u202f; "
                    "0\u00a0: jamais"
                ),
            ),
        ),
        "max_places": (
            Words(en="Places paid", fr="Places payées"),
            Words(
                en="players with lives left at which play ends; 0 plays to the end",
                fr="joueurs encore en vie auxquels le jeu s’arrête\u202f; 0\u00a0: jusqu’au bout",
            ),
        ),
        "late_lives": (
            Words(en="Lives of late entrants", fr="Vies des retardataires"),
            Words(
                en="lives of a late player who has missed rounds",
                fr="vies d’un retardataire qui a manqué des rondes",
            ),
        ),
        "last_entry": (
            Words(en="Late entry until round", fr="Inscription tardive jusqu’au tour"),
            Words(en="nobody comes in after this round", fr="personne n’entre après ce tour"),
        ),
    },
    values={
        "Mode.rounds": Words(
            en="in rounds: when the last match of a round is over",
            fr="par tours\u00a0: quand le dernier match d’un tour est terminé",
        ),
        "Mode.continuous": Words(
            en="at once: as soon as two suitable players are free",
            fr="aussitôt\u00a0: dès que deux joueurs qui conviennent sont libres",
        ),
        "Mode.batches": Words(
            en="in batches: all who are free, every few minutes",
            fr="par vagues\u00a0: tous les joueurs libres, à intervalles de quelques minutes",
        ),
        "Mode.queue": Words(
            en="from a queue: by lot among several who are free",
            fr="d’une file\u00a0: par le sort entre plusieurs qui sont libres",
        ),
        "OddOne.float": Words(
            en="meets a player with nearly as many lives",
            fr="rencontre un joueur qui a presque autant de vies",
        ),
        "OddOne.sit_out": Words(en="sits out until an equal comes", fr="attend qu’un égal se présente"),
        "LastTwo.play_on": Words(
            en="play on until one has no life left", fr="jouent jusqu’à ce que l’un n’ait plus de vie"
        ),
        "LastTwo.one_match": Words(
            en="play one match, whatever their lives", fr="jouent un match, quelles que soient leurs vies"
        ),
        "LastTwo.share": Words(en="share the first two places", fr="se partagent les deux premières places"),
        "LateLives.minus_missed": Words(
            en="one less for each round missed", fr="une de moins par tour manqué"
        ),
        "LateLives.all": Words(en="all of them", fr="toutes"),
    },
    reasons={
        "same_lives": Words(
            count="lives",
            en=("Both have %(lives)s life left.", "Both have %(lives)s lives left."),
            fr=("Il reste %(lives)s vie à chacun.", "Il reste %(lives)s vies à chacun."),
        ),
        "nearest_lives": Words(
            en=(
                "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. Not every player could meet "
                "one with as many."
            ),
            fr=(
                "Vies restantes\u202f: %(one)s %(lives)s, %(two)s %(other_lives)s. Tous ne pouvaient pas "
                "rencontrer un joueur qui en a autant."
            ),
        ),
        "other_lives": Words(
            en="Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s.",
            fr="Vies restantes\u202f: %(one)s %(lives)s, %(two)s %(other_lives)s.",
        ),
        "free_together": Words(
            count="lives",
            en=(
                "Both were free at the same time with %(lives)s life left.",
                "Both were free at the same time with %(lives)s lives left.",
            ),
            fr=(
                "Les deux étaient libres au même moment avec %(lives)s vie.",
                "Les deux étaient libres au même moment avec %(lives)s vies.",
            ),
        ),
        "nobody_level_comes": Words(
            en=(
                "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. For one of them nobody with as many was "
                "left, and no match already under way could free one."
            ),
            fr=(
                "Vies restantes\u202f: %(one)s %(lives)s, %(two)s %(other_lives)s. Pour l’un d’eux, il ne "
                "restait personne qui en a autant, et aucun match déjà en cours ne pouvait en libérer un."
            ),
        ),
        "saves_bye": Words(
            en="%(entrant)s can win no more and plays on so that nobody has to sit out.",
            fr="%(entrant)s ne peut plus gagner et joue encore pour que personne ne soit exempt.",
        ),
        "worst_record": Words(
            en="Nobody here has a weaker record than %(entrant)s (lives: %(lives)s, wins: %(wins)s).",
            fr=(
                "Personne ici n’a de moins bons résultats que %(entrant)s (vies\u202f: %(lives)s, "
                "victoires\u202f: %(wins)s)."
            ),
        ),
        "worst_record_left": Words(
            en=(
                "Everybody here with a weaker record than %(entrant)s (lives: %(lives)s, wins: %(wins)s) has had "
                "more byes."
            ),
            fr=(
                "Tous les joueurs ici moins bien placés que %(entrant)s (vies\u202f: %(lives)s, "
                "victoires\u202f: %(wins)s) ont été exempts plus souvent."
            ),
        ),
        "nobody_level": Words(
            count="lives",
            en=(
                "%(entrant)s is the only one here with %(lives)s life left.",
                "%(entrant)s is the only one here with %(lives)s lives left.",
            ),
            fr=(
                "%(entrant)s est seul ici à qui il reste %(lives)s vie.",
                "%(entrant)s est seul ici à qui il reste %(lives)s vies.",
            ),
        ),
        "last_two": Words(
            en="They are the last two who can win, and one match decides between them.",
            fr="Ils sont les deux derniers à pouvoir gagner, et un seul match les départage.",
        ),
        "three_left": Words(
            en="Three are left with the same record, so they play a short knock-out.",
            fr="Il en reste trois avec le même bilan\u00a0: ils jouent une courte élimination directe.",
        ),
        "lives_bracket": Words(
            en="%(lives)s lives are left in all, which fills a bracket: from here on it is a knock-out.",
            fr=(
                "Il reste %(lives)s vies en tout, de quoi remplir un tableau\u00a0: la suite est à élimination "
                "directe."
            ),
        ),
        "bye_by_lot": Words(en="The lot gave %(entrant)s the bye.", fr="Le sort a rendu %(entrant)s exempt."),
        "bye_for_two_lives": Words(
            en="%(entrant)s has two lives left, which is worth a bye.",
            fr="%(entrant)s a encore deux vies, ce qui vaut d’être exempt.",
        ),
        "round_stands": Words(
            en=(
                "This was paired while round %(number)s was under way, or before an earlier result was "
                "corrected, and stands."
            ),
            fr=(
                "Cet appariement a été fait pendant le tour %(number)s, ou avant la correction d’un résultat "
                "antérieur, et reste valable."
            ),
        ),
        "no_other_way": Words(en="There was no other way.", fr="Il n’y avait pas d’autre possibilité."),
    },
    problems={
        "places_need_rounds": Words(
            en="Places paid need matches in rounds. Choose rounds, or set the places paid to 0.",
            fr=(
                "Des places payées demandent des matchs par tours. Choisissez les tours, ou mettez les places "
                "payées à 0."
            ),
        ),
        "places_or_bracket": Words(
            en="Places paid and a bracket at the end do not go together. Set one of them to 0.",
            fr="Des places payées et un tableau final ne vont pas ensemble. Mettez l’un des deux à 0.",
        ),
    },
)
