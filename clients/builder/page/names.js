/** The names of parts: what people call them, and the keys that go with that. */

/** A text for people, of those in several languages the first that is not empty. */
export function textOf(words) {
  if (words === null || typeof words !== "object") return words;
  return Object.values(words).find((it) => typeof it === "string" && it !== "");
}

/** A key that goes with a label: its words, the first in small letters. */
export function keyOf(label) {
  const words = label.replace(/(?<=\p{L})-(?=\p{L})/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word, index) =>
    (index === 0 ? word.toLowerCase() : word[0].toUpperCase() + word.slice(1).toLowerCase())).join("");
}

/** Whether a key goes with a label, which may have needed a number besides. */
export function agrees(key, label) {
  const plain = keyOf(label);
  return plain !== "" && key.startsWith(plain) && /^\d*$/.test(key.slice(plain.length));
}

/** A name, or where it is taken one with the next number. @param {string} name @param {Set<string>} taken */
export function freeName(name, taken, gap = "") {
  if (!taken.has(name)) return name;
  const [, stem = name + gap, digits = "1"] = /^(.*\D)(\d{1,3})$/s.exec(name) ?? [];
  for (let number = Number(digits) + 1; ; number += 1) {
    if (!taken.has(stem + number)) return stem + number;
  }
}

/** The keys that no other part may have: those of all fields, and of groups that are lists in the record. */
export function keysIn({ fields = [], groups = [] }) {
  return new Set([...fields, ...groups.filter((it) => it?.repeat)].map((it) => it?.key));
}
