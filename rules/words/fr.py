"""French, as it is spoken at the tables of the federation."""

from __future__ import annotations

import re

from ..judgement import PlayFault
from ..problem import Finding
from ._causes_fr import CAUSES
from ._errors_fr import ERRORS
from ._language import Language


def _typeset(text: str) -> str:
    """A text with the spaces of French print, at which no line breaks: « ainsi » : oui ; non !"""
    text = re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", text)
    return re.sub(r" (?=[;!?])", "\u202f", text)


_PROBLEMS: dict[Finding | PlayFault, str] = {
    Finding.EMPTY_FILE: "Le fichier est vide.",
    Finding.UTF16_TEXT: "Le texte est en UTF-16 et abîmé ; enregistrez-le d’abord en UTF-8.",
    Finding.BINARY_DATA: "Ce n’est ni du texte ni une notation connue{found_kind}.",
    Finding.UNSUPPORTED_FORMAT: "C’est un fichier du genre « {found} », qui n’est pas encore lu.",
    Finding.NOT_A_RECORD: "Ce n’est pas une partie enregistrée : « {found} ».",
    Finding.NO_GAMES: "Aucune partie n’est notée ici.",
    Finding.NOT_UTF8: "Le texte n’est pas en UTF-8 ; il a été lu en {found}.",
    Finding.MISSING_LENGTH: "Rien ne dit en combien de points se joue le match.",
    Finding.UNKNOWN_VARIATION: "Aucune variante ne s’appelle « {found} » ; lu comme du backgammon.",
    Finding.OTHER_VARIANT: "Les premiers coups sont ceux du {found} ; lus ainsi, problèmes restants : {expected}.",
    Finding.SECOND_MATCH: "Un second match commence ici ; seul le premier est lu.",
    Finding.MISSING_SCORE_LINE: "La partie n’a pas de ligne de score.",
    Finding.UNREADABLE_LINE: "Ligne illisible : « {found} ».",
    Finding.WORDS_BEHIND_END: "Après la fin de la feuille figure « {found} ».",
    Finding.WORDS_AHEAD: "Avant le début de la feuille figure « {found} ».",
    Finding.PAGE_TEXT: "Le texte a été copié d’une page ou d’un courriel : « {found} » n’en fait pas partie.",
    Finding.UNREADABLE_CELL: "Entrée illisible : « {found} ».",
    Finding.UNREADABLE_PLAY: "Coup illisible : « {found} ».",
    Finding.UNREADABLE_POSITION: "Position illisible : « {found} ».",
    Finding.SET_POSITION: "La partie part d’une position préparée.",
    Finding.POSITION_DIFFERS: "« {found} » ne mène pas à la position que le fichier garde ensuite.",
    Finding.DAMAGED_FILE: "Le fichier est abîmé ou tronqué ; ce qu’il en restait a été lu.",
    Finding.POSITION_DIFFERS: "{found} ne mène pas à la position gardée dans le fichier.",
    Finding.DAMAGED_FILE: "Le fichier est abîmé ou incomplet ; ce qui a pu en être lu est vérifié.",
    Finding.TOO_MANY_PROBLEMS: "Trop de problèmes ; rien n’a été lu au-delà.",
    Finding.INVALID_DICE: "« {found} » ne sont pas des dés.",
    Finding.OPENING_ROLL_EQUAL: "Un double n’ouvre pas la partie : on relance les dés (B1).",
    Finding.OUT_OF_TURN: "C’était à l’autre camp de jouer (B2).",
    Finding.PLAY_MISSING: "« {found} » : aucun coup n’est noté, et plusieurs étaient possibles (B9).",
    Finding.FORCED_PLAY_OMITTED: "« {found} » : le coup était forcé et n’est pas noté.",
    Finding.DECLARED_ILLEGAL: "La feuille dit elle-même que ce coup était illégal (P1).",
    Finding.PLAYED_AFTER_GAME_END: "La partie était déjà finie.",
    Finding.LAST_PLAY_REPEATED: "Le dernier coup de la partie figure ici une seconde fois.",
    Finding.DOUBLE_BEFORE_OPENING_ROLL: "Un double avant le premier lancer (E1).",
    Finding.DOUBLE_OUT_OF_TURN: "Un double par un camp qui n’allait pas lancer (E1).",
    Finding.CUBE_NOT_OWNED: "Un double avec le videau de l’adversaire (E2).",
    Finding.CUBE_NOT_IN_USE: "Un match en un point se joue sans videau (M3).",
    Finding.DOUBLE_IN_CRAWFORD: "Un double dans la partie Crawford est nul (M2, M4).",
    Finding.WRONG_CUBE_VALUE: "Le videau passe à {expected}, pas à {found} (E2).",
    Finding.CUBE_OFF_SCALE: "Jamais videau n’est monté aussi haut.",
    Finding.DEAD_CUBE: "Un videau mort : son niveau suffisait déjà pour le match (E6).",
    Finding.BEAVER_IN_MATCH: "Le beaver est réservé à la partie libre, pas au match (E5).",
    Finding.AUTOMATIC_DOUBLE_IN_MATCH: "Le double automatique est réservé à la partie libre, pas au match (E5).",
    Finding.RULE_NOT_IN_USE: "L’en-tête l’exclut : {expected} (V4).",
    Finding.UNDECLARED_RULE: "L’en-tête ne dit pas {expected}, et la feuille le montre (V4).",
    Finding.RACCOON_WITHOUT_BEAVER: "Un raccoon, alors que personne n’a fait de beaver (V4).",
    Finding.MISSING_TAKE: "La prise manque ; la partie a continué après le double (E2).",
    Finding.TAKE_WITHOUT_DOUBLE: "Une prise, alors que personne n’a doublé (E2).",
    Finding.DROP_WITHOUT_DOUBLE: "Un refus, alors que personne n’a doublé (E2).",
    Finding.ANSWER_OUT_OF_TURN: "Celui qui double répond à son propre double (E2).",
    Finding.WRONG_RESULT: "« {found} » : d’après le plateau et le videau, c’est {expected_choice} (D1 à D5).",
    Finding.CAPPED_RESULT: "« {found} » : réduit à ce qui manquait ; la partie valait {expected} (M6).",
    Finding.MATCH_RESIGNED: "« {found} » : c’est tout le match qui a été abandonné.",
    Finding.RESIGNED_TOO_HIGH: "« {found} » : plus que ce que la position pouvait encore coûter (D1).",
    Finding.WRONG_WINNER: "Résultat donné à {found_name}, alors que {expected_name} a gagné.",
    Finding.RESULT_IN_WRONG_COLUMN: "Le résultat est dans la colonne du perdant, {found_name}.",
    Finding.WINNER_IN_DOUBT: "La feuille se contredit sur le vainqueur : {expected_traces} pour {player_name}, "
    "{found_traces} contre.",
    Finding.TRACES_DIFFER: "{player_name} a gagné d’après {expected_traces}, malgré {found_traces}.",
    Finding.WON_BY_TURN: "Seul l’ordre des tours dit que {player_name} a gagné.",
    Finding.NUMBER_OUT_OF_ORDER: "Ici, le numéro est {found}, alors que {expected} était attendu.",
    Finding.NUMBER_SKIPPED: "Ici, le numéro est {found} ; {expected} est sauté.",
    Finding.SECOND_RESULT: "La partie a déjà un résultat, et en voici un autre : « {found} ».",
    Finding.MISSING_RESULT: "La partie est finie et son résultat n’est pas noté.",
    Finding.GAME_NOT_FINISHED: "La partie s’arrête avant la fin.",
    Finding.END_MISSING: "Le fichier dit que la partie a été jouée jusqu’au bout, et ses derniers coups manquent.",
    Finding.END_IN_DOUBT: "La partie s’arrête avant la fin, et le fichier ne dit pas que quelqu’un a abandonné.",
    Finding.WRONG_SCORE: "D’après les parties précédentes, le score est {expected}, pas {found}.",
    Finding.MISSING_GAMES: "Le score saute de {expected} à {found} : il manque des parties.",
    Finding.OTHER_NAMES: "Les joueurs étaient {expected} ; ici, ce sont {found}.",
    Finding.SWAPPED_NAMES: "Les joueurs ont changé de colonne : {found}.",
    Finding.FALSE_CRAWFORD: "Notée comme partie Crawford à {found}, ce qu’elle n’est pas (M2).",
    Finding.CRAWFORD_NOT_MARKED: "À {found}, c’est la partie Crawford, et elle n’est pas notée comme telle (M2).",
    Finding.PLAYED_AFTER_MATCH_END: "Le match était déjà gagné (M1).",
    Finding.MATCH_NOT_WON: "Le match est dit gagné, mais à {found} personne ne l’a gagné (M1).",
    Finding.MATCH_NOT_FINISHED: "Le match s’arrête à {found}.",
    Finding.EVEN_LENGTH: "Un match en {found} points ; en tournoi, le nombre est impair (M1).",
    Finding.UNLIMITED_LENGTH: "Partie libre, sans longueur (M1).",
    PlayFault.NO_SUCH_POINT: "{found} : cette flèche n’existe pas.",
    PlayFault.NO_CHECKER: "{found} : aucun pion là d’où l’on en déplace un.",
    PlayFault.BLOCKED: "{found} : l’adversaire tient cette flèche (B3).",
    PlayFault.WRONG_DIRECTION: "{found} : c’est à reculons (B2).",
    PlayFault.WRONG_DISTANCE: "{found} : les dés ne permettent pas cette distance (B4).",
    PlayFault.WRONG_DIE: "{found} : chaque dé ne sert pas une fois et une seule (B4).",
    PlayFault.TOO_MANY_MOVES: "{found} : plus de déplacements que de dés (B4, B5).",
    PlayFault.BAR_IGNORED: "{found} : le pion sur la barre devait d’abord rentrer (B10).",
    PlayFault.BEAR_OFF_TOO_EARLY: "{found} : tous les pions n’étaient pas dans le jan intérieur (C1).",
    PlayFault.HIGHER_CHECKER_LEFT: "{found} : un pion sur une flèche plus haute devait jouer (C3).",
    PlayFault.UNDER_PLAY: "{found} : un dé de plus pouvait être joué (B6, B8).",
    PlayFault.FALSE_DANCE: "{found} : il y avait un coup légal (B9).",
    PlayFault.HIGHER_DIE: "{found} : des deux dés, il fallait jouer le plus fort (B7).",
    PlayFault.HIT_TOO_EARLY: "{found} : aucun pion n’avait atteint le jan intérieur, on ne frappe pas (V3).",
    PlayFault.MOVED_ON_TOO_EARLY: "{found} : un pion a avancé dès le jet qui l’a fait entrer (V3).",
}

