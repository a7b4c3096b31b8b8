import {
  changed, examples, label, limits, parse, partNames, present, shownDate, spoken, stepped, write,
} from "./calendar.js";
import { DateReader } from "./date-reader.js";
import { button, element, isComposing, set, setText } from "./dom.js";
import { icon } from "./icons.js";
import { OpeningField } from "./opening-field.js";

const VISIBLE_STEPS = [-2, -1, 0, 1, 2];
const STEP_PIXELS = 40;
/** A whole date is taken once the typing has rested for so long, though nobody has gone on. */
const REST_MILLISECONDS = 500;
/** Turns of a mouse wheel that follow each other so closely are one, wherever it has begun. */
const SCROLL_MILLISECONDS = 500;
const MARKS = { date: "calendar", dateAndTime: "calendar", time: "clock", countDownTimer: "clock" };

/** When the page was scrolled last, and not a wheel turned. */
let scrolledAt = -Infinity;
addEventListener("wheel", ({ isTrusted, target }) => {
  if (isTrusted && !target.closest?.(".wheel:focus")) scrolledAt = performance.now();
}, { capture: true, passive: true });

/**
 * A date: a button that opens a wheel for each part of the date inside the border.
 *
 * Up and Down turn a wheel, Home and End to its ends, Left and Right go to the next. What is typed or pasted
 * is read as a whole, in the order of the form or the reader and as ISO 8601 has it. It is taken once
 * it is a whole date and the typing rests or goes on elsewhere, or refused in words. Until then the draft stays.
 *
 * Wheels that are looked at answer nothing: an empty date stands on its default, else on this moment, and only
 * Done, Enter or a press on it takes that.
 */
export class DateField extends OpeningField {
  #wheels = [];
  #line = element("p", { class: "typed", "aria-hidden": "true" });
  #drawnShape = "";
  /** What the wheels show, which is ahead of the daemon while it has not answered. */
  #parts = null;
  #toldDate = "";
  #waitingCount = 0;
  /** The day that was asked for, which a month may not have. */
  #wantedDay = null;
  /**
   * What is being typed: the text, the place of the wheel that it began with, and the parts that were typed into
   * wheels before it; null while nothing is.
   */
  #typed = null;
  #reader = null;
  #rest;
  /** The wheel that is gone to by what is typed, and not by the person. */
  #isAdvancing = false;

