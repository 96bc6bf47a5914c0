"""The words of the format single elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Single elimination", fr="Élimination directe"),
    sentence=Words(
        en="who loses is out, the last one left is the champion",
        fr="qui perd est éliminé, le dernier en lice l’emporte",
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
            Words(en="Where the byes stand", fr="Place des exemptions"),
            Words(
                en="spread evenly, or together so that their holders meet in round 2",
                fr="également réparties, ou groupées pour que leurs détenteurs se rencontrent au tour 2",
            ),
        ),
        "apart": (
            Words(en="Keep apart at first", fr="Séparer au début"),
            Words(
                en="members who should not meet in the first rounds",
                fr="ceux qui ne devraient pas se rencontrer aux premiers tours",
            ),
        ),
        "apart_rounds": (
            Words(en="Rounds kept apart", fr="Tours de séparation"),
            Words(
                en="in so many rounds they are kept apart, where that is possible",
                fr="pendant autant de tours, ils sont séparés si c’est possible",
            ),
        ),
        "play_down": (
            Words(en="Play down to", fr="Jouer jusqu’à"),
            Words(
                en="the stage ends with so many left, who go on in another one; 1 is the champion",
                fr=(
                    "la phase s’arrête quand il en reste autant, qui continuent dans une autre\u202f; 1\u00a0: le "
                    "champion"
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
