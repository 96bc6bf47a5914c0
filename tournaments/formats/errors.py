"""What a format refuses, as codes with the values a message needs."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: a stable snake_case code and the values its message needs."""

    code: str
    data: Mapping[str, str | int] = field(default_factory=dict)


class FormatError(ValueError):
    """An input that a format cannot work with; `problems` names every fault found, at least one."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code
