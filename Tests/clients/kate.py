"""Kate with the files of clients/kate."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

from desktop import DRAWN_SECONDS, Desktop, clusters

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
# Kate asks before it starts a server that it doesn't know; a person has said yes already.
# Nothing else of what differs from Kate's own has to do with fieldd: no welcome, no other plugins, and what is typed is
# what is written, without a list that opens between two keys.
SETTINGS = """[General]
Show welcome view for new window=false
Startup Session=new
Save Meta Infos=false
Close After Last=true
[Kate Plugins]
lspclientplugin=true
katesearchplugin=false
kateprojectplugin=false
katekonsoleplugin=false
[lspclient]
AllowedServerCommandLines={fieldd}
InlayHints=true
[KTextEditor Document]
Remove Spaces=0
Newline At EOF=false
Indent On Text Paste=false
[KTextEditor View]
Auto Brackets=false
Auto Completion=false
Word Completion=false
Keyword Completion=false
"""
# Kate indents by four spaces, and formats so, where nothing else is said.
INDENTATION = "root = true\n[*]\nindent_style = space\nindent_size = 2\n"
# Kate has these in menus; a person gives those a key that they use.
KEYS = {
    "lspclient_symbol_info": "Ctrl+Alt+H",
    "lspclient_rename": "Ctrl+Alt+R",
    "lspclient_format": "Ctrl+Alt+F",
    "lspclient_find_definition": "Ctrl+Alt+D",
    "lspclient_quick_fix": "Ctrl+Alt+Q",
    "kate_quick_fix": "Ctrl+Alt+Q",
}


class Kate(Desktop):
    """Kate."""

    command = ("kate", "--new", "--block")
    split = ("ctrl+shift+l",)

    def configure(self) -> None:
        config, data = self.home / "config", self.home / "data"
        (config / "kate" / "lspclient").mkdir(parents=True)
        shutil.copy(CLIENTS / "kate" / "settings.json", config / "kate" / "lspclient")
        syntax = data / "org.kde.syntax-highlighting" / "syntax"
        syntax.mkdir(parents=True)
        shutil.copy(CLIENTS / "kate" / "fields.xml", syntax)
        (config / "katerc").write_text(SETTINGS.format(fieldd=self.home / "programs" / "fieldd"))
        (self.home / ".editorconfig").write_text(INDENTATION)
        actions = "".join(f'<Action name="{name}" shortcut="{key}"/>' for name, key in KEYS.items())
        for plugin in "lspclient", "kate_diagnosticsview":
            folder = data / "kxmlgui5" / plugin
            folder.mkdir(parents=True)
            (folder / "ui.rc").write_text(
                f'<!DOCTYPE gui>\n<gui name="{plugin}" version="1">'
                f'<ActionProperties scheme="Default">{actions}</ActionProperties></gui>\n'
            )

    def place_cursor(self, row: int, line: str, before: str) -> None:
        # What is pressed before the row for it is there, goes into the text.
        for key in "Escape", "ctrl+g", "ctrl+a":
            self.press(key)
        self.type(str(row + 1))
        self.press("Return", "Escape", "End", "Home")
        # Home goes to where a line's indentation ends.
        indented = len(line) - len(line.lstrip())
        if len(before) > indented:
            self.press("Right", times=clusters(before[indented:]))
        elif len(before) < indented:
            self.press("Left", times=indented - len(before))

    def do_hover(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        told = self.asked("textDocument/hover", lambda: self.press("ctrl+alt+h"))["contents"]["value"]
        assert all(part in told for part in step["contain"]), told
        self.until_shown(told)
        self.press("Escape")

    def do_codeAction(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.go(step["at"])
        titles = [it["title"] for it in self.asked("textDocument/codeAction", lambda: self.press("ctrl+alt+q"))]
        assert step["title"] in titles, titles
        if len(titles) > 1:
            # A sole fix is carried out at once; of more there is a menu, in which none is selected.
            self.until_shown(step["title"])
            self.press("Down", times=titles.index(step["title"]) + 1)
            self.press("Return")
        self.until_text(step)

    def do_rename(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press("ctrl+alt+r")
        self.until_shown("Rename")
        self.press("ctrl+a")
        self.type(step["name"])
        self.press("Return")
        self.until_text(step)

    def do_definition(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.asked("textDocument/definition", lambda: self.press("ctrl+alt+d"))
        time.sleep(DRAWN_SECONDS)
        assert step["line"] in self.look().split("\n")[self.row()]

    def do_format(self, step: dict[str, Any]) -> None:
        self.press("Escape", "ctrl+alt+f")
        self.until_text(step)

    def do_inlayHints(self, step: dict[str, Any]) -> None:  # noqa: N802
        """After a change Kate asks for the lines that it touched, and of those draws none at a line's end."""

        def is_so() -> bool:
            labels = json.dumps(self.answers("textDocument/inlayHint"))
            return all(part in labels for part in step["contain"])

        self.until(is_so)
        self.until_shown(step["contain"][0])

    def save_nevertheless(self) -> None:
        self.until(lambda: self.has_window("Possible Data Loss"))
        self.press("Return")
