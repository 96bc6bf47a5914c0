"""Messages for the problems that formats report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from matches.errors import DomainError
from tournaments.formats import Problem
from tournaments.models.wording import PROBLEM_WORDS, in_words


def problem_words(problems: Iterable[Problem]) -> str:
    """Return the problems as sentences; raise LookupError for a problem without a message."""
    return " ".join(_sentence(problem) for problem in problems)


def refused(kind: type[DomainError], problems: Sequence[Problem], **data: Any) -> DomainError:
    """Return a domain error of this class with the problems as sentences and as codes."""
    details = [{"code": problem.code, **problem.data} for problem in problems]
    return kind(problems=problem_words(problems), details=details, **data)


def _sentence(problem: Problem) -> str:
    return in_words(PROBLEM_WORDS[problem.code], problem.data)
