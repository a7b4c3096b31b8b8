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
const LIMITS = { year: [1, 9999], month: [1, 12], day: [1, 31], hour: [0, 23], minute: [0, 59] };

/** The names of a mode's parts, in the order in which a language writes them. */
export function partNames(mode, locale) {
  const names = PARTS[mode];
  const format = formatter(locale, { year: "numeric", month: "short", day: "numeric" });
  const order = format.formatToParts(0).map((part) => part.type);
  const place = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names.toSorted((a, b) => place(a) - place(b));
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

/** The greatest value of a part, whatever the others are: a day is typed before its month in many languages. */
export function greatestEver(name) {
  return LIMITS[name][1];
}

/** A date or a time as its wheels show it; a text of another mode as it is. */
export function spoken(text, mode, locale) {
  const parts = parse(text, mode);
  if (parts === null) return text;
  const names = partNames(mode, locale);
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
