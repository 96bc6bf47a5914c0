"""Where this installation keeps its state: the database, media, mail and the secret key."""

from __future__ import annotations

import os
import secrets
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .environment import ORDER_OF_P256

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
    """Return the installation's secret key, created on the first run."""
    return _secret(data / "secret_key", secrets.token_urlsafe(48))


def checkpoint_key(data: Path) -> str:
    """Return the key that signs checkpoints, 32 bytes in base64, created on the first run."""
    return _secret(data / "checkpoint_key", b64encode(secrets.token_bytes(32)).decode())


def push_key(data: Path) -> str:
    """Return the key by which push services know this service, 32 bytes in base64, created on the first run."""
    return _secret(data / "push_key", new_push_key())


def new_push_key() -> str:
    """Return a new private key of the curve P-256, as PUSH_KEY takes it."""
    # A key is a number from 1 to the order of the curve, which is just below 2**256.
    number = 1 + secrets.randbelow(ORDER_OF_P256 - 1)
    return b64encode(number.to_bytes(32, "big")).decode()


def _secret(path: Path, fresh: str) -> str:
    """Return the secret in a file, which is created with mode 0600 and the fresh one if there is none.

    Two processes may start at once: the file is created exclusively under
    another name and linked into place, so both read the same key.
    """
    if not path.exists():
        draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as stream:
                stream.write(fresh)
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
