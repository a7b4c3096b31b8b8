/** Under what name learned texts are kept. */
const NAME = "fieldd.learned";

/**
 * The texts that autofill has learned, kept by a store of the page's such as `localStorage`, as a list in the order
 * in which they were learned.
 *
 * A store that keeps nothing, or has something else under that name, has no texts; what can't be kept is told, and
 * nothing else is lost.
 */
export class LearnedTexts {
  #store;

  /** @param {Pick<Storage, "getItem" | "setItem">} store */
  constructor(store) {
    this.#store = store;
  }

  /** What was learned, as events for the engine. @returns {{learned: string, source: string}[]} */
  get all() {
    try {
      const kept = JSON.parse(this.#store.getItem(NAME) ?? "[]");
      const isText = (it) => typeof it?.learned === "string" && typeof it.source === "string";
      return Array.isArray(kept) ? kept.filter(isText).map(({ learned, source }) => ({ learned, source })) : [];
    } catch {
      return [];
    }
  }

  /**
   * Keeps what the engine wishes to be kept, or forgets it.
   *
   * @param {{learned?: string, removed?: string, source: string}} wish
   * @returns {{failure?: string}} why it could not be kept
   */
  take({ learned, removed, source }) {
    const text = learned ?? removed;
    const others = this.all.filter((it) => it.learned !== text || it.source !== source);
    try {
      this.#store.setItem(NAME, JSON.stringify(learned === undefined ? others : [...others, { learned, source }]));
      return {};
    } catch (error) {
      return { failure: error.message };
    }
  }
}
