"""Formats held to other people's validators, over values that are right and values nearly right.

Where we decide otherwise than a reference, the values and the reason stand at the comparison.
"""

from __future__ import annotations

import ipaddress
import json
import random
import re
import subprocess
import unicodedata
from typing import Any, Callable

import idna
import phonenumbers
import pytest
from conftest import FIRST_SEED, need
from idna import uts46data
from rfc3987_syntax import is_valid_syntax
from stdnum import ean as stdnum_ean
from stdnum import iban as stdnum_iban
from stdnum import isbn as stdnum_isbn
from stdnum import lei as stdnum_lei
from stdnum import numdb
from stdnum.eu import vat as stdnum_vat

from daemon import Daemon

DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BATCH = 500


def accepted(fieldd: str, name: str, texts: list[str]) -> list[bool]:
    """What a field with a format says of each text."""
    rules = {"validation": {"live": [{"format": name}]}}
    answers: list[bool] = []
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        for start in range(0, len(texts), BATCH):
            fields = [
                {"key": str(number), "kind": "entry", "label": "It", "text": text, **rules}
                for number, text in enumerate(texts[start : start + BATCH])
            ]
            params = {"uri": "form:formats", "document": {"fields": fields}}
            form = daemon.request("field/open", params)
            daemon.request("field/close", {"uri": "form:formats"})
            answers += ["problems" not in field for field in form["fields"]]
    assert len(answers) == len(texts)
    return answers


def compare(fieldd: str, name: str, texts: list[str], expected: Callable[[str], bool]) -> None:
    """Fails with the texts that the format and a reference disagree about."""
    texts = list(dict.fromkeys(texts))
    verdicts = [expected(text) for text in texts]
    assert 0.02 < sum(verdicts) / len(verdicts) <= 1
    answers = accepted(fieldd, name, texts)
    disagreed = [
        (text, answer)
        for text, answer, verdict in zip(texts, answers, verdicts)
        if answer != verdict
    ]
    assert disagreed == []


# Numbers with check digits.


def drawn(shape: str, chance: random.Random) -> str:
    kinds = {"d": DIGITS, "a": LETTERS, "n": DIGITS + LETTERS, "s": LETTERS + "+*"}
    return "".join(chance.choice(kinds[letter]) if letter in kinds else letter for letter in shape)


def mutated(text: str, chance: random.Random) -> str:
    """The text with one character changed, moved, lost or doubled."""
    place = chance.randrange(2, len(text))
    rest = text[place + 1 :]
    return chance.choice(
        [
            text[:place] + chance.choice(DIGITS + LETTERS) + rest,
            text[: place - 1] + text[place] + text[place - 1] + rest,
            text[:place] + rest,
            text[:place] + text[place] * 2 + rest,
        ]
    )


VAT_SHAPES = {
    "AT": "Udddddddd", "BE": "0ddddddddd 1ddddddddd", "BG": "ddddddddd dddddddddd", "CY": "dddddddda",
    "CZ": "dddddddd 6dddddddd ddddddddd dddddddddd", "DE": "ddddddddd", "DK": "dddddddd",
    "EE": "ddddddddd", "EL": "ddddddddd", "FI": "dddddddd", "FR": "ddddddddddd nnddddddddd",
    "ES": "addddddda adddddddd dddddddda Xddddddda Mddddddda", "HR": "ddddddddddd", "HU": "dddddddd",
    "IE": "dddddddaa ddddddda dsddddda", "IT": "ddddddddddd ddddddd0ddd", "LT": "ddddddd1d dddddddddd1d",
    "LU": "dddddddd", "LV": "ddddddddddd 32ddddddddd", "MT": "dddddddd", "NL": "dddddddddBdd",
    "PL": "dddddddddd", "PT": "ddddddddd", "RO": "dd ddd ddddddd dddddddddd", "SE": "dddddddddd01",
    "SI": "dddddddd", "SK": "dddddddddd dd0d0ddddd", "XI": "ddddddddd dddddddddddd GDddd HAddd",
}  # fmt: skip


