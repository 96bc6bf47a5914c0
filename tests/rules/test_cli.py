"""The command line of the rules: languages, help, streams and exit codes, whatever the command."""

from __future__ import annotations

import errno
import importlib
import io
import os
import pty
import runpy
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from rules import __version__
from rules.commands import COMMANDS, Exit, main
from rules.words import LANGUAGES, language
from tests.rules.program import COMMAND, ROOT, Terminal, environment, feed, run
from tests.rules.records import DATA

CLEAN = str(DATA / "gnubg" / "m002_03pt_s1002_n0.0.mat")
DAMAGED = str(DATA / "damaged" / "wins.mat")


@pytest.fixture(autouse=True)
def _no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


def ending_and_output(
    capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int | str | None, str, str]:
    """How a call that argparse ends has ended, and what it wrote."""
    with pytest.raises(SystemExit) as ending:
        main(arguments)
    output = capsys.readouterr()
    return ending.value.code, output.out, output.err


def test_every_file_of_the_package_is_a_command() -> None:
    assert list(COMMANDS) == ["check", "convert", "damage", "diagram", "perft", "plays", "show"]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_help_with_examples_and_exit_codes(
    capsys: pytest.CaptureFixture[str], name: str, lang: str
) -> None:
    code, out, err = ending_and_output(capsys, name, "--help", "--lang", lang)
    assert (code, err) == (0, "")
    assert f"  videau-rules {name} " in out
    assert {"en": "\nexit code:\n  0  ", "fr": "\ncode de sortie\u00a0:\n  0  "}[lang] in out
    assert out.startswith(language(lang).say("usage"))
    assert "--json" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_help_of_all_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    out = ending_and_output(capsys, "--help")[1]
    for name in COMMANDS:
        assert f"\n    {name} " in out


def test_french_help_has_no_english_titles(capsys: pytest.CaptureFixture[str]) -> None:
    out = ending_and_output(capsys, "--lang=fr", "check", "-h")[1]
    assert "\narguments\u00a0:\n" in out
    assert "\noptions\u00a0:\n" in out
    assert "usage:" not in out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert ending_and_output(capsys, "--version") == (0, f"videau-rules {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (
            (),
            "the following arguments are required: COMMAND",
            "arguments obligatoires\u00a0: COMMANDE",
        ),
        (
            ("check",),
            "the following arguments are required: FILE",
            "arguments obligatoires\u00a0: FICHIER",
        ),
        (
            ("check", "x", "--colour"),
            "unrecognized arguments: --colour",
            "arguments inconnus\u00a0: --colour",
        ),
        (
            ("convert", "a", "b", "--to"),
            "argument --to: expected one argument",
            "argument --to\u00a0: une valeur est attendue",
        ),
        (
            ("check", "--json=1", "x"),
            "argument --json: ignored explicit argument '1'",
            "argument --json\u00a0: n’attend aucune valeur\u00a0: '1'",
        ),
    ],
)
def test_a_wrong_command_line_is_told_in_the_language_of_its_reader(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    english: str,
    french: str,
) -> None:
    for lang, message in (("en_GB.UTF-8", english), ("fr_FR.UTF-8", french)):
        monkeypatch.setenv("LANG", lang)
        code, out, err = ending_and_output(capsys, *arguments)
        assert (code, out) == (2, "")
        assert err.rstrip().endswith(message)


def test_an_unknown_command_or_language_is_named_with_those_that_exist(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = ending_and_output(capsys, "--lang", "fr", "cheque")
    assert code == 2
    assert "choix inconnu\u00a0: 'cheque' (au choix\u00a0: " in err
    code, _, err = ending_and_output(capsys, "check", "x", "--lang", "de")
    assert code == 2
    assert "argument --lang: invalid choice: 'de'" in err
    assert ending_and_output(capsys, "check", "x", "--lang")[0] == 2


def test_a_message_that_nobody_has_translated_stays_as_it_is() -> None:
    assert language("fr").usage_error("argument -x: wrong moon") == "argument -x\u00a0: wrong moon"


def test_the_language_may_be_asked_for_before_or_after_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in (["--lang", "fr", "check", CLEAN], ["check", CLEAN, "--lang=fr"]):
        assert main(arguments) == 0
        assert "sans faute" in capsys.readouterr().out


def test_a_module_says_how_it_was_called(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["rules", "--help"])
    monkeypatch.delitem(sys.modules, "rules.__main__", raising=False)
    with pytest.raises(SystemExit) as ending:
        runpy.run_module("rules", run_name="__main__", alter_sys=True)
    assert ending.value.code == 0
    assert capsys.readouterr().out.startswith("usage: python -m rules ")


def test_importing_the_program_runs_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "rules.__main__", raising=False)
    importlib.import_module("rules.__main__")
    assert capsys.readouterr() == ("", "")


def test_the_program_runs_in_both_languages() -> None:
    for variables, verdict in (({}, "clean"), ({"LC_ALL": "fr_FR.UTF-8", "LANG": "C"}, "sans faute")):
        process = run("check", CLEAN, variables=variables)
        assert (process.returncode, process.stderr) == (0, b"")
        assert process.stdout.decode().splitlines() == [
            f"{CLEAN}: {verdict}, gnubg 0-3 root ({'en' if variables else 'to'} 3)"
        ]


