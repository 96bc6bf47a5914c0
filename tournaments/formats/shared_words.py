"""The words that several formats share, in each language: options and their values, and problems of a setup."""

from collections.abc import Mapping

from tournaments.formats.tiebreaks import TIEBREAKS
from tournaments.words import Words

# The name and the short description of each option.
OPTIONS: Mapping[str, tuple[Words, Words]] = {
    "seeding": (
        Words(en="Places in the draw", fr="Places dans le tirage"),
        Words(
            en="whether strong entrants are kept apart, or chance decides alone",
            fr="si les plus forts sont séparés, ou si le hasard décide seul",
        ),
    ),
    "legs": (
        Words(en="Matches between two", fr="Matchs entre deux joueurs"),
        Words(en="how often each pair meets", fr="combien de fois deux joueurs se rencontrent"),
    ),
    "first_tiebreak": (
        Words(en="First tiebreak", fr="Premier départage"),
        Words(
            en="what decides first between entrants with equal points",
            fr="ce qui départage d’abord les inscrits à égalité de points",
        ),
    ),
    "second_tiebreak": (
        Words(en="Second tiebreak", fr="Deuxième départage"),
        Words(en="used where the first one leaves a tie", fr="appliqué si le premier laisse une égalité"),
    ),
    "third_tiebreak": (
        Words(en="Third tiebreak", fr="Troisième départage"),
        Words(en="used where the second one leaves a tie", fr="appliqué si le deuxième laisse une égalité"),
    ),
    "drops_early_leavers": (
        Words(en="Early leavers do not count", fr="Les départs précoces ne comptent pas"),
        Words(
            en="results of a player who leaves before half of the matches are left out",
            fr="les résultats d’un joueur parti avant la moitié des matchs sont laissés de côté",
        ),
    ),
}

# The meaning of each value of an option, by its kind.
VALUES: Mapping[str, Words] = {
    "Seeding.random": Words(en="by chance", fr="au hasard"),
    "Seeding.seeded": Words(en="by seeds", fr="par têtes de série"),
    "SeedOrder.standard": Words(en="each seed on its own line", fr="chacune sur sa ligne"),
    "SeedOrder.pots": Words(
        en="drawn in pots: 3 and 4, then 5 to 8", fr="tirées par chapeaux\u00a0: 3 et 4, puis 5 à 8"
    ),
    "Byes.spread": Words(en="spread over the bracket", fr="réparties dans le tableau"),
    "Byes.grouped": Words(en="next to each other", fr="côte à côte"),
    "Apart.nobody": Words(en="nobody", fr="personne"),
    "Apart.club": Words(en="members of a club", fr="les membres d’un même club"),
    "Apart.country": Words(en="entrants of a country", fr="les inscrits d’un même pays"),
    "Apart.club_and_country": Words(
        en="members of a club, then of a country", fr="les membres d’un club, puis d’un pays"
    ),
    **{f"Tiebreak.{code}": record.name for code, record in TIEBREAKS.items()},
    "Tiebreak.share": Words(en="none: the place is shared", fr="aucun\u00a0: la place est partagée"),
    "Unplayed.virtual_opponent": Words(
        en="as against an imaginary opponent of equal strength",
        fr="comme contre un adversaire imaginaire de même force",
    ),
    "Unplayed.own_points": Words(
        en="as against an opponent with the same points", fr="comme contre un adversaire à égalité de points"
    ),
    "Unplayed.nothing": Words(en="nothing", fr="rien"),
    "Unplayed.as_played": Words(
        en="a walkover counts as a match, a bye as nothing",
        fr="un forfait compte comme un match, un exempt pour rien",
    ),
}

