"""The content of a row that the log proves, as canonical JSON, and its salted digest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db.models import Q, QuerySet

from matches.models import (
    Dispute,
    GameRecord,
    Identified,
    LengthChange,
    Match,
    Penalty,
    Report,
    ReportedGame,
    Ruling,
    Statement,
)
from tournaments.models import LedgerLine, LogText, Table, Tournament

_REPORT = (
    "source",
    "outcome",
    "winner",
    "length",
    "score_one",
    "score_two",
    "counted_one",
    "counted_two",
    "has_games",
    "crawford_game",
    "remarks",
    "overrides",
    "reason",
)
_GAME = ("number", "winner", "result", "cube", "ended")
_MATCH = (
    "start_one",
    "start_two",
    "grace_minutes",
    "cube_cap",
    "dead_cube",
    "made_at",
    "started_at",
    "final_at",
    "cancelled_at",
    "silence_at",
)
# The suffix of the kind for proved columns.
_COLUMNS = ".columns"
_LINE = ("kind", "amount", "means", "note")
_SCOPE_OF_COLUMNS = 2


SCOPE = 4
"""The scope of a log that begins with this release.

Scope 1 covers the words and results of rows, 2 also their other columns, 3 also events, stages, entrants, draws,
pairings and open matches, 4 also the tournament itself, offices, sides and their players, private links and appeals.
"""


@dataclass(frozen=True, slots=True)
class ProvedRow:
    """The content of a row that the log proves, with the kind and key that name it.

    `words` may contain personal data and are proved by a salted digest, whose salt can be erased. `columns` are
    codes, uids, numbers and datetimes; their digest has no salt. Either may be None.
    """

    kind: str
    key: str
    words: Mapping[str, Any] | None
    columns: Mapping[str, Any] | None = None
    scope: int = 1
    """The lowest scope in which the log proves the words."""
    is_new: bool = False
    """Whether the row has its initial values, so that no entry needs to prove it."""

    @property
    def name(self) -> str:
        """The name of the words in log entries."""
        return f"{self.kind}:{self.key}"

    @property
    def columns_name(self) -> str:
        """The name of the columns in log entries."""
        return f"{self.kind}{_COLUMNS}:{self.key}"

    @property
    def columns_scope(self) -> int:
        """The lowest scope in which the log proves the columns."""
        return max(self.scope, _SCOPE_OF_COLUMNS)

    def digest(self, salt: str) -> str:
        """Return the SHA-256, in hex, of the salt and the canonical JSON of the words."""
        return sha256(f"{salt}\n{canonical(self.words)}".encode()).hexdigest()

    @property
    def columns_digest(self) -> str:
        """The SHA-256, in hex, of the canonical JSON of the columns."""
        return sha256(canonical(self.columns).encode()).hexdigest()


def canonical(content: object) -> str:
    """Return JSON with sorted keys and no blanks, the same on every machine."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def has_salt(name: str) -> bool:
    """Whether this name in a log entry is that of a salted digest."""
    return not name.partition(":")[0].endswith(_COLUMNS)


def of_report(report: Report, games: Iterable[ReportedGame]) -> ProvedRow:
    """Return the proved content of a report with its games."""
    content = fields(report, _REPORT) | {
        "by": uid_of(report.by),
        "games": [fields(game, _GAME) for game in games],
    }
    columns = fields(report, ("at", "confirm_by"))
    return ProvedRow("report", report.uid, content | {"match": report.match.uid}, columns)


def of_match(match: Match) -> ProvedRow:
    """Return the proved content of a match: its result and the accepted report."""
    report = match.accepted_report
    result = fields(match, ("length", "winner", "outcome", "settled"))
    words = result | {"report": report.uid if report else None}
    return ProvedRow("match", match.uid, words, fields(match, _MATCH))


def of_dispute(dispute: Dispute) -> ProvedRow:
    """Return the proved content of a dispute: the contested report and the reason."""
    content = {"report": dispute.report.uid, "by": uid_of(dispute.raised_by), "reason": dispute.reason}
    return ProvedRow("dispute", dispute.uid, content)


def of_statement(statement: Statement, *, number: int) -> ProvedRow:
    """Return the proved content of a statement in a dispute; `number` counts the statements from 1."""
    content = {"by": uid_of(statement.by), "text": statement.text}
    return ProvedRow("statement", f"{statement.dispute.uid}.{number}", content)


