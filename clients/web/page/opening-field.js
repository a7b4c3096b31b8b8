import { element, set, setText } from "./dom.js";
import { FieldView } from "./field.js";

/**
 * A field whose content is shown on a button, which opens a panel inside the border.
 *
 * It is open while the daemon says so: being entered opens it, a further click or Enter is Done.
 */
export class OpeningField extends FieldView {
  value = element("button", { type: "button", class: "control value", role: "combobox" });
  panel;
  #wasOpen = false;

  /** `popup` names what the panel is to people who can't see it. */
  constructor(form, facts, panel, popup) {
    super(form, facts);
    this.panel = panel;
    panel.id = `${this.id}-panel`;
    set(this.value, "aria-haspopup", popup);
    set(this.value, "aria-controls", panel.id);
    this.addControl(this.value);
    this.addPanel(panel);
    // A press gives the focus, which opens the field, before it is a click.
    this.box.addEventListener("pointerdown", () => (this.#wasOpen = this.facts.isOpen));
    this.value.addEventListener("click", () => this.#clicked());
  }

  get control() {
    return this.value;
  }

  /** Enters the field, or if it is open leaves it. */
  toggle() {
    if (this.facts.isOpen) this.done();
    else this.form.enter(this);
  }

  /** What the button above the keyboard does. */
  done() {
    this.form.act("field/done", {}, this.takeAnswer);
  }

  /** Draws the button, and shows the panel or hides it. */
  drawOpening(content) {
    const { facts } = this;
    setText(this.value, content);
    set(this.value, "aria-expanded", `${facts.isOpen === true}`);
    set(this.value, "data-placeholder", content === "" ? facts.placeholder : null);
    set(this.panel, "aria-label", this.name);
    if (!facts.isOpen && this.panel.contains(document.activeElement)) this.value.focus();
    this.panel.hidden = !facts.isOpen;
  }

  #clicked() {
    if (this.#wasOpen) this.done();
    else this.form.enter(this);
    this.#wasOpen = false;
  }
}
