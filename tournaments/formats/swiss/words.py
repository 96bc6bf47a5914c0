"""The words of the format swiss, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Swiss system", fr="Système suisse"),
    sentence=Words(
        en="a fixed number of rounds for all, each against an opponent with about as many points",
        fr="un nombre fixe de rondes pour tous, chacun contre un adversaire à points presque égaux",
    ),
    by_hand=Words(
        en=(
            "Next round: add a point for each win and order the list by points. From the top, give "
            "everybody an opponent with as many points, or nearly, whom they have not met. With an odd "
            "number, the last one without a bye has it."
        ),
        fr=(
            "Ronde suivante\u202f: ajoutez un point par victoire et classez la liste aux points. En partant du"
            " haut, donnez à chacun un adversaire à égalité de points, ou presque, jamais rencontré. Si "
            "le nombre est impair, le dernier qui n’a pas été exempt l’est."
        ),
    ),
    options={
        "tiebreak_1": (
            Words(en="First tiebreak", fr="Premier départage"),
            Words(
                en="what decides first between entrants with equal points",
                fr="ce qui départage d’abord les inscrits à égalité de points",
            ),
        ),
        "tiebreak_2": (
            Words(en="Second tiebreak", fr="Deuxième départage"),
            Words(en="used where the first one leaves a tie", fr="appliqué si le premier laisse une égalité"),
        ),
        "tiebreak_3": (
            Words(en="Third tiebreak", fr="Troisième départage"),
            Words(
                en="used where the second one leaves a tie",
                fr="appliqué si le deuxième laisse une égalité",
            ),
        ),
        "tiebreak_4": (
            Words(en="Fourth tiebreak", fr="Quatrième départage"),
            Words(
                en="used where the third one leaves a tie",
                fr="appliqué si le troisième laisse une égalité",
            ),
        ),
        "last_entry": (
            Words(en="Late entry until round", fr="Inscription tardive jusqu’au tour"),
            Words(
                en="nobody comes in after this round; 0 is half of the rounds",
                fr="personne n’entre après cette ronde\u202f; 0\u00a0: la moitié des rondes",
            ),
        ),
        "rounds": (
            Words(en="Rounds", fr="Tours"),
            Words(
                en="how many everybody plays; 0 is as many as leave one unbeaten",
                fr="combien chacun en joue\u202f; 0\u00a0: autant qu’il faut pour n’avoir qu’un invaincu",
            ),
        ),
        "apart": (
            Words(en="Keep apart", fr="Séparer"),
            Words(
                en="members who should not meet among those with the same points",
                fr="membres qui ne devraient pas se rencontrer à égalité de points",
            ),
        ),
        "system": (
            Words(en="System", fr="Système"),
            Words(
                en="order of pairing among players with equal points",
                fr="ordre d’appariement à égalité de points",
            ),
        ),
        "rematches": (
            Words(en="Rematches", fr="Revanches"),
            Words(
                en="whether two may meet a second time",
                fr="si deux joueurs peuvent se rencontrer une deuxième fois",
            ),
        ),
        "acceleration": (
            Words(en="Acceleration", fr="Accélération"),
            Words(
                en="lets the strong meet each other earlier in a large field",
                fr="les plus forts se rencontrent plus tôt quand on est nombreux",
            ),
        ),
        "bye": (
            Words(en="A bye is worth", fr="Un exempt reçoit"),
            Words(en="points of a player with a bye", fr="points d’un joueur exempt"),
        ),
        "unplayed": (
            Words(en="Unplayed rounds in tiebreaks", fr="Tours non joués dans les départages"),
            Words(
                en="what a bye or an absence counts when ties are broken",
                fr="ce que comptent un exempt ou une absence quand on départage",
            ),
        ),
    },
    values={
        "Separation.nobody": Words(en="nobody", fr="personne"),
        "Separation.clubs": Words(en="members of a club", fr="les membres d’un même club"),
        "Separation.countries": Words(en="entrants of a country", fr="les inscrits d’un même pays"),
        "Separation.both": Words(
            en="members of a club, then of a country", fr="les membres d’un club, puis d’un pays"
        ),
        "System.fold": Words(en="upper half against lower half", fr="moitié haute contre moitié basse"),
        "System.monrad": Words(en="neighbours in the standings", fr="voisins au classement"),
        "System.danish": Words(
            en="first against second, third against fourth, rematches included",
            fr="le premier contre le deuxième, le troisième contre le quatrième, revanches comprises",
        ),
        "Rematches.never": Words(en="never", fr="jamais"),
        "Rematches.if_needed": Words(
            en="only when there is no other way", fr="seulement s’il n’y a pas d’autre moyen"
        ),
        "Rematches.ask": Words(en="only when the director says so", fr="seulement si le directeur le dit"),
        "Acceleration.none": Words(en="none", fr="aucune"),
        "Acceleration.accelerated": Words(
            en="a point ahead for the upper half in the first rounds",
            fr="un point d’avance à la moitié haute dans les premières rondes",
        ),
        "Acceleration.baku": Words(en="Baku acceleration", fr="accélération de Bakou"),
        "ByeWorth.full": Words(en="a full point", fr="un point entier"),
        "ByeWorth.half": Words(en="half a point", fr="un demi-point"),
        "ByeWorth.zero": Words(en="nothing", fr="rien"),
    },
    reasons={
        "same_points": Words(
            en="Both have the same points: %(half_points)s.",
            fr="Les deux ont autant de points\u00a0: %(half_points)s.",
        ),
        "near_points": Words(
            en=(
                "Their points are %(one_half_points)s and %(two_half_points)s: not every player "
                "could meet one with as many."
            ),
            fr=(
                "Ils ont %(one_half_points)s et %(two_half_points)s points\u202f: tous ne pouvaient pas "
                "rencontrer un joueur qui en a autant."
            ),
        ),
        "accelerated": Words(
            en=(
                "The rounds are accelerated. Points that %(entrant)s counts for the pairing: %(half_points)s, of "
                "which added: %(added_half_points)s."
            ),
            fr=(
                "Les rondes sont accélérées. Points de %(entrant)s pour l’appariement\u202f: %(half_points)s, dont "
                "ajoutés\u202f: %(added_half_points)s."
            ),
        ),
        "fold_partner": Words(
            en=(
                "Of the %(entrants)s with as many points the upper half meets the lower half: %(one)s, number "
                "%(one_place)s, and %(two)s, number %(two_place)s, stand opposite each other."
            ),
            fr=(
                "Parmi les %(entrants)s qui ont autant de points, la moitié supérieure rencontre la moitié "
                "inférieure\u202f: %(one)s, numéro %(one_place)s, et %(two)s, numéro %(two_place)s, se font face."
            ),
        ),
        "near_fold_partner": Words(
            en=(
                "Of the %(entrants)s with as many points %(one)s is number %(one_place)s and %(two)s number "
                "%(two_place)s. The upper half meets the lower half: opposite %(entrant)s stands %(opposite)s, "
                "but another rule was stronger."
            ),
            fr=(
                "Parmi les %(entrants)s qui ont autant de points, %(one)s est numéro %(one_place)s et %(two)s "
                "numéro %(two_place)s. La moitié supérieure rencontre la moitié inférieure\u202f: en face de "
                "%(entrant)s se trouve %(opposite)s, mais une autre règle l’emportait."
            ),
        ),
        "neighbours": Words(
            en="They are neighbours in the order by points.", fr="Ils sont voisins dans l’ordre des points."
        ),
        "near_neighbours": Words(
            count="distance",
            en=(
                "In the order by points %(distance)s entrant stands between them.",
                "In the order by points %(distance)s entrants stand between them.",
            ),
            fr=(
                "Dans l’ordre des points, %(distance)s inscrit se trouve entre eux.",
                "Dans l’ordre des points, %(distance)s inscrits se trouvent entre eux.",
            ),
        ),
        "rematch_allowed": Words(
            count="times",
            en=(
                "They have met %(times)s time before, which these rounds allow.",
                "They have met %(times)s times before, which these rounds allow.",
            ),
            fr=(
                "Ils se sont déjà rencontrés %(times)s fois, ce que ces tours permettent.",
                "Ils se sont déjà rencontrés %(times)s fois, ce que ces tours permettent.",
            ),
        ),
        "same_family_ahead": Words(en="They are of the same family.", fr="Ils sont de la même famille."),
        "same_club_ahead": Words(en="They are of the same club.", fr="Ils sont du même club."),
        "same_country_ahead": Words(en="They are of the same country.", fr="Ils sont du même pays."),
        "bye_by_points": Words(
            en=(
                "The bye goes by the fewest byes, then the chances of a bye, the fewest rounds "
                "missed or won by walkover, and the fewest points: nobody comes before %(entrant)s, "
                "whose points are %(half_points)s."
            ),
            fr=(
                "L’exempt est le joueur le moins souvent exempt, puis selon les chances au tirage, "
                "le moins de rondes manquées ou gagnées par forfait, et le moins de points\u202f: "
                "personne ne passe avant %(entrant)s (points\u202f: %(half_points)s)."
            ),
        ),
        "bye_not_first": Words(
            en=(
                "By byes, chances of a bye, rounds missed and points %(first)s comes first, but then "
                "the others could not be paired without a second meeting."
            ),
            fr=(
                "Selon le nombre de fois exempt, les chances, les rondes manquées et les points, "
                "%(first)s passe en premier, mais alors les autres n’auraient pu être appariés sans "
                "revanche."
            ),
        ),
        "bye_worth": Words(
            en="Points for the bye: %(half_points)s.", fr="Points de l’exempt\u00a0: %(half_points)s."
        ),
        "look_ahead": Words(
            count="rounds",
            en=(
                (
                    "This round was chosen so that the next %(rounds)s round can still be paired without a second "
                    "meeting."
                ),
                (
                    "This round was chosen so that the next %(rounds)s rounds can still be paired without a second "
                    "meeting."
                ),
            ),
            fr=(
                (
                    "Ce tour a été choisi pour que le tour suivant (%(rounds)s) puisse encore s’apparier sans "
                    "revanche."
                ),
                (
                    "Ce tour a été choisi pour que les %(rounds)s tours suivants puissent encore s’apparier sans "
                    "revanche."
                ),
            ),
        ),
        "needs_rematch": Words(
            en="Round %(number)s could not be paired without a second meeting.",
            fr="La ronde %(number)s ne pouvait pas être appariée sans revanche.",
        ),
        "fewest_sit_out": Words(
            en="In round %(number)s not every player can have a new opponent, so there are as few "
            "byes as possible.",
            fr=(
                "À la ronde %(number)s, tous ne peuvent pas avoir un nouvel adversaire\u00a0: il y a le moins "
                "d’exempts possible."
            ),
        ),
        "only_round": Words(
            en="Without this the round could not be paired.",
            fr="Sans cela, la ronde n’aurait pas pu être appariée.",
        ),
    },
    problems={
        "round_needs_rematch": Words(
            en=(
                "Round %(round)s cannot be paired without a second meeting. Give %(sitting_out)s "
                "byes, add a player, or allow rematches: it takes %(rematches)s."
            ),
            fr=(
                "La ronde %(round)s ne peut pas être appariée sans revanche. Donnez %(sitting_out)s "
                "exempts, ajoutez un joueur, ou permettez les revanches\u00a0: il en faut %(rematches)s."
            ),
        ),
    },
)
