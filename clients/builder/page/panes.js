/** What is kept free above and below what comes into view: some air, and the bar that may stand there. */
const ABOVE = 12;
const BELOW = 84;

/**
 * Brings a part of a pane into view where the pane scrolls by itself. Where the page scrolls as a whole, nobody
 * is taken away from where they are.
 */
export function revealIn(pane, element) {
  if (getComputedStyle(pane).overflowY !== "auto") return;
  const [outer, inner] = [pane, element].map((it) => it.getBoundingClientRect());
  const above = inner.top - outer.top - ABOVE;
  const below = inner.bottom - outer.bottom + BELOW;
  if (above < 0) pane.scrollTop += above;
  else if (below > 0) pane.scrollTop += Math.min(below, above);
}
