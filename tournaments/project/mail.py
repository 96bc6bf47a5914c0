"""The mail backends: over SMTP with one deadline for a conversation (`EMAIL_TIMEOUT`), and into private files."""

from __future__ import annotations

import os
import smtplib
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.mail.backends import filebased, smtp


class _Timed(smtplib.SMTP):
    """An SMTP connection that is closed at its deadline.

    The limit of a socket begins anew with each byte, so a server that drips would be
    listened to for ever.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._line: socket.socket | None = None
        self._deadline = threading.Timer(float(kwargs["timeout"]), self._cut_off)
        self._deadline.daemon = True
        self._deadline.start()
        try:
            super().__init__(*args, **kwargs)
        except BaseException:
            self._end()
            raise

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        sock: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc] # typeshed lacks it
        # Encryption takes the socket over; this one is the same connection and stays.
        self._line = sock.dup()
        return sock

    def _cut_off(self) -> None:
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)

    def _end(self) -> None:
        self._deadline.cancel()
        if self._line is not None:
            self._line.close()

    def close(self) -> None:
        """Close the connection and cancel its deadline."""
        super().close()
        self._end()


class _TimedOverTls(smtplib.SMTP_SSL, _Timed):
    """The same over TLS from the first byte."""


class EmailBackend(smtp.EmailBackend):
    """Django's SMTP backend with deadlines."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The class of the connection."""
        return _TimedOverTls if self.use_ssl else _Timed


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
