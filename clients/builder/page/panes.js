/**
 * Brings a part of a pane into view where the pane scrolls by itself, clear of what stands at its ends. Where the
 * page scrolls as a whole, nobody is taken away from where they are.
 */
export function revealIn(pane, element) {
  const { overflowY, scrollPaddingBottom, scrollPaddingTop } = getComputedStyle(pane);
  if (overflowY !== "auto") return;
  const [outer, inner] = [pane, element].map((it) => it.getBoundingClientRect());
  const above = inner.top - outer.top - Number.parseFloat(scrollPaddingTop);
  const below = inner.bottom - outer.bottom + Number.parseFloat(scrollPaddingBottom);
  if (above < 0) pane.scrollTop += above;
  else if (below > 0) pane.scrollTop += Math.min(below, above);
}
