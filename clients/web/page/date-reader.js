import { dayPeriods, limits, monthNames, partNames, wordsBetween, yearElsewhere } from "./calendar.js";

const DATE_PARTS = ["year", "month", "day"];
/** As many digits has a year that is typed. */
const YEAR_LENGTH = 4;
/** What people put between the parts of a date or a time, whatever their language. */
const BETWEEN = /^[\s\-‐‑‒–—−/.,،·:;、。_\\|'’年月日時时分년월일시]+/u;
/** Words around the parts of a date that say nothing of it, the daemon's. */
const PARTICLES = ["de", "del", "of", "the", "st", "nd", "rd", "th", "er"];
/** What ISO 8601 has, and what is typed neither between wheels nor into them: seconds, a zone, a duration. */
const EXACT = {
  time: /^\d\d:\d\d:\d\d(\.\d+)?$/,
  dateAndTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/i,
  countDownTimer: /^P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/i,
};

/**
 * Reads dates and times as people type them, in the order of a language or of the form's own pattern, and as
 * ISO 8601 has them. Numbers, names of months and halves of the day count, in the digits of any script.
 *
 * It never guesses: a number that its part can't have, a year of two digits or five, one that is nearer to now in
 * the reader's own calendar, and any word that it does not know make the whole text wrong.
 */
export class DateReader {
  #mode;
  #order;
  #months;
  #periods;
  #between;
  #yearsElsewhere;

  /** `readers` are the languages of the reader, first that of the dates. */
  constructor(mode, [locale, ...readers], pattern) {
    this.#mode = mode;
    this.#yearsElsewhere = [locale, ...readers].map(yearElsewhere).filter((it) => it !== null);
    this.#order = partNames(mode, locale, pattern);
    const hasDate = this.#order.includes("day");
    const hasClock = this.#order.includes("hour");
    // Names in English are known in any language, as to the daemon.
    const languages = hasDate ? [...new Set([locale, "en"])] : [];
    this.#months = languages.flatMap((it) => monthNames(it).flatMap((names, index) => namesOf(names, index + 1)));
    const halves = hasClock && mode !== "countDownTimer" ? dayPeriods(locale) : [];
    this.#periods = [["am", "a.m."], ["pm", "p.m."]]
      .flatMap((names, index) => (hasClock && mode !== "countDownTimer" ? namesOf([...names, halves[index]], index) : []));
    const words = wordsBetween(locale).map(folded).filter((it) => it !== "");
    this.#between = [...words, ...(hasDate ? PARTICLES : []), ...(mode === "dateAndTime" ? ["t"] : []), ...(hasClock ? ["h", "uhr"] : [])]
      .toSorted((a, b) => b.length - a.length);
  }

  /** The text that the daemon takes as it is; null if it is none of ISO 8601 or is read here. */
  exact(text) {
    const plain = plainOf(text);
    return EXACT[this.#mode]?.test(plain) ? plain.toUpperCase() : null;
  }

  /**
   * What a text says.
   *
   * `from` is the place of the wheel that the typing began with; `isEnded` says that nothing more is typed. `parts` are those that were read, `isWhole` says
   * that none is missing from there on, and `isFull` that the last can take no further sign. `at` is the part
   * that the next sign belongs to. `wrong` is the part that can't have what was typed, `text` if it is
   * none of them, and null while the text may still become a date.
   */
  read(text, { from = 0, isEnded = true } = {}) {
    const items = this.#items(folded(plainOf(text)));
    if (items === null) return { parts: {}, at: this.#order[from], wrong: "text", isWhole: false, isFull: false };
    const numbers = items.filter((it) => "digits" in it);
    const names = this.#namesFor(items, numbers, from);
    const isRun = this.#isRun(items);
    const tokens = isRun ? runs(numbers[0].digits, names) : numbers.map((it) => it.digits);
    const ends = items.at(-1)?.isBetween || !("digits" in (items.at(-1) ?? {}));
    const parts = {};
    const month = items.find((it) => "month" in it)?.month;
    if (month !== undefined) parts.month = month;
    let wrong = tokens.length > names.length || items.filter((it) => "month" in it).length > 1 ? "text" : null;
    let isFull = tokens.length === 0 && month !== undefined;
    tokens.slice(0, names.length).forEach((digits, index) => {
      const isLast = index === tokens.length - 1 && !ends;
      const isOpen = isLast && !isEnded;
      const verdict = judged(names[index], digits, isOpen);
      if (verdict.value !== undefined) parts[names[index]] = verdict.value;
      wrong ??= verdict.isWrong ? names[index] : null;
      // Digits without signs between them are two for a part, but for the year.
      isFull = !isLast || verdict.isFull && (!isRun || digits.length > 1);
    });
    wrong ??= this.#takePeriod(items, parts);
    wrong ??= this.#isOfElsewhere(parts.year) ? "text" : null;
    const needed = new Set([...names, ...(month !== undefined ? ["month"] : [])]);
    const isWhole = [...needed].every((name) => name in parts);
    const read = tokens.length - (isFull ? 0 : 1);
    return { parts, at: names[Math.min(Math.max(read, 0), names.length - 1)], wrong, isWhole, isFull };
  }

  /** Which parts the numbers of a text are, in their order. */
  #namesFor(items, numbers, from) {
    const names = this.#order.slice(from);
    const [first, second] = numbers.map((it) => it.digits.length);
    const clock = names.filter((it) => !DATE_PARTS.includes(it));
    if (items.some((it) => "month" in it)) {
      const left = DATE_PARTS.toReversed().filter((it) => it !== "month");
      const own = names.filter((it) => left.includes(it));
      const isYearFirst = first > 2 || (first <= 2 && second <= 2 && own[0] === "year");
      return [...(isYearFirst ? left.toReversed() : left), ...clock];
    }
    // A year in front is that of ISO 8601, also where the wheels begin with another part.
    const isIso = first === YEAR_LENGTH && this.#order.includes("year") && !this.#isRun(items)
      && (names[0] !== "year" || numbers.length > 1);
    return isIso ? [...DATE_PARTS, ...this.#order.filter((it) => !DATE_PARTS.includes(it))] : names;
  }

  /** Whether a text is digits without anything between them, or behind them. */
  #isRun(items) {
    return items.length === 1 && "digits" in items[0];
  }

  /** Numbers, months and halves of the day in a text, and what stands between them; null if there is something else. */
  #items(text) {
    const items = [];
    for (let rest = text; rest !== "";) {
      const between = BETWEEN.exec(rest)?.[0] ?? "";
      const digits = /^\d+/.exec(rest)?.[0];
      const letters = /^\p{L}/u.test(rest) ? this.#named(rest, items) : null;
      if (digits !== undefined) items.push({ digits });
      else if (letters !== null) items.push(letters.item);
      else if (between !== "") items.push({ isBetween: true });
      else return null;
      rest = rest.slice((digits ?? letters?.name ?? between).length);
    }
    const isFirstBetween = items[0]?.isBetween;
    return isFirstBetween ? items.slice(1) : items;
  }

  /** The name that a text begins with, or the beginning of which it is. */
  #named(text, items) {
    const hasMonth = items.some((it) => "month" in it);
    const candidates = [
      ...(hasMonth ? [] : this.#months.map(([name, month]) => ({ name, item: { month } }))),
      ...this.#periods.map(([name, period]) => ({ name, item: { period } })),
      ...this.#between.map((name) => ({ name, item: { isBetween: true } })),
    ].toSorted((a, b) => b.name.length - a.name.length);
    const isAt = ({ name }) => text.startsWith(name) && !/^\p{L}/u.test(text.slice(name.length));
    // A word that leads to the next stands in front of it without a space in some languages.
    const found = candidates.find(isAt)
      ?? candidates.find(({ item, name }) => item.isBetween && text.startsWith(name) && this.#isName(text.slice(name.length)));
    if (found) return found;
    const isBeginning = candidates.some(({ name }) => name.startsWith(text));
    return isBeginning ? { name: text, item: { isBetween: true, isOpen: true } } : null;
  }

  #isName(text) {
    return text === "" || this.#months.some(([name]) => name.startsWith(text) || text.startsWith(name));
  }

  /** Whether a year is nearer to now in another calendar than in that of ISO 8601. */
  #isOfElsewhere(year) {
    const now = new Date().getFullYear();
    return year !== undefined && this.#yearsElsewhere.some((it) => Math.abs(year - it) < Math.abs(year - now));
  }

  /** Applies a half of the day to the hour; says what is wrong with it. */
  #takePeriod(items, parts) {
    const period = items.find((it) => "period" in it)?.period;
    if (period === undefined || parts.hour === undefined) return period === undefined ? null : "text";
    if (parts.hour < 1 || parts.hour > 12) return "hour";
    parts.hour = (parts.hour % 12) + 12 * period;
    return null;
  }
}

