"""Where this installation keeps its state: the database, media, mail and the secret key."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

DATABASE_FILE = "videau.sqlite3"


def data_directory(configured: str, *, base: Path) -> Path:
    """Return the absolute data directory: VIDEAU_DATA, else `data` next to the code; created if missing."""
    path = Path(configured).expanduser() if configured else base / "data"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path.resolve()


def misread_database(data: Path) -> Path | None:
    """Return where releases before 0.2.0 kept the database if VIDEAU_DATA looks like a URL; else None.

    They read its path as an address, so `#` and `?` ended it and `%41` was a letter.
    """
    path = data / DATABASE_FILE
    misread = Path(unquote(urlsplit(f"sqlite:///{path}").path.removeprefix("/")))
    return misread if misread != path and misread.is_file() else None


def secret_key(data: Path) -> str:
    """Return the installation's secret key, created with mode 0600 on the first run.

    Two processes may start at once: the file is created exclusively under
    another name and linked into place, so both read the same key.
    """
    path = data / "secret_key"
    if not path.exists():
        draft = data / f".secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as stream:
                stream.write(secrets.token_urlsafe(48))
            # Where the other process was first, its key is the one that counts.
            with suppress(FileExistsError):
                _link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text().strip()


def _link(draft: Path, path: Path) -> None:
    """Give the draft its final name unless that exists; by renaming on file systems without links."""
    try:
        os.link(draft, path)
    except PermissionError:
        if not path.exists():
            draft.replace(path)
