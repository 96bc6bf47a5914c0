"""`convert` on the command line."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from rules import Transcript, Unwritable, canonical, check
from rules.commands import main
from rules.notation import Writer, writers
from tests.rules.program import feed
from tests.rules.records import CLEAN, DATA, DROPPED, game, mat, wins

SHORT = DATA / "gnubg" / "m002_03pt_s1002_n0.0.mat"
DAMAGED = sorted((DATA / "damaged").glob("*.mat"))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def match_in(data: bytes) -> Transcript:
    """The match of a record, without habits."""
    transcript = check(data).transcript
    assert transcript is not None
    return canonical(transcript)


def _say(text: str, _: Transcript) -> str:
    return text


@pytest.mark.parametrize("format_", writers())
def test_the_same_match_is_written_in_every_format(tmp_path: Path, format_: str) -> None:
    for number, source in enumerate(CLEAN[:3]):
        target = tmp_path / f"{number}.txt"
        assert main(["convert", str(source), str(target), "--to", format_]) == 0
        assert match_in(target.read_bytes()) == match_in(source.read_bytes())


@pytest.mark.parametrize("format_", [style for style in writers() if style.startswith("mat")])
def test_mistakes_are_written_too(tmp_path: Path, format_: str) -> None:
    for number, source in enumerate(DAMAGED):
        target = tmp_path / f"{number}.txt"
        assert main(["convert", str(source), str(target), "--to", format_]) == 0
        assert match_in(target.read_bytes()) == match_in(source.read_bytes())


def test_the_name_of_the_file_tells_the_format(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = str(tmp_path / "match.MAT")
    assert main(["convert", str(SHORT), target]) == 0
    assert capsys.readouterr() == (f"{target}: mat, gnubg 0-3 root (to 3)\n", "")


def test_a_suffix_of_several_formats_asks_for_the_one_called_like_it_or_the_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write = writers()["mat"].write
    for name in ("style", "text"):
        monkeypatch.setitem(writers(), name, Writer(name, "text", write))
    for name in ("other", "another"):
        monkeypatch.setitem(writers(), name, Writer(name, "txt", write))
    assert main(["convert", str(SHORT), str(tmp_path / "match.text")]) == 0
    assert ": text, " in capsys.readouterr().out
    assert main(["convert", str(SHORT), str(tmp_path / "match.txt")]) == 0
    assert ": other, " in capsys.readouterr().out


def test_the_usual_other_suffix_of_match_texts_is_one_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["convert", str(SHORT), str(tmp_path / "match.TXT")]) == 0
    assert ": mat, " in capsys.readouterr().out
    assert check((tmp_path / "match.TXT").read_bytes()).format == "mat"


def test_without_a_format_nothing_is_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for target in (str(tmp_path / "match.doc"), "-"):
        assert main(["convert", "nothing", target]) == 2
        err = capsys.readouterr().err
        assert err.startswith("The name of OUT tells no format; choose one with --to: ")
        assert ", ".join(writers()) in err


def test_the_standard_streams_are_used_for_dashes(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, SHORT.read_bytes())
    assert main(["convert", "-", "-", "--to", "mat"]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    assert match_in(out) == match_in(SHORT.read_bytes())


def test_a_file_is_only_written_over_when_that_is_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "match.mat"
    target.write_bytes(b"precious")
    assert main(["convert", str(SHORT), str(target)]) == 2
    assert capsys.readouterr().err == f"{target}: There is such a file; --force writes over it\n"
    assert target.read_bytes() == b"precious"
    assert main(["convert", str(SHORT), str(target), "--force"]) == 0
    assert match_in(target.read_bytes()) == match_in(SHORT.read_bytes())


def test_a_file_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "no" / "match.mat"
    assert main(["convert", str(SHORT), str(target)]) == 2
    assert capsys.readouterr().err == f"{target}: No such file or directory\n"


def test_what_is_no_record_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_bytes(b"Dear director")
    assert main(["convert", str(letter), str(tmp_path / "letter.mat")]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"{letter}:",
        "  file: problem: This is no record of a match: “Dear director”.",
    ]
    assert not (tmp_path / "letter.mat").exists()


def _refuse(_: Transcript) -> str:
    raise Unwritable("position", game=3)


def test_what_a_notation_cannot_say_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(writers(), "mat", Writer("mat", "mat", _refuse))
    target = tmp_path / "match.mat"
    for lang, why in (
        ("en", "Game 3: the position cannot be written."),
        ("fr", "Partie 3\u00a0: la position ne peut s’écrire."),
    ):
        assert main(["convert", str(SHORT), str(target), "--lang", lang]) == 2
        assert capsys.readouterr() == ("", f"{SHORT}: {why}\n")
    assert not target.exists()


def test_what_could_not_be_read_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record, target = tmp_path / "odd.mat", tmp_path / "again.mat"
    record.write_bytes(mat(game(*DROPPED, "what is this", wins(1))))
    assert main(["convert", str(record), str(target)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{record}: not all of it could be read:",
        "  line 7, column 1, game 1: problem: Unreadable line: “what is this”.",
    ]
    assert target.exists()


def test_another_match_on_reading_again_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = mat(game(*DROPPED, wins(1))).decode()
    for number, text in enumerate((other, "nothing")):
        monkeypatch.setitem(writers(), "mat", Writer("mat", "mat", partial(_say, text)))
        target = tmp_path / f"{number}.mat"
        assert main(["convert", str(SHORT), str(target)]) == 1
        assert capsys.readouterr().err == (f"{target}: read again, this is not the match that was read.\n")


def test_json_tells_what_was_done(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = str(tmp_path / "match.mat")
    assert main(["convert", str(DAMAGED[0]), target, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": str(DAMAGED[0]),
        "format": "mat",
        "output": target,
        "to": "mat",
        "text": None,
        "verdict": "problems",
        "unread": [],
        "is_same_match": True,
        "left_out": {},
    }
    assert main(["convert", target, "-", "--to", "mat", "--json"]) == 0
    text = json.loads(capsys.readouterr().out)["text"]
    assert text.encode() == Path(target).read_bytes()
