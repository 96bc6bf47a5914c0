"""The words of the format triple elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Triple elimination", fr="Triple élimination"),
    sentence=Words(
        en="one loss: losers’ bracket; two losses: third bracket; three losses: out",
        fr="une défaite : tableau des perdants ; deux défaites : troisième tableau ; trois défaites : éliminé",
    ),
    by_hand=Words(
        en=(
            "Write each winner on the next line to the right. Write each loser into the next bracket, where the line "
            "names the match. A third loss is the end. In the finals two play on until one has lost three times."
        ),
        fr=(
            "Écrivez chaque vainqueur sur la ligne suivante à droite. Écrivez chaque perdant dans le tableau suivant, "
            "sur la ligne qui nomme sa partie. Trois défaites éliminent. Dans les finales, deux joueurs continuent "
            "jusqu’à la troisième défaite de l’un d’eux."
        ),
    ),
    options={
        "finals": (
            Words(en="Finals", fr="Finales"),
            Words(
                en="how the winners of the three brackets settle the event",
                fr="comment les vainqueurs des trois tableaux se départagent",
            ),
        ),
    },
    values={
        "TripleFinals.by_lives": Words(
            en="each is out with the third loss", fr="chacun est éliminé à sa troisième défaite"
        ),
        "TripleFinals.one_match": Words(en="one match each", fr="un match à chaque fois"),
    },
)
