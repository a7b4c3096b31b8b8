"""A daemon that is asked to convert forms of others, and what tests of conversions share."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

Json = Any
URI = "form:1"
# What the report of an import says where nothing is asked of values.
APPEARANCE = {"presentationOnly", "madeUp"}


class Converter:
    """A daemon that is asked to convert."""

    def __init__(self, fieldd: str) -> None:
        self._process = subprocess.Popen(
            [fieldd, "--store", ":memory:"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._id = 0
        self.ask("initialize", {"capabilities": {}})

    def ask(self, method: str, params: Json) -> Json:
        process = self._process
        assert process.stdin and process.stdout
        self._id += 1
        message = {"jsonrpc": "2.0", "id": self._id, "method": method, "params": params}
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self._id:
                return answer
        raise AssertionError(f"the daemon ended at {json.dumps(params)[:500]}")

    def read(self, name: str, source: Json) -> tuple[Json, list[Json], int]:
        """The document of a source, the entries of the report, and how many properties are exact."""
        result = self.ask("field/import", {"format": name, "document": source})["result"]
        return result["document"], result["report"]["entries"], result["report"]["exact"]

    def write(self, name: str, document: Json) -> tuple[Json, list[Json]]:
        """A document in another format, and the entries of the report."""
        self.ask("field/open", {"uri": URI, "document": document})
        answer = self.ask("field/export", {"uri": URI, "format": name})
        self.ask("field/close", {"uri": URI})
        return answer["result"]["document"], answer["result"]["report"]["entries"]

    def problems(self, document: Json) -> list[Json]:
        """The errors in the text of a document."""
        answer = self.ask("field/check", {"form": document, "values": {}})
        return [d for d in answer["result"].get("diagnostics", []) if d["severity"] == 1]

    def verdicts(self, document: Json, records: list[Json]) -> list[bool]:
        answer = self.ask("field/check", {"form": document, "records": records})
        return [record["valid"] for record in answer["result"]["records"]]

    @property
    def work_seconds(self) -> float:
        """What the daemon has worked so far, whatever else the machine does."""
        times = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def ordered(document: Json) -> Json:
    """A document with the rules of each field in one order: which of them fails first is not kept."""
    document = copy.deepcopy(document)
    for field in document["fields"]:
        for listed in field.get("validation", {}).values():
            listed.sort(key=json.dumps)
    return document


def mutated(rng: random.Random, value: Json, pool: list[Json]) -> Json:
    """A value in which something is exchanged, doubled, nested, or taken out."""
    value = copy.deepcopy(value)
    for _ in range(rng.randint(1, 4)):
        place = value
        while isinstance(place, (dict, list)) and place:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if rng.random() < 0.35 or not isinstance(place[key], (dict, list)):
                act = rng.random()
                if act < 0.6:
                    place[key] = copy.deepcopy(rng.choice(pool))
                elif act < 0.8 and isinstance(place, list):
                    place.append(copy.deepcopy(place[key]))
                else:
                    place[key] = [copy.deepcopy(place[key])]
                break
            place = place[key]
    return value
