import {
  changed, greatestEver, label, limits, parse, partNames, present, spoken, stepped, write,
} from "./calendar.js";
import { button, element, set, setText } from "./dom.js";
import { icon } from "./icons.js";
import { OpeningField } from "./opening-field.js";

const VISIBLE_STEPS = [-2, -1, 0, 1, 2];
const STEP_PIXELS = 40;
/** As many digits has a year that is typed. */
const YEAR_LENGTH = 4;
/** The year of a date that is typed as ISO 8601 has it, with the sign behind it. */
const YEAR_FIRST = /^(?:19|20|21)\d\d[-年]$/u;
const ISO_ORDER = ["year", "month", "day", "hour", "minute"];
/** What stands between the parts of a date or a time, in one language or another. */
const BETWEEN = /^[-./: ,年月日]$/u;
const MARKS = { date: "calendar", dateAndTime: "calendar", time: "clock", countDownTimer: "clock" };

/**
 * A date: a button that opens a wheel for each part of the date inside the border.
 *
 * Up and Down turn a wheel, Home and End to its ends, digits are typed into it, Left and Right go to
 * the next, as what stands between the parts of a date does. A date of ISO 8601 may be typed and pasted.
 *
 * Nothing becomes another date unsaid: a number that a part can't have is refused with those that it can. The
 * daemon keeps the date between its ends, which are told then. A day that its month has not is kept in mind
 * until the month is typed.
 */
export class DateField extends OpeningField {
  #wheels = [];
  #drawnShape = "";
  /** What the wheels show, which is ahead of the daemon while it has not answered. */
  #parts = null;
  #toldDate = "";
  #waitingCount = 0;
  /** The day that was asked for, which a month may not have. */
  #wantedDay = null;
  /** What was typed in one go, and what the wheels showed before. */
  #typed = "";
  #partsBefore = null;

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

  /** The parts on the wheels; those of this moment while there is no date. */
  get parts() {
    return this.#parts ?? present(this.facts.mode, this.#zone);
  }

