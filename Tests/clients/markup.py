"""Markup made by chance, and what Chromium makes of it."""

from __future__ import annotations

import html
import json
import random
from typing import Any

from selenium.webdriver.chrome.webdriver import WebDriver

# Enters a draft as a person does, and tells what the control holds then and whether it is valid.
JUDGE = """
return arguments[0].map(([markup, drafts]) => {
  document.body.innerHTML = '<form>' + markup + '</form>'
  const form = document.querySelector('form')
  const all = [...form.elements].filter(it => it.localName !== 'fieldset')
  const it = all[0]
  return drafts.map(draft => {
    if (it.localName === 'select') {
      for (const option of it.options) option.selected = draft.includes(option.value)
      if (!draft.length && !it.multiple) it.value = ''
    } else if (it.type === 'checkbox' || it.type === 'radio') {
      for (const box of all) box.checked = draft.includes(box.value)
    } else if (['text', 'search', 'tel', 'url', 'email', 'password', 'textarea'].includes(it.type)) {
      it.value = ''
      it.focus()
      it.select()
      if (draft) document.execCommand('insertText', false, draft)
    } else {
      it.value = draft
    }
    const held = it.localName === 'select' ? [...it.selectedOptions].map(o => o.value)
      : it.type === 'checkbox' || it.type === 'radio'
      ? all.filter(box => box.checked).map(box => box.value) : it.value
    return [held, all.every(control => control.validity.valid)]
  })
})
"""


def judge(driver: WebDriver, cases: list[tuple[str, list[Any]]]) -> list[list[Any]]:
    """For each draft of each control what it holds and whether Chromium takes it."""
    # The page of the test before may forbid markup that is written by a script.
    driver.get("about:blank")
    found = driver.execute_script(JUDGE, [list(case) for case in cases])
    for number, (markup, drafts) in enumerate(cases):
        if "minlength" in markup.lower():
            found[number] = typed(driver, markup, drafts)
    driver.get("about:blank")
    # A pattern that is none is logged, and no test of pages has to do with that.
    driver.get_log("browser")
    return found


def typed(driver: WebDriver, markup: str, drafts: list[str]) -> list[Any]:
    """The same, typed: only what a person has written can be too short."""
    driver.execute_script("document.body.innerHTML = '<form>' + arguments[0] + '</form>'", markup)
    found = []
    for draft in drafts:
        driver.execute_script("const it = document.forms[0][0]; it.value = ''; it.focus()")
        if draft:
            driver.execute_cdp_cmd("Input.insertText", {"text": draft})
        found.append(driver.execute_script("const it = document.forms[0][0]; return [it.value, it.validity.valid]"))
    return found


def attributes(chance: random.Random, **found: str | None) -> str:
    """Attributes in any order, quoted in any way that HTML has."""
    words = []
    for name, value in found.items():
        name = chance.choice([name, name.upper()]) if chance.random() < 0.1 else name
        if value is None:
            words.append(name)
        elif value and all(letter.isalnum() or letter in "-." for letter in value) and chance.random() < 0.3:
            words.append(f"{name}={value}")
        elif chance.random() < 0.2:
            words.append(f"{name}='{html.escape(value)}'")
        else:
            words.append(f'{name} = "{html.escape(value)}"' if chance.random() < 0.1 else f'{name}="{html.escape(value)}"')
    chance.shuffle(words)
    return " ".join(words)


PATTERNS = [
    "[A-Za-z]+", "[0-9]{3}", "a|b", "[^a-c]*", r"\d+-\d+", "(ab)+", ".{2,4}", r"[\w\-]+", r"\p{L}+",
    "[a-z", "[a(b]", r"[a\&b]+", "^a.*z$", "(?:x|yz)?", r"[\u{61}-z]+", "[a-]", r"[.\d]+", r"[!!a]",
    "(?=a)b", r"\s*\S+", "ä+", "[😀-😂]",
]  # fmt: skip
PIECES = [
    "a", "b", "z", "ab", "1", "12", "123", "-", "_", " ", "x", "yz", "ä", "😀", "é", "&", "!", "(", ".",
    "A", "Z", "12-3", "\u00df", "c",
]  # fmt: skip
TEXT_TYPES = ["text", "search", "tel", "password", None, "TEXT"]
NUMBERS = [
    "0", "1", "-1", "2", "0.5", ".5", "-.25", "10", "1e1", "1.0", "3.75", "99", "-7", "0.1", "0.30",
    "100", "12", "2.5e-1", "7",
]  # fmt: skip
MAILS = [
    "ada@example.com", "ada@", "a b@c", "@x", "a@b", "a.b+c@d-e.f", "a@-b", "a@b-", "a@b..c", "ada",
    "x@y.z,a@b", "a@b,c", "!#$%@x", 'a"b@c', "a@b_c", " a@b ", "a@" + "b" * 63, "a@" + "b" * 64,
]  # fmt: skip
URLS = [
    "https://example.com/", "http://a", "example.com", "mailto:a@b", "//x", "https://", "ftp://x/y?z#q",
    "urn:a:b", "https://a:99999/", "https://exa<mple.com", "javascript:x", "http:a", "a:b",
]  # fmt: skip


