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
from .encodings import LEGACY, decoded, encoding_of
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
from .tables import (
    OpenQuote,
    TextRow,
    as_written,
    delimiter_of,
    harmless,
    require_closed_quotes,
    rows_of_text,
)
from .workbook import as_table
