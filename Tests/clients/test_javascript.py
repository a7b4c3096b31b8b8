"""The JavaScript package: its own tests, what its README shows, and what its exports say of themselves."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import PROJECT, need
from vscode_editor import BUNDLER, MODULES, need_modules

PACKAGE = PROJECT / "clients" / "javascript"
SOURCES = sorted((PACKAGE / "src").glob("*.js"))
README = (PACKAGE / "README.md").read_text()
SNIPPETS = re.findall(r"```js\n(.*?)```\n(.*?)(?=\n#|\Z)", README, re.DOTALL)
ENTRIES = {"browser": "index.js", "node": "node.js", "default": "index.js"}
"""What a program gets of the package, by the conditions of its bundler or runtime."""
PATIENCE_SECONDS = 300


def needs_module(snippet: str) -> bool:
    return ".load(" in snippet


def node(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs Node to its end."""
    return subprocess.run(
        ["node", *arguments], capture_output=True, text=True, timeout=PATIENCE_SECONDS, **options
    )


def test_what_its_own_tests_hold(fieldd: str) -> None:
    need("node")
    run_tests(fieldd)


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
def test_what_its_own_tests_hold_of_the_module(fieldd: str, engine: Path) -> None:
    need("node")
    run_tests(fieldd, FIELDD_WASM=str(engine))


def run_tests(fieldd: str, **more: str) -> None:
    files = [str(it) for it in sorted((PACKAGE / "test").glob("*.test.js"))]
    done = node("--test", "--test-reporter=spec", *files, env=os.environ | {"FIELDD": fieldd} | more)
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.parametrize(("snippet", "text"), [it for it in SNIPPETS if not needs_module(it[0])])
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_snippet_of_the_readme_prints_what_it_says(snippet: str, text: str, tmp_path: Path) -> None:
    link_package(tmp_path)
    run_snippet(snippet, text, tmp_path)


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
@pytest.mark.parametrize(("snippet", "text"), [it for it in SNIPPETS if needs_module(it[0])])
def test_a_snippet_with_the_module_prints_what_it_says(snippet: str, text: str, tmp_path: Path, engine: Path) -> None:
    copy_package(tmp_path, engine)
    run_snippet(snippet, text, tmp_path)


def run_snippet(snippet: str, text: str, tmp_path: Path) -> None:
    need("node")
    (tmp_path / "snippet.mjs").write_text(snippet)
    done = node("snippet.mjs", cwd=tmp_path)
    said = re.findall(r"`([^`]+)`", text.partition("It prints ")[2].partition(".\n")[0])
    assert (done.stderr, done.stdout.splitlines()) == ("", said)


def test_the_readme_begins_with_ten_lines() -> None:
    first, _ = SNIPPETS[0]
    lines = [line for line in first.splitlines() if line and not line.startswith("import")]
    assert len(lines) <= 10


def test_the_package_has_no_dependencies_and_packs_what_it_exports() -> None:
    manifest = json.loads((PACKAGE / "package.json").read_text())
    assert not {"dependencies", "peerDependencies", "optionalDependencies"} & manifest.keys()
    assert (manifest["type"], manifest["files"]) == ("module", ["fieldd.wasm", "src", "types"])
    exported = manifest["exports"]["."]
    assert {name: exported[name] for name in ENTRIES} == {name: f"./src/{file}" for name, file in ENTRIES.items()}
    # The first condition that holds counts.
    assert list(exported) == ["types", *ENTRIES]
    files = [*exported.values(), *manifest["exports"]["./engine"].values(), manifest["exports"]["./package.json"]]
    assert all((PACKAGE / file).is_file() for file in files)
    imports = {it for path in SOURCES for it in re.findall(r'(?:from|import\() ?"([^"]+)"', path.read_text())}
    assert {it for it in imports if not it.startswith(("./", "node:"))} == set()


def test_a_page_sees_nothing_of_node(tmp_path: Path) -> None:
    """By its conditions, and as a bundler for pages puts it together."""
    seen, left = set(), [PACKAGE / "src" / "index.js"]
    while left:
        path = left.pop()
        if path not in seen:
            seen.add(path)
            left += [path.parent / it for it in re.findall(r'(?:from|import\() ?"(\./[^"]+)"', path.read_text())]
    assert "node.js" not in {it.name for it in seen} and "process.js" not in {it.name for it in seen}
    assert [it.name for it in seen if '"node:' in it.read_text()] == []
    need("node")
    link_package(tmp_path)
    asked = 'console.log(import.meta.resolve("fieldd"))'
    (tmp_path / "asked.mjs").write_text(asked)
    found = node(str(tmp_path / "asked.mjs")), node("--conditions=browser", str(tmp_path / "asked.mjs"))
    assert [it.stdout.strip().rpartition("/")[2] for it in found] == ["node.js", "index.js"]
    need_modules()
    (tmp_path / "page.js").write_text('import { Daemon, Form } from "fieldd"; console.log(Daemon, Form);')
    for platform, files in {"browser": False, "node": True}.items():
        command = [BUNDLER, "page.js", "--bundle", "--format=esm", f"--platform={platform}"]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
        assert made.returncode == 0, made.stderr
        assert ("node:" in made.stdout) == files


def test_the_declarations_are_those_of_the_sources(tmp_path: Path) -> None:
    need("node")
    need_modules()
    made = PACKAGE / "types" if "UPDATE_EXPECT" in os.environ else tmp_path / "types"
    done = typescript("--project", str(PACKAGE), "--outDir", str(made))
    assert (done.returncode, done.stdout) == (0, "")
    texts = [{it.name: it.read_text() for it in folder.glob("*.d.ts")} for folder in (PACKAGE / "types", made)]
    assert texts[0] == texts[1], "UPDATE_EXPECT=1 makes them again"


