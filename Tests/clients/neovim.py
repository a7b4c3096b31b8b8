"""Neovim without a terminal, told what to do from outside as a person would do it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 60.0


class Neovim:
    """A Neovim of its own. Use it in a `with` block."""

    def __init__(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        """Starts a program with arguments; what it finds at home is in a folder."""
        # The name of a socket has to be short.
        self._place = tempfile.mkdtemp()
        self._socket = f"{self._place}/s"
        self._environment = os.environ | {
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"),
            "LANG": "C.UTF-8",
            **(environment or {}),
        }
        self._program = command[0]
        options = ["--headless", "--listen", self._socket]
        self.process = subprocess.Popen(
            [*command, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self._environment,
            cwd=folder,
        )

    def __enter__(self) -> Neovim:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()
        shutil.rmtree(self._place)

    @property
    def is_there(self) -> bool:
        """Whether it listens already."""
        # The file is there a moment before anybody answers.
        with socket.socket(socket.AF_UNIX) as line:
            return line.connect_ex(self._socket) == 0

    def lua(self, code: str, *arguments: Any) -> Any:
        """The result of a function in Lua, whose `...` are the arguments."""
        done = self._evaluate(code, *arguments)
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout or done.stderr)
        return result[0] if result else None

    def quit(self) -> bytes:
        """Has it end as it does for a person; gives what it has printed."""
        # It may be gone before it has answered.
        self._evaluate("vim.schedule(function() vim.cmd('qall!') end)")
        said, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        return said

    def _evaluate(self, code: str, *arguments: Any) -> subprocess.CompletedProcess[str]:
        values = "".join(f", vim.json.decode({json.dumps(json.dumps(it))})" for it in arguments)
        call = f"vim.json.encode({{ (function(...) {code} end)(select(2, nil{values})) }})"
        expression = "luaeval('" + call.replace("'", "''") + "')"
        return subprocess.run(
            [self._program, "--server", self._socket, "--remote-expr", expression],
            capture_output=True,
            text=True,
            env=self._environment,
            timeout=PATIENCE_SECONDS,
        )

    def press(self, keys: str) -> None:
        """Types keys as `nvim_input` names them."""
        self.lua("vim.api.nvim_input(...)", keys)

    def edit(self, path: Path) -> None:
        """Opens a file."""
        self.lua("vim.cmd('edit ' .. vim.fn.fnameescape(...))", str(path))

    @property
    def text(self) -> str:
        """What is in the buffer in front."""
        return self.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")
