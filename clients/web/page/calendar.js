/**
 * Dates and times as the daemon writes them, taken apart into numbers and put together again.
 *
 * Which parts there are depends on the `mode` of a field: a date `1990-12-31`, a time `15:59`, both
 * with a `T` between them, or a duration `PT1H30M`.
 */

const PARTS = {
  date: ["year", "month", "day"],
  time: ["hour", "minute"],
  dateAndTime: ["year", "month", "day", "hour", "minute"],
  countDownTimer: ["hour", "minute"],
};
/** The parts are those of ISO 8601, whatever calendar people have in a language. */
const CALENDAR = { calendar: "gregory", numberingSystem: "latn" };
const SHORT = { year: "numeric", month: "short", day: "numeric" };
const LIMITS = { year: [1000, 9999], month: [1, 12], day: [1, 31], hour: [0, 23], minute: [0, 59] };

/**
 * The names of a mode's parts, in the order in which they are written: that of the form's own pattern if it has
 * a number for each part of a date, else that of a language.
 */
export function partNames(mode, locale, pattern = "") {
  const names = PARTS[mode];
  const order = orderOf(pattern) ?? typesOf(locale, SHORT);
  const place = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names.toSorted((a, b) => place(a) - place(b));
}

/** The order of year, month and day in a Unicode date pattern that has numbers alone; null of any other. */
function orderOf(pattern) {
  const letters = pattern.replace(/'[^']*'/g, "").match(/([yuMLd])\1*/g) ?? [];
  if (letters.some((it) => /^[ML]{3}/.test(it))) return null;
  const order = letters.map((it) => ({ y: "year", u: "year", d: "day" })[it[0]] ?? "month");
  return new Set(order).size === 3 ? order : null;
}

function typesOf(locale, options) {
  return formatter(locale, options).formatToParts(0).map((part) => part.type);
}

/** The names of the twelve months in a language: as they stand in a date and alone, in full and short. */
export function monthNames(locale) {
  const ways = ["long", "short"].flatMap((month) => [{ month }, { month, day: "numeric" }]);
  return Array.from({ length: 12 }, (_, index) => {
    const day = Date.UTC(2000, index, 1);
    return ways.map((options) => formatter(locale, { ...options, timeZone: "UTC" }).formatToParts(day)
      .find((part) => part.type === "month").value);
  });
}

/** The names of the two halves of a day in a language. */
export function dayPeriods(locale) {
  return [9, 21].map((hour) => formatter(locale, { hour: "numeric", hourCycle: "h12", timeZone: "UTC" })
    .formatToParts(Date.UTC(2000, 0, 1, hour)).find((part) => part.type === "dayPeriod")?.value ?? "");
}

/** What a language writes between the parts of a date or a time. */
export function wordsBetween(locale) {
  const ways = [{ dateStyle: "long" }, { dateStyle: "medium", timeStyle: "short" }, { dateStyle: "long", timeStyle: "short" }];
  return ways.flatMap((options) => formatter(locale, options).formatToParts(0))
    .filter((part) => part.type === "literal").map((part) => part.value.trim()).filter((it) => it !== "");
}

/** How a date or a time may be typed: in the order of its parts, and as ISO 8601 has it. */
export function examples(mode, locale, pattern) {
  const parts = { year: 1990, month: 12, day: 31, hour: 14, minute: 30 };
  if (mode === "countDownTimer") return ["14:30"];
  const names = partNames(mode, locale, pattern).filter((it) => ["year", "month", "day"].includes(it));
  const sign = (wordsBetweenNumbers(locale).find((it) => it !== "") ?? "/")[0];
  const date = names.map((it) => pad(parts[it])).join(sign);
  const own = { date, time: "14:30", dateAndTime: `${date} 14:30` }[mode];
  return [...new Set([own, write(parts, mode).replace("T", " ")])];
}

function wordsBetweenNumbers(locale) {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" };
  return formatter(locale, options).formatToParts(0)
    .filter((part) => part.type === "literal").map((part) => part.value.replace(/[\s\u200e\u200f]/g, ""));
}

/** This year in the calendar that people have in a language, where that is another than the Gregorian; else null. */
export function yearElsewhere(locale) {
  const format = formatter(locale, { calendar: undefined, year: "numeric" });
  if (format.resolvedOptions().calendar === "gregory") return null;
  const year = format.formatToParts().find((part) => part.type === "year")?.value;
  return Number(year) || null;
}