def test_a_program_in_typescript_has_the_types(tmp_path: Path) -> None:
    need("node")
    need_modules()
    link_package(tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "types.ts").write_text((PACKAGE / "test" / "types.ts").read_text())
    for manner in (["nodenext", "nodenext"], ["esnext", "bundler"]):
        done = typescript(
            "--strict", "--noEmit", "--exactOptionalPropertyTypes", "--target", "es2024",
            "--lib", "es2024,dom,dom.iterable,esnext.iterator",
            "--module", manner[0], "--moduleResolution", manner[1], str(tmp_path / "types.ts"),
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, "")


REACT = {
    "react.js": """
        export const jsx = (type, props) => ({ type, props });
        export const jsxs = jsx;
        export const useForm = (options) => ({
          options, register: (name) => ({ name }), handleSubmit: (done) => done, formState: { errors: {} },
        });
        export const standardSchemaResolver = (schema) => async (values) => await schema["~standard"].validate(values);
    """,
    "run.js": """
        import { SignUp } from "./sign-up.jsx";
        import { useProfile } from "./profile.jsx";
        import { Checker } from "fieldd";
        globalThis.fetch = async (address) => ({ ok: address !== "/is-free?name=ada" });
        const { props } = SignUp({ onSubmit: (values) => values });
        const { resolver } = SignUp.used;
        const said = [await resolver({ email: "ada@", age: "" }), await resolver({ email: "a@b.org", name: "ada" })];
        const checker = await Checker.load({ fields: [{ key: "name", kind: "entry", label: "Name", required: true }] });
        const { options } = useProfile(checker, (value) => value);
        const { validate } = options.validators.onChange["~standard"];
        said.push(validate(options.defaultValues), props.onSubmit(1), options.onSubmit({ value: { name: "Ada" } }));
        console.log(JSON.stringify(said));
    """,
}
"""What the examples take of React and its libraries, and a program that uses them."""


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
def test_the_examples_for_react_take_a_checker(tmp_path: Path, engine: Path) -> None:
    need("node")
    need_modules()
    link_package(tmp_path)
    # esbuild takes no files along: the module is where the program looks from its own folder.
    (tmp_path / "fieldd.wasm").symlink_to(engine)
    for path in (PACKAGE / "examples").iterdir():
        text = path.read_text()
        # The resolver that a page of React has made is told to whoever runs this.
        text = text.replace("useForm({ resolver:", "useForm(SignUp.used = { resolver:")
        (tmp_path / path.name).write_text(text)
    for name, text in REACT.items():
        (tmp_path / name).write_text(text)
    libraries = ["react/jsx-runtime", "react-hook-form", "@hookform/resolvers/standard-schema", "@tanstack/react-form"]
    command = [BUNDLER, "run.js", "--bundle", "--format=esm", "--platform=node", "--jsx=automatic", "--outfile=built/out.mjs"]
    aliases = [f"--alias:{it}=./react.js" for it in libraries]
    made = subprocess.run([*command, *aliases], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert made.returncode == 0, made.stderr
    done = node(str(tmp_path / "built" / "out.mjs"))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        {"issues": [{"message": "Not an e-mail address", "path": ["email"]}]},
        {"issues": [{"message": "Taken", "path": ["name"]}]},
        {"issues": [{"message": "Name is required", "path": ["name"]}]},
        1,
        {"name": "Ada"},
    ]


def test_the_example_that_draws_has_right_types(tmp_path: Path) -> None:
    need("node")
    need_modules()
    link_package(tmp_path)
    (tmp_path / "live.js").write_text((PACKAGE / "examples" / "live.js").read_text())
    done = typescript(
        "--allowJs", "--checkJs", "--noEmit", "--target", "es2024", "--lib", "es2024,dom", "--module", "esnext",
        "--moduleResolution", "bundler", str(tmp_path / "live.js"),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


def typescript(*options: str) -> subprocess.CompletedProcess[str]:
    return node(str(MODULES / "typescript" / "bin" / "tsc"), *options)


def link_package(folder: Path) -> None:
    """Has the programs in a folder import the package by its name."""
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "fieldd").symlink_to(PACKAGE)


def copy_package(folder: Path, module: Path) -> None:
    """The same with a module in the package, as it is installed."""
    shutil.copytree(PACKAGE, folder / "node_modules" / "fieldd", ignore=shutil.ignore_patterns("fieldd.wasm"))
    (folder / "node_modules" / "fieldd" / "fieldd.wasm").symlink_to(module)


@pytest.mark.parametrize("path", SOURCES, ids=[it.name for it in SOURCES])
def test_what_others_call_says_what_it_does(path: Path) -> None:
    """Each export and each method of a class has a comment; one with parameters names their types."""
    lines = path.read_text().splitlines()
    undone = []
    for index, line in enumerate(lines):
        exported = re.match(r"export (?:async )?(?:function\*?|class|const) (\w+)", line)
        method = re.match(r"  (?:static )?(?:async )?(?:get |\*)?([a-z]\w*)\((.*)\) \{", line)
        if not exported and not method:
            continue
        if not lines[index - 1].strip().endswith("*/"):
            # What a channel has is said where channels are.
            if path.name not in ("socket.js", "process.js", "engine.js"):
                undone.append(line)
            continue
        begin = index - 1
        while not lines[begin].strip().startswith("/**"):
            begin -= 1
        comment = "\n".join(lines[begin:index])
        takes = (exported or method[2]) and re.search(r"\(\w", line)
        if takes and "@param" not in comment and "@type {(" not in comment:
            undone.append(line)
    assert undone == []
