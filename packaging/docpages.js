// What a page can do beside being read: the contents are open where there is room, what is too wide
// is reached by Tab and moved by the arrows, and names and texts are searched. Without this file
// a page has everything all the same.

const contents = document.querySelector(".contents details");
const wide = matchMedia("(min-width: 62rem)");
const showContents = () => {
  if (contents) contents.open = wide.matches;
};
wide.addEventListener("change", showContents);
showContents();

// Only what is cut off, or Tab would stop at every table and every snippet.
const look = (it) => {
  if (it.scrollWidth > it.clientWidth) it.tabIndex = 0;
  else it.removeAttribute("tabindex");
};
const widths = new ResizeObserver((changes) => changes.forEach(({ target }) => look(target)));
for (const it of document.querySelectorAll("pre, .wide")) {
  look(it);
  widths.observe(it);
}

// The sections that have all words: those with a word in their title first, each with an excerpt.
const foundAmong = (words) =>
  sections
    .map((it) => ({ ...it, titled: it.title.toLowerCase(), lower: it.text.toLowerCase() }))
    .filter((it) => words.every((word) => it.titled.includes(word) || it.lower.includes(word)))
    .sort((one, other) => words.some((it) => other.titled.includes(it)) - words.some((it) => one.titled.includes(it)))
    .slice(0, 50);

const excerptOf = ({ text, lower }, word) => {
  const place = Math.max(0, lower.indexOf(word) - 40);
  return `${place > 0 ? "…" : ""}${text.slice(place, place + 160)}…`;
};

const find = document.querySelector(".find");
if (find) {
  find.hidden = false;
  const input = find.querySelector("input");
  const names = [...document.querySelectorAll(".names li")];
  const [listed, found] = document.querySelectorAll(".listed, .found");
  const nothing = document.querySelector(".nothing");
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const name of names) name.hidden = !name.dataset.name.includes(wanted);
    listed.hidden = names.every((name) => name.hidden);
    const words = wanted.split(/\s+/).filter(Boolean);
    const rows = words.length > 0 ? foundAmong(words) : [];
    found.hidden = rows.length === 0;
    nothing.hidden = !(listed.hidden && found.hidden);
    found.querySelector("ul").replaceChildren(
      ...rows.map((it) => {
        const row = document.createElement("li");
        const link = document.createElement("a");
        link.href = it.address;
        link.textContent = it.title;
        row.append(link, ` ${excerptOf(it, words[0])}`);
        return row;
      }),
    );
  });
}
