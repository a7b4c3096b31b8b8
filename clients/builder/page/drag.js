import { set } from "./dom.js";

/**
 * Has an item of a list be pulled to another place by its grip, with a mouse, a pen or a finger. A line shows
 * where it would go; Escape leaves it where it was.
 *
 * @param {HTMLElement} grip a part of the item
 * @param {(to: number) => void} drop called with the index that the item is to have
 */
export function dragging(grip, drop) {
  let pull = null;
  const end = () => {
    pull?.controller.abort();
    for (const it of pull?.rows ?? []) {
      set(it, "data-drop", null);
      set(it, "data-dragged", null);
    }
    pull = null;
  };
  const move = ({ clientY }) => {
    const { from, rows } = pull;
    // An item may have more below its line.
    const middle = (it) => {
      const { bottom, top } = it.firstElementChild.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    const below = rows.findIndex((it) => clientY < middle(it));
    const gap = below < 0 ? rows.length : below;
    pull.to = gap > from ? gap - 1 : gap;
    rows.forEach((it, index) => {
      const isLast = gap === rows.length && index === rows.length - 1;
      set(it, "data-drop", pull.to === from ? null : isLast ? "after" : index === gap ? "before" : null);
    });
    rows[Math.min(gap, rows.length - 1)].scrollIntoView({ block: "nearest" });
  };
  grip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    end();
    const row = grip.closest("li");
    const rows = [...row.parentElement.children];
    const from = rows.indexOf(row);
    const controller = new AbortController();
    pull = { controller, from, rows, to: from };
    set(row, "data-dragged", true);
    grip.setPointerCapture(event.pointerId);
    // The focus may be anywhere while the pointer is down.
    addEventListener("keydown", (pressed) => {
      if (pressed.key !== "Escape") return;
      pressed.preventDefault();
      end();
    }, { capture: true, signal: controller.signal });
  });
  grip.addEventListener("pointermove", (event) => {
    if (pull) move(event);
  });
  grip.addEventListener("pointerup", () => {
    const { from, rows, to } = pull ?? {};
    // The list may be another by now.
    const isSame = rows && rows.length === rows[0].parentElement?.children.length;
    end();
    if (isSame && to !== from) drop(to);
  });
  for (const name of ["pointercancel", "lostpointercapture"]) grip.addEventListener(name, end);
}