  /** The zone whose clocks count: the form's, where it names one, else the reader's. */
  get #zone() {
    return this.facts.timeZone;
  }

  drawControl(news) {
    const { facts } = this;
    this.drawOpening(facts.display ?? facts.date);
    if ("isOpen" in news) this.#wantedDay = null;
    if ("date" in news) this.#tell(facts.date);
    this.#drawWheels();
  }

  /** An event of the field: a date that the daemon has set comes before its answer. */
  hear(event) {
    if (event.name === "dateChanged") this.#tell(event.date);
  }

  /** Turns a part to a value. */
  turn(name, value) {
    this.takeRefusal(null);
    if (name === "day") this.#wantedDay = value;
    const day = this.#wantedDay ?? this.parts.day;
    this.#parts = changed({ ...this.parts, ...(day !== undefined && { day }) }, name, value);
    const date = write(this.#parts, this.facts.mode);
    const isShort = day !== undefined && this.#parts.day !== day;
    const remark = isShort ? this.rangeWords("day") : null;
    this.#waitingCount += 1;
    this.act("field/setDate", { date }, (answer) => {
      this.#waitingCount -= 1;
      const isKept = answer.accepted && this.#isOutside(date);
      if (isKept) this.#wantedDay = null;
      this.#tell(this.#toldDate);
      this.takeAnswer(answer, isKept ? this.#endsWords() : remark);
    });
    this.#drawWheels();
  }

  /** The values that a part can have. */
  rangeWords(name) {
    const [least, greatest] = name === "year" ? [1000, 9999] : limits(this.parts, name);
    return `${this.partName(name)}: ${least}–${greatest}`;
  }

  /** Says which values a part can have, since what was typed is none of them. */
  refuse(name) {
    this.takeRefusal(this.rangeWords(name));
  }

  /**
   * Takes a sign that was typed into a wheel. True if it makes a year of what was typed so far, with which a
   * date of ISO 8601 begins: the wheels then take the parts in that order.
   */
  takeTyped(sign) {
    if (this.#typed === "") this.#partsBefore = this.parts;
    this.#typed += sign;
    const hasDay = this.parts.day !== undefined;
    if (!hasDay || this.#wheels[0].name === "year" || !YEAR_FIRST.test(this.#typed)) return false;
    this.#parts = this.#partsBefore;
    this.#wantedDay = null;
    this.turn("year", Number(this.#typed.slice(0, YEAR_LENGTH)));
    this.#wheels.find((it) => it.name === "month").element.focus();
    return true;
  }

  /** What is typed from now on begins anew. */
  endTyping() {
    this.#typed = "";
  }

  /** Gives the focus to the wheel some places beside another. */
  goBeside(wheel, step) {
    this.#wheels[this.#wheels.indexOf(wheel) + step]?.element.focus();
  }

  /** Gives the focus to the wheel that is typed into behind another. */
  goOn(wheel) {
    if (!YEAR_FIRST.test(this.#typed.slice(0, YEAR_LENGTH + 1))) {
      this.goBeside(wheel, 1);
      return;
    }
    const behind = ISO_ORDER.slice(ISO_ORDER.indexOf(wheel.name) + 1);
    this.#wheels.find((it) => it.name === behind[0])?.element.focus();
  }

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
    const { maximumDate, minimumDate, mode } = this.facts;
    const [first, last] = [minimumDate, maximumDate]
      .map((bound) => spoken(this.#boundText(bound), mode, this.locale));
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
    const { isOpen, mode } = this.facts;
    if (!isOpen) return;
    const shape = `${mode} ${this.locale}`;
    if (shape !== this.#drawnShape) {
      this.#drawnShape = shape;
      this.#wheels = partNames(mode, this.locale).map((part) => new Wheel(this, part));
      this.panel.replaceChildren(...this.#wheels.map((wheel) => wheel.element));
    }
    for (const wheel of this.#wheels) wheel.draw();
  }

  /** Takes the date that the wheels show, where there is none yet: Done is said of what is seen. */
  takeShown() {
    if (this.facts.isOpen && this.facts.date === "" && this.#parts === null) this.turn(...Object.entries(this.parts)[0]);
  }

  /** The daemon takes a date of ISO 8601, and says so of what is none. */
  #paste(event) {
    const date = (event.clipboardData?.getData("text") ?? "").replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
    if (date === "" || this.isDisabled || this.facts.isReadOnly) return;
    event.preventDefault();
    this.act("field/setDate", { date });
  }

  #pressedMark() {
    this.value.focus();
    this.toggle();
  }

  /** On the button: opens the wheels, and goes into them. */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey) return;
    const isDigit = /^\d$/.test(event.key);
    // What is typed ahead of the wheels has signs between its parts too.
    const isBetween = this.isOnItsWay && event.key !== " " && BETWEEN.test(event.key);
    const isForWheels = isDigit || isBetween || event.key.startsWith("Arrow");
    if (!isForWheels && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    const isOpening = !this.facts.isOpen && !this.isOnItsWay;
    // Space closes, as a click does; Enter is Done here as on a wheel.
    if (this.facts.isOpen && event.key === "Enter") {
      this.takeShown();
      this.done();
    } else if (this.facts.isOpen && !isForWheels) this.close();
    // A key that opens turns nothing yet.
    else this.press(isOpening && !isDigit ? "" : event.key);
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
  #digits = "";
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
      onblur: ({ relatedTarget }) => {
        this.#takeDigits();
        if (!field.panel.contains(relatedTarget)) field.endTyping();
      },
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
      const isTyped = step === 0 && this.#digits !== "";
      setText(span, isTyped ? this.#digits : label(this.name, shown, this.#field.locale));
      set(span, "data-beyond", step !== 0 && this.#field.isBeyond(this.name, shown));
    });
  }

  #step(step) {
    if (step !== 0) this.#field.turn(this.name, stepped(this.#field.parts, this.name, step));
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#take(event.key)) event.preventDefault();
  }

  /** Does what a key does; says whether it does anything. */
  #take(key) {
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
    const onwards = document.documentElement.dir === "rtl" ? -1 : 1;
    const sides = { ArrowLeft: -onwards, ArrowRight: onwards };
    const ends = { Home: 0, End: 1 };
    const isTyped = /^\d$/.test(key) || BETWEEN.test(key);
    if (!isTyped) this.#field.endTyping();
    if (key in steps) {
      this.#takeDigits();
      this.#step(steps[key]);
    } else if (key in sides) {
      this.#field.goBeside(this, sides[key]);
    } else if (key in ends) {
      this.#digits = "";
      this.#field.turn(this.name, limits(this.#field.parts, this.name)[ends[key]]);
    } else if (key === "Enter") {
      if (this.#takeDigits()) {
        this.#field.takeShown();
        this.#field.done();
      }
    } else if (key === "Escape") {
      this.#digits = "";
      return false;
    } else if (isTyped) {
      this.#typeSign(key);
    } else if (key === "Backspace") {
      this.#digits = this.#digits.slice(0, -1);
      this.draw();
    } else {
      return false;
    }
    return true;
  }

  #typeSign(sign) {
    const digits = this.#digits;
    this.#digits = "";
    if (this.#field.takeTyped(sign)) {
      this.draw();
      return;
    }
    this.#digits = digits;
    if (/^\d$/.test(sign)) {
      this.#type(sign);
    } else if (this.#digits !== "" && this.#takeDigits()) {
      // Behind a part that could take no further digit the next one is at hand already.
      this.#field.goOn(this);
    }
  }

  /** Digits count once no further one can follow. */
  #type(digit) {
    // No year begins with a zero.
    if (this.name === "year" && this.#digits === "" && digit === "0") return;
    this.#digits += digit;
    const greatest = greatestEver(this.name);
    const isLong = this.#digits.length >= `${greatest}`.length;
    if (!isLong && Number(this.#digits) * 10 <= greatest) this.draw();
    else if (this.#takeDigits()) this.#field.goOn(this);
  }

  /** Takes what was typed as the value, if the part can have it; half a year is none. */
  #takeDigits() {
    const digits = this.#digits;
    this.#digits = "";
    if (digits === "") return true;
    const value = Number(digits);
    const isHalf = this.name === "year" && digits.length < YEAR_LENGTH;
    const [least] = limits(this.#field.parts, this.name);
    if (isHalf || value < least || value > greatestEver(this.name)) {
      this.draw();
      this.#field.refuse(this.name);
      return false;
    }
    this.#field.turn(this.name, value);
    return true;
  }

  /** Turns while the wheels have the focus: else the page is scrolled, and passes below the pointer. */
  #scroll(event) {
    if (!this.#field.panel.contains(document.activeElement)) return;
    event.preventDefault();
    this.#scrolled += event.deltaY;
    const step = Math.trunc(this.#scrolled / STEP_PIXELS);
    this.#scrolled -= step * STEP_PIXELS;
    this.#step(step);
  }

  #grab(event) {
    this.element.setPointerCapture(event.pointerId);
    this.#field.endTyping();
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