def vat_of_stdnum(text: str) -> bool:
    # Blanks and small letters are taken off by python-stdnum; a form keeps a draft as it is.
    if not re.fullmatch(r"[A-Z0-9+*]+", text) or text.startswith(("GR", "ROCNP")):
        return False
    # VIES has numbers of two to ten digits for Romania, so the code of a person is none.
    if text.startswith("RO") and len(text) > 12:
        return False
    # The United Kingdom's longer departments are not in VIES, nor is Belgium's number of old.
    if (text.startswith("XI") and len(text) == 13) or (text.startswith("BE") and len(text) != 12):
        return False
    # Nor was there a second letter when Irish numbers had one in the second place.
    if text.startswith("IE") and len(text) == 11 and not text[3].isdigit():
        return False
    # Nor Greece's number of eight digits, nor a Dutch one whose leading zeros are left out.
    if text.startswith(("EL", "NL")) and len(text) != {"EL": 11, "NL": 14}[text[:2]]:
        return False
    # Zeros are a right sum and nobody's number.
    if re.fullmatch(r"[A-Z]{2,3}0{8,}", text):
        return False
    # Sweden counts the establishments of one number from 01 to 94.
    if text.startswith("SE") and re.fullmatch("0[2-9]|[1-8][0-9]|9[0-4]", text[-2:]):
        text = text[:-2] + "01"
    return stdnum_vat.is_valid(text)


@pytest.mark.parametrize("country", VAT_SHAPES)
def test_vat_numbers_are_those_of_python_stdnum(fieldd: str, country: str) -> None:
    chance = random.Random(f"{FIRST_SEED} {country}")
    texts, valid = [], []
    while len(valid) < 120:
        text = country + drawn(chance.choice(VAT_SHAPES[country].split()), chance)
        if vat_of_stdnum(text):
            valid.append(text)
        elif len(texts) < 150:
            texts.append(text)
    texts += valid + [mutated(text, chance) for text in valid for _ in range(3)]
    if country == "SE":
        texts += [text[:-2] + end for text in valid[:20] for end in ("00", "02", "94", "95", "99")]
    compare(fieldd, "vat-eu", texts, vat_of_stdnum)


def test_ibans_are_those_of_python_stdnum(fieldd: str) -> None:
    """Every country of the registry, with each kind of character in each place."""
    chance = random.Random(FIRST_SEED)
    kinds = {"n": DIGITS, "a": LETTERS, "c": DIGITS + LETTERS}
    registry = numdb.get("iban")
    countries = [a + b for a in LETTERS for b in LETTERS]
    texts, found = [], 0
    for country in countries:
        properties = registry.info(country + "00")[0][1]
        if "bban" not in properties:
            texts.append(country + "82WEST12345698765432")
            continue
        found += 1
        parts = re.findall(r"(\d+)!([nac])", properties["bban"])
        for index in range(40):
            account = "".join(chance.choice(kinds[kind]) for size, kind in parts for _ in range(int(size)))
            if index % 2:
                place = chance.randrange(len(account))
                account = account[:place] + chance.choice("0A") + account[place + 1 :]
            if index % 20 == 19:
                account = account[:-1]
            digits = "".join(str(int(character, 36)) for character in account + country + "00")
            check = 98 - int(digits) % 97
            texts.append(f"{country}{check:02}{account}")
            if index % 10 == 0:
                texts.append(f"{country}{(check + 1) % 100:02}{account}")
    assert found > 80
    # Its country's own check digits, where there are some, are not the registry's.
    compare(fieldd, "iban", texts, lambda text: stdnum_iban.is_valid(text, check_country=False))


def many(draw: Callable[[], str], is_valid: Callable[[str], bool], chance: random.Random) -> list[str]:
    """Valid texts among those drawn, some that are not, and valid ones changed a little."""
    valid, others = [], []
    while len(valid) < 150:
        text = draw()
        (valid if is_valid(text) else others).append(text)
    return valid + others[:150] + [mutated(text, chance) for text in valid for _ in range(2)]


@pytest.mark.parametrize("name", ["isbn", "ean", "lei"])
def test_numbers_of_things_are_those_of_python_stdnum(fieldd: str, name: str) -> None:
    chance = random.Random(f"{FIRST_SEED} {name}")

    def draw() -> str:
        if name == "isbn":
            return drawn(chance.choice(["ddddddddd" + chance.choice(DIGITS + "X"), "978dddddddddd"]), chance)
        if name == "ean":
            return drawn(chance.choice(["dddddddd", "ddddddddddddd"]), chance)
        party = drawn("n" * 18, chance)
        return f"{party}{98 - int(''.join(str(int(character, 36)) for character in party + '00')) % 97:02}"

    def expected(text: str) -> bool:
        # A number of books from before there were ISBNs, American and carton codes, and a code of
        # another length than the standard's are taken by python-stdnum, and letters as check digits.
        lengths = {"isbn": (10, 13), "ean": (8, 13), "lei": (20,)}[name]
        is_shaped = len(text) in lengths and (name != "lei" or text[-2:].isdigit())
        return is_shaped and modules[name].is_valid(text)

    modules = {"isbn": stdnum_isbn, "ean": stdnum_ean, "lei": stdnum_lei}
    compare(fieldd, name, many(draw, expected, chance), expected)


