"""Mail as files that only their owner reads, where no mail server is set: they hold private links."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.mail.backends import filebased


class PrivateFileBackend(filebased.EmailBackend):
    """Writes messages to files of mode 0600 in a directory of mode 0700, whatever made the directory above."""

    stream: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The directory is older than its first message, or of a release that left it open.
        Path(self.file_path).chmod(0o700)

    def open(self) -> bool:
        """Open the file of this connection; return whether it is a new one."""
        if self.stream is not None:
            return False
        path = self._get_filename()  # type: ignore[attr-defined] # django-stubs lacks it
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.stream = os.fdopen(descriptor, "ab")
        return True
