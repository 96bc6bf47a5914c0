"""Archives of many matches as a stream: one match at a time, whatever the archive weighs."""

from __future__ import annotations

import os
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..problem import Finding

LARGEST = 16 << 20
"""No match is read that has more bytes."""
_LONGEST_LINE = 1 << 20
_MAT_BEGIN = re.compile(rb"\s{0,80}\d{1,5} +point match", re.IGNORECASE)
_SGF_BEGIN = re.compile(rb"\(;(?=[^\n]{0,4000}\[game:0\])")
_HEAD = re.compile(rb"\s*(?:[;#][^\n]*)?$")
_DAMAGE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, RuntimeError)


class Member(NamedTuple):
    """One match of an archive: the name of its file, its place there from 1, and its bytes.

    `problem` says why there are no bytes: the archive is damaged or the match too large.

    >>> Member("final.mat", 1, b"7 point match").problem
    """

    name: str
    number: int
    data: bytes
    problem: Finding | None = None


def split(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of each match from the lines of a text that holds several.

    A match begins at its length, `7 point match`, with the comments above it, or at a tree of SGF with
    `[game:0]`. What is neither is one match.

    >>> text = b"7 point match\\n Game 1\\n; [Event \\"Final\\"]\\n5 point match\\n Game 1\\n"
    >>> [len(part) for part in split(text.splitlines(keepends=True))]
    [22, 40]
    """
    part: list[bytes] = []
    size, has_begun = 0, False
    for line in lines:
        begins = bool(_MAT_BEGIN.match(line) or _SGF_BEGIN.match(line))
        if begins and has_begun:
            head = len(part)
            # Nodes of SGF begin as the comments of match texts do.
            while head and not line.startswith(b"(") and _HEAD.match(part[head - 1]):
                head -= 1
            yield b"".join(part[:head])
            part, size = part[head:], 0
        has_begun = has_begun or begins
        if size <= LARGEST:
            part.append(line)
        size += len(line)
    if part:
        yield b"".join(part)


def members(source: str | os.PathLike[str]) -> Iterator[Member]:
    """Yield every match of a file, a folder with its folders, a `.zip` or a `.tar` with any compression.

    Only one match is in memory at a time, and of a folder or a `.zip` the names. A file that is no
    archive may hold several matches. Raises `OSError` for a source that cannot be opened.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     size = Path(folder, "match.mat").write_text(" 1 point match")
    ...     [member.name for member in members(folder)]
    ['match.mat']
    """
    path = Path(source)
    if path.is_dir():
        for file in sorted(item for item in path.rglob("*") if item.is_file()):
            yield from members(file)
    elif zipfile.is_zipfile(path):
        yield from _name_damage(_zipped(path), path.name)
    elif tarfile.is_tarfile(path):
        yield from _name_damage(_tarred(path), path.name)
    else:
        with path.open("rb") as text:
            yield from _matches(path.name, text)


def _matches(name: str, file: BinaryIO) -> Iterator[Member]:
    parts = split(iter(lambda: file.readline(_LONGEST_LINE), b""))
    for number, data in enumerate(parts, 1):
        if len(data) > LARGEST:
            yield Member(name, number, b"", Finding.TOO_MANY_PROBLEMS)
        else:
            yield Member(name, number, data)


def _zipped(path: Path) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield from _name_damage(_of_zip(archive, info), info.filename)


def _of_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[Member]:
    with archive.open(info) as file:
        yield from _matches(info.filename, file)  # type: ignore[arg-type]  # it reads bytes by lines


def _tarred(path: Path) -> Iterator[Member]:
    with tarfile.open(path, "r|*") as archive:
        for info in archive:
            file = archive.extractfile(info) if info.isfile() else None
            if file is not None:
                yield from _matches(info.name, file)  # type: ignore[arg-type]  # it reads bytes by lines
            # The archive would keep what it knows of every member.
            archive.members.clear()  # type: ignore[attr-defined]


def _name_damage(every: Iterator[Member], name: str) -> Iterator[Member]:
    """Yield the members, and where the archive is damaged a member that says so."""
    try:
        yield from every
    except _DAMAGE:
        yield Member(name, 0, b"", Finding.DAMAGED_FILE)
