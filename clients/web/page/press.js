/**
 * Keeps a press on its button though the page moves under the pointer, as it does when the press
 * takes the focus from a list, which closes.
 *
 * A press that is let go beside the button is none, here as elsewhere.
 */
export function keepPresses(root) {
  let pressed = null;
  root.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button");
    pressed = button && { button, place: button.getBoundingClientRect() };
    button?.setPointerCapture(event.pointerId);
  });
  root.addEventListener("click", (event) => {
    const { button, place } = pressed ?? {};
    pressed = null;
    // A click by keys is nowhere.
    if (event.detail === 0 || event.target.closest("button") !== button || !button) return;
    const places = [place, button.getBoundingClientRect()];
    if (!places.some((it) => isInside(it, event))) event.stopPropagation();
  }, { capture: true });
}

function isInside({ left, right, top, bottom }, { clientX, clientY }) {
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}
