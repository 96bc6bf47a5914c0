"""The words of the format double elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Double elimination", fr="Double élimination"),
    sentence=Words(
        en="who loses once goes on in the losers’ bracket, who loses twice is out",
        fr="qui perd une fois continue dans le tableau des perdants, qui perd deux fois est éliminé",
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
