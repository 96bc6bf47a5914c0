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
    "package_too_large": Words("The file is larger than any file of results can be."),
    "no_package": Words("This is not a file made by Videau, or it is damaged."),
    "wrong_files": Words("The zip file does not hold exactly the tables that it must."),
    "file_too_large": Words("A table is too large."),
    "no_manifest": Words("Its manifest cannot be read."),
    "other_kind": Words("It is a file of another kind."),
    "other_version": Words("Another release of Videau made it, which writes these files differently."),
    "file_changed": Words(
        "A table was changed after the file was made. Correct the result in the tournament, and make the file again."
    ),
    "too_many_columns": Words("A table has too many columns."),
    "wrong_columns": Words("A table does not have exactly the columns that it must."),
    "too_many_rows": Words("A table has too many rows."),
    "no_workbook": Words("This workbook cannot be read. Save the table as XLSX or as CSV."),
    "open_quote": Words("A quote in a table is opened and not closed where its cell ends."),
    "no_table": Words("A table cannot be read."),
    "bad_head": Words("Its manifest does not say for which event or federation it is."),
}
"""The words for each code of `BrokenPackage`."""

ROW_WORDS: Mapping[RowFaultCode, Words] = {
    RowFaultCode.CELLS_BEYOND: Words("more cells than columns"),
    RowFaultCode.OTHER_SCHEMA: Words("another version of the table"),
    RowFaultCode.OTHER_EVENT: Words("of another event"),
    RowFaultCode.BAD_ID: Words("not an id"),
    RowFaultCode.LISTED_TWICE: Words("in this table twice"),
    RowFaultCode.NO_NAME: Words("without a name"),
    RowFaultCode.TOO_LONG: Words("a text that is too long"),
    RowFaultCode.BAD_NUMBER: Words("not a number of a member"),
    RowFaultCode.BAD_COUNTRY: Words("a country is two letters, as in FR or GB"),
    RowFaultCode.BAD_DAY: Words("not a day, as in 2026-03-07"),
    RowFaultCode.DAYS_REVERSED: Words("the last day is before the first"),
    RowFaultCode.DAY_TO_COME: Words("played on a day to come"),
    RowFaultCode.BAD_LENGTH: Words("not a length of a match, which is odd"),
    RowFaultCode.BAD_SCORE: Words("not a score with which the winner wins"),
    RowFaultCode.UNKNOWN_OUTCOME: Words("an unknown outcome"),
    RowFaultCode.UNKNOWN_PLAYER: Words("a player who is not in the table of people"),
    RowFaultCode.SAME_PLAYER: Words("a player against themself"),
    RowFaultCode.BAD_FLAG: Words("neither yes nor no"),
    RowFaultCode.BAD_POSITION: Words("not a position"),
    RowFaultCode.UNKNOWN_PAIRING: Words("an unknown way to make two sides meet"),
    RowFaultCode.IN_ANOTHER_ARCHIVE: Words("a match that another archive has brought"),
    RowFaultCode.UNKNOWN_KIND: Words("an unknown kind of membership"),
    RowFaultCode.UNKNOWN_MEMBER: Words("a number that is not in the table of members"),
}
