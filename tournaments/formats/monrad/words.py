"""The words of the format Monrad, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Monrad", fr="Monrad"),
    sentence=Words(
        en="rounds for all, in which each meets the next one on the list by points",
        fr="des rondes pour tous, où chacun rencontre le suivant dans le classement aux points",
    ),
    by_hand=Words(
        en=(
            "Next round: add a point for each win and order the list by points. From the top, each meets "
            "the next one on the list whom they have not met. With an odd number, the last one without a "
            "bye has it."
        ),
        fr=(
            "Ronde suivante\u202f: ajoutez un point par victoire et classez la liste aux points. En partant du"
            " haut, chacun rencontre le suivant qu’il n’a pas rencontré. Si le nombre est impair, le "
            "dernier qui n’a pas été exempt l’est."
        ),
    ),
    options={
        "rounds": (
            Words(en="Rounds", fr="Tours"),
            Words(
                en="how many everybody plays; 0 is as many as leave one unbeaten",
                fr="combien chacun en joue\u202f; 0\u00a0: autant qu’il faut pour n’avoir qu’un invaincu",
            ),
        ),
        "seeding": (
            Words(en="Start numbers", fr="Numéros de départ"),
            Words(
                en="whether seeds have the first ones, or chance decides alone",
                fr="les premiers aux têtes de série, ou le hasard seul",
            ),
        ),
    },
    reasons={
        "list_by_points": Words(
            en="The list of round %(number)s goes by points, then by start number.",
            fr="La liste du tour %(number)s suit les points, puis le numéro de départ.",
        ),
    },
)
