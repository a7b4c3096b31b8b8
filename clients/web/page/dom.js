/** An element with its attributes, listeners (`onclick: …`) and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(attribute.slice(2), value);
    else set(made, attribute, value);
  }
  made.append(...children);
  return made;
}

/** Sets an attribute; false, null and undefined take it away. */
export function set(target, attribute, value) {
  if (value === false || value == null) target.removeAttribute(attribute);
  else if (value === true) target.setAttribute(attribute, "");
  else if (target.getAttribute(attribute) !== `${value}`) target.setAttribute(attribute, value);
}

/** Sets a text, and touches nothing if it is that already. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Makes these the children of an element, and moves none that stands where it belongs. */
export function arrange(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

/** A button that leaves the focus where it is when it is clicked. */
export function button(attributes, ...children) {
  const keepFocus = (event) => event.preventDefault();
  return element("button", { type: "button", onmousedown: keepFocus, ...attributes }, ...children);
}

/**
 * Whether a key is for the input method. Safari tells of the key that ends a composition behind its end, with
 * the code that all keys of input methods have.
 */
export function isComposing({ isComposing: isWithin, keyCode }) {
  return isWithin || keyCode === 229;
}

/** What a person does to a control, and what it answers to. */
const ACTS = [
  "beforeinput", "blur", "change", "click", "compositionstart", "drop", "focus", "focusin", "focusout", "input",
  "keydown", "keyup", "mousedown", "paste", "pointerdown",
];

/**
 * Leaves a part of the page to be read, also by a screen reader, and its texts to be copied; nothing else can
 * be done there any more.
 */
export function leaveToRead(part) {
  part.classList.add("ended");
  for (const it of part.querySelectorAll("input, textarea")) it.readOnly = true;
  for (const it of part.querySelectorAll("button")) it.disabled = true;
  for (const act of ACTS) part.addEventListener(act, (event) => event.stopImmediatePropagation(), true);
}
