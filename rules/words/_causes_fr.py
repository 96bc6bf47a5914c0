"""The words of damages and their causes, in French."""

from __future__ import annotations

CAUSES = {
    "cause.spaces": "d’autres espaces séparent les mots",
    "cause.entities": "des signes sont écrits comme dans les pages web",
    "cause.signs": "d’autres signes remplacent / et : et =>",
    "cause.quoted": "le texte est cité d’un courriel",
    "cause.cells": "d’autres signes séparent les cases d’une ligne",
    "cause.collapsed": "des suites d’espaces n’en font plus qu’un",
    "cause.wrapped": "des lignes ont été coupées",
    "cause.dice": "les dés sont écrits avec un tiret ou une espace",
    "cause.dashes": "des tirets remplacent les barres",
    "cause.counts": "une espace précède un nombre de pions",
    "cause.colon": "il manque deux-points après les dés",
    "cause.variation": "une autre variante que celle de l’en-tête a été jouée",
    "cause.row_doubled": "une ligne y est deux fois",
    "cause.rows_exchanged": "deux lignes sont échangées",
    "cause.cells_exchanged": "les deux cases d’une ligne sont échangées",
    "cause.columns_exchanged": "les colonnes des joueurs sont échangées dans cette partie",
    "cause.row_missing": "une ligne manque au-dessus de celle-ci",
    "check.cause_alone": "  {place} : cause : {cause}",
    "check.cause": "  {place} : cause : {cause} ; une fois corrigé, problèmes restants : {left}",
    "damage": "fait une erreur d’un genre dans une feuille",
    "damage.about": "Écrit un match avec une erreur, la même pour la même graine.",
    "damage.kind": "le genre de l’erreur, comme row_missing",
    "damage.file": "la feuille ; - est l’entrée standard",
    "damage.seed": "un nombre ou un mot qui choisit l’endroit ; 0 s’il n’est pas donné",
    "damage.no_place": "{file} : le match n’a pas de place pour l’erreur {kind}",
    "damage.more": """\
Tous les genres sont dans docs/records.md. Le résultat va à la sortie standard.

code de sortie :
  0  le texte est écrit
  2  la feuille n’a pu être lue ou écrite, ou n’a pas de place pour l’erreur

exemples :
  {prog} damage row_missing --seed 3 match.mat > abimee.mat
  {prog} damage tabs match.sgf | {prog} check -""",
    "meta.kind": "GENRE",
    "meta.seed": "N",
}