def text_case(chance: random.Random) -> tuple[str, list[str]]:
    found: dict[str, str | None] = {"name": "it", "aria-label": "It"}
    is_area = chance.random() < 0.25
    if not is_area and (kind := chance.choice(TEXT_TYPES)):
        found["type"] = kind
    if chance.random() < 0.4:
        found["required"] = None
    if chance.random() < 0.4:
        found["minlength"] = str(chance.randrange(0, 4))
    if chance.random() < 0.4:
        found["maxlength"] = str(chance.randrange(0, 7))
    if not is_area and chance.random() < 0.6:
        found["pattern"] = chance.choice(PATTERNS)
    words = attributes(chance, **found)
    drafts = ["".join(chance.choices(PIECES, k=chance.randrange(0, 6))) for _ in range(12)]
    if is_area:
        drafts += ["a\nb", "\n\n"]
        return f"<textarea {words}></textarea>", drafts
    return f"<input {words}>", drafts


def format_case(chance: random.Random) -> tuple[str, list[str]]:
    kind = chance.choice(["email", "email", "url"])
    found: dict[str, str | None] = {"name": "it", "aria-label": "It", "type": kind}
    if chance.random() < 0.4:
        found["required"] = None
    if chance.random() < 0.3:
        found["pattern"] = ".*[a-c].*"
    if kind == "email" and chance.random() < 0.3:
        found["multiple"] = None
        found.pop("pattern", None)
    drafts = chance.sample(MAILS if kind == "email" else URLS, 9) + [""]
    return f"<input {attributes(chance, **found)}>", drafts


def number_case(chance: random.Random) -> tuple[str, list[str]]:
    found: dict[str, str | None] = {"name": "it", "aria-label": "It", "type": "number"}
    for name in ("min", "max"):
        if chance.random() < 0.4:
            found[name] = chance.choice(NUMBERS + ["x"])
    if chance.random() < 0.6:
        found["step"] = chance.choice(["any", "ANY", "1", "0.5", "2", "0.25", "5", "0", "-1", "x", ".1"])
    if chance.random() < 0.3:
        found["value"] = chance.choice(NUMBERS)
    if chance.random() < 0.4:
        found["required"] = None
    return f"<input {attributes(chance, **found)}>", chance.sample(NUMBERS, 12) + [""]


DATES = {
    "date": ["2026-01-01", "2026-02-28", "1970-01-01", "1999-12-31", "2024-02-29", "2026-01-08", "0001-01-01"],
    "time": ["00:00", "12:00", "23:59", "12:30:30", "06:15:00.5", "22:00", "04:00", "12:01", "00:00:30"],
    "datetime-local": ["2026-01-01T00:00", "2026-01-01T12:30:15", "1999-12-31T23:59", "2026-01-02T06:00", "1970-01-01T00:00:30"],
    "month": ["2026-01", "1970-01", "1999-12", "2024-02", "2026-07"],
    "week": ["2026-W01", "1970-W01", "2020-W53", "2026-W10", "1999-W52"],
}  # fmt: skip


def date_case(chance: random.Random) -> tuple[str, list[str]]:
    kind = chance.choice(list(DATES))
    found: dict[str, str | None] = {"name": "it", "aria-label": "It", "type": kind}
    for name in ("min", "max", "value"):
        if chance.random() < 0.35:
            found[name] = chance.choice(DATES[kind] + ["x"])
    if chance.random() < 0.5:
        found["step"] = chance.choice(["any", "1", "2", "7", "30", "60", "3600", "0.5", "90", "x"])
    if chance.random() < 0.4:
        found["required"] = None
    return f"<input {attributes(chance, **found)}>", DATES[kind] + [""]


