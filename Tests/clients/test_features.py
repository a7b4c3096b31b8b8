"""Documents with everything that the format has, through the doors that only processes have."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from conftest import CAMPAIGN, FIRST_SEED
from converter import Converter
from features import Maker

Json = Any
COUNT = CAMPAIGN or 60


def test_they_have_each_property_and_each_word(fieldd: str) -> None:
    maker = Maker(fieldd)
    for seed in range(1500):
        maker.document(seed, density=0.3)
    assert sorted(maker.wanted() - maker.made) == []


def test_most_of_them_are_right(converter: Converter, maker: Maker) -> None:
    wrong = [seed for seed in range(200) if converter.problems(maker.document(seed))]
    assert len(wrong) < 100


def test_the_command_and_the_daemon_say_the_same_of_what_is_committed(
    fieldd: str, converter: Converter, maker: Maker, tmp_path: Path
) -> None:
    for seed in range(FIRST_SEED, FIRST_SEED + COUNT):
        document = maker.document(seed)
        if converter.problems(document):
            continue
        converter.ask("field/open", {"uri": "form:a", "document": document})
        answer = converter.ask("field/submit", {"uri": "form:a"})["result"]
        converter.ask("field/close", {"uri": "form:a"})
        record = answer.get("values", {})
        verdict = converter.ask("field/check", {"form": document, "values": record})["result"]
        (tmp_path / "a.fields.json").write_text(json.dumps(document))
        (tmp_path / "a.values.json").write_text(json.dumps(record))
        command = [fieldd, "check", "--format", "json", str(tmp_path / "a.values.json")]
        run = subprocess.run(command, capture_output=True, text=True)
        assert (run.returncode == 0) == verdict["valid"], (seed, document, record, verdict, run.stdout, run.stderr)