def test_what_an_encoding_lacks_is_escaped(tmp_path: Path) -> None:
    process = run(
        "check", f"{tmp_path}\udc80", str(tmp_path), "--lang", "fr", variables={"PYTHONIOENCODING": "ascii"}
    )
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr.decode("ascii").splitlines() == [
        f"{tmp_path}: Fichier ou dossier introuvable",
        f"{tmp_path}: C\\u2019est un dossier",
    ]


def _heed_ctrl_c() -> None:
    # A run of the tests in the background of a shell ignores it, and so would its child.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_ctrl_c_stops_without_a_trace() -> None:
    with subprocess.Popen(  # noqa: S603 - the project's own program
        [*COMMAND, "plays"],
        cwd=ROOT,
        env=environment(),
        preexec_fn=_heed_ctrl_c,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write(b"{}\n")
        program.stdin.flush()
        # It answers line by line: whoever asks need not close the input first.
        assert program.stdout.readline() == b'{"error": "not_a_position"}\n'
        program.send_signal(signal.SIGINT)
        assert program.wait(timeout=30) == 130
        assert program.stderr.read() == b"Stopped.\n"


def test_output_that_nobody_reads_ends_the_program_quietly() -> None:
    with subprocess.Popen(  # noqa: S603 - the project's own program
        [*COMMAND, "check", *[CLEAN] * 20],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.wait(timeout=30) == 141
        assert program.stderr.read() == b""


@pytest.mark.parametrize("files", [[CLEAN], [CLEAN, "nothing.mat"]])
def test_a_broken_pipe_is_no_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, files: list[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main(["check", *files]) == Exit.CUT_OFF
    assert capsys.readouterr().err == ""


def test_streams_that_a_shell_has_closed_are_no_errors_of_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for arguments in (["check", "-"], ["plays"]):
        assert main(arguments) == 2
        assert capsys.readouterr().err == "-: Bad file descriptor\n"
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["check", CLEAN]) == 0
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["check", "nothing.mat"]) == 2


class FullDisk(io.RawIOBase):
    """A file on a disk without room."""

    def __init__(self, file: int) -> None:
        self._file = file

    def fileno(self) -> int:
        """The number of a real file."""
        return self._file

    def writable(self) -> bool:
        """It can be tried."""
        return True

    def write(self, data: object) -> int:
        """There is no room."""
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryFile() as file:
        full = io.TextIOWrapper(io.BufferedWriter(FullDisk(file.fileno())))
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["check", CLEAN]) == Exit.FAILED
        with pytest.raises(OSError, match="No space"):
            full.close()
    assert capsys.readouterr().err == "No space left on device\n"


def test_ctrl_c_takes_the_progress_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupting()))
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["check", "-", "-", "--lang", "fr"]) == Exit.INTERRUPTED
    assert terminal.getvalue() == "\r\x1b[K0/2 -\r\x1b[KArrêté.\n"


def test_many_files_show_their_progress_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["check", CLEAN, DAMAGED]) == 1
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["check", CLEAN, DAMAGED]) == 1
    progress = [f"\r\x1b[K{count}/2 {file[-60:]}\r\x1b[K" for count, file in enumerate((CLEAN, DAMAGED))]
    assert terminal.getvalue() == "".join(progress)


def test_a_real_terminal_sees_the_progress() -> None:
    ours, theirs = pty.openpty()
    try:
        process = subprocess.run(  # noqa: S603 - the project's own program
            [*COMMAND, "check", CLEAN, DAMAGED],
            cwd=ROOT,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=theirs,
            timeout=60,
            check=False,
        )
        output = os.read(ours, 10_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert process.returncode == 1
    assert f"1/2 {DAMAGED[-60:]}" in output
    assert output.endswith("\r\x1b[K")


@pytest.mark.parametrize("name", ["check", "show"])
def test_huge_input_is_refused_without_being_read_to_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    huge = tmp_path / "huge.mat"
    with huge.open("wb") as file:
        file.truncate(10 * 2**30)
    assert main([name, str(huge)]) == 2
    assert capsys.readouterr() == ("", f"{huge}: Larger than 8 MiB, which no record is\n")
    feed(monkeypatch, b"x" * (8 * 2**20 + 1))
    assert main([name, "-", "--lang", "fr"]) == 2
    assert "-: Plus de 8 Mio" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "english", "french"),
    [
        (errno.EACCES, "Permission denied", "Accès refusé"),
        (errno.EIO, "Input/output error", "Input/output error"),
    ],
)
def test_a_file_that_cannot_be_opened_is_named_with_the_reason(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: int,
    english: str,
    french: str,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(Path, "open", refuse)
    for lang, reason in (("en", english), ("fr", french)):
        assert main(["check", "a\x1b.mat", "--lang", lang]) == 2
        assert capsys.readouterr().err == f"a.mat: {reason}\n"