/**
 * A date as people see it: in the form's own pattern if it has one, and on an English page, as the daemon has
 * written it; else in the pattern of a language.
 */
export function shownDate({ date = "", display, format, mode, timeZone }, locale) {
  const isPlain = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(date) && timeZone === undefined;
  if (!isPlain || format !== undefined || /^en\b/i.test(locale)) return display ?? date;
  const { year, month, day } = parse(date, mode);
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  const shown = formatter(locale, { ...SHORT, timeZone: "UTC" }).format(moment);
  return mode === "date" ? shown : `${shown}, ${date.slice("2000-01-01T".length)}`;
}

/** The parts of a text; null where the text is none of that mode. */
export function parse(text, mode) {
  if (mode === "countDownTimer") {
    const found = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?$/.exec(text);
    return found && { hour: Number(found[1] ?? 0), minute: Number(found[2] ?? 0) };
  }
  const names = PARTS[mode];
  const numbers = text.split(/[-T:]/).slice(0, names.length);
  if (numbers.length < names.length || !numbers.every((it) => /^\d{1,4}$/.test(it))) return null;
  return Object.fromEntries(names.map((name, index) => [name, Number(numbers[index])]));
}

/** The text of parts. */
export function write(parts, mode) {
  if (mode === "countDownTimer") return `PT${parts.hour}H${parts.minute}M`;
  const [year, month, day] = [pad(parts.year, 4), pad(parts.month), pad(parts.day)];
  const date = `${year}-${month}-${day}`;
  const time = `${pad(parts.hour)}:${pad(parts.minute)}`;
  return { date, time, dateAndTime: `${date}T${time}` }[mode];
}

/** The parts of this moment in a time zone; a duration begins at nothing. */
export function present(mode, timeZone) {
  if (mode === "countDownTimer") return { hour: 0, minute: 0 };
  const options = { dateStyle: "short", timeStyle: "short", timeZone };
  const [date, time] = formatter("sv", options).format(Date.now()).split(" ");
  return parse(mode === "time" ? time : `${date}T${time}`, mode);
}

/** The parts with one of them changed; a day is brought back into its month. */
export function changed(parts, name, value) {
  const next = { ...parts, [name]: value };
  if (next.day !== undefined) next.day = Math.min(next.day, dayCount(next));
  return next;
}

/** The value some steps away from that of a part; all but years go round. */
export function stepped(parts, name, step) {
  const [least, greatest] = limits(parts, name);
  const value = parts[name] + step;
  if (name === "year") return Math.min(Math.max(value, least), greatest);
  const count = greatest - least + 1;
  return least + ((((value - least) % count) + count) % count);
}

/** The least and the greatest value of a part. */
export function limits(parts, name) {
  return name === "day" ? [1, dayCount(parts)] : LIMITS[name];
}

/** A date or a time as its wheels show it; a text of another mode as it is. */
export function spoken(text, mode, locale, pattern) {
  const parts = parse(text, mode);
  if (parts === null) return text;
  const names = partNames(mode, locale, pattern);
  const isOfClock = (name) => name === "hour" || name === "minute";
  const join = (some, sign) => some.map((name) => label(name, parts[name], locale)).join(sign);
  const all = [join(names.filter((it) => !isOfClock(it)), " "), join(names.filter(isOfClock), ":")];
  return all.filter((it) => it !== "").join(" ");
}

/** A value of a part as people read it. */
export function label(name, value, locale) {
  if (name === "year") return pad(value, 4);
  if (name !== "month") return pad(value);
  const day = Date.UTC(2000, value - 1, 1);
  const month = formatter(locale, { month: "short", timeZone: "UTC" }).format(day);
  // What browsers call a month for which a language has no name.
  return /^M\d\d$/.test(month) ? pad(value) : month;
}

function dayCount({ month, year }) {
  const day = new Date(0);
  day.setUTCFullYear(year, month, 0);
  return day.getUTCDate();
}

function pad(value, length = 2) {
  return `${value}`.padStart(length, "0");
}

/** A language or time zone that the browser does not know is passed over. */
function formatter(locale, { timeZone, ...options }) {
  for (const [language, zone] of [[locale, timeZone], [locale], [undefined, timeZone]]) {
    try {
      return new Intl.DateTimeFormat(language, { ...CALENDAR, ...options, timeZone: zone });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return new Intl.DateTimeFormat(undefined, { ...CALENDAR, ...options });
}
