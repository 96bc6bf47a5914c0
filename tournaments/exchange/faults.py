"""What is wrong with a package and with its rows, by stable codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.words import Words


class RowFaultCode(StrEnum):
    """Why a row of a package is refused."""

    CELLS_BEYOND = "cells_beyond"
    OTHER_SCHEMA = "other_schema"
    OTHER_EVENT = "other_event"
    BAD_ID = "bad_id"
    LISTED_TWICE = "listed_twice"
    NO_NAME = "no_name"
    TOO_LONG = "too_long"
    BAD_NUMBER = "bad_number"
    BAD_COUNTRY = "bad_country"
    BAD_DAY = "bad_day"
    DAYS_REVERSED = "days_reversed"
    DAY_TO_COME = "day_to_come"
    BAD_LENGTH = "bad_length"
    BAD_SCORE = "bad_score"
    UNKNOWN_OUTCOME = "unknown_outcome"
    UNKNOWN_PLAYER = "unknown_player"
    SAME_PLAYER = "same_player"
    BAD_FLAG = "bad_flag"
    BAD_POSITION = "bad_position"
    UNKNOWN_PAIRING = "unknown_pairing"
    IN_ANOTHER_ARCHIVE = "in_another_archive"
    UNKNOWN_KIND = "unknown_kind"
    UNKNOWN_MEMBER = "unknown_member"


@dataclass(frozen=True, slots=True, order=True)
class RowFault:
    """A refused row by the name of its file and its line, which counts from 1 and includes the heading."""

    file: str
    line: int
    code: RowFaultCode


PACKAGE_WORDS: Mapping[str, Words] = {
    "package_too_large": Words(
        en="The file is larger than any file of results can be.",
        fr="Le fichier est plus gros que ne peut l’être un fichier de résultats.",
    ),
    "no_package": Words(
        en="This is not a file made by Videau, or it is damaged.",
        fr="Ce fichier ne vient pas de Videau, ou il est abîmé.",
    ),
    "wrong_files": Words(
        en="The zip file does not hold exactly the tables that it must.",
        fr="Le fichier zip ne contient pas exactement les tableaux attendus.",
    ),
    "file_too_large": Words(en="A table is too large.", fr="Un tableau est trop gros."),
    "no_manifest": Words(en="Its manifest cannot be read.", fr="Son manifeste est illisible."),
    "other_kind": Words(en="It is a file of another kind.", fr="C’est un fichier d’une autre sorte."),
    "other_version": Words(
        en="Another release of Videau made it, which writes these files differently.",
        fr="Une autre version de Videau l’a fait, qui écrit ces fichiers autrement.",
    ),
    "file_changed": Words(
        en="A table was changed after the file was made. Correct the result in the tournament, and make the file again.",
        fr="Un tableau a été modifié après la création du fichier. Corrigez le résultat dans le tournoi, et refaites le fichier.",
    ),
    "too_many_columns": Words(en="A table has too many columns.", fr="Un tableau a trop de colonnes."),
    "wrong_columns": Words(
        en="A table does not have exactly the columns that it must.",
        fr="Un tableau n’a pas exactement les colonnes attendues.",
    ),
    "too_many_rows": Words(en="A table has too many rows.", fr="Un tableau a trop de lignes."),
    "no_workbook": Words(
        en="This workbook cannot be read. Save the table as XLSX or as CSV.",
        fr="Ce classeur est illisible. Enregistrez le tableau en XLSX ou en CSV.",
    ),
    "open_quote": Words(
        en="A quote in a table is opened and not closed where its cell ends.",
        fr="Dans un tableau, un guillemet est ouvert et n’est pas refermé à la fin de sa cellule.",
    ),
    "no_table": Words(en="A table cannot be read.", fr="Un tableau est illisible."),
    "bad_head": Words(
        en="Its manifest does not say for which event or federation it is.",
        fr="Son manifeste ne dit pas pour quelle épreuve ou quelle fédération il est fait.",
    ),
}
"""The words for each code of `BrokenPackage`."""

ROW_WORDS: Mapping[RowFaultCode, Words] = {
    RowFaultCode.CELLS_BEYOND: Words(en="more cells than columns", fr="plus de cellules que de colonnes"),
    RowFaultCode.OTHER_SCHEMA: Words(en="another version of the table", fr="une autre version du tableau"),
    RowFaultCode.OTHER_EVENT: Words(en="of another event", fr="d’une autre épreuve"),
    RowFaultCode.BAD_ID: Words(en="not an id", fr="pas un identifiant"),
    RowFaultCode.LISTED_TWICE: Words(en="in this table twice", fr="deux fois dans ce tableau"),
    RowFaultCode.NO_NAME: Words(en="without a name", fr="sans nom"),
    RowFaultCode.TOO_LONG: Words(en="a text that is too long", fr="un texte trop long"),
    RowFaultCode.BAD_NUMBER: Words(en="not a number of a member", fr="pas un numéro de membre"),
    RowFaultCode.BAD_COUNTRY: Words(
        en="a country is two letters, as in FR or GB", fr="un pays s’écrit en deux lettres, comme FR ou GB"
    ),
    RowFaultCode.BAD_DAY: Words(en="not a day, as in 2026-03-07", fr="pas une date, comme 2026-03-07"),
    RowFaultCode.DAYS_REVERSED: Words(
        en="the last day is before the first", fr="le dernier jour précède le premier"
    ),
    RowFaultCode.DAY_TO_COME: Words(en="played on a day to come", fr="joué un jour à venir"),
    RowFaultCode.BAD_LENGTH: Words(
        en="not a length of a match, which is odd", fr="pas une longueur de match, qui est impaire"
    ),
    RowFaultCode.BAD_SCORE: Words(
        en="not a score with which the winner wins", fr="pas un score avec lequel le vainqueur gagne"
    ),
    RowFaultCode.UNKNOWN_OUTCOME: Words(en="an unknown outcome", fr="une issue inconnue"),
    RowFaultCode.UNKNOWN_PLAYER: Words(
        en="a player who is not in the table of people", fr="un joueur absent du tableau des personnes"
    ),
    RowFaultCode.SAME_PLAYER: Words(en="a player against themself", fr="un joueur contre lui-même"),
    RowFaultCode.BAD_FLAG: Words(en="neither yes nor no", fr="ni yes ni no"),
    RowFaultCode.BAD_POSITION: Words(en="not a position", fr="pas une place"),
    RowFaultCode.UNKNOWN_PAIRING: Words(
        en="an unknown way to make two sides meet", fr="une façon inconnue d’opposer deux camps"
    ),
    RowFaultCode.IN_ANOTHER_ARCHIVE: Words(
        en="a match that another archive has brought", fr="un match déjà apporté par une autre archive"
    ),
    RowFaultCode.UNKNOWN_KIND: Words(en="an unknown kind of membership", fr="une sorte d’adhésion inconnue"),
    RowFaultCode.UNKNOWN_MEMBER: Words(
        en="a number that is not in the table of members", fr="un numéro absent du tableau des membres"
    ),
}
