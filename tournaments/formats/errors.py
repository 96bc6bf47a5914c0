"""The errors of a format, as codes with the values for a message."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: a stable snake_case code and the values for its message."""

    code: str
    data: Mapping[str, str | int] = field(default_factory=dict)


class FormatError(ValueError):
    """Input that a format cannot use; `problems` names every fault, at least one."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code
