/**
 * Edits of a document's text, each of which gives another text.
 *
 * They touch what they are about and nothing else: comments, unknown properties, the order and the way in
 * which things are written stay. A comment above an item or behind it on its line belongs to it, and goes
 * where it goes. White space is for the daemon to lay out.
 */
import { behindTrivia, find, outline } from "./outline.js";

/** A document in which nothing is yet. */
const EMPTY = '{\n  "fields": []\n}\n';

/** The order in which people write members, by what they are in. */
const ORDERS = {
  document: ["$schema", "title", "description", "groups", "fields", "entries", "autofill"],
  group: ["key", "label", "description", "path", "required", "repeat"],
  field: [
    "key", "kind", "label", "placeholder", "helper", "text", "required", "visible", "secure", "maxLength",
    "data", "multiple", "manualEntry", "clearable", "date", "mode", "minimumDate", "maximumDate", "autofill",
    "validation", "group", "path", "next",
  ],
};

/** Puts a value where a path leads, with all that is missing on the way; undefined takes it out. */
export function put(text, path, value) {
  const whole = text.trim() === "" ? EMPTY : text;
  const tree = outline(whole);
  const known = find(tree, path);
  if (known && value !== undefined) return splice(whole, known, JSON.stringify(value));
  if (known) return without(whole, tree, path);
  if (value === undefined) return whole;
  return added(whole, tree, path, value);
}

/** Puts an item into a list, before the one that has the index now. */
export function insert(text, path, index, value) {
  const whole = text.trim() === "" ? EMPTY : text;
  const list = find(outline(whole), path);
  if (list === undefined) return put(whole, path, [value]);
  return rebuilt(whole, list, (pieces) => pieces.toSpliced(index, 0, piece(value)));
}

/** Puts a copy of an item of a list behind it, as it is written. */
export function copy(text, path, index) {
  return rebuilt(text, find(outline(text), path), (pieces) =>
    pieces.toSpliced(index + 1, 0, { lead: "\n", body: pieces[index].body, tail: "" }));
}

/** Takes an item of a list to another place. */
export function move(text, path, from, to) {
  return rebuilt(text, find(outline(text), path), (pieces) => {
    const others = pieces.toSpliced(from, 1);
    return others.toSpliced(to, 0, pieces[from]);
  });
}

function splice(text, { start, end }, replacement) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Takes a member or an item out, and what is empty without it; the fields of a form stay a list. */
function without(text, tree, path) {
  const above = path.slice(0, -1);
  const container = find(tree, above);
  const all = container.items ?? container.members;
  const isNeeded = above.length === 0 || above.at(-1) === "fields" || typeof above.at(-1) === "number";
  if (all.length === 1 && !isNeeded) return without(text, tree, above);
  const last = path.at(-1);
  const index = container.items ? last : container.members.findLastIndex((it) => it.name === last);
  return rebuilt(text, container, (pieces) => pieces.toSpliced(index, 1));
}

/** Adds what a path names, inside the last thing on the way that is there. */
function added(text, tree, path, value) {
  let depth = path.length - 1;
  while (find(tree, path.slice(0, depth)) === undefined) depth -= 1;
  const container = find(tree, path.slice(0, depth));
  const missing = path.slice(depth + 1).reduceRight(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }), value);
  const name = path[depth];
  const isMember = container.members !== undefined;
  if (!isMember && container.items === undefined) {
    return splice(text, container, JSON.stringify({ [name]: missing }));
  }
  const made = isMember ? `${JSON.stringify(name)}: ${JSON.stringify(missing)}` : JSON.stringify(missing);
  const place = isMember ? placeOf(name, container.members, orderOf(path.slice(0, depth))) : Infinity;
  return rebuilt(text, container, (pieces) => pieces.toSpliced(place, 0, { lead: " ", body: made, tail: "" }));
}

function orderOf(path) {
  if (path.length === 0) return ORDERS.document;
  return { groups: ORDERS.group, fields: ORDERS.field }[path.length === 2 ? path[0] : ""] ?? [];
}

/** Where a member belongs: behind the last of those that people write before it. */
function placeOf(name, members, order) {
  const rank = order.indexOf(name);
  if (rank < 0) return members.length;
  return members.findLastIndex((it) => order.includes(it.name) && order.indexOf(it.name) < rank) + 1;
}

// An object or a list as pieces: what stands before an item, the item, and what stands behind it on its
// line. Commas are put between them anew.

function piece(value) {
  return { lead: "\n", body: JSON.stringify(value), tail: "" };
}

function rebuilt(text, container, change) {
  const { pieces, rest, hasComma } = taken(text, container);
  const all = change(pieces);
  const written = all.map(({ lead, body, tail }, index) => {
    const isLast = index === all.length - 1;
    const behind = isLast ? rest : all[index + 1].lead;
    const isCut = /\/\/[^\n]*$/.test(tail) && !behind.startsWith("\n");
    return lead + body + (isLast && !hasComma ? "" : ",") + tail + (isCut ? "\n" : "");
  });
  const inside = { start: container.start + 1, end: container.end - 1 };
  return splice(text, inside, written.join("") + rest);
}

function taken(text, container) {
  let at = container.start + 1;
  let hasComma = false;
  const pieces = (container.members ?? container.items).map(({ start, end }) => {
    const lead = text.slice(at, start);
    const next = behindTrivia(text, end);
    hasComma = text[next] === ",";
    const before = hasComma ? text.slice(end, next).trimEnd() : "";
    at = hasComma ? next + 1 : end;
    const beside = /(?:[ \t]*(?:\/\*(?:(?!\*\/)[^\n])*\*\/|\/\/[^\n]*))*(?=[ \t]*(?:\r?\n|$))/y;
    beside.lastIndex = at;
    const [tail] = beside.exec(text) ?? [""];
    at += tail.length;
    return { lead, body: text.slice(start, end), tail: before + tail };
  });
  return { pieces, rest: text.slice(at, container.end - 1), hasComma: hasComma && pieces.length > 0 };
}
