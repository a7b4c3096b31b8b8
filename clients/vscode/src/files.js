import { FileSystemError, FileType, RelativePattern, Uri, workspace } from "vscode";
import { fileAt, pathOf } from "./addresses.js";
import { isIgnored, rulesOf } from "./ignored.js";

/** What a folder says to all of its forms. */
const FOLDER_FILE = "fieldd.json";
const NAMED = /\.(?:fields|values)\.jsonc?$/;
const FORM = /\.fields\.jsonc?$/;
const JSON_FILE = /\.(?:jsonc?|ndjson|jsonl|jsonlines|ldjson)$/i;
/** As much as is read and looked at in a moment. */
const PORTION = 256 << 10;
/** Longer than anybody opens in an editor. */
const LONGEST = 64 << 20;
/** Files that have to be opened to know what they are, where each may be a request over a network. */
const MOST_UNNAMED = 500;

const read = async (uri) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await workspace.fs.readFile(uri));
const readIfThere = (uri) => read(uri).catch(() => "");
const isMissing = (error) => error instanceof FileSystemError && error.code === "FileNotFound";

/**
 * The files that the module wants to know of, from the file systems of VS Code.
 *
 * Forms of open records and the `fieldd.json` of folders are watched, and told again when they change.
 */
export class Files {
  #tell;
  #wantedForms = new Set();
  #folders = [];
  #watchers = new Map();
  /** Whether a file without a name of its own has records, by its path, as long as it is the same. */
  #known = new Map();
  /** What is told of files is read in the order in which it is asked for. */
  #last = Promise.resolve();

  /** @param {(event: object) => void} tell takes what the module is to know */
  constructor(tell) {
    this.#tell = tell;
  }

  /**
   * Does what the module wishes of files.
   *
   * @param {Record<string, any>} wish
   * @returns {boolean} false where it is about something else
   */
  take(wish) {
    if ("forms" in wish) this.#want(wish.forms);
    else if ("folders" in wish) this.#enter(wish.folders);
    else if ("list" in wish) this.#list(wish);
    else if ("read" in wish) this.#read(wish);
    else return false;
    return true;
  }

  dispose() {
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }

