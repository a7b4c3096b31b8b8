/** Connects the page to its daemon, and shows the form that the bridge serves. */
import { formCard } from "./card.js";
import { leaveToRead } from "./dom.js";
import { Connection, Daemon, SocketChannel } from "./fieldd/index.js";
import { FormView } from "./form.js";
import { keepPresses } from "./press.js";
import { addRefusals, endOfQuestion } from "./question.js";

const NORMAL_CLOSURE = 1000;

const parts = formCard();
document.body.prepend(parts.element);

/** Says that nothing will come any more; what is on the page stays to be read. */
function showEnd(message) {
  parts.gone.textContent = message;
  parts.gone.hidden = false;
  for (const it of [parts.steps, parts.fields, parts.review, parts.bar]) leaveToRead(it);
}

/** What the bridge knows this tab's form by, also after a reload; all else is with the daemon. */
function sessionName() {
  const name = crypto.randomUUID();
  try {
    return (sessionStorage.session ??= name);
  } catch {
    // The browser keeps nothing: a reload begins anew.
    return name;
  }
}

/** Says that a question is over without an answer; of one that was taken back what was typed can be copied. */
function showEndOfQuestion(view, end) {
  const { gone, steps, summary, head, fields, review, bar } = parts;
  view.close();
  if (end === "takenBack") {
    showEnd(view.words.say(end));
    return;
  }
  for (const it of [steps, summary, head, fields, review, bar]) it.remove();
  gone.textContent = view.words.say(end);
  gone.classList.add("wanted");
  gone.hidden = false;
  gone.tabIndex = -1;
  gone.focus();
}

async function start() {
  const answer = await fetch("form");
  if (!answer.ok) throw new Error(await answer.text());
  const { byteLimit, pages, question, review, uri } = await answer.json();
  const address = new URL("socket", location.href.replace(/^http/, "ws"));
  address.searchParams.set("session", sessionName());
  address.searchParams.set("locale", navigator.language);
  const connection = new Connection(await SocketChannel.open(address));
  connection.byteLimit = byteLimit;
  const daemon = Daemon.join(connection);
  daemon.onEnd = (code, reason) => {
    const end = endOfQuestion(code);
    if ((code === NORMAL_CLOSURE || end) && !parts.committed.hidden) return;
    if (end) {
      showEndOfQuestion(view, end);
      return;
    }
    const why = reason || "the bridge is gone";
    showEnd(view.words.say("over", { name: why }));
  };
  const view = new FormView(daemon.form(uri), parts, { pages, review });
  view.onCommitted = async (values) => {
    await view.teach(values);
    await daemon.stop();
  };
  await view.open();
  if (question) addRefusals(parts, connection, view.words);
}

keepPresses(document);
start().catch((error) => showEnd(error.message));