def list_case(chance: random.Random) -> tuple[str, list[list[str]]]:
    found: dict[str, str | None] = {"name": "it", "aria-label": "It"}
    several = chance.random() < 0.4
    if several:
        found["multiple"] = None
    if chance.random() < 0.5:
        found["required"] = None
    values = chance.sample(["a", "b", "c", "d e", "1"], chance.randrange(1, 5))
    rows = []
    if not several and chance.random() < 0.6:
        rows.append('<option value="">Choose')
    able = []
    for value in values:
        words = ""
        if chance.random() < 0.15:
            words += " disabled"
        else:
            # What nobody can choose is no draft.
            able.append(value)
        if chance.random() < 0.2:
            words += " selected"
        rows.append(chance.choice([f"<option{words}>{value}", f'<option value="{value}"{words}>Row</option>']))
    if chance.random() < 0.2:
        rows.insert(1 if len(rows) > 1 else 0, "<optgroup label=G>")
    drafts: list[list[str]] = [[value] for value in able]
    if several:
        drafts += [[], able]
    elif rows[0].startswith('<option value="">'):
        drafts.append([])
    return f"<select {attributes(chance, **found)}>{''.join(rows)}</select>", drafts


def box_case(chance: random.Random) -> tuple[str, list[list[str]]]:
    kind = chance.choice(["checkbox", "radio"])
    values = chance.sample(["a", "b", "c", "on"], chance.randrange(1, 4))
    bind = chance.random() < 0.4
    controls = []
    for value in values:
        found: dict[str, str | None] = {"name": "it", "type": kind, "value": value}
        if bind and (kind == "checkbox" or chance.random() < 0.5):
            found["required"] = None
        controls.append(f"<label><input {attributes(chance, **found)}> {value}</label>")
    drafts = [[], [values[0]], [values[-1]]] + ([values] if kind == "checkbox" else [])
    legend = "<legend>It</legend>"
    return f"<fieldset>{legend}{''.join(controls)}</fieldset>", drafts


CASES = [text_case, text_case, text_case, format_case, number_case, number_case, date_case, date_case, list_case, box_case]


def record_value(field: dict[str, Any], draft: Any) -> Any:
    """A draft as a record has it."""
    if field["kind"] == "picker":
        values = [row["value"] if isinstance(row, dict) else row for row in field["data"]]
        chosen = [True if value == "on" and values == [True] else value for value in draft]
        if field.get("multiple"):
            return chosen
        # The row that stands for no choice.
        return chosen[0] if chosen and (chosen[0] != "" or "" in values) else None
    if draft == "":
        return None
    return json.loads(str(float(draft) if not draft.lstrip("-").isdigit() else int(draft))) if field.get("value") in ("number", "integer") else draft


# Forms of ours.