def test_every_country_s_telephone_numbers_are_taken(fieldd: str) -> None:
    """The examples of libphonenumber in all its ways to write them."""
    formats = phonenumbers.PhoneNumberFormat
    national, international = [], []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        for kind in (
            phonenumbers.PhoneNumberType.FIXED_LINE,
            phonenumbers.PhoneNumberType.MOBILE,
            phonenumbers.PhoneNumberType.TOLL_FREE,
        ):
            number = phonenumbers.example_number_for_type(region, kind)
            if number is None:
                continue
            for style in (formats.NATIONAL, formats.INTERNATIONAL, formats.E164):
                national.append(phonenumbers.format_number(number, style))
            international.append(phonenumbers.format_number(number, formats.E164))
    assert len(national) > 1_500
    compare(fieldd, "phone", national, lambda text: True)
    compare(fieldd, "phone-e164", international, lambda text: True)


# Web addresses.

FORBIDDEN = set("\0\t\n\r #/:<>?@[\\]^|%\x7f") | {chr(code) for code in range(0x20)}


def is_host(host: str) -> bool:
    """WHATWG's domain to ASCII and what follows it, from the parts of PyPI's idna."""
    try:
        mapped = idna.uts46_remap(host, std3_rules=False)
        labels = [decoded(label) for label in mapped.split(".")]
    except (idna.IDNAError, UnicodeError):
        return False
    if not mapped or FORBIDDEN & set(mapped):
        return False
    written = "".join(labels)
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in written):
        try:
            if not all(idna.check_bidi(label, check_ltr=True) for label in labels if label):
                return False
        except idna.IDNAError:
            return False
    parts = mapped.split(".")
    if parts[-1] == "" and len(parts) > 1:
        parts.pop()
    if not re.fullmatch("[0-9]+", parts[-1]) and number(parts[-1]) is None:
        return True
    numbers = [number(part) for part in parts]
    return (
        len(parts) <= 4
        and all(part is not None for part in numbers)
        and all(part <= 255 for part in numbers[:-1])
        and numbers[-1] < 256 ** (5 - len(parts))
    )


def decoded(label: str) -> str:
    """The label that a mapped one stands for; raises where it stands for none."""
    if label.startswith("xn--"):
        label = label[4:].encode("ascii").decode("punycode")
        if label.isascii() or label.startswith("xn--"):
            raise idna.IDNAError
    if label.isascii():
        return label
    if unicodedata.category(label[0])[0] == "M" or not unicodedata.is_normalized("NFC", label):
        raise idna.IDNAError
    if idna.uts46_remap(label, std3_rules=False) != label:
        raise idna.IDNAError
    for place, character in enumerate(label):
        if character in "\u200c\u200d" and not idna.valid_contextj(label, place):
            raise idna.IDNAError
    return label


def number(part: str) -> int | None:
    """A part of an IPv4 address in one of three bases."""
    if part == "":
        return None
    base, digits = 10, part
    if re.match("0[xX]", part):
        base, digits = 16, part[2:]
    elif part[0] == "0" and len(part) > 1:
        base, digits = 8, part[1:]
    if not re.fullmatch({10: "[0-9]*", 16: "[0-9a-fA-F]*", 8: "[0-7]*"}[base], digits):
        return None
    return int(digits or "0", base)


POOLS = [
    "abcXYZ019-_.", "àéßςİ☃", "אבש٠۱", "\u200c\u200d\u094d\u0915\u0644\u0627", "０１９．。｡",
    "①⒈℀℁㍘", "\u00ad\u2060\ufe0f", "\u0301\u0338\u0308<>=", "%４１％", "ＸｘＮn--",
    "\U0001f600\u0660\U0001e900",
]  # fmt: skip


def known(character: str) -> bool:
    """Whether Unicode has had the character long enough for all who are asked to know it."""
    category = unicodedata.category(character)
    # The package `idna` stumbles over a sign of a script that Python's own table has no name for.
    is_named = category != "Lo" or unicodedata.name(character, "") != ""
    return category not in ("Cn", "Cs") and character > "\x20" != "\x7f" and is_named


