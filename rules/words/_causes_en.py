"""The words of damages and their causes, in English."""

from __future__ import annotations

CAUSES = {
    "cause.spaces": "blanks of other kinds stand between the words",
    "cause.entities": "signs are written as web pages write them",
    "cause.signs": "other signs stand for / and : and =>",
    "cause.quoted": "the text is quoted from a mail",
    "cause.cells": "other signs stand between the cells of a row",
    "cause.collapsed": "runs of blanks became one",
    "cause.wrapped": "lines were broken",
    "cause.dice": "dice are written with a dash or a blank",
    "cause.dashes": "dashes stand for slashes",
    "cause.counts": "a blank stands before a count",
    "cause.colon": "a colon is missing behind the dice",
    "cause.variation": "another variant was played than the header says",
    "cause.row_doubled": "a row stands there twice",
    "cause.rows_exchanged": "two rows are exchanged",
    "cause.cells_exchanged": "the two cells of a row are exchanged",
    "cause.columns_exchanged": "the columns of the players are exchanged in this game",
    "cause.row_missing": "a row is missing above this one",
    "check.cause_alone": "  {place}: cause: {cause}",
    "check.cause": "  {place}: cause: {cause}; put right, problems left: {left}",
    "damage": "make a slip of a kind in a match text",
    "damage.about": "Write a match as a match text with one slip, the same for the same seed.",
    "damage.kind": "the kind of the slip, such as row_missing",
    "damage.file": "the record; - is the standard input",
    "damage.seed": "a number or a word that chooses the place; 0 if it is not given",
    "damage.no_place": "{file}: the match has no place for the slip {kind}",
    "damage.more": """\
Every kind stands in docs/records.md. The text goes to the standard output.

exit code:
  0  the text is written
  2  the record cannot be read or written, or has no place for it

examples:
  {prog} damage row_missing --seed 3 match.mat > damaged.mat
  {prog} damage tabs match.sgf | {prog} check -""",
    "meta.kind": "KIND",
    "meta.seed": "N",
}
