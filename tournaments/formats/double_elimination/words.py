"""The words of the format double elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Double elimination", fr="Double élimination"),
    sentence=Words(
        en="one loss: losers’ bracket; two losses: out",
        fr="une défaite : tableau des perdants ; deux défaites : éliminé",
    ),
    by_hand=Words(
        en=(
            "Write each winner on the next line to the right. Write each loser of the main bracket into "
            "the losers’ bracket, where the line names the match. A second loss is the end."
        ),
        fr=(
            "Écrivez chaque vainqueur sur la ligne suivante à droite. Écrivez chaque perdant du tableau "
            "principal dans le tableau des perdants, sur la ligne qui nomme sa partie. Deux défaites "
            "éliminent."
        ),
    ),
    options={
        "grand_final": (
            Words(en="Grand final", fr="Grande finale"),
            Words(
                en="how the winners of both brackets settle the event",
                fr="comment les vainqueurs des deux tableaux se départagent",
            ),
        ),
    },
    values={
        "GrandFinal.recharge": Words(
            en="the unbeaten side must be beaten twice", fr="il faut battre deux fois le joueur sans défaite"
        ),
        "GrandFinal.one_match": Words(en="one match decides", fr="un match décide"),
        "GrandFinal.none": Words(
            en="none: the unbeaten side has won", fr="aucune\u00a0: le joueur sans défaite a gagné"
        ),
    },
)