def a_character(chance: random.Random) -> str:
    while True:
        kind = chance.random()
        if kind < 0.7:
            return chance.choice(chance.choice(POOLS))
        code = chance.choice(uts46data.uts46_starts) if kind < 0.85 else chance.randrange(0x110000)
        if known(chr(code)) and code != 0x7F:
            return chr(code)


def a_label(chance: random.Random) -> str:
    kind = chance.random()
    some = "".join(a_character(chance) for _ in range(chance.randrange(1, 5)))
    if kind < 0.15:
        return "xn--" + some.encode("punycode").decode("ascii")
    if kind < 0.2:
        return "xn--" + "".join(chance.choice("abcxyz019-") for _ in range(chance.randrange(9)))
    if kind < 0.3:
        return chance.choice(["1", "0x7f", "0377", "256", "08", "0x", "1e3", "４", "0X1", "4294967295"])
    if kind < 0.4:
        return "".join(chance.choice(POOLS[0]) for _ in range(chance.randrange(5)))
    return some


def a_host(chance: random.Random) -> str:
    return ".".join(a_label(chance) for _ in range(chance.choice([1, 1, 2, 2, 3, 4])))


def characters_of(text: str) -> str:
    """All characters of a text, and those that labels in it are the encodings of."""
    found = text
    for label in re.split(r"[./:@?#\\．。｡]", unicodedata.normalize("NFKC", text)):
        if label.lower().startswith("xn--") and label.isascii():
            try:
                found += label[4:].encode("ascii").decode("punycode")
            except (UnicodeError, ValueError):
                pass
    return found


def test_hosts_are_those_of_uts_46(fieldd: str) -> None:
    """Names in all scripts, as another implementation of the mapping and its rules has them."""
    chance = random.Random(FIRST_SEED)
    hosts = [a_host(chance) for _ in range(12_000)]
    hosts = [
        host
        for host in hosts
        # What ends the host or is decoded before it is read is not what this compares.
        if not set("%/\\?#@:[") & set(host) and all(map(known, characters_of(host)))
    ]
    assert len(hosts) > 6_000
    compare(
        fieldd, "url", [f"https://{host}/" for host in hosts], lambda text: is_host(text[8:-1])
    )


def test_host_names_are_those_of_idna_2008(fieldd: str) -> None:
    """Names as they are registered, in all scripts, with A-labels among them."""

    def expected(host: str) -> bool:
        # Dots of other scripts are dots, as JSON Schema's suite has it, and the root has none.
        host = re.sub("[．。｡]", ".", host)
        if host.endswith("."):
            return False
        try:
            encoded = idna.encode(host, strict=True)
        except (idna.IDNAError, UnicodeError):
            return False
        labels = [idna.decode(label) for label in encoded.decode("ascii").split(".")]
        # The library asks the Bidi rule of labels that are written from right to left, RFC 5893 of
        # all labels of a name that has one.
        if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in "".join(labels)):
            try:
                return all(idna.check_bidi(label, check_ltr=True) for label in labels)
            except idna.IDNAError:
                return False
        return True

    chance = random.Random(FIRST_SEED)
    hosts = [a_host(chance).lower() for _ in range(12_000)]
    # Nobody asks an empty draft for its format.
    hosts = [host for host in hosts if host and all(map(known, characters_of(host)))]
    compare(fieldd, "idn-hostname", hosts, expected)


def test_numbers_of_hosts_are_those_of_python(fieldd: str) -> None:
    chance = random.Random(FIRST_SEED)
    fours, sixes = [], []
    for _ in range(3_000):
        octets = ["0", "00", "01", str(chance.randrange(400)), str(chance.randrange(256))]
        four = ".".join(chance.choice(octets) for _ in range(chance.choice([3, 4, 4, 4, 5])))
        groups = [f"{chance.randrange(1 << chance.choice([1, 8, 16, 17])):x}" for _ in range(9)]
        six = ":".join(groups[: chance.choice([3, 6, 7, 8, 8, 9])])
        if chance.random() < 0.5:
            place = chance.randrange(len(six) + 1)
            six = six[:place] + "::" + six[place:]
        if chance.random() < 0.3:
            six = six.rpartition(":")[0] + ":" + four
        fours.append(four)
        sixes.append(six)

    def is_address(kind: Callable[[str], object], text: str) -> bool:
        try:
            kind(text)
        except ValueError:
            return False
        return True

    compare(fieldd, "ipv4", fours, lambda text: is_address(ipaddress.IPv4Address, text))
    compare(fieldd, "ipv6", sixes, lambda text: is_address(ipaddress.IPv6Address, text))


