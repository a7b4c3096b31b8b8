import { eitherColor } from "./colors.js";
import { button, element, set, setText } from "./dom.js";
import { icon } from "./icons.js";
import { TitleRoom } from "./title-room.js";

/** What the daemon puts between what helps and what is wrong. */
const BETWEEN = " - ";
/** A check that takes longer is told of to those who can't see it; a shorter one at each rest would only disturb. */
const CHECK_MILLISECONDS = 2000;
const ICON_ACTIONS = { autofill: "autofillOne", clear: "clear", reveal: "show" };

/**
 * A field on the page: title, border, icon, helper and counter around the control of its kind.
 *
 * It draws what the daemon tells (`facts`) and knows no rule of its own. A kind brings its control
 * with `addControl` and draws it in `drawControl`.
 */
export class FieldView {
  /** What the daemon told last. */
  facts;
  element;
  box;
  /** What else is said of the control, to those who can't see it. */
  hints = [];
  #title = element("label", { class: "title" });
  #prefix = element("span", { class: "prefix", "aria-hidden": "true" });
  #unit = element("span", { class: "unit" });
  #clear = button({ class: "symbol clear", onclick: () => this.clear() }, icon("clear"));
  #icon = button({ class: "symbol icon", onclick: () => this.#tap() });
  #pending = element("span", { class: "pending", role: "status" });
  #pendingWords;
  #helper = element("p", { class: "helper" });
  #counter = element("p", { class: "counter" });
  #ends;
  #room;
  /** Why an act was refused, or what of a text was not kept. */
  #remark = null;
  /** What a refused submission has said of the draft. */
  #verdict = null;
  /** Why something that was typed was not taken. */
  #refusal = null;
  /** The control that title, helper and counter belong to; a kind may have several. */
  #described;

