"""What is next at the desk of a tournament."""

from __future__ import annotations

from tournaments.api.response import Response, of
from tournaments.queries.next_steps.steps import DeskStep, StepCode
from tournaments.queries.next_steps.words import step_words


def _event(step: DeskStep) -> str | None:
    return None if step.event is None else step.event.uid


class StepResponse(Response, row=DeskStep):
    """Something to do next; nothing waits for it."""

    key: str = of(words="The same as long as the step is about the same.")
    code: StepCode
    event: str | None = of(get=_event, words="Null where it is about the whole tournament.")
    count: int = of("number", words="How many there are; put away, the step comes back when there are more.")
    subject: str = of(words="The stage, match or dispute that it is about; empty for several of them.")
    names: list[str] = of(words="Of that stage, of the matches or of the players.")
    table: str
    minutes: int = of(words="How late or slow the match is.")
    amount: int | None = of(
        words="In the smallest unit of the tournament's currency; null where no money is meant."
    )
    is_put_away: bool = of(words="Whether you have put it away.")
    detail: str = of(get=step_words, words="In the language of the request.")


class NextStepsResponse(Response):
    """What is next in a tournament or an event, the most urgent first; what you may not do is left out."""

    tournament: str
    event: str | None
    steps: list[StepResponse]
