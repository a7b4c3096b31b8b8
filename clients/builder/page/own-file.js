import { element } from "./dom.js";

/** What a form is called that was in no file yet. */
const NEW_NAME = "form.fields.json";
/** Each file has an address of its own, so that nothing of the one before is meant. */
let count = 0;

/**
 * A form that the page has begun with: in no file that it could write, so that it is saved by a download.
 *
 * @param {string} [name]
 * @param {string | null} [text]
 * @returns {import("./document.js").File}
 */
export function looseFile(name = NEW_NAME, text = null) {
  return { name, uri: addressOf(name), text, save: async (written) => download(name, written) };
}

/**
 * A file that the person chooses, or null. Where the browser has the File System Access API it is written in its
 * place, whole or not at all; elsewhere it is downloaded.
 *
 * @returns {Promise<import("./document.js").File | null>}
 * @throws {Error} that says why it can't be opened
 */
export async function chooseFile() {
  if (!globalThis.showOpenFilePicker) {
    const file = await picked();
    return file && looseFile(file.name, await textOf(file));
  }
  try {
    const [handle] = await showOpenFilePicker();
    const file = await handle.getFile();
    return { ...inPlace(handle), name: file.name, uri: addressOf(file.name), text: await textOf(file) };
  } catch (error) {
    if (error.name === "AbortError") return null;
    throw error;
  }
}

/** How a file is read and written where it is. */
function inPlace(handle) {
  const read = async () => {
    try {
      return await textOf(await handle.getFile());
    } catch (error) {
      if (error.name === "NotFoundError") return null;
      throw error;
    }
  };
  const save = async (text, before) => {
    try {
      const there = await read();
      if (there !== before) return { isSaved: false, file: there };
      await write(handle, whole(text));
      return { isSaved: true };
    } catch (error) {
      throw new Error(`Not saved: ${error.message}`, { cause: error });
    }
  };
  return { read, save };
}

async function write(handle, text) {
  // The file is another once this is closed.
  const writable = await handle.createWritable();
  try {
    await writable.write(text);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => {});
    throw error;
  }
}

/** Hands a text to the person as a file of their downloads. */
function download(name, text) {
  const href = URL.createObjectURL(new Blob([whole(text)], { type: "application/json" }));
  element("a", { href, download: name }).click();
  // A browser may take it only once the press is over.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return { isSaved: true };
}

/** The text, if UTF-8 has all of it. */
function whole(text) {
  if (!text.isWellFormed()) throw new Error("Not saved: the text has half a character");
  return text;
}

/** The text of a file with all that is in it, a mark of the byte order too. */
async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch (error) {
    if (error instanceof TypeError) throw new Error(`${file.name} can’t be read: it is not a text in UTF-8`, { cause: error });
    throw error;
  }
}

/** The file that the person picks by an input, or null. */
function picked() {
  const input = document.querySelector(".file") ?? element("input", { class: "file", type: "file", hidden: true });
  document.body.append(input);
  input.value = "";
  return new Promise((resolve) => {
    input.onchange = () => resolve(input.files[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}

function addressOf(name) {
  count += 1;
  return `file:///${count}/${encodeURIComponent(name)}`;
}
