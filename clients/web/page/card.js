import { element } from "./dom.js";
import { icon } from "./icons.js";

/** The parts of the page that a form is drawn in; `element` is all of it, the page or a part of one. */
export function formCard(tag = "main", heading = "h1") {
  const committed = { class: "committed", "aria-labelledby": "committed", tabindex: "-1", hidden: true };
  const parts = {
    gone: element("p", { class: "gone", role: "alert", hidden: true }),
    title: element(heading, { class: "form-title unseen", tabindex: "-1" }, "Form"),
    description: element("p", { class: "form-description", hidden: true }),
    steps: element("nav", { class: "steps", hidden: true }),
    summary: element("div", { class: "summary", role: "alert" }),
    said: element("p", { class: "unseen", role: "status" }),
    head: element("div", { class: "page-head", hidden: true }),
    fields: element("form", { class: "fields", autocomplete: "off", novalidate: true }),
    review: element("section", { class: "review", "aria-labelledby": "review", hidden: true }),
    bar: element("footer", { class: "bar" }),
    toolbar: element("div", { class: "toolbar" }),
    asking: element("span", { class: "pending", role: "status" }),
    back: element("button", { class: "onward-back", type: "button", hidden: true }),
    submit: element("button", { class: "submit", type: "button", disabled: true }, "Submit"),
    committed: element(
      "section", committed, element("h2", { id: "committed" }, icon("check"), element("span", {}, "Submitted")), element("div", { class: "answers" })),
  };
  const onward = element("div", { class: "onward" }, parts.asking, parts.back, parts.submit);
  parts.bar.append(parts.toolbar, onward);
  parts.element = element(
    tag, { class: "card" }, parts.gone, element("header", {}, parts.title, parts.description), parts.steps,
    parts.summary, parts.said, parts.head, parts.fields, parts.review, parts.bar, parts.committed);
  // What comes into view stays clear of the bar, which may take two lines.
  const measure = new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) =>
    document.documentElement.style.setProperty("--bar-height", `${blockSize}px`));
  measure.observe(parts.bar);
  return parts;
}