_TEXTS = {
    "error.legal": "Seraient légaux : {legal}.",
    "usage": "utilisation : ",
    "arguments": "arguments\u00a0",
    "options": "options\u00a0",
    "error": "{prog} : erreur : {message}",
    "stopped": "Arrêté.",
    "about": "Les règles du backgammon, pour les parties enregistrées et les positions.",
    "more": "Chaque commande s’explique : {prog} check --help",
    "commands": "commandes\u00a0",
    "option.help": "afficher cette aide et terminer",
    "option.version": "afficher la version et terminer",
    "option.lang": "langue des messages, sinon celle de l’environnement",
    "option.variant": "la variante de la position : {variants}",
    "option.game": "la partie de la feuille, par son numéro",
    "option.turn": "le coup de la partie, par son numéro",
    "option.player": "seulement ce que fait le joueur de gauche (one) ou de droite (two)",
    "option.bottom": "le camp d’où l’on voit le plateau",
    "option.force": "écraser un fichier qui existe",
    "option.json": "écrire un objet JSON par ligne, en codes et en données",
    "wrong_number": "pas un nombre à partir de 1 : {found}",
    # What stands for a value in the help.
    "meta.file": "FICHIER",
    "meta.in": "ENTRÉE",
    "meta.out": "SORTIE",
    "meta.variant": "VARIANTE",
    "meta.position": "POSITION",
    "meta.dice": "DÉS",
    "meta.depth": "PROFONDEUR",
    "meta.place": "LIEU",
    "meta.number": "N",
    "meta.moves": "COUP",
    "meta.format": "FORMAT",
    "meta.command": "COMMANDE",
    # Places and names.
    "place.line": "ligne {number}",
    "place.column": "colonne {number}",
    "place.game": "partie {number}",
    "place.turn": "coup {number}",
    "place.file": "fichier",
    "place": "une partie enregistrée dans toute notation, - pour l’entrée standard, ou XGID, GNUBG ID, plateau FIBS ou start",
    "place.nowhere": "cette partie ou ce coup n’existe pas",
    "place.neither": "ce fichier n’existe pas, et ce n’est pas une position : {why}",
    "trace.next_score": "le score suivant",
    "trace.lone_score": "le score suivant",
    "trace.final_score": "le score final de l’en-tête",
    "trace.result": "le résultat",
    "trace.loss": "la défaite notée",
    "trace.match": "« et le match »",
    "trace.open_roll": "le lancer non joué",
    "trace.turn": "le tour",
    "choice": "{others} ou {last}",
    "side.one": "camp un",
    "side.two": "camp deux",
    # What a check says.
    "verdict.clean": "sans faute",
    "verdict.problems": "problèmes",
    "verdict.incomplete": "incomplète",
    "verdict.unreadable": "illisible",
    "severity.problem": "problème",
    "severity.gap": "manque",
    "severity.remark": "remarque",
    "match": "{one} {score} {two} (en {length})",
    "match.unlimited": "{one} {score} {two} (partie libre)",
    "problem": "  {place} : {severity} : {text}",
    "play.legal": "Selon les règles, il était légal.",
    "play.illegal": "Illégal, mais resté acquis (P1).",
    "play.impossible": "Aucun plateau ne peut le montrer.",
    "play.none": "Aucun coup n’était légal.",
    "play.alternatives": "Le seul coup légal est {example}.|{number} coups sont légaux, par exemple {example}.",
    # What a moment of play is.
    "moment.not_started": "La partie n’a pas commencé.",
    "moment.over": "La partie est finie.",
    "moment.resigned": "La partie a été abandonnée.",
    "moment.dropped": "Le double a été refusé.",
    "moment.roll": "{name} va lancer les dés.",
    "moment.play": "{name} joue {dice}.",
    "moment.answer": "{name} doit répondre à un double à {value}.",
    "moment.answer_resignation": "{name} doit répondre à un abandon ({result}).",
    "moment.match": "Match en {length} : {one} {score_one}, {two} {score_two}",
    "moment.crawford": "partie Crawford",
    "moment.money": "Partie libre",
    "moment.jacoby": "Jacoby",
    "moment.beavers": "beavers",
    "moment.pips": "Points de course : {one} {pips_one}, {two} {pips_two}.",
    "moment.contact": "Il y a contact.",
    "moment.race": "Plus de contact : une course.",
    "moment.closed": "{name} a un jan fermé.",
    "moment.prime": "{name} a une prime de {number} flèches.",
    "moment.plays": "Le coup est forcé : {example}.|{number} coups légaux.",
    "moment.dance": "Aucun coup légal.",
    "cube.none": "Pas de videau.",
    "cube.middle": "Le videau est au centre, à {value}.",
    "cube.owned": "Le videau est à {value}, chez {name}.",
    "board": "{name} : {checkers}.",
    "board.point": "{count} en {point}",
    "board.bar": "{count} à la barre",
    "board.off": "{number} sorti|{number} sortis",
    "board.outside": "{number} pas encore entré|{number} pas encore entrés",
    "id.gnubg_id": "GNUBG ID : {text}",
    "id.xgid": "{text}",
    # What is done in a step.
    "step.unplayed": "{dice} : pas joué",
    "step.dance": "{dice} : aucun coup possible",
    "step.double": "{name} double à {value}",
    "step.take": "{name} prend",
    "step.drop": "{name} refuse",
    "step.beaver": "{name} fait un beaver à {value}",
    "step.raccoon": "{name} fait un raccoon à {value}",
    "step.resign": "{name} abandonne",
    "step.loss": "{name} abandonne",
    "step.win": "{name} gagne {number} point|{name} gagne {number} points",
    "result.single": "simple",
    "result.gammon": "gammon",
    "result.backgammon": "backgammon",
    "ended.borne_off": "jouée jusqu’au bout",
    "ended.drop": "double refusé",
    "ended.resigned": "abandon",
    "facts.turns": "  coups",
    "facts.dances": "  sans coup possible",
    "facts.bar_dances": "  bloqués à la barre",
    "facts.hits": "  pions frappés",
    "facts.doubles": "  doubles",
    "facts.redoubles": "  redoubles",
    "facts.takes": "  prises",
    "facts.drops": "  refus",
    "facts.beavers": "  beavers",
    "facts.raccoons": "  raccoons",
    "facts.wins": "  parties gagnées",
    "facts.gammons": "  gammons gagnés",
    "facts.backgammons": "  backgammons gagnés",
    "facts.wins_by_drop": "  gagnées par refus",
    "facts.wins_by_resignation": "  gagnées par abandon",
    "facts.points": "  points",
    # The commands.
    "check": "vérifier des parties enregistrées selon les règles",
    "check.about": "Vérifie des parties enregistrées selon les règles, coup par coup.",
    "check.files": "une partie enregistrée, dans toute notation ; - est l’entrée standard",
    "check.more": """\
Le contenu d’un fichier décide de ce qu’il est, son nom ne compte pas. De
nombreux fichiers montrent leur avancement sur un terminal.

code de sortie :
  0  toutes les feuilles sont sans faute
  1  l’une a des problèmes ou est incomplète
  2  l’une est illisible, ou la ligne de commande est fausse

exemples :
  {prog} check match.mat
  {prog} check --json *.mat > resultats.jsonl
  {prog} check - < match.sgf""",
    "convert": "écrire une partie enregistrée dans une autre notation",
    "convert.about": "Lit une partie enregistrée dans toute notation et l’écrit dans une autre.",
    "convert.source": "la feuille à lire ; - est l’entrée standard",
    "convert.target": "le fichier à écrire ; - est la sortie standard",
    "convert.to": "que faut-il écrire : {formats} (sinon d’après le nom de SORTIE)",
    "convert.more": """\
Le match est écrit comme il a été noté, avec ses erreurs. Ce qui est écrit est
relu et comparé. Les commentaires, les variantes et les analyses
suivent autant que le format les accueille.

code de sortie :
  0  tout le match est écrit
  1  il est écrit, mais une partie de la feuille n’a pu être lue ou dite
  2  rien n’est écrit

exemples :
  {prog} convert match.xg match.mat
  {prog} convert match.mat match.sgf
  {prog} convert --to mat-xg - - < match.sgf""",
    "convert.suffix": "Le nom de SORTIE ne dit aucun format ; choisissez-en un par --to : {formats}",
    "convert.left_out": "{file} : le format n’a pas de place pour : {kinds}",
    "loss.variations": "variantes",
    "loss.glyphs": "signes de jugement",
    "loss.luck": "chance",
    "loss.analyses": "analyses",
    "loss.comments": "commentaires",
    "convert.unread": "{file} : tout n’a pas pu être lu :",
    "convert.differs": "{file} : une fois relu, ce n’est plus le match qui a été lu.",
    "diagram": "dessiner une position ou un moment d’un match en SVG",
    "diagram.about": """\
Dessine un plateau en SVG : une position, ou le moment d’une partie enregistrée
que nomment --game, --turn et --player, avec des flèches pour ce qui a été joué.
Le camp au trait est en bas.""",
    "diagram.palette": "pour une page claire, sombre, ou l’impression",
    "diagram.numbering": "le camp dont les flèches portent les numéros",
    "diagram.mirrored": "sortir les pions à gauche",
    "diagram.play": "montrer ce coup, par exemple '13/7 8/7'",
    "diagram.no_play": "ne pas montrer ce qui a été joué",
    "diagram.output": "le fichier à écrire, sinon la sortie standard",
    "diagram.wrong_play": "pas un coup : {found}",
    "diagram.more": """\
code de sortie :
  0  c’est dessiné
  2  cette feuille, cette partie, ce coup ou cette position n’existe pas, ou
     rien ne peut être écrit

exemples :
  {prog} diagram 4HPwATDgc/ABMA -o debut.svg
  {prog} diagram match.mat --game 2 --turn 5 --player two > coup.svg
  {prog} diagram match.mat --turn 3 --no-play -o quiz.svg
  {prog} diagram start --play '8/5 6/5' --mirrored""",
    "perft": "compter les coups jusqu’à une profondeur",
    "perft.about": """\
Compte ce à quoi peuvent mener des lancers et des coups, les camps jouant tour
à tour : suites de coups, et positions distinctes au bout. Chacun des
21 lancers compte une fois. Ces nombres sont une empreinte des règles, pour
comparer des programmes.""",
    "perft.depth": "nombre de lancers ; 2 prennent une seconde environ, 3 très longtemps",
    "perft.position": "XGID, GNUBG ID, plateau FIBS ou start (par défaut)",
    "perft.rolls": "compter les coups pour chaque premier lancer",
    "perft.count": "profondeur {depth} : {plays} coups, {positions} positions",
    "perft.roll": "{high}{low} : {plays}",
    "perft.more": """\
code de sortie :
  0  c’est fait
  2  l’argument n’est pas une position, ou la ligne de commande est fausse

exemples :
  {prog} perft 1
  {prog} perft 2 --variant nackgammon
  {prog} perft 1 4HPwATDgc/ABMA --rolls""",
    "plays": "énumérer des coups légaux",
    "plays.about": """\
Énumère les coups légaux d’une position. Sans position, lit un objet JSON par
ligne avec own, opp (26 nombres chacun, des pions sortis à la barre, chaque camp
dans ses propres numéros) et dice, et en écrit un avec results, les positions
que les coups légaux atteignent. Un objet peut aussi avoir variant, outside et
may_hit.""",
    "plays.position": "XGID, GNUBG ID, plateau FIBS ou start",
    "plays.dice": "deux nombres, comme 31 ; sinon ceux de la position",
    "plays.wrong_dice": "pas deux dés : {found}",
    "plays.more": """\
code de sortie :
  0  c’est fait
  2  une ligne ou l’argument n’est pas une position avec des dés

exemples :
  {prog} plays start 31
  {prog} plays 4HPwATDgc/ABMA 6-5
  {prog} plays --variant hypergammon_3 start 21
  {prog} plays < positions.jsonl""",
    "show": "montrer une partie enregistrée ou une position",
    "show.about": """\
Montre un match avec ses parties et ce qui s’y est passé ; avec --game ou
--turn, coup par coup sur un plateau de texte ; une position sur un plateau de
texte, décrite en mots, avec ses identifiants.""",
    "show.match": "{file}: {match}, {verdict}",
    "show.game": "  {place}, {score} : {won} ({result}, {ended}, videau {cube})",
    "show.open_game": "  {place}, {score} : pas finie",
    "show.step": "{place} : {what}",
    "show.letters": "X est {one}, O est {two}.",
    "show.more": """\
code de sortie :
  0  c’est fait
  2  cette feuille, cette partie, ce coup ou cette position n’existe pas

exemples :
  {prog} show match.mat
  {prog} show match.mat --game 2
  {prog} show match.mat --game 2 --turn 5 --player two
  {prog} show 4HPwATDgc/ABMA:cAkGAAAAAAAE
  {prog} show XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10""",
}

_USAGE_ERRORS = (
    (r"argument (?P<name>[^:]+): (?P<rest>.+)", "argument {name} : {rest}"),
    (r"the following arguments are required: (?P<names>.+)", "arguments obligatoires : {names}"),
    (
        r"invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)",
        "choix inconnu : {value} (au choix : {choices})",
    ),
    (r"expected one argument", "une valeur est attendue"),
    (r"unrecognized arguments: (?P<names>.+)", "arguments inconnus : {names}"),
    (r"not allowed with argument (?P<name>.+)", "incompatible avec {name}"),
    (r"ignored explicit argument (?P<value>.+)", "n’attend aucune valeur : {value}"),
)

LANGUAGE = Language(
    code="fr",
    problems={code: _typeset(text) for code, text in _PROBLEMS.items()},
    errors={code: _typeset(text) for code, text in ERRORS.items()},
    texts={code: _typeset(text) for code, text in (_TEXTS | CAUSES).items()},
    usage_errors=tuple((pattern, _typeset(text)) for pattern, text in _USAGE_ERRORS),
    singular=frozenset({0, 1}),
)
