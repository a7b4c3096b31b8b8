/** The builder without a server: the daemon is in the page, and the files are those of the person. */
import { answerTo, build, CAPABILITIES, showTrouble } from "./builder.js";
import { element, setText } from "./dom.js";
import { Daemon } from "./fieldd/index.js";
import { chooseFile, looseFile } from "./own-file.js";

const button = (attributes, words) => element("button", attributes, words);

/** Asks whether changes that were not saved may go. */
const leaving = element(
  "dialog", { class: "leaving", "aria-labelledby": "leaving", "aria-describedby": "left" },
  element(
    "form", { method: "dialog" }, element("h2", { id: "leaving" }, "Discard your changes?"), element("p", { id: "left" }),
    element(
      "div", { class: "choices" }, button({ value: "discard" }, "Discard"), button({ value: "", autofocus: true }, "Cancel"))));

/**
 * @param {object} page what the other scripts of the page say of it
 * @param {string} page.module the module, compressed by gzip, in base64
 * @param {string} [page.name] the name of the form's file, if the page begins with one
 * @param {string} [page.form] its text
 */
async function start({ form, module, name }) {
  const bytes = Uint8Array.from(atob(module), (letter) => letter.codePointAt(0));
  // One that was started again would know nothing of the text.
  const daemon = await Daemon.load({ module: bytes, capabilities: CAPABILITIES, restart: false });
  const { attempt, open, text } = await build(daemon, looseFile(name, form));
  const goOn = async (file) => {
    if (file === null) return;
    if (text.text !== text.saved) {
      const { textContent } = document.querySelector(".name");
      setText(leaving.querySelector("#left"), `Your changes to ${textContent} are not saved.`);
      if (await answerTo(leaving) === "") return;
    }
    await open(file);
  };
  document.body.append(leaving);
  document.querySelector(".undo").before(
    button({ type: "button", class: "new", onclick: () => attempt(() => goOn(looseFile())) }, "New"),
    button({ type: "button", class: "open", onclick: () => attempt(async () => goOn(await chooseFile())) }, "Open"),
  );
  // Who comes back to the page may have been to another program.
  addEventListener("focus", () => text.look());
}

start(globalThis.fieldd ?? {}).catch((error) => showTrouble(error.message));
