import { set, setText } from "./dom.js";
import { isOpen, isSeen, keysOf, pagesOf, wholeOf } from "./pages.js";
import { Review } from "./review.js";
import { Steps } from "./steps.js";

/**
 * The way through a form: its pages, if it is shown a page at a time, and the review of all answers, if
 * there is to be one. Without either it is one page, and what goes on submits it.
 *
 * To go on asks the daemon about the page, waits until its checks have answered, and stays where something
 * is wrong; to go back asks nothing. Before the review everything is asked. Where one is the browser
 * knows by its history: its own Back goes back a page, and a reload stays. No page can be come by so while
 * something on one before it has yet to be answered.
 */
export class Route {
  #view;
  #parts;
  #isPaged;
  #review = null;
  #steps;
  #pages = [];
  /** On which page a field or list stands. */
  #places = new Map();
  /** The name of the page that is shown; null is the review, and undefined that nothing is yet. */
  #at;
  /** The answer that is being changed, from which one goes back to the review; undefined while none is. */
  #changed;
  #isAsking = false;

  /**
   * @param {import("./form.js").FormView} view
   * @param {Record<string, HTMLElement>} parts
   * @param {{pages?: boolean, review?: boolean}} manner
   * @param {AbortSignal} signal that the form is left
   */
  constructor(view, parts, { pages = false, review = false }, signal) {
    this.#view = view;
    this.#parts = parts;
    this.#isPaged = pages;
    this.#steps = new Steps(parts, view);
    if (review) this.#review = new Review(parts.review, view, (key) => this.#change(key));
    parts.submit.addEventListener("click", () => this.goOn(), { signal });
    parts.back.addEventListener("click", () => this.#goBack(), { signal });
    if (!pages && !review) return;
    addEventListener("popstate", ({ state }) => {
      if (parts.committed.hidden) this.#show(this.#reachable(state?.stop));
    }, { signal });
  }

  /** Takes the sections of the form in their order. @param {import("./sections.js").Section[]} sections */
  take(sections) {
    this.#pages = this.#isPaged ? pagesOf(sections) : [wholeOf(sections)];
    this.#places = new Map(this.#pages.flatMap((page) => keysOf(page).map((key) => [key, page.name])));
    if (this.#at === undefined) this.#at = this.#reachable(history.state?.stop);
    this.draw();
  }

  /** Whether a field can be seen on the page that is shown, as far as pages go. @param {string} key */
  shows(key) {
    return !this.#places.has(key) || this.#places.get(key) === this.#at;
  }

  /** Draws what is shown, and where in the form that is. */
  draw() {
    if (this.#at === undefined) return;
    const stops = this.#stops;
    if (!stops.some((it) => it.name === this.#at)) this.#at = this.#nearest(stops);
    const index = stops.findIndex((it) => it.name === this.#at);
    const { words } = this.#view;
    const hasSteps = this.#hasSteps(stops);
    const { back, fields, review, submit } = this.#parts;
    for (const page of this.#pages) {
      for (const section of page.sections) {
        section.element.hidden = page.name !== this.#at || !isSeen(section);
        // The page has the heading of its group.
        const isHeaded = hasSteps && section.group === page.name;
        for (const it of [section.heading, section.about]) it.hidden = isHeaded;
      }
    }
    fields.hidden = this.#at === null;
    review.hidden = this.#at !== null;
    if (this.#at === null) this.#review.draw();
    if (hasSteps) this.#steps.draw(stops, index, (name) => this.#goTo(name));
    if (this.#review) this.#review.heading.hidden = hasSteps;
    back.hidden = index === 0 || this.#changed !== undefined;
    setText(back, words.say("back"));
    setText(submit, words.say(this.#onwardWord(stops, index)));
    if (stops.length > 1) this.#drawTitle(stops, index, hasSteps);
  }

  /** Takes what has changed of fields, where all of them are shown together. */
  drawAnswers() {
    if (this.#at === null) this.#review.draw();
  }

  /** Goes on to the next page or to the review, or submits the form behind the last. */
  async goOn() {
    const { submit } = this.#parts;
    if (this.#isAsking || submit.disabled) return;
    this.#drawAsking(true);
    try {
      const next = this.#nextName;
      if (next === undefined) {
        await this.#view.submit();
        return;
      }
      const page = this.#pages.find((it) => it.name === this.#at);
      const problems = await this.#view.judge(next === null ? undefined : keysOf(page));
      if (problems.length > 0) this.#view.refuse(problems);
      else this.#goTo(this.#nextName);
    } finally {
      this.#drawAsking(false);
    }
  }

  /** Follows the daemon to a field of another page: onwards as the button does, or back. @param {string} key */
  async follow(key) {
    // Nobody is taken away from the review, and nothing is submitted by what the daemon says.
    if (this.#at === null) return;
    await this.#view.act("field/endEditing");
    const names = this.#pages.map((it) => it.name);
    if (names.indexOf(this.#places.get(key)) > names.indexOf(this.#at)) this.goOn();
    else this.#view.go(key);
  }

  /** Shows the page that a field or list stands on. @param {string} key */
  reveal(key) {
    if (this.shows(key)) return;
    if (this.#at === null) this.#changed = key;
    this.#record(this.#places.get(key));
    this.#show(this.#places.get(key), { isHeaded: false });
  }

  /** The pages on which there is something to see, and behind them the review. */
  get #stops() {
    const seen = this.#pages.filter((page) => page.sections.some(isSeen));
    const pages = seen.length > 0 ? seen : this.#pages.slice(0, 1);
    if (this.#review === null) return pages;
    const { words } = this.#view;
    return [...pages, { name: null, label: words.say("review"), heading: words.say("check"), sections: [] }];
  }

  /** The name of what comes next; undefined if nothing does. */
  get #nextName() {
    if (this.#changed !== undefined) return null;
    const stops = this.#stops;
    return stops[stops.findIndex((it) => it.name === this.#at) + 1]?.name;
  }

  #hasSteps(stops) {
    return stops.length > 1 && stops[0].label !== undefined;
  }

  #onwardWord(stops, index) {
    if (this.#changed !== undefined || stops[index + 1]?.name === null) return "review";
    return stops[index + 1] === undefined ? "submit" : "onwards";
  }

  #drawTitle(stops, index, hasSteps) {
    const { name, words } = this.#view;
    const { heading, label } = stops[index];
    const here = heading ?? label;
    const place = hasSteps ? ` (${words.say("step", { count: index + 1, max: stops.length })})` : "";
    document.title = here === undefined ? name : `${here}${place} – ${name}`;
  }

  /** The page behind one on which there is nothing to see any more, or the last. */
  #nearest(stops) {
    const names = this.#pages.map((it) => it.name);
    const index = names.indexOf(this.#at);
    return (stops.find((it) => names.indexOf(it.name) > index) ?? stops.at(-1)).name;
  }

  /** A page that was asked for, or the first before it on which something has yet to be answered. */
  #reachable(name) {
    const stops = this.#stops;
    const index = stops.findIndex((it) => it.name === name);
    return (stops.slice(0, Math.max(index, 0)).find(isOpen) ?? stops[index] ?? stops[0]).name;
  }

  #goBack() {
    const stops = this.#stops;
    this.#goTo(stops[stops.findIndex((it) => it.name === this.#at) - 1].name);
  }

  #goTo(name) {
    this.#record(name);
    this.#show(name);
  }

  /** Changes an answer: what goes on comes back to the review. */
  #change(key) {
    this.#changed = key;
    this.#view.go(key);
  }

  #record(name) {
    history.pushState({ stop: name }, "");
  }

  /** Shows a page or the review; unless a field is to have the focus, its heading has it. */
  #show(name, { isHeaded = true } = {}) {
    // A field whose page goes away is left.
    if (this.#parts.fields.contains(document.activeElement)) document.activeElement.blur();
    const changed = name === null ? this.#changed : undefined;
    if (name === null) this.#changed = undefined;
    this.#at = name;
    this.#view.tell([]);
    this.draw();
    if (!isHeaded) return;
    this.#parts.element.scrollIntoView({ block: "start" });
    if (changed !== undefined) this.#review.focus(changed);
    else if (this.#hasSteps(this.#stops)) this.#steps.heading.focus({ preventScroll: true });
    else if (name === null) this.#review.heading.focus({ preventScroll: true });
    else this.#parts.title.focus({ preventScroll: true });
  }

  /** Shows that an answer is waited for. A button that was disabled would lose the focus. */
  #drawAsking(isAsking) {
    this.#isAsking = isAsking;
    set(this.#parts.submit, "aria-disabled", isAsking ? "true" : null);
    setText(this.#parts.asking, isAsking ? this.#view.words.say("checking") : "");
  }
}
