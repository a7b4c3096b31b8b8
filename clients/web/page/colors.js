/**
 * Colours on dark paper: those that a form tells are meant for white paper.
 *
 * A colour keeps its hue, and on dark paper the contrast that it has on white, though no less than people
 * need to see it and no more than is easy on the eyes. So a form's own colours can be read there as well.
 */

/** What text needs, and a line or an icon, by WCAG 2.2. */
const NEEDED = { border: 3, icon: 3 };
const NEEDED_BY_TEXT = 4.5;
const GREATEST = 11;
/** The lightest that text stands on where it is dark, a tinted box; `--paper` is darker. */
const GROUND = [0x2a, 0x2d, 0x34];
const WHITE = [255, 255, 255];
const STEPS = 16;

const known = new Map();

/**
 * A colour for either scheme, as CSS.
 *
 * @param {string} part what it is the colour of, as in a field's `colors`
 * @param {string} value `#RRGGBB`, or `#RRGGBBAA`
 * @returns {string}
 */
export function eitherColor(part, value) {
  const name = `${part} ${value}`;
  if (!known.has(name)) known.set(name, `light-dark(${value}, ${onDark(value, NEEDED[part] ?? NEEDED_BY_TEXT)})`);
  return known.get(name);
}

/** The colour on dark paper; one that is not known is left alone. */
function onDark(value, needed) {
  if (!/^#([0-9a-f]{2}){3,4}$/i.test(value)) return value;
  const [red, green, blue, alpha = 255] = value.slice(1).match(/../g).map((it) => parseInt(it, 16));
  // What can be seen through looks as it does on white.
  const color = [red, green, blue].map((it) => 255 + ((it - 255) * alpha) / 255);
  const wanted = Math.min(Math.max(contrast(color, WHITE), needed), GREATEST);
  const [, a, b] = toLab(color);
  let [least, greatest] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (least + greatest) / 2;
    const isDark = luminance(inside(middle, a, b)) < luminance(GROUND);
    if (isDark || contrast(inside(middle, a, b), GROUND) < wanted) least = middle;
    else greatest = middle;
  }
  return `#${inside(greatest, a, b).map((it) => Math.round(it).toString(16).padStart(2, "0")).join("")}`;
}

/** The colour of a lightness and a hue that screens have, as strong as the hue may be. */
function inside(lightness, a, b) {
  let [weakest, strongest] = [0, 1];
  const at = (share) => toRGB([lightness, a * share, b * share]);
  const fits = (color) => color.every((it) => it > -0.5 && it < 255.5);
  if (fits(at(1))) return clamped(at(1));
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (weakest + strongest) / 2;
    if (fits(at(middle))) weakest = middle;
    else strongest = middle;
  }
  return clamped(at(weakest));
}

function clamped(color) {
  return color.map((it) => Math.min(Math.max(it, 0), 255));
}

/** The contrast of two colours, as WCAG counts it. */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [red, green, blue] = color.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel) {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function gamma(share) {
  return 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
}

/** Oklab, in which colours of one hue look alike whatever their lightness. */
function toLab(color) {
  const [red, green, blue] = color.map(linear);
  const [l, m, s] = [
    0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
    0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
    0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
  ].map(Math.cbrt);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toRGB([lightness, a, b]) {
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((it) => it ** 3);
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(gamma);
}
