"""Where a command reads and writes: files and the standard streams, in the language of its reader."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import RulesError
from ..problem import printable
from ..words import Language

STANDARD = "-"
"""What stands for the standard input or output in place of a file."""

LARGEST_INPUT = 8 * 2**20
"""The bytes of the largest file that is read: a dozen times the longest match with all its analysis."""

LONGEST_LINE = 64 * 2**10
"""The bytes of the longest line that is read where every line is a question of its own."""

FILE_ERRORS = {
    errno.ENOENT: "no_such_file",
    errno.EACCES: "not_permitted",
    errno.EPERM: "not_permitted",
    errno.EISDIR: "is_a_directory",
    errno.EEXIST: "file_exists",
}
"""The codes for what a system most often says of a file; the rest is told in its own words."""

_CLEAR_LINE = "\r\x1b[K"


class Refused(Exception):
    """A command cannot be carried out; the message says why, in the reader's language."""


class Console:
    """The standard streams of one run, and the words for it.

    Text is written as the terminal can show it; characters that its encoding lacks are escaped.
    """

    def __init__(self, words: Language) -> None:
        self.words = words
        # A shell may have closed the standard output; then nobody wants to know.
        self._out = sys.stdout or io.TextIOWrapper(io.BytesIO())
        self._err = sys.stderr or io.StringIO()
        self._is_progress_shown = False
        for stream in (self._out, self._err):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")

    def say(self, text: str) -> None:
        """Write a line of text."""
        self.clear_progress()
        self._out.write(f"{text}\n")

    def put(self, data: Mapping[str, object]) -> None:
        """Write one JSON object as a line."""
        self.say(json.dumps(data))

    def complain(self, text: str) -> None:
        """Write a line to the standard error, after flushing the standard output."""
        self._out.flush()
        self.warn(text)

    def warn(self, text: str) -> None:
        """Write a line to the standard error."""
        self.clear_progress()
        self._err.write(f"{text}\n")

    def show_progress(self, count: int, total: int, file: str) -> None:
        """Show the progress of a long run on a terminal; the next output overwrites it."""
        if total > 1 and self._err.isatty():
            self._err.write(f"{_CLEAR_LINE}{count}/{total} {printable(file)[-60:]}")
            self._err.flush()
            self._is_progress_shown = True

    def clear_progress(self) -> None:
        """Erase the progress line."""
        if self._is_progress_shown:
            self._err.write(_CLEAR_LINE)
            self._err.flush()
            self._is_progress_shown = False

    def flush(self) -> None:
        """Flush the standard output; raises `OSError` if it is closed."""
        self.clear_progress()
        self._out.flush()

    def read(self, file: str) -> bytes:
        """The bytes of a file or of the standard input; `Refused` if there are none, or too many."""
        with self._named(file):
            if file == STANDARD:
                return self._bounded(_standard_input())
            with Path(file).open("rb") as stream:
                return self._bounded(stream)

    def write(self, file: str, data: bytes, *, over: bool = False) -> None:
        """Write the bytes of a file, which must be a new one unless `over`, or of the standard output."""
        if file == STANDARD:
            self.flush()
            self._out.buffer.write(data)
            return
        with self._named(file), Path(file).open("wb" if over else "xb") as stream:
            stream.write(data)

    def lines(self) -> Iterator[bytes]:
        """The lines of the standard input that hold anything; one that is too long is cut."""
        with self._named(STANDARD):
            stream = _standard_input()
        while line := self._line(stream):
            if line.strip():
                yield line

    def refusal(self, code: str, **data: int | str) -> Refused:
        """The refusal with this code."""
        return Refused(self.words.error(RulesError(code, **data)))

    @contextmanager
    def _named(self, file: str) -> Iterator[None]:
        """Convert an error of the operating system about a file into a refusal that names the file."""
        try:
            yield
        except OSError as error:
            code = FILE_ERRORS.get(error.errno or 0)
            why = self.refusal(code) if code else error.strerror
            raise Refused(f"{printable(file)}: {why}") from error
        except Refused as refused:
            raise Refused(f"{printable(file)}: {refused}") from refused

    def _bounded(self, stream: BinaryIO) -> bytes:
        data = stream.read(LARGEST_INPUT + 1)
        if len(data) > LARGEST_INPUT:
            raise self.refusal("file_too_large", largest=LARGEST_INPUT >> 20)
        return data

    def _line(self, stream: BinaryIO) -> bytes:
        with self._named(STANDARD):
            line = rest = stream.readline(LONGEST_LINE)
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(LONGEST_LINE)
            return line


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        # A shell may have closed it.
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
