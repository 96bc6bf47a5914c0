"""The words of the format ladder, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Ladder", fr="Échelle"),
    sentence=Words(
        en="entrants challenge those who stand above them, and who wins climbs",
        fr="les inscrits défient ceux qui les précèdent, et qui gagne monte",
    ),
    options={
        "places_above": (
            Words(en="Reach upwards", fr="Portée vers le haut"),
            Words(
                en="so many places above the own one can be challenged",
                fr="on peut défier jusqu’à tant de places au-dessus de la sienne",
            ),
        ),
        "places_below": (
            Words(en="Reach downwards", fr="Portée vers le bas"),
            Words(
                en="so many places below the own one can be challenged",
                fr="on peut défier jusqu’à tant de places au-dessous de la sienne",
            ),
        ),
        "no_back_to_back": (
            Words(en="Not twice in a row", fr="Pas deux fois de suite"),
            Words(
                en="nobody challenges the opponent of the own last match",
                fr="personne ne défie l’adversaire de son dernier match",
            ),
        ),
        "climb": (
            Words(en="A win is worth", fr="Une victoire vaut"),
            Words(
                en="what the lower one of the two gets for a win",
                fr="ce que gagne le moins bien placé des deux en cas de victoire",
            ),
        ),
        "challenged_moves_up": (
            Words(en="The challenged can climb", fr="Le défié peut monter"),
            Words(
                en="whoever is challenged from below and wins climbs one place",
                fr="qui est défié par un moins bien placé et gagne monte d’une place",
            ),
        ),
        "days": (
            Words(en="Days to play", fr="Jours pour jouer"),
            Words(
                en="a match is to be played within so many days; 0 is no deadline",
                fr="un match doit être joué en autant de jours\u00a0; 0, sans échéance",
            ),
        ),
        "overdue": (
            Words(en="A challenge not played in time", fr="Défi non joué à temps"),
            Words(en="what becomes of it", fr="ce qu’il devient"),
        ),
        "overdue_days": (
            Words(en="Days of grace", fr="Jours de grâce"),
            Words(en="so long after the deadline it happens", fr="combien de jours après l’échéance"),
        ),
        "comes_back": (
            Words(en="Coming back", fr="Retour"),
            Words(
                en="the place of a player who left the ladder and returns",
                fr="la place d’un joueur qui avait quitté l’échelle et revient",
            ),
        ),
    },
    values={
        "Overdue.nothing": Words(en="stays to be played", fr="reste à jouer"),
        "Overdue.forfeit": Words(en="is lost by the challenged", fr="est perdu par le joueur défié"),
        "Overdue.void": Words(en="is void", fr="est nul"),
        "ComesBack.bottom": Words(en="at the bottom", fr="en bas"),
        "ComesBack.own_place": Words(
            en="at the own place, as after a pause", fr="à sa place, comme après une pause"
        ),
        "Climb.place": Words(en="the place of the loser", fr="la place du perdant"),
        "Climb.one_step": Words(en="one place", fr="une place"),
        "Climb.swap": Words(en="an exchange of places", fr="un échange de places"),
    },
    reasons={
        "challenged": Words(
            en="%(one)s has challenged %(two)s: they stood at places %(from)s and %(to)s of the ladder then.",
            fr="%(one)s a défié %(two)s\u00a0: ils étaient alors aux places %(from)s et %(to)s de l’échelle.",
        ),
    },
    problems={
        "same_entrant": Words(
            en="Nobody can challenge themselves.", fr="Personne ne peut se défier soi-même."
        ),
        "not_in_ladder": Words(
            en="%(entrant)s does not stand in this ladder.", fr="%(entrant)s n’est pas dans cette échelle."
        ),
        "has_left": Words(en="%(entrant)s has left.", fr="%(entrant)s est parti."),
        "has_open_challenge": Words(
            en="%(entrant)s has an open challenge. It has to be played or taken back first.",
            fr="%(entrant)s a un défi en cours. Il doit d’abord être joué ou retiré.",
        ),
        "ladder_closed": Words(
            en="The ladder takes no challenges now.", fr="L’échelle n’accepte pas de défi en ce moment."
        ),
        "ladder_not_begun": Words(
            en="The ladder has not begun yet.", fr="L’échelle n’a pas encore commencé."
        ),
        "too_far_above": Words(
            en="That is %(places)s places above, and at most %(most)s are within reach.",
            fr="C’est %(places)s places au-dessus, et la portée est de %(most)s au plus.",
        ),
        "too_far_below": Words(
            en="That is %(places)s places below, and at most %(most)s are within reach.",
            fr="C’est %(places)s places au-dessous, et la portée est de %(most)s au plus.",
        ),
        "back_to_back": Words(
            en="%(entrant)s was the opponent of the last match. Somebody else has to come between.",
            fr=(
                "%(entrant)s était l’adversaire du dernier match. Il faut jouer contre quelqu’un d’autre "
                "entre-temps."
            ),
        ),
    },
)
