"""JavaRosa as the judge of records for an XLSForm: pyxform makes the XForm, Judge.java asks JavaRosa."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pyxform
from pyxform.constants import SUPPORTED_SHEET_NAMES
from pyxform.errors import PyXFormError
from pyxform.xls2json_backends import xlsx_value_to_str
from pyxform.xls2xform import convert

JAR = Path(pyxform.__file__).parent / "validators/odk_validate/bin/ODK_Validate.jar"
JUDGE = Path(__file__).parent / "xforms/Judge.java"

#: What `xform` raises when pyxform does not take the workbook.
Refused = PyXFormError


class JudgeError(Exception):
    """JavaRosa does not take the XForm, or the judge has ended."""


def _sheet(rows: list[dict]) -> list[dict]:
    """The rows as pyxform reads them from a file: cells are stripped texts, and there are no empty ones."""
    cells = ({name: xlsx_value_to_str(value).strip() for name, value in row.items() if value is not None}
             for row in rows)
    return [{name: text for name, text in row.items() if text} for row in cells]


def xform(workbook: dict, warnings: list[str] | None = None) -> str:
    """The XForm of a workbook {"survey": [{...}], "choices": [{...}], "settings": [{...}]}.

    Raises Refused when pyxform finds a mistake in it; pyxform's warnings are added to the list given.
    """
    sheets = {"sheet_names": list(workbook)}
    for name, rows in workbook.items():
        if name in SUPPORTED_SHEET_NAMES:
            sheets[name] = _sheet(rows)
            sheets[f"{name}_header"] = [dict.fromkeys(column for row in rows for column in row)]
    return convert(xlsform=sheets, warnings=warnings, validate=False).xform


class Judge:
    """A running Java process that judges records; use it with `with`."""

    def __init__(self, java: str | None = None):
        self.java = java or shutil.which("java") or "java"
        self.process = None

    def __enter__(self) -> "Judge":
        command = [self.java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", str(JAR), str(JUDGE)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *_):
        try:
            self.process.stdin.close()
            self.process.wait(timeout=10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def _ask(self, value) -> dict:
        try:
            self.process.stdin.write(json.dumps(value) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError as error:
            raise JudgeError(f"the judge has ended: {error}") from error
        if not answer:
            raise JudgeError(f"the judge has ended with {self.process.wait()}")
        answer = json.loads(answer)
        if "error" in answer:
            raise JudgeError(answer["error"])
        return answer

    def verdicts(self, xform_text: str, records: list[dict]) -> list[dict]:
        """For each record {"valid": bool, "problems": [{"path": ..., "problem": ...}]}."""
        self._ask(xform_text)
        return [self._ask(record) for record in records]
