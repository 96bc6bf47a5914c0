"""The words of the format ladder, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Ladder", fr="Pyramide"),
    sentence=Words(
        en="entrants challenge higher places, and a winner climbs",
        fr="les inscrits défient les mieux placés, et le gagnant monte",
    ),
    by_hand=Words(
        en=(
            "A challenger who wins takes the place of the opponent; all between move down by one. Write "
            "each challenge, its result and its day in the order in which they are played."
        ),
        fr=(
            "Si celui qui a défié gagne, il prend la place de son adversaire\u202f; tous ceux qui sont entre "
            "eux descendent d’une place. Notez chaque défi, son résultat et son jour, dans l’ordre où ils"
            " sont joués."
        ),
    ),
    options={
        "places_above": (
            Words(en="Reach upwards", fr="Portée vers le haut"),
            Words(
                en="places above that can be challenged",
                fr="nombre de places au-dessus que l’on peut défier",
            ),
        ),
        "places_below": (
            Words(en="Reach downwards", fr="Portée vers le bas"),
            Words(
                en="places below that can be challenged",
                fr="nombre de places au-dessous que l’on peut défier",
            ),
        ),
        "no_back_to_back": (
            Words(en="Not twice in a row", fr="Pas deux fois de suite"),
            Words(
                en="nobody challenges the opponent of the last match",
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
                en="a challenged player who wins climbs one place",
                fr="un joueur défié qui gagne monte d’une place",
            ),
        ),
        "days": (
            Words(en="Days to play", fr="Jours pour jouer"),
            Words(
                en="days to play a match; 0 is no deadline",
                fr="jours pour jouer un match\u00a0; 0, sans échéance",
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
                fr="la place d’un joueur qui avait quitté la pyramide et revient",
            ),
        ),
    },
    values={
        "Overdue.nothing": Words(en="stays to be played", fr="reste à jouer"),
        "Overdue.forfeit": Words(en="is lost by the challenged", fr="est perdu par le joueur défié"),
        "Overdue.void": Words(en="is void", fr="est nul"),
        "ComesBack.bottom": Words(en="at the bottom", fr="en bas"),
        "ComesBack.own_place": Words(
            en="at the former place, as after a pause", fr="à sa place, comme après une pause"
        ),
        "Climb.place": Words(en="the place of the loser", fr="la place du perdant"),
        "Climb.one_step": Words(en="one place", fr="une place"),
        "Climb.swap": Words(en="an exchange of places", fr="un échange de places"),
    },
    reasons={
        "challenged": Words(
            en="%(one)s has challenged %(two)s: they stood at places %(from)s and %(to)s of the ladder then.",
            fr="%(one)s a défié %(two)s\u00a0: ils étaient alors aux places %(from)s et %(to)s de la "
            "pyramide.",
        ),
    },
    problems={
        "same_entrant": Words(
            en="Nobody can challenge themselves.", fr="Personne ne peut se défier soi-même."
        ),
        "not_in_ladder": Words(
            en="%(entrant)s is not in this ladder.", fr="%(entrant)s n’est pas dans cette pyramide."
        ),
        "has_left": Words(en="%(entrant)s has left.", fr="%(entrant)s est parti."),
        "has_open_challenge": Words(
            en="%(entrant)s has an open challenge. It has to be played or withdrawn first.",
            fr="%(entrant)s a un défi en cours. Il doit d’abord être joué ou retiré.",
        ),
        "ladder_closed": Words(
            en="The ladder takes no challenges now.", fr="La pyramide n’accepte pas de défi en ce moment."
        ),
        "ladder_not_begun": Words(
            en="The ladder has not begun yet.", fr="La pyramide n’a pas encore commencé."
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
            en="%(entrant)s was the opponent of the last match. Play another opponent first.",
            fr=("%(entrant)s était l’adversaire du dernier match. Jouez d’abord contre un autre adversaire."),
        ),
    },
)
