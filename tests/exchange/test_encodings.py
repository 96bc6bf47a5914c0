"""Lists whose lines come from files of several encodings."""

from __future__ import annotations

import pytest

from tournaments.exchange import decoded, encoding_of

UNICODE = "José Müller;Köln\r\n"


@pytest.mark.parametrize(
    ("line", "encoding"),
    [
        ("André Dupré;Sèvres\r\n", "cp1252"),
        ("Łukasz Święty;Łódź\r\n", "cp1250"),
        ("Gülşen Yıldız;Muğla\r\n", "cp1254"),
        ("Rūta Šimkutė;Šiauliai\r\n", "cp1257"),
        ("Γιώργος Παπάς;Αθήνα\r\n", "cp1253"),
        ("ΓΙΩΡΓΟΣ ΠΑΠΑΣ;ΑΘΗΝΑ\r\n", "cp1253"),
        ("Георги Янков;София\r\n", "cp1251"),
        ("ДИМИТЪР ХРИСТОВ;ВАРНА\r\n", "cp1251"),
        ("Hélène Dupré;Sèvres\r\n", "mac_roman"),
        ("José Müller;Orléans\r\n", "cp850"),
        ("JÜRGEN MÜLLER;KÖLN\r\n", "cp850"),
        ("ÉMILE;LIÈGE\r\n", "cp850"),
        ("Łukasz Święty;Łódź\r\n", "cp852"),
    ],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_lines_of_unicode_stay_what_they_are_beside_others(line: str, encoding: str, mark: bytes) -> None:
    data = mark + b"Name;Club\r\n" + UNICODE.encode() * 30 + line.encode(encoding)
    assert encoding_of(data) == encoding
    assert decoded(data) == "Name;Club\r\n" + UNICODE * 30 + line


def test_letters_that_could_be_unicode_of_another_alphabet_are_not() -> None:
    text = "WÓŁTOWICZ\nŻAK\n"
    assert text.encode("cp1250").splitlines()[0].decode() == "WӣTOWICZ"
    assert decoded(text.encode("cp1250")) == text


@pytest.mark.parametrize(
    "text",
    [
        "José Pérez\nŠimon Novák\n",
        "André\nŠkoda\nŽižka\n",
        "Zoë Æbelø\nJürgen Groß\nGROß\nLeïla\n",
        "MÜLLER\nÇELIK\nNUÑEZ\n",
        "Renée\n",
    ],
)
def test_a_western_list_with_guests_is_no_list_of_an_old_program(text: str) -> None:
    assert decoded(text.encode("cp1252")) == text