  constructor(form, facts) {
    super(form, facts, element("div", { class: "wheels panel", role: "dialog" }), "dialog");
    const mark = { class: "symbol mark", tabindex: "-1", "aria-label": this.say("wheels") };
    this.addEnd(button({ ...mark, onclick: () => this.#pressedMark() }, icon(MARKS[facts.mode])));
    this.value.addEventListener("keydown", (event) => this.#pressed(event));
    this.box.addEventListener("paste", (event) => this.#paste(event));
    this.draw(facts);
  }

  /** The language in which dates are read and typed: the form's, else the reader's. */
  get locale() {
    return this.facts.locale ?? this.form.words.locale;
  }

  /** What people call a part, in the language of the page. */
  partName(name) {
    return new Intl.DisplayNames(this.form.words.lang, { type: "dateTimeField" }).of(name);
  }

  /** The parts on the wheels: of what is typed, of the date, or those that an empty date stands on. */
  get parts() {
    const parts = this.#parts ?? this.#standing;
    return this.#typed === null ? parts : { ...parts, ...this.#typed.given, ...this.#reading.parts };
  }

  get isAhead() {
    return this.#typed !== null;
  }

  /** Where the wheels of an empty date stand: on the default, else on this moment, between the ends. */
  get #standing() {
    const { defaultDate, maximumDate, minimumDate, mode } = this.facts;
    const now = present(mode, this.#zone);
    const text = defaultDate ?? write(now, mode);
    if (!this.#isOutside(text)) return parse(text, mode) ?? now;
    const ends = [minimumDate, maximumDate].map((bound) => parse(this.#boundText(bound), mode));
    return (text < this.#boundText(minimumDate) ? ends[0] : ends[1]) ?? now;
  }

  /** The zone whose clocks count: the form's, where it names one, else the reader's. */
  get #zone() {
    return this.facts.timeZone;
  }

  drawControl(news) {
    const { facts } = this;
    this.drawOpening(shownDate(facts, this.locale));
    if ("isOpen" in news) this.#wantedDay = null;
    if ("date" in news) this.#tell(facts.date);
    this.#drawWheels();
    if (this.#typed !== null) this.#judge();
  }

  /** An event of the field: a date that the daemon has set comes before its answer. */
  hear(event) {
    if (event.name === "dateChanged") this.#tell(event.date);
  }

  notice() {
    this.settle();
  }

  clear() {
    this.#forget();
    super.clear();
  }

  close() {
    this.#forget();
    super.close();
  }

  /** Turns a part to a value; what was typed so far counts with it. */
  turn(name, value) {
    if (!this.#absorb()) return;
    this.takeRefusal(null);
    if (name === "day") this.#wantedDay = value;
    const day = this.#wantedDay ?? this.parts.day;
    this.#parts = changed({ ...this.parts, ...(day !== undefined && { day }) }, name, value);
    const isShort = day !== undefined && this.#parts.day !== day;
    this.#send(write(this.#parts, this.facts.mode), isShort ? this.rangeWords("day") : null);
    this.#drawWheels();
  }

  /** Sets a date; `remark` is what is said of it, unless the daemon keeps it between its ends. */
  #send(date, remark = null) {
    this.#waitingCount += 1;
    this.act("field/setDate", { date }, (answer) => {
      this.#waitingCount -= 1;
      const isKept = answer.accepted && this.#isOutside(date);
      if (isKept) this.#wantedDay = null;
      this.#tell(this.#toldDate);
      this.takeAnswer(answer, isKept ? this.#endsWords() : remark);
    });
  }

  /** The values that a part can have. */
  rangeWords(name, parts = this.parts) {
    const [least, greatest] = limits({ year: 2000, month: 1, ...parts }, name);
    return `${this.partName(name)}: ${least}–${greatest}`;
  }

  // What is typed.

  /** What was typed, as it is shown while it is. */
  get typedText() {
    return this.#typed?.text ?? "";
  }

  /** What it says so far. */
  get #reading() {
    return this.#read({ isEnded: false });
  }

  /** What it says, if that is all. */
  get #ended() {
    return this.#read({ isEnded: true });
  }

  #read({ isEnded }) {
    const { from, text } = this.#typed;
    return this.#reader.read(text, { from, isEnded });
  }

  /** Takes a sign that was typed, into a wheel or on the button, which begins with the first part. */
  type(sign, wheel) {
    if (this.isDisabled || this.facts.isReadOnly) return;
    this.#typed ??= { text: "", from: Math.max(this.#wheels.indexOf(wheel), 0), given: {} };
    this.#makeReader();
    this.#typed.text += sign;
    this.#judge();
  }

  /** Takes back the last sign that was typed; false if there is none. */
  erase() {
    if (!this.#typed?.text) return false;
    this.#typed.text = this.#typed.text.slice(0, -1);
    if (this.#typed.text === "" && Object.keys(this.#typed.given).length === 0) this.#forget();
    else this.#judge();
    return true;
  }

  /** Goes on with another wheel: what was typed is kept for the whole date, or refused. */
  goTo(wheel) {
    if (this.#isAdvancing || this.#typed === null || this.#typed.text === "") return;
    const { text, from, given } = this.#typed;
    const { isWhole, parts, wrong } = this.#ended;
    if (wrong !== null || (isWhole && from === 0)) {
      this.settle();
      return;
    }
    if (Object.keys(parts).length === 0) {
      this.#refuse(this.#unreadWords(text));
      return;
    }
    this.#typed = { text: "", from: this.#wheels.indexOf(wheel), given: { ...given, ...parts } };
    this.#drawWheels();
  }

  /** Takes what was typed as the date, or refuses it in words; true unless it is refused. */
  settle() {
    if (this.#typed === null) return true;
    const { given, text } = this.#typed;
    const exact = this.#reader.exact(text);
    const { parts, wrong } = this.#ended;
    if (exact !== null) return this.#takeExact(exact);
    const read = { ...given, ...parts };
    if (wrong !== null) return this.#refuse(wrong === "text" ? this.#unreadWords(text) : this.rangeWords(wrong, read));
    if (text !== "" && Object.keys(parts).length === 0) return this.#refuse(this.#unreadWords(text));
    return this.#takeParts(read, text);
  }

  /** What was read of a text becomes the date, with the parts that the date has already. */
  #takeParts(read, text) {
    const { mode } = this.facts;
    const whole = { ...parse(this.#toldDate, mode), ...read };
    if (partNames(mode, this.locale).some((name) => !(name in whole))) return this.#refuse(this.#unreadWords(text));
    if (whole.day !== undefined && whole.day > limits(whole, "day")[1]) return this.#refuse(this.rangeWords("day", whole));
    const date = write(whole, mode);
    if (this.#isOutside(date)) return this.#refuse(this.#endsWords());
    this.#forget();
    this.#parts = whole;
    this.takeRefusal(null);
    this.#send(date);
    this.#drawWheels();
    return true;
  }

  #takeExact(date) {
    if (this.#isOutside(date)) return this.#refuse(this.#endsWords());
    this.#forget();
    this.takeRefusal(null);
    this.#send(date);
    return true;
  }

  /** Says why what was typed is not the date, which stays as it was; it may be typed again where it began. */
  #refuse(words) {
    const first = this.#wheels[this.#typed?.from ?? -1];
    this.#forget();
    this.takeRefusal(null);
    this.takeRefusal(words);
    if (first && this.panel.contains(document.activeElement)) first.element.focus();
    return false;
  }

  #unreadWords(text) {
    const { format, mode } = this.facts;
    const first = examples(mode, this.locale, format).join(" · ");
    return this.form.words.say("unread", { name: text.trim(), first });
  }

  /** What was typed so far is shown, and what of it can't be is said; a whole date is taken when the typing rests. */
  #judge() {
    clearTimeout(this.#rest);
    this.#makeReader();
    const { at, isFull, isWhole, parts, wrong } = this.#reading;
    const words = wrong === "text" ? this.#unreadWords(this.#typed.text) : wrong && this.rangeWords(wrong, { ...this.parts, ...parts });
    this.takeRefusal(words);
    const known = { ...parse(this.#toldDate, this.facts.mode), ...this.#typed.given, ...parts };
    const isSure = isWhole && isFull && wrong === null && partNames(this.facts.mode, this.locale).every((it) => it in known);
    if (isSure) this.#rest = setTimeout(() => this.settle(), REST_MILLISECONDS);
    this.#drawWheels();
    this.#advance(at);
  }

  /** Gives the focus to the wheel of the part that is typed. */
  #advance(name) {
    const wheel = this.#wheels.find((it) => it.name === name);
    if (!this.facts.isOpen || wheel === undefined || !this.element.contains(document.activeElement)) return;
    this.#isAdvancing = true;
    wheel.element.focus();
    this.#isAdvancing = false;
  }

  /** Has what was typed so far count for a wheel that is turned; false where it is refused. */
  #absorb() {
    if (this.#typed === null) return true;
    const { text } = this.#typed;
    const { parts, wrong } = this.#ended;
    if (wrong !== null || (text !== "" && Object.keys(parts).length === 0)) return this.settle();
    const { day } = this.parts;
    this.#parts = day === undefined ? this.parts : changed(this.parts, "day", day);
    this.#forget();
    return true;
  }

  /** What is typed from now on begins anew. */
  #forget() {
    clearTimeout(this.#rest);
    this.#typed = null;
    this.#drawWheels();
  }

  #makeReader() {
    const { format, mode } = this.facts;
    this.#reader ??= new DateReader(mode, [this.locale, navigator.language], format);
  }

  leaveOpen() {
    this.settle();
    super.leaveOpen();
  }

  /** Gives the focus to the wheel some places beside another. */
  goBeside(wheel, step) {
    this.#wheels[this.#wheels.indexOf(wheel) + step]?.element.focus();
  }

  // The ends.

  /** Whether a part can't have a value without leaving the ends of the field. */
  isBeyond(name, value) {
    return this.#isOutside(write(changed(this.parts, name, value), this.facts.mode));
  }

  #isOutside(text) {
    const { maximumDate, minimumDate } = this.facts;
    const [least, greatest] = [minimumDate, maximumDate].map((bound) => this.#boundText(bound));
    return text < least || text.slice(0, greatest.length) > greatest;
  }

  /** Between which ends the daemon keeps the date. */
  #endsWords() {
    const { format, maximumDate, minimumDate, mode } = this.facts;
    const [first, last] = [minimumDate, maximumDate]
      .map((bound) => spoken(this.#boundText(bound), mode, this.locale, format));
    return this.form.words.say(first === "" ? "until" : last === "" ? "from" : "between", { first, last });
  }

  #boundText(bound = "") {
    const { mode } = this.facts;
    if (mode === "countDownTimer") return "";
    if (bound === "today") return mode === "time" ? "" : write(present("date", this.#zone), "date");
    return /^\d/.test(bound) ? bound : this.form.field(bound)?.facts.date ?? "";
  }

  #tell(date) {
    this.#toldDate = date;
    if (this.#waitingCount > 0) return;
    this.#parts = parse(date, this.facts.mode);
    this.#drawWheels();
  }

  #drawWheels() {
    const { format, isOpen, mode } = this.facts;
    if (!isOpen) return;
    const shape = `${mode} ${this.locale} ${format}`;
    if (shape !== this.#drawnShape) {
      this.#drawnShape = shape;
      this.#reader = null;
      this.#wheels = partNames(mode, this.locale, format).map((part) => new Wheel(this, part));
      this.panel.replaceChildren(...this.#wheels.map((wheel) => wheel.element), this.#line);
    }
    this.#makeReader();
    this.#line.hidden = this.typedText === "";
    setText(this.#line, this.typedText);
    for (const wheel of this.#wheels) wheel.draw();
  }

  /** Takes what was typed, or the date that the wheels show where there is none yet; false where it is refused. */
  takeShown() {
    if (this.#typed !== null) return this.settle();
    if (this.facts.isOpen && this.facts.date === "" && this.#parts === null) this.turn(...Object.entries(this.parts)[0]);
    return true;
  }

  #paste(event) {
    const text = event.clipboardData?.getData("text").trim() ?? "";
    if (text === "" || this.isDisabled || this.facts.isReadOnly) return;
    event.preventDefault();
    this.#makeReader();
    const exact = this.#reader.exact(text);
    if (exact !== null) {
      this.#takeExact(exact);
      return;
    }
    const { isWhole, parts, wrong } = this.#reader.read(text);
    if (wrong !== null && wrong !== "text") this.#refuse(this.rangeWords(wrong, { ...this.parts, ...parts }));
    else if (wrong !== null || !isWhole) this.#refuse(this.#unreadWords(text));
    else this.#takeParts(parts, text);
  }

  #pressedMark() {
    this.value.focus();
    this.toggle();
  }

  /** On the button: opens the wheels, and goes into them. */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || isComposing(event)) return;
    const { key } = event;
    const isSign = key.length === 1 && !event.altKey && (key !== " " || this.#typed !== null);
    const isArrow = key.startsWith("Arrow");
    if (key === "Escape") this.#forget();
    if (!isSign && !isArrow && !["Backspace", "Delete", "Enter", " "].includes(key)) return;
    event.preventDefault();
    const isOpening = !this.facts.isOpen && !this.isOnItsWay;
    if (isSign) {
      if (isOpening) this.open();
      this.type(key);
    } else if (key === "Backspace" || key === "Delete") {
      if (!this.erase()) this.takeBack();
    // Space closes, as a click does; Enter is Done here as on a wheel.
    } else if (this.facts.isOpen && key === "Enter") {
      if (this.takeShown()) this.done();
    } else if (this.facts.isOpen && !isArrow) this.close();
    // A key that opens turns nothing yet.
    else this.press(isOpening ? "" : key);
  }

  take(key) {
    // Keys that were typed ahead go on where the last one has led.
    (this.#wheels.find((it) => it.element === document.activeElement) ?? this.#wheels[0]).begin(key);
  }
}

/** One part of a date, as a wheel. */
class Wheel {
  element;
  name;
  #field;
  #dragFrom = null;
  #scrolled = 0;

  constructor(field, name) {
    this.#field = field;
    this.name = name;
    this.element = element("div", {
      class: "wheel",
      role: "spinbutton",
      tabindex: "0",
      "aria-label": field.partName(name),
      "data-part": name,
      onkeydown: (event) => this.#pressed(event),
      onfocus: () => field.goTo(this),
      onwheel: (event) => this.#scroll(event),
      onpointerdown: (event) => this.#grab(event),
      onpointermove: (event) => this.#drag(event),
      onpointerup: (event) => this.#letGo(event),
      onpointercancel: () => (this.#dragFrom = null),
    });
    this.element.append(...VISIBLE_STEPS.map((step) => element("span", { "data-step": step })));
  }

  /** Takes the focus, and a key that was pressed outside. */
  begin(key) {
    this.element.focus();
    if (key !== "") this.#take(key);
  }

  draw() {
    const { parts } = this.#field;
    const value = parts[this.name];
    const [least, greatest] = limits(parts, this.name);
    set(this.element, "aria-valuemin", least);
    set(this.element, "aria-valuemax", greatest);
    set(this.element, "aria-valuenow", value);
    set(this.element, "aria-valuetext", label(this.name, value, this.#field.locale));
    VISIBLE_STEPS.forEach((step, index) => {
      const span = this.element.children[index];
      const shown = stepped(parts, this.name, step);
      setText(span, label(this.name, shown, this.#field.locale));
      set(span, "data-beyond", step !== 0 && this.#field.isBeyond(this.name, shown));
    });
  }

  #step(step) {
    if (step !== 0) this.#field.turn(this.name, stepped(this.#field.parts, this.name, step));
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    if (this.#take(event.key)) event.preventDefault();
  }

  /** Does what a key does; says whether it does anything. */
  #take(key) {
    const field = this.#field;
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
    const onwards = document.documentElement.dir === "rtl" ? -1 : 1;
    const sides = { ArrowLeft: -onwards, ArrowRight: onwards };
    const ends = { Home: 0, End: 1 };
    if (key in steps) this.#step(steps[key]);
    else if (key in sides) field.goBeside(this, sides[key]);
    else if (key in ends) field.turn(this.name, limits(field.parts, this.name)[ends[key]]);
    else if (key === "Enter") {
      if (field.takeShown()) field.done();
    } else if (key === "Backspace" || key === "Delete") {
      if (!field.erase()) field.takeBack();
    } else if (key.length === 1 && (key !== " " || field.typedText !== "")) {
      field.type(key, this);
    } else return key === " ";
    return true;
  }

  /**
   * Turns while this wheel has the focus: else the page is scrolled, and passes below the pointer. It passes, too,
   * while it is scrolled by the same movement that has begun elsewhere.
   */
  #scroll(event) {
    const now = performance.now();
    if (document.activeElement !== this.element) return;
    if (now - scrolledAt < SCROLL_MILLISECONDS) {
      scrolledAt = now;
      return;
    }
    event.preventDefault();
    this.#scrolled += event.deltaY;
    const step = Math.trunc(this.#scrolled / STEP_PIXELS);
    this.#scrolled -= step * STEP_PIXELS;
    this.#step(step);
  }

  #grab(event) {
    this.element.setPointerCapture(event.pointerId);
    this.#dragFrom = { y: event.clientY, turned: 0, step: Number(event.target.dataset?.step ?? 0) };
  }

  #drag(event) {
    if (this.#dragFrom === null) return;
    const steps = Math.round((this.#dragFrom.y - event.clientY) / STEP_PIXELS);
    this.#step(steps - this.#dragFrom.turned);
    this.#dragFrom.turned = steps;
  }

  /** A press without a pull takes the value that it is on. */
  #letGo() {
    if (this.#dragFrom?.turned === 0 && this.#dragFrom.step === 0) this.#field.takeShown();
    if (this.#dragFrom?.turned === 0) this.#step(this.#dragFrom.step);
    this.#dragFrom = null;
  }
}
