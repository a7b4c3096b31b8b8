import { element } from "./dom.js";

/** The parts of the page that a form is drawn in; `element` is all of it, the page or a part of one. */
export function formCard(tag = "main", heading = "h1") {
  const committed = { class: "committed", "aria-labelledby": "committed", tabindex: "-1", hidden: true };
  const parts = {
    gone: element("p", { class: "gone", role: "alert", hidden: true }),
    title: element(heading, { class: "form-title unseen" }, "Form"),
    description: element("p", { class: "form-description", hidden: true }),
    fields: element("form", { class: "fields", autocomplete: "off", novalidate: true }),
    summary: element("div", { class: "summary", role: "alert" }),
    bar: element("footer", { class: "bar" }),
    toolbar: element("div", { class: "toolbar", role: "toolbar", "aria-label": "The active field" }),
    submit: element("button", { class: "submit", type: "button", disabled: true }, "Submit"),
    committed: element("section", committed, element("h2", { id: "committed" }, "Submitted"), element("dl")),
  };
  parts.bar.append(parts.toolbar, parts.submit);
  parts.element = element(
    tag, { class: "card" }, parts.gone, element("header", {}, parts.title, parts.description),
    parts.fields, parts.summary, parts.bar, parts.committed);
  return parts;
}
