import { element, set, setText } from "./dom.js";
import { FieldView } from "./field.js";

/**
 * A field whose content is shown on a button, which opens a panel inside the border.
 *
 * It is open while the daemon says so. The focus alone does not open it: a click or a key does. A
 * further click or Escape closes it, and so does going elsewhere. That writes nothing; Done does.
 */
export class OpeningField extends FieldView {
  value = element("button", { type: "button", class: "control value", role: "combobox" });
  panel;
  /** Keys that were pressed while the panel is on its way; null while it is not. */
  #keys = null;

  /** `popup` names what the panel is to people who can't see it. */
  constructor(form, facts, panel, popup) {
    super(form, facts);
    this.panel = panel;
    panel.id = `${this.id}-panel`;
    set(this.value, "aria-haspopup", popup);
    this.addControl(this.value);
    this.addPanel(panel);
    this.value.addEventListener("click", () => this.toggle());
    this.element.addEventListener("keydown", (event) => this.#escaped(event));
    // Ahead of what ends the editing, which would take the row that the list stands on.
    this.element.addEventListener("focusout", (event) => this.#left(event), true);
  }

  get control() {
    return this.value;
  }

  /** Opens the panel, or closes it. */
  toggle() {
    if (this.facts.isOpen) this.close();
    else this.open();
  }

  open() {
    if (this.#keys !== null) return;
    this.#keys = [];
    this.act("field/beginEditing");
    // The answer of an act goes ahead of what it has changed; that of this one comes behind.
    this.form.act("field/settled", { keys: [] }, () => {
      const keys = this.#keys;
      this.#keys = null;
      if (!this.facts.isOpen) return;
      for (const key of keys) this.take(key);
      this.opened();
    });
  }

  /** The panel is there, and has taken the keys that were pressed ahead of it. */
  opened() {}

  close() {
    this.act("field/beginEditing", { open: false });
  }

  /** The focus leaves the field, and does not go to its toolbar. */
  leaveOpen() {
    const params = () => (this.form.activeKey === this.key ? { key: this.key, open: false } : null);
    if (this.facts.isOpen || this.isOnItsWay) this.form.act("field/beginEditing", params, this.takeAnswer);
  }

  #left({ relatedTarget }) {
    const isHere = this.element.contains(relatedTarget) || relatedTarget?.closest(".toolbar");
    if (!isHere && document.hasFocus() && !this.form.isFollowing) this.leaveOpen();
  }

  /** Empties the field, and shows nothing that Done could be said of. */
  clear() {
    super.clear();
    if (this.facts.isOpen) this.close();
  }

  /** Whether the panel was asked for and is yet to come. */
  get isOnItsWay() {
    return this.#keys !== null;
  }

  /** Takes a key for the panel, which is opened for it. */
  press(key) {
    if (this.#keys === null && this.facts.isOpen) {
      this.take(key);
      return;
    }
    this.open();
    this.#keys.push(key);
  }

  /** Does what a key does in the panel; a kind says what. */
  take() {}

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
    set(this.value, "aria-controls", facts.isOpen ? this.panel.id : null);
    set(this.panel, "aria-label", this.name);
    if (!facts.isOpen && this.panel.contains(document.activeElement)) this.value.focus();
    this.panel.hidden = !facts.isOpen;
  }

  #escaped(event) {
    if (event.key !== "Escape" || event.defaultPrevented || !this.facts.isOpen) return;
    event.preventDefault();
    this.close();
  }
}
