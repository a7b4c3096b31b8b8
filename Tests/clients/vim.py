"""Vim in a terminal, with one of the plugins that speak LSP, installed as its person would install it.

Keys go in as they are typed; how far Vim is, it tells over a channel of its own.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from terminal import PATIENCE_SECONDS, Terminal

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
# What is between two looks at a Vim whose screen does not change.
LOOK_SECONDS = 0.05
# And between two presses of a key that may not have been taken.
AGAIN_SECONDS = 3
# What Vim has for those who have no settings of their own, and what this driver needs.
SETTINGS = r"""
source $VIMRUNTIME/defaults.vim
autocmd VimEnter * let g:driver = ch_open('127.0.0.1:' . $VIM_DRIVER, {'mode': 'json', 'waittime': 5000})
"""
# Those of findings; there may be others, of fixes.
SIGNS = (
    "filter(sign_getplaced(bufnr($EDITOR_DOCUMENT), {'group': '*'})[0].signs, "
    "{_, sign -> sign.name =~# '\\vError|Warn|Info|Hint'})"
)


class Vim(Terminal):
    """What a person does in Vim, and sees; their home is where the document is. Use it in a `with` block."""

    # The folder of the plugin, the file of ours that goes with it, and where that goes.
    plugin: str
    ours: str
    place = "plugin/fieldd.vim"
    # What the scenes need beyond that; nothing of it has to do with fieldd.
    settings = ""
    # The widest code point whose positions it counts as the daemon does.
    widest = 0x10FFFF
    # Expressions: whether the daemon is there, and what it has found.
    attached: str
    findings: str
    # Commands.
    hover = "LspHover"
    code_action = "LspCodeAction"
    definition = "LspDefinition"
    format = "LspDocumentFormat"
    outline = "LspDocumentSymbol"

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], document: Path, plugins: Path
    ) -> None:
        folder = document.parent / ".vim"
        package = folder / "pack" / "clients" / "start"
        package.mkdir(parents=True)
        (package / self.plugin).symlink_to(plugins / self.plugin)
        for name in ("ftdetect", "ftplugin", "indent", "syntax"):
            shutil.copytree(CLIENTS / "vim" / name, folder / name)
        (folder / self.place).parent.mkdir(exist_ok=True)
        shutil.copy(CLIENTS / "vim" / self.ours, folder / self.place)
        (folder / "vimrc").write_text(SETTINGS + self.settings)
        self.document = document
        self.column = 1
        self.last_id = 0
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(PATIENCE_SECONDS)
            port = {"VIM_DRIVER": str(listener.getsockname()[1])}
            super().__init__([*command, str(document)], {**environment, **port}, document.parent)
            try:
                self.channel, _ = listener.accept()
            except TimeoutError:
                super().__exit__()
                raise AssertionError(self.shown) from None
        self.channel.settimeout(PATIENCE_SECONDS)

    def __exit__(self, *arguments: object) -> None:
        self.channel.close()
        super().__exit__(*arguments)

    # What Vim tells.

    def value(self, expression: str) -> Any:
        """What an expression is."""
        self.last_id -= 1
        self.channel.sendall(json.dumps(["expr", expression, self.last_id]).encode())
        data = b""
        while more := self.channel.recv(1 << 16):
            data += more
            try:
                identifier, answer = json.loads(data)
            except ValueError:
                continue
            assert identifier == self.last_id, answer
            return answer
        raise AssertionError(f"Vim is gone\n{self.shown}")

    def execute(self, command: str) -> None:
        """Has a command carried out, as a mapping of its person would."""
        self.value(f"execute({json.dumps(command)}, 'silent!')")

    def until_so(self, is_so: Callable[[], Any], tell: Callable[[], Any] = lambda: "") -> None:
        """Waits until what Vim tells is so; looks whenever the screen has changed, and now and then."""
        for _ in range(int(PATIENCE_SECONDS / LOOK_SECONDS)):
            if is_so():
                return
            with self.changed:
                self.changed.wait(LOOK_SECONDS)
        raise AssertionError(f"{tell()}\n{self.shown}")

    @property
    def lines(self) -> list[str]:
        """The document."""
        return self.value("getbufline(bufnr($EDITOR_DOCUMENT), 1, '$')")

    @property
    def text(self) -> str:
        """The same as one."""
        return "\n".join(self.lines)

    @property
    def popups(self) -> str:
        """What is in the windows above the text."""
        every = "map(popup_list(), {_, window -> join(getbufline(winbufnr(window), 1, '$'), \"\\n\")})"
        return "\n".join(self.value(every))

    def until_text(self, step: Mapping[str, Any]) -> None:
        """Waits until the document has the lines of a step."""
        self.until_so(lambda: all(line in self.text for line in step["lines"]), lambda: self.text)

    # What a person does.

    def mode(self, wanted: str) -> None:
        """Waits for a mode."""
        self.until_so(lambda: self.value("mode(1)")[0] == wanted)

    def leave(self) -> None:
        """Back to where keys are commands."""
        self.press("\x1b")
        self.mode("n")

    def to_front(self) -> None:
        """To a window of the document, where the cursor may have left it for one of the client's."""
        self.value("bufnr() == bufnr($EDITOR_DOCUMENT) || win_gotoid(bufwinid($EDITOR_DOCUMENT))")

    def go(self, marked: str) -> None:
        """Puts the cursor on a ¦."""
        self.to_front()
        before, _, after = marked.partition("¦")
        row, line = next((n, it) for n, it in enumerate(self.lines, 1) if before + after in it)
        self.column = len((line[: line.index(before + after)] + before).encode()) + 1
        # What listens to changes is told of them when Vim draws.
        self.value(f"[cursor({row}, {self.column}), execute('redraw')]")

    @property
    def is_behind(self) -> bool:
        """Whether the place to go to is behind a line's last character, on which the cursor stands then."""
        return self.value("col('.')") < self.column

    def type(self, text: str) -> None:
        """Writes at the cursor, and stays there."""
        self.press(("a" if self.is_behind else "i") + text.replace("\n", "\r"))
        self.mode("i")
        last = text.rpartition("\n")[2]
        self.until_so(lambda: self.value("strpart(getline('.'), 0, col('.') - 1)").endswith(last))

    def offered(self) -> list[str]:
        """What can be chosen from."""
        told = self.value("complete_info(['items'])")
        return [(item.get("abbr") or item["word"]).strip("~ ") for item in told["items"]]

    def chosen(self) -> int:
        """Which of them is selected, from 0."""
        return self.value("complete_info(['selected']).selected")

    def ask(self, typed: str) -> None:
        """Asks for completions behind what has been typed."""
        self.press("\x18\x0f")

    def beginning(self, step: Mapping[str, Any]) -> str:
        """What is typed before something is chosen."""
        return step["insert"]

    def is_written(self, step: Mapping[str, Any]) -> bool:
        """Whether nothing is to be chosen: the only thing that is offered is written at once."""
        return all(line in self.text for line in step["lines"]) and not self.value("pumvisible()")

    def choose(self, label: str, step: Mapping[str, Any]) -> None:
        """Takes one of what is offered."""
        self.until_so(lambda: label in self.offered() or self.is_written(step), self.offered)
        if self.is_written(step):
            return
        row = self.offered().index(label)
        while (now := self.chosen()) != row:
            self.press("\x0e")
            self.until_so(lambda now=now: self.chosen() != now)
        self.press("\x19")

    # The steps of a specification.

    def carry_out(self, step: dict[str, Any]) -> None:
        """One step."""
        getattr(self, "do_" + step["do"])(step)

    def do_attached(self, _: dict[str, Any]) -> None:
        self.until_so(lambda: self.value(self.attached))

    def do_open(self, step: dict[str, Any]) -> None:
        """Another file beside the document."""
        path = self.document.parent / step["file"]
        self.execute(f"let $EDITOR_DOCUMENT = '{path}' | edit {path}")

    def do_unattached(self, _: dict[str, Any]) -> None:
        assert "fields" not in self.value("&filetype").split(".")

    def said(self) -> list[str]:
        """The findings."""
        return self.value(self.findings)

    def do_diagnostics(self, step: dict[str, Any]) -> None:
        def is_so() -> bool:
            said = self.said()
            text = "\n".join(said)
            signs = self.value(SIGNS)
            return (
                all(part in text for part in step.get("contain", []))
                and not any(part in text for part in step.get("absent", []))
                and len(said) == step.get("count", len(said))
                and bool(signs) == bool(said)
            )

        self.until_so(is_so, self.said)

    def do_edit(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press("x" * step.get("delete", 0))
        if step["insert"]:
            self.type(step["insert"])
            self.leave()

    def do_paste(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.value("setreg('\"', readfile($EDITOR_PASTE), 'c')")
        self.press("p" if self.is_behind else "P")
        self.until_so(lambda: len(self.lines) > 100)

    def changes(self, keys: str) -> None:
        """Presses keys that change the text."""
        before = self.value("b:changedtick")
        self.press(keys)
        self.until_so(lambda: self.value("b:changedtick") != before)

    def do_undo(self, _: dict[str, Any]) -> None:
        self.changes("u")

    def do_redo(self, _: dict[str, Any]) -> None:
        self.changes("\x12")

    def do_split(self, _: dict[str, Any]) -> None:
        self.press("\x17s")
        self.until_so(lambda: self.value("winnr('$')") == 2)

    def do_move(self, _: dict[str, Any]) -> None:
        self.document.rename(self.document.with_name(self.document.name + ".moved"))

    def do_completion(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.type(step["insert"])
        self.ask(step["insert"])
        self.choose(step["accept"], step)
        self.until_text(step)
        self.leave()

    def do_accept(self, step: dict[str, Any]) -> None:
        """Types, takes what is offered, steps over the quote that is there already, and types on."""
        self.go(step["at"])
        self.type(self.beginning(step))
        self.ask(self.beginning(step))
        self.choose(step["label"], step)
        self.until_text(step)
        self.go_back(step)
        if self.value("strpart(getline('.'), col('.') - 1, 1)") == '"':
            self.press("\x1b[C")
        self.press(step.get("then", ""))
        self.leave()

    def go_back(self, step: Mapping[str, Any]) -> None:
        """To where what was chosen ends, if the client is not there."""

    def do_hover(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.execute(self.hover)
        self.until_so(lambda: all(part in self.popups for part in step["contain"]), lambda: self.popups)
        self.value("popup_clear(1)")

    def do_codeAction(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.go(step["at"])
        self.press(f":{self.code_action}\r")
        self.until(lambda: step["title"] in self.shown)
        self.pick(step["title"])
        self.until_text(step)
        if self.value("mode()") == "r":
            # It wants a key before it draws what is below the menu.
            self.press("\r")
        self.mode("n")

    def press_until(self, keys: str, is_so: Callable[[], Any]) -> None:
        """Presses keys again where a client has shown what it asks before it takes an answer."""
        while not is_so():
            self.press(keys)
            with self.changed:
                self.changed.wait_for(is_so, AGAIN_SECONDS)

    def number(self, title: str) -> str:
        """That of a row of a menu."""
        row = re.search(r"(\d+)[^\d\n]{0,20}" + re.escape(title), self.shown)
        assert row, self.shown
        return row[1]

    def pick(self, title: str) -> None:
        """Takes a row of a menu."""
        raise NotImplementedError

    def do_symbols(self, step: dict[str, Any]) -> None:
        self.execute(self.outline)
        others = "filter(tabpagebuflist(), {_, number -> number != bufnr($EDITOR_DOCUMENT)})"
        rows = f"map({others}, {{_, number -> join(getbufline(number, 1, '$'), \"\\n\")}})"

        def listed() -> str:
            return "\n".join(self.value(rows))

        self.until_so(lambda: all(name in listed() for name in step["contain"]), listed)
        self.to_front()
        self.execute("only")

    def do_inlayHints(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.until(lambda: all(part in self.shown for part in step["contain"]))

    def do_format(self, step: dict[str, Any]) -> None:
        self.execute(self.format)
        self.until_text(step)

    def do_rename(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press(":LspRename\r")
        self.mode("c")
        self.press("\x15" + step["name"] + "\r")
        self.until_text(step)

    def do_definition(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.execute(self.definition)
        self.until_so(lambda: step["line"] in self.value("getline('.')"))

    def do_save(self, _: dict[str, Any]) -> None:
        self.to_front()
        self.press(":write!\r")
        self.until_so(lambda: not self.value("getbufvar($EDITOR_DOCUMENT, '&modified')"))

    def quit(self) -> int:
        """Has it end as it does for a person; gives its exit status."""
        self.press(":qall!\r")
        return self.process.wait(PATIENCE_SECONDS)


class VimLsp(Vim):
    """prabirshrestha/vim-lsp."""

    plugin, ours = "vim-lsp", "fieldd-vim-lsp.vim"
    settings = "let g:lsp_inlay_hints_enabled = 1\n"
    # It counts characters, not UTF-16 units.
    widest = 0xFFFF
    attached = "lsp#get_server_status('fieldd') ==# 'running'"
    findings = (
        "flatten(map(values(lsp#internal#diagnostics#state#_get_all_diagnostics_grouped_by_server_for_uri("
        "lsp#utils#get_buffer_uri(bufnr($EDITOR_DOCUMENT)))), "
        "{_, one -> map(copy(one.params.diagnostics), {_, it -> it.message})}))"
    )

    def pick(self, title: str) -> None:
        """Types what is wanted into the list below the text, until nothing else is left of it."""
        self.press(title)
        self.until(lambda: self.shown.count("[fieldd]") == 1 and f"[fieldd] {title}" in self.shown)
        self.press("\r")


class Yegappan(Vim):
    """yegappan/lsp."""

    plugin, ours = "lsp", "fieldd-lsp.vim"
    # A scene looks for the last of 500 findings; it shows 200 unless it is told otherwise.
    settings = "autocmd User LspSetup call LspOptionsSet({'maxDiagnostics': 1000})\n"
    attached = "LspServerReady()"
    findings = "map(lsp#diag#GetDiagsForBuf(bufnr($EDITOR_DOCUMENT)), {_, it -> it.message})"
    definition = "LspGotoDefinition"
    format = "LspFormat"
    outline = "LspOutline"

    def ask(self, typed: str) -> None:
        """It asks by itself, whenever something is typed."""

    def do_inlayHints(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.execute("LspInlayHints enable")
        super().do_inlayHints(step)

    def pick(self, title: str) -> None:
        number = self.number(title)
        self.press_until(number, lambda: self.shown.rstrip().endswith(f": {number}"))
        self.press("\r")

    def beginning(self, step: Mapping[str, Any]) -> str:
        # It looks for what begins with the word at the cursor, and quotes are in no word.
        if step["insert"][-1:].isalnum() and "unfiltered" not in step:
            return step["insert"]
        return step.get("unfiltered", step["insert"]) + step["label"][:2]


class Coc(Vim):
    """neoclide/coc.nvim."""

    plugin, ours, place = "coc.nvim", "coc-settings.json", "coc-settings.json"
    settings = r"""
inoremap <silent><expr> <C-x><C-o> coc#refresh()
func! Keep(_, answer) abort
  let g:answer = a:answer
endfunc
"""
    hover = "call CocActionAsync('doHover')"
    code_action = "call CocActionAsync('codeAction', 'cursor')"
    definition = "call CocActionAsync('jumpDefinition')"
    format = "call CocActionAsync('format')"
    outline = "call CocActionAsync('showOutline')"

    def answer(self, action: str) -> Any:
        """What it answers; Vim is not to wait for it, as it may wait for Vim."""
        self.until_so(lambda: self.value("get(g:, 'coc_service_initialized')"))
        self.value(f"[execute('unlet! g:answer'), CocActionAsync('{action}', function('Keep'))]")
        self.until_so(lambda: self.value("exists('g:answer')"))
        return self.value("g:answer")

    def ask(self, typed: str) -> None:
        # It asks by itself behind the letters of a word.
        if not typed[-1:].isalnum():
            super().ask(typed)

    def pick(self, title: str) -> None:
        self.press_until(self.number(title), lambda: title not in self.shown)
        self.press("\x1b")

    def go_back(self, step: Mapping[str, Any]) -> None:
        # A snippet's cursor is one further for each combining character before it.
        self.until_so(lambda: not self.value("coc#pum#visible()"))
        if "then" in step:
            end = "stridx(getline('.'), {0}) + strlen({0}) + 1".format(json.dumps(step["lines"][0]))
            while self.value(f"col('.') > {end}"):
                before = self.value("col('.')")
                self.press("\x1b[D")
                self.until_so(lambda before=before: self.value("col('.')") != before)

    def do_attached(self, _: dict[str, Any]) -> None:
        self.until_so(lambda: any(it["state"] == "running" for it in self.answer("services")))

    def said(self) -> list[str]:
        path = str(self.document.resolve())
        return [it["message"] for it in self.answer("diagnosticList") if it["file"] == path]

    def offered(self) -> list[str]:
        rows = self.value("coc#pum#visible() ? getbufline(winbufnr(coc#pum#winid()), 1, '$') : []")
        # A snippet has a ~ behind it.
        return [row.split()[0].rstrip("~") for row in rows if row.split()]

    def chosen(self) -> int:
        return self.value("coc#pum#visible() ? coc#pum#info().index : -1")

    def do_rename(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press(":call CocActionAsync('rename')\r")
        # A window of its own, which is only ready when it shows the old name.
        for keys, shown in ("", r"\w+"), ("\x15", ""), (step["name"], step["name"]):
            self.press(keys)
            self.until(lambda shown=shown: re.search(rf"New name.*\n.*│{shown} *│", self.shown))
        self.press("\r")
        self.until_text(step)


VIMS = {"vim-lsp": VimLsp, "yegappan-lsp": Yegappan, "coc.nvim": Coc}
