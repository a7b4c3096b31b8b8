"""A copy of the project in which many bugs stand, each switched on by its number."""

from __future__ import annotations

import collections
import os
import pathlib
import re
import shutil
import subprocess

from sites import Bug, declaration

# Which bug is on comes from the environment, so that programs that tests start inherit it. What is
# reached is written at once, since tests kill programs.
SWITCH = """\
import Glibc

private let active: Int = {
  guard let words = unsafe getenv("PLANTED_BUG") else { return -1 }
  return unsafe Int(atol(words))
}()

private let record: Int32 = {
  guard let path = unsafe getenv("PLANTED_REACHED") else { return -1 }
  return unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
}()

private nonisolated(unsafe) let reached: UnsafeMutablePointer<Bool> = {
  let marks = UnsafeMutablePointer<Bool>.allocate(capacity: COUNT)
  unsafe marks.initialize(repeating: false, count: COUNT)
  return unsafe marks
}()

@inline(never)
func planted(_ number: Int) -> Bool {
  if record >= 0, unsafe !reached[number] {
    unsafe reached[number] = true
    let line = Array("\\(number)\\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(record, $0.baseAddress, $0.count) }
  }
  return number == active
}
"""

BUILD = ("swift", "build", "-c", "release", "--build-tests", "--quiet")

# The folder of each module in which its part of the switch stands, and the folders of its sources.
HOMES = {
    "Sources/FieldModels/Conversion": ("Sources/FieldModels/Conversion/", "Sources/FieldModels/Interchange/"),
    "Sources/FieldModels/Text": ("Sources/FieldModels/",),
    "Sources/FieldRPC/Transport": ("Sources/FieldRPC/Transport/",),
    "Sources/FieldRPC/Session": ("Sources/FieldRPC/",),
    "Sources/fieldd": ("Sources/fieldd/",),
}


def home(path: str) -> str:
    """The folder of the module that a source file belongs to."""
    return next(home for home, folders in HOMES.items() if path.startswith(folders))


class Plot:
    """The copy at `folder`: made from what is committed, its sources rewritten for each choice."""

    def __init__(self, project: pathlib.Path, folder: pathlib.Path) -> None:
        self.folder = folder
        for part in ("Sources", "Tests", "clients", "Benchmarks"):
            shutil.rmtree(folder / part, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(
            ["git", "archive", "HEAD"], cwd=project, capture_output=True, check=True
        ).stdout
        subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
        self.sources = {
            str(path.relative_to(folder)): path.read_bytes()
            for path in (folder / "Sources").rglob("*.swift")
        }

    def grow(self, bugs: list[Bug]) -> list[Bug]:
        """Builds tests and program with all bugs that compile, which are returned."""
        while True:
            self._write(bugs)
            wrong = self._build(bugs)
            if not wrong:
                return bugs
            print(f"  {len(wrong)} of {len(bugs)} are no Swift and are left out", flush=True)
            bugs = [bug for bug in bugs if bug.number not in wrong]

    def _write(self, bugs: list[Bug]) -> None:
        by_path = collections.defaultdict(list)
        for bug in bugs:
            by_path[bug.path].append(bug)
        for path, data in self.sources.items():
            for bug in sorted(by_path[path], key=lambda bug: -bug.offset):
                end = bug.offset + bug.count
                data = data[: bug.offset] + bug.written().encode() + data[end:]
            target = self.folder / path
            # A file that is written again is compiled again.
            if not target.is_file() or target.read_bytes() != data:
                target.write_bytes(data)
        count = 1 + max(bug.number for bug in bugs)
        for module in HOMES:
            own = [bug for bug in bugs if home(bug.path) == module]
            text = SWITCH.replace("COUNT", str(count)) + "\n" + "".join(map(declaration, own))
            (self.folder / module / "Planted.swift").write_text(text, encoding="utf-8")

    def _build(self, bugs: list[Bug]) -> set[int]:
        """The numbers of the bugs on whose lines the compiler finds errors."""
        built = subprocess.run(BUILD, cwd=self.folder, capture_output=True, text=True)
        if built.returncode == 0:
            return set()
        output = built.stdout + built.stderr
        wrong: set[int] = set()
        for path, line in re.findall(r"^(\S+\.swift):(\d+):\d+: error: ", output, re.MULTILINE):
            path = os.path.relpath(path, self.folder)
            near = [bug for bug in bugs if bug.path == path]
            assert near, f"an error where no bug stands:\n{output}"
            wrong.add(min(near, key=lambda bug: abs(bug.line - int(line))).number)
        assert wrong, output
        return wrong