def of_ruling(ruling: Ruling) -> ProvedRow:
    """Return the proved content of a director's ruling with its reason."""
    content = fields(ruling, ("reason", "clause")) | {"report": ruling.report.uid, "by": uid_of(ruling.by)}
    columns = {
        "match": ruling.match.uid,
        "dispute": ruling.dispute.uid if ruling.dispute else None,
        "at": plain(ruling.at),
    }
    return ProvedRow("ruling", ruling.uid, content, columns)


def of_penalty(penalty: Penalty) -> ProvedRow:
    """Return the proved content of penalty points with their reason."""
    content = fields(penalty, ("to", "points", "before_game", "reason"))
    words = content | {"match": penalty.match.uid, "by": uid_of(penalty.by)}
    return replace(of_voiding(penalty), words=words)


def of_voiding(penalty: Penalty) -> ProvedRow:
    """Return the proved columns of a penalty: when it was given and when voided."""
    return ProvedRow("penalty", penalty.uid, None, fields(penalty, ("at", "voided_at")))


def of_length_change(change: LengthChange, *, number: int) -> ProvedRow:
    """Return the proved content of a change of the match length; `number` counts the changes from 1."""
    content = fields(change, ("before_game", "length", "reason")) | {"by": uid_of(change.by)}
    return replace(of_length_voiding(change, number=number), words=content)


def of_length_voiding(change: LengthChange, *, number: int) -> ProvedRow:
    """Return the proved columns of a change of length: when it was made and when voided."""
    # Logs that began before such changes could be voided prove no column for it.
    names = ("at",) if change.voided_at is None else ("at", "voided_at")
    return ProvedRow("length", f"{change.match.uid}.{number}", None, fields(change, names))


def of_line(line: LedgerLine) -> ProvedRow:
    """Return the proved content of a line of the ledger."""
    content = fields(line, _LINE) | {
        "entrant": line.entrant.uid,
        "fee": line.fee.uid if line.fee else None,
        "box": line.box.uid if line.box else None,
        "reverses": line.reverses.uid if line.reverses else None,
        "by": uid_of(line.by),
    }
    # Logs that began before there were such lines prove no column for them.
    if line.paid_from is not None:
        content["paid_from"] = line.paid_from.uid
    return ProvedRow("line", line.uid, content, {"at": plain(line.at)})


def of_table(table: Table) -> ProvedRow:
    """Return the proved content of a table: its name and its purpose."""
    return replace(of_purpose(table), words={"name": table.name})


def of_purpose(table: Table) -> ProvedRow:
    """Return the proved columns of a table, without its name."""
    columns = fields(table, ("order", "is_out_of_order", "is_streaming")) | {
        "tournament": table.tournament.uid,
        "reserved_for": table.reserved_for.uid if table.reserved_for else None,
    }
    return ProvedRow("table", table.uid, None, columns, scope=2)


def of_text(row: LogText) -> ProvedRow:
    """Return the proved content of a text that belongs to a log entry."""
    return ProvedRow("text", row.uid, {"text": row.text})


def matches_of(tournament: Tournament | int) -> QuerySet[Match]:
    """Return every match of a tournament (or its key), including boards of team matches and cancelled matches."""
    in_it = Q(pairing__stage__event__tournament=tournament)
    return Match.objects.filter(in_it | Q(board__team_match__pairing__stage__event__tournament=tournament))


def records_of(tournament: Tournament) -> Iterator[GameRecord]:
    """Yield the game records of a tournament with their bytes, in chunks."""
    yield from (
        GameRecord.objects.filter(match__in=matches_of(tournament))
        .select_related("match")
        .order_by("pk")
        .iterator(chunk_size=20)
    )


def fields(row: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return the named columns of a row as JSON."""
    return {name: plain(getattr(row, name)) for name in names}


def plain(value: Any) -> Any:
    """Return a value as JSON; a datetime in UTC to the microsecond, whatever the zone of the database."""
    return value.astimezone(UTC).isoformat(timespec="microseconds") if isinstance(value, datetime) else value


def uid_of(row: Identified | None) -> str | None:
    """Return the uid of a row; None if there is no row."""
    return row.uid if row else None
