"""What people teach autofill outlives the daemons that they told it."""

from __future__ import annotations

import fcntl
import json
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from conftest import FIRST_SEED
from daemon import Daemon

URI = "form:store"
EDITED = "file:///forms/names.fields.json"
DOCUMENT = {
    "fields": [
        {
            "key": "note",
            "kind": "entry",
            "label": "Note",
            "autofill": {"source": "notes", "removable": True},
        },
        {"key": "pin", "kind": "entry", "label": "PIN", "secure": True,
         "text": "swordfish", "autofill": {"source": "notes"}},
    ],
    "autofill": {"notes": []},
}


class Person:
    """Somebody at a daemon of their own, who says many things in one breath."""

    def __init__(self, binary: str, store: Path) -> None:
        self.process = subprocess.Popen(
            [binary, "--store", str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._last_id = 0
        self.say([("initialize", {"capabilities": {}})])
        self.say([("field/open", {"document": DOCUMENT})])
        assert self.answer() and self.answer()

    def say(self, requests: list[tuple[str, dict]]) -> None:
        lines = []
        for method, params in requests:
            self._last_id += 1
            message = {"jsonrpc": "2.0", "id": self._last_id, "method": method,
                       "params": {"uri": URI} | params}
            lines.append(json.dumps(message) + "\n")
        try:
            self.process.stdin.write("".join(lines).encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def answer(self) -> dict | None:
        """The next answer, in the order of the requests; None once the daemon is dead."""
        while line := self.process.stdout.readline():
            # A line that death has cut short was never said.
            if line.endswith(b"\n") and "id" in (message := json.loads(line)):
                return message
        return None

    def notes(self) -> set[str]:
        """Everything that autofill offers."""
        self.say([("field/autofill", {"key": "note"})])
        return {offer["text"] for offer in self.answer()["result"]["strings"]}

    def kill(self) -> None:
        self.process.kill()

    def leave(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Ledger:
    """What must be in the store, must not be in it, or may be, since it was never acknowledged."""

    def __init__(self) -> None:
        self.present: set[str] = set()
        self.unsure: set[str] = set()

    def settle(self, acts: list[tuple[str, str]], answers: list[dict]) -> None:
        """The first acts were acknowledged; of the others nobody knows."""
        for (verb, text), answer in zip(acts, answers):
            assert answer["result"]["accepted"] or answer["result"]["reason"] == "noMatch", answer
            self.unsure.discard(text)
            if verb == "learn":
                self.present.add(text)
            else:
                self.present.discard(text)
        for _, text in acts[len(answers):]:
            self.unsure.add(text)

    def check(self, notes: set[str]) -> None:
        lost = self.present - self.unsure - notes
        risen = notes - self.present - self.unsure
        assert not lost, f"lost: {sorted(text[:12] for text in lost)}"
        assert not risen, f"came back: {sorted(text[:12] for text in risen)}"
        # What is there now is no matter of doubt any more.
        for text in self.unsure:
            (self.present.add if text in notes else self.present.discard)(text)
        self.unsure.clear()


def acts(dice: random.Random, name: str) -> list[tuple[str, str]]:
    """Learns and removes long texts of one's own, so that the log is shortened now and then."""
    texts = [f"{name}{number} ".ljust(1500, name) for number in range(12)]
    return [
        (dice.choice(["learn", "learn", "remove"]), dice.choice(texts))
        for _ in range(dice.randint(2, 12))
    ]


def requests(acts: list[tuple[str, str]]) -> list[tuple[str, dict]]:
    return [(f"field/{verb}Autofill", {"key": "note", "text": text}) for verb, text in acts]


def test_nothing_acknowledged_is_lost_when_daemons_are_killed(fieldd: str, tmp_path: Path) -> None:
    """Two daemons write to one store; 200 times one of them is killed while it writes."""
    dice = random.Random(FIRST_SEED)
    store = tmp_path / "autofill.log"
    people = {name: Person(fieldd, store) for name in "ab"}
    ledgers = {name: Ledger() for name in people}
    log_sizes = []
    try:
        for _ in range(200):
            victim, survivor = dice.sample(sorted(people), 2)
            plans = {name: acts(dice, name) for name in people}
            for name in (survivor, victim):
                people[name].say(requests(plans[name]))
            heard = [people[victim].answer() for _ in range(dice.randint(0, len(plans[victim]) - 1))]
            people[victim].kill()
            # What was said before death counts, even if it is heard after it.
            while last := people[victim].answer():
                heard.append(last)
            ledgers[victim].settle(plans[victim], heard)
            ledgers[survivor].settle(
                plans[survivor], [people[survivor].answer() for _ in plans[survivor]]
            )
            people[victim].leave()
            people[victim] = Person(fieldd, store)
            for person in people.values():
                notes = person.notes()
                for name, ledger in ledgers.items():
                    ledger.check({note for note in notes if note.startswith(name)})
            log_sizes.append(store.stat().st_size)
    finally:
        for person in people.values():
            person.leave()
    assert any(after < before for before, after in zip(log_sizes, log_sizes[1:])), "never shortened"


def test_a_secure_draft_is_never_stored(fieldd: str, tmp_path: Path) -> None:
    store = tmp_path / "autofill.log"
    person = Person(fieldd, store)
    try:
        person.say([("field/learnAutofill", {"key": "pin"}),
                    ("field/learnAutofill", {"key": "note", "text": "harmless"})])
        assert person.answer()["result"]["reason"] == "secure"
        assert person.answer()["result"]["accepted"]
    finally:
        person.leave()
    assert "harmless" in store.read_text()
    assert "swordfish" not in store.read_text()
    assert store.stat().st_mode & 0o077 == 0


def conversation(
    command: list[str], *requests: tuple[str, dict], **options: object
) -> tuple[list[dict], dict[str, dict]]:
    """All that is said in a session of some requests; and the results by their methods."""
    opening = [("initialize", {"capabilities": {}}), ("field/open", {"document": DOCUMENT})]
    calls = [*opening, *requests, ("shutdown", {})]
    lines = [
        {"jsonrpc": "2.0", "id": method, "method": method, "params": {"uri": URI} | params}
        for method, params in calls
    ]
    lines.append({"jsonrpc": "2.0", "method": "exit"})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    ended = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, **options)
    assert ended.returncode == 0
    said = [json.loads(line) for line in ended.stdout.splitlines()]
    return said, {message["id"]: message["result"] for message in said if "id" in message}


LEARN = ("field/learnAutofill", {"key": "note", "text": "bob"})
LOOK = ("field/autofill", {"key": "note"})


def assert_refused(said: list[dict], learned: dict, words: str) -> None:
    """What could not be remembered is told to who asked, and to an editor."""
    assert learned["accepted"] is False
    assert learned["reason"] == "notStored"
    assert words in learned["message"], learned["message"]
    logged = [message["params"] for message in said if message.get("method") == "window/logMessage"]
    assert [(entry["type"], entry["message"]) for entry in logged] == [(1, learned["message"])]


@pytest.mark.parametrize("name", ["a folder", "a place that the system keeps", "a file on the way"])
def test_a_store_that_cannot_be_written_stops_nobody(
    fieldd: str, tmp_path: Path, name: str
) -> None:
    """The daemon serves, and says what it can't write when something is to be written."""
    (tmp_path / "file").touch()
    store, words = {
        "a folder": (tmp_path, "Is a directory"),
        "a place that the system keeps": (Path("/proc/none/autofill.log"), "/proc/none"),
        "a file on the way": (tmp_path / "file" / "autofill.log", "Not a directory"),
    }[name]
    said, results = conversation([fieldd, "--store", str(store)], LEARN)
    assert_refused(said, results["field/learnAutofill"], words)


def mounted(command: list[str], folder: Path) -> list[str]:
    """The command with a folder that is on a read-only file system, for it alone."""
    mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    return ["unshare", "--mount", "--map-root-user", "sh", "-c", mount, str(folder), *command]


@pytest.mark.parametrize("way", ["a read-only file system", "a stranger's file"])
def test_what_was_learned_is_read_where_nothing_can_be_written(fieldd: str, way: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        # A stranger to the folder of the tests can't even look into it.
        folder = Path(name)
        binary = shutil.copy(fieldd, folder / "fieldd")
        kept = folder / "kept"
        kept.mkdir()
        store = kept / "autofill.log"
        command = [binary, "--store", str(store)]
        _, results = conversation(
            command, ("field/learnAutofill", {"key": "note", "text": "ada"})
        )
        assert results["field/learnAutofill"]["accepted"]
        (kept / "autofill.log.lock").unlink()
        options = {}
        if way == "a read-only file system":
            if subprocess.run(mounted(["true"], kept), stderr=subprocess.DEVNULL).returncode != 0:
                pytest.skip("no mounts of one's own are allowed here")
            command = mounted(command, kept)
            words = "Read-only file system"
        else:
            words = "Permission denied"
            if os.geteuid() == 0:
                options = {"user": 65534, "group": 65534, "extra_groups": []}
            for path, mode in ((folder, 0o755), (kept, 0o555), (store, 0o444)):
                path.chmod(mode)
        said, results = conversation(command, LOOK, LEARN, **options)
        kept.chmod(0o755)
        assert results["field/autofill"]["strings"] == [{"text": "ada", "removable": True}]
        assert_refused(said, results["field/learnAutofill"], words)


def test_to_look_for_what_was_learned_leaves_nothing_behind(fieldd: str, tmp_path: Path) -> None:
    store = tmp_path / "a" / "b" / "autofill.log"
    conversation([fieldd, "--store", str(store)], LOOK)
    assert list(tmp_path.iterdir()) == []
    _, results = conversation([fieldd, "--store", str(store)], LEARN)
    assert results["field/learnAutofill"]["accepted"]
    assert "bob" in store.read_text()


@pytest.mark.parametrize(
    ("folders", "place"),
    [
        ({"XDG_DATA_HOME": "data", "HOME": "home"}, "data/fieldd/autofill.log"),
        ({"HOME": "home"}, "home/.local/share/fieldd/autofill.log"),
    ],
)
def test_what_is_learned_is_in_the_data_folder_of_the_user(
    fieldd: str, tmp_path: Path, folders: dict[str, str], place: str
) -> None:
    where = {name: str(tmp_path / folder) for name, folder in folders.items()}
    _, results = conversation([fieldd], LEARN, env=where)
    assert results["field/learnAutofill"]["accepted"]
    assert "bob" in (tmp_path / place).read_text()


def test_who_has_no_folder_hears_that_nothing_is_remembered(fieldd: str) -> None:
    said, results = conversation([fieldd], LEARN, env={})
    assert_refused(said, results["field/learnAutofill"], "There is no folder")


def test_whoever_holds_the_lock_keeps_only_those_waiting_who_want_to_write(
    fieldd: str, tmp_path: Path
) -> None:
    store = tmp_path / "autofill.log"
    with open(f"{store}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said, results = conversation([fieldd, "--store", str(store)], LEARN, ("field/snapshot", {}))
    assert_refused(said, results["field/learnAutofill"], "another process has held")
    order = [message["id"] for message in said if "id" in message]
    assert order.index("field/snapshot") < order.index("field/learnAutofill")


def test_a_log_of_a_million_lines_keeps_nobody_waiting(fieldd: str, tmp_path: Path) -> None:
    """It is read beside the conversation: whoever asks at once is answered without it."""
    store = tmp_path / "autofill.log"
    person = Person(fieldd, store)
    try:
        person.say([("field/learnAutofill", {"key": "note", "text": "ada"})])
        assert person.answer()["result"]["accepted"]
    finally:
        person.leave()
    header, record = store.read_text().splitlines(keepends=True)
    store.write_text(header + record + "not a line of ours, but somebody else's\n" * 1_000_000)
    said, results = conversation([fieldd, "--store", str(store)], LOOK, LEARN)
    assert results["field/autofill"]["strings"] == []
    # What is to be remembered waits until the log has been read.
    assert results["field/learnAutofill"]["accepted"]
    assert {offer["text"] for offer in results["field/learnAutofill"]["strings"]} == {"ada", "bob"}


def test_a_folder_brings_sources_of_its_own(fieldd: str, tmp_path: Path) -> None:
    """`fieldd.json` is read before the first document, and again when it has changed."""
    folder = tmp_path / "my forms"
    folder.mkdir()
    (folder / "fieldd.json").write_text('{ "autofill": { "cities": ["Oslo"] } }')
    process = subprocess.Popen(
        [fieldd, "--store", ":memory:"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    field = {"key": "city", "kind": "entry", "label": "City", "autofill": {"source": "cities"}}

    def ask(number: int, method: str, params: dict) -> None:
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        process.stdin.write(json.dumps(message).encode() + b"\n")

    def answer() -> dict:
        while "id" not in (message := json.loads(process.stdout.readline())):
            pass
        return message["result"]

    with process:
        try:
            ask(1, "initialize", {"capabilities": {}, "rootUri": folder.as_uri()})
            ask(2, "field/open", {"uri": URI, "document": {"fields": [field]}})
            process.stdin.flush()
            answer()
            assert answer()["diagnostics"] == []
            (folder / "fieldd.json").write_text('{ "autofill": { "cities": ["Bergen", "Oslo"] } }')
            ask(3, "field/autofill", {"uri": URI, "key": "city"})
            process.stdin.flush()
            assert [offer["text"] for offer in answer()["strings"]] == ["Bergen", "Oslo"]
        finally:
            process.kill()


def test_an_editor_remembers_a_draft_for_the_next_session(fieldd: str, tmp_path: Path) -> None:
    """The action is one of LSP's, and its command what an editor sends back as it is."""
    store = str(tmp_path / "autofill.log")
    text = (
        '{ "fields": [\n{ "key": "a", "kind": "entry", "label": "A", "text": "Ada",'
        ' "autofill": { "source": "names", "removable": true } }\n], "autofill": { "names": [] } }'
    )
    place = {"line": 1, "character": text.splitlines()[1].index("Ada") + 1}

    def actions(daemon: Daemon) -> list[dict]:
        params = {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        return daemon.request(
            "textDocument/codeAction", {"textDocument": {"uri": EDITED}} | params
        )

    with Daemon(fieldd, "--store", store) as daemon:
        daemon.initialize()
        daemon.open(text, EDITED)
        (remember,) = actions(daemon)
        assert remember["title"] == 'Remember "Ada" in names'
        command = remember["command"]
        daemon.request(
            "workspace/executeCommand",
            {"command": command["command"], "arguments": command["arguments"]},
        )
        assert [action["title"] for action in actions(daemon)] == ['Take "Ada" out of names']
    with Daemon(fieldd, "--store", store) as daemon:
        daemon.initialize()
        daemon.open(text.replace('"Ada"', '"a"'), EDITED)
        items = daemon.request(
            "textDocument/completion",
            {"textDocument": {"uri": EDITED}, "position": place},
        )["items"]
        assert [item["label"] for item in items] == ["Ada"]
