"""The command line: check, generate, compare and report. Ends with 0 if all holds, 1 if something differs, 2 if a file is unreadable."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from .check import check
from .events import FORMATS, generate
from .files import RoundFile, UnreadableError, read_round
from .reports import read_report
from .table import table

HOLDS, DIFFERS, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None, *, prog: str = "videau-pairings") -> int:
    """Run a command and return its exit code."""
    options = _parser(prog).parse_args(arguments)
    try:
        if options.command == "generate":
            return _generate(options)
        if options.command == "report":
            return _split(options)
        files = [file for path in options.files for file in _read(Path(path))]
    except (UnreadableError, OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"unreadable: {error}\n")
        return UNREADABLE
    if options.command == "compare":
        sys.stdout.writelines(f"{line}\n" for line in table(files))
        return HOLDS
    findings = check(files)
    lines = [
        f"{'remark' if one.is_remark else 'differs'} round {one.round} {one.code}: {one.text}"
        for one in findings
    ]
    differences = sum(not one.is_remark for one in findings)
    lines.append(f"rounds {len(files)}, differences {differences}, remarks {len(findings) - differences}")
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return DIFFERS if differences else HOLDS


def _read(path: Path) -> list[RoundFile]:
    """Return the round of a file, or the rounds of a file with one a line."""
    data = path.read_bytes()
    texts = [line for line in data.splitlines() if line.strip()] if path.suffix == ".jsonl" else [data]
    try:
        return [read_round(text) for text in texts]
    except UnreadableError as error:
        raise UnreadableError(f"{path}: {error}") from error


def _generate(options: argparse.Namespace) -> int:
    for number in range(options.count):
        seed = f"{options.seed}/{number}"
        files = generate(options.format, options.players, options.rounds, seed, options.option)
        _write(files, Path(options.out))
    return HOLDS


def _split(options: argparse.Namespace) -> int:
    _write(read_report(Path(options.file).read_text(encoding="utf-8-sig")), Path(options.out))
    return HOLDS


def _write(files: Iterable[RoundFile], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        (folder / f"{file.stage}-{file.round}.json").write_text(file.text(), encoding="utf-8")


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=VALUE")
    return name, value


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog, description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (
        ("check", "repeat rounds from their files"),
        ("compare", "compare systems in one table"),
    ):
        commands.add_parser(name, help=words).add_argument("files", nargs="+", metavar="FILE")
    report = commands.add_parser("report", help="read a report of FIDE (TRF16) as the files of its rounds")
    report.add_argument("file", metavar="FILE")
    report.add_argument("--out", default=".", metavar="FOLDER")
    maker = commands.add_parser("generate", help="write the files of random tournaments")
    maker.add_argument("--format", choices=sorted(FORMATS), default="swiss")
    maker.add_argument("--players", type=int, default=12)
    maker.add_argument("--rounds", type=int, default=0, help="of a Swiss; 0 is as many as leave one unbeaten")
    maker.add_argument("--seed", default="videau")
    maker.add_argument("--count", type=int, default=1)
    maker.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE")
    maker.add_argument("--out", default=".", metavar="FOLDER")
    return parser
