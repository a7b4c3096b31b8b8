import { RawJSON } from "./fieldd/connection.js";

/** So long a text rests before it is kept, in milliseconds; a page that goes away keeps it at once. */
const REST_MILLISECONDS = 500;
/** The kinds whose drafts are typed texts. */
const TYPED = ["any", "area", "entry"];

/**
 * What a person has typed into a form, kept for a reload of its page: in `sessionStorage`, for this tab and this page.
 *
 * The form is opened with the drafts again, and then checked as far as it was. Drafts of secure fields are kept
 * nowhere. Those of another text of the form are forgotten, and a store that keeps nothing changes nothing else.
 */
export class Drafts {
  #store;
  #name = `fieldd.drafts ${location.pathname}`;
  #digest;
  #kept;
  /** The form as long as its drafts are kept. */
  #form = null;
  /** The drafts with which it began. */
  #begun = "";
  #timer = null;

  /**
   * @param {Storage | undefined} store
   * @param {string} digest what is another for another text of the form
   */
  constructor(store, digest) {
    this.#store = store;
    this.#digest = digest;
    this.#kept = this.#read();
    addEventListener("pagehide", () => this.#keep());
  }

  /**
   * Opens the form with what was kept of it, as it was then.
   *
   * @param {(values?: RawJSON) => Promise<import("./fieldd/index.js").Form>} open
   */
  async open(open) {
    const kept = this.#kept;
    if (kept === null) return await this.#begin(await open());
    let form;
    try {
      form = await open(RawJSON.of(kept.values));
    } catch {
      // What this form does not take is of no use to it.
      this.forget();
      return await this.#begin(await open());
    }
    this.#begun = kept.begun;
    // What can't be brought back is judged when the person leaves it.
    await restore(form, kept).catch(() => {});
    return this.#follow(form);
  }

  /** Keeps nothing from now on, and nothing of what was kept. */
  forget() {
    this.#form = null;
    clearTimeout(this.#timer);
    try {
      this.#store?.removeItem(this.#name);
    } catch {
      // What can't be written was not kept.
    }
  }

  #begin(form) {
    this.#begun = draftsOf(form);
    return this.#follow(form);
  }

  #follow(form) {
    this.#form = form;
    this.#listen(form.changes());
    return form;
  }

  async #listen(changes) {
    for await (const _ of changes) this.#timer ??= setTimeout(() => this.#keep(), REST_MILLISECONDS);
  }

  #keep() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#form === null) return;
    const values = draftsOf(this.#form);
    const edited = this.#form.fields.filter((it) => it.isEdited && isKept(it)).map((it) => ({
      place: placeOf(this.#form, it), text: TYPED.includes(it.kind) ? it.text : null,
    }));
    try {
      if (values === this.#begun && edited.length === 0) {
        this.#store?.removeItem(this.#name);
        return;
      }
      const { active, lists } = this.#form;
      const kept = {
        digest: this.#digest, begun: this.#begun, values, edited,
        active: active && placeOf(this.#form, active),
        lists: lists.filter((it) => it.problems.length > 0).map((it) => it.key),
      };
      this.#store?.setItem(this.#name, JSON.stringify(kept));
    } catch {
      // The store is full: what was kept before is not what is typed now.
      this.#store?.removeItem(this.#name);
    }
  }

  #read() {
    try {
      const kept = JSON.parse(this.#store?.getItem(this.#name) ?? "null");
      if (kept?.digest === this.#digest) return kept;
      this.#store?.removeItem(this.#name);
    } catch {
      // What can't be read was kept by nobody here.
    }
    return null;
  }
}

/** What may be kept, and is not the document's own. */
const isKept = (field) => !field.isSecure && (field.isEdited || field.entry !== null);

const draftsOf = (form) => form.drafts(isKept).text;

/** The key of a field, with the place of its entry in the list: the numbers of entries are others in another form. */
function placeOf(form, { entry, key, ownKey }) {
  if (entry === null) return key;
  const index = form.list(entry.list).entries.findIndex((it) => it.number === entry.id);
  return [entry.list, index, ownKey];
}

/** The field at a place, or undefined. */
function fieldAt(form, place) {
  if (typeof place === "string") return form.has(place) ? form.field(place) : undefined;
  const [list, index, ownKey] = place;
  const entry = form.lists.find((it) => it.key === list)?.entries[index];
  return entry && [...entry].find((it) => it.ownKey === ownKey);
}

/** Brings a form that was opened with kept drafts to where it was. */
async function restore(form, { active, edited, lists }) {
  const fields = edited.map(({ place, text }) => ({ field: fieldAt(form, place), text })).filter((it) => it.field);
  const held = active === null ? undefined : fieldAt(form, active);
  const heldText = fields.find((it) => it.field === held)?.text;
  for (const { field, text } of fields) {
    // Half a value of JSON is none in a record: it is typed again.
    const isOther = text && (field.text !== text || field.error !== null);
    if (isOther && field !== held) await field.replaceText(text);
  }
  await form.endEditing();
  // Nobody has left the text that was typed last.
  const left = fields.filter((it) => !(it.field === held && heldText)).map((it) => it.field.key);
  await form.validate([...left, ...lists]);
  if (heldText) {
    // The same text again would be no edit.
    await held.replaceText("");
    await held.replaceText(heldText);
  } else if (held) await form.request("beginEditing", { key: held.key, open: false });
}
