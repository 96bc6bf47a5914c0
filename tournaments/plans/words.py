"""The words for problems of plans, in each language."""

from collections.abc import Mapping

from tournaments.words import Words

PROBLEMS: Mapping[str, Words] = {
    "feeding_circle": Words(
        en=(
            "Stage %(stage)s is not an earlier stage of this event: stages that feed each other in a circle "
            "never begin. Choose an earlier one."
        ),
        fr=(
            "La phase %(stage)s ne précède pas celle-ci dans l’épreuve\u00a0: des phases qui s’alimentent en "
            "cercle ne commencent jamais. Choisissez-en une antérieure."
        ),
    ),
    "fed_by_standings": Words(
        en="This format takes losers during play, not the best of a finished stage.",
        fr="Ce format reçoit les perdants en cours de jeu, et non les meilleurs d’une phase terminée.",
    ),
    "no_stages": Words(en="An event has at least one stage.", fr="Une épreuve a au moins une phase."),
    "unknown_format": Words(
        en="There is no format called %(format)s.", fr="Il n’y a pas de format appelé %(format)s."
    ),
    "length_too_short": Words(
        en="A match cannot be to %(length)s points. The shortest is to 1.",
        fr="Un match ne peut pas être en %(length)s points. Le plus court est en 1.",
    ),
    "length_too_long": Words(
        en="A match to %(length)s points is too long. The longest is to %(longest)s.",
        fr="Un match en %(length)s points est trop long. Le plus long est en %(longest)s.",
    ),
    "even_length": Words(
        en="A match is to an odd number of points, and %(length)s is even (M1).",
        fr="Un match se joue en un nombre impair de points, et %(length)s est pair (M1).",
    ),
    "no_best_of": Words(
        en="Say how many matches a pairing has: 1 for a single match.",
        fr="Indiquez combien de matchs compte une rencontre\u00a0: 1 pour un seul match.",
    ),
    "invalid_best_of": Words(
        en="A series is best of an odd number of matches up to %(most)s, and this one is best of %(matches)s.",
        fr="Une série se joue au meilleur d’un nombre impair de matchs, jusqu’à %(most)s\u00a0: %(matches)s ne convient pas.",
    ),
    "no_tables": Words(en="There is no table to play at.", fr="Il n’y a pas de table où jouer."),
    "duplicate_feed": Words(
        en="The same entrants come from stage %(stage)s twice. Leave one out.",
        fr="Les mêmes inscrits viennent deux fois de la phase %(stage)s. Retirez l’une des deux règles.",
    ),
    "unknown_stage": Words(
        en="There is no stage %(stage)s in this event. Choose an earlier one.",
        fr="Il n’y a pas de phase %(stage)s dans cette épreuve. Choisissez-en une antérieure.",
    ),
    "losers_play_on": Words(
        en=(
            "Its losers are not out of stage %(stage)s and would play in both. Take its best, the "
            "others, or later losers."
        ),
        fr=(
            "Ses perdants ne sont pas éliminés de la phase %(stage)s et joueraient dans les deux. "
            "Prenez les meilleurs, les autres, ou les perdants suivants."
        ),
    ),
    "no_such_rounds": Words(
        en=(
            "Stage %(stage)s has only %(rounds)s rounds with so few entrants. Take the losers of an earlier "
            "round."
        ),
        fr=(
            "La phase %(stage)s n’a que %(rounds)s tours avec si peu d’inscrits. Prenez les perdants d’un "
            "tour antérieur."
        ),
    ),
    "nobody_comes": Words(
        en="With so few entrants nobody comes to stage %(stage)s. Leave it out, or take in more.",
        fr=(
            "Avec si peu d’inscrits personne n’arrive à la phase %(stage)s. Retirez-la, ou acceptez plus "
            "d’inscrits."
        ),
    ),
    "too_few_come": Words(
        en=(
            "Only %(entrants)s would come to stage %(stage)s, and it takes at least %(fewest)s. Take in "
            "more, or leave it out."
        ),
        fr=(
            "Il n’y aurait que %(entrants)s inscrits à la phase %(stage)s, et il en faut au moins "
            "%(fewest)s. Acceptez-en plus, ou retirez-la."
        ),
    ),
    "too_many_left": Words(
        en="With %(entrants)s entrants the stage would be over before it begins. Play down to fewer.",
        fr=(
            "Avec %(entrants)s inscrits la phase serait finie avant de commencer. Jouez jusqu’à un nombre "
            "plus petit."
        ),
    ),
    "count_too_large": Words(
        en="%(count)s are to come from stage %(stage)s, which has fewer. Take at most %(most)s of it.",
        fr="%(count)s devraient venir de la phase %(stage)s, qui en a moins. Prenez-en au plus %(most)s.",
    ),
    "best_of_groups": Words(
        en=(
            "Stage %(stage)s is played in groups, whose places cannot be compared. Take the best of each "
            "group."
        ),
        fr=(
            "La phase %(stage)s se joue en poules, dont les places ne se comparent pas. Prenez les meilleurs "
            "de chaque poule."
        ),
    ),
    "needs_groups": Words(
        en="Stage %(stage)s has no groups whose places could be compared. Take the best of it.",
        fr="La phase %(stage)s n’a pas de groupes dont comparer les places. Prenez-en les meilleurs.",
    ),
    "no_such_place": Words(
        en="No group of stage %(stage)s has a place %(place)s. Take place %(most)s or a better one.",
        fr=(
            "Aucun groupe de la phase %(stage)s n’a de place %(place)s. Prenez la place %(most)s ou une "
            "meilleure."
        ),
    ),
    "goes_on_already": Words(
        en="Place %(place)s of each group goes on already. Take a lower place, or fewer of each group.",
        fr=(
            "La place %(place)s de chaque groupe est déjà qualifiée. Prenez une place inférieure, ou moins de "
            "joueurs par groupe."
        ),
    ),
    "more_lengths_than_rounds": Words(
        en="There are %(lengths)s lengths and only %(rounds)s rounds, so the last ones are not used.",
        fr="Il y a %(lengths)s longueurs et seulement %(rounds)s tours\u00a0: les dernières ne servent pas.",
    ),
    "rounds_missing": Words(
        en="Stage %(stage)s has only %(rounds)s rounds, so it ends with these.",
        fr="La phase %(stage)s n’a que %(rounds)s tours, et s’arrête donc là.",
    ),
    "many_byes": Words(
        en="%(byes)s have a bye in the first round, where there are only %(matches)s matches.",
        fr="%(byes)s sont exempts au premier tour, qui n’a que %(matches)s matchs.",
    ),
    "unsupported_plan_version": Words(
        en="This plan is of version %(version)s; this release reads %(supported)s.",
        fr="Ce plan est de version %(version)s\u00a0; cette édition lit la version %(supported)s.",
    ),
    "unknown_field": Words(
        en="There is no field called %(field)s.", fr="Il n’y a pas de champ appelé %(field)s."
    ),
    "missing_field": Words(en="The field %(field)s is missing.", fr="Le champ %(field)s manque."),
    "invalid_field": Words(
        en="%(path)s is not right. Expected is: %(expected)s.",
        fr="%(path)s n’est pas correct. Attendu\u00a0: %(expected)s.",
    ),
}