@pytest.mark.parametrize("name", ["uri", "uri-reference", "iri", "iri-reference"])
def test_references_are_those_of_rfc_3987(fieldd: str, name: str) -> None:
    """Addresses with characters changed, held to a parser made of the RFC's own grammar."""
    chance = random.Random(FIRST_SEED)
    seeds = (
        "http://a@b:80/p/q?x=1#f urn:isbn:1 //h/p ../a:b a:b mailto:a@b.c http://[v1.a]/ x://h%41/%zz"
        " ?q#f # /a//b foo: http://é/é?\ue000#é a+b-c.d:x 1a:b http://h:8a/"
    ).split(" ")
    alphabet = "ab1:/?#[]@!$&'()*+,;=-._~%4Aé\u00a0\ue000 <\"\\^|{}\u2028"
    texts = []
    for _ in range(400):
        text = list(chance.choice(seeds))
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(text) + 1)
            text[place : place + chance.randrange(2)] = chance.choice(["", chance.choice(alphabet)])
        # The grammar's parser stumbles over `[::1]:8`; addresses are compared with Python's.
        if "::" not in text:
            texts.append("".join(text))
    term = "iri_reference" if name.endswith("reference") else "iri"

    def expected(text: str) -> bool:
        return (text.isascii() or name.startswith("iri")) and is_valid_syntax(term, text)

    compare(fieldd, name, [text for text in texts if text], expected)


# Characters that UTS #46 began to map, to take or to refuse with Unicode 15 or later: what an older
# Node does with them is another thing.
CHANGED = re.compile(
    "[\u04c0\u10a0-\u10c5\u115f\u1160\u17b4\u17b5\u1806\u180e\u1e9e\u2061-\u2063\u206a-\u206f\u2132\u2183\u2ffc-\u2fff"
    "\u3164\u32cf\uffa0\ufffc\U0001cf00-\U0001cf46\U0001d159\U0001d173-\U0001d17a\U0002f868\U0002f874"
    "\U0002f91f\U0002f95f\U0002f9bf]"
)


def test_web_addresses_are_those_of_a_browser_s_parser(fieldd: str) -> None:
    """Whole addresses of the special schemes: slashes, users, ports, addresses, paths."""
    need("node")
    chance = random.Random(FIRST_SEED)
    texts = []
    while len(texts) < 12_000:
        scheme = chance.choice(["http://", "https://", "ws://", "http:", "ftp:/", "file://", "https:\\\\"])
        host = a_host(chance)
        if chance.random() < 0.1:
            host = chance.choice(
                ["[::1]", "[1::2::3]", "[::127.0.0.1]", "[::1", "[v1.a]", "[::1%25a]", "[::1]x", "[]"]
            )
        user = chance.choice(["u@", "u:p@", "@", "a@b@", ":@"]) if chance.random() < 0.1 else ""
        port = chance.choice([":80", ":", ":65536", ":08", ":8a", ":" + "0" * 20 + "80"])
        port = port if chance.random() < 0.1 else ""
        text = scheme + user + host + port + chance.choice(["", "/", "/p q", "?x", "#y", "/%zz", "\\x"])
        characters = unicodedata.normalize("NFKC", text)
        if (
            CHANGED.search(text)
            or not all(known(character) for character in text if character != " ")
            # Not every Node asks the whole Bidi rule and that of joiners, or takes the same A-labels
            # (the standard has changed there): these are compared above.
            or "xn--" in characters.lower()
            or any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in characters)
            or set("\u200c\u200d") & set(characters)
            # Nor does every Node know the newer marks, with which no label begins.
            or any(unicodedata.category(label[0])[0] == "M" for label in re.split(r"[./:@?#\\\u3002\u00ad]", characters) if label)
        ):
            continue
        texts.append(text)
    script = (
        "const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "const isURL = (text) => { try { return !!new URL(text) } catch { return false } };"
        "console.log(JSON.stringify(texts.map(isURL)))"
    )
    output = subprocess.run(
        ["node", "-e", script], input=json.dumps(texts), capture_output=True, text=True, check=True
    ).stdout
    verdicts: dict[str, Any] = dict(zip(texts, json.loads(output)))
    compare(fieldd, "url", texts, lambda text: verdicts[text])
