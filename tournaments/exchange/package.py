"""A package: a zip file of tables with a manifest that names the digest of each."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MANIFEST = "manifest.json"
VERSION = 1
LARGEST_PACKAGE = 4 * 1024 * 1024
LARGEST_FILE = 8 * 1024 * 1024
_LARGEST_MANIFEST = 64 * 1024
# A package made again of the same content has the same bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1


class BrokenPackage(ValueError):
    """A package or table that cannot be read as a whole; `code` says why, and `file` where.

    Of a table with wrong columns it names the `missing` and the `unknown` ones.
    """

    def __init__(
        self, code: str, file: str = "", *, missing: Sequence[str] = (), unknown: Sequence[str] = ()
    ) -> None:
        super().__init__(f"{file}: {code}" if file else code)
        self.code = code
        self.file = file
        self.missing = tuple(missing)
        self.unknown = tuple(unknown)


@dataclass(frozen=True, slots=True)
class Package:
    """The content of a package; the digest is that of its manifest, which names the digests of all files."""

    kind: str
    head: Mapping[str, Any]
    files: Mapping[str, bytes]
    digest: str


def pack(kind: str, head: Mapping[str, Any], files: Mapping[str, bytes]) -> bytes:
    """Return the package of these files; the same content gives the same bytes."""
    manifest = {
        "format": kind,
        "version": VERSION,
        "head": head,
        "files": {name: _digest(data) for name, data in files.items()},
    }
    content = {MANIFEST: json.dumps(manifest, sort_keys=True, indent=1, ensure_ascii=False).encode(), **files}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return target.getvalue()


def unpack(data: bytes, *, kind: str, names: Collection[str]) -> Package:
    """Return the content of a package that holds exactly these files; raise BrokenPackage otherwise.

    Nothing is unpacked beyond the limits, whatever the zip file says of itself.
    """
    if len(data) > LARGEST_PACKAGE:
        raise BrokenPackage("package_too_large")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = _content(archive, names)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise BrokenPackage("no_package") from error
    manifest = _manifest(content.pop(MANIFEST), kind=kind)
    for name in sorted(names):
        if manifest["files"].get(name) != _digest(content[name]):
            raise BrokenPackage("file_changed", name)
    return Package(kind, manifest["head"], content, _digest_of_manifest(manifest))


def _content(archive: zipfile.ZipFile, names: Collection[str]) -> dict[str, bytes]:
    entries = archive.infolist()
    required = {MANIFEST, *names}
    if len(entries) > len(required) or {entry.filename for entry in entries} != required:
        raise BrokenPackage("wrong_files")
    return {
        entry.filename: read_entry(
            archive, entry, most=_LARGEST_MANIFEST if entry.filename == MANIFEST else LARGEST_FILE
        )
        for entry in entries
    }


def read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, *, most: int) -> bytes:
    """Return a file of a zip file, of which no more is unpacked than this; raise BrokenPackage for a larger one."""
    if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _METHODS:
        raise BrokenPackage("no_package", entry.filename)
    with archive.open(entry) as stream:
        # The size that the zip file declares is not believed.
        data = stream.read(most + 1)
    if len(data) > most:
        raise BrokenPackage("file_too_large", entry.filename)
    return data


def _manifest(data: bytes, *, kind: str) -> dict[str, Any]:
    try:
        manifest = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BrokenPackage("no_manifest", MANIFEST) from error
    if not isinstance(manifest, dict) or manifest.get("format") != kind:
        raise BrokenPackage("other_kind", MANIFEST)
    if manifest.get("version") != VERSION:
        raise BrokenPackage("other_version", MANIFEST)
    if not isinstance(manifest.get("files"), dict) or not isinstance(manifest.get("head"), dict):
        raise BrokenPackage("no_manifest", MANIFEST)
    return manifest


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def digest_of(data: bytes) -> str:
    """Return the digest of a package that was written here."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        manifest = json.loads(archive.read(MANIFEST))
    return _digest_of_manifest(manifest)


def _digest_of_manifest(manifest: Mapping[str, Any]) -> str:
    return _digest(json.dumps(manifest, sort_keys=True, separators=(",", ":")).encode())
