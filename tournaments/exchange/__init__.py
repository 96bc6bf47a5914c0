"""The files that installations exchange: directories of a federation and results of an event, written and read."""

from .archive import (
    EXAMPLES,
    ArchiveMatch,
    ArchivePerson,
    ArchivePlace,
    ArchiveReading,
    read_archive,
    read_archived_positions,
)
from .directory import (
    Directory,
    DirectoryHead,
    DirectoryReading,
    MemberRow,
    PeriodRow,
    read_directory,
    write_directory,
)
from .encodings import ENCODINGS, LEGACY, decoded, encoding_of
from .faults import PACKAGE_WORDS, ROW_WORDS, RowFault, RowFaultCode
from .package import LARGEST_FILE, LARGEST_PACKAGE, BrokenPackage, digest_of
from .results import (
    EventHead,
    EventResults,
    MatchRow,
    PersonRow,
    PositionRow,
    ResultChanges,
    ResultsReading,
    changes_between,
    read_results,
    write_results,
)
from .tables import OpenQuote, TextRow, as_written, delimiter_of, harmless, rows_of_text
from .workbook import as_table

__all__ = [
    "ENCODINGS",
    "EXAMPLES",
    "LARGEST_FILE",
    "LARGEST_PACKAGE",
    "LEGACY",
    "PACKAGE_WORDS",
    "ROW_WORDS",
    "ArchiveMatch",
    "ArchivePerson",
    "ArchivePlace",
    "ArchiveReading",
    "BrokenPackage",
    "Directory",
    "DirectoryHead",
    "DirectoryReading",
    "EventHead",
    "EventResults",
    "MatchRow",
    "MemberRow",
    "OpenQuote",
    "PeriodRow",
    "PersonRow",
    "PositionRow",
    "ResultChanges",
    "ResultsReading",
    "RowFault",
    "RowFaultCode",
    "TextRow",
    "as_table",
    "as_written",
    "changes_between",
    "decoded",
    "delimiter_of",
    "digest_of",
    "encoding_of",
    "harmless",
    "read_archive",
    "read_archived_positions",
    "read_directory",
    "read_results",
    "rows_of_text",
    "write_directory",
    "write_results",
]