def field(chance: random.Random, number: int, groups: list[str]) -> dict[str, Any]:
    """A field with properties that HTML or an issue form may have a place for."""
    made: dict[str, Any] = {"key": f"f{number}", "label": f"Field <{number}> & more"}

    def maybe(share: float, **more: Any) -> None:
        if chance.random() < share:
            made.update(more)

    rules: list[Any] = []
    made["kind"] = chance.choice(["entry", "entry", "area", "picker", "picker", "date"])
    maybe(0.3, helper="A hint")
    maybe(0.3, required=True)
    maybe(0.1, enabled=False)
    maybe(0.3, group=chance.choice(groups)) if groups else None
    maybe(0.05, next="f0")
    maybe(0.05, visible=False, whenHidden="keep")
    if made["kind"] in ("entry", "area"):
        maybe(0.3, placeholder='Say "it"')
        maybe(0.3, text=chance.choice(["a", "ab&c", "x\ny", "\nz", "1", " b"]) if made["kind"] == "area" else chance.choice(["a", "b<c", "1"]))
        maybe(0.3, maxLength=chance.randrange(3, 9), lengthUnit=chance.choice(["utf16", "utf16", "utf16", "scalar", "words"]))
        maybe(0.1, autocapitalization=chance.choice(["none", "words"]), autocorrection=chance.choice(["no", "yes"]))
        maybe(0.1, returnKey=chance.choice(["go", "done", "join"]))
        maybe(0.1, readOnly=True)
        if chance.random() < 0.2:
            rules.append({"pattern": chance.choice(["[a-z(]+", "a|b", "[&&]x", r"\d{2}", "[.-]?"]), "anchored": chance.random() < 0.8})
    if made["kind"] == "entry" and not rules and chance.random() < 0.5:
        match chance.randrange(5):
            case 0:
                made.update(value="integer", keyboard="numberPad", text="4")
                rules += [{"minimum": 1}, {"maximum": 9}][: chance.randrange(3)]
            case 1:
                made.update(value="number", keyboard="decimalPad", text="4.5")
                rules += [{"minimum": 1}, {"step": 0.5}][: chance.randrange(3)]
            case 2:
                made.update(keyboard="emailAddress", text="a@b")
                rules.append({"format": "email"})
            case 3:
                made.update(secure=True)
                made.pop("text", None)
            case 4:
                made.update(keyboard=chance.choice(["phonePad", "webSearch", "URL", "twitter"]))
    if made["kind"] == "picker":
        rows = chance.sample(["a", "b", {"value": "c", "label": "See"}, {"value": "d", "disabled": True}, 1], chance.randrange(1, 4))
        made["data"] = rows
        maybe(0.3, multiple=True)
        if made.get("multiple"):
            maybe(0.2, presentation={"type": chance.choice(["checkboxes", "select"])})
        else:
            maybe(0.4, clearable=True)
            maybe(0.3, presentation={"type": "radio"})
            maybe(0.3, text="a") if "a" in rows else None
    if made["kind"] == "date":
        made["mode"] = chance.choice(["date", "date", "time", "dateAndTime"])
        maybe(0.7, clearable=True)
        if made["mode"] == "date":
            maybe(0.3, minimumDate=chance.choice(["2020-01-01", "today"]))
        elif chance.random() < 0.5:
            rules.append({"step": 60})
    if rules:
        made["validation"] = {"endEditing" if chance.random() < 0.9 else "live": rules}
    return made


def document(chance: random.Random) -> dict[str, Any]:
    groups = [f"g{number}" for number in range(chance.randrange(3))]
    fields = [field(chance, number, groups) for number in range(chance.randrange(1, 4))]
    fields.sort(key=lambda it: it.get("group", ""))
    used = [group for group in groups if any(it.get("group") == group for it in fields)]
    made: dict[str, Any] = {"title": "A form", "description": "What for", "fields": fields}
    if used:
        made["groups"] = [{"key": group, "label": group.upper()} for group in used]
    return made


DEFAULTS: dict[str, Any] = {
    "required": False, "text": "", "keyboard": "default", "clearable": False, "mode": "date",
    "multiple": False, "readOnly": False, "anchored": False, "disabled": False,
}  # fmt: skip


def plain(value: Any) -> Any:
    """A value without what it need not say, so that two that mean the same are equal."""
    if isinstance(value, dict):
        found = {name: plain(it) for name, it in value.items()}
        if "pattern" in found:
            # Within brackets these mean the same.
            found["pattern"] = found["pattern"].replace("\\(", "(").replace("\\&", "&").replace("\\-", "-")
        return {name: it for name, it in found.items() if name not in DEFAULTS or DEFAULTS[name] != it}
    return [plain(it) for it in value] if isinstance(value, list) else value


def mutated(chance: random.Random, text: str) -> str:
    """A source with something cut out, doubled or put in."""
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(text) + 1)
        end = min(len(text), place + chance.randrange(0, 30))
        match chance.randrange(5):
            case 0:
                text = text[:place] + text[end:]
            case 1:
                text = text[:end] + text[place:end] * chance.randrange(1, 40) + text[end:]
            case 2:
                text = text[:place] + chance.choice(list("<>\"'&=/!-:#|>[]{},?*%@`\t\n\r \0") + ["\ufeff", "&#x", "<!--", "]]>", "- ", ": ", "\ud7ff", "🙂", "<select>", "</form>", "<svg>", "&amp", "  - a: |2\n"]) + text[place:]
            case 3:
                text = text[:place]
            case _:
                text = text[place:] + text[:place]
    return text