/** What a number says of a part; one that is still typed may be too short for it. */
function judged(name, digits, isOpen) {
  const value = Number(digits);
  const length = name === "year" ? YEAR_LENGTH : 2;
  // No year begins with a zero.
  const written = name === "year" ? digits.replace(/^0+/, "") : digits;
  const [least, greatest] = limits({ month: 1, year: 2000 }, name);
  if (written.length > length || value > greatest) return { isWrong: true, isFull: true };
  if (name === "year" ? written.length < length : value < least) {
    return { isWrong: !isOpen || (name !== "year" && digits.length >= length), isFull: false };
  }
  return { value, isWrong: false, isFull: written.length === length || value * 10 > greatest };
}

/** Digits without anything between them, as the parts that they are written into; the last one has the rest. */
function runs(digits, names) {
  const tokens = [];
  names.reduce((rest, name, index) => {
    const isLast = index === names.length - 1;
    const token = isLast ? rest : rest.slice(0, name === "year" ? YEAR_LENGTH : 2);
    if (token !== "") tokens.push(token);
    return rest.slice(token.length);
  }, digits);
  return tokens;
}

/** A text with the digits of ASCII, and without the signs of direction that nobody sees. */
function plainOf(text) {
  return text.replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, "")
    .normalize("NFKC").replace(/\p{Nd}/gu, digitOf).trim();
}

/** The digit that a sign of another script is: those of a script follow each other. */
function digitOf(sign) {
  let first = sign.codePointAt(0);
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return `${(sign.codePointAt(0) - first) % 10}`;
}

/** A text in which case, accents and the dots of abbreviations do not count. */
function folded(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{Mn}/gu, "").normalize("NFC")
    .replace(/(?<=\p{L})\./gu, "");
}

/** Names with what they stand for, as they are compared; a number alone is no name. */
function namesOf(names, value) {
  return names.filter((it) => it && /\p{L}/u.test(it)).map((it) => [folded(it.normalize("NFKC")).trim(), value])
    .filter(([name]) => /^\p{L}/u.test(name));
}
