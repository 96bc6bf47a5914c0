"""The shape of a commit message, which `.pre-commit-config.yaml` asks for: `python -m tests.house.commits FILE`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST_SUBJECT = 72
LONGEST_LINE = 120
_FEWEST_WORDS_OF_BODY = 8
_TRAILER = re.compile(r"^[A-Z][\w-]+: \S")
# What git adds by itself, and what is put together later.
_OF_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")


def faults(message: str) -> list[str]:
    """The faults of a message: a sentence for each, in the order of its lines."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject, *rest = lines or [""]
    if subject.startswith(_OF_GIT):
        return []
    problems = _faults_of_subject(subject)
    if rest and rest[0]:
        problems.append("The second line is empty: it parts the subject from the body.")
    body = [line for line in rest if line and not _TRAILER.match(line)]
    if sum(len(line.split()) for line in body) < _FEWEST_WORDS_OF_BODY:
        problems.append("The body says why, what was measured and what was rejected.")
    problems += [
        f"A line of the body has {len(line)} characters, more than {LONGEST_LINE}."
        for line in body
        if len(line) > LONGEST_LINE and " " in line
    ]
    return problems


def _faults_of_subject(subject: str) -> list[str]:
    problems = []
    if not subject:
        problems.append("The subject is empty.")
    if len(subject) > LONGEST_SUBJECT:
        problems.append(f"The subject has {len(subject)} characters, more than {LONGEST_SUBJECT}.")
    if subject.endswith("."):
        problems.append("The subject is a heading: it ends without a full stop.")
    if subject[:1].islower():
        problems.append("The subject begins with a capital letter.")
    return problems


def main(arguments: list[str]) -> int:
    """Print the faults of the message in a file; answers the exit code."""
    problems = faults(Path(arguments[0]).read_text(encoding="utf-8"))
    for problem in problems:
        sys.stderr.write(f"commit: {problem}\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
