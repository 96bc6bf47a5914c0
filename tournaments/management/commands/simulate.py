"""`manage.py simulate`: forecasts a format or a template for given entrants, lengths and tables."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.formats import BEST_OF, FORMATS, FormatError, Intake
from tournaments.plans import TEMPLATES, suited
from tournaments.simulation import Setup, StageSetup, forecast, setup_of

_LINES = (
    ("best_wins", "the strongest wins", "{:.1%}"),
    ("matches", "matches", "{:.1f}"),
    ("matches_each", "matches of an entrant", "{:.2f}"),
    ("fewest_each", "the fewest anybody has", "{:.2f}"),
    ("waiting_each", "minutes waited between them", "{:.0f}"),
    ("rematches", "rematches", "{:.2f}"),
    ("byes", "byes", "{:.2f}"),
    ("half_done_by", "over after, half of the time", "{:.0f} min"),
    ("almost_surely_done_by", "over after, nine times in ten", "{:.0f} min"),
)


class Command(BaseCommand):
    """Simulate a stage, or a whole event of a template, many times, and print what came of it."""

    help = "Simulates a format: chances, matches, waiting, the time of the end, rematches and byes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("format", choices=_simulated(), help="the format, or a template of a whole event")
        parser.add_argument("entrants", type=int, help="how many take part")
        parser.add_argument(
            "--lengths",
            help="match lengths, the last round first: 9,7,5 (default: 7, or those of the template)",
        )
        parser.add_argument(
            "--best-of", help="matches of a pairing at most, the last round first: 3,1 (default: 1)"
        )
        parser.add_argument("--tables", type=int, help="how many tables there are (default: enough)")
        parser.add_argument("--option", action="append", default=[], help="an option of the format: groups=4")
        parser.add_argument("--minutes", type=float, default=8.0, help="minutes for a point (default: 8)")
        parser.add_argument("--runs", type=int, default=200, help="how many tournaments (default: 200)")
        parser.add_argument("--seed", default="videau", help="the same seed gives the same figures")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: object, **options: Any) -> None:
        """Simulate and print; CommandError names what does not fit."""
        setup = self._setup(options)
        try:
            outcome = forecast(setup, runs=options["runs"], seed=options["seed"])
        except FormatError as error:
            problem = error.problems[0]
            raise CommandError(f"{problem.code}: {dict(problem.data)}") from error
        if options["json"]:
            self.stdout.write(json.dumps(asdict(outcome)))
            return
        for name, words, form in _LINES:
            self.stdout.write(f"{words:32} {form.format(getattr(outcome, name))}")
        if len(outcome.stages) > 1:
            for number, stage in enumerate(outcome.stages, start=1):
                words = f"stage {number}: {stage.entrants:.1f} entrants"
                self.stdout.write(
                    f"{words:32} {stage.matches:.1f} matches, {stage.rematches:.2f} rematches, "
                    f"over after {stage.half_done_by:.0f} and {stage.almost_surely_done_by:.0f} min"
                )

    def _setup(self, options: dict[str, Any]) -> Setup:
        is_template = options["format"] not in FORMATS
        if is_template and (options["lengths"] or options["option"] or options["best_of"]):
            raise CommandError("A template has its own lengths and options.")
        lengths = (options["lengths"] or "7").split(",")
        if not all(length.strip().isdecimal() and int(length) % 2 for length in lengths):
            raise CommandError("Lengths are odd numbers with commas between, the last round first: 9,7,5")
        best_of = (options["best_of"] or "1").split(",")
        if not all(number.strip().isdecimal() and int(number) in BEST_OF for number in best_of):
            raise CommandError("A series is best of an odd number of matches, the last round first: 3,1")
        if min(options["entrants"], options["runs"], options["tables"] or 1) < 1 or options["minutes"] <= 0:
            raise CommandError("Entrants, tables, runs and minutes are more than nothing.")
        if is_template:
            return setup_of(
                suited(TEMPLATES[options["format"]], entrants=options["entrants"]),
                entrants=options["entrants"],
                tables=options["tables"],
                minutes_per_point=options["minutes"],
            )
        rules = FORMATS[options["format"]]
        format_options = rules.options.from_dict(dict(map(_option, options["option"])))
        return Setup(
            stages=(
                StageSetup(rules, format_options, tuple(map(int, lengths)), best_of=tuple(map(int, best_of))),
            ),
            entrants=options["entrants"],
            tables=options["tables"],
            minutes_per_point=options["minutes"],
        )


def _simulated() -> list[str]:
    """Return the formats that can be simulated alone, and the templates with other names."""
    alone = {code for code, rules in FORMATS.items() if rules.intake is Intake.DRAW}
    return sorted(alone | {code for code in TEMPLATES if code not in FORMATS})


def _option(text: str) -> tuple[str, object]:
    name, mark, value = text.partition("=")
    if not mark:
        raise CommandError(f"An option is NAME=VALUE, not {text!r}.")
    try:
        parsed_value = json.loads(value)
    except ValueError:
        parsed_value = value
    return name, parsed_value
