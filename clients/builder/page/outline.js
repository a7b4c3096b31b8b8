/**
 * JSON with comments as a tree in which everything has its place: `start` and `end` are offsets.
 *
 * An object has `members`, each with a `name` and a `value`; a list has `items`; everything else has what
 * it stands for in `value`. The text must be whole: in a broken one nothing is where it seems to be.
 */

/** The tree of a text, or null where it can't be read. */
export function outline(text) {
  const reader = new Reader(text);
  try {
    const tree = reader.value();
    reader.pass();
    return reader.at === text.length ? tree : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What stands somewhere below, by names and indexes; undefined where nothing does. */
export function find(tree, path) {
  return path.reduce((node, step) => node && (typeof step === "number"
    ? node.items?.[step]
    : node.members?.findLast((it) => it.name === step)?.value), tree ?? undefined);
}

/** What a part of the tree stands for, as JavaScript has it. */
export function valueOf(node) {
  if (node?.items) return node.items.map(valueOf);
  if (node?.members) return Object.fromEntries(node.members.map((it) => [it.name, valueOf(it.value)]));
  return node?.value;
}

/** The offset behind white space and comments. */
export function behindTrivia(text, at) {
  const trivia = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
  trivia.lastIndex = at;
  trivia.test(text);
  return trivia.lastIndex;
}

class Reader {
  at = 0;

  constructor(text) {
    this.text = text;
  }

  pass() {
    this.at = behindTrivia(this.text, this.at);
  }

  value() {
    this.pass();
    const start = this.at;
    if (this.#takes("{")) {
      return { start, members: this.#several("}", () => this.#member()), end: this.at };
    }
    if (this.#takes("[")) return { start, items: this.#several("]", () => this.value()), end: this.at };
    const scalar = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
    scalar.lastIndex = start;
    const [found] = scalar.exec(this.text) ?? [];
    if (found === undefined) throw new SyntaxError("no value");
    this.at += found.length;
    return { start, value: JSON.parse(found), end: this.at };
  }

  #member() {
    const { start, value: name } = this.value();
    this.pass();
    if (typeof name !== "string" || !this.#takes(":")) throw new SyntaxError("no member");
    const value = this.value();
    return { name, value, start, end: value.end };
  }

  #several(closing, one) {
    const all = [];
    this.pass();
    while (!this.#takes(closing)) {
      all.push(one());
      this.pass();
      if (!this.#takes(",") && this.text[this.at] !== closing) throw new SyntaxError("no comma");
      this.pass();
    }
    return all;
  }

  #takes(sign) {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }
}
