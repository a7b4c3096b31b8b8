/** Where the form is somebody's question, it can be declined and cancelled, and may end without an answer. */
import { element, setText } from "./dom.js";

/** The codes with which the bridge closes the page of a question that gets no answer, and the words for them. */
const ENDS = new Map([[4000, "declined"], [4001, "cancelled"], [4002, "takenBack"]]);

/** The words for the end of a question; undefined for any other end. @param {number} code */
export function endOfQuestion(code) {
  return ENDS.get(code);
}

/** Puts the buttons for it beside those that go on. */
export function addRefusals(parts, connection, words) {
  const refusal = (name) => {
    const made = element("button", { type: "button", class: "refusal", onclick: () => connection.notify(`bridge/${name}`, {}) });
    setText(made, words.say(name));
    return made;
  };
  parts.asking.before(element("span", { class: "refusals" }, refusal("decline"), refusal("cancel")));
}
