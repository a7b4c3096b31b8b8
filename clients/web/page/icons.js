/** Line icons on a grid of 24, by the names that forms use for them. */
const PATHS = {
  calendar: "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
  check: "M5 13l4 4L19 7",
  clear: "M7 7l10 10M17 7L7 17",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5l3 2",
  down: "M6 9l6 6l6-6",
  eye: "M2 12s4-7 10-7s10 7 10 7s-4 7-10 7s-10-7-10-7M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
  hidden: "M2 12s4-7 10-7s10 7 10 7s-4 7-10 7s-10-7-10-7M4 4l16 16",
  info: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 11v5M12 8v.01",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  mail: "M3 6h18v12H3zM3 7l9 7l9-7",
  next: "M9 6l6 6l-6 6",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4 21c0-5 4-7 8-7s8 2 8 7",
  phone: "M7 3h3l2 5l-3 2a11 11 0 0 0 5 5l2-3l5 2v3c0 2-2 4-4 4A17 17 0 0 1 3 7c0-2 2-4 4-4",
  previous: "M15 6l-6 6l6 6",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l5 5",
  warning: "M12 4l9 16H3zM12 10v5M12 18v.01",
};

const SVG = "http://www.w3.org/2000/svg";

/** An icon; a name that is not known is drawn as a note. */
export function icon(name) {
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("viewBox", "0 0 24 24");
  image.setAttribute("aria-hidden", "true");
  image.classList.add("glyph");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name] ?? PATHS.info);
  image.append(path);
  return image;
}
