"""Result files and directories for tests."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from hashlib import sha256

from tournaments.exchange import (
    Directory,
    DirectoryHead,
    EventHead,
    EventResults,
    MatchRow,
    MemberRow,
    PeriodRow,
    PersonRow,
    PositionRow,
)

TODAY = date(2026, 3, 9)
HEAD = EventHead(
    federation="federation-1",
    federation_code="FFBG",
    event="event-00001",
    event_name="Open",
    tournament_name="Nantes 2026",
    city="Nantes",
    starts_on="2026-03-07",
)
ADA = PersonRow(player="player-ada", number="FR-1", name="Ada Löv", country="FR", club="=Nantes")
BEN = PersonRow(player="player-ben", name="Ben O’Hara")
MATCH = MatchRow(
    stage="Main",
    round=1,
    match="match-00001",
    played_on=date(2026, 3, 7),
    length=7,
    winner=("player-ada",),
    loser=("player-ben",),
    winner_score=8,
    loser_score=5,
    outcome="played",
)
POSITIONS = tuple(
    PositionRow(
        position=number, tied_with=0, players=(one.player,), stage_out="Main", round_out="1", wins=2 - number,
        losses=number - 1, rebuys=0,
    )
    for number, one in enumerate((ADA, BEN), start=1)
)  # fmt: skip
RESULTS = EventResults(HEAD, (ADA, BEN), (MATCH, replace(MATCH, match="match-00002", round=2)), POSITIONS)
DIRECTORY = Directory(
    DirectoryHead(
        federation="federation-1", code="FFBG", name="Fédération", country="FR", zone="Europe/Paris",
        made_on="2026-03-01",
    ),
    (
        MemberRow(member="member-001", number="FR-1", player="player-ada", name="Ada Löv", club="Nantes"),
        MemberRow(member="member-002", number="FR-2", player="player-eve", name="-Eve"),
    ),
    (
        PeriodRow(membership="period-001", number="FR-1", kind="full", starts_on=date(2026, 1, 1)),
        PeriodRow(
            membership="period-002", number="FR-2", kind="day", starts_on=date(2026, 3, 1),
            ends_on=date(2026, 3, 1),
        ),
    ),
)  # fmt: skip


def files_of(package: bytes) -> dict[str, bytes]:
    """The files of a package by name."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: Mapping[str, bytes], *, is_honest: bool = True) -> bytes:
    """A package of these files; an honest one names their digests."""
    content = dict(files)
    if is_honest:
        manifest = json.loads(content["manifest.json"])
        manifest["files"] = {
            name: sha256(data).hexdigest() for name, data in content.items() if name != "manifest.json"
        }
        content["manifest.json"] = json.dumps(manifest).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return target.getvalue()
