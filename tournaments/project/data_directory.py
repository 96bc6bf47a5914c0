"""Where this installation keeps its state: the database, media, mail and the secret key."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def data_directory(configured: str, *, base: Path) -> Path:
    """The absolute data directory: what VIDEAU_DATA says, else `data` beside the code; made when missing."""
    path = Path(configured).expanduser() if configured else base / "data"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path.resolve()


def secret_key(data: Path) -> str:
    """The installation's secret key, written with mode 0600 on the first run.

    Two processes may start at once: the file is created exclusively under
    another name and linked into place, so both read the same key.
    """
    path = data / "secret_key"
    if not path.exists():
        draft = data / f".secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            # The other process was first; its key is the one that counts.
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
