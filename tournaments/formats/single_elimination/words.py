"""The words of the format single elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Single elimination", fr="Élimination directe"),
    sentence=Words(
        en="one loss and you are out; the last one left is the champion",
        fr="une défaite élimine ; le dernier en lice l’emporte",
    ),
    by_hand=Words(
        en=(
            "Write each winner on the next line to the right, with the score. When both lines of a match "
            "are filled, call it. Who loses is out, or goes to the consolation."
        ),
        fr=(
            "Écrivez chaque vainqueur sur la ligne suivante à droite, avec le score. Quand les deux "
            "lignes d’une partie sont remplies, appelez-la. Le perdant est éliminé, ou va en consolante."
        ),
    ),
    options={
        "order": (
            Words(en="Order of the seeds", fr="Ordre des têtes de série"),
            Words(
                en="whether each seed has a line of its own, or seeds are drawn in pots",
                fr="si chaque tête de série a sa ligne, ou si elles sont tirées par chapeaux",
            ),
        ),
        "byes": (
            Words(en="Where the byes stand", fr="Place des exempts"),
            Words(
                en="spread evenly, or together so that their holders meet in round 2",
                fr="également réparties, ou groupées pour que leurs détenteurs se rencontrent au tour 2",
            ),
        ),
        "apart": (
            Words(en="Keep apart at first", fr="Séparer au début"),
            Words(
                en="members who should not meet in the first rounds",
                fr="membres qui ne devraient pas se rencontrer aux premiers tours",
            ),
        ),
        "apart_rounds": (
            Words(en="Rounds kept apart", fr="Tours de séparation"),
            Words(
                en="rounds of separation, where possible",
                fr="tours de séparation, si possible",
            ),
        ),
        "play_down": (
            Words(en="Play down to", fr="Jouer jusqu’à"),
            Words(
                en="stop when this many remain, who go on in another stage; 1 plays to a champion",
                fr=(
                    "la phase s’arrête à ce nombre de joueurs, qui continuent dans une autre\u202f; 1\u00a0: "
                    "jusqu’au champion"
                ),
            ),
        ),
        "has_third_place": (
            Words(en="Match for third place", fr="Match pour la troisième place"),
            Words(
                en="the losers of the semifinals play for it", fr="les perdants des demi-finales la jouent"
            ),
        ),
    },
)