# The problems that a format reports, with the nearest valid setup.
PROBLEMS: Mapping[str, Words] = {
    "unsupported_options_version": Words(
        en="These options are of version %(version)s; this release reads %(supported)s.",
        fr="Ces options sont de la version %(version)s\u202f; celle-ci lit la %(supported)s.",
    ),
    "unknown_option": Words(
        en="There is no option called %(option)s. Known are: %(known)s.",
        fr="Il n’y a pas d’option nommée %(option)s. On connaît\u00a0: %(known)s.",
    ),
    "invalid_option": Words(
        en="The option %(option)s cannot be %(value)s.",
        fr="L’option %(option)s ne peut pas valoir %(value)s.",
    ),
    "tiebreak_after_share": Words(
        en="The tiebreak %(tiebreak)s comes after the places are shared. Put it before.",
        fr="Le départage %(tiebreak)s vient après le partage des places. Mettez-le avant.",
    ),
    "duplicate_tiebreak": Words(
        en="The tiebreak %(tiebreak)s is chosen twice. Choose it once.",
        fr="Le départage %(tiebreak)s y est deux fois. Choisissez-le une fois.",
    ),
    "third_place_without_final": Words(
        en=(
            "There is no match for third place where the stage ends with %(play_down)s left. Play down to 1, "
            "or leave that match out."
        ),
        fr=(
            "Il n’y a pas de match pour la troisième place quand la phase s’arrête à %(play_down)s. Jouez "
            "jusqu’à 1, ou laissez ce match de côté."
        ),
    ),
    "too_few_entrants": Words(
        en="It takes at least %(fewest)s entrants, and there are %(entrants)s.",
        fr="Il faut au moins %(fewest)s inscrits, et il y en a %(entrants)s.",
    ),
    "too_many_entrants": Words(
        en="It takes at most %(most)s entrants, and there are %(entrants)s.",
        fr="Il faut au plus %(most)s inscrits, et il y en a %(entrants)s.",
    ),
    "group_of_one": Words(
        en="%(entrants)s entrants do not fill %(groups)s groups with two each. Make at most %(most)s groups.",
        fr=(
            "%(entrants)s inscrits ne suffisent pas à %(groups)s groupes de deux. Faites au plus %(most)s "
            "groupes."
        ),
    ),
    "division_of_one": Words(
        en=(
            "%(entrants)s entrants do not fill %(divisions)s divisions with two each. Make at most %(most)s "
            "divisions."
        ),
        fr=(
            "%(entrants)s inscrits ne remplissent pas %(divisions)s divisions à deux chacune. Faites au plus "
            "%(most)s divisions."
        ),
    ),
    "too_many_movers": Words(
        en=(
            "From a division of %(entrants)s not %(movers)s can go up and as many down. Let at most %(most)s "
            "move."
        ),
        fr=(
            "D’une division de %(entrants)s, %(movers)s ne peuvent pas monter et autant descendre. Faites-en "
            "bouger au plus %(most)s."
        ),
    ),
    "too_many_rounds": Words(
        en=(
            "%(entrants)s entrants can play at most %(most)s rounds without meeting twice. Plan fewer "
            "rounds, or allow rematches."
        ),
        fr=(
            "%(entrants)s inscrits peuvent jouer au plus %(most)s tours sans se rencontrer deux fois. "
            "Prévoyez moins de tours, ou permettez les revanches."
        ),
    ),
    "nothing_to_play": Words(
        en="The last two share the places, so it takes at least %(fewest)s entrants.",
        fr="Les deux derniers se partagent les places\u00a0: il faut au moins %(fewest)s inscrits.",
    ),
    "too_many_places": Words(
        en="%(places)s places paid would pay everybody. Pay at most %(most)s.",
        fr="%(places)s places payées paieraient tout le monde. Payez-en au plus %(most)s.",
    ),
    "duplicate_entrant": Words(
        en="A player is in the list twice.", fr="Un joueur figure deux fois dans la liste."
    ),
    "duplicate_seed": Words(
        en="Seed %(seed)s is given twice.", fr="La tête de série %(seed)s est donnée deux fois."
    ),
    "not_fed": Words(
        en="This format takes the losers of another stage. Choose the stage.",
        fr="Ce format reçoit les perdants d’une autre phase. Choisissez-la.",
    ),
    "feeder_not_a_bracket": Words(
        en=(
            "The losers come from a round with %(slots)s matches, which fits no bracket. Take them from full "
            "rounds of a bracket."
        ),
        fr=(
            "Les perdants viennent d’un tour de %(slots)s matchs, qui ne remplit aucun tableau. Prenez-les "
            "de tours complets d’un tableau."
        ),
    ),
    "feeder_not_complete": Words(
        en="It is not certain yet who comes from the other stage.",
        fr="On ne sait pas encore qui vient de l’autre phase.",
    ),
    "tied_at_the_cut": Words(
        en="%(count)s go on, and the places %(places)s are shared.",
        fr="%(count)s continuent, et les places %(places)s sont partagées.",
    ),
    "invalid_feed": Words(
        en="Where the entrants come from is not right: %(field)s.",
        fr="La provenance des inscrits n’est pas correcte\u00a0: %(field)s.",
    ),
    "invalid_reentry": Words(
        en="The rule for entering again is not right: %(field)s.",
        fr="La règle de réinscription n’est pas correcte\u00a0: %(field)s.",
    ),
    "nobody_goes_out": Words(
        en=(
            "In a Swiss, a round robin, a league or a ladder everybody plays to the end, so nobody can come "
            "back after a loss. Choose a knock-out or lives for that."
        ),
        fr=(
            "Dans un suisse, un toutes rondes, un championnat ou une pyramide, chacun joue jusqu’au "
            "bout\u202f: personne ne peut revenir après une défaite. Choisissez une élimination ou des vies."
        ),
    ),
    "not_in_stage": Words(
        en="Only a player of this stage can re-enter it. Enter another player as a new entrant.",
        fr=(
            "Seul un joueur de cette phase peut y rentrer. Inscrivez tout autre joueur comme nouvel inscrit."
        ),
    ),
    "still_in": Words(
        en="A player still in cannot re-enter. If a result is wrong, correct it first.",
        fr="Un joueur encore en lice ne peut pas rentrer. Si un résultat est faux, corrigez-le d’abord.",
    ),
    "loss_not_played": Words(
        en=("Only a loss over the board allows re-entry. If the match was played, correct its result."),
        fr=(
            "Seule une défaite réellement jouée permet de rentrer. Si le match a été joué, corrigez son "
            "résultat."
        ),
    ),
    "not_the_first_match": Words(
        en=(
            "Only the loss of the first match played allows re-entry. A director can change the rule "
            "of the event."
        ),
        fr=(
            "Seule la défaite au premier match joué permet de rentrer. Un directeur peut changer la règle de "
            "l’épreuve."
        ),
    ),
    "no_reentry_left": Words(
        en=(
            "One can enter again %(most)s times at most. A director can raise the number in the rule of the "
            "event."
        ),
        fr=(
            "On peut rentrer %(most)s fois au plus. Un directeur peut relever ce nombre dans la règle de "
            "l’épreuve."
        ),
    ),
    "reentry_closed": Words(
        en="Re-entry closed on %(until)s. A director can still admit a player.",
        fr="On pouvait rentrer jusqu’au %(until)s. Un directeur peut encore admettre un joueur.",
    ),
    "fixed_by_draw": Words(
        en="The option %(option)s was fixed by the draw.",
        fr="L’option %(option)s a été fixée par le tirage.",
    ),
    "rounds_paired": Words(
        en="%(fewest)s rounds are paired, so there cannot be %(rounds)s. Set at least %(fewest)s.",
        fr="%(fewest)s rondes sont appariées\u202f: il ne peut pas y en avoir %(rounds)s. Prévoyez-en au moins %(fewest)s.",
    ),
    "played_beyond_lives": Words(
        en="Somebody has played on who would have no life of %(lives)s left. Set at least %(fewest)s.",
        fr="Quelqu’un a joué alors qu’il n’aurait plus de vie sur %(lives)s. Prévoyez-en au moins %(fewest)s.",
    ),
    "invalid_size": Words(
        en="A bracket cannot have %(size)s lines.", fr="Un tableau ne peut pas avoir %(size)s lignes."
    ),
    "no_such_line": Words(
        en="There is no line %(line)s in a draw of %(size)s.",
        fr="Il n’y a pas de ligne %(line)s dans un tirage de %(size)s.",
    ),
    "line_taken": Words(
        en="Two entrants stand on line %(line)s.", fr="Deux inscrits occupent la ligne %(line)s."
    ),
    "winner_not_paired": Words(
        en="The winner is not one of the two players.",
        fr="Le vainqueur n’est pas l’un des deux joueurs.",
    ),
    "no_lengths": Words(en="There is no match length.", fr="Il n’y a pas de longueur de match."),
}
