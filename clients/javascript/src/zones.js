/** The time zones that the platform knows, as the module of WebAssembly asks for them. */

const DAY = 86_400;
// Before that nobody had zones, and nobody knows the rules of a later time.
const FIRST = Date.UTC(1850, 0, 1) / 1000;
const LAST = Date.UTC(2100, 0, 1) / 1000;
/** Clocks are not put forward and back again in a shorter time. */
const STEP = 14 * DAY;

const known = new Map();

/** The names of the places whose clocks are known. @returns {string[]} */
export function zoneNames() {
  return Intl.supportedValuesOf("timeZone");
}

/**
 * What the clocks of a place have shown and will show, in the format of compiled zone files (TZif, RFC 8536).
 *
 * @param {string} name such as `Europe/Bucharest`
 * @returns {Uint8Array | null} null for a name that the platform does not know
 */
export function zoneFile(name) {
  const bytes = known.get(name) ?? compiled(name);
  // Names come from documents: those of no zone are not kept.
  if (bytes !== null) known.set(name, bytes);
  return bytes;
}

/** What the module is told of a name: the file of the zone, and for the empty name all names in lines. @param {string} name */
export function zoneAnswer(name) {
  return name === "" ? new TextEncoder().encode(zoneNames().join("\n")) : zoneFile(name);
}

function compiled(name) {
  let clock;
  try {
    clock = clockOf(name);
  } catch {
    return null;
  }
  const changes = [];
  let before = clock(FIRST);
  const first = before;
  for (let start = FIRST; start < LAST; start += STEP) {
    const after = clock(start + STEP);
    if (after === before) continue;
    let [low, high] = [start, start + STEP];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (clock(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ second: high, offset: after });
    before = after;
  }
  return written(first, changes);
}

/** How far ahead of UTC the clocks of a place are at a second since 1970. */
function clockOf(name) {
  const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" };
  const format = new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", { timeZone: name, hourCycle: "h23", ...parts });
  // The order of the parts is that of the language; as a text they come in a fraction of the time.
  const order = format.formatToParts(0).filter((part) => part.type in parts).map((part) => part.type);
  const places = Object.keys(parts).map((part) => order.indexOf(part));
  return (second) => {
    const shown = format.format(second * 1000).match(/\d+/g).map(Number);
    const [year, month, day, hour, minute, wall] = places.map((place) => shown[place]);
    return Date.UTC(year, month - 1, day, hour, minute, wall) / 1000 - second;
  };
}

function written(first, changes) {
  const offsets = [...new Set([first, ...changes.map((change) => change.offset)])];
  const head = 44;
  // An old reader finds nothing in the first half; the second one has seconds of 64 bits.
  const empty = head + 6 + 1;
  const bytes = new Uint8Array(empty + head + changes.length * 9 + offsets.length * 6 + 1 + 2);
  const view = new DataView(bytes.buffer);
  function header(start, changeCount, offsetCount) {
    bytes.set([0x54, 0x5a, 0x69, 0x66, 0x32], start);
    [0, 0, 0, changeCount, offsetCount, 1].forEach((count, index) => view.setUint32(start + 20 + index * 4, count));
  }
  header(0, 0, 1);
  header(empty, changes.length, offsets.length);
  let place = empty + head;
  for (const { second } of changes) {
    view.setBigInt64(place, BigInt(second));
    place += 8;
  }
  for (const { offset } of changes) bytes[place++] = offsets.indexOf(offset);
  for (const offset of offsets) {
    view.setInt32(place, offset);
    place += 6;
  }
  // One designation, which is empty, and no rule for the time behind.
  bytes.set([0, 0x0a, 0x0a], place);
  return bytes;
}