  constructor(form, facts) {
    this.form = form;
    this.facts = facts;
    this.id = `field-${form.nextNumber()}`;
    this.#title.id = `${this.id}-title`;
    this.#unit.id = `${this.id}-unit`;
    this.#helper.id = `${this.id}-helper`;
    this.#counter.id = `${this.id}-counter`;
    const ends = [this.#unit, this.#pending, this.#clear, this.#icon];
    this.#ends = element("span", { class: "ends" }, ...ends);
    const line = element("div", { class: "line" }, this.#prefix, this.#ends);
    this.box = element("div", { class: "box" }, line);
    const below = element("div", { class: "below" }, this.#helper, this.#counter);
    this.element = element("div", { class: "field" }, this.#title, this.box, below);
    this.#room = new TitleRoom(this.element, this.#title, this.box, this.#ends);
    this.element.addEventListener("focusin", (event) => this.#entered(event));
    this.element.addEventListener("focusout", (event) => this.#left(event));
    this.element.addEventListener("animationend", () => this.element.classList.remove("shaking"));
  }

  get key() {
    return this.facts.key;
  }

  /** What people call the field. */
  get name() {
    return this.facts.label ?? this.key;
  }

  /** Words of the page about this field. */
  say(words) {
    return this.form.words.say(words, { name: this.name });
  }

  /** Whether a person can go there now. */
  get takesFocus() {
    return !this.isDisabled && this.facts.isVisible !== false;
  }

  /** Whether the field can be neither entered nor edited. */
  get isDisabled() {
    return this.facts.isEnabled === false || this.facts.state === "disabled";
  }

  /** Whether the person has typed something that the daemon has not answered to yet. */
  get isAhead() {
    return false;
  }

  /** The element that has the focus while the field is active. */
  get control() {
    throw new Error("a kind of field without a control");
  }

  /** Sends an act about this field. */
  act(method, more = {}, take) {
    return this.form.act(method, { key: this.key, ...more }, take ?? this.takeAnswer);
  }

  /** Says why an act was refused, or remarks something about one that was not, until the next. */
  takeAnswer = (answer, remark = null) => {
    this.#remark = answer.accepted ? remark : answer.message;
    if (!answer.accepted) this.#shake();
    this.#drawBelow();
  };

  /**
   * Takes what a refused submission says of the draft; null for nothing. It stands beside the field
   * until the draft changes or the field is left, though the daemon forgets its error by then.
   */
  takeVerdict(words) {
    this.#verdict = words;
    this.#drawBelow();
  }

  /**
   * Takes why something that was typed is not in the draft; null for nothing. It stands beside the field, also
   * once that is left, until the draft changes or the field is entered again.
   */
  takeRefusal(words) {
    if (words === null && this.#refusal === null) return;
    this.#refusal = words;
    if (words !== null) this.#shake();
    this.#drawBelow();
  }

  /** Takes what was filled in and nobody has told of, where a kind has such a thing. */
  notice() {}

  /** Takes what is shown and was not chosen yet, where a kind shows such a thing; false where it is refused. */
  takeShown() {
    return true;
  }

  /** Why something that was typed is not in the draft; null for nothing. */
  get refusal() {
    return this.#refusal;
  }

  clear() {
    this.act("field/clear");
  }

  /** Takes the answer back, by a key, where the button for that is. */
  takeBack() {
    if (!this.#clear.hidden) this.clear();
  }

  focus() {
    this.control.focus();
  }

  /** Puts a control of the kind between prefix and unit. */
  addControl(control) {
    this.#prefix.after(control);
  }

  /** Puts something at the end of the line. */
  addEnd(part) {
    this.#ends.append(part);
  }

  /** Puts something below the line of the control, inside the border. */
  addPanel(panel) {
    this.box.firstElementChild.after(panel);
  }

  /** Takes all that is told by now, draws it, and has `news` for what is new of it. */
  update(news, facts) {
    const { isOpen: wasOpen, state: formerState } = this.facts;
    if (news.isActive === null) this.#remark = null;
    if (news.isActive === null || "text" in news) this.#verdict = null;
    if ("text" in news) this.#refusal = null;
    this.facts = facts;
    this.draw(news);
    if (this.facts.state === "error" && formerState !== "error") this.#shake();
    if (this.facts.isOpen && !wasOpen) this.element.scrollIntoView({ block: "nearest" });
  }

  /** Draws everything; `news` has the members that are new. */
  draw(news) {
    const { facts } = this;
    set(this.element, "data-key", facts.key);
    set(this.element, "data-kind", facts.kind);
    set(this.element, "data-style", facts.style);
    set(this.element, "data-state", facts.state);
    set(this.element, "data-title", facts.title.position);
    set(this.element, "data-active", facts.isActive);
    set(this.element, "data-open", facts.isOpen);
    this.element.hidden = facts.isVisible === false;
    this.#drawLook();
    setText(this.#title, facts.title.text);
    this.#room.draw();
    setText(this.#prefix, facts.prefix ?? "");
    setText(this.#unit, facts.unit ?? "");
    this.#drawSymbols();
    this.#drawPending(news);
    this.drawControl(news);
    this.#drawBelow();
  }

  #drawPending(news) {
    const { isPending } = this.facts;
    const wasPending = this.#pending.hasAttribute("data-busy");
    set(this.#pending, "data-busy", isPending);
    if (wasPending === (isPending === true) && !("text" in news)) return;
    clearTimeout(this.#pendingWords);
    setText(this.#pending, "");
    if (!isPending) return;
    this.#pendingWords = setTimeout(() => setText(this.#pending, this.say("checking")), CHECK_MILLISECONDS);
  }

  #drawLook() {
    const { style } = this.element;
    for (const [part, { value }] of Object.entries(this.facts.colors)) {
      style.setProperty(`--${part}`, eitherColor(part, value));
    }
    const { borderWidth, height, horizontalPadding, isOpen, state } = this.facts;
    style.setProperty("--border-width", `${borderWidth}px`);
    style.setProperty("--padding", `${horizontalPadding}px`);
    style.setProperty("--height", `${height}px`);
    const boxHeight = state === "error" ? height - this.form.errorHeight : height;
    style.setProperty("--box-height", `${boxHeight}px`);
    if (!isOpen) style.setProperty("--line-height", `${boxHeight}px`);
  }

  /** Whether what was chosen can be taken back: the form offers it, or the field may stay empty. */
  get #canBeCleared() {
    const { isClearable, isReadOnly, isRequired, kind, multiple } = this.facts;
    const isChosen = (kind === "picker" && !multiple) || kind === "date";
    return isClearable || (isChosen && !isRequired && !isReadOnly);
  }

  #drawSymbols() {
    const { facts } = this;
    const isFilled = facts.text.length > 0;
    this.#clear.hidden = this.isDisabled || !(this.#canBeCleared && isFilled);
    set(this.#clear, "aria-label", this.say("clear"));
    const hidesIcon = facts.isPending && !facts.iconAction;
    const name = hidesIcon ? undefined : facts.isRevealed ? "hidden" : facts.icon;
    const isButton = facts.iconAction !== undefined && !this.isDisabled;
    this.#icon.hidden = name === undefined;
    this.#icon.disabled = !isButton;
    const action = facts.isRevealed ? "hide" : ICON_ACTIONS[facts.iconAction];
    set(this.#icon, "aria-label", isButton ? this.say(action) : null);
    set(this.#icon, "aria-hidden", isButton ? null : "true");
    if (this.#icon.dataset.name !== name) {
      this.#icon.dataset.name = name;
      this.#icon.replaceChildren(...(name === undefined ? [] : [icon(name)]));
    }
  }

  #drawBelow() {
    const { counter, error, helper, state } = this.facts;
    const isVerdict = this.#verdict !== null && error === undefined;
    const isWrong = state === "error" || isVerdict;
    const remark = this.#remark ?? this.#refusal;
    const [plain, wrong] = remark !== null ? ["", remark] : isVerdict ? [helper ?? "", this.#verdict] : apart(helper, error);
    const words = [plain, wrong].filter(Boolean).join(BETWEEN);
    const isUrgent = remark !== null || isWrong;
    if (!isUrgent) set(this.#helper, "role", null);
    // What is wrong with many fields at once the summary says.
    else if (words !== this.#helper.textContent && !this.form.isJudging) set(this.#helper, "role", "alert");
    set(this.#helper, "data-refused", remark !== null || isVerdict);
    this.#drawHelper(plain, words);
    setText(this.#counter, counter ? `${counter.count}/${counter.max}` : "");
    set(this.#counter, "data-full", counter !== undefined && counter.count >= counter.max);
    set(this.control, "aria-invalid", isWrong ? "true" : null);
    set(this.element, "data-wrong", isVerdict);
    this.#describe();
  }

  /** What helps stays as quiet as it is; what is wrong stands behind it. */
  #drawHelper(plain, words) {
    const quiet = plain !== "" && words !== plain;
    if (this.#helper.textContent === words && quiet === (this.#helper.firstElementChild !== null)) return;
    this.#helper.replaceChildren(...(quiet ? [element("span", { class: "plain" }, plain), words.slice(plain.length)] : [words]));
  }

  #describe() {
    const { control, facts } = this;
    if (this.#described !== control) this.#described?.removeAttribute("id");
    this.#described = control;
    control.id = `${this.id}-control`;
    this.#title.htmlFor = control.id;
    const described = [this.#unit, this.#helper, this.#counter, ...this.hints];
    const said = described.filter((part) => part.textContent !== "" && !part.hidden);
    const ids = said.map((part) => part.id);
    set(control, "aria-describedby", ids.join(" ") || null);
    const isText = control.matches("input, textarea");
    set(control, "aria-labelledby", isText ? this.#title.id : `${this.#title.id} ${control.id}`);
    set(control, "aria-required", facts.isRequired ? "true" : null);
    set(control, "aria-busy", facts.isPending ? "true" : null);
    control.disabled = this.isDisabled;
  }

  #tap() {
    this.act("field/tapIcon", { open: false });
  }

  #shake() {
    if (this.facts.shakes !== false) this.element.classList.add("shaking");
  }

  #entered(event) {
    if (this.element.contains(event.relatedTarget)) return;
    this.takeRefusal(null);
    this.form.enter(this);
  }

  #left(event) {
    if (!this.element.contains(event.relatedTarget)) this.form.leave(this, event.relatedTarget);
  }
}

/** What helps, and what is wrong, of the text that the daemon puts below a field. */
function apart(helper = "", error) {
  if (error === undefined) return [helper, ""];
  if (helper === error) return ["", error];
  return helper.endsWith(BETWEEN + error) ? [helper.slice(0, -(BETWEEN + error).length), error] : [helper, ""];
}
