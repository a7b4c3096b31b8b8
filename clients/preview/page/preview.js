/** Connects the page to the editor's daemon, and shows the forms that are open in the editor. */
import { formCard } from "./card.js";
import { button, leaveToRead, set, setText } from "./dom.js";
import { Connection, Daemon, isAnswer, SocketChannel } from "./fieldd/index.js";
import { FormView } from "./form.js";
import { keepPresses } from "./press.js";

const part = (selector) => document.querySelector(selector);

/**
 * One form at a time, with a list of those that are open.
 *
 * It is the form that was opened or changed last, unless a person is filling in another here. All
 * that is known of a form the daemon knows, so that one that is shown again is asked for anew.
 */
class Preview {
  #daemon;
  #forms = [];
  /** The form that was opened or changed last. */
  #current = null;
  #uri = null;
  #form = null;
  #card = null;
  /** Whether the form that is to be shown could not be had. */
  #hasFailed = false;

  constructor(daemon) {
    this.#daemon = daemon;
    daemon.onNotification = (method, params) => {
      if (method === "preview/forms") this.#takeForms(params);
      else if (method === "preview/answer") this.#takeAnswer(params);
    };
  }

  /** Nothing will come any more; what is on the page stays to be read. */
  end(message) {
    showOver(message);
    for (const it of [this.#card?.fields, this.#card?.bar, part(".forms")]) if (it) leaveToRead(it);
  }

  #takeForms({ forms, current }) {
    const isOpen = forms.some((it) => it.uri === this.#uri);
    const isOther = current !== this.#current && current !== this.#uri;
    this.#current = current;
    this.#forms = forms;
    if (!isOpen || (isOther && !this.#isInUse)) this.#show(current);
    const buttons = forms.map(({ name, uri }) =>
      button({ title: uri, "data-uri": uri, onclick: () => this.#show(uri) }, name));
    part(".forms").replaceChildren(...buttons);
    this.#mark();
  }

  /** Whether a person is filling in the form that is shown. */
  get #isInUse() {
    return document.hasFocus() && (this.#card?.fields.contains(document.activeElement) ?? false);
  }

  /** What others have asked about a form is told to everybody. */
  #takeAnswer({ answer, method, uri }) {
    if (uri !== this.#uri) return;
    const { error, result } = answer;
    if (error) {
      this.#complain(error.message);
    } else if (this.#hasFailed || result.version > this.#form.committedVersion) {
      this.#show(uri);
    } else if (method === "field/snapshot") {
      this.#form.take(result);
    } else if (isAnswer(method, result)) {
      this.#complain(null);
      this.#form.introduce(result);
    }
  }

  /** Shows a form, or that there is none. */
  #show(uri) {
    this.#form?.close();
    this.#card?.element.remove();
    this.#uri = uri;
    this.#form = null;
    this.#card = null;
    this.#hasFailed = false;
    document.title = "Preview";
    part(".nothing").hidden = uri !== null;
    setText(part(".nothing p"), "No form is open in the editor.");
    if (uri !== null) this.#open(uri, formCard());
    this.#mark();
  }

  async #open(uri, card) {
    document.title = this.#forms.find((it) => it.uri === uri).name;
    const { encoding } = this.#daemon;
    const form = new FormView(this.#daemon.form(uri), card, { encoding, isEditors: true });
    this.#form = form;
    this.#card = card;
    const back = button({ class: "back", onclick: () => this.#show(uri) }, "Back to the form");
    card.committed.append(back);
    part(".nothing").after(card.element);
    try {
      await form.open();
    } catch (error) {
      if (this.#form !== form) return;
      this.#hasFailed = true;
      this.#complain(error.message);
    }
  }

  /** Says why the form is not shown as it is; null takes that back. */
  #complain(message) {
    this.#card.gone.hidden = message === null;
    setText(this.#card.gone, message ?? "");
  }

  #mark() {
    for (const it of part(".forms").children) {
      set(it, "aria-current", it.dataset.uri === this.#uri ? "true" : null);
    }
  }
}

function showOver(message) {
  part(".over").textContent = message;
  part(".over").hidden = false;
}

async function start() {
  const answer = await fetch("form");
  if (!answer.ok) throw new Error(await answer.text());
  const { byteLimit, encoding } = await answer.json();
  const address = new URL("socket", location.href.replace(/^http/, "ws"));
  const connection = new Connection(await SocketChannel.open(address));
  connection.byteLimit = byteLimit;
  const daemon = Daemon.join(connection, { encoding });
  const preview = new Preview(daemon);
  daemon.onEnd = (_, reason) => {
    preview.end(`The preview is over: ${reason || "the editor is gone"}.`);
  };
}

keepPresses(document);
start().catch((error) => showOver(error.message));