  #inOrder(step) {
    this.#last = this.#last.then(step);
  }

  #want(paths) {
    const news = paths.filter((path) => !this.#wantedForms.has(path));
    this.#wantedForms = new Set(paths);
    this.#watch();
    this.#inOrder(() => this.#tellForms(news));
  }

  async #tellForms(paths) {
    this.#tell({ forms: await Promise.all(paths.map(file)) });
  }

  #enter(uris) {
    this.#folders = uris.map((uri) => fileAt(Uri.parse(uri).path));
    this.#watch();
    this.#inOrder(() => this.#tellFolders());
  }

  async #tellFolders() {
    this.#tell({ folders: await Promise.all(this.#folders.map((it) => readIfThere(Uri.joinPath(it, FOLDER_FILE)))) });
  }

  /** Watches the folders of what is wanted, one by one: the files may be outside of the workspace. */
  #watch() {
    const forms = [...this.#wantedForms].map((path) => Uri.joinPath(fileAt(path), ".."));
    const wanted = new Map([...forms, ...this.#folders].map((folder) => [folder.toString(), folder]));
    for (const [name, watcher] of this.#watchers) {
      if (wanted.has(name)) continue;
      watcher.dispose();
      this.#watchers.delete(name);
    }
    for (const [name, folder] of wanted) {
      if (this.#watchers.has(name)) continue;
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, "*"));
      for (const happens of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
        happens((uri) => this.#notice(uri));
      }
      this.#watchers.set(name, watcher);
    }
  }

  #notice(uri) {
    const path = pathOf(uri);
    if (this.#wantedForms.has(path)) this.#inOrder(() => this.#tellForms([path]));
    if (path?.endsWith(`/${FOLDER_FILE}`)) this.#inOrder(() => this.#tellFolders());
  }

  // The folders as a whole.

  async #read({ survey, read: paths }) {
    const files = [];
    let length = 0;
    for (const path of paths) {
      // Of the others the module asks again.
      if (length >= PORTION) break;
      files.push(await file(path));
      length += files.at(-1).text?.length ?? 0;
    }
    this.#tell({ survey, read: files });
  }

  async #list({ survey, list: folders, withRecords }) {
    const found = { list: [], closed: [], mistakes: [] };
    for (const folder of folders) await this.#look(fileAt(folder), withRecords, found);
    this.#tell({ survey, ...found });
  }

  /** Finds what is in a folder and below, but for what is hidden and what Git ignores. */
  async #look(top, withRecords, found) {
    let unnamedCount = 0;
    const folders = [{ folder: top, outer: await this.#rulesAround(top) }];
    while (folders.length > 0) {
      const { folder, outer } = folders.pop();
      let entries;
      try {
        entries = await workspace.fs.readDirectory(folder);
      } catch (error) {
        // What is not there, or is gone meanwhile, has nothing in it.
        if (!isMissing(error)) found.closed.push(`${folder.toString(true)} can't be read: ${error.message}`);
        continue;
      }
      const rules = await this.#rulesIn(folder, entries, outer);
      const below = [];
      for (const [name, type] of entries.sort(([one], [other]) => (one < other ? -1 : 1))) {
        const uri = Uri.joinPath(folder, name);
        const path = pathOf(uri);
        const isFolder = (type & FileType.Directory) !== 0;
        // A link to a folder may lead in a circle.
        const isLinked = isFolder && (type & FileType.SymbolicLink) !== 0;
        if (name.startsWith(".") || isLinked || isIgnored(rules, path, isFolder)) continue;
        if (isFolder) below.push({ folder: uri, outer: rules });
        else if (NAMED.test(name)) {
          if (withRecords || FORM.test(name)) found.list.push(path);
        } else if (withRecords && JSON_FILE.test(name)) {
          unnamedCount += 1;
          if (uri.scheme === "file" || unnamedCount <= MOST_UNNAMED) {
            if (await this.#namesForm(uri, path)) found.list.push(path);
          } else if (unnamedCount === MOST_UNNAMED + 1) {
            found.mistakes.push(
              `${top.toString(true)} has more than ${MOST_UNNAMED} JSON files; the others are looked at when they are open`);
          }
        }
      }
      folders.push(...below.reverse());
    }
  }

  /** What counts around a folder: the rules of the folders above it, up to the root of the repository. */
  async #rulesAround(top) {
    const above = [];
    for (let folder = top; folder.path !== "/"; folder = Uri.joinPath(folder, "..")) {
      const entries = await workspace.fs.readDirectory(folder).then((it) => it, () => []);
      if (folder !== top) above.unshift({ folder, entries });
      if (entries.some(([name]) => name === ".git")) {
        let rules = [];
        for (const it of above) rules = await this.#rulesIn(it.folder, it.entries, rules);
        return rules;
      }
    }
    return [];
  }

  async #rulesIn(folder, entries, outer) {
    const has = (name) => entries.some(([it]) => it === name);
    const own = async (...names) => rulesOf(await readIfThere(Uri.joinPath(folder, ...names)), pathOf(folder));
    // What is around a repository says nothing about what is in it.
    const rules = has(".git") ? await own(".git", "info", "exclude") : outer;
    return has(".gitignore") ? [...rules, ...await own(".gitignore")] : rules;
  }

  /** Whether records may be in JSON whose name says nothing: the module looks whether the first one names its form. */
  async #namesForm(uri, path) {
    try {
      const { mtime, size } = await workspace.fs.stat(uri);
      const known = this.#known.get(path);
      if (known?.mtime === mtime && known.size === size) return known.isThere;
      const isThere = size <= LONGEST && (await read(uri)).slice(0, PORTION).includes('"$form"');
      this.#known.set(path, { mtime, size, isThere });
      return isThere;
    } catch {
      // Who reads it is told what is in the way.
      return true;
    }
  }
}

/** A file as the module takes it. */
async function file(path) {
  const uri = fileAt(path);
  try {
    if ((await workspace.fs.stat(uri)).size > LONGEST) return { path, missing: "it is longer than 64 MiB" };
    return { path, text: await read(uri) };
  } catch (error) {
    return isMissing(error) ? { path } : { path, missing: error.message };
  }
}
