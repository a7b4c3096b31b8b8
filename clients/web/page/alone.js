/** Shows a form without a server: the daemon is in the page, and the answers are saved or sent from it. */
import { formCard } from "./card.js";
import { element, leaveToRead, setText } from "./dom.js";
import { Drafts } from "./drafts.js";
import { RawJSON } from "./fieldd/connection.js";
import { Daemon } from "./fieldd/index.js";
import { FormView } from "./form.js";
import { keepPresses } from "./press.js";

/**
 * What the other scripts of the page say of it.
 *
 * @typedef {object} Page
 * @property {string} name of the form's file
 * @property {string} form its text
 * @property {string} digest what is another for another text
 * @property {string} module the module, compressed by gzip, in base64
 * @property {boolean} [pages] whether a group is shown at a time
 * @property {boolean} [review] whether all answers are shown before they are submitted
 * @property {string} [action] where the answers are sent
 */

/** The bytes of base64. */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.codePointAt(0));
}

/** What keeps texts for the next time, or for this tab alone; undefined where the browser keeps nothing. */
function storeOf(name) {
  try {
    return globalThis[name];
  } catch {
    return undefined;
  }
}

/** A link that saves a text as a file. */
function saving(name, text, words) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  return element("a", { class: "save", href, download: name }, words.say("save"));
}

/** Sends the answers; why they could not be sent, or null. */
async function send(action, text) {
  try {
    const answer = await fetch(action, { method: "POST", headers: { "content-type": "application/json" }, body: text });
    return answer.ok ? null : `${answer.status} ${answer.statusText}`.trim();
  } catch (error) {
    return error.message;
  }
}

/** Shows a page of its own. @param {Page} page */
async function start({ action, digest, form: text, module, name, pages, review }, parts) {
  const store = storeOf("localStorage");
  const options = { module: bytesOf(module), exactNumbers: true, locale: navigator.language, store };
  const daemon = await Daemon.load(options);
  const opened = { uri: `form:${name}`, locale: navigator.language, tidy: true, allowErrors: true };
  const drafts = new Drafts(storeOf("sessionStorage"), digest);
  const form = await drafts.open((values) => daemon.open(text, { ...opened, values }));
  const view = new FormView(form, parts, { pages, review });
  // Nothing of it is anywhere else.
  let isKept = false;
  addEventListener("beforeunload", (event) => {
    const isFilledIn = form.fields.some((it) => it.facts.isEdited) || !parts.committed.hidden;
    if (isFilledIn && !isKept) event.preventDefault();
  });
  view.onCommitted = async (values) => {
    const answers = `${RawJSON.writing(values).text}\n`;
    const save = saving(`${name.replace(/(\.fields)?\.\w+$/, "")}.values.json`, answers, view.words);
    save.addEventListener("click", () => (isKept = true));
    parts.committed.append(save);
    if (!action) drafts.forget();
    // A page around this one, or a script of its own, may take them too.
    document.dispatchEvent(new CustomEvent("submitted", { detail: values }));
    if (action) {
      const trouble = await send(action, answers);
      isKept ||= trouble === null;
      // What was not sent may be sent by the page that is loaded again.
      if (trouble === null) drafts.forget();
      else {
        setText(parts.gone, view.words.say("unsent", { name: trouble }));
        parts.gone.hidden = false;
      }
    }
    await view.teach(values);
    await daemon.stop();
  };
  await view.open();
}

const parts = formCard();
document.body.prepend(parts.element);
keepPresses(document);
start(globalThis.fieldd, parts).catch((error) => {
  parts.gone.textContent = error.message;
  parts.gone.hidden = false;
  for (const it of [parts.steps, parts.fields, parts.review, parts.bar]) leaveToRead(it);
});
